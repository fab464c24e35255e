/* SPDX-License-Identifier: Apache-2.0 */
/* Sixteen lanes of ZUC in AVX-512 with VBMI and GFNI: the operations of zuc_lanes.inc. */
#ifndef MIFU_ZUC_LANES_AVX512_H
#define MIFU_ZUC_LANES_AVX512_H

#include "base_clear_x86.h"
#include "base_lanes_avx512.h"
#include "zuc_tables_x86.h"

#define LANES 16

typedef mifu_v16 vec;

#define L_LOAD  V16_LOAD
#define L_STORE V16_STORE
#define L_ALL   V16_ALL
#define L_ADD   V16_ADD
#define L_XOR   V16_XOR
#define L_XOR3  V16_XOR3
#define L_ROL   V16_ROL
#define L_SHR   V16_SHR
#define L_CLEAR mifu_clear_zmm
#define L_S0    lanes_s0
#define L_S1    lanes_s1
#define L_PUT   lanes_put

#define L_SHL(x, n)       _mm512_slli_epi32((x), (n))
#define L_SHL16(x, n)     _mm512_slli_epi16((x), (n))
#define L_SHR16(x, n)     _mm512_srli_epi16((x), (n))
#define L_AND(x, y)       _mm512_and_si512((x), (y))
#define L_OR(x, y)        _mm512_or_si512((x), (y))
#define L_AND_OR(x, m, y) _mm512_ternarylogic_epi32((x), (m), (y), 0xea)
#define L_ROL_BYTES(x, n) _mm512_rol_epi32((x), 8 * (n))

/* The upper half of x and the lower one of y: a choice by the constant. */
#define L_HIGH_LOW(x, y) _mm512_ternarylogic_epi32(V16_ALL(0xffff0000), (x), (y), V16_TABLE_CHOICE)

static const uint8_t lanes_s0_table[256] = MIFU_ZUC_S0;

/* S0 of every byte: two registers of 128 entries each, both looked up, and a choice. */
MIFU_INLINE __m512i lanes_s0(__m512i x)
{
    const __m512i lower =
        _mm512_permutex2var_epi8(V16_LOAD(lanes_s0_table), x, V16_LOAD(lanes_s0_table + 64));
    const __m512i upper =
        _mm512_permutex2var_epi8(V16_LOAD(lanes_s0_table + 128), x, V16_LOAD(lanes_s0_table + 192));

    return _mm512_mask_blend_epi8(_mm512_movepi8_mask(x), lower, upper);
}

MIFU_INLINE __m512i lanes_s1(__m512i x)
{
    x = _mm512_gf2p8affine_epi64_epi8(x, _mm512_set1_epi64((long long)MIFU_ZUC_S1_MATRIX_IN), 0);
    return _mm512_gf2p8affineinv_epi64_epi8(x, _mm512_set1_epi64((long long)MIFU_ZUC_S1_MATRIX_OUT),
                                            MIFU_ZUC_S1_OF_0);
}

/* Sixteen words of a lane at its address, most significant byte first; xored to what is at `in`,
 * if that is not NULL. */
MIFU_INLINE void lanes_put_one(uint8_t *out, const uint8_t *in, __m512i x)
{
    const __m512i bytes =
        _mm512_broadcast_i32x4(_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));

    x = _mm512_shuffle_epi8(x, bytes);
    V16_STORE(out, in != NULL ? V16_XOR(x, V16_LOAD(in)) : x);
}

MIFU_INLINE void lanes_put(uint8_t *const *out, const uint8_t *const *in, size_t at,
                           const __m512i w[16])
{
    __m512i t[16], u[16];

    for (unsigned i = 0; i < 16; i += 2) {
        t[i] = _mm512_unpacklo_epi32(w[i], w[i + 1]);
        t[i + 1] = _mm512_unpackhi_epi32(w[i], w[i + 1]);
    }
    /* Quarter q of u[4 g + k]: words 4 g to 4 g + 3 of lane 4 q + k. */
    for (unsigned g = 0; g < 16; g += 4) {
        u[g] = _mm512_unpacklo_epi64(t[g], t[g + 2]);
        u[g + 1] = _mm512_unpackhi_epi64(t[g], t[g + 2]);
        u[g + 2] = _mm512_unpacklo_epi64(t[g + 1], t[g + 3]);
        u[g + 3] = _mm512_unpackhi_epi64(t[g + 1], t[g + 3]);
    }
#define PUT(lane, x) lanes_put_one(out[lane] + at, in != NULL ? in[lane] + at : NULL, (x))
    for (unsigned k = 0; k < 4; k++) {
        __m512i even0 = _mm512_shuffle_i32x4(u[k], u[4 + k], 0x88);
        __m512i odd0 = _mm512_shuffle_i32x4(u[k], u[4 + k], 0xdd);
        __m512i even1 = _mm512_shuffle_i32x4(u[8 + k], u[12 + k], 0x88);
        __m512i odd1 = _mm512_shuffle_i32x4(u[8 + k], u[12 + k], 0xdd);

        PUT(k, _mm512_shuffle_i32x4(even0, even1, 0x88));
        PUT(4 + k, _mm512_shuffle_i32x4(odd0, odd1, 0x88));
        PUT(8 + k, _mm512_shuffle_i32x4(even0, even1, 0xdd));
        PUT(12 + k, _mm512_shuffle_i32x4(odd0, odd1, 0xdd));
    }
#undef PUT
}

#endif
