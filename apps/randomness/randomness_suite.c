/* SPDX-License-Identifier: Apache-2.0 */
/* The tests with the parameters of GM/T 0005-2021 annex A, and clause 6. */
#include "randomness_internal.h"

/* Lengths at which a row belongs to the suite. */
enum { N4 = 1, N6 = 2, N8 = 4, ALL = N4 | N6 | N8 };

typedef enum kind {
    FREQUENCY,
    BLOCK_FREQUENCY,
    POKER,
    SERIAL, /* two values */
    RUNS,
    RUNS_DISTRIBUTION,
    LONGEST_RUN_1,
    LONGEST_RUN_0,
    DERIVATIVE,
    AUTOCORRELATION,
    RANK,
    SUMS_FORWARD,
    SUMS_BACKWARD,
    ENTROPY,
    LINEAR,
    MAURER,
    FOURIER
} kind;

static const struct {
    kind kind;
    int clause, lengths;
    unsigned parameter;
    const char *name, *text, *second; /* second: the text of the second value */
} rows[] = {
    {FREQUENCY, 1, ALL, 0, "frequency", "", NULL},
    {BLOCK_FREQUENCY, 2, N4, 1000, "block frequency", "m=1000", NULL},
    {BLOCK_FREQUENCY, 2, N6, 10000, "block frequency", "m=10000", NULL},
    {BLOCK_FREQUENCY, 2, N8, 100000, "block frequency", "m=100000", NULL},
    {POKER, 3, ALL, 4, "poker", "m=4", NULL},
    {POKER, 3, ALL, 8, "poker", "m=8", NULL},
    {SERIAL, 4, ALL, 3, "overlapping sequences", "m=3, first", "m=3, second"},
    {SERIAL, 4, ALL, 5, "overlapping sequences", "m=5, first", "m=5, second"},
    {SERIAL, 4, N8, 7, "overlapping sequences", "m=7, first", "m=7, second"},
    {RUNS, 5, ALL, 0, "runs", "", NULL},
    {RUNS_DISTRIBUTION, 6, ALL, 0, "runs distribution", "", NULL},
    {LONGEST_RUN_1, 7, N4, 128, "longest run", "of ones, m=128", NULL},
    {LONGEST_RUN_0, 7, N4, 128, "longest run", "of zeros, m=128", NULL},
    {LONGEST_RUN_1, 7, N6 | N8, 10000, "longest run", "of ones, m=10000", NULL},
    {LONGEST_RUN_0, 7, N6 | N8, 10000, "longest run", "of zeros, m=10000", NULL},
    {DERIVATIVE, 8, ALL, 3, "binary derivative", "k=3", NULL},
    {DERIVATIVE, 8, ALL, 7, "binary derivative", "k=7", NULL},
    {DERIVATIVE, 8, N8, 15, "binary derivative", "k=15", NULL},
    {AUTOCORRELATION, 9, N6 | N8, 1, "autocorrelation", "d=1", NULL},
    {AUTOCORRELATION, 9, ALL, 2, "autocorrelation", "d=2", NULL},
    {AUTOCORRELATION, 9, ALL, 8, "autocorrelation", "d=8", NULL},
    {AUTOCORRELATION, 9, ALL, 16, "autocorrelation", "d=16", NULL},
    {AUTOCORRELATION, 9, N8, 32, "autocorrelation", "d=32", NULL},
    {RANK, 10, N6 | N8, 0, "matrix rank", "32 x 32", NULL},
    {SUMS_FORWARD, 11, ALL, 0, "cumulative sums", "forward", NULL},
    {SUMS_BACKWARD, 11, ALL, 0, "cumulative sums", "backward", NULL},
    {ENTROPY, 12, N4 | N6, 2, "approximate entropy", "m=2", NULL},
    {ENTROPY, 12, ALL, 5, "approximate entropy", "m=5", NULL},
    {ENTROPY, 12, N8, 7, "approximate entropy", "m=7", NULL},
    {LINEAR, 13, N6, 500, "linear complexity", "m=500", NULL},
    {LINEAR, 13, N6, 1000, "linear complexity", "m=1000", NULL},
    {LINEAR, 13, N8, 5000, "linear complexity", "m=5000", NULL},
    {MAURER, 14, N6 | N8, 7, "Maurer universal", "L=7, Q=1280", NULL},
    {FOURIER, 15, ALL, 0, "discrete Fourier", "", NULL},
};

