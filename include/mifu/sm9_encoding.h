/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Encodings of SM9 keys, signatures, ciphertexts and encapsulated keys: GB/T 41389-2022 (GM/T
 * 0080-2020), PKCS #8 (RFC 5958) as GmSSL and gmsm use it, RFC 7468, RFC 8018.
 *
 * Readers are strict DER (X.690): minimal lengths and INTEGERs, nothing trailing. What they refuse
 * they name by a status. Points are 04 || x || y in a BIT STRING and are checked as sm9.h says.
 *
 * Variable-size outputs take a capacity and set a length. out == NULL asks for the size: the answer
 * is MIFU_ERR_BUFFER with *out_len set to the size needed; a capacity that is too small answers the
 * same way and writes nothing. PEM text is ASCII with LF line ends and is not zero-terminated.
 * Private keys are secret: their encodings are handled in constant time except for lengths, the
 * structure around the key, and the number of leading zeros of a master private key, which DER
 * shows. Pointers, overlap and threads as in sm9.h; out must not overlap any input.
 */
#ifndef MIFU_SM9_ENCODING_H
#define MIFU_SM9_ENCODING_H

#include "pem.h"
#include "sm9.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Signatures, ciphertexts, encapsulated keys ---- */

#define MIFU_SM9_SIGNATURE_DER_SIZE 104 /* bytes */

/* SEQUENCE { h OCTET STRING, S BIT STRING }. Any h and S are encoded. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_signature_to_der(
    uint8_t *der, size_t der_cap, size_t *der_len, const uint8_t sig[MIFU_SM9_SIGNATURE_SIZE]);

/* Structure and lengths only; whether h and S are in range, verification says. sig is zeroed. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_signature_from_der(
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], const uint8_t *der, size_t der_len);

/*
 * Rewrites a ciphertext from one format into another without decrypting it. cipher is what the raw
 * forms do not name; with DER it must be the one named, or MIFU_SM9_CIPHER_NAMED. C1 must be a
 * point of G1. MIFU_ERR_ARGUMENT_NAME also where one format is MIFU_SM9_GMSSL: its C3 differs,
 * which takes the key.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_ciphertext_convert(
    uint8_t *out, size_t out_cap, size_t *out_len, mifu_sm9_format to, mifu_sm9_format from,
    mifu_sm9_cipher cipher, const uint8_t *ct, size_t ct_len);

/* SM9KeyPackage, SEQUENCE { K OCTET STRING, C BIT STRING }: a key beside its encapsulation. Secret.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_key_package_to_der(uint8_t *der, size_t der_cap,
                                                                 size_t *der_len, const uint8_t *k,
                                                                 size_t k_len,
                                                                 const uint8_t c[MIFU_SM9_G1_SIZE]);
/* *k_len is set to the size of K; k is zeroed on an error. C is not checked. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_key_package_from_der(uint8_t *k, size_t k_cap,
                                                                   size_t *k_len,
                                                                   uint8_t c[MIFU_SM9_G1_SIZE],
                                                                   const uint8_t *der,
                                                                   size_t der_len);

/* ---- Master public keys ---- */

/*
 * Read: the BIT STRING of GB/T 41389, the same in a SEQUENCE as GmSSL writes it, and a
 * SubjectPublicKeyInfo with the identifiers of SM9 around the BIT STRING. The key is zeroed on an
 * error. Written: the BIT STRING.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_master_public_key_from_der(
    mifu_sm9_sign_master_public_key *key, const uint8_t *der, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_master_public_key_to_der(
    uint8_t *der, size_t der_cap, size_t *der_len, const mifu_sm9_sign_master_public_key *key);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_master_public_key_from_der(
    mifu_sm9_encrypt_master_public_key *key, const uint8_t *der, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_master_public_key_to_der(
    uint8_t *der, size_t der_cap, size_t *der_len, const mifu_sm9_encrypt_master_public_key *key);

/*
 * Read: the first block "SM9 SIGN MASTER PUBLIC KEY" or "SM9 ENC MASTER PUBLIC KEY", or "PUBLIC
 * KEY". Written: GmSSL's form, the SEQUENCE under the first or second label.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_master_public_key_from_pem(
    mifu_sm9_sign_master_public_key *key, const char *pem, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_master_public_key_to_pem(
    char *pem, size_t pem_cap, size_t *pem_len, const mifu_sm9_sign_master_public_key *key);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_master_public_key_from_pem(
    mifu_sm9_encrypt_master_public_key *key, const char *pem, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_master_public_key_to_pem(
    char *pem, size_t pem_cap, size_t *pem_len, const mifu_sm9_encrypt_master_public_key *key);

/* ---- Private keys ---- */

#define MIFU_SM9_DEFAULT_ITERATIONS 65536    /* of PBKDF2 */
#define MIFU_SM9_MAX_ITERATIONS     10000000 /* that a reader takes */

