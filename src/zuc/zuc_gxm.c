/* SPDX-License-Identifier: Apache-2.0 */
/* ZUC-GXM: GM/T 0001.4-2024. The key stream begins with the mask of the tag, as long as the tag. */
#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"
#include "zuc_aead_internal.h"
#include "zuc_internal.h"

/* A streaming message: its length is not known, and will pay for the powers of the hash key. */
#define LONG_MESSAGE (UINT64_C(1) << 20)

static int is_encrypting(const mifu_zuc_gxm *gxm)
{
    return gxm->stage == MIFU_ZUC_STAGE_ENCRYPT || gxm->stage == MIFU_ZUC_STAGE_ENCRYPT_AAD;
}

static int is_before_text(const mifu_zuc_gxm *gxm)
{
    return gxm->stage == MIFU_ZUC_STAGE_ENCRYPT_AAD || gxm->stage == MIFU_ZUC_STAGE_DECRYPT_AAD;
}

/* A message, whose arguments have been checked. `bytes` is how much will probably be hashed. */
static mifu_status start(mifu_zuc_gxm *gxm, const uint8_t *key, const uint8_t *hash_key,
                         const uint8_t *iv, size_t tag_len, uint32_t stage, uint64_t bytes)
{
    gxm->stage = stage;
    gxm->tag_len = (uint32_t)tag_len;
    mifu_zuc_hash_init(&gxm->hash, hash_key, bytes);
    mifu_zuc_start(&gxm->zuc, key, iv);
    memset(gxm->mask, 0, sizeof gxm->mask);
    return mifu_zuc_keystream(gxm->mask, &gxm->zuc, tag_len);
}

static mifu_status init(mifu_zuc_gxm *gxm, const uint8_t *key, const uint8_t *hash_key,
                        const uint8_t *iv, size_t tag_len, uint32_t stage)
{
    mifu_status status;

    if (gxm == NULL || key == NULL || hash_key == NULL || iv == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (tag_len < 4 || tag_len > MIFU_ZUC_TAG_SIZE)
        return MIFU_ERR_ARGUMENT_LENGTH;
    status = start(gxm, key, hash_key, iv, tag_len, stage, LONG_MESSAGE);
    if (status != MIFU_OK)
        mifu_zuc_gxm_wipe(gxm);
    mifu_wipe_stack_2k();
    return status;
}

mifu_status mifu_zuc_gxm_encrypt_init(mifu_zuc_gxm *gxm, const uint8_t key[MIFU_ZUC_KEY_SIZE],
                                      const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE],
                                      const uint8_t iv[MIFU_ZUC_IV_SIZE], size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return init(gxm, key, hash_key, iv, tag_len, MIFU_ZUC_STAGE_ENCRYPT_AAD);
}

mifu_status mifu_zuc_gxm_decrypt_init(mifu_zuc_gxm *gxm, const uint8_t key[MIFU_ZUC_KEY_SIZE],
                                      const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE],
                                      const uint8_t iv[MIFU_ZUC_IV_SIZE], size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return init(gxm, key, hash_key, iv, tag_len, MIFU_ZUC_STAGE_DECRYPT_AAD);
}

