/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PBKDF2 with HMAC (RFC 8018 5.2). From the second iteration on the message is one digest, so an
 * iteration is two compressions from the two states of the prepared key, on a block whose padding
 * never changes: no hash object is touched.
 */
#include "mifu/kdf.h"

#include "base_bytes.h"
#include "base_secret.h"
#include "hash_state.h"

#define BLOCK 64

typedef struct work {
    mifu_hmac_key key;
    mifu_hmac hmac;
    uint32_t sum[8]; /* U1 ^ U2 ^ ... */
    uint32_t state[8];
    uint8_t block[BLOCK]; /* U, then the padding of a message of 64 + size bytes */
    uint8_t digest[MIFU_HASH_MAX_DIGEST_SIZE];
} work;

static void store_words(uint8_t *out, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mifu_store32_be(out + 4 * i, words[i]);
}

/* w->digest = block number `index` of the derived key (F of RFC 8018 5.2). */
static MIFU_NOINLINE void derive_block(work *w, const uint8_t *salt, size_t salt_len,
                                       uint32_t index, uint32_t iterations)
{
    mifu_block_hash_compress *compress = mifu_hash_compress(w->key.algorithm);
    size_t size = mifu_hash_digest_size(w->key.algorithm);
    size_t words = size == MIFU_SHA224_DIGEST_SIZE ? 7 : 8; /* a bound that compilers see */
    uint8_t number[4];

    mifu_store32_be(number, index);
    mifu_hmac_init(&w->hmac, &w->key);
    mifu_hmac_update(&w->hmac, salt, salt_len);
    mifu_hmac_update(&w->hmac, number, sizeof number);
    mifu_hmac_final(w->block, &w->hmac);
    for (size_t i = 0; i < words; i++)
        w->sum[i] = mifu_load32_be(w->block + 4 * i);

    memset(w->block + size, 0, BLOCK - size);
    w->block[size] = 0x80;
    mifu_store64_be(w->block + BLOCK - 8, (uint64_t)(BLOCK + size) << 3);
    for (uint32_t i = 1; i < iterations; i++) {
        memcpy(w->state, w->key.inner, sizeof w->state);
        compress(w->state, w->block, 1);
        store_words(w->block, w->state, words);
        memcpy(w->state, w->key.outer, sizeof w->state);
        compress(w->state, w->block, 1);
        store_words(w->block, w->state, words);
        for (size_t j = 0; j < words; j++)
            w->sum[j] ^= w->state[j];
    }
    store_words(w->digest, w->sum, words);
}

mifu_status mifu_pbkdf2(uint8_t *out, size_t out_len, mifu_hash_algorithm algorithm,
                        const uint8_t *password, size_t password_len, const uint8_t *salt,
                        size_t salt_len, uint32_t iterations)
{
    size_t size = mifu_hash_digest_size(algorithm);
    mifu_status status;
    work w;

    if (size == 0)
        return MIFU_ERR_ARGUMENT_NAME;
    if (out_len == 0 || iterations == 0 || (uint64_t)out_len > (uint64_t)UINT32_MAX * size)
        return MIFU_ERR_ARGUMENT_LENGTH;
    status = mifu_hmac_key_init(&w.key, algorithm, password, password_len);
    if (status != MIFU_OK)
        return status;
    for (uint32_t index = 1; out_len > 0; index++) {
        size_t take = out_len < size ? out_len : size;

        derive_block(&w, salt, salt_len, index, iterations);
        memcpy(out, w.digest, take);
        out += take;
        out_len -= take;
    }
    mifu_wipe(&w, sizeof w);
    mifu_wipe_stack_2k();
    return MIFU_OK;
}
