/* SPDX-License-Identifier: Apache-2.0 */
/*
 * HMAC over SM3, SHA-256 and SHA-224: GB/T 15852.2-2012, GM/T 0042-2015, FIPS 198-1, RFC 2104.
 *
 * A prepared key holds the two states after the padded key blocks, so that each message costs two
 * compressions less. Keys of any length are permitted, an empty one too.
 * Secret: the key, all contexts. Constant time except for lengths. Nothing is allocated.
 * Threads: a prepared key may be shared, const, by any number of threads.
 */
#ifndef MIFU_HMAC_H
#define MIFU_HMAC_H

#include "hash.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A prepared key: equivalent to the key itself, wipe it. Fields private. */
typedef struct mifu_hmac_key {
    mifu_hash_algorithm algorithm;
    uint32_t inner[8];
    uint32_t outer[8];
} mifu_hmac_key;

/* A message under way. Self-contained: the key object may go away. Plain assignment copies it. */
typedef struct mifu_hmac {
    mifu_hash inner;
    uint32_t outer[8];
} mifu_hmac;

/* Prepares a key of `len` bytes (key may be NULL if 0). MIFU_ERR_ARGUMENT_NAME: no such algorithm.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_hmac_key_init(mifu_hmac_key *prepared,
                                                        mifu_hash_algorithm algorithm,
                                                        const uint8_t *key, size_t len);
MIFU_API void mifu_hmac_key_wipe(mifu_hmac_key *prepared);

/* Streaming: starts a message under a prepared key; appends; writes the tag and wipes the context.
 */
MIFU_API void mifu_hmac_init(mifu_hmac *hmac, const mifu_hmac_key *key);
MIFU_API void mifu_hmac_update(mifu_hmac *hmac, const uint8_t *data, size_t len);
/* Writes mifu_hash_digest_size(algorithm) bytes. */
MIFU_API void mifu_hmac_final(uint8_t *tag, mifu_hmac *hmac);
MIFU_API void mifu_hmac_wipe(mifu_hmac *hmac);

/* tag = HMAC(key, data); writes mifu_hash_digest_size(algorithm) bytes. */
MIFU_API void mifu_hmac_mac(uint8_t *tag, const mifu_hmac_key *key, const uint8_t *data,
                            size_t len);

/*
 * Tags of many messages under one key: for all i < count HMAC(key, data[i]), lens[i] bytes, at
 * tags + i * mifu_hash_digest_size(algorithm). Rules as in mifu_sm3_hash_many().
 */
MIFU_API void mifu_hmac_mac_many(uint8_t *tags, const mifu_hmac_key *key,
                                 const uint8_t *const *data, const size_t *lens, size_t count);

/*
 * Compares a tag of 1 to digest-size bytes (a truncated tag compares its leading bytes) in constant
 * time. MIFU_OK, MIFU_INVALID, MIFU_ERR_ARGUMENT_LENGTH (tag_len is 0 or above the digest size)
 * Short tags are weak: agree on their length beforehand and pass that, never the length received.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_hmac_verify(const mifu_hmac_key *key, const uint8_t *data,
                                                      size_t len, const uint8_t *tag,
                                                      size_t tag_len);

#ifdef __cplusplus
}
#endif

#endif
