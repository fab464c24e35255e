# SPDX-License-Identifier: Apache-2.0
"""Modes of operation of SM4, GB/T 17964-2021.

In each mode: key, then IV or tweak, then the text; octet strings all.
"""

import gf128
from errors import Invalid
from octets import blocks, integer_to_octets, octets_to_integer, xor
from padding import pad, unpad
from sm4 import SM4

BLOCK_SIZE = 16


def check_iv(iv):
    if len(iv) != BLOCK_SIZE:
        raise Invalid("the IV has one block")


def check_whole_blocks(text):
    if len(text) % BLOCK_SIZE:
        raise Invalid("length is not a multiple of the block")


# Clause 5, electronic codebook (ECB): C_i = E_K(P_i)

def ecb_encrypt(key, plaintext, padding="none"):
    cipher = SM4(key)
    return b"".join(cipher.encrypt(P) for P in blocks(pad(plaintext, padding), BLOCK_SIZE))


def ecb_decrypt(key, ciphertext, padding="none"):
    check_whole_blocks(ciphertext)
    cipher = SM4(key)
    return unpad(b"".join(cipher.decrypt(C) for C in blocks(ciphertext, BLOCK_SIZE)), padding)


# Clause 6, cipher block chaining (CBC): C_i = E_K(P_i xor C_(i-1)), C_0 = IV

def cbc_encrypt(key, iv, plaintext, padding="none"):
    check_iv(iv)
    cipher = SM4(key)
    C = [iv]
    for P in blocks(pad(plaintext, padding), BLOCK_SIZE):
        C.append(cipher.encrypt(xor(P, C[-1])))
    return b"".join(C[1:])


def cbc_decrypt(key, iv, ciphertext, padding="none"):
    check_iv(iv)
    check_whole_blocks(ciphertext)
    cipher = SM4(key)
    C = [iv] + blocks(ciphertext, BLOCK_SIZE)
    P = [xor(cipher.decrypt(C[i]), C[i - 1]) for i in range(1, len(C))]
    return unpad(b"".join(P), padding)


# Clause 7, cipher feedback (CFB) with feedback of j bits, j = 8 or 128:
# C_i = P_i xor MSB_j(E_K(FB_i)), FB_(i+1) = LSB_(128-j)(FB_i) || C_i, FB_1 = IV.
# With j = 128 a last piece shorter than a block takes the leading bits it needs.

