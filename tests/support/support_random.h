/* SPDX-License-Identifier: Apache-2.0 */
/* Reproducible bytes and numbers for tests (xorshift64*): the same on every run and machine. */
#ifndef MIFU_SUPPORT_RANDOM_H
#define MIFU_SUPPORT_RANDOM_H

#include <stddef.h>
#include <stdint.h>

static uint64_t support_random_state = UINT64_C(0x9e3779b97f4a7c15);

static inline uint64_t support_random64(void)
{
    uint64_t x = support_random_state;

    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    support_random_state = x;
    return x * UINT64_C(0x2545f4914f6cdd1d);
}

/* 0 .. bound - 1. */
static inline size_t support_random_below(size_t bound)
{
    return (size_t)((support_random64() >> 16) % bound);
}

static inline void support_random_fill(uint8_t *out, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)(support_random64() >> 56);
}

#endif
