/* SPDX-License-Identifier: Apache-2.0 */
/* Many verifications: GB/T 32918.2-2016 clause 7. Public data, variable time. */
#include "base_state.h"
#include "sm2_many_internal.h"

typedef struct verify_batch {
    mifu_status *status;
    const mifu_sm2_public_key *const *keys;
    const uint8_t *sigs;
    const uint8_t *digests; /* or NULL, then messages: */
    const uint8_t *id;
    size_t id_len;
    const uint8_t *const *msgs;
    const size_t *msg_lens;
} verify_batch;

typedef struct verify_arrays {
    uint8_t digests[MIFU_SM2_MANY_CHUNK][MIFU_SM2_DIGEST_SIZE];
    union {
        mifu_sm2_many_digest_arrays digest;
        struct {
            mifu_u256 s[MIFU_SM2_MANY_CHUNK], t[MIFU_SM2_MANY_CHUNK], x[MIFU_SM2_MANY_CHUNK];
            mifu_affine points[MIFU_SM2_MANY_CHUNK];
            size_t item[MIFU_SM2_MANY_CHUNK];
            uint8_t valid[MIFU_SM2_MANY_CHUNK];
        };
    };
} verify_arrays;
_Static_assert(sizeof(verify_arrays) <= MIFU_SM2_MANY_ARRAYS_SIZE, "they fit in the scratch");

/* Items whose status is not MIFU_OK are left out; those that need a multiplication move together.
 */
static void verify_digests(mifu_status *status, const mifu_sm2_public_key *const *keys,
                           const uint8_t *digests, const uint8_t *sigs, size_t count,
                           verify_arrays *a, void *kernel_scratch)
{
    size_t left = 0;

    for (size_t i = 0; i < count; i++) {
        if (status[i] == MIFU_OK)
            status[i] = mifu_sm2_public_key_status(keys[i]);
        if (status[i] != MIFU_OK)
            continue;
        if (!mifu_sm2_verification_scalars(&a->s[left], &a->t[left], &a->x[left], digests + 32 * i,
                                           sigs + MIFU_SM2_SIGNATURE_SIZE * i)) {
            status[i] = MIFU_INVALID;
            continue;
        }
        mifu_sm2_point_of(&a->points[left], keys[i]);
        a->item[left++] = i;
    }
    mifu_sm2_many_kernels_in_use()->check_x_vartime(a->valid, a->s, a->t, a->points, a->x, left,
                                                    kernel_scratch);
    for (size_t j = 0; j < left; j++) {
        size_t i = a->item[j];

        if (a->valid[j] == MIFU_SM2_MANY_UNDECIDED)
            status[i] = mifu_sm2_verify_digest(keys[i], digests + 32 * i,
                                               sigs + MIFU_SM2_SIGNATURE_SIZE * i);
        else
            status[i] = a->valid[j] ? MIFU_OK : MIFU_INVALID;
    }
}

static void verify(const void *batch, size_t first, size_t count, void *arrays,
                   void *kernel_scratch)
{
    const verify_batch *b = batch;
    verify_arrays *a = arrays;
    mifu_status *status = b->status + first;
    const uint8_t *digests = a->digests[0];

    if (b->digests != NULL) {
        digests = b->digests + MIFU_SM2_DIGEST_SIZE * first;
        for (size_t i = 0; i < count; i++)
            status[i] = MIFU_OK;
    } else {
        mifu_sm2_many_digests(a->digests[0], status, b->keys + first, NULL, b->id, b->id_len,
                              b->msgs + first, b->msg_lens + first, count, &a->digest);
    }
    verify_digests(status, b->keys + first, digests, b->sigs + MIFU_SM2_SIGNATURE_SIZE * first,
                   count, a, kernel_scratch);
}

mifu_status mifu_sm2_verify_digest_many(mifu_status *status, const mifu_sm2_public_key *const *keys,
                                        const uint8_t *digests, const uint8_t *sigs, size_t count,
                                        void *scratch, size_t scratch_size)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    const verify_batch batch = {status, keys, sigs, digests, NULL, 0, NULL, NULL};

    if (count != 0 && (status == NULL || keys == NULL || digests == NULL || sigs == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_sm2_many_run(verify, &batch, status, count, sizeof(verify_arrays), scratch,
                             scratch_size);
}

mifu_status mifu_sm2_verify_many(mifu_status *status, const mifu_sm2_public_key *const *keys,
                                 const uint8_t *id, size_t id_len, const uint8_t *const *msgs,
                                 const size_t *msg_lens, const uint8_t *sigs, size_t count,
                                 void *scratch, size_t scratch_size)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    const verify_batch batch = {status, keys, sigs, NULL, id, id_len, msgs, msg_lens};

    if (count != 0 && (status == NULL || keys == NULL || id == NULL || msgs == NULL ||
                       msg_lens == NULL || sigs == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_sm2_many_run(verify, &batch, status, count, sizeof(verify_arrays), scratch,
                             scratch_size);
}
