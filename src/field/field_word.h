/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The word operations that multi-word arithmetic is built of: addition and subtraction with a carry
 * and the 64x64 -> 128-bit product. The product is the compiler's where it has 128-bit integers
 * and four 32x32 -> 64-bit products elsewhere; nothing else in src/field depends on that.
 * Constant time: no comparison here becomes a branch, all are arithmetic on carries.
 */
#ifndef MIFU_FIELD_WORD_H
#define MIFU_FIELD_WORD_H

#include <stdint.h>

#include "base_compiler.h"

/* a + b + *carry; *carry is 0 or 1 before and after. */
MIFU_INLINE uint64_t mifu_word_add(uint64_t a, uint64_t b, uint64_t *carry)
{
#if MIFU_HAVE_INT128
    mifu_uint128 sum = (mifu_uint128)a + b + *carry;

    *carry = (uint64_t)(sum >> 64);
    return (uint64_t)sum;
#else
    uint64_t s = a + b;
    uint64_t t = s + *carry;

    /* Carry of each of the two sums; they are never both 1: s = 2^64 - 1 has no carry of a + b. */
    *carry = (((a & b) | ((a | b) & ~s)) >> 63) + ((s & ~t) >> 63);
    return t;
#endif
}

/* a - b - *borrow; *borrow is 0 or 1 before and after. */
MIFU_INLINE uint64_t mifu_word_sub(uint64_t a, uint64_t b, uint64_t *borrow)
{
#if MIFU_HAVE_INT128
    mifu_uint128 difference = (mifu_uint128)a - b - *borrow;

    *borrow = (uint64_t)(difference >> 64) & 1;
    return (uint64_t)difference;
#else
    uint64_t s = a - b;
    uint64_t t = s - *borrow;

    *borrow = (((~a & b) | ((~a | b) & s)) >> 63) + ((~s & t) >> 63);
    return t;
#endif
}

/* Low word of a * b; *high is the high word. */
MIFU_INLINE uint64_t mifu_word_mul(uint64_t *high, uint64_t a, uint64_t b)
{
#if MIFU_HAVE_INT128
    mifu_uint128 product = (mifu_uint128)a * b;

    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#else
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0;
    /* Each product is at most (2^32-1)^2 = 2^64 - 2^33 + 1: room for two 32-bit summands. */
    uint64_t middle = a1 * b0 + (low >> 32);
    uint64_t middle2 = a0 * b1 + (uint32_t)middle;

    *high = a1 * b1 + (middle >> 32) + (middle2 >> 32);
    return middle2 << 32 | (uint32_t)low;
#endif
}

/*
 * Low word of a * b + c + *carry; *carry becomes the high word. At most (2^64-1)^2 + 2(2^64-1) =
 * 2^128 - 1: never overflows.
 */
MIFU_INLINE uint64_t mifu_word_mul_add(uint64_t a, uint64_t b, uint64_t c, uint64_t *carry)
{
#if MIFU_HAVE_INT128
    mifu_uint128 t = (mifu_uint128)a * b + c + *carry;

    *carry = (uint64_t)(t >> 64);
    return (uint64_t)t;
#else
    uint64_t high, over = 0, t = mifu_word_mul(&high, a, b);

    t = mifu_word_add(t, c, &over);
    high += over;
    over = 0;
    t = mifu_word_add(t, *carry, &over);
    *carry = high + over;
    return t;
#endif
}

#endif
