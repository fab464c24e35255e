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

/* ---- Signatures ---- */

#define MIFU_SM2_SIGNATURE_DER_MAX_SIZE 72  /* bytes */
#define MIFU_SM2_SIGNATURE_SKF_SIZE     128 /* bytes of a token's ECCSIGNATUREBLOB */

/* SEQUENCE { r INTEGER, s INTEGER }. Any r, s of 32 bytes is encoded, also one out of range. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_signature_to_der(
    uint8_t *der, size_t der_cap, size_t *der_len, const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE]);

/*
 * Strict reader: one signature, one encoding. sig is zeroed on an error.
 *   MIFU_ERR_ENCODING_...       malformed
 *   MIFU_ERR_RANGE_SIGNATURE    r or s is not in [1, n-1]
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

/* ---- Ciphertexts ---- */

/*
 * Rewrites a ciphertext from one format into another without decrypting it. `from` may be
 * MIFU_SM2_AUTO: without the key only C1 can be tested, so DER alone is told for certain.
 *   MIFU_ERR_ENCODING_..., MIFU_ERR_RANGE_...   malformed, C1 not on the curve
 *   MIFU_ERR_ENCODING_AMBIGUOUS  AUTO: a raw ciphertext, whose order of C2 and C3 does not show
 *   MIFU_ERR_ARGUMENT_EMPTY      there is no C2
 *   MIFU_ERR_ARGUMENT_NAME       an unknown format, or AUTO to be written
 *   MIFU_ERR_ARGUMENT_OVERLAP    out and ct overlap, in place included
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_ciphertext_convert(uint8_t *out, size_t out_cap,
                                                                 size_t *out_len,
                                                                 mifu_sm2_format to,
                                                                 mifu_sm2_format from,
                                                                 const uint8_t *ct, size_t ct_len);

/* ---- Keys, DER ---- */

/*
 * Reads PKCS#8 (id-ecPublicKey with the curve's OID, or that OID in the algorithm's place) or SEC1,
 * told apart by their structure; the public part, where present, must match. A curve may also be
 * given by explicit parameters that are exactly those of sm2p256v1. The key is zeroed on an error.
 *   MIFU_ERR_ENCODING_...            malformed
 *   MIFU_ERR_RANGE_PRIVATE_KEY       d is not in [1, n-2]
 *   MIFU_ERR_RANGE_KEY_MISMATCH      the public part is another key's; other faults of the point as
 *                                    mifu_sm2_public_key_from_bytes() has them
 *   MIFU_ERR_UNSUPPORTED_CURVE, MIFU_ERR_UNSUPPORTED_ALGORITHM
 *                                    a key of another curve or algorithm
 *   MIFU_ERR_UNSUPPORTED_CONTAINER   CFCA's private container
 *   MIFU_ERR_UNSUPPORTED             a version of PKCS#8 or SEC1 that there is not
 *   MIFU_ERR_PASSWORD_NEEDED         it is an EncryptedPrivateKeyInfo
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_private_key_from_der(mifu_sm2_private_key *key,
                                                                   const uint8_t *der, size_t len);

/*
 * Reads EncryptedPrivateKeyInfo: PBES2, PBKDF2 with HMAC-SM3 or HMAC-SHA256, SM4-CBC, also under
 * the identifiers of GM/T 0091. The key is zeroed on an error.
 *   MIFU_ERR_ENCODING_...            the structure around the encrypted bytes is malformed
 *   MIFU_ERR_AUTHENTICATION          a wrong password or damaged data: one error for both
 *   MIFU_ERR_UNSUPPORTED_CIPHER      other algorithms: mifu_sm2_identify() names them
 *   MIFU_ERR_UNSUPPORTED_...         the key inside is well formed and not for mifu
 *   MIFU_ERR_LIMIT                   more than MIFU_SM2_MAX_ITERATIONS, which a hostile file would
 *                                    make take hours
 *   MIFU_ERR_RANGE                   the number of iterations is 0 or above 2^32 - 1
 */
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

#define MIFU_SM2_DEFAULT_ITERATIONS 65536    /* of PBKDF2 */
#define MIFU_SM2_MAX_ITERATIONS     10000000 /* that a reader takes */

