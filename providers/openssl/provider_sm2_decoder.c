/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM2 keys read from DER: provider-decoder(7). PEM is taken off by the decoder of OpenSSL's default
 * or base provider, as for every key type.
 *
 * OpenSSL offers each piece of data to the decoders of all key types in turn. Data that is no SM2
 * key is therefore no error: it is passed over in silence, for the next decoder.
 */
#include <openssl/core_object.h>
#include <string.h>

#include "mifu/sm2_encoding.h"
#include "provider_error.h"
#include "provider_operations.h"
#include "provider_params.h"
#include "provider_sm2_key.h"

enum {
    HEADER_MAX = 4,     /* bytes of tag and length that are read first, at most */
    DER_MAX = 16 << 10, /* bytes: no key is larger */
    PASSWORD_MAX = 1024,
};

typedef struct decoder_context {
    provider_context *provider;
} decoder_context;

typedef enum decoder_kind { KIND_PKCS8, KIND_ENCRYPTED, KIND_PUBLIC, KIND_SEC1 } decoder_kind;

static OSSL_FUNC_decoder_newctx_fn decoder_newctx;
static OSSL_FUNC_decoder_freectx_fn decoder_freectx;
static OSSL_FUNC_decoder_export_object_fn decoder_export_object;
static OSSL_FUNC_decoder_does_selection_fn selects_public;

static void *decoder_newctx(void *provctx)
{
    decoder_context *ctx = provider_zalloc(provctx, sizeof *ctx);

    if (ctx != NULL)
        ctx->provider = provctx;
    return ctx;
}

static void decoder_freectx(void *vctx)
{
    decoder_context *ctx = vctx;

    if (ctx != NULL)
        provider_clear_free(ctx->provider, ctx, sizeof *ctx);
}

/* For key management of another provider: the reference is as in keymgmt_load(). */
static int decoder_export_object(void *vctx, const void *reference, size_t size,
                                 OSSL_CALLBACK *callback, void *argument)
{
    const provider_sm2_key *key;

    (void)vctx;
    if (size != sizeof key)
        return 0;
    key = *(provider_sm2_key *const *)reference;
    return provider_sm2_key_export(
        key, key->has_private ? OSSL_KEYMGMT_SELECT_KEYPAIR : OSSL_KEYMGMT_SELECT_PUBLIC_KEY,
        callback, argument);
}

static int selects_public(void *provctx, int selection)
{
    (void)provctx;
    return selection == 0 || ((selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) != 0 &&
                              (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) == 0);
}

static int read_bytes(const decoder_context *ctx, OSSL_CORE_BIO *in, uint8_t *bytes, size_t len)
{
    size_t have = 0, n;

    while (have < len) {
        if (ctx->provider->core.bio_read_ex == NULL ||
            ctx->provider->core.bio_read_ex(in, bytes + have, len - have, &n) != 1 || n == 0)
            return 0;
        have += n;
    }
    return 1;
}

/*
 * Reads one DER element, a SEQUENCE, and not a byte more: more data may follow for others. 0 where
 * there is none or it is too large for a key.
 */
static int read_element(const decoder_context *ctx, OSSL_CORE_BIO *in, uint8_t der[DER_MAX],
                        size_t *len)
{
    size_t header = 2, body;

    if (!read_bytes(ctx, in, der, header) || der[0] != 0x30)
        return 0;
    body = der[1];
    if (body > 0x7f) {
        size_t octets = body & 0x7f;

        if (octets == 0 || octets > HEADER_MAX - 2 || !read_bytes(ctx, in, der + header, octets))
            return 0;
        body = octets == 1 ? der[2] : (size_t)der[2] << 8 | der[3];
        header += octets;
    }
    if (body > DER_MAX - header || !read_bytes(ctx, in, der + header, body))
        return 0;
    *len = header + body;
    return 1;
}

/* Asks for the password only where the file is one that mifu can decrypt. */
static mifu_status decrypt(const decoder_context *ctx, mifu_sm2_private_key *key,
                           const uint8_t *der, size_t len, OSSL_PASSPHRASE_CALLBACK *callback,
                           void *argument)
{
    mifu_sm2_identity identity;
    char password[PASSWORD_MAX];
    size_t password_len = 0;
    mifu_status status;

    mifu_sm2_identify(&identity, der, len);
    if (identity.kind != MIFU_SM2_KIND_PRIVATE_KEY_ENCRYPTED || identity.status != MIFU_OK)
        return MIFU_ERR_UNSUPPORTED_CIPHER;
    if (callback == NULL || !callback(password, sizeof password, &password_len, NULL, argument))
        status = MIFU_ERR_PASSWORD_NEEDED;
    else
        status = mifu_sm2_private_key_from_encrypted_der(key, der, len, (const uint8_t *)password,
                                                         password_len);
    ctx->provider->core.cleanse(password, sizeof password);
    return status;
}

static mifu_status decode_der(const decoder_context *ctx, provider_sm2_key *key, decoder_kind kind,
                              const uint8_t *der, size_t len, OSSL_PASSPHRASE_CALLBACK *callback,
                              void *argument)
{
    mifu_sm2_private_key private_key;
    mifu_sm2_public_key public_key;
    mifu_status status;

    if (kind == KIND_PUBLIC) {
        status = mifu_sm2_public_key_from_der(&public_key, der, len);
        if (status == MIFU_OK)
            provider_sm2_key_set_public(key, &public_key);
        return status;
    }
    status = kind == KIND_ENCRYPTED ? decrypt(ctx, &private_key, der, len, callback, argument)
                                    : mifu_sm2_private_key_from_der(&private_key, der, len);
    if (status == MIFU_OK) {
        provider_sm2_key_set_private(key, &private_key);
        mifu_sm2_private_key_wipe(&private_key);
    }
    return status;
}

