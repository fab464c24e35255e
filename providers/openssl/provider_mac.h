/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the MACs share: provider-mac(7). A MAC fills a provider_mac_form and puts a provider_mac
 * first in its context.
 *
 * HMAC, CMAC and GMAC are names for any digest or cipher. The parameter that names it decides: with
 * one of ours the work is done here, with any other the whole context is another provider's.
 */
#ifndef MIFU_PROVIDER_MAC_H
#define MIFU_PROVIDER_MAC_H

#include "provider_cipher.h"
#include "provider_delegate.h"

typedef struct provider_mac provider_mac;

typedef struct provider_mac_form {
    const char *name;        /* of the algorithm, for other providers */
    const char *selector;    /* the parameter that names digest or cipher; NULL: there is none */
    size_t context_size;     /* bytes of the whole context */
    size_t key_size;         /* bytes; 0: any */
    size_t block_size;       /* bytes, for the parameter; 0: not said */
    unsigned iv_min, iv_max; /* bytes; 0: there is none */
    /* Whether the name is ours: a number above 0 for it, or 0. NULL where there is no selector. */
    int (*select)(provider_context *context, const char *name, size_t len);
    size_t (*size)(const provider_mac *mac); /* bytes of the tag, once it is selected */
    /* Starts a message with mac->key and mac->iv: 1, or 0 with an error raised. */
    int (*start)(provider_mac *mac);
    mifu_status (*update)(provider_mac *mac, const uint8_t *data, size_t len);
    mifu_status (*final)(provider_mac *mac, uint8_t *tag);
} provider_mac_form;

struct provider_mac {
    provider_context *provider;
    const provider_mac_form *form;
    int selected; /* what `select` gave, 0: nothing yet */
    int started;
    provider_delegate other; /* with an owner: the other provider does the work */
    void *other_context;
    uint8_t *key; /* own memory, NULL: none was set */
    size_t key_len;
    provider_sm4_key *sm4_key; /* may be used by the form: shared by copies, released at the end */
    uint8_t iv[PROVIDER_IV_MAX];
    size_t iv_len;
    int iv_set;
};

extern const OSSL_DISPATCH provider_hmac_functions[], provider_cmac_functions[],
    provider_gmac_functions[], provider_eia3_functions[];

void *provider_mac_new(void *provctx, const provider_mac_form *form);
OSSL_FUNC_mac_freectx_fn provider_mac_free;
OSSL_FUNC_mac_dupctx_fn provider_mac_dup;
OSSL_FUNC_mac_init_fn provider_mac_init;
OSSL_FUNC_mac_update_fn provider_mac_update;
OSSL_FUNC_mac_final_fn provider_mac_final;
OSSL_FUNC_mac_get_ctx_params_fn provider_mac_get_ctx_params;
OSSL_FUNC_mac_gettable_ctx_params_fn provider_mac_gettable_ctx_params;
OSSL_FUNC_mac_set_ctx_params_fn provider_mac_set_ctx_params;
OSSL_FUNC_mac_settable_ctx_params_fn provider_mac_settable_ctx_params;

/* The table of functions of a MAC from its form. */
#define PROVIDER_MAC(name)                                                                         \
    static OSSL_FUNC_mac_newctx_fn name##_newctx;                                                  \
    static void *name##_newctx(void *provctx)                                                      \
    {                                                                                              \
        return provider_mac_new(provctx, &name##_form);                                            \
    }                                                                                              \
    const OSSL_DISPATCH provider_##name##_functions[] = {                                          \
        PROVIDER_FUNCTION(OSSL_FUNC_MAC_NEWCTX, name##_newctx),                                    \
        PROVIDER_FUNCTION(OSSL_FUNC_MAC_FREECTX, provider_mac_free),                               \
        PROVIDER_FUNCTION(OSSL_FUNC_MAC_DUPCTX, provider_mac_dup),                                 \
        PROVIDER_FUNCTION(OSSL_FUNC_MAC_INIT, provider_mac_init),                                  \
        PROVIDER_FUNCTION(OSSL_FUNC_MAC_UPDATE, provider_mac_update),                              \
        PROVIDER_FUNCTION(OSSL_FUNC_MAC_FINAL, provider_mac_final),                                \
        PROVIDER_FUNCTION(OSSL_FUNC_MAC_GET_CTX_PARAMS, provider_mac_get_ctx_params),              \
        PROVIDER_FUNCTION(OSSL_FUNC_MAC_GETTABLE_CTX_PARAMS, provider_mac_gettable_ctx_params),    \
        PROVIDER_FUNCTION(OSSL_FUNC_MAC_SET_CTX_PARAMS, provider_mac_set_ctx_params),              \
        PROVIDER_FUNCTION(OSSL_FUNC_MAC_SETTABLE_CTX_PARAMS, provider_mac_settable_ctx_params),    \
        PROVIDER_FUNCTIONS_END,                                                                    \
    };

#endif
