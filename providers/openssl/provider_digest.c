/* SPDX-License-Identifier: Apache-2.0 */
/* Digests: SM3, and SHA-256 and SHA-224 where the configuration asks for them. */
#include "mifu/hash.h"
#include "provider_digest.h"
#include "provider_error.h"
#include "provider_operations.h"
#include "provider_params.h"

typedef struct digest_context {
    provider_context *provider;
    mifu_hash_algorithm algorithm;
    int started;
    mifu_hash hash;
} digest_context;

static OSSL_FUNC_digest_init_fn digest_init;
static OSSL_FUNC_digest_update_fn digest_update;
static OSSL_FUNC_digest_final_fn digest_final;
static OSSL_FUNC_digest_freectx_fn digest_freectx;
static OSSL_FUNC_digest_dupctx_fn digest_dupctx;
static OSSL_FUNC_digest_gettable_params_fn digest_gettable_params;

static void *digest_newctx(void *provctx, mifu_hash_algorithm algorithm)
{
    digest_context *digest = provider_zalloc(provctx, sizeof *digest);

    if (digest != NULL) {
        digest->provider = provctx;
        digest->algorithm = algorithm;
    }
    return digest;
}

static void digest_freectx(void *dctx)
{
    digest_context *digest = dctx;

    if (digest != NULL)
        provider_clear_free(digest->provider, digest, sizeof *digest);
}

static void *digest_dupctx(void *dctx)
{
    const digest_context *digest = dctx;
    digest_context *copy = provider_zalloc(digest->provider, sizeof *copy);

    if (copy != NULL)
        *copy = *digest;
    return copy;
}

static int digest_init(void *dctx, const OSSL_PARAM params[])
{
    digest_context *digest = dctx;

    (void)params;
    digest->started = PROVIDER_CHECK(
        digest->provider, mifu_hash_init(&digest->hash, digest->algorithm), "digest init");
    return digest->started;
}

/* 1 where a message is under way. */
static int is_started(const digest_context *digest)
{
    if (!digest->started)
        PROVIDER_RAISE(digest->provider, PROVIDER_R_NOT_STARTED, "digest");
    return digest->started;
}

static int digest_update(void *dctx, const unsigned char *in, size_t inl)
{
    digest_context *digest = dctx;

    if (!is_started(digest))
        return 0;
    mifu_hash_update(&digest->hash, in, inl);
    return 1;
}

static int digest_final(void *dctx, unsigned char *out, size_t *outl, size_t outsz)
{
    digest_context *digest = dctx;
    size_t size = mifu_hash_digest_size(digest->algorithm);

    if (!is_started(digest))
        return 0;
    if (out == NULL || outsz < size) {
        PROVIDER_RAISE(digest->provider, MIFU_ERR_BUFFER, "%zu of %zu bytes", outsz, size);
        return 0;
    }
    mifu_hash_final(out, &digest->hash);
    digest->started = 0;
    *outl = size;
    return 1;
}

static const OSSL_PARAM *digest_gettable_params(void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_DIGEST_PARAM_BLOCK_SIZE, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_DIGEST_PARAM_SIZE, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_DIGEST_PARAM_XOF, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_DIGEST_PARAM_ALGID_ABSENT, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_END,
    };

    (void)provctx;
    return table;
}

/* `absent`: whether AlgorithmIdentifiers leave the parameters out instead of writing NULL. */
static int digest_get_params(OSSL_PARAM params[], mifu_hash_algorithm algorithm, int absent)
{
    return provider_param_set_size(params, OSSL_DIGEST_PARAM_BLOCK_SIZE,
                                   MIFU_HASH_MAX_BLOCK_SIZE) &&
           provider_param_set_size(params, OSSL_DIGEST_PARAM_SIZE,
                                   mifu_hash_digest_size(algorithm)) &&
           provider_param_set_int(params, OSSL_DIGEST_PARAM_XOF, 0) &&
           provider_param_set_int(params, OSSL_DIGEST_PARAM_ALGID_ABSENT, absent);
}

