/* SPDX-License-Identifier: Apache-2.0 */
/* Many signatures: GB/T 32918.2-2016 clause 6. */
#include "base_state.h"
#include "sm2_many_internal.h"

#include "mifu/random.h"
#include "sm3_kernels.h"

typedef struct sign_batch {
    uint8_t *sigs;
    mifu_status *status;
    const mifu_sm2_private_key *const *keys;
    const uint8_t *digests; /* or NULL, then messages: */
    const uint8_t *id;
    size_t id_len;
    const uint8_t *const *msgs;
    const size_t *msg_lens;
} sign_batch;

typedef struct sign_arrays {
    uint8_t digests[MIFU_SM2_MANY_CHUNK][MIFU_SM2_DIGEST_SIZE];
    union {
        mifu_sm2_many_digest_arrays digest;
        struct {
            uint8_t inputs[MIFU_SM2_MANY_CHUNK][MIFU_SM2_NONCE_INPUT_SIZE];
            uint8_t random[MIFU_SM2_MANY_CHUNK][MIFU_SM2_NONCE_RANDOM_SIZE];
            uint8_t nonces[MIFU_SM2_MANY_CHUNK][MIFU_SM3_DIGEST_SIZE];
            const uint8_t *input_of[MIFU_SM2_MANY_CHUNK];
            size_t lens[MIFU_SM2_MANY_CHUNK];
            mifu_u256 k[MIFU_SM2_MANY_CHUNK];
            mifu_affine points[MIFU_SM2_MANY_CHUNK];
            uint64_t good[MIFU_SM2_MANY_CHUNK];
        };
    };
} sign_arrays;
_Static_assert(sizeof(sign_arrays) <= MIFU_SM2_MANY_ARRAYS_SIZE, "they fit in the scratch");

/*
 * Items whose status is not MIFU_OK are left out. An item whose first nonce does not do (out of
 * range, r = 0, r + k = n, s = 0: one in 2^32) is signed by itself; that this happened tells
 * nothing about what is given out.
 */
static void sign_digests(uint8_t *sigs, mifu_status *status,
                         const mifu_sm2_private_key *const *keys, const uint8_t *digests,
                         size_t count, sign_arrays *a, void *kernel_scratch)
{
    static const uint8_t none[MIFU_SM2_NONCE_FRESH_SIZE] = {0};
    /* One request for all, with fresh bytes of its own: the generator makes its blocks in lanes. */
    mifu_status drawn = mifu_random_bytes(a->random[0], count * sizeof a->random[0]);
    mifu_u256 e, r, s;

    for (size_t i = 0; i < count; i++) {
        if (status[i] == MIFU_OK)
            status[i] = mifu_sm2_private_key_status(keys[i]);
        if (status[i] == MIFU_OK)
            status[i] = drawn;
        if (status[i] == MIFU_OK)
            mifu_sm2_nonce_input(a->inputs[i], keys[i], a->random[i], none, digests + 32 * i, 0);
        a->input_of[i] = a->inputs[i];
        a->lens[i] = status[i] == MIFU_OK ? sizeof a->inputs[i] : 0;
    }
    mifu_sm3_digest_many(a->nonces, a->input_of, a->lens, count);
    for (size_t i = 0; i < count; i++) {
        a->good[i] = 0;
        if (status[i] == MIFU_OK) {
            mifu_mark_secret(a->nonces[i], sizeof a->nonces[i]);
            a->good[i] = mifu_sm2_nonce_from_bytes(&a->k[i], a->nonces[i]);
            mifu_declassify(&a->good[i], sizeof a->good[i]);
        }
        if (!a->good[i])
            mifu_sm2_many_idle(&a->k[i]);
    }
    mifu_sm2_many_kernels_in_use()->base_multiply(a->points, a->k, count, kernel_scratch);
    for (size_t i = 0; i < count; i++) {
        uint8_t *sig = sigs + MIFU_SM2_SIGNATURE_SIZE * i;

        if (status[i] != MIFU_OK) {
            memset(sig, 0, MIFU_SM2_SIGNATURE_SIZE);
            continue;
        }
        if (a->good[i]) {
            mifu_u256_from_bytes(&e, digests + 32 * i);
            mifu_fn_reduce(&e, &e);
            a->good[i] = mifu_sm2_finish_signature(&r, &s, keys[i], &e, &a->k[i], &a->points[i].x);
            mifu_declassify(&a->good[i], sizeof a->good[i]);
        }
        if (!a->good[i]) {
            status[i] = mifu_sm2_sign_digest(sig, keys[i], digests + 32 * i);
            continue;
        }
        mifu_declassify(&r, sizeof r);
        mifu_declassify(&s, sizeof s);
        mifu_u256_to_bytes(sig, &r);
        mifu_u256_to_bytes(sig + 32, &s);
    }
}

static void sign(const void *batch, size_t first, size_t count, void *arrays, void *kernel_scratch)
{
    const sign_batch *b = batch;
    sign_arrays *a = arrays;
    mifu_status *status = b->status + first;
    const uint8_t *digests = a->digests[0];

    if (b->digests != NULL) {
        digests = b->digests + MIFU_SM2_DIGEST_SIZE * first;
        for (size_t i = 0; i < count; i++)
            status[i] = MIFU_OK;
    } else {
        mifu_sm2_many_digests(a->digests[0], status, NULL, b->keys + first, b->id, b->id_len,
                              b->msgs + first, b->msg_lens + first, count, &a->digest);
    }
    sign_digests(b->sigs + MIFU_SM2_SIGNATURE_SIZE * first, status, b->keys + first, digests, count,
                 a, kernel_scratch);
}

mifu_status mifu_sm2_sign_digest_many(uint8_t *sigs, mifu_status *status,
                                      const mifu_sm2_private_key *const *keys,
                                      const uint8_t *digests, size_t count, void *scratch,
                                      size_t scratch_size)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    const sign_batch batch = {sigs, status, keys, digests, NULL, 0, NULL, NULL};

    if (count != 0 && (sigs == NULL || status == NULL || keys == NULL || digests == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_sm2_many_run(sign, &batch, status, count, sizeof(sign_arrays), scratch,
                             scratch_size);
}

mifu_status mifu_sm2_sign_many(uint8_t *sigs, mifu_status *status,
                               const mifu_sm2_private_key *const *keys, const uint8_t *id,
                               size_t id_len, const uint8_t *const *msgs, const size_t *msg_lens,
                               size_t count, void *scratch, size_t scratch_size)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    const sign_batch batch = {sigs, status, keys, NULL, id, id_len, msgs, msg_lens};

    if (count != 0 && (sigs == NULL || status == NULL || keys == NULL || id == NULL ||
                       msgs == NULL || msg_lens == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_sm2_many_run(sign, &batch, status, count, sizeof(sign_arrays), scratch,
                             scratch_size);
}
