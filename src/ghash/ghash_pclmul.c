/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GHASH with 128-bit carry-less multiplication, four blocks to a reduction. Bit order and reduction
 * are those of ghash_vpclmul.h: blocks byte-reversed, powers of H kept times x.
 */
#include "ghash_kernels.h"

#include <immintrin.h>

#include "base_compiler.h"

#define OWNER  2
#define POWERS 4

typedef struct sum {
    __m128i low, middle, high;
} sum;

MIFU_INLINE __m128i load_reversed(const uint8_t *p)
{
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)p),
                            _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
}

MIFU_INLINE sum multiply(__m128i x, __m128i y)
{
    sum s;

    s.low = _mm_clmulepi64_si128(x, y, 0x00);
    s.high = _mm_clmulepi64_si128(x, y, 0x11);
    s.middle = _mm_xor_si128(_mm_clmulepi64_si128(x, y, 0x01), _mm_clmulepi64_si128(x, y, 0x10));
    return s;
}

MIFU_INLINE void add(sum *s, sum t)
{
    s->low = _mm_xor_si128(s->low, t.low);
    s->middle = _mm_xor_si128(s->middle, t.middle);
    s->high = _mm_xor_si128(s->high, t.high);
}

MIFU_INLINE __m128i reduce(sum s)
{
    const __m128i fold = _mm_set1_epi64x((long long)UINT64_C(0xc200000000000000));
    __m128i low = _mm_xor_si128(s.low, _mm_slli_si128(s.middle, 8));
    __m128i high = _mm_xor_si128(s.high, _mm_srli_si128(s.middle, 8));

    for (int i = 0; i < 2; i++)
        low = _mm_xor_si128(_mm_shuffle_epi32(low, 0x4e), _mm_clmulepi64_si128(low, fold, 0x00));
    return _mm_xor_si128(high, low);
}

static void derive(uint64_t key[MIFU_GHASH_KEY_WORDS], uint64_t bytes)
{
    uint64_t out = 0 - (key[0] >> 63);
    /* H x, mirrored: one place to the left, and the reduction of the bit that falls out. */
    __m128i h = _mm_set_epi64x(
        (long long)((key[0] << 1 | key[1] >> 63) ^ (out & UINT64_C(0xc200000000000000))),
        (long long)(key[1] << 1 ^ (out & 1)));
    __m128i power = h;

    (void)bytes;
    for (size_t i = 0; i < POWERS; i++) {
        _mm_storeu_si128((__m128i *)(void *)(key + MIFU_GHASH_DERIVED + 2 * i), power);
        power = reduce(multiply(power, h));
    }
}

static void update(const uint64_t key[MIFU_GHASH_KEY_WORDS], uint8_t hash[16], const uint8_t *data,
                   size_t blocks)
{
    const __m128i *powers = (const __m128i *)(const void *)(key + MIFU_GHASH_DERIVED);
    __m128i h1 = _mm_loadu_si128(powers), h2 = _mm_loadu_si128(powers + 1);
    __m128i h3 = _mm_loadu_si128(powers + 2), h4 = _mm_loadu_si128(powers + 3);
    __m128i y = load_reversed(hash);

    for (; blocks >= 4; blocks -= 4, data += 64) {
        sum s = multiply(_mm_xor_si128(y, load_reversed(data)), h4);

        add(&s, multiply(load_reversed(data + 16), h3));
        add(&s, multiply(load_reversed(data + 32), h2));
        add(&s, multiply(load_reversed(data + 48), h1));
        y = reduce(s);
    }
    for (; blocks > 0; blocks--, data += 16)
        y = reduce(multiply(_mm_xor_si128(y, load_reversed(data)), h1));
    _mm_storeu_si128(
        (__m128i *)(void *)hash,
        _mm_shuffle_epi8(y, _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)));
}

const mifu_ghash_kernels mifu_ghash_pclmul = {
    .owner = OWNER,
    .derive = derive,
    .update = update,
};
