/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM3 with the SM3 instructions of Armv8.2: Arm Architecture Reference Manual, SM3SS1, SM3TT1A/B,
 * SM3TT2A/B, SM3PARTW1/2. A round is four dependent instructions; four words of the message are
 * expanded by two instructions and three moves.
 *
 * Vectors hold words in natural order, but the state in reverse: D C B A and H G F E, as the
 * instructions want it (A and E in lane 3).
 */
#include "sm3_kernels.h"

#include <arm_neon.h>

#include "base_compiler.h"

MIFU_INLINE uint32x4_t load_words(const uint8_t *p)
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(p)));
}

/* One round; lane `i` of w is its word, of w1 its W'. */
#define ROUND(TT, t, w, w1, i)                                                                     \
    do {                                                                                           \
        uint32x4_t ss1 = vsm3ss1q_u32(abcd, efgh, (t));                                            \
        abcd = vsm3tt1##TT##q_u32(abcd, ss1, (w1), (i));                                           \
        efgh = vsm3tt2##TT##q_u32(efgh, ss1, (w), (i));                                            \
    } while (0)

/* T(j) <<< (j mod 32) stands in lane 3, the only one that SM3SS1 reads. */
#define CONSTANT(j) vsetq_lane_u32(mifu_sm3_rotated_t[j], vdupq_n_u32(0), 3)

/* Rounds 4k to 4k+3 on words w0 = 4k.., w4 = 4k+4... */
#define FOUR_ROUNDS(TT, k, w0, w4)                                                                 \
    do {                                                                                           \
        uint32x4_t w1 = veorq_u32((w0), (w4));                                                     \
                                                                                                   \
        ROUND(TT, CONSTANT(4 * (k)), w0, w1, 0);                                                   \
        ROUND(TT, CONSTANT(4 * (k) + 1), w0, w1, 1);                                               \
        ROUND(TT, CONSTANT(4 * (k) + 2), w0, w1, 2);                                               \
        ROUND(TT, CONSTANT(4 * (k) + 3), w0, w1, 3);                                               \
    } while (0)

/* a = the four words after a, b, c, d, which hold sixteen (GB/T 32905 5.3.2). */
#define EXPAND(a, b, c, d)                                                                         \
    do {                                                                                           \
        uint32x4_t w13 = vextq_u32((a), (b), 3);                                                   \
        uint32x4_t w6 = vextq_u32((c), (d), 2);                                                    \
                                                                                                   \
        a = vsm3partw2q_u32(vsm3partw1q_u32((a), vextq_u32((b), (c), 3), (d)), w6, w13);           \
    } while (0)

static void compress(uint32_t state[8], const uint8_t *blocks, size_t count)
{
    uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);

#define REVERSED(x) vrev64q_u32(vextq_u32((x), (x), 2))
    abcd = REVERSED(abcd);
    efgh = REVERSED(efgh);
    for (; count > 0; count--, blocks += 64) {
        uint32x4_t abcd_before = abcd, efgh_before = efgh;
        uint32x4_t a = load_words(blocks), b = load_words(blocks + 16);
        uint32x4_t c = load_words(blocks + 32), d = load_words(blocks + 48);

        FOUR_ROUNDS(a, 0, a, b);
        FOUR_ROUNDS(a, 1, b, c);
        FOUR_ROUNDS(a, 2, c, d);
        EXPAND(a, b, c, d);
        FOUR_ROUNDS(a, 3, d, a);
        for (unsigned k = 4; k < 16; k += 4) {
            EXPAND(b, c, d, a);
            FOUR_ROUNDS(b, k, a, b);
            EXPAND(c, d, a, b);
            FOUR_ROUNDS(b, k + 1, b, c);
            EXPAND(d, a, b, c);
            FOUR_ROUNDS(b, k + 2, c, d);
            EXPAND(a, b, c, d);
            FOUR_ROUNDS(b, k + 3, d, a);
        }
        abcd = veorq_u32(abcd, abcd_before);
        efgh = veorq_u32(efgh, efgh_before);
    }
    vst1q_u32(state, REVERSED(abcd));
    vst1q_u32(state + 4, REVERSED(efgh));
}

const mifu_sm3_kernels mifu_sm3_armv8 = {
    .compress = compress,
};
