/* SPDX-License-Identifier: Apache-2.0 */
/* ZUC with AVX2, AES-NI and carry-less multiplication. */
#include <immintrin.h>
#include <stdint.h>

#include "base_clear_x86.h"
#include "base_compiler.h"
#include "zuc_lanes_avx2.h"
#include "zuc_tables_x86.h"

#define TABLE(t)  _mm_loadu_si128((const __m128i *)(const void *)(t))
#define TABLE8(t) _mm256_broadcastsi128_si256(TABLE(t))

static const uint8_t s0_p1[16] = MIFU_ZUC_S0_P1;
static const uint8_t s0_p2[16] = MIFU_ZUC_S0_P2;
static const uint8_t s0_low[16] = MIFU_ZUC_S0_LOW;
static const uint8_t s1_in[2][16] = {MIFU_ZUC_S1_IN_LOW, MIFU_ZUC_S1_IN_HIGH};
static const uint8_t s1_out[2][16] = {MIFU_ZUC_S1_OUT_LOW, MIFU_ZUC_S1_OUT_HIGH};
static const uint8_t s1_key[2][16] = {MIFU_ZUC_S1_KEY_LOW, MIFU_ZUC_S1_KEY_HIGH};

/* Operands in memory of the step below. */
static const struct {
    MIFU_ALIGNED(16) uint8_t v_u[16];
    uint8_t v24_u8[16], v16_u16[16], left8_right8[16], right2_right30[16], rows[16], even[16];
    uint8_t odd[16], halves[16], dword2[16];
} fixed = {
    {10, 11, 0, 1, 10, 11, 0, 1, 2, 3, 8, 9, 2, 3, 8, 9},
    {11, 0, 1, 10, 11, 0, 1, 10, 9, 2, 3, 8, 9, 2, 3, 8},
    {0, 1, 10, 11, 0, 1, 10, 11, 8, 9, 2, 3, 8, 9, 2, 3},
    {3, 0, 1, 2, 3, 0, 1, 2, 9, 10, 11, 8, 9, 10, 11, 8},
    {2, 0, 0, 0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 0, 0},
    {0, 1, 10, 3, 4, 5, 6, 7, 8, 9, 2, 11, 12, 13, 14, 15},
    {15, 0, 15, 0, 15, 0, 15, 0, 15, 0, 15, 0, 15, 0, 15, 0},
    {0, 15, 0, 15, 0, 15, 0, 15, 0, 15, 0, 15, 0, 15, 0, 15},
    {15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15},
    {0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0},
};

/*
 * The step of zuc_stream_x86.inc, in an order that begins what takes long early: compilers put what
 * is ready last into the middle of sums.
 *
 * S1 is AESENCLAST between two linear maps. Its input is 0 in the odd bytes, so that the shift
 * behind it brings nothing but bit 3 of what they are then to the top of an index, and that is 0 by
 * the choice of the maps (scripts/generate-zuc-tables). It exchanges bytes 2 and 10, beforehand
 * undone. A key of 0 leaves S1(0) in the odd bytes; zuc_join() has the key that makes it 0.
 */
