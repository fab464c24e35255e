/* SPDX-License-Identifier: Apache-2.0 */
/* SM2 on any processor: the bodies of src/curve over the portable field. */
#include "sm2_kernels.h"

#define fe_mul      mifu_fp_mul
#define fe_sqr      mifu_fp_sqr
#define fe_add      mifu_fp_add
#define fe_sub      mifu_fp_sub
#define fe_half     mifu_fp_half
#define fe_inverse  mifu_fp_inverse
#define SM2_KERNELS mifu_sm2_portable
#include "sm2_kernels_body.inc"
