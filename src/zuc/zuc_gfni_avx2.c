/* SPDX-License-Identifier: Apache-2.0 */
/* ZUC with AVX2, GFNI and carry-less multiplication. */
#include "zuc_lanes_avx2.h"
#include "zuc_step_gfni.h"

#include "zuc_stream_x86.inc"

#include "zuc_absorb_x86.inc"

MIFU_INLINE __m256i lanes_s1(__m256i x)
{
    x = _mm256_gf2p8affine_epi64_epi8(x, _mm256_set1_epi64x((long long)MIFU_ZUC_S1_MATRIX_IN), 0);
    return _mm256_gf2p8affineinv_epi64_epi8(
        x, _mm256_set1_epi64x((long long)MIFU_ZUC_S1_MATRIX_OUT), MIFU_ZUC_S1_OF_0);
}

#define L_S1 lanes_s1

#include "zuc_lanes.inc"

const mifu_zuc_kernels mifu_zuc_gfni_avx2 = {
    initialise, crypt, absorb, sum, LANES, lanes_initialise, lanes_crypt,
};
