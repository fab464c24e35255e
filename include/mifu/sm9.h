/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM9, the identity-based algorithms of GB/T 38635.1-2020 and 38635.2-2020 (GM/T 0044-2016, ISO/IEC
 * 14888-3, 18033-5 and 11770-3): keys, digital signature, key encapsulation, public-key encryption
 * and key exchange. Encodings of keys, signatures and ciphertexts as files and structures are in
 * sm9_encoding.h, calls over many items in sm9_many.h.
 *
 * Who has what. A key generation centre makes a master key pair, one for signatures, one for
 * encryption and key exchange, publishes the public half, and extracts users' private keys from the
 * identities. A signature is verified, and a message encrypted, with nothing but the identity and
 * the master public key. Whoever has the master private key can sign and read as any user.
 *
 * Identities are bytes with a length, used exactly; an empty one is legal. Each is followed by one
 * byte hid, the function for which the private key was extracted. GB/T 41389 fixes 1, 2 and 3;
 * other systems may have agreed on others, so every function that takes an identity takes a hid.
 *
 * Sizes and forms. Integers are big-endian, 32 bytes. A point is 04 || x || y: 65 bytes in G1, 129
 * bytes in G2, whose coordinates are written with the coefficient of u first. An element of GT is
 * 384 bytes. Every point that is received is checked: coordinates below p, on the curve, not
 * infinity, and in G2 the order; functions that take points name the errors
 *   MIFU_ERR_ENCODING_POINT (length or first byte), MIFU_ERR_RANGE_COORDINATE,
 *   MIFU_ERR_RANGE_NOT_ON_CURVE, MIFU_ERR_RANGE_INFINITY (the byte 00), MIFU_ERR_RANGE_SUBGROUP
 * by the words "errors of points".
 *
 * Secret: master private keys, users' private keys, plaintexts, shared keys, nonces, and tables
 * made from them; operations on them run in constant time. Verification handles public data only.
 * Pointers: no pointer may be NULL (MIFU_ERR_ARGUMENT_NULL) unless its length is 0 or the function
 * says so. Outputs must not overlap inputs where a function says so. On an error outputs are zeroed
 * or untouched. Threads: functions may run in any thread on different objects; const objects may be
 * shared. Nothing is allocated; a call uses up to 64 KiB of stack.
 */
#ifndef MIFU_SM9_H
#define MIFU_SM9_H

#include "sm3.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIFU_SM9_SCALAR_SIZE    32  /* bytes of a master private key */
#define MIFU_SM9_G1_SIZE        65  /* bytes of 04 || x || y in G1 */
#define MIFU_SM9_G2_SIZE        129 /* bytes of 04 || x || y in G2 */
#define MIFU_SM9_GT_SIZE        384 /* bytes of an element of GT */
#define MIFU_SM9_SIGNATURE_SIZE 97  /* bytes of h || S, S as 04 || x || y */
#define MIFU_SM9_DIGEST_SIZE    32  /* bytes of a confirmation of a key exchange */

/* Function identifiers of GB/T 41389-2022 (GM/T 0080-2020). */
#define MIFU_SM9_HID_SIGN     1
#define MIFU_SM9_HID_EXCHANGE 2
#define MIFU_SM9_HID_ENCRYPT  3

/* The comb of a point of G1, for faster multiplication of it: as secret as the point. */
typedef struct mifu_sm9_g1_table {
    uint64_t words[43 * 32 * 8];
} mifu_sm9_g1_table;
MIFU_API void mifu_sm9_g1_table_wipe(mifu_sm9_g1_table *table);

/* Powers of an element g of GT: public where g is a master key's, as g is. 39 KB. */
typedef struct mifu_sm9_gt_table {
    uint64_t words[13 * 16 * 24];
} mifu_sm9_gt_table;

/* ---- Master keys for signatures ---- */

/*
 * Ppub-s = [ks]P2, checked when the object was made, with g = e(P1, Ppub-s), which takes a pairing
 * then and none later. Caller-allocated, fields private, plain assignment copies it.
 */
typedef struct mifu_sm9_sign_master_public_key {
    uint64_t point[16];
    uint64_t g[48];
    const mifu_sm9_gt_table *table; /* see mifu_sm9_sign_master_public_key_prepare() */
} mifu_sm9_sign_master_public_key;

