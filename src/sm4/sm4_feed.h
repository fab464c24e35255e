/* SPDX-License-Identifier: Apache-2.0 */
/* Input cut anywhere, fed to a mode in whole blocks. */
#ifndef MIFU_SM4_FEED_H
#define MIFU_SM4_FEED_H

#include <stddef.h>
#include <stdint.h>

#include "mifu/status.h"

/* Runs whole blocks through a mode; out is in or disjoint from it. */
typedef void mifu_sm4_run(void *mode, uint8_t *out, const uint8_t *in, size_t blocks);

/* How many of `total` pending bytes a mode keeps back; what it does not keep is whole blocks. */
typedef size_t mifu_sm4_keep(size_t total);

size_t mifu_sm4_keep_partial(size_t total);   /* the bytes of the last partial block, 0 to 15 */
size_t mifu_sm4_keep_last(size_t total);      /* the last block, whole or not, 0 to 16 */
size_t mifu_sm4_keep_for_steal(size_t total); /* the last whole block and what follows, 0 to 31 */

#define MIFU_SM4_HELD_MAX 31

/*
 * held[0 .. *fill) || in -> whole blocks through `run` to out, the rest to held, which has room for
 * 32 bytes (16 with the first two rules). Sets *out_len. MIFU_ERR_BUFFER, MIFU_ERR_ARGUMENT_NULL,
 * MIFU_ERR_ARGUMENT_OVERLAP, MIFU_ERR_ARGUMENT_LENGTH: nothing is taken.
 */
mifu_status mifu_sm4_feed(uint8_t *out, size_t out_cap, size_t *out_len, uint8_t *held,
                          uint32_t *fill, mifu_sm4_keep *keep, const uint8_t *in, size_t in_len,
                          mifu_sm4_run *run, void *mode);

#endif
