/* SPDX-License-Identifier: Apache-2.0 */
/* SM3, SHA-256 and SHA-224 by the value of mifu_hash_algorithm. */
#include "mifu/hash.h"

#include "base_state.h"
#include "hash_state.h"
#include "sha256_kernels.h"
#include "sm3_kernels.h"

size_t mifu_hash_digest_size(mifu_hash_algorithm algorithm)
{
    switch (algorithm) {
    case MIFU_HASH_SM3:
        return MIFU_SM3_DIGEST_SIZE;
    case MIFU_HASH_SHA256:
        return MIFU_SHA256_DIGEST_SIZE;
    case MIFU_HASH_SHA224:
        return MIFU_SHA224_DIGEST_SIZE;
    }
    return 0;
}

const char *mifu_hash_name(mifu_hash_algorithm algorithm)
{
    switch (algorithm) {
    case MIFU_HASH_SM3:
        return "sm3";
    case MIFU_HASH_SHA256:
        return "sha256";
    case MIFU_HASH_SHA224:
        return "sha224";
    }
    return NULL;
}

mifu_status mifu_hash_init(mifu_hash *hash, mifu_hash_algorithm algorithm)
{
    MIFU_REFUSE_WHEN_CLOSED();
    switch (algorithm) {
    case MIFU_HASH_SM3:
        mifu_sm3_init(&hash->u.sm3);
        break;
    case MIFU_HASH_SHA256:
        mifu_sha256_init(&hash->u.sha256);
        break;
    case MIFU_HASH_SHA224:
        mifu_sha224_init(&hash->u.sha256);
        break;
    default:
        return MIFU_ERR_ARGUMENT_NAME;
    }
    hash->algorithm = algorithm;
    return MIFU_OK;
}

void mifu_hash_update(mifu_hash *hash, const uint8_t *data, size_t len)
{
    switch (hash->algorithm) {
    case MIFU_HASH_SM3:
        mifu_sm3_update(&hash->u.sm3, data, len);
        break;
    case MIFU_HASH_SHA256:
    case MIFU_HASH_SHA224:
        mifu_sha256_update(&hash->u.sha256, data, len);
        break;
    }
}

void mifu_hash_final(uint8_t *digest, mifu_hash *hash)
{
    switch (hash->algorithm) {
    case MIFU_HASH_SM3:
        mifu_sm3_final(digest, &hash->u.sm3);
        break;
    case MIFU_HASH_SHA256:
        mifu_sha256_final(digest, &hash->u.sha256);
        break;
    case MIFU_HASH_SHA224:
        mifu_sha224_final(digest, &hash->u.sha256);
        break;
    }
    mifu_hash_wipe(hash);
}

void mifu_hash_wipe(mifu_hash *hash)
{
    mifu_wipe(hash, sizeof *hash);
}

mifu_status mifu_hash_digest(uint8_t *digest, mifu_hash_algorithm algorithm, const uint8_t *data,
                             size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    switch (algorithm) {
    case MIFU_HASH_SM3:
        mifu_sm3_hash(digest, data, len);
        return MIFU_OK;
    case MIFU_HASH_SHA256:
        mifu_sha256_hash(digest, data, len);
        return MIFU_OK;
    case MIFU_HASH_SHA224:
        mifu_sha224_hash(digest, data, len);
        return MIFU_OK;
    }
    return MIFU_ERR_ARGUMENT_NAME;
}

mifu_status mifu_hash_digest_many(uint8_t *digests, mifu_hash_algorithm algorithm,
                                  const uint8_t *const *data, const size_t *lens, size_t count)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_lane_set set = mifu_hash_lane_set(algorithm);
    mifu_lane_batch batch = {.data = data, .lens = lens, .count = count};
    uint32_t start[8];
    mifu_status status = mifu_hash_start_state(start, algorithm);

    if (status == MIFU_OK) {
        batch.start = start;
        mifu_lanes_hash(digests, &set, &batch);
    }
    return status;
}

mifu_block_hash_compress *mifu_hash_compress(mifu_hash_algorithm algorithm)
{
    switch (algorithm) {
    case MIFU_HASH_SM3:
        return mifu_sm3_kernels_in_use()->compress;
    case MIFU_HASH_SHA256:
    case MIFU_HASH_SHA224:
        return mifu_sha256_kernels_in_use()->compress;
    }
    return NULL;
}

mifu_lane_set mifu_hash_lane_set(mifu_hash_algorithm algorithm)
{
    mifu_lane_set none = {NULL, NULL, 0};

    switch (algorithm) {
    case MIFU_HASH_SM3:
        return mifu_sm3_lane_set();
    case MIFU_HASH_SHA256:
        return mifu_sha256_lane_set(8);
    case MIFU_HASH_SHA224:
        return mifu_sha256_lane_set(7);
    }
    return none;
}

mifu_status mifu_hash_start_state(uint32_t state[8], mifu_hash_algorithm algorithm)
{
    mifu_hash hash;
    mifu_status status = mifu_hash_init(&hash, algorithm);

    if (status == MIFU_OK)
        memcpy(state, algorithm == MIFU_HASH_SM3 ? hash.u.sm3.state : hash.u.sha256.state,
               8 * sizeof state[0]);
    return status;
}

void mifu_hash_resume(mifu_hash *hash, mifu_hash_algorithm algorithm, const uint32_t state[8],
                      uint64_t length)
{
    hash->algorithm = algorithm;
    if (algorithm == MIFU_HASH_SM3) {
        memcpy(hash->u.sm3.state, state, sizeof hash->u.sm3.state);
        hash->u.sm3.length = length;
    } else {
        memcpy(hash->u.sha256.state, state, sizeof hash->u.sha256.state);
        hash->u.sha256.length = length;
    }
}
