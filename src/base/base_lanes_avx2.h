/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Eight lanes of 32-bit words in AVX2: the primitives that the bodies of lane kernels
 * (<alg>_lanes.inc) are written in. Only for files compiled with -mavx2.
 */
#ifndef MIFU_BASE_LANES_AVX2_H
#define MIFU_BASE_LANES_AVX2_H

#include <immintrin.h>
#include <stdint.h>

#include "base_compiler.h"

typedef __m256i mifu_v8;

#define V8_t           mifu_v8
#define V8_LOAD(p)     _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define V8_STORE(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), (x))
#define V8_ALL(x)      _mm256_set1_epi32((int)(x))
#define V8_ADD(x, y)   _mm256_add_epi32((x), (y))
#define V8_XOR(x, y)   _mm256_xor_si256((x), (y))
#define V8_SHR(x, n)   _mm256_srli_epi32((x), (n))

/* No rotation before AVX-512: two shifts and an or. */
#define V8_ROL(x, n) _mm256_or_si256(_mm256_slli_epi32((x), (n)), _mm256_srli_epi32((x), 32 - (n)))

MIFU_INLINE mifu_v8 V8_XOR3(mifu_v8 x, mifu_v8 y, mifu_v8 z)
{
    return V8_XOR(V8_XOR(x, y), z);
}

MIFU_INLINE mifu_v8 V8_MAJORITY(mifu_v8 x, mifu_v8 y, mifu_v8 z)
{
    return _mm256_or_si256(_mm256_and_si256(x, y), _mm256_and_si256(_mm256_or_si256(x, y), z));
}

MIFU_INLINE mifu_v8 V8_CHOICE(mifu_v8 x, mifu_v8 y, mifu_v8 z)
{
    return V8_XOR(_mm256_and_si256(V8_XOR(y, z), x), z);
}

/*
 * w[j] = big-endian word j of the 64 bytes at blocks[l] + offset, in lane l. Pieces
 * of 16 bytes of messages that are four apart share a register; then a transpose of four by four
 * words inside the halves.
 */
MIFU_INLINE void V8_LOAD_WORDS(mifu_v8 w[16], const uint8_t *const *blocks, size_t offset)
{
    const __m256i swap = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));

#define PIECE(l) _mm_loadu_si128((const __m128i *)(const void *)(blocks[l] + offset + 16 * piece))
    for (size_t piece = 0; piece < 4; piece++) {
        mifu_v8 r[4], t[4];

        for (size_t q = 0; q < 4; q++)
            r[q] = _mm256_shuffle_epi8(
                _mm256_inserti128_si256(_mm256_castsi128_si256(PIECE(q)), PIECE(q + 4), 1), swap);
        t[0] = _mm256_unpacklo_epi32(r[0], r[1]);
        t[1] = _mm256_unpacklo_epi32(r[2], r[3]);
        t[2] = _mm256_unpackhi_epi32(r[0], r[1]);
        t[3] = _mm256_unpackhi_epi32(r[2], r[3]);
        w[4 * piece] = _mm256_unpacklo_epi64(t[0], t[1]);
        w[4 * piece + 1] = _mm256_unpackhi_epi64(t[0], t[1]);
        w[4 * piece + 2] = _mm256_unpacklo_epi64(t[2], t[3]);
        w[4 * piece + 3] = _mm256_unpackhi_epi64(t[2], t[3]);
    }
#undef PIECE
}

#endif
