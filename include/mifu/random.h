/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random bytes from the operating system, failing closed: where the system gives none, the call
 * says so and the output is zeroed; there is no weaker source to fall back to. Small requests are
 * served from a per-thread buffer that is wiped as it is used and discarded in a forked child.
 */
#ifndef MIFU_RANDOM_H
#define MIFU_RANDOM_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fills `len` bytes (out may be NULL if 0). Any thread. MIFU_ERR_RANDOM: nothing usable was
 * written. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_random_bytes(uint8_t *out, size_t len);

#ifdef __cplusplus
}
#endif

#endif
