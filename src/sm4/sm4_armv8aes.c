/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4 with the AES instructions of Armv8, for processors without those of SM4: word-sliced, eight
 * blocks at a time. Layout and algebra are those of sm4_aesni_words.inc: AESE with a key of zeros
 * is what AESENCLAST is there, and a table of sixteen bytes is looked up in a register.
 */
#include "sm4_kernels.h"

#include <arm_neon.h>

#include "base_secret.h"
#include "sm4_affine.h"
#include "sm4_key.h"

typedef uint8x16_t vec;

typedef struct words {
    vec x0, x1, x2, x3;
} words;

typedef struct tables {
    vec unshift, u_low, u_high, p_low, p_high, spread;
} tables;

MIFU_INLINE vec map(vec x, vec low, vec high)
{
    return veorq_u8(vqtbl1q_u8(low, vandq_u8(x, vdupq_n_u8(15))),
                    vqtbl1q_u8(high, vshrq_n_u8(x, 4)));
}

MIFU_INLINE tables make_tables(void)
{
    static const uint8_t u_low[16] = MIFU_SM4_NIBBLES_U_LOW, u_high[16] = MIFU_SM4_NIBBLES_U_HIGH;
    static const uint8_t p_low[16] = MIFU_SM4_NIBBLES_P_LOW, p_high[16] = MIFU_SM4_NIBBLES_P_HIGH;
    static const uint8_t unshift[16] = {0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3};
    static const uint8_t spread[16] = {3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0};
    tables t;

    t.unshift = vld1q_u8(unshift);
    t.spread = vld1q_u8(spread);
    t.u_low = vld1q_u8(u_low);
    t.u_high = vld1q_u8(u_high);
    t.p_low = vld1q_u8(p_low);
    t.p_high = vld1q_u8(p_high);
    return t;
}

/* Byte j, 3 first, of a key of sm4_key.h KEYS in dword 3 - j. */
MIFU_INLINE vec round_key(const uint8_t *p, const tables *t)
{
    return vqtbl1q_u8(vreinterpretq_u8_u32(vdupq_n_u32(mifu_load32_le(p))), t->spread);
}

MIFU_INLINE vec round_of(vec a, vec b, vec c, vec d, vec k, const tables *t)
{
    vec x = veorq_u8(veorq_u8(b, c), veorq_u8(d, k)), y, sum;

    x = vqtbl1q_u8(vaeseq_u8(x, vdupq_n_u8(0)), t->unshift);
    y = map(x, t->p_low, t->p_high);
    x = map(x, t->u_low, t->u_high);
    x = veorq_u8(x, vextq_u8(y, y, 12)); /* the dword before */
    sum = veorq_u8(x, vextq_u8(x, x, 8));
    sum = veorq_u8(sum, vreinterpretq_u8_u32(vrev64q_u32(vreinterpretq_u32_u8(sum))));
    return veorq_u8(veorq_u8(a, x), sum);
}

MIFU_INLINE void rounds(words *s, words *r, const uint8_t *keys, ptrdiff_t step)
{
    const tables t = make_tables();

#define TWO(j, a, b, c, d)                                                                         \
    do {                                                                                           \
        vec k_ = round_key(keys + (j)*step, &t);                                                   \
        s->x##a = round_of(s->x##a, s->x##b, s->x##c, s->x##d, k_, &t);                            \
        r->x##a = round_of(r->x##a, r->x##b, r->x##c, r->x##d, k_, &t);                            \
    } while (0)
    for (unsigned i = 0; i < 8; i++) {
        TWO(0, 0, 1, 2, 3);
        TWO(1, 1, 2, 3, 0);
        TWO(2, 2, 3, 0, 1);
        TWO(3, 3, 0, 1, 2);
        keys += 4 * step;
    }
#undef TWO
}

