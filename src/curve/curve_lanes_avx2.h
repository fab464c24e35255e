/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points of the SM2 curve y^2 = x^3 - 3x + b on four lanes: Jacobian coordinates (X/Z^2, Y/Z^3)
 * over field_sm2p_avx2.h; [k] and {A} are explained there. Coordinates: X
 * [1.01], Y [3], both at rest or folded, and Z [4] at rest.
 */
#ifndef MIFU_CURVE_LANES_AVX2_H
#define MIFU_CURVE_LANES_AVX2_H

#include "curve_select_avx2.h"
#include "field_sm2p_avx2.h"

typedef struct mifu_sm2_jacobian_avx2 {
    mifu_sm2p_avx2 x, y, z;
} mifu_sm2_jacobian_avx2;

typedef struct mifu_sm2_affine_avx2 {
    mifu_sm2p_avx2 x, y;
} mifu_sm2_affine_avx2;

/*
 * r = 2 a; r is not a. 4 M + 4 S. delta = Z^2, gamma = Y^2, beta = X gamma, alpha = 3 (X - delta)(X
 * + delta); X' = alpha^2 - 8 beta, Z' = 2 Y Z, Y' = alpha (4 beta - X') - 8 gamma^2. On a curve of
 * odd order no point but infinity doubles to infinity, and Z = 0 stays 0.
 */
MIFU_INLINE void mifu_sm2_double_avx2(mifu_sm2_jacobian_avx2 *r, const mifu_sm2_jacobian_avx2 *a)
{
    mifu_sm2p_avx2 delta, gamma, beta, alpha, sum, t;

    mifu_sm2p_avx2_sqr(&delta, &a->z);        /* [1.5] */
    mifu_sm2p_avx2_sqr(&gamma, &a->y);        /* [1.29] */
    mifu_sm2p_avx2_sub(&t, &a->x, &delta);    /* [2.51]{2^29 + 2^26} */
    mifu_sm2p_avx2_add(&sum, &a->x, &delta);  /* [2.51]{2^30 + 2^26} */
    mifu_sm2p_avx2_mul(&alpha, &t, &sum);     /* [1.2] */
    mifu_sm2p_avx2_mul(&beta, &a->x, &gamma); /* [1.05] */
    mifu_sm2p_avx2_add(&t, &a->y, &a->y);
    mifu_sm2p_avx2_mul(&r->z, &t, &a->z); /* 6 * 4 / 32 + 1: [1.75] */
    MIFU_AVX2_EACH_LIMB(i)
    alpha.limb[i] = _mm256_add_epi64(alpha.limb[i], _mm256_add_epi64(alpha.limb[i], alpha.limb[i]));
    mifu_sm2p_avx2_carry(&alpha, &alpha); /* [3.6] */
    MIFU_AVX2_EACH_LIMB(i) t.limb[i] = _mm256_slli_epi64(beta.limb[i], 3);
    mifu_sm2p_avx2_sqr_minus(&r->x, &alpha, &t); /* 1.41 + 8.4: [9.9] */
    mifu_sm2p_avx2_fold(&r->x);
    MIFU_AVX2_EACH_LIMB(i)
    t.limb[i] = _mm256_sub_epi64(_mm256_slli_epi64(beta.limb[i], 2), r->x.limb[i]);
    mifu_sm2p_avx2_carry(&t, &t);     /* [5.21] */
    mifu_sm2p_avx2_sqr(&sum, &gamma); /* [1.06] */
    MIFU_AVX2_EACH_LIMB(i) sum.limb[i] = _mm256_slli_epi64(sum.limb[i], 3);
    mifu_sm2p_avx2_mul_minus(&r->y, &alpha, &t, &sum); /* 1.59 + 8.5: [10.1] */
    mifu_sm2p_avx2_fold(&r->y);
}

