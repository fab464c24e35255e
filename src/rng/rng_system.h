/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MIFU_RNG_SYSTEM_H
#define MIFU_RNG_SYSTEM_H

#include "mifu/status.h"

/*
 * len bytes from the operating system's generator, once it is seeded (waits for that). Any length.
 * MIFU_ERR_RANDOM: the content of out is undefined.
 */
mifu_status mifu_rng_system(uint8_t *out, size_t len);

#endif
