/* SPDX-License-Identifier: Apache-2.0 */
/* Key management of SM2: provider-keymgmt(7). */
#include <string.h>

#include "provider_error.h"
#include "provider_operations.h"
#include "provider_params.h"
#include "provider_sm2_key.h"

static OSSL_FUNC_keymgmt_new_fn keymgmt_new;
static OSSL_FUNC_keymgmt_free_fn keymgmt_free;
static OSSL_FUNC_keymgmt_dup_fn keymgmt_dup;
static OSSL_FUNC_keymgmt_load_fn keymgmt_load;
static OSSL_FUNC_keymgmt_has_fn keymgmt_has;
static OSSL_FUNC_keymgmt_match_fn keymgmt_match;
static OSSL_FUNC_keymgmt_validate_fn keymgmt_validate;
static OSSL_FUNC_keymgmt_import_fn keymgmt_import;
static OSSL_FUNC_keymgmt_export_fn keymgmt_export;
static OSSL_FUNC_keymgmt_get_params_fn keymgmt_get_params;
static OSSL_FUNC_keymgmt_gettable_params_fn keymgmt_gettable_params;
static OSSL_FUNC_keymgmt_set_params_fn keymgmt_set_params;
static OSSL_FUNC_keymgmt_settable_params_fn keymgmt_settable_params;
static OSSL_FUNC_keymgmt_gen_init_fn keymgmt_gen_init;
static OSSL_FUNC_keymgmt_gen_set_template_fn keymgmt_gen_set_template;
static OSSL_FUNC_keymgmt_gen_set_params_fn keymgmt_gen_set_params;
static OSSL_FUNC_keymgmt_gen_settable_params_fn keymgmt_gen_settable_params;
static OSSL_FUNC_keymgmt_gen_fn keymgmt_gen;
static OSSL_FUNC_keymgmt_gen_cleanup_fn keymgmt_gen_cleanup;
static OSSL_FUNC_keymgmt_query_operation_name_fn keymgmt_query_operation_name;

static void *keymgmt_new(void *provctx)
{
    return provider_sm2_key_new(provctx);
}

static void keymgmt_free(void *keydata)
{
    provider_sm2_key_free(keydata);
}

