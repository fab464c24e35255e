# SPDX-License-Identifier: Apache-2.0
"""Authenticated encryption with ZUC-128, GM/T 0001.4-2024: ZUC-GXM and ZUC-MUR.

Both hash associated data and text with GHASH under a key H of their own. Tags may be shorter
than 16 bytes.
"""

import gf128
from errors import Invalid
from octets import integer_to_octets, xor
from zuc import zuc128


def ghash_of(H, aad, text):
    """GHASH_H(A || 0^v || text || 0^u || [len(A)]64 || [len(text)]64)."""
    def filled(octets):
        return octets + bytes(-len(octets) % 16)
    lengths = integer_to_octets(8 * len(aad), 8) + integer_to_octets(8 * len(text), 8)
    return gf128.to_block(gf128.ghash(gf128.from_block(H), filled(aad) + filled(text) + lengths))


def check(H, tag_length):
    if len(H) != 16:
        raise Invalid("the hash key has 16 bytes")
    if not 4 <= tag_length <= 16:
        raise Invalid("a tag has 4 to 16 bytes")


# GXM: the key stream begins with the mask for the hash of the ciphertext, as long as the tag;
# what follows encrypts

def gxm_parts(key, iv, tag_length, length):
    stream = zuc128(key, iv).keystream(tag_length + length)
    return stream[:tag_length], stream[tag_length:]


def gxm_seal(key, H, iv, aad, plaintext, tag_length=16):
    check(H, tag_length)
    mask, stream = gxm_parts(key, iv, tag_length, len(plaintext))
    ciphertext = xor(plaintext, stream)
    return ciphertext, xor(mask, ghash_of(H, aad, ciphertext)[:tag_length])


def gxm_open(key, H, iv, aad, ciphertext, tag):
    check(H, len(tag))
    mask, stream = gxm_parts(key, iv, len(tag), len(ciphertext))
    if xor(mask, ghash_of(H, aad, ciphertext)[:len(tag)]) != tag:
        raise Invalid("ZUC-GXM tag")
    return xor(ciphertext, stream)


# MUR: the tag is key stream under K2 for the IV xor the hash of the plaintext; the text is
# encrypted under K1 for the IV xor the tag, a short tag being filled up with zeros

def mur_tag(key2, H, iv, aad, plaintext, tag_length):
    return zuc128(key2, xor(iv, ghash_of(H, aad, plaintext))).keystream(tag_length)


def mur_crypt(key, iv, tag, text):
    return xor(text, zuc128(key, xor(iv, tag + bytes(16 - len(tag)))).keystream(len(text)))


def mur_seal(key, key2, H, iv, aad, plaintext, tag_length=16):
    check(H, tag_length)
    if len(iv) != 16:
        raise Invalid("the IV has 16 bytes")
    tag = mur_tag(key2, H, iv, aad, plaintext, tag_length)
    return mur_crypt(key, iv, tag, plaintext), tag


def mur_open(key, key2, H, iv, aad, ciphertext, tag):
    check(H, len(tag))
    if len(iv) != 16:
        raise Invalid("the IV has 16 bytes")
    plaintext = mur_crypt(key, iv, tag, ciphertext)
    if mur_tag(key2, H, iv, aad, plaintext, len(tag)) != tag:
        raise Invalid("ZUC-MUR tag")
    return plaintext
