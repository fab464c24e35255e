/* SPDX-License-Identifier: Apache-2.0 */
#include "rng_health.h"

#include "base_secret.h"

/*
 * The comparisons are secret (the samples become seeds), so they are counted without a branch; that
 * a test failed is told to everybody, and only then.
 */
int mifu_health_take(mifu_health *health, const uint8_t *samples, size_t len)
{
    uint64_t failed = 0;

    for (size_t i = 0; i < len; i++) {
        uint8_t sample = samples[i];
        uint64_t repeats = mifu_mask_equal64(sample, health->last);

        /* A first sample that happens to equal the zero of `last` counts 1 as any other. */
        health->run = (uint16_t)(1 + (health->run & repeats));
        health->last = sample;
        failed |= ~mifu_mask_less64(health->run, MIFU_HEALTH_REPETITION_CUTOFF);

        if (health->seen == 0) {
            health->first = sample;
            health->equal = 0;
        }
        health->equal = (uint16_t)(health->equal + (mifu_mask_equal64(sample, health->first) & 1));
        failed |= ~mifu_mask_less64(health->equal, MIFU_HEALTH_PROPORTION_CUTOFF);
        health->seen = (uint16_t)((health->seen + 1) % MIFU_HEALTH_WINDOW);
    }
    mifu_declassify(&failed, sizeof failed);
    return failed == 0;
}
