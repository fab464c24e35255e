/* SPDX-License-Identifier: Apache-2.0 */
#include "sm9_kernels.h"

static const mifu_backend rows[] = {
#define MIFU_BACKEND(isa, arch, flags, needs) MIFU_ON_##arch({#isa, (needs), &mifu_sm9_##isa}, )
#include "sm9_backends.def"
#undef MIFU_BACKEND
};

mifu_dispatch mifu_sm9_dispatch = {"sm9", rows, sizeof rows / sizeof rows[0], NULL};
