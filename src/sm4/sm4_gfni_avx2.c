/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 with GFNI and AVX2, for processors without AVX-512: word-sliced, sixteen blocks at a time. */
#include "sm4_kernels.h"

#include <immintrin.h>

#include "base_secret.h"
#include "sm4_affine.h"
#include "sm4_key.h"

#define KEEP(v) __asm__("" : "+x"(v))

#define V               __m128i
#define ZERO            _mm_setzero_si128()
#define XOR2            _mm_xor_si128
#define XOR3(a, b, c)   _mm_xor_si128(_mm_xor_si128(a, b), c)
#define NAME(x)         narrow_##x
#define OP(x)           _mm_##x
#define BROADCAST128(x) (x)
#define SET64(x)        _mm_set1_epi64x((long long)(x))
#include "sm4_gfni_words.inc"

#include "sm4_gfni_substitute.inc"

#include "sm4_gfni_one.inc"
#undef V
#undef ZERO
#undef XOR2
#undef XOR3
#undef NAME
#undef OP
#undef BROADCAST128
#undef SET64

#define V               __m256i
#define ZERO            _mm256_setzero_si256()
#define XOR2            _mm256_xor_si256
#define XOR3(a, b, c)   _mm256_xor_si256(_mm256_xor_si256(a, b), c)
#define NAME(x)         wide_##x
#define OP(x)           _mm256_##x
#define BROADCAST128(x) _mm256_broadcastsi128_si256(x)
#define SET64(x)        _mm256_set1_epi64x((long long)(x))
#include "sm4_gfni_words.inc"

#include "sm4_gfni_substitute.inc"

#define FIVE_WIDE
#define WIDE(x)  wide_##x
#define LANES128 2
#include "sm4_x86_batch.inc"

#include "sm4_expand_x86.inc"

#define NAME_OF_KERNELS mifu_sm4_gfni_avx2
#include "sm4_batch.inc"
