/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 with the SM4E and SM4EKEY instructions of Armv8.2: four rounds in one instruction. */
#include "sm4_kernels.h"

#include <arm_neon.h>

#include "base_secret.h"
#include "sm4_key.h"

#define BATCH 8

/* Four round keys from round 4 i on; backwards, from round 31 - 4 i down. */
MIFU_INLINE uint32x4_t four_keys(const uint32_t rk[32], unsigned i, int reversed)
{
    uint32x4_t k = vld1q_u32(rk + (size_t)4 * (reversed ? 7 - i : i));

    if (reversed) {
        k = vrev64q_u32(k);
        k = vextq_u32(k, k, 2);
    }
    return k;
}

MIFU_INLINE uint32x4_t load_block(const uint8_t *p)
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(p)));
}

/* The words last first. */
MIFU_INLINE void store_block(uint8_t *p, uint32x4_t x)
{
    uint8x16_t b = vrev64q_u8(vreinterpretq_u8_u32(x));

    vst1q_u8(p, vextq_u8(b, b, 8));
}

MIFU_INLINE void crypt_blocks(const uint32_t rk[32], int reversed, uint8_t *out, const uint8_t *in,
                              size_t n)
{
    uint32x4_t x[BATCH];

    MIFU_UNROLL_ALL
    for (size_t j = 0; j < n; j++)
        x[j] = load_block(in + 16 * j);
    for (unsigned i = 0; i < 8; i++) {
        uint32x4_t k = four_keys(rk, i, reversed);

        MIFU_UNROLL_ALL
        for (size_t j = 0; j < n; j++)
            x[j] = vsm4eq_u32(x[j], k);
    }
    MIFU_UNROLL_ALL
    for (size_t j = 0; j < n; j++)
        store_block(out + 16 * j, x[j]);
}

MIFU_INLINE void crypt(const uint32_t rk[32], int reversed, uint8_t *out, const uint8_t *in,
                       size_t blocks)
{
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        crypt_blocks(rk, reversed, out, in, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16)
        crypt_blocks(rk, reversed, out, in, 1);
}

static void encrypt(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    crypt(key->round_keys, 0, out, in, blocks);
}

static void decrypt(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    crypt(key->round_keys, 1, out, in, blocks);
}

static void encrypt_one(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in)
{
    crypt_blocks(key->round_keys, 0, out, in, 1);
}

static void encrypt_two(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in)
{
    crypt_blocks(key->round_keys, 0, out, in, 2);
}

static void key_expand(mifu_sm4_key *key, const uint8_t k[16])
{
    uint32x4_t x = veorq_u32(load_block(k), vld1q_u32(mifu_sm4_fk));

    for (size_t i = 0; i < 32; i += 4) {
        x = vsm4ekeyq_u32(x, vld1q_u32(mifu_sm4_ck + i));
        vst1q_u32(key->round_keys + i, x);
    }
    mifu_sm4_key_derive(key);
}

#define MIFU_SM4_ENCRYPT     encrypt
#define MIFU_SM4_DECRYPT     decrypt
#define MIFU_SM4_ENCRYPT_ONE encrypt_one
#define MIFU_SM4_ENCRYPT_TWO encrypt_two
#define MIFU_SM4_KEY_EXPAND  key_expand
#include "sm4_generic.inc"

const mifu_sm4_kernels mifu_sm4_armv8 = {
    .key_expand = key_expand,
    .key_expand_many = generic_key_expand_many,
    .encrypt = encrypt,
    .decrypt = decrypt,
    GENERIC_KERNELS,
};
