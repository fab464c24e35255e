/* SPDX-License-Identifier: Apache-2.0 */
/* Many decryptions: GB/T 32918.4-2016 clause 7. */
#include "base_state.h"
#include "sm2_many_internal.h"

#include "sm2_ciphertext.h"

/* Reads one ciphertext: everything that does not need the key. */
static mifu_status read_item(mifu_sm2_ciphertext *parts, mifu_affine *c1, uint8_t *pt,
                             size_t pt_cap, size_t *pt_len, const mifu_sm2_private_key *key,
                             mifu_sm2_format format, const uint8_t *ct, size_t ct_len)
{
    mifu_status status;

    *pt_len = 0;
    if (ct == NULL && ct_len != 0)
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm2_private_key_status(key);
    if (status != MIFU_OK)
        return status;
    if (pt != NULL && mifu_sm2_overlaps(pt, pt_cap < ct_len ? pt_cap : ct_len, ct, ct_len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    status = mifu_sm2_ciphertext_read(parts, c1, format, ct, ct_len);
    if (status != MIFU_OK)
        return status;
    *pt_len = parts->c2_len;
    return pt == NULL || pt_cap < parts->c2_len ? MIFU_ERR_BUFFER : MIFU_OK;
}

typedef struct decrypt_batch {
    uint8_t *const *pts;
    const size_t *pt_caps;
    size_t *pt_lens;
    mifu_status *status;
    const mifu_sm2_private_key *const *keys;
    mifu_sm2_format format;
    const uint8_t *const *cts;
    const size_t *ct_lens;
} decrypt_batch;

typedef struct decrypt_arrays {
    mifu_sm2_ciphertext parts[MIFU_SM2_MANY_CHUNK];
    mifu_u256 d[MIFU_SM2_MANY_CHUNK];
    mifu_affine c1[MIFU_SM2_MANY_CHUNK], shared[MIFU_SM2_MANY_CHUNK];
} decrypt_arrays;
_Static_assert(sizeof(decrypt_arrays) <= MIFU_SM2_MANY_ARRAYS_SIZE, "they fit in the scratch");

static void decrypt(const void *batch, size_t first, size_t count, void *arrays,
                    void *kernel_scratch)
{
    const decrypt_batch *b = batch;
    decrypt_arrays *a = arrays;
    mifu_status *status = b->status + first;

    for (size_t i = 0; i < count; i++) {
        const size_t at = first + i;

        status[i] = read_item(&a->parts[i], &a->c1[i], b->pts[at], b->pt_caps[at], &b->pt_lens[at],
                              b->keys[at], b->format, b->cts[at], b->ct_lens[at]);
        if (status[i] == MIFU_OK) {
            mifu_u256_from_words(&a->d[i], b->keys[at]->d);
            mifu_mark_secret(&a->d[i], sizeof a->d[i]);
        } else {
            a->c1[i] = mifu_curve_base;
            mifu_sm2_many_idle(&a->d[i]);
        }
    }
    mifu_sm2_many_kernels_in_use()->multiply(a->shared, a->d, a->c1, count, kernel_scratch);
    for (size_t i = 0; i < count; i++) {
        const size_t at = first + i;

        if (status[i] != MIFU_OK)
            continue;
        status[i] = mifu_sm2_decrypt_with_point(b->pts[at], &a->parts[i], &a->shared[i]);
        if (status[i] != MIFU_OK)
            b->pt_lens[at] = 0;
    }
}

/* An item may have several readings: one by one. */
static void decrypt_auto(const void *batch, size_t first, size_t count, void *arrays,
                         void *kernel_scratch)
{
    const decrypt_batch *b = batch;

    (void)arrays;
    (void)kernel_scratch;
    for (size_t i = first; i < first + count; i++)
        b->status[i] = mifu_sm2_decrypt(b->pts[i], b->pt_caps[i], &b->pt_lens[i], b->keys[i],
                                        b->format, b->cts[i], b->ct_lens[i]);
}

mifu_status mifu_sm2_decrypt_many(uint8_t *const *pts, const size_t *pt_caps, size_t *pt_lens,
                                  mifu_status *status, const mifu_sm2_private_key *const *keys,
                                  mifu_sm2_format format, const uint8_t *const *cts,
                                  const size_t *ct_lens, size_t count, void *scratch,
                                  size_t scratch_size)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    const decrypt_batch batch = {pts, pt_caps, pt_lens, status, keys, format, cts, ct_lens};

    if (count != 0 && (pts == NULL || pt_caps == NULL || pt_lens == NULL || status == NULL ||
                       keys == NULL || cts == NULL || ct_lens == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_sm2_many_run(format == MIFU_SM2_AUTO ? decrypt_auto : decrypt, &batch, status,
                             count, sizeof(decrypt_arrays), scratch, scratch_size);
}
