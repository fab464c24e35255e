/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What lies under mifu_hash, for constructions that work on chaining values: HMAC keeps the states
 * after its padded key, PBKDF2 runs on whole blocks. All hashes here have eight 32-bit words of
 * state, 64-byte blocks and the same padding, so a state and a byte count are a hash under way.
 */
#ifndef MIFU_HASH_STATE_H
#define MIFU_HASH_STATE_H

#include "base_lanes.h"
#include "mifu/hash.h"

/* The compression kernel in use, or NULL for a value that is no algorithm. */
mifu_block_hash_compress *mifu_hash_compress(mifu_hash_algorithm algorithm);

/* The kernels in use for many messages at once; of a value that is no algorithm: compress NULL. */
mifu_lane_set mifu_hash_lane_set(mifu_hash_algorithm algorithm);

/* The state before the first block. MIFU_ERR_ARGUMENT_NAME: no such algorithm; nothing written. */
mifu_status mifu_hash_start_state(uint32_t state[8], mifu_hash_algorithm algorithm);

/* hash = the algorithm after `length` bytes, a multiple of 64, that led to `state`. */
void mifu_hash_resume(mifu_hash *hash, mifu_hash_algorithm algorithm, const uint32_t state[8],
                      uint64_t length);

#endif
