/* SPDX-License-Identifier: Apache-2.0 */
/*
 * 128-EIA3 of whole bytes. The IV has five bytes: COUNT, big-endian, then BEARER in the highest
 * five bits and DIRECTION in the next one; the two bits below have no meaning.
 */
#include "mifu/zuc.h"
#include "provider_mac.h"

enum { EIA3_IV_SIZE = 5 };

typedef struct eia3_context {
    provider_mac mac;
    mifu_zuc_mac zuc;
} eia3_context;

static size_t eia3_size(const provider_mac *mac)
{
    (void)mac;
    return MIFU_ZUC_EIA3_MAC_SIZE;
}

static int eia3_start(provider_mac *mac)
{
    const uint8_t *iv = mac->iv;
    uint32_t count = (uint32_t)iv[0] << 24 | (uint32_t)iv[1] << 16 | (uint32_t)iv[2] << 8 | iv[3];

    return PROVIDER_CHECK(mac->provider,
                          mifu_zuc_eia3_init(&((eia3_context *)mac)->zuc, mac->key, count,
                                             iv[4] >> 3, iv[4] >> 2 & 1),
                          "EIA3");
}

static mifu_status eia3_update(provider_mac *mac, const uint8_t *data, size_t len)
{
    return mifu_zuc_mac_update(&((eia3_context *)mac)->zuc, data, len);
}

static mifu_status eia3_final(provider_mac *mac, uint8_t *tag)
{
    return mifu_zuc_mac_final(tag, &((eia3_context *)mac)->zuc, 0, 0);
}

static const provider_mac_form eia3_form = {
    .name = "ZUC-128-EIA3",
    .context_size = sizeof(eia3_context),
    .key_size = MIFU_ZUC_KEY_SIZE,
    .iv_min = EIA3_IV_SIZE,
    .iv_max = EIA3_IV_SIZE,
    .size = eia3_size,
    .start = eia3_start,
    .update = eia3_update,
    .final = eia3_final,
};
PROVIDER_MAC(eia3)
