/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4 half-sliced over GFNI and AVX-512: the bulk of everything. docs/performance-sm4.md tells the
 * algebra and counts the operations.
 *
 * A set is 32 blocks. Of each state word there are two registers, in the other basis and whitened:
 * `e` holds bytes 2 and 0, `o` bytes 3 and 1 (0 the least significant), a dword the same byte of
 * four blocks. In a 128-bit lane l: e = [2 of l, l+4, l+8, l+12][0 of them][2 of l+16 ..][0 ..].
 */
#ifndef MIFU_SM4_GFNI_HALF_H
#define MIFU_SM4_GFNI_HALF_H

#include <immintrin.h>

#include "base_compiler.h"
#include "sm4_affine.h"
#include "sm4_key.h"

#define XOR3(a, b, c)  _mm512_ternarylogic_epi32(a, b, c, 0x96)
#define MATRIX512(m)   _mm512_set1_epi64((long long)(m))
#define SWAP_DWORDS(x) _mm512_shuffle_epi32(x, _MM_PERM_CDAB)

/* Where the rounds read: corrections forwards from round 0 or backwards from round 31. */
typedef struct half_keys {
    const uint8_t *corrections;
    ptrdiff_t step; /* 16 or -16 */
} half_keys;

MIFU_INLINE half_keys half_keys_of(const mifu_sm4_key *key, int decrypting)
{
    half_keys k = {mifu_sm4_derived(key, MIFU_SM4_DERIVED_CORRECTIONS), 16};

    if (decrypting) {
        k.corrections += 31 * 16;
        k.step = -16;
    }
    return k;
}

MIFU_INLINE __m512i half_broadcast(const uint8_t *p)
{
    long long v;

    memcpy(&v, p, 8);
    return _mm512_set1_epi64(v);
}

/*
 * With s the S-box inputs: D_j = U s_j ^ P s_(j+1) ^ c_j, and L_j = D_j ^ (D_0 ^ D_1 ^ D_2 ^ D_3).
 * In `e` the D of bytes 2, 0 need P s of bytes 3, 1, which lie at the same places of `o`; in `o`
 * those of 3, 1 need 0, 2, which are `e` with its dwords swapped. D_e ^ D_o and its swap add up to
 * the sum, so L_e = D_o ^ swap and L_o = D_e ^ swap.
 */
#define HALF_ROUND(a, b, c, d, ke, ko)                                                             \
    do {                                                                                           \
        __m512i xe_ = XOR3(b.e, c.e, d.e), xo_ = XOR3(b.o, c.o, d.o);                              \
        __m512i pe_ = _mm512_gf2p8affineinv_epi64_epi8(xe_, matrix_p, 0);                          \
        __m512i po_ = _mm512_gf2p8affineinv_epi64_epi8(xo_, matrix_p, 0);                          \
        __m512i de_ = _mm512_gf2p8affineinv_epi64_epi8(xe_, matrix_u, 0);                          \
        __m512i do_ = _mm512_gf2p8affineinv_epi64_epi8(xo_, matrix_u, 0);                          \
        __m512i t_;                                                                                \
        de_ = XOR3(de_, po_, ke);                                                                  \
        do_ = XOR3(do_, SWAP_DWORDS(pe_), ko);                                                     \
        t_ = SWAP_DWORDS(_mm512_xor_si512(de_, do_));                                              \
        a.e = XOR3(a.e, do_, t_);                                                                  \
        a.o = XOR3(a.o, de_, t_);                                                                  \
    } while (0)

typedef struct half_word {
    __m512i e, o;
} half_word;

/* 32 rounds on two sets at once. */
MIFU_INLINE void half_rounds_two(half_word x[4], half_word y[4], half_keys k)
{
    const __m512i matrix_p = MATRIX512(MIFU_SM4_LINEAR_P), matrix_u = MATRIX512(MIFU_SM4_LINEAR_U);
    half_word x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3];
    half_word y0 = y[0], y1 = y[1], y2 = y[2], y3 = y[3];

