# SPDX-License-Identifier: Apache-2.0
"""Drawing random test cases from a seed."""

import random

from errors import Invalid
from operations import run

# Fields of a request that a vector file has under another name, or at the group
RENAMED = {"arithmetic": "op"}
LEFT_OUT = ("tag_len", "mac_len", "curve")

ALGORITHMS = {
    "sm3": "SM3",
    "sha2": "SHA-224, SHA-256",
    "kdf_hmac": "HMAC-SM3, HKDF-SM3, PBKDF2-HMAC-SM3, SM2/SM9 KDF, TLS PRFs with SM3",
    "sm4": "SM4",
    "sm2": "SM2",
    "sm9": "SM9",
    "zuc": "ZUC",
    "drbg": "DRBG with SM3 and SM4",
}


class Source(random.Random):
    """Random values of the kinds that tests need; lengths and numbers favour the edges."""

    def octets(self, length):
        return self.randbytes(length)

    def hex(self, length):
        return self.randbytes(length).hex()

    def chance(self, one_in):
        return self.randrange(one_in) == 0

    def length(self, low, high, block=16):
        """From low to high: small, near a multiple of the block, or anything."""
        kind = self.randrange(4)
        if kind == 0:
            value = self.randrange(low, min(low + 5, high) + 1)
        elif kind == 1:
            value = block * self.randrange(high // block + 1) + self.randrange(-2, 3)
        elif kind == 2:
            value = self.randrange(low, min(high, 4 * block) + 1) if low <= 4 * block else low
        else:
            value = self.randrange(low, high + 1)
        return max(low, min(high, value))

    def below(self, n):
        """An integer in [0, n-1]: uniform, at an end, sparse, or with runs of equal bits."""
        bits = n.bit_length()
        kind = self.randrange(8)
        if kind == 0:
            x = self.randrange(16)
        elif kind == 1:
            x = n - 1 - self.randrange(16)
        elif kind == 2:
            x = (1 << self.randrange(bits)) + self.randrange(-1, 2)
        elif kind == 3:
            # limbs of 32 or 64 bits that are all zeros, all ones or random
            limb = self.choice((32, 64))
            x = 0
            for _ in range(0, bits, limb):
                x = x << limb | self.choice((0, 1, (1 << limb) - 1, self.getrandbits(limb)))
        elif kind == 4:
            # runs of ones and zeros
            x = 0
            length = 0
            while length < bits:
                run_length = self.randrange(1, 64)
                x = x << run_length | self.choice((0, (1 << run_length) - 1))
                length += run_length
        else:
            x = self.randrange(n)
        return x % n

    def flip(self, octets):
        """One bit changed."""
        i = self.randrange(8 * len(octets))
        changed = bytearray(octets)
        changed[i // 8] ^= 1 << i % 8
        return bytes(changed)

    def mutate(self, octets):
        """A changed octet string: one bit, one octet more or less, a piece cut out or doubled."""
        kind = self.randrange(8)
        if not octets or kind == 0:
            i = self.randrange(len(octets) + 1)
            return octets[:i] + self.octets(1) + octets[i:]
        i = self.randrange(len(octets))
        j = self.randrange(i, len(octets)) + 1
        if kind == 1:
            return octets[:i] + octets[i + 1:]
        if kind == 2:
            return octets[:i]
        if kind == 3:
            return octets[:i] + octets[i:j] + octets[i:]
        if kind == 4:
            return octets[:i] + self.octets(1) + octets[i + 1:]
        return self.flip(octets)

    def pieces(self, length):
        """Sizes of pieces, zero among them, that add up to a length."""
        sizes = []
        left = length
        while left:
            size = min(left, self.choice((0, 1, self.randrange(1, 20), 16, 63, 64, 65, self.randrange(1, left + 1))))
            sizes.append(size)
            left -= size
        if not sizes or self.chance(4):
            sizes.append(0)
        return sizes


def case(name, fields, comment="", results=None):
    """A test: the fields of a request, with the named results of the operation or with all of them.

    Where the operation refuses the fields, the test is an invalid one.
    """
    test = {RENAMED.get(field, field): value for field, value in fields.items() if field not in LEFT_OUT}
    try:
        found = run(name, fields)
        for field, value in found.items():
            if results is None or field in results:
                test[field] = value
        test["result"] = "valid"
    except Invalid as reason:
        test["result"] = "invalid"
        comment = comment or str(reason)
    test["comment"] = comment
    return test


GENERATORS = {}


def generator(name, group=None):
    """Enters a function that draws one test of an operation: from a source and the number of the test."""
    def enter(function):
        GENERATORS[group or name] = (name, function)
        return function
    return enter
