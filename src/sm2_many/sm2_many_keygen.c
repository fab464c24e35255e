/* SPDX-License-Identifier: Apache-2.0 */
/* Many key pairs. */
#include "base_state.h"
#include "sm2_many_internal.h"

#include "sm2_nonce.h"

/*
 * inverse[i] = (1 + d[i])^-1 mod n in Montgomery form with one inversion: of the product of all,
 * from which the factors are taken one by one. None is 0.
 */
static void invert_successors(mifu_u256 *inverse, const mifu_u256 *d, mifu_u256 *successors,
                              size_t count)
{
    static const mifu_u256 one = {{1, 0, 0, 0}};
    mifu_u256 rest;

    for (size_t i = 0; i < count; i++) {
        mifu_fn_add(&successors[i], &d[i], &one);
        mifu_fn_to_montgomery(&successors[i], &successors[i]);
        /* For now the product of those before. */
        if (i == 0)
            inverse[i] = mifu_fn_one;
        else
            mifu_fn_mul(&inverse[i], &inverse[i - 1], &successors[i - 1]);
    }
    mifu_fn_mul(&rest, &inverse[count - 1], &successors[count - 1]);
    mifu_fn_inverse(&rest, &rest);
    for (size_t i = count; i-- > 0;) {
        mifu_fn_mul(&inverse[i], &inverse[i], &rest);
        mifu_fn_mul(&rest, &rest, &successors[i]);
    }
    mifu_wipe(&rest, sizeof rest);
}

typedef struct keygen_batch {
    mifu_sm2_private_key *keys;
    mifu_status *status;
} keygen_batch;

typedef struct keygen_arrays {
    mifu_u256 d[MIFU_SM2_MANY_CHUNK], inverse[MIFU_SM2_MANY_CHUNK], successors[MIFU_SM2_MANY_CHUNK];
    mifu_affine points[MIFU_SM2_MANY_CHUNK];
} keygen_arrays;
_Static_assert(sizeof(keygen_arrays) <= MIFU_SM2_MANY_ARRAYS_SIZE, "they fit in the scratch");

static void keygen(const void *batch, size_t first, size_t count, void *arrays,
                   void *kernel_scratch)
{
    const keygen_batch *b = batch;
    keygen_arrays *a = arrays;
    mifu_sm2_private_key *keys = b->keys + first;
    mifu_status *status = b->status + first;

    for (size_t i = 0; i < count; i++) {
        status[i] = mifu_sm2_random_private_scalar(&a->d[i]);
        if (status[i] != MIFU_OK)
            mifu_sm2_many_idle(&a->d[i]);
    }
    mifu_sm2_many_kernels_in_use()->base_multiply(a->points, a->d, count, kernel_scratch);
    invert_successors(a->inverse, a->d, a->successors, count);
    for (size_t i = 0; i < count; i++) {
        if (status[i] == MIFU_OK)
            mifu_sm2_private_key_set(&keys[i], &a->d[i], &a->inverse[i], &a->points[i]);
        if (status[i] == MIFU_OK && mifu_state_wants_pairwise())
            status[i] = mifu_sm2_check_pair(&keys[i]);
        if (status[i] != MIFU_OK)
            mifu_sm2_private_key_wipe(&keys[i]);
    }
}

mifu_status mifu_sm2_keygen_many(mifu_sm2_private_key *keys, mifu_status *status, size_t count,
                                 void *scratch, size_t scratch_size)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    const keygen_batch batch = {keys, status};

    if (count != 0 && (keys == NULL || status == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_sm2_many_run(keygen, &batch, status, count, sizeof(keygen_arrays), scratch,
                             scratch_size);
}