MIFU_INLINE __m128i zuc_step(__m128i w, const uint32_t *x1, const uint32_t *x2,
                             const uint32_t *join)
{
    __m128i next, a, b, c, d;

    __asm__(
        /* L2(v) = (v ^ v <<< 24) <<< 8 ^ (v ^ v <<< 24 ^ v <<< 16) <<< 30,
         * L1(u) = (u ^ u <<< 8) >>> 8 ^ (u ^ u <<< 8 ^ u <<< 16) <<< 2 */
        "vpshufb %[v_u], %[w], %[a]\n\t"
        "vpshufb %[v24_u8], %[w], %[b]\n\t"
        "vpshufb %[v16_u16], %[w], %[c]\n\t"
        "vpxor %[b], %[a], %[a]\n\t"
        "vpxor %[a], %[c], %[c]\n\t"
        "vpsrlvq %[right2_right30], %[c], %[c]\n\t"
        "vpshufb %[left8_right8], %[a], %[a]\n\t"
        "vpxor %[c], %[a], %[a]\n\t"    /* a: L2(v), L1(u) */
        "vpsrlq $4, %[a], %[b]\n\t"     /* b: and its upper halves of bytes */
        "vpand %[even], %[a], %[c]\n\t" /* S1 */
        "vpand %[even], %[b], %[d]\n\t"
        "vpshufb %[c], %[in_low], %[c]\n\t"
        "vpshufb %[d], %[in_high], %[d]\n\t"
        "vpxor %[d], %[c], %[c]\n\t"
        "vpshufb %[rows], %[c], %[c]\n\t"
        "vmovd %[join], %[d]\n\t"
        "vaesenclast %[d], %[c], %[c]\n\t"
        "vpand %[odd], %[a], %[a]\n\t" /* S0: a is the lower half, b the upper one */
        "vpand %[odd], %[b], %[b]\n\t"
        "vpshufb %[a], %[p1], %[d]\n\t"
        "vpxor %[d], %[b], %[b]\n\t"
        "vpshufb %[b], %[p2], %[d]\n\t"
        "vpxor %[d], %[a], %[a]\n\t"
        "vpaddb %[b], %[b], %[b]\n\t"
        "vmovd %[x2], %[d]\n\t"
        "vpxor %[d], %[b], %[b]\n\t"
        "vpshufb %[a], %[low], %[a]\n\t"
        "vpbroadcastd %[x1], %[d]\n\t"
        "vpand %[dword2], %[d], %[d]\n\t"
        "vpxor %[a], %[b], %[b]\n\t"
        "vpaddd %[d], %[b], %[b]\n\t"
        "vpsrlw $4, %[c], %[a]\n\t" /* S1 goes on */
        "vpand %[halves], %[c], %[c]\n\t"
        "vpshufb %[c], %[out_low], %[c]\n\t"
        "vpshufb %[a], %[out_high], %[a]\n\t"
        "vpxor %[a], %[c], %[c]\n\t"
        "vpaddd %[b], %[c], %[next]"
        : [next] "=x"(next), [a] "=&x"(a), [b] "=&x"(b), [c] "=&x"(c), [d] "=&x"(d)
        : [w] "x"(w), [v_u] "m"(fixed.v_u), [v24_u8] "m"(fixed.v24_u8),
          [v16_u16] "m"(fixed.v16_u16), [left8_right8] "m"(fixed.left8_right8),
          [right2_right30] "m"(fixed.right2_right30), [rows] "m"(fixed.rows),
          [even] "m"(fixed.even), [odd] "m"(fixed.odd), [halves] "m"(fixed.halves),
          [dword2] "m"(fixed.dword2), [in_low] "x"(TABLE(s1_in[0])), [in_high] "x"(TABLE(s1_in[1])),
          [out_low] "x"(TABLE(s1_out[0])), [out_high] "x"(TABLE(s1_out[1])), [p1] "x"(TABLE(s0_p1)),
          [p2] "x"(TABLE(s0_p2)), [low] "x"(TABLE(s0_low)), [x1] "m"(*x1), [x2] "m"(*x2),
          [join] "m"(*join));
    return next;
}

/* For eight words X2: the key that adds their even bytes to S1. */
MIFU_INLINE __m256i zuc_join(__m256i x2)
{
    const __m256i even_halves = _mm256_set1_epi16(0x000f);
    __m256i l = _mm256_and_si256(x2, even_halves);
    __m256i h = _mm256_and_si256(_mm256_srli_epi32(x2, 4), even_halves);

    l = _mm256_xor_si256(_mm256_shuffle_epi8(TABLE8(s1_key[0]), l),
                         _mm256_shuffle_epi8(TABLE8(s1_key[1]), h));
    return _mm256_xor_si256(l, _mm256_set1_epi16((short)(MIFU_ZUC_S1_KEY_55 << 8)));
}

#include "zuc_stream_x86.inc"

#include "zuc_absorb_x86.inc"

/*
 * S1 of every byte. The bytes that AESENCLAST moves go to where it takes them from first.
 */
MIFU_INLINE __m256i lanes_s1(__m256i x)
{
    const __m256i rows = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3));
    const __m128i zero = _mm_setzero_si128();

    x = V8_XOR(_mm256_shuffle_epi8(TABLE8(s1_in[0]), lanes_low_halves(x)),
               _mm256_shuffle_epi8(TABLE8(s1_in[1]), lanes_high_halves(x)));
    x = _mm256_shuffle_epi8(x, rows);
    x = _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_aesenclast_si128(_mm256_castsi256_si128(x), zero)),
        _mm_aesenclast_si128(_mm256_extracti128_si256(x, 1), zero), 1);
    return V8_XOR(_mm256_shuffle_epi8(TABLE8(s1_out[0]), lanes_low_halves(x)),
                  _mm256_shuffle_epi8(TABLE8(s1_out[1]), lanes_high_halves(x)));
}

#define L_S1 lanes_s1

#include "zuc_lanes.inc"

const mifu_zuc_kernels mifu_zuc_aesni_avx2 = {
    initialise, crypt, absorb, sum, LANES, lanes_initialise, lanes_crypt,
};
