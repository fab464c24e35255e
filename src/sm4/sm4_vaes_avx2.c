/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4 with the AES instructions for 256 bits (VAES), VPCLMULQDQ and AVX2: see sm4_aesni_wide.inc.
 */
#include "sm4_kernels.h"

#include <immintrin.h>

#include "base_secret.h"
#include "sm4_affine.h"
#include "sm4_key.h"

MIFU_INLINE __m128i table128(const uint8_t t[16])
{
    return _mm_loadu_si128((const __m128i *)(const void *)t);
}

MIFU_INLINE __m256i aes_last(__m256i x)
{
    return _mm256_aesenclast_epi128(x, _mm256_setzero_si256());
}

#define WIDE_AESLAST aes_last
#define FIVE_WIDE
#define WIDE_GCM
#define NAME_OF_KERNELS mifu_sm4_vaes_avx2
#include "sm4_aesni_wide.inc"
