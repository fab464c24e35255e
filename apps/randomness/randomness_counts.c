/* SPDX-License-Identifier: Apache-2.0 */
/* Tests that count bits and short patterns: GM/T 0005-2021 5.1 to 5.4 and 5.12. */
#include <string.h>

#include "randomness_internal.h"

#define MOST_BITS 16

static _Thread_local unsigned long
    counts[1UL << MOST_BITS]; /* of patterns, in one test at a time */

static size_t ones(const uint8_t *bits, size_t n)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += bits[i];
    return count;
}

/* 5.1 */
randomness_value randomness_frequency(const uint8_t *bits, size_t n)
{
    return randomness_from_normal((2 * (double)ones(bits, n) - (double)n) / sqrt((double)n));
}

/* 5.2 */
randomness_value randomness_block_frequency(const uint8_t *bits, size_t n, unsigned m)
{
    size_t blocks = n / m;
    double v = 0;

    for (size_t i = 0; i < blocks; i++) {
        double away = (double)ones(bits + i * m, m) / m - 0.5;

        v += away * away;
    }
    return randomness_from_chi_squared(4 * m * v, (double)blocks);
}

/* 5.3: blocks that do not overlap. */
randomness_value randomness_poker(const uint8_t *bits, size_t n, unsigned m)
{
    size_t blocks = n / m;
    double sum = 0, patterns = (double)(1UL << m);

    memset(counts, 0, (sizeof counts[0]) << m);
    for (size_t i = 0; i < blocks; i++) {
        unsigned pattern = 0;

        for (unsigned j = 0; j < m; j++)
            pattern = pattern << 1 | bits[i * m + j];
        counts[pattern]++;
    }
    for (size_t i = 0; i < 1UL << m; i++)
        sum += (double)counts[i] * (double)counts[i];
    return randomness_from_chi_squared(patterns / (double)blocks * sum - (double)blocks,
                                       patterns - 1);
}

/* Counts of the n patterns of m bits, the sequence being continued by its beginning. */
static void count_overlapping(const uint8_t *bits, size_t n, unsigned m)
{
    unsigned mask = (1U << m) - 1, pattern = 0;

    memset(counts, 0, (sizeof counts[0]) << m);
    for (unsigned j = 0; j + 1 < m; j++)
        pattern = pattern << 1 | bits[j % n];
    for (size_t i = 0; i < n; i++) {
        pattern = (pattern << 1 | bits[(i + m - 1) % n]) & mask;
        counts[pattern]++;
    }
}

/* psi^2 of 5.4; 0 for no bits. */
static double psi_squared(const uint8_t *bits, size_t n, unsigned m)
{
    double sum = 0;

    if (m == 0)
        return 0;
    count_overlapping(bits, n, m);
    for (size_t i = 0; i < 1UL << m; i++)
        sum += (double)counts[i] * (double)counts[i];
    return (double)(1UL << m) / (double)n * sum - (double)n;
}

/* 5.4 */
void randomness_serial(randomness_value value[2], const uint8_t *bits, size_t n, unsigned m)
{
    double a = psi_squared(bits, n, m), b = psi_squared(bits, n, m - 1),
           c = psi_squared(bits, n, m - 2);

    value[0] = randomness_from_chi_squared(a - b, ldexp(1, (int)m - 1));
    value[1] = randomness_from_chi_squared(a - 2 * b + c, ldexp(1, (int)m - 2));
}

/* phi of 5.12. */
static double phi(const uint8_t *bits, size_t n, unsigned m)
{
    double sum = 0;

    count_overlapping(bits, n, m);
    for (size_t i = 0; i < 1UL << m; i++)
        if (counts[i] > 0)
            sum += (double)counts[i] / (double)n * log((double)counts[i] / (double)n);
    return sum;
}

/* 5.12 */
randomness_value randomness_approximate_entropy(const uint8_t *bits, size_t n, unsigned m)
{
    double entropy = phi(bits, n, m) - phi(bits, n, m + 1);

    return randomness_from_chi_squared(2 * (double)n * (log(2) - entropy), ldexp(1, (int)m));
}
