/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of SM9: the table, parameters, hashes, arithmetic, points, extraction. */
#include "kat_sm9.h"

uint8_t kat_sm9_hid(kat_test *t, uint8_t absent)
{
    return kat_has(t, "hid") ? kat_hex_sized(t, "hid", 1).data[0] : absent;
}

mifu_sm9_sign_master_public_key kat_sm9_sign_master(kat_test *t, const char *field)
{
    kat_bytes point = kat_hex(t, field);
    mifu_sm9_sign_master_public_key key;
    mifu_status status = mifu_sm9_sign_master_public_key_from_bytes(&key, point.data, point.len);

    kat_status(t, field, MIFU_OK, status);
    if (status != MIFU_OK)
        kat_give_up(t);
    return key;
}

mifu_sm9_encrypt_master_public_key kat_sm9_encrypt_master(kat_test *t, const char *field)
{
    kat_bytes point = kat_hex(t, field);
    mifu_sm9_encrypt_master_public_key key;
    mifu_status status = mifu_sm9_encrypt_master_public_key_from_bytes(&key, point.data, point.len);

    kat_status(t, field, MIFU_OK, status);
    if (status != MIFU_OK)
        kat_give_up(t);
    return key;
}

mifu_sm9_encrypt_key kat_sm9_encrypt_key(kat_test *t, const char *field)
{
    kat_bytes point = kat_hex(t, field);
    mifu_sm9_encrypt_key key;
    mifu_status status = mifu_sm9_encrypt_key_from_bytes(&key, NULL, point.data, point.len);

    kat_status(t, field, MIFU_OK, status);
    if (status != MIFU_OK)
        kat_give_up(t);
    return key;
}

void kat_sm9_same(kat_test *t, const char *field, const uint8_t *got, size_t len)
{
    if (kat_has(t, field))
        kat_equal(t, field, kat_hex(t, field), got, len);
}

void kat_sm9_same_gt(kat_test *t, const char *field, const mifu_sm9_fp12 *gt)
{
    uint8_t bytes[MIFU_SM9_GT_SIZE];

    mifu_sm9_fp12_to_bytes(bytes, gt);
    kat_sm9_same(t, field, bytes, sizeof bytes);
}

void kat_sm9_same_h1(kat_test *t, kat_bytes id, uint8_t hid)
{
    uint8_t bytes[32];
    mifu_u256 h1;

    mifu_sm9_h1(&h1, id.data, id.len, hid);
    mifu_u256_to_bytes(bytes, &h1);
    kat_sm9_same(t, "h1", bytes, sizeof bytes);
}

/* ---- Elements of the tests of arithmetic, which are all valid */

static mifu_sm9_g1 g1_of(kat_test *t, const char *field)
{
    kat_bytes bytes = kat_hex(t, field);
    mifu_sm9_g1 point;
    mifu_status status = mifu_sm9_g1_from_bytes(&point, bytes.data, bytes.len);

    kat_status(t, field, MIFU_OK, status);
    if (status != MIFU_OK)
        kat_give_up(t);
    return point;
}

static mifu_sm9_g2 g2_of(kat_test *t, const char *field)
{
    kat_bytes bytes = kat_hex(t, field);
    mifu_sm9_g2 point;
    mifu_status status = mifu_sm9_g2_from_bytes(&point, bytes.data, bytes.len);

    kat_status(t, field, MIFU_OK, status);
    if (status != MIFU_OK)
        kat_give_up(t);
    return point;
}

static mifu_sm9_fp12 gt_of(kat_test *t, const char *field)
{
    kat_bytes bytes = kat_hex_sized(t, field, MIFU_SM9_GT_SIZE);
    mifu_sm9_fp12 gt;

    if (!mifu_sm9_fp12_from_bytes(&gt, bytes.data)) {
        kat_fail(t, "%s has a coefficient out of range", field);
        kat_give_up(t);
    }
    return gt;
}

