/* SPDX-License-Identifier: Apache-2.0 */
/* The portable back-end of SM9. */
#include "curve_point.h"
#include "sm9_decompose.h"
#include "sm9_kernels.h"

static inline void fe_mul(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    mifu_sm9p_mul(r, a, b);
}

static inline void fe_sqr(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_sm9p_mul(r, a, a);
}

static inline void fe_sum_of_products(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b,
                                      const int *step, int n)
{
    mifu_montgomery_sum(r, a, b, step, n, &mifu_sm9p);
}

#define fe_add      mifu_sm9p_add
#define fe_sub      mifu_sm9p_sub
#define fe_inverse  mifu_sm9p_inverse
#define SM9_KERNELS mifu_sm9_portable
#include "sm9_kernels_body.inc"
