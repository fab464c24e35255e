/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Key exchange of SM2: field case KEX-01 (order of the Z values), both roles, the order of calls,
 * points that the peer must not send, and shared points at infinity.
 */
#include "support_random.h"
#include "support_sm2.h"

static json_t *cases;

static const vector_bytes default_id = {"1234567812345678", 16};

static void start(mifu_sm2_exchange *exchange, mifu_sm2_role role, const mifu_sm2_private_key *key,
                  const vector_bytes *id, const mifu_sm2_private_key *peer,
                  const vector_bytes *peer_id)
{
    mifu_sm2_public_key public_key;

    mifu_sm2_public_key_from_private(&public_key, peer);
    assert_int_equal(mifu_sm2_exchange_init(exchange, role, key, id->data, id->len, &public_key,
                                            peer_id->data, peer_id->len),
                     MIFU_OK);
}

static void z_order(void)
{
    json_t *one = vectors_field_case(cases, "KEX-01"), *inputs = json_object_get(one, "inputs");
    json_t *expected = json_object_get(one, "expected");
    mifu_sm2_private_key key_a = sm2_private(inputs, "dA"), key_b = sm2_private(inputs, "dB");
    vector_bytes id_a = vector_hex(inputs, "idA"), id_b = vector_hex(inputs, "idB");
    vector_bytes k = vector_hex(expected, "K"),
                 swapped = vector_hex(expected, "K_if_order_swapped");
    vector_bytes s_b = vector_hex(expected, "S1_SB"), s_a = vector_hex(expected, "S2_SA");
    nonce_list list_a = {{vector_hex(inputs, "rA")}, 1, 0};
    nonce_list list_b = {{vector_hex(inputs, "rB")}, 1, 0};
    mifu_sm2_exchange a, b;
    uint8_t r_a[65], r_b[65], key[16], hash[32];

    start(&a, MIFU_SM2_INITIATOR, &key_a, &id_a, &key_b, &id_b);
    start(&b, MIFU_SM2_RESPONDER, &key_b, &id_b, &key_a, &id_a);
    assert_int_equal(mifu_sm2_exchange_ephemeral_with_nonces(r_a, &a, take_nonce, &list_a),
                     MIFU_OK);
    assert_int_equal(mifu_sm2_exchange_ephemeral_with_nonces(r_b, &b, take_nonce, &list_b),
                     MIFU_OK);
    assert_int_equal(mifu_sm2_exchange_compute(key, 16, &a, r_b), MIFU_OK);
    assert_memory_equal(key, k.data, 16);
    assert_memory_not_equal(key, swapped.data, 16);
    memset(key, 0, sizeof key);
    assert_int_equal(mifu_sm2_exchange_compute(key, 16, &b, r_a), MIFU_OK);
    assert_memory_equal(key, k.data, 16);
    assert_int_equal(mifu_sm2_exchange_confirm(hash, &b), MIFU_OK);
    assert_memory_equal(hash, s_b.data, 32);
    assert_int_equal(mifu_sm2_exchange_check(&a, hash), MIFU_OK);
    assert_int_equal(mifu_sm2_exchange_check(&b, hash), MIFU_INVALID); /* reflected */
    assert_int_equal(mifu_sm2_exchange_confirm(hash, &a), MIFU_OK);
    assert_memory_equal(hash, s_a.data, 32);
    assert_int_equal(mifu_sm2_exchange_check(&b, hash), MIFU_OK);
    for (unsigned i = 0; i < 256; i += 17) {
        hash[i / 8] ^= (uint8_t)(1u << i % 8);
        assert_int_equal(mifu_sm2_exchange_check(&b, hash), MIFU_INVALID);
        hash[i / 8] ^= (uint8_t)(1u << i % 8);
    }
}

