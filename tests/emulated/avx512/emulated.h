/* SPDX-License-Identifier: Apache-2.0 */
/* Included before anything else into each source whose AVX-512 is emulated. */
#ifndef MIFU_EMULATED_H
#define MIFU_EMULATED_H

#include "base_clear_x86.h"
#include "base_compiler.h"

/* There are no zmm registers. */
#undef mifu_clear_zmm
#define mifu_clear_zmm() mifu_clear_ymm()

/* With inlining and unrolling at all cost, emulated intrinsics take minutes to compile. */
#undef MIFU_INLINE
#undef MIFU_UNROLL_ALL
#define MIFU_INLINE static inline
#define MIFU_UNROLL_ALL

#endif
