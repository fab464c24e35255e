/* SPDX-License-Identifier: Apache-2.0 */
/* SM4-OFB: GB/T 17964-2021, output feedback of 128 bits. */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"
#include "sm4_block.h"
#include "sm4_check.h"
#include "sm4_stage.h"

mifu_status mifu_sm4_ofb_crypt(uint8_t *out, const mifu_sm4_key *key, const uint8_t iv[16],
                               const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_ofb ofb;
    mifu_status status = mifu_sm4_ofb_init(&ofb, key, iv);

    if (status != MIFU_OK)
        return status;
    status = mifu_sm4_ofb_update(out, &ofb, in, len);
    mifu_sm4_ofb_wipe(&ofb);
    return status;
}

mifu_status mifu_sm4_ofb_init(mifu_sm4_ofb *ofb, const mifu_sm4_key *key, const uint8_t iv[16])
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (ofb == NULL || key == NULL || iv == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    memset(ofb, 0, sizeof *ofb);
    ofb->key = key;
    ofb->stage = MIFU_SM4_STAGE_ENCRYPT;
    memcpy(ofb->chain, iv, sizeof ofb->chain);
    return MIFU_OK;
}

mifu_status mifu_sm4_ofb_update(uint8_t *out, mifu_sm4_ofb *ofb, const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    mifu_status status;
    size_t whole;

    if (ofb == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (ofb->stage != MIFU_SM4_STAGE_ENCRYPT)
        return MIFU_ERR_ARGUMENT_STATE;
    status = mifu_sm4_check_text(out, in, len);
    if (status != MIFU_OK)
        return status;
    for (; ofb->used != 0 && len > 0; len--) {
        *out++ = (uint8_t)(*in++ ^ ofb->chain[ofb->used]);
        ofb->used = (ofb->used + 1) % 16;
    }
    whole = len - len % 16;
    if (whole != 0) {
        kernels->ofb(ofb->key, ofb->chain, out, in, whole / 16);
        out += whole;
        in += whole;
        len -= whole;
    }
    if (len != 0) {
        kernels->encrypt(ofb->key, ofb->chain, ofb->chain, 1);
        mifu_xor_bytes(out, in, ofb->chain, len);
        ofb->used = (uint32_t)len;
    }
    return MIFU_OK;
}

mifu_status mifu_sm4_ofb_final(mifu_sm4_ofb *ofb)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (ofb == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (ofb->stage == MIFU_SM4_STAGE_ENDED)
        return MIFU_ERR_ARGUMENT_STATE;
    mifu_sm4_ofb_wipe(ofb);
    return MIFU_OK;
}

void mifu_sm4_ofb_wipe(mifu_sm4_ofb *ofb)
{
    mifu_wipe(ofb, sizeof *ofb);
}