/* Modulo N, which the order of every element divides. */
static mifu_u256 scalar_of(kat_test *t, const char *field)
{
    mifu_u256 k;

    mifu_u256_from_bytes(&k, kat_hex_sized(t, field, 32).data);
    mifu_field_reduce_once(&k, 0, &k, &mifu_sm9n.m);
    return k;
}

static mifu_u256 minus_one(void)
{
    static const mifu_u256 one = {{1, 0, 0, 0}};
    mifu_u256 k;

    (void)mifu_u256_sub(&k, &mifu_sm9n.m, &one);
    return k;
}

static void parameters(kat_test *t)
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    uint8_t bytes[MIFU_SM9_GT_SIZE];
    mifu_sm9_fp12 e;

    mifu_u256_to_bytes(bytes, &mifu_sm9p.m);
    kat_sm9_same(t, "q", bytes, 32);
    mifu_u256_to_bytes(bytes, &mifu_sm9n.m);
    kat_sm9_same(t, "n", bytes, 32);
    mifu_sm9_g1_to_bytes(bytes, &mifu_sm9_p1);
    kat_sm9_same(t, "p1", bytes, 64);
    mifu_sm9_g2_to_bytes(bytes, &mifu_sm9_p2);
    kat_sm9_same(t, "p2", bytes, 128);
    kernels->pairing(&e, &mifu_sm9_p1, &mifu_sm9_p2);
    kat_sm9_same_gt(t, "e_p1_p2", &e);
}

static void hash_to_scalar(kat_test *t)
{
    kat_bytes z = kat_hex_or_empty(t, "z");
    uint8_t prefix = strcmp(kat_text(t, kat_has(t, "op") ? "op" : "arithmetic"), "H1") == 0 ? 1 : 2;
    uint8_t bytes[32];
    mifu_sm3 sm3;
    mifu_u256 h;

    mifu_sm3_init(&sm3);
    mifu_sm3_update(&sm3, &prefix, 1);
    mifu_sm3_update(&sm3, z.data, z.len);
    mifu_sm9_hash_finish(&h, &sm3);
    mifu_u256_to_bytes(bytes, &h);
    kat_equal(t, "hash", kat_hex(t, "hash"), bytes, sizeof bytes);
    if (prefix == 1 && z.len > 0) {
        mifu_sm9_h1(&h, z.data, z.len - 1, z.data[z.len - 1]);
        mifu_u256_to_bytes(bytes, &h);
        kat_equal(t, "H1", kat_hex(t, "hash"), bytes, sizeof bytes);
    }
}

static const char *arithmetic_of(kat_test *t)
{
    return kat_text(t, kat_has(t, "op") ? "op" : "arithmetic");
}

static void fp12_arithmetic(kat_test *t)
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    const char *op = arithmetic_of(t);
    mifu_sm9_fp12 a = gt_of(t, "gt_in1"), r;

    if (strcmp(op, "mul") == 0) {
        mifu_sm9_fp12 b = gt_of(t, "gt_in2");

        kernels->fp12_mul(&r, &a, &b);
    } else if (strcmp(op, "sqr") == 0) {
        kernels->fp12_sqr(&r, &a);
    } else if (strcmp(op, "inv") == 0) {
        kernels->fp12_inverse(&r, &a);
    } else if (strcmp(op, "frobenius") == 0) {
        kernels->fp12_frobenius(&r, &a, 1);
    } else if (strcmp(op, "frobenius2") == 0) {
        kernels->fp12_frobenius(&r, &a, 2);
    } else if (strcmp(op, "frobenius3") == 0) {
        kernels->fp12_frobenius(&r, &a, 3);
    } else if (strcmp(op, "conjugate") == 0) { /* a^(p^6) */
        kernels->fp12_frobenius(&r, &a, 3);
        kernels->fp12_frobenius(&r, &r, 3);
    } else {
        kat_skip(t, "no arithmetic \"%.40s\"", op);
    }
    kat_sm9_same_gt(t, "gt", &r);
}

