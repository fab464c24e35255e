/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Enveloped keys: ENV-01 of the field cases (trailing zeros in the BIT STRING) as a whole kind, the
 * vectors, round trips, wrong recipients, hostile input.
 */
#include "mifu/sm2_encoding.h"

#include "mifu/sm4.h"

#include "support_hostile.h"
#include "support_keys.h"
#include "support_vectors.h"

static void check_opens(const json_t *t, const char *recipient_name, const char *d_name,
                        const json_t *expected)
{
    vector_bytes der = vector_hex(t, "der");
    mifu_sm2_private_key recipient, key;

    assert_int_equal(
        mifu_sm2_private_key_from_bytes(&recipient, vector_hex(t, recipient_name).data), MIFU_OK);
    assert_int_equal(mifu_sm2_enveloped_key_open(&key, &recipient, der.data, der.len), MIFU_OK);
    assert_private_key(&key, vector_hex(expected, d_name).data);
    assert_public_of(&key, vector_hex(expected, "pub").data);
}

static void test_vectors(void **state)
{
    json_t *root = vectors_load("field_cases.json");
    json_t *one = vectors_field_case(root, "ENV-01");
    json_t *groups;
    size_t tested = 0;

    (void)state;
    check_opens(json_object_get(one, "inputs"), "recipient_priv", "d",
                json_object_get(one, "expected"));
    json_decref(root);
    root = vectors_load("sm2.json");
    groups = json_object_get(root, "groups");
    for (size_t i = 0; i < json_array_size(groups); i++) {
        json_t *group = json_array_get(groups, i);
        json_t *tests = json_object_get(group, "tests");

        if (strcmp(vector_text(group, "operation"), "enveloped-key-open") != 0)
            continue;
        for (size_t j = 0; j < json_array_size(tests); j++) {
            json_t *t = json_array_get(tests, j);

            if (strcmp(vector_text(t, "result"), "valid") == 0) {
                check_opens(t, "d", "target_d", t);
            } else {
                vector_bytes der = vector_hex(t, "der");
                mifu_sm2_private_key recipient, key;

                assert_int_equal(
                    mifu_sm2_private_key_from_bytes(&recipient, vector_hex(t, "d").data), MIFU_OK);
                assert_int_not_equal(
                    mifu_sm2_enveloped_key_open(&key, &recipient, der.data, der.len), MIFU_OK);
                assert_zeroed(&key, sizeof key);
            }
            tested++;
        }
    }
    assert_true(tested >= 2);
    json_decref(root);
}

/* ENV-01: an encrypted d may end in zero bytes; here it is made to, under a chosen SM4 key. */
static void test_trailing_zeros(void **state)
{
    static const uint8_t k[16] = {7};
    mifu_sm2_private_key recipient, enclosed, opened;
    mifu_sm2_public_key public_key;
    mifu_sm4_key sm4;
    uint8_t d[32], encrypted[32], cipher[256], point[65];
    size_t cipher_len;
    char text[1024];
    size_t n = 0;
    vector_bytes der;

    (void)state;
    assert_int_equal(mifu_sm2_keygen(&recipient), MIFU_OK);
    mifu_sm2_public_key_from_private(&public_key, &recipient);
    assert_int_equal(mifu_sm2_encrypt(cipher, sizeof cipher, &cipher_len, &public_key, MIFU_SM2_DER,
                                      k, sizeof k),
                     MIFU_OK);
    mifu_sm4_key_init(&sm4, k);
    for (uint8_t zeros = 1; zeros <= 16; zeros++) {
        /* Decrypting a block that ends in zeros gives a d; its top is kept below n. */
        memset(encrypted, zeros, sizeof encrypted);
        memset(encrypted + 32 - zeros, 0, zeros);
        do {
            encrypted[0]++;
            mifu_sm4_decrypt_block(d, &sm4, encrypted);
            mifu_sm4_decrypt_block(d + 16, &sm4, encrypted + 16);
        } while (mifu_sm2_private_key_from_bytes(&enclosed, d) != MIFU_OK);
        mifu_sm2_public_key_from_private(&public_key, &enclosed);
        mifu_sm2_public_key_to_bytes(point, &public_key);
        n = (size_t)snprintf(text, sizeof text, "30{ 30{ 06{2a811ccf550168} } ");
        for (size_t i = 0; i < cipher_len; i++)
            n += (size_t)snprintf(text + n, sizeof text - n, "%02x", cipher[i]);
        n += (size_t)snprintf(text + n, sizeof text - n, " 03{00");
        for (size_t i = 0; i < sizeof point; i++)
            n += (size_t)snprintf(text + n, sizeof text - n, "%02x", point[i]);
        n += (size_t)snprintf(text + n, sizeof text - n, "} 03{00");
        for (size_t i = 0; i < sizeof encrypted; i++)
            n += (size_t)snprintf(text + n, sizeof text - n, "%02x", encrypted[i]);
        (void)snprintf(text + n, sizeof text - n, "} }");
        der = bytes_of_der_notation(text);
        assert_int_equal(mifu_sm2_enveloped_key_open(&opened, &recipient, der.data, der.len),
                         MIFU_OK);
        assert_private_key(&opened, d);
    }
}

