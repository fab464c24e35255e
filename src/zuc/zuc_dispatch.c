/* SPDX-License-Identifier: Apache-2.0 */
#include "zuc_kernels.h"

static const mifu_backend rows[] = {
#define MIFU_BACKEND(isa, arch, flags, needs) MIFU_ON_##arch({#isa, (needs), &mifu_zuc_##isa}, )
#include "zuc_backends.def"
#undef MIFU_BACKEND
};

mifu_dispatch mifu_zuc_dispatch = {"zuc", rows, sizeof rows / sizeof rows[0], NULL};
