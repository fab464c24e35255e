/* SPDX-License-Identifier: Apache-2.0 */
/* SM3 with BMI1, BMI2 and AVX2: one stream in sm3_avx2.S, eight streams here. */
#include "sm3_kernels.h"

#include "base_lanes_avx2.h"

void mifu_sm3_compress_avx2(uint32_t state[8], const uint8_t *blocks, size_t count);

#define LANES          8
#define LANES_FUNCTION compress_8
#define V(name)        V8_##name
#include "sm3_lanes.inc"

const mifu_sm3_kernels mifu_sm3_avx2 = {
    .compress = mifu_sm3_compress_avx2,
    .lanes = {{.lanes = 8, .fewest = 3, .compress = compress_8}},
};
