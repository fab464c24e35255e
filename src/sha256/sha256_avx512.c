/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SHA-256 of sixteen messages in AVX-512, for processors without SHA instructions. One stream is
 * the portable code: its chain of dependences leaves vectors nothing to win.
 */
#include "sha256_kernels.h"

#include "base_lanes_avx512.h"

#define LANES          16
#define LANES_FUNCTION compress_16
#define V(name)        V16_##name
#include "sha256_lanes.inc"

static void compress(uint32_t state[8], const uint8_t *blocks, size_t count)
{
    mifu_sha256_portable.compress(state, blocks, count);
}

const mifu_sha256_kernels mifu_sha256_avx512 = {
    .compress = compress,
    .lanes = {{.lanes = 16, .fewest = 3, .compress = compress_16}},
};
