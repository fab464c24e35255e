/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signatures in DER and as token blobs: SIG-01 (short numbers), SIG-03 (needless zeros), SIG-06
 * (range) and SKF-01 of the field cases, each as a whole kind; hostile input.
 */
#include "mifu/sm2_encoding.h"

#include "support_hostile.h"
#include "support_vectors.h"

static const char order_hex[] = "fffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123";

/* r or s with `zeros` leading zero bytes and then a byte whose top bit is set or not. */
static void fill(uint8_t half[32], size_t zeros, int top)
{
    memset(half, 0, 32);
    for (size_t i = zeros; i < 32; i++)
        half[i] = (uint8_t)(0x11 * (i % 7) + 3);
    if (zeros < 32)
        half[zeros] = top ? 0x80 : 0x7f;
}

static mifu_status encode(uint8_t *out, size_t cap, size_t *len, void *arg)
{
    return mifu_sm2_signature_to_der(out, cap, len, arg);
}

/* SIG-01: every width of r and s goes to DER and back to the same bytes. */
static void test_every_width(void **state)
{
    (void)state;
    for (size_t r_zeros = 0; r_zeros < 32; r_zeros++) {
        for (size_t s_zeros = 0; s_zeros < 32; s_zeros += r_zeros % 5 == 0 ? 1 : 7) {
            for (int top = 0; top < 4; top++) {
                uint8_t sig[64], back[64], der[MIFU_SM2_SIGNATURE_DER_MAX_SIZE];
                uint8_t again[MIFU_SM2_SIGNATURE_DER_MAX_SIZE];
                size_t len, again_len;
                size_t need = 6 + 64 - r_zeros - s_zeros + (size_t)(top & 1) + (size_t)(top >> 1);

                fill(sig, r_zeros, top & 1);
                fill(sig + 32, s_zeros, top >> 1);
                assert_int_equal(hostile_output(encode, sig), need);
                assert_int_equal(mifu_sm2_signature_to_der(der, sizeof der, &len, sig), MIFU_OK);
                assert_int_equal(mifu_sm2_signature_from_der(back, der, len), MIFU_OK);
                assert_memory_equal(back, sig, 64);
                assert_int_equal(mifu_sm2_signature_to_der(again, sizeof again, &again_len, back),
                                 MIFU_OK);
                assert_int_equal(again_len, len);
                assert_memory_equal(again, der, len);
            }
        }
    }
}

static void test_field_cases(void **state)
{
    json_t *root = vectors_load("field_cases.json");
    json_t *inputs, *expected;
    vector_bytes der, raw, canonical;
    uint8_t sig[64];
    uint8_t out[MIFU_SM2_SIGNATURE_DER_MAX_SIZE];
    size_t len;

    (void)state;
    inputs = json_object_get(vectors_field_case(root, "SIG-01"), "inputs");
    expected = json_object_get(vectors_field_case(root, "SIG-01"), "expected");
    der = vector_hex(inputs, "sig_der");
    raw = vector_hex(expected, "sig_raw");
    assert_int_equal(mifu_sm2_signature_from_der(sig, der.data, der.len), MIFU_OK);
    assert_memory_equal(sig, raw.data, 64);
    assert_int_equal(mifu_sm2_signature_to_der(out, sizeof out, &len, sig), MIFU_OK);
    assert_int_equal(len, der.len);
    assert_memory_equal(out, der.data, len);

    inputs = json_object_get(vectors_field_case(root, "SIG-03"), "inputs");
    der = vector_hex(inputs, "sig_der");
    canonical = vector_hex(inputs, "sig_der_canonical");
    assert_int_equal(mifu_sm2_signature_from_der(sig, der.data, der.len),
                     MIFU_ERR_ENCODING_NOT_MINIMAL);
    assert_int_equal(mifu_sm2_signature_from_der_lenient(sig, der.data, der.len), MIFU_OK);
    assert_int_equal(mifu_sm2_signature_to_der(out, sizeof out, &len, sig), MIFU_OK);
    assert_int_equal(len, canonical.len);
    assert_memory_equal(out, canonical.data, len);

    inputs = json_object_get(vectors_field_case(root, "SIG-06"), "inputs");
    der = vector_hex(inputs, "good_der");
    assert_int_equal(mifu_sm2_signature_from_der(sig, der.data, der.len), MIFU_OK);
    {
        const char *key;
        json_t *value;

        json_object_foreach(inputs, key, value)
        {
            /* pub, msg, uid are no signatures. */
            if (strlen(key) < 4 || strcmp(key, "good_der") == 0 || strcmp(key, "uid") == 0)
                continue;
            der = bytes_of_hex(json_string_value(value));
            memset(sig, 0xee, sizeof sig);
            if (mifu_sm2_signature_from_der(sig, der.data, der.len) == MIFU_OK)
                fail_msg("SIG-06 %s is accepted", key);
            for (size_t i = 0; i < sizeof sig; i++)
                assert_int_equal(sig[i], 0);
        }
    }

    inputs = json_object_get(vectors_field_case(root, "SKF-01"), "inputs");
    expected = json_object_get(vectors_field_case(root, "SKF-01"), "expected");
    der = vector_hex(inputs, "skf_signature_128");
    raw = vector_hex(expected, "sig_raw");
    canonical = vector_hex(expected, "sig_der");
    assert_int_equal(der.len, MIFU_SM2_SIGNATURE_SKF_SIZE);
    assert_int_equal(mifu_sm2_signature_from_skf(sig, der.data), MIFU_OK);
    assert_memory_equal(sig, raw.data, 64);
    assert_int_equal(mifu_sm2_signature_to_der(out, sizeof out, &len, sig), MIFU_OK);
    assert_int_equal(len, canonical.len);
    assert_memory_equal(out, canonical.data, len);
    json_decref(root);
}

