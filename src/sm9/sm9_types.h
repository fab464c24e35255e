/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements of the fields and groups of SM9, and their constants. Coordinates are in Montgomery form
 * below p (field_sm9.h). Points are affine and never infinity unless a function says so.
 */
#ifndef MIFU_SM9_TYPES_H
#define MIFU_SM9_TYPES_H

#include "field_sm9.h"

/* c0 + c1 u with u^2 = -2. */
typedef struct mifu_sm9_fp2 {
    mifu_u256 c0, c1;
} mifu_sm9_fp2;

/* Sum of c[i] w^i with w^6 = u. */
typedef struct mifu_sm9_fp12 {
    mifu_sm9_fp2 c[6];
} mifu_sm9_fp12;

/* Fp6 = Fp[v]/(v^6 + 2), v = w^2: sum of c[i] v^i. */
typedef struct mifu_sm9_fp6 {
    mifu_u256 c[6];
} mifu_sm9_fp6;

/* A point of y^2 = x^3 + 5 over Fp. */
typedef struct mifu_sm9_g1 {
    mifu_u256 x, y;
} mifu_sm9_g1;

/* A point of the twist y^2 = x^3 + 5u over Fp2. */
typedef struct mifu_sm9_g2 {
    mifu_sm9_fp2 x, y;
} mifu_sm9_g2;

/* A line l0 + l2 w^2 + l3 w^3 of a Miller loop before it is evaluated: l2 is to be multiplied by
 * x_P, l3 by y_P. */
typedef struct mifu_sm9_line {
    mifu_sm9_fp2 l0, l2, l3;
} mifu_sm9_line;

/* Lines of a loop: 65 doublings, 10 additions, 2 Frobenius points. */
#define MIFU_SM9_LINES 77

/* Multiples for multiplication by a comb: [i][j] = (2j + 1) 64^i times the point. */
#define MIFU_SM9_COMB_WINDOWS 43
#define MIFU_SM9_COMB_ENTRIES 32
extern const mifu_sm9_g1 mifu_sm9_p1_comb[MIFU_SM9_COMB_WINDOWS][MIFU_SM9_COMB_ENTRIES];
extern const mifu_sm9_g2 mifu_sm9_p2_comb[MIFU_SM9_COMB_WINDOWS][MIFU_SM9_COMB_ENTRIES];

/* Powers of an element of GT for exponents in quarters of 65 bits: sm9_torus.inc. */
#define MIFU_SM9_GT_WINDOWS 13
#define MIFU_SM9_GT_ENTRIES 16
typedef mifu_sm9_fp6 mifu_sm9_gt_row[MIFU_SM9_GT_ENTRIES];

extern const mifu_sm9_g1 mifu_sm9_p1; /* generator of G1 */
extern const mifu_sm9_g2 mifu_sm9_p2; /* generator of G2 */
extern const mifu_u256 mifu_sm9_five; /* 5 */

/* gamma^k, k = 1..5, gamma = (-2)^((p-1)/12). */
extern const mifu_u256 mifu_sm9_gamma[5];

/* GM/T 0044.1 6.2: big-endian, the highest coefficient first. */
void mifu_sm9_fp12_to_bytes(uint8_t bytes[384], const mifu_sm9_fp12 *a);
/* 0 where a coefficient is not below p, else 1. Public. */
int mifu_sm9_fp12_from_bytes(mifu_sm9_fp12 *r, const uint8_t bytes[384]);

/* x || y, 64 and 128 bytes. */
void mifu_sm9_g1_to_bytes(uint8_t bytes[64], const mifu_sm9_g1 *a);
void mifu_sm9_g2_to_bytes(uint8_t bytes[128], const mifu_sm9_g2 *a);

#endif
