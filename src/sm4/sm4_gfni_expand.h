/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The key schedule of SM4 (GB/T 32907 7.3) over GFNI and AVX-512, and everything of sm4_key.h that
 * is derived from it.
 *
 * A register holds one word in the other basis in four rotations: dword j is the word rotated right
 * by 8 j bits, so that byte i of it is byte i + j of the word. The four images of the S-box input
 * that L' needs are made at once, and each is shifted into place by one dword shuffle: a round is
 * inversion, shuffle and two xors long, like those of sm4_gfni_words.inc.
 *
 * The whitening words of sm4_key.h run along: with k' = A1 k ^ c1 in every word their recurrence is
 * k'_(i+3) = A1 rk_i ^ k'_(i+1) ^ k'_(i+2), without a constant, because c1 ^ c1 ^ c1 = c1.
 */
#ifndef MIFU_SM4_GFNI_EXPAND_H
#define MIFU_SM4_GFNI_EXPAND_H

#include <immintrin.h>

#include "base_secret.h"
#include "sm4_affine.h"
#include "sm4_key.h"

#define EXPAND_ROTATIONS(w)                                                                        \
    {                                                                                              \
        UINT32_C(w), UINT32_C(w) >> 8 | (UINT32_C(w) & 0xff) << 24,                                \
            UINT32_C(w) >> 16 | (UINT32_C(w) & 0xffff) << 16,                                      \
            UINT32_C(w) >> 24 | (UINT32_C(w) & 0xffffff) << 8                                      \
    }

static const uint32_t expand_ck[33][4] = {MIFU_SM4_CK_Y(EXPAND_ROTATIONS), {0, 0, 0, 0}};

MIFU_INLINE __m128i expand_xor3(__m128i a, __m128i b, __m128i c)
{
    return _mm_ternarylogic_epi64(a, b, c, 0x96);
}

MIFU_INLINE __m128i expand_matrix(uint64_t m)
{
    return _mm_set1_epi64x((long long)m);
}

/* Word i of four, in four rotations. */
MIFU_INLINE __m128i expand_rotations(__m128i words, char i)
{
    const char b = (char)(4 * i);

    return _mm_shuffle_epi8(words, _mm_setr_epi8(b, b + 1, b + 2, b + 3, b + 1, b + 2, b + 3, b,
                                                 b + 2, b + 3, b, b + 1, b + 3, b, b + 1, b + 2));
}

/* The first dwords of four registers. */
MIFU_INLINE __m128i expand_collect(__m128i a, __m128i b, __m128i c, __m128i d)
{
    return _mm_unpacklo_epi64(_mm_unpacklo_epi32(a, b), _mm_unpacklo_epi32(c, d));
}

MIFU_INLINE __m512i expand_join(const __m128i q[4])
{
    __m512i x = _mm512_castsi128_si512(q[0]);

    x = _mm512_inserti32x4(x, q[1], 1);
    x = _mm512_inserti32x4(x, q[2], 2);
    return _mm512_inserti32x4(x, q[3], 3);
}

/* Corrections c_j = t_j ^ (t_0 ^ t_1 ^ t_2 ^ t_3) of sixteen rounds, spread over 256 bytes. */
MIFU_INLINE void expand_spread(uint8_t *out, __m512i t)
{
    const __m512i spread = _mm512_add_epi8(
        _mm512_broadcast_i32x4(_mm_setr_epi8(2, 2, 2, 2, 0, 0, 0, 0, 3, 3, 3, 3, 1, 1, 1, 1)),
        _mm512_setr_epi32(0, 0, 0, 0, 0x04040404, 0x04040404, 0x04040404, 0x04040404, 0x08080808,
                          0x08080808, 0x08080808, 0x08080808, 0x0c0c0c0c, 0x0c0c0c0c, 0x0c0c0c0c,
                          0x0c0c0c0c));
    __m512i sum;

    t = _mm512_xor_si512(t, _mm512_set1_epi8(MIFU_SM4_LINEAR_C));
    sum = _mm512_xor_si512(t, _mm512_rol_epi32(t, 16));
    t = _mm512_ternarylogic_epi32(t, sum, _mm512_rol_epi32(sum, 8), 0x96);
    MIFU_UNROLL_ALL
    for (unsigned i = 0; i < 4; i++)
        _mm512_storeu_si512(
            out + (size_t)64 * i,
            _mm512_permutexvar_epi8(_mm512_add_epi8(spread, _mm512_set1_epi8((char)(16 * i))), t));
}