/* ks and the public key. Caller-allocated, fields private, secret: ends with _wipe. */
typedef struct mifu_sm9_sign_master_key {
    uint64_t ks[4];
    mifu_sm9_sign_master_public_key public_key;
} mifu_sm9_sign_master_key;

/* Makes a fresh master key pair. MIFU_ERR_RANDOM: the key is zeroed. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_master_keygen(mifu_sm9_sign_master_key *key);

/* From the 32 bytes of ks. MIFU_ERR_RANGE_MASTER_KEY: ks is not in [1, N-1]; the key is zeroed. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_master_key_from_bytes(
    mifu_sm9_sign_master_key *key, const uint8_t ks[MIFU_SM9_SCALAR_SIZE]);

/* The 32 bytes of ks: secret. */
MIFU_API void mifu_sm9_sign_master_key_to_bytes(uint8_t ks[MIFU_SM9_SCALAR_SIZE],
                                                const mifu_sm9_sign_master_key *key);
MIFU_API void mifu_sm9_sign_master_key_wipe(mifu_sm9_sign_master_key *key);

MIFU_API void
mifu_sm9_sign_master_public_key_from_private(mifu_sm9_sign_master_public_key *key,
                                             const mifu_sm9_sign_master_key *private_key);

/* From 04 || x || y (129 bytes) or x || y (128 bytes). Errors of points; the key is zeroed. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_master_public_key_from_bytes(
    mifu_sm9_sign_master_public_key *key, const uint8_t *point, size_t len);
MIFU_API void mifu_sm9_sign_master_public_key_to_bytes(uint8_t point[MIFU_SM9_G2_SIZE],
                                                       const mifu_sm9_sign_master_public_key *key);

/* 1 where both are the same point, else 0. */
MIFU_API int mifu_sm9_sign_master_public_key_equal(const mifu_sm9_sign_master_public_key *a,
                                                   const mifu_sm9_sign_master_public_key *b);

/*
 * Makes signing, and verification a little, faster under this master key: of this object, and of
 * users' keys, master keys and verifiers that are made or copied from it from then on. They point
 * to the table, which must stay in place and unchanged as long as they are used. Public: nothing
 * needs to be wiped. Takes about as long as two verifications.
 */
MIFU_API void mifu_sm9_sign_master_public_key_prepare(mifu_sm9_sign_master_public_key *key,
                                                      mifu_sm9_gt_table *table);

/* ---- Master keys for encryption and key exchange ---- */

/* The tables of Ppub-e and of its g: 125 KB, public. */
typedef struct mifu_sm9_encrypt_master_table {
    mifu_sm9_g1_table point;
    mifu_sm9_gt_table g;
} mifu_sm9_encrypt_master_table;

/* Ppub-e = [ke]P1 with g = e(Ppub-e, P2). As the one for signatures. */
typedef struct mifu_sm9_encrypt_master_public_key {
    uint64_t point[8];
    uint64_t g[48];
    const mifu_sm9_encrypt_master_table *table; /* see _prepare() */
} mifu_sm9_encrypt_master_public_key;

typedef struct mifu_sm9_encrypt_master_key {
    uint64_t ke[4];
    mifu_sm9_encrypt_master_public_key public_key;
} mifu_sm9_encrypt_master_key;

MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm9_encrypt_master_keygen(mifu_sm9_encrypt_master_key *key);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_master_key_from_bytes(
    mifu_sm9_encrypt_master_key *key, const uint8_t ke[MIFU_SM9_SCALAR_SIZE]);
MIFU_API void mifu_sm9_encrypt_master_key_to_bytes(uint8_t ke[MIFU_SM9_SCALAR_SIZE],
                                                   const mifu_sm9_encrypt_master_key *key);
MIFU_API void mifu_sm9_encrypt_master_key_wipe(mifu_sm9_encrypt_master_key *key);
MIFU_API void
mifu_sm9_encrypt_master_public_key_from_private(mifu_sm9_encrypt_master_public_key *key,
                                                const mifu_sm9_encrypt_master_key *private_key);

