/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many SM2 operations at once. Where the processor has AVX-512 IFMA, eight items are computed side
 * by side and one inversion serves 32, which takes a fraction of the time of single calls;
 * elsewhere the items are done one after another. Results are those of the single functions of
 * sm2.h.
 *
 * Arrays have `count` items; count may be 0, and groups of eight or more pay. Item i of every array
 * belongs together. Keys are arrays of pointers, so that items may share a key. Digests, signatures
 * and shared secrets are items of fixed size one after another in one array of bytes.
 *
 * Each item has a status of its own in status[i], as the single function would return it. The
 * functions return MIFU_OK where every item has MIFU_OK, else the status of the first item that has
 * not, and MIFU_ERR_ARGUMENT_NULL, before touching anything, where an array is NULL though count is
 * not 0. One item's failure never touches another's result; outputs of a failed item are zeroed.
 * Running time does not depend on secrets, nor on which decryptions fail.
 *
 * Nothing is allocated; a call uses up to 64 KiB of stack. Outputs must not overlap inputs.
 */
#ifndef MIFU_SM2_MANY_H
#define MIFU_SM2_MANY_H

#include "sm2.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes fresh key pairs. Statuses: MIFU_ERR_RANDOM. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_keygen_many(mifu_sm2_private_key *keys,
                                                          mifu_status *status, size_t count);

/* Signs digests e = SM3(Z || M): 32 bytes in, 64 bytes out for each item. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_sign_digest_many(
    uint8_t *sigs, mifu_status *status, const mifu_sm2_private_key *const *keys,
    const uint8_t *digests, size_t count);

/*
 * Signs messages under one identity. A wrong identity is the status of every item.
 * msgs[i] may be NULL where msg_lens[i] is 0.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_sign_many(uint8_t *sigs, mifu_status *status,
                                                        const mifu_sm2_private_key *const *keys,
                                                        const uint8_t *id, size_t id_len,
                                                        const uint8_t *const *msgs,
                                                        const size_t *msg_lens, size_t count);

/* Verifies over digests: MIFU_OK or MIFU_INVALID for each item. Variable time. */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm2_verify_digest_many(mifu_status *status, const mifu_sm2_public_key *const *keys,
                            const uint8_t *digests, const uint8_t *sigs, size_t count);

/* Verifies over messages under one identity. Variable time. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_verify_many(
    mifu_status *status, const mifu_sm2_public_key *const *keys, const uint8_t *id, size_t id_len,
    const uint8_t *const *msgs, const size_t *msg_lens, const uint8_t *sigs, size_t count);

/* The shared x-coordinates: 32 bytes for each item. NULL keys are refused. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_ecdh_many(uint8_t *shared,
                                                        const mifu_sm2_private_key *const *keys,
                                                        const mifu_sm2_public_key *const *peers,
                                                        size_t count);

/* Encrypts: arguments of item i as those of mifu_sm2_encrypt(). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_encrypt_many(
    uint8_t *const *cts, const size_t *ct_caps, size_t *ct_lens, mifu_status *status,
    const mifu_sm2_public_key *const *keys, mifu_sm2_format format, const uint8_t *const *pts,
    const size_t *pt_lens, size_t count);

/* Decrypts: arguments of item i as those of mifu_sm2_decrypt(). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_decrypt_many(
    uint8_t *const *pts, const size_t *pt_caps, size_t *pt_lens, mifu_status *status,
    const mifu_sm2_private_key *const *keys, mifu_sm2_format format, const uint8_t *const *cts,
    const size_t *ct_lens, size_t count);

#ifdef __cplusplus
}
#endif

#endif
