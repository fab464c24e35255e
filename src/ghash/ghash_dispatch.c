/* SPDX-License-Identifier: Apache-2.0 */
#include "ghash_kernels.h"

static const mifu_backend rows[] = {
#define MIFU_BACKEND(isa, arch, flags, needs) MIFU_ON_##arch({#isa, (needs), &mifu_ghash_##isa}, )
#include "ghash_backends.def"
#undef MIFU_BACKEND
};

mifu_dispatch mifu_ghash_dispatch = {"ghash", rows, sizeof rows / sizeof rows[0], NULL};
