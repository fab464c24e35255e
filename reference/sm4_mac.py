# SPDX-License-Identifier: Apache-2.0
"""Message authentication codes from SM4, GB/T 15852.1-2020 (ISO/IEC 9797-1).

The eight MAC algorithms of the standard. D_1, ..., D_q are the blocks of the padded
message; each function returns the MAC at its full length.
"""

from errors import Invalid
from gf128 import multiply_by_x_cmac
from octets import blocks, integer_to_octets, octets_to_integer, xor
from padding import fill, pad, pad_method2
from sm4 import SM4

BLOCK_SIZE = 16


def chain(cipher, H, D):
    """H_i = E_K(D_i xor H_(i-1)) over the blocks D."""
    for block in D:
        H = cipher.encrypt(xor(block, H))
    return H


def padded_blocks(message, padding):
    D = blocks(pad(message, padding), BLOCK_SIZE)
    if not D:
        raise Invalid("no block to authenticate")
    return D


def cbc_mac(key, message, padding):
    """MAC algorithm 1 (CBC-MAC): the last chaining value."""
    return chain(SM4(key), bytes(16), padded_blocks(message, padding))


def emac(key, key2, message, padding):
    """MAC algorithm 2 (EMAC): one more encryption under K'."""
    return SM4(key2).encrypt(cbc_mac(key, message, padding))


def ansi_retail_mac(key, key2, message, padding):
    """MAC algorithm 3 (ANSI retail MAC): decryption under K', then encryption under K."""
    return SM4(key).encrypt(SM4(key2).decrypt(cbc_mac(key, message, padding)))


def macdes(key, key2, message, padding):
    """MAC algorithm 4 (MacDES): an encryption under K'' after the first block, one under K' after the last.

    K'' is K' with every other half byte complemented, beginning with the first. A message of one
    block, for which the standard does not mean this algorithm, has both after the same block.
    """
    D = padded_blocks(message, padding)
    key3 = xor(key2, b"\xf0" * 16)
    H = SM4(key3).encrypt(SM4(key).encrypt(D[0]))
    return SM4(key2).encrypt(chain(SM4(key), H, D[1:]))


def cmac_subkeys(cipher):
    """SP 800-38B 6.1: K1 and K2 from L = E_K(0)."""
    L = cipher.encrypt(bytes(16))
    K1 = multiply_by_x_cmac(L)
    K2 = multiply_by_x_cmac(K1)
    return K1, K2


def cmac(key, message):
    """MAC algorithm 5 (CMAC): the last block is masked, with K1 when whole, with K2 when padded by method 2."""
    cipher = SM4(key)
    K1, K2 = cmac_subkeys(cipher)
    if message and not fill(len(message)):
        D = blocks(message, BLOCK_SIZE)
        D[-1] = xor(D[-1], K1)
    else:
        D = blocks(pad_method2(message), BLOCK_SIZE)
        D[-1] = xor(D[-1], K2)
    return chain(cipher, bytes(16), D)


def lmac(key, message, padding):
    """MAC algorithm 6 (LMAC): K1 = E_K(1) for all blocks but the last, K2 = E_K(2) for that."""
    cipher = SM4(key)
    K1 = cipher.encrypt(integer_to_octets(1, 16))
    K2 = cipher.encrypt(integer_to_octets(2, 16))
    D = padded_blocks(message, padding)
    H = chain(SM4(K1), bytes(16), D[:-1])
    return chain(SM4(K2), H, D[-1:])


def trcbc(key, message, tag_length=8):
    """MAC algorithm 7 (TrCBC): part of the CBC-MAC, the leftmost bytes for whole blocks, the rightmost ones when
    padded."""
    if message and not fill(len(message)):
        return cbc_mac(key, message, "none")[:tag_length]
    return cbc_mac(key, message, "iso9797-m2")[-tag_length:]


def rotate_left(block, k):
    """Cyclic left shift of a block by k bits."""
    X = octets_to_integer(block)
    k %= 128
    return integer_to_octets((X << k | X >> (128 - k)) & (1 << 128) - 1, 16)


def cbcr(key, message):
    """MAC algorithm 8 (CBCR): H_0 = E_K(0); the last input is rotated, right when whole, left when padded."""
    cipher = SM4(key)
    whole = message and not fill(len(message))
    D = blocks(message if whole else pad_method2(message), BLOCK_SIZE)
    H = chain(cipher, cipher.encrypt(bytes(16)), D[:-1])
    return cipher.encrypt(rotate_left(xor(D[-1], H), -1 if whole else 1))
