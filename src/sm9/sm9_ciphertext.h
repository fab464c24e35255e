/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The layouts of an SM9 ciphertext (GM/T 0044.4-2016 8.1 A8, GB/T 41389-2022): where the parts are,
 * and what C2 holds. All of it is public.
 */
#ifndef MIFU_SM9_CIPHERTEXT_H
#define MIFU_SM9_CIPHERTEXT_H

#include "sm9_internal.h"

#define MIFU_SM9_C3_SIZE 32
#define MIFU_SM9_K2_SIZE 32

/* A ciphertext taken apart; everything points into it. */
typedef struct mifu_sm9_ciphertext {
    mifu_sm9_cipher cipher;
    const uint8_t *c1; /* 04 || x || y, or x || y where the format has no 04 */
    size_t c1_len;
    const uint8_t *c3;
    const uint8_t *iv; /* in front of C2 and part of it; NULL for ciphers without one */
    const uint8_t *c2; /* with its IV */
    size_t c2_len;
    const uint8_t *body; /* without it; at least 1 byte */
    size_t body_len;
} mifu_sm9_ciphertext;

/*
 * Takes a ciphertext apart: lengths and structure only. MIFU_ERR_ARGUMENT_NAME,
 * MIFU_ERR_ENCODING_..., MIFU_ERR_UNSUPPORTED_ALGORITHM, MIFU_ERR_ARGUMENT_EMPTY
 */
MIFU_MUST_CHECK mifu_status mifu_sm9_ciphertext_parse(mifu_sm9_ciphertext *parts,
                                                      mifu_sm9_cipher cipher,
                                                      mifu_sm9_format format, const uint8_t *ct,
                                                      size_t ct_len);

/* Bytes of the IV, 0 or 16. */
size_t mifu_sm9_iv_size(mifu_sm9_cipher cipher);

/* Bytes of C2 with its IV, or 0 where the cipher is unknown or it does not fit. */
size_t mifu_sm9_c2_size(mifu_sm9_cipher cipher, size_t pt_len);

/* Bytes of a ciphertext with C2 of c2_len bytes; 0 as mifu_sm9_ciphertext_size(). */
size_t mifu_sm9_layout_size(mifu_sm9_cipher cipher, mifu_sm9_format format, size_t c2_len);

/*
 * Writes everything but C1, C3 and C2, whose places are told; the place of C2 is returned. ct has
 * the size of mifu_sm9_layout_size(). *c1 has room for x || y.
 */
uint8_t *mifu_sm9_ciphertext_lay_out(uint8_t **c1, uint8_t **c3, uint8_t *ct,
                                     mifu_sm9_cipher cipher, mifu_sm9_format format, size_t c2_len);

/* C3 = SM3(C2 || K2), or HMAC-SM3 for MIFU_SM9_GMSSL. */
MIFU_MUST_CHECK mifu_status mifu_sm9_mac(uint8_t c3[MIFU_SM9_C3_SIZE], mifu_sm9_format format,
                                         const uint8_t k2[MIFU_SM9_K2_SIZE], const uint8_t *c2,
                                         size_t c2_len);

#endif
