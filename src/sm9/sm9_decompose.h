/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scalars in short parts, in constant time: k = sum of a_j lambda^j mod N, where multiplication by
 * lambda costs next to nothing in the group.
 *
 *     G1      two parts of 128 bits    lambda^2 + lambda + 1 = 0: (x, y) -> (gamma^8 x, y)
 *     G2, GT  four parts of 64 bits    lambda = p mod N: psi in G2, the p-th power in GT
 *
 * (Gallant, Lambert, Vanstone: Faster point multiplication on elliptic curves with efficient
 * endomorphisms; Galbraith, Scott: Exponentiation in pairing-friendly groups using homomorphisms.)
 * docs/sm9.md has the lattices, sm9_decompose.c the bounds.
 */
#ifndef MIFU_SM9_DECOMPOSE_H
#define MIFU_SM9_DECOMPOSE_H

#include "field_sm9.h"

/*
 * Odd signed digits of 5 bits: a part is the sum of d_i 32^i, d_i = +-(2 index + 1), |d_i| < 32. No
 * digit and no part is zero, so that a sum or product of multiples never meets its neutral element
 * before its end.
 */
#define MIFU_SM9_PART_ENTRIES    16 /* the odd multiples 1, 3, .. 31 */
#define MIFU_SM9_HALF_WINDOWS    26 /* of a half of 130 bits */
#define MIFU_SM9_QUARTER_WINDOWS 13 /* of a quarter of 65 bits */
typedef struct mifu_sm9_part_digits {
    uint8_t index[MIFU_SM9_HALF_WINDOWS];
    uint8_t negative[MIFU_SM9_HALF_WINDOWS]; /* 0 or 1 */
} mifu_sm9_part_digits;

/* The parts of k < N for G1, and for G2 and GT. */
void mifu_sm9_halves(mifu_sm9_part_digits halves[2], const mifu_u256 *k);
void mifu_sm9_quarters(mifu_sm9_part_digits quarters[4], const mifu_u256 *k);

/*
 * For a^k in GT with one product a squaring, and a table of the 8 products of a and p-th powers of
 * it: digit i of all four parts together is +-(1 + index bits over p, p^2, p^3), the sign minus
 * where negative is 1 (Faz-Hernandez, Longa, Sanchez: Efficient and secure algorithms for GLV-based
 * scalar multiplication, algorithm 1).
 */
#define MIFU_SM9_DIGITS 67 /* of a part: 66 bits and one */
typedef struct mifu_sm9_digits {
    uint8_t index[MIFU_SM9_DIGITS];    /* bit j-1: whether part j takes part */
    uint8_t negative[MIFU_SM9_DIGITS]; /* 0 or 1 */
} mifu_sm9_digits;
void mifu_sm9_recode(mifu_sm9_digits *digits, const mifu_u256 *k);

#endif
