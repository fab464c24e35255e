/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Raw keys of SM2: field cases KEY-01 (range), PUB-01 (compressed points), PUB-04 (points off the
 * curve) and PUB-06 (forms) as whole kinds; the prepared state of Z against the long way.
 */
#include "support_keys.h"
#include "support_random.h"
#include "support_sm2.h"

static json_t *cases;

static void private_range(void)
{
    json_t *inputs = json_object_get(vectors_field_case(cases, "KEY-01"), "inputs");
    vector_bytes d = vector_hex(inputs, "d");
    mifu_sm2_private_key key;
    uint8_t bytes[32];
    mifu_u256 t;

    memset(&key, 0xa5, sizeof key);
    assert_int_equal(mifu_sm2_private_key_from_bytes(&key, d.data), MIFU_ERR_RANGE_PRIVATE_KEY);
    assert_zeroed(&key, sizeof key);
    /* n - 2 and 1 are the last ones; 0 and n - 1 ... n + 8, 2^256 - 1 are out. */
    for (int64_t i = -8; i <= 8; i++) {
        mifu_u256 delta = {{(uint64_t)(i < 0 ? -i : i), 0, 0, 0}};

        if (i < 0)
            (void)mifu_u256_sub(&t, &mifu_fn_n, &delta);
        else
            (void)mifu_u256_add(&t, &mifu_fn_n, &delta);
        mifu_u256_to_bytes(bytes, &t);
        assert_int_equal(mifu_sm2_private_key_from_bytes(&key, bytes),
                         i <= -2 ? MIFU_OK : MIFU_ERR_RANGE_PRIVATE_KEY);
        if (i >= 0) {
            mifu_u256_to_bytes(bytes, &delta);
            assert_int_equal(mifu_sm2_private_key_from_bytes(&key, bytes),
                             i >= 1 ? MIFU_OK : MIFU_ERR_RANGE_PRIVATE_KEY);
        }
    }
    memset(bytes, 0xff, sizeof bytes);
    assert_int_equal(mifu_sm2_private_key_from_bytes(&key, bytes), MIFU_ERR_RANGE_PRIVATE_KEY);
}

/* The inverse in the key times 1 + d is 1, and the bytes come back. */
static void private_content(void)
{
    for (unsigned i = 0; i < 30; i++) {
        mifu_sm2_private_key key;
        mifu_u256 d, inverse, one = {{1, 0, 0, 0}};
        uint8_t bytes[32], back[32];

        support_random_fill(bytes, 32);
        bytes[0] &= 0x7f;
        assert_int_equal(mifu_sm2_private_key_from_bytes(&key, bytes), MIFU_OK);
        mifu_sm2_private_key_to_bytes(back, &key);
        assert_memory_equal(back, bytes, 32);
        mifu_u256_from_bytes(&d, bytes);
        mifu_fn_add(&d, &d, &one);
        memcpy(inverse.v, key.inverse_of_1_plus_d, 32);
        mifu_fn_mul(&d, &d, &inverse);
        assert_memory_equal(&d, &one, sizeof d);
        mifu_sm2_private_key_wipe(&key);
        assert_zeroed(&key, sizeof key);
    }
}

static mifu_status import(const vector_bytes *point)
{
    mifu_sm2_public_key key, before;
    mifu_status status;

    memset(&key, 0xa5, sizeof key);
    before = key;
    status = mifu_sm2_public_key_from_bytes(&key, point->data, point->len);
    if (status != MIFU_OK)
        assert_memory_equal(&key, &before, sizeof key);
    return status;
}

