/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The widths of SM4 over GFNI and AVX-512, and any number of blocks with them: 33 blocks and more
 * half-sliced in 512-bit registers, 17 to 32 in 256 bits, two sets at a time; fewer word-sliced in
 * 256 and 128 bits, and many keys in 512 too. docs/performance-sm4.md.
 */
#ifndef MIFU_SM4_GFNI_AVX512_BLOCKS_H
#define MIFU_SM4_GFNI_AVX512_BLOCKS_H

#include <immintrin.h>

#include "base_secret.h"
#include "sm4_block.h"
#include "sm4_gfni_keys.h"
#include "sm4_kernels.h"
#include "sm4_streams_avx2.h"

#define KEEP(v) ((void)0)

#define V               __m128i
#define ZERO            _mm_setzero_si128()
#define XOR2            _mm_xor_si128
#define XOR3(a, b, c)   _mm_ternarylogic_epi32(a, b, c, 0x96)
#define NAME(x)         narrow_##x
#define OP(x)           _mm_##x
#define BROADCAST128(x) (x)
#define SET64(x)        _mm_set1_epi64x((long long)(x))
#include "sm4_gfni_words.inc"
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
#define XOR3(a, b, c)   _mm256_ternarylogic_epi32(a, b, c, 0x96)
#define NAME(x)         wide_##x
#define OP(x)           _mm256_##x
#define BROADCAST128(x) _mm256_broadcastsi128_si256(x)
#define SET64(x)        _mm256_set1_epi64x((long long)(x))
#include "sm4_gfni_words.inc"

#undef NAME
#define NAME(x) half256_##x
#define PICK(a, b, i)                                                                              \
    _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), i))
#define BROADCAST_SUFFIX "%{1to4%}"
#include "sm4_gfni_half.inc"
#undef V
#undef NAME
#undef OP
#undef SET64
#undef PICK
#undef BROADCAST128
#undef BROADCAST_SUFFIX
#undef NAME_BEGIN
#undef NAME_END
#undef NAME_TWO
#undef NAME_ROUNDS
#undef NAME_NOTHING

#undef ZERO
#undef XOR2
#undef XOR3

#define V               __m512i
#define ZERO            _mm512_setzero_si512()
#define XOR2            _mm512_xor_si512
#define XOR3(a, b, c)   _mm512_ternarylogic_epi32(a, b, c, 0x96)
#define NAME(x)         full_##x
#define OP(x)           _mm512_##x
#define BROADCAST128(x) _mm512_broadcast_i32x4(x)
#define SET64(x)        _mm512_set1_epi64((long long)(x))
#include "sm4_gfni_words.inc"

#undef NAME
#define NAME(x) half512_##x
#define PICK(a, b, i)                                                                              \
    _mm512_castps_si512(_mm512_shuffle_ps(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b), i))
#define BROADCAST_SUFFIX "%{1to8%}"
#include "sm4_gfni_half.inc"

#define BATCH 64 /* blocks of two sets */

MIFU_INLINE __m512i load512(const uint8_t *p)
{
    return _mm512_loadu_si512((const void *)p);
}

MIFU_INLINE void store512(uint8_t *p, __m512i x)
{
    _mm512_storeu_si512((void *)p, x);
}

MIFU_INLINE __m256i load256(const uint8_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

MIFU_INLINE void store256(uint8_t *p, __m256i x)
{
    _mm256_storeu_si256((__m256i *)(void *)p, x);
}

MIFU_INLINE __m128i load128(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

MIFU_INLINE void store128(uint8_t *p, __m128i x)
{
    _mm_storeu_si128((__m128i *)(void *)p, x);
}

MIFU_INLINE __m512i broadcast512(const uint8_t *p)
{
    return _mm512_broadcast_i32x4(load128(p));
}

MIFU_INLINE __m512i xor3(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

/* Which quadwords of register i, `lanes` blocks each, belong to the first `blocks` blocks. */
MIFU_INLINE __mmask8 mask_of(size_t blocks, size_t i, size_t lanes)
{
    size_t n = blocks <= lanes * i ? 0 : blocks - lanes * i < lanes ? blocks - lanes * i : lanes;

    return (__mmask8)((1U << 2 * n) - 1);
}

/* What is added to blocks on the way in and out: half-sliced state is whitened. */
typedef struct whitening {
    __m512i in, out;
} whitening;

MIFU_INLINE whitening whitening_of(const mifu_sm4_key *key, int decrypting)
{
    __m512i plain = broadcast512(mifu_sm4_derived(key, MIFU_SM4_DERIVED_WHITE_PLAIN));
    __m512i cipher = broadcast512(mifu_sm4_derived(key, MIFU_SM4_DERIVED_WHITE_CIPHER));
    whitening w;

    w.in = decrypting ? cipher : plain;
    w.out = decrypting ? plain : cipher;
    return w;
}

/* 64 blocks in registers, whitened on both sides. */
MIFU_INLINE void crypt_64(__m512i m[16], half_keys keys)
{
    half512_word x[4], y[4];

    half512_load(x, m);
    half512_load(y, m + 8);
    half512_rounds(x, y, keys);
    half512_store(m, x);
    half512_store(m + 8, y);
}

/* ---- Fewer than 64 blocks ---- */

/* 1 to 4. */
static void crypt_4(word_keys k, uint8_t *out, const uint8_t *in, size_t blocks)
{
    narrow_words s;
    __m128i m[4];

    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 4; i++)
        m[i] = i < blocks ? load128(in + 16 * i) : _mm_setzero_si128();
    narrow_load(&s, m);
    narrow_rounds(&s, k.keys, k.step);
    narrow_store(m, &s);
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 4; i++)
        if (i < blocks)
            store128(out + 16 * i, m[i]);
}

MIFU_INLINE void load_8(__m256i m[4], const uint8_t *in, size_t blocks)
{
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 4; i++)
        m[i] = _mm256_maskz_loadu_epi64(mask_of(blocks, i, 2), in + 32 * i);
}

