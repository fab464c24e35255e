/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of ZUC: 128-EEA3 and 128-EIA3 of one message, key and IV set up included. */
#include "bench.h"

#include "mifu/zuc.h"

static void eea3(const bench_case *c)
{
    (void)!mifu_zuc_eea3(bench_out, bench_in, 1, 2, 0, bench_in, 8 * (uint64_t)c->bytes);
}

static void eia3(const bench_case *c)
{
    (void)!mifu_zuc_eia3(bench_out, bench_in, 1, 2, 0, bench_in, 8 * (uint64_t)c->bytes);
}

static const bench_row rows[] = {
    {"zuc.eea3", "mifu", "zuc", BENCH_BYTE, BENCH_MEDIAN, 1, bench_all_sizes, 8192, NULL, eea3},
    {"zuc.eia3", "mifu", "zuc", BENCH_BYTE, BENCH_MEDIAN, 1, bench_all_sizes, 8192, NULL, eia3},
};

const bench_table bench_rows_zuc = {rows, MIFU_COUNT_OF(rows)};
