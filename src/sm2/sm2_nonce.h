/* SPDX-License-Identifier: Apache-2.0 */
/* Random scalars: where they come from, and the next one that is in range. */
#ifndef MIFU_SM2_NONCE_H
#define MIFU_SM2_NONCE_H

#include "field_sm2.h"
#include "random_scalar.h"

/*
 * Where k comes from. A k outside [1, n-1] and one that the standard rejects (r = 0, r + k = n,
 * s = 0; a key stream of zeros) make the operation ask again.
 */
typedef mifu_scalar_source mifu_sm2_nonce_source;

/* The first k of the source in [1, n-1]; secret. On an error k is not set. */
mifu_status mifu_sm2_next_nonce(mifu_u256 *k, mifu_sm2_nonce_source *source, void *context);

/* A random private key d in [1, n-2]; secret. */
mifu_status mifu_sm2_random_private_scalar(mifu_u256 *d);

#endif
