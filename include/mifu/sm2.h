/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM2 on the curve sm2p256v1: key pairs, signature (GB/T 32918.2-2016), key exchange (GB/T
 * 32918.3-2016), public-key encryption (GB/T 32918.4-2016), parameters GB/T 32918.5-2017. Encodings
 * of keys, signatures and ciphertexts as files and structures are in sm2_encoding.h.
 *
 * Integers are big-endian and of fixed width: scalars and coordinates 32 bytes.
 * Secret: private keys, plaintexts, shared secrets; operations on them run in constant time.
 * Verification handles public data only and may take variable time. Pointers: no pointer may be
 * NULL unless its length is 0 or the function says so. Output and input may be the same buffer
 * where a function says "in place"; other overlaps of outputs with inputs are refused with
 * MIFU_ERR_ARGUMENT_OVERLAP where bytes would be read after being written. On an error outputs are
 * untouched or zeroed, never half-written. A key object of zeros (wiped, or left so by a call that
 * failed) is no key: MIFU_ERR_RANGE_PRIVATE_KEY, and MIFU_ERR_RANGE_INFINITY for a public one.
 * Threads: functions may run in any thread on different
 * objects; const objects may be shared.
 *
 * Identities. The identity (ID_A of the standard) is part of what is signed: bytes with a length,
 * used exactly, at most 8191 of them. Every function that takes one takes a pointer and a length;
 * MIFU_SM2_DEFAULT_ID stands for both and is what GM/T 0009 prescribes where nothing else was
 * agreed. An empty identity is legal and another identity than the default: pass MIFU_SM2_EMPTY_ID.
 * A NULL pointer is refused, so that neither is ever chosen by accident.
 */
#ifndef MIFU_SM2_H
#define MIFU_SM2_H

#include "sm3.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIFU_SM2_PRIVATE_KEY_SIZE   32   /* bytes of d */
#define MIFU_SM2_PUBLIC_KEY_SIZE    65   /* bytes of 04 || x || y */
#define MIFU_SM2_COMPRESSED_SIZE    33   /* bytes of 02 or 03 || x */
#define MIFU_SM2_SIGNATURE_SIZE     64   /* bytes of r || s */
#define MIFU_SM2_DIGEST_SIZE        32   /* bytes of e and Z */
#define MIFU_SM2_SHARED_SECRET_SIZE 32   /* bytes of an x-coordinate */
#define MIFU_SM2_ID_MAX_SIZE        8191 /* bytes */

/* "1234567812345678", 16 bytes (GM/T 0009-2012 clause 10). Not zero-terminated text. */
MIFU_API extern const uint8_t mifu_sm2_default_id[16];
#define MIFU_SM2_DEFAULT_ID mifu_sm2_default_id, 16
#define MIFU_SM2_EMPTY_ID   mifu_sm2_default_id, 0

/*
 * A public key: a point on the curve other than infinity, checked when the object was made, with Z
 * for the default identity. Caller-allocated, fields private, plain assignment copies it.
 */
typedef struct mifu_sm2_public_key {
    uint64_t x[4], y[4]; /* Montgomery form, least significant word first */
    uint8_t default_z[MIFU_SM2_DIGEST_SIZE];
} mifu_sm2_public_key;

/*
 * A private key with what signing needs again and again: (1+d)^-1 and the public key.
 * Caller-allocated, fields private. Ends with mifu_sm2_private_key_wipe().
 */
typedef struct mifu_sm2_private_key {
    uint64_t d[4];                   /* least significant word first */
    uint64_t inverse_of_1_plus_d[4]; /* mod n, Montgomery form */
    mifu_sm2_public_key public_key;
} mifu_sm2_private_key;

/* ---- Keys
 * ---------------------------------------------------------------------------------------- */

/* Makes a fresh key pair. MIFU_ERR_RANDOM: the key is zeroed. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_keygen(mifu_sm2_private_key *key);

/* From the 32 bytes of d. MIFU_ERR_RANGE_PRIVATE_KEY: d is not in [1, n-2]; the key is zeroed. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_private_key_from_bytes(
    mifu_sm2_private_key *key, const uint8_t d[MIFU_SM2_PRIVATE_KEY_SIZE]);

/* The 32 bytes of d: secret. */
MIFU_API void mifu_sm2_private_key_to_bytes(uint8_t d[MIFU_SM2_PRIVATE_KEY_SIZE],
                                            const mifu_sm2_private_key *key);

MIFU_API void mifu_sm2_private_key_wipe(mifu_sm2_private_key *key);

/* The public key that belongs to a private key. */
MIFU_API void mifu_sm2_public_key_from_private(mifu_sm2_public_key *key,
                                               const mifu_sm2_private_key *private_key);

