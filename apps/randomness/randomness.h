/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fifteen randomness tests of GM/T 0005-2021, which are those of GB/T 32915-2016, on one
 * sequence of bits: clauses 5.1 to 5.15. A sequence is an array of bytes that are 0 or 1.
 *
 * Each test gives P, the probability that a random sequence looks less random than this one, and Q,
 * which is uniform in [0, 1] over random sequences and by which a set of samples is judged (6.3).
 * Where the statistic is normal, P takes both of its tails and Q one; elsewhere they are the same.
 *
 * Not for secrets: time and memory depend on the bits. Any thread.
 */
#ifndef RANDOMNESS_H
#define RANDOMNESS_H

#include <stddef.h>
#include <stdint.h>

typedef struct randomness_value {
    double p, q;
} randomness_value;

randomness_value randomness_frequency(const uint8_t *bits, size_t n);
randomness_value randomness_block_frequency(const uint8_t *bits, size_t n, unsigned m);
randomness_value randomness_poker(const uint8_t *bits, size_t n, unsigned m); /* m up to 16 */
/* Overlapping sequences of m bits, 2 to 16; the second value is the one of the second difference.
 */
void randomness_serial(randomness_value value[2], const uint8_t *bits, size_t n, unsigned m);
randomness_value randomness_runs(const uint8_t *bits, size_t n);
randomness_value randomness_runs_distribution(const uint8_t *bits, size_t n); /* n from 100 */
/* Of runs of `bit`; m is 8, 128 or 10000. */
randomness_value randomness_longest_run(const uint8_t *bits, size_t n, unsigned m, unsigned bit);
/* k below 32 and n. */
randomness_value randomness_binary_derivative(const uint8_t *bits, size_t n, unsigned k);
randomness_value randomness_autocorrelation(const uint8_t *bits, size_t n, unsigned d);
randomness_value randomness_matrix_rank(const uint8_t *bits, size_t n); /* 32 by 32 */
randomness_value randomness_cumulative_sums(const uint8_t *bits, size_t n, int backward);
randomness_value randomness_approximate_entropy(const uint8_t *bits, size_t n, unsigned m);
randomness_value randomness_maurer(const uint8_t *bits, size_t n, unsigned l,
                                   unsigned q); /* l = 7 */

/* These need memory: 0 where there is none. m up to 8192; n even. */
int randomness_linear_complexity(randomness_value *value, const uint8_t *bits, size_t n,
                                 unsigned m);
int randomness_fourier(randomness_value *value, const uint8_t *bits, size_t n);

/* ---- All of them, with the parameters of annex A */

#define RANDOMNESS_MOST_VALUES 40

typedef struct randomness_item {
    const char *test;      /* such as "poker" */
    const char *parameter; /* such as "m=4", or "" */
    int clause;            /* 5.clause */
} randomness_item;

/* The values for sequences of n bits, 20000, 1000000 or 100000000: how many; 0 for another n. */
size_t randomness_items(randomness_item items[RANDOMNESS_MOST_VALUES], size_t n);

/* One sample: values in the order of the items. 0 where there is no memory. */
int randomness_sample(randomness_value values[RANDOMNESS_MOST_VALUES], const uint8_t *bits,
                      size_t n);

/* ---- Judging a set of samples: clause 6 */

#define RANDOMNESS_ALPHA            0.01   /* of a sample */
#define RANDOMNESS_ALPHA_UNIFORMITY 0.0001 /* of a set */
#define RANDOMNESS_CLASSES          10
#define RANDOMNESS_LEAST_UNIFORMITY 50 /* samples: five are expected in each class */

/* How many of s samples must pass at least: 981 of 1000 (6.2). */
unsigned randomness_threshold(unsigned s);

/* P_T of Q's distribution over the classes [0, 0.1), ... (6.3). */
double randomness_uniformity(const unsigned counts[RANDOMNESS_CLASSES], unsigned s);

/* The class of a Q. */
unsigned randomness_class(double q);

/* ---- The functions behind */

double randomness_igamc(double a, double x); /* Q(a, x), the upper incomplete gamma function */

#endif
