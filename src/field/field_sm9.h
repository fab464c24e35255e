/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arithmetic modulo the two primes of the SM9 curve (GB/T 38635.1-2020, GM/T 0044.5 clause 4): a BN
 * curve with t = 0x600000000058F98A,
 *
 *     p = 36 t^4 + 36 t^3 + 24 t^2 + 6 t + 1    the field     mifu_sm9p_*
 *     N = 36 t^4 + 36 t^3 + 18 t^2 + 6 t + 1    the order     mifu_sm9n_*
 *
 * The contract is that of field_sm2.h: inputs and outputs below the modulus, products Montgomery's
 * with R = 2^256, r may be any input, constant time. Both primes exceed 2^255.
 */
#ifndef MIFU_FIELD_SM9_H
#define MIFU_FIELD_SM9_H

#include "field_montgomery.h"

/* Formulas of these constants: tests/unit/test_sm9_arithmetic.c recomputes all of them. */
extern const mifu_modulus mifu_sm9p;
extern const mifu_u256 mifu_sm9p_one; /* R mod p */
extern const mifu_u256 mifu_sm9p_rr;  /* R^2 mod p */
extern const mifu_modulus mifu_sm9n;
extern const mifu_u256 mifu_sm9n_one; /* R mod N */
extern const mifu_u256 mifu_sm9n_rr;  /* R^2 mod N */

void mifu_sm9p_mul(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b);
void mifu_sm9n_mul(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b);

MIFU_INLINE void mifu_sm9p_add(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    mifu_field_add(r, a, b, &mifu_sm9p.m);
}

MIFU_INLINE void mifu_sm9p_sub(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    mifu_field_sub(r, a, b, &mifu_sm9p.m);
}

MIFU_INLINE void mifu_sm9n_add(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    mifu_field_add(r, a, b, &mifu_sm9n.m);
}

MIFU_INLINE void mifu_sm9n_sub(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    mifu_field_sub(r, a, b, &mifu_sm9n.m);
}

/* Into and out of Montgomery form; the to_ functions take any a below 2^256 and reduce it. */
void mifu_sm9p_to_montgomery(mifu_u256 *r, const mifu_u256 *a);
void mifu_sm9p_from_montgomery(mifu_u256 *r, const mifu_u256 *a);
void mifu_sm9n_to_montgomery(mifu_u256 *r, const mifu_u256 *a);
void mifu_sm9n_from_montgomery(mifu_u256 *r, const mifu_u256 *a);

/* Inverse in Montgomery form: (a R) -> a^-1 R; 0 -> 0. Constant time. */
void mifu_sm9p_inverse(mifu_u256 *r, const mifu_u256 *a);
void mifu_sm9n_inverse(mifu_u256 *r, const mifu_u256 *a);

#endif
