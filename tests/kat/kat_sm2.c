/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of SM2: the table, and keys, points, Z and ECDH. */
#include "kat_sm2.h"

#include "mifu/sm2_encoding.h"

mifu_sm2_private_key kat_sm2_private_key(kat_test *t, const char *field)
{
    kat_bytes d = kat_hex_sized(t, field, MIFU_SM2_PRIVATE_KEY_SIZE);
    mifu_sm2_private_key key;
    mifu_status status = mifu_sm2_private_key_from_bytes(&key, d.data);

    kat_status(t, field, MIFU_OK, status);
    if (status != MIFU_OK)
        kat_give_up(t);
    return key;
}

mifu_sm2_public_key kat_sm2_public_key(kat_test *t, const char *field)
{
    kat_bytes point = kat_hex(t, field);
    mifu_sm2_public_key key;
    mifu_status status = mifu_sm2_public_key_from_bytes(&key, point.data, point.len);

    kat_status(t, field, MIFU_OK, status);
    if (status != MIFU_OK)
        kat_give_up(t);
    return key;
}

void kat_sm2_same_point(kat_test *t, const char *what, kat_bytes expected,
                        const mifu_sm2_public_key *key)
{
    uint8_t point[MIFU_SM2_PUBLIC_KEY_SIZE];

    mifu_sm2_public_key_to_bytes(point, key);
    kat_equal(t, what, expected, point, sizeof point);
}

kat_bytes kat_sm2_identity(kat_test *t, const char *field)
{
    return kat_has_message(t, field) ? kat_message(t, field) : kat_copy(t, MIFU_SM2_DEFAULT_ID);
}

/* ---- parameters: each shows in some answer of the library */

/* The number minus `by`, as 32 bytes. */
static kat_bytes minus(kat_test *t, kat_bytes number, unsigned by)
{
    kat_bytes out = kat_copy(t, number.data, number.len);

    for (size_t i = out.len; i-- > 0 && by != 0;) {
        unsigned digit = out.data[i];

        out.data[i] = (uint8_t)(digit - by);
        by = digit < by ? 1 : 0;
    }
    return out;
}

static bool contains(const uint8_t *data, size_t len, kat_bytes part)
{
    for (size_t i = 0; i + part.len <= len; i++)
        if (memcmp(data + i, part.data, part.len) == 0)
            return true;
    return false;
}

void kat_run_sm2_parameters(kat_test *t)
{
    kat_bytes p = kat_hex_sized(t, "p", 32), n = kat_hex_sized(t, "n", 32);
    kat_bytes a = kat_hex_sized(t, "a", 32), b = kat_hex_sized(t, "b", 32);
    kat_bytes gx = kat_hex_sized(t, "gx", 32), gy = kat_hex_sized(t, "gy", 32);
    kat_bytes one = kat_buffer(t, 32), prefix = kat_buffer(t, 1), entl = kat_buffer(t, 2);
    kat_bytes expected = kat_buffer(t, 32), got = kat_buffer(t, 32), all, base;
    mifu_sm2_private_key key;
    mifu_sm2_public_key pub;

    memset(one.data, 0, 32);
    one.data[31] = 1;
    prefix.data[0] = 4;
    base = kat_join(t, 3, prefix, gx, gy);
    kat_status(t, "d = 1", MIFU_OK, mifu_sm2_private_key_from_bytes(&key, one.data));
    mifu_sm2_public_key_from_private(&pub, &key);
    kat_sm2_same_point(t, "generator", base, &pub);

    kat_status(t, "d = n - 1", MIFU_ERR_RANGE_PRIVATE_KEY,
               mifu_sm2_private_key_from_bytes(&key, minus(t, n, 1).data));
    kat_status(t, "d = n - 2", MIFU_OK, mifu_sm2_private_key_from_bytes(&key, minus(t, n, 2).data));
    all = kat_join(t, 3, prefix, p, gy);
    kat_status(t, "x = p", MIFU_ERR_RANGE_COORDINATE,
               mifu_sm2_public_key_from_bytes(&pub, all.data, all.len));
    all = kat_join(t, 3, prefix, minus(t, p, 1), gy); /* in range, and not on the curve */
    kat_status(t, "x = p - 1", MIFU_ERR_RANGE_NOT_ON_CURVE,
               mifu_sm2_public_key_from_bytes(&pub, all.data, all.len));

    /* a, b and G are hashed into Z. */
    kat_status(t, "generator", MIFU_OK, mifu_sm2_public_key_from_bytes(&pub, base.data, base.len));
    memset(entl.data, 0, 2);
    all = kat_join(t, 7, entl, a, b, gx, gy, gx, gy);
    mifu_sm3_hash(expected.data, all.data, all.len);
    kat_status(t, "Z of the generator", MIFU_OK, mifu_sm2_z(got.data, &pub, MIFU_SM2_EMPTY_ID));
    kat_equal(t, "Z of the generator", expected, got.data, 32);

    if (kat_has(t, "h"))
        kat_true(t, "cofactor", kat_hex(t, "h").len == 1 && kat_hex(t, "h").data[0] == 1);
    if (kat_has(t, "oid")) {
        kat_bytes der = kat_buffer(t, 200);
        size_t len;

        kat_status(t, "public key", MIFU_OK,
                   mifu_sm2_public_key_to_der(der.data, der.len, &len, &pub));
        kat_true(t, "oid", contains(der.data, len, kat_hex(t, "oid")));
    }
}

