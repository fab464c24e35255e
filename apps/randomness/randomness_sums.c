/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of sums and differences of bits: GM/T 0005-2021 5.8, 5.9 and 5.11. */
#include "randomness_internal.h"

/*
 * 5.8: k times the exclusive or of neighbours. All at once: bit i of the k-th derivative is the sum
 * modulo 2 of C(k, j) x[i + j], and C(k, j) is odd exactly where j & ~k = 0 (Lucas).
 */
randomness_value randomness_binary_derivative(const uint8_t *bits, size_t n, unsigned k)
{
    size_t rest = n - k, count = 0;

    for (size_t i = 0; i < rest; i++) {
        unsigned bit = 0;

        for (unsigned j = 0; j <= k; j++)
            bit ^= bits[i + j] & ((j & ~k) == 0);
        count += bit;
    }
    return randomness_from_normal((2 * (double)count - (double)rest) / sqrt((double)rest));
}

/* 5.9 */
randomness_value randomness_autocorrelation(const uint8_t *bits, size_t n, unsigned d)
{
    size_t rest = n - d, differ = 0;

    for (size_t i = 0; i < rest; i++)
        differ += bits[i] ^ bits[i + d];
    return randomness_from_normal(2 * ((double)differ - (double)rest / 2) / sqrt((double)rest));
}

static double normal(double x)
{
    return erfc(-x / sqrt(2)) / 2;
}

/* 5.11: the greatest distance of the partial sums from 0. */
randomness_value randomness_cumulative_sums(const uint8_t *bits, size_t n, int backward)
{
    double z = 0, sum = 0, root = sqrt((double)n), p = 1;
    long long from, to, quotient;
    randomness_value value;

    for (size_t i = 0; i < n; i++) {
        sum += bits[backward ? n - 1 - i : i] ? 1 : -1;
        z = fabs(sum) > z ? fabs(sum) : z;
    }
    quotient =
        (long long)n / (long long)z; /* the bounds are cut towards 0, as everybody has them */
    from = (-quotient + 1) / 4;
    to = (quotient - 1) / 4;
    for (long long i = from; i <= to; i++) {
        double at = 4 * (double)i;

        p -= normal((at + 1) * z / root) - normal((at - 1) * z / root);
    }
    from = (-quotient - 3) / 4;
    for (long long i = from; i <= to; i++) {
        double at = 4 * (double)i;

        p += normal((at + 3) * z / root) - normal((at + 1) * z / root);
    }
    value.p = value.q = fmin(fmax(p, 0), 1); /* but for rounding it is a probability */
    return value;
}
