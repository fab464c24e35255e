# SPDX-License-Identifier: Apache-2.0
"""Random cases of SM9. A pairing takes a fifth of a second, so a few dozen of each kind are a lot."""

import sm9
from octets import integer_to_octets, octets_to_integer
from operations import run
from random_source import case, generator
from sm9_encoding import ciphertext_to_der, encode_point, signature_to_der
from sm9_fields import N, Fq, Fq2, Fq12, q


def hex32(x):
    return integer_to_octets(x, 32).hex()


def scalar(source):
    """In [1, N-1]."""
    return source.below(N - 1) + 1


def points(P):
    return sm9.point_octets(P).hex()


def G1_point(source):
    return sm9.multiply(scalar(source), sm9.P1)


def G2_point(source):
    return sm9.multiply(scalar(source), sm9.P2)


def off_curve(source, P):
    """x || y with one coordinate or one bit wrong."""
    octets = sm9.point_octets(P)
    return source.choice((
        source.flip(octets), bytes(len(octets)), octets[:-32] + integer_to_octets(q, 32),
        octets[:-1] + bytes([octets[-1] ^ 1])))


def identity(source):
    return source.choice((b"Alice", b"Bob", b"", source.octets(source.length(1, 60, 64)))).hex()


def F_q12(source):
    return Fq12.from_octets(b"".join(integer_to_octets(source.below(q), 32) for _ in range(12)))


# Arithmetic

@generator("sm9.hash-to-scalar")
def hash_to_scalar(source, i):
    return case("sm9.hash-to-scalar", {"arithmetic": ("H1", "H2")[i % 2], "z": source.hex(source.length(0, 500, 64))})


@generator("sm9.fp12-arithmetic")
def fp12_arithmetic(source, i):
    arithmetic = ("mul", "sqr", "inv", "frobenius", "frobenius2", "conjugate")[i % 6]
    fields = {"arithmetic": arithmetic, "gt_in1": F_q12(source).octets().hex()}
    if arithmetic == "mul":
        fields["gt_in2"] = F_q12(source).octets().hex()
    return case("sm9.fp12-arithmetic", fields)


def group_case(source, name, field, random_point):
    P = random_point(source)
    arithmetic = source.choice(("mul", "add", "neg"))
    fields = {"arithmetic": arithmetic, name: points(P)}
    if arithmetic == "mul":
        fields["scalar"] = hex32(scalar(source))
    if arithmetic == "add":
        fields[name + "_b"] = points(source.choice((P, sm9.negate(P), random_point(source), sm9.add(P, P))))
    return case(f"sm9.{name}-arithmetic", fields)


@generator("sm9.g1-arithmetic")
def g1_arithmetic(source, i):
    return group_case(source, "g1", Fq, G1_point)


@generator("sm9.g2-arithmetic")
def g2_arithmetic(source, i):
    return group_case(source, "g2", Fq2, G2_point)


def twist_point_outside(source):
    """A point of the twist that is not in the subgroup of order N: x drawn until y exists."""
    while True:
        x = Fq2(source.below(q), source.below(q))
        y = square_root(x * x * x + sm9.B[Fq2])
        if y and sm9.multiply(N, (x, y)) is not sm9.INFINITY:
            return x, y


def square_root(a):
    """In F_q2 with u^2 = -2: (y1 u + y0)^2 = a gives y0^2 = (a0 +- sqrt(a0^2 + 2 a1^2)) / 2. None if there is none."""
    norm_root = base_square_root(a.x0 * a.x0 + 2 * a.x1 * a.x1)
    if norm_root is None:
        return None
    for root in (norm_root, -norm_root):
        y0 = base_square_root((a.x0 + root) * pow(2, -1, q))
        if y0:
            y = Fq2(a.x1 * pow(2 * y0, -1, q), y0)
            if y * y == a:
                return y
    return None


