/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM2 on x86-64 with BMI2, ADX and AVX2: the bodies of src/curve over field_sm2_bmi2adx.h.
 *
 * The inline assembly takes 13 registers. Builds without optimisation and with the address
 * sanitizer leave fewer: there this back-end runs the portable products.
 */
#include "curve_select_avx2.h"
#include "field_sm2_bmi2adx.h"
#include "sm2_kernels.h"

#if defined(__has_feature)
#    if __has_feature(address_sanitizer)
#        define SM2_FEW_REGISTERS
#    endif
#endif
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
#    define SM2_FEW_REGISTERS
#endif

#ifdef SM2_FEW_REGISTERS
#    define fe_mul mifu_fp_mul
#    define fe_sqr mifu_fp_sqr
#else
#    define fe_mul mifu_fp_mul_bmi2adx
#    define fe_sqr mifu_fp_sqr_bmi2adx
#endif
#define fe_add       mifu_fp_add_bmi2adx
#define fe_sub       mifu_fp_sub_bmi2adx
#define fe_half      mifu_fp_half_bmi2adx
#define fe_inverse   mifu_fp_inverse
#define CURVE_SELECT mifu_curve_select_avx2
#define SM2_KERNELS  mifu_sm2_bmi2adx
#include "sm2_kernels_body.inc"
