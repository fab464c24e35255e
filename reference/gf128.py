# SPDX-License-Identifier: Apache-2.0
"""GF(2^128) = GF(2)[x]/(x^128 + x^7 + x^2 + x + 1), with the bit orders in use.

An element is an integer. In the order of GCM (SP 800-38D 6.3, GB/T 36624, and XTS and
HCTR of GB/T 17964-2021) the first bit of a block is the coefficient of x^0, so the
octets read as one big-endian integer have x^0 in the most significant bit.
"""

from octets import blocks, integer_to_octets, octets_to_integer

R = 0xE1 << 120     # SP 800-38D 6.3: R = 11100001 || 0^120


def from_block(block):
    return octets_to_integer(block)


def to_block(element):
    return integer_to_octets(element, 16)


def multiply_by_x(V):
    """Shift by one power of x: to the right in this bit order, with reduction."""
    return (V >> 1) ^ (R if V & 1 else 0)


def multiply(X, Y):
    """SP 800-38D 6.3, Algorithm 1: X * Y."""
    Z = 0
    V = Y
    for i in range(128):
        if X >> (127 - i) & 1:
            Z ^= V
        V = multiply_by_x(V)
    return Z


def ghash(H, octets):
    """SP 800-38D 6.4, Algorithm 2: Y_i = (Y_(i-1) xor X_i) * H over whole blocks."""
    Y = 0
    for X in blocks(octets, 16):
        Y = multiply(Y ^ from_block(X), H)
    return Y


def multiply_by_x_ieee(block):
    """IEEE Std 1619-2007 5.2: multiplication by alpha = x where octet 0 holds x^0..x^7, least bit first."""
    V = int.from_bytes(block, "little") << 1
    if V >> 128:
        V = (V & (1 << 128) - 1) ^ 0x87
    return V.to_bytes(16, "little")


def multiply_by_x_cmac(block):
    """SP 800-38B 6.1: the doubling of CMAC, where the first bit is the coefficient of x^127."""
    V = octets_to_integer(block) << 1
    if V >> 128:
        V = (V & (1 << 128) - 1) ^ 0x87
    return integer_to_octets(V, 16)
