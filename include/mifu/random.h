/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random bytes, failing closed: where the system gives no entropy, or a health test of it fails,
 * the call says so and the output is zeroed; there is no weaker source to fall back to.
 *
 * Each thread has a generator of its own, Hash-DRBG with SM3 (mifu/drbg.h) on the system's entropy,
 * seeded anew after 60 seconds or 1024 calls of it, in a forked child, and in a copy of the machine
 * no two of which give the same bytes. docs/random.md tells how, what is guaranteed and what not.
 * The generator is wiped when the thread ends. Not to be called from a signal handler.
 */
#ifndef MIFU_RANDOM_H
#define MIFU_RANDOM_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Fills `len` bytes (out may be NULL if 0). Any thread.
 *   MIFU_ERR_RANDOM         the system gave no entropy; the next call asks it again
 *   MIFU_ERR_RANDOM_HEALTH  a health test failed, now or before, in any thread: closed until
 *                           mifu_random_restart()
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_random_bytes(uint8_t *out, size_t len);

/* MIFU_OK, or MIFU_ERR_RANDOM_HEALTH where a health test has closed the generators. Any thread. */
MIFU_API mifu_status mifu_random_state(void);

/*
 * Runs the start-up tests of the entropy source and, if they pass, opens the generators of all
 * threads, each to be seeded anew. Also a means to have a fresh seed at once. Any thread.
 * Errors as of mifu_random_bytes().
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_random_restart(void);

/* Wipes the generator of the calling thread; the next request seeds it anew. */
MIFU_API void mifu_random_wipe_thread(void);

#ifdef __cplusplus
}
#endif

#endif
