/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4-OFBNLF, output feedback with a non-linear function: GB/T 17964-2021. K_0 = IV,
 * K_i = E_K(K_(i-1)), C_i = E_(K_i)(P_i).
 */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"
#include "sm4_check.h"

static mifu_status crypt(uint8_t *out, const mifu_sm4_key *key, const uint8_t iv[16],
                         const uint8_t *in, size_t len, int encrypting)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    uint8_t k[16];
    mifu_sm4_key block_key;
    mifu_status status;

    if (key == NULL || iv == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (len % 16 != 0)
        return MIFU_ERR_ARGUMENT_LENGTH;
    status = mifu_sm4_check_text(out, in, len);
    if (status != MIFU_OK)
        return status;
    memcpy(k, iv, sizeof k);
    for (; len > 0; len -= 16, in += 16, out += 16) {
        kernels->encrypt(key, k, k, 1);
        kernels->key_expand(&block_key, k);
        (encrypting ? kernels->encrypt : kernels->decrypt)(&block_key, out, in, 1);
    }
    mifu_wipe(k, sizeof k);
    mifu_sm4_key_wipe(&block_key);
    return MIFU_OK;
}

mifu_status mifu_sm4_ofbnlf_encrypt(uint8_t *out, const mifu_sm4_key *key, const uint8_t iv[16],
                                    const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return crypt(out, key, iv, in, len, 1);
}

mifu_status mifu_sm4_ofbnlf_decrypt(uint8_t *out, const mifu_sm4_key *key, const uint8_t iv[16],
                                    const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return crypt(out, key, iv, in, len, 0);
}
