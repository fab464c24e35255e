/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sixteen lanes of 32-bit words in AVX-512: the primitives that the bodies of lane kernels
 * (<alg>_lanes.inc) are written in. Only for files compiled with -mavx512f -mavx512bw.
 */
#ifndef MIFU_BASE_LANES_AVX512_H
#define MIFU_BASE_LANES_AVX512_H

#include <immintrin.h>
#include <stdint.h>

#include "base_compiler.h"

typedef __m512i mifu_v16;

/* Truth tables of the three-input logic: bit 4x + 2y + z of the constant is f(x, y, z). */
#define V16_TABLE_XOR3     0x96
#define V16_TABLE_MAJORITY 0xe8
#define V16_TABLE_CHOICE   0xca

#define V16_t                 mifu_v16
#define V16_LOAD(p)           _mm512_loadu_si512((const void *)(p))
#define V16_STORE(p, x)       _mm512_storeu_si512((void *)(p), (x))
#define V16_ALL(x)            _mm512_set1_epi32((int)(x))
#define V16_ADD(x, y)         _mm512_add_epi32((x), (y))
#define V16_XOR(x, y)         _mm512_xor_si512((x), (y))
#define V16_ROL(x, n)         _mm512_rol_epi32((x), (n))
#define V16_SHR(x, n)         _mm512_srli_epi32((x), (n))
#define V16_XOR3(x, y, z)     _mm512_ternarylogic_epi32((x), (y), (z), V16_TABLE_XOR3)
#define V16_MAJORITY(x, y, z) _mm512_ternarylogic_epi32((x), (y), (z), V16_TABLE_MAJORITY)
#define V16_CHOICE(x, y, z)   _mm512_ternarylogic_epi32((x), (y), (z), V16_TABLE_CHOICE)

/*
 * w[j] = big-endian word j of the 64 bytes at blocks[l] + offset, in lane l. Pieces of 16 bytes of
 * messages that are four apart go into the quarters of a register by loads; then a transpose of
 * four by four words inside the quarters.
 */
MIFU_INLINE void V16_LOAD_WORDS(mifu_v16 w[16], const uint8_t *const *blocks, size_t offset)
{
    const mifu_v16 swap =
        _mm512_broadcast_i32x4(_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));

#define PIECE(l) _mm_loadu_si128((const __m128i *)(const void *)(blocks[l] + offset + 16 * piece))
    for (size_t piece = 0; piece < 4; piece++) {
        mifu_v16 r[4], t[4];

        for (size_t q = 0; q < 4; q++) {
            mifu_v16 x = _mm512_castsi128_si512(PIECE(q));

            x = _mm512_mask_broadcast_i32x4(x, 0x00f0, PIECE(q + 4));
            x = _mm512_mask_broadcast_i32x4(x, 0x0f00, PIECE(q + 8));
            x = _mm512_mask_broadcast_i32x4(x, 0xf000, PIECE(q + 12));
            r[q] = _mm512_shuffle_epi8(x, swap);
        }
        t[0] = _mm512_unpacklo_epi32(r[0], r[1]);
        t[1] = _mm512_unpacklo_epi32(r[2], r[3]);
        t[2] = _mm512_unpackhi_epi32(r[0], r[1]);
        t[3] = _mm512_unpackhi_epi32(r[2], r[3]);
        w[4 * piece] = _mm512_unpacklo_epi64(t[0], t[1]);
        w[4 * piece + 1] = _mm512_unpackhi_epi64(t[0], t[1]);
        w[4 * piece + 2] = _mm512_unpacklo_epi64(t[2], t[3]);
        w[4 * piece + 3] = _mm512_unpackhi_epi64(t[2], t[3]);
    }
#undef PIECE
}

#endif
