/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The discrete Fourier test: GM/T 0005-2021 5.15.
 *
 * Two real values make a complex one, so that n values take a transform of n / 2:
 *     z[j] = x[2j] + i x[2j+1],  Z = its transform,  w = e^(-2 pi i / n)
 *     X[k] = (Z[k] + conj Z[n/2-k]) / 2 - i w^k (Z[k] - conj Z[n/2-k]) / 2
 * The transform goes by the prime factors of the length, of which those of 10^4, 10^6 and 10^8 are
 * 2 and 5: no sequence is padded, which would be another test.
 */
#include <stdlib.h>

#include "randomness_internal.h"

typedef struct number {
    double re, im;
} number;

typedef struct transform {
    const uint8_t *bits;
    size_t half;   /* the length: n / 2 */
    number *roots; /* w^k for k below it */
} transform;

static number times(number a, number b)
{
    number product = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};

    return product;
}

/* The root of order `half` with exponent e: w^(2e). */
static number root(const transform *t, size_t e)
{
    size_t k = 2 * (e % t->half);
    number r = t->roots[k < t->half ? k : k - t->half];

    if (k >= t->half) { /* w^half = -1 */
        r.re = -r.re;
        r.im = -r.im;
    }
    return r;
}

static size_t smallest_factor(size_t n)
{
    if (n % 4 == 0)
        return 4;
    for (size_t f = 2; f * f <= n; f++)
        if (n % f == 0)
            return f;
    return n;
}

/* out = the transform of z[from], z[from + stride], ..., `len` of them; len * stride = half. */
static int run(number *out, const transform *t, size_t from, size_t stride, size_t len)
{
    size_t factor = smallest_factor(len), part = len / factor;
    number *column;

    if (len == 1) {
        out[0].re = t->bits[2 * from] ? 1 : -1;
        out[0].im = t->bits[2 * from + 1] ? 1 : -1;
        return 1;
    }
    column = malloc(2 * factor * sizeof *column);
    if (column == NULL)
        return 0;
    for (size_t f = 0; f < factor; f++)
        if (!run(out + f * part, t, from + f * stride, stride * factor, part)) {
            free(column);
            return 0;
        }
    for (size_t f = 0; f < factor; f++) /* the roots of order `factor` */
        column[factor + f] = root(t, f * (t->half / factor));
    for (size_t k = 0; k < part; k++) {
        for (size_t f = 0; f < factor; f++)
            column[f] = times(out[f * part + k], root(t, f * k * stride));
        for (size_t g = 0; g < factor; g++) {
            number sum = column[0];

            for (size_t f = 1; f < factor; f++) {
                number term = times(column[f], column[factor + f * g % factor]);

                sum.re += term.re;
                sum.im += term.im;
            }
            out[g * part + k] = sum;
        }
    }
    free(column);
    return 1;
}

/* |X[k]|, from the transform of the halves. */
static double magnitude(const transform *t, const number *z, size_t k)
{
    number a = z[k], b = z[(t->half - k) % t->half];
    number even = {(a.re + b.re) / 2, (a.im - b.im) / 2};
    number odd = {(a.im + b.im) / 2, (b.re - a.re) / 2};

    odd = times(odd, t->roots[k]);
    return hypot(even.re + odd.re, even.im + odd.im);
}

int randomness_fourier(randomness_value *value, const uint8_t *bits, size_t n)
{
    const double bound = sqrt(2.995732274 * (double)n), expected = 0.95 * (double)n / 2;
    const double pi = 3.14159265358979323846;
    transform t = {bits, n / 2, malloc(n / 2 * sizeof(number))};
    number *z = malloc(n / 2 * sizeof *z);
    size_t below = 0;
    int good = t.roots != NULL && z != NULL;

    for (size_t k = 0; good && k < t.half; k++) {
        t.roots[k].re = cos(2 * pi * (double)k / (double)n);
        t.roots[k].im = -sin(2 * pi * (double)k / (double)n);
    }
    good = good && run(z, &t, 0, 1, t.half);
    if (good) {
        for (size_t k = 0; k < t.half; k++)
            below += magnitude(&t, z, k) < bound;
        *value = randomness_from_normal(((double)below - expected) /
                                        sqrt(0.95 * 0.05 * (double)n / 3.8));
    }
    free(z);
    free(t.roots);
    return good;
}
