/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a back-end of SM2 provides: scalar multiplications, and its field operations for tests.
 * A back-end file defines the field operations of curve_jacobian.inc and includes
 * sm2_kernels_body.inc, which fills the struct. Nothing below these functions is called through a
 * pointer.
 *
 * What takes a secret clears the vector registers, and leaves the stack to its caller, whose last
 * step is mifu_sm2_wipe_stack().
 */
#ifndef MIFU_SM2_KERNELS_H
#define MIFU_SM2_KERNELS_H

#include "cpu_dispatch.h"
#include "curve_point.h"

typedef struct mifu_sm2_kernels {
    /*
     * The field operations that the multiplications of this back-end are made of, for tests: inputs
     * and outputs below p, Montgomery form (field_sm2.h). fp_inverse maps 0 to 0.
     */
    void (*fp_mul)(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b);
    void (*fp_sqr)(mifu_u256 *r, const mifu_u256 *a);
    void (*fp_add)(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b);
    void (*fp_sub)(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b);
    void (*fp_half)(mifu_u256 *r, const mifu_u256 *a);
    /* r = a b - c d and r = a b - c^2, in Montgomery form, reduced once where the back-end can. */
    void (*fp_mul_minus_mul)(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b,
                             const mifu_u256 *c, const mifu_u256 *d);
    void (*fp_mul_minus_sqr)(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b,
                             const mifu_u256 *c);
    void (*fp_inverse)(mifu_u256 *r, const mifu_u256 *a);

    /* r = [k] G, k < n; (0, 0) for k = 0. Constant time. */
    void (*base_multiply)(mifu_affine *r, const mifu_u256 *k);

    /* The x-coordinate of the same, Montgomery form; 0 for k = 0. Constant time. */
    void (*base_multiply_x)(mifu_u256 *x, const mifu_u256 *k);

    /* What a key pair needs: r = [k] G and inverse = (1 + k)^-1 mod n in Montgomery form, 1 <= k <=
     * n - 2. Constant time. */
    void (*key_pair)(mifu_affine *r, mifu_u256 *inverse, const mifu_u256 *k);

    /* r = [k] p, k < n; (0, 0) for k = 0. Constant time in k. */
    void (*point_multiply)(mifu_affine *r, const mifu_u256 *k, const mifu_affine *p);

    /* g = [k] G and r = [k] p, k < n; (0, 0) for k = 0. Constant time in k. */
    void (*both_multiply)(mifu_affine *g, mifu_affine *r, const mifu_u256 *k, const mifu_affine *p);

    /* 1 where the x-coordinate of [s] G + [t] p is x modulo n, else 0. s, t, x < n; public. */
    int (*check_x_vartime)(const mifu_u256 *s, const mifu_u256 *t, const mifu_affine *p,
                           const mifu_u256 *x);

    /* r = [k] p + q, k < n; 0 where the result is infinity, else 1. Public. */
    int (*multiply_add_vartime)(mifu_affine *r, const mifu_u256 *k, const mifu_affine *p,
                                const mifu_affine *q);

    /* Tables of a public point: curve_point.h. */
    void (*prepare_large)(mifu_prepared_large *table, const mifu_affine *p);
    void (*prepare_small)(mifu_prepared_small *table, const mifu_affine *p);

    /* r = [k] p, and both_multiply, with the large table of p. Constant time in k. */
    void (*prepared_multiply)(mifu_affine *r, const mifu_u256 *k, const mifu_prepared_large *table);
    void (*prepared_both_multiply)(mifu_affine *g, mifu_affine *r, const mifu_u256 *k,
                                   const mifu_prepared_large *table);

    /* check_x_vartime with a table of p. */
    int (*large_check_x_vartime)(const mifu_u256 *s, const mifu_u256 *t,
                                 const mifu_prepared_large *table, const mifu_u256 *x);
    int (*small_check_x_vartime)(const mifu_u256 *s, const mifu_u256 *t,
                                 const mifu_prepared_small *table, const mifu_u256 *x);
} mifu_sm2_kernels;

#define MIFU_BACKEND(isa, arch, flags, needs)                                                      \
    MIFU_ON_##arch(extern const mifu_sm2_kernels mifu_sm2_##isa;)
#include "sm2_backends.def"
#undef MIFU_BACKEND

extern mifu_dispatch mifu_sm2_dispatch;

static inline const mifu_sm2_kernels *mifu_sm2_kernels_in_use(void)
{
    return mifu_dispatch_kernels(&mifu_sm2_dispatch);
}

#endif
