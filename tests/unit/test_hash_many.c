/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many messages at once, on every back-end: every count up to several times the widest kernel, all
 * lengths around the borders, empty messages in between, one long message among short ones; the
 * lane kernels themselves with messages at every alignment and nothing readable behind them.
 */
#include "mifu/hmac.h"

#include <stdlib.h>

#include "base_lanes.h"
#include "sha256_kernels.h"
#include "sm3_kernels.h"
#include "support_hashes.h"
#include "support_random.h"

#define MOST 70

static uint8_t pool[20000];

static int fill_pool(void **state)
{
    (void)state;
    support_random_fill(pool, sizeof pool);
    return 0;
}

typedef struct batch {
    const uint8_t *data[MOST];
    size_t lens[MOST];
    size_t count;
} batch;

static void check_batch(const support_hash *hash, const batch *b)
{
    uint8_t digests[MOST * 32 + 1], expected[32];

    memset(digests, 0xa5, sizeof digests);
    assert_int_equal(mifu_hash_digest_many(digests, hash->algorithm, b->data, b->lens, b->count),
                     MIFU_OK);
    for (size_t i = 0; i < b->count; i++) {
        support_slow_digest(expected, hash, b->data[i], b->lens[i]);
        assert_memory_equal(digests + i * hash->size, expected, hash->size);
    }
    assert_int_equal(digests[b->count * hash->size], 0xa5);
}

/* The typed functions give what the generic one gives. */
static void check_typed(const support_hash *hash, const batch *b)
{
    uint8_t generic[MOST * 32], typed[MOST][32], typed_224[MOST][28];

    assert_int_equal(mifu_hash_digest_many(generic, hash->algorithm, b->data, b->lens, b->count),
                     MIFU_OK);
    switch (hash->algorithm) {
    case MIFU_HASH_SM3:
        mifu_sm3_hash_many(typed, b->data, b->lens, b->count);
        assert_memory_equal(typed, generic, b->count * 32);
        break;
    case MIFU_HASH_SHA256:
        mifu_sha256_hash_many(typed, b->data, b->lens, b->count);
        assert_memory_equal(typed, generic, b->count * 32);
        break;
    case MIFU_HASH_SHA224:
        mifu_sha224_hash_many(typed_224, b->data, b->lens, b->count);
        assert_memory_equal(typed_224, generic, b->count * 28);
        break;
    }
}

static void check_equal_lengths(const support_hash *hash)
{
    static const size_t lengths[] = {0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 200};
    batch b;

    for (b.count = 0; b.count <= MOST; b.count++) {
        size_t len = lengths[b.count % (sizeof lengths / sizeof lengths[0])];

        for (size_t i = 0; i < b.count; i++) {
            b.lens[i] = len;
            b.data[i] = len == 0 ? NULL : pool + 7 * i;
        }
        check_batch(hash, &b);
        check_typed(hash, &b);
    }
}

static void test_equal_lengths(void **state)
{
    (void)state;
    support_each_backend(check_equal_lengths);
}

/* Each length from 0 to 300 meets each lane in the end. */
static void check_mixed_lengths(const support_hash *hash)
{
    batch b;

    for (size_t round = 0; round < 150; round++) {
        size_t most = round % 10 == 0 ? 3000 : round % 3 == 0 ? 70 : 300;

        b.count = 1 + support_random_below(MOST);
        for (size_t i = 0; i < b.count; i++) {
            b.lens[i] = support_random_below(most + 1);
            b.data[i] = pool + support_random_below(sizeof pool - most);
            if (support_random_below(8) == 0) {
                b.lens[i] = 0;
                b.data[i] = NULL;
            }
        }
        check_batch(hash, &b);
    }
}

static void test_mixed_lengths(void **state)
{
    (void)state;
    support_each_backend(check_mixed_lengths);
}

/* A long message first, last or in the middle keeps its lane while the others change. */
static void check_one_long(const support_hash *hash)
{
    batch b;

    for (size_t place = 0; place < MOST; place += 3) {
        b.count = MOST;
        for (size_t i = 0; i < MOST; i++) {
            b.lens[i] = i == place ? sizeof pool : i * 5;
            b.data[i] = pool;
        }
        check_batch(hash, &b);
    }
}

static void test_one_long(void **state)
{
    (void)state;
    support_each_backend(check_one_long);
}

static void check_hmac(const support_hash *hash)
{
    for (size_t round = 0; round < 40; round++) {
        uint8_t tags[MOST * 32 + 1], expected[32];
        mifu_hmac_key key;
        batch b;

        b.count = round == 0 ? 0 : 1 + support_random_below(MOST);
        for (size_t i = 0; i < b.count; i++) {
            b.lens[i] = round % 2 == 0 ? 64 : support_random_below(300);
            b.data[i] = pool + 3 * i;
        }
        assert_int_equal(mifu_hmac_key_init(&key, hash->algorithm, pool, round * 3), MIFU_OK);
        memset(tags, 0xa5, sizeof tags);
        mifu_hmac_mac_many(tags, &key, b.data, b.lens, b.count);
        for (size_t i = 0; i < b.count; i++) {
            mifu_hmac_mac(expected, &key, b.data[i], b.lens[i]);
            assert_memory_equal(tags + i * hash->size, expected, hash->size);
        }
        assert_int_equal(tags[b.count * hash->size], 0xa5);
    }
}

