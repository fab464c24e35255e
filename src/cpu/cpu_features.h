/* SPDX-License-Identifier: Apache-2.0 */
/* Which instruction sets may be used: what the processor and the system offer, less what was
 * excluded. */
#ifndef MIFU_CPU_FEATURES_H
#define MIFU_CPU_FEATURES_H

#include <stdint.h>

#include "mifu/status.h"

#define MIFU_CPU_FEATURE(bit, symbol, name) MIFU_CPU_BIT_##symbol = (bit),
enum {
#include "cpu_features.def"
};
#undef MIFU_CPU_FEATURE

/* Masks for back-end tables; macros, so that they may stand in constant initialisers. */
#define MIFU_CPU_MASK(symbol) (UINT64_C(1) << MIFU_CPU_BIT_##symbol)

/* What back-ends may use now. Detected and MIFU_CPU read on the first call, then cached. Any
 * thread. */
uint64_t mifu_cpu_usable(void);

/*
 * Replaces the usable set by what the processor has, restricted by a specification: see
 * mifu_cpu_restrict() in mifu/cpu.h. Does not touch choices already made.
 */
mifu_status mifu_cpu_set_usable(const char *specification);

#endif
