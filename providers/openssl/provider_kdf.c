/* SPDX-License-Identifier: Apache-2.0 */
/*
 * HKDF, PBKDF2 and the KDF of ANSI X9.63, which with SM3 is that of SM2: provider-kdf(7).
 *
 * The names stand for any digest. The parameters are kept as they come; the derivation is done here
 * where the digest is one of ours, and else by another provider, which is given all of them.
 */
#include <openssl/kdf.h>
#include <string.h>

#include "mifu/kdf.h"
#include "provider_delegate.h"
#include "provider_digest.h"
#include "provider_error.h"
#include "provider_operations.h"
#include "provider_params.h"

/* PBKDF2 with "pkcs5" 0 refuses what SP 800-132 does not permit. */
enum { SP800_132_ITERATIONS = 1000, SP800_132_SALT = 16, SP800_132_KEY = 14 };

enum { PBKDF2_ITERATIONS = 2048 }; /* OpenSSL's where nothing is said */

/* Bytes that may be set; absent until then. */
typedef struct kdf_bytes {
    uint8_t *data;
    size_t len;
} kdf_bytes;

typedef enum kdf_kind { KDF_HKDF, KDF_PBKDF2, KDF_X963 } kdf_kind;

typedef struct kdf_context {
    provider_context *provider;
    kdf_kind kind;
    char digest[64], properties[256]; /* empty: not set */
    kdf_bytes secret, salt, info;     /* the secret is the key or the password */
    int mode;                         /* HKDF */
    uint64_t iterations;              /* PBKDF2 */
    int lax;                          /* PBKDF2: "pkcs5" */
} kdf_context;

static OSSL_FUNC_kdf_freectx_fn kdf_freectx;
static OSSL_FUNC_kdf_dupctx_fn kdf_dupctx;
static OSSL_FUNC_kdf_reset_fn kdf_reset;
static OSSL_FUNC_kdf_derive_fn kdf_derive;
static OSSL_FUNC_kdf_get_ctx_params_fn kdf_get_ctx_params;
static OSSL_FUNC_kdf_gettable_ctx_params_fn kdf_gettable_ctx_params;
static OSSL_FUNC_kdf_set_ctx_params_fn kdf_set_ctx_params;

static const char *const kind_names[] = {"HKDF", "PBKDF2", "X963KDF"};

static void put_defaults(kdf_context *kdf)
{
    kdf->mode = EVP_KDF_HKDF_MODE_EXTRACT_AND_EXPAND;
    kdf->iterations = PBKDF2_ITERATIONS;
    kdf->lax = 1;
}

static void *kdf_newctx(void *provctx, kdf_kind kind)
{
    kdf_context *kdf = provider_zalloc(provctx, sizeof *kdf);

    if (kdf != NULL) {
        kdf->provider = provctx;
        kdf->kind = kind;
        put_defaults(kdf);
    }
    return kdf;
}

static void bytes_clear(const kdf_context *kdf, kdf_bytes *bytes)
{
    provider_clear_free(kdf->provider, bytes->data, bytes->len + 1);
    bytes->data = NULL;
    bytes->len = 0;
}

/* Appends to the bytes; they are there afterwards, even if empty. */
static int bytes_append(const kdf_context *kdf, kdf_bytes *bytes, const uint8_t *data, size_t len)
{
    uint8_t *fresh = len < SIZE_MAX - 1 - bytes->len
                         ? provider_zalloc(kdf->provider, bytes->len + len + 1)
                         : NULL;

    if (fresh == NULL)
        return 0;
    if (bytes->len > 0)
        memcpy(fresh, bytes->data, bytes->len);
    if (len > 0)
        memcpy(fresh + bytes->len, data, len);
    provider_clear_free(kdf->provider, bytes->data, bytes->len + 1);
    bytes->data = fresh;
    bytes->len += len;
    return 1;
}

static void kdf_reset(void *kctx)
{
    kdf_context *kdf = kctx;

    bytes_clear(kdf, &kdf->secret);
    bytes_clear(kdf, &kdf->salt);
    bytes_clear(kdf, &kdf->info);
    kdf->digest[0] = kdf->properties[0] = '\0';
    put_defaults(kdf);
}

