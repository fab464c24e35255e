/* SPDX-License-Identifier: Apache-2.0 */
/* SM2 on x86-64 with BMI2, ADX and AVX2: the bodies of src/curve over field_sm2_bmi2adx.h; sums
 * without doublings and the ladder of one point on four lanes. */
#include "base_clear_x86.h"
#include "curve_ladder_avx2.h"
#include "curve_lanes_avx2.h"
#include "curve_select_avx2.h"
#include "sm2_bmi2adx_field.h"
#include "sm2_kernels.h"

#define SM2_KERNELS mifu_sm2_bmi2adx

#define CURVE_OWN_LADDER
typedef mifu_ladder_avx2 ladder;
typedef mifu_ladder_point_avx2 ladder_point;
#define ladder_load  mifu_ladder_load_avx2
#define ladder_start mifu_ladder_start_avx2

/*
 * Functions by themselves: inlined into the loop, gcc's code takes 1 500 cycles more for a
 * multiplication. One copy of each, which is why `last` is hidden: gcc would make one for each
 * value. And beside the products they call: what the processor keeps of decoded instructions is
 * found by the low bits of addresses, and a multiplication, which fills most of it, takes 3 000 to
 * 4 000 cycles more where too many of them meet. Aligned, so that they lie the same way in every
 * build: 16 bytes made 1 500 cycles.
 */
#define LADDER_PLACE __attribute__((section(".text.hot.mifu_sm2p_avx2"), aligned(64)))

static MIFU_NOINLINE LADDER_PLACE void ladder_double_either(ladder *acc, uint64_t last)
{
    mifu_ladder_double_avx2(acc, last != 0);
}

static inline void ladder_double(ladder *acc, int last)
{
    ladder_double_either(acc, mifu_barrier64((uint64_t)last));
}

static MIFU_NOINLINE LADDER_PLACE void ladder_add(ladder *acc, const ladder_point *point)
{
    mifu_ladder_add_avx2(acc, point);
}

/* From y to 2 y. */
static inline void ladder_scale(mifu_affine *points, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        fe_add(&points[i].y, &points[i].y, &points[i].y);
}

static inline void ladder_finish(mifu_jacobian *r, const ladder *acc)
{
    mifu_ladder_finish_avx2(r, acc);
    fe_half(&r->y, &r->y);
}

#define CURVE_COMB "curve_comb_avx2.inc"
#define SM2_CLEAR  mifu_clear_ymm
#include "sm2_kernels_body.inc"
