/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Entry points for tests, not part of the public interface: operations whose random numbers the
 * caller chooses, and the arithmetic of a back-end on bytes.
 */
#ifndef MIFU_SM9_TESTING_H
#define MIFU_SM9_TESTING_H

#include "mifu/sm9.h"

#include "random_scalar.h"
#include "sm9_kernels.h"

/*
 * Where r comes from. One outside [1, N-1], and one that the standard rejects (l = 0, a key of
 * zeros), makes the operation ask again.
 */
typedef mifu_scalar_source mifu_sm9_nonce_source;

/* The public functions of the same names, with the source of their random numbers. */
MIFU_MUST_CHECK mifu_status mifu_sm9_sign_message_with_nonces(uint8_t sig[MIFU_SM9_SIGNATURE_SIZE],
                                                              const mifu_sm9_sign_key *key,
                                                              const mifu_sm3 *message,
                                                              mifu_sm9_nonce_source *source,
                                                              void *context);
MIFU_MUST_CHECK mifu_status mifu_sm9_encapsulate_with_nonces(
    uint8_t *k, size_t k_len, uint8_t c[MIFU_SM9_G1_SIZE],
    const mifu_sm9_encrypt_master_public_key *master, const uint8_t *id, size_t id_len, uint8_t hid,
    mifu_sm9_nonce_source *source, void *context);
/* iv: 16 bytes, NULL for ciphers without one. */
MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_with_nonces(
    uint8_t *ct, size_t ct_cap, size_t *ct_len, const mifu_sm9_encrypt_master_public_key *master,
    const uint8_t *id, size_t id_len, uint8_t hid, mifu_sm9_cipher cipher, mifu_sm9_format format,
    const uint8_t *pt, size_t pt_len, const uint8_t *iv, mifu_sm9_nonce_source *source,
    void *context);
MIFU_MUST_CHECK mifu_status mifu_sm9_exchange_ephemeral_with_nonces(uint8_t r[MIFU_SM9_G1_SIZE],
                                                                    mifu_sm9_exchange *exchange,
                                                                    mifu_sm9_nonce_source *source,
                                                                    void *context);

#endif
