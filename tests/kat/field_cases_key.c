/* SPDX-License-Identifier: Apache-2.0 */
/* Field cases of keys, key files, enveloped keys and certificates. */
#include <stdio.h>

#include "field_cases.h"
#include "kat_sm2.h"
#include "mifu/sm2_encoding.h"

static void same_private(kat_test *t, const mifu_sm2_private_key *key)
{
    mifu_sm2_public_key pub;
    uint8_t d[32];

    mifu_sm2_private_key_to_bytes(d, key);
    kat_equal(t, "d", kat_hex(t, "=d"), d, sizeof d);
    mifu_sm2_public_key_from_private(&pub, key);
    kat_sm2_same_point(t, "pub", kat_hex(t, "=pub"), &pub);
}

static void is_zero_key(kat_test *t, const mifu_sm2_private_key *key)
{
    kat_is_zero(t, "a refused key", (kat_bytes){(uint8_t *)(uintptr_t)key, sizeof *key});
}

static void private_range(kat_test *t)
{
    kat_bytes d = kat_hex_sized(t, "d", 32), der = kat_hex(t, "pkcs8_der"), sec1;
    mifu_sm2_private_key key;
    size_t at = 0, size = 0;

    field_case_wants(t, "=verdict", "error (private key out of range), for raw, SEC1 and PKCS#8");
    kat_status(t, "raw", MIFU_ERR_RANGE_PRIVATE_KEY, mifu_sm2_private_key_from_bytes(&key, d.data));
    is_zero_key(t, &key);
    kat_status(t, "PKCS#8", MIFU_ERR_RANGE_PRIVATE_KEY,
               mifu_sm2_private_key_from_der(&key, der.data, der.len));
    is_zero_key(t, &key);
    /* SEC1 is the third element inside: after the outer header, the version and the algorithm. */
    at = 2 + (der.data[1] > 0x80 ? der.data[1] - 0x80u : 0u);
    for (int i = 0; i < 2; i++) {
        kat_status(t, "element", MIFU_OK,
                   mifu_der_element_size(&size, der.data + at, der.len - at));
        at += size;
    }
    at += 2;
    sec1 = kat_copy(t, der.data + at, der.len - at);
    kat_status(t, "SEC1", MIFU_ERR_RANGE_PRIVATE_KEY,
               mifu_sm2_private_key_from_der(&key, sec1.data, sec1.len));
    is_zero_key(t, &key);
}

/* The library takes 32 bytes; tests/cli has the file with 33. Here: the number is the same. */
static void private_length(kat_test *t)
{
    kat_bytes d = kat_hex_sized(t, "d_33_bytes", 33);
    mifu_sm2_private_key key;
    mifu_sm2_public_key pub;

    kat_true(t, "the 33rd byte is zero", d.data[0] == 0);
    kat_status(t, "the last 32 bytes", MIFU_OK, mifu_sm2_private_key_from_bytes(&key, d.data + 1));
    mifu_sm2_public_key_from_private(&pub, &key);
    kat_sm2_same_point(t, "public", kat_hex(t, "=public"), &pub);
}

static void compressed(kat_test *t)
{
    kat_bytes point = kat_hex(t, "compressed"), der = kat_hex(t, "compressed_spki_der"), bad;
    mifu_sm2_public_key key;
    uint8_t again[MIFU_SM2_COMPRESSED_SIZE];

    field_case_wants(t, "=bad_prefix_01", "error");
    field_case_wants(t, "=short_32", "error");
    kat_status(t, "compressed", MIFU_OK,
               mifu_sm2_public_key_from_bytes(&key, point.data, point.len));
    kat_sm2_same_point(t, "compressed", kat_hex(t, "=uncompressed"), &key);
    mifu_sm2_public_key_to_compressed(again, &key);
    kat_equal(t, "compressed again", point, again, sizeof again);
    kat_status(t, "SPKI", MIFU_OK, mifu_sm2_public_key_from_der(&key, der.data, der.len));
    kat_sm2_same_point(t, "SPKI", kat_hex(t, "=uncompressed"), &key);
    bad = kat_hex(t, "bad_prefix_01");
    kat_status(t, "prefix 01", MIFU_ERR_ENCODING_POINT,
               mifu_sm2_public_key_from_bytes(&key, bad.data, bad.len));
    bad = kat_hex(t, "short_32");
    kat_status(t, "32 bytes", MIFU_ERR_ENCODING_POINT,
               mifu_sm2_public_key_from_bytes(&key, bad.data, bad.len));
}

