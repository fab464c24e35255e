/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many SM9 operations at once. Results are those of the single functions of sm9.h.
 *
 * Arrays have `count` items; count may be 0. Item i of every array belongs together. Master keys
 * and verifiers are arrays of pointers, so that items may share one. Signatures, encapsulated keys
 * and points C are items of fixed size one after another in one array of bytes. ids[i] and msgs[i]
 * may be NULL where their length is 0. One hid goes with all identities.
 *
 * Each item has a status of its own in status[i], as the single function would return it. The
 * functions return MIFU_OK where every item has MIFU_OK, else the status of the first item that has
 * not, and MIFU_ERR_ARGUMENT_NULL, before touching anything, where an array is NULL though count is
 * not 0. One item's failure never touches another's result; outputs of a failed item are zeroed.
 *
 * Nothing is allocated; a call uses up to 64 KiB of stack. Outputs must not overlap inputs.
 */
#ifndef MIFU_SM9_MANY_H
#define MIFU_SM9_MANY_H

#include "sm9.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Extracts keys for many identities from one master key. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_key_extract_many(
    mifu_sm9_sign_key *keys, mifu_status *status, const mifu_sm9_sign_master_key *master,
    const uint8_t *const *ids, const size_t *id_lens, uint8_t hid, size_t count);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_key_extract_many(
    mifu_sm9_encrypt_key *keys, mifu_status *status, const mifu_sm9_encrypt_master_key *master,
    const uint8_t *const *ids, const size_t *id_lens, uint8_t hid, size_t count);

/* Verifies signatures by many identities: MIFU_OK or MIFU_INVALID for each. Variable time. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_verify_many(
    mifu_status *status, const mifu_sm9_sign_master_public_key *const *masters,
    const uint8_t *const *ids, const size_t *id_lens, uint8_t hid, const uint8_t *const *msgs,
    const size_t *msg_lens, const uint8_t *sigs, size_t count);

/* The same with the signers' verifiers. Variable time. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_verifier_verify_many(
    mifu_status *status, const mifu_sm9_verifier *const *verifiers, const uint8_t *const *msgs,
    const size_t *msg_lens, const uint8_t *sigs, size_t count);

/* Makes keys of k_len bytes each, and what carries them to many identities. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encapsulate_many(
    uint8_t *ks, size_t k_len, uint8_t *cs, mifu_status *status,
    const mifu_sm9_encrypt_master_public_key *const *masters, const uint8_t *const *ids,
    const size_t *id_lens, uint8_t hid, size_t count);

#ifdef __cplusplus
}
#endif

#endif
