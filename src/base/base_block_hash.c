/* SPDX-License-Identifier: Apache-2.0 */
/* Padding and digest: a one bit, zeros to the last eight bytes of a block, the length in bits. */
#include "base_block_hash.h"

#define BLOCK MIFU_BLOCK_HASH_BLOCK

/* One or two blocks of zeros. */
static void clear(uint8_t *blocks, unsigned count)
{
    mifu_wipe_short(blocks, BLOCK);
    if (count == 2)
        mifu_wipe_short(blocks + BLOCK, BLOCK);
}

unsigned mifu_block_hash_tail(uint8_t tail[2 * BLOCK], const uint8_t *data, size_t len,
                              uint64_t length)
{
    size_t rest = len % BLOCK;
    unsigned blocks = rest + 1 + 8 <= BLOCK ? 1 : 2;

    clear(tail, blocks);
    mifu_copy(tail, len == 0 ? NULL : data + (len - rest), rest);
    tail[rest] = 0x80;
    mifu_store64_be(tail + (size_t)blocks * BLOCK - 8, length << 3);
    return blocks;
}

/*
 * The barrier keeps compilers from reading the words as vectors, for which they would wait until
 * all the stores of the kernel are done.
 */
void mifu_block_hash_write(uint8_t *digest, unsigned words, const uint32_t state[8])
{
    for (unsigned i = 0; i < words; i++)
        mifu_store32_be(digest + (size_t)4 * i, mifu_barrier32(state[i]));
}

/*
 * The tail is written first: kernels read it in other pieces than it is written, for which they
 * would wait if the stores were still under way. Not inlined anywhere: the kernels of one stream
 * take most of what a processor keeps of decoded instructions, and short messages notice what else
 * is there.
 */
void mifu_block_hash_end(uint32_t state[8], uint64_t before, mifu_block_hash_compress *compress,
                         const uint8_t *data, size_t len)
{
    uint8_t tail[2 * BLOCK];
    unsigned tail_blocks = mifu_block_hash_tail(tail, data, len, before + len);

    if (len >= BLOCK)
        compress(state, data, len / BLOCK);
    compress(state, tail, tail_blocks);
    clear(tail, tail_blocks);
}
