/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of ZUC: 128-EEA3 and 128-EIA3 of one message and of many, keys and IVs set up included. */
#include "bench.h"

#include "mifu/zuc_many.h"

static void eea3(const bench_case *c)
{
    (void)!mifu_zuc_eea3(bench_out, bench_in, 1, 2, 0, bench_in, 8 * (uint64_t)c->bytes);
}

static void eia3(const bench_case *c)
{
    (void)!mifu_zuc_eia3(bench_out, bench_in, 1, 2, 0, bench_in, 8 * (uint64_t)c->bytes);
}

/* Many messages, each under a key of its own, a cache line more than a power of two apart. */
#define LANES    16
#define DISTANCE (65536 + 64)
#define MANY     "mifu", "zuc", BENCH_BYTE, BENCH_MEDIAN

static uint8_t many_in[LANES][DISTANCE], many_out[LANES][DISTANCE];
static const uint8_t *many_keys[LANES], *many_ins[LANES];
static uint8_t *many_outs[LANES], many_macs[LANES * MIFU_ZUC_EIA3_MAC_SIZE];
static mifu_zuc_3gpp many_parameters[LANES];
static uint64_t many_bits[LANES];

static int prepare_many(const bench_case *c)
{
    for (unsigned i = 0; i < c->lanes; i++) {
        many_keys[i] = bench_in + 16 * i;
        many_parameters[i].count = i;
        many_ins[i] = many_in[i];
        many_outs[i] = many_out[i];
        many_bits[i] = 8 * (uint64_t)c->bytes;
        for (size_t j = 0; j < c->bytes; j += 4096)
            many_in[i][j] = many_out[i][j] = (uint8_t)i; /* have the pages mapped */
    }
    return 1;
}

static void eea3_many(const bench_case *c)
{
    bench_require(mifu_zuc_eea3_many(many_outs, many_keys, many_parameters, many_ins, many_bits,
                                     c->lanes) == MIFU_OK,
                  "mifu_zuc_eea3_many");
}

static void eia3_many(const bench_case *c)
{
    bench_require(mifu_zuc_eia3_many(many_macs, many_keys, many_parameters, many_ins, many_bits,
                                     c->lanes) == MIFU_OK,
                  "mifu_zuc_eia3_many");
}

static const bench_row rows[] = {
    {"zuc.eea3", "mifu", "zuc", BENCH_BYTE, BENCH_MEDIAN, 1, bench_all_sizes, 8192, NULL, eea3},
    {"zuc.eia3", "mifu", "zuc", BENCH_BYTE, BENCH_MEDIAN, 1, bench_all_sizes, 8192, NULL, eia3},
    {"zuc.eea3", MANY, 8, bench_all_sizes, 8192, prepare_many, eea3_many},
    {"zuc.eea3", MANY, 16, bench_all_sizes, 8192, prepare_many, eea3_many},
    {"zuc.eia3", MANY, 8, bench_all_sizes, 8192, prepare_many, eia3_many},
    {"zuc.eia3", MANY, 16, bench_all_sizes, 8192, prepare_many, eia3_many},
};

const bench_table bench_rows_zuc = {rows, MIFU_COUNT_OF(rows)};
