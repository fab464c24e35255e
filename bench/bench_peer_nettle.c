/* SPDX-License-Identifier: Apache-2.0 */
/* The same work in nettle. */
#include "bench.h"

#include <nettle/sha2.h>
#include <nettle/sm3.h>
#include <nettle/version.h>

#define TEXT_OF(x)  #x
#define TEXT(x)     TEXT_OF(x)
#define VERSION     TEXT(NETTLE_VERSION_MAJOR) "." TEXT(NETTLE_VERSION_MINOR)
#define ROW(op)     op, "nettle", VERSION
#define PER_BYTE(h) BENCH_BYTE, BENCH_MEDIAN, 1, bench_all_sizes, h

static void sm3_hash(const bench_case *c)
{
    struct sm3_ctx ctx;

    sm3_init(&ctx);
    sm3_update(&ctx, c->bytes, bench_in);
    sm3_digest(&ctx, SM3_DIGEST_SIZE, bench_out);
}

static void sha256_hash(const bench_case *c)
{
    struct sha256_ctx ctx;

    sha256_init(&ctx);
    sha256_update(&ctx, c->bytes, bench_in);
    sha256_digest(&ctx, SHA256_DIGEST_SIZE, bench_out);
}

static const bench_row rows[] = {
    {ROW("sm3.hash"), PER_BYTE(8192), NULL, sm3_hash},
    {ROW("sha256.hash"), PER_BYTE(8192), NULL, sha256_hash},
};

const bench_table bench_rows_nettle = {rows, MIFU_COUNT_OF(rows)};
