/* SPDX-License-Identifier: Apache-2.0 */
/* What the MACs of GB/T 15852.1 share: padding, the chain over whole messages, tags. */
#ifndef MIFU_SM4_MAC_CHAIN_H
#define MIFU_SM4_MAC_CHAIN_H

#include "mifu/sm4_mac.h"

/*
 * The padded message as the chain sees it: an optional block in front, the message's own whole
 * blocks, an optional block at the end. At least one block in all.
 */
typedef struct mifu_sm4_mac_text {
    uint8_t front[16], end[16];
    const uint8_t *middle;
    size_t middle_blocks;
    int has_front, has_end;
} mifu_sm4_mac_text;

/* MIFU_ERR_ARGUMENT_NAME, MIFU_ERR_ARGUMENT_LENGTH, MIFU_ERR_ARGUMENT_NULL. */
mifu_status mifu_sm4_mac_text_init(mifu_sm4_mac_text *text, mifu_sm4_mac_padding padding,
                                   const uint8_t *msg, size_t msg_len);

/* Takes the last block off the text and gives a copy of it. */
void mifu_sm4_mac_text_split_last(uint8_t last[16], mifu_sm4_mac_text *text);

/* Takes the first block off the text and gives a copy of it. */
void mifu_sm4_mac_text_split_first(uint8_t first[16], mifu_sm4_mac_text *text);

/* chain = E(... E(chain ^ D_1) ... ^ D_q) over what is left of the text. */
void mifu_sm4_mac_text_chain(uint8_t chain[16], const mifu_sm4_key *key,
                             const mifu_sm4_mac_text *text);

/* Zeroes the copies of message bytes. */
void mifu_sm4_mac_text_wipe(mifu_sm4_mac_text *text);

/* K1, for a whole last block, and K2, for a padded one: SP 800-38B 6.1. `l` is E(0). */
void mifu_sm4_cmac_subkeys(uint8_t subkeys[2][16], const mifu_sm4_key *key);
void mifu_sm4_cmac_subkeys_of(uint8_t subkeys[2][16], const uint8_t l[16]);

#endif
