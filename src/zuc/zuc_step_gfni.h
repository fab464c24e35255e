/* SPDX-License-Identifier: Apache-2.0 */
/* The step of zuc_stream_x86.inc and S1 of every byte with GFNI. */
#ifndef MIFU_ZUC_STEP_GFNI_H
#define MIFU_ZUC_STEP_GFNI_H

#include <immintrin.h>
#include <stdint.h>

#include "base_compiler.h"
#include "zuc_tables_x86.h"

#define TABLE(t) _mm_loadu_si128((const __m128i *)(const void *)(t))

/* Keeps the compiler from putting what is ready last into the middle of a sum. */
#define READY(x) __asm__("" : "+x"(x))

static const uint8_t s0_p1[16] = MIFU_ZUC_S0_P1;
static const uint8_t s0_p2[16] = MIFU_ZUC_S0_P2;
static const uint8_t s0_low[16] = MIFU_ZUC_S0_LOW;

/* A word in the first dword. */
MIFU_INLINE __m128i first_dword(const uint32_t *p)
{
    return _mm_cvtsi32_si128((int)*p);
}

MIFU_INLINE __m128i zuc_step(__m128i w, const uint32_t *x1, const uint32_t *x2,
                             const uint32_t *join)
{
    const __m128i v_u = _mm_setr_epi8(10, 11, 0, 1, 10, 11, 0, 1, 2, 3, 8, 9, 2, 3, 8, 9);
    const __m128i v24_u8 = _mm_setr_epi8(11, 0, 1, 10, 11, 0, 1, 10, 9, 2, 3, 8, 9, 2, 3, 8);
    const __m128i v16_u16 = _mm_setr_epi8(0, 1, 10, 11, 0, 1, 10, 11, 8, 9, 2, 3, 8, 9, 2, 3);
    const __m128i left8_right8 = _mm_setr_epi8(3, 0, 1, 2, 3, 0, 1, 2, 9, 10, 11, 8, 9, 10, 11, 8);
    const __m128i odd_halves = _mm_set1_epi16(0x0f00);
    __m128i both, t, x, l, h;

    /* L2(v) = (v ^ v <<< 24) <<< 8 ^ (v ^ v <<< 24 ^ v <<< 16) <<< 30,
     * L1(u) = (u ^ u <<< 8) >>> 8 ^ (u ^ u <<< 8 ^ u <<< 16) <<< 2. */
    both = _mm_xor_si128(_mm_shuffle_epi8(w, v_u), _mm_shuffle_epi8(w, v24_u8));
    READY(both);
    t = _mm_xor_si128(both, _mm_shuffle_epi8(w, v16_u16));
    x = _mm_xor_si128(_mm_shuffle_epi8(both, left8_right8),
                      _mm_srlv_epi64(t, _mm_setr_epi32(2, 0, 30, 0)));
    READY(x);
    l = _mm_and_si128(x, odd_halves);
    h = _mm_and_si128(_mm_srli_epi64(x, 4), odd_halves);

    x = _mm_and_si128(x, _mm_set1_epi16(0x00ff));
    x = _mm_gf2p8affine_epi64_epi8(x, _mm_set1_epi64x((long long)MIFU_ZUC_S1_MATRIX_IN), 0);
    x = _mm_gf2p8affineinv_epi64_epi8(x, _mm_set1_epi64x((long long)MIFU_ZUC_S1_MATRIX_OUT),
                                      MIFU_ZUC_S1_OF_0);
    x = _mm_xor_si128(x, first_dword(join));
    READY(x);

    h = _mm_xor_si128(h, _mm_shuffle_epi8(TABLE(s0_p1), l));
    l = _mm_xor_si128(l, _mm_shuffle_epi8(TABLE(s0_p2), h));
    h = _mm_xor_si128(_mm_add_epi8(h, h), first_dword(x2));
    READY(h);
    /* X1 goes to dword 2, and to S1, which is ready before S0. */
    x = _mm_add_epi32(x, _mm_slli_si128(first_dword(x1), 8));
    READY(x);
    h = _mm_xor_si128(h, _mm_shuffle_epi8(TABLE(s0_low), l));
    return _mm_add_epi32(h, x);
}

/* For eight words X2: their even bytes, and what makes S1(0) 0 in the odd ones. */
MIFU_INLINE __m256i zuc_join(__m256i x2)
{
    return _mm256_xor_si256(_mm256_and_si256(x2, _mm256_set1_epi16(0x00ff)),
                            _mm256_set1_epi16((short)(MIFU_ZUC_S1_OF_0 << 8)));
}

#endif