/*
 * EncryptedPrivateKeyInfo with PBKDF2 over HMAC with `prf` (MIFU_HASH_SM3 as GM/T 0091 has it, or
 * MIFU_HASH_SHA256, which OpenSSL 3.0 can read), a random salt, and SM4-CBC with a random IV.
 *   MIFU_ERR_ARGUMENT_LENGTH (iterations is 0 or above MIFU_SM2_MAX_ITERATIONS),
 *   MIFU_ERR_ARGUMENT_NAME (prf), MIFU_ERR_RANDOM
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

/* ---- Keys, PEM ---- */

/*
 * Reads the first private key block of a PEM text: PRIVATE KEY, EC PRIVATE KEY (an EC PARAMETERS
 * block before it must name the same curve), ENCRYPTED PRIVATE KEY, SM2 PRIVATE KEY. Text around
 * blocks and other blocks are passed over. password may be NULL: MIFU_ERR_PASSWORD_NEEDED then
 * answers an encrypted key. The key is zeroed on an error.
 *   MIFU_ERR_ENCODING_PEM            no such block, or one without its end
 *   MIFU_ERR_ENCODING_BASE64         malformed Base64 inside it
 *   MIFU_ERR_UNSUPPORTED_ALGORITHM   there are private keys, but none of a kind that can be SM2's
 *   MIFU_ERR_UNSUPPORTED_LEGACY_PEM  "Proc-Type: 4,ENCRYPTED"
 *   MIFU_ERR_UNSUPPORTED             a block of more than 4096 bytes: no SM2 key is so large
 *   and those of the DER readers
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_private_key_from_pem(mifu_sm2_private_key *key,
                                                                   const char *pem, size_t len,
                                                                   const uint8_t *password,
                                                                   size_t password_len);

/*
 * Reads the first PUBLIC KEY or CERTIFICATE block; a certificate gives its subject's key, whoever
 * signed it. Errors as above; MIFU_ERR_UNSUPPORTED answers blocks of more than 16384 bytes. The key
 * is zeroed on an error.
 */
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

/* ---- Enveloped key: SM2EnvelopedKey of GM/T 0009 7.4 / GB/T 35276 ---- */

/*
 * Opens an enveloped encryption key pair: the SM4 key is decrypted with the recipient's private
 * key, the private key inside with SM4-ECB, and its public part must match. `enclosed` may be
 * `recipient`; it is zeroed on an error.
 *   MIFU_ERR_ENCODING_..., MIFU_ERR_RANGE_... of the points
 *   MIFU_ERR_UNSUPPORTED_ALGORITHM   another cipher than SM4
 *   MIFU_ERR_AUTHENTICATION          the SM4 key does not decrypt: another recipient, or damaged
 *   MIFU_ERR_RANGE_KEY_MISMATCH      what came out does not belong to the public part
 */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm2_enveloped_key_open(mifu_sm2_private_key *enclosed, const mifu_sm2_private_key *recipient,
                            const uint8_t *der, size_t len);

#define MIFU_SM2_ENVELOPED_KEY_MAX_SIZE 242 /* bytes */

/*
 * Wraps a key pair for a recipient under a fresh SM4 key. The size differs by a few bytes from call
 * to call: der_cap must be MIFU_SM2_ENVELOPED_KEY_MAX_SIZE, which a size query answers.
 * MIFU_ERR_RANDOM.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_enveloped_key_seal(
    uint8_t *der, size_t der_cap, size_t *der_len, const mifu_sm2_public_key *recipient,
    const mifu_sm2_private_key *enclosed);

/* ---- Certificates ---- */

/*
 * The parts of an X.509 certificate (RFC 5280 4.1) or PKCS#10 request (RFC 2986 4) that its
 * signature is about; pointers into the caller's DER.
 */
typedef struct mifu_sm2_certificate {
    const uint8_t *tbs; /* the to-be-signed structure, with its tag and length */
    size_t tbs_len;
    int is_request;              /* 1: a request, to be verified with its own subject's key */
    mifu_sm2_public_key subject; /* the subject's public key */
    uint8_t signature[MIFU_SM2_SIGNATURE_SIZE];
} mifu_sm2_certificate;

