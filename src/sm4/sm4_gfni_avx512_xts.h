/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XTS over GFNI and AVX-512, in both orders of the tweak.
 */
#ifndef MIFU_SM4_GFNI_AVX512_XTS_H
#define MIFU_SM4_GFNI_AVX512_XTS_H

#include "sm4_gfni_avx512_blocks.h"

/*
 * Each lane times x^16, in the order of IEEE 1619: two bytes up, what falls out times
 * x^7 + x^2 + x + 1.
 */
MIFU_INLINE __m512i double_16_times(__m512i t)
{
    __m512i out = _mm512_clmulepi64_epi128(_mm512_bsrli_epi128(t, 14), _mm512_set1_epi64(0x87), 0);

    return _mm512_xor_si512(_mm512_bslli_epi128(t, 2), out);
}

/* The order of GB/T 17964 is that of IEEE 1619 with the bits of every byte mirrored. */
MIFU_INLINE void xts(const mifu_sm4_key *key, mifu_sm4_xts_order order, uint8_t tweak[16],
                     uint8_t *out, const uint8_t *in, size_t blocks, int decrypting)
{
    half_keys keys = half_keys_of(key, decrypting);
    whitening w = whitening_of(key, decrypting);
    MIFU_ALIGNED(64) uint8_t tweaks[16 * BATCH];
    const __m512i mirror = SET64(UINT64_C(0x8040201008040201));
    int mirrored = order == MIFU_SM4_XTS_GB;
    __m512i m[16], t[4];

    if (blocks >= BATCH) {
        for (size_t i = 0; i < 16; i++) {
            memcpy(tweaks + 16 * i, tweak, 16);
            mifu_sm4_tweak_double(tweak, order);
        }
        MIFU_UNROLL_ALL
        for (size_t i = 0; i < 4; i++) {
            t[i] = load512(tweaks + 64 * i);
            if (mirrored)
                t[i] = OP(gf2p8affine_epi64_epi8)(t[i], mirror, 0);
        }
        for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH) {
            MIFU_UNROLL_ALL
            for (size_t i = 0; i < 16; i++) {
                __m512i u = mirrored ? OP(gf2p8affine_epi64_epi8)(t[i % 4], mirror, 0) : t[i % 4];

                store512(tweaks + 64 * i, u);
                m[i] = xor3(w.in, u, load512(in + 64 * i));
                t[i % 4] = double_16_times(t[i % 4]);
            }
            crypt_64(m, keys);
            MIFU_UNROLL_ALL
            for (size_t i = 0; i < 16; i++)
                store512(out + 64 * i, xor3(w.out, m[i], load512(tweaks + 64 * i)));
        }
        /* The next tweak is the first lane of t[0]. */
        store128(tweak, _mm512_castsi512_si128(
                            mirrored ? OP(gf2p8affine_epi64_epi8)(t[0], mirror, 0) : t[0]));
    }
    if (blocks != 0) {
        for (size_t i = 0; i < blocks; i++) {
            memcpy(tweaks + 16 * i, tweak, 16);
            mifu_sm4_tweak_double(tweak, order);
        }
        xor_some(out, in, tweaks, blocks);
        crypt_some(key, decrypting, out, out, blocks);
        xor_some(out, out, tweaks, blocks);
    }
    mifu_wipe(tweaks, sizeof tweaks);
}

static void xts_encrypt(const mifu_sm4_key *key, mifu_sm4_xts_order order, uint8_t tweak[16],
                        uint8_t *out, const uint8_t *in, size_t blocks)
{
    xts(key, order, tweak, out, in, blocks, 0);
}

static void xts_decrypt(const mifu_sm4_key *key, mifu_sm4_xts_order order, uint8_t tweak[16],
                        uint8_t *out, const uint8_t *in, size_t blocks)
{
    xts(key, order, tweak, out, in, blocks, 1);
}

#endif
