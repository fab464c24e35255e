/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of the kernels, called through the struct that a back-end's table row points to. "latency"
 * in a name: the output of one call is the input of the next.
 */
#include "bench.h"

#include "sha256_kernels.h"
#include "sm3_kernels.h"

static uint32_t hash_state[8];

static void sm3_compress(const bench_case *c)
{
    const mifu_sm3_kernels *kernels = c->kernels;

    kernels->compress(hash_state, bench_in, c->bytes / 64);
}

static void sha256_compress(const bench_case *c)
{
    const mifu_sha256_kernels *kernels = c->kernels;

    kernels->compress(hash_state, bench_in, c->bytes / 64);
}

static const bench_row rows[] = {
    {"kernel.sm3.compress", "mifu", "sm3", BENCH_BYTE, BENCH_MINIMUM, 1, bench_small_sizes, 8192,
     NULL, sm3_compress},
    {"kernel.sha256.compress", "mifu", "sha256", BENCH_BYTE, BENCH_MINIMUM, 1, bench_small_sizes,
     8192, NULL, sha256_compress},
};

const bench_table bench_rows_kernels = {rows, MIFU_COUNT_OF(rows)};
