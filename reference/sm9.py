# SPDX-License-Identifier: Apache-2.0
"""SM9 identity-based cryptographic algorithms, GB/T 38635.1-2020 and 38635.2-2020 (GM/T 0044-2016).

Points of G1 have coordinates in F_q, those of G2 in F_q2; None is the point at infinity.
Random numbers are arguments. Functions that follow numbered steps return the values of those
steps under the names that the standard gives them.
"""

from functools import lru_cache
from typing import NamedTuple

import sm4_modes
from errors import Invalid
from kdf import kdf
from octets import integer_to_octets, octets_to_integer, xor
from sm3 import sm3
from sm9_fields import Fq, Fq2, Fq12, N, q, t

INFINITY = None

# Function identifiers hid of user keys (GB/T 41389-2022)
HID_SIGN = b"\x01"
HID_EXCHANGE = b"\x02"
HID_ENCRYPT = b"\x03"

# GM/T 0044.5-2016 clause 4: y^2 = x^3 + 5 over F_q, its twist y^2 = x^3 + 5 u over F_q2, generators
B = {Fq: Fq(5), Fq2: Fq2(5, 0), Fq12: Fq12.embed(Fq(5))}
P1 = (Fq(0x93DE051D62BF718FF5ED0704487D01D6E1E4086909DC3280E8C4E4817C66DDDD),
      Fq(0x21FE8DDA4F21E607631065125C395BBC1C1C00CBFA6024350C464CD70A3EA616))
P2 = (Fq2(0x85AEF3D078640C98597B6027B441A01FF1DD2C190F5E93C454806C11D8806141,
          0x3722755292130B08D2AAB97FD34EC120EE265948D19C17ABF9B7213BAF82D65B),
      Fq2(0x17509B092E845C1266BA0D262CBEE6ED0736A96FA347C8BD856DC76B84EBEB96,
          0xA7CF28D519BE3DA65F3170153D278FF247EFBA98A71A08116215BBA5C999A7C7))


# Groups of points; these work over each of the fields

def is_on_curve(P):
    x, y = P
    return y * y == x * x * x + B[type(x)]


def negate(P):
    return INFINITY if P is INFINITY else (P[0], -P[1])


def slope(P, Q):
    """Of the tangent in P = Q, or of the line through P and Q with different x."""
    if P == Q:
        square = P[0] * P[0]
        return (square + square + square) * (P[1] + P[1]).inverse()
    return (Q[1] - P[1]) * (Q[0] - P[0]).inverse()


def add(P, Q):
    if P is INFINITY:
        return Q
    if Q is INFINITY:
        return P
    if P == negate(Q):
        return INFINITY
    m = slope(P, Q)
    x = m * m - P[0] - Q[0]
    return x, m * (P[0] - x) - P[1]


def multiply(k, P):
    """[k]P, k >= 0."""
    R = INFINITY
    for bit in bin(k)[2:]:
        R = add(R, R)
        if bit == "1":
            R = add(R, P)
    return R


def point_octets(P):
    """x || y, each with its highest coefficient first."""
    return P[0].octets() + P[1].octets()


def point_from_octets(field, octets):
    """x || y as a point of G1 (field Fq) or G2 (field Fq2): below q, on the curve, of order N."""
    if len(octets) != 2 * field.size:
        raise Invalid("length of a point")
    P = (field.from_octets(octets[:field.size]), field.from_octets(octets[field.size:]))
    if not is_on_curve(P):
        raise Invalid("point is not on the curve")
    # G1 is the whole curve, G2 a subgroup of the twist
    if field is Fq2 and multiply(N, P) is not INFINITY:
        raise Invalid("point is not in the subgroup of order N")
    return P


# The R-ate pairing on G1 x G2, GM/T 0044.1-2016 Annex C

def untwist(Q):
    """From the twist to the curve over F_q12: (x w^-2, y w^-3)."""
    w_inverse = Fq12.w().inverse()
    return Fq12.embed(Q[0]) * w_inverse ** 2, Fq12.embed(Q[1]) * w_inverse ** 3


def line(U, V, P):
    """g_(U,V)(P): the line through U and V, the tangent where they are equal, in the point P."""
    return slope(U, V) * (P[0] - U[0]) - P[1] + U[1]


