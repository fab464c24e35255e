/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ciphertexts from every format into every other: ENC-01 (trailing bytes), ENC-03 (order), ENC-05
 * (04 is no proof), ENC-08 (short coordinates), ENC-16 (sizes) and ENC-19 (too short) of the field
 * cases as whole kinds; hostile input.
 */
#include "mifu/sm2_encoding.h"

#include "support_hostile.h"
#include "support_keys.h"
#include "support_vectors.h"

static const mifu_sm2_format formats[] = {MIFU_SM2_C1C3C2, MIFU_SM2_C1C2C3, MIFU_SM2_C1C3C2_NO_04,
                                          MIFU_SM2_C1C2C3_NO_04, MIFU_SM2_DER};

typedef struct conversion {
    mifu_sm2_format to, from;
    const vector_bytes *ct;
} conversion;

static mifu_status convert(uint8_t *out, size_t cap, size_t *len, void *arg)
{
    const conversion *c = arg;

    return mifu_sm2_ciphertext_convert(out, cap, len, c->to, c->from, c->ct->data, c->ct->len);
}

static vector_bytes converted(const vector_bytes *ct, mifu_sm2_format from, mifu_sm2_format to)
{
    vector_bytes out;

    memset(&out, 0, sizeof out);
    assert_int_equal(mifu_sm2_ciphertext_convert(out.data, sizeof out.data, &out.len, to, from,
                                                 ct->data, ct->len),
                     MIFU_OK);
    return out;
}

static void assert_same(const vector_bytes *a, const vector_bytes *b)
{
    assert_int_equal(a->len, b->len);
    assert_memory_equal(a->data, b->data, a->len);
}

/* From each format to each other, there and back, with exact sizes. */
static void check_all_pairs(const vector_bytes *c1c3c2)
{
    vector_bytes forms[MIFU_COUNT_OF(formats)];

    for (size_t i = 0; i < MIFU_COUNT_OF(formats); i++)
        forms[i] = converted(c1c3c2, MIFU_SM2_C1C3C2, formats[i]);
    for (size_t i = 0; i < MIFU_COUNT_OF(formats); i++) {
        for (size_t j = 0; j < MIFU_COUNT_OF(formats); j++) {
            conversion c = {formats[j], formats[i], &forms[i]};
            vector_bytes out = converted(&forms[i], formats[i], formats[j]);

            assert_same(&out, &forms[j]);
            assert_int_equal(hostile_output(convert, &c), forms[j].len);
        }
        {
            conversion c = {MIFU_SM2_C1C3C2, MIFU_SM2_AUTO, &forms[i]};
            uint8_t out[2048];
            size_t len;
            mifu_status status = convert(out, sizeof out, &len, &c);

            assert_int_equal(status,
                             formats[i] == MIFU_SM2_DER ? MIFU_OK : MIFU_ERR_ENCODING_AMBIGUOUS);
        }
    }
}

static void test_vectors(void **state)
{
    json_t *root = vectors_load("sm2.json");
    json_t *groups = json_object_get(root, "groups");
    size_t tested = 0;

    (void)state;
    for (size_t i = 0; i < json_array_size(groups); i++) {
        json_t *group = json_array_get(groups, i);
        json_t *tests = json_object_get(group, "tests");

        /* `curve`: an example curve of the standard, which is not the one that is used. */
        if (strcmp(vector_text(group, "operation"), "encrypt") != 0 ||
            json_object_get(group, "curve") != NULL)
            continue;
        for (size_t j = 0; j < json_array_size(tests); j++) {
            json_t *t = json_array_get(tests, j);
            vector_bytes raw, want, out;

            if (json_object_get(t, "ct_c1c3c2") == NULL ||
                strlen(vector_text(t, "ct_c1c3c2")) > 3000)
                continue;
            raw = vector_hex(t, "ct_c1c3c2");
            check_all_pairs(&raw);
            if (json_object_get(t, "ct_asn1") != NULL) {
                want = vector_hex(t, "ct_asn1");
                out = converted(&raw, MIFU_SM2_C1C3C2, MIFU_SM2_DER);
                assert_same(&out, &want);
            }
            if (json_object_get(t, "ct_c1c2c3") != NULL) {
                want = vector_hex(t, "ct_c1c2c3");
                out = converted(&raw, MIFU_SM2_C1C3C2, MIFU_SM2_C1C2C3);
                assert_same(&out, &want);
            }
            tested++;
        }
    }
    assert_true(tested >= 5);
    json_decref(root);
}

