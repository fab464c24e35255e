/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Received points and scalars: GM/T 0044.1-2016 6.2 and the checks of every function of the
 * standard that takes one. G1 is the whole curve (cofactor 1), so the equation is enough; G2 is a
 * subgroup of the twist, so its order is checked too.
 */
#include "sm9_internal.h"
#include "sm9_kernels.h"

uint64_t mifu_sm9_scalar_from_bytes(mifu_u256 *k, const uint8_t bytes[32])
{
    mifu_u256_from_bytes(k, bytes);
    return mifu_u256_mask_less(k, &mifu_sm9n.m) & ~mifu_u256_mask_zero(k);
}

/* Takes the first byte off where it is there. size: of x || y. */
static mifu_status take_prefix(const uint8_t **xy, const uint8_t *point, size_t len, size_t size)
{
    if (len == 1 && point[0] == 0x00)
        return MIFU_ERR_RANGE_INFINITY;
    if (len == size) {
        *xy = point;
        return MIFU_OK;
    }
    if (len == size + 1 && (point[0] == 0x06 || point[0] == 0x07))
        return MIFU_ERR_UNSUPPORTED_POINT;
    if (len != size + 1 || point[0] != 0x04)
        return MIFU_ERR_ENCODING_POINT;
    *xy = point + 1;
    return MIFU_OK;
}

/* A coordinate, into Montgomery form; 0 where it is not below p. */
static int coordinate(mifu_u256 *r, const uint8_t bytes[32])
{
    mifu_u256_from_bytes(r, bytes);
    if (!mifu_u256_mask_less(r, &mifu_sm9p.m))
        return 0;
    mifu_sm9p_to_montgomery(r, r);
    return 1;
}

mifu_status mifu_sm9_g1_from_bytes(mifu_sm9_g1 *r, const uint8_t *point, size_t len)
{
    const uint8_t *xy;
    mifu_sm9_g1 p;
    mifu_status status = take_prefix(&xy, point, len, 64);

    if (status == MIFU_OK && !(coordinate(&p.x, xy) & coordinate(&p.y, xy + 32)))
        status = MIFU_ERR_RANGE_COORDINATE;
    if (status == MIFU_OK && !mifu_sm9_kernels_in_use()->g1_is_valid_vartime(&p))
        status = MIFU_ERR_RANGE_NOT_ON_CURVE;
    if (status == MIFU_OK)
        *r = p;
    mifu_wipe(&p, sizeof p);
    return status;
}

mifu_status mifu_sm9_g1_from_wire(mifu_sm9_g1 *r, const uint8_t point[MIFU_SM9_G1_SIZE])
{
    return mifu_sm9_g1_from_bytes(r, point, MIFU_SM9_G1_SIZE);
}

/* (a0 + a1 u)(b0 + b1 u) with u^2 = -2. */
static void multiply(mifu_sm9_fp2 *r, const mifu_sm9_fp2 *a, const mifu_sm9_fp2 *b)
{
    mifu_u256 t, c0, c1;

    mifu_sm9p_mul(&c0, &a->c0, &b->c0);
    mifu_sm9p_mul(&t, &a->c1, &b->c1);
    mifu_sm9p_sub(&c0, &c0, &t);
    mifu_sm9p_sub(&c0, &c0, &t);
    mifu_sm9p_mul(&c1, &a->c0, &b->c1);
    mifu_sm9p_mul(&t, &a->c1, &b->c0);
    mifu_sm9p_add(&r->c1, &c1, &t);
    r->c0 = c0;
}

/* Only to say which check a point has failed: y^2 = x^3 + 5u. */
static int is_on_twist(const mifu_sm9_g2 *p)
{
    mifu_sm9_fp2 left, right;

    multiply(&right, &p->x, &p->x);
    multiply(&right, &right, &p->x);
    mifu_sm9p_add(&right.c1, &right.c1, &mifu_sm9_five);
    multiply(&left, &p->y, &p->y);
    return (mifu_u256_mask_equal(&left.c0, &right.c0) &
            mifu_u256_mask_equal(&left.c1, &right.c1)) != 0;
}

mifu_status mifu_sm9_g2_from_bytes(mifu_sm9_g2 *r, const uint8_t *point, size_t len)
{
    const uint8_t *xy;
    mifu_sm9_g2 p;
    mifu_status status = take_prefix(&xy, point, len, 128);

    if (status == MIFU_OK && !(coordinate(&p.x.c1, xy) & coordinate(&p.x.c0, xy + 32) &
                               coordinate(&p.y.c1, xy + 64) & coordinate(&p.y.c0, xy + 96)))
        status = MIFU_ERR_RANGE_COORDINATE;
    if (status == MIFU_OK && !mifu_sm9_kernels_in_use()->g2_is_valid_vartime(&p))
        status = is_on_twist(&p) ? MIFU_ERR_RANGE_SUBGROUP : MIFU_ERR_RANGE_NOT_ON_CURVE;
    if (status == MIFU_OK)
        *r = p;
    mifu_wipe(&p, sizeof p);
    return status;
}

MIFU_NOINLINE void mifu_sm9_wipe_stack(void)
{
    uint8_t room[MIFU_SM9_STACK];

    mifu_wipe(room, sizeof room);
}
