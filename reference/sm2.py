# SPDX-License-Identifier: Apache-2.0
"""SM2 public key cryptographic algorithm based on elliptic curves, GB/T 32918-2016 parts 1 to 5.

A point is a pair (x, y) of integers below p, or None for the point at infinity O. Random
numbers are arguments. Each function that follows numbered steps of the standard returns
the values of those steps under the names that the standard gives them.
"""

from typing import NamedTuple

from errors import Invalid
from kdf import kdf
from octets import integer_to_octets, octets_to_integer, xor
from sm3 import sm3

DEFAULT_ID = b"1234567812345678"    # GM/T 0009-2012 clause 10
INFINITY = None


class Curve(NamedTuple):
    """Part 1, 5.2: parameters of y^2 = x^3 + a x + b over F_p with base point G of order n, cofactor h."""

    p: int
    a: int
    b: int
    n: int
    G: tuple
    h: int = 1


# GB/T 32918.5-2017 clause 2: the recommended curve, sm2p256v1
SM2P256V1 = Curve(
    p=0xFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000FFFFFFFFFFFFFFFF,
    a=0xFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000FFFFFFFFFFFFFFFC,
    b=0x28E9FA9E9D9F5E344D5A9E4BCF6509A7F39789F515AB8F92DDBCBD414D940E93,
    n=0xFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFF7203DF6B21C6052B53BBF40939D54123,
    G=(0x32C4AE2C1F1981195F9904466A39C9948FE30BBFF2660BE1715A4589334C74C7,
       0xBC3736A2F4F6779C59BDCEE36B692153D0A9877CC62A474002DF32E52139F0A0))

# GB/T 32918.2/.3/.4-2016 Annex A: the F_p-256 curve of the examples
EXAMPLE_FP256 = Curve(
    p=0x8542D69E4C044F18E8B92435BF6FF7DE457283915C45517D722EDB8B08F1DFC3,
    a=0x787968B4FA32C3FD2417842E73BBFEFF2F3C848B6831D7E0EC65228B3937E498,
    b=0x63E4C6D3B23B0C849CF84241484BFE48F61D59A5B16BA06E6E12D1DA27C5249A,
    n=0x8542D69E4C044F18E8B92435BF6FF7DD297720630485628D5AE74EE7C32E79B7,
    G=(0x421DEBD61B62EAB6746434EBC3CC315E32220B3BADD50BDC4C4E6C147FEDD43D,
       0x0680512BCBB42C07D47349D2153B70C4E5D7FDFCBFA36EA1A85841B9E46E09A2))


# Part 1: the group of points

def is_on_curve(curve, P):
    """Coordinates in [0, p-1] that satisfy the equation; O is not meant."""
    x, y = P
    return 0 <= x < curve.p and 0 <= y < curve.p and (y * y - (x ** 3 + curve.a * x + curve.b)) % curve.p == 0


def negate(curve, P):
    """Part 1, 3.2.3.1 c): -(x, y) = (x, -y)."""
    return INFINITY if P is INFINITY else (P[0], -P[1] % curve.p)


def add(curve, P1, P2):
    """Part 1, 3.2.3.1: P1 + P2 in affine coordinates."""
    p = curve.p
    if P1 is INFINITY:
        return P2
    if P2 is INFINITY:
        return P1
    x1, y1 = P1
    x2, y2 = P2
    if x1 == x2 and (y1 + y2) % p == 0:
        return INFINITY
    if P1 == P2:
        slope = (3 * x1 * x1 + curve.a) * pow(2 * y1, -1, p)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, p)
    x3 = (slope * slope - x1 - x2) % p
    y3 = (slope * (x1 - x3) - y1) % p
    return x3, y3


def multiply(curve, k, P):
    """Part 1, A.3.2, algorithm 1 (binary expansion): [k]P, k >= 0."""
    Q = INFINITY
    for bit in bin(k)[2:]:
        Q = add(curve, Q, Q)
        if bit == "1":
            Q = add(curve, Q, P)
    return Q


