/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SHA-256 of eight messages in AVX2, for processors without SHA instructions. One stream is the
 * portable code: its chain of dependences leaves vectors nothing to win.
 */
#include "sha256_kernels.h"

#include "base_lanes_avx2.h"

#define LANES          8
#define LANES_FUNCTION compress_8
#define V(name)        V8_##name
#include "sha256_lanes.inc"

static void compress(uint32_t state[8], const uint8_t *blocks, size_t count)
{
    mifu_sha256_portable.compress(state, blocks, count);
}

const mifu_sha256_kernels mifu_sha256_avx2 = {
    .compress = compress,
    .lanes = {{.lanes = 8, .fewest = 3, .compress = compress_8}},
};
