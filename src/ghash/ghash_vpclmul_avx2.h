/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GHASH with 256-bit carry-less multiplication, for processors without AVX-512, as inline
 * functions: for the back-end of GHASH and for the kernel that hashes while it encrypts. Two blocks
 * a register, up to sixteen to a reduction, three multiplications each (Karatsuba). Bit order and
 * reduction are those of ghash_vpclmul.h: blocks byte-reversed, powers of H kept times x.
 */
#ifndef MIFU_GHASH_VPCLMUL_AVX2_H
#define MIFU_GHASH_VPCLMUL_AVX2_H

#include <immintrin.h>

#include "base_compiler.h"
#include "ghash_kernels.h"

#define MIFU_GHASH256_OWNER 5

/*
 * Words of a key: register k of POWERS is H^(2k+2), H^(2k+1); of SUMS the same with both halves of
 * each power added, in each half. COUNT says how many powers there are: 4 or 16.
 */
#define MIFU_GHASH256_COUNT     3
#define MIFU_GHASH256_POWERS    MIFU_GHASH_DERIVED
#define MIFU_GHASH256_SUMS      (MIFU_GHASH_DERIVED + 32)
#define MIFU_GHASH256_REGISTERS 8

typedef struct mifu_ghash256_sum {
    __m256i low, middle, high; /* middle: (x0 + x1) (y0 + y1), with low and high still in it */
} mifu_ghash256_sum;

MIFU_INLINE __m256i mifu_ghash256_load(const void *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

MIFU_INLINE __m256i mifu_ghash256_reverse(__m256i x)
{
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(_mm_setr_epi8(
                                      15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)));
}

MIFU_INLINE __m128i mifu_ghash256_reverse_one(__m128i x)
{
    return _mm_shuffle_epi8(x, _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
}

MIFU_INLINE __m256i mifu_ghash256_halves_added(__m256i x)
{
    return _mm256_xor_si256(x, _mm256_shuffle_epi32(x, 0x4e));
}

/* s += x y, y_sum being mifu_ghash256_halves_added(y). */
MIFU_INLINE void mifu_ghash256_multiply_add(mifu_ghash256_sum *s, __m256i x, __m256i y,
                                            __m256i y_sum)
{
    s->low = _mm256_xor_si256(s->low, _mm256_clmulepi64_epi128(x, y, 0x00));
    s->high = _mm256_xor_si256(s->high, _mm256_clmulepi64_epi128(x, y, 0x11));
    s->middle = _mm256_xor_si256(
        s->middle, _mm256_clmulepi64_epi128(mifu_ghash256_halves_added(x), y_sum, 0x00));
}

/* Both lanes modulo the polynomial: mifu_ghash_reduce() of ghash_vpclmul.h. */
MIFU_INLINE __m256i mifu_ghash256_reduce(mifu_ghash256_sum s)
{
    const __m256i fold = _mm256_set1_epi64x((long long)UINT64_C(0xc200000000000000));
    __m256i middle = _mm256_xor_si256(s.middle, _mm256_xor_si256(s.low, s.high));
    __m256i low = _mm256_xor_si256(s.low, _mm256_bslli_epi128(middle, 8));
    __m256i high = _mm256_xor_si256(s.high, _mm256_bsrli_epi128(middle, 8));

    for (int i = 0; i < 2; i++)
        low = _mm256_xor_si256(_mm256_shuffle_epi32(low, 0x4e),
                               _mm256_clmulepi64_epi128(low, fold, 0x00));
    return _mm256_xor_si256(high, low);
}

MIFU_INLINE mifu_ghash256_sum mifu_ghash256_zero_sum(void)
{
    mifu_ghash256_sum s = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256()};

    return s;
}

/* The sum of both lanes. */
MIFU_INLINE __m128i mifu_ghash256_join(__m256i x)
{
    return _mm_xor_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
}

#endif
