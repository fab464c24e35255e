/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 with the SHA instructions of x86: one and two streams here, four in
 * sha256_x86ni.S. */
#include "sha256_kernels.h"

#include <immintrin.h>

#include "base_compiler.h"

void mifu_sha256_compress_4_x86ni(uint32_t *states, const uint8_t *const *blocks, size_t count);

/* Words A to H of a state lie `stride` apart. */
MIFU_INLINE void load_state(__m128i *abef, __m128i *cdgh, const uint32_t *state, size_t stride)
{
#define WORD(i) (int)state[(i)*stride]
    *abef = _mm_setr_epi32(WORD(5), WORD(4), WORD(1), WORD(0));
    *cdgh = _mm_setr_epi32(WORD(7), WORD(6), WORD(3), WORD(2));
#undef WORD
}

MIFU_INLINE void store_state(uint32_t *state, size_t stride, __m128i abef, __m128i cdgh)
{
    state[0] = (uint32_t)_mm_extract_epi32(abef, 3);
    state[stride] = (uint32_t)_mm_extract_epi32(abef, 2);
    state[2 * stride] = (uint32_t)_mm_extract_epi32(cdgh, 3);
    state[3 * stride] = (uint32_t)_mm_extract_epi32(cdgh, 2);
    state[4 * stride] = (uint32_t)_mm_extract_epi32(abef, 1);
    state[5 * stride] = (uint32_t)_mm_extract_epi32(abef, 0);
    state[6 * stride] = (uint32_t)_mm_extract_epi32(cdgh, 1);
    state[7 * stride] = (uint32_t)_mm_extract_epi32(cdgh, 0);
}

#define STREAMS          1
#define STREAMS_FUNCTION compress_1
#include "sha256_x86ni.inc"

#define STREAMS          2
#define STREAMS_FUNCTION compress_2
#include "sha256_x86ni.inc"

static void compress(uint32_t state[8], const uint8_t *blocks, size_t count)
{
    compress_1(state, &blocks, count);
}

const mifu_sha256_kernels mifu_sha256_x86ni = {
    .compress = compress,
    .lanes = {{.lanes = 4, .fewest = 3, .compress = mifu_sha256_compress_4_x86ni},
              {.lanes = 2, .fewest = 2, .compress = compress_2}},
};
