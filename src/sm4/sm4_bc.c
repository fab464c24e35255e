/* SPDX-License-Identifier: Apache-2.0 */
/* SM4-BC, block chaining: GB/T 17964-2021. F_1 = IV, C = E(P ^ F), F' = F ^ C. */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"
#include "sm4_block.h"
#include "sm4_check.h"

#define CHUNK 64

static mifu_status check(const uint8_t *out, const mifu_sm4_key *key, const uint8_t iv[16],
                         const uint8_t *in, size_t len)
{
    if (key == NULL || iv == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    return len % 16 != 0 ? MIFU_ERR_ARGUMENT_LENGTH : mifu_sm4_check_text(out, in, len);
}

mifu_status mifu_sm4_bc_encrypt(uint8_t *out, const mifu_sm4_key *key, const uint8_t iv[16],
                                const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    mifu_status status = check(out, key, iv, in, len);
    uint8_t feedback[16], block[16];

    if (status != MIFU_OK)
        return status;
    memcpy(feedback, iv, 16);
    for (; len > 0; len -= 16, in += 16, out += 16) {
        mifu_sm4_xor_block(block, in, feedback);
        kernels->encrypt(key, out, block, 1);
        mifu_sm4_xor_block(feedback, feedback, out);
    }
    mifu_wipe(block, sizeof block);
    return MIFU_OK;
}

mifu_status mifu_sm4_bc_decrypt(uint8_t *out, const mifu_sm4_key *key, const uint8_t iv[16],
                                const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    mifu_status status = check(out, key, iv, in, len);
    uint8_t feedback[16], plain[16 * CHUNK];

    if (status != MIFU_OK)
        return status;
    memcpy(feedback, iv, 16);
    while (len > 0) {
        size_t n = len < sizeof plain ? len : sizeof plain;

        kernels->decrypt(key, plain, in, n / 16);
        for (size_t i = 0; i < n; i += 16) {
            mifu_sm4_xor_block(plain + i, plain + i, feedback);
            mifu_sm4_xor_block(feedback, feedback, in + i);
        }
        memcpy(out, plain, n);
        out += n;
        in += n;
        len -= n;
    }
    mifu_wipe(plain, sizeof plain);
    return MIFU_OK;
}