static void kdf_freectx(void *kctx)
{
    kdf_context *kdf = kctx;

    if (kdf == NULL)
        return;
    kdf_reset(kdf);
    provider_clear_free(kdf->provider, kdf, sizeof *kdf);
}

static int bytes_copy(const kdf_context *kdf, kdf_bytes *copy, const kdf_bytes *bytes)
{
    copy->data = NULL;
    copy->len = 0;
    return bytes->data == NULL || bytes_append(kdf, copy, bytes->data, bytes->len);
}

static void *kdf_dupctx(void *kctx)
{
    const kdf_context *kdf = kctx;
    kdf_context *copy = provider_zalloc(kdf->provider, sizeof *copy);
    int done;

    if (copy == NULL)
        return NULL;
    *copy = *kdf;
    done = bytes_copy(copy, &copy->secret, &kdf->secret);
    done &= bytes_copy(copy, &copy->salt, &kdf->salt);
    done &= bytes_copy(copy, &copy->info, &kdf->info);
    if (done)
        return copy;
    kdf_freectx(copy);
    return NULL;
}

static int wrong(const kdf_context *kdf, const OSSL_PARAM *param)
{
    PROVIDER_RAISE(kdf->provider, PROVIDER_R_PARAMETER, "%s of %s", param->key,
                   kind_names[kdf->kind]);
    return 0;
}

/* Text of less than `size` bytes; absent leaves it as it is. */
static int take_text(const kdf_context *kdf, const OSSL_PARAM params[], const char *key, char *text,
                     size_t size)
{
    const OSSL_PARAM *param = provider_param_find(params, key);
    const char *data;
    size_t len;

    if (param == NULL)
        return 1;
    if (!provider_param_text(param, &data, &len) || len >= size)
        return wrong(kdf, param);
    memcpy(text, data, len);
    text[len] = '\0';
    return 1;
}

/* `all`: every parameter of that key is appended, as OpenSSL does with "info". */
static int take_bytes(const kdf_context *kdf, const OSSL_PARAM params[], const char *key,
                      kdf_bytes *bytes, int all)
{
    const OSSL_PARAM *param = provider_param_find(params, key);
    const uint8_t *data;
    size_t len;

    if (param == NULL)
        return 1;
    bytes_clear(kdf, bytes);
    do {
        if (!provider_param_octets(param, &data, &len))
            return wrong(kdf, param);
        if (!bytes_append(kdf, bytes, data, len))
            return 0;
        param = all ? provider_param_find(param + 1, key) : NULL;
    } while (param != NULL);
    return 1;
}

/* The mode of HKDF is a number or its name. */
static int take_mode(kdf_context *kdf, const OSSL_PARAM params[])
{
    static const struct {
        const char *name;
        int mode;
    } modes[] = {
        {"EXTRACT_AND_EXPAND", EVP_KDF_HKDF_MODE_EXTRACT_AND_EXPAND},
        {"EXTRACT_ONLY", EVP_KDF_HKDF_MODE_EXTRACT_ONLY},
        {"EXPAND_ONLY", EVP_KDF_HKDF_MODE_EXPAND_ONLY},
    };
    const OSSL_PARAM *param = provider_param_find(params, OSSL_KDF_PARAM_MODE);
    const char *text = NULL;
    size_t len = 0;
    unsigned number = 0;

    if (param == NULL)
        return 1;
    if (!provider_param_text(param, &text, &len) && !provider_param_uint(param, &number))
        return wrong(kdf, param);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (text != NULL ? provider_name_is(text, len, modes[i].name)
                         : (int)number == modes[i].mode) {
            kdf->mode = modes[i].mode;
            return 1;
        }
    return wrong(kdf, param);
}

static int take_iterations(kdf_context *kdf, const OSSL_PARAM params[])
{
    const OSSL_PARAM *iterations = provider_param_find(params, OSSL_KDF_PARAM_ITER);
    const OSSL_PARAM *lax = provider_param_find(params, OSSL_KDF_PARAM_PKCS5);
    uint64_t number;

    if (lax != NULL) {
        if (!provider_param_uint64(lax, &number))
            return wrong(kdf, lax);
        kdf->lax = number != 0;
    }
    if (iterations == NULL)
        return 1;
    if (!provider_param_uint64(iterations, &number) || number < 1 || number > UINT32_MAX ||
        (!kdf->lax && number < SP800_132_ITERATIONS))
        return wrong(kdf, iterations);
    kdf->iterations = number;
    return 1;
}

