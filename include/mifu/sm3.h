/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM3, the cryptographic hash of GB/T 32905-2016 (GM/T 0004-2012, ISO/IEC 10118-3).
 *
 * Digest 32 bytes, block 64 bytes, messages of up to 2^61 - 1 bytes.
 * Constant time: running time depends on lengths alone. Nothing is allocated.
 * Pointers: data may be NULL where its length is 0; everything else must not be NULL. A digest may
 * be written over the message or anywhere else. Threads: different objects in any thread; one
 * object in one thread at a time.
 */
#ifndef MIFU_SM3_H
#define MIFU_SM3_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIFU_SM3_DIGEST_SIZE 32 /* bytes */
#define MIFU_SM3_BLOCK_SIZE  64 /* bytes */

/*
 * A hash under way. Caller-allocated, fields private. Plain assignment copies it: the copy goes on
 * independently. Holds message bytes: wipe it where the message is secret.
 */
typedef struct mifu_sm3 {
    uint32_t state[8];
    uint64_t length;                    /* bytes taken so far */
    uint8_t block[MIFU_SM3_BLOCK_SIZE]; /* the last length % 64 bytes */
} mifu_sm3;

/* digest = SM3(data), data of `len` bytes. */
MIFU_API void mifu_sm3_hash(uint8_t digest[MIFU_SM3_DIGEST_SIZE], const uint8_t *data, size_t len);

/*
 * digests[i] = SM3(data[i]), data[i] of lens[i] bytes, for all i < count: several times faster than
 * one call after the other where the processor has wide vectors. Any lengths in any order; equal or
 * similar lengths are best. The digests must not overlap the data or each other.
 */
MIFU_API void mifu_sm3_hash_many(uint8_t (*digests)[MIFU_SM3_DIGEST_SIZE],
                                 const uint8_t *const *data, const size_t *lens, size_t count);

/* Starts a message; may be called again at any time to start over. */
MIFU_API void mifu_sm3_init(mifu_sm3 *sm3);

/* Appends `len` bytes to the message. */
MIFU_API void mifu_sm3_update(mifu_sm3 *sm3, const uint8_t *data, size_t len);

/* Writes the digest of all bytes appended, then wipes the object; init starts a new message. */
MIFU_API void mifu_sm3_final(uint8_t digest[MIFU_SM3_DIGEST_SIZE], mifu_sm3 *sm3);

/* copy = sm3, a message under way; both go on independently. */
MIFU_API void mifu_sm3_copy(mifu_sm3 *copy, const mifu_sm3 *sm3);

/* Zeroes an object that will not be finished. */
MIFU_API void mifu_sm3_wipe(mifu_sm3 *sm3);

#ifdef __cplusplus
}
#endif

#endif