def cfb_encrypt(key, iv, plaintext, feedback_bits=128):
    check_iv(iv)
    cipher = SM4(key)
    FB = iv
    ciphertext = b""
    for P in blocks(plaintext, feedback_bits // 8):
        C = xor(P, cipher.encrypt(FB)[:len(P)])
        FB = (FB + C)[-BLOCK_SIZE:]
        ciphertext += C
    return ciphertext


def cfb_decrypt(key, iv, ciphertext, feedback_bits=128):
    check_iv(iv)
    cipher = SM4(key)
    FB = iv
    plaintext = b""
    for C in blocks(ciphertext, feedback_bits // 8):
        plaintext += xor(C, cipher.encrypt(FB)[:len(C)])
        FB = (FB + C)[-BLOCK_SIZE:]
    return plaintext


# Clause 8, output feedback (OFB) with 128 bits: O_i = E_K(O_(i-1)), O_0 = IV, C_i = P_i xor O_i

def ofb_crypt(key, iv, text):
    check_iv(iv)
    cipher = SM4(key)
    O = iv
    result = b""
    for X in blocks(text, BLOCK_SIZE):
        O = cipher.encrypt(O)
        result += xor(X, O[:len(X)])
    return result


# Clause 9, counter (CTR): C_i = P_i xor E_K(CTR_i), the counter being the whole block mod 2^128

def ctr_crypt(key, iv, text):
    check_iv(iv)
    cipher = SM4(key)
    counter = octets_to_integer(iv)
    result = b""
    for X in blocks(text, BLOCK_SIZE):
        O = cipher.encrypt(integer_to_octets(counter, BLOCK_SIZE))
        result += xor(X, O[:len(X)])
        counter = (counter + 1) % 2 ** 128
    return result


# Clause 10, XEX with ciphertext stealing (XTS). The key is K1 || K2: data, then tweak.
# T_1 = E_K2(TW), T_(i+1) = T_i * alpha; C_i = E_K1(P_i xor T_i) xor T_i. The order says
# which bit of a block is which power of alpha: "GB" that of GB/T 17964 (the order of GCM),
# "IEEE" that of IEEE Std 1619-2007. They differ from the second block on.

def double_tweak(T, order):
    if order == "GB":
        return gf128.to_block(gf128.multiply_by_x(gf128.from_block(T)))
    if order == "IEEE":
        return gf128.multiply_by_x_ieee(T)
    raise ValueError("XTS order is GB or IEEE")


def xts_tweaks(key, tweak, length, order):
    """T_1, T_2, ... for a text of the given length, one for each whole or part block."""
    T = [SM4(key[16:]).encrypt(tweak)]
    while len(T) * BLOCK_SIZE < length:
        T.append(double_tweak(T[-1], order))
    return T


def check_xts(key, tweak, text):
    if len(key) != 32:
        raise Invalid("XTS takes two keys")
    check_iv(tweak)
    if len(text) < BLOCK_SIZE:
        raise Invalid("XTS takes one block at least")


def xts_encrypt(key, tweak, plaintext, order):
    check_xts(key, tweak, plaintext)
    cipher = SM4(key[:16])
    T = xts_tweaks(key, tweak, len(plaintext), order)
    P = blocks(plaintext, BLOCK_SIZE)
    last = P.pop() if len(P[-1]) < BLOCK_SIZE else b""
    C = [xor(cipher.encrypt(xor(P[i], T[i])), T[i]) for i in range(len(P))]
    if last:
        # 10.2.2: the end of the last whole ciphertext block completes the part block
        stolen = C.pop()
        C.append(xor(cipher.encrypt(xor(last + stolen[len(last):], T[-1])), T[-1]))
        C.append(stolen[:len(last)])
    return b"".join(C)


def xts_decrypt(key, tweak, ciphertext, order):
    check_xts(key, tweak, ciphertext)
    cipher = SM4(key[:16])
    T = xts_tweaks(key, tweak, len(ciphertext), order)
    C = blocks(ciphertext, BLOCK_SIZE)
    last = C.pop() if len(C[-1]) < BLOCK_SIZE else b""
    if last:
        # 10.3.2: the last whole block was made under the last tweak, the part block before it
        T[-2], T[-1] = T[-1], T[-2]
    P = [xor(cipher.decrypt(xor(C[i], T[i])), T[i]) for i in range(len(C))]
    if last:
        stolen = P.pop()
        P.append(xor(cipher.decrypt(xor(last + stolen[len(last):], T[-1])), T[-1]))
        P.append(stolen[:len(last)])
    return b"".join(P)


def sector_tweak(sector):
    """IEEE Std 1619-2007 5.1: the data unit number as 16 octets, least significant first."""
    return sector.to_bytes(16, "little")


# Clause 11, counter mode with a universal hash (HCTR): a tweakable permutation of texts of
# one block and more; hash_key is the key of the hash function H.

def hctr_hash(hash_key, X):
    """H(X) = X_1 * H^(m+1) xor ... xor X_m * H^2 xor |X| * H, X filled up with zeros, |X| in bits."""
    filled = X + bytes(-len(X) % BLOCK_SIZE)
    return gf128.to_block(gf128.ghash(gf128.from_block(hash_key), filled + integer_to_octets(8 * len(X), 16)))


def hctr_counter(cipher, S, text):
    """The counter part: text xor E_K(S xor 1) || E_K(S xor 2) || ..."""
    stream = b"".join(cipher.encrypt(xor(S, integer_to_octets(i, 16)))
                      for i in range(1, len(text) // BLOCK_SIZE + 2))
    return xor(text, stream[:len(text)])


def check_hctr(hash_key, tweak, text):
    if len(hash_key) != 16:
        raise Invalid("the hash key of HCTR has one block")
    check_iv(tweak)
    if len(text) < BLOCK_SIZE:
        raise Invalid("HCTR takes one block at least")


def hctr_encrypt(key, hash_key, tweak, plaintext):
    check_hctr(hash_key, tweak, plaintext)
    cipher = SM4(key)
    P1, rest = plaintext[:16], plaintext[16:]
    Z1 = xor(P1, hctr_hash(hash_key, rest + tweak))
    Z2 = cipher.encrypt(Z1)
    C = hctr_counter(cipher, xor(Z1, Z2), rest)
    return xor(Z2, hctr_hash(hash_key, C + tweak)) + C


def hctr_decrypt(key, hash_key, tweak, ciphertext):
    check_hctr(hash_key, tweak, ciphertext)
    cipher = SM4(key)
    C1, rest = ciphertext[:16], ciphertext[16:]
    Z2 = xor(C1, hctr_hash(hash_key, rest + tweak))
    Z1 = cipher.decrypt(Z2)
    P = hctr_counter(cipher, xor(Z1, Z2), rest)
    return xor(Z1, hctr_hash(hash_key, P + tweak)) + P


# Clause 12, block chaining (BC): C_i = E_K(P_i xor F_i), F_(i+1) = F_i xor C_i, F_1 = IV

def bc_encrypt(key, iv, plaintext):
    check_iv(iv)
    check_whole_blocks(plaintext)
    cipher = SM4(key)
    F = iv
    ciphertext = b""
    for P in blocks(plaintext, BLOCK_SIZE):
        C = cipher.encrypt(xor(P, F))
        F = xor(F, C)
        ciphertext += C
    return ciphertext


def bc_decrypt(key, iv, ciphertext):
    check_iv(iv)
    check_whole_blocks(ciphertext)
    cipher = SM4(key)
    F = iv
    plaintext = b""
    for C in blocks(ciphertext, BLOCK_SIZE):
        plaintext += xor(cipher.decrypt(C), F)
        F = xor(F, C)
    return plaintext


# Clause 13, output feedback with a nonlinear function (OFBNLF): K_i = E_K(K_(i-1)), K_0 = IV,
# C_i = E_(K_i)(P_i)

def ofbnlf_encrypt(key, iv, plaintext):
    check_iv(iv)
    check_whole_blocks(plaintext)
    K = iv
    ciphertext = b""
    for P in blocks(plaintext, BLOCK_SIZE):
        K = SM4(key).encrypt(K)
        ciphertext += SM4(K).encrypt(P)
    return ciphertext


def ofbnlf_decrypt(key, iv, ciphertext):
    check_iv(iv)
    check_whole_blocks(ciphertext)
    K = iv
    plaintext = b""
    for C in blocks(ciphertext, BLOCK_SIZE):
        K = SM4(key).encrypt(K)
        plaintext += SM4(K).decrypt(C)
    return plaintext
