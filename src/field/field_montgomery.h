/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Montgomery products modulo any odd number m between 2^255 and 2^256, with R = 2^256: portable and
 * constant time. For primes without a shape that a reduction could use.
 */
#ifndef MIFU_FIELD_MONTGOMERY_H
#define MIFU_FIELD_MONTGOMERY_H

#include "field_sm2.h"

typedef struct mifu_modulus {
    mifu_u256 m;
    uint64_t negated_inverse; /* -m^-1 mod 2^64 */
} mifu_modulus;

/* t += a * b for one word a; t[0..5], the value stays below 2^384. */
MIFU_INLINE void mifu_montgomery_row(uint64_t t[6], uint64_t a, const mifu_u256 *b)
{
    uint64_t carry = 0, over = 0;

    for (int j = 0; j < 4; j++)
        t[j] = mifu_word_mul_add(a, b->v[j], t[j], &carry);
    t[4] = mifu_word_add(t[4], carry, &over);
    t[5] += over;
}

/* t = (t + k*m) / 2^64 with the k that makes the lowest word 0. */
MIFU_INLINE void mifu_montgomery_shift(uint64_t t[6], const mifu_modulus *modulus)
{
    uint64_t k = t[0] * modulus->negated_inverse, carry = 0, over = 0;

    (void)mifu_word_mul_add(k, modulus->m.v[0], t[0], &carry);
    for (int j = 1; j < 4; j++)
        t[j - 1] = mifu_word_mul_add(k, modulus->m.v[j], t[j], &carry);
    t[3] = mifu_word_add(t[4], carry, &over);
    t[4] = t[5] + over;
    t[5] = 0;
}

/* r = a * b / R mod m for a, b < m: (a*b + K*m)/R with K < R is below 2m. r may be a or b. */
MIFU_INLINE void mifu_montgomery_mul(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b,
                                     const mifu_modulus *modulus)
{
    uint64_t t[6] = {0, 0, 0, 0, 0, 0};
    mifu_u256 low;

    for (int i = 0; i < 4; i++) {
        mifu_montgomery_row(t, a->v[i], b);
        mifu_montgomery_shift(t, modulus);
    }
    memcpy(low.v, t, sizeof low.v);
    mifu_field_reduce_once(r, t[4], &low, &modulus->m);
}

/*
 * r = sum of a[i] * b[-step[i]] / R mod m for i < n <= 6: a coefficient of a product of
 * polynomials, with one reduction. All numbers below m. Each round adds at most (n + 1) 2^64 m <
 * 2^323; at the end the value is below (n m^2 + R m)/R < (n + 1) m, which n subtractions bring
 * down.
 */
MIFU_INLINE void mifu_montgomery_sum(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b,
                                     const int *step, int n, const mifu_modulus *modulus)
{
    uint64_t t[6] = {0, 0, 0, 0, 0, 0};
    mifu_u256 low, reduced;

    for (int w = 0; w < 4; w++) {
        for (int i = 0; i < n; i++)
            mifu_montgomery_row(t, a[i].v[w], b - step[i]);
        mifu_montgomery_shift(t, modulus);
    }
    memcpy(low.v, t, sizeof low.v);
    for (int i = 0; i < n; i++) {
        uint64_t borrow = mifu_u256_sub(&reduced, &low, &modulus->m);
        uint64_t keep = mifu_mask_bit64(borrow) & mifu_mask_zero64(t[4]);

        mifu_u256_select(&low, keep, &low, &reduced);
        t[4] -= borrow & ~keep;
    }
    *r = low;
}

#endif
