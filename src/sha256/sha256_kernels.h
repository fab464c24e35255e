/* SPDX-License-Identifier: Apache-2.0 */
/* What a back-end of SHA-256 provides. */
#ifndef MIFU_SHA256_KERNELS_H
#define MIFU_SHA256_KERNELS_H

#include "base_lanes.h"
#include "cpu_dispatch.h"

typedef struct mifu_sha256_kernels {
    /*
     * state = the hash computation over `count` blocks, the compression of FIPS 180-4 6.2.2.
     * `blocks` is count * 64 bytes at any alignment; count may be 0. Constant time.
     */
    void (*compress)(uint32_t state[8], const uint8_t *blocks, size_t count);
    /* Many messages at once, widest first; ended by an entry with 0 lanes. */
    mifu_lane_kernel lanes[3];
} mifu_sha256_kernels;

#define MIFU_BACKEND(isa, arch, flags, needs)                                                      \
    MIFU_ON_##arch(extern const mifu_sha256_kernels mifu_sha256_##isa;)
#include "sha256_backends.def"
#undef MIFU_BACKEND

extern mifu_dispatch mifu_sha256_dispatch;

static inline const mifu_sha256_kernels *mifu_sha256_kernels_in_use(void)
{
    return mifu_dispatch_kernels(&mifu_sha256_dispatch);
}

/* The kernels in use as a set for base_lanes.h; digest_words is 8, or 7 for SHA-224. */
static inline mifu_lane_set mifu_sha256_lane_set(unsigned digest_words)
{
    const mifu_sha256_kernels *kernels = mifu_sha256_kernels_in_use();
    mifu_lane_set set = {kernels->lanes, kernels->compress, digest_words};

    return set;
}

/* The constants K of FIPS 180-4 4.2.2. */
extern const uint32_t mifu_sha256_k[64];

#endif