/* Four blocks to words: bytes [3][2][1][0] of the four. */
MIFU_INLINE words load_words(const uint8_t *in)
{
    static const uint8_t low[16] = MIFU_SM4_NIBBLES_A1_LOW, high[16] = MIFU_SM4_NIBBLES_A1_HIGH;
    const vec l = vld1q_u8(low), h = vld1q_u8(high);
    vec a = vld1q_u8(in), b = vld1q_u8(in + 16), c = vld1q_u8(in + 32), d = vld1q_u8(in + 48);
    uint16x8_t ab0 = vreinterpretq_u16_u8(vzip1q_u8(a, b)),
               ab1 = vreinterpretq_u16_u8(vzip2q_u8(a, b));
    uint16x8_t cd0 = vreinterpretq_u16_u8(vzip1q_u8(c, d)),
               cd1 = vreinterpretq_u16_u8(vzip2q_u8(c, d));
    words s;

    s.x0 = map(vreinterpretq_u8_u16(vzip1q_u16(ab0, cd0)), l, h);
    s.x1 = map(vreinterpretq_u8_u16(vzip2q_u16(ab0, cd0)), l, h);
    s.x2 = map(vreinterpretq_u8_u16(vzip1q_u16(ab1, cd1)), l, h);
    s.x3 = map(vreinterpretq_u8_u16(vzip2q_u16(ab1, cd1)), l, h);
    return s;
}

/* The words last first; ST4 puts the dwords of one block together. */
MIFU_INLINE void store_words(uint8_t *out, const words *s)
{
    static const uint8_t low[16] = MIFU_SM4_NIBBLES_A1_INVERSE_LOW;
    static const uint8_t high[16] = MIFU_SM4_NIBBLES_A1_INVERSE_HIGH;
    static const uint8_t gather[16] = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
    const vec l = vld1q_u8(low), h = vld1q_u8(high), g = vld1q_u8(gather);
    uint32x4x4_t w;
    uint32_t text[16];

    w.val[0] = vreinterpretq_u32_u8(vqtbl1q_u8(map(s->x3, l, h), g));
    w.val[1] = vreinterpretq_u32_u8(vqtbl1q_u8(map(s->x2, l, h), g));
    w.val[2] = vreinterpretq_u32_u8(vqtbl1q_u8(map(s->x1, l, h), g));
    w.val[3] = vreinterpretq_u32_u8(vqtbl1q_u8(map(s->x0, l, h), g));
    vst4q_u32(text, w);
    memcpy(out, text, sizeof text);
    mifu_wipe(text, sizeof text);
}

#define BATCH           8
#define FEW             7
#define NAME_OF_KERNELS mifu_sm4_armv8aes
#define KEY_EXPAND_MANY generic_key_expand_many

static void batch(const uint8_t *keys, ptrdiff_t step, uint8_t *out, const uint8_t *in)
{
    words s = load_words(in), r = load_words(in + 64);

    rounds(&s, &r, keys, step);
    store_words(out, &s);
    store_words(out + 64, &r);
}

static void few(const uint8_t *keys, ptrdiff_t step, uint8_t *out, const uint8_t *in, size_t blocks)
{
    uint8_t text[128] = {0};

    memcpy(text, in, 16 * blocks);
    batch(keys, step, text, text);
    memcpy(out, text, 16 * blocks);
    mifu_wipe(text, sizeof text);
}

/* The S-box of the key schedule; equal columns make the rotation of rows nothing. */
MIFU_INLINE uint32_t substitute(uint32_t x)
{
    static const uint8_t a1_low[16] = MIFU_SM4_NIBBLES_A1_LOW,
                         a1_high[16] = MIFU_SM4_NIBBLES_A1_HIGH;
    static const uint8_t s_low[16] = MIFU_SM4_NIBBLES_S_LOW, s_high[16] = MIFU_SM4_NIBBLES_S_HIGH;
    vec v = map(vreinterpretq_u8_u32(vdupq_n_u32(x)), vld1q_u8(a1_low), vld1q_u8(a1_high));

    v = vaeseq_u8(v, vdupq_n_u8(MIFU_SM4_C1));
    v = map(v, vld1q_u8(s_low), vld1q_u8(s_high));
    return vgetq_lane_u32(vreinterpretq_u32_u8(v), 0);
}

#include "sm4_expand_words.inc"

#include "sm4_batch.inc"
