/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counter mode over GFNI and AVX-512: of 64 blocks and more the state is made from the counter
 * without a transposition.
 */
#ifndef MIFU_SM4_GFNI_AVX512_CTR_H
#define MIFU_SM4_GFNI_AVX512_CTR_H

#include "sm4_gfni_avx512_blocks.h"

/* The first three words of the counter as state, the same in all blocks. */
typedef struct counter_words {
    half512_word x[3];
} counter_words;

MIFU_INLINE counter_words counter_words_of(const uint8_t counter[16])
{
    const __m512i to_basis = SET64(MIFU_SM4_A1);
    __m512i c = broadcast512(counter);
    counter_words w;

    MIFU_UNROLL_ALL
    for (unsigned i = 0; i < 3; i++) {
        /* big-endian word i: byte 3 of it is the first */
        const char b = (char)(4 * i);
        __m128i e = _mm_setr_epi8(b + 1, b + 1, b + 1, b + 1, b + 3, b + 3, b + 3, b + 3, b + 1,
                                  b + 1, b + 1, b + 1, b + 3, b + 3, b + 3, b + 3);
        __m128i o = _mm_setr_epi8(b, b, b, b, b + 2, b + 2, b + 2, b + 2, b, b, b, b, b + 2, b + 2,
                                  b + 2, b + 2);

        w.x[i].e = OP(gf2p8affine_epi64_epi8)(_mm512_shuffle_epi8(c, _mm512_broadcast_i32x4(e)),
                                              to_basis, 0);
        w.x[i].o = OP(gf2p8affine_epi64_epi8)(_mm512_shuffle_epi8(c, _mm512_broadcast_i32x4(o)),
                                              to_basis, 0);
    }
    return w;
}

/*
 * A run of fewer than 2^32 blocks: its first number in the last word, and the words before that,
 * also, where `wide`, as they are after a carry out of it. There is one carry at most.
 */
typedef struct counter_run {
    counter_words before, after;
    uint32_t first;
} counter_run;

MIFU_INLINE void counter_run_begin(counter_run *run, const uint8_t counter[16], int wide)
{
    run->first = mifu_load32_be(counter + 12);
    run->before = counter_words_of(counter);
    if (wide) {
        uint8_t carried[16];

        memcpy(carried, counter, sizeof carried);
        mifu_sm4_counter_add(carried, UINT64_C(1) << 32);
        run->after = counter_words_of(carried);
    }
}

/* Nibble l of the mask as the lowest bits of its l-th 16. */
MIFU_INLINE uint64_t counter_spread(__mmask16 mask)
{
    uint64_t x = mask;

    x = (x | x << 24) & UINT64_C(0x000000ff000000ff);
    return (x | x << 12) & UINT64_C(0x000f000f000f000f);
}

/*
 * State of the 32 blocks from number n on: the last word is n + the block's number, mod 2^32, with
 * `white`, the whitening of word 3. Block 16 g + 4 b + l is byte b of lane l; g = 0 in the lower
 * two dwords of the lane, 1 in the upper two. Blocks whose number is less than the first one of the
 * run come after the carry; no branch, since a counter may come from a secret.
 */
MIFU_INLINE void counter_state(half512_word x[4], const counter_run *run, uint32_t n,
                               uint32_t white, int wide)
{
    const __m512i to_basis = SET64(MIFU_SM4_A1);
    const __m512i ramp = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const __m512i transpose =
        _mm512_broadcast_i32x4(_mm_setr_epi8(3, 7, 11, 15, 2, 6, 10, 14, 1, 5, 9, 13, 0, 4, 8, 12));
    const __m512i k = _mm512_set1_epi32((int)white);
    __m512i a = _mm512_add_epi32(ramp, _mm512_set1_epi32((int)n));
    __m512i b = _mm512_add_epi32(ramp, _mm512_set1_epi32((int)(n + 16)));

    MIFU_UNROLL_ALL
    for (unsigned i = 0; i < 3; i++)
        x[i] = run->before.x[i];
    if (wide) {
        const __m512i first = _mm512_set1_epi32((int)run->first);
        const __mmask64 carried = 0x11 * (counter_spread(_mm512_cmplt_epu32_mask(a, first)) |
                                          counter_spread(_mm512_cmplt_epu32_mask(b, first)) << 8);

        MIFU_UNROLL_ALL
        for (unsigned i = 0; i < 3; i++) {
            x[i].e = _mm512_mask_blend_epi8(carried, x[i].e, run->after.x[i].e);
            x[i].o = _mm512_mask_blend_epi8(carried, x[i].o, run->after.x[i].o);
        }
    }
    a = _mm512_shuffle_epi8(_mm512_xor_si512(a, k), transpose);
    b = _mm512_shuffle_epi8(_mm512_xor_si512(b, k), transpose);
    x[3].e = OP(gf2p8affine_epi64_epi8)(PICK(a, b, _MM_SHUFFLE(3, 1, 3, 1)), to_basis, 0);
    x[3].o = OP(gf2p8affine_epi64_epi8)(PICK(a, b, _MM_SHUFFLE(2, 0, 2, 0)), to_basis, 0);
}

