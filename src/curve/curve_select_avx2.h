/* SPDX-License-Identifier: Apache-2.0 */
/* The masked table scan of curve_multiply.inc with AVX2: every entry is read, four words at a time.
 */
#ifndef MIFU_CURVE_SELECT_AVX2_H
#define MIFU_CURVE_SELECT_AVX2_H

#include <immintrin.h>

#include "curve_point.h"

/* r = table[index], count a multiple of 2. */
MIFU_INLINE void mifu_curve_select_avx2(mifu_affine *r, const mifu_affine *table, unsigned count,
                                        uint64_t index)
{
    const __m256i wanted = _mm256_set1_epi64x((long long)index);
    const __m256i two = _mm256_set1_epi64x(2);
    __m256i even = _mm256_setzero_si256(), odd = _mm256_set1_epi64x(1);
    __m256i x0 = _mm256_setzero_si256(), y0 = x0, x1 = x0, y1 = x0;

    for (unsigned j = 0; j < count; j += 2) {
        __m256i m0 = _mm256_cmpeq_epi64(even, wanted), m1 = _mm256_cmpeq_epi64(odd, wanted);
        const __m256i *entry = (const __m256i *)(const void *)&table[j];

        x0 = _mm256_or_si256(x0, _mm256_and_si256(m0, _mm256_loadu_si256(entry)));
        y0 = _mm256_or_si256(y0, _mm256_and_si256(m0, _mm256_loadu_si256(entry + 1)));
        x1 = _mm256_or_si256(x1, _mm256_and_si256(m1, _mm256_loadu_si256(entry + 2)));
        y1 = _mm256_or_si256(y1, _mm256_and_si256(m1, _mm256_loadu_si256(entry + 3)));
        even = _mm256_add_epi64(even, two);
        odd = _mm256_add_epi64(odd, two);
    }
    _mm256_storeu_si256((__m256i *)(void *)&r->x, _mm256_or_si256(x0, x1));
    _mm256_storeu_si256((__m256i *)(void *)&r->y, _mm256_or_si256(y0, y1));
}

#endif
