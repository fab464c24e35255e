# SPDX-License-Identifier: Apache-2.0
"""Padding of octet strings to whole cipher blocks.

Each name has a function that pads and one that takes the padding off. Taking off
refuses everything that padding does not produce.
"""

from errors import Invalid
from octets import integer_to_octets, octets_to_integer

BLOCK_SIZE = 16


def fill(length):
    """How many bytes bring a string of the given length to a multiple of the block, 0..15."""
    return -length % BLOCK_SIZE


# No padding: the length must already be right.

def pad_none(message):
    if fill(len(message)):
        raise Invalid("length is not a multiple of the block")
    return message


def unpad_none(padded):
    return padded


# RFC 5652 6.3 (PKCS #7): 1 to 16 bytes, each the number of bytes added.

def pad_pkcs7(message):
    k = BLOCK_SIZE - len(message) % BLOCK_SIZE
    return message + bytes([k]) * k


def unpad_pkcs7(padded):
    k = padded[-1] if padded else 0
    if not 1 <= k <= BLOCK_SIZE or padded[-k:] != bytes([k]) * k:
        raise Invalid("PKCS #7 padding")
    return padded[:-k]


# ANSI X9.23: zeros, then one byte with the number of bytes added.

def pad_ansi_x923(message):
    k = BLOCK_SIZE - len(message) % BLOCK_SIZE
    return message + bytes(k - 1) + bytes([k])


def unpad_ansi_x923(padded):
    k = padded[-1] if padded else 0
    if not 1 <= k <= BLOCK_SIZE or padded[-k:-1] != bytes(k - 1):
        raise Invalid("ANSI X9.23 padding")
    return padded[:-k]


# GB/T 15852.1-2020 6.3.2 (ISO/IEC 9797-1 padding method 1): as few zero bits as needed,
# one whole block of them for the empty string. It can not be taken off without
# knowing the length; unpadding returns the padded string as it is.

def pad_method1(message):
    return message + bytes(fill(len(message)) if message else BLOCK_SIZE)


def unpad_method1(padded):
    return padded


# 6.3.3 (padding method 2): a bit "1", then as few zero bits as needed.

def pad_method2(message):
    return message + b"\x80" + bytes(fill(len(message) + 1))


def unpad_method2(padded):
    message = padded.rstrip(b"\x00")
    if not message.endswith(b"\x80") or len(padded) - len(message) >= BLOCK_SIZE:
        raise Invalid("ISO/IEC 9797-1 padding method 2")
    return message[:-1]


# 6.3.4 (padding method 3): in front a block with the length in bits, behind zeros as in method 1.

def pad_method3(message):
    return integer_to_octets(8 * len(message), BLOCK_SIZE) + pad_method1(message)


def unpad_method3(padded):
    if len(padded) < BLOCK_SIZE:
        raise Invalid("ISO/IEC 9797-1 padding method 3")
    bits = octets_to_integer(padded[:BLOCK_SIZE])
    message = padded[BLOCK_SIZE:BLOCK_SIZE + bits // 8]
    if bits % 8 or pad_method3(message) != padded:
        raise Invalid("ISO/IEC 9797-1 padding method 3")
    return message


PAD = {
    "none": pad_none,
    "pkcs7": pad_pkcs7,
    "ansi-x9.23": pad_ansi_x923,
    "iso9797-m1": pad_method1,
    "iso9797-m2": pad_method2,
    "iso9797-m3": pad_method3,
}

UNPAD = {
    "none": unpad_none,
    "pkcs7": unpad_pkcs7,
    "ansi-x9.23": unpad_ansi_x923,
    "iso9797-m1": unpad_method1,
    "iso9797-m2": unpad_method2,
    "iso9797-m3": unpad_method3,
}


def pad(message, name):
    return PAD[name](message)


def unpad(padded, name):
    return UNPAD[name](padded)
