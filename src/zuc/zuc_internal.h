/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of ZUC share. */
#ifndef MIFU_ZUC_INTERNAL_H
#define MIFU_ZUC_INTERNAL_H

#include "mifu/zuc.h"

/* Where a context stands; a zeroed one is ended. */
enum {
    MIFU_ZUC_STAGE_ENDED = 0,
    MIFU_ZUC_STAGE_STREAM = 1,
    MIFU_ZUC_STAGE_EIA3 = 2,
    MIFU_ZUC_STAGE_MAC256 = 3,
    MIFU_ZUC_STAGE_ENCRYPT = 4,
    MIFU_ZUC_STAGE_DECRYPT = 5,
    MIFU_ZUC_STAGE_ENCRYPT_AAD = 6, /* associated data may still come */
    MIFU_ZUC_STAGE_DECRYPT_AAD = 7
};

/* mifu_zuc_init() as the library itself uses it: also while it is being closed (base_state.h). */
void mifu_zuc_start(mifu_zuc *zuc, const uint8_t key[16], const uint8_t iv[16]);

/* Loads key and IV and runs the initialisation of ZUC-128. */
void mifu_zuc_load(mifu_zuc_state *state, const uint8_t key[16], const uint8_t iv[16]);

/* The same of ZUC-256. tag_len: 0 for the key stream, or 4, 8, 16. Errors as of
 * mifu_zuc256_init(). */
mifu_status mifu_zuc256_load(mifu_zuc_state *state, const uint8_t key[32], const uint8_t *iv,
                             size_t iv_len, size_t tag_len);

/* What the two do before the rounds of initialisation: cells, and how many rounds follow. */
unsigned mifu_zuc_cells(mifu_zuc_state *state, const uint8_t key[16], const uint8_t iv[16]);
mifu_status mifu_zuc256_cells(mifu_zuc_state *state, unsigned *rounds, const uint8_t key[32],
                              const uint8_t *iv, size_t iv_len, size_t tag_len);

/* The first words of a MAC, from a loaded state. stage: MIFU_ZUC_STAGE_EIA3 or .._MAC256. */
void mifu_zuc_mac_begin(mifu_zuc_mac *mac, uint32_t stage, unsigned tag_words);

/* The IVs of 128-EEA3 and 128-EIA3. */
void mifu_zuc_eea3_iv(uint8_t iv[16], uint32_t count, unsigned bearer, unsigned direction);
void mifu_zuc_eia3_iv(uint8_t iv[16], uint32_t count, unsigned bearer, unsigned direction);

/* The limits of lengths in bits. */
#define MIFU_ZUC_3GPP_BITS_MAX UINT64_C(0xffffffff)                /* LENGTH has 32 bits */
#define MIFU_ZUC_MAC_BITS_MAX  ((UINT64_C(1) << 61) - UINT64_C(1)) /* as for the hashes */

/* What 128-EEA3 and 128-EIA3 check alike. */
mifu_status mifu_zuc_check_3gpp(unsigned bearer, unsigned direction);

#endif
