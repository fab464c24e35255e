/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ZUC for any processor: GM/T 0001.1-2012 clause 4. The S-boxes are circuits on words that hold
 * one bit of four bytes, so that no address depends on a secret.
 */
#include "zuc_kernels.h"

#include "base_bytes.h"
#include "base_secret.h"
#include "zuc_register.h"
#include "zuc_sboxes_bitsliced.h"

#define RUN  32 /* steps between two moves of the cells */
#define BITS UINT32_C(0x01010101)

/* Bit i of each byte of x, at the lowest place of the byte. */
#define SLICE(b, x)                                                                                \
    do {                                                                                           \
        (b)[0] = (x)&BITS, (b)[1] = (x) >> 1 & BITS, (b)[2] = (x) >> 2 & BITS;                     \
        (b)[3] = (x) >> 3 & BITS, (b)[4] = (x) >> 4 & BITS, (b)[5] = (x) >> 5 & BITS;              \
        (b)[6] = (x) >> 6 & BITS, (b)[7] = (x) >> 7 & BITS;                                        \
    } while (0)

#define JOIN(b)                                                                                    \
    ((b)[0] | (b)[1] << 1 | (b)[2] << 2 | (b)[3] << 3 | (b)[4] << 4 | (b)[5] << 5 | (b)[6] << 6 |  \
     (b)[7] << 7)

/* S0 and S1 of each byte of a word. */
MIFU_INLINE uint32_t s0_of(uint32_t x)
{
    uint32_t b[8];

    SLICE(b, x);
    MIFU_ZUC_S0_BITSLICED(uint32_t, b);
    return JOIN(b) ^ MIFU_ZUC_S0_OUT * BITS;
}

MIFU_INLINE uint32_t s1_of(uint32_t x)
{
    uint32_t b[8];

    SLICE(b, x);
    MIFU_ZUC_S1_BITSLICED(uint32_t, b);
    return JOIN(b) ^ MIFU_ZUC_S1_OUT * BITS;
}

/*
 * 4.4: the nonlinear function. S is (S0, S1, S0, S1) on the bytes of a word, highest first: the
 * bytes of both words that go through the same box share a word.
 */
MIFU_INLINE uint32_t nonlinear(uint32_t r[2], uint32_t x0, uint32_t x1, uint32_t x2)
{
    const uint32_t high = UINT32_C(0xff00ff00), low = UINT32_C(0x00ff00ff);
    uint32_t w = (x0 ^ r[0]) + r[1];
    uint32_t w1 = r[0] + x1, w2 = r[1] ^ x2;
    uint32_t u = w1 << 16 | w2 >> 16, v = w2 << 16 | w1 >> 16;
    uint32_t s0, s1;

    u ^= mifu_rotl32(u, 2) ^ mifu_rotl32(u, 10) ^ mifu_rotl32(u, 18) ^ mifu_rotl32(u, 24);
    v ^= mifu_rotl32(v, 8) ^ mifu_rotl32(v, 14) ^ mifu_rotl32(v, 22) ^ mifu_rotl32(v, 30);
    s0 = s0_of((u & high) | (v & high) >> 8);
    s1 = s1_of((u & low) << 8 | (v & low));
    r[0] = (s0 & high) | (s1 & high) >> 8;
    r[1] = (s0 & low) << 8 | (s1 & low);
    return w;
}

/* Up to RUN steps on cells that stand one behind the other. */
static MIFU_NOINLINE void run(uint8_t *out, mifu_zuc_state *state, const uint8_t *in, size_t count)
{
    uint32_t cells[16 + RUN], r[2];

    memcpy(cells, state->cells, sizeof state->cells);
    memcpy(r, state->r, sizeof r);
    for (size_t i = 0; i < count; i++) {
        const uint32_t *s = cells + i;
        uint32_t word = nonlinear(r, ZUC_X0(s), ZUC_X1(s), ZUC_X2(s)) ^ ZUC_X3(s);

        mifu_store32_be(out + 4 * i, in != NULL ? word ^ mifu_load32_be(in + 4 * i) : word);
        cells[16 + i] = zuc_feedback(s, 0);
    }
    memcpy(state->cells, cells + count, sizeof state->cells);
    memcpy(state->r, r, sizeof r);
    mifu_wipe(cells, sizeof cells);
    mifu_wipe(r, sizeof r);
}

static void crypt(uint8_t *out, mifu_zuc_state *state, const uint8_t *in, size_t count)
{
    while (count > 0) {
        size_t n = count < RUN ? count : RUN;

        run(out, state, in, n);
        out += 4 * n;
        in = in != NULL ? in + 4 * n : NULL;
        count -= n;
    }
}

static MIFU_NOINLINE void initialise(mifu_zuc_state *state, unsigned rounds)
{
    uint32_t cells[16 + ZUC_ROUNDS_MOST];
    uint8_t discarded[4];

    memcpy(cells, state->cells, sizeof state->cells);
    state->r[0] = state->r[1] = 0;
    for (unsigned i = 0; i < rounds; i++) {
        const uint32_t *s = cells + i;

        cells[16 + i] = zuc_feedback(s, nonlinear(state->r, ZUC_X0(s), ZUC_X1(s), ZUC_X2(s)) >> 1);
    }
    memcpy(state->cells, cells + rounds, sizeof state->cells);
    mifu_wipe(cells, sizeof cells);
    run(discarded, state, NULL, 1);
    mifu_wipe(discarded, sizeof discarded);
}

/* One bit of the message after the other, each as a mask; `tag_words` is a constant where inlined.
 */
MIFU_INLINE void sum_words(uint32_t tag[4], const unsigned tag_words, const uint8_t *stream,
                           const uint8_t *msg, size_t count)
{
    for (size_t j = 0; j < count; j++) {
        uint32_t m = mifu_load32_be(msg + 4 * j);

        for (unsigned w = 0; w < tag_words; w++) {
            uint64_t pair = mifu_load64_be(stream + 4 * (j + w));
            uint32_t sum = 0;

            for (unsigned i = 0; i < 32; i++)
                sum ^= (uint32_t)(pair >> (32 - i)) & (uint32_t)mifu_mask_bit64(m >> (31 - i) & 1);
            tag[w] ^= sum;
        }
    }
}

static void sum(uint32_t tag[4], unsigned tag_words, const uint8_t *stream, const uint8_t *msg,
                size_t count)
{
    if (tag_words == 1)
        sum_words(tag, 1, stream, msg, count);
    else if (tag_words == 2)
        sum_words(tag, 2, stream, msg, count);
    else
        sum_words(tag, 4, stream, msg, count);
}

static void absorb(uint32_t tag[4], unsigned tag_words, uint8_t window[MIFU_ZUC_WINDOW],
                   mifu_zuc_state *state, const uint8_t *msg, size_t count)
{
    size_t overlap = 4 * (tag_words + 1);
    uint8_t stream[MIFU_ZUC_WINDOW + 4 * RUN];

    memcpy(stream, window, overlap);
    while (count > 0) {
        size_t n = count < RUN ? count : RUN;

        crypt(stream + overlap, state, NULL, n);
        sum(tag, tag_words, stream, msg, n);
        memmove(stream, stream + 4 * n, overlap);
        msg += 4 * n;
        count -= n;
    }
    memcpy(window, stream, overlap);
    mifu_wipe(stream, sizeof stream);
}

const mifu_zuc_kernels mifu_zuc_portable = {initialise, crypt, absorb, sum, 0, NULL, NULL};
