/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The files of all kinds of SM9 keys have one shape. This takes the shape apart and makes it; what
 * the numbers and points in it are, is for the kind to say.
 */
#ifndef MIFU_SM9_KEY_INFO_H
#define MIFU_SM9_KEY_INFO_H

#include "mifu/sm9_encoding.h"

#include "der_reader.h"

/* The kinds of keys: which algorithm identifiers and PEM labels go with them. */
typedef enum mifu_sm9_kind {
    MIFU_SM9_KIND_SIGN_MASTER,
    MIFU_SM9_KIND_ENCRYPT_MASTER,
    MIFU_SM9_KIND_SIGN_USER,
    MIFU_SM9_KIND_ENCRYPT_USER
} mifu_sm9_kind;

#define MIFU_SM9_KEY_CONTENT_MAX_SIZE 256  /* bytes of the content that is written */
#define MIFU_SM9_KEY_FILE_MAX_SIZE    4096 /* bytes of a file that is read; none comes near it */

/* What a private key's file holds. For a master key number is its value, right-aligned; for a
 * user's key point is its private point. A part that is absent has the length 0. */
typedef struct mifu_sm9_key_parts {
    uint8_t number[MIFU_SM9_SCALAR_SIZE];
    mifu_der_bytes point;
    mifu_der_bytes master_point;
} mifu_sm9_key_parts;

/*
 * Takes a private key's file apart, encrypted or not. parts points into der or into plain, which
 * the caller wipes along with parts.
 */
MIFU_MUST_CHECK mifu_status mifu_sm9_key_read(mifu_sm9_key_parts *parts, uint8_t *plain,
                                              mifu_sm9_kind kind, const uint8_t *der, size_t len,
                                              const uint8_t *password, size_t password_len);
#define MIFU_SM9_KEY_PLAIN_SIZE 2048 /* bytes of plain */

/* Takes a master public key's file apart: its point. */
MIFU_MUST_CHECK mifu_status mifu_sm9_public_read(mifu_der_bytes *point, mifu_sm9_kind kind,
                                                 const uint8_t *der, size_t len);

/*
 * Writes a private key's file. number: 32 bytes of a master key, or NULL; point: a user's, with its
 * length, or NULL; master_point: with its length, 0 for none.
 */
MIFU_MUST_CHECK mifu_status mifu_sm9_key_write(uint8_t *der, size_t der_cap, size_t *der_len,
                                               mifu_sm9_kind kind, const uint8_t *number,
                                               mifu_der_bytes point, mifu_der_bytes master_point,
                                               const uint8_t *password, size_t password_len,
                                               uint32_t iterations);

/* The BIT STRING of a master public key, in a SEQUENCE where `sequence` is 1. */
MIFU_MUST_CHECK mifu_status mifu_sm9_public_write(uint8_t *der, size_t der_cap, size_t *der_len,
                                                  mifu_der_bytes point, int sequence);

/* The DER of the first block whose label is one of the kind's; der has
 * MIFU_SM9_KEY_FILE_MAX_SIZE bytes. is_public: the labels of the master public key. */
MIFU_MUST_CHECK mifu_status mifu_sm9_pem_read(uint8_t *der, size_t *der_len, mifu_sm9_kind kind,
                                              int is_public, const char *pem, size_t len);

/* The label that is written. */
const char *mifu_sm9_pem_label(mifu_sm9_kind kind, int is_public, int encrypted);

#endif
