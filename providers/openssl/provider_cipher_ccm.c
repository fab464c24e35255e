/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4-CCM in EVP's manner. The order is: lengths of IV and tag (decryption: the tag), key and IV;
 * where there is associated data, the length of the text by an update without input and output,
 * then all associated data in one update without output; then all text in one update. Decryption
 * checks the tag in that update and gives nothing where it is wrong.
 */
#include <openssl/evp.h>
#include <string.h>

#include "provider_cipher_aead.h"

/* OpenSSL's choices for a context that is told nothing. */
enum { CCM_IV_SIZE = 7, CCM_IV_MAX = 13, CCM_TAG_SIZE = 12 };

typedef enum ccm_step {
    CCM_OPEN, /* nothing has been taken yet */
    CCM_AAD,  /* the associated data has been taken */
    CCM_DONE, /* the text too */
} ccm_step;

typedef struct ccm_context {
    provider_cipher cipher;
    provider_tag tag;
    ccm_step step;
    int text_len_set;
    size_t text_len;
    mifu_sm4_ccm ccm;
} ccm_context;

static OSSL_FUNC_cipher_update_fn ccm_update;
static OSSL_FUNC_cipher_final_fn ccm_final;

#define ccm_gettable_ctx_params provider_aead_gettable_ctx_params
#define ccm_settable_ctx_params provider_aead_settable_ctx_params

static void ccm_reset(provider_cipher *cipher)
{
    ccm_context *ccm = (ccm_context *)cipher;

    if (ccm->tag.len == 0) { /* a new context */
        ccm->tag.len = CCM_TAG_SIZE;
        cipher->iv_len = CCM_IV_SIZE;
    }
    ccm->tag.made = 0;
    if (cipher->encrypt)
        ccm->tag.set = 0;
    ccm->step = CCM_OPEN;
    ccm->text_len_set = 0;
}

/* The lengths are not known yet: begin() starts the message. */
static int ccm_start(provider_cipher *cipher)
{
    (void)cipher;
    return 1;
}

static mifu_status begin(ccm_context *ccm, size_t aad_len, size_t text_len)
{
    const provider_cipher *cipher = &ccm->cipher;
    const mifu_sm4_key *key = provider_sm4_key_of(cipher->key);

    return cipher->encrypt ? mifu_sm4_ccm_encrypt_init(&ccm->ccm, key, cipher->iv, cipher->iv_len,
                                                       aad_len, text_len, ccm->tag.len)
                           : mifu_sm4_ccm_decrypt_init(&ccm->ccm, key, cipher->iv, cipher->iv_len,
                                                       aad_len, text_len, ccm->tag.len);
}

static int take_text_len(ccm_context *ccm, size_t len)
{
    if (ccm->step != CCM_OPEN) {
        PROVIDER_RAISE(ccm->cipher.provider, PROVIDER_R_STARTED, "length of the text");
        return 0;
    }
    ccm->text_len = len;
    ccm->text_len_set = 1;
    return 1;
}

static int take_aad(ccm_context *ccm, const uint8_t *aad, size_t len)
{
    provider_context *provider = ccm->cipher.provider;

    if (len == 0)
        return 1;
    if (ccm->step != CCM_OPEN) {
        PROVIDER_RAISE(provider, PROVIDER_R_STARTED, "associated data of CCM comes in one piece");
        return 0;
    }
    if (!ccm->text_len_set) {
        PROVIDER_RAISE(provider, PROVIDER_R_PARAMETER_MISSING,
                       "the length of the text comes before the associated data");
        return 0;
    }
    if (!PROVIDER_CHECK(provider, begin(ccm, len, ccm->text_len), "SM4-CCM") ||
        !PROVIDER_CHECK(provider, mifu_sm4_ccm_aad_update(&ccm->ccm, aad, len), "SM4-CCM"))
        return 0;
    ccm->step = CCM_AAD;
    return 1;
}

