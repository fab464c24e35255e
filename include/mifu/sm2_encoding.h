/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Encodings of SM2 keys, signatures, ciphertexts, enveloped keys and certificates: GM/T 0009-2012
 * (GB/T 35276-2017), RFC 5480, RFC 5915, RFC 5958, RFC 7468, RFC 8018, GM/T 0091, GM/T 0016.
 *
 * Readers are strict DER (X.690): minimal lengths and INTEGERs, nothing trailing. What they refuse
 * they name by a status. Writers produce the one canonical form.
 *
 * Variable-size outputs take a capacity and set a length. out == NULL asks for the size: the answer
 * is MIFU_ERR_BUFFER with *out_len set to the size needed; a capacity that is too small answers the
 * same way and writes nothing. PEM text is ASCII with LF line ends and is not zero-terminated.
 * Private keys are secret: their encodings are handled in constant time except for lengths and the
 * structure around the key.
 * Pointers, overlap and threads as in sm2.h; out must not overlap any input.
 */
#ifndef MIFU_SM2_ENCODING_H
#define MIFU_SM2_ENCODING_H

#include "hash.h"
#include "pem.h"
#include "sm2.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Signatures
 * ----------------------------------------------------------------------------------- */

#define MIFU_SM2_SIGNATURE_DER_MAX_SIZE 72  /* bytes */
#define MIFU_SM2_SIGNATURE_SKF_SIZE     128 /* bytes of a token's ECCSIGNATUREBLOB */

/* SEQUENCE { r INTEGER, s INTEGER }. Any r, s of 32 bytes is encoded, also one out of range. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_signature_to_der(
    uint8_t *der, size_t der_cap, size_t *der_len, const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE]);

/*
 * Strict reader. MIFU_ERR_ENCODING_..., MIFU_ERR_RANGE_SIGNATURE (r or s not in [1, n-1]); sig is
 * zeroed.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_signature_from_der(
    uint8_t sig[MIFU_SM2_SIGNATURE_SIZE], const uint8_t *der, size_t der_len);

/*
 * A reader that also takes needless leading zero bytes in r and s, as some systems write them. It
 * exists for links to such systems and is never used by default: it makes one signature have
 * several encodings.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_signature_from_der_lenient(
    uint8_t sig[MIFU_SM2_SIGNATURE_SIZE], const uint8_t *der, size_t der_len);

/* The 128-byte blob of GM/T 0016 tokens: r and s right-aligned in 64-byte fields.
 * _ENCODING_PADDING. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_signature_from_skf(
    uint8_t sig[MIFU_SM2_SIGNATURE_SIZE], const uint8_t blob[MIFU_SM2_SIGNATURE_SKF_SIZE]);
MIFU_API void mifu_sm2_signature_to_skf(uint8_t blob[MIFU_SM2_SIGNATURE_SKF_SIZE],
                                        const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE]);

/* ---- Ciphertexts
 * ---------------------------------------------------------------------------------- */

/*
 * Rewrites a ciphertext from one format into another without decrypting it. C1 must be on the
 * curve. `from` may be MIFU_SM2_AUTO: without the key only C1 can be tested, so it fails with
 * MIFU_ERR_ENCODING_AMBIGUOUS where the order of C2 and C3 matters and is not known.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_ciphertext_convert(uint8_t *out, size_t out_cap,
                                                                 size_t *out_len,
                                                                 mifu_sm2_format to,
                                                                 mifu_sm2_format from,
                                                                 const uint8_t *ct, size_t ct_len);

/* ---- Keys, DER
 * ------------------------------------------------------------------------------------ */

/*
 * Reads PKCS#8 (id-ecPublicKey with the curve's OID, or that OID in the algorithm's place) or SEC1,
 * told apart by their structure; the public part, where present, must match. The key is zeroed on
 * an error. MIFU_ERR_ENCODING_..., MIFU_ERR_RANGE_PRIVATE_KEY, MIFU_ERR_RANGE_KEY_MISMATCH,
 *   MIFU_ERR_UNSUPPORTED_CURVE, MIFU_ERR_UNSUPPORTED_ALGORITHM, MIFU_ERR_UNSUPPORTED_CONTAINER,
 *   MIFU_ERR_PASSWORD_NEEDED (it is an EncryptedPrivateKeyInfo)
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_private_key_from_der(mifu_sm2_private_key *key,
                                                                   const uint8_t *der, size_t len);

/* Reads EncryptedPrivateKeyInfo: PBES2, PBKDF2 with HMAC-SM3 or HMAC-SHA256, SM4-CBC. A wrong
 * password and damaged data are one error, MIFU_ERR_AUTHENTICATION; other algorithms
 * MIFU_ERR_UNSUPPORTED_CIPHER. */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm2_private_key_from_encrypted_der(mifu_sm2_private_key *key, const uint8_t *der, size_t len,
                                        const uint8_t *password, size_t password_len);

/* PrivateKeyInfo (PKCS#8) with the public part. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_private_key_to_pkcs8(uint8_t *der, size_t der_cap,
                                                                   size_t *der_len,
                                                                   const mifu_sm2_private_key *key);

/* ECPrivateKey (SEC1, RFC 5915) with curve OID and public part. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_private_key_to_sec1(uint8_t *der, size_t der_cap,
                                                                  size_t *der_len,
                                                                  const mifu_sm2_private_key *key);

#define MIFU_SM2_DEFAULT_ITERATIONS 65536 /* of PBKDF2 */

