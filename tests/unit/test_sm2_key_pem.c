/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys as PEM: several blocks, text around, CRLF, PEM-01 (EC PARAMETERS), PEM-03, PEM-10 (the old
 * encryption is refused by name) of the field cases as whole kinds; the vectors; hostile input.
 */
#include "mifu/sm2_encoding.h"

#include "support_hostile.h"
#include "support_keys.h"
#include "support_vectors.h"

/* clang-format off */
#define D_HEX "f72f36fafc2187213cd46534140da04648c9b4f2668c62147c953a950a4819fb"
#define SEC1 \
    "-----BEGIN EC PRIVATE KEY-----\n" \
    "MHcCAQEEIPcvNvr8IYchPNRlNBQNoEZIybTyZoxiFHyVOpUKSBn7oAoGCCqBHM9V\n" \
    "AYItoUQDQgAEsexHLhCz5howCbvT0CRYCHo+6h8Zec/ua7RukqlhfFq/6hRfyKL8\n" \
    "I5KSqCZpylHG8HCj09PGc0FjILhK5BgHLA==\n" \
    "-----END EC PRIVATE KEY-----\n"
#define SM2_PARAMETERS "-----BEGIN EC PARAMETERS-----\nBggqgRzPVQGCLQ==\n-----END EC PARAMETERS-----\n"
#define P256_PARAMETERS "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
#define OTHER_TEXT "some text\nKey: Value\n\n"
#define LEGACY \
    "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n" \
    "DEK-Info: SM4-CBC,A1B2C3D4E5F60718293A4B5C6D7E8F90\n\nDkFP\n-----END EC PRIVATE KEY-----\n"
#define CERTIFICATE "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n"
#define RSA "-----BEGIN RSA PRIVATE KEY-----\nMAA=\n-----END RSA PRIVATE KEY-----\n"
#define ENCRYPTED "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAA=\n-----END ENCRYPTED PRIVATE KEY-----\n"

static const struct {
    const char *what;
    const char *pem;
    mifu_status status;
} rows[] = {
    {"alone", SEC1, MIFU_OK},
    {"parameters before it", SM2_PARAMETERS SEC1, MIFU_OK},
    {"text around", OTHER_TEXT SM2_PARAMETERS OTHER_TEXT SEC1 OTHER_TEXT, MIFU_OK},
    {"P-256 parameters before it", P256_PARAMETERS SEC1, MIFU_ERR_UNSUPPORTED_CURVE},
    {"malformed parameters before it", "-----BEGIN EC PARAMETERS-----\nBggq\n-----END EC PARAMETERS-----\n" SEC1,
     MIFU_ERR_ENCODING_TRUNCATED},
    {"a certificate before it", CERTIFICATE SEC1, MIFU_OK},
    {"a certificate after it", SEC1 CERTIFICATE, MIFU_OK},
    {"an RSA key before it", RSA SEC1, MIFU_OK},
    {"an RSA key alone", RSA, MIFU_ERR_UNSUPPORTED_ALGORITHM},
    {"a certificate alone", CERTIFICATE, MIFU_ERR_ENCODING_PEM},
    {"parameters alone", SM2_PARAMETERS, MIFU_ERR_ENCODING_PEM},
    {"old encryption", LEGACY, MIFU_ERR_UNSUPPORTED_LEGACY_PEM},
    {"old encryption, parameters before it", SM2_PARAMETERS LEGACY, MIFU_ERR_UNSUPPORTED_LEGACY_PEM},
    {"encrypted", ENCRYPTED, MIFU_ERR_PASSWORD_NEEDED},
    {"nothing", "", MIFU_ERR_ENCODING_PEM},
    {"text alone", OTHER_TEXT, MIFU_ERR_ENCODING_PEM},
};
/* clang-format on */

static void test_private_texts(void **state)
{
    vector_bytes d = bytes_of_hex(D_HEX);

    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(rows); i++) {
        char crlf[4096];
        size_t n = 0;
        mifu_sm2_private_key key;
        mifu_status status;

        /* With LF and with CRLF. */
        for (int pass = 0; pass < 2; pass++) {
            n = 0;
            for (const char *c = rows[i].pem; *c != '\0'; c++) {
                if (*c == '\n' && pass)
                    crlf[n++] = '\r';
                crlf[n++] = *c;
            }
            memset(&key, 0xee, sizeof key);
            status = mifu_sm2_private_key_from_pem(&key, crlf, n, NULL, 0);
            if (status != rows[i].status)
                fail_msg("%s: %s", rows[i].what, mifu_status_name(status));
            if (status == MIFU_OK)
                assert_private_key(&key, d.data);
            else
                assert_zeroed(&key, sizeof key);
        }
    }
}

static void test_field_cases(void **state)
{
    static const char *const ids[] = {"PEM-01", "PEM-03"};
    json_t *root = vectors_load("field_cases.json");
    mifu_sm2_private_key key;
    const char *pem;

    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(ids); i++) {
        json_t *one = vectors_field_case(root, ids[i]);
        json_t *expected = json_object_get(one, "expected");

        pem = vector_text(json_object_get(one, "inputs"), "pem");
        assert_int_equal(mifu_sm2_private_key_from_pem(&key, pem, strlen(pem), NULL, 0), MIFU_OK);
        assert_private_key(&key, vector_hex(expected, "d").data);
        assert_public_of(&key, vector_hex(expected, "pub").data);
    }
    pem = vector_text(json_object_get(vectors_field_case(root, "PEM-10"), "inputs"), "pem");
    assert_int_equal(
        mifu_sm2_private_key_from_pem(&key, pem, strlen(pem), (const uint8_t *)"demo123", 7),
        MIFU_ERR_UNSUPPORTED_LEGACY_PEM);
    json_decref(root);
}

