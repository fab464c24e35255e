/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 with AES-NI and AVX2: word-sliced, sixteen blocks at a time. */
#include "sm4_kernels.h"

#include <immintrin.h>

#include "base_secret.h"
#include "sm4_affine.h"
#include "sm4_key.h"

MIFU_INLINE __m128i table128(const uint8_t t[16])
{
    return _mm_loadu_si128((const __m128i *)(const void *)t);
}

#define V               __m128i
#define XOR2            _mm_xor_si128
#define AND2            _mm_and_si128
#define AESLAST(x)      _mm_aesenclast_si128(x, _mm_setzero_si128())
#define TABLE(t)        table128(t)
#define NAME(x)         narrow_##x
#define OP(x)           _mm_##x
#define BROADCAST128(x) (x)
#include "sm4_aesni_words.inc"

#include "sm4_aesni_substitute.inc"
#undef V
#undef XOR2
#undef AND2
#undef AESLAST
#undef TABLE
#undef NAME
#undef OP
#undef BROADCAST128

/* AES-NI alone works on 128 bits. */
MIFU_INLINE __m256i aes_last(__m256i x)
{
    __m128i low = _mm256_castsi256_si128(x), high = _mm256_extracti128_si256(x, 1);

    low = _mm_aesenclast_si128(low, _mm_setzero_si128());
    high = _mm_aesenclast_si128(high, _mm_setzero_si128());
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

#define V               __m256i
#define XOR2            _mm256_xor_si256
#define AND2            _mm256_and_si256
#define AESLAST(x)      aes_last(x)
#define TABLE(t)        _mm256_broadcastsi128_si256(table128(t))
#define NAME(x)         wide_##x
#define OP(x)           _mm256_##x
#define BROADCAST128(x) _mm256_broadcastsi128_si256(x)
#include "sm4_aesni_words.inc"

#include "sm4_aesni_substitute.inc"

#define WIDE(x)  wide_##x
#define LANES128 2
#include "sm4_x86_batch.inc"

#include "sm4_expand_x86.inc"

#define NAME_OF_KERNELS mifu_sm4_aesni_avx2
#include "sm4_batch.inc"
