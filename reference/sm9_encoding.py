# SPDX-License-Identifier: Apache-2.0
"""Encodings of SM9 keys, signatures and ciphertexts, GB/T 41389-2022 (GM/T 0080-2020).

In encodings a point is 04 || x || y. The formats named gmssl are those of a toolkit that puts
a SEQUENCE around the BIT STRING of a public key.
"""

import der
import sm9
from errors import Invalid
from octets import integer_to_octets, octets_to_integer
from sm9_fields import N, Fq, Fq2

OID_SM9 = "1.2.156.10197.1.302"
OID_SM9_SIGN = "1.2.156.10197.1.302.1"

# EnType of SM9Cipher
TYPES = {"xor": 0, "sm4-ecb": 1, "sm4-cbc": 2, "sm4-ofb": 4, "sm4-cfb": 8}


def encode_point(P):
    return b"\x04" + sm9.point_octets(P)


def decode_point(field, octets):
    if octets[:1] != b"\x04":
        raise Invalid("point does not begin with 04")
    return sm9.point_from_octets(field, octets[1:])


# SM9Signature ::= SEQUENCE { h OCTET STRING, S BIT STRING }

def signature_to_der(h, S):
    return der.encode_sequence(der.encode_octet_string(integer_to_octets(h, 32)),
                               der.encode_bit_string(encode_point(S)))


def signature_from_der(octets):
    reader = der.Reader(octets)
    sequence = reader.sequence()
    reader.end()
    h = sequence.octet_string()
    S = decode_point(Fq, sequence.bit_string())
    sequence.end()
    if len(h) != 32:
        raise Invalid("h has 32 bytes")
    return octets_to_integer(h), S


# SM9Cipher ::= SEQUENCE { EnType INTEGER, C1 BIT STRING, C3 OCTET STRING, CipherText OCTET STRING }

def ciphertext_to_octets(C1, C2, C3):
    """C1 || C3 || C2, encryption step A8, without the 04 of C1."""
    return sm9.point_octets(C1) + C3 + C2


def ciphertext_from_octets(octets):
    return sm9.point_from_octets(Fq, octets[:64]), octets[96:], octets[64:96]


def ciphertext_to_der(C1, C2, C3, mode):
    return der.encode_sequence(der.encode_integer(TYPES[mode]), der.encode_bit_string(encode_point(C1)),
                               der.encode_octet_string(C3), der.encode_octet_string(C2))


def ciphertext_from_der(octets):
    """C1, C2, C3 and the mode."""
    reader = der.Reader(octets)
    sequence = reader.sequence()
    reader.end()
    number = sequence.integer()
    C1 = decode_point(Fq, sequence.bit_string())
    C3, C2 = sequence.octet_string(), sequence.octet_string()
    sequence.end()
    modes = [mode for mode, value in TYPES.items() if value == number]
    if not modes:
        raise Invalid("unassigned encryption type")
    return C1, C2, C3, modes[0]


# Keys. A public key or a user's private key is a BIT STRING with a point; a master private key
# a SEQUENCE { privateKey INTEGER, publicKey BIT STRING }, for PKCS #8 inside of an OCTET STRING.

def point_from_bit_string(field, octets):
    reader = der.Reader(octets)
    P = decode_point(field, reader.bit_string())
    reader.end()
    return P


def point_from_sequence(field, octets):
    reader = der.Reader(octets)
    sequence = reader.sequence()
    reader.end()
    P = decode_point(field, sequence.bit_string())
    sequence.end()
    return P


def master_private(reader, master_public, field, lenient=False):
    """lenient takes an INTEGER of 32 octets with needless zeros in front, or with its top bit set."""
    sequence = reader.sequence()
    k = octets_to_integer(sequence.read(der.INTEGER)) if lenient else sequence.integer()
    P = decode_point(field, sequence.bit_string())
    sequence.end()
    if not 1 <= k < N or master_public(k) != P:
        raise Invalid("public key does not match the private key")
    return k, P


def master_private_from_sequence(octets, master_public, field):
    reader = der.Reader(octets)
    key = master_private(reader, master_public, field, lenient=True)
    reader.end()
    return key


def sign_master_private_from_pkcs8(octets):
    reader = der.Reader(octets)
    info = reader.sequence()
    reader.end()
    if info.integer() != 0:
        raise Invalid("version of PrivateKeyInfo")
    algorithm = info.sequence()
    if algorithm.oid() != OID_SM9 or algorithm.oid() != OID_SM9_SIGN:
        raise Invalid("not an SM9 signing key")
    algorithm.end()
    inner = der.Reader(info.octet_string())
    info.end()
    key = master_private(inner, sm9.sign_master_public, Fq2)
    inner.end()
    return key


def decode_key(octets, form):
    """Results by the names of the vector files: ks, ppub_s, ke, ppub_e, de."""
    points = sm9.point_octets
    if form == "sign-master-public-bitstring":
        return {"ppub_s": points(point_from_bit_string(Fq2, octets))}
    if form == "enc-master-public-bitstring":
        return {"ppub_e": points(point_from_bit_string(Fq, octets))}
    if form == "sign-user-private-bitstring":
        return {"ds": points(point_from_bit_string(Fq, octets))}
    if form == "enc-user-private-bitstring":
        return {"de": points(point_from_bit_string(Fq2, octets))}
    if form == "sign-master-public-gmssl":
        return {"ppub_s": points(point_from_sequence(Fq2, octets))}
    if form == "enc-master-public-gmssl":
        return {"ppub_e": points(point_from_sequence(Fq, octets))}
    if form == "sign-master-private-pkcs8":
        ks, P = sign_master_private_from_pkcs8(octets)
        return {"ks": integer_to_octets(ks, 32), "ppub_s": points(P)}
    if form == "enc-master-private-gmssl":
        ke, P = master_private_from_sequence(octets, sm9.encrypt_master_public, Fq)
        return {"ke": integer_to_octets(ke, 32), "ppub_e": points(P)}
    raise ValueError("unknown key format")
