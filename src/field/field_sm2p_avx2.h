/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arithmetic modulo the SM2 prime p = 2^256 - 2^224 - 2^96 + 2^64 - 1 on four lanes with AVX2,
 * whose multiplier takes signed numbers of 32 bits.
 *
 * Representation. A number is nine signed limbs of 29 bits, least significant first, a 64-bit lane
 * for each of four independent numbers; Montgomery form with R = 2^261 = 32 * 2^256. Where a
 * product ends a number is "at rest": limbs 0 to 7 in [0, 2^29), limb 8 signed, so numbers may be
 * negative. Sums and differences are formed limb by limb and not carried.
 *
 * Bounds. Comments write [k] for "of magnitude at most k p", and {A} for "limbs of magnitude at
 * most A".
 *
 *   product   [a]{A} * [b]{B} -> [a b / 32 + 1] at rest. A reduction adds m p with 0 <= m < R, so
 *             the result is in [-a b p^2 / R, a b p^2 / R + p), and p < R / 32. Asked for:
 *             9 A B <= 2^63 - 2^54 (field_sm2p_avx2.S), and A, B < 2^31, as the multiplier reads
 *             the low 32 bits of a lane. Met by A = 2^30 with B = 2^29 + 2^28: one factor may be a
 *             sum of two numbers at rest, or both a difference of two.
 *   limb 8    of [k] at rest is floor(number / 2^232), of magnitude at most 2^24 k + 1: below 2^29
 *             for k <= 31.
 *
 * Constant time throughout.
 */
#ifndef MIFU_FIELD_SM2P_AVX2_H
#define MIFU_FIELD_SM2P_AVX2_H

#include <immintrin.h>

#include "base_compiler.h"
#include "field_u256.h"

#define MIFU_AVX2_LIMBS   9
#define MIFU_AVX2_COLUMNS 17

typedef struct mifu_sm2p_avx2 {
    __m256i limb[MIFU_AVX2_LIMBS];
} mifu_sm2p_avx2;

/* A product before its reduction. */
typedef struct mifu_sm2p_wide_avx2 {
    __m256i column[MIFU_AVX2_COLUMNS];
} mifu_sm2p_wide_avx2;

/* r = a b / R. r may be a, but not b. */
void mifu_sm2p_avx2_mul(mifu_sm2p_avx2 *r, const mifu_sm2p_avx2 *a, const mifu_sm2p_avx2 *b);

/* r = a^2 / R. r is not a. */
void mifu_sm2p_avx2_sqr(mifu_sm2p_avx2 *r, const mifu_sm2p_avx2 *a);

/* r = a b / R - e, at rest; limbs of e below 2^52 in magnitude. r may be a, but neither b nor e. */
void mifu_sm2p_avx2_mul_minus(mifu_sm2p_avx2 *r, const mifu_sm2p_avx2 *a, const mifu_sm2p_avx2 *b,
                              const mifu_sm2p_avx2 *e);

/* r = a^2 / R - e, at rest; limbs of e below 2^52 in magnitude. r is neither a nor e. */
void mifu_sm2p_avx2_sqr_minus(mifu_sm2p_avx2 *r, const mifu_sm2p_avx2 *a, const mifu_sm2p_avx2 *e);

/* w = a b; 9 A B < 2^63. */
void mifu_sm2p_avx2_mul_wide(mifu_sm2p_wide_avx2 *w, const mifu_sm2p_avx2 *a,
                             const mifu_sm2p_avx2 *b);

/* r = (a b - w) / R: for w = c d, 9 (A B + C D) <= 2^63 - 2^54; [a] [b] [c] [d] -> [(a b + c d) /
 * 32 + 1]. r may be a, but not b. */
void mifu_sm2p_avx2_mul_minus_wide(mifu_sm2p_avx2 *r, const mifu_sm2p_avx2 *a,
                                   const mifu_sm2p_avx2 *b, const mifu_sm2p_wide_avx2 *w);

#define MIFU_AVX2_EACH_LIMB(i) _Pragma("GCC unroll 9") for (int i = 0; i < MIFU_AVX2_LIMBS; i++)

/* Sums and differences of limbs; not carried. r may be a or b. */
MIFU_INLINE void mifu_sm2p_avx2_add(mifu_sm2p_avx2 *r, const mifu_sm2p_avx2 *a,
                                    const mifu_sm2p_avx2 *b)
{
    MIFU_AVX2_EACH_LIMB(i) r->limb[i] = _mm256_add_epi64(a->limb[i], b->limb[i]);
}

