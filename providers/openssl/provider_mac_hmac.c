/* SPDX-License-Identifier: Apache-2.0 */
/* HMAC with SM3, and with SHA-256 and SHA-224 where the configuration asks for them. */
#include "mifu/hmac.h"
#include "provider_digest.h"
#include "provider_mac.h"

typedef struct hmac_context {
    provider_mac mac;
    mifu_hmac hmac;
} hmac_context;

static size_t hmac_size(const provider_mac *mac)
{
    return mifu_hash_digest_size((mifu_hash_algorithm)mac->selected);
}

static int hmac_start(provider_mac *mac)
{
    mifu_hmac_key key;
    int done = PROVIDER_CHECK(
        mac->provider,
        mifu_hmac_key_init(&key, (mifu_hash_algorithm)mac->selected, mac->key, mac->key_len),
        "HMAC");

    if (done)
        mifu_hmac_init(&((hmac_context *)mac)->hmac, &key);
    mifu_hmac_key_wipe(&key);
    return done;
}

static mifu_status hmac_update(provider_mac *mac, const uint8_t *data, size_t len)
{
    mifu_hmac_update(&((hmac_context *)mac)->hmac, data, len);
    return MIFU_OK;
}

static mifu_status hmac_final(provider_mac *mac, uint8_t *tag)
{
    mifu_hmac_final(tag, &((hmac_context *)mac)->hmac);
    return MIFU_OK;
}

static const provider_mac_form hmac_form = {
    .name = "HMAC",
    .selector = OSSL_MAC_PARAM_DIGEST,
    .context_size = sizeof(hmac_context),
    .block_size = MIFU_HASH_MAX_BLOCK_SIZE,
    .select = provider_digest_named,
    .size = hmac_size,
    .start = hmac_start,
    .update = hmac_update,
    .final = hmac_final,
};
PROVIDER_MAC(hmac)
