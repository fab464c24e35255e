/* SPDX-License-Identifier: Apache-2.0 */
#include "sha256_kernels.h"

static const mifu_backend rows[] = {
#define MIFU_BACKEND(isa, arch, flags, needs) MIFU_ON_##arch({#isa, (needs), &mifu_sha256_##isa}, )
#include "sha256_backends.def"
#undef MIFU_BACKEND
};

mifu_dispatch mifu_sha256_dispatch = {"sha256", rows, sizeof rows / sizeof rows[0], NULL};