/* The same of t that begin in the second dword of `words` and end in the first of `next`. */
MIFU_INLINE void expand_corrections(uint8_t *out, __m512i words, __m128i next)
{
    expand_spread(out, _mm512_alignr_epi32(_mm512_castsi128_si512(next), words, 1));
}

/* Sixteen round keys, from the other basis. */
MIFU_INLINE void expand_store_half(mifu_sm4_key *key, unsigned half, __m512i y)
{
    uint8_t *keys = (uint8_t *)key->derived + MIFU_SM4_DERIVED_KEYS;

    _mm512_storeu_si512(
        key->round_keys + (size_t)16 * half,
        _mm512_gf2p8affine_epi64_epi8(y, _mm512_set1_epi64((long long)MIFU_SM4_A1_INVERSE), 0));
    _mm512_storeu_si512(keys + (size_t)64 * half,
                        _mm512_xor_si512(y, _mm512_set1_epi8(MIFU_SM4_C1)));
}

/* The whitening blocks, from k_3, k_32, k_33, k_34 in the other basis. */
MIFU_INLINE void expand_white(uint8_t *derived, __m128i k)
{
    k = _mm_gf2p8affine_epi64_epi8(k, expand_matrix(MIFU_SM4_A1_INVERSE), 0);
    _mm_storeu_si128((__m128i *)(void *)(derived + MIFU_SM4_DERIVED_WHITE_PLAIN),
                     _mm_shuffle_epi8(k, _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                                       -1, 3, 2, 1, 0)));
    _mm_storeu_si128((__m128i *)(void *)(derived + MIFU_SM4_DERIVED_WHITE_CIPHER),
                     _mm_shuffle_epi8(k, _mm_setr_epi8(-1, -1, -1, -1, 15, 14, 13, 12, 11, 10, 9, 8,
                                                       7, 6, 5, 4)));
}

/*
 * Round i: x becomes the S-box input of the round after it. In assembly, because the order decides
 * between 6.6 and 11 cycles (the best of some hundred was taken).
 */
#ifdef MIFU_EMULATE_AVX512
#    include <sm4_expand_emulated.inc>
#else
#    define EXPAND_ROUND(k0, k1, k2, k3, q, i)                                                     \
        do {                                                                                       \
            __m128i a_, b_, c_, d_, w_;                                                            \
            __asm__ volatile("vgf2p8affineinvqb $0, %[m1], %[x], %[b]\n\t"                         \
                             "vgf2p8affineinvqb $0, %[m2], %[x], %[c]\n\t"                         \
                             "vgf2p8affineinvqb $0, %[m3], %[x], %[d]\n\t"                         \
                             "vpshufd $0x4e, %[c], %[c]\n\t"                                       \
                             "vpshufd $0x93, %[d], %[d]\n\t"                                       \
                             "vpxorq %[k], %[kc], %[w]\n\t"                                        \
                             "vpshufd $0x39, %[b], %[b]\n\t"                                       \
                             "vgf2p8affineinvqb %[constant], %[m0], %[x], %[a]\n\t"                \
                             "vpxorq %[ck], %[w], %[w]\n\t"                                        \
                             "vpxorq %[kd], %[w], %[w]\n\t"                                        \
                             "vpternlogq $0x96, %[b], %[a], %[w]\n\t"                              \
                             "vpternlogq $0x96, %[b], %[a], %[k]\n\t"                              \
                             "vpternlogq $0x96, %[d], %[c], %[w]\n\t"                              \
                             "vpternlogq $0x96, %[d], %[c], %[k]\n\t"                              \
                             : [a] "=&v"(a_), [b] "=&v"(b_), [c] "=&v"(c_), [d] "=&v"(d_),         \
                               [w] "=&v"(w_), [k] "+v"(k0)                                         \
                             : [x] "v"(x), [kc] "v"(k2), [kd] "v"(k3), [m0] "v"(m0), [m1] "v"(m1), \
                               [m2] "v"(m2), [m3] "v"(m3), [ck] "m"(expand_ck[(i) + 1]),           \
                               [constant] "i"(MIFU_SM4_KEY_LINEAR_C));                             \
            x = w_;                                                                                \
            q = expand_xor3(q, k0, k3);                                                            \
        } while (0)
