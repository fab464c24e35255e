/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Eight lanes of ZUC in AVX2: the operations of zuc_lanes.inc but for L_S1(), which the back-end
 * defines: S1 of every byte.
 */
#ifndef MIFU_ZUC_LANES_AVX2_H
#define MIFU_ZUC_LANES_AVX2_H

#include "base_clear_x86.h"
#include "base_lanes_avx2.h"
#include "zuc_tables_x86.h"

#define LANES 8

typedef mifu_v8 vec;

#define L_LOAD  V8_LOAD
#define L_STORE V8_STORE
#define L_ALL   V8_ALL
#define L_ADD   V8_ADD
#define L_XOR   V8_XOR
#define L_XOR3  V8_XOR3
#define L_ROL   V8_ROL
#define L_SHR   V8_SHR
#define L_CLEAR mifu_clear_ymm
#define L_S0    lanes_s0
#define L_PUT   lanes_put

#define L_SHL(x, n)       _mm256_slli_epi32((x), (n))
#define L_SHL16(x, n)     _mm256_slli_epi16((x), (n))
#define L_SHR16(x, n)     _mm256_srli_epi16((x), (n))
#define L_AND(x, y)       _mm256_and_si256((x), (y))
#define L_OR(x, y)        _mm256_or_si256((x), (y))
#define L_AND_OR(x, m, y) L_OR(L_AND((x), (m)), (y)) /* (x & m) | y */
#define L_HIGH_LOW(x, y)  _mm256_blend_epi16((x), (y), 0x55)
#define L_ROL_BYTES(x, n) _mm256_shuffle_epi8((x), lanes_rotation(n))

MIFU_INLINE __m256i lanes_table(const uint8_t table[16])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)table));
}

/* The shuffle that rotates dwords left by n bytes. */
MIFU_INLINE __m256i lanes_rotation(const unsigned n)
{
    return n == 1 ? _mm256_broadcastsi128_si256(
                        _mm_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14))
           : n == 2 ? _mm256_broadcastsi128_si256(
                          _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13))
                    : _mm256_broadcastsi128_si256(
                          _mm_setr_epi8(1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12));
}

MIFU_INLINE __m256i lanes_low_halves(__m256i x)
{
    return _mm256_and_si256(x, _mm256_set1_epi8(0x0f));
}

MIFU_INLINE __m256i lanes_high_halves(__m256i x)
{
    return lanes_low_halves(_mm256_srli_epi16(x, 4));
}

static const uint8_t lanes_s0_p1[16] = MIFU_ZUC_S0_P1;
static const uint8_t lanes_s0_p2[16] = MIFU_ZUC_S0_P2;
static const uint8_t lanes_s0_low[16] = MIFU_ZUC_S0_LOW;

/* S0 of every byte. */
MIFU_INLINE __m256i lanes_s0(__m256i x)
{
    __m256i l = lanes_low_halves(x), h = lanes_high_halves(x);

    h = V8_XOR(h, _mm256_shuffle_epi8(lanes_table(lanes_s0_p1), l));
    l = V8_XOR(l, _mm256_shuffle_epi8(lanes_table(lanes_s0_p2), h));
    return V8_XOR(_mm256_add_epi8(h, h), _mm256_shuffle_epi8(lanes_table(lanes_s0_low), l));
}

/* Eight words of eight lanes at the eight addresses, most significant byte first; xored to what
 * is at `in`, if that is not NULL. */
MIFU_INLINE void lanes_put_eight(uint8_t *const *out, const uint8_t *const *in, size_t at,
                                 const __m256i w[8])
{
    const __m256i bytes = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    __m256i t[8], u[8], x;

    for (unsigned i = 0; i < 8; i += 2) {
        t[i] = _mm256_unpacklo_epi32(w[i], w[i + 1]);
        t[i + 1] = _mm256_unpackhi_epi32(w[i], w[i + 1]);
    }
    for (unsigned i = 0; i < 8; i += 4)
        for (unsigned j = 0; j < 2; j++) {
            u[i + 2 * j] = _mm256_unpacklo_epi64(t[i + j], t[i + 2 + j]);
            u[i + 2 * j + 1] = _mm256_unpackhi_epi64(t[i + j], t[i + 2 + j]);
        }
    /* u[l] has words 0 to 3 of lane l and of lane l + 4, u[l + 4] words 4 to 7. */
    for (unsigned l = 0; l < 8; l++) {
        x = l < 4 ? _mm256_permute2x128_si256(u[l % 4], u[l % 4 + 4], 0x20)
                  : _mm256_permute2x128_si256(u[l % 4], u[l % 4 + 4], 0x31);
        x = _mm256_shuffle_epi8(x, bytes);
        if (in != NULL)
            x = V8_XOR(x, V8_LOAD(in[l] + at));
        V8_STORE(out[l] + at, x);
    }
}

MIFU_INLINE void lanes_put(uint8_t *const *out, const uint8_t *const *in, size_t at,
                           const __m256i w[16])
{
    lanes_put_eight(out, in, at, w);
    lanes_put_eight(out, in, at + 32, w + 8);
}

#endif
