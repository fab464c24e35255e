/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The generators of GM/T 0105-2021: provider-rand(7). Their names are their own, so that nothing
 * uses them unless it asks; in openssl.cnf the section that `random` names asks for all of OpenSSL.
 *
 * Seeds come from the parent where there is one, else from the system. A new seed is taken after
 * 2^10 requests, after 60 seconds, and in a forked child.
 */
#include <openssl/evp.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "mifu/drbg.h"
#include "provider_delegate.h"
#include "provider_error.h"
#include "provider_operations.h"
#include "provider_params.h"

enum { RAND_SECONDS = 60, RAND_REQUESTS = 1024 };

/* Bytes to ask of a parent at once: what a GM generator with SM4 gives in a call. */
enum { PARENT_REQUEST = 16 };

typedef struct rand_context {
    provider_context *provider;
    mifu_drbg_mechanism mechanism;
    unsigned strength; /* bits */
    void *parent;      /* NULL: the system */
    const OSSL_DISPATCH *parent_functions;
    pthread_mutex_t lock;
    int has_lock;
    int state;         /* EVP_RAND_STATE_... */
    int instantiating; /* the second bytes that are asked for are the nonce */
    int asked;         /* how often that was, since */
    pid_t process;     /* that has seeded it */
    time_t seeded;     /* of the monotonic clock */
    unsigned seconds;  /* between seeds */
    mifu_drbg_options options;
    mifu_drbg drbg;
} rand_context;

static OSSL_FUNC_rand_freectx_fn rand_freectx;
static OSSL_FUNC_rand_instantiate_fn rand_instantiate;
static OSSL_FUNC_rand_uninstantiate_fn rand_uninstantiate;
static OSSL_FUNC_rand_generate_fn rand_generate;
static OSSL_FUNC_rand_reseed_fn rand_reseed;
static OSSL_FUNC_rand_enable_locking_fn rand_enable_locking;
static OSSL_FUNC_rand_lock_fn rand_lock;
static OSSL_FUNC_rand_unlock_fn rand_unlock;
static OSSL_FUNC_rand_get_ctx_params_fn rand_get_ctx_params;
static OSSL_FUNC_rand_gettable_ctx_params_fn rand_gettable_ctx_params;
static OSSL_FUNC_rand_set_ctx_params_fn rand_set_ctx_params;
static OSSL_FUNC_rand_settable_ctx_params_fn rand_settable_ctx_params;
static OSSL_FUNC_rand_get_seed_fn rand_get_seed;
static OSSL_FUNC_rand_clear_seed_fn rand_clear_seed;

