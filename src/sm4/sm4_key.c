/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 keys and single blocks: GB/T 32907-2016. */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"

void mifu_sm4_key_expand(mifu_sm4_key *key, const uint8_t k[MIFU_SM4_KEY_SIZE])
{
    mifu_sm4_kernels_in_use()->key_expand(key, k);
    mifu_mark_secret(key, sizeof *key); /* whatever the caller thinks of k */
}

void mifu_sm4_key_init(mifu_sm4_key *key, const uint8_t k[MIFU_SM4_KEY_SIZE])
{
    MIFU_ZEROS_WHEN_CLOSED(key, sizeof *key);
    mifu_sm4_key_expand(key, k);
}

void mifu_sm4_key_wipe(mifu_sm4_key *key)
{
    mifu_wipe(key, sizeof *key);
}

size_t mifu_sm4_key_object_size(void)
{
    return sizeof(mifu_sm4_key);
}

void mifu_sm4_one_encrypt(uint8_t out[MIFU_SM4_BLOCK_SIZE], const mifu_sm4_key *key,
                          const uint8_t in[MIFU_SM4_BLOCK_SIZE])
{
    mifu_sm4_kernels_in_use()->encrypt(key, out, in, 1);
}

void mifu_sm4_encrypt_block(uint8_t out[MIFU_SM4_BLOCK_SIZE], const mifu_sm4_key *key,
                            const uint8_t in[MIFU_SM4_BLOCK_SIZE])
{
    MIFU_ZEROS_WHEN_CLOSED(out, MIFU_SM4_BLOCK_SIZE);
    mifu_sm4_one_encrypt(out, key, in);
}

void mifu_sm4_one_decrypt(uint8_t out[MIFU_SM4_BLOCK_SIZE], const mifu_sm4_key *key,
                          const uint8_t in[MIFU_SM4_BLOCK_SIZE])
{
    mifu_sm4_kernels_in_use()->decrypt(key, out, in, 1);
}

void mifu_sm4_decrypt_block(uint8_t out[MIFU_SM4_BLOCK_SIZE], const mifu_sm4_key *key,
                            const uint8_t in[MIFU_SM4_BLOCK_SIZE])
{
    MIFU_ZEROS_WHEN_CLOSED(out, MIFU_SM4_BLOCK_SIZE);
    mifu_sm4_one_decrypt(out, key, in);
}
