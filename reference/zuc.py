# SPDX-License-Identifier: Apache-2.0
"""ZUC stream cipher, and the confidentiality and integrity algorithms built on it.

ZUC-128, 128-EEA3 and 128-EIA3: GM/T 0001.1, 0001.2 and 0001.3-2012 (GB/T 33133, 3GPP TS
35.221 and 35.222). ZUC-256 and its MAC: the design paper "The ZUC-256 Stream Cipher", and the
addendum to it for an IV of 128 bits.
"""

import gf256
from errors import Invalid
from octets import integer_to_octets, octets_to_integer, xor

WORD = 0xFFFFFFFF
P31 = 2 ** 31 - 1

# GM/T 0001.1 Annex A: the S-boxes as printed
PRINTED_S0 = bytes.fromhex("""
    3e725b47cae0003304d1549809b96dcb 7b1bf932af9d6aa5b82dfc1d08530390
    4d4e8499e4ced991ddb685488b296eac cdc1f81e734369c6b5bdfd396320d438
    767db2a7cfed57c5f32cbb142106559b e3ef5e314f7f5aa40d8251495fba581c
    4a16d517a892241f8cffd8ae2e01d3ad 3b4bda46ebc9de9a8f87d73a806f2fc8
    b1b437f70a2213287ccc3c89c7c39656 07bf7ef00b2b975235417961a64c10fe
    bc2695888ab0a3fbc01894f2e1e5e95d d0dc1166645cec59427512f5749caa23
    0e86abbe2a02e767e644a26cc2939ff1 f6fa36d250689e6271153dd640c4e20f
    8e83776b25053f0c30ea70b7a1e8a965 8d271adb81b3a0f4457a19dfee783460
    """)
PRINTED_S1 = bytes.fromhex("""
    55c263713bc847869f3cda5b29aafd77 8cc5940ca61a1300e3a8167240f9f842
    4426689681d9453e1076c6a78b3943e1 3ab5562ac06db3052266bfdc0bfa6248
    dd20110636c9c1cff62752bb69f5d487 7f844cd29c57a4bc4f9adffed68d7aeb
    2b53d85ca11417fb23d57d3067730809 eeb7703f61b2198e4ee54b938f5ddba9
    adf1ae2ecb0dfcf42d466e1d97e8d1e9 4d37a5755e839eab829db91ce0cd4989
    01b6bd5824a25f387899159050b895e4 d091c7ceed0fb46fa0ccf0024a79c3de
    a3efea51e66b18ec1b2c80f774e7ff21 5a6a541e41319235c433070aba7e0e34
    88b1987cf33d606c7bcad31f32650428 64be859b2f598ad7b025acaf1203e2f2
    """)

# The structure behind S0: three rounds on half bytes with the maps P1, P2, P3, rotation left by 5
FEISTEL = ((0x9, 0xF, 0x0, 0xE, 0xF, 0xF, 0x2, 0xA, 0x0, 0x4, 0x0, 0xC, 0x7, 0x5, 0x3, 0x9),
           (0x8, 0xD, 0x6, 0x5, 0x7, 0x0, 0xC, 0x4, 0xB, 0x1, 0xE, 0xA, 0xF, 0x3, 0x9, 0x2),
           (0x2, 0x6, 0xA, 0x6, 0x0, 0xD, 0xA, 0xF, 0x3, 0x3, 0xD, 0x5, 0x0, 0x9, 0xC, 0xD))


def S0_of(x):
    high, low = x >> 4, x & 15
    high ^= FEISTEL[0][low]
    low ^= FEISTEL[1][high]
    high ^= FEISTEL[2][low]
    y = high << 4 | low
    return (y << 5 | y >> 3) & 0xFF


# The structure behind S1: inversion modulo x^8 + x^7 + x^3 + x + 1, then an affine map
S1_COLUMNS = (0x97, 0x3E, 0x6D, 0xCB, 0xEE, 0xDD, 0xBB, 0x77)


def S1_of(x):
    return gf256.affine(gf256.invert(x, 0x18B), S1_COLUMNS, 0x55)


S0 = bytes(S0_of(x) for x in range(256))
S1 = bytes(S1_of(x) for x in range(256))

if S0 != PRINTED_S0 or S1 != PRINTED_S1:
    raise AssertionError("the derived S-boxes are not those of GM/T 0001.1")


def rotate_left(x, k):
    """x <<< k on 32 bits."""
    return ((x << k) | (x >> (32 - k))) & WORD


def L1(x):
    """4.4 Linear transformation L1."""
    return x ^ rotate_left(x, 2) ^ rotate_left(x, 10) ^ rotate_left(x, 18) ^ rotate_left(x, 24)


def L2(x):
    """4.4 Linear transformation L2."""
    return x ^ rotate_left(x, 8) ^ rotate_left(x, 14) ^ rotate_left(x, 22) ^ rotate_left(x, 30)


def S(x):
    """4.4 S = (S0, S1, S0, S1) on the bytes of a word."""
    return S0[x >> 24] << 24 | S1[x >> 16 & 255] << 16 | S0[x >> 8 & 255] << 8 | S1[x & 255]