MIFU_INLINE void mifu_sm2p_avx2_sub(mifu_sm2p_avx2 *r, const mifu_sm2p_avx2 *a,
                                    const mifu_sm2p_avx2 *b)
{
    MIFU_AVX2_EACH_LIMB(i) r->limb[i] = _mm256_sub_epi64(a->limb[i], b->limb[i]);
}

/*
 * Limb i of a number at rest, from its value below 2^61 in magnitude and the carry out of limb i -
 * 1, which becomes the one out of limb i; limb 8 keeps the sign. 2^62 is added before each logical
 * shift and 2^33 taken off after it.
 */
MIFU_INLINE __m256i mifu_sm2p_avx2_carry_limb(__m256i *carry, __m256i value, int i)
{
    const __m256i bias = _mm256_set1_epi64x(1LL << 62);
    const __m256i next_bias = _mm256_set1_epi64x((1LL << 62) - (1LL << 33));
    const __m256i mask = _mm256_set1_epi64x((1LL << 29) - 1);
    const __m256i t = i == 0 ? _mm256_add_epi64(value, bias)
                             : _mm256_add_epi64(_mm256_add_epi64(value, next_bias), *carry);

    if (i == MIFU_AVX2_LIMBS - 1)
        return _mm256_sub_epi64(t, bias);
    *carry = _mm256_srli_epi64(t, 29);
    return _mm256_and_si256(t, mask);
}

/* Brings limbs below 2^61 in magnitude to rest. r may be a. */
MIFU_INLINE void mifu_sm2p_avx2_carry(mifu_sm2p_avx2 *r, const mifu_sm2p_avx2 *a)
{
    __m256i carry = _mm256_setzero_si256();

    MIFU_AVX2_EACH_LIMB(i) r->limb[i] = mifu_sm2p_avx2_carry_limb(&carry, a->limb[i], i);
}

/* yes in the lanes where the mask is all ones, no where it is zero; r may be either. */
MIFU_INLINE void mifu_sm2p_avx2_select(mifu_sm2p_avx2 *r, __m256i mask, const mifu_sm2p_avx2 *yes,
                                       const mifu_sm2p_avx2 *no)
{
    MIFU_AVX2_EACH_LIMB(i)
    r->limb[i] = _mm256_blendv_epi8(no->limb[i], yes->limb[i], mask);
}

/* The number with these limbs in all lanes. */
MIFU_INLINE void mifu_sm2p_avx2_set(mifu_sm2p_avx2 *r, const uint32_t limb[MIFU_AVX2_LIMBS])
{
    MIFU_AVX2_EACH_LIMB(i) r->limb[i] = _mm256_set1_epi64x((long long)limb[i]);
}

/*
 * 32 times numbers below 2^256, given by their words, the same word of all lanes side by side: what
 * has Montgomery's factor 2^256 (field_sm2.h) gets the factor R. [32] for words below p, limbs
 * {2^29 - 1}.
 */
MIFU_INLINE void mifu_sm2p_avx2_from_words(mifu_sm2p_avx2 *r, const __m256i w[4])
{
    const __m256i mask = _mm256_set1_epi64x((1LL << 29) - 1);

/* Limb i begins at bit 29 i - 5. */
#define MIFU_AVX2_WITHIN(word, bit) _mm256_and_si256(_mm256_srli_epi64(w[word], bit), mask)
#define MIFU_AVX2_ACROSS(word, bit)                                                                \
    _mm256_and_si256(_mm256_or_si256(_mm256_srli_epi64(w[word], bit),                              \
                                     _mm256_slli_epi64(w[(word) + 1], 64 - (bit))),                \
                     mask)
    r->limb[0] = _mm256_and_si256(_mm256_slli_epi64(w[0], 5), mask);
    r->limb[1] = MIFU_AVX2_WITHIN(0, 24);
    r->limb[2] = MIFU_AVX2_ACROSS(0, 53);
    r->limb[3] = MIFU_AVX2_WITHIN(1, 18);
    r->limb[4] = MIFU_AVX2_ACROSS(1, 47);
    r->limb[5] = MIFU_AVX2_WITHIN(2, 12);
    r->limb[6] = MIFU_AVX2_ACROSS(2, 41);
    r->limb[7] = MIFU_AVX2_WITHIN(3, 6);
    r->limb[8] = _mm256_srli_epi64(w[3], 35);
#undef MIFU_AVX2_WITHIN
#undef MIFU_AVX2_ACROSS
}

