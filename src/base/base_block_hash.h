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

/*
 * The end of a message of `length` bytes in all, of which the last len are at data: what is left
 * after whole blocks, and the padding. Returns the number of blocks, 1 or 2.
 */
unsigned mifu_block_hash_tail(uint8_t tail[2 * MIFU_BLOCK_HASH_BLOCK], const uint8_t *data,
                              size_t len, uint64_t length);

/* All that is left of a message, len bytes after `before` in whole blocks, and its padding. */
void mifu_block_hash_end(uint32_t state[8], uint64_t before, mifu_block_hash_compress *compress,
                         const uint8_t *data, size_t len);

/* The first `words` words of the state, as a digest. */
void mifu_block_hash_write(uint8_t *digest, unsigned words, const uint32_t state[8]);

/* The end of what mifu_block_hash_update() has taken. */
MIFU_INLINE void mifu_block_hash_final(uint8_t *digest, unsigned words, uint32_t state[8],
                                       uint64_t length, const uint8_t block[MIFU_BLOCK_HASH_BLOCK],
                                       mifu_block_hash_compress *compress)
{
    size_t fill = (size_t)(length % MIFU_BLOCK_HASH_BLOCK);

    mifu_block_hash_end(state, length - fill, compress, block, fill);
    mifu_block_hash_write(digest, words, state);
}

#endif
