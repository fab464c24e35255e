/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hash functions on every back-end against slow oracles: all lengths around the block and padding
 * borders, every alignment, streaming in random pieces, copies under way, bit counts near 2^32 and
 * 2^61, wiping.
 */
#include <pthread.h>
#include <stdlib.h>

#include "support_hashes.h"
#include "support_random.h"

static uint8_t message[1 << 14];

static int fill_message(void **state)
{
    (void)state;
    support_random_fill(message, sizeof message);
    return 0;
}

static void assert_digest(const support_hash *hash, const uint8_t *data, size_t len)
{
    uint8_t got[32], expected[32];

    support_slow_digest(expected, hash, data, len);
    assert_int_equal(mifu_hash_digest(got, hash->algorithm, data, len), MIFU_OK);
    assert_memory_equal(got, expected, hash->size);
}

static void check_lengths(const support_hash *hash)
{
    for (size_t len = 0; len <= 300; len++)
        assert_digest(hash, message, len);
    for (size_t len = 1000; len <= sizeof message; len += 997)
        assert_digest(hash, message, len);
}

static void test_lengths(void **state)
{
    (void)state;
    support_each_backend(check_lengths);
}

/* The input ends where readable memory ends, so that a sanitizer sees a byte read too far. */
static void check_alignment(const support_hash *hash)
{
    for (size_t offset = 0; offset < 16; offset++)
        for (size_t len = 0; len <= 200; len += 40) {
            uint8_t *memory = malloc(offset + len + 1);

            assert_non_null(memory);
            memcpy(memory + offset, message, len);
            memory = realloc(memory, offset + len + (offset + len == 0));
            assert_non_null(memory);
            assert_digest(hash, memory + offset, len);
            free(memory);
        }
}

static void test_alignment(void **state)
{
    (void)state;
    support_each_backend(check_alignment);
}

static void check_streaming(const support_hash *hash)
{
    for (int round = 0; round < 300; round++) {
        size_t len = support_random_below(round % 10 == 0 ? 3000 : 300);
        size_t longest = 1 + support_random_below(200);
        uint8_t expected[32], got[32];
        mifu_hash h;

        support_slow_digest(expected, hash, message, len);
        assert_int_equal(mifu_hash_init(&h, hash->algorithm), MIFU_OK);
        for (size_t at = 0; at < len;) {
            size_t piece = support_random_below(longest + 1);

            if (piece > len - at)
                piece = len - at;
            mifu_hash_update(&h, piece == 0 ? NULL : message + at, piece);
            at += piece;
        }
        mifu_hash_final(got, &h);
        assert_memory_equal(got, expected, hash->size);
    }
}

static void test_streaming(void **state)
{
    (void)state;
    support_each_backend(check_streaming);
}

static void check_copies(const support_hash *hash)
{
    for (size_t split = 0; split <= 130; split++) {
        uint8_t expected[32], got[32];
        mifu_hash h, copy;

        assert_int_equal(mifu_hash_init(&h, hash->algorithm), MIFU_OK);
        mifu_hash_update(&h, message, split);
        copy = h;
        mifu_hash_update(&h, message + split, 77);
        mifu_hash_final(got, &h);
        support_slow_digest(expected, hash, message, split + 77);
        assert_memory_equal(got, expected, hash->size);

        mifu_hash_update(&copy, message + split, 150); /* the end of the first changed nothing */
        mifu_hash_final(got, &copy);
        support_slow_digest(expected, hash, message, split + 150);
        assert_memory_equal(got, expected, hash->size);
    }
}

static void test_copies(void **state)
{
    (void)state;
    support_each_backend(check_copies);
}

/* The copy functions of the two types themselves. */
static void test_typed_copies(void **state)
{
    uint8_t expected[32], got[32];
    mifu_sm3 sm3, sm3_copy;
    mifu_sha256 sha256, sha256_copy;

    (void)state;
    mifu_sm3_init(&sm3);
    mifu_sm3_update(&sm3, message, 100);
    mifu_sm3_copy(&sm3_copy, &sm3);
    mifu_sm3_wipe(&sm3);
    mifu_sm3_update(&sm3_copy, message + 100, 50);
    mifu_sm3_final(got, &sm3_copy);
    support_slow_digest(expected, &support_hashes[0], message, 150);
    assert_memory_equal(got, expected, 32);

    mifu_sha256_init(&sha256);
    mifu_sha256_update(&sha256, message, 100);
    mifu_sha256_copy(&sha256_copy, &sha256);
    mifu_sha256_wipe(&sha256);
    mifu_sha256_update(&sha256_copy, message + 100, 50);
    mifu_sha256_final(got, &sha256_copy);
    support_slow_digest(expected, &support_hashes[1], message, 150);
    assert_memory_equal(got, expected, 32);
}

