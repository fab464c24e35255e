/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a back-end of SM9 provides: pairings and scalar multiplications, and its field operations
 * for tests. A back-end file defines the operations of Fp that sm9_fp2.inc asks for and includes
 * sm9_kernels_body.inc.
 *
 * Constant time in scalars, exponents and points unless the name says _vartime. Scalars are below
 * N.
 */
#ifndef MIFU_SM9_KERNELS_H
#define MIFU_SM9_KERNELS_H

#include "cpu_dispatch.h"
#include "sm9_types.h"

typedef struct mifu_sm9_kernels {
    /* Fp, for tests: the sum is of a[i] b[i], n is 1, 2, 3 or 6. */
    void (*fp_mul)(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b);
    void (*fp_sum_of_products)(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b, int n);
    void (*fp_inverse)(mifu_u256 *r, const mifu_u256 *a);

    /* Fp12; a cyclotomic square is right for elements of GT. */
    void (*fp12_mul)(mifu_sm9_fp12 *r, const mifu_sm9_fp12 *a, const mifu_sm9_fp12 *b);
    void (*fp12_sqr)(mifu_sm9_fp12 *r, const mifu_sm9_fp12 *a);
    void (*fp12_inverse)(mifu_sm9_fp12 *r, const mifu_sm9_fp12 *a);
    void (*fp12_frobenius)(mifu_sm9_fp12 *r, const mifu_sm9_fp12 *a, int power);

    /* r = e(p, q). */
    void (*pairing)(mifu_sm9_fp12 *r, const mifu_sm9_g1 *p, const mifu_sm9_g2 *q);

    /* The lines of q, once, and r = e(p, q) from them. Lines of a secret point are that secret. */
    void (*lines)(mifu_sm9_line lines[MIFU_SM9_LINES], const mifu_sm9_g2 *q);
    void (*pairing_with_lines)(mifu_sm9_fp12 *r, const mifu_sm9_g1 *p,
                               const mifu_sm9_line lines[MIFU_SM9_LINES]);

    /* r = [k] a; 0 and r = (0, 0) where that is infinity (k = 0), else 1. */
    int (*g1_multiply)(mifu_sm9_g1 *r, const mifu_u256 *k, const mifu_sm9_g1 *a);
    int (*g2_multiply)(mifu_sm9_g2 *r, const mifu_u256 *k, const mifu_sm9_g2 *a);

    /* r = [k] P1, r = [k] P2, k not 0. */
    void (*g1_base_multiply)(mifu_sm9_g1 *r, const mifu_u256 *k);
    void (*g2_base_multiply)(mifu_sm9_g2 *r, const mifu_u256 *k);

    /* r = [k] P1 + a, r = [k] P2 + a, k not 0; 0 and r = (0, 0) where that is infinity, else 1. */
    int (*g1_base_multiply_add_vartime)(mifu_sm9_g1 *r, const mifu_u256 *k, const mifu_sm9_g1 *a);
    int (*g2_base_multiply_add_vartime)(mifu_sm9_g2 *r, const mifu_u256 *k, const mifu_sm9_g2 *a);

    /* The comb of a, 88 064 bytes, as secret as a, and r = [k] a from it, k not 0. */
    void (*g1_comb)(mifu_sm9_g1 table[MIFU_SM9_COMB_WINDOWS][MIFU_SM9_COMB_ENTRIES],
                    const mifu_sm9_g1 *a);
    void (*g1_comb_multiply)(mifu_sm9_g1 *r, const mifu_u256 *k,
                             const mifu_sm9_g1 table[MIFU_SM9_COMB_WINDOWS][MIFU_SM9_COMB_ENTRIES]);

    /* r = [k] P1 + [l] a from the comb of a; 0 and r = (0, 0) where that is infinity, else 1. */
    int (*g1_two_combs_multiply)(
        mifu_sm9_g1 *r, const mifu_u256 *k, const mifu_u256 *l,
        const mifu_sm9_g1 table[MIFU_SM9_COMB_WINDOWS][MIFU_SM9_COMB_ENTRIES]);

    /* r = a + b for any points; 0 where that is infinity, else 1. */
    int (*g1_add)(mifu_sm9_g1 *r, const mifu_sm9_g1 *a, const mifu_sm9_g1 *b);
    int (*g2_add)(mifu_sm9_g2 *r, const mifu_sm9_g2 *a, const mifu_sm9_g2 *b);

    /* 1 where a satisfies the equation of its group; for G2 also that [N]a is infinity. Public. */
    int (*g1_is_valid_vartime)(const mifu_sm9_g1 *a);
    int (*g2_is_valid_vartime)(const mifu_sm9_g2 *a);

    /* r = a^k for a in GT. */
    void (*gt_power)(mifu_sm9_fp12 *r, const mifu_sm9_fp12 *a, const mifu_u256 *k);

    /* The powers of g in GT, g not 1, 39 936 bytes, as secret as g, and r = g^k from them. */
    void (*gt_table)(mifu_sm9_gt_row table[MIFU_SM9_GT_WINDOWS], const mifu_sm9_fp12 *g);
    void (*gt_table_power)(mifu_sm9_fp12 *r, const mifu_sm9_gt_row table[MIFU_SM9_GT_WINDOWS],
                           const mifu_u256 *k);
} mifu_sm9_kernels;

#define MIFU_BACKEND(isa, arch, flags, needs)                                                      \
    MIFU_ON_##arch(extern const mifu_sm9_kernels mifu_sm9_##isa;)
#include "sm9_backends.def"
#undef MIFU_BACKEND

extern mifu_dispatch mifu_sm9_dispatch;

static inline const mifu_sm9_kernels *mifu_sm9_kernels_in_use(void)
{
    return mifu_dispatch_kernels(&mifu_sm9_dispatch);
}

#endif
