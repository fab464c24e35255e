/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Message authentication codes with SM4: the eight algorithms of GB/T 15852.1-2020 (CBC-MAC, EMAC,
 * ANSI retail MAC, MacDES, CMAC, LMAC, TrCBC, CBCR). CMAC is the one to choose (also NIST SP
 * 800-38B, RFC 4493). The rules of sm4.h hold; MIFU_ERR_ARGUMENT_NULL and, for contexts,
 * MIFU_ERR_ARGUMENT_STATE are not repeated.
 *
 * A tag has tag_len bytes, 1 to 16 (TrCBC: 1 to 8), the leading bytes of the MAC; any other length
 * is MIFU_ERR_ARGUMENT_LENGTH. Short tags are weak: agree on the length beforehand and pass that,
 * never the length received. Verification compares in constant time: MIFU_OK or MIFU_INVALID.
 */
#ifndef MIFU_SM4_MAC_H
#define MIFU_SM4_MAC_H

#include "sm4.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIFU_SM4_MAC_SIZE 16 /* bytes of a full tag */

/* ---- CMAC: MAC algorithm 5 ---- */

MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cmac_mac(uint8_t *tag, size_t tag_len,
                                                       const mifu_sm4_key *key, const uint8_t *msg,
                                                       size_t msg_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cmac_verify(const mifu_sm4_key *key,
                                                          const uint8_t *msg, size_t msg_len,
                                                          const uint8_t *tag, size_t tag_len);

/* A message under way. */
typedef struct mifu_sm4_cmac {
    const mifu_sm4_key *key;
    uint32_t stage;
    uint32_t fill; /* bytes held back, 0 to 16 */
    uint8_t chain[MIFU_SM4_BLOCK_SIZE];
    uint8_t held[MIFU_SM4_BLOCK_SIZE];
} mifu_sm4_cmac;

MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cmac_init(mifu_sm4_cmac *cmac,
                                                        const mifu_sm4_key *key);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cmac_update(mifu_sm4_cmac *cmac, const uint8_t *msg,
                                                          size_t msg_len);
/* Writes the tag and wipes the context. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cmac_final(uint8_t *tag, size_t tag_len,
                                                         mifu_sm4_cmac *cmac);
MIFU_API void mifu_sm4_cmac_wipe(mifu_sm4_cmac *cmac);

/* ---- CBC-MAC: MAC algorithm 1 ---- */

/* Padding of messages to whole blocks: GB/T 15852.1 6.3 (ISO/IEC 9797-1 6.3). */
typedef enum mifu_sm4_mac_padding {
    MIFU_SM4_MAC_PADDING_NONE = 1, /* msg_len must be a multiple of 16 and not 0 */
    MIFU_SM4_MAC_PADDING_M1 = 2,   /* zeros up to a whole block; an empty message is one block */
    MIFU_SM4_MAC_PADDING_M2 = 3,   /* 80, then zeros: always at least one byte */
    MIFU_SM4_MAC_PADDING_M3 = 4    /* a first block with the length in bits, then as M1 */
} mifu_sm4_mac_padding;

/*
 * CBC-MAC is safe only where all messages under a key have one length, or with padding M3.
 * MIFU_ERR_ARGUMENT_NAME: no such padding. MIFU_ERR_ARGUMENT_LENGTH: also for NONE, as above.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cbc_mac_mac(uint8_t *tag, size_t tag_len,
                                                          const mifu_sm4_key *key,
                                                          mifu_sm4_mac_padding padding,
                                                          const uint8_t *msg, size_t msg_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cbc_mac_verify(const mifu_sm4_key *key,
                                                             mifu_sm4_mac_padding padding,
                                                             const uint8_t *msg, size_t msg_len,
                                                             const uint8_t *tag, size_t tag_len);

/* A message under way. */
typedef struct mifu_sm4_cbc_mac {
    const mifu_sm4_key *key;
    uint32_t stage;
    uint32_t padding;
    uint64_t length;   /* bytes taken so far */
    uint64_t declared; /* length promised to _init, for M3 */
    uint8_t chain[MIFU_SM4_BLOCK_SIZE];
    uint8_t held[MIFU_SM4_BLOCK_SIZE];
} mifu_sm4_cbc_mac;

/* Starts a message. msg_len is its length in bytes, needed and checked for M3, else ignored.
 * MIFU_ERR_ARGUMENT_NAME. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cbc_mac_init(mifu_sm4_cbc_mac *mac,
                                                           const mifu_sm4_key *key,
                                                           mifu_sm4_mac_padding padding,
                                                           uint64_t msg_len);
/* Takes msg_len bytes. MIFU_ERR_LIMIT: 2^64 bytes in all, or more; nothing was taken. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cbc_mac_update(mifu_sm4_cbc_mac *mac,
                                                             const uint8_t *msg, size_t msg_len);
/* Writes the tag and wipes. MIFU_ERR_ARGUMENT_LENGTH: tag_len, or the message's length does not
 * suit its padding or what was declared. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cbc_mac_final(uint8_t *tag, size_t tag_len,
                                                            mifu_sm4_cbc_mac *mac);
MIFU_API void mifu_sm4_cbc_mac_wipe(mifu_sm4_cbc_mac *mac);

/*
 * ---- The other algorithms of GB/T 15852.1, for protocols that prescribe them; one-shot ----
 *
 * Those with a padding return MIFU_ERR_ARGUMENT_NAME and MIFU_ERR_ARGUMENT_LENGTH as CBC-MAC does.
 */

/* MAC algorithm 2, EMAC: CBC-MAC under key, then one encryption under key2. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_emac_mac(uint8_t *tag, size_t tag_len,
                                                       const mifu_sm4_key *key,
                                                       const mifu_sm4_key *key2,
                                                       mifu_sm4_mac_padding padding,
                                                       const uint8_t *msg, size_t msg_len);
/* MAC algorithm 3, ANSI retail MAC: then decryption under key2 and encryption under key. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ansi_retail_mac_mac(
    uint8_t *tag, size_t tag_len, const mifu_sm4_key *key, const mifu_sm4_key *key2,
    mifu_sm4_mac_padding padding, const uint8_t *msg, size_t msg_len);
/*
 * MAC algorithm 4, MacDES: also encrypts the first block under key2 complemented in every other
 * half-byte, for which key2 is taken as bytes. Meant for two blocks or more.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_macdes_mac(uint8_t *tag, size_t tag_len,
                                                         const mifu_sm4_key *key,
                                                         const uint8_t key2[MIFU_SM4_KEY_SIZE],
                                                         mifu_sm4_mac_padding padding,
                                                         const uint8_t *msg, size_t msg_len);
/* MAC algorithm 6, LMAC: two keys derived from key; the last block under the second. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_lmac_mac(uint8_t *tag, size_t tag_len,
                                                       const mifu_sm4_key *key,
                                                       mifu_sm4_mac_padding padding,
                                                       const uint8_t *msg, size_t msg_len);
/* MAC algorithm 7, TrCBC: leading or trailing bytes of the last block; tag_len is 1 to 8. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_trcbc_mac(uint8_t *tag, size_t tag_len,
                                                        const mifu_sm4_key *key, const uint8_t *msg,
                                                        size_t msg_len);
/* MAC algorithm 8, CBCR: a rotation before the last encryption. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cbcr_mac(uint8_t *tag, size_t tag_len,
                                                       const mifu_sm4_key *key, const uint8_t *msg,
                                                       size_t msg_len);

#ifdef __cplusplus
}
#endif

#endif
