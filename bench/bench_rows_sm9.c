/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of SM9: the pairing as the back-ends have it, and the public functions. */
#include "bench.h"

#include <string.h>

#include "mifu/sm9.h"
#include "sm9_kernels.h"

#define ROW(op)       op, "mifu", "sm9", BENCH_OP, BENCH_MEDIAN, 1, bench_no_size, 0, prepare
#define ROW_32(op)    op, "mifu", "sm9", BENCH_OP, BENCH_MEDIAN, 1, bench_size_32, 32, prepare
#define REQUIRE(call) bench_require((call) == MIFU_OK, #call)
#define ID            ((const uint8_t *)"Alice"), 5

static mifu_sm9_sign_master_key sign_master;
static mifu_sm9_encrypt_master_key encrypt_master;
static mifu_sm9_sign_master_public_key sign_master_public, prepared_sign_master;
static mifu_sm9_encrypt_master_public_key encrypt_master_public, prepared_encrypt_master;
static mifu_sm9_sign_key sign_key, prepared_sign_key;
static mifu_sm9_encrypt_key encrypt_key, prepared_key;
static mifu_sm9_line_table table;
static mifu_sm9_g1_table sign_comb;
static mifu_sm9_gt_table sign_powers;
static mifu_sm9_encrypt_master_table encrypt_table;
static mifu_sm9_verifier verifier;
static uint8_t signature[MIFU_SM9_SIGNATURE_SIZE], c1[MIFU_SM9_G1_SIZE];

/* Points of the pairing rows: multiples of the generators. */
static mifu_sm9_g1 g1;
static mifu_sm9_g2 g2;
static mifu_sm9_line lines[MIFU_SM9_LINES];
static mifu_sm9_fp12 result;

static int prepare(const bench_case *c)
{
    const mifu_sm9_kernels *kernels = c->kernels;
    mifu_u256 k;
    uint8_t shared[32], ds[MIFU_SM9_G1_SIZE];

    memcpy(&k, bench_in, sizeof k);
    k.v[MIFU_COUNT_OF(k.v) - 1] >>= 1;
    kernels->g1_base_multiply(&g1, &k);
    kernels->g2_base_multiply(&g2, &k);
    kernels->lines(lines, &g2);

    REQUIRE(mifu_sm9_sign_master_keygen(&sign_master));
    REQUIRE(mifu_sm9_encrypt_master_keygen(&encrypt_master));
    mifu_sm9_sign_master_public_key_from_private(&sign_master_public, &sign_master);
    mifu_sm9_encrypt_master_public_key_from_private(&encrypt_master_public, &encrypt_master);
    REQUIRE(mifu_sm9_sign_key_extract(&sign_key, &sign_master, ID, MIFU_SM9_HID_SIGN));
    REQUIRE(mifu_sm9_encrypt_key_extract(&encrypt_key, &encrypt_master, ID, MIFU_SM9_HID_ENCRYPT));
    prepared_sign_master = sign_master_public;
    mifu_sm9_sign_master_public_key_prepare(&prepared_sign_master, &sign_powers);
    mifu_sm9_sign_key_to_bytes(ds, &sign_key);
    REQUIRE(mifu_sm9_sign_key_from_bytes(&prepared_sign_key, &prepared_sign_master, ds, sizeof ds));
    mifu_sm9_sign_key_prepare(&prepared_sign_key, &sign_comb);
    prepared_encrypt_master = encrypt_master_public;
    mifu_sm9_encrypt_master_public_key_prepare(&prepared_encrypt_master, &encrypt_table);
    prepared_key = encrypt_key;
    mifu_sm9_encrypt_key_prepare(&prepared_key, &table);
    REQUIRE(mifu_sm9_verifier_init(&verifier, &prepared_sign_master, ID, MIFU_SM9_HID_SIGN));
    REQUIRE(mifu_sm9_sign(signature, &sign_key, bench_in, 32));
    REQUIRE(mifu_sm9_encapsulate(shared, 32, c1, &encrypt_master_public, ID, MIFU_SM9_HID_ENCRYPT));
    return 1;
}