#endif

static void mifu_sm4_gfni_expand(mifu_sm4_key *key, const uint8_t k[16])
{
    static const uint32_t fk[4] = MIFU_SM4_FK_Y;
    const __m128i m0 = expand_matrix(MIFU_SM4_KEY_LINEAR_0);
    const __m128i m1 = expand_matrix(MIFU_SM4_KEY_LINEAR_1);
    const __m128i m2 = expand_matrix(MIFU_SM4_KEY_LINEAR_2);
    const __m128i m3 = expand_matrix(MIFU_SM4_KEY_LINEAR_3);
    const __m128i c1 = _mm_set1_epi8(MIFU_SM4_C1);
    uint8_t *derived = (uint8_t *)key->derived;
    __m128i words =
        _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)k),
                         _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    __m128i k0, k1, k2, k3, x, q0, q1, q2, y[8], t[8], before, white;

    words = _mm_xor_si128(_mm_gf2p8affine_epi64_epi8(words, expand_matrix(MIFU_SM4_A1), 0),
                          _mm_loadu_si128((const __m128i *)(const void *)fk));
    k0 = expand_rotations(words, 0);
    k1 = expand_rotations(words, 1);
    k2 = expand_rotations(words, 2);
    k3 = expand_rotations(words, 3);
    x = _mm_xor_si128(expand_xor3(k1, k2, k3),
                      _mm_loadu_si128((const __m128i *)(const void *)expand_ck[0]));
    before = c1;
    white = c1;
    /*
     * Three whitening words go in a circle: two sums one after the other differ by k'_(i+3) ^ k'_i,
     * so k'_(i+3) = k'_i ^ A1 rk_i ^ A1 rk_(i-1). Before the first stands c1 = k'_0 ^ k'_1 ^ k'_2
     * in the place of A1 rk_(-1), where k3 will be taken: q0 makes up for that.
     */
    q0 = k3;
    q1 = c1;
    q2 = c1;
    MIFU_UNROLL_ALL
    for (unsigned g = 0; g < 8; g++) {
        __m128i a, b, c, group;

        EXPAND_ROUND(k0, k1, k2, k3, q0, 4 * g);
        a = q0;
        EXPAND_ROUND(k1, k2, k3, k0, q1, 4 * g + 1);
        b = q1;
        EXPAND_ROUND(k2, k3, k0, k1, q2, 4 * g + 2);
        c = q2;
        EXPAND_ROUND(k3, k0, k1, k2, q0, 4 * g + 3);
        y[g] = expand_collect(k0, k1, k2, k3);
        group = expand_collect(a, b, c, q0); /* k'_(4g+3) .. k'_(4g+6) */
        a = q0;
        q0 = q1; /* the oldest first again */
        q1 = q2;
        q2 = a;
        t[g] = _mm_xor_si128(group, before); /* t of rounds 4g-1 .. 4g+2, but for LINEAR_C */
        before = group;
        if (g == 0)
            white = group;
        if (g == 4) { /* here the processor does it beside the rounds that follow */
            expand_store_half(key, 0, expand_join(y));
            expand_corrections(derived + MIFU_SM4_DERIVED_CORRECTIONS, expand_join(t), t[4]);
        }
    }

    expand_store_half(key, 1, expand_join(y + 4));
    /* t_31 = k'_31 ^ k'_35 ^ LINEAR_C, k'_35 = c1 */
    expand_corrections(derived + MIFU_SM4_DERIVED_CORRECTIONS + 256, expand_join(t + 4),
                       _mm_xor_si128(before, c1));

    /* k'_3 begins `white`, k'_32 .. k'_34 end `before` */
    expand_white(derived, _mm_xor_si128(_mm_blend_epi32(before, white, 1), c1));
}

