/* SPDX-License-Identifier: Apache-2.0 */
/*
 * HMAC (FIPS 198-1, GB/T 15852.2): H((K ^ opad) || H((K ^ ipad) || data)). A prepared key keeps the
 * two chaining values after the padded key blocks.
 */
#include "mifu/hmac.h"

#include "base_state.h"
#include "hash_state.h"
#include "hmac_internal.h"

#define INNER_PAD 0x36
#define OUTER_PAD 0x5c

/* Messages whose outer hashes are computed together; a multiple of the lanes. */
#define MANY (4 * MIFU_LANES_MOST)

static MIFU_NOINLINE mifu_status prepare_key(mifu_hmac_key *prepared, mifu_hash_algorithm algorithm,
                                             const uint8_t *key, size_t len)
{
    uint8_t block[MIFU_HASH_MAX_BLOCK_SIZE] = {0};
    mifu_block_hash_compress *compress = mifu_hash_compress(algorithm);
    mifu_status status = mifu_hash_start_state(prepared->inner, algorithm);

    if (status != MIFU_OK)
        return status;
    prepared->algorithm = algorithm;
    memcpy(prepared->outer, prepared->inner, sizeof prepared->outer);

    if (len <= sizeof block)
        mifu_copy(block, key, len);
    else /* cannot fail: the algorithm is known */
        (void)!mifu_hash_digest(block, algorithm, key, len);
    mifu_mark_secret(block, sizeof block);

    for (size_t i = 0; i < sizeof block; i++)
        block[i] ^= INNER_PAD;
    compress(prepared->inner, block, 1);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] ^= INNER_PAD ^ OUTER_PAD;
    compress(prepared->outer, block, 1);

    mifu_wipe(block, sizeof block);
    return MIFU_OK;
}

mifu_status mifu_hmac_prepare(mifu_hmac_key *prepared, mifu_hash_algorithm algorithm,
                              const uint8_t *key, size_t len)
{
    mifu_status status = prepare_key(prepared, algorithm, key, len);

    mifu_wipe_stack_2k();
    return status;
}

mifu_status mifu_hmac_key_init(mifu_hmac_key *prepared, mifu_hash_algorithm algorithm,
                               const uint8_t *key, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return mifu_hmac_prepare(prepared, algorithm, key, len);
}

void mifu_hmac_key_wipe(mifu_hmac_key *prepared)
{
    mifu_wipe(prepared, sizeof *prepared);
}

void mifu_hmac_init(mifu_hmac *hmac, const mifu_hmac_key *key)
{
    mifu_hash_resume(&hmac->inner, key->algorithm, key->inner, MIFU_HASH_MAX_BLOCK_SIZE);
    memcpy(hmac->outer, key->outer, sizeof hmac->outer);
}

void mifu_hmac_update(mifu_hmac *hmac, const uint8_t *data, size_t len)
{
    mifu_hash_update(&hmac->inner, data, len);
}

void mifu_hmac_finish(uint8_t *tag, mifu_hmac *hmac)
{
    mifu_hash_algorithm algorithm = hmac->inner.algorithm;
    size_t size = mifu_hash_digest_size(algorithm);
    uint8_t digest[MIFU_HASH_MAX_DIGEST_SIZE];

    if (size != 0) {
        mifu_hash_final(digest, &hmac->inner);
        mifu_block_hash_end(hmac->outer, MIFU_HASH_MAX_BLOCK_SIZE, mifu_hash_compress(algorithm),
                            digest, size);
        mifu_block_hash_write(tag, (unsigned)size / 4, hmac->outer);
    }
    mifu_wipe(digest, sizeof digest);
    mifu_hmac_wipe(hmac);
}

void mifu_hmac_final(uint8_t *tag, mifu_hmac *hmac)
{
    MIFU_ZEROS_WHEN_CLOSED(tag, mifu_hash_digest_size(hmac->inner.algorithm));
    mifu_hmac_finish(tag, hmac);
}

void mifu_hmac_wipe(mifu_hmac *hmac)
{
    mifu_wipe(hmac, sizeof *hmac);
}

void mifu_hmac_tag(uint8_t *tag, const mifu_hmac_key *key, const uint8_t *data, size_t len)
{
    mifu_block_hash_compress *compress = mifu_hash_compress(key->algorithm);
    size_t size = mifu_hash_digest_size(key->algorithm);
    uint8_t block[MIFU_HASH_MAX_BLOCK_SIZE] = {0};
    uint32_t state[8];

    if (compress == NULL)
        return;
    /* The outer hash takes one block: the inner digest, and a padding that is there before it. */
    block[size] = 0x80;
    mifu_store64_be(block + sizeof block - 8, (MIFU_HASH_MAX_BLOCK_SIZE + size) << 3);
    memcpy(state, key->inner, sizeof state);
    mifu_block_hash_end(state, MIFU_HASH_MAX_BLOCK_SIZE, compress, data, len);
    mifu_block_hash_write(block, (unsigned)size / 4, state);
    memcpy(state, key->outer, sizeof state);
    compress(state, block, 1);
    mifu_block_hash_write(tag, (unsigned)size / 4, state);
    mifu_wipe_short(block, sizeof block);
    mifu_wipe_short(state, sizeof state);
}

void mifu_hmac_mac(uint8_t *tag, const mifu_hmac_key *key, const uint8_t *data, size_t len)
{
    MIFU_ZEROS_WHEN_CLOSED(tag, mifu_hash_digest_size(key->algorithm));
    mifu_hmac_tag(tag, key, data, len);
}

void mifu_hmac_tag_many(uint8_t *tags, const mifu_hmac_key *key, const uint8_t *const *data,
                        const size_t *lens, size_t count)
{
    const mifu_lane_set set = mifu_hash_lane_set(key->algorithm);
    size_t size = (size_t)set.digest_words * 4;
    const uint8_t *inner[MANY];
    mifu_lane_batch batch = {.before = MIFU_HASH_MAX_BLOCK_SIZE, .data = data, .lens = lens};

    if (set.compress == NULL)
        return;
    batch.start = key->inner;
    batch.count = count;
    mifu_lanes_hash(tags, &set, &batch);

    /* The inner digests lie where the tags go: one short message each, for the outer hash. */
    batch.start = key->outer;
    batch.lens = NULL;
    batch.len = size;
    batch.data = inner;
    while (count > 0) {
        batch.count = count < MANY ? count : MANY;
        for (size_t i = 0; i < batch.count; i++)
            inner[i] = tags + i * size;
        mifu_lanes_hash(tags, &set, &batch);
        tags += batch.count * size;
        count -= batch.count;
    }
}

void mifu_hmac_mac_many(uint8_t *tags, const mifu_hmac_key *key, const uint8_t *const *data,
                        const size_t *lens, size_t count)
{
    MIFU_ZEROS_WHEN_CLOSED(tags, count * mifu_hash_digest_size(key->algorithm));
    mifu_hmac_tag_many(tags, key, data, lens, count);
}

mifu_status mifu_hmac_verify(const mifu_hmac_key *key, const uint8_t *data, size_t len,
                             const uint8_t *tag, size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t expected[MIFU_HASH_MAX_DIGEST_SIZE];
    mifu_status status;

    if (tag_len == 0 || tag_len > mifu_hash_digest_size(key->algorithm))
        return MIFU_ERR_ARGUMENT_LENGTH;
    mifu_hmac_tag(expected, key, data, len);
    status = mifu_compare_tags(expected, tag, tag_len);
    mifu_wipe(expected, sizeof expected);
    return status;
}
