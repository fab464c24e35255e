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

#define BATCH           16
#define FEW             4
#define NAME_OF_KERNELS mifu_sm4_aesni_avx2
#define KEY_EXPAND      mifu_sm4_key_expand_by_words

static void batch(const uint8_t *keys, ptrdiff_t step, uint8_t *out, const uint8_t *in)
{
    wide_words s, r;
    __m256i m[8];

    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 8; i++)
        m[i] = _mm256_loadu_si256((const __m256i *)(const void *)(in + 32 * i));
    wide_load(&s, m);
    wide_load(&r, m + 4);
    wide_rounds_two(&s, &r, keys, step);
    wide_store(m, &s);
    wide_store(m + 4, &r);
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 8; i++)
        _mm256_storeu_si256((__m256i *)(void *)(out + 32 * i), m[i]);
}

static void few(const uint8_t *keys, ptrdiff_t step, uint8_t *out, const uint8_t *in, size_t blocks)
{
    narrow_words s;
    __m128i m[4];

    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 4; i++)
        m[i] = i < blocks ? table128(in + 16 * i) : _mm_setzero_si128();
    narrow_load(&s, m);
    narrow_rounds(&s, keys, step);
    narrow_store(m, &s);
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 4; i++)
        if (i < blocks)
            _mm_storeu_si128((__m128i *)(void *)(out + 16 * i), m[i]);
}

#include "sm4_aesni_substitute.inc"

#include "sm4_expand_words.inc"

#include "sm4_batch.inc"