class State:
    """4.2 to 4.4: the LFSR s_0..s_15 of 31-bit cells and the memory cells R1 and R2."""

    def __init__(self, cells):
        self.s = list(cells)
        self.R1 = 0
        self.R2 = 0

    def bit_reorganization(self):
        """4.3: the words X0..X3 from high (H) and low (L) 16 bits of cells."""
        s = self.s

        def H(x):
            return x >> 15

        def L(x):
            return x & 0xFFFF

        return (H(s[15]) << 16 | L(s[14]), L(s[11]) << 16 | H(s[9]),
                L(s[7]) << 16 | H(s[5]), L(s[2]) << 16 | H(s[0]))

    def F(self, X0, X1, X2):
        """4.4: the nonlinear function."""
        W = ((X0 ^ self.R1) + self.R2) & WORD
        W1 = (self.R1 + X1) & WORD
        W2 = self.R2 ^ X2
        self.R1 = S(L1((W1 << 16 | W2 >> 16) & WORD))
        self.R2 = S(L2((W2 << 16 | W1 >> 16) & WORD))
        return W

    def lfsr(self, u=0):
        """4.2: with the word u of initialisation mode, or 0 in working mode. A cell 0 is written as 2^31 - 1."""
        s = self.s
        v = (2 ** 15 * s[15] + 2 ** 17 * s[13] + 2 ** 21 * s[10] + 2 ** 20 * s[4] + (1 + 2 ** 8) * s[0]) % P31
        s16 = (v + u) % P31 or P31
        self.s = s[1:] + [s16]

    def initialize(self, rounds):
        """4.6.1, and the first step of 4.6.2, which gives no word."""
        for _ in range(rounds):
            X0, X1, X2, _X3 = self.bit_reorganization()
            W = self.F(X0, X1, X2)
            self.lfsr(W >> 1)
        X0, X1, X2, _X3 = self.bit_reorganization()
        self.F(X0, X1, X2)
        self.lfsr()
        return self

    def word(self):
        """4.6.2: the next word of the key stream."""
        X0, X1, X2, X3 = self.bit_reorganization()
        Z = self.F(X0, X1, X2) ^ X3
        self.lfsr()
        return Z

    def keystream(self, length):
        """The next bytes of the key stream, in whole words internally."""
        words = b"".join(integer_to_octets(self.word(), 4) for _ in range(-(-length // 4)))
        return words[:length]


# Key loading

# 4.5: the constants d_0..d_15 of ZUC-128, 15 bits each
D_128 = (0x44D7, 0x26BC, 0x626B, 0x135E, 0x5789, 0x35E2, 0x7135, 0x09AF,
         0x4D78, 0x2F13, 0x6BC4, 0x1AF1, 0x5E26, 0x3C4D, 0x789A, 0x47AC)

# ZUC-256: the 7-bit constants for the key stream and for tags of 32, 64 and 128 bits
D_256_TAIL = (0x2A, 0x6D, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x52, 0x10, 0x30)
D_256 = {0: (0x22, 0x2F, 0x24, *D_256_TAIL), 32: (0x22, 0x2F, 0x25, *D_256_TAIL),
         64: (0x23, 0x2F, 0x24, *D_256_TAIL), 128: (0x23, 0x2F, 0x25, *D_256_TAIL)}

# Addendum: the constants for an IV of 128 bits
D_256_ADDENDUM = (0x64, 0x43, 0x7B, 0x2A, 0x11, 0x05, 0x51, 0x42, 0x1A, 0x31, 0x18, 0x66, 0x14, 0x2E, 0x01, 0x5C)


def load_128(k, iv):
    """4.5: s_i = k_i || d_i || iv_i, of 8, 15 and 8 bits."""
    if len(k) != 16 or len(iv) != 16:
        raise Invalid("key and IV of ZUC-128 have 16 bytes")
    return [k[i] << 23 | D_128[i] << 8 | iv[i] for i in range(16)]


def unpack_iv_256(iv):
    """The 25 values IV_0..IV_24 of ZUC-256, the last eight of 6 bits: from 23 packed bytes, or one byte each."""
    if len(iv) == 23:
        tail = octets_to_integer(iv[17:])
        return list(iv[:17]) + [tail >> 6 * (7 - i) & 0x3F for i in range(8)]
    if len(iv) == 25 and all(value < 64 for value in iv[17:]):
        return list(iv)
    raise Invalid("IV of ZUC-256")


def load_256(K, iv, tag_bits=0):
    """ZUC-256: cells of four parts of 8, 7, 8 and 8 bits."""
    if len(K) != 32:
        raise Invalid("a key of ZUC-256 has 32 bytes")
    IV = unpack_iv_256(iv)
    d = D_256[tag_bits]
    parts = [
        (K[0], d[0], K[21], K[16]),
        (K[1], d[1], K[22], K[17]),
        (K[2], d[2], K[23], K[18]),
        (K[3], d[3], K[24], K[19]),
        (K[4], d[4], K[25], K[20]),
        (IV[0], d[5] | IV[17], K[5], K[26]),
        (IV[1], d[6] | IV[18], K[6], K[27]),
        (IV[10], d[7] | IV[19], K[7], IV[2]),
        (K[8], d[8] | IV[20], IV[3], IV[11]),
        (K[9], d[9] | IV[21], IV[12], IV[4]),
        (IV[5], d[10] | IV[22], K[10], K[28]),
        (K[11], d[11] | IV[23], IV[6], IV[13]),
        (K[12], d[12] | IV[24], IV[7], IV[14]),
        (K[13], d[13], IV[15], IV[8]),
        (K[14], d[14] | K[31] >> 4, IV[16], IV[9]),
        (K[15], d[15] | K[31] & 15, K[30], K[29]),
    ]
    return [a << 23 | b << 16 | c << 8 | e for a, b, c, e in parts]


def load_256_addendum(K, IV):
    """Addendum: an IV of 16 bytes."""
    if len(K) != 32 or len(IV) != 16:
        raise Invalid("key of 32 bytes and IV of 16 bytes")
    middle = [*K[16:23], *IV[0:8], K[23]]
    last = [*K[24:31], *IV[8:16], K[31]]
    return [K[i] << 23 | D_256_ADDENDUM[i] << 16 | middle[i] << 8 | last[i] for i in range(16)]


def zuc128(k, iv):
    """4.6.1: 32 rounds of initialisation."""
    return State(load_128(k, iv)).initialize(32)


def zuc256(K, iv, tag_bits=0):
    """32 rounds as well."""
    return State(load_256(K, iv, tag_bits)).initialize(32)


def zuc256_addendum(K, IV):
    """48 rounds."""
    return State(load_256_addendum(K, IV)).initialize(48)


def zuc(key, iv):
    """ZUC-128 or one of the two forms of ZUC-256, by the lengths of key and IV."""
    if len(key) == 32:
        return zuc256_addendum(key, iv) if len(iv) == 16 else zuc256(key, iv)
    return zuc128(key, iv)


# Bit strings of any length: the bits past the length in the last byte are ignored, and 0 in results

def first_bits(octets, bits):
    if 8 * len(octets) < bits:
        raise Invalid("fewer bits than the length says")
    octets = octets[:-(-bits // 8)]
    unused = -bits % 8
    return octets[:-1] + bytes([octets[-1] >> unused << unused]) if octets else b""


# 128-EEA3, GM/T 0001.2

def eea3_iv(count, bearer, direction):
    """5.2: COUNT || BEARER || DIRECTION || 0^26, twice."""
    half = count + bytes([bearer << 3 | direction << 2, 0, 0, 0])
    return half + half


def eea3(CK, count, bearer, direction, bits, ibs):
    """5.3, 5.4: the bit stream xor the key stream."""
    ibs = first_bits(ibs, bits)
    stream = zuc128(CK, eea3_iv(count, bearer, direction)).keystream(len(ibs))
    return first_bits(xor(ibs, stream), bits)


# 128-EIA3, GM/T 0001.3

def eia3_iv(count, bearer, direction):
    """5.2: as for EEA3 without DIRECTION, which is added to the first bits of octets 8 and 14."""
    iv = bytearray((count + bytes([bearer << 3, 0, 0, 0])) * 2)
    iv[8] ^= direction << 7
    iv[14] ^= direction << 7
    return bytes(iv)


def bit(octets, i):
    """Bit i of an octet string, the most significant bit of the first octet being bit 0."""
    return octets[i // 8] >> (7 - i % 8) & 1


def eia3(IK, count, bearer, direction, bits, message):
    """5.3, 5.4: T = xor of the z_i for the one bits i, of z_LENGTH, and of z_(32 (L-1)); z_i are 32 bits from bit i."""
    message = first_bits(message, bits)
    words = -(-bits // 32) + 2
    z = octets_to_integer(zuc128(IK, eia3_iv(count, bearer, direction)).keystream(4 * words))

    def z_from(i):
        return z >> (32 * words - 32 - i) & WORD

    T = 0
    for i in range(bits):
        if bit(message, i):
            T ^= z_from(i)
    T ^= z_from(bits)
    return integer_to_octets(T ^ z_from(32 * (words - 1)), 4)


# MAC of ZUC-256, design paper

def zuc256_mac(K, iv, bits, message, tag_bits):
    """Tag of 32, 64 or 128 bits: the first tag_bits of the key stream, then for each one bit i of the message
    the tag_bits from bit tag_bits + i, and those from bit tag_bits + bits."""
    if tag_bits not in (32, 64, 128):
        raise Invalid("tag of 32, 64 or 128 bits")
    message = first_bits(message, bits)
    words = -(-bits // 32) + 2 * (tag_bits // 32)
    z = octets_to_integer(zuc256(K, iv, tag_bits).keystream(4 * words))

    def z_from(i):
        return z >> (32 * words - tag_bits - i) & (1 << tag_bits) - 1

    tag = z_from(0)
    for i in range(bits):
        if bit(message, i):
            tag ^= z_from(tag_bits + i)
    return integer_to_octets(tag ^ z_from(tag_bits + bits), tag_bits // 8)
