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
 *   MIFU_ERR_ARGUMENT_LENGTH tag_len is not 4 to 16
 *   MIFU_ERR_ARGUMENT_OVERLAP text in and out overlap other than exactly, or the tag or the
 *                            associated data overlaps the output
 *   MIFU_ERR_LIMIT           2^61 bytes or more of text or of associated data
 *   MIFU_ERR_AUTHENTICATION  open: the tag is not right; pt is zeroed
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

/* ---- MUR: the tag comes from the plaintext, under tag_key, and encrypts with the IV ---- */

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
