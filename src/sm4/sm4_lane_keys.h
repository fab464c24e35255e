/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Round keys that differ from block to block, for the word-sliced rounds on x86-64: a row for each
 * round, in it 16 bytes for each 128-bit lane of each set, as NAME(load) of sm4_gfni_words.inc and
 * sm4_aesni_words.inc lays out blocks. Encryption only: all modes over many messages encrypt.
 */
#ifndef MIFU_SM4_LANE_KEYS_H
#define MIFU_SM4_LANE_KEYS_H

#include <immintrin.h>

#include "sm4_key.h"

/*
 * Four round keys each of four blocks, from round 4 i on: bytes 3 of the four keys, bytes 2, 1, 0,
 * which is one 128-bit lane of one row.
 */
MIFU_INLINE void mifu_sm4_lane_cell(uint8_t *rows, size_t row_size, const uint8_t *const keys[4],
                                    size_t i)
{
    const __m128i by_byte = _mm_setr_epi8(3, 7, 11, 15, 2, 6, 10, 14, 1, 5, 9, 13, 0, 4, 8, 12);
    __m128i k[4], ab_low, ab_high, cd_low, cd_high;

    MIFU_UNROLL_ALL
    for (size_t j = 0; j < 4; j++)
        k[j] = _mm_loadu_si128((const __m128i *)(const void *)(keys[j] + 16 * i));
    ab_low = _mm_unpacklo_epi32(k[0], k[1]);
    ab_high = _mm_unpackhi_epi32(k[0], k[1]);
    cd_low = _mm_unpacklo_epi32(k[2], k[3]);
    cd_high = _mm_unpackhi_epi32(k[2], k[3]);
    k[0] = _mm_unpacklo_epi64(ab_low, cd_low);
    k[1] = _mm_unpackhi_epi64(ab_low, cd_low);
    k[2] = _mm_unpacklo_epi64(ab_high, cd_high);
    k[3] = _mm_unpackhi_epi64(ab_high, cd_high);
    MIFU_UNROLL_ALL
    for (size_t j = 0; j < 4; j++)
        _mm_storeu_si128((__m128i *)(void *)(rows + (4 * i + j) * row_size),
                         _mm_shuffle_epi8(k[j], by_byte));
}

/*
 * All of the rows, of 4 * batch bytes, for `lanes` <= batch blocks; the keys of blocks that are not
 * there are those of the last. `per_set` 128-bit lanes make a set of 4 * per_set blocks: block
 * per_set * b + l of it is byte b of lane l.
 */
MIFU_INLINE void mifu_sm4_lane_rows(uint8_t *rows, const mifu_sm4_key *const *keys, size_t lanes,
                                    size_t batch, size_t per_set)
{
    for (size_t cell = 0; cell < batch / 4; cell++) {
        size_t first = cell / per_set * 4 * per_set + cell % per_set;
        const uint8_t *of[4];

        for (size_t b = 0; b < 4; b++) {
            size_t block = first + per_set * b;

            of[b] =
                mifu_sm4_derived(keys[block < lanes ? block : lanes - 1], MIFU_SM4_DERIVED_KEYS);
        }
        for (size_t i = 0; i < 8; i++)
            mifu_sm4_lane_cell(rows + 16 * cell, 4 * batch, of, i);
    }
}

#endif
