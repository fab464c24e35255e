/* SPDX-License-Identifier: Apache-2.0 */
/* Many encryptions: GB/T 32918.4-2016 clause 6. */
#include "base_state.h"
#include "sm2_many_internal.h"

#include "mifu/random.h"

#include "sm2_ciphertext.h"

/* An item whose first nonce does not do (out of range, key stream all zero) is encrypted by itself.
 */
static void encrypt_chunk(uint8_t *const *cts, const size_t *ct_caps, size_t *ct_lens,
                          mifu_status *status, const mifu_sm2_public_key *const *keys,
                          mifu_sm2_format format, const uint8_t *const *pts, const size_t *pt_lens,
                          size_t count)
{
    const mifu_sm2_many_kernels *kernels = mifu_sm2_many_kernels_in_use();
    uint8_t bytes[32];
    mifu_u256 k[MIFU_SM2_MANY_CHUNK];
    mifu_affine points[MIFU_SM2_MANY_CHUNK], c1[MIFU_SM2_MANY_CHUNK], shared[MIFU_SM2_MANY_CHUNK];
    uint64_t good[MIFU_SM2_MANY_CHUNK] = {0};

    for (size_t i = 0; i < count; i++) {
        status[i] = mifu_sm2_encrypt_check(cts[i], ct_caps[i], &ct_lens[i], keys[i], format, pts[i],
                                           pt_lens[i]);
        if (status[i] == MIFU_OK)
            status[i] = mifu_random_bytes(bytes, sizeof bytes);
        if (status[i] == MIFU_OK) {
            mifu_mark_secret(bytes, sizeof bytes);
            good[i] = mifu_sm2_nonce_from_bytes(&k[i], bytes);
            mifu_declassify(&good[i], sizeof good[i]);
        }
        if (!good[i])
            mifu_sm2_many_idle(&k[i]);
        if (keys[i] != NULL)
            mifu_sm2_point_of(&points[i], keys[i]);
        else
            points[i] = mifu_curve_base;
    }
    kernels->base_multiply(c1, k, count);
    kernels->multiply(shared, k, points, count);
    for (size_t i = 0; i < count; i++) {
        int again = 0;

        if (status[i] != MIFU_OK)
            continue;
        if (good[i])
            status[i] = mifu_sm2_encrypt_to_points(cts[i], &ct_lens[i], &again, &c1[i], &shared[i],
                                                   format, pts[i], pt_lens[i]);
        if (status[i] == MIFU_OK && (!good[i] || again))
            status[i] = mifu_sm2_encrypt(cts[i], ct_caps[i], &ct_lens[i], keys[i], format, pts[i],
                                         pt_lens[i]);
    }
    mifu_wipe(bytes, sizeof bytes);
    mifu_wipe(k, sizeof k);
    mifu_wipe(shared, sizeof shared);
}

mifu_status mifu_sm2_encrypt_many(uint8_t *const *cts, const size_t *ct_caps, size_t *ct_lens,
                                  mifu_status *status, const mifu_sm2_public_key *const *keys,
                                  mifu_sm2_format format, const uint8_t *const *pts,
                                  const size_t *pt_lens, size_t count)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    if (count != 0 && (cts == NULL || ct_caps == NULL || ct_lens == NULL || status == NULL ||
                       keys == NULL || pts == NULL || pt_lens == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i += MIFU_SM2_MANY_CHUNK)
        encrypt_chunk(cts + i, ct_caps + i, ct_lens + i, status + i, keys + i, format, pts + i,
                      pt_lens + i, mifu_sm2_many_chunk(count - i));
    return mifu_sm2_many_result(status, count);
}
