/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Encryption with SM2: field cases ENC-03 (order), ENC-05 (04 is no proof), ENC-08 (short
 * coordinates), ENC-10 (key stream of zeros), ENC-11 (zero bytes), ENC-13 (empty), ENC-14
 * (lengths), ENC-16 (sizes), ENC-19 (too short) as whole kinds; AUTO; failures leave nothing
 * behind.
 */
#include "rng_source.h"

#include "support_hostile.h"
#include "support_random.h"
#include "support_sm2.h"

static json_t *cases;

static const mifu_sm2_format formats[] = {MIFU_SM2_C1C3C2, MIFU_SM2_C1C2C3, MIFU_SM2_C1C3C2_NO_04,
                                          MIFU_SM2_C1C2C3_NO_04, MIFU_SM2_DER};

static mifu_status decrypt(vector_bytes *pt, const mifu_sm2_private_key *key,
                           mifu_sm2_format format, const vector_bytes *ct)
{
    memset(pt, 0xa5, sizeof *pt);
    return mifu_sm2_decrypt(pt->data, sizeof pt->data, &pt->len, key, format, ct->data, ct->len);
}

static void assert_decrypts(const mifu_sm2_private_key *key, mifu_sm2_format format,
                            const vector_bytes *ct, const vector_bytes *expected)
{
    vector_bytes pt;

    assert_int_equal(decrypt(&pt, key, format, ct), MIFU_OK);
    assert_int_equal(pt.len, expected->len);
    assert_memory_equal(pt.data, expected->data, pt.len);
}

static void order(void)
{
    json_t *one = vectors_field_case(cases, "ENC-03"), *inputs = json_object_get(one, "inputs");
    mifu_sm2_private_key key = sm2_private(inputs, "priv");
    vector_bytes expected = vector_hex(json_object_get(one, "expected"), "each_in_its_own_mode");
    const char *names[] = {"ct_c1c3c2", "ct_c1c2c3", "ct_der"};
    const mifu_sm2_format own[] = {MIFU_SM2_C1C3C2, MIFU_SM2_C1C2C3, MIFU_SM2_DER};

    for (unsigned i = 0; i < 3; i++) {
        vector_bytes ct = vector_hex(inputs, names[i]), pt, shorter;

        for (unsigned j = 0; j < MIFU_COUNT_OF(formats); j++)
            if (formats[j] == own[i])
                assert_decrypts(&key, own[i], &ct, &expected);
            else
                assert_int_not_equal(decrypt(&pt, &key, formats[j], &ct), MIFU_OK);
        assert_decrypts(&key, MIFU_SM2_AUTO, &ct, &expected);
        if (own[i] == MIFU_SM2_DER)
            continue;
        shorter.len = ct.len - 1; /* without 04 */
        memcpy(shorter.data, ct.data + 1, shorter.len);
        assert_decrypts(&key, i == 0 ? MIFU_SM2_C1C3C2_NO_04 : MIFU_SM2_C1C2C3_NO_04, &shorter,
                        &expected);
        assert_decrypts(&key, MIFU_SM2_AUTO, &shorter, &expected);
    }
}