static void not_on_curve(kat_test *t)
{
    kat_bytes off = kat_hex(t, "pub_off_curve"), large = kat_hex(t, "pub_x_ge_p");
    kat_bytes der = kat_hex(t, "spki_off_curve");
    mifu_sm2_public_key key;

    field_case_wants(t, "=verdict", "error for all three");
    kat_status(t, "off the curve", MIFU_ERR_RANGE_NOT_ON_CURVE,
               mifu_sm2_public_key_from_bytes(&key, off.data, off.len));
    kat_status(t, "x not below p", MIFU_ERR_RANGE_COORDINATE,
               mifu_sm2_public_key_from_bytes(&key, large.data, large.len));
    kat_status(t, "SPKI", MIFU_ERR_RANGE_NOT_ON_CURVE,
               mifu_sm2_public_key_from_der(&key, der.data, der.len));
}

static void format_mixup(kat_test *t)
{
    kat_bytes expected = field_case_hex_after(t, "=all_four", "same key ");
    kat_bytes der = kat_hex(t, "spki_der"), raw65 = kat_hex(t, "raw_65");
    kat_bytes raw64 = kat_hex_sized(t, "raw_64", 64);
    char pem[400];
    mifu_sm2_public_key key;

    kat_status(t, "SPKI", MIFU_OK, mifu_sm2_public_key_from_der(&key, der.data, der.len));
    kat_sm2_same_point(t, "SPKI", expected, &key);
    snprintf(pem, sizeof pem, "-----BEGIN PUBLIC KEY-----\n%.64s\n%s\n-----END PUBLIC KEY-----\n",
             kat_text(t, "spki_base64"), kat_text(t, "spki_base64") + 64);
    kat_status(t, "PEM", MIFU_OK, mifu_sm2_public_key_from_pem(&key, pem, strlen(pem)));
    kat_sm2_same_point(t, "PEM", expected, &key);
    kat_status(t, "65 bytes", MIFU_OK, mifu_sm2_public_key_from_bytes(&key, raw65.data, raw65.len));
    kat_sm2_same_point(t, "65 bytes", expected, &key);
    kat_status(t, "64 bytes", MIFU_OK, mifu_sm2_public_key_from_xy(&key, raw64.data));
    kat_sm2_same_point(t, "64 bytes", expected, &key);
    /* The wrong format's name: encoding errors, nothing guessed. */
    kat_status(t, "SPKI as a point", MIFU_ERR_ENCODING_POINT,
               mifu_sm2_public_key_from_bytes(&key, der.data, der.len));
    kat_status(t, "64 bytes as a point", MIFU_ERR_ENCODING_POINT,
               mifu_sm2_public_key_from_bytes(&key, raw64.data, raw64.len));
    kat_true(t, "a point as SPKI",
             mifu_status_class(mifu_sm2_public_key_from_der(&key, raw65.data, raw65.len)) ==
                 MIFU_ERR_ENCODING);
}

static void load_pem(kat_test *t, const char *password)
{
    const char *pem = kat_text(t, "pem");
    mifu_sm2_private_key key;

    field_case_wants(t, "=verdict", "ok");
    kat_status(t, "load", MIFU_OK,
               mifu_sm2_private_key_from_pem(&key, pem, strlen(pem), (const uint8_t *)password,
                                             password == NULL ? 0 : strlen(password)));
    same_private(t, &key);
}

static void ec_parameters(kat_test *t)
{
    load_pem(t, NULL);
}

static void algorithm_oid(kat_test *t)
{
    static const uint8_t ec_public_key[] = {0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01};
    kat_bytes der = kat_hex(t, "der"), out = kat_buffer(t, 300);
    mifu_sm2_private_key key;
    size_t len = 0, at = 0;

    load_pem(t, NULL);
    field_case_wants(t, "=re_export", "id-ecPublicKey (1.2.840.10045.2.1) with curve OID");
    kat_status(t, "DER", MIFU_OK, mifu_sm2_private_key_from_der(&key, der.data, der.len));
    same_private(t, &key);
    kat_status(t, "write", MIFU_OK, mifu_sm2_private_key_to_pkcs8(out.data, out.len, &len, &key));
    while (at + sizeof ec_public_key <= len &&
           memcmp(out.data + at, ec_public_key, sizeof ec_public_key) != 0)
        at++;
    kat_true(t, "id-ecPublicKey is not written", at + sizeof ec_public_key <= len);
}

static void public_part(kat_test *t)
{
    kat_bytes without = kat_hex(t, "der_without_public"), wrong = kat_hex(t, "der_public_mismatch");
    mifu_sm2_private_key key;
    mifu_sm2_public_key pub;

    field_case_wants(t, "=der_public_mismatch", "error");
    kat_status(t, "without", MIFU_OK,
               mifu_sm2_private_key_from_der(&key, without.data, without.len));
    mifu_sm2_public_key_from_private(&pub, &key);
    kat_sm2_same_point(t, "public", field_case_hex_after(t, "=der_without_public", "public = "),
                       &pub);
    kat_status(t, "mismatch", MIFU_ERR_RANGE_KEY_MISMATCH,
               mifu_sm2_private_key_from_der(&key, wrong.data, wrong.len));
    is_zero_key(t, &key);
}