/*
 * From an encoded point (GB/T 32918.1 4.2.9), 04 || x || y (65 bytes) or 02/03 || x (33 bytes).
 *   MIFU_ERR_ENCODING_POINT (length or first byte), MIFU_ERR_UNSUPPORTED_POINT (06, 07),
 *   MIFU_ERR_RANGE_COORDINATE, MIFU_ERR_RANGE_NOT_ON_CURVE, MIFU_ERR_RANGE_INFINITY (the byte 00)
 * Variable time: a public key is public.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_public_key_from_bytes(mifu_sm2_public_key *key,
                                                                    const uint8_t *point,
                                                                    size_t len);

/* From x || y, 64 bytes, the form of chips and tokens. Errors as above. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_public_key_from_xy(mifu_sm2_public_key *key,
                                                                 const uint8_t xy[64]);

/* 04 || x || y. x || y alone begins at the second byte. */
MIFU_API void mifu_sm2_public_key_to_bytes(uint8_t point[MIFU_SM2_PUBLIC_KEY_SIZE],
                                           const mifu_sm2_public_key *key);

/* 02 || x or 03 || x. */
MIFU_API void mifu_sm2_public_key_to_compressed(uint8_t point[MIFU_SM2_COMPRESSED_SIZE],
                                                const mifu_sm2_public_key *key);

/* 1 where both are the same point, else 0. */
MIFU_API int mifu_sm2_public_key_equal(const mifu_sm2_public_key *a, const mifu_sm2_public_key *b);

/* ---- Z and the digest that is signed (GB/T 32918.2 5.5, 6.1 A1-A2)
 * -------------------------------- */

/* Z = SM3(ENTL || ID || a || b || G || public key). ID errors: MIFU_ERR_ARGUMENT_ID, _NULL. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_z(uint8_t z[MIFU_SM2_DIGEST_SIZE],
                                                const mifu_sm2_public_key *key, const uint8_t *id,
                                                size_t id_len);

/*
 * Starts e = SM3(Z || M) for a message that comes in pieces: go on with mifu_sm3_update() and
 * mifu_sm3_final(), then sign or verify the digest. ID errors as above.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_digest_init(mifu_sm3 *sm3,
                                                          const mifu_sm2_public_key *key,
                                                          const uint8_t *id, size_t id_len);

/* e = SM3(Z || M) of a whole message. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_digest(uint8_t e[MIFU_SM2_DIGEST_SIZE],
                                                     const mifu_sm2_public_key *key,
                                                     const uint8_t *id, size_t id_len,
                                                     const uint8_t *msg, size_t msg_len);

/* ---- Signature
 * ------------------------------------------------------------------------------------ */

/*
 * Signs a message: GB/T 32918.2 clause 6. The nonce is made from the private key, the digest and
 * fresh randomness together, so that neither a weak nor a repeating random source gives the key
 * away. MIFU_ERR_ARGUMENT_ID, MIFU_ERR_ARGUMENT_NULL, MIFU_ERR_RANDOM; sig is zeroed
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_sign(uint8_t sig[MIFU_SM2_SIGNATURE_SIZE],
                                                   const mifu_sm2_private_key *key,
                                                   const uint8_t *id, size_t id_len,
                                                   const uint8_t *msg, size_t msg_len);

/* Signs e = SM3(Z || M), computed by the caller. MIFU_ERR_RANDOM. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_sign_digest(uint8_t sig[MIFU_SM2_SIGNATURE_SIZE],
                                                          const mifu_sm2_private_key *key,
                                                          const uint8_t e[MIFU_SM2_DIGEST_SIZE]);

/*
 * Verifies a signature over a message: GB/T 32918.2 clause 7. Variable time.
 *   MIFU_OK       valid
 *   MIFU_INVALID  not valid, r or s out of [1, n-1] included
 *   MIFU_ERR_ARGUMENT_ID, MIFU_ERR_ARGUMENT_NULL
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_verify(const mifu_sm2_public_key *key,
                                                     const uint8_t *id, size_t id_len,
                                                     const uint8_t *msg, size_t msg_len,
                                                     const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE]);

/* Verifies over e = SM3(Z || M), computed by the caller. MIFU_OK or MIFU_INVALID. */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm2_verify_digest(const mifu_sm2_public_key *key, const uint8_t e[MIFU_SM2_DIGEST_SIZE],
                       const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE]);

/* ---- Public-key encryption
 * ------------------------------------------------------------------------ */

/*
 * How the parts of a ciphertext are laid out. C1 is 65 bytes with its leading 04 or 64 without; C3
 * is 32 bytes; C2 is as long as the message. Where a format has the 04, decryption also reads a
 * compressed (02, 03, 33 bytes) or hybrid (06, 07) C1, which GB/T 32918.4 permits; AUTO does not.
 * DER is SM2Cipher of GM/T 0009 7.2 / GB/T 35276.
 */
