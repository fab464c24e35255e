# SPDX-License-Identifier: Apache-2.0
"""Operations of SM2. A group or request with "curve": "example-fp256" is on the curve of the older examples."""

import certificate
import der
import pem
import sm2
import sm2_key_files
import sm2_keys
from errors import Invalid
from octets import integer_to_octets
from operation import Malformed, operation
from sm2_encoding import (CIPHERTEXT_FORMS, ciphertext_to_octets, decrypt_any, decrypt_octets, signature_from_der,
                          signature_from_raw, signature_from_skf, signature_to_der, signature_to_raw,
                          signature_to_skf)

CURVES = {"sm2p256v1": sm2.SM2P256V1, "example-fp256": sm2.EXAMPLE_FP256}


def curve_of(request):
    name = request.text("curve", "sm2p256v1")
    if name not in CURVES:
        raise Malformed(f"no curve {name}")
    return CURVES[name]


def octets32(x):
    return integer_to_octets(x, 32)


def point_of(request, curve, name):
    return sm2.decode_point(curve, request.octets(name))


def public_of(request, curve):
    return point_of(request, curve, "pub")


def affine_of(request, curve, x_name, y_name):
    """A point from two coordinates."""
    P = (request.integer(x_name), request.integer(y_name))
    if not sm2.is_on_curve(curve, P):
        raise Invalid("point is not on the curve")
    return P


def affine_result(P):
    if P is sm2.INFINITY:
        return {"infinity": True}
    return {"x": octets32(P[0]), "y": octets32(P[1]), "infinity": False}


# Arithmetic

@operation("sm2.parameters", "curve")
def parameters(request):
    curve = curve_of(request)
    results = {name: octets32(getattr(curve, name)) for name in ("p", "a", "b", "n")}
    results |= {"gx": octets32(curve.G[0]), "gy": octets32(curve.G[1]), "h": integer_to_octets(curve.h, 1)}
    if curve is sm2.SM2P256V1:
        results["oid"] = der.encode_oid(sm2_keys.OID_SM2P256V1)
    return results


@operation("sm2.field-arithmetic", "curve arithmetic mod in1 in2")
def field_arithmetic(request):
    """arithmetic: add, sub, mul, sqr, neg or inv; mod: p or n. The inverse of 0 is given as 0."""
    curve = curve_of(request)
    if request.text("mod") not in ("p", "n"):
        raise Malformed("mod is p or n")
    m = getattr(curve, request.text("mod"))
    a = request.integer("in1")
    results = {
        "add": lambda: a + request.integer("in2"),
        "sub": lambda: a - request.integer("in2"),
        "mul": lambda: a * request.integer("in2"),
        "sqr": lambda: a * a,
        "neg": lambda: -a,
        "inv": lambda: pow(a, m - 2, m),
    }
    if request.text("arithmetic") not in results:
        raise Malformed("no such arithmetic")
    return {"out": octets32(results[request.text("arithmetic")]() % m)}


@operation("sm2.scalar-base-mult", "curve k")
def scalar_base_mult(request):
    curve = curve_of(request)
    return affine_result(sm2.multiply(curve, request.integer("k"), curve.G))


@operation("sm2.scalar-mult", "curve k px py")
def scalar_mult(request):
    curve = curve_of(request)
    return affine_result(sm2.multiply(curve, request.integer("k"), affine_of(request, curve, "px", "py")))


@operation("sm2.point-add", "curve px py qx qy")
def point_add(request):
    curve = curve_of(request)
    return affine_result(sm2.add(curve, affine_of(request, curve, "px", "py"), affine_of(request, curve, "qx", "qy")))


@operation("sm2.point-decode", "curve point format")
def point_decode(request):
    """The hybrid form is taken where the format says so."""
    hybrid = request.text("format", "") == "hybrid"
    x, y = sm2.decode_point(curve_of(request), request.octets("point"), hybrid)
    return {"x": octets32(x), "y": octets32(y)}


