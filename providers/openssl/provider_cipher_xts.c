/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4-XTS in EVP's manner: the key is that of the data followed by that of the tweak, the IV is the
 * tweak, and every update is a data unit of its own. The parameter "xts_standard" is "GB", as
 * OpenSSL has it where nothing is said, or "IEEE".
 */
#include <openssl/evp.h>
#include <string.h>

#include "mifu/sm4_modes.h"
#include "provider_cipher.h"

/* Named by headers from 3.2 on. */
#define XTS_STANDARD "xts_standard"

typedef struct xts_context {
    provider_cipher cipher;
    provider_sm4_key *tweak_key;
    int keys_equal;
    mifu_sm4_xts_order order;
} xts_context;

static OSSL_FUNC_cipher_update_fn xts_update;
static OSSL_FUNC_cipher_gettable_ctx_params_fn xts_gettable_ctx_params;
static OSSL_FUNC_cipher_settable_ctx_params_fn xts_settable_ctx_params;

static void xts_share(provider_cipher *copy)
{
    provider_sm4_key_share(((xts_context *)copy)->tweak_key);
}

static void xts_release(provider_cipher *cipher)
{
    provider_sm4_key_release(cipher->provider, ((xts_context *)cipher)->tweak_key);
}

static void xts_reset(provider_cipher *cipher)
{
    xts_context *xts = (xts_context *)cipher;

    if (xts->order == 0)
        xts->order = MIFU_SM4_XTS_GB;
}

static int xts_set_key(provider_cipher *cipher, const uint8_t *key)
{
    xts_context *xts = (xts_context *)cipher;
    provider_sm4_key *data = provider_sm4_key_new(cipher->provider, key);
    provider_sm4_key *tweak = provider_sm4_key_new(cipher->provider, key + MIFU_SM4_KEY_SIZE);
    uint8_t difference = 0;

    if (data == NULL || tweak == NULL) {
        provider_sm4_key_release(cipher->provider, data);
        provider_sm4_key_release(cipher->provider, tweak);
        return 0;
    }
    provider_sm4_key_release(cipher->provider, cipher->key);
    provider_sm4_key_release(cipher->provider, xts->tweak_key);
    cipher->key = data;
    xts->tweak_key = tweak;
    for (int i = 0; i < MIFU_SM4_KEY_SIZE; i++)
        difference = (uint8_t)(difference | (key[i] ^ key[MIFU_SM4_KEY_SIZE + i]));
    xts->keys_equal = difference == 0;
    return 1;
}

/* Equal keys open an attack on encryption; what was encrypted under them can still be read. */
static int xts_start(provider_cipher *cipher)
{
    if (cipher->encrypt && ((xts_context *)cipher)->keys_equal) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_KEYS_EQUAL, "SM4-XTS");
        return 0;
    }
    return 1;
}

static int xts_update(void *cctx, unsigned char *out, size_t *outl, size_t outsize,
                      const unsigned char *in, size_t inl)
{
    xts_context *xts = cctx;
    provider_cipher *cipher = &xts->cipher;
    const mifu_sm4_key *key, *tweak_key;
    mifu_status status;

    *outl = 0;
    if (!provider_cipher_run(cipher) || !provider_cipher_room(cipher, out, outsize, inl))
        return 0;
    if (inl == 0)
        return 1;
    key = provider_sm4_key_of(cipher->key);
    tweak_key = provider_sm4_key_of(xts->tweak_key);
    status = cipher->encrypt
                 ? mifu_sm4_xts_encrypt(out, key, tweak_key, xts->order, cipher->iv, in, inl)
                 : mifu_sm4_xts_decrypt(out, key, tweak_key, xts->order, cipher->iv, in, inl);
    if (!PROVIDER_CHECK(cipher->provider, status, "a data unit of SM4-XTS"))
        return 0;
    *outl = inl;
    return 1;
}

static int xts_set(provider_cipher *cipher, const OSSL_PARAM params[])
{
    xts_context *xts = (xts_context *)cipher;
    const OSSL_PARAM *param = provider_param_find(params, XTS_STANDARD);
    const char *text;
    size_t len;

    if (param == NULL)
        return 1;
    if (!provider_param_text(param, &text, &len)) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_PARAMETER, "%s", param->key);
        return 0;
    }
    if (provider_name_is(text, len, "GB")) {
        xts->order = MIFU_SM4_XTS_GB;
    } else if (provider_name_is(text, len, "IEEE")) {
        xts->order = MIFU_SM4_XTS_IEEE;
    } else {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_PARAMETER, "%s is neither GB nor IEEE",
                       param->key);
        return 0;
    }
    return 1;
}

static const OSSL_PARAM *xts_gettable_ctx_params(void *cctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_KEYLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_IVLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_IV, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_UPDATED_IV, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_END,
    };

    (void)cctx, (void)provctx;
    return table;
}

static const OSSL_PARAM *xts_settable_ctx_params(void *cctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(XTS_STANDARD, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_END,
    };

    (void)cctx, (void)provctx;
    return table;
}

#define xts_final provider_cipher_end

PROVIDER_CIPHER_AT_ONCE(xts)

static const provider_cipher_form sm4_xts_form = {
    .mode = EVP_CIPH_XTS_MODE,
    .key_size = 2 * MIFU_SM4_KEY_SIZE,
    .iv_size = MIFU_SM4_BLOCK_SIZE,
    .block_size = 1,
    .flags = PROVIDER_CIPHER_CUSTOM_IV,
    .context_size = sizeof(xts_context),
    .share = xts_share,
    .release = xts_release,
    .reset = xts_reset,
    .set_key = xts_set_key,
    .start = xts_start,
    .set = xts_set,
};
PROVIDER_CIPHER(sm4_xts, xts)
