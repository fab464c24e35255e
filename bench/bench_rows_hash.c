/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of the public functions over hashes. */
#include "bench.h"

#include "mifu/hash.h"
#include "mifu/hmac.h"
#include "mifu/kdf.h"

static void sm3_hash(const bench_case *c)
{
    mifu_sm3_hash(bench_out, bench_in, c->bytes);
}

static void sha256_hash(const bench_case *c)
{
    mifu_sha256_hash(bench_out, bench_in, c->bytes);
}

/* ---- Many at once: as many messages as the row has lanes, of one length, side by side */

#define MAX_LANES 16

static const uint8_t *messages[MAX_LANES];
static size_t message_lens[MAX_LANES];
static uint8_t digests[MAX_LANES][32];

static int prepare_many(const bench_case *c)
{
    for (size_t i = 0; i < c->lanes; i++) {
        messages[i] = bench_in + i * (c->bytes + 16); /* as malloc() would lay them */
        message_lens[i] = c->bytes;
    }
    return 1;
}

static void sm3_hash_many(const bench_case *c)
{
    mifu_sm3_hash_many(digests, messages, message_lens, c->lanes);
}

static void sha256_hash_many(const bench_case *c)
{
    mifu_sha256_hash_many(digests, messages, message_lens, c->lanes);
}

/* ---- HMAC and KDFs */

static mifu_hmac_key hmac_key;

static int prepare_hmac_sm3(const bench_case *c)
{
    (void)c;
    return mifu_hmac_key_init(&hmac_key, MIFU_HASH_SM3, bench_in, 32) == MIFU_OK;
}

static int prepare_hmac_sha256(const bench_case *c)
{
    (void)c;
    return mifu_hmac_key_init(&hmac_key, MIFU_HASH_SHA256, bench_in, 32) == MIFU_OK;
}

/* With a prepared key. */
static void hmac(const bench_case *c)
{
    mifu_hmac_mac(bench_out, &hmac_key, bench_in, c->bytes);
}

static int prepare_hmac_sm3_many(const bench_case *c)
{
    return prepare_many(c) && prepare_hmac_sm3(c);
}

static void hmac_many(const bench_case *c)
{
    mifu_hmac_mac_many(digests[0], &hmac_key, messages, message_lens, c->lanes);
}

static void kdf_sm3(const bench_case *c)
{
    bench_require(mifu_kdf_sm3(bench_out, c->bytes, bench_in, 64) == MIFU_OK, "mifu_kdf_sm3");
}

static void pbkdf2_sm3(const bench_case *c)
{
    (void)c;
    bench_require(
        mifu_pbkdf2(bench_out, 16, MIFU_HASH_SM3, bench_in, 16, bench_in + 16, 16, 1000) == MIFU_OK,
        "mifu_pbkdf2");
}

#define MANY(op, algorithm, lanes, run)                                                            \
    {                                                                                              \
        op, "mifu", algorithm, BENCH_BYTE, BENCH_MEDIAN, lanes, bench_small_sizes, 8192,           \
            prepare_many, run                                                                      \
    }

static const bench_row rows[] = {
    {"sm3.hash", "mifu", "sm3", BENCH_BYTE, BENCH_MEDIAN, 1, bench_all_sizes, 8192, NULL, sm3_hash},
    {"sha256.hash", "mifu", "sha256", BENCH_BYTE, BENCH_MEDIAN, 1, bench_all_sizes, 8192, NULL,
     sha256_hash},
    {"hmac_sm3.mac", "mifu", "sm3", BENCH_OP, BENCH_MEDIAN, 1, bench_all_sizes, 64,
     prepare_hmac_sm3, hmac},
    {"hmac_sha256.mac", "mifu", "sha256", BENCH_OP, BENCH_MEDIAN, 1, bench_all_sizes, 64,
     prepare_hmac_sha256, hmac},
    MANY("sm3.hash", "sm3", 8, sm3_hash_many),
    MANY("sm3.hash", "sm3", 16, sm3_hash_many),
    MANY("sha256.hash", "sha256", 2, sha256_hash_many),
    MANY("sha256.hash", "sha256", 4, sha256_hash_many),
    MANY("sha256.hash", "sha256", 16, sha256_hash_many),
    {"hmac_sm3.mac", "mifu", "sm3", BENCH_OP, BENCH_MEDIAN, 16, bench_small_sizes, 64,
     prepare_hmac_sm3_many, hmac_many},
    {"kdf.sm3", "mifu", "sm3", BENCH_BYTE, BENCH_MEDIAN, 1, bench_small_sizes, 1024, NULL, kdf_sm3},
    {"kdf.pbkdf2_sm3_1000", "mifu", "sm3", BENCH_OP, BENCH_MEDIAN, 1, bench_no_size, 0, NULL,
     pbkdf2_sm3},
};

const bench_table bench_rows_hash = {rows, MIFU_COUNT_OF(rows)};
