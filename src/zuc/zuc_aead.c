/* SPDX-License-Identifier: Apache-2.0 */
/* ZUC-GXM and ZUC-MUR: GM/T 0001.4-2024. */
#include "mifu/zuc_aead.h"

#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"
#include "ghash_kernels.h"
#include "zuc_internal.h"

#define SIZE_LIMIT (UINT64_C(1) << 61) /* bytes: GHASH has 64 bits for a length in bits */

/* The pointers of a call: text in and out of `len` bytes, and the tag, written or read. */
typedef struct call {
    uint8_t *out;
    const uint8_t *in;
    size_t len;
    const uint8_t *aad;
    size_t aad_len;
    const uint8_t *tag;
    size_t tag_len;
} call;

static mifu_status check(const call *c, const uint8_t *key, const uint8_t *hash_key,
                         const uint8_t *iv)
{
    if (key == NULL || hash_key == NULL || iv == NULL || c->tag == NULL ||
        (c->aad == NULL && c->aad_len != 0) || ((c->in == NULL || c->out == NULL) && c->len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (c->tag_len < 4 || c->tag_len > MIFU_ZUC_TAG_SIZE)
        return MIFU_ERR_ARGUMENT_LENGTH;
    if (c->len >= SIZE_LIMIT || c->aad_len >= SIZE_LIMIT)
        return MIFU_ERR_LIMIT;
    if (mifu_overlaps_badly(c->out, c->len, c->in, c->len) ||
        mifu_overlaps(c->tag, c->tag_len, c->out, c->len) ||
        mifu_overlaps(c->aad, c->aad_len, c->out, c->len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    return MIFU_OK;
}

/* GHASH of associated data and text, each filled with zeros, and their lengths in bits. */
static void hash_of(uint8_t hash[16], const uint8_t hash_key[16], const call *c,
                    const uint8_t *text)
{
    uint64_t key[MIFU_GHASH_KEY_WORDS];
    uint8_t h[16], lengths[16];

    memcpy(h, hash_key, sizeof h);
    mifu_mark_secret(h, sizeof h);
    memset(hash, 0, 16);
    mifu_ghash_init(key, h, (uint64_t)c->aad_len + c->len + 16);
    mifu_ghash_update_padded(key, hash, c->aad, c->aad_len);
    mifu_ghash_update_padded(key, hash, text, c->len);
    mifu_store64_be(lengths, (uint64_t)c->aad_len * 8);
    mifu_store64_be(lengths + 8, (uint64_t)c->len * 8);
    mifu_ghash_update(key, hash, lengths, 1);
    mifu_wipe(key, sizeof key);
    mifu_wipe(h, sizeof h);
}

/* Whether the tag of the call is right; otherwise the plaintext goes. */
static mifu_status answer(const call *c, const uint8_t expected[16])
{
    if (mifu_compare_tags(expected, c->tag, c->tag_len) == MIFU_OK)
        return MIFU_OK;
    mifu_wipe(c->out, c->len);
    return MIFU_ERR_AUTHENTICATION;
}

/* ---- GXM */

/* The tag of a ciphertext: `zuc` is at the start of its stream and has then given the mask. */
static mifu_status gxm_tag(uint8_t tag[16], mifu_zuc *zuc, const uint8_t *hash_key, const call *c,
                           const uint8_t *ct)
{
    uint8_t mask[16] = {0};
    mifu_status status = mifu_zuc_keystream(mask, zuc, c->tag_len);

    hash_of(tag, hash_key, c, ct);
    mifu_xor_bytes(tag, tag, mask, 16);
    mifu_wipe(mask, sizeof mask);
    return status;
}

mifu_status mifu_zuc_gxm_seal(uint8_t *ct, uint8_t *tag, size_t tag_len,
                              const uint8_t key[MIFU_ZUC_KEY_SIZE],
                              const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE],
                              const uint8_t iv[MIFU_ZUC_IV_SIZE], const uint8_t *aad,
                              size_t aad_len, const uint8_t *pt, size_t pt_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const call c = {ct, pt, pt_len, aad, aad_len, tag, tag_len};
    mifu_zuc zuc, mask;
    uint8_t full[16];
    mifu_status status = check(&c, key, hash_key, iv);

    if (status != MIFU_OK)
        return status;
    mifu_zuc_start(&zuc, key, iv);
    mask = zuc;
    status = mifu_zuc_skip(&zuc, tag_len);
    if (status == MIFU_OK)
        status = mifu_zuc_update(ct, &zuc, pt, pt_len);
    if (status == MIFU_OK)
        status = gxm_tag(full, &mask, hash_key, &c, ct);
    if (status == MIFU_OK)
        memcpy(tag, full, tag_len);
    mifu_wipe(full, sizeof full);
    mifu_zuc_wipe(&zuc);
    mifu_zuc_wipe(&mask);
    mifu_wipe_stack_2k();
    return status;
}

mifu_status mifu_zuc_gxm_open(uint8_t *pt, const uint8_t key[MIFU_ZUC_KEY_SIZE],
                              const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE],
                              const uint8_t iv[MIFU_ZUC_IV_SIZE], const uint8_t *aad,
                              size_t aad_len, const uint8_t *ct, size_t ct_len, const uint8_t *tag,
                              size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const call c = {pt, ct, ct_len, aad, aad_len, tag, tag_len};
    mifu_zuc zuc;
    uint8_t full[16];
    mifu_status status = check(&c, key, hash_key, iv);

    if (status != MIFU_OK)
        return status;
    mifu_zuc_start(&zuc, key, iv);
    status = gxm_tag(full, &zuc, hash_key, &c, ct);
    if (status == MIFU_OK)
        status = answer(&c, full);
    if (status == MIFU_OK)
        status = mifu_zuc_update(pt, &zuc, ct, ct_len);
    mifu_wipe(full, sizeof full);
    mifu_zuc_wipe(&zuc);
    mifu_wipe_stack_2k();
    return status;
}

/* ---- MUR */

/* The tag of a plaintext: key stream under the tag key for the IV xor the hash. */
static mifu_status mur_tag(uint8_t tag[16], const uint8_t *tag_key, const uint8_t *hash_key,
                           const uint8_t *iv, const call *c, const uint8_t *pt)
{
    uint8_t mixed[16];
    mifu_zuc zuc;
    mifu_status status;

    hash_of(mixed, hash_key, c, pt);
    mifu_xor_bytes(mixed, mixed, iv, 16);
    mifu_zuc_start(&zuc, tag_key, mixed);
    status = mifu_zuc_keystream(tag, &zuc, 16);
    mifu_zuc_wipe(&zuc);
    mifu_wipe(mixed, sizeof mixed);
    return status;
}

/* The text under the IV xor the tag, a short tag being filled with zeros. */
static mifu_status mur_crypt(const call *c, const uint8_t *key, const uint8_t *iv,
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
    const call c = {ct, pt, pt_len, aad, aad_len, tag, tag_len};
    uint8_t full[16];
    mifu_status status = tag_key == NULL ? MIFU_ERR_ARGUMENT_NULL : check(&c, key, hash_key, iv);

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
    const call c = {pt, ct, ct_len, aad, aad_len, tag, tag_len};
    uint8_t full[16];
    mifu_status status = tag_key == NULL ? MIFU_ERR_ARGUMENT_NULL : check(&c, key, hash_key, iv);

    if (status != MIFU_OK)
        return status;
    status = mur_crypt(&c, key, iv, tag);
    if (status == MIFU_OK)
        status = mur_tag(full, tag_key, hash_key, iv, &c, pt);
    if (status == MIFU_OK)
        status = answer(&c, full);
    mifu_wipe(full, sizeof full);
    mifu_wipe_stack_2k();
    return status;
}
