/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of the public functions of SM2. Sixteen keys, messages, signatures and ciphertexts take
 * turns, because the time of a verification depends a little on its numbers.
 */
#include "bench.h"

#include <string.h>

#include "mifu/sm2.h"
#include "mifu/sm2_many.h"

#define PER_OP(sizes, headline) BENCH_OP, BENCH_MEDIAN, 1, sizes, headline
#define REQUIRE(call)           bench_require((call) == MIFU_OK, #call)

#define ITEMS 32 /* single calls take turns among the first sixteen */
#define TURN  (turn = (turn + 1) % 16)

static struct {
    mifu_sm2_private_key key;
    mifu_sm2_public_key public_key;
    uint8_t ciphertext[MIFU_SM2_PUBLIC_KEY_SIZE + 64];
} items[ITEMS];

static const mifu_sm2_private_key *keys[ITEMS];
static const mifu_sm2_public_key *public_keys[ITEMS], *peers[ITEMS];
static uint8_t digests[ITEMS][32], signatures[ITEMS][64], digest_signatures[ITEMS][64];
static uint8_t shared[ITEMS][32];
static const uint8_t *messages[ITEMS];
static size_t message_lens[ITEMS], ciphertext_len;
static mifu_sm2_private_key fresh[ITEMS];
static mifu_status statuses[ITEMS];
static unsigned turn;

static uint64_t tables[2][MIFU_SM2_PREPARED_LARGE_SIZE / 8];
static mifu_sm2_prepared_key prepared_small, prepared_large; /* of item 0 */

static int prepare(const bench_case *c)
{
    static int done;

    (void)c;
    if (done)
        return 1;
    for (unsigned i = 0; i < ITEMS; i++) {
        keys[i] = &items[i].key;
        public_keys[i] = &items[i].public_key;
        peers[i] = &items[(i + 1) % ITEMS].public_key;
        messages[i] = bench_in + 32 * i;
        message_lens[i] = 32;
        memcpy(digests[i], messages[i], 32);
        REQUIRE(mifu_sm2_keygen(&items[i].key));
        mifu_sm2_public_key_from_private(&items[i].public_key, &items[i].key);
        REQUIRE(mifu_sm2_sign(signatures[i], keys[i], MIFU_SM2_DEFAULT_ID, messages[i], 32));
        REQUIRE(mifu_sm2_sign_digest(digest_signatures[i], keys[i], digests[i]));
        REQUIRE(mifu_sm2_encrypt(items[i].ciphertext, sizeof items[i].ciphertext, &ciphertext_len,
                                 public_keys[i], MIFU_SM2_C1C3C2, messages[i], 32));
    }
    REQUIRE(
        mifu_sm2_prepare(&prepared_small, tables[0], MIFU_SM2_PREPARED_SMALL_SIZE, public_keys[0]));
    REQUIRE(
        mifu_sm2_prepare(&prepared_large, tables[1], MIFU_SM2_PREPARED_LARGE_SIZE, public_keys[0]));
    done = 1;
    return 1;
}

static void keygen(const bench_case *c)
{
    (void)c;
    REQUIRE(mifu_sm2_keygen(&fresh[0]));
}

static void sign(const bench_case *c)
{
    unsigned i = TURN;

    (void)c;
    REQUIRE(mifu_sm2_sign(bench_out, keys[i], MIFU_SM2_DEFAULT_ID, messages[i], 32));
}

static void sign_digest(const bench_case *c)
{
    unsigned i = TURN;

    (void)c;
    REQUIRE(mifu_sm2_sign_digest(bench_out, keys[i], digests[i]));
}

static void verify(const bench_case *c)
{
    unsigned i = TURN;

    (void)c;
    REQUIRE(mifu_sm2_verify(public_keys[i], MIFU_SM2_DEFAULT_ID, messages[i], 32, signatures[i]));
}

static void verify_digest(const bench_case *c)
{
    unsigned i = TURN;

    (void)c;
    REQUIRE(mifu_sm2_verify_digest(public_keys[i], digests[i], digest_signatures[i]));
}

static void verify_prepared(const bench_case *c)
{
    (void)c;
    REQUIRE(mifu_sm2_verify_prepared(&prepared_large, MIFU_SM2_DEFAULT_ID, messages[0], 32,
                                     signatures[0]));
}

static void verify_prepared_small(const bench_case *c)
{
    (void)c;
    REQUIRE(mifu_sm2_verify_prepared(&prepared_small, MIFU_SM2_DEFAULT_ID, messages[0], 32,
                                     signatures[0]));
}

static void ecdh_prepared(const bench_case *c)
{
    (void)c;
    mifu_sm2_ecdh_prepared(shared[0], keys[1], &prepared_large);
}