/* From 04 || x || y (65 bytes) or x || y (64 bytes). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_master_public_key_from_bytes(
    mifu_sm9_encrypt_master_public_key *key, const uint8_t *point, size_t len);
MIFU_API void
mifu_sm9_encrypt_master_public_key_to_bytes(uint8_t point[MIFU_SM9_G1_SIZE],
                                            const mifu_sm9_encrypt_master_public_key *key);
MIFU_API int mifu_sm9_encrypt_master_public_key_equal(const mifu_sm9_encrypt_master_public_key *a,
                                                      const mifu_sm9_encrypt_master_public_key *b);

/*
 * Makes encapsulation, encryption and key exchange under this master key faster; as
 * mifu_sm9_sign_master_public_key_prepare().
 */
MIFU_API void mifu_sm9_encrypt_master_public_key_prepare(mifu_sm9_encrypt_master_public_key *key,
                                                         mifu_sm9_encrypt_master_table *table);

/* ---- Users' private keys ---- */

/* ds, a point of G1, and the master public key. Fields private, secret: ends with _wipe. */
typedef struct mifu_sm9_sign_key {
    uint64_t ds[8];
    mifu_sm9_sign_master_public_key master;
    const mifu_sm9_g1_table *table; /* see mifu_sm9_sign_key_prepare() */
} mifu_sm9_sign_key;

/*
 * de, a point of G2, for decryption or, extracted with another hid, for key exchange. Holds the
 * master public key where that is known. Fields private, secret: ends with _wipe.
 */
typedef struct mifu_sm9_encrypt_key {
    uint64_t de[16];
    uint32_t has_master;
    uint32_t reserved;
    mifu_sm9_encrypt_master_public_key master;
    const struct mifu_sm9_line_table *lines; /* see mifu_sm9_encrypt_key_prepare() */
} mifu_sm9_encrypt_key;

/*
 * Extracts a user's private key (GB/T 38635.2, key generation).
 *   MIFU_ERR_RANGE_MASTER_KEY_IDENTITY  t1 = H1(ID || hid) + ks is 0: the master key must be
 * changed and all users' keys made anew; the key is zeroed
 */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm9_sign_key_extract(mifu_sm9_sign_key *key, const mifu_sm9_sign_master_key *master,
                          const uint8_t *id, size_t id_len, uint8_t hid);
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm9_encrypt_key_extract(mifu_sm9_encrypt_key *key, const mifu_sm9_encrypt_master_key *master,
                             const uint8_t *id, size_t id_len, uint8_t hid);

