# SPDX-License-Identifier: Apache-2.0
"""Authenticated encryption with SM4: GCM, GMAC, CCM (GB/T 36624-2018, RFC 8998) and GCM-SIV.

Sealing returns ciphertext and tag apart; opening returns the plaintext or raises Invalid.
"""

import gf128
from errors import Invalid
from octets import blocks, integer_to_octets, octets_to_integer, xor
from sm4 import SM4


def fill(octets):
    """As few zero bytes as bring the octets to whole blocks."""
    return bytes(-len(octets) % 16)


# GCM, SP 800-38D (GB/T 36624-2018 mechanism 5)

def inc32(X):
    """6.2: increment the rightmost 32 bits mod 2^32, leaving the others."""
    return X[:12] + integer_to_octets((octets_to_integer(X[12:]) + 1) % 2 ** 32, 4)


def gctr(cipher, ICB, X):
    """6.5, Algorithm 3: GCTR_K(ICB, X)."""
    CB = ICB
    Y = b""
    for piece in blocks(X, 16):
        Y += xor(piece, cipher.encrypt(CB)[:len(piece)])
        CB = inc32(CB)
    return Y


def gcm_initial_counter(H, iv):
    """7.1 step 2: J_0 from the IV."""
    if len(iv) == 12:
        return iv + integer_to_octets(1, 4)
    return gf128.to_block(gf128.ghash(H, iv + fill(iv) + bytes(8) + integer_to_octets(8 * len(iv), 8)))


def check_gcm(iv, tag_length):
    if len(iv) < 1:
        raise Invalid("the IV of GCM is not empty")
    if not 4 <= tag_length <= 16:
        raise Invalid("a GCM tag has 4 to 16 bytes")


def gcm_tag(cipher, H, J0, aad, ciphertext, tag_length):
    """7.1 steps 4-6: T = MSB_t(GCTR_K(J_0, GHASH_H(A || 0^v || C || 0^u || [len(A)]64 || [len(C)]64)))."""
    S = gf128.ghash(H, aad + fill(aad) + ciphertext + fill(ciphertext)
                    + integer_to_octets(8 * len(aad), 8) + integer_to_octets(8 * len(ciphertext), 8))
    return gctr(cipher, J0, gf128.to_block(S))[:tag_length]


def gcm_seal(key, iv, aad, plaintext, tag_length=16):
    """7.1, Algorithm 4: GCM-AE_K(IV, P, A)."""
    check_gcm(iv, tag_length)
    cipher = SM4(key)
    H = gf128.from_block(cipher.encrypt(bytes(16)))
    J0 = gcm_initial_counter(H, iv)
    ciphertext = gctr(cipher, inc32(J0), plaintext)
    return ciphertext, gcm_tag(cipher, H, J0, aad, ciphertext, tag_length)


def gcm_open(key, iv, aad, ciphertext, tag):
    """7.2, Algorithm 5: GCM-AD_K(IV, C, A, T)."""
    check_gcm(iv, len(tag))
    cipher = SM4(key)
    H = gf128.from_block(cipher.encrypt(bytes(16)))
    J0 = gcm_initial_counter(H, iv)
    if gcm_tag(cipher, H, J0, aad, ciphertext, len(tag)) != tag:
        raise Invalid("GCM tag")
    return gctr(cipher, inc32(J0), ciphertext)


def gmac(key, iv, message, tag_length=16):
    """3 of SP 800-38D, GB/T 15852.3-2019: GCM over associated data alone."""
    return gcm_seal(key, iv, message, b"", tag_length)[1]


# CCM, SP 800-38C (GB/T 36624-2018 mechanism 3, RFC 3610)

