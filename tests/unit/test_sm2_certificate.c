/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Certificates and requests: those of sm2.json (made by OpenSSL), CRT-01 (the identity) of the
 * field cases, refusals by name, hostile input. tests/cross makes fresh ones with the openssl
 * command.
 */
#include "mifu/sm2_encoding.h"

#include "support_hostile.h"
#include "support_keys.h"
#include "support_vectors.h"

static vector_bytes der_of_pem(const char *pem)
{
    vector_bytes der;

    memset(&der, 0, sizeof der);
    assert_int_equal(mifu_pem_to_der(der.data, sizeof der.data, &der.len, NULL, pem, strlen(pem)),
                     MIFU_OK);
    return der;
}

static void test_vectors(void **state)
{
    json_t *root = vectors_load("sm2.json");
    json_t *groups = json_object_get(root, "groups");
    size_t tested = 0;

    (void)state;
    for (size_t i = 0; i < json_array_size(groups); i++) {
        json_t *group = json_array_get(groups, i);
        json_t *tests = json_object_get(group, "tests");

        if (strcmp(vector_text(group, "operation"), "certificate-verify") != 0)
            continue;
        for (size_t j = 0; j < json_array_size(tests); j++) {
            json_t *t = json_array_get(tests, j);
            vector_bytes der = vector_hex(t, "der");
            vector_bytes tbs = vector_hex(t, "tbs");
            vector_bytes issuer_point = vector_hex(t, "issuer_pub");
            vector_bytes id = vector_hex(t, "user_id");
            int valid = strcmp(vector_text(t, "result"), "valid") == 0;
            mifu_sm2_certificate certificate;
            mifu_sm2_public_key issuer;

            assert_int_equal(mifu_sm2_certificate_from_der(&certificate, der.data, der.len),
                             MIFU_OK);
            assert_int_equal(certificate.is_request, strcmp(vector_text(t, "format"), "csr") == 0);
            assert_int_equal(certificate.tbs_len, tbs.len);
            assert_memory_equal(certificate.tbs, tbs.data, tbs.len);
            assert_int_equal(
                mifu_sm2_public_key_from_bytes(&issuer, issuer_point.data, issuer_point.len),
                MIFU_OK);
            assert_int_equal(mifu_sm2_certificate_verify(&certificate, &issuer, id.data, id.len),
                             valid ? MIFU_OK : MIFU_INVALID);
            /* Another identity is another signature. */
            assert_int_equal(
                mifu_sm2_certificate_verify(&certificate, &issuer, (const uint8_t *)"other", 5),
                MIFU_INVALID);
            tested++;
        }
    }
    assert_true(tested >= 5);
    json_decref(root);
}

/* CRT-01: the default identity, or the empty one where it was signed so. */
static void test_identities(void **state)
{
    static const struct {
        const char *key;
        mifu_status with_default, with_empty;
    } rows[] = {{"cert_default_id_pem", MIFU_OK, MIFU_INVALID},
                {"cert_empty_id_pem", MIFU_INVALID, MIFU_OK}};
    json_t *root = vectors_load("field_cases.json");
    json_t *inputs = json_object_get(vectors_field_case(root, "CRT-01"), "inputs");

    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(rows); i++) {
        const char *pem = vector_text(inputs, rows[i].key);
        vector_bytes der = der_of_pem(pem);
        mifu_sm2_certificate certificate;
        mifu_sm2_public_key key;

        assert_int_equal(mifu_sm2_certificate_from_der(&certificate, der.data, der.len), MIFU_OK);
        assert_int_equal(
            mifu_sm2_certificate_verify(&certificate, &certificate.subject, MIFU_SM2_DEFAULT_ID),
            rows[i].with_default);
        assert_int_equal(
            mifu_sm2_certificate_verify(&certificate, &certificate.subject, MIFU_SM2_EMPTY_ID),
            rows[i].with_empty);
        assert_int_equal(mifu_sm2_public_key_from_pem(&key, pem, strlen(pem)), MIFU_OK);
        assert_int_equal(mifu_sm2_public_key_equal(&key, &certificate.subject), 1);
    }
    json_decref(root);
}

/* clang-format off */
#define SIGNED_BY  "30{ 06{2a811ccf55018375} }"
#define SPKI       "30{ 30{ 06{2a8648ce3d0201} 06{2a811ccf5501822d} } 03{00 04" \
                   "09f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020" \
                   "ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13} }"
#define P256_SPKI  "30{ 30{ 06{2a8648ce3d0201} 06{2a8648ce3d030107} } 03{00 04" \
                   "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296" \
                   "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5} }"
#define SIGNATURE  "03{00 30{ 02{01} 02{02} } }"
#define NAME       "30{ 31{ 30{ 06{550406} 13{434e} } } }"
#define VALIDITY   "30{ 17{3236303130313030303030305a} 17{3336303130313030303030305a} }"
#define CERT(version, algorithm, key, rest, outer, signature) \
    "30{ 30{" version "02{05}" algorithm NAME VALIDITY NAME key rest "}" outer signature "}"
#define REQUEST(key, rest, outer, signature) "30{ 30{ 02{00}" NAME key rest "}" outer signature "}"

