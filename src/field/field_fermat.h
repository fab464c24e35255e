/* SPDX-License-Identifier: Apache-2.0 */
/* Inversion by Fermat, where there are no 128-bit integers for field_divsteps.h. */
#ifndef MIFU_FIELD_FERMAT_H
#define MIFU_FIELD_FERMAT_H

#include "field_u256.h"

/* r = a^(modulus - 2) in Montgomery form, four bits of the public exponent at a time; 0 -> 0. */
static inline void mifu_fermat_inverse(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *modulus,
                                       const mifu_u256 *one,
                                       void (*mul)(mifu_u256 *, const mifu_u256 *,
                                                   const mifu_u256 *))
{
    mifu_u256 powers[16], exponent, two = {{2, 0, 0, 0}}, t = *one;

    (void)mifu_u256_sub(&exponent, modulus, &two);
    powers[0] = *one;
    for (int i = 1; i < 16; i++)
        mul(&powers[i], &powers[i - 1], a);
    for (unsigned position = 256; position > 0; position -= 4) {
        for (int i = 0; i < 4; i++)
            mul(&t, &t, &t);
        mul(&t, &t, &powers[mifu_u256_bits(&exponent, position - 4) & 15]);
    }
    *r = t;
    mifu_wipe(powers, sizeof powers);
    mifu_wipe(&t, sizeof t);
}

#endif
