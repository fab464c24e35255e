/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CBC and CFB decryption over GFNI and AVX-512: the other operand is the ciphertext, one block
 * late.
 */
#ifndef MIFU_SM4_GFNI_AVX512_DECRYPT_H
#define MIFU_SM4_GFNI_AVX512_DECRYPT_H

#include "sm4_gfni_avx512_blocks.h"

/* The four blocks that end one block before p + 64 i, the chain first. */
MIFU_INLINE __m512i load_late(const uint8_t *p, size_t i, __m512i chain)
{
    if (i == 0)
        return _mm512_alignr_epi64(load512(p), chain, 6);
    return load512(p + 64 * i - 16);
}

/* The same of `blocks` blocks in all, with nothing read outside. */
MIFU_INLINE __m512i load_late_some(const uint8_t *p, size_t i, const uint8_t chain[16],
                                   size_t blocks)
{
    __mmask8 mask = mask_of(blocks, i, 4);

    if (i == 0)
        return _mm512_alignr_epi64(_mm512_maskz_loadu_epi64(mask, p), broadcast512(chain), 6);
    return _mm512_maskz_loadu_epi64(mask, p + 64 * i - 16);
}

static void cbc_decrypt(const mifu_sm4_key *key, uint8_t chain[16], uint8_t *out, const uint8_t *in,
                        size_t blocks)
{
    half_keys keys = half_keys_of(key, 1);
    whitening w = whitening_of(key, 1);
    MIFU_ALIGNED(64) uint8_t plain[16 * BATCH];
    uint8_t last[16];
    __m512i m[16];

    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH) {
        __m512i before = broadcast512(chain);

        MIFU_UNROLL_ALL
        for (size_t i = 0; i < 16; i++)
            m[i] = _mm512_xor_si512(w.in, load512(in + 64 * i));
        memcpy(chain, in + 16 * (BATCH - 1), 16);
        crypt_64(m, keys);
        /* Backwards, because in place the ciphertext is still needed by the register above. */
        MIFU_UNROLL_ALL
        for (size_t i = 0; i < 16; i++)
            store512(out + 64 * (15 - i), xor3(w.out, m[15 - i], load_late(in, 15 - i, before)));
    }
    if (blocks == 0)
        return;
    crypt_some(key, 1, plain, in, blocks);
    memcpy(last, in + 16 * (blocks - 1), 16);
    if (blocks <= 32) { /* see xor_some() */
        mifu_sm4_xor_before(out, plain, in, blocks);
        mifu_sm4_xor_block(out, plain, chain);
    } else {
        for (size_t i = (blocks + 3) / 4; i-- > 0;) {
            __mmask8 mask = mask_of(blocks, i, 4);

            _mm512_mask_storeu_epi64(
                out + 64 * i, mask,
                _mm512_xor_si512(_mm512_maskz_loadu_epi64(mask, plain + 64 * i),
                                 load_late_some(in, i, chain, blocks)));
        }
    }
    memcpy(chain, last, 16);
    mifu_wipe(plain, 16 * blocks);
}

static void cfb_decrypt(const mifu_sm4_key *key, uint8_t chain[16], uint8_t *out, const uint8_t *in,
                        size_t blocks)
{
    half_keys keys = half_keys_of(key, 0);
    whitening w = whitening_of(key, 0);
    MIFU_ALIGNED(64) uint8_t stream[16 * BATCH];
    __m512i m[16];

    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH) {
        __m512i before = broadcast512(chain);

        MIFU_UNROLL_ALL
        for (size_t i = 0; i < 16; i++)
            m[i] = _mm512_xor_si512(w.in, load_late(in, i, before));
        memcpy(chain, in + 16 * (BATCH - 1), 16);
        crypt_64(m, keys);
        MIFU_UNROLL_ALL
        for (size_t i = 0; i < 16; i++)
            store512(out + 64 * i, xor3(w.out, m[i], load512(in + 64 * i)));
    }
    if (blocks == 0)
        return;
    memcpy(stream, chain, 16);
    memcpy(stream + 16, in, 16 * (blocks - 1));
    memcpy(chain, in + 16 * (blocks - 1), 16);
    crypt_some(key, 0, stream, stream, blocks);
    xor_some(out, in, stream, blocks);
    mifu_wipe(stream, 16 * blocks);
}

#endif
