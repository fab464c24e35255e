/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Four-dimensional decomposition of exponents in GT, where the p-th power is the Frobenius map: k
 * is written as a_0 + a_1 p + a_2 p^2 + a_3 p^3 mod N with 0 < a_j < 2^66 and a_0 odd, in constant
 * time (Galbraith, Scott: Exponentiation in pairing-friendly groups using homomorphisms), and
 * recoded for a loop that multiplies once per squaring and never by 1 (Faz-Hernandez, Longa,
 * Sanchez: Efficient and secure algorithms for GLV-based scalar multiplication, algorithm 1).
 *
 * The lattice of (x_0..x_3) with sum x_j p^j = 0 mod N has the rows below: (t+1, t, t, -2t), since
 * p = 6t^2 mod N, and what multiplying by p makes of it, the third with the other sign. k is
 * reduced with c_i = floor(k r_i), where (r_0..r_3) is the first row of the inverse matrix, r_i =
 * g_i / 2^320 within 2^-320: with k < 2^256 each c_i is the floor or one below. So k (1,0,0,0) -
 * sum c_i row_i = sum f_i row_i with f_i in [0, 1 + 2^-63), whose coordinates lie in [0, 5t], [-3t,
 * 2t], [-3t, 2t], [-2t, 4t] and a little. Adding a lattice vector makes them positive and at most
 * 8t + a little < 2^66; there is one with even and one with odd first coordinate.
 * tests/unit/test_sm9_arithmetic.c checks sum a_j p^j = k.
 */
#ifndef MIFU_SM9_DECOMPOSE_H
#define MIFU_SM9_DECOMPOSE_H

#include "field_sm9.h"

#define MIFU_SM9_DIGITS 67 /* of a part: 66 bits and one */

/* Digit i of the recoded exponent: sign(-1 where the mask is set) * (1 + index bits over p, p^2,
 * p^3). */
typedef struct mifu_sm9_digits {
    uint8_t index[MIFU_SM9_DIGITS];    /* bit j-1: whether part j takes part */
    uint8_t negative[MIFU_SM9_DIGITS]; /* 0 or 1 */
} mifu_sm9_digits;

/* r -= sign * c * e mod 2^128, c of two words. */
MIFU_INLINE void mifu_sm9_subtract_multiple(uint64_t r[2], const uint64_t c[2], uint64_t e,
                                            int negative)
{
    uint64_t high, low = mifu_word_mul(&high, c[0], e), carry = 0;

    high += c[1] * e;
    if (negative) {
        r[0] = mifu_word_add(r[0], low, &carry);
        r[1] = mifu_word_add(r[1], high, &carry);
    } else {
        r[0] = mifu_word_sub(r[0], low, &carry);
        r[1] = mifu_word_sub(r[1], high, &carry);
    }
}

/* a_j as two words each; k < N. */
MIFU_INLINE void mifu_sm9_decompose(uint64_t a[4][2], const mifu_u256 *k)
{
    /* round(2^320 r_i) */
    static const mifu_u256 g[4] = {
        {{0x3f6a4d9c44a3a3a0, 0x84a5618c7971cf06, 0x12f74835c7d87389, 0xe38e38e38d65fc5a}},
        {{0xbfab2dede6ed506b, 0x820c3662fc2e483d, 0xda135840d3281d93, 0x71c71c71c6b2fe2b}},
        {{0x80f6f61a09be79ee, 0xf80d28df879c4ce6, 0x097ba41ae3ec39c3, 0x71c71c71c6b2fe2d}},
        {{0x72edbc8e210396a3, 0x7ee62e24005a094e, 0x097ba41ae3ec39c4, 0x71c71c71c6b2fe2d}}};
    /* The rows: |entry| = magnitude, and its sign. */
#define T UINT64_C(0x600000000058f98a)
    static const uint64_t magnitude[4][4] = {
        {T + 1, T, T, 2 * T}, {2 * T, T + 1, T, T}, {T, 2 * T, 2 * T + 1, T}, {T, T, T, 2 * T + 1}};
#undef T
    static const uint8_t negative[4][4] = {{0, 0, 0, 1}, {0, 0, 1, 0}, {0, 1, 1, 0}, {0, 1, 0, 0}};
    /* Lattice vectors 0 2 -3 2 and -1 2 -3 1 of the rows: (3, 6, 6, 3)t and (1, 6, 4, 3)t about. */
    static const uint64_t even[4][2] = {{0x20000000010aec9e, 1},
                                        {0x400000000215d93e, 2},
                                        {0x400000000215d93f, 2},
                                        {0x20000000010aeca0, 1}};
    static const uint64_t odd[4][2] = {{0x600000000058f989, 0},
                                       {0x400000000215d93e, 2},
                                       {0x800000000163e62b, 1},
                                       {0x20000000010aec9f, 1}};
    uint64_t product[8], mask;

    for (int j = 0; j < 4; j++)
        a[j][0] = a[j][1] = 0;
    a[0][0] = k->v[0];
    a[0][1] = k->v[1];
    for (int i = 0; i < 4; i++) {
        mifu_field_product(product, k, &g[i]);
        for (int j = 0; j < 4; j++)
            mifu_sm9_subtract_multiple(a[j], product + 5, magnitude[i][j], negative[i][j]);
    }
    mask = mifu_mask_bit64(a[0][0] & 1); /* odd already: an even vector keeps it so */
    for (int j = 0; j < 4; j++) {
        uint64_t carry = 0;

        a[j][0] = mifu_word_add(a[j][0], mifu_select64(mask, even[j][0], odd[j][0]), &carry);
        a[j][1] = mifu_word_add(a[j][1], mifu_select64(mask, even[j][1], odd[j][1]), &carry);
    }
    mifu_wipe(product, sizeof product);
}

/*
 * The digits of k. Part 0 is odd: its digits are +-1, bit i + 1 telling the sign of digit i.
 * Another part takes its lowest bit with that sign and goes on with (a_j - digit)/2 = (a_j >> 1) +
 * (1 where the digit is -1).
 */
MIFU_INLINE void mifu_sm9_recode(mifu_sm9_digits *digits, const mifu_u256 *k)
{
    uint64_t a[4][2];

    mifu_sm9_decompose(a, k);
    for (int i = 0; i < MIFU_SM9_DIGITS; i++) {
        uint64_t sign = i == MIFU_SM9_DIGITS - 1 ? 1 : a[0][0] >> 1 & 1;

        digits->negative[i] = (uint8_t)(sign ^ 1);
        digits->index[i] = 0;
        a[0][0] = a[0][0] >> 1 | a[0][1] << 63;
        a[0][1] >>= 1;
        for (int j = 1; j < 4; j++) {
            uint64_t bit = a[j][0] & 1, carry = bit & (sign ^ 1);

            digits->index[i] = (uint8_t)(digits->index[i] | bit << (j - 1));
            a[j][0] = a[j][0] >> 1 | a[j][1] << 63;
            a[j][1] >>= 1;
            a[j][0] = mifu_word_add(a[j][0], 0, &carry);
            a[j][1] += carry;
        }
    }
    mifu_wipe(a, sizeof a);
}

#endif