/* The last step of counter modes: 64 blocks of key stream, still whitened, onto the text. */
MIFU_INLINE void xor_stream(uint8_t *out, const uint8_t *in, const half512_word x[4],
                            const half512_word y[4], __m512i white)
{
    __m512i m[8];

    half512_store(m, x);
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 8; i++)
        store512(out + 64 * i, xor3(m[i], white, load512(in + 64 * i)));
    half512_store(m, y);
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 8; i++)
        store512(out + 512 + 64 * i, xor3(m[i], white, load512(in + 512 + 64 * i)));
}

/* Fewer than 64 blocks: the counters go through memory. */
static void count_some(const mifu_sm4_key *key, uint8_t counter[16], uint8_t *out,
                       const uint8_t *in, size_t blocks, int wide)
{
    MIFU_ALIGNED(64) uint8_t stream[16 * BATCH];
    const __m512i reverse =
        _mm512_broadcast_i32x4(_mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
    const __m512i one = _mm512_set1_epi64(1);
    const __m512i four = wide ? _mm512_setr_epi64(0, 4, 0, 4, 0, 4, 0, 4)
                              : _mm512_setr_epi32(0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4, 0);
    const __m512i first = _mm512_broadcast_i32x4(
        _mm_set_epi64x((long long)mifu_load64_be(counter + 8), (long long)mifu_load64_be(counter)));
    __m512i c = first;

    if (wide)
        c = _mm512_add_epi64(c, _mm512_setr_epi64(0, 0, 0, 1, 0, 2, 0, 3));
    else
        c = _mm512_add_epi32(c, _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0));
    store512(stream, _mm512_setzero_si512()); /* for compilers that do not see blocks > 0 */
    for (size_t i = 0; i < (blocks + 3) / 4; i++) {
        __m512i counted = c;

        if (wide) /* a low half less than the first one has wrapped around, into the high half */
            counted = _mm512_mask_add_epi64(c, (__mmask8)(_mm512_cmplt_epu64_mask(c, first) >> 1),
                                            c, one);
        store512(stream + 64 * i, _mm512_shuffle_epi8(counted, reverse));
        c = wide ? _mm512_add_epi64(c, four) : _mm512_add_epi32(c, four);
    }
    if (wide)
        mifu_sm4_counter_add(counter, blocks);
    else
        mifu_sm4_counter32_add(counter, (uint32_t)blocks);
    crypt_all(key, 0, stream, stream, blocks);
    xor_some(out, in, stream, blocks);
    mifu_wipe(stream, (blocks + 3) / 4 * 64);
}

/* Blocks of a run at most: whole batches, fewer than 2^32. */
#define RUN ((size_t)1 << 31)

MIFU_INLINE void count_all(const mifu_sm4_key *key, uint8_t counter[16], uint8_t *out,
                           const uint8_t *in, size_t blocks, int wide)
{
    half_keys keys = half_keys_of(key, 0);
    uint32_t white = mifu_load32_be(mifu_sm4_derived(key, MIFU_SM4_DERIVED_WHITE_PLAIN) + 12);
    __m512i white_out = whitening_of(key, 0).out;
    half512_word x[4], y[4];
    counter_run run;

    while (blocks >= BATCH) {
        size_t len = blocks < RUN ? blocks / BATCH * BATCH : RUN;
        uint32_t n;

        counter_run_begin(&run, counter, wide);
        n = run.first;
        for (size_t i = 0; i < len; i += BATCH, n += BATCH, in += 16 * BATCH, out += 16 * BATCH) {
            counter_state(x, &run, n, white, wide);
            counter_state(y, &run, n + 32, white, wide);
            half512_rounds(x, y, keys);
            xor_stream(out, in, x, y, white_out);
        }
        if (wide)
            mifu_sm4_counter_add(counter, len);
        else
            mifu_sm4_counter32_add(counter, (uint32_t)len);
        blocks -= len;
    }
    if (blocks != 0)
        count_some(key, counter, out, in, blocks, wide);
}

static void ctr(const mifu_sm4_key *key, uint8_t chain[16], uint8_t *out, const uint8_t *in,
                size_t blocks)
{
    count_all(key, chain, out, in, blocks, 1);
}

static void ctr32(const mifu_sm4_key *key, uint8_t chain[16], uint8_t *out, const uint8_t *in,
                  size_t blocks)
{
    count_all(key, chain, out, in, blocks, 0);
}

#endif
