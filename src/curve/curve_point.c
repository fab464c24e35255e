/* SPDX-License-Identifier: Apache-2.0 */
/* The curve equation, decompression (GB/T 32918.1 4.2.9, B.1.4) and the recoding of public scalars.
 */
#include "curve_point.h"

const mifu_u256 mifu_curve_b = {
    {0x90d230632bc0dd42, 0x71cf379ae9b537ab, 0x527981505ea51c3c, 0x240fe188ba20e2c8}};

/* r = x^3 - 3 x + b */
static void right_side(mifu_u256 *r, const mifu_u256 *x)
{
    mifu_u256 t;

    mifu_fp_sqr(&t, x);
    mifu_fp_mul(&t, &t, x);
    for (int i = 0; i < 3; i++)
        mifu_fp_sub(&t, &t, x);
    mifu_fp_add(r, &t, &mifu_curve_b);
}

uint64_t mifu_curve_mask_on_curve(const mifu_affine *p)
{
    mifu_u256 left, right;

    mifu_fp_sqr(&left, &p->y);
    right_side(&right, &p->x);
    return mifu_u256_mask_equal(&left, &right);
}

int mifu_curve_decompress_vartime(mifu_affine *r, const mifu_u256 *x, unsigned low_bit)
{
    static const mifu_u256 zero = {{0, 0, 0, 0}};
    mifu_affine p;
    mifu_u256 square, y;

    p.x = *x;
    right_side(&square, x);
    mifu_fp_square_root(&p.y, &square);
    if (!mifu_curve_mask_on_curve(&p))
        return 0;
    /* y = 0 would have no second root, but no point has it: the group order is odd. */
    mifu_fp_from_montgomery(&y, &p.y);
    if ((unsigned)(y.v[0] & 1) != low_bit)
        mifu_fp_sub(&p.y, &zero, &p.y);
    *r = p;
    return 1;
}

unsigned mifu_wnaf_vartime(int8_t digits[257], const mifu_u256 *k, unsigned w)
{
    unsigned length = 0, position = 0;
    uint64_t carry = 0; /* what the digits so far have borrowed from bit `position` */

    memset(digits, 0, 257);
    while (position < 257) {
        uint64_t bits = mifu_u256_bits(k, position);

        if (((bits & 1) ^ carry) == 0) { /* the bit and the carry cancel or both are 0 */
            position++;
            continue;
        }
        bits = (bits & (((uint64_t)1 << w) - 1)) + carry; /* odd, <= 2^w - 1 */
        carry = bits >> (w - 1);
        digits[position] = (int8_t)((int)bits - (int)(carry << w));
        length = position + 1;
        position += w;
    }
    return length;
}