/* 0, n - 1, n, n + 1 and 2^256 - 1 at both places; one byte too wide. */
static void test_range(void **state)
{
    static const struct {
        int delta;
        mifu_status status;
    } rows[] = {{-1, MIFU_OK}, {0, MIFU_ERR_RANGE_SIGNATURE}, {1, MIFU_ERR_RANGE_SIGNATURE}};
    vector_bytes n = bytes_of_hex(order_hex);
    uint8_t sig[64], back[64], der[MIFU_SM2_SIGNATURE_DER_MAX_SIZE];
    size_t len;

    (void)state;
    for (size_t place = 0; place < 64; place += 32) {
        for (size_t i = 0; i < MIFU_COUNT_OF(rows); i++) {
            memset(sig, 1, sizeof sig);
            memcpy(sig + place, n.data, 32);
            sig[place + 31] = (uint8_t)(sig[place + 31] + rows[i].delta);
            assert_int_equal(mifu_sm2_signature_to_der(der, sizeof der, &len, sig), MIFU_OK);
            assert_int_equal(mifu_sm2_signature_from_der(back, der, len), rows[i].status);
            assert_int_equal(mifu_sm2_signature_from_der_lenient(back, der, len), rows[i].status);
        }
        memset(sig, 1, sizeof sig);
        memset(sig + place, 0, 32);
        assert_int_equal(mifu_sm2_signature_to_der(der, sizeof der, &len, sig), MIFU_OK);
        assert_int_equal(mifu_sm2_signature_from_der(back, der, len), MIFU_ERR_RANGE_SIGNATURE);
        memset(sig + place, 0xff, 32);
        assert_int_equal(mifu_sm2_signature_to_der(der, sizeof der, &len, sig), MIFU_OK);
        assert_int_equal(mifu_sm2_signature_from_der(back, der, len), MIFU_ERR_RANGE_SIGNATURE);
    }
}

/* SKF-01: any byte of the pads other than zero is refused. */
static void test_skf(void **state)
{
    uint8_t sig[64], back[64], blob[MIFU_SM2_SIGNATURE_SKF_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof sig; i++)
        sig[i] = (uint8_t)(i + 1);
    mifu_sm2_signature_to_skf(blob, sig);
    assert_int_equal(mifu_sm2_signature_from_skf(back, blob), MIFU_OK);
    assert_memory_equal(back, sig, 64);
    for (size_t i = 0; i < sizeof blob; i++) {
        int is_pad = i % 64 < 32;

        blob[i] ^= 0x40;
        if (is_pad) {
            assert_int_equal(mifu_sm2_signature_from_skf(back, blob), MIFU_ERR_ENCODING_PADDING);
            for (size_t j = 0; j < sizeof back; j++)
                assert_int_equal(back[j], 0);
        } else {
            assert_int_equal(mifu_sm2_signature_from_skf(back, blob), MIFU_OK);
            assert_memory_not_equal(back, sig, 64);
        }
        blob[i] ^= 0x40;
    }
}

static mifu_status decode(const uint8_t *data, size_t len, void *arg)
{
    uint8_t sig[64], der[MIFU_SM2_SIGNATURE_DER_MAX_SIZE];
    size_t der_len;
    mifu_status status;

    (void)arg;
    memset(sig, 0xee, sizeof sig);
    status = mifu_sm2_signature_from_der(sig, data, len);
    if (status == MIFU_OK) {
        assert_int_equal(mifu_sm2_signature_to_der(der, sizeof der, &der_len, sig), MIFU_OK);
        assert_int_equal(der_len, len);
        assert_memory_equal(der, data, len);
    } else {
        for (size_t i = 0; i < sizeof sig; i++)
            assert_int_equal(sig[i], 0);
    }
    return status;
}

static void test_hostile(void **state)
{
    (void)state;
    for (size_t zeros = 0; zeros < 32; zeros += 15) {
        uint8_t sig[64], der[MIFU_SM2_SIGNATURE_DER_MAX_SIZE];
        size_t len;

        fill(sig, zeros, 1);
        fill(sig + 32, 30 - zeros, 0);
        assert_int_equal(mifu_sm2_signature_to_der(der, sizeof der, &len, sig), MIFU_OK);
        hostile_inputs(decode, NULL, der, len);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_width), cmocka_unit_test(test_field_cases),
        cmocka_unit_test(test_range),       cmocka_unit_test(test_skf),
        cmocka_unit_test(test_hostile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
