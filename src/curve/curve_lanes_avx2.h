/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points of the SM2 curve y^2 = x^3 - 3x + b on four lanes: Jacobian coordinates (X/Z^2, Y/Z^3)
 * over field_sm2p_avx2.h; [k] and {A} are explained there. Coordinates: X
 * [1.01], Y [3], both at rest or folded, and Z [4] at rest.
 */
#ifndef MIFU_CURVE_LANES_AVX2_H
#define MIFU_CURVE_LANES_AVX2_H

#include "curve_base_avx2.h"
#include "curve_select_avx2.h"
#include "field_sm2p_avx2.h"

typedef struct mifu_sm2_jacobian_avx2 {
    mifu_sm2p_avx2 x, y, z;
} mifu_sm2_jacobian_avx2;

typedef struct mifu_sm2_affine_avx2 {
    mifu_sm2p_avx2 x, y;
} mifu_sm2_affine_avx2;

/*
 * r = a / 2 for [31] at rest, folded: floor(a / 2), and (p + 1) / 2 = 2^255 - 2^223 - 2^95 + 2^63
 * more where a is odd. The high half of limb 8 is its sign, so that a shift of both halves is one
 * of the whole.
 */
MIFU_INLINE void mifu_sm2_halve_avx2(mifu_sm2p_avx2 *r, const mifu_sm2p_avx2 *a)
{
    const __m256i one = _mm256_set1_epi64x(1);
    const __m256i odd = _mm256_and_si256(a->limb[0], one);

    _Pragma("GCC unroll 9") for (int i = 0; i < MIFU_AVX2_LIMBS - 1; i++)
    {
        const __m256i next = _mm256_slli_epi64(_mm256_and_si256(a->limb[i + 1], one), 28);

        r->limb[i] = _mm256_or_si256(_mm256_srli_epi64(a->limb[i], 1), next);
    }
    r->limb[8] = _mm256_srai_epi32(a->limb[8], 1);
    r->limb[2] = _mm256_add_epi64(r->limb[2], _mm256_slli_epi64(odd, 5));
    r->limb[3] = _mm256_sub_epi64(r->limb[3], _mm256_slli_epi64(odd, 8));
    r->limb[7] = _mm256_sub_epi64(r->limb[7], _mm256_slli_epi64(odd, 20));
    r->limb[8] = _mm256_add_epi64(r->limb[8], _mm256_slli_epi64(odd, 23));
}

/*
 * a = 2^times a, times > 0. 4 M + 4 S each, with y = 2 Y in between: delta = Z^2, G = y^2, B = X G,
 * alpha = 3 (X - delta)(X + delta); X' = alpha^2 - 2 B, Z' = y Z, y' = 2 alpha (B - X') - G^2. On a
 * curve of odd order no point but infinity doubles to infinity, and Z = 0 stays 0.
 *
 * Bounds below hold for X [2.7], y [6], Z [4], which is what a doubling begins with and leads to.
 * They are those of intervals: a product of [a] and [b] is in [-a b / 32, a b / 32 + 1), a square
 * from 0 on.
 */
MIFU_INLINE void mifu_sm2_double_avx2(mifu_sm2_jacobian_avx2 *a, unsigned times)
{
    mifu_sm2p_avx2 delta, square, b, alpha, sum, t, y;

    mifu_sm2p_avx2_add(&y, &a->y, &a->y);
    mifu_sm2p_avx2_carry(&y, &y);
    do {
        mifu_sm2p_avx2_sqr(&delta, &a->z);       /* 0 to 1.5 */
        mifu_sm2p_avx2_sqr(&square, &y);         /* 0 to 2.13 */
        mifu_sm2p_avx2_sub(&t, &a->x, &delta);   /* [4.2]{2^29 + 2^26} */
        mifu_sm2p_avx2_add(&sum, &a->x, &delta); /* [4.2]{2^30 + 2^26} */
        mifu_sm2p_avx2_mul(&alpha, &t, &sum);    /* [1.56] */
        mifu_sm2p_avx2_mul(&b, &a->x, &square);  /* -0.18 to 1.18 */
        MIFU_AVX2_EACH_LIMB(i)
        alpha.limb[i] =
            _mm256_add_epi64(alpha.limb[i], _mm256_add_epi64(alpha.limb[i], alpha.limb[i]));
        mifu_sm2p_avx2_carry(&alpha, &alpha);        /* [4.68] */
        mifu_sm2p_avx2_mul(&a->z, &a->z, &y);        /* [1.75] */
        mifu_sm2p_avx2_add(&t, &b, &b);              /* -0.36 to 2.36 */
        mifu_sm2p_avx2_sqr_minus(&a->x, &alpha, &t); /* -2.36 to 1.69 + 0.36: [2.4] */
        mifu_sm2p_avx2_sqr(&sum, &square);           /* 0 to 1.15 */
        MIFU_AVX2_EACH_LIMB(i)                       /* 2 (B - X'): -4.46 to 7.08, {2^30} */
        t.limb[i] = _mm256_slli_epi64(_mm256_sub_epi64(b.limb[i], a->x.limb[i]), 1);
        mifu_sm2p_avx2_mul_minus(&y, &alpha, &t, &sum); /* -1.04 - 1.15 to 2.04: [2.2] */
    } while (--times != 0);
    mifu_sm2p_avx2_fold(&a->x);
    mifu_sm2_halve_avx2(&a->y, &y); /* [1.6] */
}