def ccm_format(nonce, aad, plaintext, tag_length):
    """A.2: the blocks B_0, B_1, ... that carry nonce, associated data and payload."""
    q = 15 - len(nonce)
    # A.2.1 control information: flags || N || Q
    flags = (64 if aad else 0) + 8 * ((tag_length - 2) // 2) + (q - 1)
    B = integer_to_octets(flags, 1) + nonce + integer_to_octets(len(plaintext), q)
    # A.2.2 associated data with the encoding of its length in front
    if aad:
        if len(aad) < 2 ** 16 - 2 ** 8:
            a = integer_to_octets(len(aad), 2)
        elif len(aad) < 2 ** 32:
            a = b"\xff\xfe" + integer_to_octets(len(aad), 4)
        else:
            a = b"\xff\xff" + integer_to_octets(len(aad), 8)
        B += a + aad + fill(a + aad)
    # A.2.3 payload
    return B + plaintext + fill(plaintext)


def ccm_counter(nonce, i):
    """A.3: the counter block Ctr_i = flags || N || [i]."""
    q = 15 - len(nonce)
    return integer_to_octets(q - 1, 1) + nonce + integer_to_octets(i, q)


def ccm_mac(cipher, nonce, aad, plaintext, tag_length):
    """6.1 steps 2-4: T = MSB_Tlen of the CBC-MAC over the formatted blocks."""
    Y = bytes(16)
    for B in blocks(ccm_format(nonce, aad, plaintext, tag_length), 16):
        Y = cipher.encrypt(xor(B, Y))
    return Y[:tag_length]


def ccm_stream(cipher, nonce, text):
    """6.1 steps 5-8: text xor S_1 || S_2 || ..., S_j = E_K(Ctr_j)."""
    stream = b"".join(cipher.encrypt(ccm_counter(nonce, j)) for j in range(1, len(text) // 16 + 2)
                      if 16 * (j - 1) < len(text))
    return xor(text, stream[:len(text)])


def check_ccm(nonce, text, tag_length):
    if not 7 <= len(nonce) <= 13:
        raise Invalid("a CCM nonce has 7 to 13 bytes")
    if tag_length not in (4, 6, 8, 10, 12, 14, 16):
        raise Invalid("a CCM tag has 4, 6, ..., 16 bytes")
    if len(text) >= 256 ** (15 - len(nonce)):
        raise Invalid("text too long for the CCM nonce")


def ccm_seal(key, nonce, aad, plaintext, tag_length=16):
    """6.1 Generation-Encryption."""
    check_ccm(nonce, plaintext, tag_length)
    cipher = SM4(key)
    T = ccm_mac(cipher, nonce, aad, plaintext, tag_length)
    S0 = cipher.encrypt(ccm_counter(nonce, 0))
    return ccm_stream(cipher, nonce, plaintext), xor(T, S0[:tag_length])


def ccm_open(key, nonce, aad, ciphertext, tag):
    """6.2 Decryption-Verification."""
    check_ccm(nonce, ciphertext, len(tag))
    cipher = SM4(key)
    plaintext = ccm_stream(cipher, nonce, ciphertext)
    S0 = cipher.encrypt(ccm_counter(nonce, 0))
    if xor(ccm_mac(cipher, nonce, aad, plaintext, len(tag)), S0[:len(tag)]) != tag:
        raise Invalid("CCM tag")
    return plaintext


# GCM-SIV, RFC 8452 with SM4 in the place of AES-128

def polyval(H, octets):
    """RFC 8452 Appendix A: POLYVAL through GHASH.

    POLYVAL(H, X_1, ...) = ByteReverse(GHASH(mulX_GHASH(ByteReverse(H)), ByteReverse(X_1), ...)).
    """
    reversed_H = gf128.multiply_by_x(gf128.from_block(H[::-1]))
    reversed_X = b"".join(X[::-1] for X in blocks(octets, 16))
    return gf128.to_block(gf128.ghash(reversed_H, reversed_X))[::-1]


def siv_derive_keys(key, nonce):
    """Clause 4: message-authentication key and message-encryption key for one nonce."""
    cipher = SM4(key)
    halves = [cipher.encrypt(i.to_bytes(4, "little") + nonce)[:8] for i in range(4)]
    return halves[0] + halves[1], halves[2] + halves[3]


def siv_tag(authentication_key, encryption_key, nonce, aad, plaintext):
    """Clause 4: E_K of POLYVAL, nonce mixed in, the most significant bit of the last byte cleared."""
    length_block = (8 * len(aad)).to_bytes(8, "little") + (8 * len(plaintext)).to_bytes(8, "little")
    S = polyval(authentication_key, aad + fill(aad) + plaintext + fill(plaintext) + length_block)
    S = xor(S[:12], nonce) + S[12:]
    S = S[:15] + bytes([S[15] & 0x7F])
    return SM4(encryption_key).encrypt(S)


def siv_counter(encryption_key, tag, text):
    """Clause 4: counter mode from the tag with the top bit set; the first four bytes count, little-endian."""
    cipher = SM4(encryption_key)
    start = int.from_bytes(tag[:4], "little")
    tail = tag[4:15] + bytes([tag[15] | 0x80])
    result = b""
    for i, X in enumerate(blocks(text, 16)):
        O = cipher.encrypt(((start + i) % 2 ** 32).to_bytes(4, "little") + tail)
        result += xor(X, O[:len(X)])
    return result


def check_gcm_siv(nonce):
    if len(nonce) != 12:
        raise Invalid("a GCM-SIV nonce has 12 bytes")


def gcm_siv_seal(key, nonce, aad, plaintext):
    check_gcm_siv(nonce)
    authentication_key, encryption_key = siv_derive_keys(key, nonce)
    tag = siv_tag(authentication_key, encryption_key, nonce, aad, plaintext)
    return siv_counter(encryption_key, tag, plaintext), tag


def gcm_siv_open(key, nonce, aad, ciphertext, tag):
    check_gcm_siv(nonce)
    if len(tag) != 16:
        raise Invalid("a GCM-SIV tag has 16 bytes")
    authentication_key, encryption_key = siv_derive_keys(key, nonce)
    plaintext = siv_counter(encryption_key, tag, ciphertext)
    if siv_tag(authentication_key, encryption_key, nonce, aad, plaintext) != tag:
        raise Invalid("GCM-SIV tag")
    return plaintext
