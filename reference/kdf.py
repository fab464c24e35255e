# SPDX-License-Identifier: Apache-2.0
"""Key derivation functions over a hash function: SM2/SM9 KDF, HKDF, PBKDF2, TLS."""

from errors import Invalid
from mac_hmac import hmac, keyed
from octets import integer_to_octets, xor
from sm3 import SM3


def kdf(Z, klen, hash=SM3):
    """KDF(Z, klen) of GB/T 32918.4-2016 5.4.3, the same in GB/T 38635.2-2020; klen in bytes here.

    ct counts from 1 in 32 bits; K = H(Z || ct_1) || H(Z || ct_2) || ..., cut to klen.
    """
    if klen > (2 ** 32 - 1) * hash.digest_size:
        raise Invalid("KDF output too long")
    K = b""
    ct = 1
    while len(K) < klen:
        K += hash(Z + integer_to_octets(ct, 4)).digest()
        ct += 1
    return K[:klen]


def hkdf_extract(hash, salt, ikm):
    """RFC 5869 2.2: PRK = HMAC-Hash(salt, IKM); an absent salt is HashLen zeros, which HMAC takes as empty."""
    return hmac(hash, salt, ikm)


def hkdf_expand(hash, prk, info, length):
    """RFC 5869 2.3: T(i) = HMAC-Hash(PRK, T(i-1) || info || i), L <= 255 * HashLen."""
    if length > 255 * hash.digest_size:
        raise Invalid("HKDF output too long")
    mac = keyed(hash, prk)
    T = b""
    okm = b""
    i = 1
    while len(okm) < length:
        T = mac(T + info + integer_to_octets(i, 1))
        okm += T
        i += 1
    return okm[:length]


def hkdf(hash, salt, ikm, info, length):
    """RFC 5869: extract, then expand."""
    return hkdf_expand(hash, hkdf_extract(hash, salt, ikm), info, length)


def pbkdf2(hash, password, salt, iterations, dklen):
    """RFC 8018 5.2 with PRF = HMAC-Hash (GM/T 0091-2020 for SM3).

    T_i = U_1 xor ... xor U_c, U_1 = PRF(P, S || INT(i)), U_j = PRF(P, U_(j-1)).
    """
    if iterations < 1:
        raise Invalid("PBKDF2 needs one iteration at least")
    if dklen > (2 ** 32 - 1) * hash.digest_size:
        raise Invalid("PBKDF2 output too long")
    prf = keyed(hash, password)
    dk = b""
    i = 1
    while len(dk) < dklen:
        U = prf(salt + integer_to_octets(i, 4))
        T = U
        for _ in range(iterations - 1):
            U = prf(U)
            T = xor(T, U)
        dk += T
        i += 1
    return dk[:dklen]


def hkdf_label(label, context, length):
    """RFC 8446 7.1: struct { uint16 length; opaque label<7..255>; opaque context<0..255>; } HkdfLabel."""
    full_label = b"tls13 " + label
    if not 7 <= len(full_label) <= 255 or len(context) > 255 or length > 0xFFFF:
        raise Invalid("HkdfLabel field out of range")
    return (integer_to_octets(length, 2)
            + integer_to_octets(len(full_label), 1) + full_label
            + integer_to_octets(len(context), 1) + context)


def hkdf_expand_label(hash, secret, label, context, length):
    """RFC 8446 7.1 HKDF-Expand-Label(Secret, Label, Context, Length); RFC 8998 for SM3."""
    return hkdf_expand(hash, secret, hkdf_label(label, context, length), length)


def prf(hash, secret, label, seed, length):
    """RFC 5246 clause 5 (GB/T 38636-2020, TLCP, with SM3): PRF = P_hash(secret, label || seed).

    A(0) = label || seed, A(i) = HMAC(secret, A(i-1));
    P_hash = HMAC(secret, A(1) || label || seed) || HMAC(secret, A(2) || label || seed) || ...
    """
    mac = keyed(hash, secret)
    out = b""
    A = mac(label + seed)
    while len(out) < length:
        out += mac(A + label + seed)
        A = mac(A)
    return out[:length]
