/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decomposition over a lattice: the vectors x with sum x_j lambda^j = 0 mod N have the rows of a
 * matrix B as their basis, |det B| = N. (r_0, r_1, ..) being the first row of B's inverse,
 *
 *     k (1, 0, ..) - sum c_i row_i,  c_i = floor(k r_i),
 *
 * is a vector of parts of k, the sum of f_i row_i with f_i in [0, 1). All r_i are positive, thanks
 * to the signs of the rows, and are used as g_i / 2^320 within 2^-320: with k < 2^256 each c_i is
 * the floor or one beside it, and f_i in (-2^-63, 1 + 2^-63).
 *
 * Parts are made odd by a row or none taken off: modulo 2 the rows are a basis of everything, N
 * being odd. Then f_i is in (-1 - 2^-63, 1 + 2^-63), and no part exceeds the sum of its column,
 *
 *     halves    6t^2 + 6t + 2 < 0.844 * 2^128 < 2^130,
 *     quarters  5t + 3 < 1.876 * 2^64 < 2^65.
 *
 * tests/unit/test_sm9_arithmetic.c checks the sums, and these bounds.
 */
#include "sm9_decompose.h"

#define WORDS 3 /* of a part: integers modulo 2^192, negative ones in two's complement */

typedef struct lattice {
    mifu_u256 g[4];          /* round(2^320 r_i) */
    uint64_t entry[4][4][2]; /* magnitudes of the rows */
    uint8_t negative[4][4];  /* their signs */
} lattice;

#define T UINT64_C(0x600000000058f98a)

/* (2t + 1, 6t^2 + 4t + 1) and (6t^2 + 2t, -2t - 1). */
static const lattice half_lattice = {
    {{{0x4b859af419e19310, 0x0db20a88f17b78d1, 0x0000000000000001, 0}},
     {{0x0cd163203cb2bc92, 0x83b2fd057ce97d7a, 0x2f684bda10c41c31, 0x0000000000000001}}},
    {{{2 * T + 1, 0}, {0x8000b98b0e165c81, 0xd8000000019062ee}},
     {{0xc000b98b0d64696c, 0xd8000000019062ed}, {2 * T + 1, 0}}},
    {{0, 0}, {0, 1}}};

/* (2t+1, 0, 2t, 1), minus what p makes of it, (2t, t+1, -t, t), and (t+1, t, t, -2t). */
static const lattice quarter_lattice = {
    {{{0x72edbc8e210396a3, 0x7ee62e24005a094e, 0x097ba41ae3ec39c4, 0x71c71c71c6b2fe2d}},
     {{0x80f6f61a09be79ee, 0xf80d28df879c4ce6, 0x097ba41ae3ec39c3, 0x71c71c71c6b2fe2d}},
     {{0x40a22407f0abca59, 0x7a195f4283ca9524, 0xe38efc5bb7145757, 0xe38e38e38d65fc58}},
     {{0x4b859af419e19310, 0x0db20a88f17b78d1, 0x0000000000000001, 0}}},
    {{{2 * T + 1, 0}, {0, 0}, {2 * T, 0}, {1, 0}},
     {{1, 0}, {2 * T + 1, 0}, {1, 0}, {2 * T, 0}},
     {{2 * T, 0}, {T + 1, 0}, {T, 0}, {T, 0}},
     {{T + 1, 0}, {T, 0}, {T, 0}, {2 * T, 0}}},
    {{0, 0, 0, 0}, {0, 1, 1, 1}, {0, 0, 1, 0}, {0, 0, 0, 1}}};

/* r -= c times an entry, its sign among it. */
static void subtract_multiple(uint64_t r[WORDS], const uint64_t c[WORDS], const uint64_t entry[2],
                              int negative)
{
    uint64_t product[WORDS] = {0}, carry;

    for (int i = 0; i < 2; i++) {
        carry = 0;
        for (int j = 0; i + j < WORDS; j++)
            product[i + j] = mifu_word_mul_add(c[j], entry[i], product[i + j], &carry);
    }
    carry = 0;
    for (int i = 0; i < WORDS; i++)
        r[i] = negative ? mifu_word_add(r[i], product[i], &carry)
                        : mifu_word_sub(r[i], product[i], &carry);
    mifu_wipe(product, sizeof product);
}

static void subtract_row(uint64_t a[][WORDS], int parts, const uint64_t c[WORDS],
                         const lattice *basis, int row)
{
    for (int j = 0; j < parts; j++)
        subtract_multiple(a[j], c, basis->entry[row][j], basis->negative[row][j]);
}

/* The parts with f_i in (-2^-63, 1 + 2^-63). */
static void decompose(uint64_t a[][WORDS], int parts, const lattice *basis, const mifu_u256 *k)
{
    uint64_t product[8];

    for (int j = 0; j < parts; j++)
        for (int i = 0; i < WORDS; i++)
            a[j][i] = j == 0 ? k->v[i] : 0;
    for (int i = 0; i < parts; i++) {
        mifu_field_product(product, k, &basis->g[i]);
        subtract_row(a, parts, product + 5, basis, i);
    }
    mifu_wipe(product, sizeof product);
}

/*
 * The digits of an odd part, |a| < 2^(5 windows): with y = (a + 2^(5 windows) - 1)/2 and w_i the
 * digits of y to the base 32, d_i = 2 w_i - 31, since all the 31 together make 2^(5 windows) - 1.
 */