typedef enum mifu_sm2_format {
    MIFU_SM2_C1C3C2 = 1,       /* 04 || x || y || C3 || C2, GB/T 32918.4-2016 */
    MIFU_SM2_C1C2C3 = 2,       /* 04 || x || y || C2 || C3, the order before 2012 */
    MIFU_SM2_C1C3C2_NO_04 = 3, /* x || y || C3 || C2 */
    MIFU_SM2_C1C2C3_NO_04 = 4, /* x || y || C2 || C3 */
    MIFU_SM2_DER = 5,   /* SEQUENCE { x INTEGER, y INTEGER, C3 OCTET STRING, C2 OCTET STRING } */
    MIFU_SM2_AUTO = 100 /* decryption and conversion only: see mifu_sm2_decrypt() */
} mifu_sm2_format;

/*
 * Upper bound of the ciphertext size for a message of pt_len bytes; exact for the raw formats. 0
 * where the format is unknown or the size does not fit in size_t.
 */
MIFU_API size_t mifu_sm2_ciphertext_size(mifu_sm2_format format, size_t pt_len);

/*
 * Encrypts: GB/T 32918.4 clause 6. *ct_len is set to the bytes written. ct and pt must not overlap.
 *   MIFU_ERR_ARGUMENT_EMPTY  pt_len is 0
 *   MIFU_ERR_ARGUMENT_LENGTH pt_len exceeds the KDF's 32 * (2^32 - 1)
 *   MIFU_ERR_BUFFER          ct_cap is below mifu_sm2_ciphertext_size(), which *ct_len is set to;
 * this also answers ct == NULL, as a size query MIFU_ERR_ARGUMENT_NAME (format),
 * MIFU_ERR_ARGUMENT_OVERLAP, MIFU_ERR_RANDOM
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_encrypt(uint8_t *ct, size_t ct_cap, size_t *ct_len,
                                                      const mifu_sm2_public_key *key,
                                                      mifu_sm2_format format, const uint8_t *pt,
                                                      size_t pt_len);

/*
 * Decrypts: GB/T 32918.4 clause 7. *pt_len is set to the message's exact size. pt and ct must not
 * overlap. MIFU_SM2_AUTO tries every format that the bytes permit and takes the one whose C1 is on
 * the curve and whose C3 matches; where none or more than one does, it fails. MIFU_ERR_BUFFER
 * pt_cap is too small; *pt_len is set to the exact size (for AUTO: a bound); also answers pt ==
 * NULL, as a size query. Nothing is decrypted MIFU_ERR_ENCODING_...    too short, malformed DER, a
 * first byte other than 04 MIFU_ERR_RANGE_...       C1 is not a point of the curve
 *   MIFU_ERR_ARGUMENT_EMPTY  the ciphertext holds no message
 *   MIFU_ERR_AUTHENTICATION  C3 does not match, or the key stream is all zero: the one error for
 *                            everything that depends on the private key; pt is zeroed
 *   MIFU_ERR_ENCODING_AMBIGUOUS (AUTO), MIFU_ERR_ARGUMENT_NAME, MIFU_ERR_ARGUMENT_OVERLAP
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_decrypt(uint8_t *pt, size_t pt_cap, size_t *pt_len,
                                                      const mifu_sm2_private_key *key,
                                                      mifu_sm2_format format, const uint8_t *ct,
                                                      size_t ct_len);

/* ---- Prepared public keys: tables for many operations with one key
 * -------------------------------- */

#define MIFU_SM2_PREPARED_SMALL_SIZE 2048  /* bytes: verification takes about half of the time */
#define MIFU_SM2_PREPARED_LARGE_SIZE 53248 /* bytes: verification, encryption, ECDH a third */

/*
 * A public key with a table. The table lies in the caller's memory, which must stay where it is and
 * unchanged as long as the object is used; the object itself may be copied. Everything in both is
 * public; nothing needs to be wiped. Const objects may be shared by threads.
 */
typedef struct mifu_sm2_prepared_key {
    mifu_sm2_public_key key;
    const uint64_t *table;
    size_t size; /* of the table: small or large */
} mifu_sm2_prepared_key;