static void test_field_cases(void **state)
{
    json_t *root = vectors_load("field_cases.json");
    json_t *inputs, *expected;
    vector_bytes ct, want, out;
    uint8_t buffer[2048];
    size_t len;

    (void)state;
    inputs = json_object_get(vectors_field_case(root, "ENC-01"), "inputs");
    ct = vector_hex(inputs, "ct_der_plus_0000");
    want = vector_hex(inputs, "ct_der");
    assert_int_equal(mifu_sm2_ciphertext_convert(buffer, sizeof buffer, &len, MIFU_SM2_C1C3C2,
                                                 MIFU_SM2_DER, ct.data, ct.len),
                     MIFU_ERR_ENCODING_TRAILING);
    assert_int_equal(mifu_der_element_size(&len, ct.data, ct.len), MIFU_OK);
    assert_int_equal(len, want.len);
    ct = converted(&want, MIFU_SM2_DER, MIFU_SM2_C1C3C2);
    check_all_pairs(&ct);

    inputs = json_object_get(vectors_field_case(root, "ENC-03"), "inputs");
    ct = vector_hex(inputs, "ct_c1c3c2");
    check_all_pairs(&ct);
    want = vector_hex(inputs, "ct_c1c2c3");
    out = converted(&ct, MIFU_SM2_C1C3C2, MIFU_SM2_C1C2C3);
    assert_same(&out, &want);
    want = vector_hex(inputs, "ct_der");
    out = converted(&ct, MIFU_SM2_C1C3C2, MIFU_SM2_DER);
    assert_same(&out, &want);

    inputs = json_object_get(vectors_field_case(root, "ENC-05"), "inputs");
    ct = vector_hex(inputs, "ct");
    out = converted(&ct, MIFU_SM2_C1C3C2_NO_04, MIFU_SM2_C1C3C2);
    assert_int_equal(out.len, ct.len + 1);
    check_all_pairs(&out);
    assert_int_equal(mifu_sm2_ciphertext_convert(buffer, sizeof buffer, &len, MIFU_SM2_DER,
                                                 MIFU_SM2_C1C3C2, ct.data, ct.len),
                     MIFU_ERR_RANGE_NOT_ON_CURVE);

    expected = json_object_get(vectors_field_case(root, "ENC-08"), "expected");
    ct = vector_hex(expected, "ct_der");
    want = vector_hex(expected, "ct_c1c3c2");
    out = converted(&ct, MIFU_SM2_DER, MIFU_SM2_C1C3C2);
    assert_same(&out, &want);
    check_all_pairs(&want);

    inputs = json_object_get(vectors_field_case(root, "ENC-16"), "inputs");
    ct = vector_hex(inputs, "ct_der");
    out = converted(&ct, MIFU_SM2_DER, MIFU_SM2_C1C3C2);
    assert_int_equal(out.len, 65 + 32 + 100);
    check_all_pairs(&out);

    inputs = json_object_get(vectors_field_case(root, "ENC-19"), "inputs");
    {
        const char *key;
        json_t *value;

        json_object_foreach(inputs, key, value)
        {
            if (strncmp(key, "ct", 2) != 0)
                continue;
            ct = bytes_of_hex(json_string_value(value));
            for (size_t i = 0; i < MIFU_COUNT_OF(formats); i++)
                assert_int_not_equal(mifu_sm2_ciphertext_convert(buffer, sizeof buffer, &len,
                                                                 MIFU_SM2_DER, formats[i], ct.data,
                                                                 ct.len),
                                     MIFU_OK);
        }
    }
    json_decref(root);
}

