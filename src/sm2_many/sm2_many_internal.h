/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of src/sm2_many share. */
#ifndef MIFU_SM2_MANY_INTERNAL_H
#define MIFU_SM2_MANY_INTERNAL_H

#include "mifu/sm2_many.h"

#include "sm2_internal.h"
#include "sm2_many_kernels.h"

/* Items of a chunk, which share an inversion in the lanes and lie in the scratch at a time. */
#define MIFU_SM2_MANY_CHUNK 32

/* Bytes of the scratch for the arrays of a chunk. */
#define MIFU_SM2_MANY_ARRAYS_SIZE 12288

/* The scratch, at a boundary of 64 bytes. */
typedef struct mifu_sm2_many_scratch {
    uint8_t kernel[MIFU_SM2_MANY_KERNEL_SCRATCH];
    uint8_t arrays[MIFU_SM2_MANY_ARRAYS_SIZE];
} mifu_sm2_many_scratch;

/*
 * Does `count` items, at most MIFU_SM2_MANY_CHUNK, of a batch from item `first` on. `batch` is the
 * arguments of the public function, `arrays` a struct of the operation in the scratch, not
 * initialized. Sets the status of each item.
 */
typedef void mifu_sm2_many_operation(const void *batch, size_t first, size_t count, void *arrays,
                                     void *kernel_scratch);

/*
 * Does a batch chunk by chunk in the caller's scratch, or on the stack where that is NULL, and
 * wipes the arrays. The result of the call: the first status that is not MIFU_OK.
 */
mifu_status mifu_sm2_many_run(mifu_sm2_many_operation *operation, const void *batch,
                              mifu_status *status, size_t count, size_t arrays_size, void *scratch,
                              size_t scratch_size);

/* Where an item has no scalar, its lane computes with 1, and nothing is made of the result. */
MIFU_INLINE void mifu_sm2_many_idle(mifu_u256 *k)
{
    memset(k, 0, sizeof *k);
    k->v[0] = 1;
}

/* Messages up to this size are hashed in lanes, put together with Z; longer ones alone. */
#define MIFU_SM2_MANY_SHORT_MESSAGE 224

typedef struct mifu_sm2_many_digest_arrays {
    uint8_t joined[MIFU_SM2_MANY_CHUNK][MIFU_SM2_DIGEST_SIZE + MIFU_SM2_MANY_SHORT_MESSAGE];
    uint8_t hashes[MIFU_SM2_MANY_CHUNK][MIFU_SM3_DIGEST_SIZE];
    const uint8_t *input_of[MIFU_SM2_MANY_CHUNK];
    size_t lens[MIFU_SM2_MANY_CHUNK], item[MIFU_SM2_MANY_CHUNK];
} mifu_sm2_many_digest_arrays;

/*
 * e = SM3(Z || M) of a chunk under one identity; 32 bytes each. statuses as mifu_sm2_digest(). With
 * private keys, `keys` is NULL and private_keys is not.
 */
void mifu_sm2_many_digests(uint8_t *digests, mifu_status *status,
                           const mifu_sm2_public_key *const *keys,
                           const mifu_sm2_private_key *const *private_keys, const uint8_t *id,
                           size_t id_len, const uint8_t *const *msgs, const size_t *msg_lens,
                           size_t count, mifu_sm2_many_digest_arrays *a);

#endif
