/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH with 256-bit carry-less multiplication: see ghash_vpclmul_avx2.h. */
#include "ghash_vpclmul_avx2.h"

MIFU_INLINE __m256i multiply(__m256i x, __m256i y)
{
    mifu_ghash256_sum s = mifu_ghash256_zero_sum();

    mifu_ghash256_multiply_add(&s, x, y, mifu_ghash256_halves_added(y));
    return mifu_ghash256_reduce(s);
}

/* Register k of POWERS and of SUMS. */
MIFU_INLINE void set_power(uint64_t *key, unsigned k, __m256i power)
{
    _mm256_storeu_si256((__m256i *)(void *)(key + MIFU_GHASH256_POWERS + (size_t)4 * k), power);
    _mm256_storeu_si256((__m256i *)(void *)(key + MIFU_GHASH256_SUMS + (size_t)4 * k),
                        mifu_ghash256_halves_added(power));
}

static void derive(uint64_t key[MIFU_GHASH_KEY_WORDS], uint64_t bytes)
{
    uint64_t out = 0 - (key[0] >> 63);
    /* H x, mirrored: one place to the left, and the reduction of the bit that falls out. */
    __m256i h = _mm256_broadcastsi128_si256(_mm_set_epi64x(
        (long long)((key[0] << 1 | key[1] >> 63) ^ (out & UINT64_C(0xc200000000000000))),
        (long long)(key[1] << 1 ^ (out & 1))));
    __m256i power = _mm256_blend_epi32(h, multiply(h, h), 0x0f); /* H^2, H */
    unsigned registers = bytes < 256 ? 2 : MIFU_GHASH256_REGISTERS;

    set_power(key, 0, power);
    for (unsigned n = 1; n < registers; n *= 2) {
        /* H^(2n) in both lanes: the low one of the last register that there is */
        __m256i factor = _mm256_permute2x128_si256(power, power, 0x00);

        for (unsigned i = 0; i < n; i++) {
            power =
                multiply(mifu_ghash256_load(key + MIFU_GHASH256_POWERS + (size_t)4 * i), factor);
            set_power(key, n + i, power);
        }
    }
    key[MIFU_GHASH256_COUNT] = 2 * (uint64_t)registers;
}

static void update(const uint64_t key[MIFU_GHASH_KEY_WORDS], uint8_t hash[16], const uint8_t *data,
                   size_t blocks)
{
    size_t count = (size_t)key[MIFU_GHASH256_COUNT];
    __m128i y = mifu_ghash256_reverse_one(_mm_loadu_si128((const __m128i *)(const void *)hash));

    while (blocks > 0) {
        size_t m = blocks < count ? blocks : count;
        size_t k = (m - 1) / 2; /* the register of the highest power needed */
        mifu_ghash256_sum s = mifu_ghash256_zero_sum();
        __m256i x;

        /* The hash so far goes on the first block; an odd number has a zero block before it. */
        if (m % 2 == 0) {
            x = _mm256_xor_si256(mifu_ghash256_reverse(mifu_ghash256_load(data)),
                                 _mm256_zextsi128_si256(y));
            data += 32;
        } else {
            y = _mm_xor_si128(
                y, mifu_ghash256_reverse_one(_mm_loadu_si128((const __m128i *)(const void *)data)));
            x = _mm256_inserti128_si256(_mm256_setzero_si256(), y, 1);
            data += 16;
        }
        for (;; data += 32) {
            mifu_ghash256_multiply_add(&s, x,
                                       mifu_ghash256_load(key + MIFU_GHASH256_POWERS + 4 * k),
                                       mifu_ghash256_load(key + MIFU_GHASH256_SUMS + 4 * k));
            if (k-- == 0)
                break;
            x = mifu_ghash256_reverse(mifu_ghash256_load(data));
        }
        x = mifu_ghash256_reduce(s);
        y = mifu_ghash256_join(x);
        blocks -= m;
    }
    _mm_storeu_si128((__m128i *)(void *)hash, mifu_ghash256_reverse_one(y));
}

const mifu_ghash_kernels mifu_ghash_vpclmul_avx2 = {
    .owner = MIFU_GHASH256_OWNER,
    .derive = derive,
    .update = update,
};
