/* SPDX-License-Identifier: Apache-2.0 */
/* For tests: replaces the operating system's generator, to fail or to repeat on demand. */
#ifndef MIFU_RNG_SOURCE_H
#define MIFU_RNG_SOURCE_H

#include "mifu/status.h"

/* Fills out; any status but MIFU_OK is a failure of the system. */
typedef mifu_status mifu_rng_source(uint8_t *out, size_t len);

/*
 * From now on, in all threads, random bytes come from `source`; NULL gives the system back. With
 * buffered 0 each request for random bytes reaches the source as it was made, past generator and
 * health tests, so that a test decides every byte; with 1 the source is the entropy of the
 * generators, as the system is, with the start-up tests before its first byte. What generators held
 * before is discarded. Not while another thread asks for random bytes.
 */
void mifu_rng_set_source(mifu_rng_source *source, int buffered);

/* The source that requests go to as they were made; NULL: there is none. */
mifu_rng_source *mifu_rng_unbuffered_source(void);

#endif
