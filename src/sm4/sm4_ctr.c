/* SPDX-License-Identifier: Apache-2.0 */
/* SM4-CTR: GB/T 17964-2021, counter mode, the whole block counting. */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"
#include "sm4_block.h"
#include "sm4_check.h"
#include "sm4_stage.h"

#define SHORT_TEXT 256

/* A text that ends in a partial block: one call of the kernel for all of it. */
static void crypt_short(uint8_t *out, const mifu_sm4_key *key, uint8_t counter[16],
                        const uint8_t *in, size_t len)
{
    uint8_t text[SHORT_TEXT];
    size_t size = (len + 15) / 16 * 16;

    memset(text + len, 0, size - len);
    memcpy(text, in, len);
    mifu_sm4_kernels_in_use()->ctr(key, counter, text, text, size / 16);
    memcpy(out, text, len);
    mifu_wipe(text, size);
}

mifu_status mifu_sm4_ctr_crypt(uint8_t *out, const mifu_sm4_key *key, const uint8_t iv[16],
                               const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t counter[16];
    size_t tail = len % 16 != 0 && len < SHORT_TEXT ? len : len % 16;
    mifu_status status;

    if (key == NULL || iv == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm4_check_text(out, in, len);
    if (status != MIFU_OK)
        return status;
    memcpy(counter, iv, sizeof counter);
    if (len != tail)
        mifu_sm4_kernels_in_use()->ctr(key, counter, out, in, (len - tail) / 16);
    if (tail != 0)
        crypt_short(out + (len - tail), key, counter, in + (len - tail), tail);
    return MIFU_OK;
}

mifu_status mifu_sm4_ctr_init(mifu_sm4_ctr *ctr, const mifu_sm4_key *key, const uint8_t iv[16])
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (ctr == NULL || key == NULL || iv == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    memset(ctr, 0, sizeof *ctr);
    ctr->key = key;
    ctr->stage = MIFU_SM4_STAGE_ENCRYPT;
    memcpy(ctr->counter, iv, sizeof ctr->counter);
    return MIFU_OK;
}

mifu_status mifu_sm4_ctr_update(uint8_t *out, mifu_sm4_ctr *ctr, const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    mifu_status status;
    size_t whole;

    if (ctr == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (ctr->stage != MIFU_SM4_STAGE_ENCRYPT)
        return MIFU_ERR_ARGUMENT_STATE;
    status = mifu_sm4_check_text(out, in, len);
    if (status != MIFU_OK)
        return status;
    if (len > UINT64_MAX - ctr->length) /* long before the 2^128 blocks of the counter */
        return MIFU_ERR_LIMIT;
    ctr->length += len;
    for (; ctr->used != 0 && len > 0; len--) {
        *out++ = (uint8_t)(*in++ ^ ctr->stream[ctr->used]);
        ctr->used = (ctr->used + 1) % 16;
    }
    whole = len - len % 16;
    if (whole != 0) {
        kernels->ctr(ctr->key, ctr->counter, out, in, whole / 16);
        out += whole;
        in += whole;
        len -= whole;
    }
    if (len != 0) {
        kernels->encrypt(ctr->key, ctr->stream, ctr->counter, 1);
        mifu_sm4_counter_add(ctr->counter, 1);
        mifu_xor_bytes(out, in, ctr->stream, len);
        ctr->used = (uint32_t)len;
    }
    return MIFU_OK;
}

mifu_status mifu_sm4_ctr_final(mifu_sm4_ctr *ctr)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (ctr == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (ctr->stage == MIFU_SM4_STAGE_ENDED)
        return MIFU_ERR_ARGUMENT_STATE;
    mifu_sm4_ctr_wipe(ctr);
    return MIFU_OK;
}

void mifu_sm4_ctr_wipe(mifu_sm4_ctr *ctr)
{
    mifu_wipe(ctr, sizeof *ctr);
}
