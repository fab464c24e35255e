/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of runs of equal bits: GM/T 0005-2021 5.5 to 5.7. */
#include "randomness_internal.h"

/* 5.5: V_n(obs) around 2 n pi (1 - pi). */
randomness_value randomness_runs(const uint8_t *bits, size_t n)
{
    double runs = 1, pi = bits[n - 1], product, v;
    randomness_value none = {0, 0};

    for (size_t i = 0; i + 1 < n; i++) {
        runs += bits[i] != bits[i + 1];
        pi += bits[i];
    }
    pi /= (double)n;
    product = pi * (1 - pi);
    if (product == 0) /* all bits are equal */
        return none;
    v = (runs - 2 * (double)n * product) / (2 * sqrt(2 * (double)n) * product);
    return randomness_from_normal(v * sqrt(2)); /* the standard has erfc(|v|) */
}

/*
 * 5.6: runs of ones and of zeros by length, up to the greatest k of which (n - k + 3) / 2^(k+2), at
 * least 5, are expected; longer ones count with those of k.
 */
randomness_value randomness_runs_distribution(const uint8_t *bits, size_t n)
{
    unsigned long counts[2][64] = {{0}};
    unsigned k = 1;
    double total = 0, v = 0;
    size_t length = 0;

    while ((double)(n - (k + 1) + 3) / ldexp(1, (int)(k + 1) + 2) >= 5)
        k++;
    for (size_t i = 0; i < n; i++) {
        length++;
        if (i + 1 == n || bits[i] != bits[i + 1]) {
            counts[bits[i]][length < k ? length : k]++;
            length = 0;
            total++;
        }
    }
    for (unsigned i = 1; i <= k; i++) {
        double expected = total / ldexp(1, (int)(i < k ? i + 1 : k));

        for (int bit = 0; bit < 2; bit++) {
            double away = (double)counts[bit][i] - expected;

            v += away * away / expected;
        }
    }
    return randomness_from_chi_squared(v, 2.0 * k - 2);
}

/* The classes of 5.7 table 2: the longest run is at most `least`, then one more each. */
static const struct {
    unsigned m, least, classes;
    double probabilities[7];
} tables[] = {
    {8, 1, 4, {0.2148, 0.3672, 0.2305, 0.1875}},
    {128, 4, 6, {0.1174, 0.2430, 0.2493, 0.1752, 0.1027, 0.1124}},
    {10000, 10, 7, {0.0882, 0.2092, 0.2483, 0.1933, 0.1208, 0.0675, 0.0727}},
};

/* 5.7 */
randomness_value randomness_longest_run(const uint8_t *bits, size_t n, unsigned m, unsigned bit)
{
    unsigned long counts[7] = {0};
    size_t blocks = n / m, t = 0;

    while (tables[t].m != m)
        t++;
    for (size_t i = 0; i < blocks; i++) {
        unsigned longest = 0, run = 0, class;

        for (unsigned j = 0; j < m; j++) {
            run = bits[i * m + j] == bit ? run + 1 : 0;
            longest = run > longest ? run : longest;
        }
        class = longest > tables[t].least ? longest - tables[t].least : 0;
        counts[class < tables[t].classes ? class : tables[t].classes - 1]++;
    }
    return randomness_from_chi_squared(
        randomness_chi_squared(counts, tables[t].probabilities, tables[t].classes, (double)blocks),
        tables[t].classes - 1);
}
