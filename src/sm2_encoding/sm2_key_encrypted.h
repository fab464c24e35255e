/* SPDX-License-Identifier: Apache-2.0 */
/* The structure of an encrypted private key, for the reader and for mifu_sm2_identify(). */
#ifndef MIFU_SM2_KEY_ENCRYPTED_H
#define MIFU_SM2_KEY_ENCRYPTED_H

#include "mifu/sm2_encoding.h"

#include "der_reader.h"
#include "sm2_oid.h"

typedef struct mifu_sm2_encrypted_parts {
    /* Contents of the identifiers met, in the order of the structure; those after the first that is
     * refused may be missing (length 0). */
    mifu_der_bytes scheme, kdf, prf, cipher;
    mifu_hash_algorithm hash;
    mifu_der_bytes salt;
    uint32_t iterations;
    const uint8_t *iv;
    mifu_der_bytes ciphertext;
} mifu_sm2_encrypted_parts;

/* Takes an EncryptedPrivateKeyInfo apart. MIFU_ERR_UNSUPPORTED_CIPHER, MIFU_ERR_LIMIT, ... */
MIFU_MUST_CHECK mifu_status mifu_sm2_encrypted_split(mifu_sm2_encrypted_parts *parts,
                                                     const uint8_t *der, size_t len);

#endif
