/* SPDX-License-Identifier: Apache-2.0 */
/* Random scalars: where they come from, and the next one that is in range. */
#ifndef MIFU_RANDOM_SCALAR_H
#define MIFU_RANDOM_SCALAR_H

#include "mifu/status.h"

#include "base_compiler.h"
#include "field_u256.h"

/* Gives the next 32 bytes of a scalar, big-endian. Another status than MIFU_OK ends what asks. */
typedef mifu_status mifu_scalar_source(uint8_t bytes[32], void *context);

/* mifu_random_bytes() as a source. The context is not used. */
mifu_scalar_source mifu_random_scalar_bytes;

/*
 * The first number of the source for which in_range() gives a mask of ones; in_range() sets *k from
 * the bytes. The number is secret. MIFU_OK, or what the source gives else: then *k is not for use.
 */
MIFU_MUST_CHECK mifu_status mifu_next_scalar(mifu_u256 *k, mifu_scalar_source *source,
                                             void *context,
                                             uint64_t (*in_range)(mifu_u256 *k,
                                                                  const uint8_t bytes[32]));

#endif
