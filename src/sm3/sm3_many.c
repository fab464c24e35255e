/* SPDX-License-Identifier: Apache-2.0 */
/* SM3 of many messages at once. */
#include "mifu/sm3.h"

#include "base_state.h"
#include "sm3_kernels.h"

void mifu_sm3_digest_many(uint8_t (*digests)[MIFU_SM3_DIGEST_SIZE], const uint8_t *const *data,
                          const size_t *lens, size_t count)
{
    const mifu_lane_set set = mifu_sm3_lane_set();
    const mifu_lane_batch batch = {
        .start = mifu_sm3_iv, .data = data, .lens = lens, .count = count};

    mifu_lanes_hash((uint8_t *)digests, &set, &batch);
}

void mifu_sm3_hash_many(uint8_t (*digests)[MIFU_SM3_DIGEST_SIZE], const uint8_t *const *data,
                        const size_t *lens, size_t count)
{
    MIFU_ZEROS_WHEN_CLOSED(digests, count * sizeof digests[0]);
    mifu_sm3_digest_many(digests, data, lens, count);
}
