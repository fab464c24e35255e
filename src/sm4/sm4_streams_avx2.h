/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of sm4_streams.h, two blocks at a time. */
#ifndef MIFU_SM4_STREAMS_AVX2_H
#define MIFU_SM4_STREAMS_AVX2_H

#include <immintrin.h>

#include "sm4_block.h"

MIFU_INLINE __m256i streams_load(const uint8_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

MIFU_INLINE void streams_store(uint8_t *p, __m256i x)
{
    _mm256_storeu_si256((__m256i *)(void *)p, x);
}

/*
 * Counters as little-endian numbers, low half first. low + i has wrapped around where it is less
 * than low: a comparison of signed numbers, whence the sign bits, gives -1 there, to be subtracted
 * from the high half. No branch: a counter may come from a secret. An odd number of counters is
 * followed by one more.
 */
MIFU_INLINE void mifu_sm4_counters(uint8_t *counters, uint8_t chain[16], size_t n, int wide)
{
    const __m256i reverse = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    const __m256i sign = _mm256_set1_epi64x((long long)(UINT64_C(1) << 63));
    uint64_t high = mifu_load64_be(chain), low = mifu_load64_be(chain + 8);
    const __m256i first =
        _mm256_setr_epi64x((long long)low, (long long)high, (long long)low, (long long)high);
    const __m256i signed_first = _mm256_xor_si256(first, sign);
    __m256i add = _mm256_setr_epi64x(0, 0, 1, 0);

    for (size_t i = 0; i < n; i += 2) {
        __m256i x;

        if (wide) {
            x = _mm256_add_epi64(first, add);
            x = _mm256_sub_epi64(
                x, _mm256_bslli_epi128(_mm256_cmpgt_epi64(signed_first, _mm256_xor_si256(x, sign)),
                                       8));
        } else {
            x = _mm256_add_epi32(first, add);
        }
        streams_store(counters + 16 * i, _mm256_shuffle_epi8(x, reverse));
        add = _mm256_add_epi64(add, _mm256_setr_epi64x(2, 0, 2, 0));
    }
    if (wide)
        mifu_sm4_counter_add(chain, n);
    else
        mifu_sm4_counter32_add(chain, (uint32_t)n);
}

/*
 * Up to so many blocks one at a time in what follows: kernels of few blocks have just written them
 * in 128 bits, and a load of 256 bits over two stores waits until both are in the cache.
 */
#define STREAMS_SINGLY 8

MIFU_INLINE __m128i streams_load_one(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

MIFU_INLINE void streams_xor_one(uint8_t *out, const uint8_t *a, const uint8_t *b)
{
    _mm_storeu_si128((__m128i *)(void *)out,
                     _mm_xor_si128(streams_load_one(a), streams_load_one(b)));
}

MIFU_INLINE void mifu_sm4_xor_blocks(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n)
{
    size_t i = 0;

    if (n <= STREAMS_SINGLY) {
        for (; i < n; i++)
            streams_xor_one(out + 16 * i, a + 16 * i, b + 16 * i);
        return;
    }
    for (; i + 2 <= n; i += 2)
        streams_store(out + 16 * i,
                      _mm256_xor_si256(streams_load(a + 16 * i), streams_load(b + 16 * i)));
    if (i < n)
        streams_xor_one(out + 16 * i, a + 16 * i, b + 16 * i);
}

/* From the end, so that a block of b is read before it is overwritten. */
MIFU_INLINE void mifu_sm4_xor_before(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n)
{
    for (; n > STREAMS_SINGLY; n -= 2)
        streams_store(out + 16 * (n - 2), _mm256_xor_si256(streams_load(a + 16 * (n - 2)),
                                                           streams_load(b + 16 * (n - 3))));
    for (; n > 1; n--)
        streams_xor_one(out + 16 * (n - 1), a + 16 * (n - 1), b + 16 * (n - 2));
}

/*
 * Both lanes times x^8, which in both orders of sm4_block.h is a byte up; the byte o that falls out
 * comes back times x^7 + x^2 + x + 1, 16 bits of which the order says how they lie: IEEE 1619 as a
 * little-endian number with x^0 the lowest bit, GB/T 17964 as a big-endian one with x^0 the
 * highest.
 */
MIFU_INLINE __m256i streams_times_x8(__m256i t, mifu_sm4_xts_order order)
{
    __m256i o = _mm256_bsrli_epi128(t, 15), back;

    if (order == MIFU_SM4_XTS_IEEE) {
        back = _mm256_xor_si256(_mm256_xor_si256(o, _mm256_slli_epi64(o, 1)),
                                _mm256_xor_si256(_mm256_slli_epi64(o, 2), _mm256_slli_epi64(o, 7)));
    } else {
        back = _mm256_xor_si256(_mm256_xor_si256(_mm256_slli_epi64(o, 8), _mm256_slli_epi64(o, 7)),
                                _mm256_xor_si256(_mm256_slli_epi64(o, 6), _mm256_slli_epi64(o, 1)));
        back = _mm256_shuffle_epi8(
            back, _mm256_broadcastsi128_si256(
                      _mm_setr_epi8(1, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1)));
    }
    return _mm256_xor_si256(_mm256_bslli_epi128(t, 1), back);
}

/* Eight by doubling, all others from the one eight before. */
MIFU_INLINE void mifu_sm4_tweaks(uint8_t *tweaks, uint8_t tweak[16], mifu_sm4_xts_order order,
                                 size_t n)
{
    __m256i t[4];

    for (size_t i = 0; i < n && i < 8; i++) {
        memcpy(tweaks + 16 * i, tweak, 16);
        mifu_sm4_tweak_double(tweak, order);
    }
    if (n <= 8)
        return;
    MIFU_UNROLL_ALL
    for (size_t j = 0; j < 4; j++)
        t[j] = streams_load(tweaks + 32 * j);
    for (size_t i = 8; i < n; i += 2) {
        __m256i next = streams_times_x8(t[0], order);

        streams_store(tweaks + 16 * i, next);
        t[0] = t[1];
        t[1] = t[2];
        t[2] = t[3];
        t[3] = next;
    }
    memcpy(tweak, tweaks + 16 * (n - 1), 16);
    mifu_sm4_tweak_double(tweak, order);
}

#endif