/*
 * Makes the largest table that fits in `size` bytes at `memory` (an alignment of 64 bytes is best).
 * Making the large table takes about as long as 8 verifications, the small one less than one.
 * MIFU_ERR_BUFFER: size is below MIFU_SM2_PREPARED_SMALL_SIZE; MIFU_ERR_ARGUMENT_NULL
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_prepare(mifu_sm2_prepared_key *prepared,
                                                      uint64_t *memory, size_t size,
                                                      const mifu_sm2_public_key *key);

/* As mifu_sm2_verify() and mifu_sm2_verify_digest(). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_verify_prepared(
    const mifu_sm2_prepared_key *key, const uint8_t *id, size_t id_len, const uint8_t *msg,
    size_t msg_len, const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE]);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_verify_digest_prepared(
    const mifu_sm2_prepared_key *key, const uint8_t e[MIFU_SM2_DIGEST_SIZE],
    const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE]);

/* As mifu_sm2_encrypt() and mifu_sm2_ecdh(); the small table does not speed these up. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_encrypt_prepared(uint8_t *ct, size_t ct_cap,
                                                               size_t *ct_len,
                                                               const mifu_sm2_prepared_key *key,
                                                               mifu_sm2_format format,
                                                               const uint8_t *pt, size_t pt_len);
MIFU_API void mifu_sm2_ecdh_prepared(uint8_t shared[MIFU_SM2_SHARED_SECRET_SIZE],
                                     const mifu_sm2_private_key *key,
                                     const mifu_sm2_prepared_key *peer);

/* ---- Key exchange
 * --------------------------------------------------------------------------------- */

/*
 * The shared x-coordinate of [d]P, plain ECDH (as TLS 1.3 with curveSM2 uses it, RFC 8998). Hash it
 * before use. Never infinity: the curve has prime order. Zeros where a key is zeros.
 */
MIFU_API void mifu_sm2_ecdh(uint8_t shared[MIFU_SM2_SHARED_SECRET_SIZE],
                            const mifu_sm2_private_key *key, const mifu_sm2_public_key *peer);

typedef enum mifu_sm2_role { MIFU_SM2_INITIATOR = 1, MIFU_SM2_RESPONDER = 2 } mifu_sm2_role;

/*
 * One side of a key exchange of GB/T 32918.3. Caller-allocated, fields private, secret;
 * self-contained after init. Order of calls: init, ephemeral, compute, then confirm and check as
 * the protocol has them.
 */
typedef struct mifu_sm2_exchange {
    uint32_t role;
    uint32_t stage;
    uint64_t d[4];         /* own static private key */
    uint64_t ephemeral[4]; /* own ephemeral private key */
    mifu_sm2_public_key peer;
    uint8_t own_ephemeral[MIFU_SM2_PUBLIC_KEY_SIZE];
    uint8_t own_z[MIFU_SM2_DIGEST_SIZE];
    uint8_t peer_z[MIFU_SM2_DIGEST_SIZE];
    uint8_t own_confirmation[MIFU_SM2_DIGEST_SIZE];
    uint8_t peer_confirmation[MIFU_SM2_DIGEST_SIZE];
} mifu_sm2_exchange;

/* Own static key and identity, the peer's static key and identity. ID errors as for Z. */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm2_exchange_init(mifu_sm2_exchange *exchange, mifu_sm2_role role,
                       const mifu_sm2_private_key *key, const uint8_t *id, size_t id_len,
                       const mifu_sm2_public_key *peer, const uint8_t *peer_id, size_t peer_id_len);

/* Makes the ephemeral key pair; r = 04 || x || y goes to the peer. MIFU_ERR_RANDOM,
 * _ARGUMENT_STATE. */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm2_exchange_ephemeral(uint8_t r[MIFU_SM2_PUBLIC_KEY_SIZE], mifu_sm2_exchange *exchange);

/*
 * Takes the peer's ephemeral point and gives the shared key of key_len bytes: steps A4-A8, B4-B7.
 * The initiator's Z is hashed first on both sides. errors of mifu_sm2_public_key_from_bytes() for
 * the point; MIFU_ERR_AUTHENTICATION: the shared point is infinity; MIFU_ERR_ARGUMENT_LENGTH:
 * key_len is 0 or too large; MIFU_ERR_ARGUMENT_STATE
 */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm2_exchange_compute(uint8_t *shared_key, size_t key_len, mifu_sm2_exchange *exchange,
                          const uint8_t peer_r[MIFU_SM2_PUBLIC_KEY_SIZE]);

/* The confirmation hash to send: S_B (responder) or S_A (initiator). MIFU_ERR_ARGUMENT_STATE. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_exchange_confirm(
    uint8_t confirmation[MIFU_SM2_DIGEST_SIZE], const mifu_sm2_exchange *exchange);

/*
 * Checks the peer's confirmation hash, in constant time: S1 = S_B on the initiator's side, S2 = S_A
 * on the responder's. MIFU_OK, MIFU_INVALID (give the shared key up), MIFU_ERR_ARGUMENT_STATE.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm2_exchange_check(
    const mifu_sm2_exchange *exchange, const uint8_t confirmation[MIFU_SM2_DIGEST_SIZE]);

MIFU_API void mifu_sm2_exchange_wipe(mifu_sm2_exchange *exchange);

#ifdef __cplusplus
}
#endif

#endif
