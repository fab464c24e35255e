/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The field operations of curve_jacobian.inc for the back-ends with BMI2 and ADX.
 *
 * The inline assembly takes 13 registers. Builds without optimisation and with the address
 * sanitizer leave fewer: there the portable products run.
 */
#ifndef MIFU_SM2_BMI2ADX_FIELD_H
#define MIFU_SM2_BMI2ADX_FIELD_H

#include "field_inverse_sm2.h"
#include "field_sm2_bmi2adx.h"
#if MIFU_HAVE_INT128
#    include "field_divsteps_avx2.h"
#endif

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
/* Differences of products with one reduction. */
#    define FE_WIDE
typedef mifu_fp_wide_bmi2adx fe_wide;
#    define fe_mul_wide  mifu_fp_mul_wide_bmi2adx
#    define fe_sqr_wide  mifu_fp_sqr_wide_bmi2adx
#    define fe_mul_minus mifu_fp_mul_minus_bmi2adx
#endif
#define fe_add     mifu_fp_add_bmi2adx
#define fe_sub     mifu_fp_sub_bmi2adx
#define fe_half    mifu_fp_half_bmi2adx
#define fe_inverse mifu_fp_inverse

#if MIFU_HAVE_INT128
/* mifu_fp_inverse() of a, and the inverse of b, a plain number, in Montgomery form, side by side:
 * times R^2 and times R. */
static inline void sm2_inverse_pair(mifu_u256 *p_inverse, mifu_u256 *n_inverse, const mifu_u256 *a,
                                    const mifu_u256 *b)
{
    static const mifu_divsteps_modulus *const moduli[2] = {&mifu_fp_divsteps, &mifu_fn_divsteps};
    static const mifu_u256 *const factors[2] = {&mifu_fp_rr, &mifu_fn_one};
    mifu_u256 t[2] = {*a, *b};

    mifu_divsteps_inverse_two_avx2(t, t, factors, moduli);
    *p_inverse = t[0];
    *n_inverse = t[1];
    mifu_wipe(t, sizeof t);
}
#    define SM2_INVERSE_PAIR sm2_inverse_pair
#endif

#endif
