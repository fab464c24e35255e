/* SPDX-License-Identifier: Apache-2.0 */
/* What ZUC-GXM and ZUC-MUR share: the hash, and what is checked of a call. */
#ifndef MIFU_ZUC_AEAD_INTERNAL_H
#define MIFU_ZUC_AEAD_INTERNAL_H

#include "mifu/zuc_aead.h"

/* Bytes of text, and of associated data, stay below: GHASH has 64 bits for a length in bits. */
#define MIFU_ZUC_AEAD_LIMIT (UINT64_C(1) << 61)

/*
 * GHASH of associated data and then of text, each filled up with zeros, and of their lengths in
 * bits. `bytes` is how much there will probably be. Text may follow associated data and not the
 * other way round; both in pieces.
 */
void mifu_zuc_hash_init(mifu_zuc_hash *hash, const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE],
                        uint64_t bytes);
void mifu_zuc_hash_aad(mifu_zuc_hash *hash, const uint8_t *aad, size_t len);
void mifu_zuc_hash_text(mifu_zuc_hash *hash, const uint8_t *text, size_t len);
void mifu_zuc_hash_final(uint8_t out[16], mifu_zuc_hash *hash);

/* The pointers of a one-shot call: text in and out of `len` bytes; the tag, written or read. */
typedef struct mifu_zuc_aead_call {
    uint8_t *out;
    const uint8_t *in;
    size_t len;
    const uint8_t *aad;
    size_t aad_len;
    const uint8_t *tag;
    size_t tag_len;
} mifu_zuc_aead_call;

mifu_status mifu_zuc_aead_check(const mifu_zuc_aead_call *call, const uint8_t *key,
                                const uint8_t *hash_key, const uint8_t *iv);

#endif