def square_root(curve, g):
    """Part 1, B.1.4: a y with y^2 = g mod p, for p = 3 mod 4."""
    y = pow(g, (curve.p + 1) // 4, curve.p)
    if y * y % curve.p != g % curve.p:
        raise Invalid("no square root")
    return y


# Part 1: octets

def field_octets(curve, x):
    """4.2.6: a field element, or a scalar, as octets of the full width."""
    return integer_to_octets(x, (curve.p.bit_length() + 7) // 8)


def encode_point(curve, P, form="uncompressed"):
    """4.2.9: a point as octets: 04 || x || y, 02/03 || x or 06/07 || x || y; O is one octet 00."""
    if P is INFINITY:
        return b"\x00"
    x, y = field_octets(curve, P[0]), field_octets(curve, P[1])
    if form == "uncompressed":
        return b"\x04" + x + y
    if form == "compressed":
        return bytes([2 | P[1] & 1]) + x
    if form == "hybrid":
        return bytes([6 | P[1] & 1]) + x + y
    raise ValueError("unknown point form")


def decode_point(curve, octets, hybrid=False):
    """4.2.10: octets as a point of the curve other than O. The hybrid form is taken on request only."""
    width = (curve.p.bit_length() + 7) // 8
    if not octets:
        raise Invalid("empty point")
    PC = octets[0]
    x = octets_to_integer(octets[1:1 + width])
    if PC in (2, 3) and len(octets) == 1 + width:
        if x >= curve.p:
            raise Invalid("x is not below p")
        y = square_root(curve, x ** 3 + curve.a * x + curve.b)
        if y & 1 != PC & 1:
            y = -y % curve.p
        if y & 1 != PC & 1:
            raise Invalid("y = 0 has no odd form")
    elif (PC == 4 or hybrid and PC in (6, 7)) and len(octets) == 1 + 2 * width:
        y = octets_to_integer(octets[1 + width:])
        if PC != 4 and y & 1 != PC & 1:
            raise Invalid("hybrid form with the wrong parity of y")
    else:
        raise Invalid("unknown point form or length")
    if not is_on_curve(curve, (x, y)):
        raise Invalid("point is not on the curve")
    return x, y


def check_private_key(curve, d):
    """6.1: d in [1, n-2]."""
    if not 1 <= d <= curve.n - 2:
        raise Invalid("private key out of range")


def check_public_key(curve, P):
    """6.2.1: P is not O, is on the curve, and [n]P = O."""
    if P is INFINITY or not is_on_curve(curve, P) or multiply(curve, curve.n, P) is not INFINITY:
        raise Invalid("public key is not a point of order n")


def public_key(curve, d):
    """6.1: P = [d]G."""
    check_private_key(curve, d)
    return multiply(curve, d, curve.G)


# Part 2: digital signature

def Z(curve, ID, P):
    """Part 2, 5.5: Z = H256(ENTL || ID || a || b || x_G || y_G || x_A || y_A), ENTL the bit length of ID."""
    if 8 * len(ID) > 0xFFFF:
        raise Invalid("ID longer than 8191 bytes")
    ENTL = integer_to_octets(8 * len(ID), 2)
    values = (curve.a, curve.b, *curve.G, *P)
    return sm3(ENTL + ID + b"".join(field_octets(curve, v) for v in values))


def message_digest(Z_A, message):
    """Part 2, 6.1 A1, A2: e = Hv(Z_A || M), 32 octets."""
    return sm3(Z_A + message)


class Signature(NamedTuple):
    """Values of part 2, 6.1."""

    x1: int
    y1: int
    one_plus_d_inv: int
    r: int
    s: int


def sign_digest(curve, d, e, k):
    """Part 2, 6.1 A4 to A6, with the digest e (octets) of A2 and the k of A3.

    Refuses a k that has to be drawn again.
    """
    check_private_key(curve, d)
    n = curve.n
    if not 1 <= k <= n - 1:
        raise Invalid("k out of range")
    x1, y1 = multiply(curve, k, curve.G)                                # A4
    r = (octets_to_integer(e) + x1) % n                                 # A5
    if r == 0 or r + k == n:
        raise Invalid("r = 0 or r + k = n: take another k")
    one_plus_d_inv = pow(1 + d, -1, n)
    s = one_plus_d_inv * (k - r * d) % n                                # A6
    if s == 0:
        raise Invalid("s = 0: take another k")
    return Signature(x1, y1, one_plus_d_inv, r, s)


def sign(curve, d, ID, message, k):
    """Part 2, 6.1 A1 to A6."""
    e = message_digest(Z(curve, ID, public_key(curve, d)), message)
    return sign_digest(curve, d, e, k)


def verify_digest(curve, P, e, r, s):
    """Part 2, 7.1 B1, B2 and B5 to B7, with the digest e (octets) of B4."""
    n = curve.n
    if not 1 <= r <= n - 1:                                             # B1
        return False
    if not 1 <= s <= n - 1:                                             # B2
        return False
    t = (r + s) % n                                                     # B5
    if t == 0:
        return False
    point = add(curve, multiply(curve, s, curve.G), multiply(curve, t, P))  # B6
    if point is INFINITY:
        return False
    R = (octets_to_integer(e) + point[0]) % n                           # B7
    return R == r


def verify(curve, P, ID, message, r, s):
    """Part 2, 7.1 B1 to B7."""
    return verify_digest(curve, P, message_digest(Z(curve, ID, P), message), r, s)


# Part 3: key exchange

class Exchange(NamedTuple):
    """Values of part 3, 6.1, as one side computes them."""

    x1bar: int
    x2bar: int
    t: int                  # t_A for the initiator, t_B for the responder
    U: tuple                # U for the initiator, V for the responder; both are equal
    key: bytes
    hash_inner: bytes       # Hash(x_U || Z_A || Z_B || x1 || y1 || x2 || y2)
    s1_sb: bytes            # S_1 = S_B = Hash(02 || y_U || hash_inner)
    s2_sa: bytes            # S_2 = S_A = Hash(03 || y_U || hash_inner)


def reduced_x(curve, R):
    """Part 3, 6.1 A4: 2^w + (x & (2^w - 1)), w = ceil(ceil(log2(n)) / 2) - 1."""
    w = (curve.n.bit_length() + 1) // 2 - 1
    return 2 ** w + (R[0] & (2 ** w - 1))


def key_exchange(curve, initiator, d, r, P_A, P_B, R_A, R_B, ID_A, ID_B, klen):
    """Part 3, 6.1: A4 to A10 for the initiator A, B3 to B10 for the responder B; klen in bytes.

    d and r are the static and the ephemeral private key of the side that computes; Z_A
    comes before Z_B on both sides.
    """
    check_private_key(curve, d)
    if not 1 <= r <= curve.n - 1:
        raise Invalid("ephemeral private key out of range")
    P, R = (P_B, R_B) if initiator else (P_A, R_A)
    for point in (P, R):
        if point is INFINITY or not is_on_curve(curve, point):
            raise Invalid("point is not on the curve")
    x1bar, x2bar = reduced_x(curve, R_A), reduced_x(curve, R_B)         # A4, A6; B3, B5
    own, other = (x1bar, x2bar) if initiator else (x2bar, x1bar)
    t = (d + own * r) % curve.n                                         # A5; B4
    U = multiply(curve, curve.h * t, add(curve, P, multiply(curve, other, R)))  # A7; B6
    if U is INFINITY:
        raise Invalid("the shared point is infinity")
    x_U, y_U = (field_octets(curve, v) for v in U)
    Z_A, Z_B = Z(curve, ID_A, P_A), Z(curve, ID_B, P_B)
    key = kdf(x_U + y_U + Z_A + Z_B, klen)                              # A8; B7
    ephemeral = b"".join(field_octets(curve, v) for v in (*R_A, *R_B))
    hash_inner = sm3(x_U + Z_A + Z_B + ephemeral)
    s1_sb = sm3(b"\x02" + y_U + hash_inner)                             # A9; B8
    s2_sa = sm3(b"\x03" + y_U + hash_inner)                             # A10; B10
    return Exchange(x1bar, x2bar, t, U, key, hash_inner, s1_sb, s2_sa)


def ecdh(curve, d, P):
    """Plain Diffie-Hellman on the curve (SEC 1 3.3.2, cofactor): the x-coordinate of [h d]P."""
    check_private_key(curve, d)
    S = multiply(curve, curve.h * d, P)
    if S is INFINITY:
        raise Invalid("the shared point is infinity")
    return field_octets(curve, S[0])


# Part 4: public key encryption

class Encryption(NamedTuple):
    """Values of part 4, 6.1."""

    C1: tuple
    x2: int
    y2: int
    t: bytes
    C2: bytes
    C3: bytes


def encrypt(curve, P, message, k):
    """Part 4, 6.1 A2 to A7, with the k of A1. Refuses a k that has to be drawn again, and the empty message."""
    if not message:
        raise Invalid("empty message")
    if not 1 <= k <= curve.n - 1:
        raise Invalid("k out of range")
    C1 = multiply(curve, k, curve.G)                                    # A2
    if multiply(curve, curve.h, P) is INFINITY:                         # A3
        raise Invalid("[h]P is infinity")
    x2, y2 = multiply(curve, k, P)                                      # A4
    x2_octets, y2_octets = field_octets(curve, x2), field_octets(curve, y2)
    t = kdf(x2_octets + y2_octets, len(message))                        # A5
    if not any(t):
        raise Invalid("t = 0: take another k")
    C2 = xor(message, t)                                                # A6
    C3 = sm3(x2_octets + message + y2_octets)                           # A7
    return Encryption(C1, x2, y2, t, C2, C3)


def decrypt(curve, d, C1, C2, C3):
    """Part 4, 7.1 B1 to B6."""
    check_private_key(curve, d)
    if not C2:
        raise Invalid("empty message")
    if C1 is INFINITY or not is_on_curve(curve, C1):                    # B1
        raise Invalid("C1 is not on the curve")
    if multiply(curve, curve.h, C1) is INFINITY:                        # B2
        raise Invalid("[h]C1 is infinity")
    x2, y2 = multiply(curve, d, C1)                                     # B3
    x2_octets, y2_octets = field_octets(curve, x2), field_octets(curve, y2)
    t = kdf(x2_octets + y2_octets, len(C2))                             # B4
    if not any(t):
        raise Invalid("t = 0")
    message = xor(C2, t)                                                # B5
    if sm3(x2_octets + message + y2_octets) != C3:                      # B6
        raise Invalid("C3")
    return message