static void group_result(kat_test *t, int finite, const uint8_t *bytes, size_t len)
{
    kat_true(t, "infinity", (finite == 0) == kat_flag(t, "infinity"));
    if (finite)
        kat_equal(t, "out", kat_hex(t, "out"), bytes, len);
}

static void g1_arithmetic(kat_test *t)
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    const char *op = arithmetic_of(t);
    mifu_sm9_g1 a = g1_of(t, "g1"), r;
    mifu_u256 k = minus_one();
    uint8_t bytes[64];
    int finite;

    if (strcmp(op, "add") == 0) {
        mifu_sm9_g1 b = g1_of(t, "g1_b");

        finite = kernels->g1_add(&r, &a, &b);
    } else if (strcmp(op, "mul") == 0 || strcmp(op, "neg") == 0) {
        if (op[0] == 'm')
            k = scalar_of(t, "scalar");
        finite = kernels->g1_multiply(&r, &k, &a);
    } else {
        kat_skip(t, "no arithmetic \"%.40s\"", op);
    }
    mifu_sm9_g1_to_bytes(bytes, &r);
    group_result(t, finite, bytes, sizeof bytes);
    if (finite && op[0] == 'm' && memcmp(&a, &mifu_sm9_p1, sizeof a) == 0) {
        kernels->g1_base_multiply(&r, &k);
        mifu_sm9_g1_to_bytes(bytes, &r);
        group_result(t, finite, bytes, sizeof bytes);
    }
}

static void g2_arithmetic(kat_test *t)
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    const char *op = arithmetic_of(t);
    mifu_sm9_g2 a = g2_of(t, "g2"), r;
    mifu_u256 k = minus_one();
    uint8_t bytes[128];
    int finite;

    if (strcmp(op, "add") == 0) {
        mifu_sm9_g2 b = g2_of(t, "g2_b");

        finite = kernels->g2_add(&r, &a, &b);
    } else if (strcmp(op, "mul") == 0 || strcmp(op, "neg") == 0) {
        if (op[0] == 'm')
            k = scalar_of(t, "scalar");
        finite = kernels->g2_multiply(&r, &k, &a);
    } else {
        kat_skip(t, "no arithmetic \"%.40s\"", op);
    }
    mifu_sm9_g2_to_bytes(bytes, &r);
    group_result(t, finite, bytes, sizeof bytes);
    if (finite && op[0] == 'm' && memcmp(&a, &mifu_sm9_p2, sizeof a) == 0) {
        kernels->g2_base_multiply(&r, &k);
        mifu_sm9_g2_to_bytes(bytes, &r);
        group_result(t, finite, bytes, sizeof bytes);
    }
}

static void pairing(kat_test *t)
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    mifu_sm9_g1 p = g1_of(t, "g1");
    mifu_sm9_g2 q = g2_of(t, "g2");
    mifu_sm9_line lines[MIFU_SM9_LINES];
    mifu_sm9_fp12 e;

    kernels->pairing(&e, &p, &q);
    kat_sm9_same_gt(t, "gt", &e);
    kernels->lines(lines, &q);
    kernels->pairing_with_lines(&e, &p, lines);
    kat_sm9_same_gt(t, "gt", &e);
}

static void gt_exp(kat_test *t)
{
    mifu_sm9_fp12 a = gt_of(t, "gt_in1"), r;
    mifu_u256 k = scalar_of(t, "exp");

    mifu_sm9_kernels_in_use()->gt_power(&r, &a, &k);
    kat_sm9_same_gt(t, "gt", &r);
}

