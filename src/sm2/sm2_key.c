/* SPDX-License-Identifier: Apache-2.0 */
/* Private and public keys and their raw encodings: GB/T 32918.1-2016 clauses 4.2 and 6. */
#include "base_state.h"
#include "sm2_internal.h"
#include "sm2_kernels.h"
#include "sm2_nonce.h"

uint64_t mifu_sm2_nonce_from_bytes(mifu_u256 *k, const uint8_t bytes[32])
{
    mifu_u256_from_bytes(k, bytes);
    return mifu_u256_mask_less(k, &mifu_fn_n) & ~mifu_u256_mask_zero(k);
}

void mifu_sm2_private_key_set(mifu_sm2_private_key *key, const mifu_u256 *d,
                              const mifu_u256 *inverse_of_1_plus_d, const mifu_affine *public_point)
{
    mifu_affine point = *public_point;

    memcpy(key->d, d->v, sizeof key->d);
    memcpy(key->inverse_of_1_plus_d, inverse_of_1_plus_d->v, sizeof key->inverse_of_1_plus_d);
    mifu_declassify(&point, sizeof point);
    mifu_sm2_public_key_set(&key->public_key, &point);
}

static void set_private_key(mifu_sm2_private_key *key, const mifu_u256 *d)
{
    mifu_affine point;
    mifu_u256 inverse;

    mifu_sm2_kernels_in_use()->key_pair(&point, &inverse, d);
    mifu_sm2_private_key_set(key, d, &inverse, &point);
    mifu_wipe(&inverse, sizeof inverse);
}

uint64_t mifu_sm2_private_scalar_from_bytes(mifu_u256 *d, const uint8_t bytes[32])
{
    mifu_u256 successor, one = {{1, 0, 0, 0}};
    uint64_t mask = mifu_sm2_nonce_from_bytes(d, bytes); /* d <= n - 1, so d + 1 has no carry */

    (void)mifu_u256_add(&successor, d, &one);
    mask &= mifu_u256_mask_less(&successor, &mifu_fn_n);
    mifu_wipe(&successor, sizeof successor);
    return mask;
}

static MIFU_NOINLINE mifu_status load_private_key(mifu_sm2_private_key *key,
                                                  const uint8_t d[MIFU_SM2_PRIVATE_KEY_SIZE])
{
    mifu_u256 scalar;
    uint64_t in_range;

    in_range = mifu_sm2_private_scalar_from_bytes(&scalar, d);
    mifu_mark_secret(&scalar, sizeof scalar);
    /* Whether a key is a key is told by the status. */
    mifu_declassify(&in_range, sizeof in_range);
    if (in_range)
        set_private_key(key, &scalar);
    else
        mifu_wipe(key, sizeof *key);
    mifu_wipe(&scalar, sizeof scalar);
    return in_range ? MIFU_OK : MIFU_ERR_RANGE_PRIVATE_KEY;
}

