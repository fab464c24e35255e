/* SPDX-License-Identifier: Apache-2.0 */
/* Field cases of SM9. */
#include "field_cases.h"

#include "kat_sm9.h"
#include "mifu/sm9_encoding.h"
#include "sm9_ciphertext.h"

static mifu_status verify(kat_test *t, kat_bytes id, kat_bytes der)
{
    mifu_sm9_sign_master_public_key master = kat_sm9_sign_master(t, "master_pub_g2");
    kat_bytes msg = kat_hex(t, "msg");
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE];
    mifu_status status = mifu_sm9_signature_from_der(sig, der.data, der.len);

    return status != MIFU_OK ? status
                             : mifu_sm9_verify(&master, id.data, id.len, MIFU_SM9_HID_SIGN,
                                               msg.data, msg.len, sig);
}

static void id_length(kat_test *t)
{
    kat_bytes der = kat_hex(t, "sig_der");

    field_case_wants(t, "=id", "valid");
    field_case_wants(t, "=id_with_nul", "invalid");
    kat_status(t, "id", MIFU_OK, verify(t, kat_hex(t, "id"), der));
    kat_status(t, "id_with_nul", MIFU_INVALID, verify(t, kat_hex(t, "id_with_nul"), der));
}

static void leading_zero(kat_test *t)
{
    kat_bytes der = kat_hex(t, "sig_der"), raw = kat_hex(t, "sig_raw_h_S");
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], back[MIFU_SM9_SIGNATURE_DER_SIZE];
    size_t len = 0;

    field_case_wants(t, "=verdict", "valid");
    kat_status(t, "verify", MIFU_OK, verify(t, kat_hex(t, "id"), der));
    kat_status(t, "from DER", MIFU_OK, mifu_sm9_signature_from_der(sig, der.data, der.len));
    kat_equal(t, "raw", raw, sig, sizeof sig);
    kat_status(t, "to DER", MIFU_OK, mifu_sm9_signature_to_der(back, sizeof back, &len, raw.data));
    kat_equal(t, "DER again", der, back, len);
}

static void mac(kat_test *t)
{
    kat_bytes k2 = kat_hex_sized(t, "K2", 32), c2 = kat_hex(t, "C2");
    uint8_t c3[MIFU_SM9_C3_SIZE];

    kat_status(t, "C3", MIFU_OK, mifu_sm9_mac(c3, MIFU_SM9_DER, k2.data, c2.data, c2.len));
    kat_equal(t, "C3", kat_hex(t, "=C3"), c3, sizeof c3);
    kat_status(t, "HMAC", MIFU_OK, mifu_sm9_mac(c3, MIFU_SM9_GMSSL, k2.data, c2.data, c2.len));
    kat_equal(t, "wrong_C3_hmac", kat_hex(t, "=wrong_C3_hmac"), c3, sizeof c3);
}

static mifu_status decrypt(kat_test *t, const char *key_field, mifu_sm9_format format, kat_bytes ct,
                           kat_bytes *pt)
{
    mifu_sm9_encrypt_key key = kat_sm9_encrypt_key(t, key_field);
    kat_bytes id = kat_hex(t, "id");
    size_t len = 0;
    mifu_status status;

    *pt = kat_buffer(t, ct.len);
    status = mifu_sm9_decrypt(pt->data, pt->len, &len, &key, id.data, id.len, MIFU_SM9_XOR, format,
                              ct.data, ct.len);
    if (status == MIFU_OK)
        pt->len = len;
    else
        kat_no_plaintext(t, key_field, *pt);
    return status;
}

static void layouts(kat_test *t)
{
    static const mifu_sm9_format formats[3] = {MIFU_SM9_DER, MIFU_SM9_C1C3C2_NO_04,
                                               MIFU_SM9_C1C3C2};
    const kat_bytes ct[3] = {kat_hex(t, "ct_der"), kat_hex(t, "=raw_c1c3c2"),
                             kat_hex(t, "=raw_with_04")};
    kat_bytes pt;

    for (int from = 0; from < 3; from++) {
        kat_status(t, "decrypt", MIFU_OK, decrypt(t, "user_key_g2", formats[from], ct[from], &pt));
        kat_equal(t, "plaintext", kat_hex(t, "=plaintext"), pt.data, pt.len);
        for (int to = 0; to < 3; to++) {
            kat_bytes out = kat_buffer(t, ct[to].len);
            size_t len = 0;

            kat_status(t, "convert", MIFU_OK,
                       mifu_sm9_ciphertext_convert(out.data, out.len, &len, formats[to],
                                                   formats[from], MIFU_SM9_XOR, ct[from].data,
                                                   ct[from].len));
            kat_equal(t, "converted", ct[to], out.data, len <= out.len ? len : 0);
        }
    }
}

/* Every ciphertext of the case is refused: they begin with ct_. */
static void forged_point(kat_test *t)
{
    static const char *const fields[] = {"ct_infinity", "ct_off_curve", "ct_x_ge_q", "ct_flip_c3"};
    unsigned seen = 0;
    kat_bytes pt;

    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (kat_has(t, fields[i])) {
            kat_is_error(t, fields[i],
                         decrypt(t, "user_key_g2", MIFU_SM9_DER, kat_hex(t, fields[i]), &pt));
            seen++;
        }
    kat_true(t, "no ciphertext in the case", seen > 0);
}

