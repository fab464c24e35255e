/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 with GFNI and AVX-512: its kernels stand in the headers, a mode in each. */
#include "sm4_kernels.h"

#include "base_secret.h"
#include "sm4_gfni_avx512_blocks.h"
#include "sm4_gfni_avx512_ctr.h"
#include "sm4_gfni_avx512_decrypt.h"
#include "sm4_gfni_avx512_gcm.h"
#include "sm4_gfni_avx512_many.h"
#include "sm4_gfni_avx512_xts.h"
#include "sm4_gfni_expand.h"

static void encrypt(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    crypt_all(key, 0, out, in, blocks);
}

static void decrypt(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    crypt_all(key, 1, out, in, blocks);
}

static void encrypt_one(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in)
{
    crypt_4(word_keys_of(key, 0), out, in, 1);
}

static void encrypt_two(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in)
{
    crypt_4(word_keys_of(key, 0), out, in, 2);
}

#include "sm4_gfni_one.inc"

#define MIFU_SM4_ENCRYPT     encrypt
#define MIFU_SM4_DECRYPT     decrypt
#define MIFU_SM4_ENCRYPT_ONE encrypt_one
#define MIFU_SM4_ENCRYPT_TWO encrypt_two
#include "sm4_generic.inc"

const mifu_sm4_kernels mifu_sm4_gfni_avx512 = {
    .key_expand = mifu_sm4_gfni_expand,
    .key_expand_many = mifu_sm4_gfni_expand_many,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .ctr = ctr,
    .ctr32 = ctr32,
    .cbc_encrypt = one_cbc_encrypt,
    .cbc_decrypt = cbc_decrypt,
    .cfb_encrypt = one_cfb_encrypt,
    .cfb_decrypt = cfb_decrypt,
    .ofb = one_ofb,
    .cbc_mac = one_cbc_mac,
    .ccm_encrypt = generic_ccm_encrypt,
    .ccm_decrypt = generic_ccm_decrypt,
    .cbc_encrypt_many = cbc_encrypt_many,
    .xts_encrypt = xts_encrypt,
    .xts_decrypt = xts_decrypt,
    .gcm_encrypt = gcm_encrypt,
    .gcm_decrypt = gcm_decrypt,
};
