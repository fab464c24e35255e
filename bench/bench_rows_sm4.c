/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of the public functions of SM4: one message, a key that is there, IV or nonce of 12 or 16.
 */
#include "bench.h"

#include "mifu/sm4.h"
#include "mifu/sm4_aead.h"
#include "mifu/sm4_mac.h"
#include "mifu/sm4_many.h"
#include "mifu/sm4_modes.h"

#define PER_BYTE(h)   "mifu", "sm4", BENCH_BYTE, BENCH_MEDIAN, 1, bench_all_sizes, h
#define REQUIRE(call) bench_require((call) == MIFU_OK, #call)

static mifu_sm4_key key, tweak_key;
static mifu_sm4_key own_keys[64]; /* of the rows with a key for each message */
static const uint8_t iv[16] = {1, 2, 3};

static int prepare_key(const bench_case *c)
{
    (void)c;
    mifu_sm4_key_init(&key, bench_in);
    mifu_sm4_key_init(&tweak_key, bench_in + 16);
    return 1;
}

static void ecb(const bench_case *c)
{
    size_t len;

    REQUIRE(mifu_sm4_ecb_encrypt(bench_out, c->bytes, &len, &key, MIFU_SM4_PADDING_NONE, bench_in,
                                 c->bytes));
}

static void ctr(const bench_case *c)
{
    REQUIRE(mifu_sm4_ctr_crypt(bench_out, &key, iv, bench_in, c->bytes));
}

static void cbc_encrypt(const bench_case *c)
{
    size_t len;

    REQUIRE(mifu_sm4_cbc_encrypt(bench_out, c->bytes, &len, &key, iv, MIFU_SM4_PADDING_NONE,
                                 bench_in, c->bytes));
}

static void cbc_decrypt(const bench_case *c)
{
    size_t len;

    REQUIRE(mifu_sm4_cbc_decrypt(bench_out, c->bytes, &len, &key, iv, MIFU_SM4_PADDING_NONE,
                                 bench_in, c->bytes));
}

static void cfb_encrypt(const bench_case *c)
{
    REQUIRE(mifu_sm4_cfb_encrypt(bench_out, &key, iv, bench_in, c->bytes));
}

static void ofb(const bench_case *c)
{
    REQUIRE(mifu_sm4_ofb_crypt(bench_out, &key, iv, bench_in, c->bytes));
}

static void xts(const bench_case *c)
{
    REQUIRE(mifu_sm4_xts_encrypt(bench_out, &key, &tweak_key, MIFU_SM4_XTS_IEEE, iv, bench_in,
                                 c->bytes));
}

static void xts_gb(const bench_case *c)
{
    REQUIRE(
        mifu_sm4_xts_encrypt(bench_out, &key, &tweak_key, MIFU_SM4_XTS_GB, iv, bench_in, c->bytes));
}

static uint8_t tag[16];

static void gcm_encrypt(const bench_case *c)
{
    REQUIRE(mifu_sm4_gcm_seal(bench_out, tag, 16, &key, iv, 12, NULL, 0, bench_in, c->bytes));
}

/* A ciphertext of zeros would do for the time, but not for the tag. */
static int prepare_gcm_decrypt(const bench_case *c)
{
    prepare_key(c);
    gcm_encrypt(c);
    return 1;
}

static void gcm_decrypt(const bench_case *c)
{
    REQUIRE(mifu_sm4_gcm_open(bench_out + BENCH_BUFFER_SIZE / 2, &key, iv, 12, NULL, 0, bench_out,
                              c->bytes, tag, 16));
}

static void ccm(const bench_case *c)
{
    REQUIRE(mifu_sm4_ccm_seal(bench_out, tag, 16, &key, iv, 12, NULL, 0, bench_in, c->bytes));
}

static void gcm_siv(const bench_case *c)
{
    REQUIRE(mifu_sm4_gcm_siv_seal(bench_out, tag, &key, iv, NULL, 0, bench_in, c->bytes));
}

static void cmac(const bench_case *c)
{
    REQUIRE(mifu_sm4_cmac_mac(tag, 16, &key, bench_in, c->bytes));
}

static void gmac(const bench_case *c)
{
    REQUIRE(mifu_sm4_gmac_mac(tag, 16, &key, iv, 12, bench_in, c->bytes));
}

/*
 * Many messages, under one key or each under its own ("_keys"). They lie a cache line more than a
 * power of two apart: at exactly a power of two, lines of all messages want the same places in the
 * cache, which the figures of docs/performance-sm4.md show separately.
 */
#define LANES    64
#define DISTANCE (65536 + 64)
#define MANY(lanes, h)                                                                             \
    "mifu", "sm4", BENCH_BYTE, BENCH_MEDIAN, lanes, bench_all_sizes, h, prepare_many
#define MANY_KEYS(lanes, h)                                                                        \
    "mifu", "sm4", BENCH_BYTE, BENCH_MEDIAN, lanes, bench_all_sizes, h, prepare_many_keys

