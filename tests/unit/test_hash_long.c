/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages at and beyond 2^32 bits and 2^32 bytes, hashed in fact, on every back-end. Takes
 * minutes: runs only with MIFU_NIGHTLY=1 in the environment, otherwise reports itself skipped.
 */
#include <stdlib.h>

#include "support_hashes.h"

#define PIECE ((size_t)1 << 20)

static uint8_t zeros[PIECE];

/* The oracle on whole blocks of zeros would take hours: its chaining value is the library's. */
static void check_long(const support_hash *hash)
{
    static const uint64_t lengths[] = {UINT64_C(1) << 29, (UINT64_C(1) << 29) + 1,
                                       (UINT64_C(1) << 32) - 1, (UINT64_C(1) << 32) + 57};

    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        uint64_t left = lengths[i];
        uint8_t got[32], expected[32];
        mifu_hash h, whole;

        assert_int_equal(mifu_hash_init(&h, hash->algorithm), MIFU_OK);
        while (left >= PIECE) {
            mifu_hash_update(&h, zeros, PIECE);
            left -= PIECE;
        }
        whole = h;
        mifu_hash_update(&h, zeros, (size_t)left);
        mifu_hash_final(got, &h);
        slow_finish(expected, hash->size, hash->compress,
                    hash->algorithm == MIFU_HASH_SM3 ? whole.u.sm3.state : whole.u.sha256.state,
                    lengths[i] - left, zeros, (size_t)left);
        assert_memory_equal(got, expected, hash->size);
    }
}

static void test_long(void **state)
{
    (void)state;
    if (getenv("MIFU_NIGHTLY") == NULL)
        skip();
    support_each_backend(check_long);
}

/* 512 MiB of zeros: the bit count is 2^32. */
static void test_half_gibibyte(void **state)
{
    static const uint8_t expected[MIFU_SM3_DIGEST_SIZE] = {
        0x79, 0x27, 0xca, 0x88, 0x84, 0xa5, 0x35, 0xd9, 0xa4, 0xd8, 0x09,
        0x86, 0xf7, 0xc4, 0x78, 0xa7, 0x90, 0x01, 0x3e, 0xe3, 0x70, 0x83,
        0x6d, 0xfb, 0x86, 0xa3, 0x6b, 0x44, 0x43, 0xc8, 0x65, 0x33};
    uint8_t digest[MIFU_SM3_DIGEST_SIZE];
    mifu_sm3 sm3;

    (void)state;
    if (getenv("MIFU_NIGHTLY") == NULL)
        skip();
    mifu_sm3_init(&sm3);
    for (unsigned i = 0; i < 512; i++)
        mifu_sm3_update(&sm3, zeros, PIECE);
    mifu_sm3_final(digest, &sm3);
    assert_memory_equal(digest, expected, sizeof expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_half_gibibyte),
        cmocka_unit_test(test_long),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