/*
 * r = a + b for affine b [32]; r is not a. 8 M + 3 S, one reduction less. H = x Z^2 - X, S = y Z^3
 * - Y, V = X H^2; X' = S^2 - H^3 - 2 V, Y' = S (V - X') - Y H^3, Z' = Z H. Right where a and b are
 * different points and neither is infinity. a = b and a = -b give H = 0 and so Z' = 0, which later
 * operations keep: callers exclude the case or test Z. Of y's limbs the low halves alone are read.
 * With z_is_one Z is not read, and a's X and Y and b are [2] at rest.
 *
 * Beside it, if beside is not NULL, four tables of count entries are read, a portion after each
 * product: the products leave a quarter of the vector unit idle.
 */
#define READ_BESIDE(i)                                                                             \
    do {                                                                                           \
        if (beside != NULL)                                                                        \
            mifu_scan_read_four_avx2(beside, count, (i), 11);                                      \
    } while (0)
MIFU_INLINE void mifu_sm2_add_affine_beside_avx2(mifu_sm2_jacobian_avx2 *r,
                                                 const mifu_sm2_jacobian_avx2 *a,
                                                 const mifu_sm2_affine_avx2 *b, int z_is_one,
                                                 mifu_scan_avx2 beside[4], unsigned count)
{
    mifu_sm2p_avx2 square, t, h, slope, cube, v;
    mifu_sm2p_wide_avx2 product;

    if (z_is_one) {
        READ_BESIDE(0);
        READ_BESIDE(1);
        mifu_sm2p_avx2_sub(&h, &b->x, &a->x);
        mifu_sm2p_avx2_sub(&slope, &b->y, &a->y);
        READ_BESIDE(2);
        READ_BESIDE(3);
    } else {
        mifu_sm2p_avx2_sqr(&square, &a->z); /* [1.5] */
        READ_BESIDE(0);
        mifu_sm2p_avx2_mul(&t, &a->z, &b->y); /* [5] */
        READ_BESIDE(1);
        mifu_sm2p_avx2_mul_minus(&h, &b->x, &square, &a->x); /* [3.51] */
        READ_BESIDE(2);
        mifu_sm2p_avx2_mul_minus(&slope, &t, &square, &a->y); /* [4.24] */
        READ_BESIDE(3);
    }
    mifu_sm2p_avx2_sqr(&square, &h); /* [1.5] */
    READ_BESIDE(4);
    mifu_sm2p_avx2_mul(&v, &a->x, &square); /* [1.1] */
    READ_BESIDE(5);
    mifu_sm2p_avx2_mul(&cube, &h, &square); /* [1.2] */
    READ_BESIDE(6);
    MIFU_AVX2_EACH_LIMB(i)
    t.limb[i] = _mm256_add_epi64(cube.limb[i], _mm256_add_epi64(v.limb[i], v.limb[i]));
    mifu_sm2p_avx2_sqr_minus(&r->x, &slope, &t); /* 1.57 + 3.4: [5] */
    READ_BESIDE(7);
    mifu_sm2p_avx2_mul_wide(&product, &cube, &a->y);
    READ_BESIDE(8);
    if (z_is_one)
        mifu_sm2p_avx2_carry(&r->z, &h); /* [4] */
    else
        mifu_sm2p_avx2_mul(&r->z, &h, &a->z); /* [1.44] */
    READ_BESIDE(9);
    mifu_sm2p_avx2_fold(&r->x);
    mifu_sm2p_avx2_sub(&v, &v, &r->x); /* [2.2]{2^29 + 2^26} */
    /* 9 2^29 (2^29 + 2^26) twice is below 2^62.4. (4.24 * 2.2 + 3 * 1.2) / 32 + 1: [1.41] */
    mifu_sm2p_avx2_mul_minus_wide(&r->y, &slope, &v, &product);
    READ_BESIDE(10);
}
#undef READ_BESIDE

MIFU_INLINE void mifu_sm2_add_affine_avx2(mifu_sm2_jacobian_avx2 *r,
                                          const mifu_sm2_jacobian_avx2 *a,
                                          const mifu_sm2_affine_avx2 *b, int z_is_one)
{
    mifu_sm2_add_affine_beside_avx2(r, a, b, z_is_one, NULL, 0);
}

#endif