static uint8_t many_in[LANES][DISTANCE], many_out[LANES][DISTANCE];
static const mifu_sm4_key *many_keys[LANES];
static const uint8_t *many_ins[LANES], *many_ivs[LANES];
static uint8_t *many_outs[LANES];
static size_t many_lens[LANES];

static int prepare_many(const bench_case *c)
{
    prepare_key(c);
    for (unsigned i = 0; i < c->lanes; i++) {
        many_keys[i] = &key;
        many_ins[i] = many_in[i];
        many_outs[i] = many_out[i];
        many_ivs[i] = iv;
        many_lens[i] = c->bytes;
        for (size_t j = 0; j < c->bytes; j += 4096)
            many_in[i][j] = many_out[i][j] = (uint8_t)i; /* have the pages mapped */
    }
    return 1;
}

static int prepare_many_keys(const bench_case *c)
{
    prepare_many(c);
    REQUIRE(mifu_sm4_key_init_many(own_keys, bench_in, c->lanes));
    for (unsigned i = 0; i < c->lanes; i++)
        many_keys[i] = &own_keys[i];
    return 1;
}

static void ctr_many(const bench_case *c)
{
    REQUIRE(mifu_sm4_ctr_crypt_many(many_outs, many_keys, many_ivs, many_ins, many_lens, c->lanes));
}

static uint8_t many_tags[LANES * 16];

static void cmac_many(const bench_case *c)
{
    REQUIRE(mifu_sm4_cmac_many(many_tags, many_keys, many_ins, many_lens, c->lanes));
}

static void cbc_encrypt_many(const bench_case *c)
{
    REQUIRE(
        mifu_sm4_cbc_encrypt_many(many_outs, many_keys, many_ivs, many_ins, many_lens, c->lanes));
}

static void key_expand(const bench_case *c)
{
    (void)c;
    mifu_sm4_key_init(&key, bench_in);
}

static void key_expand_many(const bench_case *c)
{
    REQUIRE(mifu_sm4_key_init_many(own_keys, bench_in, c->lanes));
}

static const bench_row rows[] = {
    {"sm4.ecb", PER_BYTE(65536), prepare_key, ecb},
    {"sm4.ctr", PER_BYTE(65536), prepare_key, ctr},
    {"sm4.cbc_encrypt", PER_BYTE(8192), prepare_key, cbc_encrypt},
    {"sm4.cbc_encrypt", MANY(16, 8192), cbc_encrypt_many},
    {"sm4.cbc_encrypt", MANY(32, 8192), cbc_encrypt_many},
    {"sm4.cbc_encrypt", MANY(64, 8192), cbc_encrypt_many},
    {"sm4.cbc_encrypt_keys", MANY_KEYS(16, 8192), cbc_encrypt_many},
    {"sm4.cbc_encrypt_keys", MANY_KEYS(32, 8192), cbc_encrypt_many},
    {"sm4.cbc_encrypt_keys", MANY_KEYS(64, 8192), cbc_encrypt_many},
    {"sm4.ctr_keys", MANY_KEYS(16, 64), ctr_many},
    {"sm4.ctr_keys", MANY_KEYS(64, 64), ctr_many},
    {"sm4.cmac", MANY(16, 1024), cmac_many},
    {"sm4.cmac", MANY(64, 1024), cmac_many},
    {"sm4.cmac_keys", MANY_KEYS(16, 1024), cmac_many},
    {"sm4.cmac_keys", MANY_KEYS(64, 1024), cmac_many},
    {"sm4.cbc_decrypt", PER_BYTE(65536), prepare_key, cbc_decrypt},
    {"sm4.cfb_encrypt", PER_BYTE(8192), prepare_key, cfb_encrypt},
    {"sm4.ofb", PER_BYTE(8192), prepare_key, ofb},
    {"sm4.xts", PER_BYTE(65536), prepare_key, xts},
    {"sm4.xts_gb", PER_BYTE(65536), prepare_key, xts_gb},
    {"sm4.gcm_encrypt", PER_BYTE(8192), prepare_key, gcm_encrypt},
    {"sm4.gcm_decrypt", PER_BYTE(8192), prepare_gcm_decrypt, gcm_decrypt},
    {"sm4.ccm", PER_BYTE(8192), prepare_key, ccm},
    {"sm4.gcm_siv", PER_BYTE(8192), prepare_key, gcm_siv},
    {"sm4.cmac", PER_BYTE(8192), prepare_key, cmac},
    {"sm4.gmac", PER_BYTE(8192), prepare_key, gmac},
    {"sm4.key_expand", "mifu", "sm4", BENCH_OP, BENCH_MEDIAN, 1, bench_no_size, 0, NULL,
     key_expand},
    {"sm4.key_expand", "mifu", "sm4", BENCH_OP, BENCH_MEDIAN, 16, bench_no_size, 0, NULL,
     key_expand_many},
};

const bench_table bench_rows_sm4 = {rows, MIFU_COUNT_OF(rows)};
