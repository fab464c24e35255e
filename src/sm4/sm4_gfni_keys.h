/* SPDX-License-Identifier: Apache-2.0 */
/* Where the rounds over GFNI read their keys: forwards to encrypt, backwards to decrypt. */
#ifndef MIFU_SM4_GFNI_KEYS_H
#define MIFU_SM4_GFNI_KEYS_H

#include <stddef.h>

#include "sm4_affine.h"
#include "sm4_key.h"

/* Corrections of the half-sliced rounds; a step is 16 or -16 bytes. */
typedef struct half_keys {
    const uint8_t *corrections;
    ptrdiff_t step;
} half_keys;

MIFU_INLINE half_keys half_keys_of(const mifu_sm4_key *key, int decrypting)
{
    half_keys k = {mifu_sm4_derived(key, MIFU_SM4_DERIVED_CORRECTIONS), 16};

    if (decrypting) {
        k.corrections += 31 * 16;
        k.step = -16;
    }
    return k;
}

/* Round keys of the word-sliced rounds; a step is 4 or -4 bytes. */
typedef struct word_keys {
    const uint8_t *keys;
    ptrdiff_t step;
} word_keys;

MIFU_INLINE word_keys word_keys_of(const mifu_sm4_key *key, int decrypting)
{
    word_keys k = {mifu_sm4_derived(key, MIFU_SM4_DERIVED_KEYS), 4};

    if (decrypting) {
        k.keys += 31 * 4;
        k.step = -4;
    }
    return k;
}

#endif
