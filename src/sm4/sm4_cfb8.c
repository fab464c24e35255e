/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4-CFB8: GB/T 17964-2021, cipher feedback of 8 bits. A block encryption per byte; in decryption
 * the blocks are windows of the ciphertext, known beforehand, and are encrypted many at a time.
 */
#define MODE(x) mifu_sm4_cfb8##x
#include "sm4_feedback.inc"

#define CHUNK 64

static void encrypt(mifu_sm4_cfb8 *cfb8, uint8_t *out, const uint8_t *in, size_t len)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    uint8_t stream[16];

    for (size_t i = 0; i < len; i++) {
        kernels->encrypt(cfb8->key, stream, cfb8->chain, 1);
        out[i] = (uint8_t)(in[i] ^ stream[0]);
        memmove(cfb8->chain, cfb8->chain + 1, 15);
        cfb8->chain[15] = out[i];
    }
    mifu_wipe(stream, sizeof stream);
}

static void decrypt(mifu_sm4_cfb8 *cfb8, uint8_t *out, const uint8_t *in, size_t len)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    uint8_t text[16 + CHUNK], stream[16 * CHUNK];

    while (len > 0) {
        size_t n = len < CHUNK ? len : CHUNK;

        memcpy(text, cfb8->chain, 16);
        memcpy(text + 16, in, n);
        memcpy(cfb8->chain, text + n, 16);
        for (size_t i = 0; i < n; i++)
            memcpy(stream + 16 * i, text + i, 16);
        kernels->encrypt(cfb8->key, stream, stream, n);
        for (size_t i = 0; i < n; i++)
            out[i] = (uint8_t)(in[i] ^ stream[16 * i]);
        out += n;
        in += n;
        len -= n;
    }
    mifu_wipe(stream, sizeof stream);
}

mifu_status mifu_sm4_cfb8_update(uint8_t *out, mifu_sm4_cfb8 *cfb8, const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status = check_update(out, cfb8, in, len);

    if (status != MIFU_OK || len == 0)
        return status;
    if (cfb8->stage == MIFU_SM4_STAGE_ENCRYPT)
        encrypt(cfb8, out, in, len);
    else
        decrypt(cfb8, out, in, len);
    return MIFU_OK;
}