static int kdf_set_ctx_params(void *kctx, const OSSL_PARAM params[])
{
    kdf_context *kdf = kctx;

    if (!take_text(kdf, params, OSSL_KDF_PARAM_DIGEST, kdf->digest, sizeof kdf->digest) ||
        !take_text(kdf, params, OSSL_KDF_PARAM_PROPERTIES, kdf->properties, sizeof kdf->properties))
        return 0;
    switch (kdf->kind) {
    case KDF_HKDF:
        return take_mode(kdf, params) &&
               take_bytes(kdf, params, OSSL_KDF_PARAM_KEY, &kdf->secret, 0) &&
               take_bytes(kdf, params, OSSL_KDF_PARAM_SALT, &kdf->salt, 0) &&
               take_bytes(kdf, params, OSSL_KDF_PARAM_INFO, &kdf->info, 1);
    case KDF_PBKDF2:
        return take_iterations(kdf, params) &&
               take_bytes(kdf, params, OSSL_KDF_PARAM_PASSWORD, &kdf->secret, 0) &&
               take_bytes(kdf, params, OSSL_KDF_PARAM_SALT, &kdf->salt, 0);
    default: /* "secret" and "key" are two names of one thing */
        return take_bytes(kdf, params, OSSL_KDF_PARAM_SECRET, &kdf->secret, 0) &&
               take_bytes(kdf, params, OSSL_KDF_PARAM_KEY, &kdf->secret, 0) &&
               take_bytes(kdf, params, OSSL_KDF_PARAM_INFO, &kdf->info, 1);
    }
}

/* The parameters that were set, for another provider. */
static void collect(kdf_context *kdf, OSSL_PARAM params[10])
{
    const char *secret = kdf->kind == KDF_PBKDF2 ? OSSL_KDF_PARAM_PASSWORD : OSSL_KDF_PARAM_KEY;
    const struct {
        const char *key;
        unsigned type;
        void *data;
        size_t size;
        int there;
    } rows[] = {
        {OSSL_KDF_PARAM_PROPERTIES, OSSL_PARAM_UTF8_STRING, kdf->properties,
         strlen(kdf->properties), kdf->properties[0] != '\0'},
        {OSSL_KDF_PARAM_DIGEST, OSSL_PARAM_UTF8_STRING, kdf->digest, strlen(kdf->digest),
         kdf->digest[0] != '\0'},
        {OSSL_KDF_PARAM_PKCS5, OSSL_PARAM_INTEGER, &kdf->lax, sizeof kdf->lax,
         kdf->kind == KDF_PBKDF2},
        {OSSL_KDF_PARAM_ITER, OSSL_PARAM_UNSIGNED_INTEGER, &kdf->iterations, sizeof kdf->iterations,
         kdf->kind == KDF_PBKDF2},
        {OSSL_KDF_PARAM_MODE, OSSL_PARAM_INTEGER, &kdf->mode, sizeof kdf->mode,
         kdf->kind == KDF_HKDF},
        {secret, OSSL_PARAM_OCTET_STRING, kdf->secret.data, kdf->secret.len,
         kdf->secret.data != NULL},
        {OSSL_KDF_PARAM_SALT, OSSL_PARAM_OCTET_STRING, kdf->salt.data, kdf->salt.len,
         kdf->salt.data != NULL},
        {OSSL_KDF_PARAM_INFO, OSSL_PARAM_OCTET_STRING, kdf->info.data, kdf->info.len,
         kdf->info.data != NULL},
    };
    size_t n = 0;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].there) {
            OSSL_PARAM param = {rows[i].key, rows[i].type, rows[i].data, rows[i].size, 0};

            params[n++] = param;
        }
    memset(&params[n], 0, sizeof params[n]);
}

