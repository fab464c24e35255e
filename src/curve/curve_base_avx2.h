/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Four entries of mifu_curve_base_table_avx2 with secret indices, one for each lane, all entries
 * read. The entries lie as the lanes want them, so that a shift and the sign are all that is left
 * to do. Each bit of an index halves the entries: 31 selections a limb, and their masks are of all
 * four lanes and serve all limbs of a row.
 */
#ifndef MIFU_CURVE_BASE_AVX2_H
#define MIFU_CURVE_BASE_AVX2_H

#include "curve_point.h"
#include "field_sm2p_avx2.h"

typedef struct mifu_base_scan_avx2 {
    const __m256i *row;
    __m256i bit[MIFU_BASE_WINDOW - 1]; /* all ones where this bit of the index is set */
    __m256i sign;                      /* of the low halves of y: -1 or 1 */
} mifu_base_scan_avx2;

/*
 * Begins to read the entries for the digits (curve_point.h) of k, odd, in windows 4 row + lane,
 * which take 25 bits of k side by side. A digit is b - 2^w, with b the w + 1 bits from its window
 * on, the lowest of them set: the index is made of the w - 1 bits above that one, and of their
 * complement where the highest is clear and the digit negative. The top digit has nothing taken
 * off: its 2^w is put there first. Lane 3 beside it gets an entry, which is not that of a digit.
 */
MIFU_INLINE void mifu_base_scan_start_avx2(mifu_base_scan_avx2 *scan, const mifu_u256 *k,
                                           unsigned row)
{
    enum { W = MIFU_BASE_WINDOW, TOP = MIFU_BASE_WINDOWS - 1 };
    const uint64_t top = row == TOP / 4 ? (uint64_t)1 << W * (TOP % 4 + 1) : 0;
    const __m256i bits =
        _mm256_srlv_epi64(_mm256_set1_epi64x((long long)(mifu_u256_bits(k, 4 * W * row) | top)),
                          _mm256_setr_epi64x(0, W, 2 * W, 3 * W));
    const __m256i negative = _mm256_cmpeq_epi64(_mm256_and_si256(bits, _mm256_set1_epi64x(1 << W)),
                                                _mm256_setzero_si256());
    const __m256i index = _mm256_xor_si256(bits, negative);

    scan->row = (const __m256i *)(const void *)mifu_curve_base_table_avx2[row];
    _Pragma("GCC unroll 5") for (int i = 0; i < W - 1; i++)
    {
        const __m256i wanted = _mm256_set1_epi64x(2 << i);

        scan->bit[i] = _mm256_cmpeq_epi64(_mm256_and_si256(index, wanted), wanted);
    }
    scan->sign = _mm256_or_si256(negative, _mm256_set1_epi64x(1));
}

/* Limb i of the four points, x [1], y [1] or its opposite: in the low halves, high ones are of no
 * use. */
MIFU_INLINE void mifu_base_scan_limb_avx2(mifu_sm2p_avx2 *x, mifu_sm2p_avx2 *y,
                                          const mifu_base_scan_avx2 *scan, unsigned i)
{
    const __m256i *entries = scan->row + i * MIFU_BASE_ENTRIES;
    __m256i bit0 = scan->bit[0], bit1 = scan->bit[1], bit2 = scan->bit[2], bit3 = scan->bit[3],
            bit4 = scan->bit[4], r;

    /* gcc would compare them with zero first */
    __asm__("" : "+x"(bit0), "+x"(bit1), "+x"(bit2), "+x"(bit3), "+x"(bit4));
#define MIFU_PICK2(e)  _mm256_blendv_epi8((e)[0], (e)[1], bit0)
#define MIFU_PICK4(e)  _mm256_blendv_epi8(MIFU_PICK2(e), MIFU_PICK2((e) + 2), bit1)
#define MIFU_PICK8(e)  _mm256_blendv_epi8(MIFU_PICK4(e), MIFU_PICK4((e) + 4), bit2)
#define MIFU_PICK16(e) _mm256_blendv_epi8(MIFU_PICK8(e), MIFU_PICK8((e) + 8), bit3)
    r = _mm256_blendv_epi8(MIFU_PICK16(entries), MIFU_PICK16(entries + 16), bit4);
#undef MIFU_PICK2
#undef MIFU_PICK4
#undef MIFU_PICK8
#undef MIFU_PICK16
    x->limb[i] = r;
    y->limb[i] = _mm256_sign_epi32(_mm256_srli_epi64(r, 32), scan->sign);
}

#endif