/* Limbs of 2^256 modulo p = 2^224 + 2^96 - 2^64 + 1, which leads back to the factor 2^256; of R
 * modulo p, 1 in Montgomery form; of p. */
static const uint32_t mifu_sm2p_avx2_two256[MIFU_AVX2_LIMBS] = {1, 0, 0x1fffffc0, 0x1ff, 0,
                                                                0, 0, 0x200000,   0};
static const uint32_t mifu_sm2p_avx2_one[MIFU_AVX2_LIMBS] = {0x20, 0, 0x1ffff800, 0x3fff, 0,
                                                             0,    0, 0x4000000,  0};
static const uint32_t mifu_sm2p_avx2_p[MIFU_AVX2_LIMBS] = {0x1fffffff, 0x1fffffff, 0x3f,
                                                           0x1ffffe00, 0x1fffffff, 0x1fffffff,
                                                           0x1fffffff, 0x1fdfffff, 0xffffff};

/*
 * [31] at rest to [1.01] with limbs from -2^26 to 2^29 + 2^26, "folded", in place. With q =
 * floor(limb 8 / 2^24), which is in [-32, 31], q 2^256 is exchanged for q (2^224 + 2^96 - 2^64 +
 * 1): 21, 9 and 6 are where limbs 7, 3 and 2 have those powers. What remains is in [0, 2^256) and q
 * times less than 2^225 is added. The high half of limb 8 is its sign, so that a shift of both
 * halves is one of the whole.
 */
MIFU_INLINE void mifu_sm2p_avx2_fold(mifu_sm2p_avx2 *r)
{
    const __m256i q = _mm256_srai_epi32(r->limb[8], 24);

    r->limb[8] = _mm256_and_si256(r->limb[8], _mm256_set1_epi64x((1LL << 24) - 1));
    r->limb[0] = _mm256_add_epi64(r->limb[0], q);
    r->limb[2] = _mm256_sub_epi64(r->limb[2], _mm256_slli_epi64(q, 6));
    r->limb[3] = _mm256_add_epi64(r->limb[3], _mm256_slli_epi64(q, 9));
    r->limb[7] = _mm256_add_epi64(r->limb[7], _mm256_slli_epi64(q, 21));
}

/*
 * The canonical words of [8] with the factor 2^256 of field_sm2.h, the same word of all lanes side
 * by side. The product is in (-p / 4, 5 p / 4): p is added below zero, then taken off unless that
 * leads below zero.
 */
MIFU_INLINE void mifu_sm2p_avx2_to_words(__m256i w[4], const mifu_sm2p_avx2 *a)
{
    const __m256i zero = _mm256_setzero_si256();
    mifu_sm2p_avx2 factor, p, t, less;
    __m256i mask;

    mifu_sm2p_avx2_set(&factor, mifu_sm2p_avx2_two256);
    mifu_sm2p_avx2_set(&p, mifu_sm2p_avx2_p);
    mifu_sm2p_avx2_mul(&t, a, &factor);
    mask = _mm256_cmpgt_epi64(zero, t.limb[8]);
    MIFU_AVX2_EACH_LIMB(i)
    t.limb[i] = _mm256_add_epi64(t.limb[i], _mm256_and_si256(mask, p.limb[i]));
    mifu_sm2p_avx2_carry(&t, &t);
    mifu_sm2p_avx2_sub(&less, &t, &p);
    mifu_sm2p_avx2_carry(&less, &less);
    mifu_sm2p_avx2_select(&t, _mm256_cmpgt_epi64(zero, less.limb[8]), &t, &less);
    w[0] = _mm256_or_si256(t.limb[0], _mm256_or_si256(_mm256_slli_epi64(t.limb[1], 29),
                                                      _mm256_slli_epi64(t.limb[2], 58)));
    w[1] = _mm256_or_si256(
        _mm256_srli_epi64(t.limb[2], 6),
        _mm256_or_si256(_mm256_slli_epi64(t.limb[3], 23), _mm256_slli_epi64(t.limb[4], 52)));
    w[2] = _mm256_or_si256(
        _mm256_srli_epi64(t.limb[4], 12),
        _mm256_or_si256(_mm256_slli_epi64(t.limb[5], 17), _mm256_slli_epi64(t.limb[6], 46)));
    w[3] = _mm256_or_si256(
        _mm256_srli_epi64(t.limb[6], 18),
        _mm256_or_si256(_mm256_slli_epi64(t.limb[7], 11), _mm256_slli_epi64(t.limb[8], 40)));
}

#endif