/*
 * What is read beside an addition, a portion after each of its products, which leave a quarter of
 * the vector unit idle: four tables of affine points, or a row of the base table, or nothing. The
 * row's points go where the addition has its own from, which the first two products alone read.
 */
typedef struct mifu_beside_avx2 {
    mifu_scan_avx2 *tables;          /* four of them, or NULL */
    unsigned count;                  /* of entries of each */
    const mifu_base_scan_avx2 *base; /* or NULL */
    mifu_sm2_affine_avx2 *point;
} mifu_beside_avx2;

static const mifu_beside_avx2 mifu_nothing_beside_avx2 = {NULL, 0, NULL, NULL};

/* Portion i of ten: tables by tenths, nine limbs of the base table after the first. */
MIFU_INLINE void mifu_sm2_read_beside_avx2(mifu_beside_avx2 beside, unsigned i)
{
    if (beside.tables != NULL)
        mifu_scan_read_four_avx2(beside.tables, beside.count, i, 10);
    if (beside.base != NULL && i != 0)
        mifu_base_scan_limb_avx2(&beside.point->x, &beside.point->y, beside.base, i - 1);
}

/*
 * The part that all mixed additions share. With h and slope, the differences of the x- and
 * y-coordinates brought to one denominator, and the coordinates x and y of one of the points: V = x
 * h^2; x' = slope^2 - h^3 - 2 V, y' = slope (V - x') - y h^3, and h^2 and h^3 for the denominator.
 * h = 0 for equal and opposite points. 5 M + 2 S less one reduction; the results are none of the
 * operands.
 *
 * Bounds: h [4.7]{2^29 + 2^27} and slope [4.7]{2^29}, limb 8 of both below 2^27; x [2] and y [3],
 * {2^29 + 2^26}. Of all four the low halves of limbs alone are read. Beside it portions 2 to 7.
 */
MIFU_INLINE void mifu_sm2_chord_avx2(mifu_sm2p_avx2 *x_sum, mifu_sm2p_avx2 *y_sum,
                                     mifu_sm2p_avx2 *h2, mifu_sm2p_avx2 *h3,
                                     const mifu_sm2p_avx2 *h, const mifu_sm2p_avx2 *slope,
                                     const mifu_sm2p_avx2 *x, const mifu_sm2p_avx2 *y,
                                     mifu_beside_avx2 beside)
{
    mifu_sm2p_avx2 v, t;
    mifu_sm2p_wide_avx2 product;

    mifu_sm2p_avx2_sqr(h2, h); /* [1.7] */
    mifu_sm2_read_beside_avx2(beside, 2);
    mifu_sm2p_avx2_mul(&v, x, h2); /* [1.11] */
    mifu_sm2_read_beside_avx2(beside, 3);
    mifu_sm2p_avx2_mul(h3, h, h2); /* [1.25] */
    mifu_sm2_read_beside_avx2(beside, 4);
    MIFU_AVX2_EACH_LIMB(i)
    t.limb[i] = _mm256_add_epi64(h3->limb[i], _mm256_add_epi64(v.limb[i], v.limb[i]));
    mifu_sm2p_avx2_sqr_minus(x_sum, slope, &t); /* 1.7 + 3.47: [5.2] */
    mifu_sm2_read_beside_avx2(beside, 5);
    mifu_sm2p_avx2_mul_wide(&product, h3, y);
    mifu_sm2_read_beside_avx2(beside, 6);
    mifu_sm2p_avx2_fold(x_sum);        /* [1.01] */
    mifu_sm2p_avx2_sub(&v, &v, x_sum); /* [2.2]{2^29 + 2^26} */
    /* 9 2^29 (2^29 + 2^26) twice is below 2^62.4; (4.7 * 2.2 + 3 * 1.25) / 32 + 1: [1.45] */
    mifu_sm2p_avx2_mul_minus_wide(y_sum, slope, &v, &product);
    mifu_sm2_read_beside_avx2(beside, 7);
}

/*
 * r = a + b for affine b [32]; r is not a. 8 M + 3 S, one reduction less: mifu_sm2_chord_avx2()
 * with H = x Z^2 - X and y Z^3 - Y, Z' = Z H. Right where a and b are different points and neither
 * is infinity. a = b and a = -b give H = 0 and so Z' = 0, which later operations keep: callers
 * exclude the case or test Z. Of y's limbs the low halves alone are read. With z_is_one Z is not
 * read, and a's X and Y and b are [2] at rest.
 */
