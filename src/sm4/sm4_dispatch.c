/* SPDX-License-Identifier: Apache-2.0 */
#include "sm4_kernels.h"

static const mifu_backend rows[] = {
#define MIFU_BACKEND(isa, arch, flags, needs) MIFU_ON_##arch({#isa, (needs), &mifu_sm4_##isa}, )
#include "sm4_backends.def"
#undef MIFU_BACKEND
};

mifu_dispatch mifu_sm4_dispatch = {"sm4", rows, sizeof rows / sizeof rows[0], NULL};
