/* SPDX-License-Identifier: Apache-2.0 */
/* SM2 keys written as DER, PEM and text: provider-encoder(7). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "mifu/pem.h"
#include "mifu/sm2_encoding.h"
#include "provider_delegate.h"
#include "provider_error.h"
#include "provider_operations.h"
#include "provider_params.h"
#include "provider_sm2_key.h"

enum {
    DER_MAX = 1024, /* bytes: the largest, EncryptedPrivateKeyInfo, has some 400 */
    PEM_MAX = 2048,
    PASSWORD_MAX = 1024,
    CIPHER_NAME_MAX = 64,
};

typedef struct encoder_context {
    provider_context *provider;
    enum { CIPHER_NONE, CIPHER_SM4_CBC, CIPHER_OTHER } cipher;
    char other[CIPHER_NAME_MAX]; /* the other's name */
} encoder_context;

/* What is written; a row of the table of encoders below. */
typedef enum encoder_kind { KIND_PKCS8, KIND_ENCRYPTED, KIND_PUBLIC, KIND_SEC1 } encoder_kind;

static OSSL_FUNC_encoder_newctx_fn encoder_newctx;
static OSSL_FUNC_encoder_freectx_fn encoder_freectx;
static OSSL_FUNC_encoder_set_ctx_params_fn encoder_set_ctx_params;
static OSSL_FUNC_encoder_settable_ctx_params_fn encoder_settable_ctx_params;
static OSSL_FUNC_encoder_import_object_fn encoder_import_object;
static OSSL_FUNC_encoder_free_object_fn encoder_free_object;
static OSSL_FUNC_encoder_does_selection_fn selects_public;
static OSSL_FUNC_encoder_does_selection_fn selects_any;

static void *encoder_newctx(void *provctx)
{
    encoder_context *ctx = provider_zalloc(provctx, sizeof *ctx);

    if (ctx != NULL)
        ctx->provider = provctx;
    return ctx;
}

static void encoder_freectx(void *vctx)
{
    encoder_context *ctx = vctx;

    if (ctx != NULL)
        provider_clear_free(ctx->provider, ctx, sizeof *ctx);
}

static const OSSL_PARAM *encoder_settable_ctx_params(void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_ENCODER_PARAM_CIPHER, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_END,
    };

    (void)provctx;
    return table;
}

/* Ciphers other than SM4-CBC are for an encoder of another provider: encode_elsewhere(). */
static int encoder_set_ctx_params(void *vctx, const OSSL_PARAM params[])
{
    encoder_context *ctx = vctx;
    const OSSL_PARAM *cipher = provider_param_find(params, OSSL_ENCODER_PARAM_CIPHER);
    const char *name;
    size_t len;

    if (cipher == NULL)
        return 1;
    ctx->cipher = CIPHER_NONE;
    if (cipher->data == NULL) /* OpenSSL's way to ask for none */
        return 1;
    if (!provider_param_text(cipher, &name, &len)) {
        PROVIDER_RAISE(ctx->provider, PROVIDER_R_PARAMETER, "%s", cipher->key);
        return 0;
    }
    if (provider_name_is(name, len, "SM4-CBC") || provider_name_is(name, len, "SM4") ||
        provider_name_is(name, len, "1.2.156.10197.1.104.2"))
        ctx->cipher = CIPHER_SM4_CBC;
    else if (len > 0 && len < sizeof ctx->other) {
        ctx->cipher = CIPHER_OTHER;
        memcpy(ctx->other, name, len);
        ctx->other[len] = '\0';
    } else if (len > 0) {
        PROVIDER_RAISE(ctx->provider, PROVIDER_R_CIPHER, "%s", cipher->key);
        return 0;
    }
    return 1;
}

static void *encoder_import_object(void *vctx, int selection, const OSSL_PARAM params[])
{
    const encoder_context *ctx = vctx;
    provider_sm2_key *key = provider_sm2_key_new(ctx->provider);

    if (key == NULL || provider_sm2_key_import(key, selection, params))
        return key;
    provider_sm2_key_free(key);
    return NULL;
}

static void encoder_free_object(void *obj)
{
    provider_sm2_key_free(obj);
}

static int selects_public(void *provctx, int selection)
{
    (void)provctx;
    return selection == 0 || (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) == 0;
}

static int selects_any(void *provctx, int selection)
{
    (void)provctx;
    (void)selection;
    return 1;
}

static int write_bytes(const encoder_context *ctx, OSSL_CORE_BIO *out, const void *bytes,
                       size_t len)
{
    size_t written = 0;

    if (ctx->provider->core.bio_write_ex != NULL &&
        ctx->provider->core.bio_write_ex(out, bytes, len, &written) == 1 && written == len)
        return 1;
    PROVIDER_RAISE(ctx->provider, PROVIDER_R_OUTPUT, "encoder");
    return 0;
}

