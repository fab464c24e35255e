/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The MAC algorithms 2, 3, 4, 6, 7 and 8 of GB/T 15852.1-2020 with SM4: a chain over the padded
 * message with something of their own at its ends.
 */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"
#include "sm4_block.h"
#include "sm4_mac_chain.h"

static mifu_status check(const uint8_t *tag, size_t tag_len, size_t longest,
                         const mifu_sm4_key *key, const void *key2)
{
    if (tag == NULL || key == NULL || key2 == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    return tag_len < 1 || tag_len > longest ? MIFU_ERR_ARGUMENT_LENGTH : MIFU_OK;
}

mifu_status mifu_sm4_emac_mac(uint8_t *tag, size_t tag_len, const mifu_sm4_key *key,
                              const mifu_sm4_key *key2, mifu_sm4_mac_padding padding,
                              const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t chain[16];
    mifu_status status = check(tag, tag_len, 16, key, key2);

    if (status == MIFU_OK)
        status = mifu_sm4_cbc_mac_mac(chain, sizeof chain, key, padding, msg, msg_len);
    if (status == MIFU_OK) {
        mifu_sm4_one_encrypt(chain, key2, chain);
        memcpy(tag, chain, tag_len);
    }
    mifu_wipe(chain, sizeof chain);
    return status;
}

mifu_status mifu_sm4_ansi_retail_mac_mac(uint8_t *tag, size_t tag_len, const mifu_sm4_key *key,
                                         const mifu_sm4_key *key2, mifu_sm4_mac_padding padding,
                                         const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t chain[16];
    mifu_status status = check(tag, tag_len, 16, key, key2);

    if (status == MIFU_OK)
        status = mifu_sm4_cbc_mac_mac(chain, sizeof chain, key, padding, msg, msg_len);
    if (status == MIFU_OK) {
        mifu_sm4_one_decrypt(chain, key2, chain);
        mifu_sm4_one_encrypt(chain, key, chain);
        memcpy(tag, chain, tag_len);
    }
    mifu_wipe(chain, sizeof chain);
    return status;
}

/* E_K''(E_K(D_1)) begins the chain, E_K' ends it; K'' is K' with every other half byte, beginning
 * with the first, complemented. */
mifu_status mifu_sm4_macdes_mac(uint8_t *tag, size_t tag_len, const mifu_sm4_key *key,
                                const uint8_t key2[MIFU_SM4_KEY_SIZE], mifu_sm4_mac_padding padding,
                                const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_mac_text text;
    mifu_sm4_key second;
    uint8_t chain[16], k[16];
    mifu_status status = check(tag, tag_len, 16, key, key2);

    if (status == MIFU_OK)
        status = mifu_sm4_mac_text_init(&text, padding, msg, msg_len);
    if (status != MIFU_OK)
        return status;
    for (unsigned i = 0; i < 16; i++)
        k[i] = (uint8_t)(key2[i] ^ 0xf0);
    mifu_sm4_key_expand(&second, k);
    mifu_sm4_mac_text_split_first(chain, &text);
    mifu_sm4_one_encrypt(chain, key, chain);
    mifu_sm4_one_encrypt(chain, &second, chain);
    mifu_sm4_mac_text_chain(chain, key, &text);
    mifu_sm4_key_expand(&second, key2);
    mifu_sm4_one_encrypt(chain, &second, chain);
    memcpy(tag, chain, tag_len);
    mifu_wipe(k, sizeof k);
    mifu_wipe(chain, sizeof chain);
    mifu_sm4_key_wipe(&second);
    mifu_sm4_mac_text_wipe(&text);
    return MIFU_OK;
}

/* K1 = E_K(1) for the chain, K2 = E_K(2) for its last block. */
mifu_status mifu_sm4_lmac_mac(uint8_t *tag, size_t tag_len, const mifu_sm4_key *key,
                              mifu_sm4_mac_padding padding, const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_mac_text text;
    mifu_sm4_key derived;
    uint8_t chain[16] = {0}, last[16], k[2][16] = {{0}, {0}};
    mifu_status status = check(tag, tag_len, 16, key, key);

    if (status == MIFU_OK)
        status = mifu_sm4_mac_text_init(&text, padding, msg, msg_len);
    if (status != MIFU_OK)
        return status;
    k[0][15] = 1;
    k[1][15] = 2;
    mifu_sm4_kernels_in_use()->encrypt(key, k[0], k[0], 2);
    mifu_sm4_mac_text_split_last(last, &text);
    mifu_sm4_key_expand(&derived, k[0]);
    mifu_sm4_mac_text_chain(chain, &derived, &text);
    mifu_sm4_xor_block(chain, chain, last);
    mifu_sm4_key_expand(&derived, k[1]);
    mifu_sm4_one_encrypt(chain, &derived, chain);
    memcpy(tag, chain, tag_len);
    mifu_wipe(k, sizeof k);
    mifu_wipe(chain, sizeof chain);
    mifu_wipe(last, sizeof last);
    mifu_sm4_key_wipe(&derived);
    mifu_sm4_mac_text_wipe(&text);
    return MIFU_OK;
}

static int is_whole(size_t msg_len)
{
    return msg_len != 0 && msg_len % 16 == 0;
}

/* The left part of the CBC-MAC of a whole message, the right part of that of a padded one. */
mifu_status mifu_sm4_trcbc_mac(uint8_t *tag, size_t tag_len, const mifu_sm4_key *key,
                               const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t chain[16];
    mifu_status status = check(tag, tag_len, 8, key, key);
    mifu_sm4_mac_padding padding =
        is_whole(msg_len) ? MIFU_SM4_MAC_PADDING_NONE : MIFU_SM4_MAC_PADDING_M2;

    if (status == MIFU_OK)
        status = mifu_sm4_cbc_mac_mac(chain, sizeof chain, key, padding, msg, msg_len);
    if (status == MIFU_OK)
        memcpy(tag, is_whole(msg_len) ? chain : chain + 16 - tag_len, tag_len);
    mifu_wipe(chain, sizeof chain);
    return status;
}

/* The chain begins at E_K(0); the last input is rotated by one bit, to the right in a whole
 * message, to the left in a padded one. */
mifu_status mifu_sm4_cbcr_mac(uint8_t *tag, size_t tag_len, const mifu_sm4_key *key,
                              const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_mac_text text;
    uint8_t chain[16] = {0}, last[16];
    uint64_t high, low;
    mifu_status status = check(tag, tag_len, 16, key, key);

    if (status == MIFU_OK)
        status = mifu_sm4_mac_text_init(
            &text, is_whole(msg_len) ? MIFU_SM4_MAC_PADDING_NONE : MIFU_SM4_MAC_PADDING_M2, msg,
            msg_len);
    if (status != MIFU_OK)
        return status;
    mifu_sm4_mac_text_split_last(last, &text);
    mifu_sm4_one_encrypt(chain, key, chain);
    mifu_sm4_mac_text_chain(chain, key, &text);
    mifu_sm4_xor_block(chain, chain, last);
    high = mifu_load64_be(chain);
    low = mifu_load64_be(chain + 8);
    if (is_whole(msg_len)) {
        mifu_store64_be(chain, high >> 1 | low << 63);
        mifu_store64_be(chain + 8, low >> 1 | high << 63);
    } else {
        mifu_store64_be(chain, high << 1 | low >> 63);
        mifu_store64_be(chain + 8, low << 1 | high >> 63);
    }
    mifu_sm4_one_encrypt(chain, key, chain);
    memcpy(tag, chain, tag_len);
    mifu_wipe(chain, sizeof chain);
    mifu_wipe(last, sizeof last);
    mifu_sm4_mac_text_wipe(&text);
    return MIFU_OK;
}
