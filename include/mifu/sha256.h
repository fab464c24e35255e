/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SHA-256 and SHA-224, FIPS 180-4.
 *
 * Digests 32 and 28 bytes, block 64 bytes, messages of up to 2^61 - 1 bytes.
 * Constant time: running time depends on lengths alone. Nothing is allocated.
 * Pointers: data may be NULL where its length is 0; everything else must not be NULL. A digest may
 * be written over the message or anywhere else. Threads: different objects in any thread; one
 * object in one thread at a time.
 */
#ifndef MIFU_SHA256_H
#define MIFU_SHA256_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIFU_SHA256_DIGEST_SIZE 32 /* bytes */
#define MIFU_SHA224_DIGEST_SIZE 28 /* bytes */
#define MIFU_SHA256_BLOCK_SIZE  64 /* bytes, of both */

/*
 * A hash under way, of either function. Caller-allocated, fields private. Plain assignment copies
 * it: the copy goes on independently. Holds message bytes: wipe it where the message is secret.
 */
typedef struct mifu_sha256 {
    uint32_t state[8];
    uint64_t length;                       /* bytes taken so far */
    uint8_t block[MIFU_SHA256_BLOCK_SIZE]; /* the last length % 64 bytes */
} mifu_sha256;

/* digest = SHA-256(data), data of `len` bytes. */
MIFU_API void mifu_sha256_hash(uint8_t digest[MIFU_SHA256_DIGEST_SIZE], const uint8_t *data,
                               size_t len);

/* digest = SHA-224(data), data of `len` bytes. */
MIFU_API void mifu_sha224_hash(uint8_t digest[MIFU_SHA224_DIGEST_SIZE], const uint8_t *data,
                               size_t len);

/*
 * digests[i] = SHA-256(data[i]) or SHA-224(data[i]), data[i] of lens[i] bytes, for all i < count:
 * several times faster than one call after the other. Any lengths in any order; equal or similar
 * lengths are best. The digests must not overlap the data or each other.
 */
MIFU_API void mifu_sha256_hash_many(uint8_t (*digests)[MIFU_SHA256_DIGEST_SIZE],
                                    const uint8_t *const *data, const size_t *lens, size_t count);
MIFU_API void mifu_sha224_hash_many(uint8_t (*digests)[MIFU_SHA224_DIGEST_SIZE],
                                    const uint8_t *const *data, const size_t *lens, size_t count);

/* Starts a message; may be called again at any time to start over. */
MIFU_API void mifu_sha256_init(mifu_sha256 *sha256);
MIFU_API void mifu_sha224_init(mifu_sha256 *sha224);

/* Appends `len` bytes to the message, of either function. */
MIFU_API void mifu_sha256_update(mifu_sha256 *sha256, const uint8_t *data, size_t len);

/* Writes the digest of all bytes appended, then wipes the object; init starts a new message. */
MIFU_API void mifu_sha256_final(uint8_t digest[MIFU_SHA256_DIGEST_SIZE], mifu_sha256 *sha256);
MIFU_API void mifu_sha224_final(uint8_t digest[MIFU_SHA224_DIGEST_SIZE], mifu_sha256 *sha224);

/* copy = sha256, a message under way; both go on independently. */
MIFU_API void mifu_sha256_copy(mifu_sha256 *copy, const mifu_sha256 *sha256);

/* Zeroes an object that will not be finished. */
MIFU_API void mifu_sha256_wipe(mifu_sha256 *sha256);

#ifdef __cplusplus
}
#endif

#endif
