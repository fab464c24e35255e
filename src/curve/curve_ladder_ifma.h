/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One accumulating point on four lanes: the independent products of a doubling or an addition stand
 * side by side, so that a doubling is three products deep and an addition five.
 *
 * The points are those of the curve y^2 = x^3 - 3 L^4 x + b L^6 for some L. Lanes of the
 * accumulator: X, Y, Z, W = -3 L^4 Z^4 (modified Jacobian coordinates), each [1.01] at rest, in
 * Montgomery form with R = 2^260. The products below are columns of [1.07]: (1.01
 * * 1.07)/16 + 1. Every vector that is reduced is worth at least p in every lane, because a
 * multiple of p is added that exceeds what is subtracted by p or more, and less than 14 p: bounds
 * in brackets. Columns are at most eight product columns of 2^57: below 2^60.
 *
 * Lanes that are of no use hold products of bounded values and stay bounded.
 */
#ifndef MIFU_CURVE_LADDER_IFMA_H
#define MIFU_CURVE_LADDER_IFMA_H

#include "curve_point.h"
#include "field_sm2p_ifma_x4.h"

typedef mifu_sm2p_x4 mifu_ladder;

/* Lanes from: permutation with lane 0 first. */
#define MIFU_LANES(l0, l1, l2, l3) ((l0) | (l1) << 2 | (l2) << 4 | (l3) << 6)

#define MIFU_X4_PERMUTE(r, a, lanes)                                                               \
    MIFU_X4_EACH_LIMB(i_)                                                                          \
    (r).limb[i_] = _mm256_permute4x64_epi64((a).limb[i_], (lanes))

/* r = a, but b in the lanes of the mask. */
#define MIFU_X4_BLEND(r, a, mask, b)                                                               \
    MIFU_X4_EACH_LIMB(i_)                                                                          \
    (r).limb[i_] = _mm256_mask_mov_epi64((a).limb[i_], (mask), (b).limb[i_])

/*
 * a = 2 a. M = 3 X^2 + W, S = 4 X Y^2, T = 8 Y^4: X' = M^2 - 2 S, Y' = M (S - X') - T, Z' = 2 Y Z,
 * W' = 2 T W. With S - X' = 3 S - M^2 nothing waits for X'.
 */
MIFU_INLINE void mifu_ladder_double(mifu_ladder *acc)
{
    const __m256i scale1 = _mm256_setr_epi64x(1, 0, 1, 2), scale2 = _mm256_setr_epi64x(0, 3, 0, 0);
    const __m256i scale3 = _mm256_setr_epi64x(0, 0, 0, 1);
    mifu_sm2p_x4 a, b, q, r, s, e, x, moved;

    /* X X, Y Y, Y Z, Y Y */
    MIFU_X4_PERMUTE(a, *acc, MIFU_LANES(0, 1, 1, 1));
    MIFU_X4_PERMUTE(b, *acc, MIFU_LANES(0, 1, 2, 1));
    r = mifu_sm2p_x4_product(&a, &b);
    /* M [6.3], Y^2 [3.1], Z' [4.2], 4 Y^2 [6.3] */
    MIFU_X4_PERMUTE(moved, *acc, MIFU_LANES(3, 3, 3, 3));
    MIFU_X4_EACH_LIMB(i)
    {
        __m256i t = _mm256_sllv_epi64(r.limb[i], scale1);

        t = _mm256_mask_add_epi64(t, 1, t, _mm256_add_epi64(r.limb[i], moved.limb[i]));
        q.limb[i] = _mm256_add_epi64(t, MIFU_X4_KP(i, 2, 2, 2, 2));
    }
    q = mifu_sm2p_x4_reduce(q);
    /* M M, Y^2 Y^2, -, X 4 Y^2 */
    MIFU_X4_PERMUTE(a, *acc, MIFU_LANES(0, 0, 0, 0));
    MIFU_X4_BLEND(a, q, 8, a);
    r = mifu_sm2p_x4_product(&a, &q);
    /* 3 S - M^2 [6.3], T [11.6]; X' [5.1] */
    MIFU_X4_PERMUTE(s, r, MIFU_LANES(3, 3, 3, 3));
    MIFU_X4_EACH_LIMB(i)
    {
        __m256i twice = _mm256_add_epi64(s.limb[i], s.limb[i]);
        __m256i t = _mm256_sllv_epi64(r.limb[i], scale2);

        t = _mm256_mask_sub_epi64(t, 1, _mm256_add_epi64(twice, s.limb[i]), r.limb[i]);
        e.limb[i] = _mm256_add_epi64(t, MIFU_X4_KP(i, 3, 3, 3, 3));
        x.limb[i] = _mm256_sub_epi64(r.limb[i], twice);
    }
    e = mifu_sm2p_x4_reduce(e);
    /* M (S - X'), W T */
    MIFU_X4_BLEND(a, q, 2, moved);
    r = mifu_sm2p_x4_product(&a, &e);
    /* X' [5.1], Y' [4.1], Z' [3.1], W' [4.2] */
    MIFU_X4_PERMUTE(s, r, MIFU_LANES(0, 0, 0, 1));
    MIFU_X4_EACH_LIMB(i)
    {
        __m256i t = _mm256_sllv_epi64(s.limb[i], scale3);

        t = _mm256_mask_sub_epi64(t, 2, t, e.limb[i]);
        t = _mm256_mask_mov_epi64(t, 1, x.limb[i]);
        t = _mm256_mask_mov_epi64(t, 4, q.limb[i]);
        acc->limb[i] = _mm256_add_epi64(t, MIFU_X4_KP(i, 4, 3, 2, 2));
    }
    *acc = mifu_sm2p_x4_reduce(*acc);
}