static void round_trips(void)
{
    static uint8_t key_a_bytes[300], key_b_bytes[300];
    mifu_sm2_private_key key_a, key_b;
    mifu_sm2_exchange a, b;
    uint8_t r_a[65], r_b[65];

    for (size_t len = 1; len <= sizeof key_a_bytes; len += 23) {
        assert_int_equal(mifu_sm2_keygen(&key_a), MIFU_OK);
        assert_int_equal(mifu_sm2_keygen(&key_b), MIFU_OK);
        start(&a, MIFU_SM2_INITIATOR, &key_a, &default_id, &key_b, &default_id);
        start(&b, MIFU_SM2_RESPONDER, &key_b, &default_id, &key_a, &default_id);
        assert_int_equal(mifu_sm2_exchange_ephemeral(r_a, &a), MIFU_OK);
        assert_int_equal(mifu_sm2_exchange_ephemeral(r_b, &b), MIFU_OK);
        assert_int_equal(mifu_sm2_exchange_compute(key_a_bytes, len, &a, r_b), MIFU_OK);
        assert_int_equal(mifu_sm2_exchange_compute(key_b_bytes, len, &b, r_a), MIFU_OK);
        assert_memory_equal(key_a_bytes, key_b_bytes, len);
        mifu_sm2_exchange_wipe(&a);
        mifu_sm2_exchange_wipe(&b);
    }
}

static void states(void)
{
    mifu_sm2_private_key key_a, key_b;
    mifu_sm2_public_key public_b;
    mifu_sm2_exchange a;
    uint8_t r[65], r_b[65], key[16], hash[32] = {0};

    assert_int_equal(mifu_sm2_keygen(&key_a), MIFU_OK);
    assert_int_equal(mifu_sm2_keygen(&key_b), MIFU_OK);
    mifu_sm2_public_key_from_private(&public_b, &key_b);
    mifu_sm2_public_key_to_bytes(r_b, &public_b);
    memset(&a, 0, sizeof a);
    assert_int_equal(mifu_sm2_exchange_ephemeral(r, &a), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm2_exchange_init(&a, (mifu_sm2_role)3, &key_a, MIFU_SM2_EMPTY_ID,
                                            &public_b, MIFU_SM2_EMPTY_ID),
                     MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_sm2_exchange_init(&a, MIFU_SM2_INITIATOR, &key_a, NULL, 0, &public_b,
                                            MIFU_SM2_EMPTY_ID),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm2_exchange_ephemeral(r, &a), MIFU_ERR_ARGUMENT_STATE);
    start(&a, MIFU_SM2_INITIATOR, &key_a, &default_id, &key_b, &default_id);
    assert_int_equal(mifu_sm2_exchange_compute(key, 16, &a, r_b), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm2_exchange_confirm(hash, &a), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm2_exchange_check(&a, hash), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm2_exchange_ephemeral(r, &a), MIFU_OK);
    assert_int_equal(mifu_sm2_exchange_ephemeral(r, &a), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm2_exchange_compute(key, 0, &a, r_b), MIFU_ERR_ARGUMENT_LENGTH);
    /* Points off the curve, out of range, of another form; the exchange can still go on. */
    r_b[64] ^= 1;
    assert_int_equal(mifu_sm2_exchange_compute(key, 16, &a, r_b), MIFU_ERR_RANGE_NOT_ON_CURVE);
    r_b[64] ^= 1;
    r_b[0] = 0x06;
    assert_int_equal(mifu_sm2_exchange_compute(key, 16, &a, r_b), MIFU_ERR_UNSUPPORTED_POINT);
    r_b[0] = 0x04;
    memset(r, 0xff, sizeof r);
    r[0] = 0x04;
    assert_int_equal(mifu_sm2_exchange_compute(key, 16, &a, r), MIFU_ERR_RANGE_COORDINATE);
    assert_int_equal(mifu_sm2_exchange_compute(key, 16, &a, r_b), MIFU_OK);
    assert_int_equal(mifu_sm2_exchange_compute(key, 16, &a, r_b), MIFU_ERR_ARGUMENT_STATE);
}

/* P + [x_bar] R = infinity: P = [-x_bar] R, for a known R. */
static void peer_point_at_infinity(void)
{
    mifu_sm2_private_key key_a, ephemeral, key_b;
    mifu_sm2_public_key public_key;
    mifu_sm2_exchange a;
    mifu_u256 bar, t;
    uint8_t r[65], r_b[65], key[16], d[32], zero[16] = {0};

    assert_int_equal(mifu_sm2_keygen(&key_a), MIFU_OK);
    assert_int_equal(mifu_sm2_keygen(&ephemeral), MIFU_OK);
    mifu_sm2_public_key_from_private(&public_key, &ephemeral);
    mifu_sm2_public_key_to_bytes(r_b, &public_key);
    mifu_u256_from_bytes(&bar, r_b + 1);
    bar.v[1] |= (uint64_t)1 << 63;
    bar.v[2] = bar.v[3] = 0;
    mifu_sm2_private_key_to_bytes(d, &ephemeral);
    mifu_u256_from_bytes(&t, d);
    mifu_fn_to_montgomery(&t, &t);
    mifu_fn_mul(&t, &t, &bar);
    mifu_fn_sub(&t, &(mifu_u256){{0, 0, 0, 0}}, &t);
    mifu_u256_to_bytes(d, &t);
    assert_int_equal(mifu_sm2_private_key_from_bytes(&key_b, d), MIFU_OK);
    start(&a, MIFU_SM2_INITIATOR, &key_a, &default_id, &key_b, &default_id);
    assert_int_equal(mifu_sm2_exchange_ephemeral(r, &a), MIFU_OK);
    memset(key, 0xa5, sizeof key);
    assert_int_equal(mifu_sm2_exchange_compute(key, 16, &a, r_b), MIFU_ERR_AUTHENTICATION);
    assert_memory_equal(key, zero, 16);
    assert_int_equal(mifu_sm2_exchange_confirm(d, &a), MIFU_ERR_ARGUMENT_STATE);
}

