/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The layouts of an SM2 ciphertext (GB/T 32918.4 6.1 A8, GM/T 0009 7.2): where the parts are. All
 * of it is public.
 */
#ifndef MIFU_SM2_CIPHERTEXT_H
#define MIFU_SM2_CIPHERTEXT_H

#include "mifu/sm2.h"

#include "curve_point.h"

#define MIFU_SM2_C3_SIZE 32

/* A ciphertext taken apart; c3 and c2 point into it. */
typedef struct mifu_sm2_ciphertext {
    uint8_t c1[65]; /* for mifu_sm2_point_from_any() */
    size_t c1_len;
    const uint8_t *c3;
    const uint8_t *c2;
    size_t c2_len; /* at least 1 */
} mifu_sm2_ciphertext;

/*
 * Takes a ciphertext apart by a format other than AUTO: lengths and structure only. In the formats
 * that begin with 04, C1 may also be compressed (02, 03; 33 bytes) or hybrid (06, 07; 65 bytes), as
 * GB/T 32918.4 7.1 B1 with 32918.1 4.2.9 permits.
 *   MIFU_ERR_ARGUMENT_NAME, MIFU_ERR_ENCODING_..., MIFU_ERR_RANGE_COORDINATE (a DER INTEGER above
 * 32 bytes), MIFU_ERR_ARGUMENT_EMPTY (no C2)
 */
MIFU_MUST_CHECK mifu_status mifu_sm2_ciphertext_parse(mifu_sm2_ciphertext *parts,
                                                      mifu_sm2_format format, const uint8_t *ct,
                                                      size_t ct_len);

/* Exact size for these coordinates; 0 where the format is unknown or it does not fit in size_t. */
size_t mifu_sm2_ciphertext_exact_size(mifu_sm2_format format, const uint8_t xy[64], size_t pt_len);

/*
 * Writes everything but C2, whose place is returned: the caller fills it and the 32 bytes at *c3.
 * ct has the exact size.
 */
uint8_t *mifu_sm2_ciphertext_lay_out(uint8_t **c3, uint8_t *ct, mifu_sm2_format format,
                                     const uint8_t xy[64], size_t pt_len);

/* mifu_sm2_ciphertext_parse() and then the point C1: structure and curve, both public. */
MIFU_MUST_CHECK mifu_status mifu_sm2_ciphertext_read(mifu_sm2_ciphertext *parts, mifu_affine *c1,
                                                     mifu_sm2_format format, const uint8_t *ct,
                                                     size_t ct_len);

/*
 * The rest of decryption once the shared point [d]C1 is there: B4-B6. pt has c2_len bytes. Whatever
 * depends on the private key ends in one error, and pt is zeroed then.
 */
MIFU_MUST_CHECK mifu_status mifu_sm2_decrypt_with_point(uint8_t *pt,
                                                        const mifu_sm2_ciphertext *parts,
                                                        const mifu_affine *shared);

/* The checks of mifu_sm2_encrypt() on its arguments. */
MIFU_MUST_CHECK mifu_status mifu_sm2_encrypt_check(uint8_t *ct, size_t ct_cap, size_t *ct_len,
                                                   const mifu_sm2_public_key *key,
                                                   mifu_sm2_format format, const uint8_t *pt,
                                                   size_t pt_len);

/*
 * The rest of encryption once C1 = [k]G and the shared point [k]P are there: A5-A8, after the
 * checks. *again is set where the key stream is all zero and another nonce is needed; ct is zeroed
 * then.
 */
MIFU_MUST_CHECK mifu_status mifu_sm2_encrypt_to_points(uint8_t *ct, size_t *ct_len, int *again,
                                                       const mifu_affine *c1,
                                                       const mifu_affine *shared,
                                                       mifu_sm2_format format, const uint8_t *pt,
                                                       size_t pt_len);

#endif
