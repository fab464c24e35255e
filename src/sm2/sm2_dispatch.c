/* SPDX-License-Identifier: Apache-2.0 */
#include "sm2_kernels.h"

static const mifu_backend rows[] = {
#define MIFU_BACKEND(isa, arch, flags, needs) MIFU_ON_##arch({#isa, (needs), &mifu_sm2_##isa}, )
#include "sm2_backends.def"
#undef MIFU_BACKEND
};

mifu_dispatch mifu_sm2_dispatch = {"sm2", rows, sizeof rows / sizeof rows[0], NULL};
