/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH with 512-bit carry-less multiplication: see ghash_vpclmul.h. */
#include "ghash_vpclmul.h"

#include "base_bytes.h"

static __m512i multiply(__m512i x, __m512i y)
{
    mifu_ghash_sum s = mifu_ghash_zero_sum();

    mifu_ghash_multiply_add(&s, x, y);
    return mifu_ghash_reduce(s);
}

static __m128i multiply_one(__m128i x, __m128i y)
{
    return _mm512_castsi512_si128(multiply(_mm512_zextsi128_si512(x), _mm512_zextsi128_si512(y)));
}

/* Powers for 16 blocks at a time, or 64, where the message is worth them. */
static void derive(uint64_t key[MIFU_GHASH_KEY_WORDS], uint64_t bytes)
{
    __m128i h = _mm_set_epi64x((long long)key[0], (long long)key[1]);
    __m128i h2, h3, h4, g2;
    __m512i last, g;
    uint64_t *powers = key + MIFU_GHASH_VPCLMUL_G;
    uint64_t out = 0 - (key[0] >> 63);
    unsigned count = bytes < 128 ? 0 : bytes < 1536 ? 4 : 16;

    /* H x, mirrored: one place to the left, and the reduction of the bit that falls out. */
    h = _mm_set_epi64x(
        (long long)((key[0] << 1 | key[1] >> 63) ^ (out & UINT64_C(0xc200000000000000))),
        (long long)(key[1] << 1 ^ (out & 1)));
    h2 = multiply_one(h, h);
    h3 = multiply_one(h2, h);
    h4 = multiply_one(h2, h2);
    last = _mm512_inserti32x4(
        _mm512_inserti32x4(_mm512_inserti32x4(_mm512_castsi128_si512(h4), h3, 1), h2, 2), h, 3);
    _mm512_storeu_si512(key + MIFU_GHASH_VPCLMUL_LAST, last);
    key[MIFU_GHASH_VPCLMUL_COUNT] = count;
    if (count == 0)
        return;
    g2 = multiply_one(h4, h4);
    g = multiply(_mm512_inserti32x4(_mm512_castsi128_si512(h4), g2, 1), _mm512_broadcast_i32x4(g2));
    g = _mm512_inserti64x4(
        _mm512_castsi256_si512(_mm256_inserti128_si256(_mm256_castsi128_si256(h4), g2, 1)),
        _mm512_castsi512_si256(g), 1);
    _mm512_storeu_si512(powers, g);
    if (count == 4)
        return;
    h4 = _mm512_extracti32x4_epi32(g, 3); /* G^4 */
    for (unsigned i = 4; i < 16; i += 4) {
        g = multiply(g, _mm512_broadcast_i32x4(h4));
        _mm512_storeu_si512(powers + 2 * i, g);
    }
}

/* Block i of a register that begins `absent` blocks before data, which are zero. */
static __m512i load_some(const uint8_t *data, size_t absent, size_t blocks)
{
    __mmask16 mask = (__mmask16)(((UINT32_C(1) << 4 * blocks) - 1));
    __m512i x = _mm512_maskz_loadu_epi32(mask, data);
    /* lanes 0 .. blocks-1 to lanes absent .. 3 */
    __m512i index =
        _mm512_sub_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                         _mm512_set1_epi32((int)(4 * absent)));

    return _mm512_maskz_permutexvar_epi32((__mmask16)(mask << 4 * absent), index, x);
}

static void update(const uint64_t key[MIFU_GHASH_KEY_WORDS], uint8_t hash[16], const uint8_t *data,
                   size_t blocks)
{
    size_t first = (blocks - 1) % 4 + 1; /* blocks in the first register, behind zeros */
    size_t count = (size_t)key[MIFU_GHASH_VPCLMUL_COUNT];
    __m512i state = _mm512_zextsi128_si512(mifu_ghash_load_hash(hash));
    __m512i y = mifu_ghash_reverse(load_some(data, 4 - first, first));

    /* The hash so far goes on the first block. */
    if (first == 4)
        y = _mm512_xor_si512(y, state);
    else
        y = _mm512_xor_si512(y, _mm512_maskz_broadcast_i32x4((__mmask16)(15U << 4 * (4 - first)),
                                                             _mm512_castsi512_si128(state)));
    data += 16 * first;
    blocks -= first;
    while (blocks > 0) {
        size_t m = blocks / 4 < count ? blocks / 4 : count;
        mifu_ghash_sum s = mifu_ghash_zero_sum();

        if (m <= 1) { /* G itself is the first lane of LAST */
            mifu_ghash_multiply_add(
                &s, y,
                _mm512_broadcast_i32x4(_mm_loadu_si128(
                    (const __m128i *)(const void *)(key + MIFU_GHASH_VPCLMUL_LAST))));
            y = _mm512_xor_si512(mifu_ghash_reduce(s),
                                 mifu_ghash_reverse(_mm512_loadu_si512(data)));
            data += 64;
            blocks -= 4;
            continue;
        }
        mifu_ghash_multiply_add(&s, y, mifu_ghash_power(key, (unsigned)m - 1));
        for (size_t i = 0; i < m - 1; i++)
            mifu_ghash_multiply_add(&s, mifu_ghash_reverse(_mm512_loadu_si512(data + 64 * i)),
                                    mifu_ghash_power(key, (unsigned)(m - 2 - i)));
        y = _mm512_xor_si512(mifu_ghash_reduce(s),
                             mifu_ghash_reverse(_mm512_loadu_si512(data + 64 * (m - 1))));
        data += 64 * m;
        blocks -= 4 * m;
    }
    mifu_ghash_store_hash(hash, mifu_ghash_finish(key, y));
}

const mifu_ghash_kernels mifu_ghash_vpclmul = {
    .owner = MIFU_GHASH_VPCLMUL_OWNER,
    .derive = derive,
    .update = update,
};
