# SPDX-License-Identifier: Apache-2.0
"""Encodings of SM2 signatures and ciphertexts, GM/T 0009-2012 (GB/T 35276-2017)."""

import der
from errors import Invalid
from octets import integer_to_octets, octets_to_integer
from sm2 import SM2P256V1, decode_point, decrypt, encode_point, is_on_curve

WIDTH = 32      # octets of a scalar or a coordinate


# Signature: GM/T 0009 7.3, SM2Signature ::= SEQUENCE { R INTEGER, S INTEGER }

def signature_to_der(r, s):
    return der.encode_sequence(der.encode_integer(r), der.encode_integer(s))


def signature_from_der(octets):
    """The pair (r, s); whether they are in [1, n-1] is for verification to say."""
    reader = der.Reader(octets)
    sequence = reader.sequence()
    reader.end()
    r, s = sequence.integer(), sequence.integer()
    sequence.end()
    return r, s


def signature_to_raw(r, s):
    """r || s, each in its full width."""
    return integer_to_octets(r, WIDTH) + integer_to_octets(s, WIDTH)


def signature_from_raw(octets):
    if len(octets) != 2 * WIDTH:
        raise Invalid("a raw signature has 64 bytes")
    return octets_to_integer(octets[:WIDTH]), octets_to_integer(octets[WIDTH:])


# GM/T 0016-2012 ECCSIGNATUREBLOB: r and s at the right of fields of 64 octets

def signature_to_skf(r, s):
    return bytes(32) + integer_to_octets(r, WIDTH) + bytes(32) + integer_to_octets(s, WIDTH)


def signature_from_skf(octets):
    if len(octets) != 128:
        raise Invalid("an ECCSIGNATUREBLOB has 128 bytes")
    if any(octets[:32]) or any(octets[64:96]):
        raise Invalid("bytes in front of r or s are not zero")
    return octets_to_integer(octets[32:64]), octets_to_integer(octets[96:])


# Ciphertext: GB/T 32918.4 6.1 A8 (C1 || C3 || C2), the order of the draft before it
# (C1 || C2 || C3), and GM/T 0009 7.2:
# SM2Cipher ::= SEQUENCE { XCoordinate INTEGER, YCoordinate INTEGER, HASH OCTET STRING, CipherText OCTET STRING }

def ciphertext_to_der(C1, C2, C3):
    return der.encode_sequence(der.encode_integer(C1[0]), der.encode_integer(C1[1]),
                               der.encode_octet_string(C3), der.encode_octet_string(C2))


def ciphertext_from_der(octets, curve=SM2P256V1):
    reader = der.Reader(octets)
    C = read_ciphertext(reader, curve)
    reader.end()
    return C


def read_ciphertext(reader, curve=SM2P256V1):
    sequence = reader.sequence()
    C1 = (sequence.integer(), sequence.integer())
    C3, C2 = sequence.octet_string(), sequence.octet_string()
    sequence.end()
    if not is_on_curve(curve, C1):
        raise Invalid("C1 is not on the curve")
    if len(C3) != 32:
        raise Invalid("C3 has 32 bytes")
    return C1, C2, C3


def ciphertext_to_octets(C1, C2, C3, form, curve=SM2P256V1):
    """form: asn1, c1c3c2 or c1c2c3, the latter two with -no-04 where the leading 04 of C1 is left out."""
    if form == "asn1":
        return ciphertext_to_der(C1, C2, C3)
    point = encode_point(curve, C1)
    return {
        "c1c3c2": point + C3 + C2,
        "c1c2c3": point + C2 + C3,
        "c1c3c2-no-04": point[1:] + C3 + C2,
        "c1c2c3-no-04": point[1:] + C2 + C3,
    }[form]


def ciphertext_from_octets(octets, form, hybrid=False, curve=SM2P256V1):
    """C1, C2 and C3. C1 may be in any of the point forms, unless its first octet is left out."""
    if form == "asn1":
        return ciphertext_from_der(octets, curve)
    if form.endswith("-no-04"):
        octets = b"\x04" + octets
    length = 1 + WIDTH if octets[:1] in (b"\x02", b"\x03") else 1 + 2 * WIDTH
    if len(octets) < length + 32:
        raise Invalid("ciphertext too short")
    C1 = decode_point(curve, octets[:length], hybrid)
    rest = octets[length:]
    if form.startswith("c1c3c2"):
        return C1, rest[32:], rest[:32]
    if form.startswith("c1c2c3"):
        return C1, rest[:-32], rest[-32:]
    raise ValueError("unknown ciphertext form")


def decrypt_octets(d, octets, form, hybrid=False, curve=SM2P256V1):
    C1, C2, C3 = ciphertext_from_octets(octets, form, hybrid, curve)
    return decrypt(curve, d, C1, C2, C3)


CIPHERTEXT_FORMS = ("asn1", "c1c3c2", "c1c2c3", "c1c3c2-no-04", "c1c2c3-no-04")


def decrypt_any(d, octets, curve=SM2P256V1):
    """Tries every reading of a ciphertext; exactly one may be on the curve and have a matching C3."""
    found = []
    for form in CIPHERTEXT_FORMS:
        try:
            found.append(decrypt_octets(d, octets, form, curve=curve))
        except Invalid:
            pass
    if len(found) != 1:
        raise Invalid("no single reading of the ciphertext")
    return found[0]
