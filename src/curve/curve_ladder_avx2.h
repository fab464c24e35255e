/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One accumulating point on four lanes with AVX2: the independent products of a doubling or an
 * addition stand side by side, over field_sm2p_avx2.h, where [k] and {A} are explained. A doubling
 * is two squares and a product deep, an addition four products.
 *
 * The points are those of the curve y^2 = x^3 - 3 L^4 x + b L^6 for some L. The accumulator has X
 * in lanes 0 and 3 of x, where lane 2 is zero, and X^2, y = 2 Y, d, Z in lanes 0 to 3 of w. What d
 * is depends on what comes next: L^2 Z^2 before a doubling, Z^2 before an addition. All are at rest
 * but y after an addition, which is the difference of two numbers at rest. Lanes that are not named
 * hold products of bounded values.
 *
 * Bounds. Intervals in units of p, a product of [a] and [b] in [-a b / 32, a b / 32 + 1) and a
 * square from 0 on, are a fixed point of the two operations below if an addition stands between two
 * doublings at most at every fifth place (non-adjacent forms of width 5, a ladder of 5 bits): X
 * [8.2], X^2 [3.1], y [6.6], d [2], Z [3.2], and Z^2 [1.4] in a doubling, L^2 [2]. Factors then are
 * M [9.3], G - X [9.6], V [18.9] in a doubling, and H [8], I [12], r [3.9], W [20.6] in an
 * addition. Limb 8 of a number at rest stays below 20.6 * 2^24 + 1 < 2^28.4, the other limbs below
 * 2^29.
 */
#ifndef MIFU_CURVE_LADDER_AVX2_H
#define MIFU_CURVE_LADDER_AVX2_H

#include "curve_point.h"
#include "field_sm2p_avx2.h"

typedef struct mifu_ladder_avx2 {
    mifu_sm2p_avx2 w, x;
    mifu_sm2p_avx2 l2; /* L^2 in lane 3 */
} mifu_ladder_avx2;

/* An affine point: x in lane 2 and 2 y in lane 3, each [32]. */
typedef mifu_sm2p_avx2 mifu_ladder_point_avx2;

/* Limb i of a lane in all lanes: loads alone, as the numbers have just been stored. */
#define MIFU_SPREAD(a, i, lane)                                                                    \
    _mm256_broadcastq_epi64(                                                                       \
        _mm_loadl_epi64((const __m128i *)(const void *)((const char *)&(a).limb[i] + 8 * (lane))))

/* a, but b in the lanes of the mask, bit j for lane j. */
#define MIFU_LANE_BITS(mask)                                                                       \
    (((mask)&1 ? 0x03 : 0) | ((mask)&2 ? 0x0c : 0) | ((mask)&4 ? 0x30 : 0) | ((mask)&8 ? 0xc0 : 0))
#define MIFU_BLEND(a, b, mask) _mm256_blend_epi32(a, b, MIFU_LANE_BITS(mask))

/*
 * Limb i of a number whose limbs and their carries are in [-2^31, 2^31), in the lanes' low halves,
 * as halves alone are read by products: three instructions a limb where mifu_sm2p_avx2_carry_limb()
 * has four. The high half of limb 8 is of no meaning. Lanes that are zero in `lanes` become zero.
 *
 * Here and below each limb is complete before the next is begun, so that what reads it need not
 * wait.
 */
MIFU_INLINE __m256i mifu_ladder_carry_limb(__m256i *carry, __m256i value, int i, __m256i lanes)
{
    const __m256i mask = _mm256_set1_epi64x((1LL << 29) - 1);
    const __m256i t = i == 0 ? value : _mm256_add_epi32(value, *carry);

    if (i == MIFU_AVX2_LIMBS - 1)
        return _mm256_and_si256(t, lanes);
    *carry = _mm256_srai_epi32(t, 29);
    return _mm256_and_si256(t, _mm256_and_si256(mask, lanes));
}