static void pairing(const bench_case *c)
{
    const mifu_sm9_kernels *kernels = c->kernels;

    kernels->pairing(&result, &g1, &g2);
}

static void pairing_fixed(const bench_case *c)
{
    const mifu_sm9_kernels *kernels = c->kernels;

    kernels->pairing_with_lines(&result, &g1, lines);
}

static void sign(const bench_case *c)
{
    (void)c;
    REQUIRE(mifu_sm9_sign(bench_out, &prepared_sign_key, bench_in, 32));
}

static void sign_cold(const bench_case *c)
{
    (void)c;
    REQUIRE(mifu_sm9_sign(bench_out, &sign_key, bench_in, 32));
}

static void master_prepare(const bench_case *c)
{
    static mifu_sm9_gt_table powers;
    mifu_sm9_sign_master_public_key key = sign_master_public;

    (void)c;
    mifu_sm9_sign_master_public_key_prepare(&key, &powers);
}

static void verify(const bench_case *c)
{
    (void)c;
    REQUIRE(mifu_sm9_verify(&prepared_sign_master, ID, MIFU_SM9_HID_SIGN, bench_in, 32, signature));
}

static void verify_cold(const bench_case *c)
{
    (void)c;
    REQUIRE(mifu_sm9_verify(&sign_master_public, ID, MIFU_SM9_HID_SIGN, bench_in, 32, signature));
}

static void verify_cached(const bench_case *c)
{
    (void)c;
    REQUIRE(mifu_sm9_verifier_verify(&verifier, bench_in, 32, signature));
}

static void encapsulate(const bench_case *c)
{
    REQUIRE(mifu_sm9_encapsulate(bench_out, c->bytes, bench_out + 64, &prepared_encrypt_master, ID,
                                 MIFU_SM9_HID_ENCRYPT));
}

static void encapsulate_cold(const bench_case *c)
{
    REQUIRE(mifu_sm9_encapsulate(bench_out, c->bytes, bench_out + 64, &encrypt_master_public, ID,
                                 MIFU_SM9_HID_ENCRYPT));
}

static void decapsulate(const bench_case *c)
{
    REQUIRE(mifu_sm9_decapsulate(bench_out, c->bytes, &prepared_key, ID, c1));
}

static void decapsulate_cold(const bench_case *c)
{
    REQUIRE(mifu_sm9_decapsulate(bench_out, c->bytes, &encrypt_key, ID, c1));
}

static void extract_sign(const bench_case *c)
{
    mifu_sm9_sign_key key;

    (void)c;
    REQUIRE(mifu_sm9_sign_key_extract(&key, &sign_master, ID, MIFU_SM9_HID_SIGN));
}

static void extract_encrypt(const bench_case *c)
{
    mifu_sm9_encrypt_key key;

    (void)c;
    REQUIRE(mifu_sm9_encrypt_key_extract(&key, &encrypt_master, ID, MIFU_SM9_HID_ENCRYPT));
}

static const bench_row rows[] = {
    {ROW("sm9.pairing"), pairing},
    {ROW("sm9.pairing_fixed"), pairing_fixed},
    {ROW("sm9.sign"), sign},
    {ROW("sm9.sign_cold"), sign_cold},
    {ROW("sm9.verify"), verify},
    {ROW("sm9.verify_cold"), verify_cold},
    {ROW("sm9.verify_cached"), verify_cached},
    {ROW_32("sm9.encapsulate"), encapsulate},
    {ROW_32("sm9.encapsulate_cold"), encapsulate_cold},
    {ROW_32("sm9.decapsulate"), decapsulate},
    {ROW_32("sm9.decapsulate_cold"), decapsulate_cold},
    {ROW("sm9.master_prepare"), master_prepare},
    {ROW("sm9.extract_sign"), extract_sign},
    {ROW("sm9.extract_encrypt"), extract_encrypt},
};

const bench_table bench_rows_sm9 = {rows, MIFU_COUNT_OF(rows)};