@operation("sm2.point-encode", "curve x y format")
def point_encode(request):
    curve = curve_of(request)
    form = request.text("format")
    if form not in ("uncompressed", "compressed", "hybrid"):
        raise Malformed("no such point format")
    return {"point": sm2.encode_point(curve, affine_of(request, curve, "x", "y"), form)}


# Keys

@operation("sm2.private-key-check", "curve d")
def private_key_check(request):
    sm2.check_private_key(curve_of(request), request.integer("d"))
    return {}


@operation("sm2.public-key", "curve d")
def public_key(request):
    curve = curve_of(request)
    return {"pub": sm2.encode_point(curve, sm2.public_key(curve, request.integer("d")))}


@operation("sm2.key-decode", "format der password", "pem password")
def key_decode(request):
    """format: sec1, pkcs8, pkcs8-encrypted or spki for DER; a PEM text tells by its labels."""
    password = request.text("password").encode() if "password" in request else None
    if "pem" in request:
        text = request.text("pem")
        if any(label in ("PUBLIC KEY", "CERTIFICATE") for label, _ in pem.decode(text)):
            P = sm2_key_files.public_key_from_pem(text)
            return {"pub": sm2.encode_point(sm2.SM2P256V1, P)}
        d = sm2_key_files.private_key_from_pem(text, password)
    else:
        octets, form = request.octets("der"), request.text("format")
        if form == "spki":
            return {"pub": sm2.encode_point(sm2.SM2P256V1, sm2_keys.public_key_from_spki(octets))}
        if form == "sec1":
            d = sm2_keys.private_key_from_sec1(octets)
        elif form == "pkcs8":
            d = sm2_keys.private_key_from_pkcs8(octets)
        elif form == "pkcs8-encrypted":
            d = sm2_key_files.private_key_from_encrypted_pkcs8(octets, password)
        else:
            raise Malformed("no such key format")
    return {"d": octets32(d), "pub": sm2.encode_point(sm2.SM2P256V1, sm2.public_key(sm2.SM2P256V1, d))}


@operation("sm2.pem-decode", "pem")
def pem_decode(request):
    """The first block."""
    label, octets = pem.decode(request.text("pem"))[0]
    return {"label": label, "der": octets}


LABELS = {"sec1": "EC PRIVATE KEY", "pkcs8": "PRIVATE KEY", "pkcs8-encrypted": "ENCRYPTED PRIVATE KEY",
          "spki": "PUBLIC KEY"}


@operation("sm2.key-encode", "format d pub password salt iterations iv prf")
def key_encode(request):
    """format as for key-decode; pkcs8-encrypted takes password, salt, iterations, iv and prf (sm3 or sha256)."""
    form = request.text("format")
    if form == "spki":
        octets = sm2_keys.public_key_to_spki(public_of(request, sm2.SM2P256V1))
    elif form == "sec1":
        octets = sm2_keys.private_key_to_sec1(request.integer("d"))
    elif form == "pkcs8":
        octets = sm2_keys.private_key_to_pkcs8(request.integer("d"))
    elif form == "pkcs8-encrypted":
        octets = sm2_key_files.private_key_to_encrypted_pkcs8(
            request.integer("d"), request.text("password").encode(), request.octets("salt"),
            request.number("iterations"), request.octets("iv"), request.text("prf", "sm3"))
    else:
        raise Malformed("no such key format")
    return {"der": octets, "label": LABELS[form], "pem": pem.encode(LABELS[form], octets)}


@operation("sm2.enveloped-key-seal", "pub target_d sym_key k")
def enveloped_key_seal(request):
    return {"der": sm2_key_files.seal_enveloped_key(
        public_of(request, sm2.SM2P256V1), request.integer("target_d"), request.octets("sym_key"),
        request.integer("k"))}


