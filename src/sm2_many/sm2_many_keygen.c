/* SPDX-License-Identifier: Apache-2.0 */
/* Many key pairs. */
#include "base_state.h"
#include "sm2_many_internal.h"

#include "sm2_nonce.h"

/*
 * inverse[i] = (1 + d[i])^-1 mod n in Montgomery form with one inversion: of the product of all,
 * from which the factors are taken one by one. None is 0.
 */
static void invert_successors(mifu_u256 *inverse, const mifu_u256 *d, size_t count)
{
    static const mifu_u256 one = {{1, 0, 0, 0}};
    mifu_u256 successors[MIFU_SM2_MANY_CHUNK], rest;

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
    mifu_wipe(successors, sizeof successors);
    mifu_wipe(&rest, sizeof rest);
}

static void keygen_chunk(mifu_sm2_private_key *keys, mifu_status *status, size_t count)
{
    mifu_u256 d[MIFU_SM2_MANY_CHUNK], inverse[MIFU_SM2_MANY_CHUNK];
    mifu_affine points[MIFU_SM2_MANY_CHUNK];

    for (size_t i = 0; i < count; i++) {
        status[i] = mifu_sm2_random_private_scalar(&d[i]);
        if (status[i] != MIFU_OK)
            mifu_sm2_many_idle(&d[i]);
    }
    mifu_sm2_many_kernels_in_use()->base_multiply(points, d, count);
    invert_successors(inverse, d, count);
    for (size_t i = 0; i < count; i++) {
        if (status[i] == MIFU_OK)
            mifu_sm2_private_key_set(&keys[i], &d[i], &inverse[i], &points[i]);
        if (status[i] == MIFU_OK && mifu_state_wants_pairwise())
            status[i] = mifu_sm2_check_pair(&keys[i]);
        if (status[i] != MIFU_OK)
            mifu_sm2_private_key_wipe(&keys[i]);
    }
    mifu_wipe(d, sizeof d);
    mifu_wipe(inverse, sizeof inverse);
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
