/* SPDX-License-Identifier: Apache-2.0 */
/* CBC-MAC with SM4: GB/T 15852.1-2020 MAC algorithm 1. */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"
#include "sm4_mac_chain.h"
#include "sm4_stage.h"

#include "base_bytes.h"

mifu_status mifu_sm4_cbc_mac_mac(uint8_t *tag, size_t tag_len, const mifu_sm4_key *key,
                                 mifu_sm4_mac_padding padding, const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_mac_text text;
    uint8_t chain[16] = {0};
    mifu_status status;

    if (tag == NULL || key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (tag_len < 1 || tag_len > 16)
        return MIFU_ERR_ARGUMENT_LENGTH;
    status = mifu_sm4_mac_text_init(&text, padding, msg, msg_len);
    if (status == MIFU_OK) {
        mifu_sm4_mac_text_chain(chain, key, &text);
        memcpy(tag, chain, tag_len);
    }
    mifu_wipe(chain, sizeof chain);
    mifu_sm4_mac_text_wipe(&text);
    return status;
}

mifu_status mifu_sm4_cbc_mac_verify(const mifu_sm4_key *key, mifu_sm4_mac_padding padding,
                                    const uint8_t *msg, size_t msg_len, const uint8_t *tag,
                                    size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t expected[16];
    mifu_status status;

    if (tag == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (tag_len < 1 || tag_len > 16)
        return MIFU_ERR_ARGUMENT_LENGTH;
    status = mifu_sm4_cbc_mac_mac(expected, sizeof expected, key, padding, msg, msg_len);
    if (status == MIFU_OK)
        status = mifu_compare_tags(expected, tag, tag_len);
    mifu_wipe(expected, sizeof expected);
    return status;
}

mifu_status mifu_sm4_cbc_mac_init(mifu_sm4_cbc_mac *mac, const mifu_sm4_key *key,
                                  mifu_sm4_mac_padding padding, uint64_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (mac == NULL || key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (padding != MIFU_SM4_MAC_PADDING_NONE && padding != MIFU_SM4_MAC_PADDING_M1 &&
        padding != MIFU_SM4_MAC_PADDING_M2 && padding != MIFU_SM4_MAC_PADDING_M3)
        return MIFU_ERR_ARGUMENT_NAME;
    memset(mac, 0, sizeof *mac);
    mac->key = key;
    mac->padding = (uint32_t)padding;
    mac->declared = msg_len;
    mac->stage = MIFU_SM4_STAGE_MAC;
    if (padding == MIFU_SM4_MAC_PADDING_M3) {
        uint8_t front[16];

        mifu_store64_be(front, msg_len >> 61);
        mifu_store64_be(front + 8, msg_len << 3);
        mifu_sm4_kernels_in_use()->cbc_mac(key, mac->chain, front, 1);
    }
    return MIFU_OK;
}

/* A block is chained when it is full: no padding but M2 adds one, and that one may be empty. */
mifu_status mifu_sm4_cbc_mac_update(mifu_sm4_cbc_mac *mac, const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    size_t fill, n;

    if (mac == NULL || (msg == NULL && msg_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (mac->stage != MIFU_SM4_STAGE_MAC)
        return MIFU_ERR_ARGUMENT_STATE;
    fill = (size_t)(mac->length % 16);
    if (msg_len > UINT64_MAX - mac->length)
        return MIFU_ERR_LIMIT;
    mac->length += msg_len;
    if (fill != 0) {
        n = msg_len < 16 - fill ? msg_len : 16 - fill;
        mifu_copy(mac->held + fill, msg, n);
        if (fill + n < 16)
            return MIFU_OK;
        kernels->cbc_mac(mac->key, mac->chain, mac->held, 1);
        msg += n;
        msg_len -= n;
    }
    n = msg_len - msg_len % 16;
    if (n != 0)
        kernels->cbc_mac(mac->key, mac->chain, msg, n / 16);
    if (msg_len != n)
        memcpy(mac->held, msg + n, msg_len - n);
    return MIFU_OK;
}

mifu_status mifu_sm4_cbc_mac_final(uint8_t *tag, size_t tag_len, mifu_sm4_cbc_mac *mac)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_mac_padding padding;
    mifu_status status = MIFU_OK;
    size_t fill;

    if (tag == NULL || mac == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (mac->stage != MIFU_SM4_STAGE_MAC)
        return MIFU_ERR_ARGUMENT_STATE;
    padding = (mifu_sm4_mac_padding)mac->padding;
    fill = (size_t)(mac->length % 16);
    if (tag_len < 1 || tag_len > 16)
        status = MIFU_ERR_ARGUMENT_LENGTH;
    if (padding == MIFU_SM4_MAC_PADDING_NONE && (fill != 0 || mac->length == 0))
        status = MIFU_ERR_ARGUMENT_LENGTH;
    if (padding == MIFU_SM4_MAC_PADDING_M3 && mac->length != mac->declared)
        status = MIFU_ERR_ARGUMENT_LENGTH;
    if (status == MIFU_OK) {
        if (fill != 0 || mac->length == 0 || padding == MIFU_SM4_MAC_PADDING_M2) {
            memset(mac->held + fill, 0, 16 - fill);
            if (padding == MIFU_SM4_MAC_PADDING_M2)
                mac->held[fill] = 0x80;
            mifu_sm4_kernels_in_use()->cbc_mac(mac->key, mac->chain, mac->held, 1);
        }
        memcpy(tag, mac->chain, tag_len);
    }
    mifu_sm4_cbc_mac_wipe(mac);
    return status;
}

void mifu_sm4_cbc_mac_wipe(mifu_sm4_cbc_mac *mac)
{
    mifu_wipe(mac, sizeof *mac);
}
