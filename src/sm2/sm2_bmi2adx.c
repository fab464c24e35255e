/* SPDX-License-Identifier: Apache-2.0 */
/* SM2 on x86-64 with BMI2, ADX and AVX2: the bodies of src/curve over field_sm2_bmi2adx.h, and sums
 * without doublings on four lanes. */
#include "base_clear_x86.h"
#include "curve_lanes_avx2.h"
#include "curve_select_avx2.h"
#include "sm2_bmi2adx_field.h"
#include "sm2_kernels.h"

/* Points of sums and lanes' entries of tables lie in up to 7.5 KB of stack. */
static inline void sm2_clear(void)
{
    mifu_wipe_stack_8k();
    mifu_clear_ymm();
}

#define SM2_KERNELS mifu_sm2_bmi2adx
#define CURVE_COMB  "curve_comb_avx2.inc"
#define SM2_CLEAR   sm2_clear
#include "sm2_kernels_body.inc"