static mifu_status encrypt(const encoder_context *ctx, uint8_t *der, size_t *len,
                           const provider_sm2_key *key, OSSL_PASSPHRASE_CALLBACK *callback,
                           void *argument)
{
    char password[PASSWORD_MAX];
    size_t password_len = 0;
    mifu_status status;

    if (callback == NULL || !callback(password, sizeof password, &password_len, NULL, argument)) {
        ctx->provider->core.cleanse(password, sizeof password);
        return MIFU_ERR_PASSWORD_NEEDED;
    }
    /* HMAC-SHA256 and not HMAC-SM3: OpenSSL 3.0 reads it without help. */
    status = mifu_sm2_private_key_to_encrypted_der(der, DER_MAX, len, &key->private_key,
                                                   (const uint8_t *)password, password_len,
                                                   MIFU_HASH_SHA256, MIFU_SM2_DEFAULT_ITERATIONS);
    ctx->provider->core.cleanse(password, sizeof password);
    return status;
}

typedef struct import_call {
    OSSL_FUNC_encoder_import_object_fn *import;
    void *ctx;
    void *object;
} import_call;

static int import_elsewhere(const OSSL_PARAM params[], void *argument)
{
    import_call *call = argument;

    call->object = call->import(call->ctx, OSSL_KEYMGMT_SELECT_ALL, params);
    return call->object != NULL;
}

