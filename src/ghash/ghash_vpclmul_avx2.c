/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GHASH with 256-bit carry-less multiplication, for processors without AVX-512: two blocks a
 * register, up to sixteen to a reduction, three multiplications each (Karatsuba). Bit order and
 * reduction are those of ghash_vpclmul.h: blocks byte-reversed, powers of H kept times x.
 */
#include "ghash_kernels.h"

#include <immintrin.h>

#include "base_compiler.h"

#define OWNER 5

/*
 * Words of a key: register k of POWERS is H^(2k+2), H^(2k+1); of SUMS the same with both halves of
 * each power added, in each half. COUNT says how many powers there are: 4 or 16.
 */
#define COUNT     3
#define POWERS    MIFU_GHASH_DERIVED
#define SUMS      (MIFU_GHASH_DERIVED + 32)
#define REGISTERS 8

typedef struct sum {
    __m256i low, middle, high; /* middle: (x0 + x1) (y0 + y1), with low and high still in it */
} sum;

MIFU_INLINE __m256i load(const void *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

MIFU_INLINE __m256i reverse(__m256i x)
{
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(_mm_setr_epi8(
                                      15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)));
}

MIFU_INLINE __m128i reverse_one(__m128i x)
{
    return _mm_shuffle_epi8(x, _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
}

MIFU_INLINE __m256i halves_added(__m256i x)
{
    return _mm256_xor_si256(x, _mm256_shuffle_epi32(x, 0x4e));
}

/* s += x y, y_sum being halves_added(y). */
MIFU_INLINE void multiply_add(sum *s, __m256i x, __m256i y, __m256i y_sum)
{
    s->low = _mm256_xor_si256(s->low, _mm256_clmulepi64_epi128(x, y, 0x00));
    s->high = _mm256_xor_si256(s->high, _mm256_clmulepi64_epi128(x, y, 0x11));
    s->middle = _mm256_xor_si256(s->middle, _mm256_clmulepi64_epi128(halves_added(x), y_sum, 0x00));
}

/* Both lanes modulo the polynomial: mifu_ghash_reduce() of ghash_vpclmul.h. */
MIFU_INLINE __m256i reduce(sum s)
{
    const __m256i fold = _mm256_set1_epi64x((long long)UINT64_C(0xc200000000000000));
    __m256i middle = _mm256_xor_si256(s.middle, _mm256_xor_si256(s.low, s.high));
    __m256i low = _mm256_xor_si256(s.low, _mm256_bslli_epi128(middle, 8));
    __m256i high = _mm256_xor_si256(s.high, _mm256_bsrli_epi128(middle, 8));

    for (int i = 0; i < 2; i++)
        low = _mm256_xor_si256(_mm256_shuffle_epi32(low, 0x4e),
                               _mm256_clmulepi64_epi128(low, fold, 0x00));
    return _mm256_xor_si256(high, low);
}

MIFU_INLINE sum zero_sum(void)
{
    sum s = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256()};

    return s;
}

MIFU_INLINE __m256i multiply(__m256i x, __m256i y)
{
    sum s = zero_sum();

    multiply_add(&s, x, y, halves_added(y));
    return reduce(s);
}

/* Register k of POWERS and of SUMS. */
MIFU_INLINE void set_power(uint64_t *key, unsigned k, __m256i power)
{
    _mm256_storeu_si256((__m256i *)(void *)(key + POWERS + (size_t)4 * k), power);
    _mm256_storeu_si256((__m256i *)(void *)(key + SUMS + (size_t)4 * k), halves_added(power));
}

static void derive(uint64_t key[MIFU_GHASH_KEY_WORDS], uint64_t bytes)
{
    uint64_t out = 0 - (key[0] >> 63);
    /* H x, mirrored: one place to the left, and the reduction of the bit that falls out. */
    __m256i h = _mm256_broadcastsi128_si256(_mm_set_epi64x(
        (long long)((key[0] << 1 | key[1] >> 63) ^ (out & UINT64_C(0xc200000000000000))),
        (long long)(key[1] << 1 ^ (out & 1))));
    __m256i power = _mm256_blend_epi32(h, multiply(h, h), 0x0f); /* H^2, H */
    unsigned registers = bytes < 256 ? 2 : REGISTERS;

    set_power(key, 0, power);
    for (unsigned n = 1; n < registers; n *= 2) {
        /* H^(2n) in both lanes: the low one of the last register that there is */
        __m256i factor = _mm256_permute2x128_si256(power, power, 0x00);

        for (unsigned i = 0; i < n; i++) {
            power = multiply(load(key + POWERS + (size_t)4 * i), factor);
            set_power(key, n + i, power);
        }
    }
    key[COUNT] = 2 * (uint64_t)registers;
}

static void update(const uint64_t key[MIFU_GHASH_KEY_WORDS], uint8_t hash[16], const uint8_t *data,
                   size_t blocks)
{
    size_t count = (size_t)key[COUNT];
    __m128i y = reverse_one(_mm_loadu_si128((const __m128i *)(const void *)hash));

    while (blocks > 0) {
        size_t m = blocks < count ? blocks : count;
        size_t k = (m - 1) / 2; /* the register of the highest power needed */
        sum s = zero_sum();
        __m256i x;

        /* The hash so far goes on the first block; an odd number has a zero block before it. */
        if (m % 2 == 0) {
            x = _mm256_xor_si256(reverse(load(data)), _mm256_zextsi128_si256(y));
            data += 32;
        } else {
            y = _mm_xor_si128(y, reverse_one(_mm_loadu_si128((const __m128i *)(const void *)data)));
            x = _mm256_inserti128_si256(_mm256_setzero_si256(), y, 1);
            data += 16;
        }
        for (;; data += 32) {
            multiply_add(&s, x, load(key + POWERS + 4 * k), load(key + SUMS + 4 * k));
            if (k-- == 0)
                break;
            x = reverse(load(data));
        }
        x = reduce(s);
        y = _mm_xor_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
        blocks -= m;
    }
    _mm_storeu_si128((__m128i *)(void *)hash, reverse_one(y));
}

const mifu_ghash_kernels mifu_ghash_vpclmul_avx2 = {
    .owner = OWNER,
    .derive = derive,
    .update = update,
};