/* x begins with 04: found by trying nonces, because the case has no private key. */
static void four_is_no_proof(void)
{
    json_t *inputs = json_object_get(vectors_field_case(cases, "ENC-05"), "inputs");
    vector_bytes ct = vector_hex(inputs, "ct"), pt, expected;
    mifu_sm2_private_key key;
    mifu_sm2_public_key public_key;

    assert_int_equal(mifu_sm2_keygen(&key), MIFU_OK);
    mifu_sm2_public_key_from_private(&public_key, &key);
    assert_int_equal(decrypt(&pt, &key, MIFU_SM2_C1C3C2, &ct), MIFU_ERR_RANGE_NOT_ON_CURVE);
    /* The point is there in the reading without 04: it is C3 that does not match this key. */
    assert_int_equal(decrypt(&pt, &key, MIFU_SM2_C1C3C2_NO_04, &ct), MIFU_ERR_AUTHENTICATION);
    assert_int_equal(decrypt(&pt, &key, MIFU_SM2_AUTO, &ct), MIFU_ERR_AUTHENTICATION);
    expected.len = 40;
    support_random_fill(expected.data, expected.len);
    do {
        assert_int_equal(mifu_sm2_encrypt(ct.data, sizeof ct.data, &ct.len, &public_key,
                                          MIFU_SM2_C1C2C3_NO_04, expected.data, expected.len),
                         MIFU_OK);
    } while (ct.data[0] != 0x04);
    assert_decrypts(&key, MIFU_SM2_C1C2C3_NO_04, &ct, &expected);
    assert_decrypts(&key, MIFU_SM2_AUTO, &ct, &expected);
}

static void encrypt_fixed(vector_bytes *ct, const mifu_sm2_public_key *key, mifu_sm2_format format,
                          const vector_bytes *pt, nonce_list *list)
{
    memset(ct, 0xa5, sizeof *ct);
    assert_int_equal(mifu_sm2_encrypt_with_nonces(ct->data, sizeof ct->data, &ct->len, key, format,
                                                  pt->data, pt->len, take_nonce, list),
                     MIFU_OK);
    assert_int_equal(ct->data[ct->len], 0xa5);
}

static void short_coordinates(void)
{
    json_t *one = vectors_field_case(cases, "ENC-08"), *inputs = json_object_get(one, "inputs");
    json_t *expected = json_object_get(one, "expected");
    mifu_sm2_private_key key = sm2_private(inputs, "priv");
    mifu_sm2_public_key public_key = sm2_public(inputs, "pub");
    vector_bytes msg = vector_hex(inputs, "msg"), raw = vector_hex(expected, "ct_c1c3c2"), ct;
    vector_bytes der = vector_hex(expected, "ct_der");
    nonce_list list = {{vector_hex(inputs, "k")}, 1, 0};

    encrypt_fixed(&ct, &public_key, MIFU_SM2_C1C3C2, &msg, &list);
    assert_int_equal(ct.len, raw.len);
    assert_memory_equal(ct.data, raw.data, ct.len);
    list.taken = 0;
    encrypt_fixed(&ct, &public_key, MIFU_SM2_DER, &msg, &list);
    assert_int_equal(ct.len, der.len);
    assert_memory_equal(ct.data, der.data, ct.len);
    assert_decrypts(&key, MIFU_SM2_C1C3C2, &raw, &msg);
    assert_decrypts(&key, MIFU_SM2_DER, &der, &msg);
}

static void key_stream_of_zeros(void)
{
    json_t *one = vectors_field_case(cases, "ENC-10"), *inputs = json_object_get(one, "inputs");
    mifu_sm2_private_key key = sm2_private(inputs, "priv");
    mifu_sm2_public_key public_key = sm2_public(inputs, "pub");
    vector_bytes msg = vector_hex(inputs, "msg"), ct, pt;
    vector_bytes expected = vector_hex(json_object_get(one, "expected"), "ct_c1c3c2");
    nonce_list list = {{vector_hex(inputs, "k_first"), vector_hex(inputs, "k_next")}, 2, 0};

    encrypt_fixed(&ct, &public_key, MIFU_SM2_C1C3C2, &msg, &list);
    assert_int_equal(list.taken, 2);
    assert_int_equal(ct.len, expected.len);
    assert_memory_equal(ct.data, expected.data, ct.len);
    ct = vector_hex(inputs, "ct_der_with_zero_t");
    assert_int_equal(decrypt(&pt, &key, MIFU_SM2_DER, &ct), MIFU_ERR_AUTHENTICATION);
    assert_int_equal(pt.data[0], 0);
    assert_int_equal(pt.len, 0);
    /* The nonces run out: nothing of the message stays behind. */
    list.count = 1;
    list.taken = 0;
    memset(&ct, 0xa5, sizeof ct);
    assert_int_equal(mifu_sm2_encrypt_with_nonces(ct.data, 98, &ct.len, &public_key,
                                                  MIFU_SM2_C1C3C2, msg.data, msg.len, take_nonce,
                                                  &list),
                     MIFU_ERR_RANDOM);
    for (unsigned i = 0; i < 98; i++)
        assert_int_equal(ct.data[i], 0);
}