/* Has another provider write the key, encrypted by a cipher that is not here. */
static int encode_elsewhere(encoder_context *ctx, OSSL_CORE_BIO *out, const provider_sm2_key *key,
                            int as_pem, int selection, OSSL_PASSPHRASE_CALLBACK *callback,
                            void *argument)
{
    const OSSL_PARAM cipher[] = {
        {OSSL_ENCODER_PARAM_CIPHER, OSSL_PARAM_UTF8_STRING, ctx->other, strlen(ctx->other), 0},
        PROVIDER_PARAM_END,
    };
    provider_delegate other;
    import_call call = {0};
    int ok = 0;

    if (!provider_delegate_find_with(ctx->provider, OSSL_OP_ENCODER, PROVIDER_SM2_NAME,
                                     as_pem ? "output=pem,structure=EncryptedPrivateKeyInfo"
                                            : "output=der,structure=EncryptedPrivateKeyInfo",
                                     &other))
        return 0;
#define OTHERS(id, type)                                                                           \
    ((OSSL_FUNC_encoder_##type##_fn *)provider_delegate_function(other.functions, (id)))
    OSSL_FUNC_encoder_newctx_fn *newctx = OTHERS(OSSL_FUNC_ENCODER_NEWCTX, newctx);
    OSSL_FUNC_encoder_freectx_fn *freectx = OTHERS(OSSL_FUNC_ENCODER_FREECTX, freectx);
    OSSL_FUNC_encoder_set_ctx_params_fn *set =
        OTHERS(OSSL_FUNC_ENCODER_SET_CTX_PARAMS, set_ctx_params);
    OSSL_FUNC_encoder_free_object_fn *free_object =
        OTHERS(OSSL_FUNC_ENCODER_FREE_OBJECT, free_object);
    OSSL_FUNC_encoder_encode_fn *write = OTHERS(OSSL_FUNC_ENCODER_ENCODE, encode);
    call.import = OTHERS(OSSL_FUNC_ENCODER_IMPORT_OBJECT, import_object);
#undef OTHERS
    if (newctx != NULL && freectx != NULL && set != NULL && free_object != NULL && write != NULL &&
        call.import != NULL)
        call.ctx = newctx(other.provctx);
    if (call.ctx != NULL) {
        ok = set(call.ctx, cipher) &&
             provider_sm2_key_export(key, OSSL_KEYMGMT_SELECT_ALL, import_elsewhere, &call) &&
             write(call.ctx, out, call.object, NULL, selection, callback, argument);
        if (call.object != NULL)
            free_object(call.object);
        freectx(call.ctx);
    }
    provider_delegate_release(ctx->provider, &other);
    if (!ok)
        PROVIDER_RAISE(ctx->provider, PROVIDER_R_CIPHER, "%s", ctx->other);
    return ok;
}

static int encode(void *vctx, OSSL_CORE_BIO *out, const void *object, const OSSL_PARAM abstract[],
                  encoder_kind kind, int as_pem, int selection, OSSL_PASSPHRASE_CALLBACK *callback,
                  void *argument)
{
    static const char *const labels[] = {
        [KIND_PKCS8] = "PRIVATE KEY",
        [KIND_ENCRYPTED] = "ENCRYPTED PRIVATE KEY",
        [KIND_PUBLIC] = "PUBLIC KEY",
        [KIND_SEC1] = "SM2 PRIVATE KEY", /* the label by which OpenSSL knows an SM2 key */
    };
    encoder_context *ctx = vctx;
    const provider_sm2_key *key = object;
    uint8_t der[DER_MAX];
    char pem[PEM_MAX];
    size_t len = 0, pem_len = 0;
    mifu_status status = MIFU_OK;
    int ok = 0;

    if (abstract != NULL) {
        PROVIDER_RAISE(ctx->provider, PROVIDER_R_NOT_SUPPORTED, "keys as parameters");
        return 0;
    }
    if (kind == KIND_PUBLIC ? !provider_sm2_needs_public(ctx->provider, key)
                            : !provider_sm2_needs_private(ctx->provider, key))
        return 0;
    if (kind == KIND_PKCS8 && ctx->cipher != CIPHER_NONE)
        kind = KIND_ENCRYPTED;
    if (kind == KIND_ENCRYPTED && ctx->cipher == CIPHER_OTHER)
        return encode_elsewhere(ctx, out, key, as_pem, selection, callback, argument);
    switch (kind) {
    case KIND_PKCS8:
        status = mifu_sm2_private_key_to_pkcs8(der, sizeof der, &len, &key->private_key);
        break;
    case KIND_ENCRYPTED:
        status = encrypt(ctx, der, &len, key, callback, argument);
        break;
    case KIND_PUBLIC:
        status = mifu_sm2_public_key_to_der(der, sizeof der, &len, &key->public_key);
        break;
    case KIND_SEC1:
        status = mifu_sm2_private_key_to_sec1(der, sizeof der, &len, &key->private_key);
        break;
    }
    if (status == MIFU_OK && as_pem)
        status = mifu_pem_from_der(pem, sizeof pem, &pem_len, labels[kind], der, len);
    if (PROVIDER_CHECK(ctx->provider, status, "encoder"))
        ok = as_pem ? write_bytes(ctx, out, pem, pem_len) : write_bytes(ctx, out, der, len);
    ctx->provider->core.cleanse(der, sizeof der);
    ctx->provider->core.cleanse(pem, sizeof pem);
    return ok;
}

/* ---- Text, as OpenSSL prints keys on curves ---- */

enum { BYTES_A_LINE = 15 };

static int write_hex(const encoder_context *ctx, OSSL_CORE_BIO *out, const char *title,
                     const uint8_t *bytes, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    /* "    " and "xx:" for each byte and a line end. */
    char line[4 + 3 * BYTES_A_LINE + 1];
    int ok = write_bytes(ctx, out, title, strlen(title));

    for (size_t i = 0; ok && i < len; i += BYTES_A_LINE) {
        size_t end = len - i < BYTES_A_LINE ? len : i + BYTES_A_LINE;
        size_t n = 4;

        memset(line, ' ', 4);
        for (size_t j = i; j < end; j++) {
            line[n++] = digits[bytes[j] >> 4];
            line[n++] = digits[bytes[j] & 15];
            if (j + 1 < len)
                line[n++] = ':';
        }
        line[n++] = '\n';
        ok = write_bytes(ctx, out, line, n);
    }
    ctx->provider->core.cleanse(line, sizeof line);
    return ok;
}

static int encode_text(void *vctx, OSSL_CORE_BIO *out, const void *object,
                       const OSSL_PARAM abstract[], int selection,
                       OSSL_PASSPHRASE_CALLBACK *callback, void *argument)
{
    static const char private_title[] = "Private-Key: (256 bit)\n";
    static const char public_title[] = "Public-Key: (256 bit)\n";
    static const char curve[] = "ASN1 OID: SM2\n";
    const encoder_context *ctx = vctx;
    const provider_sm2_key *key = object;
    int wants_private = (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0;
    uint8_t point[MIFU_SM2_PUBLIC_KEY_SIZE];
    uint8_t d[MIFU_SM2_PRIVATE_KEY_SIZE];
    int ok = 1;

    (void)callback;
    (void)argument;
    if (abstract != NULL || key == NULL) {
        PROVIDER_RAISE(ctx->provider, PROVIDER_R_NOT_SUPPORTED, "keys as parameters");
        return 0;
    }
    if (wants_private) {
        if (!provider_sm2_needs_private(ctx->provider, key))
            return 0;
        mifu_sm2_private_key_to_bytes(d, &key->private_key);
        ok = write_bytes(ctx, out, private_title, sizeof private_title - 1) &&
             write_hex(ctx, out, "priv:\n", d, sizeof d);
        ctx->provider->core.cleanse(d, sizeof d);
    }
    if (ok && (selection & OSSL_KEYMGMT_SELECT_KEYPAIR) != 0) {
        if (!provider_sm2_needs_public(ctx->provider, key))
            return 0;
        mifu_sm2_public_key_to_bytes(point, &key->public_key);
        ok = (wants_private || write_bytes(ctx, out, public_title, sizeof public_title - 1)) &&
             write_hex(ctx, out, "pub:\n", point, sizeof point);
    }
    return ok && write_bytes(ctx, out, curve, sizeof curve - 1);
}

/* ---- Tables ---- */

#define ENCODER_FUNCTIONS(name, encoder, selects)                                                  \
    static const OSSL_DISPATCH name##_functions[] = {                                              \
        PROVIDER_FUNCTION(OSSL_FUNC_ENCODER_NEWCTX, encoder_newctx),                               \
        PROVIDER_FUNCTION(OSSL_FUNC_ENCODER_FREECTX, encoder_freectx),                             \
        PROVIDER_FUNCTION(OSSL_FUNC_ENCODER_SET_CTX_PARAMS, encoder_set_ctx_params),               \
        PROVIDER_FUNCTION(OSSL_FUNC_ENCODER_SETTABLE_CTX_PARAMS, encoder_settable_ctx_params),     \
        PROVIDER_FUNCTION(OSSL_FUNC_ENCODER_DOES_SELECTION, selects),                              \
        PROVIDER_FUNCTION(OSSL_FUNC_ENCODER_IMPORT_OBJECT, encoder_import_object),                 \
        PROVIDER_FUNCTION(OSSL_FUNC_ENCODER_FREE_OBJECT, encoder_free_object),                     \
        PROVIDER_FUNCTION(OSSL_FUNC_ENCODER_ENCODE, encoder),                                      \
        PROVIDER_FUNCTIONS_END,                                                                    \
    };

#define ENCODER(name, kind, as_pem, selects)                                                       \
    static OSSL_FUNC_encoder_encode_fn name##_encode;                                              \
    static int name##_encode(void *ctx, OSSL_CORE_BIO *out, const void *object,                    \
                             const OSSL_PARAM abstract[], int selection,                           \
                             OSSL_PASSPHRASE_CALLBACK *callback, void *argument)                   \
    {                                                                                              \
        return encode(ctx, out, object, abstract, kind, as_pem, selection, callback, argument);    \
    }                                                                                              \
    ENCODER_FUNCTIONS(name, name##_encode, selects)

ENCODER(pkcs8_der, KIND_PKCS8, 0, provider_sm2_selects_private)
ENCODER(pkcs8_pem, KIND_PKCS8, 1, provider_sm2_selects_private)
ENCODER(encrypted_der, KIND_ENCRYPTED, 0, provider_sm2_selects_private)
ENCODER(encrypted_pem, KIND_ENCRYPTED, 1, provider_sm2_selects_private)
ENCODER(public_der, KIND_PUBLIC, 0, selects_public)
ENCODER(public_pem, KIND_PUBLIC, 1, selects_public)
ENCODER(sec1_der, KIND_SEC1, 0, provider_sm2_selects_private)
ENCODER(sec1_pem, KIND_SEC1, 1, provider_sm2_selects_private)
ENCODER_FUNCTIONS(text, encode_text, selects_any)

const OSSL_ALGORITHM *provider_encoders(const provider_context *context)
{
#define ROW(functions, output, structure)                                                          \
    {                                                                                              \
        PROVIDER_SM2_NAMES, PROVIDER_PROPERTIES ",output=" output structure, functions,            \
            "SM2 keys in " output                                                                  \
    }
    static const OSSL_ALGORITHM table[] = {
        ROW(pkcs8_der_functions, "der", ",structure=PrivateKeyInfo"),
        ROW(pkcs8_pem_functions, "pem", ",structure=PrivateKeyInfo"),
        ROW(encrypted_der_functions, "der", ",structure=EncryptedPrivateKeyInfo"),
        ROW(encrypted_pem_functions, "pem", ",structure=EncryptedPrivateKeyInfo"),
        ROW(public_der_functions, "der", ",structure=SubjectPublicKeyInfo"),
        ROW(public_pem_functions, "pem", ",structure=SubjectPublicKeyInfo"),
        ROW(sec1_der_functions, "der", ",structure=type-specific"),
        ROW(sec1_pem_functions, "pem", ",structure=type-specific"),
        ROW(text_functions, "text", ""),
        {NULL, NULL, NULL, NULL},
    };
#undef ROW

    (void)context;
    return table;
}
