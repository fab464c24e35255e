/* SPDX-License-Identifier: Apache-2.0 */
/* The derived forms of a key (sm4_key.h) in portable code: masks and shifts only. */
#include "sm4_key.h"

#include "base_secret.h"
#include "sm4_affine.h"
#include "sm4_sbox_bitsliced.h"

#define BYTES4(b) ((uint32_t)(b)*UINT32_C(0x01010101))

/* A1 on each byte: column j wherever bit j is set. */
static uint32_t to_other_basis(uint32_t x)
{
    static const uint8_t columns[8] = MIFU_SM4_A1_COLUMNS;
    uint32_t y = 0;

    for (unsigned j = 0; j < 8; j++)
        y ^= (x >> j & BYTES4(1)) * columns[j]; /* no carry: each byte is 0 or the column */
    return y;
}

static void store_correction(uint8_t out[16], uint32_t t)
{
    static const unsigned order[4] = {16, 0, 24, 8};
    uint32_t sum = t ^ mifu_rotl32(t, 16);

    t ^= sum ^ mifu_rotl32(sum, 8);
    for (size_t j = 0; j < 4; j++)
        mifu_store32_le(out + 4 * j, BYTES4(t >> order[j] & 0xff));
}

void mifu_sm4_key_white(mifu_sm4_key *key, const uint32_t k[36])
{
    uint8_t *derived = (uint8_t *)key->derived;

    memset(derived + MIFU_SM4_DERIVED_WHITE_PLAIN, 0, 12);
    mifu_store32_be(derived + MIFU_SM4_DERIVED_WHITE_PLAIN + 12, k[3]);
    for (size_t i = 0; i < 4; i++)
        mifu_store32_be(derived + MIFU_SM4_DERIVED_WHITE_CIPHER + 4 * i, k[35 - i]);
}

void mifu_sm4_key_derive(mifu_sm4_key *key)
{
    uint8_t *derived = (uint8_t *)key->derived;
    uint32_t k[36] = {0};

    for (size_t i = 0; i < 32; i++) {
        uint32_t rk = key->round_keys[i];

        mifu_store32_le(derived + MIFU_SM4_DERIVED_KEYS + 4 * i,
                        to_other_basis(rk) ^ BYTES4(MIFU_SM4_C1));
        k[i + 3] = rk ^ BYTES4(MIFU_SM4_SBOX_IN) ^ k[i + 1] ^ k[i + 2];
    }
    /* k_35 is in no sum and stays 0. */
    for (size_t i = 0; i < 32; i++)
        store_correction(derived + MIFU_SM4_DERIVED_CORRECTIONS + 16 * i,
                         to_other_basis(k[i] ^ k[i + 4]) ^ BYTES4(MIFU_SM4_LINEAR_C));
    mifu_sm4_key_white(key, k);
    mifu_wipe(k, sizeof k);
}
