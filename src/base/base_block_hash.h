/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streaming and padding of hashes with eight 32-bit words of state, 64-byte blocks and a 64-bit bit
 * count at the end: the same for SM3 (GB/T 32905 5.2) and SHA-256 (FIPS 180-4 5.1.1).
 */
#ifndef MIFU_BASE_BLOCK_HASH_H
#define MIFU_BASE_BLOCK_HASH_H

#include "base_bytes.h"
#include "base_secret.h"

#define MIFU_BLOCK_HASH_BLOCK 64

typedef void mifu_block_hash_compress(uint32_t state[8], const uint8_t *blocks, size_t count);

/* Takes len bytes: block holds the last length % 64 bytes seen before and after. */
MIFU_INLINE void mifu_block_hash_update(uint32_t state[8], uint64_t *length,
                                        uint8_t block[MIFU_BLOCK_HASH_BLOCK],
                                        mifu_block_hash_compress *compress, const uint8_t *data,
                                        size_t len)
{
    size_t fill = (size_t)(*length % MIFU_BLOCK_HASH_BLOCK);
    size_t whole;

    *length += len;
    if (fill != 0) {
        size_t room = MIFU_BLOCK_HASH_BLOCK - fill;

        if (len < room) {
            mifu_copy(block + fill, data, len);
            return;
        }
        memcpy(block + fill, data, room);
        compress(state, block, 1);
        data += room;
        len -= room;
    }
    whole = len / MIFU_BLOCK_HASH_BLOCK;
    if (whole != 0) {
        compress(state, data, whole);
        data += whole * MIFU_BLOCK_HASH_BLOCK;
        len -= whole * MIFU_BLOCK_HASH_BLOCK;
    }
    mifu_copy(block, data, len);
}

/* Pads and writes the first `words` words of the state: a one bit, zeros, the length in bits. */
MIFU_INLINE void mifu_block_hash_final(uint8_t *digest, unsigned words, uint32_t state[8],
                                       uint64_t length, uint8_t block[MIFU_BLOCK_HASH_BLOCK],
                                       mifu_block_hash_compress *compress)
{
    size_t fill = (size_t)(length % MIFU_BLOCK_HASH_BLOCK);

    block[fill++] = 0x80;
    if (fill > MIFU_BLOCK_HASH_BLOCK - 8) {
        memset(block + fill, 0, MIFU_BLOCK_HASH_BLOCK - fill);
        compress(state, block, 1);
        fill = 0;
    }
    memset(block + fill, 0, MIFU_BLOCK_HASH_BLOCK - 8 - fill);
    mifu_store64_be(block + MIFU_BLOCK_HASH_BLOCK - 8, length << 3);
    compress(state, block, 1);
    for (unsigned i = 0; i < words; i++)
        mifu_store32_be(digest + (size_t)4 * i, state[i]);
}

/* Longest message that mifu_block_hash_short() takes: three blocks with its padding. */
#define MIFU_BLOCK_HASH_SHORT (3 * MIFU_BLOCK_HASH_BLOCK - 9)

/*
 * The rest of a message of at most MIFU_BLOCK_HASH_SHORT bytes, all at once: data and padding in
 * one buffer and one call of the kernel, which for short messages saves a good part of the time.
 */
MIFU_INLINE void mifu_block_hash_short(uint8_t *digest, unsigned words, uint32_t state[8],
                                       uint64_t before, mifu_block_hash_compress *compress,
                                       const uint8_t *data, size_t len)
{
    MIFU_ALIGNED(64) uint8_t buffer[3 * MIFU_BLOCK_HASH_BLOCK];
    size_t blocks = (len + 9 + MIFU_BLOCK_HASH_BLOCK - 1) / MIFU_BLOCK_HASH_BLOCK;
    size_t size = blocks * MIFU_BLOCK_HASH_BLOCK;
    size_t whole = 0;

    /* Blocks of a known size, which compilers copy and clear without a call. */
    for (; whole + MIFU_BLOCK_HASH_BLOCK <= len; whole += MIFU_BLOCK_HASH_BLOCK)
        memcpy(buffer + whole, data + whole, MIFU_BLOCK_HASH_BLOCK);
    for (size_t at = whole; at < size; at += MIFU_BLOCK_HASH_BLOCK)
        memset(buffer + at, 0, MIFU_BLOCK_HASH_BLOCK);
    mifu_copy(buffer + whole, len == whole ? NULL : data + whole, len - whole);
    buffer[len] = 0x80;
    mifu_store64_be(buffer + size - 8, (before + len) << 3);
    compress(state, buffer, blocks);
    for (unsigned i = 0; i < words; i++)
        mifu_store32_be(digest + (size_t)4 * i, state[i]);
    mifu_wipe(buffer, size);
}

#endif