/*
 * a = 2 a. G = y^2, M = 3 (d^2 - X^2), the usual one with its sign turned, S = 2 X G = X^2 + G^2 -
 * (G - X)^2, V = 2 X' - S:
 *     X' = M^2 - S, y' = M V - G^2, Z' = y Z, d' = G d, or G Z^2 if `last`: if an addition follows.
 * What is squared or multiplied without a carry is a difference of two numbers at rest, {2^29}, or
 * V.
 */
MIFU_INLINE void mifu_ladder_double_avx2(mifu_ladder_avx2 *acc, int last)
{
    const __m256i threes = _mm256_setr_epi64x(3, 3, 1, 1);
    const __m256i lane1 = _mm256_setr_epi64x(0, -1, 0, 0);
    const __m256i all = _mm256_set1_epi64x(-1), not_lane2 = _mm256_setr_epi64x(-1, -1, 0, -1);
    mifu_sm2p_avx2 first, second, q, r, a, b, e;
    __m256i carry = _mm256_setzero_si256();

    /* d or Z, d, y, y; squares d^2 or Z^2, d^2, G, G */
    MIFU_AVX2_EACH_LIMB(i)
    {
        first.limb[i] = MIFU_BLEND(MIFU_SPREAD(acc->w, i, 2), MIFU_SPREAD(acc->w, i, 1), 12);
        if (last)
            first.limb[i] = MIFU_BLEND(first.limb[i], MIFU_SPREAD(acc->w, i, 3), 1);
    }
    mifu_sm2p_avx2_sqr(&q, &first);
    /* -, M, G, G - X: 3 times {2^29} before the carry */
    MIFU_AVX2_EACH_LIMB(i)
    {
        const __m256i t = MIFU_BLEND(MIFU_SPREAD(acc->w, i, 0), acc->x.limb[i], 12);

        second.limb[i] = mifu_ladder_carry_limb(
            &carry, _mm256_mul_epi32(_mm256_sub_epi64(q.limb[i], t), threes), i, all);
    }
    mifu_sm2p_avx2_sqr(&r, &second); /* -, M^2, G^2, (G - X)^2 */
    if (last) {
        MIFU_AVX2_EACH_LIMB(i)
        acc->w.limb[i] = MIFU_BLEND(acc->w.limb[i], MIFU_SPREAD(q, i, 0), 4);
    }
    /* S is from -2^29 to 2^30, M^2 - S from -2^30 to 2^30, and V, not carried, {2^30 + 2^29}:
     * 9 * 2^29 (2^30 + 2^29) is below 2^63 - 2^54. X' X', M V - G^2, G d, y Z */
    MIFU_AVX2_EACH_LIMB(i)
    {
        const __m256i squared = MIFU_SPREAD(r, i, 2);
        const __m256i sum = _mm256_add_epi64(_mm256_sub_epi64(squared, MIFU_SPREAD(r, i, 3)),
                                             MIFU_SPREAD(acc->w, i, 0));
        const __m256i x = mifu_ladder_carry_limb(
            &carry, _mm256_sub_epi64(MIFU_SPREAD(r, i, 1), sum), i, not_lane2);
        const __m256i v = _mm256_add_epi64(x, _mm256_sub_epi64(x, sum));

        e.limb[i] = _mm256_and_si256(squared, lane1);
        b.limb[i] = MIFU_BLEND(MIFU_BLEND(x, v, 2), acc->w.limb[i], 12);
        a.limb[i] = MIFU_BLEND(MIFU_BLEND(second.limb[i], first.limb[i], 8), x, 1);
        acc->x.limb[i] = x;
    }
    mifu_sm2p_avx2_mul_minus(&acc->w, &a, &b, &e);
}

/*
 * acc += point; a doubling follows. Needs acc != infinity and other points than `point`; acc =
 * +-point gives Z = 0, which stays. H = x d - X, r = 2 y Z^3 - 2 Y, I = 4 H^2, J = H I, V = X I: X'
 * = r^2 - J - 2 V, Z' = 2 Z H, d' = L^2 Z'^2, 2 Y' = 2 r (V - X') - 4 Y J, which is r W - 2 y J
 * with W = 2 (V - X') = 2 V - 2 X'.
 */
