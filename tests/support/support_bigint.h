/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Slow modular arithmetic that shares nothing with the library: 16-bit digits, one bit at a time.
 * Numbers are 32 bytes, big-endian.
 */
#ifndef MIFU_SUPPORT_BIGINT_H
#define MIFU_SUPPORT_BIGINT_H

#include <stdint.h>
#include <string.h>

#define SUPPORT_DIGITS 18 /* 288 bits: room for a sum of two 256-bit numbers and a shift */

typedef struct support_number {
    uint16_t d[SUPPORT_DIGITS];
} support_number;

static inline support_number support_read(const uint8_t bytes[32])
{
    support_number r;

    memset(&r, 0, sizeof r);
    for (int i = 0; i < 16; i++)
        r.d[i] = (uint16_t)(bytes[31 - 2 * i] | bytes[30 - 2 * i] << 8);
    return r;
}

static inline void support_write(uint8_t bytes[32], const support_number *a)
{
    for (int i = 0; i < 16; i++) {
        bytes[31 - 2 * i] = (uint8_t)a->d[i];
        bytes[30 - 2 * i] = (uint8_t)(a->d[i] >> 8);
    }
}

static inline int support_compare(const support_number *a, const support_number *b)
{
    for (int i = SUPPORT_DIGITS; i-- > 0;)
        if (a->d[i] != b->d[i])
            return a->d[i] < b->d[i] ? -1 : 1;
    return 0;
}

static inline void support_subtract(support_number *a, const support_number *b)
{
    int32_t borrow = 0;

    for (int i = 0; i < SUPPORT_DIGITS; i++) {
        int32_t t = (int32_t)a->d[i] - b->d[i] - borrow;

        borrow = t < 0;
        a->d[i] = (uint16_t)(t + borrow * 65536);
    }
}

/* a = (a + b) mod m for a, b < m */
static inline void support_add_mod(support_number *a, const support_number *b,
                                   const support_number *m)
{
    uint32_t carry = 0;

    for (int i = 0; i < SUPPORT_DIGITS; i++) {
        carry += (uint32_t)a->d[i] + b->d[i];
        a->d[i] = (uint16_t)carry;
        carry >>= 16;
    }
    if (support_compare(a, m) >= 0)
        support_subtract(a, m);
}

static inline void support_reduce(support_number *a, const support_number *m)
{
    while (support_compare(a, m) >= 0)
        support_subtract(a, m);
}

/* r = a b mod m */
static inline support_number support_mul_mod(const support_number *a, const support_number *b,
                                             const support_number *m)
{
    support_number r;

    memset(&r, 0, sizeof r);
    for (int i = 256; i-- > 0;) {
        support_number t = r;

        support_add_mod(&r, &t, m);
        if (a->d[i / 16] >> i % 16 & 1)
            support_add_mod(&r, b, m);
    }
    return r;
}

/* r = a - b mod m for a, b < m */
static inline support_number support_sub_mod(const support_number *a, const support_number *b,
                                             const support_number *m)
{
    support_number t = *m, r = *a;

    support_subtract(&t, b);
    support_reduce(&t, m);
    support_add_mod(&r, &t, m);
    return r;
}

#endif
