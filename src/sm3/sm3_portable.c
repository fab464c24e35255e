/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compression function of SM3 (GB/T 32905 5.3) in portable C. The message is expanded four
 * words ahead of its use, in a ring of sixteen words, and the eight working variables change names
 * instead of places: no round moves a register.
 */
#include "sm3_kernels.h"

#include "base_bytes.h"
#include "base_secret.h"

/* P0 and P1 of 4.4; FF and GG of 4.3 for rounds 0-15 (plain xor) and 16-63 (majority and choice).
 */
#define P0(x)             ((x) ^ mifu_rotl32((x), 9) ^ mifu_rotl32((x), 17))
#define P1(x)             ((x) ^ mifu_rotl32((x), 15) ^ mifu_rotl32((x), 23))
#define XOR3(x, y, z)     ((x) ^ (y) ^ (z))
#define MAJORITY(x, y, z) (((x) & (y)) | (((x) | (y)) & (z)))
#define CHOICE(x, y, z)   ((((y) ^ (z)) & (x)) ^ (z))

/* Word j of the expanded message replaces word j - 16 in the ring (5.3.2). */
#define EXPAND(w, j)                                                                               \
    (w[(j)&15] = P1(w[(j)&15] ^ w[((j)-9) & 15] ^ mifu_rotl32(w[((j)-3) & 15], 15)) ^              \
                 mifu_rotl32(w[((j)-13) & 15], 7) ^ w[((j)-6) & 15])

/* One round (5.3.3). B and F are rotated in place and become the next round's C and G. */
#define ROUND(a, b, c, d, e, f, g, h, FF, GG, t, wj, wj4)                                          \
    do {                                                                                           \
        uint32_t a12 = mifu_rotl32(a, 12);                                                         \
        uint32_t ss1 = mifu_rotl32(a12 + e + (t), 7);                                              \
        d += FF(a, b, c) + (ss1 ^ a12) + ((wj) ^ (wj4));                                           \
        h += GG(e, f, g) + ss1 + (wj);                                                             \
        b = mifu_rotl32(b, 9);                                                                     \
        f = mifu_rotl32(f, 19);                                                                    \
        h = P0(h);                                                                                 \
    } while (0)

/* Four rounds return the roles a, b, c, d and e, f, g, h to where they were. */
#define FOUR_ROUNDS(FF, GG, j, w0, w1, w2, w3, w4, w5, w6, w7)                                     \
    do {                                                                                           \
        ROUND(a, b, c, d, e, f, g, h, FF, GG, mifu_sm3_rotated_t[(j)], w0, w4);                    \
        ROUND(d, a, b, c, h, e, f, g, FF, GG, mifu_sm3_rotated_t[(j) + 1], w1, w5);                \
        ROUND(c, d, a, b, g, h, e, f, FF, GG, mifu_sm3_rotated_t[(j) + 2], w2, w6);                \
        ROUND(b, c, d, a, f, g, h, e, FF, GG, mifu_sm3_rotated_t[(j) + 3], w3, w7);                \
    } while (0)

static void compress(uint32_t state[8], const uint8_t *blocks, size_t count)
{
    uint32_t w[16];

    for (; count > 0; count--, blocks += 64) {
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        unsigned j;

        for (unsigned i = 0; i < 16; i++)
            w[i] = mifu_load32_be(blocks + (size_t)4 * i);

        for (j = 0; j < 12; j += 4)
            FOUR_ROUNDS(XOR3, XOR3, j, w[j], w[j + 1], w[j + 2], w[j + 3], w[j + 4], w[j + 5],
                        w[j + 6], w[j + 7]);
        for (; j < 64; j += 4) {
            /* Words j+4 .. j+7 replace j-12 .. j-9, which no later round needs. */
            uint32_t x4 = EXPAND(w, j + 4);
            uint32_t x5 = EXPAND(w, j + 5);
            uint32_t x6 = EXPAND(w, j + 6);
            uint32_t x7 = EXPAND(w, j + 7);

            if (j == 12)
                FOUR_ROUNDS(XOR3, XOR3, j, w[12], w[13], w[14], w[15], x4, x5, x6, x7);
            else
                FOUR_ROUNDS(MAJORITY, CHOICE, j, w[j & 15], w[(j + 1) & 15], w[(j + 2) & 15],
                            w[(j + 3) & 15], x4, x5, x6, x7);
        }

        state[0] ^= a;
        state[1] ^= b;
        state[2] ^= c;
        state[3] ^= d;
        state[4] ^= e;
        state[5] ^= f;
        state[6] ^= g;
        state[7] ^= h;
    }
    mifu_wipe(w, sizeof w);
}

const mifu_sm3_kernels mifu_sm3_portable = {
    .compress = compress,
};