static void zero_bytes_and_empty(void)
{
    json_t *one = vectors_field_case(cases, "ENC-11"), *inputs = json_object_get(one, "inputs");
    mifu_sm2_private_key key = sm2_private(inputs, "priv");
    mifu_sm2_public_key public_key;
    const char *names[] = {"ct_one_zero", "ct_00_00_05"};
    vector_bytes ct, pt;

    for (unsigned i = 0; i < 2; i++) {
        vector_bytes expected = vector_hex(json_object_get(one, "expected"), names[i]);

        ct = vector_hex(inputs, names[i]);
        assert_decrypts(&key, MIFU_SM2_DER, &ct, &expected);
        assert_decrypts(&key, MIFU_SM2_AUTO, &ct, &expected);
    }
    inputs = json_object_get(vectors_field_case(cases, "ENC-13"), "inputs");
    key = sm2_private(inputs, "priv");
    public_key = sm2_public(inputs, "pub");
    ct = vector_hex(inputs, "ct_der_empty");
    assert_int_equal(decrypt(&pt, &key, MIFU_SM2_DER, &ct), MIFU_ERR_ARGUMENT_EMPTY);
    for (unsigned i = 0; i < MIFU_COUNT_OF(formats); i++)
        assert_int_equal(
            mifu_sm2_encrypt(ct.data, sizeof ct.data, &ct.len, &public_key, formats[i], pt.data, 0),
            MIFU_ERR_ARGUMENT_EMPTY);
}

static void lengths(void)
{
    json_t *one = vectors_field_case(cases, "ENC-14"), *inputs = json_object_get(one, "inputs");
    json_t *expected = json_object_get(one, "expected");
    json_t *list_of_lengths = json_object_get(json_object_get(inputs, "msg"), "len");
    mifu_sm2_public_key public_key = sm2_public(inputs, "pub");
    nonce_list list = {{vector_hex(inputs, "k")}, 1, 0};
    vector_bytes msg, ct, c1 = vector_hex(expected, "c1");

    for (size_t i = 0; i < sizeof msg.data; i++)
        msg.data[i] = (uint8_t)(i % 251);
    for (size_t i = 0; i < json_array_size(list_of_lengths); i++) {
        char name[32];
        vector_bytes c3, last;

        msg.len = (size_t)json_integer_value(json_array_get(list_of_lengths, i));
        list.taken = 0;
        encrypt_fixed(&ct, &public_key, MIFU_SM2_C1C3C2, &msg, &list);
        assert_int_equal(ct.len, 97 + msg.len);
        (void)snprintf(name, sizeof name, "len_%zu_c3", msg.len);
        c3 = vector_hex(expected, name);
        (void)snprintf(name, sizeof name, "len_%zu_c2_last4", msg.len);
        last = vector_hex(expected, name);
        assert_memory_equal(ct.data, c1.data, 65);
        assert_memory_equal(ct.data + 65, c3.data, 32);
        assert_memory_equal(ct.data + ct.len - 4, last.data, 4);
    }
}

typedef struct opening {
    const mifu_sm2_private_key *key;
    mifu_sm2_format format;
} opening;