/* Another provider derives the key, or where out is NULL answers the request. */
static int hand_over(kdf_context *kdf, unsigned char *out, size_t len, OSSL_PARAM request[])
{
    provider_delegate other;
    OSSL_PARAM params[10];
    OSSL_FUNC_kdf_newctx_fn *newctx;
    OSSL_FUNC_kdf_freectx_fn *freectx;
    OSSL_FUNC_kdf_derive_fn *derive;
    OSSL_FUNC_kdf_set_ctx_params_fn *set;
    OSSL_FUNC_kdf_get_ctx_params_fn *get;
    void *context;
    int done = 0;

    if (!provider_delegate_find(kdf->provider, OSSL_OP_KDF, kind_names[kdf->kind], &other))
        return 0;
#define OTHER(name, id)                                                                            \
    (OSSL_FUNC_kdf_##name##_fn *)provider_delegate_function(other.functions, OSSL_FUNC_KDF_##id)
    newctx = OTHER(newctx, NEWCTX);
    freectx = OTHER(freectx, FREECTX);
    derive = OTHER(derive, DERIVE);
    set = OTHER(set_ctx_params, SET_CTX_PARAMS);
    get = OTHER(get_ctx_params, GET_CTX_PARAMS);
#undef OTHER
    context = newctx == NULL ? NULL : newctx(other.provctx);
    if (context != NULL) {
        collect(kdf, params);
        if (out != NULL)
            done = derive != NULL && derive(context, out, len, params);
        else
            done = set != NULL && get != NULL && set(context, params) && get(context, request);
        freectx(context);
    }
    provider_delegate_release(kdf->provider, &other);
    return done;
}

static int missing(const kdf_context *kdf, const char *key)
{
    PROVIDER_RAISE(kdf->provider, PROVIDER_R_PARAMETER_MISSING, "%s of %s", key,
                   kind_names[kdf->kind]);
    return 0;
}

static int derive_hkdf(kdf_context *kdf, mifu_hash_algorithm hash, uint8_t *out, size_t len)
{
    mifu_status status;

    if (kdf->secret.data == NULL)
        return missing(kdf, OSSL_KDF_PARAM_KEY);
    switch (kdf->mode) {
    case EVP_KDF_HKDF_MODE_EXTRACT_ONLY:
        if (len != mifu_hash_digest_size(hash)) {
            PROVIDER_RAISE(kdf->provider, MIFU_ERR_ARGUMENT_LENGTH, "%zu bytes instead of %zu", len,
                           mifu_hash_digest_size(hash));
            return 0;
        }
        status = mifu_hkdf_extract(out, hash, kdf->salt.data, kdf->salt.len, kdf->secret.data,
                                   kdf->secret.len);
        break;
    case EVP_KDF_HKDF_MODE_EXPAND_ONLY:
        status = mifu_hkdf_expand(out, len, hash, kdf->secret.data, kdf->secret.len, kdf->info.data,
                                  kdf->info.len);
        break;
    default:
        status = mifu_hkdf(out, len, hash, kdf->salt.data, kdf->salt.len, kdf->secret.data,
                           kdf->secret.len, kdf->info.data, kdf->info.len);
        break;
    }
    return PROVIDER_CHECK(kdf->provider, status, "HKDF");
}

static int derive_pbkdf2(kdf_context *kdf, mifu_hash_algorithm hash, uint8_t *out, size_t len)
{
    if (kdf->secret.data == NULL)
        return missing(kdf, OSSL_KDF_PARAM_PASSWORD);
    if (kdf->salt.data == NULL)
        return missing(kdf, OSSL_KDF_PARAM_SALT);
    if (!kdf->lax && (kdf->salt.len < SP800_132_SALT || len < SP800_132_KEY ||
                      kdf->iterations < SP800_132_ITERATIONS)) {
        PROVIDER_RAISE(kdf->provider, MIFU_ERR_ARGUMENT_LENGTH,
                       "SP 800-132 wants %d bytes of salt, %d of key and %d iterations",
                       SP800_132_SALT, SP800_132_KEY, SP800_132_ITERATIONS);
        return 0;
    }
    return PROVIDER_CHECK(kdf->provider,
                          mifu_pbkdf2(out, len, hash, kdf->secret.data, kdf->secret.len,
                                      kdf->salt.data, kdf->salt.len, (uint32_t)kdf->iterations),
                          "PBKDF2");
}

/* ANSI X9.63 5.6.3: Hash(Z || counter || info) for counters from 1 on. */
static int derive_x963(kdf_context *kdf, mifu_hash_algorithm algorithm, uint8_t *out, size_t len)
{
    size_t size = mifu_hash_digest_size(algorithm);

    if (kdf->secret.data == NULL)
        return missing(kdf, OSSL_KDF_PARAM_SECRET);
    if (algorithm == MIFU_HASH_SM3 && kdf->info.len == 0)
        return PROVIDER_CHECK(kdf->provider,
                              mifu_kdf_sm3(out, len, kdf->secret.data, kdf->secret.len), "KDF");
    if (len / size >= UINT32_MAX) {
        PROVIDER_RAISE(kdf->provider, MIFU_ERR_ARGUMENT_LENGTH, "%zu bytes", len);
        return 0;
    }
    for (uint32_t counter = 1; len > 0; counter++) {
        const uint8_t number[4] = {(uint8_t)(counter >> 24), (uint8_t)(counter >> 16),
                                   (uint8_t)(counter >> 8), (uint8_t)counter};
        uint8_t digest[MIFU_HASH_MAX_DIGEST_SIZE];
        size_t part = len < size ? len : size;
        mifu_hash hash;

        if (!PROVIDER_CHECK(kdf->provider, mifu_hash_init(&hash, algorithm), "KDF"))
            return 0;
        mifu_hash_update(&hash, kdf->secret.data, kdf->secret.len);
        mifu_hash_update(&hash, number, sizeof number);
        mifu_hash_update(&hash, kdf->info.data, kdf->info.len);
        mifu_hash_final(digest, &hash);
        memcpy(out, digest, part);
        kdf->provider->core.cleanse(digest, sizeof digest);
        out += part;
        len -= part;
    }
    return 1;
}

static int kdf_derive(void *kctx, unsigned char *key, size_t keylen, const OSSL_PARAM params[])
{
    kdf_context *kdf = kctx;
    int hash;

    if (!kdf_set_ctx_params(kdf, params))
        return 0;
    if (kdf->digest[0] == '\0') {
        /* PBKDF2 has a default, which is not ours. */
        return kdf->kind == KDF_PBKDF2 ? hand_over(kdf, key, keylen, NULL)
                                       : missing(kdf, OSSL_KDF_PARAM_DIGEST);
    }
    if (keylen == 0) {
        PROVIDER_RAISE(kdf->provider, MIFU_ERR_ARGUMENT_LENGTH, "no bytes of key are asked for");
        return 0;
    }
    hash = provider_digest_named(kdf->provider, kdf->digest, strlen(kdf->digest));
    if (hash == 0)
        return hand_over(kdf, key, keylen, NULL);
    switch (kdf->kind) {
    case KDF_HKDF:
        return derive_hkdf(kdf, (mifu_hash_algorithm)hash, key, keylen);
    case KDF_PBKDF2:
        return derive_pbkdf2(kdf, (mifu_hash_algorithm)hash, key, keylen);
    default:
        return derive_x963(kdf, (mifu_hash_algorithm)hash, key, keylen);
    }
}

/* "size": that of HKDF's extract alone is the digest's, everything else may have any. */
static int kdf_get_ctx_params(void *kctx, OSSL_PARAM params[])
{
    kdf_context *kdf = kctx;
    size_t size = SIZE_MAX;

    if (provider_param_find(params, OSSL_KDF_PARAM_SIZE) == NULL)
        return 1;
    if (kdf->kind == KDF_HKDF && kdf->mode == EVP_KDF_HKDF_MODE_EXTRACT_ONLY) {
        int hash = provider_digest_named(kdf->provider, kdf->digest, strlen(kdf->digest));

        if (kdf->digest[0] == '\0')
            return missing(kdf, OSSL_KDF_PARAM_DIGEST);
        if (hash == 0)
            return hand_over(kdf, NULL, 0, params);
        size = mifu_hash_digest_size((mifu_hash_algorithm)hash);
    }
    return provider_param_set_size(params, OSSL_KDF_PARAM_SIZE, size);
}

static const OSSL_PARAM *kdf_gettable_ctx_params(void *kctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_SIZE, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_END,
    };

    (void)kctx, (void)provctx;
    return table;
}

