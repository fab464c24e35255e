/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM2: random field products and signatures, every row of the tables against the portable one;
 * nightly ten million products and a hundred thousand signatures.
 */
#include "mifu/sm2_many.h"

#include "backends_support.h"
#include "sm2_many_kernels.h"
#include "sm2_testing.h"
#include "support_nightly.h"

#define ROWS  8  /* of a table, at most */
#define GROUP 64 /* signatures with one key */

/* The usable rows of "sm2" and of "sm2_many"; the last one is portable. */
static const char *rows[ROWS], *many_rows[ROWS];
static unsigned row_count, many_count;

static unsigned find_rows(const char *names[ROWS], const char *table)
{
    unsigned count = 0;
    const char *name;

    for (unsigned i = 0; (name = mifu_backend_name(table, i)) != NULL; i++) {
        if (!mifu_backend_usable(table, name)) {
            print_message("skipped: %s on %s, which this processor lacks\n", table, name);
            continue;
        }
        assert_true(count < ROWS);
        names[count++] = name;
    }
    assert_string_equal(names[count - 1], "portable");
    return count;
}

static int find_all_rows(void **state)
{
    (void)state;
    row_count = find_rows(rows, "sm2");
    many_count = find_rows(many_rows, "sm2_many");
    return 0;
}

static void random_element(mifu_u256 *r)
{
    for (int i = 0; i < 4; i++)
        r->v[i] = support_random64();
    mifu_field_reduce_once(r, 0, r, &mifu_fp_p);
}

/* Products of independent numbers, and chains in which each product meets the one before. */
static void test_products(void **state)
{
    const mifu_sm2_kernels *kernels[ROWS], *portable;
    unsigned products = support_nightly(100000, 10000000);
    mifu_u256 a, b, chain, r, expected, square, difference, other;

    (void)state;
    for (unsigned i = 0; i < row_count; i++) {
        assert_int_equal(mifu_backend_select("sm2", rows[i]), MIFU_OK);
        kernels[i] = mifu_sm2_kernels_in_use();
    }
    portable = kernels[row_count - 1];
    random_element(&chain);
    for (unsigned n = 0; n < products; n += 2) {
        random_element(&a);
        random_element(&b);
        portable->fp_mul(&expected, &a, &b);
        portable->fp_sqr(&square, &a);
        for (unsigned i = 0; i + 1 < row_count; i++) {
            kernels[i]->fp_mul(&r, &a, &b);
            assert_memory_equal(&r, &expected, sizeof r);
            kernels[i]->fp_sqr(&r, &a);
            assert_memory_equal(&r, &square, sizeof r);
        }
        portable->fp_mul_minus_mul(&difference, &a, &chain, &b, &square);
        portable->fp_mul_minus_sqr(&other, &b, &chain, &a);
        for (unsigned i = 0; i + 1 < row_count; i++) {
            kernels[i]->fp_mul_minus_mul(&r, &a, &chain, &b, &square);
            assert_memory_equal(&r, &difference, sizeof r);
            kernels[i]->fp_mul_minus_sqr(&r, &b, &chain, &a);
            assert_memory_equal(&r, &other, sizeof r);
        }
        portable->fp_mul(&expected, &chain, &square);
        for (unsigned i = 0; i + 1 < row_count; i++) {
            kernels[i]->fp_mul(&r, &chain, &square);
            assert_memory_equal(&r, &expected, sizeof r);
        }
        chain = expected;
    }
    assert_int_equal(mifu_backend_select("sm2", NULL), MIFU_OK);
}

/* The same 32 bytes each time they are asked for. */
static mifu_status fixed_nonce(uint8_t k[32], void *context)
{
    memcpy(k, context, 32);
    return MIFU_OK;
}

static struct {
    uint8_t digests[GROUP][MIFU_SM2_DIGEST_SIZE], nonces[GROUP][32];
    uint8_t signatures[GROUP][MIFU_SM2_SIGNATURE_SIZE];
    const mifu_sm2_private_key *keys[GROUP];
    const mifu_sm2_public_key *public_keys[GROUP];
} group;

static uint64_t tables[2][MIFU_SM2_PREPARED_LARGE_SIZE / 8];