typedef struct fixture {
    mifu_sm2_private_key recipient, enclosed;
    uint8_t d[32];
} fixture;

static void make_fixture(fixture *f)
{
    assert_int_equal(mifu_sm2_keygen(&f->recipient), MIFU_OK);
    assert_int_equal(mifu_sm2_keygen(&f->enclosed), MIFU_OK);
    mifu_sm2_private_key_to_bytes(f->d, &f->enclosed);
}

static void test_round_trips(void **state)
{
    fixture f;
    mifu_sm2_public_key to;
    mifu_sm2_private_key opened, other;
    uint8_t der[MIFU_SM2_ENVELOPED_KEY_MAX_SIZE + 16];
    size_t len;

    (void)state;
    for (int i = 0; i < 20; i++) {
        make_fixture(&f);
        mifu_sm2_public_key_from_private(&to, &f.recipient);
        assert_int_equal(mifu_sm2_enveloped_key_seal(NULL, 0, &len, &to, &f.enclosed),
                         MIFU_ERR_BUFFER);
        assert_int_equal(len, MIFU_SM2_ENVELOPED_KEY_MAX_SIZE);
        memset(der, 0xa7, sizeof der);
        assert_int_equal(mifu_sm2_enveloped_key_seal(der, len - 1, &len, &to, &f.enclosed),
                         MIFU_ERR_BUFFER);
        for (size_t j = 0; j < sizeof der; j++)
            assert_int_equal(der[j], 0xa7);
        assert_int_equal(mifu_sm2_enveloped_key_seal(der, MIFU_SM2_ENVELOPED_KEY_MAX_SIZE, &len,
                                                     &to, &f.enclosed),
                         MIFU_OK);
        for (size_t j = len; j < sizeof der; j++)
            assert_int_equal(der[j], 0xa7);
        assert_int_equal(mifu_sm2_enveloped_key_open(&opened, &f.recipient, der, len), MIFU_OK);
        assert_private_key(&opened, f.d);
        assert_int_equal(mifu_sm2_keygen(&other), MIFU_OK);
        assert_int_equal(mifu_sm2_enveloped_key_open(&opened, &other, der, len),
                         MIFU_ERR_AUTHENTICATION);
        assert_zeroed(&opened, sizeof opened);
    }
}

static mifu_status decode(const uint8_t *data, size_t len, void *arg)
{
    const fixture *f = arg;
    mifu_sm2_private_key opened;
    mifu_status status;

    memset(&opened, 0xee, sizeof opened);
    status = mifu_sm2_enveloped_key_open(&opened, &f->recipient, data, len);
    if (status == MIFU_OK)
        assert_private_key(&opened, f->d);
    else
        assert_zeroed(&opened, sizeof opened);
    return status;
}

static void test_hostile(void **state)
{
    fixture f;
    mifu_sm2_public_key to;
    uint8_t der[MIFU_SM2_ENVELOPED_KEY_MAX_SIZE];
    size_t len;

    (void)state;
    make_fixture(&f);
    mifu_sm2_public_key_from_private(&to, &f.recipient);
    assert_int_equal(mifu_sm2_enveloped_key_seal(der, sizeof der, &len, &to, &f.enclosed), MIFU_OK);
    hostile_inputs_few(decode, &f, der, len);
}

/* SM1 and others are named as unsupported, a C2 of another length as malformed. */
static void test_refusals(void **state)
{
    fixture f;
    mifu_sm2_public_key to;
    mifu_sm2_private_key opened;
    uint8_t der[MIFU_SM2_ENVELOPED_KEY_MAX_SIZE];
    size_t len;

    (void)state;
    make_fixture(&f);
    mifu_sm2_public_key_from_private(&to, &f.recipient);
    assert_int_equal(mifu_sm2_enveloped_key_seal(der, sizeof der, &len, &to, &f.enclosed), MIFU_OK);
    /* The last byte of the identifier 1.2.156.10197.1.104: 102 is SM1. */
    assert_int_equal(der[3 + 2 + 2 + 6], 0x68);
    der[3 + 2 + 2 + 6] = 0x66;
    assert_int_equal(mifu_sm2_enveloped_key_open(&opened, &f.recipient, der, len),
                     MIFU_ERR_UNSUPPORTED_ALGORITHM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),     cmocka_unit_test(test_trailing_zeros),
        cmocka_unit_test(test_round_trips), cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_refusals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