/*
 * acc += b; b holds x in lane 0 and y in lane 1, below p. Needs acc != infinity and other points
 * than b; acc = +-b gives Z = 0, which stays. H = x Z^2 - X, R = y Z^3 - Y, V = X H^2: X' = R^2 -
 * H^3 - 2 V, Y' = R (V - X') - Y H^3, Z' = Z H, W' = W H^4. V - X' = 3 V + H^3 - R^2.
 */
MIFU_INLINE void mifu_ladder_add(mifu_ladder *acc, const mifu_sm2p_x4 *point)
{
    mifu_sm2p_x4 a, b, d, c, r, e, x, moved;

    /* Z Z, Z y */
    MIFU_X4_PERMUTE(a, *acc, MIFU_LANES(2, 2, 2, 2));
    MIFU_X4_BLEND(b, a, 2, *point);
    r = mifu_sm2p_x4_product(&a, &b);
    r = mifu_sm2p_x4_carry(r);
    /* x Z^2, Z y Z^2 */
    MIFU_X4_BLEND(a, r, 1, *point);
    MIFU_X4_PERMUTE(b, r, MIFU_LANES(0, 0, 0, 0));
    r = mifu_sm2p_x4_product(&a, &b);
    /* H, R [4.1] */
    MIFU_X4_EACH_LIMB(i)
    d.limb[i] =
        _mm256_add_epi64(_mm256_sub_epi64(r.limb[i], acc->limb[i]), MIFU_X4_KP(i, 3, 3, 3, 3));
    d = mifu_sm2p_x4_reduce(d);
    /* H H, R R, H Z */
    MIFU_X4_PERMUTE(a, d, MIFU_LANES(0, 1, 0, 0));
    MIFU_X4_BLEND(b, a, 4, *acc);
    c = mifu_sm2p_x4_product(&a, &b);
    c = mifu_sm2p_x4_carry(c);
    /* H H^2, X H^2, H^2 H^2 */
    MIFU_X4_PERMUTE(b, c, MIFU_LANES(0, 0, 0, 0));
    MIFU_X4_PERMUTE(moved, *acc, MIFU_LANES(1, 0, 0, 0));
    MIFU_X4_BLEND(a, b, 1, d);
    MIFU_X4_BLEND(a, a, 2, moved);
    r = mifu_sm2p_x4_product(&a, &b);
    /* H^3 [4.1], V - X' [7.3], H^4 [4.1]; X' [6.1] in lane 1 */
    MIFU_X4_PERMUTE(b, r, MIFU_LANES(0, 0, 0, 0));
    MIFU_X4_EACH_LIMB(i)
    {
        __m256i twice = _mm256_add_epi64(r.limb[i], r.limb[i]);
        __m256i rest = _mm256_sub_epi64(b.limb[i], c.limb[i]); /* H^3 - R^2 */
        __m256i t = _mm256_mask_add_epi64(r.limb[i], 2, r.limb[i], _mm256_add_epi64(twice, rest));

        e.limb[i] = _mm256_add_epi64(t, MIFU_X4_KP(i, 3, 3, 3, 3));
        x.limb[i] = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(twice, rest));
    }
    e = mifu_sm2p_x4_reduce(e);
    /* Y H^3, R (V - X'), W H^4 */
    MIFU_X4_PERMUTE(a, *acc, MIFU_LANES(1, 1, 3, 3));
    MIFU_X4_BLEND(a, a, 2, d);
    r = mifu_sm2p_x4_product(&a, &e);
    /* X' [6.1], Y' [4.1], Z' [3.1], W' [3.1] */
    MIFU_X4_PERMUTE(b, r, MIFU_LANES(0, 0, 2, 2));
    MIFU_X4_PERMUTE(x, x, MIFU_LANES(1, 1, 1, 1));
    MIFU_X4_EACH_LIMB(i)
    {
        __m256i t = _mm256_mask_sub_epi64(b.limb[i], 2, r.limb[i], b.limb[i]);

        t = _mm256_mask_mov_epi64(t, 1, x.limb[i]);
        t = _mm256_mask_mov_epi64(t, 4, c.limb[i]);
        acc->limb[i] = _mm256_add_epi64(t, MIFU_X4_KP(i, 5, 3, 2, 2));
    }
    *acc = mifu_sm2p_x4_reduce(*acc);
}

