/* SPDX-License-Identifier: Apache-2.0 */
#include "sm2_many_kernels.h"

static const mifu_backend rows[] = {
#define MIFU_BACKEND(isa, arch, flags, needs)                                                      \
    MIFU_ON_##arch({#isa, (needs), &mifu_sm2_many_##isa}, )
#include "sm2_many_backends.def"
#undef MIFU_BACKEND
};

mifu_dispatch mifu_sm2_many_dispatch = {"sm2_many", rows, sizeof rows / sizeof rows[0], NULL};
