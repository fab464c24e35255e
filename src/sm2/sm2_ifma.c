/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM2 on x86-64 with AVX-512 IFMA: variable-base multiplication on four lanes
 * (curve_ladder_ifma.h), the rest as in sm2_bmi2adx.c.
 */
#include "sm2_bmi2adx_field.h"

#define MIFU_LADDER_MUL fe_mul
#include "curve_ladder_ifma.h"
#include "base_clear_x86.h"
#include "curve_lanes_ifma.h"
#include "curve_select_avx2.h"
#include "sm2_kernels.h"

#define SM2_KERNELS mifu_sm2_ifma

#define CURVE_OWN_LADDER
#define LADDER_PLACE
typedef mifu_ladder ladder;
typedef mifu_sm2p_x4 ladder_point;
#define ladder_load              mifu_ladder_load
#define ladder_start             mifu_ladder_start
#define ladder_double(acc, last) mifu_ladder_double(acc)
#define ladder_add               mifu_ladder_add
#define ladder_finish            mifu_ladder_finish

/* From the factor 2^256 of Montgomery's form to 2^260. */
static inline void ladder_scale(mifu_affine *points, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (int j = 0; j < 4; j++) {
            fe_add(&points[i].x, &points[i].x, &points[i].x);
            fe_add(&points[i].y, &points[i].y, &points[i].y);
        }
}

#define CURVE_COMB "curve_comb_ifma.inc"
#define SM2_CLEAR  mifu_clear_zmm
#include "sm2_kernels_body.inc"
