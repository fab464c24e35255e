/* SPDX-License-Identifier: Apache-2.0 */
/* CMAC and GMAC with SM4. */
#include "mifu/sm4_aead.h"
#include "mifu/sm4_mac.h"
#include "provider_mac.h"

typedef struct sm4_mac_context {
    provider_mac mac;
    union {
        mifu_sm4_cmac cmac;
        mifu_sm4_gmac gmac;
    } stream;
} sm4_mac_context;

static int cmac_select(provider_context *context, const char *name, size_t len)
{
    (void)context;
    return provider_name_is(name, len, "SM4-CBC") || provider_name_is(name, len, "SM4") ||
           provider_name_is(name, len, "1.2.156.10197.1.104.2");
}

static int gmac_select(provider_context *context, const char *name, size_t len)
{
    (void)context;
    return provider_name_is(name, len, "SM4-GCM") ||
           provider_name_is(name, len, "1.2.156.10197.1.104.8");
}

static size_t sm4_mac_size(const provider_mac *mac)
{
    (void)mac;
    return MIFU_SM4_MAC_SIZE;
}

/* A new prepared key in place of the last one. */
static int prepare_key(provider_mac *mac)
{
    provider_sm4_key *key = provider_sm4_key_new(mac->provider, mac->key);

    if (key == NULL)
        return 0;
    provider_sm4_key_release(mac->provider, mac->sm4_key);
    mac->sm4_key = key;
    return 1;
}

static int cmac_start(provider_mac *mac)
{
    sm4_mac_context *sm4 = (sm4_mac_context *)mac;

    return prepare_key(mac) &&
           PROVIDER_CHECK(mac->provider,
                          mifu_sm4_cmac_init(&sm4->stream.cmac, provider_sm4_key_of(mac->sm4_key)),
                          "CMAC");
}

static int gmac_start(provider_mac *mac)
{
    sm4_mac_context *sm4 = (sm4_mac_context *)mac;

    return prepare_key(mac) &&
           PROVIDER_CHECK(mac->provider,
                          mifu_sm4_gmac_init(&sm4->stream.gmac, provider_sm4_key_of(mac->sm4_key),
                                             mac->iv, mac->iv_len),
                          "GMAC");
}

static mifu_status cmac_update(provider_mac *mac, const uint8_t *data, size_t len)
{
    return mifu_sm4_cmac_update(&((sm4_mac_context *)mac)->stream.cmac, data, len);
}

static mifu_status gmac_update(provider_mac *mac, const uint8_t *data, size_t len)
{
    return mifu_sm4_gmac_update(&((sm4_mac_context *)mac)->stream.gmac, data, len);
}

static mifu_status cmac_final(provider_mac *mac, uint8_t *tag)
{
    return mifu_sm4_cmac_final(tag, MIFU_SM4_MAC_SIZE, &((sm4_mac_context *)mac)->stream.cmac);
}

static mifu_status gmac_final(provider_mac *mac, uint8_t *tag)
{
    return mifu_sm4_gmac_final(tag, MIFU_SM4_TAG_SIZE, &((sm4_mac_context *)mac)->stream.gmac);
}

static const provider_mac_form cmac_form = {
    .name = "CMAC",
    .selector = OSSL_MAC_PARAM_CIPHER,
    .context_size = sizeof(sm4_mac_context),
    .key_size = MIFU_SM4_KEY_SIZE,
    .block_size = MIFU_SM4_BLOCK_SIZE,
    .select = cmac_select,
    .size = sm4_mac_size,
    .start = cmac_start,
    .update = cmac_update,
    .final = cmac_final,
};
PROVIDER_MAC(cmac)

static const provider_mac_form gmac_form = {
    .name = "GMAC",
    .selector = OSSL_MAC_PARAM_CIPHER,
    .context_size = sizeof(sm4_mac_context),
    .key_size = MIFU_SM4_KEY_SIZE,
    .iv_min = 1,
    .iv_max = PROVIDER_IV_MAX,
    .select = gmac_select,
    .size = sm4_mac_size,
    .start = gmac_start,
    .update = gmac_update,
    .final = gmac_final,
};
PROVIDER_MAC(gmac)
