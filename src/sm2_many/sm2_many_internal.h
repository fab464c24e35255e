/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of src/sm2_many share. */
#ifndef MIFU_SM2_MANY_INTERNAL_H
#define MIFU_SM2_MANY_INTERNAL_H

#include "mifu/sm2_many.h"

#include "sm2_internal.h"
#include "sm2_many_kernels.h"

/* Items that are on the stack at a time: what shares an inversion in the lanes. */
#define MIFU_SM2_MANY_CHUNK 32

MIFU_INLINE size_t mifu_sm2_many_chunk(size_t left)
{
    return left < MIFU_SM2_MANY_CHUNK ? left : MIFU_SM2_MANY_CHUNK;
}

/* The result of a call: the first status that is not MIFU_OK. */
MIFU_INLINE mifu_status mifu_sm2_many_result(const mifu_status *status, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (status[i] != MIFU_OK)
            return status[i];
    return MIFU_OK;
}

/* Where an item has no scalar, its lane computes with 1, and nothing is made of the result. */
MIFU_INLINE void mifu_sm2_many_idle(mifu_u256 *k)
{
    memset(k, 0, sizeof *k);
    k->v[0] = 1;
}

/*
 * e = SM3(Z || M) of up to MIFU_SM2_MANY_CHUNK items under one identity; 32 bytes each. statuses as
 * mifu_sm2_digest(). With private keys, `keys` is NULL and private_keys is not.
 */
void mifu_sm2_many_digests(uint8_t *digests, mifu_status *status,
                           const mifu_sm2_public_key *const *keys,
                           const mifu_sm2_private_key *const *private_keys, const uint8_t *id,
                           size_t id_len, const uint8_t *const *msgs, const size_t *msg_lens,
                           size_t count);

#endif