@lru_cache(maxsize=64)    # e(P1, Ppub-s) and e(Ppub-e, P2) come again and again
def pairing(P, Q):
    """e(P, Q): Miller loop over a = 6 t + 2, two lines with Frobenius images of Q, power (q^12 - 1) / N."""
    if P is INFINITY or Q is INFINITY:
        return Fq12.one()
    P = (Fq12.embed(P[0]), Fq12.embed(P[1]))
    Q = untwist(Q)
    f = Fq12.one()
    T = Q
    for bit in bin(6 * t + 2)[3:]:
        f = f * f * line(T, T, P)
        T = add(T, T)
        if bit == "1":
            f = f * line(T, Q, P)
            T = add(T, Q)
    Q1 = (Q[0].frobenius(), Q[1].frobenius())
    Q2 = (Q1[0].frobenius(), Q1[1].frobenius())
    f = f * line(T, Q1, P)
    T = add(T, Q1)
    f = f * line(T, negate(Q2), P)
    return final_power(f)


def final_power(f):
    """f^((q^12 - 1) / N), q^12 - 1 = (q^6 - 1) (q^2 + 1) (q^4 - q^2 + 1)."""
    f = f.conjugate() * f.inverse()
    f = f ** (q * q) * f
    return f ** ((q ** 4 - q ** 2 + 1) // N)


# Auxiliary functions, GB/T 38635.2

def hash_to_range(prefix, z):
    """H1 (prefix 01) and H2 (prefix 02) of Z, into [1, N-1]: GM/T 0044.2-2016 5.4.2.2 and 5.4.2.3."""
    hlen = 8 * -(-5 * N.bit_length() // 32)
    Ha = b""
    ct = 1
    while 8 * len(Ha) < hlen:
        Ha += sm3(prefix + z + integer_to_octets(ct, 4))
        ct += 1
    return octets_to_integer(Ha[:hlen // 8]) % (N - 1) + 1


def H1(z):
    return hash_to_range(b"\x01", z)


def H2(z):
    return hash_to_range(b"\x02", z)


def MAC(K2, Z):
    """The message authentication code function: MAC(K2, Z) = Hv(Z || K2)."""
    return sm3(Z + K2)


# Keys

def check_scalar(k):
    if not 1 <= k <= N - 1:
        raise Invalid("number is not in [1, N-1]")


def sign_master_public(ks):
    """Ppub-s = [ks]P2."""
    check_scalar(ks)
    return multiply(ks, P2)


def encrypt_master_public(ke):
    """Ppub-e = [ke]P1."""
    check_scalar(ke)
    return multiply(ke, P1)


class Extraction(NamedTuple):
    h1: int
    t1: int
    t2: int
    key: tuple


def extract(master, ID, hid, generator):
    """User key [t2]P with t1 = H1(ID || hid) + master, t2 = master / t1; P1 for ds, P2 for de."""
    check_scalar(master)
    h1 = H1(ID + hid)
    t1 = (h1 + master) % N
    if t1 == 0:
        raise Invalid("t1 = 0: the master key must be changed")
    t2 = master * pow(t1, -1, N) % N
    return Extraction(h1, t1, t2, multiply(t2, generator))


def Q_of(ID, hid, Ppub_e):
    """Q = [H1(ID || hid)]P1 + Ppub-e."""
    return add(multiply(H1(ID + hid), P1), Ppub_e)


# Signature, GM/T 0044.2-2016

class Signature(NamedTuple):
    g: Fq12
    w: Fq12
    h: int
    l: int
    S: tuple


def sign(Ppub_s, ds, message, r):
    """6.1 A1 to A7, with the r of A2."""
    check_scalar(r)
    g = pairing(P1, Ppub_s)                         # A1
    w = g ** r                                      # A3
    h = H2(message + w.octets())                    # A4
    l = (r - h) % N                                 # A5
    if l == 0:
        raise Invalid("l = 0: take another r")
    return Signature(g, w, h, l, multiply(l, ds))   # A6


class Verification(NamedTuple):
    t: Fq12
    P: tuple
    u: Fq12
    w: Fq12
    valid: bool


def verify(Ppub_s, ID, hid, message, h, S):
    """7.1 B1 to B9."""
    if not 1 <= h <= N - 1:                         # B1
        raise Invalid("h is not in [1, N-1]")
    if S is INFINITY or not is_on_curve(S):         # B2
        raise Invalid("S is not in G1")
    g = pairing(P1, Ppub_s)                         # B3
    t_value = g ** h                                # B4
    P = add(multiply(H1(ID + hid), P2), Ppub_s)     # B5, B6
    u = pairing(S, P)                               # B7
    w = u * t_value                                 # B8
    return Verification(t_value, P, u, w, H2(message + w.octets()) == h)  # B9


# Key exchange, GM/T 0044.3-2016

class Exchange(NamedTuple):
    g1: Fq12
    g2: Fq12
    g3: Fq12
    key: bytes
    hash_inner: bytes
    SA: bytes
    SB: bytes


def key_exchange(initiator, Ppub_e, de, r, R_A, R_B, ID_A, ID_B, klen):
    """6.1: A5 to A8 for the initiator A, B4 to B8 for the responder B; klen in bytes."""
    check_scalar(r)
    R = R_B if initiator else R_A
    if R is INFINITY or not is_on_curve(R):
        raise Invalid("R is not in G1")
    own = pairing(Ppub_e, P2) ** r
    other = pairing(R, de)
    g1, g2 = (own, other) if initiator else (other, own)
    g3 = other ** r
    exchanged = ID_A + ID_B + point_octets(R_A) + point_octets(R_B)
    key = kdf(exchanged + g1.octets() + g2.octets() + g3.octets(), klen)
    hash_inner = sm3(g2.octets() + g3.octets() + exchanged)
    SB = sm3(b"\x82" + g1.octets() + hash_inner)
    SA = sm3(b"\x83" + g1.octets() + hash_inner)
    return Exchange(g1, g2, g3, key, hash_inner, SA, SB)


# Key encapsulation, GM/T 0044.4-2016

class Encapsulation(NamedTuple):
    Q: tuple
    C: tuple
    g: Fq12
    w: Fq12
    K: bytes


def encapsulate(Ppub_e, ID, hid, klen, r):
    """Encapsulation A1 to A7, with the r of A2."""
    check_scalar(r)
    Q = Q_of(ID, hid, Ppub_e)                                   # A1
    C = multiply(r, Q)                                          # A3
    g = pairing(Ppub_e, P2)                                     # A4
    w = g ** r                                                  # A5
    K = kdf(point_octets(C) + w.octets() + ID, klen)            # A6
    if not any(K):
        raise Invalid("K = 0: take another r")
    return Encapsulation(Q, C, g, w, K)


def decapsulate(de, ID, C, klen):
    """Decapsulation B1 to B4."""
    if C is INFINITY or not is_on_curve(C):                     # B1
        raise Invalid("C is not in G1")
    w = pairing(C, de)                                          # B2
    K = kdf(point_octets(C) + w.octets() + ID, klen)            # B3
    if not any(K):
        raise Invalid("K = 0")
    return K


# Encryption, GM/T 0044.4-2016. C2 is the message xor K1, or the message under SM4 with the key K1, ECB
# and CBC with PKCS #7 padding; an IV stands in front of C2 and belongs to it.

K2_SIZE = 32

SM4_MODES = {
    "sm4-ecb": (lambda K1, iv, m: sm4_modes.ecb_encrypt(K1, m, "pkcs7"),
                lambda K1, iv, c: sm4_modes.ecb_decrypt(K1, c, "pkcs7")),
    "sm4-cbc": (lambda K1, iv, m: sm4_modes.cbc_encrypt(K1, iv, m, "pkcs7"),
                lambda K1, iv, c: sm4_modes.cbc_decrypt(K1, iv, c, "pkcs7")),
    "sm4-ofb": (sm4_modes.ofb_crypt, sm4_modes.ofb_crypt),
    "sm4-cfb": (sm4_modes.cfb_encrypt, sm4_modes.cfb_decrypt),
}


class Encryption(NamedTuple):
    encapsulation: Encapsulation
    K1: bytes
    K2: bytes
    C2: bytes
    C3: bytes


def encrypt(Ppub_e, ID, hid, message, mode, r, iv=b""):
    """Encryption A1 to A8, with the r of A2."""
    if not message:
        raise Invalid("empty message")
    K1_size = len(message) if mode == "xor" else 16
    E = encapsulate(Ppub_e, ID, hid, K1_size + K2_SIZE, r)
    K1, K2 = E.K[:K1_size], E.K[K1_size:]
    if not any(K1):
        raise Invalid("K1 = 0: take another r")
    C2 = xor(message, K1) if mode == "xor" else iv + SM4_MODES[mode][0](K1, iv, message)
    return Encryption(E, K1, K2, C2, MAC(K2, C2))


def decrypt(de, ID, C1, C2, C3, mode):
    """Decryption B1 to B5."""
    K1_size = len(C2) if mode == "xor" else 16
    if not C2:
        raise Invalid("empty message")
    K = decapsulate(de, ID, C1, K1_size + K2_SIZE)
    K1, K2 = K[:K1_size], K[K1_size:]
    if not any(K1):
        raise Invalid("K1 = 0")
    if MAC(K2, C2) != C3:
        raise Invalid("C3")
    if mode == "xor":
        return xor(C2, K1)
    iv_size = 0 if mode == "sm4-ecb" else 16
    return SM4_MODES[mode][1](K1, C2[:iv_size], C2[iv_size:])
