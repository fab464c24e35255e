/* SPDX-License-Identifier: Apache-2.0 */
/* Many shared secrets [d]P. */
#include "base_state.h"
#include "sm2_many_internal.h"

mifu_status mifu_sm2_ecdh_many(uint8_t *shared, const mifu_sm2_private_key *const *keys,
                               const mifu_sm2_public_key *const *peers, size_t count)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_u256 d[MIFU_SM2_MANY_CHUNK], x;
    mifu_affine points[MIFU_SM2_MANY_CHUNK], products[MIFU_SM2_MANY_CHUNK];

    if (count != 0 && (shared == NULL || keys == NULL || peers == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i++)
        if (keys[i] == NULL || peers[i] == NULL)
            return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i += MIFU_SM2_MANY_CHUNK) {
        size_t chunk = mifu_sm2_many_chunk(count - i);

        for (size_t j = 0; j < chunk; j++) {
            mifu_u256_from_words(&d[j], keys[i + j]->d);
            mifu_sm2_point_of(&points[j], peers[i + j]);
        }
        mifu_mark_secret(d, chunk * sizeof d[0]);
        mifu_sm2_many_kernels_in_use()->multiply(products, d, points, chunk);
        for (size_t j = 0; j < chunk; j++) {
            mifu_fp_from_montgomery(&x, &products[j].x);
            mifu_u256_to_bytes(shared + MIFU_SM2_SHARED_SECRET_SIZE * (i + j), &x);
        }
    }
    mifu_wipe(d, sizeof d);
    mifu_wipe(products, sizeof products);
    mifu_wipe(&x, sizeof x);
    return MIFU_OK;
}
