/* SPDX-License-Identifier: Apache-2.0 */
/* SM3 one-shot and streaming, over the compression kernel: GB/T 32905-2016. */
#include "mifu/sm3.h"

#include "base_state.h"
#include "base_block_hash.h"
#include "sm3_kernels.h"

const uint32_t mifu_sm3_iv[8] = {0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600,
                                 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e};

/* T(j) = 79cc4519 for j < 16, 7a879d8a from there on. For j mod 32 = 0, T << 0 | T >> 0 = T. */
#define T(j)   ((j) < 16 ? UINT32_C(0x79cc4519) : UINT32_C(0x7a879d8a))
#define R(j)   (T(j) << ((j) % 32) | T(j) >> ((32 - (j) % 32) % 32))
#define R4(j)  R(j), R(j + 1), R(j + 2), R(j + 3)
#define R16(j) R4(j), R4(j + 4), R4(j + 8), R4(j + 12)

const uint32_t mifu_sm3_rotated_t[64] = {R16(0), R16(16), R16(32), R16(48)};

void mifu_sm3_init(mifu_sm3 *sm3)
{
    memcpy(sm3->state, mifu_sm3_iv, sizeof sm3->state);
    sm3->length = 0;
}

void mifu_sm3_update(mifu_sm3 *sm3, const uint8_t *data, size_t len)
{
    mifu_block_hash_update(sm3->state, &sm3->length, sm3->block,
                           mifu_sm3_kernels_in_use()->compress, data, len);
}

void mifu_sm3_finish(uint8_t digest[MIFU_SM3_DIGEST_SIZE], mifu_sm3 *sm3)
{
    mifu_block_hash_final(digest, 8, sm3->state, sm3->length, sm3->block,
                          mifu_sm3_kernels_in_use()->compress);
    mifu_sm3_wipe(sm3);
}

void mifu_sm3_final(uint8_t digest[MIFU_SM3_DIGEST_SIZE], mifu_sm3 *sm3)
{
    MIFU_ZEROS_WHEN_CLOSED(digest, MIFU_SM3_DIGEST_SIZE);
    mifu_sm3_finish(digest, sm3);
}

void mifu_sm3_digest(uint8_t digest[MIFU_SM3_DIGEST_SIZE], const uint8_t *data, size_t len)
{
    uint32_t state[8];

    memcpy(state, mifu_sm3_iv, sizeof state);
    mifu_block_hash_end(state, 0, mifu_sm3_kernels_in_use()->compress, data, len);
    mifu_block_hash_write(digest, 8, state);
    mifu_wipe_short(state, sizeof state);
}

void mifu_sm3_hash(uint8_t digest[MIFU_SM3_DIGEST_SIZE], const uint8_t *data, size_t len)
{
    MIFU_ZEROS_WHEN_CLOSED(digest, MIFU_SM3_DIGEST_SIZE);
    mifu_sm3_digest(digest, data, len);
}

void mifu_sm3_copy(mifu_sm3 *copy, const mifu_sm3 *sm3)
{
    *copy = *sm3;
}

void mifu_sm3_wipe(mifu_sm3 *sm3)
{
    mifu_wipe(sm3, sizeof *sm3);
}
