/* SPDX-License-Identifier: Apache-2.0 */
/* Key exchange with or without confirmation: GB/T 32918.3-2016 clause 6. */
#include "base_state.h"
#include "sm2_testing.h"

#include "kdf_sm3.h"
#include "sm2_internal.h"
#include "sm3_kernels.h"

enum { STAGE_INITIALIZED = 0x6d697801, STAGE_EPHEMERAL, STAGE_COMPUTED };

mifu_status mifu_sm2_exchange_init(mifu_sm2_exchange *exchange, mifu_sm2_role role,
                                   const mifu_sm2_private_key *key, const uint8_t *id,
                                   size_t id_len, const mifu_sm2_public_key *peer,
                                   const uint8_t *peer_id, size_t peer_id_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status;

    if (exchange == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    memset(exchange, 0, sizeof *exchange);
    status = mifu_sm2_private_key_status(key);
    if (status == MIFU_OK)
        status = mifu_sm2_public_key_status(peer);
    if (status != MIFU_OK)
        return status;
    if (role != MIFU_SM2_INITIATOR && role != MIFU_SM2_RESPONDER)
        return MIFU_ERR_ARGUMENT_NAME;
    status = mifu_sm2_z(exchange->own_z, &key->public_key, id, id_len);
    if (status == MIFU_OK)
        status = mifu_sm2_z(exchange->peer_z, peer, peer_id, peer_id_len);
    if (status != MIFU_OK)
        return status;
    exchange->role = (uint32_t)role;
    memcpy(exchange->d, key->d, sizeof exchange->d);
    mifu_mark_secret(exchange->d, sizeof exchange->d);
    exchange->peer = *peer;
    exchange->stage = STAGE_INITIALIZED;
    return MIFU_OK;
}

static MIFU_NOINLINE mifu_status ephemeral(uint8_t r[MIFU_SM2_PUBLIC_KEY_SIZE],
                                           mifu_sm2_exchange *exchange,
                                           mifu_sm2_nonce_source *source, void *context)
{
    mifu_affine point;
    mifu_u256 k;
    mifu_status status = mifu_sm2_next_nonce(&k, source, context); /* A1, B1 */

    if (status == MIFU_OK) {
        mifu_sm2_kernels_in_use()->base_multiply(&point, &k); /* A2, B2 */
        mifu_declassify(&point, sizeof point);                /* goes to the peer */
        exchange->own_ephemeral[0] = 0x04;
        mifu_sm2_point_to_xy(exchange->own_ephemeral + 1, &point);
        memcpy(r, exchange->own_ephemeral, MIFU_SM2_PUBLIC_KEY_SIZE);
        memcpy(exchange->ephemeral, k.v, sizeof exchange->ephemeral);
        exchange->stage = STAGE_EPHEMERAL;
    }
    mifu_wipe(&k, sizeof k);
    return status;
}

mifu_status mifu_sm2_exchange_ephemeral_with_nonces(uint8_t r[MIFU_SM2_PUBLIC_KEY_SIZE],
                                                    mifu_sm2_exchange *exchange,
                                                    mifu_sm2_nonce_source *source, void *context)
{
    mifu_status status;

    if (r == NULL || exchange == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (exchange->stage != STAGE_INITIALIZED)
        return MIFU_ERR_ARGUMENT_STATE;
    status = ephemeral(r, exchange, source, context);
    mifu_sm2_wipe_stack();
    return status;
}

mifu_status mifu_sm2_exchange_ephemeral(uint8_t r[MIFU_SM2_PUBLIC_KEY_SIZE],
                                        mifu_sm2_exchange *exchange)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return mifu_sm2_exchange_ephemeral_with_nonces(r, exchange, mifu_random_scalar_bytes, NULL);
}

/* 2^127 + (x mod 2^127), w = 127 for this curve (clause 6.1). */
static void x_bar(mifu_u256 *r, const uint8_t x[32])
{
    mifu_u256_from_bytes(r, x);
    r->v[1] |= (uint64_t)1 << 63;
    r->v[2] = r->v[3] = 0;
}

/*
 * V = [h t](P + [x_bar] R) with t = d + x_bar r mod n and h = 1 (A5-A7, B4-B6). P + [x_bar] R is
 * made of public values only; its infinity and t = 0 both make V infinity. Returns 0 then, else 1.
 * Not inlined: its frame, where a compiler may keep words of d, is wiped by the caller.
 */
MIFU_NOINLINE static int shared_point(uint8_t xy[64], const mifu_sm2_exchange *exchange,
                                      const mifu_affine *peer_ephemeral, const uint8_t *peer_x)
{
    mifu_affine point;
    mifu_u256 bar, t, d;
    uint64_t zero;

    x_bar(&bar, peer_x);
    mifu_sm2_point_of(&point, &exchange->peer);
    if (!mifu_sm2_kernels_in_use()->multiply_add_vartime(&point, &bar, peer_ephemeral, &point))
        return 0;
    x_bar(&bar, exchange->own_ephemeral + 1);
    mifu_u256_from_words(&t, exchange->ephemeral);
    mifu_u256_from_words(&d, exchange->d);
    mifu_fn_to_montgomery(&bar, &bar);
    mifu_fn_mul(&t, &t, &bar);
    mifu_fn_add(&t, &t, &d);
    zero = mifu_u256_mask_zero(&t);
    mifu_declassify(&zero, sizeof zero); /* the protocol fails openly */
    mifu_sm2_kernels_in_use()->point_multiply(&point, &t, &point);
    mifu_sm2_point_to_xy(xy, &point);
    mifu_wipe(&t, sizeof t);
    mifu_wipe(&d, sizeof d);
    mifu_wipe(&point, sizeof point);
    return zero == 0;
}

/* SM3(tag || y_V || SM3(x_V || Z_A || Z_B || x_1 || y_1 || x_2 || y_2)), A9, A10, B8, B10. */
static void confirmation(uint8_t out[32], uint8_t tag, const uint8_t v[64], const uint8_t inner[32])
{
    mifu_sm3 sm3;

    mifu_sm3_init(&sm3);
    mifu_sm3_update(&sm3, &tag, 1);
    mifu_sm3_update(&sm3, v + 32, 32);
    mifu_sm3_update(&sm3, inner, 32);
    mifu_sm3_finish(out, &sm3);
}

static mifu_status derive(uint8_t *shared_key, size_t key_len, mifu_sm2_exchange *exchange,
                          const uint8_t v[64], const uint8_t *peer_r)
{
    int initiator = exchange->role == MIFU_SM2_INITIATOR;
    const uint8_t *z_a = initiator ? exchange->own_z : exchange->peer_z;
    const uint8_t *z_b = initiator ? exchange->peer_z : exchange->own_z;
    const uint8_t *r_a = initiator ? exchange->own_ephemeral : peer_r;
    const uint8_t *r_b = initiator ? peer_r : exchange->own_ephemeral;
    uint8_t inner[32];
    mifu_kdf_sm3_stream stream;
    mifu_sm3 sm3;
    mifu_status status;

    mifu_sm3_init(&sm3);
    mifu_sm3_update(&sm3, v, 64);
    mifu_sm3_update(&sm3, z_a, 32);
    mifu_sm3_update(&sm3, z_b, 32);
    mifu_kdf_sm3_init_absorbed(&stream, &sm3);
    status = mifu_kdf_sm3_squeeze(&stream, shared_key, key_len);
    if (status == MIFU_OK) {
        mifu_sm3_init(&sm3);
        mifu_sm3_update(&sm3, v, 32);
        mifu_sm3_update(&sm3, z_a, 32);
        mifu_sm3_update(&sm3, z_b, 32);
        mifu_sm3_update(&sm3, r_a + 1, 64);
        mifu_sm3_update(&sm3, r_b + 1, 64);
        mifu_sm3_finish(inner, &sm3);
        confirmation(exchange->own_confirmation, initiator ? 0x03 : 0x02, v, inner);
        confirmation(exchange->peer_confirmation, initiator ? 0x02 : 0x03, v, inner);
    }
    mifu_kdf_sm3_wipe(&stream);
    mifu_sm3_wipe(&sm3);
    mifu_wipe(inner, sizeof inner);
    return status;
}

mifu_status mifu_sm2_exchange_compute(uint8_t *shared_key, size_t key_len,
                                      mifu_sm2_exchange *exchange,
                                      const uint8_t peer_r[MIFU_SM2_PUBLIC_KEY_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t v[64];
    mifu_affine peer_ephemeral;
    mifu_status status;

    if (shared_key == NULL || exchange == NULL || peer_r == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (exchange->stage != STAGE_EPHEMERAL)
        return MIFU_ERR_ARGUMENT_STATE;
    if (key_len == 0 || (uint64_t)key_len > (uint64_t)0xffffffff * 32)
        return MIFU_ERR_ARGUMENT_LENGTH;
    status = mifu_sm2_point_from_bytes(&peer_ephemeral, peer_r, MIFU_SM2_PUBLIC_KEY_SIZE);
    if (status != MIFU_OK)
        return status;
    if (shared_point(v, exchange, &peer_ephemeral, peer_r + 1)) {
        status = derive(shared_key, key_len, exchange, v, peer_r);
        exchange->stage = STAGE_COMPUTED;
    } else {
        status = MIFU_ERR_AUTHENTICATION;
    }
    /* The ephemeral key is used once. */
    mifu_wipe(exchange->ephemeral, sizeof exchange->ephemeral);
    mifu_wipe(exchange->d, sizeof exchange->d);
    if (status != MIFU_OK) {
        mifu_sm2_exchange_wipe(exchange);
        mifu_wipe(shared_key, key_len);
    }
    mifu_wipe(v, sizeof v);
    mifu_sm2_wipe_stack();
    return status;
}

mifu_status mifu_sm2_exchange_confirm(uint8_t out[MIFU_SM2_DIGEST_SIZE],
                                      const mifu_sm2_exchange *exchange)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (out == NULL || exchange == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (exchange->stage != STAGE_COMPUTED)
        return MIFU_ERR_ARGUMENT_STATE;
    memcpy(out, exchange->own_confirmation, MIFU_SM2_DIGEST_SIZE);
    mifu_declassify(out, MIFU_SM2_DIGEST_SIZE); /* goes to the peer */
    return MIFU_OK;
}

mifu_status mifu_sm2_exchange_check(const mifu_sm2_exchange *exchange,
                                    const uint8_t received[MIFU_SM2_DIGEST_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (received == NULL || exchange == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (exchange->stage != STAGE_COMPUTED)
        return MIFU_ERR_ARGUMENT_STATE;
    return mifu_compare_tags(exchange->peer_confirmation, received, MIFU_SM2_DIGEST_SIZE);
}

void mifu_sm2_exchange_wipe(mifu_sm2_exchange *exchange)
{
    mifu_wipe(exchange, sizeof *exchange);
}
