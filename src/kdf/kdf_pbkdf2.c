/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PBKDF2 with HMAC (RFC 8018 5.2). From the second iteration on the message is one digest, so an
 * iteration is two compressions from the two states of the prepared key, on a block whose padding
 * never changes: no hash object is touched. The blocks of a long key are independent of each other
 * and run in the lanes of the back-end.
 */
#include "mifu/kdf.h"

#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"
#include "hash_state.h"
#include "hmac_internal.h"

#define BLOCK 64
#define MANY  MIFU_LANES_MOST

typedef struct work {
    mifu_hmac_key key;
    mifu_hmac hmac;
    uint32_t sum[MANY][8]; /* U1 ^ U2 ^ ... */
    uint32_t state[MANY][8];
    uint8_t block[MANY][BLOCK]; /* U, then the padding of a message of 64 + size bytes */
    uint8_t digest[MIFU_HASH_MAX_DIGEST_SIZE];
} work;

static void store_words(uint8_t *out, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mifu_store32_be(out + 4 * i, words[i]);
}

/* U1 of block number `index` (F of RFC 8018 5.2), into place i. */
static void first_iteration(work *w, size_t i, const uint8_t *salt, size_t salt_len, uint32_t index,
                            size_t size)
{
    uint8_t number[4];

    mifu_store32_be(number, index);
    mifu_hmac_init(&w->hmac, &w->key);
    mifu_hmac_update(&w->hmac, salt, salt_len);
    mifu_hmac_update(&w->hmac, number, sizeof number);
    mifu_hmac_finish(w->block[i], &w->hmac);
    for (size_t j = 0; j < size / 4; j++)
        w->sum[i][j] = mifu_load32_be(w->block[i] + 4 * j);
    memset(w->block[i] + size, 0, BLOCK - size);
    w->block[i][size] = 0x80;
    mifu_store64_be(w->block[i] + BLOCK - 8, (uint64_t)(BLOCK + size) << 3);
}

/* One compression of each of n blocks from `start`; the words go back into the blocks. */
static void half_iteration(work *w, const mifu_lane_set *set, const uint8_t *const *blocks,
                           const uint32_t start[8], size_t n, size_t words)
{
    for (size_t i = 0; i < n; i++)
        memcpy(w->state[i], start, sizeof w->state[i]);
    mifu_lanes_compress(w->state, set, blocks, 1, n);
    for (size_t i = 0; i < n; i++)
        store_words(w->block[i], w->state[i], words);
}

mifu_status mifu_pbkdf2(uint8_t *out, size_t out_len, mifu_hash_algorithm algorithm,
                        const uint8_t *password, size_t password_len, const uint8_t *salt,
                        size_t salt_len, uint32_t iterations)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_lane_set set = mifu_hash_lane_set(algorithm);
    size_t size = mifu_hash_digest_size(algorithm);
    size_t words = size == MIFU_SHA224_DIGEST_SIZE ? 7 : 8; /* a bound that compilers see */
    const uint8_t *blocks[MANY];
    uint32_t index = 1;
    mifu_status status;
    work w;

    if (size == 0)
        return MIFU_ERR_ARGUMENT_NAME;
    if (out_len == 0 || iterations == 0 || (uint64_t)out_len > (uint64_t)UINT32_MAX * size)
        return MIFU_ERR_ARGUMENT_LENGTH;
    status = mifu_hmac_key_init(&w.key, algorithm, password, password_len);
    if (status != MIFU_OK)
        return status;
    while (out_len > 0) {
        size_t n = 0;

        for (size_t begun = 0; n < MANY && begun < out_len; begun += size, n++) {
            first_iteration(&w, n, salt, salt_len, index++, size);
            blocks[n] = w.block[n];
        }
        for (uint32_t i = 1; i < iterations; i++) {
            half_iteration(&w, &set, blocks, w.key.inner, n, words);
            half_iteration(&w, &set, blocks, w.key.outer, n, words);
            for (size_t l = 0; l < n; l++)
                for (size_t j = 0; j < words; j++)
                    w.sum[l][j] ^= w.state[l][j];
        }
        for (size_t l = 0; l < n; l++) {
            size_t take = out_len < size ? out_len : size;

            store_words(w.digest, w.sum[l], words);
            memcpy(out, w.digest, take);
            out += take;
            out_len -= take;
        }
    }
    mifu_wipe(&w, sizeof w);
    return MIFU_OK;
}
