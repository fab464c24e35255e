/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SHA-256 with the SHA-2 instructions of Armv8: Arm Architecture Reference Manual, SHA256H,
 * SHA256H2, SHA256SU0, SHA256SU1.
 */
#include "sha256_kernels.h"

#include <arm_neon.h>

#include "base_compiler.h"

MIFU_INLINE uint32x4_t load_words(const uint8_t *p)
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(p)));
}

/* Rounds 4g to 4g+3 on the words w. */
#define FOUR_ROUNDS(g, w)                                                                          \
    do {                                                                                           \
        uint32x4_t x = vaddq_u32((w), vld1q_u32(mifu_sha256_k + (size_t)4 * (g)));                 \
        uint32x4_t before = abcd;                                                                  \
                                                                                                   \
        abcd = vsha256hq_u32(abcd, efgh, x);                                                       \
        efgh = vsha256h2q_u32(efgh, before, x);                                                    \
    } while (0)

/* a = the four words after a, b, c, d. */
#define EXPAND(a, b, c, d) (a = vsha256su1q_u32(vsha256su0q_u32((a), (b)), (c), (d)))

static void compress(uint32_t state[8], const uint8_t *blocks, size_t count)
{
    uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);

    for (; count > 0; count--, blocks += 64) {
        uint32x4_t abcd_before = abcd, efgh_before = efgh;
        uint32x4_t a = load_words(blocks), b = load_words(blocks + 16);
        uint32x4_t c = load_words(blocks + 32), d = load_words(blocks + 48);

        for (unsigned g = 0; g < 12; g += 4) {
            FOUR_ROUNDS(g, a);
            EXPAND(a, b, c, d);
            FOUR_ROUNDS(g + 1, b);
            EXPAND(b, c, d, a);
            FOUR_ROUNDS(g + 2, c);
            EXPAND(c, d, a, b);
            FOUR_ROUNDS(g + 3, d);
            EXPAND(d, a, b, c);
        }
        FOUR_ROUNDS(12, a);
        FOUR_ROUNDS(13, b);
        FOUR_ROUNDS(14, c);
        FOUR_ROUNDS(15, d);
        abcd = vaddq_u32(abcd, abcd_before);
        efgh = vaddq_u32(efgh, efgh_before);
    }
    vst1q_u32(state, abcd);
    vst1q_u32(state + 4, efgh);
}

const mifu_sha256_kernels mifu_sha256_armv8 = {
    .compress = compress,
};