/* On an error the output is untouched or zeroed. */
static mifu_status open_one(const uint8_t *data, size_t len, void *arg)
{
    const opening *o = arg;
    uint8_t pt[512];
    size_t pt_len = 7;
    mifu_status status;

    memset(pt, 0xa5, sizeof pt);
    status = mifu_sm2_decrypt(pt, sizeof pt, &pt_len, o->key, o->format, data, len);
    if (status != MIFU_OK) {
        assert_int_equal(pt_len, 0);
        for (size_t i = 0; i < sizeof pt; i++)
            assert_true(pt[i] == 0xa5 || pt[i] == 0);
    }
    return status;
}

static void sizes_and_hostile_input(void)
{
    json_t *one = vectors_field_case(cases, "ENC-16"), *inputs = json_object_get(one, "inputs");
    mifu_sm2_private_key key = sm2_private(inputs, "priv");
    mifu_sm2_public_key public_key;
    vector_bytes ct = vector_hex(inputs, "ct_der"), pt, msg;
    const char *names[] = {"ct_96", "ct_97_no_c2", "ct_1", "ct_0"};

    pt.len = 0;
    assert_int_equal(mifu_sm2_decrypt(NULL, 0, &pt.len, &key, MIFU_SM2_DER, ct.data, ct.len),
                     MIFU_ERR_BUFFER);
    assert_int_equal(pt.len, 100);
    memset(pt.data, 0xa5, sizeof pt.data);
    assert_int_equal(mifu_sm2_decrypt(pt.data, 99, &pt.len, &key, MIFU_SM2_DER, ct.data, ct.len),
                     MIFU_ERR_BUFFER);
    assert_int_equal(pt.len, 100);
    for (unsigned i = 0; i < 120; i++)
        assert_int_equal(pt.data[i], 0xa5);
    assert_int_equal(mifu_sm2_decrypt(pt.data, 100, &pt.len, &key, MIFU_SM2_DER, ct.data, ct.len),
                     MIFU_OK);
    assert_int_equal(pt.data[100], 0xa5);

    inputs = json_object_get(vectors_field_case(cases, "ENC-19"), "inputs");
    for (unsigned i = 0; i < 4; i++) {
        ct = vector_hex(inputs, names[i]);
        for (unsigned j = 0; j < MIFU_COUNT_OF(formats); j++)
            assert_int_not_equal(decrypt(&pt, &key, formats[j], &ct), MIFU_OK);
        assert_int_not_equal(decrypt(&pt, &key, MIFU_SM2_AUTO, &ct), MIFU_OK);
    }
    mifu_sm2_public_key_from_private(&public_key, &key);
    msg.len = 5;
    memcpy(msg.data, "hello", 5);
    for (unsigned j = 0; j < MIFU_COUNT_OF(formats); j++) {
        opening o = {&key, formats[j]};
        size_t bound = mifu_sm2_ciphertext_size(formats[j], msg.len);

        assert_int_equal(mifu_sm2_encrypt(NULL, 0, &ct.len, &public_key, formats[j], msg.data, 5),
                         MIFU_ERR_BUFFER);
        assert_int_equal(ct.len, bound);
        assert_int_equal(
            mifu_sm2_encrypt(ct.data, bound - 1, &ct.len, &public_key, formats[j], msg.data, 5),
            MIFU_ERR_BUFFER);
        assert_int_equal(
            mifu_sm2_encrypt(ct.data, bound, &ct.len, &public_key, formats[j], msg.data, 5),
            MIFU_OK);
        assert_true(ct.len <= bound);
        hostile_inputs(open_one, &o, ct.data, ct.len);
    }
}