#define PARENT(context, type, id)                                                                  \
    ((OSSL_FUNC_rand_##type##_fn *)provider_delegate_function((context)->parent_functions, (id)))

/* Entropy, or the nonce, from the parent. */
static mifu_status from_parent(uint8_t *out, size_t len, void *data)
{
    rand_context *context = data;
    OSSL_FUNC_rand_generate_fn *generate = PARENT(context, generate, OSSL_FUNC_RAND_GENERATE);
    OSSL_FUNC_rand_nonce_fn *nonce = PARENT(context, nonce, OSSL_FUNC_RAND_NONCE);
    OSSL_FUNC_rand_lock_fn *lock = PARENT(context, lock, OSSL_FUNC_RAND_LOCK);
    OSSL_FUNC_rand_unlock_fn *unlock = PARENT(context, unlock, OSSL_FUNC_RAND_UNLOCK);
    uint8_t whole[MIFU_DRBG_ENTROPY_MAX];
    int is_nonce = context->instantiating && context->asked++ == 1, done;

    if (lock != NULL && !lock(context->parent))
        return MIFU_ERR_RANDOM;
    if (is_nonce && nonce != NULL && nonce(context->parent, NULL, 0, len, sizeof whole) == len) {
        done = nonce(context->parent, whole, 0, len, sizeof whole) == len;
    } else {
        done = generate != NULL;
        for (size_t part, at = 0; done && at < len; at += part) {
            part = len - at < PARENT_REQUEST ? len - at : PARENT_REQUEST;
            done = generate(context->parent, whole + at, part, 0, 0, NULL, 0);
        }
    }
    if (unlock != NULL)
        unlock(context->parent);
    if (done)
        memcpy(out, whole, len);
    context->provider->core.cleanse(whole, sizeof whole);
    return done ? MIFU_OK : MIFU_ERR_RANDOM;
}

static time_t seconds_now(void)
{
    struct timespec now = {0, 0};

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static void *rand_newctx(void *provctx, void *parent, const OSSL_DISPATCH *parent_functions,
                         mifu_drbg_mechanism mechanism, unsigned strength)
{
    rand_context *context = provider_zalloc(provctx, sizeof *context);

    if (context == NULL)
        return NULL;
    context->provider = provctx;
    context->mechanism = mechanism;
    context->strength = strength;
    context->seconds = RAND_SECONDS;
    if (parent != NULL && parent_functions != NULL) {
        context->parent = parent;
        context->parent_functions = parent_functions;
        context->options.entropy = from_parent;
        context->options.entropy_context = context;
    }
    return context;
}

static int rand_uninstantiate(void *vctx)
{
    rand_context *context = vctx;

    mifu_drbg_uninstantiate(&context->drbg);
    context->state = EVP_RAND_STATE_UNINITIALISED;
    return 1;
}

static void rand_freectx(void *vctx)
{
    rand_context *context = vctx;

    if (context == NULL)
        return;
    (void)rand_uninstantiate(context);
    if (context->has_lock)
        pthread_mutex_destroy(&context->lock);
    provider_clear_free(context->provider, context, sizeof *context);
}

static int rand_enable_locking(void *vctx)
{
    rand_context *context = vctx;

    if (!context->has_lock)
        context->has_lock = pthread_mutex_init(&context->lock, NULL) == 0;
    return context->has_lock;
}

static int rand_lock(void *vctx)
{
    rand_context *context = vctx;

    return !context->has_lock || pthread_mutex_lock(&context->lock) == 0;
}

static void rand_unlock(void *vctx)
{
    rand_context *context = vctx;

    if (context->has_lock)
        pthread_mutex_unlock(&context->lock);
}

/* Notes what a seeding came to. */
static int is_seeded(rand_context *context, mifu_status status, const char *what)
{
    context->process = getpid();
    context->seeded = seconds_now();
    if (status != MIFU_OK)
        context->state = EVP_RAND_STATE_ERROR;
    return PROVIDER_CHECK(context->provider, status, what);
}

static int is_strong_enough(const rand_context *context, unsigned strength)
{
    if (strength > context->strength)
        PROVIDER_RAISE(context->provider, PROVIDER_R_NOT_SUPPORTED, "a strength of %u bits",
                       strength);
    return strength <= context->strength;
}

static int is_ready(const rand_context *context)
{
    if (context->state != EVP_RAND_STATE_READY)
        PROVIDER_RAISE(context->provider, PROVIDER_R_NOT_STARTED, "random generator");
    return context->state == EVP_RAND_STATE_READY;
}

static int rand_instantiate(void *vctx, unsigned int strength, int prediction_resistance,
                            const unsigned char *pstr, size_t pstr_len, const OSSL_PARAM params[])
{
    rand_context *context = vctx;
    mifu_status status;

    if (!rand_set_ctx_params(context, params) || !is_strong_enough(context, strength))
        return 0;
    (void)rand_uninstantiate(context);
    context->options.prediction_resistance = prediction_resistance;
    context->instantiating = 1;
    context->asked = 0;
    status = mifu_drbg_instantiate(&context->drbg, context->mechanism, MIFU_DRBG_FORM_GM,
                                   &context->options, pstr, pstr_len);
    context->instantiating = 0;
    context->state = EVP_RAND_STATE_READY;
    return is_seeded(context, status, "instantiating a random generator");
}

/* Entropy of the caller's own goes in as additional input: the source's is taken all the same. */
static int rand_reseed(void *vctx, int prediction_resistance, const unsigned char *ent,
                       size_t ent_len, const unsigned char *addin, size_t addin_len)
{
    rand_context *context = vctx;

    (void)prediction_resistance;
    if (!is_ready(context))
        return 0;
    if (ent_len > 0 && !PROVIDER_CHECK(context->provider,
                                       mifu_drbg_reseed(&context->drbg, ent, ent_len), "reseed"))
        return 0;
    return is_seeded(context, mifu_drbg_reseed(&context->drbg, addin, addin_len), "reseed");
}

static int rand_generate(void *vctx, unsigned char *out, size_t outlen, unsigned int strength,
                         int prediction_resistance, const unsigned char *addin, size_t addin_len)
{
    rand_context *context = vctx;

    if (!is_ready(context) || !is_strong_enough(context, strength))
        return 0;
    if ((prediction_resistance || context->process != getpid() ||
         seconds_now() - context->seeded >= (time_t)context->seconds) &&
        !rand_reseed(context, prediction_resistance, NULL, 0, addin, addin_len))
        return 0;
    return PROVIDER_CHECK(context->provider,
                          mifu_drbg_generate(out, outlen, &context->drbg, addin, addin_len),
                          "random bytes");
}

/* For a child generator. */
static size_t rand_get_seed(void *vctx, unsigned char **pout, int entropy, size_t min_len,
                            size_t max_len, int prediction_resistance, const unsigned char *adin,
                            size_t adin_len)
{
    rand_context *context = vctx;
    size_t len = entropy < 0 ? 0 : ((size_t)entropy + 7) / 8, most, part;
    uint8_t *seed;

    len = len < min_len ? min_len : len;
    if (len > max_len || !is_ready(context))
        return 0;
    seed = provider_zalloc(context->provider, len + 1);
    if (seed == NULL)
        return 0;
    most = mifu_drbg_request_max(&context->drbg);
    for (size_t done = 0; done < len; done += part) {
        part = len - done < most ? len - done : most;
        if (!rand_generate(context, seed + done, part, 0, done == 0 && prediction_resistance, adin,
                           adin_len)) {
            provider_clear_free(context->provider, seed, len + 1);
            return 0;
        }
    }
    *pout = seed;
    return len;
}

static void rand_clear_seed(void *vctx, unsigned char *out, size_t outlen)
{
    rand_context *context = vctx;

    provider_clear_free(context->provider, out, outlen + 1);
}

static int rand_get_ctx_params(void *vctx, OSSL_PARAM params[])
{
    rand_context *context = vctx;
    size_t entropy = context->options.entropy_len == 0 ? 48 : context->options.entropy_len;
    size_t nonce = context->options.nonce_len == 0 ? 24 : context->options.nonce_len;
    size_t most = context->mechanism == MIFU_DRBG_CTR_SM4 ? 16 : 32;

    return provider_param_set_int(params, OSSL_RAND_PARAM_STATE, context->state) &&
           provider_param_set_uint(params, OSSL_RAND_PARAM_STRENGTH, context->strength) &&
           provider_param_set_size(params, OSSL_RAND_PARAM_MAX_REQUEST, most) &&
           provider_param_set_size(params, OSSL_DRBG_PARAM_MIN_ENTROPYLEN, entropy) &&
           provider_param_set_size(params, OSSL_DRBG_PARAM_MAX_ENTROPYLEN, entropy) &&
           provider_param_set_size(params, OSSL_DRBG_PARAM_MIN_NONCELEN, nonce) &&
           provider_param_set_size(params, OSSL_DRBG_PARAM_MAX_NONCELEN, nonce) &&
           provider_param_set_size(params, OSSL_DRBG_PARAM_MAX_PERSLEN, MIFU_DRBG_INPUT_MAX) &&
           provider_param_set_size(params, OSSL_DRBG_PARAM_MAX_ADINLEN, MIFU_DRBG_INPUT_MAX) &&
           provider_param_set_uint(params, OSSL_DRBG_PARAM_RESEED_TIME_INTERVAL, context->seconds);
}

/* A number in [low, high]; absent leaves it as it is. */
static int take_number(rand_context *context, const OSSL_PARAM params[], const char *key,
                       uint64_t low, uint64_t high, uint64_t *number)
{
    const OSSL_PARAM *param = provider_param_find(params, key);
    uint64_t value;

    if (param == NULL)
        return 1;
    if (!provider_param_uint64(param, &value) || value < low || value > high) {
        PROVIDER_RAISE(context->provider, PROVIDER_R_PARAMETER, "%s", key);
        return 0;
    }
    *number = value;
    return 1;
}

/*
 * Lengths and counts take effect when the generator is instantiated. Intervals beyond those of
 * GM/T 0105, such as OpenSSL sets for generators of its own, and none (0), become those.
 */
static int rand_set_ctx_params(void *vctx, const OSSL_PARAM params[])
{
    rand_context *context = vctx;
    uint64_t entropy = context->options.entropy_len, nonce = context->options.nonce_len;
    uint64_t requests = context->options.reseed_interval, seconds = context->seconds;

    if (!take_number(context, params, OSSL_DRBG_PARAM_MIN_ENTROPYLEN, 32, MIFU_DRBG_ENTROPY_MAX,
                     &entropy) ||
        !take_number(context, params, OSSL_DRBG_PARAM_MIN_NONCELEN, 16, MIFU_DRBG_ENTROPY_MAX,
                     &nonce) ||
        !take_number(context, params, OSSL_DRBG_PARAM_RESEED_REQUESTS, 0, UINT64_MAX, &requests) ||
        !take_number(context, params, OSSL_DRBG_PARAM_RESEED_TIME_INTERVAL, 0, UINT64_MAX,
                     &seconds))
        return 0;
    context->options.entropy_len = (size_t)entropy;
    context->options.nonce_len = (size_t)nonce;
    context->options.reseed_interval = requests < RAND_REQUESTS ? requests : RAND_REQUESTS;
    context->seconds = seconds == 0 || seconds > RAND_SECONDS ? RAND_SECONDS : (unsigned)seconds;
    return 1;
}

static const OSSL_PARAM *rand_gettable_ctx_params(void *vctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_RAND_PARAM_STATE, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_RAND_PARAM_STRENGTH, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_RAND_PARAM_MAX_REQUEST, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_DRBG_PARAM_MIN_ENTROPYLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_DRBG_PARAM_MAX_ENTROPYLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_DRBG_PARAM_MIN_NONCELEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_DRBG_PARAM_MAX_NONCELEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_DRBG_PARAM_MAX_PERSLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_DRBG_PARAM_MAX_ADINLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_DRBG_PARAM_RESEED_TIME_INTERVAL, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_END,
    };

    (void)vctx, (void)provctx;
    return table;
}

static const OSSL_PARAM *rand_settable_ctx_params(void *vctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_DRBG_PARAM_MIN_ENTROPYLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_DRBG_PARAM_MIN_NONCELEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_DRBG_PARAM_RESEED_REQUESTS, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_DRBG_PARAM_RESEED_TIME_INTERVAL, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_END,
    };

    (void)vctx, (void)provctx;
    return table;
}

#define RAND(name, mechanism, strength)                                                            \
    static OSSL_FUNC_rand_newctx_fn name##_newctx;                                                 \
    static void *name##_newctx(void *provctx, void *parent, const OSSL_DISPATCH *parent_calls)     \
    {                                                                                              \
        return rand_newctx(provctx, parent, parent_calls, mechanism, strength);                    \
    }                                                                                              \
    static const OSSL_DISPATCH name##_functions[] = {                                              \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_NEWCTX, name##_newctx),                                   \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_FREECTX, rand_freectx),                                   \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_INSTANTIATE, rand_instantiate),                           \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_UNINSTANTIATE, rand_uninstantiate),                       \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_GENERATE, rand_generate),                                 \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_RESEED, rand_reseed),                                     \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_ENABLE_LOCKING, rand_enable_locking),                     \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_LOCK, rand_lock),                                         \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_UNLOCK, rand_unlock),                                     \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_GET_SEED, rand_get_seed),                                 \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_CLEAR_SEED, rand_clear_seed),                             \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_GET_CTX_PARAMS, rand_get_ctx_params),                     \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_GETTABLE_CTX_PARAMS, rand_gettable_ctx_params),           \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_SET_CTX_PARAMS, rand_set_ctx_params),                     \
        PROVIDER_FUNCTION(OSSL_FUNC_RAND_SETTABLE_CTX_PARAMS, rand_settable_ctx_params),           \
        PROVIDER_FUNCTIONS_END,                                                                    \
    };

RAND(hash_sm3, MIFU_DRBG_HASH_SM3, 256)
RAND(hmac_sm3, MIFU_DRBG_HMAC_SM3, 256)
RAND(ctr_sm4, MIFU_DRBG_CTR_SM4, 128)

const OSSL_ALGORITHM *provider_rands(const provider_context *context)
{
    static const OSSL_ALGORITHM table[] = {
        PROVIDER_ALGORITHM("HASH-DRBG-SM3", hash_sm3_functions, "Hash-DRBG with SM3, GM/T 0105"),
        PROVIDER_ALGORITHM("HMAC-DRBG-SM3", hmac_sm3_functions, "HMAC-DRBG with SM3, GM/T 0105"),
        PROVIDER_ALGORITHM("CTR-DRBG-SM4", ctr_sm4_functions, "CTR-DRBG with SM4, GM/T 0105"),
        {NULL, NULL, NULL, NULL},
    };

    (void)context;
    return table;
}
