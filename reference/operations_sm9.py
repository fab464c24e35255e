# SPDX-License-Identifier: Apache-2.0
"""Operations of SM9. Points are x || y without 04, elements of F_q12 have 384 bytes."""

import pem
import sm9
import sm9_encoding
from errors import Invalid
from octets import integer_to_octets
from operation import Malformed, operation
from sm9_fields import N, Fq, Fq2, Fq12, q, t


def octets32(x):
    return integer_to_octets(x, 32)


def g1_of(request, name):
    return sm9.point_from_octets(Fq, request.octets(name))


def g2_of(request, name):
    return sm9.point_from_octets(Fq2, request.octets(name))


def hid_of(request, default):
    return request.octets("hid", default)


@operation("sm9.parameters", "")
def parameters(request):
    return {
        "q": octets32(q), "n": octets32(N), "t": integer_to_octets(t, 8), "trace": integer_to_octets(6 * t * t + 1, 16),
        "b": b"\x05", "beta": "-2", "cofactor_g1": b"\x01", "embedding_degree": 12, "cid": b"\x12", "eid": b"\x04",
        "p1": sm9.point_octets(sm9.P1), "p2": sm9.point_octets(sm9.P2),
        "e_p1_p2": sm9.pairing(sm9.P1, sm9.P2).octets(),
    }


# Arithmetic

@operation("sm9.hash-to-scalar", "arithmetic z")
def hash_to_scalar(request):
    function = {"H1": sm9.H1, "H2": sm9.H2}.get(request.text("arithmetic"))
    if not function:
        raise Malformed("arithmetic is H1 or H2")
    return {"hash": octets32(function(request.octets("z")))}


@operation("sm9.pairing", "g1 g2")
def pairing(request):
    return {"gt": sm9.pairing(g1_of(request, "g1"), g2_of(request, "g2")).octets()}


@operation("sm9.gt-exp", "gt_in1 exp")
def gt_exp(request):
    return {"gt": (Fq12.from_octets(request.octets("gt_in1")) ** request.integer("exp")).octets()}


@operation("sm9.fp12-arithmetic", "arithmetic gt_in1 gt_in2")
def fp12_arithmetic(request):
    a = Fq12.from_octets(request.octets("gt_in1"))
    results = {
        "mul": lambda: a * Fq12.from_octets(request.octets("gt_in2")),
        "sqr": lambda: a * a,
        "inv": a.inverse,
        "frobenius": a.frobenius,
        "frobenius2": lambda: a ** (q * q),
        "frobenius3": lambda: a ** (q * q * q),
        "conjugate": a.conjugate,
    }
    if request.text("arithmetic") not in results:
        raise Malformed("no such arithmetic")
    return {"gt": results[request.text("arithmetic")]().octets()}


def group_arithmetic(request, point, name):
    P = point(request, name)
    results = {
        "mul": lambda: sm9.multiply(request.integer("scalar"), P),
        "add": lambda: sm9.add(P, point(request, name + "_b")),
        "neg": lambda: sm9.negate(P),
    }
    if request.text("arithmetic") not in results:
        raise Malformed("no such arithmetic")
    R = results[request.text("arithmetic")]()
    return {"infinity": True} if R is sm9.INFINITY else {"out": sm9.point_octets(R)}


@operation("sm9.g1-arithmetic", "arithmetic g1 g1_b scalar")
def g1_arithmetic(request):
    return group_arithmetic(request, g1_of, "g1")


@operation("sm9.g2-arithmetic", "arithmetic g2 g2_b scalar")
def g2_arithmetic(request):
    return group_arithmetic(request, g2_of, "g2")


@operation("sm9.point-decode", "group point")
def point_decode(request):
    """The encoded form 04 || x || y."""
    field = {"G1": Fq, "G2": Fq2}.get(request.text("group"))
    if not field:
        raise Malformed("group is G1 or G2")
    return {"out": sm9.point_octets(sm9_encoding.decode_point(field, request.octets("point")))}


# Keys

@operation("sm9.extract", "ks ke user_id hid")
def extract(request):
    """With ks the signing key ds, with ke the key de for encryption (hid 03 if absent) or exchange."""
    if "ks" in request:
        E = sm9.extract(request.integer("ks"), request.octets("user_id"), hid_of(request, sm9.HID_SIGN), sm9.P1)
        return {"h1": octets32(E.h1), "t1": octets32(E.t1), "t2": octets32(E.t2), "ds": sm9.point_octets(E.key),
                "ppub_s": sm9.point_octets(sm9.sign_master_public(request.integer("ks")))}
    E = sm9.extract(request.integer("ke"), request.octets("user_id"), hid_of(request, sm9.HID_ENCRYPT), sm9.P2)
    return {"h1": octets32(E.h1), "t1": octets32(E.t1), "t2": octets32(E.t2), "de": sm9.point_octets(E.key),
            "ppub_e": sm9.point_octets(sm9.encrypt_master_public(request.integer("ke")))}


@operation("sm9.key-decode", "format der")
def key_decode(request):
    try:
        return sm9_encoding.decode_key(request.octets("der"), request.text("format"))
    except ValueError as reason:
        raise Malformed(str(reason)) from None


@operation("sm9.pem-decode", "pem")
def pem_decode(request):
    label, octets = pem.decode(request.text("pem"))[0]
    return {"label": label, "der": octets}


# Signature