/* The two functions that know their algorithm, and the table. */
#define DIGEST(name, algorithm, absent)                                                            \
    static OSSL_FUNC_digest_newctx_fn name##_newctx;                                               \
    static OSSL_FUNC_digest_get_params_fn name##_get_params;                                       \
    static void *name##_newctx(void *provctx)                                                      \
    {                                                                                              \
        return digest_newctx(provctx, algorithm);                                                  \
    }                                                                                              \
    static int name##_get_params(OSSL_PARAM params[])                                              \
    {                                                                                              \
        return digest_get_params(params, algorithm, absent);                                       \
    }                                                                                              \
    static const OSSL_DISPATCH name##_functions[] = {                                              \
        PROVIDER_FUNCTION(OSSL_FUNC_DIGEST_NEWCTX, name##_newctx),                                 \
        PROVIDER_FUNCTION(OSSL_FUNC_DIGEST_INIT, digest_init),                                     \
        PROVIDER_FUNCTION(OSSL_FUNC_DIGEST_UPDATE, digest_update),                                 \
        PROVIDER_FUNCTION(OSSL_FUNC_DIGEST_FINAL, digest_final),                                   \
        PROVIDER_FUNCTION(OSSL_FUNC_DIGEST_FREECTX, digest_freectx),                               \
        PROVIDER_FUNCTION(OSSL_FUNC_DIGEST_DUPCTX, digest_dupctx),                                 \
        PROVIDER_FUNCTION(OSSL_FUNC_DIGEST_GET_PARAMS, name##_get_params),                         \
        PROVIDER_FUNCTION(OSSL_FUNC_DIGEST_GETTABLE_PARAMS, digest_gettable_params),               \
        PROVIDER_FUNCTIONS_END,                                                                    \
    };

DIGEST(sm3, MIFU_HASH_SM3, 0)
DIGEST(sha256, MIFU_HASH_SHA256, 1)
DIGEST(sha224, MIFU_HASH_SHA224, 1)

int provider_digest_named(provider_context *context, const char *name, size_t len)
{
    static const struct {
        const char *name;
        mifu_hash_algorithm algorithm;
    } names[] = {
        {"SM3", MIFU_HASH_SM3},         {"1.2.156.10197.1.401", MIFU_HASH_SM3},
        {"SHA2-256", MIFU_HASH_SHA256}, {"SHA-256", MIFU_HASH_SHA256},
        {"SHA256", MIFU_HASH_SHA256},   {"2.16.840.1.101.3.4.2.1", MIFU_HASH_SHA256},
        {"SHA2-224", MIFU_HASH_SHA224}, {"SHA-224", MIFU_HASH_SHA224},
        {"SHA224", MIFU_HASH_SHA224},   {"2.16.840.1.101.3.4.2.4", MIFU_HASH_SHA224},
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (provider_name_is(name, len, names[i].name) &&
            (names[i].algorithm == MIFU_HASH_SM3 || context->config.sha2))
            return (int)names[i].algorithm;
    return 0;
}

enum { SHA2_ROWS = 2 };

const OSSL_ALGORITHM *provider_digests(const provider_context *context)
{
    /* The names are those of OpenSSL's default provider. */
    static const OSSL_ALGORITHM table[] = {
        PROVIDER_ALGORITHM("SHA2-256:SHA-256:SHA256:2.16.840.1.101.3.4.2.1", sha256_functions,
                           "SHA-256"),
        PROVIDER_ALGORITHM("SHA2-224:SHA-224:SHA224:2.16.840.1.101.3.4.2.4", sha224_functions,
                           "SHA-224"),
        PROVIDER_ALGORITHM("SM3:1.2.156.10197.1.401", sm3_functions, "SM3"),
        {NULL, NULL, NULL, NULL},
    };

    return context->config.sha2 ? table : table + SHA2_ROWS;
}
