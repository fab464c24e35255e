/* SPDX-License-Identifier: Apache-2.0 */
/* What a back-end of ZUC provides. All of it in constant time. */
#ifndef MIFU_ZUC_KERNELS_H
#define MIFU_ZUC_KERNELS_H

#include "cpu_dispatch.h"
#include "mifu/zuc.h"

#define MIFU_ZUC_WINDOW 20 /* bytes, of the widest window */

#define MIFU_ZUC_LANES_MOST 16

/* Streams side by side: lane l of a back-end with fewer lanes is at [l] as well. */
typedef struct mifu_zuc_lanes {
    uint32_t cells[16][MIFU_ZUC_LANES_MOST];
    uint32_t r[2][MIFU_ZUC_LANES_MOST];
} mifu_zuc_lanes;

typedef struct mifu_zuc_kernels {
    /*
     * From loaded cells, none of them 0 and each below 2^31, to the state that gives the first
     * word: `rounds` rounds of initialisation and the step whose word is discarded (GM/T 0001.1
     * 4.6). R1 and R2 are set to 0 first.
     */
    void (*initialise)(mifu_zuc_state *state, unsigned rounds);
    /*
     * out = in xor the next `count` words of the key stream, most significant byte first, or the
     * key stream where `in` is NULL. 4 * count bytes, in place or apart. Cells stay in 1 .. 2^31
     * - 1.
     */
    void (*crypt)(uint8_t *out, mifu_zuc_state *state, const uint8_t *in, size_t count);
    /*
     * For w < tag_words (1, 2 or 4): tag[w] ^= for each bit i that is set among the 32 * count bits
     * at `msg`, bit 0 being the highest of the first byte: the 32 bits of the key stream from bit
     * 32 * w + i of the window on. The window has tag_words + 1 words of key stream and goes
     * `count` words further; the state gives the words behind it.
     */
    void (*absorb)(uint32_t tag[4], unsigned tag_words, uint8_t window[MIFU_ZUC_WINDOW],
                   mifu_zuc_state *state, const uint8_t *msg, size_t count);
    /*
     * The sum that absorb() makes, over a key stream that is there: count + tag_words words of it,
     * and four bytes behind it that may be read.
     */
    void (*sum)(uint32_t tag[4], unsigned tag_words, const uint8_t *stream, const uint8_t *msg,
                size_t count);
    /*
     * The same for `lanes` streams side by side, 0 where a back-end has no such thing (and NULL
     * then). Rounds are a multiple of 16. lanes_crypt() gives 64 * units bytes of each; out[l] is
     * in[l], or they are apart, as those of different lanes are.
     */
    unsigned lanes;
    void (*lanes_initialise)(mifu_zuc_lanes *state, unsigned rounds);
    void (*lanes_crypt)(uint8_t *const *out, mifu_zuc_lanes *state, const uint8_t *const *in,
                        size_t units);
} mifu_zuc_kernels;

#define MIFU_BACKEND(isa, arch, flags, needs)                                                      \
    MIFU_ON_##arch(extern const mifu_zuc_kernels mifu_zuc_##isa;)
#include "zuc_backends.def"
#undef MIFU_BACKEND

extern mifu_dispatch mifu_zuc_dispatch;

static inline const mifu_zuc_kernels *mifu_zuc_kernels_in_use(void)
{
    return mifu_dispatch_kernels(&mifu_zuc_dispatch);
}

#endif
