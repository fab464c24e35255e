/* SPDX-License-Identifier: Apache-2.0 */
/* SM2 keys: memory, import and export. */
#include "provider_sm2_key.h"

#include <string.h>

#include "provider_error.h"
#include "provider_params.h"

provider_sm2_key *provider_sm2_key_new(provider_context *provider)
{
    provider_sm2_key *key = provider_zalloc(provider, sizeof *key);

    if (key != NULL)
        key->provider = provider;
    return key;
}

void provider_sm2_key_free(provider_sm2_key *key)
{
    if (key == NULL)
        return;
    provider_sm2_table_release(key->provider, key->table);
    provider_clear_free(key->provider, key, sizeof *key);
}

provider_sm2_key *provider_sm2_key_copy(const provider_sm2_key *key, int with_private)
{
    provider_sm2_key *copy = provider_sm2_key_new(key->provider);

    if (copy == NULL)
        return NULL;
    copy->has_public = key->has_public;
    copy->public_key = key->public_key;
    copy->table = provider_sm2_table_share(key->table);
    if (with_private && key->has_private) {
        copy->has_private = 1;
        copy->private_key = key->private_key;
    }
    return copy;
}

/* A copy that shares the old table keeps it. */
static void set_public_part(provider_sm2_key *key, const mifu_sm2_public_key *public_key)
{
    provider_sm2_table_release(key->provider, key->table);
    key->table = provider_sm2_table_new(key->provider);
    key->public_key = *public_key;
    key->has_public = 1;
}

void provider_sm2_key_set_private(provider_sm2_key *key, const mifu_sm2_private_key *private_key)
{
    mifu_sm2_public_key public_key;

    mifu_sm2_public_key_from_private(&public_key, private_key);
    set_public_part(key, &public_key);
    key->private_key = *private_key;
    key->has_private = 1;
}

void provider_sm2_key_set_public(provider_sm2_key *key, const mifu_sm2_public_key *public_key)
{
    set_public_part(key, public_key);
    key->provider->core.cleanse(&key->private_key, sizeof key->private_key);
    key->has_private = 0;
}

int provider_sm2_is_group(const OSSL_PARAM *param)
{
    const char *text;
    size_t len;

    return provider_param_text(param, &text, &len) &&
           (provider_name_is(text, len, "SM2") || provider_name_is(text, len, "curveSM2") ||
            provider_name_is(text, len, "sm2p256v1") ||
            provider_name_is(text, len, "1.2.156.10197.1.301"));
}

