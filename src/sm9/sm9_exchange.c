/* SPDX-License-Identifier: Apache-2.0 */
/* Key exchange with or without confirmation: GM/T 0044.3-2016 6.1, GB/T 38635.2-2020. */
#include "base_state.h"
#include "sm9_kem.h"
#include "sm3_kernels.h"

enum { STAGE_INITIALIZED = 0x6d697901, STAGE_EPHEMERAL, STAGE_COMPUTED };

mifu_status mifu_sm9_exchange_init(mifu_sm9_exchange *exchange, mifu_sm9_role role,
                                   const mifu_sm9_encrypt_key *key, const uint8_t *id,
                                   size_t id_len, const uint8_t *peer_id, size_t peer_id_len,
                                   uint8_t hid)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm9_g1 q;
    mifu_status status;

    if (exchange == NULL || key == NULL || (id == NULL && id_len != 0) ||
        (peer_id == NULL && peer_id_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    memset(exchange, 0, sizeof *exchange);
    if (role != MIFU_SM9_INITIATOR && role != MIFU_SM9_RESPONDER)
        return MIFU_ERR_ARGUMENT_NAME;
    if (!key->has_master)
        return MIFU_ERR_ARGUMENT_STATE;
    status = mifu_sm9_encrypt_identity_point(&q, &key->master, peer_id, peer_id_len, hid);
    if (status != MIFU_OK)
        return status;
    memcpy(exchange->peer, &q, sizeof exchange->peer);
    exchange->role = (uint32_t)role;
    exchange->key = key;
    exchange->id = id;
    exchange->id_len = id_len;
    exchange->peer_id = peer_id;
    exchange->peer_id_len = peer_id_len;
    exchange->stage = STAGE_INITIALIZED;
    return MIFU_OK;
}

mifu_status mifu_sm9_exchange_ephemeral_with_nonces(uint8_t r[MIFU_SM9_G1_SIZE],
                                                    mifu_sm9_exchange *exchange,
                                                    mifu_sm9_nonce_source *source, void *context)
{
    mifu_sm9_g1 point;
    mifu_u256 k;
    mifu_status status;

    if (r == NULL || exchange == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (exchange->stage != STAGE_INITIALIZED)
        return MIFU_ERR_ARGUMENT_STATE;
    status = mifu_sm9_next_scalar(&k, source, context); /* A2, B2 */
    if (status == MIFU_OK) {
        memcpy(&point, exchange->peer, sizeof point);
        (void)mifu_sm9_kernels_in_use()->g1_multiply(&point, &k, &point); /* A3, B3 */
        mifu_declassify(&point, sizeof point);                            /* goes to the peer */
        exchange->own_ephemeral[0] = 0x04;
        mifu_sm9_g1_to_bytes(exchange->own_ephemeral + 1, &point);
        memcpy(r, exchange->own_ephemeral, MIFU_SM9_G1_SIZE);
        memcpy(exchange->ephemeral, k.v, sizeof exchange->ephemeral);
        exchange->stage = STAGE_EPHEMERAL;
    }
    mifu_wipe(&k, sizeof k);
    mifu_sm9_wipe_stack();
    return status;
}

mifu_status mifu_sm9_exchange_ephemeral(uint8_t r[MIFU_SM9_G1_SIZE], mifu_sm9_exchange *exchange)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return mifu_sm9_exchange_ephemeral_with_nonces(r, exchange, mifu_random_scalar_bytes, NULL);
}

/* ID_A || ID_B || R_A || R_B. */
static void absorb_public(mifu_sm3 *sm3, const mifu_sm9_exchange *exchange, const uint8_t *peer_r)
{
    int initiator = exchange->role == MIFU_SM9_INITIATOR;

    mifu_sm3_update(sm3, initiator ? exchange->id : exchange->peer_id,
                    initiator ? exchange->id_len : exchange->peer_id_len);
    mifu_sm3_update(sm3, initiator ? exchange->peer_id : exchange->id,
                    initiator ? exchange->peer_id_len : exchange->id_len);
    mifu_sm3_update(sm3, (initiator ? exchange->own_ephemeral : peer_r) + 1, 64);
    mifu_sm3_update(sm3, (initiator ? peer_r : exchange->own_ephemeral) + 1, 64);
}

/* SM3(tag || g1 || inner): A6, A8, B6, B8. */
static void confirmation(uint8_t out[32], uint8_t tag, const uint8_t g1[MIFU_SM9_GT_SIZE],
                         const uint8_t inner[32])
{
    mifu_sm3 sm3;

    mifu_sm3_init(&sm3);
    mifu_sm3_update(&sm3, &tag, 1);
    mifu_sm3_update(&sm3, g1, MIFU_SM9_GT_SIZE);
    mifu_sm3_update(&sm3, inner, 32);
    mifu_sm3_finish(out, &sm3);
}

/* g = g1 || g2 || g3. */
static mifu_status derive(uint8_t *shared_key, size_t key_len, mifu_sm9_exchange *exchange,
                          const uint8_t g[3 * MIFU_SM9_GT_SIZE], const uint8_t *peer_r)
{
    int initiator = exchange->role == MIFU_SM9_INITIATOR;
    uint8_t inner[32];
    mifu_kdf_sm3_stream stream;
    mifu_sm3 sm3;
    mifu_status status;

    mifu_sm3_init(&sm3);
    absorb_public(&sm3, exchange, peer_r);
    mifu_sm3_update(&sm3, g, 3 * MIFU_SM9_GT_SIZE);
    mifu_kdf_sm3_init_absorbed(&stream, &sm3);
    status = mifu_kdf_sm3_squeeze(&stream, shared_key, key_len);
    if (status == MIFU_OK) {
        mifu_sm3_init(&sm3);
        mifu_sm3_update(&sm3, g + MIFU_SM9_GT_SIZE, 2 * MIFU_SM9_GT_SIZE);
        absorb_public(&sm3, exchange, peer_r);
        mifu_sm3_finish(inner, &sm3);
        confirmation(exchange->own_confirmation, initiator ? 0x83 : 0x82, g, inner);
        confirmation(exchange->peer_confirmation, initiator ? 0x82 : 0x83, g, inner);
    }
    mifu_kdf_sm3_wipe(&stream);
    mifu_sm3_wipe(&sm3);
    mifu_wipe(inner, sizeof inner);
    return status;
}

/*
 * g1 || g2 || g3 (A5, B4): g to the own number, the pairing with the peer's point, and the latter
 * to the own number. The initiator's own power is g1, the responder's g2.
 */
static MIFU_NOINLINE void shared_elements(uint8_t g[3 * MIFU_SM9_GT_SIZE],
                                          const mifu_sm9_exchange *exchange,
                                          const mifu_sm9_g1 *peer_ephemeral)
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    int initiator = exchange->role == MIFU_SM9_INITIATOR;
    const mifu_sm9_encrypt_master_public_key *master = &exchange->key->master;
    mifu_sm9_fp12 own, other;
    mifu_u256 k;

    memcpy(k.v, exchange->ephemeral, sizeof k.v);
    mifu_mark_secret(&k, sizeof k);
    mifu_sm9_power_of_g(&own, master->g, master->table == NULL ? NULL : &master->table->g, &k);
    mifu_sm9_pairing_with_key(&other, peer_ephemeral, exchange->key);
    mifu_sm9_fp12_to_bytes(g, initiator ? &own : &other);
    mifu_sm9_fp12_to_bytes(g + MIFU_SM9_GT_SIZE, initiator ? &other : &own);
    kernels->gt_power(&other, &other, &k);
    mifu_sm9_fp12_to_bytes(g + 2 * MIFU_SM9_GT_SIZE, &other);
    mifu_wipe(&own, sizeof own);
    mifu_wipe(&other, sizeof other);
    mifu_wipe(&k, sizeof k);
}

