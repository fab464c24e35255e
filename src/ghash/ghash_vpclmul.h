/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GHASH over VPCLMULQDQ and AVX-512, as inline functions: for the back-end of GHASH and for the
 * kernels that hash while they encrypt.
 *
 * Four blocks a register. With H^4 = G, lane l takes the blocks 4 m + l:
 *     hash = sum over l of H^(4-l) Y_l,   Y = sum over m of X_m G^(M-1-m)
 * so that all lanes of a register are multiplied by the same power, which needs 16 bytes of table,
 * and one register is multiplied by (H^4, H^3, H^2, H) at the end of a call.
 *
 * Bit order: blocks are byte-reversed, which leaves the coefficients mirrored: bit 127 is x^0. The
 * product of two mirrored factors comes out shifted right by one, so powers are kept times x
 * (Gueron and Kounavis 2010). Reduction modulo x^128 + x^7 + x^2 + x + 1, mirrored: the constant
 * c2 << 56 (x^127 + x^126 + x^121 of the mirrored low half) folds 64 bits at a time.
 */
#ifndef MIFU_GHASH_VPCLMUL_H
#define MIFU_GHASH_VPCLMUL_H

#include <immintrin.h>

#include "base_compiler.h"
#include "ghash_kernels.h"

#define MIFU_GHASH_VPCLMUL_OWNER 3

/*
 * Words of a key: H^4, H^3, H^2, H as one register, then G^1, G^2, ... G^16; word 3 says how many
 * of those there are: 0, 4 or 16. Powers are kept times x.
 */
#define MIFU_GHASH_VPCLMUL_COUNT 3
#define MIFU_GHASH_VPCLMUL_LAST  MIFU_GHASH_DERIVED
#define MIFU_GHASH_VPCLMUL_G     (MIFU_GHASH_DERIVED + 8)

/* An unreduced sum of products: low, middle and high of the schoolbook. */
typedef struct mifu_ghash_sum {
    __m512i low, middle, high;
} mifu_ghash_sum;

MIFU_INLINE __m512i mifu_ghash_reverse(__m512i x)
{
    return _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(_mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8,
                                                                       7, 6, 5, 4, 3, 2, 1, 0)));
}

MIFU_INLINE __m512i mifu_ghash_power(const uint64_t *key, unsigned i)
{
    return _mm512_broadcast_i32x4(
        _mm_loadu_si128((const __m128i *)(const void *)(key + MIFU_GHASH_VPCLMUL_G + 2 * i)));
}

MIFU_INLINE mifu_ghash_sum mifu_ghash_zero_sum(void)
{
    mifu_ghash_sum s = {_mm512_setzero_si512(), _mm512_setzero_si512(), _mm512_setzero_si512()};

    return s;
}

/* s += x y */
MIFU_INLINE void mifu_ghash_multiply_add(mifu_ghash_sum *s, __m512i x, __m512i y)
{
    __m512i m0 = _mm512_clmulepi64_epi128(x, y, 0x01), m1 = _mm512_clmulepi64_epi128(x, y, 0x10);

    s->low = _mm512_xor_si512(s->low, _mm512_clmulepi64_epi128(x, y, 0x00));
    s->high = _mm512_xor_si512(s->high, _mm512_clmulepi64_epi128(x, y, 0x11));
    s->middle = _mm512_ternarylogic_epi64(s->middle, m0, m1, 0x96);
}

/*
 * The sum modulo the polynomial. With the factor x in one operand the 256-bit product p3 p2 p1 p0
 * is aligned: p0 is folded up into p2 p1, then p1 into p3 p2. Folding 64 mirrored bits v up by 128
 * places: v times (x^128 mod polynomial) is v in the word above its neighbour, xor v times c2
 * << 56.
 */
MIFU_INLINE __m512i mifu_ghash_reduce(mifu_ghash_sum s)
{
    const __m512i fold = _mm512_set1_epi64((long long)UINT64_C(0xc200000000000000));
    __m512i low = _mm512_xor_si512(s.low, _mm512_bslli_epi128(s.middle, 8));
    __m512i high = _mm512_xor_si512(s.high, _mm512_bsrli_epi128(s.middle, 8));
    __m512i t = _mm512_clmulepi64_epi128(low, fold, 0x00);

    low = _mm512_xor_si512(_mm512_shuffle_epi32(low, _MM_PERM_BADC), t);
    t = _mm512_clmulepi64_epi128(low, fold, 0x00);
    return _mm512_ternarylogic_epi64(high, _mm512_shuffle_epi32(low, _MM_PERM_BADC), t, 0x96);
}

/* y times (H^4, H^3, H^2, H), reduced, the four lanes summed. Result in mirrored order. */
MIFU_INLINE __m128i mifu_ghash_finish(const uint64_t *key, __m512i y)
{
    mifu_ghash_sum s = mifu_ghash_zero_sum();
    __m256i half;

    mifu_ghash_multiply_add(&s, y,
                            _mm512_loadu_si512((const void *)(key + MIFU_GHASH_VPCLMUL_LAST)));
    y = mifu_ghash_reduce(s);
    half = _mm256_xor_si256(_mm512_castsi512_si256(y), _mm512_extracti64x4_epi64(y, 1));
    return _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
}

MIFU_INLINE __m128i mifu_ghash_load_hash(const uint8_t hash[16])
{
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)hash),
                            _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
}

MIFU_INLINE void mifu_ghash_store_hash(uint8_t hash[16], __m128i y)
{
    y = _mm_shuffle_epi8(y, _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    _mm_storeu_si128((__m128i *)(void *)hash, y);
}

#endif
