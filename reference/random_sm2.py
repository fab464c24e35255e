# SPDX-License-Identifier: Apache-2.0
"""Random cases of SM2 on sm2p256v1."""

import der
import sm2
from certificate import OID_SM2_WITH_SM3
from errors import Invalid
from octets import integer_to_octets
from operations import run
from pem import encode as encode_pem
from random_source import case, generator
from sm2_encoding import CIPHERTEXT_FORMS, ciphertext_to_octets, signature_to_der
from sm2_key_files import OID_HMAC_SHA256, OID_HMAC_SM3
from sm2_keys import public_key_to_spki

CURVE = sm2.SM2P256V1
n = CURVE.n
p = CURVE.p


def hex32(x):
    return integer_to_octets(x % 2 ** 256, 32).hex()


def private_key(source):
    """In [1, n-2], now and then at an edge."""
    return source.below(n - 2) + 1


def random_number(source):
    """k in [1, n-1]."""
    return source.below(n - 1) + 1


def encoded(P, form="uncompressed"):
    return sm2.encode_point(CURVE, P, form).hex()


def random_point(source):
    return sm2.multiply(CURVE, random_number(source), CURVE.G)


def off_curve(source):
    """04 || x || y that is no point: y changed, a coordinate not below p, or random."""
    P = random_point(source)
    x, y = source.choice((
        (P[0], (P[1] + 1) % p), (P[0], P[1] ^ 1 << source.randrange(250)), (0, 0),
        (P[0], p), (p, P[1]), (source.randrange(p), source.randrange(p))))
    return (b"\x04" + integer_to_octets(x, 32) + integer_to_octets(y, 32)).hex()


def identity(source):
    return source.choice((sm2.DEFAULT_ID, b"", sm2.DEFAULT_ID + b"\x00", source.octets(source.length(0, 80, 64)))).hex()


# Arithmetic