/*
 * EncryptedPrivateKeyInfo with PBKDF2 over HMAC with `prf` (MIFU_HASH_SM3 as GM/T 0091 has it, or
 * MIFU_HASH_SHA256, which OpenSSL 3.0 can read), a random salt, and SM4-CBC with a random IV.
 *   MIFU_ERR_ARGUMENT_LENGTH (iterations is 0), MIFU_ERR_ARGUMENT_NAME (prf), MIFU_ERR_RANDOM
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_private_key_to_encrypted_der(
    uint8_t *der, size_t der_cap, size_t *der_len, const mifu_sm2_private_key *key,
    const uint8_t *password, size_t password_len, mifu_hash_algorithm prf, uint32_t iterations);

/*
 * Reads SubjectPublicKeyInfo: named curve, or explicit parameters that are exactly those of
 * sm2p256v1. Errors as for private keys and of mifu_sm2_public_key_from_bytes().
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_public_key_from_der(mifu_sm2_public_key *key,
                                                                  const uint8_t *der, size_t len);

/* SubjectPublicKeyInfo with the uncompressed point. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_public_key_to_der(uint8_t *der, size_t der_cap,
                                                                size_t *der_len,
                                                                const mifu_sm2_public_key *key);

/* ---- Keys, PEM
 * ------------------------------------------------------------------------------------ */

/*
 * Reads the first private key block of a PEM text: PRIVATE KEY, EC PRIVATE KEY (an EC PARAMETERS
 * block before it must name the same curve), ENCRYPTED PRIVATE KEY, SM2 PRIVATE KEY. Text around
 * blocks is ignored. password may be NULL: MIFU_ERR_PASSWORD_NEEDED then answers an encrypted key.
 *   MIFU_ERR_ENCODING_PEM, MIFU_ERR_ENCODING_BASE64, MIFU_ERR_UNSUPPORTED_LEGACY_PEM, and those of
 * DER
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_private_key_from_pem(mifu_sm2_private_key *key,
                                                                   const char *pem, size_t len,
                                                                   const uint8_t *password,
                                                                   size_t password_len);

/* Reads the first PUBLIC KEY block; a CERTIFICATE block gives its subject's key. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_public_key_from_pem(mifu_sm2_public_key *key,
                                                                  const char *pem, size_t len);

/* "PRIVATE KEY" (PKCS#8). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_private_key_to_pem(char *pem, size_t pem_cap,
                                                                 size_t *pem_len,
                                                                 const mifu_sm2_private_key *key);

/* "ENCRYPTED PRIVATE KEY"; arguments as for the DER form. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_private_key_to_encrypted_pem(
    char *pem, size_t pem_cap, size_t *pem_len, const mifu_sm2_private_key *key,
    const uint8_t *password, size_t password_len, mifu_hash_algorithm prf, uint32_t iterations);

/* "PUBLIC KEY" (SubjectPublicKeyInfo). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_public_key_to_pem(char *pem, size_t pem_cap,
                                                                size_t *pem_len,
                                                                const mifu_sm2_public_key *key);

/* ---- Enveloped key: SM2EnvelopedKey of GM/T 0009 7.4 / GB/T 35276
 * ---------------------------------- */

/*
 * Opens an enveloped encryption key pair: the SM4 key is decrypted with the recipient's private
 * key, the private key inside with SM4-ECB, and its public part must match. MIFU_ERR_ENCODING_...,
 * MIFU_ERR_UNSUPPORTED_ALGORITHM, MIFU_ERR_AUTHENTICATION, MIFU_ERR_RANGE_KEY_MISMATCH; the key is
 * zeroed
 */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm2_enveloped_key_open(mifu_sm2_private_key *enclosed, const mifu_sm2_private_key *recipient,
                            const uint8_t *der, size_t len);

/* Wraps a key pair for a recipient under a fresh SM4 key. MIFU_ERR_RANDOM. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_enveloped_key_seal(
    uint8_t *der, size_t der_cap, size_t *der_len, const mifu_sm2_public_key *recipient,
    const mifu_sm2_private_key *enclosed);

/* ---- Certificates
 * --------------------------------------------------------------------------------- */

/* The parts of an X.509 certificate (RFC 5280 4.1) or PKCS#10 request that its signature is about;
 * pointers into the caller's DER. */
typedef struct mifu_sm2_certificate {
    const uint8_t *tbs; /* the to-be-signed structure, with its tag and length */
    size_t tbs_len;
    mifu_sm2_public_key subject;
    uint8_t signature[MIFU_SM2_SIGNATURE_SIZE];
} mifu_sm2_certificate;

/*
 * Takes a DER certificate apart. MIFU_ERR_UNSUPPORTED_ALGORITHM: signed by another algorithm than
 * SM2-with-SM3 (1.2.156.10197.1.501). Names, dates and extensions are not looked at: this checks a
 * signature, not a path.
 */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm2_certificate_from_der(mifu_sm2_certificate *certificate, const uint8_t *der, size_t len);

/* Verifies the issuer's signature with the given identity (certificates: MIFU_SM2_DEFAULT_ID). */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm2_certificate_verify(const mifu_sm2_certificate *certificate,
                            const mifu_sm2_public_key *issuer, const uint8_t *id, size_t id_len);

#ifdef __cplusplus
}
#endif

#endif
