/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Four entries of mifu_curve_base_table_avx2 with secret indices, one for each lane, all entries
 * read. The entries lie as the lanes want them, so that a shift and the sign are all that is left
 * to do. As in curve_select_avx2.h two bits of an index choose among four entries, and a mask keeps
 * or clears the chosen one; here masks are of four lanes and serve all limbs of a row.
 */
#ifndef MIFU_CURVE_BASE_AVX2_H
#define MIFU_CURVE_BASE_AVX2_H

#include "curve_point.h"
#include "field_sm2p_avx2.h"

#define MIFU_BASE_GROUPS_AVX2 (MIFU_BASE_ENTRIES / 4)

typedef struct mifu_base_scan_avx2 {
    const __m256i *row;
    __m256i group[MIFU_BASE_GROUPS_AVX2]; /* all ones in the lanes that want one of these four */
    __m256i low[2];                       /* all ones where bit 0, bit 1 of the index is set */
    __m256i sign;                         /* of the low halves of y: -1 or 1 */
} mifu_base_scan_avx2;

/*
 * Begins to read the entries for the digits (curve_point.h) of k, odd, in windows 4 row + lane,
 * which take 25 bits of k side by side. The top digit is not less 2^w as the others are: 2^w is put
 * there first. Lane 3 beside it gets an entry, which is not that of a digit.
 */
MIFU_INLINE void mifu_base_scan_start_avx2(mifu_base_scan_avx2 *scan, const mifu_u256 *k,
                                           unsigned row)
{
    enum { W = MIFU_BASE_WINDOW, TOP = MIFU_BASE_WINDOWS - 1 };
    const __m256i one = _mm256_set1_epi64x(1), half = _mm256_set1_epi64x(1 << W);
    const uint64_t top = row == TOP / 4 ? (uint64_t)1 << W * (TOP % 4 + 1) : 0;
    const __m256i shifted =
        _mm256_srlv_epi64(_mm256_set1_epi64x((long long)(mifu_u256_bits(k, 4 * W * row) | top)),
                          _mm256_setr_epi64x(0, W, 2 * W, 3 * W));
    const __m256i bits =
        _mm256_or_si256(_mm256_and_si256(shifted, _mm256_set1_epi64x((2 << W) - 1)), one);
    const __m256i negative = _mm256_cmpgt_epi64(half, bits);
    const __m256i digit = _mm256_sub_epi64(bits, half);
    const __m256i wanted =
        _mm256_srli_epi64(_mm256_sub_epi64(_mm256_xor_si256(digit, negative), negative), 1);
    const __m256i group = _mm256_srli_epi64(wanted, 2);

    scan->row = (const __m256i *)(const void *)mifu_curve_base_table_avx2[row];
    _Pragma("GCC unroll 8") for (int i = 0; i < MIFU_BASE_GROUPS_AVX2; i++) scan->group[i] =
        _mm256_cmpeq_epi64(group, _mm256_set1_epi64x(i));
    scan->low[0] = _mm256_cmpeq_epi64(_mm256_and_si256(wanted, one), one);
    scan->low[1] = _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_srli_epi64(wanted, 1), one), one);
    scan->sign = _mm256_or_si256(negative, one);
}

/* Limb i of the four points, x [1], y [1] or its opposite: in the low halves, high ones are of no
 * use. */
MIFU_INLINE void mifu_base_scan_limb_avx2(mifu_sm2p_avx2 *x, mifu_sm2p_avx2 *y,
                                          const mifu_base_scan_avx2 *scan, unsigned i)
{
    const __m256i *entry = scan->row + i * MIFU_BASE_ENTRIES;
    __m256i bit0 = scan->low[0], bit1 = scan->low[1], r = _mm256_setzero_si256();

    __asm__("" : "+x"(bit0), "+x"(bit1)); /* gcc would compare them with zero first */
    _Pragma("GCC unroll 8") for (int j = 0; j < MIFU_BASE_GROUPS_AVX2; j++)
    {
        const __m256i even = _mm256_blendv_epi8(entry[4 * j], entry[4 * j + 1], bit0);
        const __m256i odd = _mm256_blendv_epi8(entry[4 * j + 2], entry[4 * j + 3], bit0);
        const __m256i of_four = _mm256_blendv_epi8(even, odd, bit1);

        r = _mm256_or_si256(r, _mm256_and_si256(of_four, scan->group[j]));
    }
    x->limb[i] = r;
    y->limb[i] = _mm256_sign_epi32(_mm256_srli_epi64(r, 32), scan->sign);
}

#endif