static void points(void)
{
    json_t *one = vectors_field_case(cases, "PUB-01"), *inputs = json_object_get(one, "inputs");
    mifu_sm2_public_key key = sm2_public(inputs, "compressed");
    vector_bytes point = vector_hex(json_object_get(one, "expected"), "uncompressed"), t;
    uint8_t bytes[65];

    assert_public_key(&key, point.data);
    t = vector_hex(inputs, "bad_prefix_01");
    assert_int_equal(import(&t), MIFU_ERR_ENCODING_POINT);
    t = vector_hex(inputs, "short_32");
    assert_int_equal(import(&t), MIFU_ERR_ENCODING_POINT);
    inputs = json_object_get(vectors_field_case(cases, "PUB-04"), "inputs");
    t = vector_hex(inputs, "pub_off_curve");
    assert_int_equal(import(&t), MIFU_ERR_RANGE_NOT_ON_CURVE);
    t = vector_hex(inputs, "pub_x_ge_p");
    assert_int_equal(import(&t), MIFU_ERR_RANGE_COORDINATE);
    /* Every first byte with every length. */
    for (unsigned first = 0; first < 256; first++)
        for (size_t len = 0; len <= 66; len++) {
            mifu_status expected = MIFU_ERR_ENCODING_POINT, status;

            memcpy(t.data, point.data, 65);
            t.data[65] = 0;
            t.data[0] = (uint8_t)first;
            t.len = len;
            if (len == 1 && first == 0)
                expected = MIFU_ERR_RANGE_INFINITY;
            else if (len == 65 && first == 4)
                expected = MIFU_OK;
            else if (len == 65 && (first == 6 || first == 7))
                expected = MIFU_ERR_UNSUPPORTED_POINT;
            else if (len == 33 && (first == 2 || first == 3))
                expected = MIFU_OK;
            status = import(&t);
            assert_int_equal(status, expected);
        }
    /* Forms there and back on random points; half of all x have no point. */
    for (unsigned i = 0, none = 0; i < 60 || none == 0; i++) {
        mifu_sm2_private_key private_key;
        mifu_sm2_public_key a, b;

        assert_int_equal(mifu_sm2_keygen(&private_key), MIFU_OK);
        mifu_sm2_public_key_from_private(&a, &private_key);
        mifu_sm2_public_key_to_bytes(bytes, &a);
        assert_int_equal(mifu_sm2_public_key_from_xy(&b, bytes + 1), MIFU_OK);
        assert_true(mifu_sm2_public_key_equal(&a, &b));
        assert_memory_equal(&a, &b, sizeof a);
        mifu_sm2_public_key_to_compressed(bytes, &a);
        assert_int_equal(mifu_sm2_public_key_from_bytes(&b, bytes, 33), MIFU_OK);
        assert_memory_equal(&a, &b, sizeof a);
        bytes[0] ^= 1; /* the opposite point */
        assert_int_equal(mifu_sm2_public_key_from_bytes(&b, bytes, 33), MIFU_OK);
        assert_false(mifu_sm2_public_key_equal(&a, &b));
        bytes[0] = 0x02;
        bytes[32] ^= 1;
        if (mifu_sm2_public_key_from_bytes(&b, bytes, 33) == MIFU_ERR_RANGE_NOT_ON_CURVE)
            none++;
    }
}

/* Z of the default identity comes from a prepared state of SM3. */
static void default_z(void)
{
    static const char preamble[] =
        "008031323334353637383132333435363738"
        "fffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffc"
        "28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93"
        "32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7"
        "bc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0";
    vector_bytes bytes = bytes_of_hex(preamble);
    mifu_sm2_private_key private_key;
    mifu_sm2_public_key key;
    uint8_t point[65], z[32], expected[32];

    assert_int_equal(mifu_sm2_keygen(&private_key), MIFU_OK);
    mifu_sm2_public_key_from_private(&key, &private_key);
    mifu_sm2_public_key_to_bytes(point, &key);
    memcpy(bytes.data + bytes.len, point + 1, 64);
    mifu_sm3_hash(expected, bytes.data, bytes.len + 64);
    assert_int_equal(mifu_sm2_z(z, &key, MIFU_SM2_DEFAULT_ID), MIFU_OK);
    assert_memory_equal(z, expected, 32);
}

#define EACH(name)                                                                                 \
    static void test_##name(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        on_each_sm2_backend(name);                                                                 \
    }
EACH(private_range)
EACH(private_content)
EACH(points)
EACH(default_z)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_private_range),
        cmocka_unit_test(test_private_content),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_default_z),
    };
    int failed;

    cases = vectors_load("field_cases.json");
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    json_decref(cases);
    return failed;
}