static void encrypt_prepared(const bench_case *c)
{
    size_t len;

    (void)c;
    REQUIRE(mifu_sm2_encrypt_prepared(bench_out, 256, &len, &prepared_large, MIFU_SM2_C1C3C2,
                                      messages[0], 32));
}

static void prepare_large(const bench_case *c)
{
    (void)c;
    REQUIRE(
        mifu_sm2_prepare(&prepared_large, tables[1], MIFU_SM2_PREPARED_LARGE_SIZE, public_keys[0]));
}

static void ecdh(const bench_case *c)
{
    unsigned i = TURN;

    (void)c;
    mifu_sm2_ecdh(bench_out, keys[i], peers[i]);
}

static void encrypt(const bench_case *c)
{
    unsigned i = TURN;
    size_t len;

    REQUIRE(mifu_sm2_encrypt(bench_out, BENCH_BUFFER_SIZE, &len, public_keys[i], MIFU_SM2_C1C3C2,
                             messages[i], c->bytes));
}

static void decrypt(const bench_case *c)
{
    unsigned i = TURN;
    size_t len;

    (void)c;
    REQUIRE(mifu_sm2_decrypt(bench_out, BENCH_BUFFER_SIZE, &len, keys[i], MIFU_SM2_C1C3C2,
                             items[i].ciphertext, ciphertext_len));
}

/* ---- Many at once */

static uint8_t scratch[MIFU_SM2_MANY_SCRATCH_SIZE] MIFU_ALIGNED(64);

static void keygen_many(const bench_case *c)
{
    REQUIRE(mifu_sm2_keygen_many(fresh, statuses, c->lanes, scratch, sizeof scratch));
}

static void sign_many(const bench_case *c)
{
    REQUIRE(mifu_sm2_sign_many(bench_out, statuses, keys, MIFU_SM2_DEFAULT_ID, messages,
                               message_lens, c->lanes, scratch, sizeof scratch));
}

static void verify_many(const bench_case *c)
{
    REQUIRE(mifu_sm2_verify_many(statuses, public_keys, MIFU_SM2_DEFAULT_ID, messages, message_lens,
                                 signatures[0], c->lanes, scratch, sizeof scratch));
}

static void ecdh_many(const bench_case *c)
{
    REQUIRE(
        mifu_sm2_ecdh_many(shared[0], statuses, keys, peers, c->lanes, scratch, sizeof scratch));
}

#define MANY(op, n, run)                                                                           \
    {                                                                                              \
        op, "mifu", "sm2_many", BENCH_OP, BENCH_MEDIAN, n, bench_no_size, 0, prepare, run          \
    }

static const bench_row rows[] = {
    {"sm2.keygen", "mifu", "sm2", PER_OP(bench_no_size, 0), prepare, keygen},
    {"sm2.sign", "mifu", "sm2", PER_OP(bench_no_size, 0), prepare, sign},
    {"sm2.sign_digest", "mifu", "sm2", PER_OP(bench_no_size, 0), prepare, sign_digest},
    {"sm2.verify", "mifu", "sm2", PER_OP(bench_no_size, 0), prepare, verify},
    {"sm2.verify_digest", "mifu", "sm2", PER_OP(bench_no_size, 0), prepare, verify_digest},
    {"sm2.verify_prepared", "mifu", "sm2", PER_OP(bench_no_size, 0), prepare, verify_prepared},
    {"sm2.verify_prepared_small", "mifu", "sm2", PER_OP(bench_no_size, 0), prepare,
     verify_prepared_small},
    {"sm2.prepare", "mifu", "sm2", PER_OP(bench_no_size, 0), prepare, prepare_large},
    {"sm2.ecdh", "mifu", "sm2", PER_OP(bench_no_size, 0), prepare, ecdh},
    {"sm2.ecdh_prepared", "mifu", "sm2", PER_OP(bench_no_size, 0), prepare, ecdh_prepared},
    {"sm2.encrypt_prepared", "mifu", "sm2", PER_OP(bench_size_32, 32), prepare, encrypt_prepared},
    {"sm2.encrypt", "mifu", "sm2", PER_OP(bench_size_32, 32), prepare, encrypt},
    {"sm2.decrypt", "mifu", "sm2", PER_OP(bench_size_32, 32), prepare, decrypt},
    MANY("sm2.keygen", 8, keygen_many),
    MANY("sm2.sign", 8, sign_many),
    MANY("sm2.verify", 8, verify_many),
    MANY("sm2.ecdh", 8, ecdh_many),
    MANY("sm2.keygen", 32, keygen_many),
    MANY("sm2.sign", 32, sign_many),
    MANY("sm2.verify", 32, verify_many),
    MANY("sm2.ecdh", 32, ecdh_many),
};

const bench_table bench_rows_sm2 = {rows, MIFU_COUNT_OF(rows)};
