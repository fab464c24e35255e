/* SPDX-License-Identifier: Apache-2.0 */
/* Fp12 of SM9 by the textbook over the portable field: what lanes are compared with. */
#ifndef MIFU_SUPPORT_SM9_FP12_H
#define MIFU_SUPPORT_SM9_FP12_H

#include <string.h>

#include "field_sm9.h"

/* Fp[w]/(w^12 + 2): coefficients in Montgomery form. */
typedef struct support_fp12 {
    mifu_u256 c[12];
} support_fp12;

static inline void support_fp12_multiply(support_fp12 *r, const support_fp12 *a,
                                         const support_fp12 *b)
{
    memset(r, 0, sizeof *r);
    for (int i = 0; i < 12; i++) {
        for (int j = 0; j < 12; j++) {
            mifu_u256 t, *c = &r->c[(i + j) % 12];

            mifu_sm9p_mul(&t, &a->c[i], &b->c[j]);
            if (i + j < 12) {
                mifu_sm9p_add(c, c, &t);
            } else {
                mifu_sm9p_sub(c, c, &t);
                mifu_sm9p_sub(c, c, &t);
            }
        }
    }
}

/* 3 times the square of each of A, B, C, in Fp4 = Fp[z]/(z^4 + 2), and less or plus 2 of their own.
 */
static inline void support_fp12_cyclotomic(support_fp12 *r, const support_fp12 *a)
{
    static const int source[3] = {0, 2, 1};
    static const int z[3] = {0, 1, 0};

    memset(r, 0, sizeof *r);
    for (int e = 0; e < 3; e++) {
        for (int i = 0; i < 4; i++) {
            mifu_u256 *own = &r->c[3 * i + e];

            for (int j = 0; j < 4; j++) {
                const int k = i + j + z[e];
                mifu_u256 t, *c = &r->c[3 * (k % 4) + e];

                mifu_sm9p_mul(&t, &a->c[3 * i + source[e]], &a->c[3 * j + source[e]]);
                for (int n = 0; n < (k < 4 ? 3 : 6); n++)
                    (k < 4 ? mifu_sm9p_add : mifu_sm9p_sub)(c, c, &t);
            }
            for (int n = 0; n < 2; n++)
                ((i % 2 == 0) == (e == 1) ? mifu_sm9p_add : mifu_sm9p_sub)(own, own,
                                                                           &a->c[3 * i + e]);
        }
    }
}

#endif