static void hid(kat_test *t)
{
    kat_bytes ct = kat_hex(t, "ct_der"), ke = kat_hex_sized(t, "master_ke", 32);
    kat_bytes id = kat_hex(t, "id"), pt;
    mifu_sm9_encrypt_master_key master;
    static const char *const fields[3] = {"key_hid_01", "key_hid_02", "key_hid_03"};

    kat_status(t, "master key", MIFU_OK, mifu_sm9_encrypt_master_key_from_bytes(&master, ke.data));
    for (uint8_t i = 0; i < 3; i++) {
        kat_bytes point = kat_hex(t, fields[i]);
        mifu_sm9_encrypt_key key;
        uint8_t de[MIFU_SM9_G2_SIZE];

        kat_status(t, "extract", MIFU_OK,
                   mifu_sm9_encrypt_key_extract(&key, &master, id.data, id.len, (uint8_t)(i + 1)));
        mifu_sm9_encrypt_key_to_bytes(de, &key);
        kat_equal(t, fields[i], point, de, sizeof de);
        /* The hint that the report misses. */
        kat_status(t, "check", i == 2 ? MIFU_OK : MIFU_ERR_RANGE_KEY_MISMATCH,
                   mifu_sm9_encrypt_key_check(&key, id.data, id.len, MIFU_SM9_HID_ENCRYPT));
        kat_status(t, "decrypt", i == 2 ? MIFU_OK : MIFU_ERR_AUTHENTICATION,
                   decrypt(t, fields[i], MIFU_SM9_DER, ct, &pt));
        if (i == 2)
            kat_equal(t, "plaintext", kat_hex(t, "=key_hid_03"), pt.data, pt.len);
    }
}

static void master_key_forms(kat_test *t)
{
    const char *pem = kat_text(t, "pem");
    kat_bytes der = kat_hex(t, "der_bit_string"), raw = kat_hex(t, "raw_129");
    kat_bytes bare = kat_hex(t, "raw_128"), high = kat_hex(t, "=x_high"),
              low = kat_hex(t, "=x_low");
    mifu_sm9_sign_master_public_key key[4];
    uint8_t point[MIFU_SM9_G2_SIZE];

    field_case_wants(t, "=all", "same G2 point");
    kat_status(t, "pem", MIFU_OK,
               mifu_sm9_sign_master_public_key_from_pem(&key[0], pem, strlen(pem)));
    kat_status(t, "der", MIFU_OK,
               mifu_sm9_sign_master_public_key_from_der(&key[1], der.data, der.len));
    kat_status(t, "raw_129", MIFU_OK,
               mifu_sm9_sign_master_public_key_from_bytes(&key[2], raw.data, raw.len));
    kat_status(t, "raw_128", MIFU_OK,
               mifu_sm9_sign_master_public_key_from_bytes(&key[3], bare.data, bare.len));
    for (int i = 0; i < 4; i++) {
        mifu_sm9_sign_master_public_key_to_bytes(point, &key[i]);
        kat_equal(t, "point", raw, point, sizeof point);
    }
    kat_equal(t, "x_high", high, point + 1, 32);
    kat_equal(t, "x_low", low, point + 33, 32);
}

static void t1_zero(kat_test *t)
{
    kat_bytes ks = kat_hex_sized(t, "master_ks", 32), id = kat_hex(t, "id");
    kat_bytes other = kat_hex(t, "other_id");
    uint8_t h = kat_hex_sized(t, "hid", 1).data[0], ds[MIFU_SM9_G1_SIZE];
    mifu_sm9_sign_master_key master;
    mifu_sm9_sign_key key;

    field_case_wants(t, "=id", "error \"master key must be changed\"");
    kat_status(t, "master key", MIFU_OK, mifu_sm9_sign_master_key_from_bytes(&master, ks.data));
    kat_status(t, "extract", MIFU_ERR_RANGE_MASTER_KEY_IDENTITY,
               mifu_sm9_sign_key_extract(&key, &master, id.data, id.len, h));
    kat_true(t, "the sentence of the error",
             strstr(mifu_status_text(MIFU_ERR_RANGE_MASTER_KEY_IDENTITY),
                    "master key must be changed") != NULL);
    kat_status(t, "extract for another", MIFU_OK,
               mifu_sm9_sign_key_extract(&key, &master, other.data, other.len, h));
    mifu_sm9_sign_key_to_bytes(ds, &key);
    kat_equal(t, "the other's key", field_case_hex_after(t, "=other_id", "ok, "), ds, sizeof ds);
}

#define TABLES "sm9"

const field_case_kind field_cases_sm9[] = {
    {"sm9-id-length", TABLES, id_length},
    {"sm9-leading-zero", TABLES, leading_zero},
    {"sm9-mac", TABLES, mac},
    {"sm9-ct-encoding", TABLES, layouts},
    {"sm9-infinity-point", TABLES, forged_point},
    {"sm9-hid", TABLES, hid},
    {"sm9-master-key-encoding", TABLES, master_key_forms},
    {"sm9-kgc-t1-zero", TABLES, t1_zero},
    {NULL, NULL, NULL},
};
