/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Authenticated encryption with SM4: GCM and GMAC (GB/T 36624-2018, RFC 8998, NIST SP 800-38D,
 * GB/T 15852.3), CCM (GB/T 36624, RFC 8998, NIST SP 800-38C), GCM-SIV (RFC 8452 with SM4), and key
 * wrap (RFC 3394, RFC 5649 with SM4). The rules of sm4.h hold; MIFU_ERR_ARGUMENT_NULL,
 * MIFU_ERR_ARGUMENT_OVERLAP and, for contexts, MIFU_ERR_ARGUMENT_STATE are not repeated.
 *
 * seal encrypts and makes the tag; open checks the tag and decrypts. The ciphertext is as long as
 * the plaintext; where a protocol wants ciphertext || tag, pass tag = ct + pt_len.
 * open gives no plaintext unless the tag is right: MIFU_ERR_AUTHENTICATION leaves pt zeroed. The
 * tag's length is part of what both sides agree on: pass that, never the length received.
 * Never use one nonce twice under one key with GCM, GMAC or CCM.
 */
#ifndef MIFU_SM4_AEAD_H
#define MIFU_SM4_AEAD_H

#include "sm4.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIFU_SM4_TAG_SIZE           16 /* bytes of a full tag */
#define MIFU_SM4_GCM_IV_SIZE        12 /* bytes of the IV to choose */
#define MIFU_SM4_GCM_SIV_NONCE_SIZE 12 /* bytes */

/* ---- GCM ---- */

/*
 * IV of 1 byte and more, 12 is the fast and the usual length. Tag of 4 to 16 bytes.
 *   MIFU_ERR_ARGUMENT_LENGTH iv_len is 0, or tag_len is not 4 to 16
 *   MIFU_ERR_LIMIT           more than 2^32 - 2 blocks (2^36 - 32 bytes) of text, or 2^61 bytes of
 *                            IV or associated data
 *   MIFU_ERR_AUTHENTICATION  open: the tag is not right; pt is zeroed
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gcm_seal(uint8_t *ct, uint8_t *tag, size_t tag_len,
                                                       const mifu_sm4_key *key, const uint8_t *iv,
                                                       size_t iv_len, const uint8_t *aad,
                                                       size_t aad_len, const uint8_t *pt,
                                                       size_t pt_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gcm_open(uint8_t *pt, const mifu_sm4_key *key,
                                                       const uint8_t *iv, size_t iv_len,
                                                       const uint8_t *aad, size_t aad_len,
                                                       const uint8_t *ct, size_t ct_len,
                                                       const uint8_t *tag, size_t tag_len);

/* A message under way, either direction. */
typedef struct mifu_sm4_gcm {
    const mifu_sm4_key *key;
    uint32_t stage;
    uint32_t used;                         /* bytes of the present block, 0 to 15 */
    uint64_t aad_len;                      /* bytes */
    uint64_t text_len;                     /* bytes */
    uint8_t counter[MIFU_SM4_BLOCK_SIZE];  /* of the next block */
    uint8_t stream[MIFU_SM4_BLOCK_SIZE];   /* key stream of a partial block */
    uint8_t partial[MIFU_SM4_BLOCK_SIZE];  /* its ciphertext, or of associated data */
    uint8_t tag_mask[MIFU_SM4_BLOCK_SIZE]; /* E(J0) */
    uint8_t hash[MIFU_SM4_BLOCK_SIZE];     /* GHASH so far */
    uint64_t hash_key[68];                 /* H and what back-ends derive from it */
} mifu_sm4_gcm;

/* Starts a message. MIFU_ERR_ARGUMENT_LENGTH: iv_len is 0. MIFU_ERR_LIMIT. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gcm_encrypt_init(mifu_sm4_gcm *gcm,
                                                               const mifu_sm4_key *key,
                                                               const uint8_t *iv, size_t iv_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gcm_decrypt_init(mifu_sm4_gcm *gcm,
                                                               const mifu_sm4_key *key,
                                                               const uint8_t *iv, size_t iv_len);
/* Appends associated data, all of it before the first text; either direction. MIFU_ERR_LIMIT. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gcm_aad_update(mifu_sm4_gcm *gcm, const uint8_t *aad,
                                                             size_t aad_len);
/* Encrypts `len` bytes. MIFU_ERR_LIMIT: over 2^32 - 2 blocks; nothing was taken. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gcm_encrypt_update(uint8_t *ct, mifu_sm4_gcm *gcm,
                                                                 const uint8_t *pt, size_t len);
/* Writes the tag and wipes. MIFU_ERR_ARGUMENT_LENGTH: tag_len is not 4 to 16. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gcm_encrypt_final(uint8_t *tag, size_t tag_len,
                                                                mifu_sm4_gcm *gcm);
/*
 * Decrypts `len` bytes BEFORE the tag was checked: what it writes may be forged. Do not act on it,
 * show it or pass it on until _decrypt_final has said MIFU_OK, and destroy it if it does not.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gcm_decrypt_update_unverified(uint8_t *pt,
                                                                            mifu_sm4_gcm *gcm,
                                                                            const uint8_t *ct,
                                                                            size_t len);
/* Checks the tag and wipes. MIFU_OK, MIFU_ERR_AUTHENTICATION, MIFU_ERR_ARGUMENT_LENGTH. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gcm_decrypt_final(mifu_sm4_gcm *gcm,
                                                                const uint8_t *tag, size_t tag_len);
MIFU_API void mifu_sm4_gcm_wipe(mifu_sm4_gcm *gcm);

/* ---- GMAC: GCM of an empty text; the message is the associated data ---- */

