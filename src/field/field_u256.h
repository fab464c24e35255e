/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Integers below 2^256: four words, least significant first. Field elements and scalars are such
 * integers. Everything here is constant time.
 */
#ifndef MIFU_FIELD_U256_H
#define MIFU_FIELD_U256_H

#include "base_bytes.h"
#include "base_secret.h"
#include "field_word.h"

typedef struct mifu_u256 {
    uint64_t v[4];
} mifu_u256;

MIFU_INLINE void mifu_u256_from_bytes(mifu_u256 *r, const uint8_t bytes[32])
{
    for (int i = 0; i < 4; i++)
        r->v[i] = mifu_load64_be(bytes + 24 - 8 * i);
}

MIFU_INLINE void mifu_u256_to_bytes(uint8_t bytes[32], const mifu_u256 *a)
{
    for (int i = 0; i < 4; i++)
        mifu_store64_be(bytes + 24 - 8 * i, a->v[i]);
}

/* r = a + b mod 2^256; the carry, 0 or 1. */
MIFU_INLINE uint64_t mifu_u256_add(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    uint64_t carry = 0;

    for (int i = 0; i < 4; i++)
        r->v[i] = mifu_word_add(a->v[i], b->v[i], &carry);
    return carry;
}

/* r = a - b mod 2^256; the borrow, 0 or 1. */
MIFU_INLINE uint64_t mifu_u256_sub(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    uint64_t borrow = 0;

    for (int i = 0; i < 4; i++)
        r->v[i] = mifu_word_sub(a->v[i], b->v[i], &borrow);
    return borrow;
}

/* Masks of a == 0, a == b, a < b. */
MIFU_INLINE uint64_t mifu_u256_mask_zero(const mifu_u256 *a)
{
    return mifu_mask_zero64(a->v[0] | a->v[1] | a->v[2] | a->v[3]);
}

MIFU_INLINE uint64_t mifu_u256_mask_equal(const mifu_u256 *a, const mifu_u256 *b)
{
    return mifu_mask_zero64((a->v[0] ^ b->v[0]) | (a->v[1] ^ b->v[1]) | (a->v[2] ^ b->v[2]) |
                            (a->v[3] ^ b->v[3]));
}

MIFU_INLINE uint64_t mifu_u256_mask_less(const mifu_u256 *a, const mifu_u256 *b)
{
    mifu_u256 difference;

    return mifu_mask_bit64(mifu_u256_sub(&difference, a, b));
}

/* r = yes where the mask is all ones, no where it is zero. */
MIFU_INLINE void mifu_u256_select(mifu_u256 *r, uint64_t mask, const mifu_u256 *yes,
                                  const mifu_u256 *no)
{
    for (int i = 0; i < 4; i++)
        r->v[i] = mifu_select64(mask, yes->v[i], no->v[i]);
}

/* Bits position .. position+63 of a (zeros above bit 255); position is public. */
MIFU_INLINE uint64_t mifu_u256_bits(const mifu_u256 *a, unsigned position)
{
    unsigned word = position / 64, shift = position % 64;
    uint64_t low = word < 4 ? a->v[word] : 0;
    uint64_t high = word + 1 < 4 ? a->v[word + 1] : 0;

    return shift == 0 ? low : low >> shift | high << (64 - shift);
}

#endif
