/* SPDX-License-Identifier: Apache-2.0 */
/* SM4-CFB: GB/T 17964-2021, cipher feedback of 128 bits. Both directions encrypt blocks. */
#define MODE(x) mifu_sm4_cfb##x
#include "sm4_feedback.inc"

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
    mifu_status status = check_update(out, cfb, in, len);
    size_t n;

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
