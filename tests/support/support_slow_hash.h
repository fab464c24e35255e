/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM3 and SHA-256 as their standards write them, as an oracle for the back-ends: whole arrays W and
 * W', no renaming of variables, one block at a time. Shares nothing with the library but the
 * constants that are typed again here.
 */
#ifndef MIFU_SUPPORT_SLOW_HASH_H
#define MIFU_SUPPORT_SLOW_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef void slow_compress(uint32_t v[8], const uint8_t block[64]);

static inline uint32_t slow_rotl(uint32_t x, unsigned n)
{
    n %= 32;
    return n == 0 ? x : (x << n) | (x >> (32 - n));
}

static inline uint32_t slow_word(const uint8_t *p)
{
    uint32_t w = 0;

    for (int i = 0; i < 4; i++)
        w = w * 256 + p[i];
    return w;
}

/* GB/T 32905 5.3. */
static inline void slow_sm3_compress(uint32_t v[8], const uint8_t block[64])
{
    uint32_t w[68], r[8];

    for (unsigned j = 0; j < 16; j++)
        w[j] = slow_word(block + (size_t)4 * j);
    for (unsigned j = 16; j < 68; j++) {
        uint32_t x = w[j - 16] ^ w[j - 9] ^ slow_rotl(w[j - 3], 15);

        w[j] = x ^ slow_rotl(x, 15) ^ slow_rotl(x, 23) ^ slow_rotl(w[j - 13], 7) ^ w[j - 6];
    }
    memcpy(r, v, sizeof r);
    for (unsigned j = 0; j < 64; j++) {
        uint32_t t = j < 16 ? 0x79cc4519 : 0x7a879d8a;
        uint32_t a = r[0], b = r[1], c = r[2], e = r[4], f = r[5], g = r[6];
        uint32_t ss1 = slow_rotl(slow_rotl(a, 12) + e + slow_rotl(t, j), 7);
        uint32_t ss2 = ss1 ^ slow_rotl(a, 12);
        uint32_t ff = j < 16 ? a ^ b ^ c : (a & b) | (a & c) | (b & c);
        uint32_t gg = j < 16 ? e ^ f ^ g : (e & f) | (~e & g);
        uint32_t tt1 = ff + r[3] + ss2 + (w[j] ^ w[j + 4]);
        uint32_t tt2 = gg + r[7] + ss1 + w[j];

        r[3] = c;
        r[2] = slow_rotl(b, 9);
        r[1] = a;
        r[0] = tt1;
        r[7] = g;
        r[6] = slow_rotl(f, 19);
        r[5] = e;
        r[4] = tt2 ^ slow_rotl(tt2, 9) ^ slow_rotl(tt2, 17);
    }
    for (unsigned i = 0; i < 8; i++)
        v[i] ^= r[i];
}

/* Whether (x / 2^32)^3 <= n for x below 2^35: schoolbook product in 32-bit digits. */
static inline int slow_cube_at_most(uint64_t x, uint64_t n)
{
    uint64_t digits[5] = {1, 0, 0, 0, 0};

    for (int factor = 0; factor < 3; factor++) {
        uint64_t low = x & 0xffffffff, high = x >> 32, carry = 0, previous = 0;

        for (int i = 0; i < 5; i++) { /* high is below 8: no sum here reaches 2^64 */
            uint64_t sum = digits[i] * low + previous * high + carry;

            previous = digits[i];
            digits[i] = sum & 0xffffffff;
            carry = sum >> 32;
        }
    }
    if (digits[4] != 0 || digits[3] != n)
        return digits[4] == 0 && digits[3] < n;
    return digits[0] == 0 && digits[1] == 0 && digits[2] == 0;
}

/* K of FIPS 180-4 4.2.2 by its definition: fraction bits of the cube root of a prime. */
static inline uint32_t slow_sha256_k(unsigned index)
{
    unsigned prime = 2, found = 0;
    uint64_t low = 0, high = UINT64_C(7) << 32; /* the cube root of 311 is below 7 */

    for (;; prime++) {
        unsigned d = 2;

        while (d * d <= prime && prime % d != 0)
            d++;
        if (d * d > prime && found++ == index)
            break;
    }
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;

        if (slow_cube_at_most(middle, prime))
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}

/* FIPS 180-4 6.2.2. */
static inline void slow_sha256_compress(uint32_t v[8], const uint8_t block[64])
{
    static uint32_t k[64];
    uint32_t w[64], r[8];

    for (unsigned j = 0; k[63] == 0 && j < 64; j++)
        k[j] = slow_sha256_k(j);
    for (unsigned j = 0; j < 16; j++)
        w[j] = slow_word(block + (size_t)4 * j);
    for (unsigned j = 16; j < 64; j++) {
        uint32_t x = w[j - 15], y = w[j - 2];

        w[j] = w[j - 16] + (slow_rotl(x, 25) ^ slow_rotl(x, 14) ^ (x >> 3)) + w[j - 7] +
               (slow_rotl(y, 15) ^ slow_rotl(y, 13) ^ (y >> 10));
    }
    memcpy(r, v, sizeof r);
    for (unsigned j = 0; j < 64; j++) {
        uint32_t a = r[0], b = r[1], c = r[2], e = r[4], f = r[5], g = r[6];
        uint32_t t1 = r[7] + (slow_rotl(e, 26) ^ slow_rotl(e, 21) ^ slow_rotl(e, 7)) +
                      ((e & f) ^ (~e & g)) + k[j] + w[j];
        uint32_t t2 = (slow_rotl(a, 30) ^ slow_rotl(a, 19) ^ slow_rotl(a, 10)) +
                      ((a & b) ^ (a & c) ^ (b & c));

        memmove(r + 1, r, 7 * sizeof r[0]);
        r[4] += t1;
        r[0] = t1 + t2;
    }
    for (unsigned i = 0; i < 8; i++)
        v[i] += r[i];
}

static const uint32_t slow_sm3_iv[8] = {0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600,
                                        0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e};
static const uint32_t slow_sha256_iv[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static const uint32_t slow_sha224_iv[8] = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
                                           0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4};

/*
 * Finishes a message: `state` after `before` bytes (a multiple of 64), then data. Writes size
 * bytes.
 */
static inline void slow_finish(uint8_t *digest, size_t size, slow_compress *compress,
                               const uint32_t state[8], uint64_t before, const uint8_t *data,
                               size_t len)
{
    uint64_t bits = (before + len) * 8;
    size_t padded = (len + 1 + 8 + 63) / 64 * 64;
    uint32_t v[8];

    memcpy(v, state, sizeof v);
    for (size_t at = 0; at < padded; at += 64) {
        uint8_t block[64];

        for (size_t i = 0; i < 64; i++) {
            size_t position = at + i;

            if (position < len)
                block[i] = data[position];
            else if (position == len)
                block[i] = 0x80;
            else if (position >= padded - 8)
                block[i] = (uint8_t)(bits >> (8 * (padded - 1 - position)));
            else
                block[i] = 0;
        }
        compress(v, block);
    }
    for (size_t i = 0; i < size; i++)
        digest[i] = (uint8_t)(v[i / 4] >> (24 - 8 * (i % 4)));
}

#endif