/* Every usable row makes the same key and, with the same nonces, the same signatures. */
static void sign_group(mifu_sm2_private_key *key)
{
    uint8_t d[32], other[MIFU_SM2_SIGNATURE_SIZE];
    mifu_sm2_private_key same;

    do {
        support_random_fill(d, sizeof d);
    } while (mifu_sm2_private_key_from_bytes(key, d) != MIFU_OK);
    support_random_fill(group.digests[0], sizeof group.digests);
    support_random_fill(group.nonces[0], sizeof group.nonces);
    for (unsigned row = row_count; row-- > 0;) {
        assert_int_equal(mifu_backend_select("sm2", rows[row]), MIFU_OK);
        assert_int_equal(mifu_sm2_private_key_from_bytes(&same, d), MIFU_OK);
        assert_memory_equal(&same, key, sizeof same);
        for (unsigned i = 0; i < GROUP; i++) {
            uint8_t *sig = row + 1 == row_count ? group.signatures[i] : other;

            assert_int_equal(mifu_sm2_sign_digest_with_nonces(sig, key, group.digests[i],
                                                              fixed_nonce, group.nonces[i]),
                             MIFU_OK);
            assert_memory_equal(sig, group.signatures[i], MIFU_SM2_SIGNATURE_SIZE);
            group.keys[i] = key;
            group.public_keys[i] = &key->public_key;
        }
    }
}

/* Every usable row accepts them, alone and with tables, and refuses them with a bit turned. */
static void verify_group(const mifu_sm2_public_key *key)
{
    mifu_sm2_prepared_key large, small;

    for (unsigned row = 0; row < row_count; row++) {
        assert_int_equal(mifu_backend_select("sm2", rows[row]), MIFU_OK);
        assert_int_equal(mifu_sm2_prepare(&large, tables[0], MIFU_SM2_PREPARED_LARGE_SIZE, key),
                         MIFU_OK);
        assert_int_equal(mifu_sm2_prepare(&small, tables[1], MIFU_SM2_PREPARED_SMALL_SIZE, key),
                         MIFU_OK);
        for (unsigned i = 0; i < GROUP; i++) {
            uint8_t *sig = group.signatures[i], *e = group.digests[i];

            assert_int_equal(mifu_sm2_verify_digest(key, e, sig), MIFU_OK);
            assert_int_equal(mifu_sm2_verify_digest_prepared(&large, e, sig), MIFU_OK);
            assert_int_equal(mifu_sm2_verify_digest_prepared(&small, e, sig), MIFU_OK);
            if (i % 16 == 0) {
                size_t byte = support_random_below(MIFU_SM2_SIGNATURE_SIZE);

                sig[byte] ^= 1;
                assert_int_equal(mifu_sm2_verify_digest(key, e, sig), MIFU_INVALID);
                assert_int_equal(mifu_sm2_verify_digest_prepared(&large, e, sig), MIFU_INVALID);
                assert_int_equal(mifu_sm2_verify_digest_prepared(&small, e, sig), MIFU_INVALID);
                sig[byte] ^= 1;
            }
        }
    }
    assert_int_equal(mifu_backend_select("sm2", NULL), MIFU_OK);
}

/* The batches of every usable row accept the group, and what they sign is accepted. */
static void batches(void)
{
    static uint8_t made[GROUP][MIFU_SM2_SIGNATURE_SIZE];
    mifu_status status[GROUP];

    for (unsigned row = 0; row < many_count; row++) {
        assert_int_equal(mifu_backend_select("sm2_many", many_rows[row]), MIFU_OK);
        assert_int_equal(mifu_sm2_verify_digest_many(status, group.public_keys, group.digests[0],
                                                     group.signatures[0], GROUP, NULL, 0),
                         MIFU_OK);
        assert_int_equal(mifu_sm2_sign_digest_many(made[0], status, group.keys, group.digests[0],
                                                   GROUP, NULL, 0),
                         MIFU_OK);
        for (unsigned i = 0; i < GROUP; i++)
            assert_int_equal(
                mifu_sm2_verify_digest(group.public_keys[i], group.digests[i], made[i]), MIFU_OK);
    }
    assert_int_equal(mifu_backend_select("sm2_many", NULL), MIFU_OK);
}

static void test_signatures(void **state)
{
    unsigned signatures = support_nightly(2 * GROUP, 100000);
    mifu_sm2_private_key key;

    (void)state;
    for (unsigned done = 0; done < signatures; done += GROUP) {
        sign_group(&key);
        verify_group(&key.public_key);
        batches();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_signatures),
    };

    return cmocka_run_group_tests(tests, find_all_rows, NULL);
}