static void test_vectors(void **state)
{
    json_t *root = vectors_load("sm2.json");
    json_t *groups = json_object_get(root, "groups");
    size_t tested = 0;

    (void)state;
    for (size_t i = 0; i < json_array_size(groups); i++) {
        json_t *tests = json_object_get(json_array_get(groups, i), "tests");

        for (size_t j = 0; j < json_array_size(tests); j++) {
            json_t *t = json_array_get(tests, j);
            const char *label = json_string_value(json_object_get(t, "label"));
            const char *pem = json_string_value(json_object_get(t, "pem"));
            mifu_sm2_private_key key;
            mifu_sm2_public_key public_key;

            if (label == NULL || pem == NULL || strncmp(label, "ENCRYPTED", 9) == 0)
                continue;
            if (strcmp(label, "PUBLIC KEY") == 0 || strcmp(label, "CERTIFICATE") == 0) {
                assert_int_equal(mifu_sm2_public_key_from_pem(&public_key, pem, strlen(pem)),
                                 MIFU_OK);
                assert_int_equal(mifu_sm2_private_key_from_pem(&key, pem, strlen(pem), NULL, 0),
                                 MIFU_ERR_ENCODING_PEM);
                if (strcmp(label, "PUBLIC KEY") == 0)
                    assert_public_key(&public_key, vector_hex(t, "pub").data);
            } else if (strcmp(label, "CERTIFICATE REQUEST") != 0) {
                assert_int_equal(mifu_sm2_private_key_from_pem(&key, pem, strlen(pem), NULL, 0),
                                 MIFU_OK);
                assert_private_key(&key, vector_hex(t, "d").data);
                assert_int_equal(mifu_sm2_public_key_from_pem(&public_key, pem, strlen(pem)),
                                 MIFU_ERR_ENCODING_PEM);
                assert_zeroed(&public_key, sizeof public_key);
            }
            tested++;
        }
    }
    assert_true(tested > 10);
    json_decref(root);
}

/* ---- Writing ---- */

static mifu_status write_private(uint8_t *out, size_t cap, size_t *len, void *arg)
{
    char text[1024];
    mifu_status status =
        mifu_sm2_private_key_to_pem(out != NULL ? text : NULL, cap < 1024 ? cap : 1024, len, arg);

    if (status == MIFU_OK && out != NULL) /* gcc does not know that a size query is never OK */
        memcpy(out, text, *len);
    return status;
}

static mifu_status write_public(uint8_t *out, size_t cap, size_t *len, void *arg)
{
    char text[1024];
    mifu_status status =
        mifu_sm2_public_key_to_pem(out != NULL ? text : NULL, cap < 1024 ? cap : 1024, len, arg);

    if (status == MIFU_OK && out != NULL) /* gcc does not know that a size query is never OK */
        memcpy(out, text, *len);
    return status;
}

static mifu_status decode_private(const uint8_t *data, size_t len, void *arg)
{
    char text[2048];
    mifu_sm2_private_key key;
    mifu_status status;

    assert_true(len <= sizeof text);
    if (len != 0)
        memcpy(text, data, len);
    memset(&key, 0xee, sizeof key);
    status = mifu_sm2_private_key_from_pem(&key, text, len, NULL, 0);
    if (status == MIFU_OK)
        assert_private_key(&key, arg);
    else
        assert_zeroed(&key, sizeof key);
    return status == MIFU_ERR_PASSWORD_NEEDED ? MIFU_ERR_UNSUPPORTED : status;
}

static void test_round_trips(void **state)
{
    vector_bytes d = bytes_of_hex(D_HEX);
    mifu_sm2_private_key key, back;
    mifu_sm2_public_key public_key, public_back;
    char pem[1024];
    size_t len;

    (void)state;
    assert_int_equal(mifu_sm2_private_key_from_bytes(&key, d.data), MIFU_OK);
    mifu_sm2_public_key_from_private(&public_key, &key);
    hostile_output(write_private, &key);
    hostile_output(write_public, &public_key);

    assert_int_equal(mifu_sm2_public_key_to_pem(pem, sizeof pem, &len, &public_key), MIFU_OK);
    assert_memory_equal(pem, "-----BEGIN PUBLIC KEY-----\nMFkwEwYH", 35);
    assert_int_equal(mifu_sm2_public_key_from_pem(&public_back, pem, len), MIFU_OK);
    assert_int_equal(mifu_sm2_public_key_equal(&public_key, &public_back), 1);

    assert_int_equal(mifu_sm2_private_key_to_pem(pem, sizeof pem, &len, &key), MIFU_OK);
    assert_memory_equal(pem, "-----BEGIN PRIVATE KEY-----\nMIGH", 32);
    assert_int_equal(mifu_sm2_private_key_from_pem(&back, pem, len, NULL, 0), MIFU_OK);
    assert_private_key(&back, d.data);
    /* Every change of a character: another text of the same key, or a refusal. */
    for (size_t at = 0; at < len; at++) {
        for (unsigned c = 0; c < 256; c += at % 2 == 0 ? 3 : 5) {
            char changed[1024];

            memcpy(changed, pem, len);
            changed[at] = (char)c;
            (void)hostile_try(decode_private, d.data, (const uint8_t *)changed, len);
        }
    }
    for (size_t cut = 0; cut + 1 < len; cut++)
        assert_int_equal(hostile_try(decode_private, d.data, (const uint8_t *)pem, cut),
                         MIFU_ERR_ENCODING_PEM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_private_texts),
        cmocka_unit_test(test_field_cases),
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_round_trips),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
