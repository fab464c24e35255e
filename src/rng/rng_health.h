/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Continuous health tests of an entropy source: the repetition count test and the adaptive
 * proportion test of SP 800-90B 4.4.1 and 4.4.2, which are also those of GM/T 0105-2021 annex D.
 * A sample is a byte.
 *
 * Cutoffs. The system's generator is meant to give H = 8 bits of min-entropy per byte; the tests
 * are set to H = 4, half of that, and to a probability of 2^-40 that they fail at any one sample of
 * a source that has no more than those 4 bits (the strictest that SP 800-90B recommends):
 *     repetition count     C = 1 + ceil(40 / H) = 11 equal bytes one after the other
 *     adaptive proportion  W = 512 (not binary), C = 1 + critbinom(W, 2^-H, 1 - 2^-40) = 78:
 *                          the first byte of a window 78 times in it
 * A source as good as it should be then fails with less than 2^-79 per sample: never. One that has
 * stuck fails within 11 bytes, one that gives a byte more often than one time in seven within a
 * few windows. reference/health_cutoffs.py computes these figures and compares them with this file.
 */
#ifndef MIFU_RNG_HEALTH_H
#define MIFU_RNG_HEALTH_H

#include <stddef.h>
#include <stdint.h>

#define MIFU_HEALTH_WINDOW            512
#define MIFU_HEALTH_REPETITION_CUTOFF 11
#define MIFU_HEALTH_PROPORTION_CUTOFF 78
#define MIFU_HEALTH_START_UP          1024 /* samples before the first use: SP 800-90B 4.3 */

/* Where the tests of one stream of samples are; all zeros before the first one. */
typedef struct mifu_health {
    uint16_t run;   /* equal samples up to now, 0: none seen */
    uint16_t seen;  /* samples of the present window, 0: it begins with the next one */
    uint16_t equal; /* of them equal to the first */
    uint8_t last, first;
} mifu_health;

/* Takes `len` samples: 1 where all is well, 0 where a test failed. */
int mifu_health_take(mifu_health *health, const uint8_t *samples, size_t len);

#endif
