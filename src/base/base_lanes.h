/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many messages at once: hashes whose back-ends compress several independent messages in the lanes
 * of vector registers or in interleaved instructions. The scheduler feeds any number of messages of
 * any lengths to such kernels: a lane that has finished takes the next message, and when few are
 * left it changes to a narrower kernel and at last to the kernel for one stream.
 *
 * Which message sits in which lane, and when, depends on lengths alone.
 */
#ifndef MIFU_BASE_LANES_H
#define MIFU_BASE_LANES_H

#include "base_block_hash.h"

#define MIFU_LANES_MOST 16 /* lanes of the widest kernel */

/* A kernel for a fixed number of lanes. */
typedef struct mifu_lane_kernel {
    unsigned lanes;
    unsigned
        fewest; /* with fewer messages than this left, what comes after it in its list is faster */
    /*
     * For each lane l: the compression of count * 64 bytes at blocks[l], at any alignment; nothing
     * else is read. Word i of the state of lane l is states[i * lanes + l].
     */
    void (*compress)(uint32_t *states, const uint8_t *const *blocks, size_t count);
} mifu_lane_kernel;

/* All that a back-end has for one hash: kernels widest first, ended by one with 0 lanes. */
typedef struct mifu_lane_set {
    const mifu_lane_kernel *kernels;
    mifu_block_hash_compress *compress; /* one stream */
    unsigned digest_words;              /* of the state that make the digest */
} mifu_lane_set;

/* A batch of `count` messages. Each starts at its chaining value after `before` bytes. */
typedef struct mifu_lane_batch {
    const uint32_t *start; /* eight words, the same for all messages */
    uint64_t before;       /* a multiple of 64 */
    const uint8_t *const *data;
    const size_t *lens; /* NULL: each message is `len` bytes */
    size_t len;
    size_t count;
} mifu_lane_batch;

/*
 * Writes the digests one after the other. A digest may be written over its own message where that
 * message is shorter than 64 bytes (it has been copied by then).
 */
void mifu_lanes_hash(uint8_t *digests, const mifu_lane_set *set, const mifu_lane_batch *batch);

/*
 * The same few blocks of up to MIFU_LANES_MOST messages without padding or copying, for key
 * derivation: for each i < count, states[i] = compression of blocks_each * 64 bytes at blocks[i],
 * from states[i].
 */
void mifu_lanes_compress(uint32_t states[][8], const mifu_lane_set *set,
                         const uint8_t *const *blocks, size_t blocks_each, size_t count);

#endif
