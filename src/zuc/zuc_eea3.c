/* SPDX-License-Identifier: Apache-2.0 */
/* 128-EEA3: GM/T 0001.2-2012, 3GPP TS 35.221. */
#include "mifu/zuc.h"

#include "base_state.h"
#include "base_bytes.h"
#include "zuc_internal.h"

mifu_status mifu_zuc_check_3gpp(unsigned bearer, unsigned direction)
{
    return bearer > 31 || direction > 1 ? MIFU_ERR_RANGE : MIFU_OK;
}

void mifu_zuc_eea3_iv(uint8_t iv[16], uint32_t count, unsigned bearer, unsigned direction)
{
    /* 5.2: COUNT || BEARER || DIRECTION || 0^26, twice. */
    mifu_store32_be(iv, count);
    mifu_store32_be(iv + 4, (uint32_t)(bearer << 3 | direction << 2) << 24);
    memcpy(iv + 8, iv, 8);
}

mifu_status mifu_zuc_eea3(uint8_t *out, const uint8_t key[MIFU_ZUC_KEY_SIZE], uint32_t count,
                          unsigned bearer, unsigned direction, const uint8_t *in, uint64_t bits)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t iv[MIFU_ZUC_IV_SIZE];
    size_t len = (size_t)((bits + 7) / 8);
    mifu_status status;

    if (bits > MIFU_ZUC_3GPP_BITS_MAX)
        return MIFU_ERR_LIMIT;
    status = mifu_zuc_check_3gpp(bearer, direction);
    if (status != MIFU_OK)
        return status;
    mifu_zuc_eea3_iv(iv, count, bearer, direction);
    status = mifu_zuc_encrypt(out, key, iv, in, len);
    if (status == MIFU_OK && bits % 8 != 0)
        out[len - 1] &= (uint8_t)(0xff00U >> bits % 8);
    return status;
}
