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

/*
 * tag = the outer hash over the inner digest, of `words` words at the start of the block. The last
 * step of every form; wipes nothing.
 */
static void outer_hash(uint8_t *tag, mifu_block_hash_compress *compress, unsigned words,
                       uint32_t outer[8], uint8_t block[MIFU_HASH_MAX_BLOCK_SIZE])
{
    if (words != 8) {
        mifu_block_hash_final(tag, words, outer, MIFU_HASH_MAX_BLOCK_SIZE + (uint64_t)words * 4,
                              block, compress);
        return;
    }
    memset(block + 32, 0, 32);
    block[32] = 0x80;
    mifu_store64_be(block + 56, (MIFU_HASH_MAX_BLOCK_SIZE + 32) << 3);
    compress(outer, block, 1);
    for (size_t i = 0; i < 8; i++)
        mifu_store32_be(tag + 4 * i, outer[i]);
}

void mifu_hmac_finish(uint8_t *tag, mifu_hmac *hmac)
{
    mifu_hash_algorithm algorithm = hmac->inner.algorithm;
    uint8_t block[MIFU_HASH_MAX_BLOCK_SIZE];

    if (mifu_hash_digest_size(algorithm) != 0) {
        mifu_hash_final(block, &hmac->inner);
        outer_hash(tag, mifu_hash_compress(algorithm),
                   (unsigned)mifu_hash_digest_size(algorithm) / 4, hmac->outer, block);
    }
    mifu_wipe(block, sizeof block);
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
    unsigned words = (unsigned)mifu_hash_digest_size(key->algorithm) / 4;
    uint64_t length = MIFU_HASH_MAX_BLOCK_SIZE;
    struct {
        uint32_t state[8];
        uint8_t block[MIFU_HASH_MAX_BLOCK_SIZE];
    } s;

    if (compress == NULL)
        return;
    memcpy(s.state, key->inner, sizeof s.state);
    if (len <= MIFU_BLOCK_HASH_SHORT) {
        mifu_block_hash_short(s.block, words, s.state, length, compress, data, len);
        goto outer;
    }
    mifu_block_hash_update(s.state, &length, s.block, compress, data, len);
    mifu_block_hash_final(s.block, words, s.state, length, s.block, compress);
outer:
    memcpy(s.state, key->outer, sizeof s.state);
    outer_hash(tag, compress, words, s.state, s.block);
    mifu_wipe(&s, sizeof s);
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
    uint64_t equal;

    if (tag_len == 0 || tag_len > mifu_hash_digest_size(key->algorithm))
        return MIFU_ERR_ARGUMENT_LENGTH;
    mifu_hmac_tag(expected, key, data, len);
    equal = mifu_mask_equal_bytes(expected, tag, tag_len);
    mifu_declassify(&equal, sizeof equal); /* the answer, which the caller learns */
    mifu_wipe(expected, sizeof expected);
    return equal != 0 ? MIFU_OK : MIFU_INVALID;
}