/* Encoded points have 04; the functions for objects and structures take it off or demand it. */
static void point_decode(kat_test *t)
{
    kat_bytes point = kat_hex(t, "point");
    bool in_g1 = strcmp(kat_text(t, "group"), "G1") == 0;
    mifu_sm9_encrypt_master_public_key e;
    mifu_sm9_sign_master_public_key s;
    mifu_status status =
        in_g1 ? mifu_sm9_encrypt_master_public_key_from_bytes(&e, point.data, point.len)
              : mifu_sm9_sign_master_public_key_from_bytes(&s, point.data, point.len);
    uint8_t bytes[MIFU_SM9_G2_SIZE];

    if (!kat_is_valid(t)) {
        /* Objects also take x || y alone, by its length. */
        if (point.len == (in_g1 ? 64 : 128) && status == MIFU_OK)
            return;
        kat_is_error(t, "from_bytes", status);
        return;
    }
    kat_status(t, "from_bytes", MIFU_OK, status);
    if (status != MIFU_OK)
        return;
    if (in_g1)
        mifu_sm9_encrypt_master_public_key_to_bytes(bytes, &e);
    else
        mifu_sm9_sign_master_public_key_to_bytes(bytes, &s);
    kat_equal(t, "point", point, bytes, in_g1 ? MIFU_SM9_G1_SIZE : MIFU_SM9_G2_SIZE);
}

/* ---- Extraction */

static void scalars(kat_test *t, const uint8_t master[32], kat_bytes id, uint8_t hid)
{
    uint8_t bytes[32];
    mifu_u256 m, t1, t2;

    kat_sm9_same_h1(t, id, hid);
    mifu_u256_from_bytes(&m, master);
    mifu_sm9_h1(&t1, id.data, id.len, hid);
    mifu_sm9n_add(&t1, &t1, &m);
    mifu_u256_to_bytes(bytes, &t1);
    kat_sm9_same(t, "t1", bytes, 32);
    kat_true(t, "t1 = 0", mifu_sm9_extraction_scalar(&t2, &m, id.data, id.len, hid) == 1);
    mifu_u256_to_bytes(bytes, &t2);
    kat_sm9_same(t, "t2", bytes, 32);
}

static void extract_sign(kat_test *t, kat_bytes id)
{
    kat_bytes ks = kat_hex_sized(t, "ks", 32);
    uint8_t hid = kat_sm9_hid(t, MIFU_SM9_HID_SIGN), bytes[MIFU_SM9_G2_SIZE];
    mifu_sm9_sign_master_key master;
    mifu_sm9_sign_key key;
    mifu_status status = mifu_sm9_sign_master_key_from_bytes(&master, ks.data);

    if (status == MIFU_OK)
        status = mifu_sm9_sign_key_extract(&key, &master, id.data, id.len, hid);
    if (!kat_is_valid(t)) {
        kat_status(t, "extract", MIFU_ERR_RANGE_MASTER_KEY_IDENTITY, status);
        kat_is_zero(t, "a refused key", (kat_bytes){(uint8_t *)&key, sizeof key});
        return;
    }
    kat_status(t, "extract", MIFU_OK, status);
    if (status != MIFU_OK)
        return;
    scalars(t, ks.data, id, hid);
    mifu_sm9_sign_key_to_bytes(bytes, &key);
    kat_sm9_same(t, "ds", bytes + 1, 64);
    mifu_sm9_sign_master_public_key_to_bytes(bytes, &master.public_key);
    kat_sm9_same(t, "ppub_s", bytes + 1, 128);
    kat_status(t, "check", MIFU_OK, mifu_sm9_sign_key_check(&key, id.data, id.len, hid));
    kat_status(t, "check with another hid", MIFU_ERR_RANGE_KEY_MISMATCH,
               mifu_sm9_sign_key_check(&key, id.data, id.len, hid ^ 1));
    mifu_sm9_sign_master_key_to_bytes(bytes, &master);
    kat_equal(t, "ks back", ks, bytes, 32);
}

