/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the modes of sm4_generic.inc do with runs of blocks besides encrypting them: counters,
 * tweaks and xor. sm4_streams_avx2.h has the same functions for 256 bits. Rooms for counters and
 * tweaks have an even number of blocks.
 */
#ifndef MIFU_SM4_STREAMS_H
#define MIFU_SM4_STREAMS_H

#include "base_secret.h"
#include "sm4_block.h"

/* n counters from chain on, which becomes the one after them; see ctr and ctr32. */
MIFU_INLINE void mifu_sm4_counters(uint8_t *counters, uint8_t chain[16], size_t n, int wide)
{
    uint64_t high = mifu_load64_be(chain), low = mifu_load64_be(chain + 8);

    for (size_t i = 0; i < n; i++) {
        mifu_store64_be(counters + 16 * i, high);
        mifu_store64_be(counters + 16 * i + 8, low);
        if (wide) {                        /* without a branch: a counter may come from a secret */
            low = mifu_barrier64(low + 1); /* lest the loop count in it instead of in i */
            high += mifu_mask_zero64(low) & 1;
        } else {
            low = (low & ~UINT64_C(0xffffffff)) | (uint32_t)(low + 1);
        }
    }
    mifu_store64_be(chain, high);
    mifu_store64_be(chain + 8, low);
}

/* out = a ^ b; out is a or b or apart from them. */
MIFU_INLINE void mifu_sm4_xor_blocks(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        mifu_sm4_xor_block(out + 16 * i, a + 16 * i, b + 16 * i);
}

/* Block i of out = block i of a ^ block i - 1 of b, for 0 < i < n; out may be b. */
MIFU_INLINE void mifu_sm4_xor_before(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n)
{
    for (size_t i = n; i-- > 1;)
        mifu_sm4_xor_block(out + 16 * i, a + 16 * i, b + 16 * (i - 1));
}

/* n tweaks from `tweak` on, which becomes the one after them. */
MIFU_INLINE void mifu_sm4_tweaks(uint8_t *tweaks, uint8_t tweak[16], mifu_sm4_xts_order order,
                                 size_t n)
{
    for (size_t i = 0; i < n; i++) {
        memcpy(tweaks + 16 * i, tweak, 16);
        mifu_sm4_tweak_double(tweak, order);
    }
}

#endif