@operation("sm9.sign", "ppub_s ds msg r")
def sign(request):
    S = sm9.sign(g2_of(request, "ppub_s"), g1_of(request, "ds"), request.message(), request.integer("r"))
    return {"g": S.g.octets(), "w": S.w.octets(), "h": octets32(S.h), "l": octets32(S.l),
            "s": sm9.point_octets(S.S), "sig_der": sm9_encoding.signature_to_der(S.h, S.S)}


@operation("sm9.verify", "ppub_s user_id hid msg sig_der")
def verify(request):
    """sig_der, or h and s."""
    ppub_s = g2_of(request, "ppub_s")
    if "sig_der" in request:
        h, S = sm9_encoding.signature_from_der(request.octets("sig_der"))
    else:
        h, S = request.integer("h"), g1_of(request, "s")
    V = sm9.verify(ppub_s, request.octets("user_id"), hid_of(request, sm9.HID_SIGN), request.message(), h, S)
    if not V.valid:
        raise Invalid("signature")
    return {"h": octets32(h), "s": sm9.point_octets(S), "v_t": V.t.octets(), "v_p": sm9.point_octets(V.P),
            "v_u": V.u.octets(), "v_w": V.w.octets()}


# Key exchange

@operation("sm9.key_exchange", "ke ppub_e hid ida idb dea deb ra_priv rb_priv ra rb klen sa sb")
def key_exchange(request):
    """From the keys of A (dea, ra_priv), of B (deb, rb_priv), or of both, who then have to agree.

    A given sb is checked against that of A, a given sa against that of B.
    """
    ppub_e = g1_of(request, "ppub_e")
    ida, idb, hid = request.octets("ida"), request.octets("idb"), hid_of(request, sm9.HID_EXCHANGE)
    QA, QB = sm9.Q_of(ida, hid, ppub_e), sm9.Q_of(idb, hid, ppub_e)
    RA = sm9.multiply(request.integer("ra_priv"), QB) if "ra_priv" in request else g1_of(request, "ra")
    RB = sm9.multiply(request.integer("rb_priv"), QA) if "rb_priv" in request else g1_of(request, "rb")
    results = {"qa": sm9.point_octets(QA), "qb": sm9.point_octets(QB), "ra": sm9.point_octets(RA),
               "rb": sm9.point_octets(RB)}
    if "dea" not in request and "deb" not in request:
        raise Malformed("dea or deb is needed")
    for de, r in (("dea", "ra_priv"), ("deb", "rb_priv")):
        if de not in request:
            continue
        E = sm9.key_exchange(de == "dea", ppub_e, g2_of(request, de), request.integer(r), RA, RB, ida, idb,
                             request.number("klen"))
        side = {"g1_val": E.g1.octets(), "g2_val": E.g2.octets(), "g3_val": E.g3.octets(), "key": E.key,
                "hash_inner": E.hash_inner, "sa": E.SA, "sb": E.SB}
        if any(results.get(name, value) != value for name, value in side.items()):
            raise AssertionError("the two sides of the key exchange differ")
        results |= side
    for name in ("sa", "sb"):
        if name in request and request.octets(name) != results[name]:
            raise Invalid("confirmation value")
    return results


# Key encapsulation and encryption

@operation("sm9.kem", "ppub_e user_id hid klen r")
def kem(request):
    hid = hid_of(request, sm9.HID_ENCRYPT)
    E = sm9.encapsulate(g1_of(request, "ppub_e"), request.octets("user_id"), hid, request.number("klen"),
                        request.integer("r"))
    return {"h1": octets32(sm9.H1(request.octets("user_id") + hid)), "qb": sm9.point_octets(E.Q),
            "c1": sm9.point_octets(E.C), "g": E.g.octets(), "w": E.w.octets(), "k": E.K}


@operation("sm9.kem-decapsulate", "de user_id c1 klen")
def kem_decapsulate(request):
    return {"k": sm9.decapsulate(g2_of(request, "de"), request.octets("user_id"), g1_of(request, "c1"),
                                 request.number("klen"))}


def mode_of(request):
    mode = request.text("mode")
    if mode not in sm9_encoding.TYPES:
        raise Malformed("no such mode")
    return mode


@operation("sm9.encrypt", "ppub_e user_id hid mode iv pt r")
def encrypt(request):
    mode = mode_of(request)
    E = sm9.encrypt(g1_of(request, "ppub_e"), request.octets("user_id"), hid_of(request, sm9.HID_ENCRYPT),
                    request.octets("pt"), mode, request.integer("r"), request.octets("iv", b""))
    K = E.encapsulation
    return {"qb": sm9.point_octets(K.Q), "g": K.g.octets(), "w": K.w.octets(), "k": K.K, "k1": E.K1, "k2": E.K2,
            "c1": sm9.point_octets(K.C), "c2": E.C2, "c3": E.C3,
            "ct": sm9_encoding.ciphertext_to_octets(K.C, E.C2, E.C3),
            "ct_der": sm9_encoding.ciphertext_to_der(K.C, E.C2, E.C3, mode)}


@operation("sm9.decrypt", "de user_id mode ct", "de user_id mode ct_der")
def decrypt(request):
    """ct_der, which has to name the mode, or ct."""
    mode = mode_of(request)
    if "ct_der" in request:
        C1, C2, C3, named = sm9_encoding.ciphertext_from_der(request.octets("ct_der"))
        if named != mode:
            raise Invalid("another encryption type")
    else:
        C1, C2, C3 = sm9_encoding.ciphertext_from_octets(request.octets("ct"))
    return {"pt": sm9.decrypt(g2_of(request, "de"), request.octets("user_id"), C1, C2, C3, mode)}