#define KDF(name, kind, ...)                                                                       \
    static OSSL_FUNC_kdf_newctx_fn name##_newctx;                                                  \
    static OSSL_FUNC_kdf_settable_ctx_params_fn name##_settable_ctx_params;                        \
    static void *name##_newctx(void *provctx)                                                      \
    {                                                                                              \
        return kdf_newctx(provctx, kind);                                                          \
    }                                                                                              \
    static const OSSL_PARAM *name##_settable_ctx_params(void *kctx, void *provctx)                 \
    {                                                                                              \
        static const OSSL_PARAM table[] = {                                                        \
            PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_PROPERTIES, OSSL_PARAM_UTF8_STRING),                 \
            PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_DIGEST, OSSL_PARAM_UTF8_STRING),                     \
            __VA_ARGS__,                                                                           \
            PROVIDER_PARAM_END,                                                                    \
        };                                                                                         \
        (void)kctx, (void)provctx;                                                                 \
        return table;                                                                              \
    }                                                                                              \
    static const OSSL_DISPATCH name##_functions[] = {                                              \
        PROVIDER_FUNCTION(OSSL_FUNC_KDF_NEWCTX, name##_newctx),                                    \
        PROVIDER_FUNCTION(OSSL_FUNC_KDF_FREECTX, kdf_freectx),                                     \
        PROVIDER_FUNCTION(OSSL_FUNC_KDF_DUPCTX, kdf_dupctx),                                       \
        PROVIDER_FUNCTION(OSSL_FUNC_KDF_RESET, kdf_reset),                                         \
        PROVIDER_FUNCTION(OSSL_FUNC_KDF_DERIVE, kdf_derive),                                       \
        PROVIDER_FUNCTION(OSSL_FUNC_KDF_GET_CTX_PARAMS, kdf_get_ctx_params),                       \
        PROVIDER_FUNCTION(OSSL_FUNC_KDF_GETTABLE_CTX_PARAMS, kdf_gettable_ctx_params),             \
        PROVIDER_FUNCTION(OSSL_FUNC_KDF_SET_CTX_PARAMS, kdf_set_ctx_params),                       \
        PROVIDER_FUNCTION(OSSL_FUNC_KDF_SETTABLE_CTX_PARAMS, name##_settable_ctx_params),          \
        PROVIDER_FUNCTIONS_END,                                                                    \
    };

KDF(hkdf, KDF_HKDF, PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_MODE, OSSL_PARAM_UTF8_STRING),
    PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_MODE, OSSL_PARAM_INTEGER),
    PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_KEY, OSSL_PARAM_OCTET_STRING),
    PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_SALT, OSSL_PARAM_OCTET_STRING),
    PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_INFO, OSSL_PARAM_OCTET_STRING))
