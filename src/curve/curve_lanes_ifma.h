/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points of the SM2 curve y^2 = x^3 - 3x + b on eight lanes: Jacobian coordinates (X/Z^2, Y/Z^3)
 * over field_sm2p_ifma.h. Bounds in brackets are multiples of p. All coordinates at rest are at
 * most [2]. Operations per eight points: doubling 4M + 4S, mixed addition 8M + 3S with one
 * reduction less.
 */
#ifndef MIFU_CURVE_LANES_IFMA_H
#define MIFU_CURVE_LANES_IFMA_H

#include "field_sm2p_ifma.h"

typedef struct mifu_sm2_jacobian_x8 {
    mifu_sm2p_x8 x, y, z;
} mifu_sm2_jacobian_x8;

typedef struct mifu_sm2_affine_x8 {
    mifu_sm2p_x8 x, y;
} mifu_sm2_affine_x8;

/*
 * r = 2a; r may be a. delta = Z^2, gamma = Y^2, beta = X gamma, alpha = 3 (X - delta)(X + delta);
 * X' = alpha^2 - 8 beta, Z' = 2YZ, Y' = alpha (4 beta - X') - 8 gamma^2.
 * On a curve of odd order no point but infinity doubles to infinity, and Z = 0 stays 0.
 * Coordinates: X, Y in [1.3], Z in [1.4], before and after.
 */
MIFU_INLINE void mifu_sm2_double_x8(mifu_sm2_jacobian_x8 *r, const mifu_sm2_jacobian_x8 *a)
{
    mifu_sm2p_x8 delta = mifu_sm2p_x8_sqr(&a->z);         /* [1.13] */
    mifu_sm2p_x8 gamma = mifu_sm2p_x8_sqr(&a->y);         /* [1.11] */
    mifu_sm2p_x8 minus = mifu_sm2p_x8_sub(&a->x, &delta); /* [1.01] */
    mifu_sm2p_x8 plus =
        mifu_sm2p_x8_carry(mifu_sm2p_x8_plus(mifu_sm2p_x8_columns(&a->x), &delta)); /* [2.43] */
    mifu_sm2p_x8 beta = mifu_sm2p_x8_mul(&a->x, &gamma);                            /* [1.1] */
    mifu_sm2p_x8 alpha =
        mifu_sm2p_x8_carry(mifu_sm2p_x8_thrice(mifu_sm2p_x8_product(&minus, &plus))); /* [3.5] */
    mifu_sm2p_x8 gamma2 = mifu_sm2p_x8_sqr(&gamma);                                   /* [1.08] */
    mifu_sm2p_x8 t;

    /* 2 (1.3 * 1.4 / 16 + 1) = 2.23, brought down. */
    r->z = mifu_sm2p_x8_reduce(mifu_sm2p_x8_twice(mifu_sm2p_x8_product(&a->y, &a->z)));
    /* 8 * 1.1 = 8.8 is subtracted. */
    r->x = mifu_sm2p_x8_reduce(mifu_sm2p_x8_minus(mifu_sm2p_x8_square(&alpha), 10, 3, &beta));
    t = mifu_sm2p_x8_reduce(mifu_sm2p_x8_minus(
        mifu_sm2p_x8_twice(mifu_sm2p_x8_twice(mifu_sm2p_x8_columns(&beta))), 3, 0, &r->x));
    /* 8 * 1.08 = 8.64 is subtracted. */
    r->y =
        mifu_sm2p_x8_reduce(mifu_sm2p_x8_minus(mifu_sm2p_x8_product(&alpha, &t), 10, 3, &gamma2));
}

/*
 * r = a + b for affine b. H = X - x Z^2, R = Y - y Z^3, V = X H^2; X' = R^2 + H^3 - 2V,
 * Y' = R (V - X') - Y H^3, Z' = Z H. (The usual formulas have H and R with the other sign: both
 * signs turned is Y' and Z' turned, the same point.) Y' is one sum of two products. Right where a
 * and b are different points and neither is infinity. a = b and a = -b give Z' = 0 since H = 0,
 * which later operations keep: callers exclude the case or test Z. Coordinates of a and r: X, Y in
 * [1.3], Z in [1.4]; of b: [1.2]. With z_is_one, Z is R: five products less.
 */
MIFU_INLINE void mifu_sm2_add_affine_x8(mifu_sm2_jacobian_x8 *r, const mifu_sm2_jacobian_x8 *a,
                                        const mifu_sm2_affine_x8 *b, int z_is_one)
{
    mifu_sm2p_x8 h, rr, minus_y, h2, h3, v, t;

    if (z_is_one) {
        h = mifu_sm2p_x8_sub(&a->x, &b->x);
        rr = mifu_sm2p_x8_sub(&a->y, &b->y);
    } else {
        mifu_sm2p_x8 z2 = mifu_sm2p_x8_sqr(&a->z);        /* [1.13] */
        mifu_sm2p_x8 zy = mifu_sm2p_x8_mul(&a->z, &b->y); /* [1.11] */

        /* The products are [1.09]. */
        h = mifu_sm2p_x8_reduce(
            mifu_sm2p_x8_minus_columns(&a->x, 3, mifu_sm2p_x8_product(&b->x, &z2)));
        rr = mifu_sm2p_x8_reduce(
            mifu_sm2p_x8_minus_columns(&a->y, 3, mifu_sm2p_x8_product(&zy, &z2)));
    }
    /* h, rr: [1.01] */
    minus_y = mifu_sm2p_x8_negate(&a->y);              /* [1.01] */
    h2 = mifu_sm2p_x8_sqr(&h);                         /* [1.07] */
    h3 = mifu_sm2p_x8_mul(&h2, &h);                    /* [1.07] */
    v = mifu_sm2p_x8_mul(&a->x, &h2);                  /* [1.09] */
    r->z = z_is_one ? h : mifu_sm2p_x8_mul(&a->z, &h); /* [1.09] */
    r->x = mifu_sm2p_x8_reduce(mifu_sm2p_x8_minus(mifu_sm2p_x8_plus(mifu_sm2p_x8_square(&rr), &h3),
                                                  4, 1, &v)); /* 2 * 1.09 is subtracted */
    t = mifu_sm2p_x8_sub(&v, &r->x);
    /* (1.01 * 1.01 + 1.01 * 1.07)/16 + 1: [1.14] */
    r->y = mifu_sm2p_x8_carry(mifu_sm2p_x8_sum_of_products(&rr, &t, &minus_y, &h3));
}

/* yes in the lanes of the mask, no elsewhere. */
MIFU_INLINE void mifu_sm2_select_jacobian_x8(mifu_sm2_jacobian_x8 *r, __mmask8 mask,
                                             const mifu_sm2_jacobian_x8 *yes,
                                             const mifu_sm2_jacobian_x8 *no)
{
    r->x = mifu_sm2p_x8_select(mask, &yes->x, &no->x);
    r->y = mifu_sm2p_x8_select(mask, &yes->y, &no->y);
    r->z = mifu_sm2p_x8_select(mask, &yes->z, &no->z);
}

#endif
