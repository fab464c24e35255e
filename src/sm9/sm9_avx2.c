/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The back-end of SM9 for AVX2: Fp12 in vector registers (sm9_fp12_avx2.h), everything else as the
 * BMI2/ADX back-end does it.
 */
#include "curve_point.h"
#include "field_sm9p_bmi2adx.h"
#include "sm9_decompose.h"
#include "sm9_kernels.h"

#include <immintrin.h>

/* r = entry `index` of a table of entries of n <= 6 vectors, reading every entry. */
MIFU_INLINE void scan(void *r, const void *table, int n, unsigned count, uint64_t index)
{
    const __m256i wanted = _mm256_set1_epi64x((long long)index), one = _mm256_set1_epi64x(1);
    const __m256i *entry = table;
    __m256i here = _mm256_setzero_si256(), t[6];

    for (int i = 0; i < n; i++)
        t[i] = _mm256_setzero_si256();
    for (unsigned j = 0; j < count; j++) {
        const __m256i mask = _mm256_cmpeq_epi64(here, wanted);

        for (int i = 0; i < n; i++)
            t[i] = _mm256_or_si256(t[i], _mm256_and_si256(mask, _mm256_loadu_si256(entry + i)));
        entry += n;
        here = _mm256_add_epi64(here, one);
    }
    for (int i = 0; i < n; i++)
        _mm256_storeu_si256((__m256i *)r + i, t[i]);
}

static inline void scan_g1(mifu_sm9_g1 *r, const mifu_sm9_g1 *table, unsigned count, uint64_t index)
{
    scan(r, table, 2, count, index);
}

static inline void scan_g2(mifu_sm9_g2 *r, const mifu_sm9_g2 *table, unsigned count, uint64_t index)
{
    scan(r, table, 4, count, index);
}

static inline void scan_gt(mifu_sm9_fp6 *r, const mifu_sm9_fp6 *table, unsigned count,
                           uint64_t index)
{
    scan(r, table, 6, count, index);
}

#define SM9_SCAN_G1 scan_g1
#define SM9_SCAN_G2 scan_g2
#define SM9_SCAN_GT scan_gt
#define fe_inverse  mifu_sm9p_inverse
#define SM9_KERNELS mifu_sm9_avx2
#define SM9_OWN_FP12
#include "sm9_kernels_body.inc"

#include "sm9_fp12_avx2.h"

#include "sm9_lanes.inc"
