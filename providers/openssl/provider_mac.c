/* SPDX-License-Identifier: Apache-2.0 */
/* What the MACs share, and their table. */
#include "provider_mac.h"

#include <string.h>

/* A function of the other provider, with its type. */
#define OTHER(mac, type, id)                                                                       \
    ((OSSL_FUNC_##type##_fn *)provider_delegate_function((mac)->other.functions, (id)))

void *provider_mac_new(void *provctx, const provider_mac_form *form)
{
    provider_mac *mac = provider_zalloc(provctx, form->context_size);

    if (mac != NULL) {
        mac->provider = provctx;
        mac->form = form;
        mac->selected = form->selector == NULL;
    }
    return mac;
}

static void drop_other(provider_mac *mac)
{
    if (mac->other.owner == NULL)
        return;
    if (mac->other_context != NULL)
        OTHER(mac, mac_freectx, OSSL_FUNC_MAC_FREECTX)(mac->other_context);
    mac->other_context = NULL;
    provider_delegate_release(mac->provider, &mac->other);
}

void provider_mac_free(void *mctx)
{
    provider_mac *mac = mctx;

    if (mac == NULL)
        return;
    drop_other(mac);
    provider_sm4_key_release(mac->provider, mac->sm4_key);
    provider_clear_free(mac->provider, mac->key, mac->key_len + 1);
    provider_clear_free(mac->provider, mac, mac->form->context_size);
}

/* The key is kept as it is, also where another provider does the work: the digest may change. */
static int set_key(provider_mac *mac, const uint8_t *key, size_t len)
{
    uint8_t *fresh = provider_zalloc(mac->provider, len + 1);

    if (fresh == NULL)
        return 0;
    if (len > 0)
        memcpy(fresh, key, len);
    provider_clear_free(mac->provider, mac->key, mac->key_len + 1);
    mac->key = fresh;
    mac->key_len = len;
    return 1;
}

void *provider_mac_dup(void *mctx)
{
    const provider_mac *mac = mctx;
    provider_mac *copy = provider_zalloc(mac->provider, mac->form->context_size);

    if (copy == NULL)
        return NULL;
    memcpy(copy, mac, mac->form->context_size);
    provider_sm4_key_share(copy->sm4_key);
    provider_delegate_share(copy->provider, &copy->other);
    copy->key = NULL;
    copy->key_len = 0;
    copy->other_context = NULL;
    if (mac->other_context != NULL) {
        copy->other_context = OTHER(mac, mac_dupctx, OSSL_FUNC_MAC_DUPCTX)(mac->other_context);
        if (copy->other_context == NULL) {
            provider_mac_free(copy);
            return NULL;
        }
    }
    if (mac->key != NULL) {
        copy->key = provider_zalloc(mac->provider, mac->key_len + 1);
        if (copy->key == NULL) {
            provider_mac_free(copy);
            return NULL;
        }
        memcpy(copy->key, mac->key, mac->key_len);
        copy->key_len = mac->key_len;
    }
    return copy;
}

/* Hands the context over to another provider. */
static int hand_over(provider_mac *mac)
{
    OSSL_FUNC_mac_newctx_fn *newctx;

    mac->selected = 0;
    if (mac->other.owner != NULL)
        return 1;
    if (!provider_delegate_find(mac->provider, OSSL_OP_MAC, mac->form->name, &mac->other))
        return 0;
    newctx = OTHER(mac, mac_newctx, OSSL_FUNC_MAC_NEWCTX);
    mac->other_context = newctx == NULL ? NULL : newctx(mac->other.provctx);
    if (mac->other_context == NULL)
        drop_other(mac);
    return mac->other_context != NULL;
}

/* Looks at the parameter that names digest or cipher. */
static int select_by(provider_mac *mac, const OSSL_PARAM params[])
{
    const OSSL_PARAM *param =
        mac->form->selector == NULL ? NULL : provider_param_find(params, mac->form->selector);
    const char *name;
    size_t len;
    int selected;

    if (param == NULL)
        return 1;
    if (!provider_param_text(param, &name, &len)) {
        PROVIDER_RAISE(mac->provider, PROVIDER_R_PARAMETER, "%s", param->key);
        return 0;
    }
    selected = mac->form->select(mac->provider, name, len);
    mac->started = 0;
    if (selected == 0)
        return hand_over(mac);
    drop_other(mac);
    mac->selected = selected;
    return 1;
}

static int take_key(provider_mac *mac, const OSSL_PARAM params[])
{
    const OSSL_PARAM *param = provider_param_find(params, OSSL_MAC_PARAM_KEY);
    const uint8_t *data;
    size_t len;

    if (param == NULL)
        return 1;
    if (provider_param_octets(param, &data, &len))
        return set_key(mac, data, len);
    PROVIDER_RAISE(mac->provider, PROVIDER_R_PARAMETER, "%s", param->key);
    return 0;
}

static int take_iv(provider_mac *mac, const OSSL_PARAM params[])
{
    const OSSL_PARAM *param =
        mac->form->iv_max == 0 ? NULL : provider_param_find(params, OSSL_MAC_PARAM_IV);
    const uint8_t *data;
    size_t len;

    if (param == NULL)
        return 1;
    if (!provider_param_octets(param, &data, &len)) {
        PROVIDER_RAISE(mac->provider, PROVIDER_R_PARAMETER, "%s", param->key);
        return 0;
    }
    if (len < mac->form->iv_min || len > mac->form->iv_max) {
        PROVIDER_RAISE(mac->provider, PROVIDER_R_IV_LENGTH, "%zu bytes", len);
        return 0;
    }
    memcpy(mac->iv, data, len);
    mac->iv_len = len;
    mac->iv_set = 1;
    return 1;
}

int provider_mac_set_ctx_params(void *mctx, const OSSL_PARAM params[])
{
    provider_mac *mac = mctx;

    if (!select_by(mac, params) || !take_key(mac, params))
        return 0;
    if (mac->other.owner != NULL)
        return OTHER(mac, mac_set_ctx_params, OSSL_FUNC_MAC_SET_CTX_PARAMS)(mac->other_context,
                                                                            params);
    return take_iv(mac, params);
}

/* What a message of ours needs. */
static int is_ready(const provider_mac *mac)
{
    if (!mac->selected) {
        PROVIDER_RAISE(mac->provider, PROVIDER_R_PARAMETER_MISSING, "%s", mac->form->selector);
        return 0;
    }
    if (mac->key == NULL) {
        PROVIDER_RAISE(mac->provider, PROVIDER_R_KEY_MISSING, "%s", mac->form->name);
        return 0;
    }
    if (mac->form->key_size != 0 && mac->key_len != mac->form->key_size) {
        PROVIDER_RAISE(mac->provider, PROVIDER_R_KEY_LENGTH, "%zu bytes instead of %zu",
                       mac->key_len, mac->form->key_size);
        return 0;
    }
    if (mac->form->iv_max != 0 && !mac->iv_set) {
        PROVIDER_RAISE(mac->provider, PROVIDER_R_IV_MISSING, "%s", mac->form->name);
        return 0;
    }
    return 1;
}

int provider_mac_init(void *mctx, const unsigned char *key, size_t keylen,
                      const OSSL_PARAM params[])
{
    provider_mac *mac = mctx;

    mac->started = 0;
    if (!select_by(mac, params) || !take_key(mac, params) ||
        (key != NULL && !set_key(mac, key, keylen)))
        return 0;
    if (mac->other.owner != NULL)
        return OTHER(mac, mac_init, OSSL_FUNC_MAC_INIT)(mac->other_context, mac->key, mac->key_len,
                                                        params);
    if (!take_iv(mac, params) || !is_ready(mac))
        return 0;
    mac->started = mac->form->start(mac);
    mac->iv_set = 0; /* a message needs one of its own */
    return mac->started;
}

static int is_started(const provider_mac *mac)
{
    if (!mac->started)
        PROVIDER_RAISE(mac->provider, PROVIDER_R_NOT_STARTED, "%s", mac->form->name);
    return mac->started;
}

int provider_mac_update(void *mctx, const unsigned char *in, size_t inl)
{
    provider_mac *mac = mctx;

    if (mac->other.owner != NULL)
        return OTHER(mac, mac_update, OSSL_FUNC_MAC_UPDATE)(mac->other_context, in, inl);
    return is_started(mac) &&
           PROVIDER_CHECK(mac->provider, mac->form->update(mac, in, inl), mac->form->name);
}

int provider_mac_final(void *mctx, unsigned char *out, size_t *outl, size_t outsize)
{
    provider_mac *mac = mctx;
    size_t size;

    if (mac->other.owner != NULL)
        return OTHER(mac, mac_final, OSSL_FUNC_MAC_FINAL)(mac->other_context, out, outl, outsize);
    if (!is_started(mac))
        return 0;
    size = mac->form->size(mac);
    if (out == NULL || outsize < size) {
        PROVIDER_RAISE(mac->provider, MIFU_ERR_BUFFER, "%zu of %zu bytes",
                       out == NULL ? 0 : outsize, size);
        return 0;
    }
    mac->started = 0;
    *outl = size;
    return PROVIDER_CHECK(mac->provider, mac->form->final(mac, out), mac->form->name);
}

int provider_mac_get_ctx_params(void *mctx, OSSL_PARAM params[])
{
    provider_mac *mac = mctx;
    OSSL_FUNC_mac_get_ctx_params_fn *of_context;
    OSSL_FUNC_mac_get_params_fn *of_algorithm;

    if (mac->other.owner != NULL) {
        of_context = OTHER(mac, mac_get_ctx_params, OSSL_FUNC_MAC_GET_CTX_PARAMS);
        if (of_context != NULL)
            return of_context(mac->other_context, params);
        of_algorithm = OTHER(mac, mac_get_params, OSSL_FUNC_MAC_GET_PARAMS);
        return of_algorithm == NULL || of_algorithm(params);
    }
    /* Nothing is selected: the size is 0, as in the default provider. */
    return provider_param_set_size(params, OSSL_MAC_PARAM_SIZE,
                                   mac->selected ? mac->form->size(mac) : 0) &&
           (mac->form->block_size == 0 ||
            provider_param_set_size(params, OSSL_MAC_PARAM_BLOCK_SIZE,
                                    mac->selected ? mac->form->block_size : 0));
}

const OSSL_PARAM *provider_mac_gettable_ctx_params(void *mctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_MAC_PARAM_SIZE, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_MAC_PARAM_BLOCK_SIZE, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_END,
    };

    (void)mctx, (void)provctx;
    return table;
}

/* All that the default provider's HMAC, CMAC and GMAC take. */
const OSSL_PARAM *provider_mac_settable_ctx_params(void *mctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_MAC_PARAM_DIGEST, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_ROW(OSSL_MAC_PARAM_CIPHER, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_ROW(OSSL_MAC_PARAM_PROPERTIES, OSSL_PARAM_UTF8_STRING),
        PROVIDER_PARAM_ROW(OSSL_MAC_PARAM_KEY, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(OSSL_MAC_PARAM_IV, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(OSSL_MAC_PARAM_DIGEST_NOINIT, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_MAC_PARAM_DIGEST_ONESHOT, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_MAC_PARAM_TLS_DATA_SIZE, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_END,
    };

    (void)mctx, (void)provctx;
    return table;
}

const OSSL_ALGORITHM *provider_macs(const provider_context *context)
{
    static const OSSL_ALGORITHM table[] = {
        PROVIDER_ALGORITHM("HMAC", provider_hmac_functions, "HMAC, here with SM3"),
        PROVIDER_ALGORITHM("CMAC", provider_cmac_functions, "CMAC, here with SM4"),
        PROVIDER_ALGORITHM("GMAC:1.0.9797.3.4", provider_gmac_functions, "GMAC, here with SM4"),
        PROVIDER_ALGORITHM("ZUC-128-EIA3:EIA3:1.2.156.10197.1.802", provider_eia3_functions,
                           "128-EIA3"),
        {NULL, NULL, NULL, NULL},
    };

    (void)context;
    return table;
}
