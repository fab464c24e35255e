/* SPDX-License-Identifier: Apache-2.0 */
/* What a back-end of SM3 provides. */
#ifndef MIFU_SM3_KERNELS_H
#define MIFU_SM3_KERNELS_H

#include "mifu/sm3.h"

#include "base_lanes.h"
#include "cpu_dispatch.h"

typedef struct mifu_sm3_kernels {
    /*
     * state = CF(... CF(state, block 0) ..., block count-1), the compression of GB/T 32905 5.3.
     * `blocks` is count * 64 bytes at any alignment; count may be 0. Constant time.
     */
    void (*compress)(uint32_t state[8], const uint8_t *blocks, size_t count);
    /* Many messages at once, widest first; ended by an entry with 0 lanes. */
    mifu_lane_kernel lanes[3];
} mifu_sm3_kernels;

#define MIFU_BACKEND(isa, arch, flags, needs)                                                      \
    MIFU_ON_##arch(extern const mifu_sm3_kernels mifu_sm3_##isa;)
#include "sm3_backends.def"
#undef MIFU_BACKEND

extern mifu_dispatch mifu_sm3_dispatch;

static inline const mifu_sm3_kernels *mifu_sm3_kernels_in_use(void)
{
    return mifu_dispatch_kernels(&mifu_sm3_dispatch);
}

/* The kernels in use as a set for base_lanes.h. */
static inline mifu_lane_set mifu_sm3_lane_set(void)
{
    const mifu_sm3_kernels *kernels = mifu_sm3_kernels_in_use();
    mifu_lane_set set = {kernels->lanes, kernels->compress, 8};

    return set;
}

/*
 * mifu_sm3_final(), _hash() and _hash_many() as the library itself uses them: a call that is on its
 * way when the library is closed (base_state.h) goes on with true digests, not with zeros that
 * would become keys.
 */
void mifu_sm3_finish(uint8_t digest[32], mifu_sm3 *sm3);
void mifu_sm3_digest(uint8_t digest[32], const uint8_t *data, size_t len);
void mifu_sm3_digest_many(uint8_t (*digests)[32], const uint8_t *const *data, const size_t *lens,
                          size_t count);

/* GB/T 32905 4.1. */
extern const uint32_t mifu_sm3_iv[8];

/* T(j) <<< (j mod 32) of 4.2 and 5.3.3. */
extern const uint32_t mifu_sm3_rotated_t[64];

#endif
