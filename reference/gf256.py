# SPDX-License-Identifier: Apache-2.0
"""GF(2^8) with a modulus of degree 8 as argument, the field of S-boxes."""


def multiply(a, b, modulus):
    product = 0
    for _ in range(8):
        if b & 1:
            product ^= a
        b >>= 1
        a <<= 1
        if a & 0x100:
            a ^= modulus
    return product


def invert(a, modulus):
    """a^254, which is the inverse of a, and 0 for a = 0."""
    result = 1
    for _ in range(254):
        result = multiply(result, a, modulus)
    return result


def affine(x, columns, constant):
    """A x + c over GF(2): the sum of the columns of A for the bits of x, least significant first, and c."""
    for i in range(8):
        if x >> i & 1:
            constant ^= columns[i]
    return constant