mifu_status mifu_zuc_gxm_aad_update(mifu_zuc_gxm *gxm, const uint8_t *aad, size_t aad_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (gxm == NULL || (aad == NULL && aad_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (!is_before_text(gxm))
        return MIFU_ERR_ARGUMENT_STATE;
    if (aad_len >= MIFU_ZUC_AEAD_LIMIT - gxm->hash.aad_len)
        return MIFU_ERR_LIMIT;
    mifu_zuc_hash_aad(&gxm->hash, aad, aad_len);
    return MIFU_OK;
}

/* The ciphertext is hashed: before it is decrypted, for it may be gone afterwards. */
static mifu_status crypt_text(uint8_t *out, mifu_zuc_gxm *gxm, const uint8_t *in, size_t len)
{
    mifu_status status;

    if (!is_encrypting(gxm))
        mifu_zuc_hash_text(&gxm->hash, in, len);
    status = mifu_zuc_update(out, &gxm->zuc, in, len);
    if (is_encrypting(gxm) && status == MIFU_OK)
        mifu_zuc_hash_text(&gxm->hash, out, len);
    return status;
}

static mifu_status update(uint8_t *out, mifu_zuc_gxm *gxm, const uint8_t *in, size_t len,
                          int encrypting)
{
    mifu_status status;

    if (gxm == NULL || ((out == NULL || in == NULL) && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (gxm->stage == MIFU_ZUC_STAGE_ENDED || is_encrypting(gxm) != encrypting)
        return MIFU_ERR_ARGUMENT_STATE;
    if (mifu_overlaps_badly(out, len, in, len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    if (len >= MIFU_ZUC_AEAD_LIMIT - gxm->hash.text_len)
        return MIFU_ERR_LIMIT;
    gxm->stage = encrypting ? MIFU_ZUC_STAGE_ENCRYPT : MIFU_ZUC_STAGE_DECRYPT;
    status = crypt_text(out, gxm, in, len);
    mifu_wipe_stack_2k();
    return status;
}

mifu_status mifu_zuc_gxm_encrypt_update(uint8_t *ct, mifu_zuc_gxm *gxm, const uint8_t *pt,
                                        size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return update(ct, gxm, pt, len, 1);
}

mifu_status mifu_zuc_gxm_decrypt_update_unverified(uint8_t *pt, mifu_zuc_gxm *gxm,
                                                   const uint8_t *ct, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return update(pt, gxm, ct, len, 0);
}

/* The tag, of which tag_len bytes count. */
static void make_tag(uint8_t tag[16], mifu_zuc_gxm *gxm)
{
    mifu_zuc_hash_final(tag, &gxm->hash);
    mifu_xor_bytes(tag, tag, gxm->mask, 16);
}

mifu_status mifu_zuc_gxm_encrypt_final(uint8_t *tag, mifu_zuc_gxm *gxm)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t full[16];

    if (tag == NULL || gxm == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (gxm->stage == MIFU_ZUC_STAGE_ENDED || !is_encrypting(gxm))
        return MIFU_ERR_ARGUMENT_STATE;
    make_tag(full, gxm);
    memcpy(tag, full, gxm->tag_len);
    mifu_wipe(full, sizeof full);
    mifu_zuc_gxm_wipe(gxm);
    mifu_wipe_stack_2k();
    return MIFU_OK;
}

/* Whether the tag is right; ends neither message nor stream. */
static mifu_status check_tag(mifu_zuc_gxm *gxm, const uint8_t *tag)
{
    uint8_t expected[16];
    mifu_status status;

    make_tag(expected, gxm);
    status = mifu_compare_tags(expected, tag, gxm->tag_len);
    mifu_wipe(expected, sizeof expected);
    return status == MIFU_OK ? MIFU_OK : MIFU_ERR_AUTHENTICATION;
}

mifu_status mifu_zuc_gxm_decrypt_final(mifu_zuc_gxm *gxm, const uint8_t *tag)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status;

    if (tag == NULL || gxm == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (gxm->stage == MIFU_ZUC_STAGE_ENDED || is_encrypting(gxm))
        return MIFU_ERR_ARGUMENT_STATE;
    status = check_tag(gxm, tag);
    mifu_zuc_gxm_wipe(gxm);
    mifu_wipe_stack_2k();
    return status;
}

void mifu_zuc_gxm_wipe(mifu_zuc_gxm *gxm)
{
    mifu_wipe(gxm, sizeof *gxm);
}

/* ---- One-shot */

mifu_status mifu_zuc_gxm_seal(uint8_t *ct, uint8_t *tag, size_t tag_len,
                              const uint8_t key[MIFU_ZUC_KEY_SIZE],
                              const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE],
                              const uint8_t iv[MIFU_ZUC_IV_SIZE], const uint8_t *aad,
                              size_t aad_len, const uint8_t *pt, size_t pt_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_zuc_aead_call c = {ct, pt, pt_len, aad, aad_len, tag, tag_len};
    mifu_zuc_gxm gxm;
    mifu_status status = mifu_zuc_aead_check(&c, key, hash_key, iv);

    if (status != MIFU_OK)
        return status;
    status = start(&gxm, key, hash_key, iv, tag_len, MIFU_ZUC_STAGE_ENCRYPT,
                   (uint64_t)aad_len + pt_len + 16);
    mifu_zuc_hash_aad(&gxm.hash, aad, aad_len);
    if (status == MIFU_OK)
        status = crypt_text(ct, &gxm, pt, pt_len);
    if (status == MIFU_OK)
        status = mifu_zuc_gxm_encrypt_final(tag, &gxm);
    mifu_zuc_gxm_wipe(&gxm);
    mifu_wipe_stack_2k();
    return status;
}

/* Decrypts after the tag was found right, and otherwise leaves zeros. */
mifu_status mifu_zuc_gxm_open(uint8_t *pt, const uint8_t key[MIFU_ZUC_KEY_SIZE],
                              const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE],
                              const uint8_t iv[MIFU_ZUC_IV_SIZE], const uint8_t *aad,
                              size_t aad_len, const uint8_t *ct, size_t ct_len, const uint8_t *tag,
                              size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_zuc_aead_call c = {pt, ct, ct_len, aad, aad_len, tag, tag_len};
    mifu_zuc_gxm gxm;
    mifu_status status = mifu_zuc_aead_check(&c, key, hash_key, iv);

    if (status != MIFU_OK)
        return status;
    status = start(&gxm, key, hash_key, iv, tag_len, MIFU_ZUC_STAGE_DECRYPT,
                   (uint64_t)aad_len + ct_len + 16);
    mifu_zuc_hash_aad(&gxm.hash, aad, aad_len);
    mifu_zuc_hash_text(&gxm.hash, ct, ct_len);
    if (status == MIFU_OK)
        status = check_tag(&gxm, tag);
    if (status == MIFU_OK)
        status = mifu_zuc_update(pt, &gxm.zuc, ct, ct_len);
    else
        mifu_wipe(pt, ct_len);
    mifu_zuc_gxm_wipe(&gxm);
    mifu_wipe_stack_2k();
    return status;
}