/* IV, tag and limits as for GCM. A message needs an IV of its own, as for GCM. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gmac_mac(uint8_t *tag, size_t tag_len,
                                                       const mifu_sm4_key *key, const uint8_t *iv,
                                                       size_t iv_len, const uint8_t *msg,
                                                       size_t msg_len);
/* MIFU_OK, MIFU_INVALID, MIFU_ERR_ARGUMENT_LENGTH, MIFU_ERR_LIMIT. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gmac_verify(const mifu_sm4_key *key,
                                                          const uint8_t *iv, size_t iv_len,
                                                          const uint8_t *msg, size_t msg_len,
                                                          const uint8_t *tag, size_t tag_len);

typedef struct mifu_sm4_gmac {
    mifu_sm4_gcm gcm;
} mifu_sm4_gmac;

MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gmac_init(mifu_sm4_gmac *gmac,
                                                        const mifu_sm4_key *key, const uint8_t *iv,
                                                        size_t iv_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gmac_update(mifu_sm4_gmac *gmac, const uint8_t *msg,
                                                          size_t msg_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gmac_final(uint8_t *tag, size_t tag_len,
                                                         mifu_sm4_gmac *gmac);
MIFU_API void mifu_sm4_gmac_wipe(mifu_sm4_gmac *gmac);

/* ---- CCM ---- */

/*
 * Nonce of 7 to 13 bytes; tag of 4, 6, ... 16 bytes.
 *   MIFU_ERR_ARGUMENT_LENGTH nonce_len or tag_len is none of these
 *   MIFU_ERR_LIMIT           the text does not fit in 15 - nonce_len bytes of length
 *   MIFU_ERR_AUTHENTICATION  open: the tag is not right; pt is zeroed
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ccm_seal(uint8_t *ct, uint8_t *tag, size_t tag_len,
                                                       const mifu_sm4_key *key,
                                                       const uint8_t *nonce, size_t nonce_len,
                                                       const uint8_t *aad, size_t aad_len,
                                                       const uint8_t *pt, size_t pt_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ccm_open(uint8_t *pt, const mifu_sm4_key *key,
                                                       const uint8_t *nonce, size_t nonce_len,
                                                       const uint8_t *aad, size_t aad_len,
                                                       const uint8_t *ct, size_t ct_len,
                                                       const uint8_t *tag, size_t tag_len);

/* A message under way, either direction. */
typedef struct mifu_sm4_ccm {
    const mifu_sm4_key *key;
    uint32_t stage;
    uint32_t used;      /* bytes of the present block, 0 to 15 */
    uint32_t tag_len;   /* bytes */
    uint32_t mac_fill;  /* bytes xored into the present MAC block */
    uint64_t aad_left;  /* bytes still to come */
    uint64_t text_left; /* bytes still to come */
    uint8_t counter[MIFU_SM4_BLOCK_SIZE];
    uint8_t stream[MIFU_SM4_BLOCK_SIZE];
    uint8_t mac[MIFU_SM4_BLOCK_SIZE];
    uint8_t tag_mask[MIFU_SM4_BLOCK_SIZE];
} mifu_sm4_ccm;

