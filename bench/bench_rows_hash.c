/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of the public functions over hashes. */
#include "bench.h"

#include "mifu/mifu.h"

static void sm3_hash(const bench_case *c)
{
    mifu_sm3_hash(bench_out, bench_in, c->bytes);
}

static void sha256_hash(const bench_case *c)
{
    mifu_sha256_hash(bench_out, bench_in, c->bytes);
}

static const bench_row rows[] = {
    {"sm3.hash", "mifu", "sm3", BENCH_BYTE, BENCH_MEDIAN, 1, bench_all_sizes, 8192, NULL, sm3_hash},
    {"sha256.hash", "mifu", "sha256", BENCH_BYTE, BENCH_MEDIAN, 1, bench_all_sizes, 8192, NULL,
     sha256_hash},
};

const bench_table bench_rows_hash = {rows, MIFU_COUNT_OF(rows)};