/* t = d + x_bar r = 0: own keys that cancel. */
static void own_scalar_zero(void)
{
    mifu_sm2_private_key key_a, key_b, ephemeral;
    mifu_sm2_public_key public_key;
    mifu_sm2_exchange a;
    mifu_u256 bar, t;
    nonce_list list = {.count = 1};
    uint8_t r[65], r_a[65], r_b[65], key[16], d[32], zero[16] = {0};

    assert_int_equal(mifu_sm2_keygen(&ephemeral), MIFU_OK);
    assert_int_equal(mifu_sm2_keygen(&key_b), MIFU_OK);
    mifu_sm2_public_key_from_private(&public_key, &key_b);
    mifu_sm2_public_key_to_bytes(r_b, &public_key);
    mifu_sm2_public_key_from_private(&public_key, &ephemeral);
    mifu_sm2_public_key_to_bytes(r_a, &public_key);
    mifu_u256_from_bytes(&bar, r_a + 1);
    bar.v[1] |= (uint64_t)1 << 63;
    bar.v[2] = bar.v[3] = 0;
    mifu_sm2_private_key_to_bytes(d, &ephemeral);
    memcpy(list.nonces[0].data, d, 32);
    mifu_u256_from_bytes(&t, d);
    mifu_fn_to_montgomery(&t, &t);
    mifu_fn_mul(&t, &t, &bar);
    mifu_fn_sub(&t, &(mifu_u256){{0, 0, 0, 0}}, &t);
    mifu_u256_to_bytes(d, &t);
    assert_int_equal(mifu_sm2_private_key_from_bytes(&key_a, d), MIFU_OK);
    start(&a, MIFU_SM2_INITIATOR, &key_a, &default_id, &key_b, &default_id);
    assert_int_equal(mifu_sm2_exchange_ephemeral_with_nonces(r, &a, take_nonce, &list), MIFU_OK);
    assert_memory_equal(r, r_a, 65);
    memset(key, 0xa5, sizeof key);
    assert_int_equal(mifu_sm2_exchange_compute(key, 16, &a, r_b), MIFU_ERR_AUTHENTICATION);
    assert_memory_equal(key, zero, 16);
}

static void ecdh(void)
{
    mifu_sm2_private_key a, b;
    mifu_sm2_public_key public_a, public_b;
    uint8_t x[32], y[32];

    for (unsigned i = 0; i < 20; i++) {
        assert_int_equal(mifu_sm2_keygen(&a), MIFU_OK);
        assert_int_equal(mifu_sm2_keygen(&b), MIFU_OK);
        mifu_sm2_public_key_from_private(&public_a, &a);
        mifu_sm2_public_key_from_private(&public_b, &b);
        mifu_sm2_ecdh(x, &a, &public_b);
        mifu_sm2_ecdh(y, &b, &public_a);
        assert_memory_equal(x, y, 32);
    }
}

#define EACH(name)                                                                                 \
    static void test_##name(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        on_each_sm2_backend(name);                                                                 \
    }
EACH(z_order)
EACH(round_trips)
EACH(states)
EACH(peer_point_at_infinity)
EACH(own_scalar_zero)
EACH(ecdh)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z_order),         cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_states),          cmocka_unit_test(test_peer_point_at_infinity),
        cmocka_unit_test(test_own_scalar_zero), cmocka_unit_test(test_ecdh),
    };
    int failed;

    cases = vectors_load("field_cases.json");
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    json_decref(cases);
    return failed;
}