static void test_hmac(void **state)
{
    (void)state;
    support_each_backend(check_hmac);
}

static void check_kernel(const support_hash *hash, const mifu_lane_kernel *kernel)
{
    uint32_t states[8 * MIFU_LANES_MOST + 1], expected[MIFU_LANES_MOST][8];
    uint8_t *memory[MIFU_LANES_MOST];
    const uint8_t *blocks[MIFU_LANES_MOST];

    for (size_t count = 0; count <= 5; count++) {
        support_random_fill((uint8_t *)states, sizeof states);
        states[8 * kernel->lanes] = 0x5a5a5a5a;
        for (size_t l = 0; l < kernel->lanes; l++) {
            size_t offset = (l + count) % 16, size = offset + 64 * count;

            memory[l] = malloc(size + (size == 0));
            assert_non_null(memory[l]);
            memcpy(memory[l], pool + 100 * l, size);
            blocks[l] = memory[l] + offset;
            for (size_t i = 0; i < 8; i++)
                expected[l][i] = states[i * kernel->lanes + l];
            for (size_t n = 0; n < count; n++)
                hash->compress(expected[l], blocks[l] + 64 * n);
        }
        kernel->compress(states, blocks, count);
        for (size_t l = 0; l < kernel->lanes; l++) {
            for (size_t i = 0; i < 8; i++)
                assert_int_equal(states[i * kernel->lanes + l], expected[l][i]);
            free(memory[l]);
        }
        assert_int_equal(states[8 * kernel->lanes], 0x5a5a5a5a);
    }
}

/* The rules that the scheduler relies on, and each kernel by itself. */
static void check_kernels(const support_hash *hash)
{
    const mifu_lane_set set =
        hash->algorithm == MIFU_HASH_SM3 ? mifu_sm3_lane_set() : mifu_sha256_lane_set(8);

    for (const mifu_lane_kernel *kernel = set.kernels; kernel->lanes != 0; kernel++) {
        assert_true(kernel->lanes <= MIFU_LANES_MOST);
        assert_in_range(kernel->fewest, 2, kernel->lanes);
        /* What one kernel leaves over has room in the next. */
        if (kernel[1].lanes != 0)
            assert_true(kernel->fewest - 1 <= kernel[1].lanes);
        check_kernel(hash, kernel);
    }
}

static void test_kernels(void **state)
{
    (void)state;
    support_each_backend(check_kernels);
}

/* Fixed numbers of blocks from different chaining values, in every count. */
static void check_compress(const support_hash *hash)
{
    const mifu_lane_set set =
        hash->algorithm == MIFU_HASH_SM3 ? mifu_sm3_lane_set() : mifu_sha256_lane_set(8);

    for (size_t count = 0; count <= MIFU_LANES_MOST; count++)
        for (size_t each = 1; each <= 3; each++) {
            uint32_t states[MIFU_LANES_MOST][8], expected[MIFU_LANES_MOST][8];
            const uint8_t *blocks[MIFU_LANES_MOST];

            support_random_fill((uint8_t *)states, sizeof states);
            memcpy(expected, states, sizeof states);
            for (size_t i = 0; i < count; i++) {
                blocks[i] = pool + 61 * i;
                for (size_t n = 0; n < each; n++)
                    hash->compress(expected[i], blocks[i] + 64 * n);
            }
            mifu_lanes_compress(states, &set, blocks, each, count);
            assert_memory_equal(states, expected, sizeof states); /* the others untouched */
        }
}

static void test_compress(void **state)
{
    (void)state;
    support_each_backend(check_compress);
}

static void test_errors(void **state)
{
    const uint8_t *data[1] = {pool};
    size_t lens[1] = {10};
    uint8_t digest[32];

    (void)state;
    memset(digest, 0xa5, sizeof digest);
    assert_int_equal(mifu_hash_digest_many(digest, (mifu_hash_algorithm)9, data, lens, 1),
                     MIFU_ERR_ARGUMENT_NAME);
    for (size_t i = 0; i < sizeof digest; i++)
        assert_int_equal(digest[i], 0xa5);
    assert_int_equal(mifu_hash_digest_many(NULL, MIFU_HASH_SM3, NULL, NULL, 0), MIFU_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels),       cmocka_unit_test(test_compress),
        cmocka_unit_test(test_equal_lengths), cmocka_unit_test(test_mixed_lengths),
        cmocka_unit_test(test_one_long),      cmocka_unit_test(test_hmac),
        cmocka_unit_test(test_errors),
    };

    return cmocka_run_group_tests(tests, fill_pool, NULL);
}