/*
 * The bit count of long messages, without hashing them: a hash under way is put where it would be
 * after that many bytes, with an arbitrary chaining value. Counters of 32 bits, of bits, bytes or
 * blocks, signed or not, fail at one of these.
 */
static void check_counter(const support_hash *hash)
{
    static const uint64_t counts[] = {
        UINT64_C(1) << 26, UINT64_C(1) << 28, UINT64_C(3) << 28,
        UINT64_C(1) << 29, UINT64_C(1) << 31, UINT64_C(1) << 32,
        UINT64_C(1) << 35, UINT64_C(1) << 38, UINT64_C(1) << 60,
    };

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        for (uint64_t before = counts[i] - 128; before <= counts[i]; before += 64)
            for (size_t len = 0; len < 200; len += 11) {
                uint8_t expected[32], got[32];
                uint32_t chaining[8];
                mifu_hash h;

                support_random_fill((uint8_t *)chaining, sizeof chaining);
                assert_int_equal(mifu_hash_init(&h, hash->algorithm), MIFU_OK);
                if (hash->algorithm == MIFU_HASH_SM3) {
                    memcpy(h.u.sm3.state, chaining, sizeof chaining);
                    h.u.sm3.length = before;
                } else {
                    memcpy(h.u.sha256.state, chaining, sizeof chaining);
                    h.u.sha256.length = before;
                }
                mifu_hash_update(&h, message, len / 2);
                mifu_hash_update(&h, message + len / 2, len - len / 2);
                mifu_hash_final(got, &h);
                slow_finish(expected, hash->size, hash->compress, chaining, before, message, len);
                assert_memory_equal(got, expected, hash->size);
            }
}

static void test_counter(void **state)
{
    (void)state;
    support_each_backend(check_counter);
}

/* The digest may be written over the message. */
static void check_in_place(const support_hash *hash)
{
    for (size_t len = 32; len <= 160; len += 16)
        for (size_t at = 0; at <= len - 32; at += 8) {
            uint8_t expected[32], data[160];

            memcpy(data, message, len);
            support_slow_digest(expected, hash, data, len);
            assert_int_equal(mifu_hash_digest(data + at, hash->algorithm, data, len), MIFU_OK);
            assert_memory_equal(data + at, expected, hash->size);
            assert_memory_equal(data + at + hash->size, message + at + hash->size,
                                len - at - hash->size);
        }
}

static void test_in_place(void **state)
{
    (void)state;
    support_each_backend(check_in_place);
}

static void assert_zero(const void *p, size_t len)
{
    const uint8_t *bytes = p;

    for (size_t i = 0; i < len; i++)
        assert_int_equal(bytes[i], 0);
}

static void check_wiping(const support_hash *hash)
{
    uint8_t digest[32];
    mifu_hash h;

    memset(&h, 0xa5, sizeof h);
    assert_int_equal(mifu_hash_init(&h, hash->algorithm), MIFU_OK);
    mifu_hash_update(&h, message, 100);
    mifu_hash_final(digest, &h);
    assert_zero(&h, sizeof h);

    assert_int_equal(mifu_hash_init(&h, hash->algorithm), MIFU_OK);
    mifu_hash_update(&h, message, 100);
    mifu_hash_wipe(&h);
    assert_zero(&h, sizeof h);
}

static void test_wiping(void **state)
{
    (void)state;
    support_each_backend(check_wiping);
}

static void test_names(void **state)
{
    static const int wrong[] = {0, 4, -1, 255, 1 << 20};

    (void)state;
    for (size_t i = 0; i < SUPPORT_HASHES; i++) {
        assert_string_equal(mifu_hash_name(support_hashes[i].algorithm), support_hashes[i].name);
        assert_int_equal(mifu_hash_digest_size(support_hashes[i].algorithm),
                         support_hashes[i].size);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        mifu_hash_algorithm algorithm = (mifu_hash_algorithm)wrong[i];
        uint8_t digest[32] = {0};
        mifu_hash h;

        assert_null(mifu_hash_name(algorithm));
        assert_int_equal(mifu_hash_digest_size(algorithm), 0);
        assert_int_equal(mifu_hash_init(&h, algorithm), MIFU_ERR_ARGUMENT_NAME);
        assert_int_equal(mifu_hash_digest(digest, algorithm, message, 10), MIFU_ERR_ARGUMENT_NAME);
        assert_zero(digest, sizeof digest);
    }
}

