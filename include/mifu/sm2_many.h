/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many SM2 operations at once. Where the processor has AVX-512 IFMA, eight items are computed side
 * by side, with AVX2 four, and 32 share inversions, which takes a fraction of the time of single
 * calls; elsewhere the items are done one after another. Results are those of the single functions
 * of sm2.h.
 *
 * Arrays have `count` items; count may be 0, and groups of eight or more pay. Item i of every array
 * belongs together. Keys are arrays of pointers, so that items may share a key. Digests, signatures
 * and shared secrets are items of fixed size one after another in one array of bytes.
 *
 * Each item has a status of its own in status[i], as the single function would return it. The
 * functions return MIFU_OK where every item has MIFU_OK, else the status of the first item that has
 * not, and MIFU_ERR_ARGUMENT_NULL, before touching anything, where an array is NULL though count is
 * not 0. One item's failure never touches another's result. Of a failed item, keys, signatures and
 * shared secrets are zeros, ciphertexts and messages what the single function leaves. Running time
 * does not depend on secrets, nor on which decryptions fail.
 *
 * Scratch. A call works in the caller's `scratch`: scratch_size bytes, at least
 * MIFU_SM2_MANY_SCRATCH_SIZE whatever the count, at any alignment (64 bytes is best). It need not
 * be initialized, holds no secrets after the call, serves any of these functions, and must not
 * overlap anything else. Less is MIFU_ERR_BUFFER for every item, and nothing else is touched. With
 * scratch NULL that much of the stack is taken, and scratch_size is not looked at. Besides that a
 * call takes up to 16 KiB of stack. Nothing is allocated. Outputs must not overlap inputs.
 */
#ifndef MIFU_SM2_MANY_H
#define MIFU_SM2_MANY_H

#include "sm2.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIFU_SM2_MANY_SCRATCH_SIZE 53248 /* bytes */

/* Makes fresh key pairs. Statuses: MIFU_ERR_RANDOM. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_keygen_many(mifu_sm2_private_key *keys,
                                                          mifu_status *status, size_t count,
                                                          void *scratch, size_t scratch_size);

/* Signs digests e = SM3(Z || M): 32 bytes in, 64 bytes out for each item. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_sign_digest_many(
    uint8_t *sigs, mifu_status *status, const mifu_sm2_private_key *const *keys,
    const uint8_t *digests, size_t count, void *scratch, size_t scratch_size);

/*
 * Signs messages under one identity. A wrong identity is the status of every item.
 * msgs[i] may be NULL where msg_lens[i] is 0.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_sign_many(uint8_t *sigs, mifu_status *status,
                                                        const mifu_sm2_private_key *const *keys,
                                                        const uint8_t *id, size_t id_len,
                                                        const uint8_t *const *msgs,
                                                        const size_t *msg_lens, size_t count,
                                                        void *scratch, size_t scratch_size);

/* Verifies over digests: MIFU_OK or MIFU_INVALID for each item. Variable time. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_verify_digest_many(
    mifu_status *status, const mifu_sm2_public_key *const *keys, const uint8_t *digests,
    const uint8_t *sigs, size_t count, void *scratch, size_t scratch_size);

/* Verifies over messages under one identity. Variable time. */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm2_verify_many(mifu_status *status, const mifu_sm2_public_key *const *keys, const uint8_t *id,
                     size_t id_len, const uint8_t *const *msgs, const size_t *msg_lens,
                     const uint8_t *sigs, size_t count, void *scratch, size_t scratch_size);

/*
 * The shared x-coordinates, 32 bytes for each item, as mifu_sm2_ecdh(). Statuses:
 * MIFU_ERR_ARGUMENT_NULL, MIFU_ERR_RANGE_PRIVATE_KEY and MIFU_ERR_RANGE_INFINITY for a key that is
 * NULL or zeros; shared of such an item is zeros.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_ecdh_many(uint8_t *shared, mifu_status *status,
                                                        const mifu_sm2_private_key *const *keys,
                                                        const mifu_sm2_public_key *const *peers,
                                                        size_t count, void *scratch,
                                                        size_t scratch_size);

/* Encrypts: arguments of item i as those of mifu_sm2_encrypt(). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_encrypt_many(
    uint8_t *const *cts, const size_t *ct_caps, size_t *ct_lens, mifu_status *status,
    const mifu_sm2_public_key *const *keys, mifu_sm2_format format, const uint8_t *const *pts,
    const size_t *pt_lens, size_t count, void *scratch, size_t scratch_size);

/* Decrypts: arguments of item i as those of mifu_sm2_decrypt(). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_decrypt_many(
    uint8_t *const *pts, const size_t *pt_caps, size_t *pt_lens, mifu_status *status,
    const mifu_sm2_private_key *const *keys, mifu_sm2_format format, const uint8_t *const *cts,
    const size_t *ct_lens, size_t count, void *scratch, size_t scratch_size);

#ifdef __cplusplus
}
#endif

#endif