@generator("sm2.field-arithmetic")
def field_arithmetic(source, i):
    m = (p, n)[i % 2]
    arithmetic = ("add", "sub", "mul", "inv")[i // 2 % 4]
    fields = {"arithmetic": arithmetic, "mod": "pn"[i % 2], "in1": hex32(source.below(m))}
    if arithmetic == "inv":
        fields["in1"] = hex32(source.below(m - 1) + 1)
    else:
        fields["in2"] = hex32(source.below(m))
    return case("sm2.field-arithmetic", fields)


@generator("sm2.scalar-base-mult")
def scalar_base_mult(source, i):
    return case("sm2.scalar-base-mult", {"k": hex32(random_number(source))}, results=("x", "y"))


@generator("sm2.scalar-mult")
def scalar_mult(source, i):
    P = random_point(source)
    return case("sm2.scalar-mult", {"px": hex32(P[0]), "py": hex32(P[1]), "k": hex32(random_number(source))},
                results=("x", "y"))


@generator("sm2.point-add")
def point_add(source, i):
    P = random_point(source)
    Q = source.choice((P, sm2.negate(CURVE, P), random_point(source), random_point(source),
                       sm2.add(CURVE, P, P), sm2.negate(CURVE, sm2.add(CURVE, P, P))))
    test = case("sm2.point-add", {"px": hex32(P[0]), "py": hex32(P[1]), "qx": hex32(Q[0]), "qy": hex32(Q[1])})
    if not test["infinity"]:
        del test["infinity"]
    return test


@generator("sm2.point-decode")
def point_decode(source, i):
    form = ("uncompressed", "compressed")[i % 2]
    P = random_point(source)
    fields = {"point": encoded(P, form), "format": form}
    kind = source.randrange(4)
    if kind == 0:
        fields["point"] = off_curve(source) if i % 2 == 0 else (
            source.choice((2, 3)).to_bytes(1, "big") + integer_to_octets(source.below(2 ** 256), 32)).hex()
    elif kind == 1:
        fields["point"] = source.mutate(bytes.fromhex(fields["point"])).hex()
    return case("sm2.point-decode", fields)


@generator("sm2.private-key-check")
def private_key_check(source, i):
    d = source.choice((0, n - 2, n - 1, n, n + 1, 2 ** 256 - 1, source.below(2 ** 256), private_key(source)))
    return case("sm2.private-key-check", {"d": hex32(d)})


@generator("sm2.public-key")
def public_key(source, i):
    return case("sm2.public-key", {"d": hex32(private_key(source))})


# Signature

@generator("sm2.z-value")
def z_value(source, i):
    return case("sm2.z-value", {"user_id": identity(source), "pub": encoded(random_point(source))})


@generator("sm2.sign")
def sign(source, i):
    return case("sm2.sign", {"user_id": identity(source), "msg": source.hex(source.length(0, 300, 64)),
                             "d": hex32(private_key(source)), "k": hex32(random_number(source))},
                results=("pub", "za", "e", "x1", "y1", "one_plus_d_inv", "r", "s", "sig"))


@generator("sm2.sign-digest")
def sign_digest(source, i):
    """Now and then with a digest for which k has to be refused: r = 0, r + k = n, or s = 0."""
    d, k = private_key(source), random_number(source)
    x1 = sm2.multiply(CURVE, k, CURVE.G)[0]
    e = source.below(2 ** 256)
    comment = ""
    kind = source.randrange(6)
    if kind == 0:
        e, comment = -x1 % n, "r = 0"
    elif kind == 1:
        e, comment = (n - k - x1) % n, "r + k = n"
    elif kind == 2:
        e, comment = (k * pow(d, -1, n) - x1) % n, "s = 0"
    return case("sm2.sign-digest", {"d": hex32(d), "e": hex32(e), "k": hex32(k)}, comment,
                ("x1", "y1", "r", "s", "sig"))


def bad_signature(source, r, s, sig):
    """Another signature in DER, with what is different."""
    kind = source.randrange(12)
    if kind == 0:
        return signature_to_der(s, r), "r and s swapped"
    if kind == 1:
        return signature_to_der(r, n - s), "s replaced by n - s"
    if kind == 2:
        return signature_to_der(source.choice((0, n, r + n)), s), "r out of range"
    if kind == 3:
        return signature_to_der(r, source.choice((0, n, s + n))), "s out of range"
    if kind == 4:
        return signature_to_der(r, n - r), "r + s = n"
    if kind == 5:
        return signature_to_der(r ^ 1 << source.randrange(250), s), "one bit of r changed"
    if kind == 6:
        return signature_to_der(r, s ^ 1 << source.randrange(250)), "one bit of s changed"
    if kind == 7:
        return sig + source.octets(source.randrange(1, 3)), "trailing bytes"
    if kind == 8:
        body = der.encode(der.INTEGER, b"\x00" + der.encode_integer(r)[2:]) + der.encode_integer(s)
        return der.encode(der.SEQUENCE, body), "r with a needless zero byte"
    if kind == 9:
        return b"\x30\x81" + sig[1:], "length in long form"
    if kind == 10:
        short = r.to_bytes((r.bit_length() + 7) // 8, "big")
        body = der.encode(der.INTEGER, short) + der.encode_integer(s)
        return der.encode(der.SEQUENCE, body), "r without a sign octet"
    return source.mutate(sig), "DER changed"


@generator("sm2.verify")
def verify(source, i):
    d, k = private_key(source), random_number(source)
    user_id, msg = bytes.fromhex(identity(source)), source.octets(source.length(0, 300, 64))
    P = sm2.public_key(CURVE, d)
    S = sm2.sign(CURVE, d, user_id, msg, k)
    sig = signature_to_der(S.r, S.s)
    comment = ""
    kind = source.randrange(8)
    if kind == 0:
        msg, comment = source.mutate(msg), "message changed"
    elif kind == 1:
        user_id, comment = source.mutate(user_id), "identity changed"
    elif kind == 2:
        P, comment = source.choice((random_point(source), sm2.negate(CURVE, P))), "another public key"
    elif kind in (3, 4, 5):
        sig, comment = bad_signature(source, S.r, S.s, sig)
    return case("sm2.verify", {"pub": encoded(P), "user_id": user_id.hex(), "msg": msg.hex(), "sig": sig.hex()},
                comment, ())


@generator("sm2.verify-digest")
def verify_digest(source, i):
    """Signatures made from chosen r and s, so that the point of step B6 meets its special cases."""
    d, e = private_key(source), source.below(2 ** 256)
    P = sm2.public_key(CURVE, d)
    comment = ""
    kind = source.randrange(6)
    if kind == 0:
        # [s]G = [t]P: the addition is a doubling; s = t d and t = r + s
        t = random_number(source)
        s = t * d % n
    elif kind == 1:
        # [s]G = -[t]P: the sum is the point at infinity
        t = random_number(source)
        s = -t * d % n
    else:
        k = random_number(source)
        x1 = sm2.multiply(CURVE, k, CURVE.G)[0]
        r = (e + x1) % n
        s = pow(1 + d, -1, n) * (k - r * d) % n
        t = (r + s) % n
    r = (t - s) % n
    if kind in (0, 1):
        R = sm2.add(CURVE, sm2.multiply(CURVE, s, CURVE.G), sm2.multiply(CURVE, t, P))
        comment = "[s]G = -[t]P" if R is sm2.INFINITY else "[s]G = [t]P"
        if R is not sm2.INFINITY:
            e = (r - R[0]) % n
    sig = signature_to_der(r, s)
    if source.chance(4):
        sig, comment = bad_signature(source, r, s, sig)
    return case("sm2.verify-digest", {"pub": encoded(P), "e": hex32(e), "sig": sig.hex()}, comment, ())


@generator("sm2.signature-decode")
def signature_decode(source, i):
    r, s = random_number(source), random_number(source)
    sig = signature_to_der(r, s)
    comment = ""
    if source.chance(2):
        sig, comment = bad_signature(source, r, s, sig)
    return case("sm2.signature-decode", {"sig": sig.hex()}, comment, ("r", "s"))


# Encryption

def plaintext(source):
    return source.octets(source.length(1, 300, 32))


@generator("sm2.encrypt")
def encrypt(source, i):
    d = private_key(source)
    fields = {"pub": encoded(sm2.public_key(CURVE, d)), "k": hex32(random_number(source)),
              "pt": plaintext(source).hex()}
    if source.chance(20):
        fields["pt"] = ""
    return {"d": hex32(d)} | case("sm2.encrypt", fields, results=(
        "c1", "x2", "y2", "t", "c2", "c3", "ct_c1c3c2", "ct_c1c2c3", "ct_asn1"))


def encryption(source, P, pt):
    """With the first random number that the standard takes."""
    while True:
        try:
            return sm2.encrypt(CURVE, P, pt, random_number(source))
        except Invalid:
            pass


def bad_ciphertext(source, C1, C2, C3, form):
    """Another ciphertext in a form, with what is different."""
    kind = source.randrange(9)
    if kind == 0:
        return ciphertext_to_octets(C1, C2, source.flip(C3), form), "one bit of C3 changed"
    if kind == 1:
        return ciphertext_to_octets(C1, source.flip(C2), C3, form), "one bit of C2 changed"
    if kind == 2:
        x, y = C1
        bad = source.choice(((x, y ^ 1), (y, x), (0, 0), (x, p - y), (x + p, y) if x + p < 2 ** 256 else (0, y)))
        return ciphertext_to_octets(bad, C2, C3, form), "C1 changed"
    if kind == 3:
        return ciphertext_to_octets(C1, b"", C3, form), "no C2"
    if kind == 4:
        other = source.choice([f for f in CIPHERTEXT_FORMS if f != form])
        return ciphertext_to_octets(C1, C2, C3, other), f"form is {other}"
    return source.mutate(ciphertext_to_octets(C1, C2, C3, form)), "octets changed"


def add_decrypt(form):
    @generator("sm2.decrypt", f"sm2.decrypt-{form}")
    def decrypt(source, i):
        d, pt = private_key(source), plaintext(source)
        E = encryption(source, sm2.public_key(CURVE, d), pt)
        made = source.choice(CIPHERTEXT_FORMS) if form == "auto" else form
        ct, comment = ciphertext_to_octets(E.C1, E.C2, E.C3, made), made
        kind = source.randrange(4)
        if kind == 0:
            ct, comment = bad_ciphertext(source, E.C1, E.C2, E.C3, made)
        elif kind == 1 and source.chance(3):
            d, comment = private_key(source), "another private key"
        return case("sm2.decrypt", {"d": hex32(d), "format": form, "ct": ct.hex()}, comment)


for ciphertext_form in (*CIPHERTEXT_FORMS, "auto"):
    add_decrypt(ciphertext_form)


# Key exchange

@generator("sm2.ecdh")
def ecdh(source, i):
    pub = off_curve(source) if source.chance(5) else encoded(random_point(source))
    return case("sm2.ecdh", {"d": hex32(private_key(source)), "pub": pub})


@generator("sm2.key_exchange")
def key_exchange(source, i):
    """Both sides; or the side of A alone, with a bad point of B or one for which the shared point is infinity."""
    da, db = private_key(source), private_key(source)
    ra, rb = random_number(source), random_number(source)
    fields = {"ida": identity(source), "idb": identity(source), "da": hex32(da), "db": hex32(db),
              "ra_priv": hex32(ra), "rb_priv": hex32(rb), "klen": source.length(1, 200, 32)}
    if not source.chance(4):
        return case("sm2.key_exchange", fields)
    # t_B = d_B + x2bar r_B = 0 makes P_B + [x2bar]R_B the point at infinity
    R_B = sm2.multiply(CURVE, rb, CURVE.G)
    zero_db = -sm2.reduced_x(CURVE, R_B) * rb % n
    fields |= {"pa": encoded(sm2.public_key(CURVE, da)), "ra": encoded(sm2.multiply(CURVE, ra, CURVE.G)),
               "pb": encoded(sm2.public_key(CURVE, db)), "rb": encoded(R_B)}
    del fields["db"], fields["rb_priv"]
    kind = source.randrange(3)
    if kind == 0:
        fields["pb"], comment = encoded(sm2.multiply(CURVE, zero_db, CURVE.G)), "the shared point is infinity"
    elif kind == 1:
        fields["rb"], comment = off_curve(source), "R_B is not on the curve"
    else:
        fields["pb"], comment = off_curve(source), "P_B is not on the curve"
    return case("sm2.key_exchange", fields, comment)


# Encodings

def add_key_decode(form):
    @generator("sm2.key-decode", f"sm2.key-decode-{form}")
    def key_decode(source, i):
        d = private_key(source)
        request = {"format": form, "d": hex32(d)}
        fields = {"format": form}
        if form == "spki":
            request["pub"] = encoded(sm2.public_key(CURVE, d))
        if form == "pkcs8-encrypted":
            fields["password"] = "".join(chr(source.randrange(33, 127)) for _ in range(source.randrange(1, 30)))
            request |= {"password": fields["password"],
                        "salt": source.hex(source.choice((8, 16, source.randrange(1, 40)))),
                        "iterations": source.randrange(1, 30), "iv": source.hex(16),
                        "prf": source.choice(("sm3", "sha256"))}
        octets = bytes.fromhex(run("sm2.key-encode", request)["der"])
        comment = ""
        if source.chance(2):
            octets, comment = source.mutate(octets), "DER changed"
            if form == "pkcs8-encrypted" and mangled_parameters(octets):
                # a changed iteration count could take hours
                octets, comment = octets[:-1], "last byte cut off"
        return case("sm2.key-decode", fields | {"der": octets.hex()}, comment)


def mangled_parameters(octets):
    """Whether the octets of an encrypted key from the iteration count to the PRF are not where they were."""
    for oid in (OID_HMAC_SM3, OID_HMAC_SHA256):
        position = octets.find(der.encode_oid(oid))
        # INTEGER iterations below 128, INTEGER 16, SEQUENCE, the OID
        if position >= 8 and octets[position - 8:position - 6] == b"\x02\x01" and octets[position - 6] < 128 \
                and octets[position - 5:position - 2] == b"\x02\x01\x10":
            return False
    return True


for key_form in ("sec1", "pkcs8", "spki", "pkcs8-encrypted"):
    add_key_decode(key_form)


@generator("sm2.enveloped-key-open")
def enveloped_key_open(source, i):
    d, target_d = private_key(source), private_key(source)
    octets = bytes.fromhex(run("sm2.enveloped-key-seal", {
        "pub": encoded(sm2.public_key(CURVE, d)), "target_d": hex32(target_d), "sym_key": source.hex(16),
        "k": hex32(random_number(source))})["der"])
    comment = ""
    if source.chance(2):
        octets, comment = source.mutate(octets), "DER changed"
    return case("sm2.enveloped-key-open", {"d": hex32(d), "der": octets.hex()}, comment)


def name_of_person(common_name):
    """RFC 5280 4.1.2.4: a Name with a country and a common name."""
    def attribute(oid, tag, text):
        return der.encode(der.SET, der.encode_sequence(der.encode_oid(oid), der.encode(tag, text.encode())))
    return der.encode_sequence(attribute("2.5.4.6", 0x13, "CN"), attribute("2.5.4.3", 0x0C, common_name))


@generator("sm2.certificate-verify")
def certificate_verify(source, i):
    issuer_d = private_key(source)
    issuer = sm2.public_key(CURVE, issuer_d)
    algorithm = der.encode_sequence(der.encode_oid(OID_SM2_WITH_SM3))
    tbs = der.encode_sequence(
        der.encode(der.explicit(0), der.encode_integer(2)), der.encode_integer(source.getrandbits(100)), algorithm,
        name_of_person(f"issuer {source.randrange(1000)}"),
        der.encode_sequence(der.encode(0x17, b"250101000000Z"), der.encode(0x17, b"350101000000Z")),
        name_of_person(f"subject {source.randrange(1000)}"), public_key_to_spki(random_point(source)))
    user_id = sm2.DEFAULT_ID if source.chance(2) else bytes.fromhex(identity(source))
    S = sm2.sign(CURVE, issuer_d, user_id, tbs, random_number(source))
    sig, comment = signature_to_der(S.r, S.s), ""
    kind = source.randrange(6)
    if kind == 0:
        # the serial number begins at the same place in each certificate
        position = tbs.index(b"\xa0\x03\x02\x01\x02") + 7
        tbs, comment = tbs[:position] + bytes([tbs[position] ^ 1]) + tbs[position + 1:], "serial number changed"
    elif kind == 1:
        sig, comment = bad_signature(source, S.r, S.s, sig)
    elif kind == 2:
        user_id, comment = source.mutate(user_id), "identity changed"
    octets = der.encode_sequence(tbs, algorithm, der.encode_bit_string(sig))
    return case("sm2.certificate-verify", {
        "format": "certificate", "label": "CERTIFICATE", "der": octets.hex(),
        "pem": encode_pem("CERTIFICATE", octets), "user_id": user_id.hex(), "issuer_pub": encoded(issuer)}, comment)
