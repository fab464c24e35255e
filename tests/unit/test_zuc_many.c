/* SPDX-License-Identifier: Apache-2.0 */
/* Many messages of ZUC at once: the results of the single functions, on every back-end. */
#include "support_cmocka.h"

#include "mifu/cpu.h"
#include "mifu/zuc_many.h"
#include "support_random.h"

#define ITEMS 41
#define MOST  1500 /* bytes of a message */

static uint8_t keys[ITEMS][32], ivs[ITEMS][25], texts[ITEMS][MOST], results[ITEMS][MOST + 1];
static const uint8_t *key_list[ITEMS], *iv_list[ITEMS], *text_list[ITEMS];
static uint8_t *result_list[ITEMS];
static mifu_zuc_3gpp parameters[ITEMS];
static size_t lens[ITEMS];
static uint64_t bits[ITEMS];

/* Lengths: none, a few bytes, about a piece, many; a batch may have all the same. */
static size_t some_length(unsigned kind)
{
    switch (kind % 5) {
    case 0:
        return support_random_below(3);
    case 1:
        return support_random_below(70);
    case 2:
        return 64 * support_random_below(4);
    default:
        return support_random_below(MOST);
    }
}

static void make_items(unsigned round)
{
    size_t same = some_length(round);

    support_random_fill(keys[0], sizeof keys);
    support_random_fill(ivs[0], sizeof ivs);
    support_random_fill(texts[0], sizeof texts);
    memset(results, 0xa5, sizeof results);
    for (size_t i = 0; i < ITEMS; i++) {
        for (size_t j = 17; j < 25; j++)
            ivs[i][j] &= 63;
        key_list[i] = keys[i];
        iv_list[i] = ivs[i];
        text_list[i] = texts[i];
        result_list[i] = results[i];
        parameters[i].count = (uint32_t)support_random64();
        parameters[i].bearer = (unsigned)support_random_below(32);
        parameters[i].direction = (unsigned)support_random_below(2);
        lens[i] = round % 3 == 0 ? same : some_length((unsigned)support_random64());
        bits[i] = 8 * lens[i] - (lens[i] > 0 ? support_random_below(8) : 0);
    }
}

static void expect_texts(size_t count, const uint8_t (*want)[MOST])
{
    for (size_t i = 0; i < ITEMS; i++) {
        size_t len = i < count ? lens[i] : 0;

        assert_memory_equal(results[i], want[i], len);
        assert_int_equal(results[i][len], 0xa5);
    }
}

static void encrypt_some(unsigned round, size_t count)
{
    static const size_t iv_lens[] = {16, 23, 25};
    static uint8_t want[ITEMS][MOST];
    size_t iv_len = iv_lens[round % 3];

    make_items(round);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(mifu_zuc_encrypt(want[i], keys[i], ivs[i], texts[i], lens[i]), MIFU_OK);
    assert_int_equal(mifu_zuc_encrypt_many(result_list, key_list, iv_list, text_list, lens, count),
                     MIFU_OK);
    expect_texts(count, (const uint8_t(*)[MOST])want);

    make_items(round + 1);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(mifu_zuc256_encrypt(want[i], keys[i], ivs[i], iv_len, texts[i], lens[i]),
                         MIFU_OK);
        memcpy(results[i], texts[i], lens[i]); /* in place */
    }
    assert_int_equal(mifu_zuc256_encrypt_many(result_list, key_list, iv_list, iv_len,
                                              (const uint8_t *const *)result_list, lens, count),
                     MIFU_OK);
    expect_texts(count, (const uint8_t(*)[MOST])want);

    make_items(round + 2);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(mifu_zuc_eea3(want[i], keys[i], parameters[i].count, parameters[i].bearer,
                                       parameters[i].direction, texts[i], bits[i]),
                         MIFU_OK);
    assert_int_equal(mifu_zuc_eea3_many(result_list, key_list, parameters, text_list, bits, count),
                     MIFU_OK);
    expect_texts(count, (const uint8_t(*)[MOST])want);
}

static void sum_some(unsigned round, size_t count)
{
    static uint8_t want[16 * ITEMS], got[16 * ITEMS + 1];

    make_items(round);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(mifu_zuc_eia3(want + 4 * i, keys[i], parameters[i].count,
                                       parameters[i].bearer, parameters[i].direction, texts[i],
                                       bits[i]),
                         MIFU_OK);
    memset(got, 0xa5, sizeof got);
    assert_int_equal(mifu_zuc_eia3_many(got, key_list, parameters, text_list, bits, count),
                     MIFU_OK);
    assert_memory_equal(got, want, 4 * count);
    assert_int_equal(got[4 * count], 0xa5);
    for (size_t tag_len = 4; tag_len <= 16; tag_len *= 2) {
        size_t iv_len = round % 2 == 0 ? 23 : 25;

        for (size_t i = 0; i < count; i++)
            assert_int_equal(mifu_zuc256_mac(want + tag_len * i, tag_len, keys[i], ivs[i], iv_len,
                                             texts[i], bits[i]),
                             MIFU_OK);
        memset(got, 0xa5, sizeof got);
        assert_int_equal(
            mifu_zuc256_mac_many(got, tag_len, key_list, iv_list, iv_len, text_list, bits, count),
            MIFU_OK);
        assert_memory_equal(got, want, tag_len * count);
        assert_int_equal(got[tag_len * count], 0xa5);
    }
}

