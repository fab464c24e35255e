/* SPDX-License-Identifier: Apache-2.0 */
/* Padding to whole blocks and its removal, for ECB and CBC: see mifu_sm4_padding. */
#ifndef MIFU_SM4_PADDING_H
#define MIFU_SM4_PADDING_H

#include "mifu/sm4.h"
#include "sm4_feed.h"

int mifu_sm4_padding_is_known(mifu_sm4_padding padding);

/* Fills block[n .. 16) with the padding of a message whose last block has n < 16 bytes. */
void mifu_sm4_pad(uint8_t block[16], size_t n, mifu_sm4_padding padding);

/*
 * Mask of "the padding of this last block is right"; *n is then the number of message bytes in it,
 * 0 to 15. Constant time in the block.
 */
uint64_t mifu_sm4_unpad(uint64_t *n, const uint8_t block[16], mifu_sm4_padding padding);

/* One-shot encryption and decryption in a block mode: the contract of mifu_sm4_cbc_encrypt() and
 * mifu_sm4_cbc_decrypt(). */
mifu_status mifu_sm4_padded_encrypt(uint8_t *out, size_t out_cap, size_t *out_len,
                                    mifu_sm4_padding padding, const uint8_t *in, size_t in_len,
                                    mifu_sm4_run *run, void *mode);
mifu_status mifu_sm4_padded_decrypt(uint8_t *out, size_t out_cap, size_t *out_len,
                                    mifu_sm4_padding padding, const uint8_t *in, size_t in_len,
                                    mifu_sm4_run *run, void *mode);

/* The end of a stream: held[0 .. fill) are its last bytes. MIFU_ERR_BUFFER leaves all as it was. */
mifu_status mifu_sm4_padded_encrypt_final(uint8_t *out, size_t out_cap, size_t *out_len,
                                          mifu_sm4_padding padding, const uint8_t *held,
                                          size_t fill, mifu_sm4_run *run, void *mode);
mifu_status mifu_sm4_padded_decrypt_final(uint8_t *out, size_t out_cap, size_t *out_len,
                                          mifu_sm4_padding padding, const uint8_t *held,
                                          size_t fill, mifu_sm4_run *run, void *mode);

#endif
