/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 with AES-NI and AVX2: see sm4_aesni_wide.inc. */
#include "sm4_kernels.h"

#include <immintrin.h>

#include "base_secret.h"
#include "sm4_affine.h"
#include "sm4_key.h"

MIFU_INLINE __m128i table128(const uint8_t t[16])
{
    return _mm_loadu_si128((const __m128i *)(const void *)t);
}

/* AES-NI alone works on 128 bits. */
MIFU_INLINE __m256i aes_last(__m256i x)
{
    __m128i low = _mm256_castsi256_si128(x), high = _mm256_extracti128_si256(x, 1);

    low = _mm_aesenclast_si128(low, _mm_setzero_si128());
    high = _mm_aesenclast_si128(high, _mm_setzero_si128());
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

#define WIDE_AESLAST    aes_last
#define NAME_OF_KERNELS mifu_sm4_aesni_avx2
#include "sm4_aesni_wide.inc"