/* Limb i of a. */
MIFU_INLINE uint64_t mifu_ladder_limb(const mifu_u256 *a, unsigned i)
{
    return mifu_u256_bits(a, 52 * i) & ((UINT64_C(1) << 52) - 1);
}

/* An affine point whose coordinates carry the factor 16 that leads from 2^256 to R = 2^260; -y
 * where the mask is set. */
MIFU_INLINE void mifu_ladder_load(mifu_sm2p_x4 *r, const mifu_affine *a, uint64_t negative)
{
    mifu_u256 y = a->y;

    mifu_curve_negate_y(&y, negative);
    MIFU_X4_EACH_LIMB(i)
    r->limb[i] = _mm256_setr_epi64x((long long)mifu_ladder_limb(&a->x, (unsigned)i),
                                    (long long)mifu_ladder_limb(&y, (unsigned)i), 0, 0);
    mifu_wipe(&y, sizeof y);
}

/* The product of words that the including file prefers. */
#ifndef MIFU_LADDER_MUL
#    define MIFU_LADDER_MUL mifu_fp_mul
#endif

/* The accumulator of a point: Z = 1, W = -3 L^4, with L in words below p in Montgomery form with
 * 2^256. */
MIFU_INLINE void mifu_ladder_start(mifu_ladder *acc, const mifu_sm2p_x4 *point, const mifu_u256 *l)
{
    mifu_u256 w, scaled = {{0, 0, 0, 0}};

    MIFU_LADDER_MUL(&w, l, l);
    MIFU_LADDER_MUL(&w, &w, &w);
    for (int i = 0; i < 3; i++)
        mifu_fp_sub(&scaled, &scaled, &w);
    for (int i = 0; i < 4; i++) /* from the factor 2^256 to 2^260 */
        mifu_fp_add(&scaled, &scaled, &scaled);
    MIFU_X4_EACH_LIMB(i)
    acc->limb[i] = _mm256_mask_mov_epi64(
        point->limb[i], 12,
        _mm256_setr_epi64x(0, 0, (long long)mifu_sm2p_one_limbs[i],
                           (long long)mifu_ladder_limb(&scaled, (unsigned)i)));
    mifu_wipe(&w, sizeof w);
    mifu_wipe(&scaled, sizeof scaled);
}

/* Lane `lane` (X, Y or Z) as words below p in Montgomery form with 2^256: times 2^252 / 2^256. */
MIFU_INLINE void mifu_ladder_word_form(mifu_u256 *r, uint64_t limbs[5][4], unsigned lane)
{
    static const mifu_u256 factor = {{0, 0, 0, (uint64_t)1 << 60}};
    const uint64_t l0 = limbs[0][lane], l1 = limbs[1][lane], l2 = limbs[2][lane];
    const uint64_t l3 = limbs[3][lane], l4 = limbs[4][lane];

    r->v[0] = l0 | l1 << 52;
    r->v[1] = l1 >> 12 | l2 << 40;
    r->v[2] = l2 >> 24 | l3 << 28;
    r->v[3] = l3 >> 36 | l4 << 16;
    /* [1.01] may pass 2^256. */
    mifu_field_reduce_once(r, l4 >> 48, r, &mifu_fp_p);
    MIFU_LADDER_MUL(r, r, &factor);
}

MIFU_INLINE void mifu_ladder_finish(mifu_jacobian *r, const mifu_ladder *acc)
{
    uint64_t limbs[5][4];

    MIFU_X4_EACH_LIMB(i)
    _mm256_storeu_si256((__m256i *)(void *)limbs[i], acc->limb[i]);
    mifu_ladder_word_form(&r->x, limbs, 0);
    mifu_ladder_word_form(&r->y, limbs, 1);
    mifu_ladder_word_form(&r->z, limbs, 2);
    mifu_wipe(limbs, sizeof limbs);
}

#endif