/* ---- Sixteen keys at once: a word of every key in a register ---- */

typedef struct expand_square {
    __m512i row[16];
} expand_square;

/* Dword i of register j to dword j of register i. */
MIFU_INLINE void expand_transpose(expand_square *s)
{
    __m512i a[16];

    MIFU_UNROLL_ALL
    for (unsigned q = 0; q < 16; q += 4) { /* 4 x 4 in every 128 bits */
        const __m512i *r = s->row + q;
        __m512i ab_low = _mm512_unpacklo_epi32(r[0], r[1]);
        __m512i ab_high = _mm512_unpackhi_epi32(r[0], r[1]);
        __m512i cd_low = _mm512_unpacklo_epi32(r[2], r[3]);
        __m512i cd_high = _mm512_unpackhi_epi32(r[2], r[3]);

        a[q] = _mm512_unpacklo_epi64(ab_low, cd_low);
        a[q + 1] = _mm512_unpackhi_epi64(ab_low, cd_low);
        a[q + 2] = _mm512_unpacklo_epi64(ab_high, cd_high);
        a[q + 3] = _mm512_unpackhi_epi64(ab_high, cd_high);
    }
    MIFU_UNROLL_ALL
    for (unsigned j = 0; j < 4; j++) { /* then 4 x 4 of 128 bits: row 4 l + j from lanes l */
        __m512i low = _mm512_shuffle_i64x2(a[j], a[4 + j], 0x44);
        __m512i high = _mm512_shuffle_i64x2(a[j], a[4 + j], 0xee);
        __m512i low2 = _mm512_shuffle_i64x2(a[8 + j], a[12 + j], 0x44);
        __m512i high2 = _mm512_shuffle_i64x2(a[8 + j], a[12 + j], 0xee);

        s->row[j] = _mm512_shuffle_i64x2(low, low2, 0x88);
        s->row[4 + j] = _mm512_shuffle_i64x2(low, low2, 0xdd);
        s->row[8 + j] = _mm512_shuffle_i64x2(high, high2, 0x88);
        s->row[12 + j] = _mm512_shuffle_i64x2(high, high2, 0xdd);
    }
}

/* Word w of sixteen keys in the other basis, from the keys as bytes. */
MIFU_INLINE void expand_words_of(__m512i x[4], const uint8_t *k)
{
    static const uint32_t fk[4] = MIFU_SM4_FK_Y;
    const __m512i to_basis = _mm512_set1_epi64((long long)MIFU_SM4_A1);
    const __m512i swap =
        _mm512_broadcast_i32x4(_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    /* Register i holds keys 4 i .. 4 i + 3; unpacking leaves key 4 i + l in dword 4 l + i. */
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    __m512i m[4], ab_low, ab_high, cd_low, cd_high;

    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 4; i++)
        m[i] = _mm512_shuffle_epi8(_mm512_loadu_si512((const void *)(k + 64 * i)), swap);
    ab_low = _mm512_unpacklo_epi32(m[0], m[1]);
    ab_high = _mm512_unpackhi_epi32(m[0], m[1]);
    cd_low = _mm512_unpacklo_epi32(m[2], m[3]);
    cd_high = _mm512_unpackhi_epi32(m[2], m[3]);
    x[0] = _mm512_unpacklo_epi64(ab_low, cd_low);
    x[1] = _mm512_unpackhi_epi64(ab_low, cd_low);
    x[2] = _mm512_unpacklo_epi64(ab_high, cd_high);
    x[3] = _mm512_unpackhi_epi64(ab_high, cd_high);
    MIFU_UNROLL_ALL
    for (unsigned i = 0; i < 4; i++)
        x[i] = _mm512_xor_si512(
            _mm512_gf2p8affine_epi64_epi8(_mm512_permutexvar_epi32(order, x[i]), to_basis, 0),
            _mm512_set1_epi32((int)fk[i]));
}

