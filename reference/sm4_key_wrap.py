# SPDX-License-Identifier: Apache-2.0
"""Key wrap with SM4: RFC 3394 and, for any length, RFC 5649 (SP 800-38F KW and KWP)."""

from errors import Invalid
from octets import blocks, integer_to_octets, octets_to_integer, xor
from sm4 import SM4

DEFAULT_IV = b"\xa6" * 8                    # RFC 3394 2.2.3.1
ALTERNATIVE_IV = bytes.fromhex("a65959a6")  # RFC 5649 clause 3, followed by the length


def wrap_steps(kek, A, R):
    """RFC 3394 2.2.1 steps 2 and 3, index-based: A || R[1] || ... || R[n]."""
    cipher = SM4(kek)
    n = len(R)
    for j in range(6):
        for i in range(1, n + 1):
            B = cipher.encrypt(A + R[i - 1])
            A = xor(B[:8], integer_to_octets(n * j + i, 8))
            R[i - 1] = B[8:]
    return A + b"".join(R)


def unwrap_steps(kek, C):
    """RFC 3394 2.2.2 steps 1 and 2: A and R[1] || ... || R[n]."""
    cipher = SM4(kek)
    A, *R = blocks(C, 8)
    n = len(R)
    for j in reversed(range(6)):
        for i in range(n, 0, -1):
            B = cipher.decrypt(xor(A, integer_to_octets(n * j + i, 8)) + R[i - 1])
            A = B[:8]
            R[i - 1] = B[8:]
    return A, b"".join(R)


def wrap(kek, key):
    """RFC 3394 2.2.1: key data of two or more 64-bit blocks."""
    if len(key) % 8 or len(key) < 16:
        raise Invalid("key data to wrap has 16, 24, 32, ... bytes")
    return wrap_steps(kek, DEFAULT_IV, blocks(key, 8))


def unwrap(kek, wrapped):
    """RFC 3394 2.2.2."""
    if len(wrapped) % 8 or len(wrapped) < 24:
        raise Invalid("wrapped key data has 24, 32, 40, ... bytes")
    A, key = unwrap_steps(kek, wrapped)
    if A != DEFAULT_IV:
        raise Invalid("key wrap integrity check")
    return key


def wrap_padded(kek, key):
    """RFC 5649 4.1: key data of one octet and more."""
    if not 1 <= len(key) < 2 ** 32:
        raise Invalid("key data to wrap is not empty")
    AIV = ALTERNATIVE_IV + integer_to_octets(len(key), 4)
    padded = key + bytes(-len(key) % 8)
    if len(padded) == 8:
        return SM4(kek).encrypt(AIV + padded)
    return wrap_steps(kek, AIV, blocks(padded, 8))


def unwrap_padded(kek, wrapped):
    """RFC 5649 4.2."""
    if len(wrapped) % 8 or len(wrapped) < 16:
        raise Invalid("wrapped key data has 16, 24, 32, ... bytes")
    if len(wrapped) == 16:
        block = SM4(kek).decrypt(wrapped)
        A, padded = block[:8], block[8:]
    else:
        A, padded = unwrap_steps(kek, wrapped)
    length = octets_to_integer(A[4:])
    if A[:4] != ALTERNATIVE_IV or not len(padded) - 8 < length <= len(padded) or any(padded[length:]):
        raise Invalid("key wrap integrity check")
    return padded[:length]
