/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Authenticated encryption with ZUC-128: ZUC-GXM and ZUC-MUR of GM/T 0001.4-2024.
 *
 * Both hash associated data and text with GHASH under a hash key of 16 bytes, which is a part of
 * the secret key like the others. The rules of zuc.h on pointers, secrets, time and threads hold.
 * The tag has 4 to 16 bytes; agree on its length beforehand and pass that, never the length
 * received. GXM must never see one IV twice under a key; with MUR a repeated IV gives away only
 * that the same message was sent again.
 *
 * All functions:
 *   MIFU_ERR_ARGUMENT_LENGTH  tag_len is not 4 to 16
 *   MIFU_ERR_ARGUMENT_OVERLAP text in and out overlap other than exactly, or, of seal and open, the
 *                             tag or the associated data overlaps the output
 *   MIFU_ERR_LIMIT            2^61 bytes or more of text or of associated data
 *   MIFU_ERR_AUTHENTICATION   open: the tag is not right; pt is zeroed
 */
#ifndef MIFU_ZUC_AEAD_H
#define MIFU_ZUC_AEAD_H

#include "zuc.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIFU_ZUC_HASH_KEY_SIZE 16 /* bytes */
#define MIFU_ZUC_TAG_SIZE      16 /* bytes of a full tag */

/* ---- GXM: as GCM; the key stream begins with the mask of the tag ---- */

MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_gxm_seal(
    uint8_t *ct, uint8_t *tag, size_t tag_len, const uint8_t key[MIFU_ZUC_KEY_SIZE],
    const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE], const uint8_t iv[MIFU_ZUC_IV_SIZE],
    const uint8_t *aad, size_t aad_len, const uint8_t *pt, size_t pt_len);
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_zuc_gxm_open(uint8_t *pt, const uint8_t key[MIFU_ZUC_KEY_SIZE],
                  const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE],
                  const uint8_t iv[MIFU_ZUC_IV_SIZE], const uint8_t *aad, size_t aad_len,
                  const uint8_t *ct, size_t ct_len, const uint8_t *tag, size_t tag_len);

/* ---- GXM, streaming ---- */

/* GHASH under way. Fields private. */
typedef struct mifu_zuc_hash {
    uint64_t aad_len;    /* bytes */
    uint64_t text_len;   /* bytes */
    uint32_t fill;       /* bytes of a block that is not whole yet, 0 to 15 */
    uint8_t partial[16]; /* that block */
    uint8_t hash[16];    /* of the blocks before it */
    uint64_t key[68];    /* the hash key and what back-ends derive from it */
} mifu_zuc_hash;

/* A message under way, either direction. Wipe it where it is not finished. Plain assignment copies
 * it. Fields private. */
typedef struct mifu_zuc_gxm {
    mifu_zuc zuc; /* the key stream, behind the mask */
    uint32_t stage;
    uint32_t tag_len;
    uint8_t mask[16];
    mifu_zuc_hash hash;
} mifu_zuc_gxm;

/*
 * Start a message. The length of the tag is said here: where the key stream for the text begins
 * depends on it, and each length is an algorithm of its own.
 */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_zuc_gxm_encrypt_init(mifu_zuc_gxm *gxm, const uint8_t key[MIFU_ZUC_KEY_SIZE],
                          const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE],
                          const uint8_t iv[MIFU_ZUC_IV_SIZE], size_t tag_len);
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_zuc_gxm_decrypt_init(mifu_zuc_gxm *gxm, const uint8_t key[MIFU_ZUC_KEY_SIZE],
                          const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE],
                          const uint8_t iv[MIFU_ZUC_IV_SIZE], size_t tag_len);
/* Appends associated data, all of it before the first text; either direction. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_gxm_aad_update(mifu_zuc_gxm *gxm, const uint8_t *aad,
                                                             size_t aad_len);
/* Encrypts `len` bytes; pieces of any length make one text. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_gxm_encrypt_update(uint8_t *ct, mifu_zuc_gxm *gxm,
                                                                 const uint8_t *pt, size_t len);
/* Writes the tag, as many bytes as _init was told, and wipes. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_gxm_encrypt_final(uint8_t *tag, mifu_zuc_gxm *gxm);
/*
 * Decrypts `len` bytes BEFORE the tag was checked: what it writes may be forged. Do not act on it,
 * show it or pass it on until _decrypt_final has said MIFU_OK, and destroy it if it does not.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_gxm_decrypt_update_unverified(uint8_t *pt,
                                                                            mifu_zuc_gxm *gxm,
                                                                            const uint8_t *ct,
                                                                            size_t len);
/* Checks the tag, as many bytes as _init was told, and wipes. MIFU_OK or MIFU_ERR_AUTHENTICATION.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_gxm_decrypt_final(mifu_zuc_gxm *gxm,
                                                                const uint8_t *tag);
MIFU_API void mifu_zuc_gxm_wipe(mifu_zuc_gxm *gxm);

/*
 * ---- MUR: the tag comes from the plaintext, under tag_key, and encrypts with the IV ----
 *
 * There is no streaming. The first byte of the ciphertext depends on the last one of the plaintext,
 * so that encryption goes over the text twice, and who must hold it all can pass it all. Decryption
 * needs the tag before the text, and has nothing authentic before the end.
 */

MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_mur_seal(
    uint8_t *ct, uint8_t *tag, size_t tag_len, const uint8_t key[MIFU_ZUC_KEY_SIZE],
    const uint8_t tag_key[MIFU_ZUC_KEY_SIZE], const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE],
    const uint8_t iv[MIFU_ZUC_IV_SIZE], const uint8_t *aad, size_t aad_len, const uint8_t *pt,
    size_t pt_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_mur_open(
    uint8_t *pt, const uint8_t key[MIFU_ZUC_KEY_SIZE], const uint8_t tag_key[MIFU_ZUC_KEY_SIZE],
    const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE], const uint8_t iv[MIFU_ZUC_IV_SIZE],
    const uint8_t *aad, size_t aad_len, const uint8_t *ct, size_t ct_len, const uint8_t *tag,
    size_t tag_len);

#ifdef __cplusplus
}
#endif

#endif
