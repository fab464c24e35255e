# SPDX-License-Identifier: Apache-2.0
"""Conversions between integers and octet strings.

GB/T 32918.1-2016 clause 4.2; GB/T 38635.1-2020 has the same. An integer is
an octet string with its most significant octet first.
"""


def integer_to_octets(x, length):
    """GB/T 32918.1 4.2.2: the octet string M of the given length with M = x; needs 2^(8*length) > x."""
    return x.to_bytes(length, "big")


def octets_to_integer(octets):
    """GB/T 32918.1 4.2.3: the integer x = M[k-1] * 2^(8(k-1)) + ... + M[0]."""
    return int.from_bytes(octets, "big")


def xor(a, b):
    """Bitwise exclusive or of two octet strings of one length."""
    if len(a) != len(b):
        raise ValueError("xor of octet strings of different lengths")
    return bytes(x ^ y for x, y in zip(a, b))


def blocks(octets, length):
    """Cut an octet string into pieces of the given length; the last one may be shorter."""
    return [octets[i:i + length] for i in range(0, len(octets), length)]
