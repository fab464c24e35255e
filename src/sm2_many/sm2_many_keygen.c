/* SPDX-License-Identifier: Apache-2.0 */
/* Many key pairs. */
#include "base_state.h"
#include "sm2_many_internal.h"

#include "mifu/random.h"

static void keygen_chunk(mifu_sm2_private_key *keys, mifu_status *status, size_t count)
{
    uint8_t bytes[MIFU_SM2_PRIVATE_KEY_SIZE];
    mifu_u256 d[MIFU_SM2_MANY_CHUNK];
    mifu_affine points[MIFU_SM2_MANY_CHUNK];

    for (size_t i = 0; i < count; i++) {
        uint64_t in_range = 0;

        do { /* one try in 2^32 fails */
            status[i] = mifu_random_bytes(bytes, sizeof bytes);
            if (status[i] != MIFU_OK)
                break;
            mifu_mark_secret(bytes, sizeof bytes);
            in_range = mifu_sm2_private_scalar_from_bytes(&d[i], bytes);
            /* A rejected number is not used for anything. */
            mifu_declassify(&in_range, sizeof in_range);
        } while (!in_range);
        if (!in_range)
            mifu_sm2_many_idle(&d[i]);
    }
    mifu_sm2_many_kernels_in_use()->base_multiply(points, d, count);
    for (size_t i = 0; i < count; i++) {
        if (status[i] == MIFU_OK)
            mifu_sm2_private_key_set(&keys[i], &d[i], &points[i]);
        if (status[i] == MIFU_OK && mifu_state_wants_pairwise())
            status[i] = mifu_sm2_check_pair(&keys[i]);
        if (status[i] != MIFU_OK)
            mifu_sm2_private_key_wipe(&keys[i]);
    }
    mifu_wipe(bytes, sizeof bytes);
    mifu_wipe(d, sizeof d);
}

mifu_status mifu_sm2_keygen_many(mifu_sm2_private_key *keys, mifu_status *status, size_t count)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    if (count != 0 && (keys == NULL || status == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i += MIFU_SM2_MANY_CHUNK)
        keygen_chunk(keys + i, status + i, mifu_sm2_many_chunk(count - i));
    return mifu_sm2_many_result(status, count);
}
