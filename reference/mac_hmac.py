# SPDX-License-Identifier: Apache-2.0
"""HMAC, GB/T 15852.2-2012 clause 7 (RFC 2104, FIPS 198-1)."""

from octets import xor


def keyed(hash, key):
    """HMAC under one key: a function from text to MAC.

    FIPS 198-1 clause 4, steps 1-4 and 7, are done once; steps 5-6 and 8-9 for each text.
    """
    if len(key) > hash.block_size:
        key = hash(key).digest()
    K0 = key + bytes(hash.block_size - len(key))
    inner = hash(xor(K0, b"\x36" * hash.block_size))    # K0 xor ipad
    outer = hash(xor(K0, b"\x5c" * hash.block_size))    # K0 xor opad

    def mac(text):
        return outer.copy().update(inner.copy().update(text).digest()).digest()

    return mac


def hmac(hash, key, text):
    """MAC(text) = H((K0 xor opad) || H((K0 xor ipad) || text))."""
    return keyed(hash, key)(text)