#define TWO(i, a, b, c, d)                                                                         \
    do {                                                                                           \
        __m512i ke_ = half_broadcast(k.corrections + (i)*k.step);                                  \
        __m512i ko_ = half_broadcast(k.corrections + (i)*k.step + 8);                              \
        HALF_ROUND(x##a, x##b, x##c, x##d, ke_, ko_);                                              \
        HALF_ROUND(y##a, y##b, y##c, y##d, ke_, ko_);                                              \
    } while (0)
    for (unsigned i = 0; i < 8; i++) {
        TWO(0, 0, 1, 2, 3);
        TWO(1, 1, 2, 3, 0);
        TWO(2, 2, 3, 0, 1);
        TWO(3, 3, 0, 1, 2);
        k.corrections += 4 * k.step;
    }
#undef TWO
    x[0] = x0, x[1] = x1, x[2] = x2, x[3] = x3;
    y[0] = y0, y[1] = y1, y[2] = y2, y[3] = y3;
}

/* 32 rounds on one set. */
MIFU_INLINE void half_rounds_one(half_word x[4], half_keys k)
{
    const __m512i matrix_p = MATRIX512(MIFU_SM4_LINEAR_P), matrix_u = MATRIX512(MIFU_SM4_LINEAR_U);
    half_word x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3];

#define ONE(i, a, b, c, d)                                                                         \
    do {                                                                                           \
        __m512i ke_ = half_broadcast(k.corrections + (i)*k.step);                                  \
        __m512i ko_ = half_broadcast(k.corrections + (i)*k.step + 8);                              \
        HALF_ROUND(x##a, x##b, x##c, x##d, ke_, ko_);                                              \
    } while (0)
    for (unsigned i = 0; i < 8; i++) {
        ONE(0, 0, 1, 2, 3);
        ONE(1, 1, 2, 3, 0);
        ONE(2, 2, 3, 0, 1);
        ONE(3, 3, 0, 1, 2);
        k.corrections += 4 * k.step;
    }
#undef ONE
    x[0] = x0, x[1] = x1, x[2] = x2, x[3] = x3;
}

/*
 * Blocks to state. m[i] holds blocks 4 i to 4 i + 3, already xored with the whitening block. Two
 * levels of unpacking four registers give a word's bytes [3][2][1][0] of four blocks each.
 */
MIFU_INLINE void half_load(half_word x[4], const __m512i m[8])
{
    const __m512i to_basis = MATRIX512(MIFU_SM4_A1);
    __m512i w[2][4];

    for (unsigned g = 0; g < 2; g++) {
        const __m512i *q = m + 4 * g;
        __m512i ab_low = _mm512_unpacklo_epi8(q[0], q[1]),
                ab_high = _mm512_unpackhi_epi8(q[0], q[1]);
        __m512i cd_low = _mm512_unpacklo_epi8(q[2], q[3]),
                cd_high = _mm512_unpackhi_epi8(q[2], q[3]);

        w[g][0] = _mm512_unpacklo_epi16(ab_low, cd_low);
        w[g][1] = _mm512_unpackhi_epi16(ab_low, cd_low);
        w[g][2] = _mm512_unpacklo_epi16(ab_high, cd_high);
        w[g][3] = _mm512_unpackhi_epi16(ab_high, cd_high);
    }
    for (unsigned i = 0; i < 4; i++) {
        __m512 first = _mm512_castsi512_ps(w[0][i]), second = _mm512_castsi512_ps(w[1][i]);

        x[i].e = _mm512_castps_si512(_mm512_shuffle_ps(first, second, _MM_SHUFFLE(3, 1, 3, 1)));
        x[i].o = _mm512_castps_si512(_mm512_shuffle_ps(first, second, _MM_SHUFFLE(2, 0, 2, 0)));
        x[i].e = _mm512_gf2p8affine_epi64_epi8(x[i].e, to_basis, 0);
        x[i].o = _mm512_gf2p8affine_epi64_epi8(x[i].o, to_basis, 0);
    }
}

/*
 * State to blocks, the words last first (the reverse transformation of GB/T 32907 7.1); the
 * whitening block is still on them. Bytes [3 2 of a][3 2 of b].. [1 0 of a].. are brought to whole
 * words of a, b, c, d by a byte shuffle, then 4 x 4 dwords are transposed.
 */
MIFU_INLINE void half_store(__m512i m[8], const half_word x[4])
{
    const __m512i from_basis = MATRIX512(MIFU_SM4_A1_INVERSE);
    const __m512i gather =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
    __m512i w[2][4];

    for (unsigned i = 0; i < 4; i++) {
        __m512i e = _mm512_gf2p8affine_epi64_epi8(x[3 - i].e, from_basis, 0);
        __m512i o = _mm512_gf2p8affine_epi64_epi8(x[3 - i].o, from_basis, 0);

        w[0][i] = _mm512_shuffle_epi8(_mm512_unpacklo_epi8(o, e), gather);
        w[1][i] = _mm512_shuffle_epi8(_mm512_unpackhi_epi8(o, e), gather);
    }
    for (unsigned g = 0; g < 2; g++) {
        __m512i ab01 = _mm512_unpacklo_epi32(w[g][0], w[g][1]);
        __m512i cd01 = _mm512_unpackhi_epi32(w[g][0], w[g][1]);
        __m512i ab23 = _mm512_unpacklo_epi32(w[g][2], w[g][3]);
        __m512i cd23 = _mm512_unpackhi_epi32(w[g][2], w[g][3]);

        m[4 * g] = _mm512_unpacklo_epi64(ab01, ab23);
        m[4 * g + 1] = _mm512_unpackhi_epi64(ab01, ab23);
        m[4 * g + 2] = _mm512_unpacklo_epi64(cd01, cd23);
        m[4 * g + 3] = _mm512_unpackhi_epi64(cd01, cd23);
    }
}

#endif
