/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The field operations of curve_jacobian.inc for the back-ends with BMI2 and ADX.
 *
 * The inline assembly takes 13 registers. Builds without optimisation and with the address
 * sanitizer leave fewer: there the portable products run.
 */
#ifndef MIFU_SM2_BMI2ADX_FIELD_H
#define MIFU_SM2_BMI2ADX_FIELD_H

#include "field_sm2_bmi2adx.h"

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
#define fe_add     mifu_fp_add_bmi2adx
#define fe_sub     mifu_fp_sub_bmi2adx
#define fe_half    mifu_fp_half_bmi2adx
#define fe_inverse mifu_fp_inverse

#endif
