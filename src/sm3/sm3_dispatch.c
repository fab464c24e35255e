/* SPDX-License-Identifier: Apache-2.0 */
#include "sm3_kernels.h"

static const mifu_backend rows[] = {
#define MIFU_BACKEND(isa, arch, flags, needs) MIFU_ON_##arch({#isa, (needs), &mifu_sm3_##isa}, )
#include "sm3_backends.def"
#undef MIFU_BACKEND
};

mifu_dispatch mifu_sm3_dispatch = {"sm3", rows, sizeof rows / sizeof rows[0], NULL};
