/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RANDOMNESS_INTERNAL_H
#define RANDOMNESS_INTERNAL_H

#include <math.h>

#include "randomness.h"

/* From a statistic that is normal with mean 0 and variance 1. */
randomness_value randomness_from_normal(double v);

/* From chi-squared with so many degrees of freedom. */
randomness_value randomness_from_chi_squared(double v, double degrees);

/* Sum of (counts - expected)^2 / expected, for counts of `total` things of these probabilities. */
double randomness_chi_squared(const unsigned long *counts, const double *probabilities,
                              size_t classes, double total);

#endif
