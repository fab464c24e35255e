/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CBC encryption and MAC of many messages over GFNI and AVX-512, under one key or under many.
 */
#ifndef MIFU_SM4_GFNI_AVX512_MANY_H
#define MIFU_SM4_GFNI_AVX512_MANY_H

#include "sm4_gfni_avx512_blocks.h"
#include "sm4_lane_keys.h"

/*
 * Messages are read and written four blocks, a cache line, at a time: they often lie at the same
 * distance from each other, where all their lines want the same few places in the cache. In between
 * they are in rows: block b of all lanes side by side.
 */
typedef struct many_rows {
    MIFU_ALIGNED(64) uint8_t row[4][16 * MIFU_SM4_LANES];
} many_rows;

/* Four registers of four blocks, transposed as a matrix of blocks. */
MIFU_INLINE void transpose_blocks(__m512i x[4])
{
    __m512i a = _mm512_shuffle_i64x2(x[0], x[1], 0x44), b = _mm512_shuffle_i64x2(x[0], x[1], 0xee);
    __m512i c = _mm512_shuffle_i64x2(x[2], x[3], 0x44), d = _mm512_shuffle_i64x2(x[2], x[3], 0xee);

    x[0] = _mm512_shuffle_i64x2(a, c, 0x88);
    x[1] = _mm512_shuffle_i64x2(a, c, 0xdd);
    x[2] = _mm512_shuffle_i64x2(b, d, 0x88);
    x[3] = _mm512_shuffle_i64x2(b, d, 0xdd);
}

/* Blocks from .. from + n - 1 of every lane to rows, n <= 4. */
static void rows_load(many_rows *rows, const uint8_t *const *in, size_t from, size_t n,
                      size_t lanes)
{
    size_t lane = 0;

    if (n == 4)
        for (; lane + 4 <= lanes; lane += 4) {
            __m512i x[4];

            MIFU_UNROLL_ALL
            for (size_t i = 0; i < 4; i++)
                x[i] = load512(in[lane + i] + 16 * from);
            transpose_blocks(x);
            MIFU_UNROLL_ALL
            for (size_t i = 0; i < 4; i++)
                store512(rows->row[i] + 16 * lane, x[i]);
        }
    for (; lane < lanes; lane++)
        for (size_t i = 0; i < n; i++)
            memcpy(rows->row[i] + 16 * lane, in[lane] + 16 * (from + i), 16);
}

static void rows_store(uint8_t *const *out, const many_rows *rows, size_t from, size_t n,
                       size_t lanes)
{
    size_t lane = 0;

    if (n == 4)
        for (; lane + 4 <= lanes; lane += 4) {
            __m512i x[4];

            MIFU_UNROLL_ALL
            for (size_t i = 0; i < 4; i++)
                x[i] = load512(rows->row[i] + 16 * lane);
            transpose_blocks(x);
            MIFU_UNROLL_ALL
            for (size_t i = 0; i < 4; i++)
                store512(out[lane + i] + 16 * from, x[i]);
        }
    for (; lane < lanes; lane++)
        for (size_t i = 0; i < n; i++)
            memcpy(out[lane] + 16 * (from + i), rows->row[i] + 16 * lane, 16);
}

#undef V
#undef NAME
#define V        __m256i
#define NAME(x)  half256_##x
#define WORDS(x) wide_##x
#define LOADV    load256
#define STOREV   store256
#define XORV     _mm256_xor_si256
#define WHITEV   _mm512_castsi512_si256
#include "sm4_gfni_many.inc"

#include "sm4_gfni_words_many.inc"
#undef V
#undef NAME
#undef WORDS
#undef LOADV
#undef STOREV
#undef XORV
#undef WHITEV
#define V         __m512i
#define NAME(x)   half512_##x
#define WORDS(x)  full_##x
#define LOADV     load512
#define STOREV    store512
#define XORV      _mm512_xor_si512
#define WHITEV(x) (x)
#include "sm4_gfni_many.inc"

#include "sm4_gfni_words_many.inc"

static void one_key_many(const mifu_sm4_key *key, uint8_t (*chains)[16], uint8_t *const *out,
                         const uint8_t *const *in, size_t blocks, size_t lanes)
{
    word_keys k = word_keys_of(key, 0);

    if (lanes > 32)
        half512_many(key, chains, out, in, blocks, lanes);
    else if (lanes > 16)
        half256_many(key, chains, out, in, blocks, lanes);
    else if (lanes > 8)
        wide_many(k.keys, k.step, chains, out, in, blocks, lanes, 1, 0);
    else
        wide_many(k.keys, k.step, chains, out, in, blocks, lanes, 0, 0);
}

#define LANE_KEYS 32 /* lanes that full_many() takes, each under its own key */

/* Up to LANE_KEYS messages, each under its own key: word-sliced, the keys as vectors. */
static void lane_keys_many(const mifu_sm4_key *const *keys, uint8_t (*chains)[16],
                           uint8_t *const *out, const uint8_t *const *in, size_t blocks,
                           size_t lanes)
{
    MIFU_ALIGNED(64) uint8_t rows[32][4 * LANE_KEYS];

    if (lanes > 16) {
        mifu_sm4_lane_rows(rows[0], keys, lanes, 32, 4);
        full_many(rows[0], 4 * 32, chains, out, in, blocks, lanes, 1, 1);
        mifu_wipe(rows, sizeof rows);
    } else {
        mifu_sm4_lane_rows(rows[0], keys, lanes, 16, 2);
        wide_many(rows[0], 4 * 16, chains, out, in, blocks, lanes, 1, 1);
        mifu_wipe(rows, sizeof rows / 2);
    }
}

static void cbc_encrypt_many(const mifu_sm4_key *const *keys, uint8_t (*chains)[16],
                             uint8_t *const *out, const uint8_t *const *in, size_t blocks,
                             size_t lanes)
{
    for (size_t i = 0, n; i < lanes; i += n) {
        uint8_t *const *o = out != NULL ? out + i : NULL;

        n = 1;
        while (i + n < lanes && keys[i + n] == keys[i])
            n++;
        if (i + n == lanes || n >= LANE_KEYS) {
            one_key_many(keys[i], chains + i, o, in + i, blocks, n);
        } else {
            n = lanes - i < LANE_KEYS ? lanes - i : LANE_KEYS;
            lane_keys_many(keys + i, chains + i, o, in + i, blocks, n);
        }
    }
}

#endif
