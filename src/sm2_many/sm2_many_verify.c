/* SPDX-License-Identifier: Apache-2.0 */
/* Many verifications: GB/T 32918.2-2016 clause 7. Public data, variable time. */
#include "base_state.h"
#include "sm2_many_internal.h"

/* Items whose status is not MIFU_OK are left out; those that need a multiplication move together.
 */
static void verify_chunk(mifu_status *status, const mifu_sm2_public_key *const *keys,
                         const uint8_t *digests, const uint8_t *sigs, size_t count)
{
    mifu_u256 s[MIFU_SM2_MANY_CHUNK], t[MIFU_SM2_MANY_CHUNK], x[MIFU_SM2_MANY_CHUNK];
    mifu_affine points[MIFU_SM2_MANY_CHUNK];
    uint8_t valid[MIFU_SM2_MANY_CHUNK];
    size_t item[MIFU_SM2_MANY_CHUNK], left = 0;

    for (size_t i = 0; i < count; i++) {
        if (status[i] == MIFU_OK && keys[i] == NULL)
            status[i] = MIFU_ERR_ARGUMENT_NULL;
        if (status[i] != MIFU_OK)
            continue;
        if (!mifu_sm2_verification_scalars(&s[left], &t[left], &x[left], digests + 32 * i,
                                           sigs + MIFU_SM2_SIGNATURE_SIZE * i)) {
            status[i] = MIFU_INVALID;
            continue;
        }
        mifu_sm2_point_of(&points[left], keys[i]);
        item[left++] = i;
    }
    mifu_sm2_many_kernels_in_use()->check_x_vartime(valid, s, t, points, x, left);
    for (size_t j = 0; j < left; j++) {
        size_t i = item[j];

        if (valid[j] == MIFU_SM2_MANY_UNDECIDED)
            status[i] = mifu_sm2_verify_digest(keys[i], digests + 32 * i,
                                               sigs + MIFU_SM2_SIGNATURE_SIZE * i);
        else
            status[i] = valid[j] ? MIFU_OK : MIFU_INVALID;
    }
}

mifu_status mifu_sm2_verify_digest_many(mifu_status *status, const mifu_sm2_public_key *const *keys,
                                        const uint8_t *digests, const uint8_t *sigs, size_t count)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    if (count != 0 && (status == NULL || keys == NULL || digests == NULL || sigs == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i += MIFU_SM2_MANY_CHUNK) {
        size_t chunk = mifu_sm2_many_chunk(count - i);

        for (size_t j = 0; j < chunk; j++)
            status[i + j] = MIFU_OK;
        verify_chunk(status + i, keys + i, digests + i * MIFU_SM2_DIGEST_SIZE,
                     sigs + i * MIFU_SM2_SIGNATURE_SIZE, chunk);
    }
    return mifu_sm2_many_result(status, count);
}

mifu_status mifu_sm2_verify_many(mifu_status *status, const mifu_sm2_public_key *const *keys,
                                 const uint8_t *id, size_t id_len, const uint8_t *const *msgs,
                                 const size_t *msg_lens, const uint8_t *sigs, size_t count)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    uint8_t digests[MIFU_SM2_MANY_CHUNK * MIFU_SM2_DIGEST_SIZE];

    if (count != 0 && (status == NULL || keys == NULL || id == NULL || msgs == NULL ||
                       msg_lens == NULL || sigs == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i += MIFU_SM2_MANY_CHUNK) {
        size_t chunk = mifu_sm2_many_chunk(count - i);

        mifu_sm2_many_digests(digests, status + i, keys + i, NULL, id, id_len, msgs + i,
                              msg_lens + i, chunk);
        verify_chunk(status + i, keys + i, digests, sigs + i * MIFU_SM2_SIGNATURE_SIZE, chunk);
    }
    return mifu_sm2_many_result(status, count);
}