MIFU_INLINE void mifu_ladder_add_avx2(mifu_ladder_avx2 *acc, const mifu_ladder_point_avx2 *point)
{
    const __m256i factors = _mm256_setr_epi64x(4, 4, 1, 2);
    const __m256i lane1 = _mm256_setr_epi64x(0, -1, 0, 0);
    const __m256i lane2 = _mm256_setr_epi64x(0, 0, -1, 0);
    const __m256i once_less_twice = _mm256_setr_epi64x(1, -2, 0, 1);
    mifu_sm2p_avx2 a, b, c, d, h, u;
    __m256i carry = _mm256_setzero_si256();

    mifu_sm2p_avx2_mul(&u, point, &acc->w); /* -, -, x d, 2 y Z */
    /* H H, -, 2 y Z d, H Z */
    MIFU_AVX2_EACH_LIMB(i)
    {
        h.limb[i] = _mm256_sub_epi64(MIFU_SPREAD(u, i, 2), MIFU_SPREAD(acc->x, i, 0));
        a.limb[i] = MIFU_BLEND(h.limb[i], MIFU_SPREAD(u, i, 3), 4);
        b.limb[i] = MIFU_BLEND(h.limb[i], acc->w.limb[i], 12);
    }
    mifu_sm2p_avx2_mul(&c, &a, &b);
    /* I, I, r, Z' */
    MIFU_AVX2_EACH_LIMB(i)
    {
        const __m256i y = _mm256_and_si256(MIFU_SPREAD(acc->w, i, 1), lane2);

        c.limb[i] = mifu_sm2p_avx2_carry_limb(
            &carry, _mm256_sub_epi64(_mm256_mul_epi32(c.limb[i], factors), y), i);
        a.limb[i] = MIFU_BLEND(MIFU_BLEND(c.limb[i], h.limb[i], 2), acc->x.limb[i], 1);
    }
    /* V = X I, J = H I, r r, Z' Z' */
    mifu_sm2p_avx2_mul(&d, &a, &c);
    /* X', W, as r^2 - J - 2 V is above -2^31 and below 2^29. X' X', r W, 2 J y, Z'^2 L^2; 2 J is
     * {2^30}, y {2^29} */
    MIFU_AVX2_EACH_LIMB(i)
    {
        const __m256i v = MIFU_SPREAD(d, i, 0), twice = _mm256_add_epi64(v, v);
        const __m256i j = MIFU_SPREAD(d, i, 1);
        const __m256i t = _mm256_sub_epi64(_mm256_sub_epi64(MIFU_SPREAD(d, i, 2), j), twice);
        const __m256i x = mifu_sm2p_avx2_carry_limb(
            &carry,
            _mm256_add_epi64(_mm256_mul_epi32(t, once_less_twice), _mm256_and_si256(twice, lane1)),
            i);

        a.limb[i] = MIFU_BLEND(MIFU_BLEND(MIFU_SPREAD(c, i, 2), x, 1), _mm256_add_epi64(j, j), 4);
        a.limb[i] = MIFU_BLEND(a.limb[i], d.limb[i], 8);
        b.limb[i] = MIFU_BLEND(MIFU_BLEND(x, MIFU_SPREAD(acc->w, i, 1), 4), acc->l2.limb[i], 8);
        acc->x.limb[i] = x;
    }
    mifu_sm2p_avx2_mul(&u, &a, &b);
    /* X'^2, y' = r W - 2 J y, d', Z' */
    MIFU_AVX2_EACH_LIMB(i)
    {
        const __m256i t =
            _mm256_sub_epi64(u.limb[i], _mm256_and_si256(MIFU_SPREAD(u, i, 2), lane1));

        acc->w.limb[i] = MIFU_BLEND(MIFU_BLEND(t, MIFU_SPREAD(u, i, 3), 4), c.limb[i], 8);
    }
}

/* Of a point (x, 2 y), both below p, in Montgomery form with 2^256; -y
 * where the mask `negative` is set. Limbs of 2 y have their sign in the low halves alone. */
