/* SPDX-License-Identifier: Apache-2.0 */
/* What the mechanisms of the generators provide. */
#ifndef MIFU_DRBG_INTERNAL_H
#define MIFU_DRBG_INTERNAL_H

#include "mifu/drbg.h"

/* Byte strings taken one after the other as one. */
typedef struct mifu_drbg_part {
    const uint8_t *data;
    size_t len;
} mifu_drbg_part;

typedef struct mifu_drbg_mechanics {
    size_t block; /* bytes of one output block */
    /* The first state, from entropy, nonce and personalisation: `count` parts. */
    void (*instantiate)(mifu_drbg *drbg, const mifu_drbg_part *parts, unsigned count);
    /* The next one, from entropy and additional input: two parts. */
    void (*reseed)(mifu_drbg *drbg, const mifu_drbg_part *parts, unsigned count);
    /* `len` bytes; moves the state on; the counter is not its business. */
    void (*generate)(uint8_t *out, size_t len, mifu_drbg *drbg, const mifu_drbg_part *additional);
} mifu_drbg_mechanics;

extern const mifu_drbg_mechanics mifu_drbg_hash, mifu_drbg_hmac, mifu_drbg_ctr;

/* SP 800-90A 10.3.1, SM3_df of GM/T 0105: up to 255 * 32 bytes from up to four parts. */
void mifu_drbg_hash_df(uint8_t *out, size_t out_len, const mifu_drbg_part *parts, unsigned count);

/* SP 800-90A 10.3.2, SM4_df of GM/T 0105, for 32 bytes. */
void mifu_drbg_block_cipher_df(uint8_t out[32], const mifu_drbg_part *parts, unsigned count);

#endif