def base_square_root(a):
    """In F_q with q = 5 mod 8 (Atkin); None if there is none."""
    a %= q
    b = pow(2 * a, (q - 5) // 8, q)
    i = 2 * a * b * b % q
    y = a * b * (i - 1) % q
    return y if y * y % q == a else None


@generator("sm9.point-decode")
def point_decode(source, i):
    group = ("G1", "G2")[i % 2]
    P = G1_point(source) if group == "G1" else G2_point(source)
    octets, comment = encode_point(P), ""
    kind = source.randrange(4)
    if kind == 0:
        octets, comment = b"\x04" + off_curve(source, P), "not on the curve"
    elif kind == 1:
        octets, comment = source.mutate(octets), "octets changed"
    elif kind == 2 and group == "G2":
        octets, comment = encode_point(twist_point_outside(source)), "not in the subgroup of order N"
    test = case("sm9.point-decode", {"group": group, "point": octets.hex()}, comment)
    test.pop("out", None)
    return test


@generator("sm9.pairing")
def pairing(source, i):
    return case("sm9.pairing", {"g1": points(G1_point(source)), "g2": points(G2_point(source))})


@generator("sm9.gt-exp")
def gt_exp(source, i):
    gt = sm9.pairing(sm9.P1, sm9.P2) ** scalar(source)
    return case("sm9.gt-exp", {"gt_in1": gt.octets().hex(), "exp": hex32(source.below(N))})


# Keys

@generator("sm9.extract")
def extract(source, i):
    """Now and then for the master key that does not fit the identity."""
    name = ("ks", "ke")[i % 2]
    user_id, hid = identity(source), source.choice(("01", "02", "03"))
    master, comment = scalar(source), ""
    if source.chance(6):
        master = -sm9.H1(bytes.fromhex(user_id + hid)) % N
        comment = "H1 + master key is 0 mod N"
    return case("sm9.extract", {name: hex32(master), "user_id": user_id, "hid": hid}, comment,
                ("h1", "ds", "de", "ppub_s", "ppub_e"))


# Signature

def signing_keys(source):
    ks = scalar(source)
    fields = {"ks": hex32(ks), "user_id": identity(source), "hid": "01"}
    E = run("sm9.extract", fields)
    return fields | {name: E[name] for name in ("ppub_s", "ds")}


@generator("sm9.sign")
def sign(source, i):
    fields = signing_keys(source) | {"msg": source.hex(source.length(0, 200, 64)), "r": hex32(scalar(source))}
    return case("sm9.sign", fields, results=("g", "w", "h", "l", "s", "sig_der"))


@generator("sm9.verify")
def verify(source, i):
    keys = signing_keys(source)
    msg = source.octets(source.length(0, 200, 64))
    made = run("sm9.sign", keys | {"msg": msg.hex(), "r": hex32(scalar(source))})
    h, S = octets_to_integer(bytes.fromhex(made["h"])), sm9.point_from_octets(Fq, bytes.fromhex(made["s"]))
    fields = {name: keys[name] for name in ("ppub_s", "user_id", "hid")}
    fields |= {"msg": msg.hex(), "sig_der": made["sig_der"]}
    comment = ""
    kind = source.randrange(10)
    if kind == 0:
        fields["msg"], comment = source.mutate(msg).hex(), "message changed"
    elif kind == 1:
        fields["user_id"], comment = source.mutate(bytes.fromhex(keys["user_id"])).hex(), "identity changed"
    elif kind == 2:
        fields["hid"], comment = "02", "another hid"
    elif kind == 3:
        fields["ppub_s"], comment = points(G2_point(source)), "another master key"
    elif kind == 4:
        fields["sig_der"] = signature_to_der(source.choice((0, N, h ^ 1 << source.randrange(240))), S).hex()
        comment = "h changed"
    elif kind == 5:
        fields["sig_der"], comment = signature_to_der(h, sm9.negate(S)).hex(), "S negated"
    elif kind == 6:
        fields["sig_der"], comment = source.mutate(bytes.fromhex(made["sig_der"])).hex(), "DER changed"
    return case("sm9.verify", fields, comment, ())


# Key exchange, encapsulation, encryption

def encryption_keys(source, hid):
    ke = scalar(source)
    fields = {"ke": hex32(ke), "user_id": identity(source), "hid": hid}
    E = run("sm9.extract", fields)
    return fields | {name: E[name] for name in ("ppub_e", "de")}


@generator("sm9.key_exchange")
def key_exchange(source, i):
    keys = encryption_keys(source, "02")
    ida, idb = keys["user_id"], identity(source)
    deb = run("sm9.extract", {"ke": keys["ke"], "user_id": idb, "hid": "02"})["de"]
    fields = {"ke": keys["ke"], "ppub_e": keys["ppub_e"], "hid": "02", "ida": ida, "idb": idb, "dea": keys["de"],
              "deb": deb, "ra_priv": hex32(scalar(source)), "rb_priv": hex32(scalar(source)),
              "klen": source.length(1, 100, 32)}
    test = case("sm9.key_exchange", fields)
    if not source.chance(4):
        return test
    kept = ("ke", "ppub_e", "hid", "ida", "idb", "dea", "ra_priv", "ra", "rb", "klen")
    one_side = {name: test[name] for name in kept}
    if source.chance(2):
        one_side["rb"] = off_curve(source, sm9.point_from_octets(Fq, bytes.fromhex(test["rb"]))).hex()
        return case("sm9.key_exchange", one_side, "R_B is not on the curve")
    one_side["sb"] = source.flip(bytes.fromhex(test["sb"])).hex()
    return case("sm9.key_exchange", one_side, "S_B changed")


@generator("sm9.kem")
def kem(source, i):
    fields = encryption_keys(source, "03") | {"klen": source.length(1, 100, 32), "r": hex32(scalar(source))}
    return case("sm9.kem", fields)


@generator("sm9.kem-decapsulate")
def kem_decapsulate(source, i):
    keys = encryption_keys(source, "03")
    C = sm9.multiply(scalar(source), sm9.Q_of(bytes.fromhex(keys["user_id"]), b"\x03",
                                              sm9.point_from_octets(Fq, bytes.fromhex(keys["ppub_e"]))))
    octets, comment = sm9.point_octets(C), ""
    if source.chance(3):
        octets, comment = off_curve(source, C), "C is not on the curve"
    return case("sm9.kem-decapsulate", {"de": keys["de"], "user_id": keys["user_id"], "c1": octets.hex(),
                                        "klen": source.length(1, 100, 32)}, comment)


MODES = ("xor", "sm4-ecb", "sm4-cbc", "sm4-ofb", "sm4-cfb")


def encryption_case(source, i):
    mode = MODES[i % 5]
    fields = encryption_keys(source, "03") | {"mode": mode, "pt": source.hex(source.length(1, 100)),
                                             "r": hex32(scalar(source))}
    if mode not in ("xor", "sm4-ecb"):
        fields["iv"] = source.hex(16)
    return case("sm9.encrypt", fields)


@generator("sm9.encrypt")
def encrypt(source, i):
    return encryption_case(source, i)


@generator("sm9.decrypt")
def decrypt(source, i):
    made = encryption_case(source, i)
    fields = {name: made[name] for name in ("de", "user_id", "mode", "ct_der")}
    C1 = sm9.point_from_octets(Fq, bytes.fromhex(made["c1"]))
    C2, C3 = bytes.fromhex(made["c2"]), bytes.fromhex(made["c3"])
    comment = ""
    kind = source.randrange(8)
    if kind == 0:
        fields["ct_der"], comment = ciphertext_to_der(C1, C2, source.flip(C3), made["mode"]).hex(), "C3 changed"
    elif kind == 1:
        fields["ct_der"], comment = ciphertext_to_der(C1, source.flip(C2), C3, made["mode"]).hex(), "C2 changed"
    elif kind == 2:
        fields["ct_der"], comment = ciphertext_to_der(sm9.negate(C1), C2, C3, made["mode"]).hex(), "C1 negated"
    elif kind == 3:
        fields["ct_der"], comment = source.mutate(bytes.fromhex(made["ct_der"])).hex(), "DER changed"
    elif kind == 4:
        fields["user_id"], comment = source.mutate(bytes.fromhex(made["user_id"])).hex(), "another identity"
    return case("sm9.decrypt", fields, comment)