MIFU_INLINE void store_8(uint8_t *out, const __m256i m[4], size_t blocks)
{
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 4; i++)
        _mm256_mask_storeu_epi64(out + 32 * i, mask_of(blocks, i, 2), m[i]);
}

/* 5 to 8. */
static void crypt_8(word_keys k, uint8_t *out, const uint8_t *in, size_t blocks)
{
    wide_words s;
    __m256i m[4];

    load_8(m, in, blocks);
    wide_load(&s, m);
    wide_rounds(&s, k.keys, k.step);
    wide_store(m, &s);
    store_8(out, m, blocks);
}

/* 9 to 16. */
static void crypt_16(word_keys k, uint8_t *out, const uint8_t *in, size_t blocks)
{
    wide_words s, r;
    __m256i m[4], n[4];

    load_8(m, in, 8);
    load_8(n, in + 128, blocks - 8);
    wide_load(&s, m);
    wide_load(&r, n);
    wide_rounds_two(&s, &r, k.keys, k.step, 0);
    wide_store(m, &s);
    wide_store(n, &r);
    store_8(out, m, 8);
    store_8(out + 128, n, blocks - 8);
}

/* 17 to 32. */
static void crypt_32(half_keys k, whitening w, uint8_t *out, const uint8_t *in, size_t blocks)
{
    __m256i white_in = _mm512_castsi512_si256(w.in), white_out = _mm512_castsi512_si256(w.out);
    half256_word x[4], y[4];
    __m256i m[16];

    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 16; i++)
        m[i] = _mm256_xor_si256(white_in,
                                _mm256_maskz_loadu_epi64(mask_of(blocks, i, 2), in + 32 * i));
    half256_load(x, m);
    half256_load(y, m + 8);
    half256_rounds(x, y, k);
    half256_store(m, x);
    half256_store(m + 8, y);
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 16; i++)
        _mm256_mask_storeu_epi64(out + 32 * i, mask_of(blocks, i, 2),
                                 _mm256_xor_si256(white_out, m[i]));
}

/* 33 to 63. */
static void crypt_63(half_keys k, whitening w, uint8_t *out, const uint8_t *in, size_t blocks)
{
    __m512i m[16];

    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 16; i++)
        m[i] = _mm512_xor_si512(w.in, _mm512_maskz_loadu_epi64(mask_of(blocks, i, 4), in + 64 * i));
    crypt_64(m, k);
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 16; i++)
        _mm512_mask_storeu_epi64(out + 64 * i, mask_of(blocks, i, 4),
                                 _mm512_xor_si512(w.out, m[i]));
}

static void crypt_some(const mifu_sm4_key *key, int decrypting, uint8_t *out, const uint8_t *in,
                       size_t blocks)
{
    if (blocks == 0)
        return;
    if (blocks <= 4)
        crypt_4(word_keys_of(key, decrypting), out, in, blocks);
    else if (blocks <= 8)
        crypt_8(word_keys_of(key, decrypting), out, in, blocks);
    else if (blocks <= 16)
        crypt_16(word_keys_of(key, decrypting), out, in, blocks);
    else if (blocks <= 32)
        crypt_32(half_keys_of(key, decrypting), whitening_of(key, decrypting), out, in, blocks);
    else
        crypt_63(half_keys_of(key, decrypting), whitening_of(key, decrypting), out, in, blocks);
}

/*
 * out = a ^ b on fewer than 64 blocks, of which one side is what crypt_some() writes or reads: that
 * moves 33 blocks and more 512 bits at a time, fewer less, and a load of 512 bits waits for stores
 * of less.
 */
MIFU_INLINE void xor_some(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t blocks)
{
    if (blocks <= 32) {
        mifu_sm4_xor_blocks(out, a, b, blocks);
        return;
    }
    for (size_t i = 0; i < (blocks + 3) / 4; i++) {
        __mmask8 mask = mask_of(blocks, i, 4);

        _mm512_mask_storeu_epi64(out + 64 * i, mask,
                                 _mm512_xor_si512(_mm512_maskz_loadu_epi64(mask, a + 64 * i),
                                                  _mm512_maskz_loadu_epi64(mask, b + 64 * i)));
    }
}

/* ---- Any number ---- */

MIFU_INLINE void crypt_all(const mifu_sm4_key *key, int decrypting, uint8_t *out, const uint8_t *in,
                           size_t blocks)
{
    half_keys keys = half_keys_of(key, decrypting);
    whitening w = whitening_of(key, decrypting);
    __m512i m[16];

    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH) {
        MIFU_UNROLL_ALL
        for (size_t i = 0; i < 16; i++)
            m[i] = _mm512_xor_si512(w.in, load512(in + 64 * i));
        crypt_64(m, keys);
        MIFU_UNROLL_ALL
        for (size_t i = 0; i < 16; i++)
            store512(out + 64 * i, _mm512_xor_si512(w.out, m[i]));
    }
    crypt_some(key, decrypting, out, in, blocks);
}

#endif
