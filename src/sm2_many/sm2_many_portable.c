/* SPDX-License-Identifier: Apache-2.0 */
/* Many SM2 operations one after another, on the back-end of single ones: where there are no lanes.
 */
#include "sm2_many_kernels.h"

#include "sm2_kernels.h"

static void base_multiply(mifu_affine *r, const mifu_u256 *k, size_t count, void *scratch)
{
    const mifu_sm2_kernels *one = mifu_sm2_kernels_in_use();

    (void)scratch;
    for (size_t i = 0; i < count; i++)
        one->base_multiply(&r[i], &k[i]);
}

static void multiply(mifu_affine *r, const mifu_u256 *k, const mifu_affine *a, size_t count,
                     void *scratch)
{
    const mifu_sm2_kernels *one = mifu_sm2_kernels_in_use();

    (void)scratch;
    for (size_t i = 0; i < count; i++)
        one->point_multiply(&r[i], &k[i], &a[i]);
}

static void check_x_vartime(uint8_t *valid, const mifu_u256 *s, const mifu_u256 *t,
                            const mifu_affine *a, const mifu_u256 *x, size_t count, void *scratch)
{
    const mifu_sm2_kernels *one = mifu_sm2_kernels_in_use();

    (void)scratch;
    for (size_t i = 0; i < count; i++)
        valid[i] = (uint8_t)one->check_x_vartime(&s[i], &t[i], &a[i], &x[i]);
}

const mifu_sm2_many_kernels mifu_sm2_many_portable = {
    .base_multiply = base_multiply,
    .multiply = multiply,
    .check_x_vartime = check_x_vartime,
};
