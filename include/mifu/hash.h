/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hash functions behind one interface, for code that takes the algorithm as a parameter (HMAC,
 * HKDF, PBKDF2, bindings). Code that knows its algorithm uses sm3.h or sha256.h.
 *
 * Rules on constant time, pointers and threads as in sm3.h.
 */
#ifndef MIFU_HASH_H
#define MIFU_HASH_H

#include "sha256.h"
#include "sm3.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Values are stable and are never reused. */
typedef enum mifu_hash_algorithm {
    MIFU_HASH_SM3 = 1,
    MIFU_HASH_SHA256 = 2,
    MIFU_HASH_SHA224 = 3
} mifu_hash_algorithm;

#define MIFU_HASH_MAX_DIGEST_SIZE 32 /* bytes */
#define MIFU_HASH_MAX_BLOCK_SIZE  64 /* bytes */

/* Digest size in bytes, or 0 for a value that is no algorithm. */
MIFU_API size_t mifu_hash_digest_size(mifu_hash_algorithm algorithm);

/* Name ("sm3", "sha256", "sha224"), or NULL for a value that is no algorithm. Static storage. */
MIFU_API const char *mifu_hash_name(mifu_hash_algorithm algorithm);

/* A hash under way. Caller-allocated, fields private; plain assignment copies it. */
typedef struct mifu_hash {
    mifu_hash_algorithm algorithm;
    union {
        mifu_sm3 sm3;
        mifu_sha256 sha256;
    } u;
} mifu_hash;

/* Starts a message. MIFU_ERR_ARGUMENT_NAME: no such algorithm. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_hash_init(mifu_hash *hash, mifu_hash_algorithm algorithm);

/* Appends `len` bytes. */
MIFU_API void mifu_hash_update(mifu_hash *hash, const uint8_t *data, size_t len);

/* Writes mifu_hash_digest_size() bytes and wipes the object. */
MIFU_API void mifu_hash_final(uint8_t *digest, mifu_hash *hash);

/* Zeroes an object that will not be finished. */
MIFU_API void mifu_hash_wipe(mifu_hash *hash);

/* One-shot; writes mifu_hash_digest_size() bytes. MIFU_ERR_ARGUMENT_NAME: no such algorithm. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_hash_digest(uint8_t *digest,
                                                      mifu_hash_algorithm algorithm,
                                                      const uint8_t *data, size_t len);

/*
 * One-shot of many messages: for all i < count the digest of data[i], lens[i] bytes, at
 * digests + i * mifu_hash_digest_size(). Rules as in mifu_sm3_hash_many(). MIFU_ERR_ARGUMENT_NAME:
 * no such algorithm.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_hash_digest_many(uint8_t *digests,
                                                           mifu_hash_algorithm algorithm,
                                                           const uint8_t *const *data,
                                                           const size_t *lens, size_t count);

#ifdef __cplusplus
}
#endif

#endif