mifu_status mifu_sm2_private_key_from_bytes(mifu_sm2_private_key *key,
                                            const uint8_t d[MIFU_SM2_PRIVATE_KEY_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status;

    if (key == NULL || d == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = load_private_key(key, d);
    mifu_sm2_wipe_stack();
    return status;
}

static MIFU_NOINLINE mifu_status make_private_key(mifu_sm2_private_key *key)
{
    mifu_u256 d;
    mifu_status status = mifu_sm2_random_private_scalar(&d);

    if (status == MIFU_OK)
        set_private_key(key, &d);
    else
        mifu_wipe(key, sizeof *key);
    mifu_wipe(&d, sizeof d);
    return status;
}

mifu_status mifu_sm2_keygen(mifu_sm2_private_key *key)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status;

    if (key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = make_private_key(key);
    if (status == MIFU_OK && mifu_state_wants_pairwise()) {
        status = mifu_sm2_check_pair(key);
        if (status != MIFU_OK)
            mifu_sm2_private_key_wipe(key);
    }
    mifu_sm2_wipe_stack();
    return status;
}

static MIFU_NOINLINE void write_private_key(uint8_t d[MIFU_SM2_PRIVATE_KEY_SIZE],
                                            const mifu_sm2_private_key *key)
{
    mifu_u256 scalar;

    mifu_u256_from_words(&scalar, key->d);
    mifu_u256_to_bytes(d, &scalar);
    mifu_wipe(&scalar, sizeof scalar);
}

void mifu_sm2_private_key_to_bytes(uint8_t d[MIFU_SM2_PRIVATE_KEY_SIZE],
                                   const mifu_sm2_private_key *key)
{
    MIFU_ZEROS_WHEN_CLOSED(d, MIFU_SM2_PRIVATE_KEY_SIZE);
    write_private_key(d, key);
    mifu_wipe_stack_2k();
}

void mifu_sm2_private_key_wipe(mifu_sm2_private_key *key)
{
    mifu_wipe(key, sizeof *key);
}

void mifu_sm2_public_key_from_private(mifu_sm2_public_key *key,
                                      const mifu_sm2_private_key *private_key)
{
    MIFU_ZEROS_WHEN_CLOSED(key, sizeof *key);
    *key = private_key->public_key;
}

void mifu_sm2_point_to_xy(uint8_t xy[64], const mifu_affine *point)
{
    mifu_u256 t;

    mifu_fp_from_montgomery(&t, &point->x);
    mifu_u256_to_bytes(xy, &t);
    mifu_fp_from_montgomery(&t, &point->y);
    mifu_u256_to_bytes(xy + 32, &t);
    mifu_wipe(&t, sizeof t);
}

mifu_status mifu_sm2_point_from_xy(mifu_affine *r, const uint8_t xy[64])
{
    mifu_affine point;

    mifu_u256_from_bytes(&point.x, xy);
    mifu_u256_from_bytes(&point.y, xy + 32);
    if (!(mifu_u256_mask_less(&point.x, &mifu_fp_p) & mifu_u256_mask_less(&point.y, &mifu_fp_p)))
        return MIFU_ERR_RANGE_COORDINATE;
    mifu_fp_to_montgomery(&point.x, &point.x);
    mifu_fp_to_montgomery(&point.y, &point.y);
    if (!mifu_curve_mask_on_curve(&point))
        return MIFU_ERR_RANGE_NOT_ON_CURVE;
    *r = point;
    return MIFU_OK;
}

static mifu_status point_from_compressed(mifu_affine *r, const uint8_t point[33])
{
    mifu_u256 x;

    mifu_u256_from_bytes(&x, point + 1);
    if (!mifu_u256_mask_less(&x, &mifu_fp_p))
        return MIFU_ERR_RANGE_COORDINATE;
    mifu_fp_to_montgomery(&x, &x);
    return mifu_curve_decompress_vartime(r, &x, point[0] & 1) ? MIFU_OK
                                                              : MIFU_ERR_RANGE_NOT_ON_CURVE;
}

mifu_status mifu_sm2_point_from_bytes(mifu_affine *r, const uint8_t *point, size_t len)
{
    if (len == 0)
        return MIFU_ERR_ENCODING_POINT;
    switch (point[0]) {
    case 0x00:
        return len == 1 ? MIFU_ERR_RANGE_INFINITY : MIFU_ERR_ENCODING_POINT;
    case 0x02:
    case 0x03:
        return len == MIFU_SM2_COMPRESSED_SIZE ? point_from_compressed(r, point)
                                               : MIFU_ERR_ENCODING_POINT;
    case 0x04:
        return len == MIFU_SM2_PUBLIC_KEY_SIZE ? mifu_sm2_point_from_xy(r, point + 1)
                                               : MIFU_ERR_ENCODING_POINT;
    case 0x06:
    case 0x07:
        return len == MIFU_SM2_PUBLIC_KEY_SIZE ? MIFU_ERR_UNSUPPORTED_POINT
                                               : MIFU_ERR_ENCODING_POINT;
    default:
        return MIFU_ERR_ENCODING_POINT;
    }
}

mifu_status mifu_sm2_point_from_any(mifu_affine *r, const uint8_t *point, size_t len)
{
    mifu_status status = mifu_sm2_point_from_bytes(r, point, len);

    if (status != MIFU_ERR_UNSUPPORTED_POINT)
        return status;
    /* The first byte of the hybrid form repeats the lowest bit of y. */
    return (point[0] & 1) == (point[64] & 1) ? mifu_sm2_point_from_xy(r, point + 1)
                                             : MIFU_ERR_ENCODING_POINT;
}

mifu_status mifu_sm2_public_key_from_bytes(mifu_sm2_public_key *key, const uint8_t *point,
                                           size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_affine affine;
    mifu_status status;

    if (key == NULL || (point == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm2_point_from_bytes(&affine, point, len);
    if (status == MIFU_OK)
        mifu_sm2_public_key_set(key, &affine);
    return status;
}

mifu_status mifu_sm2_public_key_from_xy(mifu_sm2_public_key *key, const uint8_t xy[64])
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_affine affine;
    mifu_status status;

    if (key == NULL || xy == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm2_point_from_xy(&affine, xy);
    if (status == MIFU_OK)
        mifu_sm2_public_key_set(key, &affine);
    return status;
}

void mifu_sm2_public_key_to_bytes(uint8_t point[MIFU_SM2_PUBLIC_KEY_SIZE],
                                  const mifu_sm2_public_key *key)
{
    MIFU_ZEROS_WHEN_CLOSED(point, MIFU_SM2_PUBLIC_KEY_SIZE);
    mifu_affine affine;

    mifu_sm2_point_of(&affine, key);
    point[0] = 0x04;
    mifu_sm2_point_to_xy(point + 1, &affine);
}

void mifu_sm2_public_key_to_compressed(uint8_t point[MIFU_SM2_COMPRESSED_SIZE],
                                       const mifu_sm2_public_key *key)
{
    MIFU_ZEROS_WHEN_CLOSED(point, MIFU_SM2_COMPRESSED_SIZE);
    uint8_t whole[MIFU_SM2_PUBLIC_KEY_SIZE];

    mifu_sm2_public_key_to_bytes(whole, key);
    point[0] = (uint8_t)(0x02 | (whole[64] & 1));
    memcpy(point + 1, whole + 1, 32);
}

int mifu_sm2_public_key_equal(const mifu_sm2_public_key *a, const mifu_sm2_public_key *b)
{
    mifu_affine p, q;

    mifu_sm2_point_of(&p, a);
    mifu_sm2_point_of(&q, b);
    return (mifu_u256_mask_equal(&p.x, &q.x) & mifu_u256_mask_equal(&p.y, &q.y)) != 0;
}
