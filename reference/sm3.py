# SPDX-License-Identifier: Apache-2.0
"""SM3 cryptographic hash algorithm, GB/T 32905-2016 (GM/T 0004-2012, ISO/IEC 10118-3).

Words are 32-bit integers; bit and byte order are big-endian throughout (clause 3.1).
"""

from octets import blocks, integer_to_octets, octets_to_integer

BLOCK_SIZE = 64
DIGEST_SIZE = 32

WORD = 0xFFFFFFFF


def rotate_left(x, k):
    """x <<< k: cyclic left shift by k bits of a 32-bit word."""
    k %= 32
    return ((x << k) | (x >> (32 - k))) & WORD


# 4.1 Initial value
IV = (0x7380166F, 0x4914B2B9, 0x172442D7, 0xDA8A0600,
      0xA96F30BC, 0x163138AA, 0xE38DEE4D, 0xB0FB0E4E)


def T(j):
    """4.2 Constants."""
    return 0x79CC4519 if j <= 15 else 0x7A879D8A


def FF(j, x, y, z):
    """4.3 Boolean function FF_j."""
    return x ^ y ^ z if j <= 15 else (x & y) | (x & z) | (y & z)


def GG(j, x, y, z):
    """4.3 Boolean function GG_j."""
    return x ^ y ^ z if j <= 15 else (x & y) | (~x & WORD & z)


def P0(x):
    """4.4 Permutation function in the compression function."""
    return x ^ rotate_left(x, 9) ^ rotate_left(x, 17)


def P1(x):
    """4.4 Permutation function in the message expansion."""
    return x ^ rotate_left(x, 15) ^ rotate_left(x, 23)


# T_j <<< j, the form in which 5.3.3 uses the constants.
ROTATED_T = [rotate_left(T(j), j) for j in range(64)]


def padding(length):
    """5.2 Padding of a message of the given length in bytes.

    A bit "1", then k bits "0" with the least k such that l + 1 + k = 448 mod 512,
    then the 64-bit length l in bits.
    """
    zeros = (55 - length) % 64
    return b"\x80" + bytes(zeros) + integer_to_octets(8 * length, 8)


def expand(block):
    """5.3.2 Message expansion of the block B(i): the words W_0..W_67 and W'_0..W'_63."""
    W = [octets_to_integer(word) for word in blocks(block, 4)]
    for j in range(16, 68):
        W.append(P1(W[j - 16] ^ W[j - 9] ^ rotate_left(W[j - 3], 15))
                 ^ rotate_left(W[j - 13], 7) ^ W[j - 6])
    W1 = [W[j] ^ W[j + 4] for j in range(64)]
    return W, W1


def compress(V, block, rounds=None):
    """5.3.3 Compression function V(i+1) = CF(V(i), B(i)).

    V is a tuple of eight words. If a list is given as rounds, the registers
    (A, ..., H) after each of the 64 rounds are appended to it.
    """
    W, W1 = expand(block)
    A, B, C, D, E, F, G, H = V
    for j in range(64):
        A12 = rotate_left(A, 12)
        SS1 = rotate_left((A12 + E + ROTATED_T[j]) & WORD, 7)
        SS2 = SS1 ^ A12
        TT1 = (FF(j, A, B, C) + D + SS2 + W1[j]) & WORD
        TT2 = (GG(j, E, F, G) + H + SS1 + W[j]) & WORD
        D = C
        C = rotate_left(B, 9)
        B = A
        A = TT1
        H = G
        G = rotate_left(F, 19)
        F = E
        E = P0(TT2)
        if rounds is not None:
            rounds.append((A, B, C, D, E, F, G, H))
    return tuple(x ^ y for x, y in zip((A, B, C, D, E, F, G, H), V))


def words_to_octets(words):
    return b"".join(integer_to_octets(w, 4) for w in words)


class SM3:
    """The iteration of 5.3.1, message pieces being given one after the other."""

    name = "sm3"
    block_size = BLOCK_SIZE
    digest_size = DIGEST_SIZE

    def __init__(self, message=b""):
        self.V = IV
        self.length = 0         # bytes given so far
        self.pending = b""      # the part of them that does not fill a block yet
        self.update(message)

    def update(self, piece):
        self.length += len(piece)
        data = self.pending + piece
        whole = len(data) // BLOCK_SIZE * BLOCK_SIZE
        for block in blocks(data[:whole], BLOCK_SIZE):
            self.V = compress(self.V, block)
        self.pending = data[whole:]
        return self

    def digest(self):
        """5.4 Hash value: V(n) after the padded message."""
        V = self.V
        for block in blocks(self.pending + padding(self.length), BLOCK_SIZE):
            V = compress(V, block)
        return words_to_octets(V)

    def copy(self):
        other = SM3()
        other.V, other.length, other.pending = self.V, self.length, self.pending
        return other


def sm3(message):
    """The SM3 hash value of a message, 32 bytes."""
    return SM3(message).digest()
