/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Entropy for generators: the system's random bytes under health tests. Start-up tests run before
 * the first byte is given out, continuous tests over every byte (rng_health.h). A failed test
 * closes the source, in all threads, until mifu_entropy_restart().
 */
#ifndef MIFU_RNG_ENTROPY_H
#define MIFU_RNG_ENTROPY_H

#include "mifu/status.h"

/*
 * len bytes. MIFU_ERR_RANDOM: the system gave none; MIFU_ERR_RANDOM_HEALTH: a test failed, now or
 * before. After an error out is zeroed.
 */
mifu_status mifu_entropy(uint8_t *out, size_t len);

/* MIFU_OK, or MIFU_ERR_RANDOM_HEALTH where the source is closed. One load. */
mifu_status mifu_entropy_state(void);

/* Runs the start-up tests anew and opens the source if they pass. */
mifu_status mifu_entropy_restart(void);

#endif
