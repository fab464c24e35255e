/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM2 signatures, in DER as OpenSSL has them: provider-signature(7).
 *
 * The identity that is signed along with a message is the parameter "distid". Where the application
 * sets none, it is `default-distid` of the configuration, and without that the empty one, as in
 * OpenSSL's own code. One exception: RFC 8998 3.2.1 gives the signatures of a TLS 1.3 handshake an
 * identity of their own, which libssl does not know of; they are told by how their message begins
 * (RFC 8446 4.4.3).
 */
#include <string.h>

#include "mifu/sm2_encoding.h"
#include "provider_error.h"
#include "provider_operations.h"
#include "provider_params.h"
#include "provider_sm2_id.h"
#include "provider_sm2_key.h"

/* What a CertificateVerify begins with: 64 spaces and the first words of its context. */
static const char tls_words[] = "TLS 1.3, ";
static const char tls_identity[] = "TLSv1.3+GM+Cipher+Suite";
enum { TLS_SPACES = 64, TLS_PREFIX = TLS_SPACES + sizeof tls_words - 1 };

enum signature_stage {
    STAGE_NONE,
    STAGE_SIGN,   /* of a digest */
    STAGE_VERIFY, /* of a digest */
    STAGE_MESSAGE_SIGN,
    STAGE_MESSAGE_VERIFY,
};

typedef struct signature_context {
    provider_context *provider;
    provider_sm2_key *key; /* a copy of its own */
    enum signature_stage stage;
    provider_sm2_id id;
    int hashing; /* the identity is in the hash */
    /* The message's beginning, until it shows whether it is of TLS. */
    uint8_t prefix[TLS_PREFIX];
    size_t prefix_len;
    mifu_sm3 sm3;
} signature_context;

static OSSL_FUNC_signature_newctx_fn signature_newctx;
static OSSL_FUNC_signature_freectx_fn signature_freectx;
static OSSL_FUNC_signature_dupctx_fn signature_dupctx;
static OSSL_FUNC_signature_sign_init_fn signature_sign_init;
static OSSL_FUNC_signature_sign_fn signature_sign;
static OSSL_FUNC_signature_verify_init_fn signature_verify_init;
static OSSL_FUNC_signature_verify_fn signature_verify;
static OSSL_FUNC_signature_digest_sign_init_fn signature_digest_sign_init;
static OSSL_FUNC_signature_digest_sign_update_fn signature_digest_sign_update;
static OSSL_FUNC_signature_digest_sign_final_fn signature_digest_sign_final;
static OSSL_FUNC_signature_digest_verify_init_fn signature_digest_verify_init;
static OSSL_FUNC_signature_digest_verify_update_fn signature_digest_verify_update;
static OSSL_FUNC_signature_digest_verify_final_fn signature_digest_verify_final;
static OSSL_FUNC_signature_get_ctx_params_fn signature_get_ctx_params;
static OSSL_FUNC_signature_gettable_ctx_params_fn signature_gettable_ctx_params;
static OSSL_FUNC_signature_set_ctx_params_fn signature_set_ctx_params;
static OSSL_FUNC_signature_settable_ctx_params_fn signature_settable_ctx_params;

static void *signature_newctx(void *provctx, const char *propq)
{
    signature_context *ctx = provider_zalloc(provctx, sizeof *ctx);

    (void)propq;
    if (ctx != NULL)
        ctx->provider = provctx;
    return ctx;
}

static void signature_freectx(void *vctx)
{
    signature_context *ctx = vctx;

    if (ctx == NULL)
        return;
    provider_sm2_key_free(ctx->key);
    provider_sm2_id_free(ctx->provider, &ctx->id);
    provider_clear_free(ctx->provider, ctx, sizeof *ctx);
}

static void *signature_dupctx(void *vctx)
{
    const signature_context *ctx = vctx;
    signature_context *copy = provider_zalloc(ctx->provider, sizeof *copy);

    if (copy == NULL)
        return NULL;
    *copy = *ctx;
    copy->key = NULL;
    if (provider_sm2_id_copy(ctx->provider, &copy->id, &ctx->id) &&
        (ctx->key == NULL || (copy->key = provider_sm2_key_copy(ctx->key, 1)) != NULL))
        return copy;
    signature_freectx(copy);
    return NULL;
}

/* ---- Parameters ---- */

/* SM2-with-SM3, 1.2.156.10197.1.501, without parameters (GB/T 33560-2017). */
static const uint8_t algorithm_id[] = {0x30, 0x0a, 0x06, 0x08, 0x2a, 0x81,
                                       0x1c, 0xcf, 0x55, 0x01, 0x83, 0x75};