/*
 * Readers take, told apart by their structure: PrivateKeyInfo (PKCS #8) with the identifiers of
 * SM9, its encrypted form (PBES2, PBKDF2 with HMAC-SM3 or HMAC-SHA256, SM4-CBC), and what it holds
 * inside: for a master key INTEGER, or SEQUENCE { INTEGER, BIT STRING }, whose public part must
 * match; for a user's key BIT STRING, or SEQUENCE { BIT STRING, BIT STRING } with the master public
 * key second. The key is zeroed on an error.
 *   MIFU_ERR_ENCODING_..., errors of points, MIFU_ERR_RANGE_MASTER_KEY,
 *   MIFU_ERR_RANGE_KEY_MISMATCH, MIFU_ERR_UNSUPPORTED_ALGORITHM (another key than the one asked
 * for), MIFU_ERR_PASSWORD_NEEDED (password is NULL), MIFU_ERR_AUTHENTICATION (wrong password or
 * damaged data), MIFU_ERR_UNSUPPORTED_CIPHER, MIFU_ERR_LIMIT Users' keys: `master` may be NULL
 * where the file holds the master public key, and for an encryption key also where it does not; a
 * signing key without one is MIFU_ERR_ARGUMENT_NULL. Where both are there they must be the same
 * (MIFU_ERR_RANGE_KEY_MISMATCH).
 *
 * Writers make PrivateKeyInfo where password is NULL, else its encrypted form with PBKDF2 over
 * HMAC-SM3, a random salt and IV. Inside is the SEQUENCE that GmSSL reads; an encryption key
 * without a master public key is written as a BIT STRING. MIFU_ERR_ARGUMENT_LENGTH: iterations is 0
 * or above MIFU_SM9_MAX_ITERATIONS; MIFU_ERR_RANDOM.
 *
 * PEM, read: "PRIVATE KEY", "ENCRYPTED PRIVATE KEY", and GmSSL's "SM9 SIGN MASTER KEY", "SM9 SIGN
 * PRIVATE KEY", "SM9 ENC MASTER KEY", "SM9 ENC PRIVATE KEY", with ENCRYPTED in front or without.
 * Written: "PRIVATE KEY", or GmSSL's label with ENCRYPTED.
 */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm9_sign_master_key_from_der(mifu_sm9_sign_master_key *key, const uint8_t *der, size_t len,
                                  const uint8_t *password, size_t password_len);
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm9_sign_master_key_from_pem(mifu_sm9_sign_master_key *key, const char *pem, size_t len,
                                  const uint8_t *password, size_t password_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_master_key_to_der(
    uint8_t *der, size_t der_cap, size_t *der_len, const mifu_sm9_sign_master_key *key,
    const uint8_t *password, size_t password_len, uint32_t iterations);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_master_key_to_pem(
    char *pem, size_t pem_cap, size_t *pem_len, const mifu_sm9_sign_master_key *key,
    const uint8_t *password, size_t password_len, uint32_t iterations);

MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm9_encrypt_master_key_from_der(mifu_sm9_encrypt_master_key *key, const uint8_t *der,
                                     size_t len, const uint8_t *password, size_t password_len);
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm9_encrypt_master_key_from_pem(mifu_sm9_encrypt_master_key *key, const char *pem, size_t len,
                                     const uint8_t *password, size_t password_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_master_key_to_der(
    uint8_t *der, size_t der_cap, size_t *der_len, const mifu_sm9_encrypt_master_key *key,
    const uint8_t *password, size_t password_len, uint32_t iterations);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_master_key_to_pem(
    char *pem, size_t pem_cap, size_t *pem_len, const mifu_sm9_encrypt_master_key *key,
    const uint8_t *password, size_t password_len, uint32_t iterations);

MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_key_from_der(
    mifu_sm9_sign_key *key, const mifu_sm9_sign_master_public_key *master, const uint8_t *der,
    size_t len, const uint8_t *password, size_t password_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_key_from_pem(
    mifu_sm9_sign_key *key, const mifu_sm9_sign_master_public_key *master, const char *pem,
    size_t len, const uint8_t *password, size_t password_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_key_to_der(
    uint8_t *der, size_t der_cap, size_t *der_len, const mifu_sm9_sign_key *key,
    const uint8_t *password, size_t password_len, uint32_t iterations);
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm9_sign_key_to_pem(char *pem, size_t pem_cap, size_t *pem_len, const mifu_sm9_sign_key *key,
                         const uint8_t *password, size_t password_len, uint32_t iterations);

MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_key_from_der(
    mifu_sm9_encrypt_key *key, const mifu_sm9_encrypt_master_public_key *master, const uint8_t *der,
    size_t len, const uint8_t *password, size_t password_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_key_from_pem(
    mifu_sm9_encrypt_key *key, const mifu_sm9_encrypt_master_public_key *master, const char *pem,
    size_t len, const uint8_t *password, size_t password_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_key_to_der(
    uint8_t *der, size_t der_cap, size_t *der_len, const mifu_sm9_encrypt_key *key,
    const uint8_t *password, size_t password_len, uint32_t iterations);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_key_to_pem(
    char *pem, size_t pem_cap, size_t *pem_len, const mifu_sm9_encrypt_key *key,
    const uint8_t *password, size_t password_len, uint32_t iterations);

#ifdef __cplusplus
}
#endif

#endif