static int length_bit(size_t n)
{
    return n == 20000 ? N4 : n == 1000000 ? N6 : n == 100000000 ? N8 : 0;
}

size_t randomness_items(randomness_item items[RANDOMNESS_MOST_VALUES], size_t n)
{
    size_t count = 0;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if ((rows[i].lengths & length_bit(n)) == 0)
            continue;
        items[count++] = (randomness_item){rows[i].name, rows[i].text, rows[i].clause};
        if (rows[i].second != NULL)
            items[count++] = (randomness_item){rows[i].name, rows[i].second, rows[i].clause};
    }
    return count;
}

static int run_row(randomness_value *out, size_t i, const uint8_t *bits, size_t n)
{
    unsigned parameter = rows[i].parameter;

    switch (rows[i].kind) {
    case FREQUENCY:
        *out = randomness_frequency(bits, n);
        break;
    case BLOCK_FREQUENCY:
        *out = randomness_block_frequency(bits, n, parameter);
        break;
    case POKER:
        *out = randomness_poker(bits, n, parameter);
        break;
    case SERIAL:
        randomness_serial(out, bits, n, parameter);
        break;
    case RUNS:
        *out = randomness_runs(bits, n);
        break;
    case RUNS_DISTRIBUTION:
        *out = randomness_runs_distribution(bits, n);
        break;
    case LONGEST_RUN_1:
        *out = randomness_longest_run(bits, n, parameter, 1);
        break;
    case LONGEST_RUN_0:
        *out = randomness_longest_run(bits, n, parameter, 0);
        break;
    case DERIVATIVE:
        *out = randomness_binary_derivative(bits, n, parameter);
        break;
    case AUTOCORRELATION:
        *out = randomness_autocorrelation(bits, n, parameter);
        break;
    case RANK:
        *out = randomness_matrix_rank(bits, n);
        break;
    case SUMS_FORWARD:
        *out = randomness_cumulative_sums(bits, n, 0);
        break;
    case SUMS_BACKWARD:
        *out = randomness_cumulative_sums(bits, n, 1);
        break;
    case ENTROPY:
        *out = randomness_approximate_entropy(bits, n, parameter);
        break;
    case LINEAR:
        return randomness_linear_complexity(out, bits, n, parameter);
    case MAURER:
        *out = randomness_maurer(bits, n, parameter, 1280);
        break;
    case FOURIER:
        return randomness_fourier(out, bits, n);
    }
    return 1;
}

int randomness_sample(randomness_value values[RANDOMNESS_MOST_VALUES], const uint8_t *bits,
                      size_t n)
{
    size_t count = 0;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if ((rows[i].lengths & length_bit(n)) == 0)
            continue;
        if (!run_row(values + count, i, bits, n))
            return 0;
        count += rows[i].second != NULL ? 2 : 1;
    }
    return 1;
}

unsigned randomness_threshold(unsigned s)
{
    const double a = RANDOMNESS_ALPHA;

    return (unsigned)ceil(s * (1 - a - 3 * sqrt(a * (1 - a) / s)));
}

double randomness_uniformity(const unsigned counts[RANDOMNESS_CLASSES], unsigned s)
{
    double expected = (double)s / RANDOMNESS_CLASSES, v = 0;

    for (int i = 0; i < RANDOMNESS_CLASSES; i++)
        v += (counts[i] - expected) * (counts[i] - expected) / expected;
    return randomness_igamc((RANDOMNESS_CLASSES - 1) / 2.0, v / 2);
}

unsigned randomness_class(double q)
{
    int class = (int)(q * RANDOMNESS_CLASSES);

    return class < 0 ? 0 : class >= RANDOMNESS_CLASSES ? RANDOMNESS_CLASSES - 1 : (unsigned)class;
}