static void on_each_backend(void (*test)(unsigned round, size_t count))
{
    const char *backend;

    for (unsigned i = 0; (backend = mifu_backend_name("zuc", i)) != NULL; i++) {
        if (mifu_backend_select("zuc", backend) != MIFU_OK) {
            print_message("skipped: %s, which this processor lacks\n", backend);
            continue;
        }
        for (size_t count = 0; count <= ITEMS; count++)
            test((unsigned)count, count);
    }
    assert_int_equal(mifu_backend_select("zuc", NULL), MIFU_OK);
}

static void test_encryption(void **state)
{
    (void)state;
    on_each_backend(encrypt_some);
}

static void test_macs(void **state)
{
    (void)state;
    on_each_backend(sum_some);
}

/* An item that is not right keeps all from being written. */
static void test_refusals(void **state)
{
    uint8_t tags[16 * 8];

    (void)state;
    make_items(0);
    for (size_t i = 0; i < 8; i++) {
        lens[i] = 100;
        bits[i] = 800;
    }
    memset(tags, 0xa5, sizeof tags);
#define EVERY(call, status)                                                                        \
    do {                                                                                           \
        assert_int_equal((call), (status));                                                        \
        for (size_t i = 0; i < 8; i++)                                                             \
            assert_true(results[i][0] == 0xa5 && tags[16 * i] == 0xa5);                            \
    } while (0)
#define ENCRYPT mifu_zuc_encrypt_many(result_list, key_list, iv_list, text_list, lens, 8)
#define ENCRYPT256(n)                                                                              \
    mifu_zuc256_encrypt_many(result_list, key_list, iv_list, n, text_list, lens, 8)
#define EEA3      mifu_zuc_eea3_many(result_list, key_list, parameters, text_list, bits, 8)
#define EIA3      mifu_zuc_eia3_many(tags, key_list, parameters, text_list, bits, 8)
#define MAC(t, n) mifu_zuc256_mac_many(tags, t, key_list, iv_list, n, text_list, bits, 8)
    EVERY(ENCRYPT256(24), MIFU_ERR_ARGUMENT_LENGTH);
    EVERY(ENCRYPT256(0), MIFU_ERR_ARGUMENT_LENGTH);
    EVERY(MAC(5, 25), MIFU_ERR_ARGUMENT_LENGTH);
    EVERY(MAC(4, 16), MIFU_ERR_ARGUMENT_LENGTH);
    ivs[7][20] = 64;
    EVERY(ENCRYPT256(25), MIFU_ERR_RANGE);
    EVERY(MAC(8, 25), MIFU_ERR_RANGE);
    ivs[7][20] = 63;
    parameters[7].bearer = 32;
    EVERY(EEA3, MIFU_ERR_RANGE);
    EVERY(EIA3, MIFU_ERR_RANGE);
    parameters[7].bearer = 31;
    bits[7] = UINT64_C(1) << 32;
    EVERY(EEA3, MIFU_ERR_LIMIT);
    EVERY(EIA3, MIFU_ERR_LIMIT);
    bits[7] = UINT64_MAX;
    EVERY(MAC(8, 25), MIFU_ERR_LIMIT);
    bits[7] = 800;
    key_list[7] = NULL;
    EVERY(ENCRYPT, MIFU_ERR_ARGUMENT_NULL);
    EVERY(EIA3, MIFU_ERR_ARGUMENT_NULL);
    key_list[7] = keys[7];
    iv_list[7] = NULL;
    EVERY(ENCRYPT, MIFU_ERR_ARGUMENT_NULL);
    EVERY(MAC(8, 25), MIFU_ERR_ARGUMENT_NULL);
    iv_list[7] = ivs[7];
    text_list[7] = NULL;
    EVERY(EEA3, MIFU_ERR_ARGUMENT_NULL);
    EVERY(MAC(8, 25), MIFU_ERR_ARGUMENT_NULL);
    text_list[7] = results[7] + 1;
    EVERY(ENCRYPT, MIFU_ERR_ARGUMENT_OVERLAP);
    assert_int_equal(mifu_zuc_encrypt_many(NULL, NULL, NULL, NULL, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_zuc_eia3_many(NULL, NULL, NULL, NULL, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_zuc_encrypt_many(NULL, key_list, iv_list, text_list, lens, 1),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_zuc_eia3_many(tags, key_list, NULL, text_list, bits, 1),
                     MIFU_ERR_ARGUMENT_NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_encryption),
        cmocka_unit_test(test_macs),
        cmocka_unit_test(test_refusals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
