/* SPDX-License-Identifier: Apache-2.0 */
/* SM4-ECB: GB/T 17964-2021, electronic codebook. */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_bytes.h"
#include "base_secret.h"
#include "sm4_padding.h"
#include "sm4_stage.h"

static void run_encrypt(void *mode, uint8_t *out, const uint8_t *in, size_t blocks)
{
    const mifu_sm4_ecb *ecb = mode;

    mifu_sm4_kernels_in_use()->encrypt(ecb->key, out, in, blocks);
}

static void run_decrypt(void *mode, uint8_t *out, const uint8_t *in, size_t blocks)
{
    const mifu_sm4_ecb *ecb = mode;

    mifu_sm4_kernels_in_use()->decrypt(ecb->key, out, in, blocks);
}

mifu_status mifu_sm4_ecb_encrypt(uint8_t *out, size_t out_cap, size_t *out_len,
                                 const mifu_sm4_key *key, mifu_sm4_padding padding,
                                 const uint8_t *in, size_t in_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_ecb ecb;

    if (out_len == NULL || key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    ecb.key = key;
    return mifu_sm4_padded_encrypt(out, out_cap, out_len, padding, in, in_len, run_encrypt, &ecb);
}

mifu_status mifu_sm4_ecb_decrypt(uint8_t *out, size_t out_cap, size_t *out_len,
                                 const mifu_sm4_key *key, mifu_sm4_padding padding,
                                 const uint8_t *in, size_t in_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_ecb ecb;

    if (out_len == NULL || key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    ecb.key = key;
    return mifu_sm4_padded_decrypt(out, out_cap, out_len, padding, in, in_len, run_decrypt, &ecb);
}

static mifu_status init(mifu_sm4_ecb *ecb, const mifu_sm4_key *key, mifu_sm4_padding padding,
                        uint32_t stage)
{
    if (ecb == NULL || key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (!mifu_sm4_padding_is_known(padding))
        return MIFU_ERR_ARGUMENT_NAME;
    memset(ecb, 0, sizeof *ecb);
    ecb->key = key;
    ecb->padding = (uint32_t)padding;
    ecb->stage = stage;
    return MIFU_OK;
}

mifu_status mifu_sm4_ecb_encrypt_init(mifu_sm4_ecb *ecb, const mifu_sm4_key *key,
                                      mifu_sm4_padding padding)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return init(ecb, key, padding, MIFU_SM4_STAGE_ENCRYPT);
}

mifu_status mifu_sm4_ecb_decrypt_init(mifu_sm4_ecb *ecb, const mifu_sm4_key *key,
                                      mifu_sm4_padding padding)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return init(ecb, key, padding, MIFU_SM4_STAGE_DECRYPT);
}

mifu_status mifu_sm4_ecb_update(uint8_t *out, size_t out_cap, size_t *out_len, mifu_sm4_ecb *ecb,
                                const uint8_t *in, size_t in_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    int decrypting, keep_last;

    if (out_len == NULL || ecb == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    *out_len = 0;
    if (ecb->stage == MIFU_SM4_STAGE_ENDED)
        return MIFU_ERR_ARGUMENT_STATE;
    decrypting = ecb->stage == MIFU_SM4_STAGE_DECRYPT;
    keep_last = decrypting && ecb->padding != MIFU_SM4_PADDING_NONE;
    return mifu_sm4_feed(out, out_cap, out_len, ecb->held, &ecb->fill,
                         keep_last ? mifu_sm4_keep_last : mifu_sm4_keep_partial, in, in_len,
                         decrypting ? run_decrypt : run_encrypt, ecb);
}

mifu_status mifu_sm4_ecb_final(uint8_t *out, size_t out_cap, size_t *out_len, mifu_sm4_ecb *ecb)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_padding padding;
    mifu_status status;

    if (out_len == NULL || ecb == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    *out_len = 0;
    if (ecb->stage == MIFU_SM4_STAGE_ENDED)
        return MIFU_ERR_ARGUMENT_STATE;
    padding = (mifu_sm4_padding)ecb->padding;
    if (ecb->stage == MIFU_SM4_STAGE_ENCRYPT)
        status = mifu_sm4_padded_encrypt_final(out, out_cap, out_len, padding, ecb->held, ecb->fill,
                                               run_encrypt, ecb);
    else
        status = mifu_sm4_padded_decrypt_final(out, out_cap, out_len, padding, ecb->held, ecb->fill,
                                               run_decrypt, ecb);
    if (status != MIFU_ERR_BUFFER && status != MIFU_ERR_ARGUMENT_NULL)
        mifu_sm4_ecb_wipe(ecb);
    return status;
}

void mifu_sm4_ecb_wipe(mifu_sm4_ecb *ecb)
{
    mifu_wipe(ecb, sizeof *ecb);
}