/* Every length up to the smallest whole ciphertext and beyond. */
static void test_lengths(void **state)
{
    json_t *root = vectors_load("field_cases.json");
    json_t *inputs = json_object_get(vectors_field_case(root, "ENC-03"), "inputs");
    vector_bytes ct = vector_hex(inputs, "ct_c1c3c2");
    uint8_t out[2048];
    size_t len;

    (void)state;
    for (size_t n = 0; n <= ct.len; n++) {
        mifu_status with_04 = mifu_sm2_ciphertext_convert(out, sizeof out, &len, MIFU_SM2_DER,
                                                          MIFU_SM2_C1C3C2, ct.data, n);
        mifu_status without =
            n == 0 ? MIFU_ERR_ENCODING_TRUNCATED
                   : mifu_sm2_ciphertext_convert(out, sizeof out, &len, MIFU_SM2_DER,
                                                 MIFU_SM2_C1C2C3_NO_04, ct.data + 1, n - 1);
        mifu_status want = n < 97    ? MIFU_ERR_ENCODING_TRUNCATED
                           : n == 97 ? MIFU_ERR_ARGUMENT_EMPTY
                                     : MIFU_OK;

        assert_int_equal(with_04, want);
        assert_int_equal(without, want);
    }
    json_decref(root);
}

static void test_arguments(void **state)
{
    json_t *root = vectors_load("field_cases.json");
    json_t *inputs = json_object_get(vectors_field_case(root, "ENC-03"), "inputs");
    vector_bytes ct = vector_hex(inputs, "ct_c1c3c2");
    uint8_t out[2048];
    size_t len;

    (void)state;
    assert_int_equal(mifu_sm2_ciphertext_convert(out, sizeof out, &len, MIFU_SM2_AUTO,
                                                 MIFU_SM2_C1C3C2, ct.data, ct.len),
                     MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_sm2_ciphertext_convert(out, sizeof out, &len, MIFU_SM2_DER,
                                                 (mifu_sm2_format)77, ct.data, ct.len),
                     MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_sm2_ciphertext_convert(out, sizeof out, NULL, MIFU_SM2_DER,
                                                 MIFU_SM2_C1C3C2, ct.data, ct.len),
                     MIFU_ERR_ARGUMENT_NULL);
    memcpy(out + 3, ct.data, ct.len);
    assert_int_equal(mifu_sm2_ciphertext_convert(out, sizeof out, &len, MIFU_SM2_DER,
                                                 MIFU_SM2_C1C3C2, out + 3, ct.len),
                     MIFU_ERR_ARGUMENT_OVERLAP);
    assert_int_equal(mifu_sm2_ciphertext_convert(out + 3, sizeof out - 3, &len, MIFU_SM2_DER,
                                                 MIFU_SM2_C1C3C2, out + 3, ct.len),
                     MIFU_ERR_ARGUMENT_OVERLAP);
    assert_memory_equal(out + 3, ct.data, ct.len);
    json_decref(root);
}

static mifu_status decode_der(const uint8_t *data, size_t len, void *arg)
{
    uint8_t raw[2048], der[2048];
    size_t raw_len, der_len;
    mifu_status status;

    (void)arg;
    memset(raw, 0xee, sizeof raw);
    status = mifu_sm2_ciphertext_convert(raw, sizeof raw, &raw_len, MIFU_SM2_C1C3C2, MIFU_SM2_DER,
                                         data, len);
    if (status != MIFU_OK) {
        for (size_t i = 0; i < sizeof raw; i++)
            assert_int_equal(raw[i], 0xee);
        return status;
    }
    assert_int_equal(mifu_sm2_ciphertext_convert(der, sizeof der, &der_len, MIFU_SM2_DER,
                                                 MIFU_SM2_C1C3C2, raw, raw_len),
                     MIFU_OK);
    assert_int_equal(der_len, len);
    assert_memory_equal(der, data, len);
    return MIFU_OK;
}

static void test_hostile(void **state)
{
    json_t *root = vectors_load("field_cases.json");
    vector_bytes ct =
        vector_hex(json_object_get(vectors_field_case(root, "ENC-08"), "expected"), "ct_der");

    (void)state;
    hostile_inputs(decode_der, NULL, ct.data, ct.len);
    ct = vector_hex(json_object_get(vectors_field_case(root, "ENC-01"), "inputs"), "ct_der");
    hostile_inputs(decode_der, NULL, ct.data, ct.len);
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors), cmocka_unit_test(test_field_cases),
        cmocka_unit_test(test_lengths), cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_hostile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
