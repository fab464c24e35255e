/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hashes: every back-end against the portable code, for every length from 0 to 1100 bytes, at
 * every alignment, one-shot and in two pieces.
 */
#include "backends_support.h"
#include "mifu/hash.h"

#define MOST 1100

static uint8_t message[MOST + 64];
static uint8_t expected[2][MOST + 1][32]; /* by hash and length, from the portable code */
static const mifu_hash_algorithm *algorithms;

static void digests(const char *backend)
{
    int portable = strcmp(backend, "portable") == 0;
    uint8_t digest[32];

    for (int i = 0; i < 2 && algorithms[i] != 0; i++) {
        size_t size = mifu_hash_digest_size(algorithms[i]);

        for (size_t len = 0; len <= MOST; len++) {
            size_t cut = support_random_below(len + 1);
            mifu_hash hash;

            assert_int_equal(mifu_hash_digest(digest, algorithms[i], message, len), MIFU_OK);
            if (portable)
                memcpy(expected[i][len], digest, size);
            assert_memory_equal(digest, expected[i][len], size);
            assert_int_equal(mifu_hash_init(&hash, algorithms[i]), MIFU_OK);
            mifu_hash_update(&hash, message, cut);
            mifu_hash_update(&hash, message + cut, len - cut);
            mifu_hash_final(digest, &hash);
            assert_memory_equal(digest, expected[i][len], size);
        }
        for (size_t shift = 1; shift < 64; shift++) {
            uint8_t copy[MOST + 64];
            size_t len = MOST - shift;

            memcpy(copy + shift, message, len);
            assert_int_equal(mifu_hash_digest(digest, algorithms[i], copy + shift, len), MIFU_OK);
            assert_memory_equal(digest, expected[i][len], size);
        }
    }
}

/* All-zero and all-one messages: carries and constants that random data seldom meets. */
static uint8_t edges[2][2][65][32];

static void edge_messages(const char *backend)
{
    static uint8_t edge[64 * 64];
    uint8_t digest[32];

    for (int i = 0; i < 2 && algorithms[i] != 0; i++)
        for (int fill = 0; fill < 2; fill++) {
            memset(edge, fill == 0 ? 0x00 : 0xff, sizeof edge);
            for (size_t blocks = 0; blocks <= 64; blocks++) {
                assert_int_equal(mifu_hash_digest(digest, algorithms[i], edge, 64 * blocks),
                                 MIFU_OK);
                if (strcmp(backend, "portable") == 0)
                    memcpy(edges[i][fill][blocks], digest, 32);
                assert_memory_equal(digest, edges[i][fill][blocks],
                                    mifu_hash_digest_size(algorithms[i]));
            }
        }
}

static void run(const char *table, const mifu_hash_algorithm *list)
{
    algorithms = list;
    support_random_fill(message, sizeof message);
    backends_each(table, digests);
    backends_each(table, edge_messages);
}

static void test_sm3(void **state)
{
    static const mifu_hash_algorithm list[2] = {MIFU_HASH_SM3, (mifu_hash_algorithm)0};

    (void)state;
    run("sm3", list);
}

static void test_sha2(void **state)
{
    static const mifu_hash_algorithm list[2] = {MIFU_HASH_SHA256, MIFU_HASH_SHA224};

    (void)state;
    run("sha256", list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sm3),
        cmocka_unit_test(test_sha2),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
