/* SPDX-License-Identifier: Apache-2.0 */
/* The x-coordinate of [d] P. d is in [1, n-2] and the group has prime order: never infinity. */
#include "base_state.h"
#include "sm2_internal.h"
#include "sm2_kernels.h"

static MIFU_NOINLINE void ecdh(uint8_t shared[MIFU_SM2_SHARED_SECRET_SIZE],
                               const mifu_sm2_private_key *key, const mifu_sm2_public_key *peer)
{
    mifu_affine point;
    mifu_u256 d;

    mifu_u256_from_words(&d, key->d);
    mifu_mark_secret(&d, sizeof d);
    mifu_sm2_point_of(&point, peer);
    mifu_sm2_kernels_in_use()->point_multiply(&point, &d, &point);
    mifu_fp_from_montgomery(&point.x, &point.x);
    mifu_u256_to_bytes(shared, &point.x);
    mifu_wipe(&d, sizeof d);
    mifu_wipe(&point, sizeof point);
}

void mifu_sm2_ecdh(uint8_t shared[MIFU_SM2_SHARED_SECRET_SIZE], const mifu_sm2_private_key *key,
                   const mifu_sm2_public_key *peer)
{
    MIFU_ZEROS_WHEN_CLOSED(shared, MIFU_SM2_SHARED_SECRET_SIZE);
    if (mifu_sm2_private_key_status(key) != MIFU_OK ||
        mifu_sm2_public_key_status(peer) != MIFU_OK) {
        memset(shared, 0, MIFU_SM2_SHARED_SECRET_SIZE);
        return;
    }
    ecdh(shared, key, peer);
    mifu_sm2_wipe_stack();
}
