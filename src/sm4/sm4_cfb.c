/* SPDX-License-Identifier: Apache-2.0 */
/* SM4-CFB: GB/T 17964-2021, cipher feedback of 128 bits. Both directions encrypt blocks. */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"
#include "sm4_block.h"
#include "sm4_check.h"
#include "sm4_stage.h"

static mifu_status init(mifu_sm4_cfb *cfb, const mifu_sm4_key *key, const uint8_t iv[16],
                        uint32_t stage)
{
    if (cfb == NULL || key == NULL || iv == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    memset(cfb, 0, sizeof *cfb);
    cfb->key = key;
    cfb->stage = stage;
    memcpy(cfb->chain, iv, sizeof cfb->chain);
    return MIFU_OK;
}

static mifu_status one_shot(uint8_t *out, const mifu_sm4_key *key, const uint8_t iv[16],
                            const uint8_t *in, size_t len, uint32_t stage)
{
    mifu_sm4_cfb cfb;
    mifu_status status = init(&cfb, key, iv, stage);

    if (status != MIFU_OK)
        return status;
    status = mifu_sm4_cfb_update(out, &cfb, in, len);
    mifu_sm4_cfb_wipe(&cfb);
    return status;
}

mifu_status mifu_sm4_cfb_encrypt(uint8_t *out, const mifu_sm4_key *key, const uint8_t iv[16],
                                 const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return one_shot(out, key, iv, in, len, MIFU_SM4_STAGE_ENCRYPT);
}

mifu_status mifu_sm4_cfb_decrypt(uint8_t *out, const mifu_sm4_key *key, const uint8_t iv[16],
                                 const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return one_shot(out, key, iv, in, len, MIFU_SM4_STAGE_DECRYPT);
}

mifu_status mifu_sm4_cfb_encrypt_init(mifu_sm4_cfb *cfb, const mifu_sm4_key *key,
                                      const uint8_t iv[16])
{
    MIFU_REFUSE_WHEN_CLOSED();
    return init(cfb, key, iv, MIFU_SM4_STAGE_ENCRYPT);
}

mifu_status mifu_sm4_cfb_decrypt_init(mifu_sm4_cfb *cfb, const mifu_sm4_key *key,
                                      const uint8_t iv[16])
{
    MIFU_REFUSE_WHEN_CLOSED();
    return init(cfb, key, iv, MIFU_SM4_STAGE_DECRYPT);
}

/* Bytes inside the block whose key stream is in chain: the ciphertext takes its place. */
static void crypt_bytes(mifu_sm4_cfb *cfb, uint8_t *out, const uint8_t *in, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        uint8_t stream = cfb->chain[cfb->used];
        uint8_t from = in[i], to = (uint8_t)(from ^ stream);

        cfb->chain[cfb->used] = cfb->stage == MIFU_SM4_STAGE_ENCRYPT ? to : from;
        out[i] = to;
        cfb->used = (cfb->used + 1) % 16;
    }
}

mifu_status mifu_sm4_cfb_update(uint8_t *out, mifu_sm4_cfb *cfb, const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    mifu_status status;
    size_t n;

    if (cfb == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (cfb->stage == MIFU_SM4_STAGE_ENDED)
        return MIFU_ERR_ARGUMENT_STATE;
    status = mifu_sm4_check_text(out, in, len);
    if (status != MIFU_OK || len == 0)
        return status;
    if (cfb->used != 0) {
        n = len < 16 - cfb->used ? len : 16 - cfb->used;
        crypt_bytes(cfb, out, in, n);
        out += n;
        in += n;
        len -= n;
    }
    n = len - len % 16;
    if (n != 0) {
        (cfb->stage == MIFU_SM4_STAGE_ENCRYPT ? kernels->cfb_encrypt : kernels->cfb_decrypt)(
            cfb->key, cfb->chain, out, in, n / 16);
        out += n;
        in += n;
        len -= n;
    }
    if (len != 0) {
        kernels->encrypt(cfb->key, cfb->chain, cfb->chain, 1);
        crypt_bytes(cfb, out, in, len);
    }
    return MIFU_OK;
}

mifu_status mifu_sm4_cfb_final(mifu_sm4_cfb *cfb)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (cfb == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (cfb->stage == MIFU_SM4_STAGE_ENDED)
        return MIFU_ERR_ARGUMENT_STATE;
    mifu_sm4_cfb_wipe(cfb);
    return MIFU_OK;
}

void mifu_sm4_cfb_wipe(mifu_sm4_cfb *cfb)
{
    mifu_wipe(cfb, sizeof *cfb);
}