static void *keymgmt_dup(const void *keydata, int selection)
{
    const provider_sm2_key *key = keydata;

    if ((selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == 0)
        return provider_sm2_key_new(key->provider);
    return provider_sm2_key_copy(key, (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0);
}

/* Takes over the key that a decoder has made: the reference is the decoder's pointer to it. */
static void *keymgmt_load(const void *reference, size_t size)
{
    provider_sm2_key *key;

    if (size != sizeof key)
        return NULL;
    key = *(provider_sm2_key **)(uintptr_t)reference;
    *(provider_sm2_key **)(uintptr_t)reference = NULL;
    return key;
}

/* The curve is always there. OpenSSL asks also before there is a key. */
static int keymgmt_has(const void *keydata, int selection)
{
    const provider_sm2_key *key = keydata;

    return key != NULL && ((selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) == 0 || key->has_public) &&
           ((selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) == 0 || key->has_private);
}

/* Keys match by their public parts, which the private ones determine. */
static int keymgmt_match(const void *keydata1, const void *keydata2, int selection)
{
    const provider_sm2_key *a = keydata1, *b = keydata2;

    if ((selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == 0)
        return 1;
    if ((selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) == 0 && (!a->has_private || !b->has_private))
        return 0;
    return a->has_public && b->has_public &&
           mifu_sm2_public_key_equal(&a->public_key, &b->public_key);
}

/* Range, curve and pair were checked when the key was made, so what is there is valid. */
static int keymgmt_validate(const void *keydata, int selection, int checktype)
{
    const provider_sm2_key *key = keydata;
    mifu_sm2_public_key own;

    (void)checktype;
    if (!keymgmt_has(keydata, selection))
        return 0;
    if ((selection & OSSL_KEYMGMT_SELECT_KEYPAIR) != OSSL_KEYMGMT_SELECT_KEYPAIR)
        return 1;
    mifu_sm2_public_key_from_private(&own, &key->private_key);
    return mifu_sm2_public_key_equal(&own, &key->public_key);
}

static int keymgmt_import(void *keydata, int selection, const OSSL_PARAM params[])
{
    return provider_sm2_key_import(keydata, selection, params);
}

static int keymgmt_export(void *keydata, int selection, OSSL_CALLBACK *param_cb, void *cbarg)
{
    return provider_sm2_key_export(keydata, selection, param_cb, cbarg);
}

/* ---- Parameters ---- */

/* GB/T 32918.5-2017. */
static const uint8_t curve_p[32] = {
    0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
static const uint8_t curve_a[32] = {
    0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfc};
static const uint8_t curve_b[32] = {
    0x28, 0xe9, 0xfa, 0x9e, 0x9d, 0x9f, 0x5e, 0x34, 0x4d, 0x5a, 0x9e, 0x4b, 0xcf, 0x65, 0x09, 0xa7,
    0xf3, 0x97, 0x89, 0xf5, 0x15, 0xab, 0x8f, 0x92, 0xdd, 0xbc, 0xbd, 0x41, 0x4d, 0x94, 0x0e, 0x93};
static const uint8_t curve_n[32] = {
    0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0x72, 0x03, 0xdf, 0x6b, 0x21, 0xc6, 0x05, 0x2b, 0x53, 0xbb, 0xf4, 0x09, 0x39, 0xd5, 0x41, 0x23};
static const uint8_t curve_generator[65] = {
    0x04, 0x32, 0xc4, 0xae, 0x2c, 0x1f, 0x19, 0x81, 0x19, 0x5f, 0x99, 0x04, 0x46,
    0x6a, 0x39, 0xc9, 0x94, 0x8f, 0xe3, 0x0b, 0xbf, 0xf2, 0x66, 0x0b, 0xe1, 0x71,
    0x5a, 0x45, 0x89, 0x33, 0x4c, 0x74, 0xc7, 0xbc, 0x37, 0x36, 0xa2, 0xf4, 0xf6,
    0x77, 0x9c, 0x59, 0xbd, 0xce, 0xe3, 0x6b, 0x69, 0x21, 0x53, 0xd0, 0xa9, 0x87,
    0x7c, 0xc6, 0x2a, 0x47, 0x40, 0x02, 0xdf, 0x32, 0xe5, 0x21, 0x39, 0xf0, 0xa0};

enum { CURVE_BITS = 256, CURVE_SECURITY_BITS = 128 };

static const OSSL_PARAM *keymgmt_gettable_params(void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_BITS, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_SECURITY_BITS, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_MAX_SIZE, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_DEFAULT_DIGEST, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_GROUP_NAME, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_ENCODING, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_FIELD_TYPE, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_P, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_A, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_B, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_GENERATOR, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_ORDER, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_COFACTOR, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_PUB_KEY, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_PUB_X, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_PUB_Y, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_PRIV_KEY, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_END,
    };

    (void)provctx;
    return table;
}

static int get_curve_params(OSSL_PARAM params[])
{
    static const uint8_t one[1] = {1};

    return provider_param_set_int(params, OSSL_PKEY_PARAM_BITS, CURVE_BITS) &&
           provider_param_set_int(params, OSSL_PKEY_PARAM_SECURITY_BITS, CURVE_SECURITY_BITS) &&
           provider_param_set_int(params, OSSL_PKEY_PARAM_MAX_SIZE,
                                  72 /* bytes of a signature in DER */) &&
           provider_param_set_text(params, OSSL_PKEY_PARAM_DEFAULT_DIGEST, "SM3") &&
           provider_param_set_text(params, OSSL_PKEY_PARAM_GROUP_NAME, "SM2") &&
           provider_param_set_text(params, OSSL_PKEY_PARAM_EC_ENCODING,
                                   OSSL_PKEY_EC_ENCODING_GROUP) &&
           provider_param_set_text(params, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT,
                                   OSSL_PKEY_EC_POINT_CONVERSION_FORMAT_UNCOMPRESSED) &&
           provider_param_set_int(params, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, 0) &&
           provider_param_set_text(params, OSSL_PKEY_PARAM_EC_FIELD_TYPE, "prime-field") &&
           provider_param_set_integer(params, OSSL_PKEY_PARAM_EC_P, curve_p, sizeof curve_p) &&
           provider_param_set_integer(params, OSSL_PKEY_PARAM_EC_A, curve_a, sizeof curve_a) &&
           provider_param_set_integer(params, OSSL_PKEY_PARAM_EC_B, curve_b, sizeof curve_b) &&
           provider_param_set_octets(params, OSSL_PKEY_PARAM_EC_GENERATOR, curve_generator,
                                     sizeof curve_generator) &&
           provider_param_set_integer(params, OSSL_PKEY_PARAM_EC_ORDER, curve_n, sizeof curve_n) &&
           provider_param_set_integer(params, OSSL_PKEY_PARAM_EC_COFACTOR, one, sizeof one);
}

static int keymgmt_get_params(void *keydata, OSSL_PARAM params[])
{
    const provider_sm2_key *key = keydata;
    int ok = get_curve_params(params);

    if (ok && key->has_public) {
        uint8_t point[MIFU_SM2_PUBLIC_KEY_SIZE];

        mifu_sm2_public_key_to_bytes(point, &key->public_key);
        ok = provider_param_set_octets(params, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point) &&
             provider_param_set_octets(params, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, point,
                                       sizeof point) &&
             provider_param_set_integer(params, OSSL_PKEY_PARAM_EC_PUB_X, point + 1, 32) &&
             provider_param_set_integer(params, OSSL_PKEY_PARAM_EC_PUB_Y, point + 33, 32);
    }
    if (ok && key->has_private && provider_param_find(params, OSSL_PKEY_PARAM_PRIV_KEY) != NULL) {
        uint8_t d[MIFU_SM2_PRIVATE_KEY_SIZE];

        mifu_sm2_private_key_to_bytes(d, &key->private_key);
        ok = provider_param_set_integer(params, OSSL_PKEY_PARAM_PRIV_KEY, d, sizeof d);
        key->provider->core.cleanse(d, sizeof d);
    }
    if (!ok)
        PROVIDER_RAISE(key->provider, PROVIDER_R_PARAMETER, "key");
    return ok;
}

static const OSSL_PARAM *keymgmt_settable_params(void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_END,
    };

    (void)provctx;
    return table;
}

/* A peer's public key, as TLS receives it, into a key that so far is no more than its curve. */
static int keymgmt_set_params(void *keydata, const OSSL_PARAM params[])
{
    provider_sm2_key *key = keydata;
    const OSSL_PARAM *param = provider_param_find(params, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY);
    mifu_sm2_public_key given;
    const uint8_t *point;
    size_t len;

    if (param == NULL)
        return 1;
    if (!provider_param_octets(param, &point, &len)) {
        PROVIDER_RAISE(key->provider, PROVIDER_R_PARAMETER, "%s", param->key);
        return 0;
    }
    if (!PROVIDER_CHECK(key->provider, mifu_sm2_public_key_from_bytes(&given, point, len),
                        "public key"))
        return 0;
    provider_sm2_key_set_public(key, &given);
    return 1;
}

/* ---- Generation ---- */

typedef struct generation {
    provider_context *provider;
    int selection;
} generation;

static int check_group(provider_context *provider, const OSSL_PARAM params[])
{
    const OSSL_PARAM *group = provider_param_find(params, OSSL_PKEY_PARAM_GROUP_NAME);

    if (group == NULL || provider_sm2_is_group(group))
        return 1;
    PROVIDER_RAISE(provider, MIFU_ERR_UNSUPPORTED_CURVE, "%s", group->key);
    return 0;
}

static void *keymgmt_gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    generation *gen;

    if (!check_group(provctx, params))
        return NULL;
    gen = provider_zalloc(provctx, sizeof *gen);
    if (gen != NULL) {
        gen->provider = provctx;
        gen->selection = selection;
    }
    return gen;
}

/* The template gives the curve, and there is one alone. */
static int keymgmt_gen_set_template(void *genctx, void *template)
{
    (void)genctx;
    return template != NULL;
}

static const OSSL_PARAM *keymgmt_gen_settable_params(void *genctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_GROUP_NAME, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_ENCODING, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_END,
    };

    (void)genctx;
    (void)provctx;
    return table;
}