/* Text is bytes: the same character in three encodings has three digests, none of them altered. */
static void test_text_is_bytes(void **state)
{
    static const struct {
        uint8_t text[3];
        size_t len;
        uint8_t starts[4];
    } rows[] = {
        {{0xe5, 0x80, 0xbc}, 3, {0x71, 0xf6, 0x8f, 0x1c}}, /* UTF-8 */
        {{0xd6, 0xb5, 0x00}, 2, {0xfb, 0x6b, 0x59, 0xb7}}, /* GBK */
        {{0x50, 0x3c, 0x00}, 2, {0x3d, 0x9c, 0x38, 0x88}}, /* UTF-16, big endian */
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t digest[MIFU_SM3_DIGEST_SIZE];

        mifu_sm3_hash(digest, rows[i].text, rows[i].len);
        assert_memory_equal(digest, rows[i].starts, sizeof rows[i].starts);
        assert_digest(&support_hashes[0], rows[i].text, rows[i].len);
    }
}

/* 256 MiB of zeros: hashed in fact, once; longer ones are in test_hash_long. */
static void test_quarter_gibibyte(void **state)
{
    static const uint8_t expected[MIFU_SM3_DIGEST_SIZE] = {
        0x4b, 0x4a, 0xd5, 0x16, 0x4c, 0x65, 0x5d, 0x55, 0x37, 0x40, 0xef,
        0x37, 0x4f, 0x2d, 0xc3, 0xc9, 0xdc, 0xce, 0x8b, 0xf3, 0xed, 0x35,
        0xf3, 0xa5, 0x59, 0xbe, 0x2a, 0x7a, 0xa3, 0xc3, 0xb3, 0x77};
    static const uint8_t zeros[1 << 16];
    uint8_t digest[MIFU_SM3_DIGEST_SIZE];
    mifu_sm3 sm3;

    (void)state;
    mifu_sm3_init(&sm3);
    for (uint64_t done = 0; done < UINT64_C(1) << 28; done += sizeof zeros)
        mifu_sm3_update(&sm3, zeros, sizeof zeros);
    mifu_sm3_final(digest, &sm3);
    assert_memory_equal(digest, expected, sizeof expected);
}

/* Threads share nothing: each hashes its own messages, the first use of the table included. */
static void *hash_many_messages(void *argument)
{
    uintptr_t failures = 0;
    size_t start = *(const size_t *)argument;

    for (size_t len = start; len < start + 500; len++)
        for (size_t i = 0; i < SUPPORT_HASHES; i++) {
            uint8_t got[32], expected[32];

            support_slow_digest(expected, &support_hashes[i], message, len);
            if (mifu_hash_digest(got, support_hashes[i].algorithm, message, len) != MIFU_OK ||
                memcmp(got, expected, support_hashes[i].size) != 0)
                failures++;
        }
    return (void *)failures;
}

static void test_threads(void **state)
{
    static const size_t starts[8] = {0, 10, 20, 30, 40, 50, 60, 70};
    pthread_t threads[8];

    (void)state;
    support_slow_digest((uint8_t[32]){0}, &support_hashes[1], message, 1); /* makes its table */
    assert_int_equal(mifu_cpu_restrict("all"), MIFU_OK);                   /* forgets all choices */
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, hash_many_messages, (void *)(uintptr_t)&starts[i]),
            0);
    for (size_t i = 0; i < 8; i++) {
        void *failures;

        assert_int_equal(pthread_join(threads[i], &failures), 0);
        assert_null(failures);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_streaming),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_typed_copies),
        cmocka_unit_test(test_counter),
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_wiping),
        cmocka_unit_test(test_text_is_bytes),
        cmocka_unit_test(test_quarter_gibibyte),
        cmocka_unit_test(test_threads),
    };

    return cmocka_run_group_tests(tests, fill_message, NULL);
}
