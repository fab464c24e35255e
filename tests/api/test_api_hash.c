/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of the hashes, HMAC, key derivation, randomness, CPU choice and status. */
#include "mifu/mifu.h"

#include "support_cmocka.h"

#define NO_HASH ((mifu_hash_algorithm)0)

static uint8_t out[300], data[300];

static void test_empty_inputs(void **state)
{
    uint8_t with_null[32], without[32];
    mifu_hmac_key key;
    mifu_hmac hmac;
    mifu_sm3 sm3;
    mifu_sha256 sha256;

    (void)state;
    mifu_sm3_hash(with_null, NULL, 0);
    mifu_sm3_hash(without, data, 0);
    assert_memory_equal(with_null, without, 32);
    mifu_sm3_init(&sm3);
    mifu_sm3_update(&sm3, NULL, 0);
    mifu_sm3_final(with_null, &sm3);
    assert_memory_equal(with_null, without, 32);
    mifu_sha256_hash(with_null, NULL, 0);
    mifu_sha256_init(&sha256);
    mifu_sha256_update(&sha256, NULL, 0);
    mifu_sha256_final(without, &sha256);
    assert_memory_equal(with_null, without, 32);
    mifu_sha224_hash(with_null, NULL, 0);
    mifu_sha224_init(&sha256);
    mifu_sha256_update(&sha256, NULL, 0);
    mifu_sha224_final(without, &sha256);
    assert_memory_equal(with_null, without, 28);
    assert_int_equal(mifu_hash_digest(with_null, MIFU_HASH_SM3, NULL, 0), MIFU_OK);

    assert_int_equal(mifu_hmac_key_init(&key, MIFU_HASH_SM3, NULL, 0), MIFU_OK);
    mifu_hmac_mac(with_null, &key, NULL, 0);
    mifu_hmac_init(&hmac, &key);
    mifu_hmac_update(&hmac, NULL, 0);
    mifu_hmac_final(without, &hmac);
    assert_memory_equal(with_null, without, 32);
    assert_int_equal(mifu_hmac_verify(&key, NULL, 0, without, 32), MIFU_OK);

    assert_int_equal(mifu_kdf_sm3(out, 1, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_hkdf(out, 1, MIFU_HASH_SM3, NULL, 0, NULL, 0, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_hkdf_extract(out, MIFU_HASH_SM3, NULL, 0, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_hkdf_expand(out, 1, MIFU_HASH_SM3, data, 32, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_hkdf_expand_label(out, 1, MIFU_HASH_SM3, data, 32, data, 1, NULL, 0),
                     MIFU_OK);
    assert_int_equal(mifu_pbkdf2(out, 1, MIFU_HASH_SM3, NULL, 0, NULL, 0, 1), MIFU_OK);
    assert_int_equal(mifu_tlcp_prf(out, 1, MIFU_HASH_SM3, NULL, 0, NULL, 0, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_random_bytes(NULL, 0), MIFU_OK);
}

/* Every refusal leaves the output as it was. */
static void untouched(void)
{
    for (size_t i = 0; i < sizeof out; i++)
        assert_int_equal(out[i], 0x5a);
}

#define refused(expected, call)                                                                    \
    do {                                                                                           \
        assert_int_equal((call), (expected));                                                      \
        untouched();                                                                               \
    } while (0)

static void test_refusals(void **state)
{
    static const mifu_hash_algorithm wrong[] = {NO_HASH, (mifu_hash_algorithm)4,
                                                (mifu_hash_algorithm)-1};
    const size_t too_long = 255 * 32 + 1;
    mifu_hmac_key key;
    mifu_hash hash;

    (void)state;
    memset(out, 0x5a, sizeof out);
    refused(MIFU_OK, mifu_kdf_sm3(out, 0, data, 1)); /* nothing asked for, nothing written */
#if SIZE_MAX > UINT32_MAX
    refused(MIFU_ERR_ARGUMENT_LENGTH, mifu_kdf_sm3(out, (size_t)32 * UINT32_MAX + 1, data, 1));
    refused(MIFU_ERR_ARGUMENT_LENGTH,
            mifu_pbkdf2(out, (size_t)32 * UINT32_MAX + 1, MIFU_HASH_SM3, data, 1, data, 1, 1));
    refused(MIFU_ERR_ARGUMENT_LENGTH,
            mifu_pbkdf2(out, (size_t)28 * UINT32_MAX + 1, MIFU_HASH_SHA224, data, 1, data, 1, 1));
#endif
    refused(MIFU_ERR_ARGUMENT_LENGTH, mifu_hkdf(out, 0, MIFU_HASH_SM3, data, 1, data, 1, data, 1));
    refused(MIFU_ERR_ARGUMENT_LENGTH,
            mifu_hkdf(out, too_long, MIFU_HASH_SM3, data, 1, data, 1, data, 1));
    refused(MIFU_ERR_ARGUMENT_LENGTH,
            mifu_hkdf_expand(out, too_long, MIFU_HASH_SHA256, data, 32, data, 1));
    refused(MIFU_ERR_ARGUMENT_LENGTH,
            mifu_hkdf_expand(out, 255 * 28 + 1, MIFU_HASH_SHA224, data, 28, data, 1));
    refused(MIFU_ERR_ARGUMENT_LENGTH,
            mifu_hkdf_expand_label(out, 1, MIFU_HASH_SM3, data, 32, data, 250, data, 0));
    refused(MIFU_ERR_ARGUMENT_LENGTH,
            mifu_hkdf_expand_label(out, 1, MIFU_HASH_SM3, data, 32, data, 1, data, 256));
    refused(MIFU_ERR_ARGUMENT_LENGTH,
            mifu_hkdf_expand_label(out, too_long, MIFU_HASH_SM3, data, 32, data, 1, data, 0));
    refused(MIFU_ERR_ARGUMENT_LENGTH, mifu_pbkdf2(out, 0, MIFU_HASH_SM3, data, 1, data, 1, 1));
    refused(MIFU_ERR_ARGUMENT_LENGTH, mifu_pbkdf2(out, 1, MIFU_HASH_SM3, data, 1, data, 1, 0));
    refused(MIFU_ERR_ARGUMENT_LENGTH,
            mifu_tlcp_prf(out, 0, MIFU_HASH_SM3, data, 1, data, 1, data, 1));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        mifu_hash_algorithm no = wrong[i];

        refused(MIFU_ERR_ARGUMENT_NAME, mifu_hash_init(&hash, no));
        refused(MIFU_ERR_ARGUMENT_NAME, mifu_hash_digest(out, no, data, 1));
        refused(MIFU_ERR_ARGUMENT_NAME, mifu_hmac_key_init(&key, no, data, 1));
        refused(MIFU_ERR_ARGUMENT_NAME, mifu_hkdf(out, 1, no, data, 1, data, 1, data, 1));
        refused(MIFU_ERR_ARGUMENT_NAME, mifu_hkdf_extract(out, no, data, 1, data, 1));
        refused(MIFU_ERR_ARGUMENT_NAME, mifu_hkdf_expand(out, 1, no, data, 32, data, 1));
        refused(MIFU_ERR_ARGUMENT_NAME,
                mifu_hkdf_expand_label(out, 1, no, data, 32, data, 1, data, 1));
        refused(MIFU_ERR_ARGUMENT_NAME, mifu_pbkdf2(out, 1, no, data, 1, data, 1, 1));
        refused(MIFU_ERR_ARGUMENT_NAME, mifu_tlcp_prf(out, 1, no, data, 1, data, 1, data, 1));
        assert_int_equal(mifu_hash_digest_size(no), 0);
        assert_null(mifu_hash_name(no));
    }
    assert_int_equal(mifu_hmac_key_init(&key, MIFU_HASH_SM3, data, 16), MIFU_OK);
    assert_int_equal(mifu_hmac_verify(&key, data, 1, data, 0), MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_hmac_verify(&key, data, 1, data, 33), MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_hmac_verify(&key, data, 1, data, 32), MIFU_INVALID);
    assert_int_equal(mifu_hmac_key_init(&key, MIFU_HASH_SHA224, data, 16), MIFU_OK);
    assert_int_equal(mifu_hmac_verify(&key, data, 1, data, 29), MIFU_ERR_ARGUMENT_LENGTH);
}

/* A digest may be written over its message; an object starts over; a wiped one is zero. */
static void test_objects(void **state)
{
    uint8_t message[64], expected[32];
    mifu_sm3 sm3, copy, zero;
    mifu_sha256 sha256, sha256_copy;
    mifu_hash hash;
    mifu_hmac hmac;
    mifu_hmac_key key;

    (void)state;
    memset(message, 7, sizeof message);
    memset(&zero, 0, sizeof zero);
    mifu_sm3_hash(expected, message, sizeof message);
    mifu_sm3_init(&sm3);
    mifu_sm3_update(&sm3, message, 10);
    mifu_sm3_init(&sm3);
    mifu_sm3_update(&sm3, message, 30);
    mifu_sm3_copy(&copy, &sm3);
    mifu_sm3_update(&sm3, message + 30, 34);
    mifu_sm3_update(&copy, message + 30, 34);
    mifu_sm3_final(message + 1, &sm3);
    assert_memory_equal(message + 1, expected, 32);
    assert_memory_equal(&sm3, &zero, sizeof sm3);
    mifu_sm3_wipe(&copy);
    assert_memory_equal(&copy, &zero, sizeof copy);
    memset(message, 7, sizeof message);
    mifu_sm3_hash(message, message, sizeof message);
    assert_memory_equal(message, expected, 32);

    memset(message, 7, sizeof message);
    mifu_sha256_hash(expected, message, sizeof message);
    mifu_sha256_init(&sha256);
    mifu_sha256_update(&sha256, message, 1);
    mifu_sha256_copy(&sha256_copy, &sha256);
    mifu_sha256_wipe(&sha256);
    mifu_sha256_update(&sha256_copy, message + 1, 63);
    mifu_sha256_final(message, &sha256_copy);
    assert_memory_equal(message, expected, 32);

    assert_int_equal(mifu_hash_init(&hash, MIFU_HASH_SM3), MIFU_OK);
    mifu_hash_update(&hash, message, 3);
    mifu_hash_wipe(&hash);
    for (size_t i = 0; i < sizeof hash; i++)
        assert_int_equal(((uint8_t *)&hash)[i], 0);
    assert_int_equal(mifu_hmac_key_init(&key, MIFU_HASH_SM3, data, 16), MIFU_OK);
    mifu_hmac_init(&hmac, &key);
    mifu_hmac_key_wipe(&key);
    mifu_hmac_wipe(&hmac);
    for (size_t i = 0; i < sizeof hmac; i++)
        assert_int_equal(((uint8_t *)&hmac)[i], 0);
    for (size_t i = 0; i < sizeof key; i++)
        assert_int_equal(((uint8_t *)&key)[i], 0);
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(mifu_hash_name(MIFU_HASH_SM3), "sm3");
    assert_string_equal(mifu_hash_name(MIFU_HASH_SHA256), "sha256");
    assert_string_equal(mifu_hash_name(MIFU_HASH_SHA224), "sha224");
    assert_int_equal(mifu_hash_digest_size(MIFU_HASH_SM3), 32);
    assert_int_equal(mifu_hash_digest_size(MIFU_HASH_SHA224), 28);
    assert_string_equal(mifu_version(), MIFU_VERSION_STRING);
    assert_null(mifu_backend_algorithm(1000));
    assert_null(mifu_backend_name("sm3", 1000));
    assert_null(mifu_backend_name("nothing", 0));
    assert_null(mifu_backend_name(NULL, 0));
    assert_null(mifu_backend_active(NULL));
    assert_null(mifu_cpu_feature(1000));
    assert_int_equal(mifu_backend_usable("sm3", NULL), 0);
    assert_int_equal(mifu_backend_usable(NULL, "portable"), 0);
    assert_int_equal(mifu_backend_usable("sm3", "portable"), 1);
    assert_int_equal(mifu_backend_select(NULL, "portable"), MIFU_ERR_ARGUMENT_NAME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty_inputs),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_objects),
        cmocka_unit_test(test_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
