/* SPDX-License-Identifier: Apache-2.0 */
/* ZUC with AVX-512, VBMI, GFNI and carry-less multiplication. */
#include "zuc_lanes_avx512.h"
#include "zuc_step_gfni.h"

#include "zuc_stream_x86.inc"

#include "zuc_absorb_x86.inc"

#include "zuc_lanes.inc"

const mifu_zuc_kernels mifu_zuc_gfni_avx512 = {
    initialise, crypt, absorb, sum, LANES, lanes_initialise, lanes_crypt,
};
