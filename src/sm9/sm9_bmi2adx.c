/* SPDX-License-Identifier: Apache-2.0 */
/* The back-end of SM9 for x86-64 with BMI2 and ADX: sums of products in assembly, the formulas are
 * shared. */
#include "curve_point.h"
#include "field_sm9p_bmi2adx.h"
#include "sm9_decompose.h"
#include "sm9_kernels.h"

#define fe_inverse  mifu_sm9p_inverse
#define SM9_KERNELS mifu_sm9_bmi2adx
#include "sm9_kernels_body.inc"
