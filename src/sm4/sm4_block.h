/* SPDX-License-Identifier: Apache-2.0 */
/* Single blocks as the modes need them: xor, counters, and the doubling of tweaks. */
#ifndef MIFU_SM4_BLOCK_H
#define MIFU_SM4_BLOCK_H

#include "base_bytes.h"
#include "mifu/sm4_modes.h"

MIFU_INLINE void mifu_sm4_xor_block(uint8_t out[16], const uint8_t a[16], const uint8_t b[16])
{
    uint64_t x[2], y[2]; /* any byte order will do */

    memcpy(x, a, 16);
    memcpy(y, b, 16);
    x[0] ^= y[0];
    x[1] ^= y[1];
    memcpy(out, x, 16);
}

/* A big-endian counter + n mod 2^128: GB/T 17964 CTR. */
MIFU_INLINE void mifu_sm4_counter_add(uint8_t counter[16], uint64_t n)
{
    uint64_t high = mifu_load64_be(counter), low = mifu_load64_be(counter + 8);

    low += n;
    high += low < n;
    mifu_store64_be(counter, high);
    mifu_store64_be(counter + 8, low);
}

/* Its last four bytes + n mod 2^32: SP 800-38D 6.2. */
MIFU_INLINE void mifu_sm4_counter32_add(uint8_t counter[16], uint32_t n)
{
    mifu_store32_be(counter + 12, mifu_load32_be(counter + 12) + n);
}

/*
 * The tweak times x. IEEE 1619 5.2: byte 0 holds x^0..x^7, lowest bit first, so it is a
 * little-endian shift to the left. GB/T 17964 takes the order of GCM: the first bit of byte 0 is
 * x^0, so it is a big-endian shift to the right. Both modulo x^128 + x^7 + x^2 + x + 1.
 */
MIFU_INLINE void mifu_sm4_tweak_double(uint8_t tweak[16], mifu_sm4_xts_order order)
{
    if (order == MIFU_SM4_XTS_IEEE) {
        uint64_t low = mifu_load64_le(tweak), high = mifu_load64_le(tweak + 8);
        uint64_t out = 0 - (high >> 63);

        mifu_store64_le(tweak + 8, high << 1 | low >> 63);
        mifu_store64_le(tweak, low << 1 ^ (out & 0x87));
    } else {
        uint64_t high = mifu_load64_be(tweak), low = mifu_load64_be(tweak + 8);
        uint64_t out = 0 - (low & 1);

        mifu_store64_be(tweak + 8, low >> 1 | high << 63);
        mifu_store64_be(tweak, high >> 1 ^ (out & UINT64_C(0xe1) << 56));
    }
}

#endif
