/* SPDX-License-Identifier: Apache-2.0 */
/* The masked table scan of curve_scan.inc with AVX2: every entry is read, a coordinate at a time.
 */
#ifndef MIFU_CURVE_SELECT_AVX2_H
#define MIFU_CURVE_SELECT_AVX2_H

#include <immintrin.h>

#include "curve_point.h"

typedef struct mifu_scan_avx2 {
    const mifu_affine *table;
    __m256i wanted, number, x, y;
} mifu_scan_avx2;

MIFU_INLINE void mifu_scan_start_avx2(mifu_scan_avx2 *scan, const mifu_affine *table,
                                      uint64_t index)
{
    scan->table = table;
    scan->wanted = _mm256_set1_epi64x((long long)index);
    scan->number = scan->x = scan->y = _mm256_setzero_si256();
}

/* Reads the next entries, from <= j < to. */
MIFU_INLINE void mifu_scan_read_avx2(mifu_scan_avx2 *scan, unsigned from, unsigned to)
{
    const __m256i one = _mm256_set1_epi64x(1);

    for (unsigned j = from; j < to; j++) {
        const __m256i *entry = (const __m256i *)(const void *)&scan->table[j];
        __m256i mask = _mm256_cmpeq_epi64(scan->number, scan->wanted);

        scan->x = _mm256_or_si256(scan->x, _mm256_and_si256(mask, _mm256_loadu_si256(entry)));
        scan->y = _mm256_or_si256(scan->y, _mm256_and_si256(mask, _mm256_loadu_si256(entry + 1)));
        scan->number = _mm256_add_epi64(scan->number, one);
    }
}

/* Of four scans, one after the other, portion i of `portions`. */
MIFU_INLINE void mifu_scan_read_four_avx2(mifu_scan_avx2 scans[4], unsigned count, unsigned i,
                                          unsigned portions)
{
    const unsigned from = 4 * count * i / portions, to = 4 * count * (i + 1) / portions;

    _Pragma("GCC unroll 4") for (unsigned j = 0; j < 4; j++)
    {
        const unsigned start = j * count, end = start + count;

        if (from < end && to > start)
            mifu_scan_read_avx2(&scans[j], from > start ? from - start : 0,
                                to < end ? to - start : count);
    }
}

/* r = table[index]. */
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
