/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signatures of SM2: field cases SIG-06 (range), SIG-08 (no low-s), SIG-10 (not ECDSA), SIG-11
 * (digest or message), SIG-15 (rejected nonces), UID-01, UID-03, UID-06 (identities) as whole
 * kinds; the hedged nonce with generators that fail, repeat or are constant.
 */
#include "rng_source.h"

#include "support_random.h"
#include "support_sm2.h"

static json_t *cases;

/* r and s out of [1, n-1] are invalid, in raw form as in DER. */
static void range(void)
{
    json_t *inputs = json_object_get(vectors_field_case(cases, "SIG-06"), "inputs");
    mifu_sm2_public_key key = sm2_public(inputs, "pub");
    vector_bytes id = vector_hex(inputs, "uid"), msg = vector_hex(inputs, "msg"), der;
    const char *name;
    json_t *value;
    unsigned count = 0;
    uint8_t e[32], sig[64], bad[64], n[32];

    der = vector_hex(inputs, "good_der");
    assert_int_equal(sm2_verify_der(&key, &id, &msg, &der), MIFU_OK);
    json_object_foreach(inputs, name, value)
    {
        if (strncmp(name, "r_", 2) != 0 && strncmp(name, "s_", 2) != 0)
            continue;
        der = vector_hex(inputs, name);
        assert_int_equal(sm2_verify_der(&key, &id, &msg, &der), MIFU_INVALID);
        count++;
    }
    assert_true(count >= 5);
    /* 0, n, n + 1, 2^256 - 1 in either place. */
    der = vector_hex(inputs, "good_der");
    assert_int_equal(mifu_sm2_signature_from_der(sig, der.data, der.len), MIFU_OK);
    assert_int_equal(mifu_sm2_digest(e, &key, id.data, id.len, msg.data, msg.len), MIFU_OK);
    assert_int_equal(mifu_sm2_verify_digest(&key, e, sig), MIFU_OK);
    mifu_u256_to_bytes(n, &mifu_fn_n);
    for (unsigned place = 0; place < 2; place++)
        for (unsigned i = 0; i < 4; i++) {
            memcpy(bad, sig, sizeof bad);
            memcpy(bad + 32 * place, n, 32);
            if (i == 0)
                memset(bad + 32 * place, 0, 32);
            else if (i == 2)
                bad[32 * place + 31]++;
            else if (i == 3)
                memset(bad + 32 * place, 0xff, 32);
            assert_int_equal(mifu_sm2_verify_digest(&key, e, bad), MIFU_INVALID);
        }
    /* t = r + s = 0 mod n */
    {
        mifu_u256 r, s;

        mifu_u256_from_bytes(&r, sig);
        (void)mifu_u256_sub(&s, &mifu_fn_n, &r);
        memcpy(bad, sig, 32);
        mifu_u256_to_bytes(bad + 32, &s);
        assert_int_equal(mifu_sm2_verify_digest(&key, e, bad), MIFU_INVALID);
    }
    /* Every bit counts. */
    for (unsigned bit = 0; bit < 512; bit += 5) {
        memcpy(bad, sig, sizeof bad);
        bad[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_int_equal(mifu_sm2_verify_digest(&key, e, bad), MIFU_INVALID);
    }
}

static void other_schemes(void)
{
    static const vector_bytes no_id;
    json_t *inputs = json_object_get(vectors_field_case(cases, "SIG-08"), "inputs");
    mifu_sm2_public_key key = sm2_public(inputs, "pub");
    vector_bytes id = vector_hex(inputs, "uid"), msg = vector_hex(inputs, "msg"), der, digest;

    der = vector_hex(inputs, "sig_der");
    assert_int_equal(sm2_verify_der(&key, &id, &msg, &der), MIFU_OK);
    der = vector_hex(inputs, "sig_low_s");
    assert_int_equal(sm2_verify_der(&key, &id, &msg, &der), MIFU_INVALID);

    inputs = json_object_get(vectors_field_case(cases, "SIG-10"), "inputs");
    key = sm2_public(inputs, "pub");
    msg = vector_hex(inputs, "msg");
    der = vector_hex(inputs, "sig_der_ecdsa_sm3");
    assert_int_equal(sm2_verify_der(&key, &id, &msg, &der), MIFU_INVALID);
    assert_int_equal(sm2_verify_der(&key, &no_id, &msg, &der), MIFU_INVALID);

    inputs = json_object_get(vectors_field_case(cases, "SIG-11"), "inputs");
    key = sm2_public(inputs, "pub");
    id = vector_hex(inputs, "uid");
    msg = vector_hex(inputs, "transcript");
    digest.len = 32;
    mifu_sm3_hash(digest.data, msg.data, msg.len);
    der = vector_hex(inputs, "sig_over_sm3_of_transcript");
    assert_int_equal(sm2_verify_der(&key, &id, &msg, &der), MIFU_INVALID);
    assert_int_equal(sm2_verify_der(&key, &id, &digest, &der), MIFU_OK);
    der = vector_hex(inputs, "sig_over_transcript");
    assert_int_equal(sm2_verify_der(&key, &id, &msg, &der), MIFU_OK);
}

static void identities(void)
{
    json_t *one = vectors_field_case(cases, "UID-01"), *inputs = json_object_get(one, "inputs");
    mifu_sm2_public_key key = sm2_public(inputs, "pub");
    vector_bytes id17 = vector_hex(inputs, "uid_17"), id16 = vector_hex(inputs, "uid_16");
    vector_bytes sig17 = vector_hex(inputs, "sig_der_17"), sig16 = vector_hex(inputs, "sig_der_16");
    vector_bytes msg = vector_hex(inputs, "msg"), der, empty, text, za;
    uint8_t z[32];

    assert_int_equal(sm2_verify_der(&key, &id17, &msg, &sig17), MIFU_OK);
    assert_int_equal(sm2_verify_der(&key, &id16, &msg, &sig17), MIFU_INVALID);
    assert_int_equal(sm2_verify_der(&key, &id16, &msg, &sig16), MIFU_OK);

    one = vectors_field_case(cases, "UID-03");
    inputs = json_object_get(one, "inputs");
    key = sm2_public(inputs, "pub");
    msg = vector_hex(inputs, "msg");
    der = vector_hex(inputs, "sig_der");
    memset(&empty, 0, sizeof empty);
    assert_int_equal(sm2_verify_der(&key, &empty, &msg, &der), MIFU_OK);
    assert_int_equal(sm2_verify_der(&key, &id16, &msg, &der), MIFU_INVALID);
    za = vector_hex(json_object_get(one, "expected"), "ZA");
    assert_int_equal(mifu_sm2_z(z, &key, MIFU_SM2_EMPTY_ID), MIFU_OK);
    assert_memory_equal(z, za.data, 32);

    inputs = json_object_get(vectors_field_case(cases, "UID-06"), "inputs");
    key = sm2_public(inputs, "pub");
    msg = vector_hex(inputs, "msg");
    der = vector_hex(inputs, "sig_der");
    assert_int_equal(sm2_verify_der(&key, &id16, &msg, &der), MIFU_OK);
    text.len = 32;
    memcpy(text.data, "31323334353637383132333435363738", 32);
    assert_int_equal(sm2_verify_der(&key, &text, &msg, &der), MIFU_INVALID);
}

static void rejected_nonces(void)
{
    json_t *one = vectors_field_case(cases, "SIG-15"), *inputs = json_object_get(one, "inputs");
    mifu_sm2_private_key key = sm2_private(inputs, "priv");
    vector_bytes e = vector_hex(inputs, "e");
    vector_bytes expected = vector_hex(json_object_get(one, "expected"), "sig_raw");
    vector_bytes first = vector_hex(inputs, "k_first"), next = vector_hex(inputs, "k_next"), k;
    nonce_list list = {{first, next}, 2, 0};
    uint8_t sig[64], zero[64] = {0}, digest[32];
    mifu_affine point;
    mifu_u256 scalar, t;

    /* s = 0 */
    assert_int_equal(mifu_sm2_sign_digest_with_nonces(sig, &key, e.data, take_nonce, &list),
                     MIFU_OK);
    assert_memory_equal(sig, expected.data, 64);
    assert_int_equal(list.taken, 2);
    /* Out of range: 0, n, 2^256 - 1. */
    for (unsigned i = 0; i < 3; i++) {
        list.nonces[0] = first;
        memset(list.nonces[0].data, i == 0 ? 0x00 : 0xff, 32);
        if (i == 1)
            mifu_u256_to_bytes(list.nonces[0].data, &mifu_fn_n);
        list.taken = 0;
        assert_int_equal(mifu_sm2_sign_digest_with_nonces(sig, &key, e.data, take_nonce, &list),
                         MIFU_OK);
        assert_memory_equal(sig, expected.data, 64);
        assert_int_equal(list.taken, 2);
    }
    /* r = 0: e = -x1, and r + k = n: e = -x1 - k, for k = k_next; then k + 1 is taken. */
    mifu_u256_from_bytes(&scalar, next.data);
    mifu_sm2_kernels_in_use()->base_multiply(&point, &scalar);
    mifu_fp_from_montgomery(&t, &point.x);
    mifu_fn_reduce(&t, &t);
    for (unsigned i = 0; i < 2; i++) {
        mifu_u256 negated;

        mifu_fn_sub(&negated, &(mifu_u256){{0, 0, 0, 0}}, &t);
        mifu_u256_to_bytes(digest, &negated);
        k = next;
        k.data[31] ^= 1;
        list = (nonce_list){{next, k}, 2, 0};
        assert_int_equal(mifu_sm2_sign_digest_with_nonces(sig, &key, digest, take_nonce, &list),
                         MIFU_OK);
        assert_int_equal(list.taken, 2);
        assert_int_equal(mifu_sm2_verify_digest(&key.public_key, digest, sig), MIFU_OK);
        mifu_fn_add(&t, &t, &scalar);
    }
    /* A source that fails: no signature. */
    list = (nonce_list){{first}, 1, 0};
    memset(sig, 0xa5, sizeof sig);
    assert_int_equal(mifu_sm2_sign_digest_with_nonces(sig, &key, e.data, take_nonce, &list),
                     MIFU_ERR_RANDOM);
    assert_memory_equal(sig, zero, 64);
}

/* ---- The hedged nonce */

static mifu_status failing(uint8_t *out, size_t len)
{
    memset(out, 0x5a, len);
    return MIFU_ERR_RANDOM;
}

static mifu_status constant(uint8_t *out, size_t len)
{
    memset(out, 0x11, len);
    return MIFU_OK;
}

static void hedging(void)
{
    static const uint8_t d[32] = {[31] = 77};
    uint8_t e[32] = {1}, sigs[6][64], zero[64] = {0};
    mifu_sm2_private_key key, other;

    assert_int_equal(mifu_sm2_private_key_from_bytes(&key, d), MIFU_OK);
    mifu_rng_set_source(failing, 0);
    memset(sigs[0], 0xa5, 64);
    assert_int_equal(mifu_sm2_sign_digest(sigs[0], &key, e), MIFU_ERR_RANDOM);
    assert_memory_equal(sigs[0], zero, 64);
    memset(sigs[0], 0xa5, 64);
    assert_int_equal(mifu_sm2_sign(sigs[0], &key, MIFU_SM2_DEFAULT_ID, e, 1), MIFU_ERR_RANDOM);
    assert_memory_equal(sigs[0], zero, 64);
    memset(&other, 0xa5, sizeof other);
    assert_int_equal(mifu_sm2_keygen(&other), MIFU_ERR_RANDOM);
    for (size_t i = 0; i < sizeof other; i++)
        assert_int_equal(((uint8_t *)&other)[i], 0);
    /*
     * A generator that repeats: another digest must get another nonce. With one nonce k for both
     * signatures r - e = x1 would be the same.
     */
    mifu_rng_set_source(constant, 0);
    for (unsigned i = 0; i < 6; i++) {
        mifu_u256 r, digest;

        e[0] = (uint8_t)i;
        assert_int_equal(mifu_sm2_sign_digest(sigs[i], &key, e), MIFU_OK);
        assert_int_equal(mifu_sm2_verify_digest(&key.public_key, e, sigs[i]), MIFU_OK);
        mifu_u256_from_bytes(&r, sigs[i]);
        mifu_u256_from_bytes(&digest, e);
        mifu_fn_sub(&r, &r, &digest);
        mifu_u256_to_bytes(sigs[i], &r);
        for (unsigned j = 0; j < i; j++)
            assert_memory_not_equal(sigs[i], sigs[j], 32);
    }
    /* Another key gets another nonce as well. */
    {
        uint8_t d2[32] = {[31] = 78}, sig[64];
        mifu_u256 r, digest;

        assert_int_equal(mifu_sm2_private_key_from_bytes(&other, d2), MIFU_OK);
        assert_int_equal(mifu_sm2_sign_digest(sig, &other, e), MIFU_OK);
        mifu_u256_from_bytes(&r, sig);
        mifu_u256_from_bytes(&digest, e);
        mifu_fn_sub(&r, &r, &digest);
        mifu_u256_to_bytes(sig, &r);
        assert_memory_not_equal(sig, sigs[5], 32);
    }
    /* A good generator: one digest signed twice gives two signatures. */
    mifu_rng_set_source(NULL, 0);
    assert_int_equal(mifu_sm2_sign_digest(sigs[0], &key, e), MIFU_OK);
    assert_int_equal(mifu_sm2_sign_digest(sigs[1], &key, e), MIFU_OK);
    assert_memory_not_equal(sigs[0], sigs[1], 64);
}

static void round_trips(void)
{
    uint8_t msg[300], sig[64], e[32];
    mifu_sm2_private_key key;
    mifu_sm2_public_key public_key;
    mifu_sm3 sm3;

    for (unsigned i = 0; i < 50; i++) {
        size_t len = support_random_below(sizeof msg), id_len = support_random_below(40);

        support_random_fill(msg, sizeof msg);
        assert_int_equal(mifu_sm2_keygen(&key), MIFU_OK);
        mifu_sm2_public_key_from_private(&public_key, &key);
        assert_int_equal(mifu_sm2_sign(sig, &key, msg, id_len, msg, len), MIFU_OK);
        assert_int_equal(mifu_sm2_verify(&public_key, msg, id_len, msg, len, sig), MIFU_OK);
        assert_int_equal(mifu_sm2_verify(&public_key, msg, id_len + 1, msg, len, sig),
                         MIFU_INVALID);
        assert_int_equal(mifu_sm2_digest_init(&sm3, &public_key, msg, id_len), MIFU_OK);
        mifu_sm3_update(&sm3, msg, len / 2);
        mifu_sm3_update(&sm3, msg + len / 2, len - len / 2);
        mifu_sm3_final(e, &sm3);
        assert_int_equal(mifu_sm2_verify_digest(&public_key, e, sig), MIFU_OK);
        e[31] ^= 1;
        assert_int_equal(mifu_sm2_verify_digest(&public_key, e, sig), MIFU_INVALID);
    }
}

static void arguments(void)
{
    static const uint8_t d[32] = {[31] = 5};
    static uint8_t id[MIFU_SM2_ID_MAX_SIZE + 1];
    uint8_t sig[64], z[32];
    mifu_sm2_private_key key;
    mifu_sm2_public_key p;

    assert_int_equal(mifu_sm2_private_key_from_bytes(&key, d), MIFU_OK);
    mifu_sm2_public_key_from_private(&p, &key);
    assert_int_equal(mifu_sm2_sign(sig, &key, id, MIFU_SM2_ID_MAX_SIZE, d, 1), MIFU_OK);
    assert_int_equal(mifu_sm2_verify(&p, id, MIFU_SM2_ID_MAX_SIZE, d, 1, sig), MIFU_OK);
    assert_int_equal(mifu_sm2_sign(sig, &key, id, sizeof id, d, 1), MIFU_ERR_ARGUMENT_ID);
    assert_int_equal(mifu_sm2_verify(&p, id, sizeof id, d, 1, sig), MIFU_ERR_ARGUMENT_ID);
    assert_int_equal(mifu_sm2_z(z, &p, id, sizeof id), MIFU_ERR_ARGUMENT_ID);
    assert_int_equal(mifu_sm2_sign(sig, &key, NULL, 0, d, 1), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm2_verify(&p, NULL, 0, d, 1, sig), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm2_sign(sig, NULL, MIFU_SM2_EMPTY_ID, d, 1), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm2_sign(sig, &key, MIFU_SM2_EMPTY_ID, NULL, 1), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm2_sign(sig, &key, MIFU_SM2_EMPTY_ID, NULL, 0), MIFU_OK);
}

#define EACH(name)                                                                                 \
    static void test_##name(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        on_each_sm2_backend(name);                                                                 \
    }
EACH(range)
EACH(other_schemes)
EACH(identities)
EACH(rejected_nonces)
EACH(hedging)
EACH(round_trips)
EACH(arguments)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_range),      cmocka_unit_test(test_other_schemes),
        cmocka_unit_test(test_identities), cmocka_unit_test(test_rejected_nonces),
        cmocka_unit_test(test_hedging),    cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_arguments),
    };
    int failed;

    cases = vectors_load("field_cases.json");
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    json_decref(cases);
    return failed;
}
