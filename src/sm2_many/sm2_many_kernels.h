/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a back-end for many SM2 operations at once provides: scalar multiplications on arrays.
 *
 * Scalars are in [1, n-1]. Points are affine, on the curve and not infinity. Any count is
 * permitted, 0 too. Results do not depend on how items are grouped. Outputs must not overlap
 * inputs.
 */
#ifndef MIFU_SM2_MANY_KERNELS_H
#define MIFU_SM2_MANY_KERNELS_H

#include "cpu_dispatch.h"
#include "curve_point.h"

#define MIFU_SM2_MANY_UNDECIDED 2

/*
 * Bytes at `scratch`, a boundary of 64, which a kernel may use and need not initialize. A kernel
 * wipes secrets there.
 */
#define MIFU_SM2_MANY_KERNEL_SCRATCH 40192

typedef struct mifu_sm2_many_kernels {
    /* r[i] = [k[i]]G. Constant time in k. */
    void (*base_multiply)(mifu_affine *r, const mifu_u256 *k, size_t count, void *scratch);

    /* r[i] = [k[i]]a[i]. Constant time in k. */
    void (*multiply)(mifu_affine *r, const mifu_u256 *k, const mifu_affine *a, size_t count,
                     void *scratch);

    /*
     * valid[i] = 1 where the x-coordinate of [s[i]]G + [t[i]]a[i] is x[i] modulo n, 0 where it is
     * not, and MIFU_SM2_MANY_UNDECIDED where fast formulas met a case they do not cover (never by
     * chance, but a signer can construct it): the caller decides such an item by itself. x is in
     * [0, n-1]. Public data.
     */
    void (*check_x_vartime)(uint8_t *valid, const mifu_u256 *s, const mifu_u256 *t,
                            const mifu_affine *a, const mifu_u256 *x, size_t count, void *scratch);
} mifu_sm2_many_kernels;

#define MIFU_BACKEND(isa, arch, flags, needs)                                                      \
    MIFU_ON_##arch(extern const mifu_sm2_many_kernels mifu_sm2_many_##isa;)
#include "sm2_many_backends.def"
#undef MIFU_BACKEND

extern mifu_dispatch mifu_sm2_many_dispatch;

static inline const mifu_sm2_many_kernels *mifu_sm2_many_kernels_in_use(void)
{
    return mifu_dispatch_kernels(&mifu_sm2_many_dispatch);
}

#endif