mifu_status mifu_sm9_exchange_compute(uint8_t *shared_key, size_t key_len,
                                      mifu_sm9_exchange *exchange,
                                      const uint8_t peer_r[MIFU_SM9_G1_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t g[3 * MIFU_SM9_GT_SIZE];
    mifu_sm9_g1 peer_ephemeral;
    mifu_status status;

    if (shared_key == NULL || exchange == NULL || peer_r == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (exchange->stage != STAGE_EPHEMERAL)
        return MIFU_ERR_ARGUMENT_STATE;
    if (key_len == 0 || (uint64_t)key_len > (uint64_t)0xffffffff * 32)
        return MIFU_ERR_ARGUMENT_LENGTH;
    status = mifu_sm9_g1_from_wire(&peer_ephemeral, peer_r);
    if (status != MIFU_OK)
        return status;
    shared_elements(g, exchange, &peer_ephemeral);
    status = derive(shared_key, key_len, exchange, g, peer_r);
    exchange->stage = STAGE_COMPUTED;
    /* The ephemeral number is used once. */
    mifu_wipe(exchange->ephemeral, sizeof exchange->ephemeral);
    if (status != MIFU_OK) {
        mifu_sm9_exchange_wipe(exchange);
        mifu_wipe(shared_key, key_len);
    }
    mifu_wipe(g, sizeof g);
    mifu_sm9_wipe_stack();
    return status;
}

mifu_status mifu_sm9_exchange_confirm(uint8_t out[MIFU_SM9_DIGEST_SIZE],
                                      const mifu_sm9_exchange *exchange)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (out == NULL || exchange == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (exchange->stage != STAGE_COMPUTED)
        return MIFU_ERR_ARGUMENT_STATE;
    memcpy(out, exchange->own_confirmation, MIFU_SM9_DIGEST_SIZE);
    mifu_declassify(out, MIFU_SM9_DIGEST_SIZE); /* goes to the peer */
    return MIFU_OK;
}

mifu_status mifu_sm9_exchange_check(const mifu_sm9_exchange *exchange,
                                    const uint8_t received[MIFU_SM9_DIGEST_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (received == NULL || exchange == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (exchange->stage != STAGE_COMPUTED)
        return MIFU_ERR_ARGUMENT_STATE;
    return mifu_compare_tags(exchange->peer_confirmation, received, MIFU_SM9_DIGEST_SIZE);
}

void mifu_sm9_exchange_wipe(mifu_sm9_exchange *exchange)
{
    mifu_wipe(exchange, sizeof *exchange);
}
