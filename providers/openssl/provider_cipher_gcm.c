/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4-GCM in EVP's manner: an update without an output takes associated data; decryption needs the
 * tag before final, which checks it. What decryption gives before final is unverified.
 */
#include <openssl/evp.h>
#include <string.h>

#include "provider_cipher_aead.h"

typedef struct gcm_context {
    provider_cipher cipher;
    provider_tag tag;
    mifu_sm4_gcm gcm;
} gcm_context;

static OSSL_FUNC_cipher_update_fn gcm_update;
static OSSL_FUNC_cipher_final_fn gcm_final;

#define gcm_gettable_ctx_params provider_aead_gettable_ctx_params
#define gcm_settable_ctx_params provider_aead_settable_ctx_params

/* A tag that was made is of the last message; one that was set is of the next one. */
static void gcm_reset(provider_cipher *cipher)
{
    gcm_context *gcm = (gcm_context *)cipher;

    gcm->tag.made = 0;
    if (cipher->encrypt)
        gcm->tag.set = 0;
    if (!gcm->tag.set)
        gcm->tag.len = MIFU_SM4_TAG_SIZE;
}

static int gcm_start(provider_cipher *cipher)
{
    gcm_context *gcm = (gcm_context *)cipher;
    const mifu_sm4_key *key = provider_sm4_key_of(cipher->key);

    return PROVIDER_CHECK(
        cipher->provider,
        cipher->encrypt ? mifu_sm4_gcm_encrypt_init(&gcm->gcm, key, cipher->iv, cipher->iv_len)
                        : mifu_sm4_gcm_decrypt_init(&gcm->gcm, key, cipher->iv, cipher->iv_len),
        "SM4-GCM");
}

static int gcm_update(void *cctx, unsigned char *out, size_t *outl, size_t outsize,
                      const unsigned char *in, size_t inl)
{
    gcm_context *gcm = cctx;
    provider_cipher *cipher = &gcm->cipher;
    mifu_status status;

    *outl = 0;
    if (!provider_cipher_run(cipher))
        return 0;
    if (out == NULL) {
        status = mifu_sm4_gcm_aad_update(&gcm->gcm, in, inl);
    } else {
        if (!provider_cipher_room(cipher, out, outsize, inl))
            return 0;
        status = cipher->encrypt ? mifu_sm4_gcm_encrypt_update(out, &gcm->gcm, in, inl)
                                 : mifu_sm4_gcm_decrypt_update_unverified(out, &gcm->gcm, in, inl);
    }
    if (!PROVIDER_CHECK(cipher->provider, status, "SM4-GCM update"))
        return 0;
    *outl = inl;
    return 1;
}

static int gcm_final(void *cctx, unsigned char *out, size_t *outl, size_t outsize)
{
    gcm_context *gcm = cctx;
    provider_cipher *cipher = &gcm->cipher;
    mifu_status status;

    (void)out, (void)outsize;
    *outl = 0;
    if (!provider_cipher_run(cipher))
        return 0;
    if (!cipher->encrypt && !gcm->tag.set) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_TAG_MISSING, "SM4-GCM");
        return 0;
    }
    cipher->stage = PROVIDER_STAGE_NONE;
    if (cipher->encrypt) {
        gcm->tag.len = MIFU_SM4_TAG_SIZE;
        status = mifu_sm4_gcm_encrypt_final(gcm->tag.bytes, gcm->tag.len, &gcm->gcm);
        gcm->tag.made = status == MIFU_OK;
    } else {
        status = mifu_sm4_gcm_decrypt_final(&gcm->gcm, gcm->tag.bytes, gcm->tag.len);
        gcm->tag.set = 0;
    }
    return PROVIDER_CHECK(cipher->provider, status, "SM4-GCM final");
}

static int gcm_get(provider_cipher *cipher, OSSL_PARAM params[])
{
    return provider_tag_get(cipher, &((gcm_context *)cipher)->tag, params);
}

static int gcm_set(provider_cipher *cipher, const OSSL_PARAM params[])
{
    return provider_tag_set(cipher, &((gcm_context *)cipher)->tag, params, 1) &&
           provider_iv_len_set(cipher, params, 1, PROVIDER_IV_MAX);
}

PROVIDER_CIPHER_AT_ONCE(gcm)

static const provider_cipher_form sm4_gcm_form = {
    .mode = EVP_CIPH_GCM_MODE,
    .key_size = MIFU_SM4_KEY_SIZE,
    .iv_size = MIFU_SM4_GCM_IV_SIZE,
    .block_size = 1,
    .flags = PROVIDER_CIPHER_AEAD | PROVIDER_CIPHER_CUSTOM_IV | PROVIDER_CIPHER_IV_ONCE,
    .context_size = sizeof(gcm_context),
    .reset = gcm_reset,
    .start = gcm_start,
    .get = gcm_get,
    .set = gcm_set,
};
PROVIDER_CIPHER(sm4_gcm, gcm)
