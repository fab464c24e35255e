/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A table entry with a secret index, with AVX2: every entry is read, whatever the index is. Of each
 * four entries the two low bits of the index select one, and the rest of the index keeps or clears
 * it. For a coordinate of four entries that is five operations of the vector unit, three of them
 * selections, which two of its four pipes do; masks that a load spreads over a vector need none.
 */
#ifndef MIFU_CURVE_SELECT_AVX2_H
#define MIFU_CURVE_SELECT_AVX2_H

#include <immintrin.h>

#include "curve_point.h"

#define MIFU_SCAN_GROUPS_AVX2 16

typedef struct mifu_scan_avx2 {
    const mifu_affine *table;
    uint8_t group[MIFU_SCAN_GROUPS_AVX2]; /* all ones for the four entries that are wanted */
    __m256i low[2];                       /* all ones where bit 0, bit 1 of the index is set */
    __m256i x, y;
} mifu_scan_avx2;

/* index < count of the table, which is a multiple of four and at most 64. */
MIFU_INLINE void mifu_scan_start_avx2(mifu_scan_avx2 *scan, const mifu_affine *table,
                                      uint64_t index)
{
    const __m128i numbers = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

    scan->table = table;
    _mm_storeu_si128((__m128i *)(void *)scan->group,
                     _mm_cmpeq_epi8(numbers, _mm_set1_epi8((char)(index >> 2))));
    /* The bytes are to be loaded: from a register compilers would spread them by shuffles. */
    __asm__("" : "+m"(scan->group));
    scan->low[0] = _mm256_set1_epi64x(-(long long)(index & 1));
    scan->low[1] = _mm256_set1_epi64x(-(long long)(index >> 1 & 1));
    scan->x = scan->y = _mm256_setzero_si256();
}

/* A coordinate of one of four entries; entries are two vectors long. */
MIFU_INLINE __m256i mifu_scan_pick_avx2(const __m256i *entry, __m256i bit0, __m256i bit1)
{
    const __m256i even =
        _mm256_blendv_epi8(_mm256_loadu_si256(entry), _mm256_loadu_si256(entry + 2), bit0);
    const __m256i odd =
        _mm256_blendv_epi8(_mm256_loadu_si256(entry + 4), _mm256_loadu_si256(entry + 6), bit0);

    return _mm256_blendv_epi8(even, odd, bit1);
}

/* Reads the next entries, from <= j < to, both multiples of four. The state is kept in registers in
 * between: stores to it might change the table, for all that compilers know. */
MIFU_INLINE void mifu_scan_read_avx2(mifu_scan_avx2 *scan, unsigned from, unsigned to)
{
    const mifu_affine *table = scan->table;
    __m256i bit0 = scan->low[0], bit1 = scan->low[1], x = scan->x, y = scan->y;

    __asm__("" : "+x"(bit0), "+x"(bit1)); /* gcc would compare them with zero first */
    for (unsigned j = from; j < to; j += 4) {
        const __m256i *entry = (const __m256i *)(const void *)&table[j];
        const __m256i mask = _mm256_set1_epi8((char)scan->group[j / 4]);

        x = _mm256_or_si256(x, _mm256_and_si256(mask, mifu_scan_pick_avx2(entry, bit0, bit1)));
        y = _mm256_or_si256(y, _mm256_and_si256(mask, mifu_scan_pick_avx2(entry + 1, bit0, bit1)));
    }
    scan->x = x;
    scan->y = y;
}

/* Of four scans, one after the other, portion i of `portions`; the four have
 * `count` groups of four entries. */
MIFU_INLINE void mifu_scan_read_four_avx2(mifu_scan_avx2 scans[4], unsigned count, unsigned i,
                                          unsigned portions)
{
    const unsigned from = count * i / portions * 4, to = count * (i + 1) / portions * 4;

    _Pragma("GCC unroll 4") for (unsigned j = 0; j < 4; j++)
    {
        const unsigned start = j * count, end = start + count;

        if (from < end && to > start)
            mifu_scan_read_avx2(&scans[j], from > start ? from - start : 0,
                                to < end ? to - start : count);
    }
}

/* r = table[index], as mifu_scan_start_avx2() asks. */
MIFU_INLINE void mifu_curve_select_avx2(mifu_affine *r, const mifu_affine *table, unsigned count,
                                        uint64_t index)
{
    mifu_scan_avx2 scan;

    mifu_scan_start_avx2(&scan, table, index);
    mifu_scan_read_avx2(&scan, 0, count);
    _mm256_storeu_si256((__m256i *)(void *)&r->x, scan.x);
    _mm256_storeu_si256((__m256i *)(void *)&r->y, scan.y);
}

#define scan_table mifu_curve_select_avx2

#endif
