/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 and SHA-224 of many messages at once. */
#include "mifu/sha256.h"

#include "base_state.h"
#include "sha256_kernels.h"

void mifu_sha256_hash_many(uint8_t (*digests)[MIFU_SHA256_DIGEST_SIZE], const uint8_t *const *data,
                           const size_t *lens, size_t count)
{
    MIFU_ZEROS_WHEN_CLOSED(digests, count * sizeof digests[0]);
    const mifu_lane_set set = mifu_sha256_lane_set(8);
    mifu_lane_batch batch = {.data = data, .lens = lens, .count = count};
    mifu_sha256 start;

    mifu_sha256_init(&start);
    batch.start = start.state;
    mifu_lanes_hash((uint8_t *)digests, &set, &batch);
}

void mifu_sha224_hash_many(uint8_t (*digests)[MIFU_SHA224_DIGEST_SIZE], const uint8_t *const *data,
                           const size_t *lens, size_t count)
{
    MIFU_ZEROS_WHEN_CLOSED(digests, count * sizeof digests[0]);
    const mifu_lane_set set = mifu_sha256_lane_set(7);
    mifu_lane_batch batch = {.data = data, .lens = lens, .count = count};
    mifu_sha256 start;

    mifu_sha224_init(&start);
    batch.start = start.state;
    mifu_lanes_hash((uint8_t *)digests, &set, &batch);
}
