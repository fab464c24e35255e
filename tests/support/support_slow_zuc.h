/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ZUC as its standard says it, slowly: the S-boxes as printed, sums with %, MACs bit by bit.
 * Loading of ZUC-256 is not here; the vectors test it.
 */
#ifndef MIFU_SUPPORT_SLOW_ZUC_H
#define MIFU_SUPPORT_SLOW_ZUC_H

#include <stdint.h>
#include <string.h>

#include "support_slow_zuc_boxes.h"

typedef struct slow_zuc {
    uint64_t s[16];
    uint32_t r1, r2;
} slow_zuc;

static inline uint32_t slow_rotate(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static inline uint32_t slow_box(uint32_t x)
{
    return (uint32_t)slow_s0[x >> 24] << 24 | (uint32_t)slow_s1[x >> 16 & 255] << 16 |
           (uint32_t)slow_s0[x >> 8 & 255] << 8 | slow_s1[x & 255];
}

/* One step: the word W; *x3 gets X3. In the initialisation W >> 1 goes into the register. */
static inline uint32_t slow_step(slow_zuc *z, int initialising, uint32_t *x3)
{
    const uint64_t p = UINT64_C(0x7fffffff);
    uint64_t *s = z->s, sum;
    uint32_t x0 = (uint32_t)(s[15] >> 15 << 16 | (s[14] & 0xffff));
    uint32_t x1 = (uint32_t)((s[11] & 0xffff) << 16 | s[9] >> 15);
    uint32_t x2 = (uint32_t)((s[7] & 0xffff) << 16 | s[5] >> 15);
    uint32_t w = (x0 ^ z->r1) + z->r2, w1 = z->r1 + x1, w2 = z->r2 ^ x2;
    uint32_t u = w1 << 16 | w2 >> 16, v = w2 << 16 | w1 >> 16;

    *x3 = (uint32_t)((s[2] & 0xffff) << 16 | s[0] >> 15);
    z->r1 = slow_box(u ^ slow_rotate(u, 2) ^ slow_rotate(u, 10) ^ slow_rotate(u, 18) ^
                     slow_rotate(u, 24));
    z->r2 = slow_box(v ^ slow_rotate(v, 8) ^ slow_rotate(v, 14) ^ slow_rotate(v, 22) ^
                     slow_rotate(v, 30));
    sum = ((s[15] << 15) % p + (s[13] << 17) % p + (s[10] << 21) % p + (s[4] << 20) % p +
           (s[0] << 8) % p + s[0] + (initialising ? w >> 1 : 0)) %
          p;
    memmove(s, s + 1, 15 * sizeof s[0]);
    s[15] = sum != 0 ? sum : p;
    return w;
}

static inline uint32_t slow_word(slow_zuc *z)
{
    uint32_t x3, w = slow_step(z, 0, &x3);

    return w ^ x3;
}

static inline void slow_init(slow_zuc *z, const uint8_t key[16], const uint8_t iv[16])
{
    static const uint32_t d[16] = {0x44d7, 0x26bc, 0x626b, 0x135e, 0x5789, 0x35e2, 0x7135, 0x09af,
                                   0x4d78, 0x2f13, 0x6bc4, 0x1af1, 0x5e26, 0x3c4d, 0x789a, 0x47ac};
    uint32_t x3;

    for (unsigned i = 0; i < 16; i++)
        z->s[i] = (uint64_t)key[i] << 23 | d[i] << 8 | iv[i];
    z->r1 = z->r2 = 0;
    for (unsigned i = 0; i < 33; i++)
        (void)slow_step(z, i < 32, &x3);
}

/* `bits` bits of key stream from bit `at` of the words on, up to 32 of them. */
static inline uint32_t slow_window(const uint32_t *words, size_t at)
{
    uint32_t out = 0;

    for (size_t i = at; i < at + 32; i++)
        out = out << 1 | (words[i / 32] >> (31 - i % 32) & 1);
    return out;
}

#endif
