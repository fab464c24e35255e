/* SPDX-License-Identifier: Apache-2.0 */
/* SM3 with BMI2 and AVX-512: one, eight and sixteen streams, all in sm3_avx512.S. */
#include "sm3_kernels.h"

void mifu_sm3_compress_avx512(uint32_t state[8], const uint8_t *blocks, size_t count);
void mifu_sm3_compress_8_avx512(uint32_t *states, const uint8_t *const *blocks, size_t count);
void mifu_sm3_compress_16_avx512(uint32_t *states, const uint8_t *const *blocks, size_t count);

const mifu_sm3_kernels mifu_sm3_avx512 = {
    .compress = mifu_sm3_compress_avx512,
    .lanes = {{.lanes = 16, .fewest = 9, .compress = mifu_sm3_compress_16_avx512},
              {.lanes = 8, .fewest = 2, .compress = mifu_sm3_compress_8_avx512}},
};
