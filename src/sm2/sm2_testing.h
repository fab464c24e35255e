/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Entry points for tests, not part of the public interface: operations whose random numbers the
 * caller chooses.
 *
 * Field and point operations of a back-end on 32-byte big-endian integers are declared here too,
 * for vector files (field-arithmetic, scalar-base-mult, scalar-mult, point-add). The other groups
 * use the public interface: point-decode is mifu_sm2_public_key_from_bytes(), private-key-check
 * mifu_sm2_private_key_from_bytes(), z-value mifu_sm2_z().
 */
#ifndef MIFU_SM2_TESTING_H
#define MIFU_SM2_TESTING_H

#include "mifu/sm2.h"

#include "sm2_kernels.h"
#include "sm2_nonce.h"

MIFU_MUST_CHECK mifu_status mifu_sm2_sign_digest_with_nonces(uint8_t sig[MIFU_SM2_SIGNATURE_SIZE],
                                                             const mifu_sm2_private_key *key,
                                                             const uint8_t e[MIFU_SM2_DIGEST_SIZE],
                                                             mifu_sm2_nonce_source *source,
                                                             void *context);

MIFU_MUST_CHECK mifu_status mifu_sm2_encrypt_with_nonces(uint8_t *ct, size_t ct_cap, size_t *ct_len,
                                                         const mifu_sm2_public_key *key,
                                                         mifu_sm2_format format, const uint8_t *pt,
                                                         size_t pt_len,
                                                         mifu_sm2_nonce_source *source,
                                                         void *context);

/* mifu_sm2_exchange_ephemeral() with the first k of the source that is in [1, n-1]. */
MIFU_MUST_CHECK mifu_status mifu_sm2_exchange_ephemeral_with_nonces(
    uint8_t r[MIFU_SM2_PUBLIC_KEY_SIZE], mifu_sm2_exchange *exchange, mifu_sm2_nonce_source *source,
    void *context);

typedef enum mifu_sm2_field_operation {
    MIFU_SM2_FIELD_ADD,
    MIFU_SM2_FIELD_SUB,
    MIFU_SM2_FIELD_MUL,
    MIFU_SM2_FIELD_SQR,
    MIFU_SM2_FIELD_HALF,
    MIFU_SM2_FIELD_INV /* of 0: 0 */
} mifu_sm2_field_operation;

/*
 * r = a op b modulo p, plain integers below p, with the given back-end's kernels; modulo n, with
 * the one portable code. b is not read by one-operand operations. modulo n has no HALF.
 */
void mifu_sm2_test_field_p(const mifu_sm2_kernels *kernels, mifu_sm2_field_operation operation,
                           uint8_t r[32], const uint8_t a[32], const uint8_t b[32]);
void mifu_sm2_test_field_n(mifu_sm2_field_operation operation, uint8_t r[32], const uint8_t a[32],
                           const uint8_t b[32]);

/*
 * xy = x || y of [k] G, of [k] (x, y), of (x, y) + (x, y). k < 2^256 is reduced modulo n. Points
 * must be on the curve. Return 0 and zeros where the result is infinity, else 1.
 */
int mifu_sm2_test_base_multiply(const mifu_sm2_kernels *kernels, uint8_t xy[64],
                                const uint8_t k[32]);
int mifu_sm2_test_point_multiply(const mifu_sm2_kernels *kernels, uint8_t xy[64],
                                 const uint8_t k[32], const uint8_t point[64]);
int mifu_sm2_test_point_add(const mifu_sm2_kernels *kernels, uint8_t xy[64], const uint8_t a[64],
                            const uint8_t b[64]);

/* x || y of an encoded point of any form, the hybrid 06 and 07 included (a public key's must not
 * be). */
MIFU_MUST_CHECK mifu_status mifu_sm2_test_point_decode(uint8_t xy[64], const uint8_t *point,
                                                       size_t len);

#endif