@operation("sm2.enveloped-key-open", "d der")
def enveloped_key_open(request):
    """pub is the public key of the protected private key."""
    target_d, sym_key = sm2_key_files.open_enveloped_key(request.integer("d"), request.octets("der"))
    P = sm2.public_key(sm2.SM2P256V1, target_d)
    return {"target_d": octets32(target_d), "sym_key": sym_key, "pub": sm2.encode_point(sm2.SM2P256V1, P)}


# Signature

@operation("sm2.z-value", "curve pub user_id msg")
def z_value(request):
    """za, and e as well where a message is given."""
    curve = curve_of(request)
    za = sm2.Z(curve, request.octets("user_id", sm2.DEFAULT_ID), public_of(request, curve))
    if "msg" not in request:
        return {"za": za}
    return {"za": za, "e": sm2.message_digest(za, request.message())}


def signature_results(signature):
    results = {name: octets32(value) for name, value in signature._asdict().items()}
    results["sig"] = signature_to_der(signature.r, signature.s)
    results["sig_raw"] = signature_to_raw(signature.r, signature.s)
    return results


@operation("sm2.sign", "curve d user_id msg k")
def sign(request):
    curve, d = curve_of(request), request.integer("d")
    P = sm2.public_key(curve, d)
    za = sm2.Z(curve, request.octets("user_id", sm2.DEFAULT_ID), P)
    e = sm2.message_digest(za, request.message())
    signature = sm2.sign_digest(curve, d, e, request.integer("k"))
    return {"pub": sm2.encode_point(curve, P), "za": za, "e": e} | signature_results(signature)


@operation("sm2.sign-digest", "curve d e k")
def sign_digest(request):
    return signature_results(sm2.sign_digest(
        curve_of(request), request.integer("d"), request.octets("e"), request.integer("k")))


def signature_of(request):
    """sig (DER), sig_raw (r || s), sig_skf (128 bytes), or r and s."""
    if "sig" in request:
        return signature_from_der(request.octets("sig"))
    if "sig_skf" in request:
        return signature_from_skf(request.octets("sig_skf"))
    if "sig_raw" in request:
        return signature_from_raw(request.octets("sig_raw"))
    return request.integer("r"), request.integer("s")


def verify_results(curve, P, e, r, s):
    if not sm2.verify_digest(curve, P, e, r, s):
        raise Invalid("signature")
    return {"e": e, "r": octets32(r), "s": octets32(s), "t": octets32((r + s) % curve.n)}


@operation("sm2.verify", "curve pub user_id msg sig", "curve pub user_id msg sig_raw")
def verify(request):
    curve = curve_of(request)
    P = public_of(request, curve)
    za = sm2.Z(curve, request.octets("user_id", sm2.DEFAULT_ID), P)
    r, s = signature_of(request)
    return {"za": za} | verify_results(curve, P, sm2.message_digest(za, request.message()), r, s)


@operation("sm2.verify-digest", "curve pub e sig", "curve pub e sig_raw")
def verify_digest(request):
    curve = curve_of(request)
    r, s = signature_of(request)
    return verify_results(curve, public_of(request, curve), request.octets("e"), r, s)


@operation("sm2.signature-encode", "r s")
def signature_encode(request):
    r, s = request.integer("r"), request.integer("s")
    return {"sig": signature_to_der(r, s), "sig_raw": signature_to_raw(r, s), "sig_skf": signature_to_skf(r, s)}


@operation("sm2.signature-decode", "sig_raw", "sig_skf", "sig")
def signature_decode(request):
    """Refuses what is out of [1, n-1] as well as a bad encoding."""
    r, s = signature_of(request)
    if not (1 <= r < sm2.SM2P256V1.n and 1 <= s < sm2.SM2P256V1.n):
        raise Invalid("r or s out of range")
    return {"r": octets32(r), "s": octets32(s), "sig": signature_to_der(r, s), "sig_raw": signature_to_raw(r, s),
            "sig_skf": signature_to_skf(r, s)}