static void extract_encrypt(kat_test *t, kat_bytes id)
{
    kat_bytes ke = kat_hex_sized(t, "ke", 32);
    uint8_t hid = kat_sm9_hid(t, MIFU_SM9_HID_ENCRYPT), bytes[MIFU_SM9_G2_SIZE];
    mifu_sm9_encrypt_master_key master;
    mifu_sm9_encrypt_key key;
    mifu_status status = mifu_sm9_encrypt_master_key_from_bytes(&master, ke.data);

    if (status == MIFU_OK)
        status = mifu_sm9_encrypt_key_extract(&key, &master, id.data, id.len, hid);
    if (!kat_is_valid(t)) {
        kat_status(t, "extract", MIFU_ERR_RANGE_MASTER_KEY_IDENTITY, status);
        kat_is_zero(t, "a refused key", (kat_bytes){(uint8_t *)&key, sizeof key});
        return;
    }
    kat_status(t, "extract", MIFU_OK, status);
    if (status != MIFU_OK)
        return;
    scalars(t, ke.data, id, hid);
    mifu_sm9_encrypt_key_to_bytes(bytes, &key);
    kat_sm9_same(t, "de", bytes + 1, 128);
    mifu_sm9_encrypt_master_public_key_to_bytes(bytes, &master.public_key);
    kat_sm9_same(t, "ppub_e", bytes + 1, 64);
    kat_status(t, "check", MIFU_OK, mifu_sm9_encrypt_key_check(&key, id.data, id.len, hid));
    kat_status(t, "check with another hid", MIFU_ERR_RANGE_KEY_MISMATCH,
               mifu_sm9_encrypt_key_check(&key, id.data, id.len, hid ^ 1));
    mifu_sm9_encrypt_master_key_to_bytes(bytes, &master);
    kat_equal(t, "ke back", ke, bytes, 32);
}

void kat_run_sm9_extract(kat_test *t)
{
    kat_bytes id = kat_hex(t, "user_id");

    if (kat_has(t, "ks"))
        extract_sign(t, id);
    else
        extract_encrypt(t, id);
}

#define TABLES "sm9"

const kat_operation kat_sm9_operations[] = {
    {"parameters", "q n t trace b beta cofactor_g1 embedding_degree p1 p2 cid eid e_p1_p2", TABLES,
     parameters},
    {"hash-to-scalar", "op arithmetic z hash", TABLES, hash_to_scalar},
    {"fp12-arithmetic", "op arithmetic gt_in1 gt_in2 gt", TABLES, fp12_arithmetic},
    {"g1-arithmetic", "op arithmetic g1 g1_b scalar out infinity", TABLES, g1_arithmetic},
    {"g2-arithmetic", "op arithmetic g2 g2_b scalar out infinity", TABLES, g2_arithmetic},
    {"point-decode", "group point out", TABLES, point_decode},
    {"pairing", "g1 g2 gt", TABLES, pairing},
    {"gt-exp", "gt_in1 exp gt", TABLES, gt_exp},
    {"extract", "ks ke user_id hid h1 t1 t2 ds de ppub_s ppub_e", TABLES, kat_run_sm9_extract},
    {"sign", "ks ppub_s user_id hid h1 t1 t2 ds msg* r g w h l s sig_der v_t v_p v_u v_w", TABLES,
     kat_run_sm9_sign},
    {"verify", "ppub_s user_id hid msg* sig_der h s", TABLES, kat_run_sm9_verify},
    {"key_exchange",
     "ke ppub_e hid ida idb dea deb qa qb ra_priv rb_priv ra rb g1_val g2_val g3_val klen key "
     "hash_inner sa sb",
     TABLES, kat_run_sm9_key_exchange},
    {"kem", "ke ppub_e hid user_id h1 t1 t2 de qb r c1 g w klen k", TABLES, kat_run_sm9_kem},
    {"kem-decapsulate", "de user_id c1 klen k", TABLES, kat_run_sm9_kem_decapsulate},
    {"encrypt", "ke ppub_e hid user_id h1 t1 t2 de qb r mode iv pt* g w k k1 k2 c1 c2 c3 ct ct_der",
     TABLES, kat_run_sm9_encrypt},
    {"decrypt", "de user_id hid mode ct ct_der pt* c1 c2 c3 iv", TABLES, kat_run_sm9_decrypt},
    {"key-decode", "format label der pem ks ke ppub_s ppub_e ds de", TABLES,
     kat_run_sm9_key_decode},
    {NULL, NULL, NULL, NULL},
};
