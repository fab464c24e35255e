# SPDX-License-Identifier: Apache-2.0
"""SHA-256 and SHA-224, FIPS 180-4 (ISO/IEC 10118-3)."""

from octets import blocks, integer_to_octets, octets_to_integer

WORD = 0xFFFFFFFF


def rotr(n, x):
    """2.2.2 ROTR^n(x), circular right shift."""
    return ((x >> n) | (x << (32 - n))) & WORD


# 4.1.2 SHA-224 and SHA-256 functions

def Ch(x, y, z):
    return (x & y) ^ (~x & WORD & z)


def Maj(x, y, z):
    return (x & y) ^ (x & z) ^ (y & z)


def Sigma0(x):
    return rotr(2, x) ^ rotr(13, x) ^ rotr(22, x)


def Sigma1(x):
    return rotr(6, x) ^ rotr(11, x) ^ rotr(25, x)


def sigma0(x):
    return rotr(7, x) ^ rotr(18, x) ^ (x >> 3)


def sigma1(x):
    return rotr(17, x) ^ rotr(19, x) ^ (x >> 10)


def primes(count):
    """The first prime numbers."""
    found = []
    candidate = 2
    while len(found) < count:
        if all(candidate % p for p in found):
            found.append(candidate)
        candidate += 1
    return found


def root_floor(x, k):
    """The greatest integer whose k-th power does not exceed x."""
    low, high = 0, 1 << (x.bit_length() // k + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if middle ** k <= x:
            low = middle
        else:
            high = middle
    return low


# 4.2.2 The first 32 bits of the fractional parts of the cube roots of the first 64 primes
K = [root_floor(p << 96, 3) & WORD for p in primes(64)]

# 5.3.3 SHA-256: the first 32 bits of the fractional parts of the square roots of the first 8 primes
IV_256 = tuple(root_floor(p << 64, 2) & WORD for p in primes(8))

# 5.3.2 SHA-224: the second 32 bits of the fractional parts of the square roots of the 9th to 16th primes
IV_224 = tuple(root_floor(p << 128, 2) & WORD for p in primes(16)[8:])


def padding(length):
    """5.1.1 Padding of a message of the given length in bytes."""
    zeros = (55 - length) % 64
    return b"\x80" + bytes(zeros) + integer_to_octets(8 * length, 8)


def compress(H, block):
    """6.2.2 One turn of the SHA-256 hash computation, H(i) from H(i-1) and M(i)."""
    # Step 1: message schedule
    W = [octets_to_integer(word) for word in blocks(block, 4)]
    for t in range(16, 64):
        W.append((sigma1(W[t - 2]) + W[t - 7] + sigma0(W[t - 15]) + W[t - 16]) & WORD)
    # Step 2: working variables
    a, b, c, d, e, f, g, h = H
    # Step 3
    for t in range(64):
        T1 = (h + Sigma1(e) + Ch(e, f, g) + K[t] + W[t]) & WORD
        T2 = (Sigma0(a) + Maj(a, b, c)) & WORD
        h = g
        g = f
        f = e
        e = (d + T1) & WORD
        d = c
        c = b
        b = a
        a = (T1 + T2) & WORD
    # Step 4
    return tuple((x + y) & WORD for x, y in zip((a, b, c, d, e, f, g, h), H))


class SHA256:
    """SHA-256, 6.2, message pieces being given one after the other."""

    name = "sha256"
    block_size = 64
    digest_size = 32
    initial = IV_256

    def __init__(self, message=b""):
        self.H = self.initial
        self.length = 0
        self.pending = b""
        self.update(message)

    def update(self, piece):
        self.length += len(piece)
        data = self.pending + piece
        whole = len(data) // 64 * 64
        for block in blocks(data[:whole], 64):
            self.H = compress(self.H, block)
        self.pending = data[whole:]
        return self

    def digest(self):
        H = self.H
        for block in blocks(self.pending + padding(self.length), 64):
            H = compress(H, block)
        return b"".join(integer_to_octets(w, 4) for w in H)[:self.digest_size]

    def copy(self):
        other = type(self)()
        other.H, other.length, other.pending = self.H, self.length, self.pending
        return other


class SHA224(SHA256):
    """SHA-224, 6.3: SHA-256 with another initial value, cut to the leftmost 224 bits."""

    name = "sha224"
    digest_size = 28
    initial = IV_224


def sha256(message):
    return SHA256(message).digest()


def sha224(message):
    return SHA224(message).digest()