/* All of the text: encryption makes the tag, decryption checks it. */
static int take_text(ccm_context *ccm, uint8_t *out, const uint8_t *in, size_t len)
{
    provider_cipher *cipher = &ccm->cipher;
    mifu_status status;

    if (ccm->step == CCM_DONE) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_STARTED, "the text of CCM comes in one piece");
        return 0;
    }
    if (ccm->text_len_set && len != ccm->text_len) {
        PROVIDER_RAISE(cipher->provider, MIFU_ERR_ARGUMENT_LENGTH,
                       "%zu bytes of text, where %zu were announced", len, ccm->text_len);
        return 0;
    }
    if (!cipher->encrypt && !ccm->tag.set) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_TAG_MISSING, "SM4-CCM");
        return 0;
    }
    status = ccm->step == CCM_AAD ? MIFU_OK : begin(ccm, 0, len);
    ccm->step = CCM_DONE;
    if (status == MIFU_OK)
        status = cipher->encrypt ? mifu_sm4_ccm_encrypt_update(out, &ccm->ccm, in, len)
                                 : mifu_sm4_ccm_decrypt_update_unverified(out, &ccm->ccm, in, len);
    if (status == MIFU_OK)
        status = cipher->encrypt ? mifu_sm4_ccm_encrypt_final(ccm->tag.bytes, &ccm->ccm)
                                 : mifu_sm4_ccm_decrypt_final(&ccm->ccm, ccm->tag.bytes);
    ccm->tag.made = cipher->encrypt && status == MIFU_OK;
    ccm->tag.set = 0;
    if (status != MIFU_OK && len > 0)
        cipher->provider->core.cleanse(out, len);
    return PROVIDER_CHECK(cipher->provider, status, "SM4-CCM");
}

static int ccm_update(void *cctx, unsigned char *out, size_t *outl, size_t outsize,
                      const unsigned char *in, size_t inl)
{
    ccm_context *ccm = cctx;
    int done;

    *outl = 0;
    if (!provider_cipher_run(&ccm->cipher))
        return 0;
    if (out != NULL)
        done =
            provider_cipher_room(&ccm->cipher, out, outsize, inl) && take_text(ccm, out, in, inl);
    else
        done = in == NULL ? take_text_len(ccm, inl) : take_aad(ccm, in, inl);
    if (done)
        *outl = inl;
    return done;
}

static int ccm_final(void *cctx, unsigned char *out, size_t *outl, size_t outsize)
{
    ccm_context *ccm = cctx;
    provider_cipher *cipher = &ccm->cipher;
    uint8_t none = 0;

    (void)out, (void)outsize;
    *outl = 0;
    if (!provider_cipher_run(cipher))
        return 0;
    cipher->stage = PROVIDER_STAGE_NONE;
    /* A message without text may have had no update for it. */
    return ccm->step == CCM_DONE || take_text(ccm, &none, &none, 0);
}

static int ccm_get(provider_cipher *cipher, OSSL_PARAM params[])
{
    return provider_tag_get(cipher, &((ccm_context *)cipher)->tag, params);
}

static int ccm_set(provider_cipher *cipher, const OSSL_PARAM params[])
{
    return provider_tag_set(cipher, &((ccm_context *)cipher)->tag, params, 2) &&
           provider_iv_len_set(cipher, params, CCM_IV_SIZE, CCM_IV_MAX);
}

PROVIDER_CIPHER_AT_ONCE(ccm)

static const provider_cipher_form sm4_ccm_form = {
    .mode = EVP_CIPH_CCM_MODE,
    .key_size = MIFU_SM4_KEY_SIZE,
    .iv_size = MIFU_SM4_GCM_IV_SIZE,
    .block_size = 1,
    .flags = PROVIDER_CIPHER_AEAD | PROVIDER_CIPHER_CUSTOM_IV | PROVIDER_CIPHER_IV_ONCE,
    .context_size = sizeof(ccm_context),
    .reset = ccm_reset,
    .start = ccm_start,
    .get = ccm_get,
    .set = ccm_set,
};
PROVIDER_CIPHER(sm4_ccm, ccm)
