/* SPDX-License-Identifier: Apache-2.0 */
/* ZUC-MUR: GM/T 0001.4-2024. The tag of the plaintext makes the IV that encrypts it. */
#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"
#include "zuc_aead_internal.h"
#include "zuc_internal.h"

/* The tag of a plaintext: key stream under the tag key for the IV xor the hash. */
static mifu_status mur_tag(uint8_t tag[16], const uint8_t *tag_key, const uint8_t *hash_key,
                           const uint8_t *iv, const mifu_zuc_aead_call *c, const uint8_t *pt)
{
    uint8_t mixed[16];
    mifu_zuc_hash hash;
    mifu_zuc zuc;
    mifu_status status;

    mifu_zuc_hash_init(&hash, hash_key, (uint64_t)c->aad_len + c->len + 16);
    mifu_zuc_hash_aad(&hash, c->aad, c->aad_len);
    mifu_zuc_hash_text(&hash, pt, c->len);
    mifu_zuc_hash_final(mixed, &hash);
    mifu_xor_bytes(mixed, mixed, iv, 16);
    mifu_zuc_start(&zuc, tag_key, mixed);
    status = mifu_zuc_keystream(tag, &zuc, 16);
    mifu_zuc_wipe(&zuc);
    mifu_wipe(mixed, sizeof mixed);
    return status;
}

/* The text under the IV xor the tag, a short tag being filled with zeros. */
static mifu_status mur_crypt(const mifu_zuc_aead_call *c, const uint8_t *key, const uint8_t *iv,
                             const uint8_t *tag)
{
    uint8_t mixed[16];
    mifu_status status;

    for (size_t i = 0; i < sizeof mixed; i++)
        mixed[i] = (uint8_t)(iv[i] ^ (i < c->tag_len ? tag[i] : 0));
    status = mifu_zuc_encrypt(c->out, key, mixed, c->in, c->len);
    mifu_wipe(mixed, sizeof mixed);
    return status;
}

mifu_status mifu_zuc_mur_seal(uint8_t *ct, uint8_t *tag, size_t tag_len,
                              const uint8_t key[MIFU_ZUC_KEY_SIZE],
                              const uint8_t tag_key[MIFU_ZUC_KEY_SIZE],
                              const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE],
                              const uint8_t iv[MIFU_ZUC_IV_SIZE], const uint8_t *aad,
                              size_t aad_len, const uint8_t *pt, size_t pt_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_zuc_aead_call c = {ct, pt, pt_len, aad, aad_len, tag, tag_len};
    uint8_t full[16];
    mifu_status status =
        tag_key == NULL ? MIFU_ERR_ARGUMENT_NULL : mifu_zuc_aead_check(&c, key, hash_key, iv);

    if (status != MIFU_OK)
        return status;
    status = mur_tag(full, tag_key, hash_key, iv, &c, pt);
    if (status == MIFU_OK)
        status = mur_crypt(&c, key, iv, full);
    if (status == MIFU_OK)
        memcpy(tag, full, tag_len);
    mifu_wipe(full, sizeof full);
    mifu_wipe_stack_2k();
    return status;
}

mifu_status mifu_zuc_mur_open(uint8_t *pt, const uint8_t key[MIFU_ZUC_KEY_SIZE],
                              const uint8_t tag_key[MIFU_ZUC_KEY_SIZE],
                              const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE],
                              const uint8_t iv[MIFU_ZUC_IV_SIZE], const uint8_t *aad,
                              size_t aad_len, const uint8_t *ct, size_t ct_len, const uint8_t *tag,
                              size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_zuc_aead_call c = {pt, ct, ct_len, aad, aad_len, tag, tag_len};
    uint8_t full[16];
    mifu_status status =
        tag_key == NULL ? MIFU_ERR_ARGUMENT_NULL : mifu_zuc_aead_check(&c, key, hash_key, iv);

    if (status != MIFU_OK)
        return status;
    status = mur_crypt(&c, key, iv, tag);
    if (status == MIFU_OK)
        status = mur_tag(full, tag_key, hash_key, iv, &c, pt);
    if (status == MIFU_OK && mifu_compare_tags(full, tag, tag_len) != MIFU_OK)
        status = MIFU_ERR_AUTHENTICATION;
    if (status != MIFU_OK)
        mifu_wipe(pt, ct_len);
    mifu_wipe(full, sizeof full);
    mifu_wipe_stack_2k();
    return status;
}