/* L'(S(x)) in the other basis: the four images of the bytes, each where L' wants it. */
MIFU_INLINE __m512i expand_image(__m512i x)
{
    __m512i a = _mm512_gf2p8affineinv_epi64_epi8(
        x, _mm512_set1_epi64((long long)MIFU_SM4_KEY_LINEAR_0), MIFU_SM4_KEY_LINEAR_C);
    __m512i b =
        _mm512_gf2p8affineinv_epi64_epi8(x, _mm512_set1_epi64((long long)MIFU_SM4_KEY_LINEAR_1), 0);
    __m512i c =
        _mm512_gf2p8affineinv_epi64_epi8(x, _mm512_set1_epi64((long long)MIFU_SM4_KEY_LINEAR_2), 0);
    __m512i d =
        _mm512_gf2p8affineinv_epi64_epi8(x, _mm512_set1_epi64((long long)MIFU_SM4_KEY_LINEAR_3), 0);

    a = _mm512_ternarylogic_epi32(a, _mm512_ror_epi32(b, 8), _mm512_ror_epi32(c, 16), 0x96);
    return _mm512_xor_si512(a, _mm512_ror_epi32(d, 24));
}

/* The first `count` of sixteen keys. */
static void expand_sixteen(mifu_sm4_key *keys, const uint8_t *k, size_t count)
{
    const __m512i c1 = _mm512_set1_epi8(MIFU_SM4_C1);
    __m512i x[4], y[32], q[36]; /* A1 rk_i; k'_i as above */
    expand_square square;

    expand_words_of(x, k);
    q[0] = q[1] = q[2] = c1;
    for (size_t i = 0; i < 32; i += 4) {
        MIFU_UNROLL_ALL
        for (size_t j = 0; j < 4; j++) {
            __m512i in =
                _mm512_ternarylogic_epi32(x[(j + 1) % 4], x[(j + 2) % 4], x[(j + 3) % 4], 0x96);

            in = _mm512_xor_si512(in, _mm512_set1_epi32((int)expand_ck[i + j][0]));
            x[j] = _mm512_xor_si512(x[j], expand_image(in));
            y[i + j] = x[j];
            q[i + j + 3] = _mm512_ternarylogic_epi32(x[j], q[i + j + 1], q[i + j + 2], 0x96);
        }
    }
    q[35] = c1;
    for (unsigned half = 0; half < 2; half++) {
        memcpy(square.row, y + (size_t)16 * half, sizeof square);
        expand_transpose(&square);
        for (size_t n = 0; n < count; n++)
            expand_store_half(&keys[n], half, square.row[n]);
        MIFU_UNROLL_ALL
        for (size_t i = 0; i < 16; i++)
            square.row[i] = _mm512_xor_si512(q[16 * half + i], q[16 * half + i + 4]);
        expand_transpose(&square);
        for (size_t n = 0; n < count; n++)
            expand_spread((uint8_t *)keys[n].derived + MIFU_SM4_DERIVED_CORRECTIONS +
                              (size_t)256 * half,
                          square.row[n]);
    }
    square.row[0] = _mm512_xor_si512(q[3], c1);
    for (size_t i = 1; i < 4; i++)
        square.row[i] = _mm512_xor_si512(q[31 + i], c1);
    for (size_t i = 4; i < 16; i++)
        square.row[i] = c1;
    expand_transpose(&square);
    for (size_t n = 0; n < count; n++)
        expand_white((uint8_t *)keys[n].derived, _mm512_castsi512_si128(square.row[n]));
    mifu_wipe(&square, sizeof square);
    mifu_wipe(y, sizeof y);
    mifu_wipe(q, sizeof q);
}

#define EXPAND_FEW 5 /* keys from which sixteen at once are faster than one after another */

static void mifu_sm4_gfni_expand_many(mifu_sm4_key *keys, const uint8_t *k, size_t count)
{
    uint8_t rest[16 * 16] = {0};

    for (; count >= 16; count -= 16, keys += 16, k += sizeof rest)
        expand_sixteen(keys, k, 16);
    if (count >= EXPAND_FEW) {
        memcpy(rest, k, 16 * count);
        expand_sixteen(keys, rest, count);
        mifu_wipe(rest, sizeof rest);
        return;
    }
    for (; count > 0; count--, keys++, k += 16)
        mifu_sm4_gfni_expand(keys, k);
}

#endif