static const struct {
    const char *what;
    const char *der;
    mifu_status status;
    mifu_status of_key; /* reading the subject's key alone, from PEM */
} rows[] = {
    {"version 3", CERT("a0{02{02}}", SIGNED_BY, SPKI, "a3{30{}}", SIGNED_BY, SIGNATURE), MIFU_OK, MIFU_OK},
    {"version 1", CERT("", SIGNED_BY, SPKI, "", SIGNED_BY, SIGNATURE), MIFU_OK, MIFU_OK},
    {"NULL parameters", CERT("", "30{ 06{2a811ccf55018375} 05{} }", SPKI, "", "30{ 06{2a811ccf55018375} 05{} }", SIGNATURE),
     MIFU_OK, MIFU_OK},
    {"request", REQUEST(SPKI, "a0{}", SIGNED_BY, SIGNATURE), MIFU_OK, MIFU_OK},
    {"request, no attributes", REQUEST(SPKI, "", SIGNED_BY, SIGNATURE), MIFU_OK, MIFU_OK},
    {"request, empty name", "30{ 30{ 02{00} 30{}" SPKI "a0{} }" SIGNED_BY SIGNATURE "}", MIFU_OK, MIFU_OK},
    {"ECDSA", CERT("", "30{ 06{2a8648ce3d040302} }", SPKI, "", "30{ 06{2a8648ce3d040302} }", SIGNATURE),
     MIFU_ERR_UNSUPPORTED_ALGORITHM, MIFU_OK},
    {"ECDSA inside, SM2 outside", CERT("", "30{ 06{2a8648ce3d040302} }", SPKI, "", SIGNED_BY, SIGNATURE),
     MIFU_ERR_ENCODING, MIFU_ERR_ENCODING},
    {"P-256 subject", CERT("", SIGNED_BY, P256_SPKI, "", SIGNED_BY, SIGNATURE),
     MIFU_ERR_UNSUPPORTED_CURVE, MIFU_ERR_UNSUPPORTED_CURVE},
    {"r = 0", CERT("", SIGNED_BY, SPKI, "", SIGNED_BY, "03{00 30{ 02{00} 02{02} } }"),
     MIFU_ERR_RANGE_SIGNATURE, MIFU_OK},
    {"raw signature", CERT("", SIGNED_BY, SPKI, "", SIGNED_BY, "03{00 0102}"), MIFU_ERR_ENCODING_TAG, MIFU_OK},
    {"bytes after the signature", CERT("", SIGNED_BY, SPKI, "", SIGNED_BY, SIGNATURE "05{}"),
     MIFU_ERR_ENCODING_TRAILING, MIFU_ERR_ENCODING_TRAILING},
    {"no signature", CERT("", SIGNED_BY, SPKI, "", SIGNED_BY, ""), MIFU_ERR_ENCODING_TRUNCATED,
     MIFU_ERR_ENCODING_TRUNCATED},
    {"no key", CERT("", SIGNED_BY, "", "", SIGNED_BY, SIGNATURE), MIFU_ERR_ENCODING_TRUNCATED,
     MIFU_ERR_ENCODING_TRUNCATED},
    {"a key alone", SPKI, MIFU_ERR_ENCODING_TAG, MIFU_ERR_ENCODING_TAG},
};
/* clang-format on */

static void test_shapes(void **state)
{
    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(rows); i++) {
        vector_bytes der = bytes_of_der_notation(rows[i].der);
        mifu_sm2_certificate certificate;
        mifu_sm2_public_key key;
        char pem[2048];
        size_t len;
        mifu_status status;

        memset(&certificate, 0xee, sizeof certificate);
        status = mifu_sm2_certificate_from_der(&certificate, der.data, der.len);
        if (status != rows[i].status)
            fail_msg("%s: %s", rows[i].what, mifu_status_name(status));
        if (status != MIFU_OK)
            assert_zeroed(&certificate, sizeof certificate);
        assert_int_equal(mifu_pem_from_der(pem, sizeof pem, &len, "CERTIFICATE", der.data, der.len),
                         MIFU_OK);
        status = mifu_sm2_public_key_from_pem(&key, pem, len);
        if (status != rows[i].of_key)
            fail_msg("%s, key: %s", rows[i].what, mifu_status_name(status));
    }
}

/* Structure alone. */
static mifu_status decode_only(const uint8_t *data, size_t len, void *arg)
{
    mifu_sm2_certificate certificate;
    mifu_status status;

    (void)arg;
    memset(&certificate, 0xee, sizeof certificate);
    status = mifu_sm2_certificate_from_der(&certificate, data, len);
    if (status != MIFU_OK)
        assert_zeroed(&certificate, sizeof certificate);
    return status;
}

/* A mutation in the signed part or in the signature is invalid; elsewhere it is malformed. */
static mifu_status decode(const uint8_t *data, size_t len, void *arg)
{
    const vector_bytes *original = arg;
    mifu_sm2_certificate certificate;
    mifu_status status;

    memset(&certificate, 0xee, sizeof certificate);
    status = mifu_sm2_certificate_from_der(&certificate, data, len);
    if (status != MIFU_OK) {
        assert_zeroed(&certificate, sizeof certificate);
        return status;
    }
    assert_true(certificate.tbs >= data && certificate.tbs + certificate.tbs_len <= data + len);
    status = mifu_sm2_certificate_verify(&certificate, &certificate.subject, MIFU_SM2_DEFAULT_ID);
    if (status == MIFU_OK) {
        assert_int_equal(len, original->len);
        assert_memory_equal(data, original->data, len);
    }
    return status == MIFU_INVALID ? MIFU_ERR_AUTHENTICATION : status;
}

static void test_hostile(void **state)
{
    json_t *root = vectors_load("field_cases.json");
    json_t *inputs = json_object_get(vectors_field_case(root, "CRT-01"), "inputs");
    vector_bytes der = der_of_pem(vector_text(inputs, "cert_default_id_pem"));

    (void)state;
    hostile_inputs(decode_only, NULL, der.data, der.len);
    hostile_inputs_few(decode, &der, der.data, der.len);
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_identities),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_hostile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
