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

/* The longest PrivateKeyInfo that is opened, and that is sealed. */
#define MIFU_SM2_ENCRYPTED_OPEN_MAX_SIZE 2048
#define MIFU_SM2_ENCRYPTED_SEAL_MAX_SIZE 512

/*
 * The PrivateKeyInfo inside, of any algorithm; plain has MIFU_SM2_ENCRYPTED_OPEN_MAX_SIZE bytes and
 * is zeroed on an error. A wrong password shows as MIFU_ERR_AUTHENTICATION or as garbage.
 */
MIFU_MUST_CHECK mifu_status mifu_sm2_encrypted_open(uint8_t plain[MIFU_SM2_ENCRYPTED_OPEN_MAX_SIZE],
                                                    size_t *plain_len, const uint8_t *der,
                                                    size_t len, const uint8_t *password,
                                                    size_t password_len);

/* Makes an EncryptedPrivateKeyInfo of a PrivateKeyInfo; arguments as those of
 * mifu_sm2_private_key_to_encrypted_der(). plain is not read where there is no room. */
MIFU_MUST_CHECK mifu_status mifu_sm2_encrypted_seal(uint8_t *der, size_t der_cap, size_t *der_len,
                                                    const uint8_t *plain, size_t plain_len,
                                                    const uint8_t *password, size_t password_len,
                                                    mifu_hash_algorithm prf, uint32_t iterations);

#endif
