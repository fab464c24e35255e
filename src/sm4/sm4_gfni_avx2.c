/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 with GFNI and AVX2, for processors without AVX-512: word-sliced, sixteen blocks at a time. */
#include "sm4_kernels.h"

#include <immintrin.h>

#include "base_secret.h"
#include "sm4_affine.h"
#include "sm4_key.h"

#define V               __m128i
#define ZERO            _mm_setzero_si128()
#define XOR2            _mm_xor_si128
#define XOR3(a, b, c)   _mm_xor_si128(_mm_xor_si128(a, b), c)
#define NAME(x)         narrow_##x
#define OP(x)           _mm_##x
#define BROADCAST128(x) (x)
#include "sm4_gfni_words.inc"
#undef V
#undef ZERO
#undef XOR2
#undef XOR3
#undef NAME
#undef OP
#undef BROADCAST128

#define V               __m256i
#define ZERO            _mm256_setzero_si256()
#define XOR2            _mm256_xor_si256
#define XOR3(a, b, c)   _mm256_xor_si256(_mm256_xor_si256(a, b), c)
#define NAME(x)         wide_##x
#define OP(x)           _mm256_##x
#define BROADCAST128(x) _mm256_broadcastsi128_si256(x)
#include "sm4_gfni_words.inc"

#define BATCH           16
#define FEW             4
#define NAME_OF_KERNELS mifu_sm4_gfni_avx2
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
        m[i] = i < blocks ? _mm_loadu_si128((const __m128i *)(const void *)(in + 16 * i))
                          : _mm_setzero_si128();
    narrow_load(&s, m);
    narrow_rounds(&s, keys, step);
    narrow_store(m, &s);
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 4; i++)
        if (i < blocks)
            _mm_storeu_si128((__m128i *)(void *)(out + 16 * i), m[i]);
}

/* The S-box of the key schedule, on one word in the standard's basis. */
MIFU_INLINE uint32_t substitute(uint32_t x)
{
    __m128i v = _mm_cvtsi32_si128((int)x);

    v = _mm_gf2p8affine_epi64_epi8(v, _mm_set1_epi64x((long long)MIFU_SM4_A1), MIFU_SM4_C1);
    v = _mm_gf2p8affineinv_epi64_epi8(v, _mm_set1_epi64x((long long)MIFU_SM4_A2), MIFU_SM4_C);
    return (uint32_t)_mm_cvtsi128_si32(v);
}

#include "sm4_expand_words.inc"

#include "sm4_batch.inc"
