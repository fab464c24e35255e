/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compression function of SM3 (GB/T 32905 5.3) in portable C. Sixteen rounds are written out,
 * so that each knows its places in the ring of sixteen message words; a word is expanded just
 * before the round that needs it first; and the eight working variables change names instead of
 * places: no round moves a register.
 */
#include "sm3_kernels.h"

#include "base_bytes.h"
#include "base_secret.h"

/* P0 and P1 of 4.4; FF and GG of 4.3 for rounds 0-15 (plain xor) and 16-63 (majority and choice).
 */
#define P0(x)             ((x) ^ mifu_rotl32((x), 9) ^ mifu_rotl32((x), 17))
#define P1(x)             ((x) ^ mifu_rotl32((x), 15) ^ mifu_rotl32((x), 23))
#define XOR3(x, y, z)     ((x) ^ (y) ^ (z))
#define MAJORITY(x, y, z) ((((y) ^ (z)) & (x)) + ((y) & (z))) /* no common bit: no carry */
#define CHOICE(x, y, z)   ((((y) ^ (z)) & (x)) ^ (z))

/* Word j of the expanded message replaces word j - 16 in the ring (5.3.2). */
#define EXPAND(j)                                                                                  \
    (w[(j)&15] = P1(w[(j)&15] ^ w[((j)-9) & 15] ^ mifu_rotl32(w[((j)-3) & 15], 15)) ^              \
                 mifu_rotl32(w[((j)-13) & 15], 7) ^ w[((j)-6) & 15])
#define LOADED(j) w[(j)&15]

/* One round (5.3.3). B and F are rotated in place and become the next round's C and G. */
#define ROUND(a, b, c, d, e, f, g, h, FF, GG, j, NEXT)                                             \
    do {                                                                                           \
        uint32_t a12 = mifu_rotl32(a, 12);                                                         \
        uint32_t ss1 = mifu_rotl32(a12 + e + t[j], 7);                                             \
        uint32_t wj = w[(j)&15];                                                                   \
                                                                                                   \
        d += FF(a, b, c) + (ss1 ^ a12) + (wj ^ NEXT((j) + 4));                                     \
        h += GG(e, f, g) + ss1 + wj;                                                               \
        b = mifu_rotl32(b, 9);                                                                     \
        f = mifu_rotl32(f, 19);                                                                    \
        h = P0(h);                                                                                 \
    } while (0)

/* Four rounds return the roles a, b, c, d and e, f, g, h to where they were. */
#define FOUR_ROUNDS(FF, GG, j, NEXT)                                                               \
    do {                                                                                           \
        ROUND(a, b, c, d, e, f, g, h, FF, GG, (j), NEXT);                                          \
        ROUND(d, a, b, c, h, e, f, g, FF, GG, (j) + 1, NEXT);                                      \
        ROUND(c, d, a, b, g, h, e, f, FF, GG, (j) + 2, NEXT);                                      \
        ROUND(b, c, d, a, f, g, h, e, FF, GG, (j) + 3, NEXT);                                      \
    } while (0)

static void compress(uint32_t state[8], const uint8_t *blocks, size_t count)
{
    uint32_t w[16];

    for (; count > 0; count--, blocks += 64) {
        const uint32_t *t = mifu_sm3_rotated_t;
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];

        for (unsigned i = 0; i < 16; i++)
            w[i] = mifu_load32_be(blocks + (size_t)4 * i);
        FOUR_ROUNDS(XOR3, XOR3, 0, LOADED);
        FOUR_ROUNDS(XOR3, XOR3, 4, LOADED);
        FOUR_ROUNDS(XOR3, XOR3, 8, LOADED);
        FOUR_ROUNDS(XOR3, XOR3, 12, EXPAND);
        for (t += 16; t < mifu_sm3_rotated_t + 64; t += 16) {
            FOUR_ROUNDS(MAJORITY, CHOICE, 0, EXPAND);
            FOUR_ROUNDS(MAJORITY, CHOICE, 4, EXPAND);
            FOUR_ROUNDS(MAJORITY, CHOICE, 8, EXPAND);
            FOUR_ROUNDS(MAJORITY, CHOICE, 12, EXPAND);
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