/*
 * Faults of what is an SM2 key, and worth telling; what has another status belongs to another
 * decoder, an encrypted key that the decoders of plain ones are offered among them.
 */
static int is_fault(mifu_status status, decoder_kind kind)
{
    switch (status) {
    case MIFU_ERR_RANGE_PRIVATE_KEY:
    case MIFU_ERR_RANGE_KEY_MISMATCH:
    case MIFU_ERR_RANGE_COORDINATE:
    case MIFU_ERR_RANGE_NOT_ON_CURVE:
    case MIFU_ERR_RANGE_INFINITY:
    case MIFU_ERR_AUTHENTICATION:
    case MIFU_ERR_LIMIT:
        return 1;
    case MIFU_ERR_PASSWORD_NEEDED:
        return kind == KIND_ENCRYPTED;
    default:
        return 0;
    }
}

static int hand_over(provider_sm2_key **key, OSSL_CALLBACK *callback, void *argument)
{
    int type = OSSL_OBJECT_PKEY;
    char name[] = PROVIDER_SM2_NAME;
    const OSSL_PARAM params[] = {
        {OSSL_OBJECT_PARAM_TYPE, OSSL_PARAM_INTEGER, &type, sizeof type, 0},
        {OSSL_OBJECT_PARAM_DATA_TYPE, OSSL_PARAM_UTF8_STRING, name, sizeof name - 1, 0},
        {OSSL_OBJECT_PARAM_REFERENCE, OSSL_PARAM_OCTET_STRING, key, sizeof *key, 0},
        PROVIDER_PARAM_END,
    };

    return callback(params, argument);
}

static int decode(void *vctx, OSSL_CORE_BIO *in, decoder_kind kind, OSSL_CALLBACK *object_cb,
                  void *object_cbarg, OSSL_PASSPHRASE_CALLBACK *callback, void *argument)
{
    const decoder_context *ctx = vctx;
    provider_sm2_key *key;
    uint8_t *der = provider_zalloc(ctx->provider, DER_MAX);
    size_t len;
    int result = 1;

    if (der == NULL)
        return 0;
    key = provider_sm2_key_new(ctx->provider);
    if (key == NULL) {
        result = 0;
    } else if (read_element(ctx, in, der, &len)) {
        mifu_status status = decode_der(ctx, key, kind, der, len, callback, argument);

        if (status == MIFU_OK)
            result = hand_over(&key, object_cb, object_cbarg);
        else if (is_fault(status, kind))
            result = PROVIDER_CHECK(ctx->provider, status, "decoder");
    }
    provider_sm2_key_free(key);
    provider_clear_free(ctx->provider, der, DER_MAX);
    return result;
}

#define DECODER(name, kind, selects)                                                               \
    static OSSL_FUNC_decoder_decode_fn name##_decode;                                              \
    static int name##_decode(void *ctx, OSSL_CORE_BIO *in, int selection,                          \
                             OSSL_CALLBACK *object_cb, void *object_cbarg,                         \
                             OSSL_PASSPHRASE_CALLBACK *callback, void *argument)                   \
    {                                                                                              \
        (void)selection;                                                                           \
        return decode(ctx, in, kind, object_cb, object_cbarg, callback, argument);                 \
    }                                                                                              \
    static const OSSL_DISPATCH name##_functions[] = {                                              \
        PROVIDER_FUNCTION(OSSL_FUNC_DECODER_NEWCTX, decoder_newctx),                               \
        PROVIDER_FUNCTION(OSSL_FUNC_DECODER_FREECTX, decoder_freectx),                             \
        PROVIDER_FUNCTION(OSSL_FUNC_DECODER_DOES_SELECTION, selects),                              \
        PROVIDER_FUNCTION(OSSL_FUNC_DECODER_EXPORT_OBJECT, decoder_export_object),                 \
        PROVIDER_FUNCTION(OSSL_FUNC_DECODER_DECODE, name##_decode),                                \
        PROVIDER_FUNCTIONS_END,                                                                    \
    };

DECODER(pkcs8, KIND_PKCS8, provider_sm2_selects_private)
DECODER(encrypted, KIND_ENCRYPTED, provider_sm2_selects_private)
DECODER(public, KIND_PUBLIC, selects_public)
DECODER(sec1, KIND_SEC1, provider_sm2_selects_private)

const OSSL_ALGORITHM *provider_decoders(const provider_context *context)
{
#define ROW(functions, structure)                                                                  \
    {                                                                                              \
        PROVIDER_SM2_NAMES, PROVIDER_PROPERTIES ",input=der,structure=" structure, functions,      \
            "SM2 keys from DER"                                                                    \
    }
    static const OSSL_ALGORITHM table[] = {
        ROW(pkcs8_functions, "PrivateKeyInfo"),
        ROW(encrypted_functions, "EncryptedPrivateKeyInfo"),
        ROW(public_functions, "SubjectPublicKeyInfo"),
        ROW(sec1_functions, "type-specific"),
        {NULL, NULL, NULL, NULL},
    };
#undef ROW

    (void)context;
    return table;
}