KDF(pbkdf2, KDF_PBKDF2, PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_PASSWORD, OSSL_PARAM_OCTET_STRING),
    PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_SALT, OSSL_PARAM_OCTET_STRING),
    PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_ITER, OSSL_PARAM_UNSIGNED_INTEGER),
    PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_PKCS5, OSSL_PARAM_INTEGER))
KDF(x963, KDF_X963, PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_SECRET, OSSL_PARAM_OCTET_STRING),
    PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_KEY, OSSL_PARAM_OCTET_STRING),
    PROVIDER_PARAM_ROW(OSSL_KDF_PARAM_INFO, OSSL_PARAM_OCTET_STRING))

const OSSL_ALGORITHM *provider_kdfs(const provider_context *context)
{
    static const OSSL_ALGORITHM table[] = {
        PROVIDER_ALGORITHM("HKDF", hkdf_functions, "HKDF, here with SM3"),
        PROVIDER_ALGORITHM("PBKDF2:1.2.840.113549.1.5.12", pbkdf2_functions,
                           "PBKDF2, here with HMAC-SM3"),
        PROVIDER_ALGORITHM("X963KDF:X942KDF-CONCAT", x963_functions, "KDF of SM2, here with SM3"),
        {NULL, NULL, NULL, NULL},
    };

    (void)context;
    return table;
}