/*
 * From the bytes of ds or de, with or without 04. The master public key of de may be NULL: such a
 * key decrypts, but does not take part in key exchange. Errors of points; the key is zeroed.
 * The point alone says nothing about whom it belongs to: see _check.
 */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm9_sign_key_from_bytes(mifu_sm9_sign_key *key, const mifu_sm9_sign_master_public_key *master,
                             const uint8_t *ds, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_key_from_bytes(
    mifu_sm9_encrypt_key *key, const mifu_sm9_encrypt_master_public_key *master, const uint8_t *de,
    size_t len);

/* The point 04 || x || y: secret. */
MIFU_API void mifu_sm9_sign_key_to_bytes(uint8_t ds[MIFU_SM9_G1_SIZE],
                                         const mifu_sm9_sign_key *key);
MIFU_API void mifu_sm9_encrypt_key_to_bytes(uint8_t de[MIFU_SM9_G2_SIZE],
                                            const mifu_sm9_encrypt_key *key);

/*
 * Whether a key is the one of this identity, function and master key: e(ds, [h1]P2 + Ppub-s) = g,
 * e([h1]P1 + Ppub-e, de) = g. A wrong hid shows here.
 *   MIFU_OK, MIFU_ERR_RANGE_KEY_MISMATCH, MIFU_ERR_ARGUMENT_STATE (the key has no master public
 * key)
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_key_check(const mifu_sm9_sign_key *key,
                                                             const uint8_t *id, size_t id_len,
                                                             uint8_t hid);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt_key_check(const mifu_sm9_encrypt_key *key,
                                                                const uint8_t *id, size_t id_len,
                                                                uint8_t hid);

MIFU_API void mifu_sm9_sign_key_wipe(mifu_sm9_sign_key *key);

/* Wipes the key; a table it was prepared with is wiped by mifu_sm9_line_table_wipe(). */
MIFU_API void mifu_sm9_encrypt_key_wipe(mifu_sm9_encrypt_key *key);

/*
 * Makes signing with this key faster. The key then points to the table, which is as secret as the
 * key, and must stay in place as long as the key, or a copy of it, is used. What makes more of a
 * difference, and is shared by all keys of a master key, is preparing that before they are made.
 */
MIFU_API void mifu_sm9_sign_key_prepare(mifu_sm9_sign_key *key, mifu_sm9_g1_table *table);

/* What a pairing computes from its point of G2, kept: 77 lines. As secret as the point. */
typedef struct mifu_sm9_line_table {
    uint64_t words[77 * 24];
} mifu_sm9_line_table;

/*
 * Makes decapsulation and decryption with this key faster. The key then points to the table, which
 * must stay in place as long as the key, or a copy of it, is used.
 */
MIFU_API void mifu_sm9_encrypt_key_prepare(mifu_sm9_encrypt_key *key, mifu_sm9_line_table *table);
MIFU_API void mifu_sm9_line_table_wipe(mifu_sm9_line_table *table);

/* ---- Signature (GB/T 38635.2 clause 6) ---- */

/*
 * Signs a message. The nonce is made from the private key, the message and fresh randomness
 * together, so that neither a weak nor a repeating random source gives the key away.
 * MIFU_ERR_RANDOM: sig is zeroed.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign(uint8_t sig[MIFU_SM9_SIGNATURE_SIZE],
                                                   const mifu_sm9_sign_key *key, const uint8_t *msg,
                                                   size_t msg_len);

/*
 * Verifies a signature by an identity. Variable time.
 *   MIFU_OK       valid
 *   MIFU_INVALID  not valid; h out of [1, N-1] and an S that is no point of G1 included
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_verify(const mifu_sm9_sign_master_public_key *master,
                                                     const uint8_t *id, size_t id_len, uint8_t hid,
                                                     const uint8_t *msg, size_t msg_len,
                                                     const uint8_t sig[MIFU_SM9_SIGNATURE_SIZE]);

/*
 * A message that comes in pieces: mifu_sm9_message_init(), mifu_sm3_update() for each piece, then
 * sign or verify, which leave the object as it is; wipe it where the message is secret.
 */
MIFU_API void mifu_sm9_message_init(mifu_sm3 *message);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_sign_message(uint8_t sig[MIFU_SM9_SIGNATURE_SIZE],
                                                           const mifu_sm9_sign_key *key,
                                                           const mifu_sm3 *message);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_verify_message(
    const mifu_sm9_sign_master_public_key *master, const uint8_t *id, size_t id_len, uint8_t hid,
    const mifu_sm3 *message, const uint8_t sig[MIFU_SM9_SIGNATURE_SIZE]);

/*
 * One signer, many signatures: [h1]P2 + Ppub-s and its lines, computed once. Public,
 * self-contained, fields private, plain assignment copies it; 15 KB.
 */
typedef struct mifu_sm9_verifier {
    mifu_sm9_sign_master_public_key master;
    mifu_sm9_line_table lines;
} mifu_sm9_verifier;

/* MIFU_ERR_RANGE_MASTER_KEY_IDENTITY: nobody can have a key for this identity. */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm9_verifier_init(mifu_sm9_verifier *verifier, const mifu_sm9_sign_master_public_key *master,
                       const uint8_t *id, size_t id_len, uint8_t hid);

/* As mifu_sm9_verify() and mifu_sm9_verify_message() for that identity. */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm9_verifier_verify(const mifu_sm9_verifier *verifier, const uint8_t *msg, size_t msg_len,
                         const uint8_t sig[MIFU_SM9_SIGNATURE_SIZE]);
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm9_verifier_verify_message(const mifu_sm9_verifier *verifier, const mifu_sm3 *message,
                                 const uint8_t sig[MIFU_SM9_SIGNATURE_SIZE]);

/* ---- Key encapsulation ---- */

/*
 * Makes a key of k_len bytes, and C = 04 || x || y that carries it to the owner of the identity.
 *   MIFU_ERR_ARGUMENT_LENGTH  k_len is 0 or above 32 * (2^32 - 1)
 *   MIFU_ERR_RANGE_MASTER_KEY_IDENTITY (nobody can have a key for this identity), MIFU_ERR_RANDOM;
 *   k and c are zeroed
 */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm9_encapsulate(uint8_t *k, size_t k_len, uint8_t c[MIFU_SM9_G1_SIZE],
                     const mifu_sm9_encrypt_master_public_key *master, const uint8_t *id,
                     size_t id_len, uint8_t hid);

/*
 * The key that C carries. The identity must be the one the key belongs to; nothing tells whether it
 * is, or whether C is the sender's: another key comes out then.
 *   Errors of points for C; MIFU_ERR_AUTHENTICATION (the key is all zero),
 * MIFU_ERR_ARGUMENT_LENGTH; k is zeroed
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_decapsulate(uint8_t *k, size_t k_len,
                                                          const mifu_sm9_encrypt_key *key,
                                                          const uint8_t *id, size_t id_len,
                                                          const uint8_t c[MIFU_SM9_G1_SIZE]);

/* ---- Public-key encryption ---- */

/*
 * How C2 is made from the message: the standard's two methods, the second with the modes of GB/T
 * 41389, whose numbers these are. ECB and CBC pad as PKCS #7; CBC, OFB and CFB put a random IV in
 * front of C2.
 */
typedef enum mifu_sm9_cipher {
    MIFU_SM9_XOR = 0, /* xor with the output of the KDF */
    MIFU_SM9_SM4_ECB = 1,
    MIFU_SM9_SM4_CBC = 2,
    MIFU_SM9_SM4_OFB = 4,
    MIFU_SM9_SM4_CFB = 8,
    MIFU_SM9_CIPHER_NAMED = 100 /* decryption of DER only: the one that the structure names */
} mifu_sm9_cipher;

/*
 * How the parts of a ciphertext are laid out. DER is SM9Cipher of GB/T 41389. C3 is SM3(C2 || K2),
 * the standard's MAC; GMSSL is DER with C3 = HMAC-SM3 keyed by K2, as that toolkit has it.
 */
typedef enum mifu_sm9_format {
    MIFU_SM9_C1C3C2 = 1,       /* 04 || x || y || C3 || C2 */
    MIFU_SM9_C1C3C2_NO_04 = 2, /* x || y || C3 || C2, as the standard has it */
    MIFU_SM9_DER = 3,          /* SEQUENCE { EnType INTEGER, C1 BIT STRING, C3, C2 OCTET STRING } */
    MIFU_SM9_GMSSL = 4         /* the same with another C3 */
} mifu_sm9_format;

/*
 * The size of the ciphertext of a message of pt_len bytes, exact. 0 where cipher or format is
 * unknown or the size does not fit in size_t.
 */
MIFU_API size_t mifu_sm9_ciphertext_size(mifu_sm9_cipher cipher, mifu_sm9_format format,
                                         size_t pt_len);

/*
 * Encrypts to an identity. *ct_len is set to the bytes written. ct and pt must not overlap.
 *   MIFU_ERR_ARGUMENT_EMPTY  pt_len is 0
 *   MIFU_ERR_ARGUMENT_LENGTH pt_len exceeds the KDF's 32 * (2^32 - 2)
 *   MIFU_ERR_BUFFER          ct_cap is below mifu_sm9_ciphertext_size(), which *ct_len is set to;
 *                            this also answers ct == NULL, as a size query
 *   MIFU_ERR_ARGUMENT_NAME   (cipher, format), MIFU_ERR_ARGUMENT_OVERLAP,
 *   MIFU_ERR_RANGE_MASTER_KEY_IDENTITY (nobody can have a key for this identity), MIFU_ERR_RANDOM
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_encrypt(
    uint8_t *ct, size_t ct_cap, size_t *ct_len, const mifu_sm9_encrypt_master_public_key *master,
    const uint8_t *id, size_t id_len, uint8_t hid, mifu_sm9_cipher cipher, mifu_sm9_format format,
    const uint8_t *pt, size_t pt_len);

/*
 * Decrypts. id is the identity the key belongs to. *pt_len is set to the message's exact size. pt
 * and ct must not overlap.
 *   MIFU_ERR_BUFFER          pt_cap is too small; *pt_len is set to the size, for ECB and CBC to a
 *                            bound; also answers pt == NULL, as a size query. Nothing is decrypted
 *   MIFU_ERR_ENCODING_...    too short, malformed DER
 *   errors of points         for C1
 *   MIFU_ERR_ARGUMENT_EMPTY  the ciphertext holds no message
 *   MIFU_ERR_UNSUPPORTED_ALGORITHM  the DER names another cipher than the one asked for, or none
 *                            of the five
 *   MIFU_ERR_AUTHENTICATION  C3 does not match, the key stream is all zero, or the padding is
 * wrong: the one error for everything that depends on the private key; pt is zeroed
 *   MIFU_ERR_ARGUMENT_NAME, MIFU_ERR_ARGUMENT_OVERLAP
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_decrypt(uint8_t *pt, size_t pt_cap, size_t *pt_len,
                                                      const mifu_sm9_encrypt_key *key,
                                                      const uint8_t *id, size_t id_len,
                                                      mifu_sm9_cipher cipher,
                                                      mifu_sm9_format format, const uint8_t *ct,
                                                      size_t ct_len);

/* ---- Key exchange ---- */

typedef enum mifu_sm9_role { MIFU_SM9_INITIATOR = 1, MIFU_SM9_RESPONDER = 2 } mifu_sm9_role;

/*
 * One side of a key exchange. Caller-allocated, fields private, secret. Order of calls: init,
 * ephemeral, compute, then confirm and check as the protocol has them. It keeps pointers to the key
 * and both identities, which must stay in place until compute.
 */
typedef struct mifu_sm9_exchange {
    uint32_t role;
    uint32_t stage;
    const mifu_sm9_encrypt_key *key;
    const uint8_t *id;
    size_t id_len;
    const uint8_t *peer_id;
    size_t peer_id_len;
    uint64_t peer[8];      /* Q of the peer's identity */
    uint64_t ephemeral[4]; /* own random number */
    uint8_t own_ephemeral[MIFU_SM9_G1_SIZE];
    uint8_t own_confirmation[MIFU_SM9_DIGEST_SIZE];
    uint8_t peer_confirmation[MIFU_SM9_DIGEST_SIZE];
} mifu_sm9_exchange;

/*
 * Own key and identity, the peer's identity; both keys were extracted with this hid.
 * MIFU_ERR_ARGUMENT_NAME (role), MIFU_ERR_ARGUMENT_STATE (the key has no master public key),
 * MIFU_ERR_RANGE_MASTER_KEY_IDENTITY (nobody can have a key for the peer's identity)
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_exchange_init(
    mifu_sm9_exchange *exchange, mifu_sm9_role role, const mifu_sm9_encrypt_key *key,
    const uint8_t *id, size_t id_len, const uint8_t *peer_id, size_t peer_id_len, uint8_t hid);

/* Makes the ephemeral value; r = 04 || x || y goes to the peer. MIFU_ERR_RANDOM, _ARGUMENT_STATE.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_exchange_ephemeral(uint8_t r[MIFU_SM9_G1_SIZE],
                                                                 mifu_sm9_exchange *exchange);

/*
 * Takes the peer's ephemeral point and gives the shared key of key_len bytes. Errors of points;
 * MIFU_ERR_ARGUMENT_LENGTH: key_len is 0 or too large; MIFU_ERR_ARGUMENT_STATE
 */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm9_exchange_compute(uint8_t *shared_key, size_t key_len, mifu_sm9_exchange *exchange,
                          const uint8_t peer_r[MIFU_SM9_G1_SIZE]);

/* The confirmation hash to send: S_B (responder) or S_A (initiator). MIFU_ERR_ARGUMENT_STATE. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_exchange_confirm(
    uint8_t confirmation[MIFU_SM9_DIGEST_SIZE], const mifu_sm9_exchange *exchange);

/*
 * Checks the peer's confirmation hash, in constant time: S1 = S_B on the initiator's side, S2 = S_A
 * on the responder's. MIFU_OK, MIFU_INVALID (give the shared key up), MIFU_ERR_ARGUMENT_STATE.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm9_exchange_check(
    const mifu_sm9_exchange *exchange, const uint8_t confirmation[MIFU_SM9_DIGEST_SIZE]);

MIFU_API void mifu_sm9_exchange_wipe(mifu_sm9_exchange *exchange);

#ifdef __cplusplus
}
#endif

#endif