@operation("sm2.certificate-verify", "der user_id issuer_pub")
def certificate_verify(request):
    """Of a certificate or a certification request."""
    curve = sm2.SM2P256V1
    signed = certificate.parse_signed(request.octets("der"))
    P = point_of(request, curve, "issuer_pub")
    r, s = signature_from_der(signed.signature)
    e = sm2.message_digest(sm2.Z(curve, request.octets("user_id", sm2.DEFAULT_ID), P), signed.tbs)
    return {"tbs": signed.tbs, "sig": signed.signature} | verify_results(curve, P, e, r, s)


# Encryption

@operation("sm2.encrypt", "curve pub pt k")
def encrypt(request):
    curve = curve_of(request)
    E = sm2.encrypt(curve, public_of(request, curve), request.octets("pt"), request.integer("k"))
    results = {"c1": sm2.encode_point(curve, E.C1), "x2": octets32(E.x2), "y2": octets32(E.y2), "t": E.t,
               "c2": E.C2, "c3": E.C3}
    for form in CIPHERTEXT_FORMS:
        results["ct_" + form.replace("-", "_")] = ciphertext_to_octets(E.C1, E.C2, E.C3, form, curve)
    return results


@operation("sm2.decrypt", "curve d ct format hybrid")
def decrypt(request):
    """format: asn1, c1c3c2, c1c2c3, c1c3c2-no-04, c1c2c3-no-04 or auto. A hybrid C1 is taken with "hybrid": true."""
    curve, d, ct, form = curve_of(request), request.integer("d"), request.octets("ct"), request.text("format")
    if form == "auto":
        return {"pt": decrypt_any(d, ct, curve)}
    if form not in CIPHERTEXT_FORMS:
        raise Malformed("no such ciphertext format")
    return {"pt": decrypt_octets(d, ct, form, request.get("hybrid", False), curve)}


# Key exchange

@operation("sm2.ecdh", "curve d pub")
def ecdh(request):
    curve = curve_of(request)
    return {"shared": sm2.ecdh(curve, request.integer("d"), public_of(request, curve))}


@operation("sm2.key_exchange", "curve ida idb da db pa pb ra_priv rb_priv ra rb klen")
def key_exchange(request):
    """From the private keys of A, of B, or of both, who then have to agree; the public ones may be left out."""
    curve = curve_of(request)

    def public(name, private_name):
        if private_name not in request:
            return point_of(request, curve, name)
        P = sm2.multiply(curve, request.integer(private_name), curve.G)
        if name in request and P != point_of(request, curve, name):
            raise Invalid(f"{name} does not belong to {private_name}")
        return P

    points = [public("pa", "da"), public("pb", "db"), public("ra", "ra_priv"), public("rb", "rb_priv")]
    ida, idb = request.octets("ida", sm2.DEFAULT_ID), request.octets("idb", sm2.DEFAULT_ID)
    klen = request.number("klen")
    results = {name: sm2.encode_point(curve, P) for name, P in zip(("pa", "pb", "ra", "rb"), points)}
    results |= {"za": sm2.Z(curve, ida, points[0]), "zb": sm2.Z(curve, idb, points[1])}
    if "da" not in request and "db" not in request:
        raise Malformed("da or db is needed")
    for side, d_name, r_name in (("ta", "da", "ra_priv"), ("tb", "db", "rb_priv")):
        if d_name not in request:
            continue
        exchange = sm2.key_exchange(curve, side == "ta", request.integer(d_name), request.integer(r_name),
                                    *points, ida, idb, klen)
        shared = {
            "x1bar": integer_to_octets(exchange.x1bar, 16), "x2bar": integer_to_octets(exchange.x2bar, 16),
            "u": sm2.encode_point(curve, exchange.U), "key": exchange.key, "hash_inner": exchange.hash_inner,
            "s1_sb": exchange.s1_sb, "s2_sa": exchange.s2_sa,
        }
        if any(results.get(name, value) != value for name, value in shared.items()):
            raise AssertionError("the two sides of the key exchange differ")
        results |= shared
        results[side] = octets32(exchange.t)
    return results
