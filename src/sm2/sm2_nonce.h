/* SPDX-License-Identifier: Apache-2.0 */
/* Random scalars: where they come from, and the next one that is in range. */
#ifndef MIFU_SM2_NONCE_H
#define MIFU_SM2_NONCE_H

#include "mifu/sm2.h"

#include "field_sm2.h"

/*
 * Gives the next 32 bytes of k, big-endian. A k outside [1, n-1] and one that the standard rejects
 * (r = 0, r + k = n, s = 0; a key stream of zeros) make the operation ask again. Another status
 * than MIFU_OK ends the operation with that status.
 */
typedef mifu_status mifu_sm2_nonce_source(uint8_t k[32], void *context);

/* The source of everything but signatures: mifu_random_bytes(). The context is not used. */
mifu_sm2_nonce_source mifu_sm2_random_nonce;

/* The first k of the source in [1, n-1]; secret. On an error k is not set. */
mifu_status mifu_sm2_next_nonce(mifu_u256 *k, mifu_sm2_nonce_source *source, void *context);

/* A random private key d in [1, n-2]; secret. */
mifu_status mifu_sm2_random_private_scalar(mifu_u256 *d);

#endif