/* Starts a message. CCM needs all lengths, in bytes, beforehand. Errors as for the one-shot. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ccm_encrypt_init(mifu_sm4_ccm *ccm,
                                                               const mifu_sm4_key *key,
                                                               const uint8_t *nonce,
                                                               size_t nonce_len, uint64_t aad_len,
                                                               uint64_t text_len, size_t tag_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ccm_decrypt_init(mifu_sm4_ccm *ccm,
                                                               const mifu_sm4_key *key,
                                                               const uint8_t *nonce,
                                                               size_t nonce_len, uint64_t aad_len,
                                                               uint64_t text_len, size_t tag_len);
/* MIFU_ERR_ARGUMENT_LENGTH: more than was declared; nothing was taken. Text before all of the
 * declared associated data has come is MIFU_ERR_ARGUMENT_STATE. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ccm_aad_update(mifu_sm4_ccm *ccm, const uint8_t *aad,
                                                             size_t aad_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ccm_encrypt_update(uint8_t *ct, mifu_sm4_ccm *ccm,
                                                                 const uint8_t *pt, size_t len);
/* Writes tag_len (of _init) bytes and wipes. MIFU_ERR_ARGUMENT_LENGTH: less came than declared. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ccm_encrypt_final(uint8_t *tag, mifu_sm4_ccm *ccm);
/* Decrypts BEFORE the tag was checked: as mifu_sm4_gcm_decrypt_update_unverified(). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ccm_decrypt_update_unverified(uint8_t *pt,
                                                                            mifu_sm4_ccm *ccm,
                                                                            const uint8_t *ct,
                                                                            size_t len);
/* Checks tag_len (of _init) bytes and wipes. MIFU_OK, MIFU_ERR_AUTHENTICATION,
 * MIFU_ERR_ARGUMENT_LENGTH: less came than declared. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ccm_decrypt_final(mifu_sm4_ccm *ccm,
                                                                const uint8_t *tag);
MIFU_API void mifu_sm4_ccm_wipe(mifu_sm4_ccm *ccm);

/* ---- GCM-SIV: a repeated nonce gives away only that the same message was sent again ---- */

/*
 * `key` is the key-generating key. MIFU_ERR_LIMIT: more than 2^36 bytes of text or associated data.
 * MIFU_ERR_AUTHENTICATION: the tag is not right; pt is zeroed.
 */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm4_gcm_siv_seal(uint8_t *ct, uint8_t tag[MIFU_SM4_TAG_SIZE], const mifu_sm4_key *key,
                      const uint8_t nonce[MIFU_SM4_GCM_SIV_NONCE_SIZE], const uint8_t *aad,
                      size_t aad_len, const uint8_t *pt, size_t pt_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_gcm_siv_open(
    uint8_t *pt, const mifu_sm4_key *key, const uint8_t nonce[MIFU_SM4_GCM_SIV_NONCE_SIZE],
    const uint8_t *aad, size_t aad_len, const uint8_t *ct, size_t ct_len,
    const uint8_t tag[MIFU_SM4_TAG_SIZE]);

/* ---- Key wrap ---- */

#define MIFU_SM4_WRAP_OVERHEAD 8 /* bytes that RFC 3394 adds */

/*
 * RFC 3394: out has in_len + 8 bytes. In place is permitted.
 * MIFU_ERR_ARGUMENT_LENGTH: in_len is no multiple of 8, or below 16. MIFU_ERR_LIMIT: 2^57 bytes or
 * more (NIST SP 800-38F 5.3.1).
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_wrap(uint8_t *out, const mifu_sm4_key *key,
                                                   const uint8_t *in, size_t in_len);
/* The inverse: out has in_len - 8 bytes. MIFU_ERR_ARGUMENT_LENGTH: in_len is no multiple of 8, or
 * below 24. MIFU_ERR_LIMIT: as above. MIFU_ERR_AUTHENTICATION: wrong key or damaged; out is zeroed.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_unwrap(uint8_t *out, const mifu_sm4_key *key,
                                                     const uint8_t *in, size_t in_len);

/*
 * RFC 5649, any length from 1 to 2^32 - 1 bytes. out needs in_len rounded up to a multiple of 8,
 * plus 8 bytes; in place is permitted. MIFU_ERR_BUFFER: *out_len is what is needed.
 * MIFU_ERR_ARGUMENT_LENGTH: in_len is none of these.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_wrap_padded(uint8_t *out, size_t out_cap,
                                                          size_t *out_len, const mifu_sm4_key *key,
                                                          const uint8_t *in, size_t in_len);
/* The inverse: out_cap must be in_len - 8 at least, all of which is written; *out_len is the exact
 * length of the key. MIFU_ERR_BUFFER: *out_len is in_len - 8. MIFU_ERR_ARGUMENT_LENGTH: in_len is
 * no multiple of 8, below 16, or above 2^32 + 8. MIFU_ERR_AUTHENTICATION: wrong key or damaged;
 * out is zeroed. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_unwrap_padded(uint8_t *out, size_t out_cap,
                                                            size_t *out_len,
                                                            const mifu_sm4_key *key,
                                                            const uint8_t *in, size_t in_len);

#ifdef __cplusplus
}
#endif

#endif