static void encrypted(kat_test *t)
{
    load_pem(t, kat_text(t, "password"));
}

static void legacy_pem(kat_test *t)
{
    const char *pem = kat_text(t, "pem"), *password = kat_text(t, "password");
    mifu_sm2_private_key key;

    field_case_wants(t, "=or_", "clear error \"legacy PEM encryption not supported\"");
    kat_status(t, "legacy", MIFU_ERR_UNSUPPORTED_LEGACY_PEM,
               mifu_sm2_private_key_from_pem(&key, pem, strlen(pem), (const uint8_t *)password,
                                             strlen(password)));
    is_zero_key(t, &key);
}

static void enveloped(kat_test *t)
{
    mifu_sm2_private_key recipient = kat_sm2_private_key(t, "recipient_priv"), key;
    kat_bytes der = kat_hex(t, "der"), out = kat_buffer(t, 16), sym = kat_hex(t, "=sym_key");
    size_t at, size = 0, len = 0;

    kat_status(t, "open", MIFU_OK,
               mifu_sm2_enveloped_key_open(&key, &recipient, der.data, der.len));
    same_private(t, &key);
    at = 2 + (der.data[1] > 0x80 ? der.data[1] - 0x80u : 0u);
    kat_status(t, "algorithm", MIFU_OK, mifu_der_element_size(&size, der.data + at, der.len - at));
    at += size;
    kat_status(t, "SM2Cipher", MIFU_OK, mifu_der_element_size(&size, der.data + at, der.len - at));
    kat_status(
        t, "SM4 key", MIFU_OK,
        mifu_sm2_decrypt(out.data, out.len, &len, &recipient, MIFU_SM2_DER, der.data + at, size));
    kat_equal(t, "sym_key", sym, out.data, len);
}

/* Self-signed: the subject's key verifies. */
static mifu_status verify_pem(kat_test *t, const char *field, const uint8_t *id, size_t id_len)
{
    const char *pem = kat_text(t, field);
    kat_bytes der = kat_buffer(t, strlen(pem));
    mifu_sm2_certificate certificate;
    size_t len = 0;
    mifu_status status = mifu_pem_to_der(der.data, der.len, &len, "CERTIFICATE", pem, strlen(pem));

    kat_status(t, "PEM", MIFU_OK, status);
    if (status == MIFU_OK)
        status = mifu_sm2_certificate_from_der(&certificate, der.data, len);
    kat_status(t, "certificate", MIFU_OK, status);
    return status != MIFU_OK
               ? status
               : mifu_sm2_certificate_verify(&certificate, &certificate.subject, id, id_len);
}

static void certificate_id(kat_test *t)
{
    field_case_wants(t, "=cert_default_id", "valid with no option");
    field_case_wants(t, "=cert_empty_id", "invalid by default; valid only when an empty ID");
    kat_status(t, "default, default", MIFU_OK,
               verify_pem(t, "cert_default_id_pem", MIFU_SM2_DEFAULT_ID));
    kat_status(t, "default, empty", MIFU_INVALID,
               verify_pem(t, "cert_default_id_pem", MIFU_SM2_EMPTY_ID));
    kat_status(t, "empty, default", MIFU_INVALID,
               verify_pem(t, "cert_empty_id_pem", MIFU_SM2_DEFAULT_ID));
    kat_status(t, "empty, empty", MIFU_OK, verify_pem(t, "cert_empty_id_pem", MIFU_SM2_EMPTY_ID));
}

const field_case_kind field_cases_key[] = {
    {"private-key-range", "sm2", private_range},
    {"private-key-length", "sm2", private_length},
    {"compressed-point", "sm2", compressed},
    {"point-not-on-curve", "sm2", not_on_curve},
    {"pubkey-format-mixup", "sm2", format_mixup},
    {"pem-ec-parameters", "sm2", ec_parameters},
    {"pkcs8-algorithm-oid", "sm2", algorithm_oid},
    {"pkcs8-public-key", "sm2", public_part},
    {"encrypted-pkcs8", "sm2 sm3 sm4", encrypted},
    {"encrypted-pkcs8-other-algs", "sm2", legacy_pem},
    {"enveloped-key", "sm2 sm4", enveloped},
    {"cert-default-id", "sm2", certificate_id},
    {NULL, NULL, NULL},
};
