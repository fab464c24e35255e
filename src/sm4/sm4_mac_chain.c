/* SPDX-License-Identifier: Apache-2.0 */
/* Padding and chaining of GB/T 15852.1-2020 6.3 and 6.5. */
#include "sm4_mac_chain.h"

#include "base_secret.h"
#include "sm4_kernels.h"

#include "base_bytes.h"

mifu_status mifu_sm4_mac_text_init(mifu_sm4_mac_text *text, mifu_sm4_mac_padding padding,
                                   const uint8_t *msg, size_t msg_len)
{
    size_t tail = msg_len % 16;

    memset(text, 0, sizeof *text);
    if (padding != MIFU_SM4_MAC_PADDING_NONE && padding != MIFU_SM4_MAC_PADDING_M1 &&
        padding != MIFU_SM4_MAC_PADDING_M2 && padding != MIFU_SM4_MAC_PADDING_M3)
        return MIFU_ERR_ARGUMENT_NAME;
    if (msg == NULL && msg_len != 0)
        return MIFU_ERR_ARGUMENT_NULL;
    if (padding == MIFU_SM4_MAC_PADDING_NONE && (tail != 0 || msg_len == 0))
        return MIFU_ERR_ARGUMENT_LENGTH;
    text->middle = msg;
    text->middle_blocks = msg_len / 16;
    if (tail != 0)
        memcpy(text->end, msg + (msg_len - tail), tail);
    text->has_end = tail != 0;
    if (padding == MIFU_SM4_MAC_PADDING_M2) {
        text->end[tail] = 0x80;
        text->has_end = 1;
    } else if (padding == MIFU_SM4_MAC_PADDING_M3) {
        mifu_store64_be(text->front, (uint64_t)msg_len >> 61);
        mifu_store64_be(text->front + 8, (uint64_t)msg_len << 3);
        text->has_front = 1;
    }
    if (msg_len == 0) /* one block of zeros with M1 and M3 too */
        text->has_end = 1;
    return MIFU_OK;
}

void mifu_sm4_mac_text_split_last(uint8_t last[16], mifu_sm4_mac_text *text)
{
    if (text->has_end) {
        memcpy(last, text->end, 16);
        text->has_end = 0;
    } else if (text->middle_blocks != 0) {
        memcpy(last, text->middle + 16 * --text->middle_blocks, 16);
    } else {
        memcpy(last, text->front, 16);
        text->has_front = 0;
    }
}

void mifu_sm4_mac_text_split_first(uint8_t first[16], mifu_sm4_mac_text *text)
{
    if (text->has_front) {
        memcpy(first, text->front, 16);
        text->has_front = 0;
    } else if (text->middle_blocks != 0) {
        memcpy(first, text->middle, 16);
        text->middle += 16;
        text->middle_blocks--;
    } else {
        memcpy(first, text->end, 16);
        text->has_end = 0;
    }
}

void mifu_sm4_mac_text_chain(uint8_t chain[16], const mifu_sm4_key *key,
                             const mifu_sm4_mac_text *text)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();

    if (text->has_front)
        kernels->cbc_mac(key, chain, text->front, 1);
    if (text->middle_blocks != 0)
        kernels->cbc_mac(key, chain, text->middle, text->middle_blocks);
    if (text->has_end)
        kernels->cbc_mac(key, chain, text->end, 1);
}

void mifu_sm4_mac_text_wipe(mifu_sm4_mac_text *text)
{
    mifu_wipe(text, sizeof *text);
}