static int keymgmt_gen_set_params(void *genctx, const OSSL_PARAM params[])
{
    generation *gen = genctx;
    const OSSL_PARAM *encoding = provider_param_find(params, OSSL_PKEY_PARAM_EC_ENCODING);
    const char *text;
    size_t len;

    if (encoding != NULL && (!provider_param_text(encoding, &text, &len) ||
                             !provider_name_is(text, len, OSSL_PKEY_EC_ENCODING_GROUP))) {
        PROVIDER_RAISE(gen->provider, PROVIDER_R_NOT_SUPPORTED, "%s other than %s", encoding->key,
                       OSSL_PKEY_EC_ENCODING_GROUP);
        return 0;
    }
    return check_group(gen->provider, params);
}

static void *keymgmt_gen(void *genctx, OSSL_CALLBACK *cb, void *cbarg)
{
    generation *gen = genctx;
    provider_sm2_key *key = provider_sm2_key_new(gen->provider);
    mifu_sm2_private_key fresh;

    (void)cb;
    (void)cbarg;
    if (key == NULL || (gen->selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == 0)
        return key; /* parameters alone */
    if (!PROVIDER_CHECK(gen->provider, mifu_sm2_keygen(&fresh), "key generation")) {
        provider_sm2_key_free(key);
        return NULL;
    }
    provider_sm2_key_set_private(key, &fresh);
    mifu_sm2_private_key_wipe(&fresh);
    return key;
}

static void keymgmt_gen_cleanup(void *genctx)
{
    generation *gen = genctx;

    if (gen != NULL)
        provider_clear_free(gen->provider, gen, sizeof *gen);
}

static const char *keymgmt_query_operation_name(int operation_id)
{
    (void)operation_id;
    return PROVIDER_SM2_NAME;
}

const OSSL_ALGORITHM *provider_keymgmts(const provider_context *context)
{
    static const OSSL_DISPATCH functions[] = {
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_NEW, keymgmt_new),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_FREE, keymgmt_free),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_DUP, keymgmt_dup),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_LOAD, keymgmt_load),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_HAS, keymgmt_has),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_MATCH, keymgmt_match),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_VALIDATE, keymgmt_validate),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_IMPORT, keymgmt_import),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_IMPORT_TYPES, provider_sm2_key_types),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_EXPORT, keymgmt_export),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_EXPORT_TYPES, provider_sm2_key_types),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_GET_PARAMS, keymgmt_get_params),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_GETTABLE_PARAMS, keymgmt_gettable_params),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_SET_PARAMS, keymgmt_set_params),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_SETTABLE_PARAMS, keymgmt_settable_params),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_GEN_INIT, keymgmt_gen_init),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_GEN_SET_TEMPLATE, keymgmt_gen_set_template),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_GEN_SET_PARAMS, keymgmt_gen_set_params),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_GEN_SETTABLE_PARAMS, keymgmt_gen_settable_params),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_GEN, keymgmt_gen),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_GEN_CLEANUP, keymgmt_gen_cleanup),
        PROVIDER_FUNCTION(OSSL_FUNC_KEYMGMT_QUERY_OPERATION_NAME, keymgmt_query_operation_name),
        PROVIDER_FUNCTIONS_END,
    };
    static const OSSL_ALGORITHM table[] = {
        PROVIDER_ALGORITHM(PROVIDER_SM2_NAMES, functions, "SM2 keys"),
        {NULL, NULL, NULL, NULL},
    };

    (void)context;
    return table;
}
