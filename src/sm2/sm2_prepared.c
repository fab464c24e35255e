/* SPDX-License-Identifier: Apache-2.0 */
/* Public keys with tables, for many verifications, encryptions or exchanges with one key. */
#include "base_state.h"
#include "sm2_internal.h"
#include "sm2_kernels.h"

_Static_assert(sizeof(mifu_prepared_large) == MIFU_SM2_PREPARED_LARGE_SIZE, "size of the table");
_Static_assert(sizeof(mifu_prepared_small) == MIFU_SM2_PREPARED_SMALL_SIZE, "size of the table");

mifu_status mifu_sm2_prepare(mifu_sm2_prepared_key *prepared, uint64_t *memory, size_t size,
                             const mifu_sm2_public_key *key)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_affine point;
    mifu_status status;

    if (prepared == NULL || memory == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm2_public_key_status(key);
    if (status != MIFU_OK)
        return status;
    if (size < MIFU_SM2_PREPARED_SMALL_SIZE)
        return MIFU_ERR_BUFFER;
    mifu_sm2_point_of(&point, key);
    prepared->key = *key;
    prepared->table = memory;
    /* The tables are structs of 64-bit words, like the memory. */
    if (size >= MIFU_SM2_PREPARED_LARGE_SIZE) {
        prepared->size = MIFU_SM2_PREPARED_LARGE_SIZE;
        mifu_sm2_kernels_in_use()->prepare_large((void *)memory, &point);
    } else {
        prepared->size = MIFU_SM2_PREPARED_SMALL_SIZE;
        mifu_sm2_kernels_in_use()->prepare_small((void *)memory, &point);
    }
    return MIFU_OK;
}

mifu_status mifu_sm2_verify_digest_prepared(const mifu_sm2_prepared_key *key,
                                            const uint8_t e[MIFU_SM2_DIGEST_SIZE],
                                            const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_sm2_kernels *kernels = mifu_sm2_kernels_in_use();
    const mifu_prepared_large *large;
    mifu_u256 s, t, x;
    int valid;

    if (key == NULL || e == NULL || sig == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (!mifu_sm2_verification_scalars(&s, &t, &x, e, sig))
        return MIFU_INVALID;
    large = mifu_sm2_large_table(key);
    valid = large != NULL ? kernels->large_check_x_vartime(&s, &t, large, &x)
                          : kernels->small_check_x_vartime(&s, &t, mifu_sm2_small_table(key), &x);
    return valid ? MIFU_OK : MIFU_INVALID;
}

mifu_status mifu_sm2_verify_prepared(const mifu_sm2_prepared_key *key, const uint8_t *id,
                                     size_t id_len, const uint8_t *msg, size_t msg_len,
                                     const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t e[MIFU_SM2_DIGEST_SIZE];
    mifu_status status;

    if (key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm2_digest(e, &key->key, id, id_len, msg, msg_len);
    return status == MIFU_OK ? mifu_sm2_verify_digest_prepared(key, e, sig) : status;
}

static MIFU_NOINLINE void ecdh(uint8_t shared[MIFU_SM2_SHARED_SECRET_SIZE],
                               const mifu_sm2_private_key *key, const mifu_prepared_large *table)
{
    mifu_affine point;
    mifu_u256 d;

    mifu_u256_from_words(&d, key->d);
    mifu_mark_secret(&d, sizeof d);
    mifu_sm2_kernels_in_use()->prepared_multiply(&point, &d, table);
    mifu_fp_from_montgomery(&point.x, &point.x);
    mifu_u256_to_bytes(shared, &point.x);
    mifu_wipe(&d, sizeof d);
    mifu_wipe(&point, sizeof point);
}

void mifu_sm2_ecdh_prepared(uint8_t shared[MIFU_SM2_SHARED_SECRET_SIZE],
                            const mifu_sm2_private_key *key, const mifu_sm2_prepared_key *peer)
{
    MIFU_ZEROS_WHEN_CLOSED(shared, MIFU_SM2_SHARED_SECRET_SIZE);
    const mifu_prepared_large *table = mifu_sm2_large_table(peer);

    if (table == NULL || mifu_sm2_private_key_status(key) != MIFU_OK) {
        mifu_sm2_ecdh(shared, key, &peer->key);
        return;
    }
    ecdh(shared, key, table);
    mifu_sm2_wipe_stack();
}