static void round_trips(void)
{
    mifu_sm2_private_key key, other;
    mifu_sm2_public_key public_key;
    vector_bytes msg, ct, pt;

    assert_int_equal(mifu_sm2_keygen(&key), MIFU_OK);
    assert_int_equal(mifu_sm2_keygen(&other), MIFU_OK);
    mifu_sm2_public_key_from_private(&public_key, &key);
    for (size_t len = 1; len < 600; len += len < 100 ? 1 : 37)
        for (unsigned j = 0; j < MIFU_COUNT_OF(formats); j++) {
            if (len % MIFU_COUNT_OF(formats) != j && len > 3)
                continue;
            msg.len = len;
            support_random_fill(msg.data, len);
            assert_int_equal(mifu_sm2_encrypt(ct.data, sizeof ct.data, &ct.len, &public_key,
                                              formats[j], msg.data, len),
                             MIFU_OK);
            assert_decrypts(&key, formats[j], &ct, &msg);
            assert_decrypts(&key, MIFU_SM2_AUTO, &ct, &msg);
            assert_int_equal(decrypt(&pt, &other, formats[j], &ct), MIFU_ERR_AUTHENTICATION);
        }
}

static mifu_status failing(uint8_t *out, size_t len)
{
    memset(out, 0x5a, len);
    return MIFU_ERR_RANDOM;
}

static void arguments(void)
{
    static const uint8_t d[32] = {[31] = 5};
    mifu_sm2_private_key key;
    mifu_sm2_public_key p;
    vector_bytes ct, pt;

    assert_int_equal(mifu_sm2_private_key_from_bytes(&key, d), MIFU_OK);
    mifu_sm2_public_key_from_private(&p, &key);
    assert_int_equal(mifu_sm2_encrypt(ct.data, 200, &ct.len, &p, MIFU_SM2_AUTO, d, 32),
                     MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_sm2_encrypt(ct.data, 200, &ct.len, &p, (mifu_sm2_format)9, d, 32),
                     MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_sm2_decrypt(pt.data, 200, &pt.len, &key, (mifu_sm2_format)9, d, 32),
                     MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_sm2_encrypt(ct.data, 200, &ct.len, &p, MIFU_SM2_DER, ct.data + 9, 32),
                     MIFU_ERR_ARGUMENT_OVERLAP);
    assert_int_equal(mifu_sm2_encrypt(ct.data, 200, &ct.len, &p, MIFU_SM2_DER, ct.data, 32),
                     MIFU_ERR_ARGUMENT_OVERLAP);
    assert_int_equal(mifu_sm2_encrypt(ct.data, 200, &ct.len, &p, MIFU_SM2_C1C3C2, d, 32), MIFU_OK);
    assert_int_equal(
        mifu_sm2_decrypt(ct.data + 97, 200, &pt.len, &key, MIFU_SM2_C1C3C2, ct.data, ct.len),
        MIFU_ERR_ARGUMENT_OVERLAP);
    assert_int_equal(mifu_sm2_ciphertext_size(MIFU_SM2_C1C3C2, SIZE_MAX - 10), 0);
    assert_int_equal(mifu_sm2_ciphertext_size(MIFU_SM2_AUTO, 1), 0);
    mifu_rng_set_source(failing, 0);
    memset(ct.data, 0xa5, 200);
    assert_int_equal(mifu_sm2_encrypt(ct.data, 200, &ct.len, &p, MIFU_SM2_C1C3C2, d, 32),
                     MIFU_ERR_RANDOM);
    mifu_rng_set_source(NULL, 0);
    for (unsigned i = 0; i < 129; i++)
        assert_int_equal(ct.data[i], 0);
}

#define EACH(name)                                                                                 \
    static void test_##name(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        on_each_sm2_backend(name);                                                                 \
    }
EACH(order)
EACH(four_is_no_proof)
EACH(short_coordinates)
EACH(key_stream_of_zeros)
EACH(zero_bytes_and_empty)
EACH(lengths)
EACH(sizes_and_hostile_input)
EACH(round_trips)
EACH(arguments)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_four_is_no_proof),
        cmocka_unit_test(test_short_coordinates),
        cmocka_unit_test(test_key_stream_of_zeros),
        cmocka_unit_test(test_zero_bytes_and_empty),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_sizes_and_hostile_input),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_arguments),
    };
    int failed;

    cases = vectors_load("field_cases.json");
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    json_decref(cases);
    return failed;
}
