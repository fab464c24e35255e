/* SPDX-License-Identifier: Apache-2.0 */
/* SM4-CBC: GB/T 17964-2021, cipher block chaining. */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_bytes.h"
#include "base_secret.h"
#include "sm4_padding.h"
#include "sm4_stage.h"

static void run_encrypt(void *mode, uint8_t *out, const uint8_t *in, size_t blocks)
{
    mifu_sm4_cbc *cbc = mode;

    mifu_sm4_kernels_in_use()->cbc_encrypt(cbc->key, cbc->chain, out, in, blocks);
}

static void run_decrypt(void *mode, uint8_t *out, const uint8_t *in, size_t blocks)
{
    mifu_sm4_cbc *cbc = mode;

    mifu_sm4_kernels_in_use()->cbc_decrypt(cbc->key, cbc->chain, out, in, blocks);
}

mifu_status mifu_sm4_cbc_encrypt(uint8_t *out, size_t out_cap, size_t *out_len,
                                 const mifu_sm4_key *key, const uint8_t iv[16],
                                 mifu_sm4_padding padding, const uint8_t *in, size_t in_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_cbc cbc;

    if (out_len == NULL || key == NULL || iv == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    cbc.key = key;
    memcpy(cbc.chain, iv, sizeof cbc.chain);
    return mifu_sm4_padded_encrypt(out, out_cap, out_len, padding, in, in_len, run_encrypt, &cbc);
}

mifu_status mifu_sm4_cbc_decrypt(uint8_t *out, size_t out_cap, size_t *out_len,
                                 const mifu_sm4_key *key, const uint8_t iv[16],
                                 mifu_sm4_padding padding, const uint8_t *in, size_t in_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_cbc cbc;

    if (out_len == NULL || key == NULL || iv == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    cbc.key = key;
    memcpy(cbc.chain, iv, sizeof cbc.chain);
    return mifu_sm4_padded_decrypt(out, out_cap, out_len, padding, in, in_len, run_decrypt, &cbc);
}

static mifu_status init(mifu_sm4_cbc *cbc, const mifu_sm4_key *key, const uint8_t iv[16],
                        mifu_sm4_padding padding, uint32_t stage)
{
    if (cbc == NULL || key == NULL || iv == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (!mifu_sm4_padding_is_known(padding))
        return MIFU_ERR_ARGUMENT_NAME;
    memset(cbc, 0, sizeof *cbc);
    cbc->key = key;
    cbc->padding = (uint32_t)padding;
    memcpy(cbc->chain, iv, sizeof cbc->chain);
    cbc->stage = stage;
    return MIFU_OK;
}

mifu_status mifu_sm4_cbc_encrypt_init(mifu_sm4_cbc *cbc, const mifu_sm4_key *key,
                                      const uint8_t iv[16], mifu_sm4_padding padding)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return init(cbc, key, iv, padding, MIFU_SM4_STAGE_ENCRYPT);
}

mifu_status mifu_sm4_cbc_decrypt_init(mifu_sm4_cbc *cbc, const mifu_sm4_key *key,
                                      const uint8_t iv[16], mifu_sm4_padding padding)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return init(cbc, key, iv, padding, MIFU_SM4_STAGE_DECRYPT);
}

mifu_status mifu_sm4_cbc_update(uint8_t *out, size_t out_cap, size_t *out_len, mifu_sm4_cbc *cbc,
                                const uint8_t *in, size_t in_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    int decrypting, keep_last;

    if (out_len == NULL || cbc == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    *out_len = 0;
    if (cbc->stage == MIFU_SM4_STAGE_ENDED)
        return MIFU_ERR_ARGUMENT_STATE;
    decrypting = cbc->stage == MIFU_SM4_STAGE_DECRYPT;
    keep_last = decrypting && cbc->padding != MIFU_SM4_PADDING_NONE;
    return mifu_sm4_feed(out, out_cap, out_len, cbc->held, &cbc->fill,
                         keep_last ? mifu_sm4_keep_last : mifu_sm4_keep_partial, in, in_len,
                         decrypting ? run_decrypt : run_encrypt, cbc);
}

mifu_status mifu_sm4_cbc_final(uint8_t *out, size_t out_cap, size_t *out_len, mifu_sm4_cbc *cbc)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_padding padding;
    mifu_status status;

    if (out_len == NULL || cbc == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    *out_len = 0;
    if (cbc->stage == MIFU_SM4_STAGE_ENDED)
        return MIFU_ERR_ARGUMENT_STATE;
    padding = (mifu_sm4_padding)cbc->padding;
    if (cbc->stage == MIFU_SM4_STAGE_ENCRYPT)
        status = mifu_sm4_padded_encrypt_final(out, out_cap, out_len, padding, cbc->held, cbc->fill,
                                               run_encrypt, cbc);
    else
        status = mifu_sm4_padded_decrypt_final(out, out_cap, out_len, padding, cbc->held, cbc->fill,
                                               run_decrypt, cbc);
    if (status != MIFU_ERR_BUFFER && status != MIFU_ERR_ARGUMENT_NULL)
        mifu_sm4_cbc_wipe(cbc);
    return status;
}

void mifu_sm4_cbc_wipe(mifu_sm4_cbc *cbc)
{
    mifu_wipe(cbc, sizeof *cbc);
}
