/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hash computation of SHA-256 (FIPS 180-4 6.2.2) in portable C: a ring of sixteen message
 * words, and working variables that change names instead of places.
 */
#include "sha256_kernels.h"

#include "base_bytes.h"
#include "base_secret.h"

/* The functions of 4.1.2. */
#define CH(x, y, z)  ((((y) ^ (z)) & (x)) ^ (z))
#define MAJ(x, y, z) (((x) & (y)) | (((x) | (y)) & (z)))
#define SUM0(x)      (mifu_rotr32((x), 2) ^ mifu_rotr32((x), 13) ^ mifu_rotr32((x), 22))
#define SUM1(x)      (mifu_rotr32((x), 6) ^ mifu_rotr32((x), 11) ^ mifu_rotr32((x), 25))
#define SIGMA0(x)    (mifu_rotr32((x), 7) ^ mifu_rotr32((x), 18) ^ ((x) >> 3))
#define SIGMA1(x)    (mifu_rotr32((x), 17) ^ mifu_rotr32((x), 19) ^ ((x) >> 10))

/* Word j of the schedule replaces word j - 16 in the ring. */
#define EXPAND(j)                                                                                  \
    (w[(j)&15] += SIGMA1(w[((j) + 14) & 15]) + w[((j) + 9) & 15] + SIGMA0(w[((j) + 1) & 15]))

#define ROUND(a, b, c, d, e, f, g, h, j, wj)                                                       \
    do {                                                                                           \
        uint32_t t1 = h + SUM1(e) + CH(e, f, g) + mifu_sha256_k[j] + (wj);                         \
        d += t1;                                                                                   \
        h = t1 + SUM0(a) + MAJ(a, b, c);                                                           \
    } while (0)

#define EIGHT_ROUNDS(j, W)                                                                         \
    do {                                                                                           \
        ROUND(a, b, c, d, e, f, g, h, (j) + 0, W((j) + 0));                                        \
        ROUND(h, a, b, c, d, e, f, g, (j) + 1, W((j) + 1));                                        \
        ROUND(g, h, a, b, c, d, e, f, (j) + 2, W((j) + 2));                                        \
        ROUND(f, g, h, a, b, c, d, e, (j) + 3, W((j) + 3));                                        \
        ROUND(e, f, g, h, a, b, c, d, (j) + 4, W((j) + 4));                                        \
        ROUND(d, e, f, g, h, a, b, c, (j) + 5, W((j) + 5));                                        \
        ROUND(c, d, e, f, g, h, a, b, (j) + 6, W((j) + 6));                                        \
        ROUND(b, c, d, e, f, g, h, a, (j) + 7, W((j) + 7));                                        \
    } while (0)

#define LOADED(j) w[(j)&15]

static void compress(uint32_t state[8], const uint8_t *blocks, size_t count)
{
    uint32_t w[16];

    for (; count > 0; count--, blocks += 64) {
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];

        for (unsigned i = 0; i < 16; i++)
            w[i] = mifu_load32_be(blocks + (size_t)4 * i);
        for (unsigned j = 0; j < 16; j += 8)
            EIGHT_ROUNDS(j, LOADED);
        for (unsigned j = 16; j < 64; j += 8)
            EIGHT_ROUNDS(j, EXPAND);

        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }
    mifu_wipe(w, sizeof w);
}

const mifu_sha256_kernels mifu_sha256_portable = {
    .compress = compress,
};