static const OSSL_PARAM *signature_gettable_ctx_params(void *vctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(OSSL_SIGNATURE_PARAM_DIGEST_SIZE, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_SIGNATURE_PARAM_DIGEST, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_END,
    };

    (void)vctx;
    (void)provctx;
    return table;
}

static int signature_get_ctx_params(void *vctx, OSSL_PARAM params[])
{
    const signature_context *ctx = vctx;

    if (provider_param_set_octets(params, OSSL_SIGNATURE_PARAM_ALGORITHM_ID, algorithm_id,
                                  sizeof algorithm_id) &&
        provider_param_set_size(params, OSSL_SIGNATURE_PARAM_DIGEST_SIZE, MIFU_SM2_DIGEST_SIZE) &&
        provider_param_set_text(params, OSSL_SIGNATURE_PARAM_DIGEST, "SM3"))
        return 1;
    PROVIDER_RAISE(ctx->provider, PROVIDER_R_PARAMETER, "signature");
    return 0;
}

static const OSSL_PARAM *signature_settable_ctx_params(void *vctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_DIST_ID, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(OSSL_SIGNATURE_PARAM_DIGEST, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_ROW(OSSL_SIGNATURE_PARAM_DIGEST_SIZE, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_END,
    };

    (void)vctx;
    (void)provctx;
    return table;
}

static int set_id(signature_context *ctx, const OSSL_PARAM *param)
{
    if (!ctx->hashing)
        return provider_sm2_id_set(ctx->provider, &ctx->id, param);
    PROVIDER_RAISE(ctx->provider, PROVIDER_R_STARTED, "%s", param->key);
    return 0;
}

/* SM3 is part of the algorithm; its name, an empty one and none are all right. */
static int check_digest(provider_context *provider, const char *name, size_t len)
{
    if (len == 0 || provider_name_is(name, len, "SM3") ||
        provider_name_is(name, len, "1.2.156.10197.1.401"))
        return 1;
    PROVIDER_RAISE(provider, PROVIDER_R_DIGEST, "SM2 signs digests of SM3 alone");
    return 0;
}

static int signature_set_ctx_params(void *vctx, const OSSL_PARAM params[])
{
    signature_context *ctx = vctx;
    const OSSL_PARAM *id = provider_param_find(params, OSSL_PKEY_PARAM_DIST_ID);
    const OSSL_PARAM *digest = provider_param_find(params, OSSL_SIGNATURE_PARAM_DIGEST);
    const OSSL_PARAM *size = provider_param_find(params, OSSL_SIGNATURE_PARAM_DIGEST_SIZE);
    const char *name;
    size_t len;

    if (digest != NULL) {
        if (!provider_param_text(digest, &name, &len)) {
            PROVIDER_RAISE(ctx->provider, PROVIDER_R_PARAMETER, "%s", digest->key);
            return 0;
        }
        if (!check_digest(ctx->provider, name, len))
            return 0;
    }
    if (size != NULL && (!provider_param_size(size, &len) || len != MIFU_SM2_DIGEST_SIZE)) {
        PROVIDER_RAISE(ctx->provider, PROVIDER_R_DIGEST, "%s: 32 bytes", size->key);
        return 0;
    }
    return id == NULL || set_id(ctx, id);
}

/* ---- Start ---- */

static int start(signature_context *ctx, enum signature_stage stage, const provider_sm2_key *key,
                 const OSSL_PARAM params[])
{
    int signs = stage == STAGE_SIGN || stage == STAGE_MESSAGE_SIGN;
    const provider_sm2_key *used = key != NULL ? key : ctx->key; /* none: the one before again */

    ctx->stage = STAGE_NONE;
    ctx->hashing = 0;
    ctx->prefix_len = 0;
    if (signs ? !provider_sm2_needs_private(ctx->provider, used)
              : !provider_sm2_needs_public(ctx->provider, used))
        return 0;
    if (key != NULL) {
        provider_sm2_key *copy = provider_sm2_key_copy(key, signs);

        if (copy == NULL)
            return 0;
        provider_sm2_key_free(ctx->key);
        ctx->key = copy;
    }
    if (!signature_set_ctx_params(ctx, params))
        return 0;
    ctx->stage = stage;
    return 1;
}

static int signature_sign_init(void *vctx, void *provkey, const OSSL_PARAM params[])
{
    return start(vctx, STAGE_SIGN, provkey, params);
}

static int signature_verify_init(void *vctx, void *provkey, const OSSL_PARAM params[])
{
    return start(vctx, STAGE_VERIFY, provkey, params);
}

static int start_message(signature_context *ctx, enum signature_stage stage, const char *mdname,
                         void *provkey, const OSSL_PARAM params[])
{
    return check_digest(ctx->provider, mdname, mdname == NULL ? 0 : strlen(mdname)) &&
           start(ctx, stage, provkey, params);
}

static int signature_digest_sign_init(void *vctx, const char *mdname, void *provkey,
                                      const OSSL_PARAM params[])
{
    return start_message(vctx, STAGE_MESSAGE_SIGN, mdname, provkey, params);
}

static int signature_digest_verify_init(void *vctx, const char *mdname, void *provkey,
                                        const OSSL_PARAM params[])
{
    return start_message(vctx, STAGE_MESSAGE_VERIFY, mdname, provkey, params);
}

static int is_at(const signature_context *ctx, enum signature_stage stage)
{
    if (ctx->stage != stage)
        PROVIDER_RAISE(ctx->provider, PROVIDER_R_NOT_STARTED, "signature");
    return ctx->stage == stage;
}

/* ---- Digests ---- */

static int sign_digest(signature_context *ctx, unsigned char *sig, size_t *siglen, size_t sigsize,
                       const uint8_t e[MIFU_SM2_DIGEST_SIZE])
{
    uint8_t plain[MIFU_SM2_SIGNATURE_SIZE];

    return PROVIDER_CHECK(ctx->provider, mifu_sm2_sign_digest(plain, &ctx->key->private_key, e),
                          "sign") &&
           PROVIDER_CHECK(ctx->provider, mifu_sm2_signature_to_der(sig, sigsize, siglen, plain),
                          "sign");
}

/* 0 for a signature that is not valid or no signature at all, and no error for the former. */
static int verify_digest(signature_context *ctx, const unsigned char *sig, size_t siglen,
                         const uint8_t e[MIFU_SM2_DIGEST_SIZE])
{
    uint8_t plain[MIFU_SM2_SIGNATURE_SIZE];
    mifu_status status;

    if (!PROVIDER_CHECK(ctx->provider, mifu_sm2_signature_from_der(plain, sig, siglen), "verify"))
        return 0;
    status = provider_sm2_table_verify(ctx->key->table, &ctx->key->public_key, e, plain);
    if (status != MIFU_OK && status != MIFU_INVALID)
        return PROVIDER_CHECK(ctx->provider, status, "verify");
    return status == MIFU_OK;
}

static int check_digest_size(provider_context *provider, size_t len)
{
    if (len == MIFU_SM2_DIGEST_SIZE)
        return 1;
    PROVIDER_RAISE(provider, PROVIDER_R_DIGEST, "a digest of %zu bytes instead of 32", len);
    return 0;
}

/* With sig == NULL, how large a signature may be. */
static int is_size_query(const unsigned char *sig, size_t *siglen)
{
    if (sig == NULL)
        *siglen = MIFU_SM2_SIGNATURE_DER_MAX_SIZE;
    return sig == NULL;
}

static int signature_sign(void *vctx, unsigned char *sig, size_t *siglen, size_t sigsize,
                          const unsigned char *tbs, size_t tbslen)
{
    signature_context *ctx = vctx;

    if (!is_at(ctx, STAGE_SIGN))
        return 0;
    if (is_size_query(sig, siglen))
        return 1;
    return check_digest_size(ctx->provider, tbslen) && sign_digest(ctx, sig, siglen, sigsize, tbs);
}

static int signature_verify(void *vctx, const unsigned char *sig, size_t siglen,
                            const unsigned char *tbs, size_t tbslen)
{
    signature_context *ctx = vctx;

    return is_at(ctx, STAGE_VERIFY) && check_digest_size(ctx->provider, tbslen) &&
           verify_digest(ctx, sig, siglen, tbs);
}

/* ---- Messages ---- */

/* Hashes Z, for the identity that was set or the one to be taken, and what was kept back. */
static int begin_hash(signature_context *ctx, int is_tls)
{
    const uint8_t *id;
    size_t id_len;

    if (ctx->id.bytes == NULL && is_tls) {
        id = (const uint8_t *)tls_identity;
        id_len = sizeof tls_identity - 1;
    } else {
        provider_sm2_id_choose(ctx->provider, &ctx->id, &id, &id_len);
    }
    if (!PROVIDER_CHECK(ctx->provider,
                        mifu_sm2_digest_init(&ctx->sm3, &ctx->key->public_key, id, id_len), "Z"))
        return 0;
    mifu_sm3_update(&ctx->sm3, ctx->prefix, ctx->prefix_len);
    ctx->hashing = 1;
    return 1;
}

/* Whether the first bytes, as many as there are up to TLS_PREFIX, are those of TLS. */
static int begins_as_tls(const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (bytes[i] != (i < TLS_SPACES ? ' ' : tls_words[i - TLS_SPACES]))
            return 0;
    return 1;
}

static int update(signature_context *ctx, const unsigned char *data, size_t len)
{
    if (len == 0)
        return 1;
    while (!ctx->hashing && len > 0) {
        if (ctx->id.bytes != NULL || !begins_as_tls(ctx->prefix, ctx->prefix_len)) {
            if (!begin_hash(ctx, 0))
                return 0;
        } else if (ctx->prefix_len == TLS_PREFIX) {
            if (!begin_hash(ctx, 1))
                return 0;
        } else {
            ctx->prefix[ctx->prefix_len++] = *data++;
            len--;
        }
    }
    if (len > 0)
        mifu_sm3_update(&ctx->sm3, data, len);
    return 1;
}

static int final(signature_context *ctx, uint8_t e[MIFU_SM2_DIGEST_SIZE])
{
    if (!ctx->hashing && !begin_hash(ctx, ctx->prefix_len == TLS_PREFIX &&
                                              begins_as_tls(ctx->prefix, ctx->prefix_len)))
        return 0;
    mifu_sm3_final(e, &ctx->sm3);
    ctx->stage = STAGE_NONE;
    ctx->hashing = 0;
    ctx->prefix_len = 0;
    return 1;
}

static int signature_digest_sign_update(void *vctx, const unsigned char *data, size_t datalen)
{
    return is_at(vctx, STAGE_MESSAGE_SIGN) && update(vctx, data, datalen);
}

static int signature_digest_verify_update(void *vctx, const unsigned char *data, size_t datalen)
{
    return is_at(vctx, STAGE_MESSAGE_VERIFY) && update(vctx, data, datalen);
}

static int signature_digest_sign_final(void *vctx, unsigned char *sig, size_t *siglen,
                                       size_t sigsize)
{
    signature_context *ctx = vctx;
    uint8_t e[MIFU_SM2_DIGEST_SIZE];

    if (!is_at(ctx, STAGE_MESSAGE_SIGN))
        return 0;
    if (is_size_query(sig, siglen))
        return 1;
    if (sigsize < MIFU_SM2_SIGNATURE_DER_MAX_SIZE) {
        /* What is too small for some signatures is refused always, and the message can still be
         * signed. */
        PROVIDER_RAISE(ctx->provider, MIFU_ERR_BUFFER, "%zu of %d bytes", sigsize,
                       MIFU_SM2_SIGNATURE_DER_MAX_SIZE);
        return 0;
    }
    return final(ctx, e) && sign_digest(ctx, sig, siglen, sigsize, e);
}

static int signature_digest_verify_final(void *vctx, const unsigned char *sig, size_t siglen)
{
    signature_context *ctx = vctx;
    uint8_t e[MIFU_SM2_DIGEST_SIZE];

    return is_at(ctx, STAGE_MESSAGE_VERIFY) && final(ctx, e) && verify_digest(ctx, sig, siglen, e);
}

const OSSL_ALGORITHM *provider_signatures(const provider_context *context)
{
    static const OSSL_DISPATCH functions[] = {
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_NEWCTX, signature_newctx),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_FREECTX, signature_freectx),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_DUPCTX, signature_dupctx),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_SIGN_INIT, signature_sign_init),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_SIGN, signature_sign),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_VERIFY_INIT, signature_verify_init),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_VERIFY, signature_verify),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT, signature_digest_sign_init),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_DIGEST_SIGN_UPDATE, signature_digest_sign_update),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_DIGEST_SIGN_FINAL, signature_digest_sign_final),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT, signature_digest_verify_init),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_UPDATE, signature_digest_verify_update),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_FINAL, signature_digest_verify_final),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_GET_CTX_PARAMS, signature_get_ctx_params),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_GETTABLE_CTX_PARAMS, signature_gettable_ctx_params),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, signature_set_ctx_params),
        PROVIDER_FUNCTION(OSSL_FUNC_SIGNATURE_SETTABLE_CTX_PARAMS, signature_settable_ctx_params),
        PROVIDER_FUNCTIONS_END,
    };
    static const OSSL_ALGORITHM table[] = {
        PROVIDER_ALGORITHM(PROVIDER_SM2_NAMES, functions, "SM2 signatures"),
        {NULL, NULL, NULL, NULL},
    };

    (void)context;
    return table;
}