/*
 * Takes a DER certificate or request apart. MIFU_ERR_UNSUPPORTED_ALGORITHM: signed by another
 * algorithm than SM2-with-SM3 (1.2.156.10197.1.501), or the subject's key is no SM2 key. Names,
 * dates and extensions are not looked at: this checks a signature, not a path.
 */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm2_certificate_from_der(mifu_sm2_certificate *certificate, const uint8_t *der, size_t len);

/* Verifies the issuer's signature with the given identity (certificates: MIFU_SM2_DEFAULT_ID). */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm2_certificate_verify(const mifu_sm2_certificate *certificate,
                            const mifu_sm2_public_key *issuer, const uint8_t *id, size_t id_len);

/* ---- What is it? ---- */

/* Values are stable and are never reused. */
typedef enum mifu_sm2_kind {
    MIFU_SM2_KIND_UNKNOWN = 0,
    MIFU_SM2_KIND_PRIVATE_KEY_PKCS8 = 1,
    MIFU_SM2_KIND_PRIVATE_KEY_SEC1 = 2,
    MIFU_SM2_KIND_PRIVATE_KEY_ENCRYPTED = 3, /* EncryptedPrivateKeyInfo */
    MIFU_SM2_KIND_PRIVATE_KEY_RAW = 4,       /* 32 bytes in [1, n-2]: may be anything else too */
    MIFU_SM2_KIND_PUBLIC_KEY_DER = 10,       /* SubjectPublicKeyInfo */
    MIFU_SM2_KIND_PUBLIC_KEY_POINT = 11,     /* 04 || x || y, 02 || x or 03 || x, on the curve */
    MIFU_SM2_KIND_PUBLIC_KEY_XY = 12,        /* x || y, on the curve */
    MIFU_SM2_KIND_CURVE = 13,                /* ECParameters */
    MIFU_SM2_KIND_SIGNATURE_DER = 20,
    MIFU_SM2_KIND_SIGNATURE_RAW = 21, /* 64 bytes, r and s in range, not a point of the curve */
    MIFU_SM2_KIND_SIGNATURE_SKF = 22, /* 128 bytes, padding zero, r and s in range */
    MIFU_SM2_KIND_CIPHERTEXT_DER = 30,
    MIFU_SM2_KIND_CIPHERTEXT_RAW = 31,       /* 04 || C1 on the curve; the order is not visible */
    MIFU_SM2_KIND_CIPHERTEXT_RAW_NO_04 = 32, /* C1 on the curve without 04 */
    MIFU_SM2_KIND_ENVELOPED_KEY = 40,
    MIFU_SM2_KIND_CERTIFICATE = 50,
    MIFU_SM2_KIND_CERTIFICATE_REQUEST = 51,
    MIFU_SM2_KIND_PKCS1_PRIVATE_KEY = 60, /* an RSA key: not for mifu */
    MIFU_SM2_KIND_PKCS7 = 61,             /* ContentInfo of PKCS#7 or GM/T 0010: not for mifu */
    MIFU_SM2_KIND_PKCS12 = 62,            /* PFX: not for mifu */
    MIFU_SM2_KIND_CFCA_CONTAINER = 63     /* CFCA's private container: not for mifu */
} mifu_sm2_kind;

#define MIFU_SM2_ALGORITHM_TEXT_SIZE 128 /* bytes */

typedef struct mifu_sm2_identity {
    mifu_sm2_kind kind;
    mifu_status status; /* MIFU_OK: the strict reader of this kind takes it; else why it does not */
    size_t size;        /* of the outermost DER element, or of all the data where it is no DER */
    /* Zero-terminated names, or dotted numbers, of the algorithms the structure names, such as
     * "PBES2, PBKDF2, HMAC-SHA1, AES-256-CBC"; empty where it names none. */
    char algorithm[MIFU_SM2_ALGORITHM_TEXT_SIZE];
} mifu_sm2_identity;

/*
 * Says by its structure what a binary blob is (take PEM, Base64 or hexadecimal off first). A broken
 * one is still recognised by its beginning, and status says where it is broken. No password and no
 * private key is needed; nothing is verified but structure, ranges and points.
 */
MIFU_API void mifu_sm2_identify(mifu_sm2_identity *identity, const uint8_t *data, size_t len);

/* A description in English, such as "private key, PKCS#8"; static storage, never NULL. */
MIFU_API const char *mifu_sm2_kind_text(mifu_sm2_kind kind);

#ifdef __cplusplus
}
#endif

#endif
