/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 with AES-NI and SSE4.1: byte-sliced for many blocks, word-sliced for few. */
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

#include "sm4_aesni_one.inc"

#include "sm4_aesni_sliced.inc"

#define WIDE(x)  narrow_##x
#define LANES128 1
#define SLICED   32
#include "sm4_x86_batch.inc"

#include "sm4_expand_x86.inc"

#define NAME_OF_KERNELS mifu_sm4_aesni
#include "sm4_batch.inc"
