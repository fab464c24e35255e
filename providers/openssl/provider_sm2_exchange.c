/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Key exchange with SM2 keys: provider-keyexch(7). Plain ECDH, the x-coordinate as TLS 1.3 uses it
 * (RFC 8998), or the authenticated exchange of GB/T 32918.3, chosen by the parameter "exchange".
 *
 * Parameters of GB/T 32918.3, set: "role" (initiator, responder), "distid" and "peer-distid" (the
 * identities; `default-distid` of the configuration, or the empty one, where not set), "key-length"
 * (bytes), "peer-ephemeral" (the point received), "peer-confirmation" (the hash received: setting
 * it fails where it does not match). Given: "ephemeral" (the point to send; asking makes it, once
 * the peer's static key is set) and "confirmation" (the hash to send, after the derivation).
 */
#include <string.h>

#include "provider_error.h"
#include "provider_operations.h"
#include "provider_params.h"
#include "provider_sm2_id.h"
#include "provider_sm2_key.h"

#define PARAM_EXCHANGE          "exchange"
#define PARAM_ROLE              "role"
#define PARAM_PEER_ID           "peer-distid"
#define PARAM_KEY_LENGTH        "key-length"
#define PARAM_EPHEMERAL         "ephemeral"
#define PARAM_PEER_EPHEMERAL    "peer-ephemeral"
#define PARAM_CONFIRMATION      "confirmation"
#define PARAM_PEER_CONFIRMATION "peer-confirmation"

enum { DEFAULT_KEY_LENGTH = 16 };

typedef struct exchange_context {
    provider_context *provider;
    provider_sm2_key *key;  /* a copy of its own */
    provider_sm2_key *peer; /* the same */
    int authenticated;      /* GB/T 32918.3 instead of ECDH */
    mifu_sm2_role role;
    size_t key_length;
    provider_sm2_id id, peer_id;
    int begun; /* the ephemeral key is made */
    mifu_sm2_exchange exchange;
    uint8_t ephemeral[MIFU_SM2_PUBLIC_KEY_SIZE];
    int has_peer_ephemeral;
    uint8_t peer_ephemeral[MIFU_SM2_PUBLIC_KEY_SIZE];
} exchange_context;

static OSSL_FUNC_keyexch_newctx_fn exchange_newctx;
static OSSL_FUNC_keyexch_freectx_fn exchange_freectx;
static OSSL_FUNC_keyexch_dupctx_fn exchange_dupctx;
static OSSL_FUNC_keyexch_init_fn exchange_init;
static OSSL_FUNC_keyexch_set_peer_fn exchange_set_peer;
static OSSL_FUNC_keyexch_derive_fn exchange_derive;
static OSSL_FUNC_keyexch_get_ctx_params_fn exchange_get_ctx_params;
static OSSL_FUNC_keyexch_gettable_ctx_params_fn exchange_gettable_ctx_params;
static OSSL_FUNC_keyexch_set_ctx_params_fn exchange_set_ctx_params;
static OSSL_FUNC_keyexch_settable_ctx_params_fn exchange_settable_ctx_params;

static void *exchange_newctx(void *provctx)
{
    exchange_context *ctx = provider_zalloc(provctx, sizeof *ctx);

    if (ctx != NULL) {
        ctx->provider = provctx;
        ctx->key_length = DEFAULT_KEY_LENGTH;
    }
    return ctx;
}

static void exchange_freectx(void *vctx)
{
    exchange_context *ctx = vctx;

    if (ctx == NULL)
        return;
    provider_sm2_key_free(ctx->key);
    provider_sm2_key_free(ctx->peer);
    provider_sm2_id_free(ctx->provider, &ctx->id);
    provider_sm2_id_free(ctx->provider, &ctx->peer_id);
    provider_clear_free(ctx->provider, ctx, sizeof *ctx);
}

/* 0 for want of memory. */
static int copy_key(provider_sm2_key **to, const provider_sm2_key *from)
{
    *to = from == NULL ? NULL : provider_sm2_key_copy(from, 1);
    return from == NULL || *to != NULL;
}

static void *exchange_dupctx(void *vctx)
{
    const exchange_context *ctx = vctx;
    exchange_context *copy = provider_zalloc(ctx->provider, sizeof *copy);
    int ok;

    if (copy == NULL)
        return NULL;
    *copy = *ctx;
    ok = copy_key(&copy->key, ctx->key);
    ok &= copy_key(&copy->peer, ctx->peer);
    ok &= provider_sm2_id_copy(ctx->provider, &copy->id, &ctx->id);
    ok &= provider_sm2_id_copy(ctx->provider, &copy->peer_id, &ctx->peer_id);
    if (ok)
        return copy;
    exchange_freectx(copy);
    return NULL;
}

static int exchange_init(void *vctx, void *provkey, const OSSL_PARAM params[])
{
    exchange_context *ctx = vctx;
    provider_sm2_key *copy;

    if (!provider_sm2_needs_private(ctx->provider, provkey))
        return 0;
    copy = provider_sm2_key_copy(provkey, 1);
    if (copy == NULL)
        return 0;
    provider_sm2_key_free(ctx->key);
    ctx->key = copy;
    ctx->begun = ctx->has_peer_ephemeral = 0;
    return exchange_set_ctx_params(ctx, params);
}

static int exchange_set_peer(void *vctx, void *provkey)
{
    exchange_context *ctx = vctx;
    provider_sm2_key *copy;

    if (ctx->begun) {
        PROVIDER_RAISE(ctx->provider, PROVIDER_R_STARTED, "the peer's key");
        return 0;
    }
    if (!provider_sm2_needs_public(ctx->provider, provkey))
        return 0;
    copy = provider_sm2_key_copy(provkey, 0);
    if (copy == NULL)
        return 0;
    provider_sm2_key_free(ctx->peer);
    ctx->peer = copy;
    return 1;
}

/* ---- Derivation ---- */

static int has_both_keys(const exchange_context *ctx)
{
    if (ctx->key != NULL && ctx->peer != NULL)
        return 1;
    PROVIDER_RAISE(ctx->provider, PROVIDER_R_KEY_MISSING, "key exchange");
    return 0;
}

/* Makes the ephemeral key where it is not there yet. */
static int begin(exchange_context *ctx)
{
    const uint8_t *id, *peer_id;
    size_t id_len, peer_id_len;

    if (ctx->begun)
        return 1;
    if (!has_both_keys(ctx))
        return 0;
    if (!ctx->authenticated || ctx->role == 0) {
        PROVIDER_RAISE(ctx->provider, PROVIDER_R_PARAMETER_MISSING, "%s or %s", PARAM_EXCHANGE,
                       PARAM_ROLE);
        return 0;
    }
    provider_sm2_id_choose(ctx->provider, &ctx->id, &id, &id_len);
    provider_sm2_id_choose(ctx->provider, &ctx->peer_id, &peer_id, &peer_id_len);
    ctx->begun =
        PROVIDER_CHECK(ctx->provider,
                       mifu_sm2_exchange_init(&ctx->exchange, ctx->role, &ctx->key->private_key, id,
                                              id_len, &ctx->peer->public_key, peer_id, peer_id_len),
                       "key exchange") &&
        PROVIDER_CHECK(ctx->provider, mifu_sm2_exchange_ephemeral(ctx->ephemeral, &ctx->exchange),
                       "key exchange");
    return ctx->begun;
}

static int exchange_derive(void *vctx, unsigned char *secret, size_t *secretlen, size_t outlen)
{
    exchange_context *ctx = vctx;
    size_t size = ctx->authenticated ? ctx->key_length : MIFU_SM2_SHARED_SECRET_SIZE;

    if (!has_both_keys(ctx))
        return 0;
    *secretlen = size;
    if (secret == NULL)
        return 1;
    if (outlen < size) {
        PROVIDER_RAISE(ctx->provider, MIFU_ERR_BUFFER, "%zu of %zu bytes", outlen, size);
        return 0;
    }
    if (!ctx->authenticated) {
        mifu_sm2_ecdh(secret, &ctx->key->private_key, &ctx->peer->public_key);
        return 1;
    }
    if (!ctx->has_peer_ephemeral) {
        PROVIDER_RAISE(ctx->provider, PROVIDER_R_PARAMETER_MISSING, PARAM_PEER_EPHEMERAL);
        return 0;
    }
    return begin(ctx) && PROVIDER_CHECK(ctx->provider,
                                        mifu_sm2_exchange_compute(secret, size, &ctx->exchange,
                                                                  ctx->peer_ephemeral),
                                        "key exchange");
}

/* ---- Parameters ---- */

static int wrong(const exchange_context *ctx, const OSSL_PARAM *param)
{
    PROVIDER_RAISE(ctx->provider, PROVIDER_R_PARAMETER, "%s", param->key);
    return 0;
}

static int set_exchange(exchange_context *ctx, const OSSL_PARAM *param)
{
    const char *text;
    size_t len;

    if (!provider_param_text(param, &text, &len))
        return wrong(ctx, param);
    ctx->authenticated = provider_name_is(text, len, "gbt32918.3");
    return ctx->authenticated || provider_name_is(text, len, "ecdh") || wrong(ctx, param);
}

static int set_role(exchange_context *ctx, const OSSL_PARAM *param)
{
    const char *text;
    size_t len;

    if (!provider_param_text(param, &text, &len))
        return wrong(ctx, param);
    if (provider_name_is(text, len, "initiator"))
        ctx->role = MIFU_SM2_INITIATOR;
    else if (provider_name_is(text, len, "responder"))
        ctx->role = MIFU_SM2_RESPONDER;
    else
        return wrong(ctx, param);
    return 1;
}

/* What goes into the exchange before it begins. */
static int set_before(exchange_context *ctx, const OSSL_PARAM *param)
{
    if (ctx->begun) {
        PROVIDER_RAISE(ctx->provider, PROVIDER_R_STARTED, "%s", param->key);
        return 0;
    }
    if (strcmp(param->key, PARAM_EXCHANGE) == 0)
        return set_exchange(ctx, param);
    if (strcmp(param->key, PARAM_ROLE) == 0)
        return set_role(ctx, param);
    return provider_sm2_id_set(
        ctx->provider, strcmp(param->key, PARAM_PEER_ID) == 0 ? &ctx->peer_id : &ctx->id, param);
}

static int set_one(exchange_context *ctx, const OSSL_PARAM *param)
{
    const uint8_t *bytes;
    size_t len;

    if (strcmp(param->key, PARAM_EXCHANGE) == 0 || strcmp(param->key, PARAM_ROLE) == 0 ||
        strcmp(param->key, OSSL_PKEY_PARAM_DIST_ID) == 0 || strcmp(param->key, PARAM_PEER_ID) == 0)
        return set_before(ctx, param);
    if (strcmp(param->key, PARAM_KEY_LENGTH) == 0)
        return (provider_param_size(param, &len) && len > 0 && (ctx->key_length = len) != 0) ||
               wrong(ctx, param);
    if (strcmp(param->key, PARAM_PEER_EPHEMERAL) == 0) {
        if (!provider_param_octets(param, &bytes, &len) || len != sizeof ctx->peer_ephemeral)
            return wrong(ctx, param);
        memcpy(ctx->peer_ephemeral, bytes, len);
        ctx->has_peer_ephemeral = 1;
    }
    if (strcmp(param->key, PARAM_PEER_CONFIRMATION) == 0) {
        if (!provider_param_octets(param, &bytes, &len) || len != MIFU_SM2_DIGEST_SIZE)
            return wrong(ctx, param);
        if (!ctx->begun) {
            PROVIDER_RAISE(ctx->provider, PROVIDER_R_NOT_STARTED, "%s", param->key);
            return 0;
        }
        return PROVIDER_CHECK(ctx->provider, mifu_sm2_exchange_check(&ctx->exchange, bytes),
                              param->key);
    }
    return 1; /* not for us */
}

static int exchange_set_ctx_params(void *vctx, const OSSL_PARAM params[])
{
    if (params != NULL)
        for (; params->key != NULL; params++)
            if (!set_one(vctx, params))
                return 0;
    return 1;
}

static const OSSL_PARAM *exchange_settable_ctx_params(void *vctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(PARAM_EXCHANGE, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_ROW(PARAM_ROLE, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_DIST_ID, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(PARAM_PEER_ID, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(PARAM_KEY_LENGTH, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(PARAM_PEER_EPHEMERAL, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(PARAM_PEER_CONFIRMATION, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_END,
    };

    (void)vctx;
    (void)provctx;
    return table;
}

static const OSSL_PARAM *exchange_gettable_ctx_params(void *vctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(PARAM_EPHEMERAL, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(PARAM_CONFIRMATION, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_END,
    };

    (void)vctx;
    (void)provctx;
    return table;
}

static int exchange_get_ctx_params(void *vctx, OSSL_PARAM params[])
{
    exchange_context *ctx = vctx;
    uint8_t confirmation[MIFU_SM2_DIGEST_SIZE];

    if (provider_param_find(params, PARAM_EPHEMERAL) != NULL &&
        (!begin(ctx) || !provider_param_set_octets(params, PARAM_EPHEMERAL, ctx->ephemeral,
                                                   sizeof ctx->ephemeral)))
        return 0;
    if (provider_param_find(params, PARAM_CONFIRMATION) == NULL)
        return 1;
    if (!ctx->begun) {
        PROVIDER_RAISE(ctx->provider, PROVIDER_R_NOT_STARTED, PARAM_CONFIRMATION);
        return 0;
    }
    return PROVIDER_CHECK(ctx->provider, mifu_sm2_exchange_confirm(confirmation, &ctx->exchange),
                          PARAM_CONFIRMATION) &&
           provider_param_set_octets(params, PARAM_CONFIRMATION, confirmation, sizeof confirmation);
}

const OSSL_ALGORITHM *provider_keyexchs(const provider_context *context)
{
    static const OSSL_DISPATCH functions[] = {
        PROVIDER_FUNCTION(OSSL_FUNC_KEYEXCH_NEWCTX, exchange_newctx),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYEXCH_FREECTX, exchange_freectx),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYEXCH_DUPCTX, exchange_dupctx),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYEXCH_INIT, exchange_init),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYEXCH_SET_PEER, exchange_set_peer),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYEXCH_DERIVE, exchange_derive),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYEXCH_GET_CTX_PARAMS, exchange_get_ctx_params),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYEXCH_GETTABLE_CTX_PARAMS, exchange_gettable_ctx_params),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYEXCH_SET_CTX_PARAMS, exchange_set_ctx_params),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYEXCH_SETTABLE_CTX_PARAMS, exchange_settable_ctx_params),
        PROVIDER_FUNCTIONS_END,
    };
    static const OSSL_ALGORITHM table[] = {
        PROVIDER_ALGORITHM(PROVIDER_SM2_NAMES, functions, "SM2 key exchange"),
        {NULL, NULL, NULL, NULL},
    };

    (void)context;
    return table;
}
