/* SPDX-License-Identifier: Apache-2.0 */
/* Many messages at once give what single calls give: any number, any lengths, on every back-end. */
#include "support_cmocka.h"

#include "mifu/mifu.h"
#include "support_random.h"

#define MESSAGES 150
#define LONGEST  1200

#define KEYS 70

static mifu_sm4_key keys[KEYS];
static uint8_t text[MESSAGES][LONGEST], ivs[MESSAGES][16], got[MESSAGES][LONGEST];
static uint8_t expected[LONGEST], tags[MESSAGES][16];
static const mifu_sm4_key *key_of[MESSAGES];
static const uint8_t *in[MESSAGES], *iv_of[MESSAGES];
static uint8_t *out[MESSAGES];
static size_t lens[MESSAGES];

/* Keys: 0 three in any order, 1 one, 2 seventy in any order, 3 all different. */
static void draw(size_t count, int same_length, int variety, size_t granularity, int in_place)
{
    size_t len = support_random_below(LONGEST + 1);

    for (size_t i = 0; i < count; i++) {
        support_random_fill(text[i], LONGEST);
        support_random_fill(ivs[i], 16);
        if (support_random_below(8) == 0) /* counters that carry */
            memset(ivs[i] + support_random_below(16), 0xff, 1);
        lens[i] = same_length ? len : support_random_below(LONGEST + 1);
        if (!same_length && support_random_below(3) == 0)
            lens[i] = support_random_below(40);
        lens[i] -= lens[i] % granularity;
        key_of[i] = &keys[variety == 1   ? 0
                          : variety == 3 ? i % KEYS
                                         : support_random_below(variety == 0 ? 3 : KEYS)];
        iv_of[i] = ivs[i];
        if (in_place)
            memcpy(got[i], text[i], LONGEST);
        in[i] = in_place ? got[i] : text[i];
        out[i] = got[i];
    }
}

static void one_back_end(void)
{
    static const size_t counts[] = {0,  1,  2,  4,  5,  8,  9,   16,      17,
                                    31, 32, 33, 63, 64, 65, 128, MESSAGES};

    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
        for (int variant = 0; variant < 16; variant++) {
            size_t count = counts[c], written;

            draw(count, variant & 1, variant >> 2, 16, variant & 2);
            assert_int_equal(mifu_sm4_cbc_encrypt_many(out, key_of, iv_of, in, lens, count),
                             MIFU_OK);
            for (size_t i = 0; i < count; i++) {
                assert_int_equal(mifu_sm4_cbc_encrypt(expected, LONGEST, &written, key_of[i],
                                                      ivs[i], MIFU_SM4_PADDING_NONE, text[i],
                                                      lens[i]),
                                 MIFU_OK);
                assert_memory_equal(got[i], expected, lens[i]);
            }
            draw(count, variant & 1, variant >> 2, 1, variant & 2);
            assert_int_equal(mifu_sm4_ctr_crypt_many(out, key_of, iv_of, in, lens, count), MIFU_OK);
            for (size_t i = 0; i < count; i++) {
                assert_int_equal(mifu_sm4_ctr_crypt(expected, key_of[i], ivs[i], text[i], lens[i]),
                                 MIFU_OK);
                assert_memory_equal(got[i], expected, lens[i]);
            }
            draw(count, variant & 1, variant >> 2, 1, 0);
            assert_int_equal(mifu_sm4_cmac_many(tags[0], key_of, in, lens, count), MIFU_OK);
            for (size_t i = 0; i < count; i++) {
                assert_int_equal(mifu_sm4_cmac_mac(expected, 16, key_of[i], text[i], lens[i]),
                                 MIFU_OK);
                assert_memory_equal(tags[i], expected, 16);
            }
        }
}

static void test_every_back_end(void **state)
{
    const char *name;

    (void)state;
    for (unsigned i = 0; (name = mifu_backend_name("sm4", i)) != NULL; i++)
        if (mifu_backend_select("sm4", name) == MIFU_OK)
            one_back_end();
    assert_int_equal(mifu_backend_select("sm4", NULL), MIFU_OK);
}

/* Keys side by side are those one by one. */
static void test_keys(void **state)
{
    static mifu_sm4_key many[KEYS], one;
    uint8_t k[KEYS * 16], *inside = (uint8_t *)&many[1];
    const char *name;

    (void)state;
    for (unsigned i = 0; (name = mifu_backend_name("sm4", i)) != NULL; i++) {
        if (mifu_backend_select("sm4", name) != MIFU_OK)
            continue;
        support_random_fill(k, sizeof k);
        assert_int_equal(mifu_sm4_key_init_many(many, k, KEYS), MIFU_OK);
        for (size_t j = 0; j < KEYS; j++) {
            mifu_sm4_key_init(&one, k + 16 * j);
            assert_memory_equal(&many[j], &one, sizeof one);
        }
    }
    assert_int_equal(mifu_backend_select("sm4", NULL), MIFU_OK);
    assert_int_equal(mifu_sm4_key_init_many(NULL, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_sm4_key_init_many(NULL, k, 1), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm4_key_init_many(many, NULL, 1), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm4_key_init_many(many, inside, 2), MIFU_ERR_ARGUMENT_OVERLAP);
    assert_memory_equal(&many[KEYS - 1], &one, sizeof one); /* nothing was written */
}

static void test_refused(void **state)
{
    uint8_t before[LONGEST];

    (void)state;
    draw(4, 1, 1, 16, 0);
    lens[0] = lens[1] = lens[2] = lens[3] = 32;
    memcpy(before, got[0], LONGEST);
    lens[3] = 33;
    assert_int_equal(mifu_sm4_cbc_encrypt_many(out, key_of, iv_of, in, lens, 4),
                     MIFU_ERR_ARGUMENT_LENGTH);
    lens[3] = 32;
    in[3] = NULL;
    assert_int_equal(mifu_sm4_cbc_encrypt_many(out, key_of, iv_of, in, lens, 4),
                     MIFU_ERR_ARGUMENT_NULL);
    in[3] = out[3] + 1;
    assert_int_equal(mifu_sm4_ctr_crypt_many(out, key_of, iv_of, in, lens, 4),
                     MIFU_ERR_ARGUMENT_OVERLAP);
    in[3] = text[3];
    key_of[2] = NULL;
    assert_int_equal(mifu_sm4_cmac_many(tags[0], key_of, in, lens, 4), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm4_ctr_crypt_many(out, key_of, iv_of, in, lens, 4),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm4_cbc_encrypt_many(NULL, key_of, iv_of, in, lens, 4),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_memory_equal(before, got[0], LONGEST); /* nothing was written */
}

static int set_up(void **state)
{
    (void)state;
    for (size_t i = 0; i < KEYS; i++) {
        uint8_t k[16];

        support_random_fill(k, 16);
        mifu_sm4_key_init(&keys[i], k);
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_every_back_end),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
