/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GHASH with the 64-bit polynomial multiplication of Armv8 (PMULL), eight blocks to a reduction.
 * Bit order and reduction are those of ghash_vpclmul.h: blocks byte-reversed, powers of H kept
 * times x.
 */
#include "ghash_kernels.h"

#include <arm_neon.h>

#include "base_compiler.h"

#define OWNER  4
#define POWERS 8
#define FOLD   UINT64_C(0xc200000000000000)

typedef uint64x2_t vec;

typedef struct sum {
    vec low, middle, high;
} sum;

MIFU_INLINE vec reverse(uint8x16_t bytes)
{
    bytes = vrev64q_u8(bytes);
    return vreinterpretq_u64_u8(vextq_u8(bytes, bytes, 8));
}

MIFU_INLINE vec swap(vec x)
{
    return vextq_u64(x, x, 1);
}

/* The products of the two low halves and of the two high ones. */
MIFU_INLINE vec multiply_low(vec x, vec y)
{
    return vreinterpretq_u64_p128(
        vmull_p64((poly64_t)vgetq_lane_u64(x, 0), (poly64_t)vgetq_lane_u64(y, 0)));
}

MIFU_INLINE vec multiply_high(vec x, vec y)
{
    return vreinterpretq_u64_p128(
        vmull_high_p64(vreinterpretq_p64_u64(x), vreinterpretq_p64_u64(y)));
}

MIFU_INLINE sum multiply(vec x, vec y)
{
    sum s;

    s.low = multiply_low(x, y);
    s.high = multiply_high(x, y);
    y = swap(y);
    s.middle = veorq_u64(multiply_low(x, y), multiply_high(x, y));
    return s;
}

MIFU_INLINE void add(sum *s, sum t)
{
    s->low = veorq_u64(s->low, t.low);
    s->middle = veorq_u64(s->middle, t.middle);
    s->high = veorq_u64(s->high, t.high);
}

MIFU_INLINE vec reduce(sum s)
{
    const vec zero = vdupq_n_u64(0), fold = vdupq_n_u64(FOLD);
    vec low = veorq_u64(s.low, vextq_u64(zero, s.middle, 1));
    vec high = veorq_u64(s.high, vextq_u64(s.middle, zero, 1));

    for (int i = 0; i < 2; i++)
        low = veorq_u64(swap(low), multiply_low(low, fold));
    return veorq_u64(high, low);
}

static void derive(uint64_t key[MIFU_GHASH_KEY_WORDS], uint64_t bytes)
{
    uint64_t out = 0 - (key[0] >> 63);
    /* H x, mirrored: one place to the left, and the reduction of the bit that falls out. */
    vec h = vcombine_u64(vcreate_u64(key[1] << 1 ^ (out & 1)),
                         vcreate_u64((key[0] << 1 | key[1] >> 63) ^ (out & FOLD)));
    vec power = h;

    (void)bytes;
    for (size_t i = 0; i < POWERS; i++) {
        vst1q_u64(key + MIFU_GHASH_DERIVED + 2 * i, power);
        power = reduce(multiply(power, h));
    }
}

static void update(const uint64_t key[MIFU_GHASH_KEY_WORDS], uint8_t hash[16], const uint8_t *data,
                   size_t blocks)
{
    const uint64_t *powers = key + MIFU_GHASH_DERIVED;
    vec h = vld1q_u64(powers), y = reverse(vld1q_u8(hash));

    for (; blocks >= POWERS; blocks -= POWERS, data += 16 * POWERS) {
        sum s =
            multiply(veorq_u64(y, reverse(vld1q_u8(data))), vld1q_u64(powers + 2 * (POWERS - 1)));

        for (size_t i = 1; i < POWERS; i++)
            add(&s, multiply(reverse(vld1q_u8(data + 16 * i)),
                             vld1q_u64(powers + 2 * (POWERS - 1 - i))));
        y = reduce(s);
    }
    for (; blocks > 0; blocks--, data += 16)
        y = reduce(multiply(veorq_u64(y, reverse(vld1q_u8(data))), h));
    vst1q_u8(hash, vreinterpretq_u8_u64(reverse(vreinterpretq_u8_u64(y))));
}

const mifu_ghash_kernels mifu_ghash_armv8 = {
    .owner = OWNER,
    .derive = derive,
    .update = update,
};
