/* SPDX-License-Identifier: Apache-2.0 */
/* SM2 public-key encryption, SM2Cipher in DER as OpenSSL has it: provider-asym_cipher(7). */
#include "provider_error.h"
#include "provider_operations.h"
#include "provider_params.h"
#include "provider_sm2_key.h"

enum cipher_stage { STAGE_NONE, STAGE_ENCRYPT, STAGE_DECRYPT };

typedef struct cipher_context {
    provider_context *provider;
    provider_sm2_key *key; /* a copy of its own */
    enum cipher_stage stage;
} cipher_context;

static OSSL_FUNC_asym_cipher_newctx_fn cipher_newctx;
static OSSL_FUNC_asym_cipher_freectx_fn cipher_freectx;
static OSSL_FUNC_asym_cipher_dupctx_fn cipher_dupctx;
static OSSL_FUNC_asym_cipher_encrypt_init_fn cipher_encrypt_init;
static OSSL_FUNC_asym_cipher_encrypt_fn cipher_encrypt;
static OSSL_FUNC_asym_cipher_decrypt_init_fn cipher_decrypt_init;
static OSSL_FUNC_asym_cipher_decrypt_fn cipher_decrypt;
static OSSL_FUNC_asym_cipher_get_ctx_params_fn cipher_get_ctx_params;
static OSSL_FUNC_asym_cipher_gettable_ctx_params_fn cipher_gettable_ctx_params;
static OSSL_FUNC_asym_cipher_set_ctx_params_fn cipher_set_ctx_params;
static OSSL_FUNC_asym_cipher_settable_ctx_params_fn cipher_settable_ctx_params;

static void *cipher_newctx(void *provctx)
{
    cipher_context *ctx = provider_zalloc(provctx, sizeof *ctx);

    if (ctx != NULL)
        ctx->provider = provctx;
    return ctx;
}

static void cipher_freectx(void *vctx)
{
    cipher_context *ctx = vctx;

    if (ctx == NULL)
        return;
    provider_sm2_key_free(ctx->key);
    provider_clear_free(ctx->provider, ctx, sizeof *ctx);
}

static void *cipher_dupctx(void *vctx)
{
    const cipher_context *ctx = vctx;
    cipher_context *copy = provider_zalloc(ctx->provider, sizeof *copy);

    if (copy == NULL)
        return NULL;
    *copy = *ctx;
    copy->key = NULL;
    if (ctx->key != NULL && (copy->key = provider_sm2_key_copy(ctx->key, 1)) == NULL) {
        cipher_freectx(copy);
        return NULL;
    }
    return copy;
}

/* The digest is part of the algorithm: SM3, which may be asked for and be named. */
static const OSSL_PARAM *cipher_gettable_ctx_params(void *vctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_ASYM_CIPHER_PARAM_DIGEST, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_END,
    };

    (void)vctx;
    (void)provctx;
    return table;
}

static int cipher_get_ctx_params(void *vctx, OSSL_PARAM params[])
{
    (void)vctx;
    return provider_param_set_text(params, OSSL_ASYM_CIPHER_PARAM_DIGEST, "SM3");
}

static const OSSL_PARAM *cipher_settable_ctx_params(void *vctx, void *provctx)
{
    return cipher_gettable_ctx_params(vctx, provctx);
}

static int cipher_set_ctx_params(void *vctx, const OSSL_PARAM params[])
{
    cipher_context *ctx = vctx;
    const OSSL_PARAM *digest = provider_param_find(params, OSSL_ASYM_CIPHER_PARAM_DIGEST);
    const char *name;
    size_t len;

    if (digest == NULL)
        return 1;
    if (provider_param_text(digest, &name, &len) && provider_name_is(name, len, "SM3"))
        return 1;
    PROVIDER_RAISE(ctx->provider, PROVIDER_R_DIGEST, "SM2 encrypts with SM3 alone");
    return 0;
}

static int start(cipher_context *ctx, enum cipher_stage stage, const provider_sm2_key *key,
                 const OSSL_PARAM params[])
{
    int decrypts = stage == STAGE_DECRYPT;
    provider_sm2_key *copy;

    ctx->stage = STAGE_NONE;
    if (decrypts ? !provider_sm2_needs_private(ctx->provider, key)
                 : !provider_sm2_needs_public(ctx->provider, key))
        return 0;
    if (!cipher_set_ctx_params(ctx, params))
        return 0;
    copy = provider_sm2_key_copy(key, decrypts);
    if (copy == NULL)
        return 0;
    provider_sm2_key_free(ctx->key);
    ctx->key = copy;
    ctx->stage = stage;
    return 1;
}

