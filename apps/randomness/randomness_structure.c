/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of linear dependence and of repetition: GM/T 0005-2021 5.10, 5.13 and 5.14. */
#include <stdlib.h>
#include <string.h>

#include "randomness_internal.h"

static unsigned rank_of(uint32_t rows[32])
{
    unsigned rank = 0;

    for (uint32_t column = UINT32_C(1) << 31; column != 0 && rank < 32; column >>= 1) {
        unsigned pivot = rank;
        uint32_t row;

        while (pivot < 32 && (rows[pivot] & column) == 0)
            pivot++;
        if (pivot == 32)
            continue;
        row = rows[pivot];
        rows[pivot] = rows[rank];
        rows[rank++] = row;
        for (unsigned i = rank; i < 32; i++)
            if ((rows[i] & column) != 0)
                rows[i] ^= row;
    }
    return rank;
}

/* 5.10: matrices of 32 by 32 bits have rank 32, 31 and less with these probabilities. */
randomness_value randomness_matrix_rank(const uint8_t *bits, size_t n)
{
    static const double probabilities[3] = {0.2888, 0.5776, 0.1336};
    unsigned long counts[3] = {0};
    size_t matrices = n / 1024;

    for (size_t i = 0; i < matrices; i++) {
        uint32_t rows[32] = {0};
        unsigned rank;

        for (unsigned j = 0; j < 1024; j++)
            rows[j / 32] = rows[j / 32] << 1 | bits[1024 * i + j];
        rank = rank_of(rows);
        counts[rank > 30 ? 32 - rank : 2]++;
    }
    return randomness_from_chi_squared(
        randomness_chi_squared(counts, probabilities, 3, (double)matrices), 2);
}

/* ---- 5.13 */

#define MOST_WORDS 129 /* of 64 bits: m up to 8192, and one word for shifts */

typedef struct polynomials {
    uint64_t connection[MOST_WORDS], before[MOST_WORDS], keep[MOST_WORDS];
    uint64_t window[MOST_WORDS]; /* bit j: the sequence j steps ago */
} polynomials;

static unsigned parity(uint64_t x)
{
    x ^= x >> 32;
    x ^= x >> 16;
    x ^= x >> 8;
    x ^= x >> 4;
    return (unsigned)(0x6996 >> (x & 15) & 1);
}

/* a ^= b * x^shift, on `words` words. */
static void add_shifted(uint64_t *a, const uint64_t *b, unsigned shift, size_t words)
{
    size_t skip = shift / 64;
    unsigned by = shift % 64;

    for (size_t i = words; i-- > skip;) {
        uint64_t word = b[i - skip] << by;

        if (by != 0 && i > skip)
            word |= b[i - skip - 1] >> (64 - by);
        a[i] ^= word;
    }
}

/* The length of the shortest shift register that gives m bits: Berlekamp and Massey. */
static unsigned linear_complexity(polynomials *p, const uint8_t *bits, unsigned m)
{
    unsigned length = 0, since = 1;
    size_t words = m / 64 + 1;

    memset(p, 0, sizeof *p);
    p->connection[0] = p->before[0] = 1;
    for (unsigned i = 0; i < m; i++) {
        uint64_t sum = 0;

        for (size_t w = words; w-- > 1;)
            p->window[w] = p->window[w] << 1 | p->window[w - 1] >> 63;
        p->window[0] = p->window[0] << 1 | bits[i];
        for (size_t w = 0; w <= length / 64; w++)
            sum ^= p->connection[w] & p->window[w];
        if (parity(sum) == 0) {
            since++;
            continue;
        }
        memcpy(p->keep, p->connection, words * sizeof p->keep[0]);
        add_shifted(p->connection, p->before, since, words);
        if (2 * length <= i) {
            length = i + 1 - length;
            memcpy(p->before, p->keep, words * sizeof p->keep[0]);
            since = 1;
        } else {
            since++;
        }
    }
    return length;
}

int randomness_linear_complexity(randomness_value *value, const uint8_t *bits, size_t n, unsigned m)
{
    static const double probabilities[7] = {0.010417, 0.03125, 0.125, 0.5, 0.25, 0.0625, 0.020833};
    polynomials *p = malloc(sizeof *p);
    unsigned long counts[7] = {0};
    size_t blocks = n / m;
    double sign = m % 2 == 0 ? 1 : -1;
    double mean = m / 2.0 + (9 - sign) / 36 - (m / 3.0 + 2.0 / 9) / pow(2, m);

    if (p == NULL)
        return 0;
    for (size_t i = 0; i < blocks; i++) {
        double t = sign * (linear_complexity(p, bits + i * m, m) - mean) + 2.0 / 9;
        int class = (int)ceil(t + 2.5); /* up to -2.5, -1.5, ..., 2.5, and above */

        counts[class < 0 ? 0 : class > 6 ? 6 : class]++;
    }
    free(p);
    *value = randomness_from_chi_squared(
        randomness_chi_squared(counts, probabilities, 7, (double)blocks), 6);
    return 1;
}

/* 5.14, L = 7: the mean of log2 of the distance to the last block of the same bits. */
randomness_value randomness_maurer(const uint8_t *bits, size_t n, unsigned l, unsigned q)
{
    const double expected = 6.1962507, variance = 3.125;
    size_t last[128] = {0}, k = n / l - q;
    double sum = 0, c, sigma;

    for (size_t i = 1; i <= q + k; i++) {
        unsigned block = 0;

        for (unsigned j = 0; j < l; j++)
            block = block << 1 | bits[(i - 1) * l + j];
        if (i > q)
            sum += log2((double)(i - last[block]));
        last[block] = i;
    }
    c = 0.7 - 0.8 / l + (4 + 32.0 / l) * pow((double)k, -3.0 / l) / 15;
    sigma = c * sqrt(variance / (double)k);
    return randomness_from_normal((sum / (double)k - expected) / sigma);
}
