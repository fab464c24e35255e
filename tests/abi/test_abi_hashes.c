/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels of the hashes, many of them in assembly, keep the calling convention: registers that
 * belong to the caller come back as they were, the stack where it was, the direction flag clear.
 */
#include "sha256_kernels.h"
#include "sm3_kernels.h"
#include "support_hashes.h"
#include "support_random.h"

typedef void abi_function(void);

void abi_call(abi_function *function, const void *a, const void *b, size_t c, uint64_t after[8]);

static uint8_t blocks[16 * 64];
static uint32_t states[8 * MIFU_LANES_MOST];

static void check_call(abi_function *function, const void *input, size_t count)
{
    static const uint64_t expected[7] = {
        UINT64_C(0x1111111111111111),
        UINT64_C(0x2222222222222222),
        UINT64_C(0x3333333333333333),
        UINT64_C(0x4444444444444444),
        UINT64_C(0x5555555555555555),
        UINT64_C(0x6666666666666666),
        0,
    };
    uint64_t after[8];

    abi_call(function, states, input, count, after);
    assert_memory_equal(after, expected, sizeof expected);
    assert_int_equal(after[7] >> 10 & 1, 0);
}

static void check_kernels(const support_hash *hash)
{
    const mifu_lane_set set =
        hash->algorithm == MIFU_HASH_SM3 ? mifu_sm3_lane_set() : mifu_sha256_lane_set(8);
    const uint8_t *pointers[MIFU_LANES_MOST];

    for (size_t i = 0; i < MIFU_LANES_MOST; i++)
        pointers[i] = blocks + 3 * i;
    for (size_t count = 0; count <= 5; count++) {
        check_call((abi_function *)set.compress, blocks, count);
        for (const mifu_lane_kernel *kernel = set.kernels; kernel->lanes != 0; kernel++)
            check_call((abi_function *)kernel->compress, pointers, count);
    }
}

static void test_kernels(void **state)
{
    (void)state;
    support_random_fill(blocks, sizeof blocks);
    support_each_backend(check_kernels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