static int cipher_encrypt_init(void *vctx, void *provkey, const OSSL_PARAM params[])
{
    return start(vctx, STAGE_ENCRYPT, provkey, params);
}

static int cipher_decrypt_init(void *vctx, void *provkey, const OSSL_PARAM params[])
{
    return start(vctx, STAGE_DECRYPT, provkey, params);
}

static int is_at(const cipher_context *ctx, enum cipher_stage stage)
{
    if (ctx->stage != stage)
        PROVIDER_RAISE(ctx->provider, PROVIDER_R_NOT_STARTED, "public-key encryption");
    return ctx->stage == stage;
}

static int cipher_encrypt(void *vctx, unsigned char *out, size_t *outlen, size_t outsize,
                          const unsigned char *in, size_t inlen)
{
    cipher_context *ctx = vctx;
    mifu_status status;

    if (!is_at(ctx, STAGE_ENCRYPT))
        return 0;
    status = mifu_sm2_encrypt(out, out == NULL ? 0 : outsize, outlen, &ctx->key->public_key,
                              MIFU_SM2_DER, in, inlen);
    if (out == NULL && status == MIFU_ERR_BUFFER)
        return 1; /* asked for the size */
    return PROVIDER_CHECK(ctx->provider, status, "encrypt");
}

static int cipher_decrypt(void *vctx, unsigned char *out, size_t *outlen, size_t outsize,
                          const unsigned char *in, size_t inlen)
{
    cipher_context *ctx = vctx;
    mifu_status status;

    if (!is_at(ctx, STAGE_DECRYPT))
        return 0;
    status = mifu_sm2_decrypt(out, out == NULL ? 0 : outsize, outlen, &ctx->key->private_key,
                              MIFU_SM2_DER, in, inlen);
    if (out == NULL && status == MIFU_ERR_BUFFER)
        return 1;
    return PROVIDER_CHECK(ctx->provider, status, "decrypt");
}

const OSSL_ALGORITHM *provider_asym_ciphers(const provider_context *context)
{
    static const OSSL_DISPATCH functions[] = {
        PROVIDER_FUNCTION(OSSL_FUNC_ASYM_CIPHER_NEWCTX, cipher_newctx),
        PROVIDER_FUNCTION(OSSL_FUNC_ASYM_CIPHER_FREECTX, cipher_freectx),
        PROVIDER_FUNCTION(OSSL_FUNC_ASYM_CIPHER_DUPCTX, cipher_dupctx),
        PROVIDER_FUNCTION(OSSL_FUNC_ASYM_CIPHER_ENCRYPT_INIT, cipher_encrypt_init),
        PROVIDER_FUNCTION(OSSL_FUNC_ASYM_CIPHER_ENCRYPT, cipher_encrypt),
        PROVIDER_FUNCTION(OSSL_FUNC_ASYM_CIPHER_DECRYPT_INIT, cipher_decrypt_init),
        PROVIDER_FUNCTION(OSSL_FUNC_ASYM_CIPHER_DECRYPT, cipher_decrypt),
        PROVIDER_FUNCTION(OSSL_FUNC_ASYM_CIPHER_GET_CTX_PARAMS, cipher_get_ctx_params),
        PROVIDER_FUNCTION(OSSL_FUNC_ASYM_CIPHER_GETTABLE_CTX_PARAMS, cipher_gettable_ctx_params),
        PROVIDER_FUNCTION(OSSL_FUNC_ASYM_CIPHER_SET_CTX_PARAMS, cipher_set_ctx_params),
        PROVIDER_FUNCTION(OSSL_FUNC_ASYM_CIPHER_SETTABLE_CTX_PARAMS, cipher_settable_ctx_params),
        PROVIDER_FUNCTIONS_END,
    };
    static const OSSL_ALGORITHM table[] = {
        PROVIDER_ALGORITHM(PROVIDER_SM2_NAMES, functions, "SM2 public-key encryption"),
        {NULL, NULL, NULL, NULL},
    };

    (void)context;
    return table;
}
