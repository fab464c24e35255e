/* SPDX-License-Identifier: Apache-2.0 */
/* Field and point operations on plain bytes, for tests: sm2_testing.h. */
#include "sm2_testing.h"
#include "sm2_internal.h"

void mifu_sm2_test_field_p(const mifu_sm2_kernels *kernels, mifu_sm2_field_operation operation,
                           uint8_t r[32], const uint8_t a[32], const uint8_t b[32])
{
    mifu_u256 x, y, z = {{0, 0, 0, 0}};

    mifu_u256_from_bytes(&x, a);
    kernels->fp_mul(&x, &x, &mifu_fp_rr);
    if (operation == MIFU_SM2_FIELD_ADD || operation == MIFU_SM2_FIELD_SUB ||
        operation == MIFU_SM2_FIELD_MUL) {
        mifu_u256_from_bytes(&y, b);
        kernels->fp_mul(&y, &y, &mifu_fp_rr);
    }
    switch (operation) {
    case MIFU_SM2_FIELD_ADD:
        kernels->fp_add(&z, &x, &y);
        break;
    case MIFU_SM2_FIELD_SUB:
        kernels->fp_sub(&z, &x, &y);
        break;
    case MIFU_SM2_FIELD_MUL:
        kernels->fp_mul(&z, &x, &y);
        break;
    case MIFU_SM2_FIELD_SQR:
        kernels->fp_sqr(&z, &x);
        break;
    case MIFU_SM2_FIELD_HALF:
        kernels->fp_half(&z, &x);
        break;
    case MIFU_SM2_FIELD_INV:
        kernels->fp_inverse(&z, &x);
        break;
    }
    mifu_fp_from_montgomery(&z, &z);
    mifu_u256_to_bytes(r, &z);
}

void mifu_sm2_test_field_n(mifu_sm2_field_operation operation, uint8_t r[32], const uint8_t a[32],
                           const uint8_t b[32])
{
    mifu_u256 x, y, z = {{0, 0, 0, 0}};

    mifu_u256_from_bytes(&x, a);
    mifu_fn_to_montgomery(&x, &x);
    if (operation == MIFU_SM2_FIELD_ADD || operation == MIFU_SM2_FIELD_SUB ||
        operation == MIFU_SM2_FIELD_MUL) {
        mifu_u256_from_bytes(&y, b);
        mifu_fn_to_montgomery(&y, &y);
    }
    switch (operation) {
    case MIFU_SM2_FIELD_ADD:
        mifu_fn_add(&z, &x, &y);
        break;
    case MIFU_SM2_FIELD_SUB:
        mifu_fn_sub(&z, &x, &y);
        break;
    case MIFU_SM2_FIELD_MUL:
        mifu_fn_mul(&z, &x, &y);
        break;
    case MIFU_SM2_FIELD_SQR:
        mifu_fn_mul(&z, &x, &x);
        break;
    case MIFU_SM2_FIELD_INV:
        mifu_fn_inverse(&z, &x);
        break;
    case MIFU_SM2_FIELD_HALF:
        break;
    }
    mifu_fn_from_montgomery(&z, &z);
    mifu_u256_to_bytes(r, &z);
}

static int write_point(uint8_t xy[64], const mifu_affine *point)
{
    mifu_sm2_point_to_xy(xy, point);
    return mifu_mask_zero_bytes(xy, 64) == 0;
}

static int read_point(mifu_affine *point, const uint8_t xy[64])
{
    return mifu_sm2_point_from_xy(point, xy) == MIFU_OK;
}

int mifu_sm2_test_base_multiply(const mifu_sm2_kernels *kernels, uint8_t xy[64],
                                const uint8_t k[32])
{
    mifu_affine point;
    mifu_u256 scalar;

    mifu_u256_from_bytes(&scalar, k);
    mifu_fn_reduce(&scalar, &scalar);
    kernels->base_multiply(&point, &scalar);
    return write_point(xy, &point);
}

int mifu_sm2_test_point_multiply(const mifu_sm2_kernels *kernels, uint8_t xy[64],
                                 const uint8_t k[32], const uint8_t point[64])
{
    mifu_affine p;
    mifu_u256 scalar;

    memset(xy, 0, 64);
    if (!read_point(&p, point))
        return 0;
    mifu_u256_from_bytes(&scalar, k);
    mifu_fn_reduce(&scalar, &scalar);
    kernels->point_multiply(&p, &scalar, &p);
    return write_point(xy, &p);
}

int mifu_sm2_test_point_add(const mifu_sm2_kernels *kernels, uint8_t xy[64], const uint8_t a[64],
                            const uint8_t b[64])
{
    static const mifu_u256 one = {{1, 0, 0, 0}};
    mifu_affine p, q;

    memset(xy, 0, 64);
    if (!read_point(&p, a) || !read_point(&q, b) ||
        !kernels->multiply_add_vartime(&p, &one, &p, &q))
        return 0;
    return write_point(xy, &p);
}

mifu_status mifu_sm2_test_point_decode(uint8_t xy[64], const uint8_t *point, size_t len)
{
    mifu_affine p;
    mifu_status status = mifu_sm2_point_from_any(&p, point, len);

    if (status == MIFU_OK)
        mifu_sm2_point_to_xy(xy, &p);
    return status;
}
