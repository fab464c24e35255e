/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arithmetic modulo the two primes of sm2p256v1 (GB/T 32918.5 clause 2), portable:
 *
 *     p = 2^256 - 2^224 - 2^96 + 2^64 - 1      the field        mifu_fp_*
 *     n = 2^256 - 2^224 - 2^96 + c, the order  the scalars      mifu_fn_*
 *
 * Contract of every function (every back-end keeps the same one): inputs are below the modulus,
 * outputs are below the modulus, r may be any of the inputs, constant time. Products are
 * Montgomery's: mul(a, b) = a b R^-1 with R = 2^256, so values that are multiplied are kept as
 * a R ("Montgomery form"). Sums, differences, zero and equality do not care about the form.
 *
 * Carries: both moduli lie between 2^255 and 2^256, so the sum of two reduced values may need 257
 * bits: the carry takes part in the comparison with the modulus.
 */
#ifndef MIFU_FIELD_SM2_H
#define MIFU_FIELD_SM2_H

#include "field_u256.h"

/* Formulas of these constants: tests/unit/test_field.c recomputes all of them. */
extern const mifu_u256 mifu_fp_p;   /* p */
extern const mifu_u256 mifu_fp_one; /* R mod p */
extern const mifu_u256 mifu_fp_rr;  /* R^2 mod p */
extern const mifu_u256 mifu_fn_n;   /* n */
extern const mifu_u256 mifu_fn_one; /* R mod n */
extern const mifu_u256 mifu_fn_rr;  /* R^2 mod n */

#define MIFU_FN_NEGATED_INVERSE 0x327f9e8872350975 /* -n^-1 mod 2^64 */

/* r = carry 2^256 + t - modulus if that is not negative, else t. Needs carry 2^256 + t < 2 modulus.
 */
MIFU_INLINE void mifu_field_reduce_once(mifu_u256 *r, uint64_t carry, const mifu_u256 *t,
                                        const mifu_u256 *modulus)
{
    mifu_u256 reduced;
    uint64_t borrow = mifu_u256_sub(&reduced, t, modulus);

    /* t is too small exactly when the subtraction borrows and there is no carry to pay for it. */
    mifu_u256_select(r, mifu_mask_bit64(borrow & (carry ^ 1)), t, &reduced);
}

MIFU_INLINE void mifu_field_add(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b,
                                const mifu_u256 *modulus)
{
    mifu_u256 sum;
    uint64_t carry = mifu_u256_add(&sum, a, b);

    mifu_field_reduce_once(r, carry, &sum, modulus);
}

MIFU_INLINE void mifu_field_sub(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b,
                                const mifu_u256 *modulus)
{
    mifu_u256 difference, correction;
    uint64_t mask = mifu_mask_bit64(mifu_u256_sub(&difference, a, b));

    for (int i = 0; i < 4; i++)
        correction.v[i] = modulus->v[i] & mask;
    (void)mifu_u256_add(r, &difference, &correction);
}

/* t = a b, eight words. */
MIFU_INLINE void mifu_field_product(uint64_t t[8], const mifu_u256 *a, const mifu_u256 *b)
{
    for (int i = 0; i < 4; i++)
        t[i] = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t carry = 0;

        for (int j = 0; j < 4; j++)
            t[i + j] = mifu_word_mul_add(a->v[i], b->v[j], t[i + j], &carry);
        t[i + 4] = carry;
    }
}

void mifu_fp_mul(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b);
void mifu_fp_sqr(mifu_u256 *r, const mifu_u256 *a);
void mifu_fp_half(mifu_u256 *r, const mifu_u256 *a); /* a / 2 */
void mifu_fn_mul(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b);

MIFU_INLINE void mifu_fp_add(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    mifu_field_add(r, a, b, &mifu_fp_p);
}

MIFU_INLINE void mifu_fp_sub(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    mifu_field_sub(r, a, b, &mifu_fp_p);
}

MIFU_INLINE void mifu_fn_add(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    mifu_field_add(r, a, b, &mifu_fn_n);
}

MIFU_INLINE void mifu_fn_sub(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    mifu_field_sub(r, a, b, &mifu_fn_n);
}

/* Into and out of Montgomery form; the to_ functions take any a below 2^256 and reduce it. */
void mifu_fp_to_montgomery(mifu_u256 *r, const mifu_u256 *a);
void mifu_fp_from_montgomery(mifu_u256 *r, const mifu_u256 *a);
void mifu_fn_to_montgomery(mifu_u256 *r, const mifu_u256 *a);
void mifu_fn_from_montgomery(mifu_u256 *r, const mifu_u256 *a);

/* r = a mod n for any a below 2^256. */
void mifu_fn_reduce(mifu_u256 *r, const mifu_u256 *a);

/* Inverse in Montgomery form: (a R) -> a^-1 R; 0 -> 0. Constant time. */
void mifu_fp_inverse(mifu_u256 *r, const mifu_u256 *a);
void mifu_fn_inverse(mifu_u256 *r, const mifu_u256 *a);

/*
 * A square root in Montgomery form: r^2 = a if a is a square; otherwise r^2 = -a. p = 3 mod 4, so
 * the root is a^((p+1)/4).
 */
void mifu_fp_square_root(mifu_u256 *r, const mifu_u256 *a);

#endif
