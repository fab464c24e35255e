/* SPDX-License-Identifier: Apache-2.0 */
/*
 * HMAC on every back-end against a slow oracle: keys and messages around the block borders,
 * streaming, truncated tags, a key that is text or hex, wiping.
 */
#include "mifu/hmac.h"

#include "support_hashes.h"
#include "support_random.h"

static uint8_t message[600];

static int fill_message(void **state)
{
    (void)state;
    support_random_fill(message, sizeof message);
    return 0;
}

/* FIPS 198-1, table 1, step by step. */
static void slow_hmac(uint8_t *tag, const support_hash *hash, const uint8_t *key, size_t key_len,
                      const uint8_t *data, size_t len)
{
    uint8_t k0[64] = {0}, inner[64 + 600], outer[64 + 32];

    if (key_len > 64)
        support_slow_digest(k0, hash, key, key_len);
    else if (key_len > 0)
        memcpy(k0, key, key_len);
    for (size_t i = 0; i < 64; i++) {
        inner[i] = k0[i] ^ 0x36;
        outer[i] = k0[i] ^ 0x5c;
    }
    if (len > 0)
        memcpy(inner + 64, data, len);
    support_slow_digest(outer + 64, hash, inner, 64 + len);
    support_slow_digest(tag, hash, outer, 64 + hash->size);
}

static void check_lengths(const support_hash *hash)
{
    static const size_t key_lengths[] = {0, 1, 27, 28, 32, 63, 64, 65, 66, 127, 128, 129, 300};

    for (size_t i = 0; i < sizeof key_lengths / sizeof key_lengths[0]; i++) {
        uint8_t key_bytes[300];
        mifu_hmac_key key;

        support_random_fill(key_bytes, sizeof key_bytes);
        assert_int_equal(mifu_hmac_key_init(&key, hash->algorithm,
                                            key_lengths[i] == 0 ? NULL : key_bytes, key_lengths[i]),
                         MIFU_OK);
        for (size_t len = 0; len <= 200; len += i % 3 + 1) {
            uint8_t expected[32], got[33] = {0};

            slow_hmac(expected, hash, key_bytes, key_lengths[i], message, len);
            got[hash->size] = 0xee;
            mifu_hmac_mac(got, &key, len == 0 ? NULL : message, len);
            assert_memory_equal(got, expected, hash->size);
            assert_int_equal(got[hash->size], 0xee);
            assert_int_equal(mifu_hmac_verify(&key, message, len, expected, hash->size), MIFU_OK);
        }
    }
}

static void test_lengths(void **state)
{
    (void)state;
    support_each_backend(check_lengths);
}

static void check_streaming(const support_hash *hash)
{
    mifu_hmac_key key;

    assert_int_equal(mifu_hmac_key_init(&key, hash->algorithm, message, 20), MIFU_OK);
    for (int round = 0; round < 200; round++) {
        size_t len = support_random_below(500), half = support_random_below(len + 1);
        uint8_t expected[32], got[32];
        mifu_hmac_key gone = key;
        mifu_hmac hmac, copy;

        mifu_hmac_init(&hmac, &gone);
        mifu_hmac_key_wipe(&gone); /* the context does not need the key any more */
        for (size_t at = 0; at < half;) {
            size_t piece = support_random_below(90);

            if (piece > half - at)
                piece = half - at;
            mifu_hmac_update(&hmac, message + at, piece);
            at += piece;
        }
        copy = hmac;
        mifu_hmac_update(&hmac, message + half, len - half);
        mifu_hmac_final(got, &hmac);
        slow_hmac(expected, hash, message, 20, message, len);
        assert_memory_equal(got, expected, hash->size);

        mifu_hmac_final(got, &copy);
        slow_hmac(expected, hash, message, 20, message, half);
        assert_memory_equal(got, expected, hash->size);
    }
}

static void test_streaming(void **state)
{
    (void)state;
    support_each_backend(check_streaming);
}

/* The tag may be written over the message. */
static void check_in_place(const support_hash *hash)
{
    for (size_t len = 32; len < 200; len += 7) {
        uint8_t data[200], expected[32];
        mifu_hmac_key key;

        memcpy(data, message, len);
        slow_hmac(expected, hash, message, 20, message, len);
        assert_int_equal(mifu_hmac_key_init(&key, hash->algorithm, message, 20), MIFU_OK);
        mifu_hmac_mac(data, &key, data, len);
        assert_memory_equal(data, expected, hash->size);
    }
}

static void test_in_place(void **state)
{
    (void)state;
    support_each_backend(check_in_place);
}

