/* SPDX-License-Identifier: Apache-2.0 */
/* The incomplete gamma function, and values from statistics. */
#include "randomness_internal.h"

/* P(a, x) by its series, for x < a + 1: Abramowitz and Stegun 6.5.29. */
static double lower_by_series(double a, double x)
{
    double term = 1 / a, sum = term;

    for (double k = a + 1; term > sum * 1e-17; k++) {
        term *= x / k;
        sum += term;
    }
    return sum * exp(a * log(x) - x - lgamma(a));
}

/* Q(a, x) by its continued fraction, for x >= a + 1: 6.5.31 in even form, evaluated by Lentz. */
static double upper_by_fraction(double a, double x)
{
    const double tiny = 1e-300;
    double b = x + 1 - a, c = 1 / tiny, d = 1 / b, value = d, change;

    for (int i = 1; i < 100000; i++) {
        double numerator = -i * (i - a);

        b += 2;
        d = numerator * d + b;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = b + numerator / c;
        c = fabs(c) < tiny ? tiny : c;
        change = c * d;
        value *= change;
        if (fabs(change - 1) < 1e-16)
            break;
    }
    return value * exp(a * log(x) - x - lgamma(a));
}

double randomness_igamc(double a, double x)
{
    if (x <= 0)
        return 1;
    return fmin(fmax(x < a + 1 ? 1 - lower_by_series(a, x) : upper_by_fraction(a, x), 0), 1);
}

randomness_value randomness_from_normal(double v)
{
    randomness_value value = {erfc(fabs(v) / sqrt(2)), erfc(v / sqrt(2)) / 2};

    return value;
}

randomness_value randomness_from_chi_squared(double v, double degrees)
{
    double p = randomness_igamc(degrees / 2, v / 2);
    randomness_value value = {p, p};

    return value;
}

double randomness_chi_squared(const unsigned long *counts, const double *probabilities,
                              size_t classes, double total)
{
    double sum = 0;

    for (size_t i = 0; i < classes; i++) {
        double expected = total * probabilities[i], difference = (double)counts[i] - expected;

        sum += difference * difference / expected;
    }
    return sum;
}