int provider_sm2_selects_private(void *provctx, int selection)
{
    (void)provctx;
    return selection == 0 || (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0;
}

int provider_sm2_needs_public(provider_context *provider, const provider_sm2_key *key)
{
    if (key != NULL && key->has_public)
        return 1;
    PROVIDER_RAISE(provider, PROVIDER_R_KEY_MISSING, "the public key is needed");
    return 0;
}

int provider_sm2_needs_private(provider_context *provider, const provider_sm2_key *key)
{
    if (key != NULL && key->has_private)
        return 1;
    PROVIDER_RAISE(provider, PROVIDER_R_KEY_MISSING, "the private key is needed");
    return 0;
}

static int import_private(provider_context *provider, mifu_sm2_private_key *key,
                          const OSSL_PARAM *param)
{
    uint8_t d[MIFU_SM2_PRIVATE_KEY_SIZE];
    int ok = provider_param_integer(param, d, sizeof d);

    if (ok)
        ok = PROVIDER_CHECK(provider, mifu_sm2_private_key_from_bytes(key, d), "private key");
    else
        PROVIDER_RAISE(provider, PROVIDER_R_PARAMETER, "%s is no integer of 256 bits", param->key);
    provider->core.cleanse(d, sizeof d);
    return ok;
}

static int import_public(provider_context *provider, mifu_sm2_public_key *key,
                         const OSSL_PARAM *param)
{
    const uint8_t *point;
    size_t len;

    if (!provider_param_octets(param, &point, &len)) {
        PROVIDER_RAISE(provider, PROVIDER_R_PARAMETER, "%s", param->key);
        return 0;
    }
    return PROVIDER_CHECK(provider, mifu_sm2_public_key_from_bytes(key, point, len), "public key");
}

/*
 * The curve: by its name. A key without any parameters of a curve is of the curve that its type
 * names; one with explicit parameters and no name is refused.
 */
static int import_group(provider_context *provider, const OSSL_PARAM params[])
{
    const OSSL_PARAM *group = provider_param_find(params, OSSL_PKEY_PARAM_GROUP_NAME);

    if (group == NULL ? provider_param_find(params, OSSL_PKEY_PARAM_EC_P) == NULL
                      : provider_sm2_is_group(group))
        return 1;
    PROVIDER_RAISE(provider, MIFU_ERR_UNSUPPORTED_CURVE, "the curve must be named SM2");
    return 0;
}

int provider_sm2_key_import(provider_sm2_key *key, int selection, const OSSL_PARAM params[])
{
    provider_context *provider = key->provider;
    const OSSL_PARAM *public_part = provider_param_find(params, OSSL_PKEY_PARAM_PUB_KEY);
    const OSSL_PARAM *private_part = provider_param_find(params, OSSL_PKEY_PARAM_PRIV_KEY);
    mifu_sm2_private_key private_key;
    mifu_sm2_public_key public_key, own;
    int ok;

    if (!import_group(provider, params))
        return 0;
    if ((selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == 0)
        return 1; /* the curve alone, which the type implies */
    if ((selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) == 0)
        private_part = NULL;
    if (public_part == NULL && private_part == NULL) {
        PROVIDER_RAISE(provider, PROVIDER_R_PARAMETER_MISSING, "%s or %s", OSSL_PKEY_PARAM_PUB_KEY,
                       OSSL_PKEY_PARAM_PRIV_KEY);
        return 0;
    }
    if (public_part != NULL && !import_public(provider, &public_key, public_part))
        return 0;
    if (private_part == NULL) {
        provider_sm2_key_set_public(key, &public_key);
        return 1;
    }
    ok = import_private(provider, &private_key, private_part);
    if (ok) {
        mifu_sm2_public_key_from_private(&own, &private_key);
        ok = public_part == NULL || mifu_sm2_public_key_equal(&public_key, &own);
        if (!ok)
            PROVIDER_RAISE(provider, MIFU_ERR_RANGE_KEY_MISMATCH, "import");
    }
    if (ok)
        provider_sm2_key_set_private(key, &private_key);
    mifu_sm2_private_key_wipe(&private_key);
    return ok;
}

#define TEXT(key, text)                                                                            \
    (OSSL_PARAM)                                                                                   \
    {                                                                                              \
        (key), OSSL_PARAM_UTF8_STRING, (void *)(uintptr_t)(text), sizeof(text) - 1, 0              \
    }

int provider_sm2_key_export(const provider_sm2_key *key, int selection, OSSL_CALLBACK *callback,
                            void *argument)
{
    OSSL_PARAM params[6] = {{0}}, *next = params;
    uint8_t point[MIFU_SM2_PUBLIC_KEY_SIZE];
    uint8_t d[MIFU_SM2_PRIVATE_KEY_SIZE], number[MIFU_SM2_PRIVATE_KEY_SIZE];
    provider_context *provider = key->provider;
    int wants_private = (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0;
    int wants_public = (selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) != 0;
    int result;

    if ((wants_private && !key->has_private) || (wants_public && !key->has_public)) {
        PROVIDER_RAISE(provider, PROVIDER_R_KEY_MISSING, "export");
        return 0;
    }
    *next++ = TEXT(OSSL_PKEY_PARAM_GROUP_NAME, "SM2");
    *next++ = TEXT(OSSL_PKEY_PARAM_EC_ENCODING, OSSL_PKEY_EC_ENCODING_GROUP);
    *next++ = TEXT(OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT,
                   OSSL_PKEY_EC_POINT_CONVERSION_FORMAT_UNCOMPRESSED);
    if (wants_public) {
        mifu_sm2_public_key_to_bytes(point, &key->public_key);
        *next++ =
            (OSSL_PARAM){OSSL_PKEY_PARAM_PUB_KEY, OSSL_PARAM_OCTET_STRING, point, sizeof point, 0};
    }
    if (wants_private) {
        mifu_sm2_private_key_to_bytes(d, &key->private_key);
        *next = (OSSL_PARAM){OSSL_PKEY_PARAM_PRIV_KEY, OSSL_PARAM_UNSIGNED_INTEGER, number,
                             sizeof number, 0};
        provider_param_set_integer(next, OSSL_PKEY_PARAM_PRIV_KEY, d, sizeof d);
        provider->core.cleanse(d, sizeof d);
    }
    result = callback(params, argument);
    if (wants_private)
        provider->core.cleanse(number, sizeof number);
    return result;
}

const OSSL_PARAM *provider_sm2_key_types(int selection)
{
    /* Private part, public part, curve: a selection begins at the first that it wants. */
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_PRIV_KEY, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_PUB_KEY, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_GROUP_NAME, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_ENCODING, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_ROW(OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_END,
    };

    if ((selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0)
        return table;
    return (selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) != 0 ? table + 1 : table + 2;
}