MIFU_INLINE void mifu_ladder_load_avx2(mifu_ladder_point_avx2 *r, const mifu_affine *a,
                                       uint64_t negative)
{
    const __m256i one = _mm256_set1_epi64x(1);
    const __m256i sign = _mm256_blend_epi32(
        one, _mm256_or_si256(one, _mm256_set1_epi64x((long long)negative)), 0xc0);
    const __m256i zero = _mm256_setzero_si256();
    const __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)&a->x);
    const __m256i y = _mm256_loadu_si256((const __m256i *)(const void *)&a->y);
    const __m256i even = _mm256_unpacklo_epi64(x, y), odd = _mm256_unpackhi_epi64(x, y);
    const __m256i words[4] = {
        _mm256_permute2x128_si256(even, even, 0x08), _mm256_permute2x128_si256(odd, odd, 0x08),
        _mm256_blend_epi32(zero, even, 0xf0), _mm256_blend_epi32(zero, odd, 0xf0)};

    mifu_sm2p_avx2_from_words(r, words);
    MIFU_AVX2_EACH_LIMB(i) r->limb[i] = _mm256_sign_epi32(r->limb[i], sign);
}

/* acc = point, Z = 1, with L in words below p in Montgomery form with 2^256; a doubling follows.
 * [2] by products with 1. */
MIFU_INLINE void mifu_ladder_start_avx2(mifu_ladder_avx2 *acc, const mifu_ladder_point_avx2 *point,
                                        const mifu_u256 *l)
{
    const __m256i words[4] = {
        _mm256_set1_epi64x((long long)l->v[0]), _mm256_set1_epi64x((long long)l->v[1]),
        _mm256_set1_epi64x((long long)l->v[2]), _mm256_set1_epi64x((long long)l->v[3])};
    mifu_sm2p_avx2 one, square;

    mifu_sm2p_avx2_set(&one, mifu_sm2p_avx2_one);
    mifu_sm2p_avx2_from_words(&acc->l2, words);
    MIFU_AVX2_EACH_LIMB(i) /* x, 2 y, L */
    acc->x.limb[i] = MIFU_BLEND(_mm256_permute2x128_si256(point->limb[i], point->limb[i], 0x01),
                                acc->l2.limb[i], 12);
    mifu_sm2p_avx2_mul(&acc->x, &acc->x, &one);
    mifu_sm2p_avx2_sqr(&square, &acc->x); /* x^2, -, L^2 */
    MIFU_AVX2_EACH_LIMB(i)
    {
        acc->w.limb[i] = MIFU_BLEND(MIFU_BLEND(square.limb[i], acc->x.limb[i], 2), one.limb[i], 8);
        acc->l2.limb[i] = MIFU_SPREAD(square, i, 2);
        acc->x.limb[i] = MIFU_BLEND(MIFU_SPREAD(acc->x, i, 0), _mm256_setzero_si256(), 4);
    }
}

/* X, y = 2 Y and Z, in words below p in Montgomery form with 2^256. */
MIFU_INLINE void mifu_ladder_finish_avx2(mifu_jacobian *r, const mifu_ladder_avx2 *acc)
{
    mifu_sm2p_avx2 t;
    __m256i words[4];
    uint64_t rows[4][4];

    MIFU_AVX2_EACH_LIMB(i) t.limb[i] = MIFU_BLEND(acc->x.limb[i], acc->w.limb[i], 14);
    mifu_sm2p_avx2_carry(&t, &t);
    mifu_sm2p_avx2_to_words(words, &t);
    for (int i = 0; i < 4; i++)
        _mm256_storeu_si256((__m256i *)(void *)rows[i], words[i]);
    for (int i = 0; i < 4; i++) {
        r->x.v[i] = rows[i][0];
        r->y.v[i] = rows[i][1];
        r->z.v[i] = rows[i][3];
    }
    mifu_wipe(rows, sizeof rows);
}

#undef MIFU_SPREAD
#undef MIFU_LANE_BITS
#undef MIFU_BLEND
#endif
