/* SPDX-License-Identifier: Apache-2.0 */
/* Many shared secrets [d]P. */
#include "base_state.h"
#include "sm2_many_internal.h"

typedef struct ecdh_batch {
    uint8_t *shared;
    mifu_status *status;
    const mifu_sm2_private_key *const *keys;
    const mifu_sm2_public_key *const *peers;
} ecdh_batch;

typedef struct ecdh_arrays {
    mifu_u256 d[MIFU_SM2_MANY_CHUNK];
    mifu_affine points[MIFU_SM2_MANY_CHUNK], products[MIFU_SM2_MANY_CHUNK];
} ecdh_arrays;
_Static_assert(sizeof(ecdh_arrays) <= MIFU_SM2_MANY_ARRAYS_SIZE, "they fit in the scratch");

static void ecdh(const void *batch, size_t first, size_t count, void *arrays, void *kernel_scratch)
{
    const ecdh_batch *b = batch;
    ecdh_arrays *a = arrays;
    mifu_status *status = b->status + first;
    uint8_t *shared = b->shared + MIFU_SM2_SHARED_SECRET_SIZE * first;
    mifu_u256 x;

    for (size_t i = 0; i < count; i++) {
        const mifu_sm2_private_key *key = b->keys[first + i];
        const mifu_sm2_public_key *peer = b->peers[first + i];

        status[i] = mifu_sm2_private_key_status(key);
        if (status[i] == MIFU_OK)
            status[i] = mifu_sm2_public_key_status(peer);
        if (status[i] == MIFU_OK) {
            mifu_u256_from_words(&a->d[i], key->d);
            mifu_mark_secret(&a->d[i], sizeof a->d[i]);
            mifu_sm2_point_of(&a->points[i], peer);
        } else {
            mifu_sm2_many_idle(&a->d[i]);
            a->points[i] = mifu_curve_base;
        }
    }
    mifu_sm2_many_kernels_in_use()->multiply(a->products, a->d, a->points, count, kernel_scratch);
    for (size_t i = 0; i < count; i++) {
        mifu_fp_from_montgomery(&x, &a->products[i].x);
        mifu_u256_to_bytes(shared + MIFU_SM2_SHARED_SECRET_SIZE * i, &x);
        if (status[i] != MIFU_OK)
            memset(shared + MIFU_SM2_SHARED_SECRET_SIZE * i, 0, MIFU_SM2_SHARED_SECRET_SIZE);
    }
    mifu_wipe(&x, sizeof x);
}

mifu_status mifu_sm2_ecdh_many(uint8_t *shared, mifu_status *status,
                               const mifu_sm2_private_key *const *keys,
                               const mifu_sm2_public_key *const *peers, size_t count, void *scratch,
                               size_t scratch_size)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    const ecdh_batch batch = {shared, status, keys, peers};

    if (count != 0 && (shared == NULL || status == NULL || keys == NULL || peers == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_sm2_many_run(ecdh, &batch, status, count, sizeof(ecdh_arrays), scratch,
                             scratch_size);
}
