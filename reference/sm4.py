# SPDX-License-Identifier: Apache-2.0
"""SM4 block cipher, GB/T 32907-2016 (GM/T 0002-2012, ISO/IEC 18033-3).

A block is four 32-bit words, as is the key; a round key is one word.
"""

import gf256
from errors import Invalid
from octets import blocks, integer_to_octets, octets_to_integer

BLOCK_SIZE = 16
KEY_SIZE = 16
ROUNDS = 32

WORD = 0xFFFFFFFF

# 6.2 a) Table 1, the S-box as the standard prints it
PRINTED_S_BOX = bytes.fromhex("""
    d690e9fecce13db716b614c228fb2c05 2b679a762abe04c3aa44132649860699
    9c4250f491ef987a33540b43edcfac62 e4b31ca9c908e89580df94fa758f3fa6
    4707a7fcf37317ba83593c19e6854fa8 686b81b27164da8bf8eb0f4b70569d35
    1e240e5e6358d1a225227c3b01217887 d40046579fd327524c3602e7a0c4c89e
    eabf8ad240c738b5a3f7f2cef96115a1 e0ae5da49b341a55ad933230f58cb1e3
    1df6e22e8266ca60c02923ab0d534e6f d5db3745defd8e2f03ff6a726d6c5b51
    8d1baf92bbddbc7f11d95c411f105ad8 0ac13188a5cd7bbd2d74d012b8e5b4b0
    8969974a0c96777e65b9f109c56ec684 18f07dec3adc4d2079ee5f3ed7cb3948
    """)


# Its algebraic form: an affine map, inversion in GF(2^8), the same affine map. The matrix is
# circulant: column i, for bit i of the argument, is cb rotated left by i.
MODULUS = 0x1F5     # x^8 + x^7 + x^6 + x^5 + x^4 + x^2 + 1
COLUMNS = [(0xCB << i | 0xCB >> (8 - i)) & 0xFF for i in range(8)]
CONSTANT = 0xD3


def affine(x):
    return gf256.affine(x, COLUMNS, CONSTANT)


S_BOX = bytes(affine(gf256.invert(affine(x), MODULUS)) for x in range(256))

if S_BOX != PRINTED_S_BOX:
    raise AssertionError("the derived S-box is not the one of GB/T 32907")

# 7.3 b) System parameter FK
FK = (0xA3B1BAC6, 0x56AA3350, 0x677D9197, 0xB27022DC)

# 7.3 c) Fixed parameter CK: byte j of CK_i is (4 i + j) * 7 mod 256
CK = tuple(octets_to_integer(bytes((4 * i + j) * 7 % 256 for j in range(4))) for i in range(ROUNDS))


def rotate_left(x, k):
    """x <<< k on 32 bits."""
    return ((x << k) | (x >> (32 - k))) & WORD


def tau(A):
    """6.2 a) Nonlinear transformation: the S-box on each byte."""
    return (S_BOX[A >> 24] << 24) | (S_BOX[A >> 16 & 255] << 16) | (S_BOX[A >> 8 & 255] << 8) | S_BOX[A & 255]


def L(B):
    """6.2 b) Linear transformation."""
    return B ^ rotate_left(B, 2) ^ rotate_left(B, 10) ^ rotate_left(B, 18) ^ rotate_left(B, 24)


def L_key(B):
    """7.3 a) Linear transformation L' of the key expansion."""
    return B ^ rotate_left(B, 13) ^ rotate_left(B, 23)


def T(X):
    """6.2 Composite transformation T = L(tau(.))."""
    return L(tau(X))


def F(X0, X1, X2, X3, rk):
    """6.1 Round function."""
    return X0 ^ T(X1 ^ X2 ^ X3 ^ rk)


def expand_key(key):
    """7.3 Key expansion: the 32 round keys."""
    if len(key) != KEY_SIZE:
        raise Invalid("an SM4 key has 16 bytes")
    MK = [octets_to_integer(word) for word in blocks(key, 4)]
    K = [MK[i] ^ FK[i] for i in range(4)]
    for i in range(ROUNDS):
        K.append(K[i] ^ L_key(tau(K[i + 1] ^ K[i + 2] ^ K[i + 3] ^ CK[i])))
    return K[4:]


def crypt(round_keys, block, states=None):
    """7.1 Encryption: 32 rounds, then the reverse transformation R.

    If a list is given as states, the word X_(i+4) is appended to it after round i.
    """
    if len(block) != BLOCK_SIZE:
        raise Invalid("an SM4 block has 16 bytes")
    X = [octets_to_integer(word) for word in blocks(block, 4)]
    for rk in round_keys:
        X = [X[1], X[2], X[3], F(*X, rk)]
        if states is not None:
            states.append(X[3])
    return b"".join(integer_to_octets(word, 4) for word in reversed(X))


class SM4:
    """The cipher under one key."""

    def __init__(self, key):
        self.round_keys = expand_key(key)

    def encrypt(self, block, states=None):
        """7.1: one block."""
        return crypt(self.round_keys, block, states)

    def decrypt(self, block):
        """7.2: the same with the round keys in reverse order."""
        return crypt(self.round_keys[::-1], block)