/* ---- Keys and points */

void kat_run_sm2_point_decode(kat_test *t)
{
    kat_bytes point = kat_hex(t, "point"), expected, prefix = kat_buffer(t, 1);
    mifu_sm2_public_key key, other;
    mifu_status status = mifu_sm2_public_key_from_bytes(&key, point.data, point.len);
    uint8_t compressed[MIFU_SM2_COMPRESSED_SIZE];

    if (!kat_is_valid(t)) {
        kat_is_error(t, "from_bytes", status);
        if (point.len == 65 && point.data[0] == 4)
            kat_is_error(t, "from_xy", mifu_sm2_public_key_from_xy(&key, point.data + 1));
        return;
    }
    prefix.data[0] = 4;
    expected = kat_join(t, 3, prefix, kat_hex_sized(t, "x", 32), kat_hex_sized(t, "y", 32));
    if (point.len == 65 && (point.data[0] == 6 || point.data[0] == 7)) {
        /* The standard knows the hybrid form; the library refuses it by policy, and says so. */
        kat_status(t, "from_bytes of a hybrid point", MIFU_ERR_UNSUPPORTED_POINT, status);
        kat_status(t, "from_xy", MIFU_OK, mifu_sm2_public_key_from_xy(&key, point.data + 1));
        kat_sm2_same_point(t, "point", expected, &key);
        kat_skip(t, "the hybrid point form is refused by policy (%s)", mifu_status_name(status));
    }
    kat_status(t, "from_bytes", MIFU_OK, status);
    if (status != MIFU_OK)
        return;
    kat_sm2_same_point(t, "point", expected, &key);
    mifu_sm2_public_key_to_compressed(compressed, &key);
    prefix.data[0] = (uint8_t)(2 + (expected.data[64] & 1));
    kat_equal(t, "compressed", kat_join(t, 2, prefix, kat_hex(t, "x")), compressed,
              sizeof compressed);
    kat_status(t, "from_bytes of the compressed form", MIFU_OK,
               mifu_sm2_public_key_from_bytes(&other, compressed, sizeof compressed));
    kat_true(t, "the compressed form is another key", mifu_sm2_public_key_equal(&key, &other) == 1);
    compressed[0] ^= 1;
    kat_status(t, "from_bytes of the opposite point", MIFU_OK,
               mifu_sm2_public_key_from_bytes(&other, compressed, sizeof compressed));
    kat_true(t, "the opposite point is the same key", mifu_sm2_public_key_equal(&key, &other) == 0);
    kat_status(t, "from_xy", MIFU_OK, mifu_sm2_public_key_from_xy(&other, expected.data + 1));
    kat_sm2_same_point(t, "point from x || y", expected, &other);
}

void kat_run_sm2_private_key_check(kat_test *t)
{
    kat_bytes d = kat_hex_sized(t, "d", 32);
    mifu_sm2_private_key key;
    mifu_status status = mifu_sm2_private_key_from_bytes(&key, d.data);
    uint8_t back[32];

    if (!kat_is_valid(t)) {
        kat_status(t, "d", MIFU_ERR_RANGE_PRIVATE_KEY, status);
        kat_is_zero(t, "a refused key", (kat_bytes){(uint8_t *)&key, sizeof key});
        return;
    }
    kat_status(t, "d", MIFU_OK, status);
    mifu_sm2_private_key_to_bytes(back, &key);
    kat_equal(t, "d back", d, back, sizeof back);
    mifu_sm2_private_key_wipe(&key);
    kat_is_zero(t, "a wiped key", (kat_bytes){(uint8_t *)&key, sizeof key});
}

void kat_run_sm2_public_key(kat_test *t)
{
    mifu_sm2_private_key key;
    mifu_sm2_public_key pub;
    kat_bytes expected;

    if (!kat_is_valid(t)) {
        kat_bytes d = kat_hex_sized(t, "d", 32);

        kat_is_error(t, "d", mifu_sm2_private_key_from_bytes(&key, d.data));
        return;
    }
    key = kat_sm2_private_key(t, "d");
    mifu_sm2_public_key_from_private(&pub, &key);
    expected = kat_hex_sized(t, "pub", MIFU_SM2_PUBLIC_KEY_SIZE);
    kat_sm2_same_point(t, "pub", expected, &pub);
    kat_sm2_many_multiply(t, "pub in a batch", kat_hex(t, "d"), NULL,
                          (kat_bytes){expected.data + 1, 64});
}