MIFU_INLINE void mifu_sm2_add_affine_avx2(mifu_sm2_jacobian_avx2 *r,
                                          const mifu_sm2_jacobian_avx2 *a,
                                          const mifu_sm2_affine_avx2 *b, int z_is_one)
{
    mifu_sm2p_avx2 square, cube, t, h, slope;

    if (z_is_one) { /* [4]{2^29} */
        mifu_sm2p_avx2_sub(&h, &b->x, &a->x);
        mifu_sm2p_avx2_sub(&slope, &b->y, &a->y);
        mifu_sm2p_avx2_carry(&r->z, &h); /* [4] */
    } else {
        mifu_sm2p_avx2_sqr(&square, &a->z);                   /* [1.5] */
        mifu_sm2p_avx2_mul(&t, &a->z, &b->y);                 /* [5] */
        mifu_sm2p_avx2_mul_minus(&h, &b->x, &square, &a->x);  /* [3.51] */
        mifu_sm2p_avx2_mul_minus(&slope, &t, &square, &a->y); /* [4.24] */
        mifu_sm2p_avx2_mul(&r->z, &h, &a->z);                 /* [1.44] */
    }
    mifu_sm2_chord_avx2(&r->x, &r->y, &square, &cube, &h, &slope, &a->x, &a->y,
                        mifu_nothing_beside_avx2);
}

/*
 * A sum that is never doubled: (X / ZZ, Y / ZZZ) with ZZ^3 = ZZZ^2. Here X is [2], folded or at
 * rest, Y [2], ZZ and ZZZ [1.7] at rest.
 */
typedef struct mifu_sm2_sum_avx2 {
    mifu_sm2p_avx2 x, y, zz, zzz;
} mifu_sm2_sum_avx2;

/*
 * r = a + b for affine b [32]; r is not a. 8 M + 2 S, one reduction less: mifu_sm2_chord_avx2()
 * with H = x ZZ - X and y ZZZ - Y, ZZ' = ZZ H^2, ZZZ' = ZZZ H^3. Right where a and b are different
 * points and neither is infinity; a = b and a = -b give H = 0 and so ZZ' = ZZZ' = 0, which later
 * additions keep. Of b's limbs the low halves alone are read. With z_is_one, ZZ = ZZZ = 1, these
 * are not read, and of X and Y too the low halves alone; x and X are [1.01] then, at rest or
 * folded, y and Y the same or the opposite of it.
 */
MIFU_INLINE void mifu_sm2_sum_add_avx2(mifu_sm2_sum_avx2 *r, const mifu_sm2_sum_avx2 *a,
                                       const mifu_sm2_affine_avx2 *b, int z_is_one,
                                       mifu_beside_avx2 beside)
{
    mifu_sm2p_avx2 square, cube, h, slope;

    if (z_is_one) {
        mifu_sm2p_avx2_sub(&h, &b->x, &a->x); /* [2.1]{2^29 + 2^27} in the low halves */
        mifu_sm2_read_beside_avx2(beside, 0);
        /* {2^30 + 2^27} because of the signs, too much for a square. The multiplier extends the low
         * halves to limbs, for carries. */
        MIFU_AVX2_EACH_LIMB(i)
        slope.limb[i] =
            _mm256_mul_epi32(_mm256_sub_epi64(b->y.limb[i], a->y.limb[i]), _mm256_set1_epi64x(1));
        mifu_sm2p_avx2_carry(&slope, &slope); /* [2.1] at rest */
        mifu_sm2_read_beside_avx2(beside, 1);
        mifu_sm2_chord_avx2(&r->x, &r->y, &r->zz, &r->zzz, &h, &slope, &a->x, &a->y, beside);
        mifu_sm2_read_beside_avx2(beside, 8);
        mifu_sm2_read_beside_avx2(beside, 9);
    } else {
        mifu_sm2p_avx2_mul_minus(&h, &b->x, &a->zz, &a->x); /* 32 * 1.7 / 32 + 1 + 2: [4.7] */
        mifu_sm2_read_beside_avx2(beside, 0);
        mifu_sm2p_avx2_mul_minus(&slope, &b->y, &a->zzz, &a->y); /* [4.7] */
        mifu_sm2_read_beside_avx2(beside, 1);
        mifu_sm2_chord_avx2(&r->x, &r->y, &square, &cube, &h, &slope, &a->x, &a->y, beside);
        mifu_sm2p_avx2_mul(&r->zz, &square, &a->zz); /* [1.1] */
        mifu_sm2_read_beside_avx2(beside, 8);
        mifu_sm2p_avx2_mul(&r->zzz, &cube, &a->zzz); /* [1.07] */
        mifu_sm2_read_beside_avx2(beside, 9);
    }
}

#endif