static void check_truncation(const support_hash *hash)
{
    uint8_t tag[32];
    mifu_hmac_key key;

    assert_int_equal(mifu_hmac_key_init(&key, hash->algorithm, message, 40), MIFU_OK);
    mifu_hmac_mac(tag, &key, message, 100);
    for (size_t len = 1; len <= hash->size; len++) {
        assert_int_equal(mifu_hmac_verify(&key, message, 100, tag, len), MIFU_OK);
        for (size_t bit = 0; bit < 8 * hash->size; bit++) {
            tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
            /* A changed bit beyond the agreed length is not looked at. */
            assert_int_equal(mifu_hmac_verify(&key, message, 100, tag, len),
                             bit / 8 < len ? MIFU_INVALID : MIFU_OK);
            tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
    assert_int_equal(mifu_hmac_verify(&key, message, 100, tag, 0), MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_hmac_verify(&key, message, 100, tag, hash->size + 1),
                     MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_hmac_verify(&key, message, 99, tag, hash->size), MIFU_INVALID);
    assert_int_equal(mifu_hmac_verify(&key, message, 100, tag, SIZE_MAX), MIFU_ERR_ARGUMENT_LENGTH);
}

static void test_truncation(void **state)
{
    (void)state;
    support_each_backend(check_truncation);
}

/* A key is bytes: 32 hexadecimal characters and the 16 bytes they stand for are two keys. */
static void test_text_and_hex_keys(void **state)
{
    static const char text[] = "0123456789abcdeffedcba9876543210";
    static const uint8_t bytes[16] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
                                      0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10};
    static const uint8_t of_bytes[8] = {0x6e, 0x94, 0xd7, 0x85, 0xe3, 0xd8, 0x37, 0x8b};
    static const uint8_t of_text[8] = {0xe9, 0x1b, 0x5d, 0xae, 0x95, 0x5a, 0x74, 0xf7};
    uint8_t tag[32];
    mifu_hmac_key key;

    (void)state;
    assert_int_equal(mifu_hmac_key_init(&key, MIFU_HASH_SM3, bytes, sizeof bytes), MIFU_OK);
    mifu_hmac_mac(tag, &key, (const uint8_t *)"11111", 5);
    assert_memory_equal(tag, of_bytes, sizeof of_bytes);
    assert_int_equal(mifu_hmac_key_init(&key, MIFU_HASH_SM3, (const uint8_t *)text, 32), MIFU_OK);
    mifu_hmac_mac(tag, &key, (const uint8_t *)"11111", 5);
    assert_memory_equal(tag, of_text, sizeof of_text);
}

static void assert_zero(const void *p, size_t len)
{
    const uint8_t *bytes = p;

    for (size_t i = 0; i < len; i++)
        assert_int_equal(bytes[i], 0);
}

static void check_wiping(const support_hash *hash)
{
    uint8_t tag[32];
    mifu_hmac_key key;
    mifu_hmac hmac;

    memset(&key, 0xa5, sizeof key);
    memset(&hmac, 0xa5, sizeof hmac);
    assert_int_equal(mifu_hmac_key_init(&key, hash->algorithm, message, 40), MIFU_OK);
    mifu_hmac_init(&hmac, &key);
    mifu_hmac_update(&hmac, message, 90);
    mifu_hmac_final(tag, &hmac);
    assert_zero(&hmac, sizeof hmac);
    mifu_hmac_init(&hmac, &key);
    mifu_hmac_wipe(&hmac);
    assert_zero(&hmac, sizeof hmac);
    mifu_hmac_key_wipe(&key);
    assert_zero(&key, sizeof key);
}

static void test_wiping(void **state)
{
    (void)state;
    support_each_backend(check_wiping);
}

static void test_wrong_algorithm(void **state)
{
    mifu_hmac_key key;

    (void)state;
    memset(&key, 0xa5, sizeof key);
    assert_int_equal(mifu_hmac_key_init(&key, (mifu_hash_algorithm)0, message, 10),
                     MIFU_ERR_ARGUMENT_NAME);
    for (size_t i = 0; i < sizeof key; i++)
        assert_int_equal(((const uint8_t *)&key)[i], 0xa5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lengths),         cmocka_unit_test(test_streaming),
        cmocka_unit_test(test_in_place),        cmocka_unit_test(test_truncation),
        cmocka_unit_test(test_wiping),          cmocka_unit_test(test_text_and_hex_keys),
        cmocka_unit_test(test_wrong_algorithm),
    };

    return cmocka_run_group_tests(tests, fill_message, NULL);
}
