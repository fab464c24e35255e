/* SPDX-License-Identifier: Apache-2.0 */
/* Many encryptions: GB/T 32918.4-2016 clause 6. */
#include "base_state.h"
#include "sm2_many_internal.h"

#include "mifu/random.h"

#include "sm2_ciphertext.h"

typedef struct encrypt_batch {
    uint8_t *const *cts;
    const size_t *ct_caps;
    size_t *ct_lens;
    mifu_status *status;
    const mifu_sm2_public_key *const *keys;
    mifu_sm2_format format;
    const uint8_t *const *pts;
    const size_t *pt_lens;
} encrypt_batch;

typedef struct encrypt_arrays {
    mifu_u256 k[MIFU_SM2_MANY_CHUNK];
    mifu_affine points[MIFU_SM2_MANY_CHUNK], c1[MIFU_SM2_MANY_CHUNK], shared[MIFU_SM2_MANY_CHUNK];
    uint64_t good[MIFU_SM2_MANY_CHUNK];
} encrypt_arrays;
_Static_assert(sizeof(encrypt_arrays) <= MIFU_SM2_MANY_ARRAYS_SIZE, "they fit in the scratch");

/* An item whose first nonce does not do (out of range, key stream all zero) is encrypted by itself.
 */
static void encrypt(const void *batch, size_t first, size_t count, void *arrays,
                    void *kernel_scratch)
{
    const mifu_sm2_many_kernels *kernels = mifu_sm2_many_kernels_in_use();
    const encrypt_batch *b = batch;
    encrypt_arrays *a = arrays;
    mifu_status *status = b->status + first;
    uint8_t bytes[32];

    for (size_t i = 0; i < count; i++) {
        const size_t at = first + i;

        a->good[i] = 0;
        a->points[i] = mifu_curve_base;
        status[i] = mifu_sm2_encrypt_check(b->cts[at], b->ct_caps[at], &b->ct_lens[at], b->keys[at],
                                           b->format, b->pts[at], b->pt_lens[at]);
        if (status[i] == MIFU_OK)
            status[i] = mifu_random_bytes(bytes, sizeof bytes);
        if (status[i] == MIFU_OK) {
            mifu_mark_secret(bytes, sizeof bytes);
            a->good[i] = mifu_sm2_nonce_from_bytes(&a->k[i], bytes);
            mifu_declassify(&a->good[i], sizeof a->good[i]);
            mifu_sm2_point_of(&a->points[i], b->keys[at]);
        }
        if (!a->good[i])
            mifu_sm2_many_idle(&a->k[i]);
    }
    kernels->base_multiply(a->c1, a->k, count, kernel_scratch);
    kernels->multiply(a->shared, a->k, a->points, count, kernel_scratch);
    for (size_t i = 0; i < count; i++) {
        const size_t at = first + i;
        int again = 0;

        if (status[i] != MIFU_OK)
            continue;
        if (a->good[i])
            status[i] =
                mifu_sm2_encrypt_to_points(b->cts[at], &b->ct_lens[at], &again, &a->c1[i],
                                           &a->shared[i], b->format, b->pts[at], b->pt_lens[at]);
        if (status[i] == MIFU_OK && (!a->good[i] || again))
            status[i] = mifu_sm2_encrypt(b->cts[at], b->ct_caps[at], &b->ct_lens[at], b->keys[at],
                                         b->format, b->pts[at], b->pt_lens[at]);
    }
    mifu_wipe(bytes, sizeof bytes);
}

mifu_status mifu_sm2_encrypt_many(uint8_t *const *cts, const size_t *ct_caps, size_t *ct_lens,
                                  mifu_status *status, const mifu_sm2_public_key *const *keys,
                                  mifu_sm2_format format, const uint8_t *const *pts,
                                  const size_t *pt_lens, size_t count, void *scratch,
                                  size_t scratch_size)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    const encrypt_batch batch = {cts, ct_caps, ct_lens, status, keys, format, pts, pt_lens};

    if (count != 0 && (cts == NULL || ct_caps == NULL || ct_lens == NULL || status == NULL ||
                       keys == NULL || pts == NULL || pt_lens == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_sm2_many_run(encrypt, &batch, status, count, sizeof(encrypt_arrays), scratch,
                             scratch_size);
}