static void part_digits(mifu_sm9_part_digits *digits, const uint64_t a[WORDS], unsigned windows)
{
    const unsigned bits = 5 * windows;
    mifu_u256 y = {{0, 0, 0, 0}};
    uint64_t carry = 0;

    for (unsigned i = 0; i < WORDS; i++) {
        uint64_t ones = bits >= 64 * (i + 1) ? ~(uint64_t)0
                        : bits > 64 * i      ? ((uint64_t)1 << (bits - 64 * i)) - 1
                                             : 0;

        y.v[i] = mifu_word_add(a[i], ones, &carry);
    }
    for (unsigned i = 0; i < windows; i++) {
        uint64_t w = mifu_u256_bits(&y, 5 * i + 1) & 31, negative = w >> 4 ^ 1;

        digits->index[i] = (uint8_t)((w ^ (0 - negative)) & 15);
        digits->negative[i] = (uint8_t)negative;
    }
    mifu_wipe(&y, sizeof y);
}

/* Modulo 2 the rows are (1, 1) and (0, 1). */
void mifu_sm9_halves(mifu_sm9_part_digits halves[2], const mifu_u256 *k)
{
    uint64_t a[2][WORDS], c[2][WORDS] = {{0}};

    decompose(a, 2, &half_lattice, k);
    c[0][0] = (a[0][0] & 1) ^ 1;
    c[1][0] = (a[0][0] ^ a[1][0]) & 1;
    for (int i = 0; i < 2; i++)
        subtract_row(a, 2, c[i], &half_lattice, i);
    for (int j = 0; j < 2; j++)
        part_digits(&halves[j], a[j], MIFU_SM9_HALF_WINDOWS);
    mifu_wipe(a, sizeof a);
    mifu_wipe(c, sizeof c);
}

/* Modulo 2 the rows are (1, 0, 0, 1), (1, 1, 1, 0), (0, 1, 0, 0) and (1, 0, 0, 0). */
void mifu_sm9_quarters(mifu_sm9_part_digits quarters[4], const mifu_u256 *k)
{
    uint64_t a[4][WORDS], c[4][WORDS] = {{0}};

    decompose(a, 4, &quarter_lattice, k);
    c[0][0] = (a[3][0] & 1) ^ 1;
    c[1][0] = (a[2][0] & 1) ^ 1;
    c[2][0] = (a[1][0] ^ a[2][0]) & 1;
    c[3][0] = (a[0][0] ^ a[2][0] ^ a[3][0] ^ 1) & 1;
    for (int i = 0; i < 4; i++)
        subtract_row(a, 4, c[i], &quarter_lattice, i);
    for (int j = 0; j < 4; j++)
        part_digits(&quarters[j], a[j], MIFU_SM9_QUARTER_WINDOWS);
    mifu_wipe(a, sizeof a);
    mifu_wipe(c, sizeof c);
}

/*
 * Here the parts must be positive, and only part 0 odd. Their coordinates lie in [0, 5t], [-2t,
 * 2t], [-t, 3t], [-4t, t] and a little; the lattice vectors 2 -3 -1 -1 and 2 -2 0 -1 of the rows,
 * (1, 4, 4, 7)t and (3, 3, 3, 6)t about, the first coordinate of one even, of the other odd, take
 * them to between 2t and 8t and a little: positive and below 2^66.
 *
 * Part 0 is odd: its digits are +-1, bit i + 1 telling the sign of digit i. Another part takes its
 * lowest bit with that sign and goes on with (a_j - digit)/2 = (a_j >> 1) + (1 where the digit is
 * -1).
 */
void mifu_sm9_recode(mifu_sm9_digits *digits, const mifu_u256 *k)
{
    static const uint64_t even[4][2] = {{0x600000000058f988, 0},
                                        {0x800000000163e62a, 1},
                                        {0x800000000163e62b, 1},
                                        {0xa0000000026ed2c8, 2}};
    static const uint64_t odd[4][2] = {{0x20000000010aec9d, 1},
                                       {0x20000000010aeca0, 1},
                                       {0x20000000010aeca0, 1},
                                       {0x400000000215d93e, 2}};
    uint64_t a[4][WORDS], mask;

    decompose(a, 4, &quarter_lattice, k);
    mask = mifu_mask_bit64(a[0][0] & 1); /* odd already: an even vector keeps it so */
    for (int j = 0; j < 4; j++) {
        uint64_t carry = 0;

        a[j][0] = mifu_word_add(a[j][0], mifu_select64(mask, even[j][0], odd[j][0]), &carry);
        a[j][1] = mifu_word_add(a[j][1], mifu_select64(mask, even[j][1], odd[j][1]), &carry);
    }
    for (int i = 0; i < MIFU_SM9_DIGITS; i++) {
        uint64_t sign = i == MIFU_SM9_DIGITS - 1 ? 1 : a[0][0] >> 1 & 1;

        digits->negative[i] = (uint8_t)(sign ^ 1);
        digits->index[i] = 0;
        a[0][0] = a[0][0] >> 1 | a[0][1] << 63;
        a[0][1] >>= 1;
        for (int j = 1; j < 4; j++) {
            uint64_t bit = a[j][0] & 1, carry = bit & (sign ^ 1);

            digits->index[i] = (uint8_t)(digits->index[i] | bit << (j - 1));
            a[j][0] = a[j][0] >> 1 | a[j][1] << 63;
            a[j][1] >>= 1;
            a[j][0] = mifu_word_add(a[j][0], 0, &carry);
            a[j][1] += carry;
        }
    }
    mifu_wipe(a, sizeof a);
}