void kat_run_sm2_z_value(kat_test *t)
{
    kat_bytes point = kat_hex(t, "pub"), id = kat_sm2_identity(t, "user_id"), got;
    mifu_sm2_public_key key;
    mifu_status status = mifu_sm2_public_key_from_bytes(&key, point.data, point.len);

    if (kat_is_valid(t) && status != MIFU_OK) {
        kat_status(t, "pub", MIFU_OK, status);
        return;
    }
    got = kat_buffer(t, 32);
    if (status == MIFU_OK)
        status = mifu_sm2_z(got.data, &key, id.data, id.len);
    if (!kat_is_valid(t)) {
        if (status == MIFU_OK && kat_has(t, "za"))
            kat_true(t, "an invalid Z matches",
                     memcmp(kat_hex_sized(t, "za", 32).data, got.data, 32) != 0);
        else
            kat_is_error(t, "z", status);
        return;
    }
    kat_status(t, "z", MIFU_OK, status);
    kat_equal(t, "za", kat_hex(t, "za"), got.data, got.len);
}

void kat_run_sm2_ecdh(kat_test *t)
{
    mifu_sm2_private_key key = kat_sm2_private_key(t, "d");
    kat_bytes point = kat_hex(t, "pub"), got = kat_buffer(t, MIFU_SM2_SHARED_SECRET_SIZE);
    mifu_sm2_public_key pub;
    mifu_status status = mifu_sm2_public_key_from_bytes(&pub, point.data, point.len);

    if (!kat_is_valid(t)) {
        kat_is_error(t, "pub", status);
        return;
    }
    kat_status(t, "pub", MIFU_OK, status);
    if (status != MIFU_OK)
        return;
    mifu_sm2_ecdh(got.data, &key, &pub);
    kat_equal(t, "shared", kat_hex(t, "shared"), got.data, got.len);
    kat_sm2_many_ecdh(t, &key, &pub, kat_hex(t, "shared"));
}

#define TABLES "sm2 sm2_many"

const kat_operation kat_sm2_operations[] = {
    {"parameters", "p a b n h gx gy oid", TABLES, kat_run_sm2_parameters},
    {"field-arithmetic", "op mod in1 in2 out", TABLES, kat_run_sm2_field_arithmetic},
    {"scalar-base-mult", "k x y infinity", TABLES, kat_run_sm2_scalar_base_mult},
    {"scalar-mult", "px py k x y infinity", TABLES, kat_run_sm2_scalar_mult},
    {"point-add", "px py qx qy x y infinity", TABLES, kat_run_sm2_point_add},
    {"point-decode", "format point x y", TABLES, kat_run_sm2_point_decode},
    {"private-key-check", "d", TABLES, kat_run_sm2_private_key_check},
    {"public-key", "d pub", TABLES, kat_run_sm2_public_key},
    {"z-value", "user_id* pub za", TABLES, kat_run_sm2_z_value},
    {"ecdh", "d pub shared", TABLES, kat_run_sm2_ecdh},
    {"sign", "user_id* msg* d pub k za e x1 y1 one_plus_d_inv r s sig t", TABLES, kat_run_sm2_sign},
    {"sign-digest", "d pub e k x1 y1 one_plus_d_inv r s sig t", TABLES, kat_run_sm2_sign_digest},
    {"verify", "user_id* msg* d pub k za e x1 y1 r s sig t", TABLES, kat_run_sm2_verify},
    {"verify-digest", "d pub k e x1 y1 r s sig t", TABLES, kat_run_sm2_verify_digest},
    {"signature-decode", "sig r s", TABLES, kat_run_sm2_signature_decode},
    {"encrypt", "d pub k pt* c1 x2 y2 t c2 c3 ct_c1c3c2 ct_c1c2c3 ct_asn1", TABLES,
     kat_run_sm2_encrypt},
    {"decrypt", "d pub format ct pt*", TABLES, kat_run_sm2_decrypt},
    {"key_exchange",
     "ida* idb* da db pa pb ra_priv rb_priv ra rb za zb x1bar x2bar ta tb u klen key hash_inner "
     "s1_sb s2_sa",
     TABLES, kat_run_sm2_key_exchange},
    {"key-decode", "format der pem label password d pub", TABLES, kat_run_sm2_key_decode},
    {"certificate-verify", "format label der pem tbs sig r s t user_id* issuer_pub e za", TABLES,
     kat_run_sm2_certificate_verify},
    {"enveloped-key-open", "d der target_d sym_key pub", TABLES, kat_run_sm2_enveloped_key_open},
    {NULL, NULL, NULL, NULL},
};
