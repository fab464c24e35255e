/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Encrypted private keys: PEM-08 of the field cases (shapes of other writers), the vectors, the
 * identifiers of GM/T 0091, refusals that name the algorithm, hostile input.
 */
#include "mifu/sm2_encoding.h"

#include "mifu/kdf.h"
#include "mifu/sm4_modes.h"

#include "support_hostile.h"
#include "support_keys.h"
#include "support_vectors.h"

static const char d_hex[] = "3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8";

#define PASSWORD (const uint8_t *)"correct horse", 13

static void load_key(mifu_sm2_private_key *key)
{
    assert_int_equal(mifu_sm2_private_key_from_bytes(key, bytes_of_hex(d_hex).data), MIFU_OK);
}

/* ---- Files of others ---- */

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
            const char *format = json_string_value(json_object_get(t, "format"));
            mifu_sm2_private_key key;
            const char *password, *pem;
            vector_bytes der;

            if (format == NULL || strcmp(format, "pkcs8-encrypted") != 0)
                continue;
            der = vector_hex(t, "der");
            pem = vector_text(t, "pem");
            password = vector_text(t, "password");
            assert_int_equal(mifu_sm2_private_key_from_encrypted_der(&key, der.data, der.len,
                                                                     (const uint8_t *)password,
                                                                     strlen(password)),
                             MIFU_OK);
            assert_private_key(&key, vector_hex(t, "d").data);
            assert_int_equal(mifu_sm2_private_key_from_pem(&key, pem, strlen(pem),
                                                           (const uint8_t *)password,
                                                           strlen(password)),
                             MIFU_OK);
            assert_public_of(&key, vector_hex(t, "pub").data);
            tested++;
        }
    }
    assert_true(tested >= 1);
    json_decref(root);
}

static void test_field_case(void **state)
{
    json_t *root = vectors_load("field_cases.json");
    json_t *inputs = json_object_get(vectors_field_case(root, "PEM-08"), "inputs");
    json_t *expected = json_object_get(vectors_field_case(root, "PEM-08"), "expected");
    const char *pem = vector_text(inputs, "pem");
    const char *password = vector_text(inputs, "password");
    mifu_sm2_private_key key;

    (void)state;
    assert_int_equal(mifu_sm2_private_key_from_pem(&key, pem, strlen(pem), NULL, 0),
                     MIFU_ERR_PASSWORD_NEEDED);
    assert_zeroed(&key, sizeof key);
    assert_int_equal(mifu_sm2_private_key_from_pem(&key, pem, strlen(pem),
                                                   (const uint8_t *)password, strlen(password)),
                     MIFU_OK);
    assert_private_key(&key, vector_hex(expected, "d").data);
    assert_public_of(&key, vector_hex(expected, "pub").data);
    assert_int_equal(
        mifu_sm2_private_key_from_pem(&key, pem, strlen(pem), (const uint8_t *)"Test", 4),
        MIFU_ERR_AUTHENTICATION);
    assert_zeroed(&key, sizeof key);
    json_decref(root);
}

/* ---- Shapes: the same encrypted bytes under every way to name the algorithms ---- */

/* clang-format off */
#define SALT       "04{a1a2a3a4a5a6a7a8}"
#define ITERATIONS "02{03e8}"
#define HMAC_SM3   "30{ 06{2a811ccf5501831102} }"
#define PBES2      "06{2a864886f70d01050d}"
#define PBKDF2     "06{2a864886f70d01050c}"
#define SM4_CBC    "06{2a811ccf55016802}"
#define IV         "04{000102030405060708090a0b0c0d0e0f}"
#define KEY_FILE(scheme, kdf, kdf_parameters, cipher) \
    "30{ 30{" scheme "30{ 30{" kdf "30{" kdf_parameters "} } 30{" cipher "} } } 04{%s} }"
#define STANDARD(kdf_parameters, cipher) KEY_FILE(PBES2, PBKDF2, kdf_parameters, cipher)

static const struct {
    const char *what;
    const char *der; /* %s: the ciphertext */
    mifu_hash_algorithm prf;
    mifu_status status;
    const char *algorithm; /* as mifu_sm2_identify() names it */
} shapes[] = {
    {"HMAC-SM3", STANDARD(SALT ITERATIONS HMAC_SM3, SM4_CBC IV), MIFU_HASH_SM3, MIFU_OK,
     "PBES2, PBKDF2, HMAC-SM3, SM4-CBC"},
    {"HMAC-SM3 with NULL", STANDARD(SALT ITERATIONS "30{ 06{2a811ccf5501831102} 05{} }", SM4_CBC IV), MIFU_HASH_SM3, MIFU_OK,
     "PBES2, PBKDF2, HMAC-SM3, SM4-CBC"},
    {"key length", STANDARD(SALT ITERATIONS "02{10}" HMAC_SM3, SM4_CBC IV), MIFU_HASH_SM3, MIFU_OK,
     "PBES2, PBKDF2, HMAC-SM3, SM4-CBC"},
    {"HMAC-SHA256", STANDARD(SALT ITERATIONS "30{ 06{2a864886f70d0209} 05{} }", SM4_CBC IV), MIFU_HASH_SHA256, MIFU_OK,
     "PBES2, PBKDF2, HMAC-SHA256, SM4-CBC"},
    {"SM4 without its mode", STANDARD(SALT ITERATIONS HMAC_SM3, "06{2a811ccf550168}" IV), MIFU_HASH_SM3, MIFU_OK,
     "PBES2, PBKDF2, HMAC-SM3, SM4"},
    {"GM/T 0091", KEY_FILE("06{2a811ccf5506010401 0502}", "06{2a811ccf5506010401 0501}",
                           SALT ITERATIONS "30{ 06{2a811ccf550183110301} 05{} }", "06{2a811ccf5506010401 0c0101}" IV),
     MIFU_HASH_SM3, MIFU_OK, "PBES2 of GM/T 0091, PBKDF2 of GM/T 0091, HMAC-SM3, SM4-CBC"},
    {"GM/T 0091, default PRF", KEY_FILE(PBES2, "06{2a811ccf5506010401 0501}", SALT ITERATIONS, SM4_CBC IV),
     MIFU_HASH_SM3, MIFU_OK, "PBES2, PBKDF2 of GM/T 0091, SM4-CBC"},
    {"default PRF, HMAC-SHA1", STANDARD(SALT ITERATIONS, SM4_CBC IV), MIFU_HASH_SM3, MIFU_ERR_UNSUPPORTED_CIPHER,
     "PBES2, PBKDF2, SM4-CBC"},
    {"HMAC-SHA512", STANDARD(SALT ITERATIONS "30{ 06{2a864886f70d020b} 05{} }", SM4_CBC IV), MIFU_HASH_SM3,
     MIFU_ERR_UNSUPPORTED_CIPHER, "PBES2, PBKDF2, HMAC-SHA512, SM4-CBC"},
    {"AES-256-CBC", STANDARD(SALT ITERATIONS HMAC_SM3, "06{60864801650304012a}" IV), MIFU_HASH_SM3,
     MIFU_ERR_UNSUPPORTED_CIPHER, "PBES2, PBKDF2, HMAC-SM3, AES-256-CBC"},
    {"DES-EDE3-CBC", STANDARD(SALT ITERATIONS HMAC_SM3, "06{2a864886f70d0307} 04{0001020304050607}"), MIFU_HASH_SM3,
     MIFU_ERR_UNSUPPORTED_CIPHER, "PBES2, PBKDF2, HMAC-SM3, DES-EDE3-CBC"},
    {"scrypt", KEY_FILE(PBES2, "06{2b06010401da47040b}", SALT "02{4000} 02{08} 02{01}", SM4_CBC IV), MIFU_HASH_SM3,
     MIFU_ERR_UNSUPPORTED_CIPHER, "PBES2, scrypt, SM4-CBC"},
    {"PBE-MD5-DES", "30{ 30{ 06{2a864886f70d010503} 30{" SALT ITERATIONS "} } 04{%s} }", MIFU_HASH_SM3,
     MIFU_ERR_UNSUPPORTED_CIPHER, "PBE-MD5-DES"},
    {"an identifier without a name", STANDARD(SALT ITERATIONS HMAC_SM3, "06{2a030405877f}" IV), MIFU_HASH_SM3,
     MIFU_ERR_UNSUPPORTED_CIPHER, "PBES2, PBKDF2, HMAC-SM3, 1.2.3.4.5.1023"},
    {"key length 32", STANDARD(SALT ITERATIONS "02{20}" HMAC_SM3, SM4_CBC IV), MIFU_HASH_SM3, MIFU_ERR_UNSUPPORTED_CIPHER,
     "PBES2, PBKDF2, HMAC-SM3, SM4-CBC"},
    {"no iterations", STANDARD(SALT "02{00}" HMAC_SM3, SM4_CBC IV), MIFU_HASH_SM3, MIFU_ERR_RANGE, NULL},
    {"too many iterations", STANDARD(SALT "02{00989681}" HMAC_SM3, SM4_CBC IV), MIFU_HASH_SM3, MIFU_ERR_LIMIT, NULL},
    {"more iterations than 32 bits", STANDARD(SALT "02{0100000000}" HMAC_SM3, SM4_CBC IV), MIFU_HASH_SM3, MIFU_ERR_RANGE,
     NULL},
    {"short IV", STANDARD(SALT ITERATIONS HMAC_SM3, SM4_CBC "04{00}"), MIFU_HASH_SM3, MIFU_ERR_ENCODING_LENGTH, NULL},
    {"no IV", STANDARD(SALT ITERATIONS HMAC_SM3, SM4_CBC), MIFU_HASH_SM3, MIFU_ERR_ENCODING_TRUNCATED, NULL},
};
/* clang-format on */

/* Encrypts a PrivateKeyInfo as the shapes say, by the primitives: hexadecimal. */
static void ciphertext_hex(char *hex, mifu_hash_algorithm prf)
{
    static const uint8_t salt[8] = {0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8};
    static const uint8_t iv[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    mifu_sm2_private_key key;
    mifu_sm4_key sm4;
    uint8_t plain[256], k[16], ct[256];
    size_t len, ct_len;

    load_key(&key);
    assert_int_equal(mifu_sm2_private_key_to_pkcs8(plain, sizeof plain, &len, &key), MIFU_OK);
    assert_int_equal(mifu_pbkdf2(k, 16, prf, PASSWORD, salt, sizeof salt, 1000), MIFU_OK);
    mifu_sm4_key_init(&sm4, k);
    assert_int_equal(
        mifu_sm4_cbc_encrypt(ct, sizeof ct, &ct_len, &sm4, iv, MIFU_SM4_PADDING_PKCS7, plain, len),
        MIFU_OK);
    for (size_t i = 0; i < ct_len; i++)
        (void)snprintf(hex + 2 * i, 3, "%02x", ct[i]);
}

static void test_shapes(void **state)
{
    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(shapes); i++) {
        char hex[1024], text[2048];
        const char *place = strstr(shapes[i].der, "%s");
        vector_bytes der;
        mifu_sm2_private_key key;
        mifu_sm2_identity identity;
        mifu_status status;

        ciphertext_hex(hex, shapes[i].prf);
        (void)snprintf(text, sizeof text, "%.*s%s%s", (int)(place - shapes[i].der), shapes[i].der,
                       hex, place + 2);
        der = bytes_of_der_notation(text);
        memset(&key, 0xee, sizeof key);
        status = mifu_sm2_private_key_from_encrypted_der(&key, der.data, der.len, PASSWORD);
        if (status != shapes[i].status)
            fail_msg("%s: %s", shapes[i].what, mifu_status_name(status));
        if (status == MIFU_OK)
            assert_private_key(&key, bytes_of_hex(d_hex).data);
        else
            assert_zeroed(&key, sizeof key);
        mifu_sm2_identify(&identity, der.data, der.len);
        assert_int_equal(identity.kind, MIFU_SM2_KIND_PRIVATE_KEY_ENCRYPTED);
        assert_int_equal(identity.status, shapes[i].status);
        if (shapes[i].algorithm != NULL)
            assert_string_equal(identity.algorithm, shapes[i].algorithm);
        /* The reader of plain keys says what is missing. */
        assert_int_equal(mifu_sm2_private_key_from_der(&key, der.data, der.len),
                         MIFU_ERR_PASSWORD_NEEDED);
    }
}

/* ---- Own files ---- */

typedef struct writing {
    const mifu_sm2_private_key *key;
    mifu_hash_algorithm prf;
    uint32_t iterations;
} writing;

static mifu_status write_der(uint8_t *out, size_t cap, size_t *len, void *arg)
{
    const writing *w = arg;

    return mifu_sm2_private_key_to_encrypted_der(out, cap, len, w->key, PASSWORD, w->prf,
                                                 w->iterations);
}

static mifu_status write_pem(uint8_t *out, size_t cap, size_t *len, void *arg)
{
    const writing *w = arg;
    char text[1024];
    mifu_status status = mifu_sm2_private_key_to_encrypted_pem(
        out != NULL ? text : NULL, cap < sizeof text ? cap : sizeof text, len, w->key, PASSWORD,
        w->prf, w->iterations);

    if (status == MIFU_OK && out != NULL) /* gcc does not know that a size query is never OK */
        memcpy(out, text, *len);
    return status;
}

static void test_round_trips(void **state)
{
    static const mifu_hash_algorithm prfs[] = {MIFU_HASH_SM3, MIFU_HASH_SHA256};
    static const uint32_t iterations[] = {1, 127, 128, 1000, 65536};
    mifu_sm2_private_key key, back;

    (void)state;
    load_key(&key);
    for (size_t i = 0; i < MIFU_COUNT_OF(prfs); i++) {
        for (size_t j = 0; j < MIFU_COUNT_OF(iterations); j++) {
            writing w = {&key, prfs[i], iterations[j]};
            uint8_t der[512], again[512];
            char pem[1024];
            size_t len, again_len;

            hostile_output(write_der, &w);
            hostile_output(write_pem, &w);
            assert_int_equal(write_der(der, sizeof der, &len, &w), MIFU_OK);
            assert_int_equal(mifu_sm2_private_key_from_encrypted_der(&back, der, len, PASSWORD),
                             MIFU_OK);
            assert_private_key(&back, bytes_of_hex(d_hex).data);
            assert_public_of(&back, bytes_of_hex("0409f9df311e5421a150dd7d161e4bc5c672179fad1833fc0"
                                                 "76bb08ff356f35020ccea490ce26775a52dc6ea718cc1aa60"
                                                 "0aed05fbf35e084a6632f6072da9ad13")
                                        .data);
            /* A fresh salt and IV each time. */
            assert_int_equal(write_der(again, sizeof again, &again_len, &w), MIFU_OK);
            assert_int_equal(again_len, len);
            assert_memory_not_equal(again, der, len);
            assert_int_equal(mifu_sm2_private_key_to_encrypted_pem(
                                 pem, sizeof pem, &len, &key, PASSWORD, prfs[i], iterations[j]),
                             MIFU_OK);
            assert_int_equal(mifu_sm2_private_key_from_pem(&back, pem, len, PASSWORD), MIFU_OK);
            assert_private_key(&back, bytes_of_hex(d_hex).data);
        }
    }
    {
        uint8_t der[512];
        size_t len;

        /* An empty password is one. */
        assert_int_equal(mifu_sm2_private_key_to_encrypted_der(der, sizeof der, &len, &key, NULL, 0,
                                                               MIFU_HASH_SM3, 10),
                         MIFU_OK);
        assert_int_equal(mifu_sm2_private_key_from_encrypted_der(&back, der, len, NULL, 0),
                         MIFU_OK);
        assert_int_equal(mifu_sm2_private_key_from_encrypted_der(&back, der, len, PASSWORD),
                         MIFU_ERR_AUTHENTICATION);
        assert_int_equal(mifu_sm2_private_key_to_encrypted_der(der, sizeof der, &len, &key,
                                                               PASSWORD, MIFU_HASH_SHA224, 10),
                         MIFU_ERR_ARGUMENT_NAME);
        assert_int_equal(mifu_sm2_private_key_to_encrypted_der(der, sizeof der, &len, &key,
                                                               PASSWORD, MIFU_HASH_SM3, 0),
                         MIFU_ERR_ARGUMENT_LENGTH);
        assert_int_equal(mifu_sm2_private_key_to_encrypted_der(
                             der, sizeof der, &len, &key, PASSWORD, MIFU_HASH_SM3,
                             MIFU_SM2_MAX_ITERATIONS + UINT32_C(1)),
                         MIFU_ERR_ARGUMENT_LENGTH);
    }
}

static mifu_status decode(const uint8_t *data, size_t len, void *arg)
{
    mifu_sm2_private_key key;
    mifu_status status;

    (void)arg;
    memset(&key, 0xee, sizeof key);
    status = mifu_sm2_private_key_from_encrypted_der(&key, data, len, PASSWORD);
    if (status == MIFU_OK)
        assert_private_key(&key, bytes_of_hex(d_hex).data);
    else
        assert_zeroed(&key, sizeof key);
    return status;
}

static void test_hostile(void **state)
{
    mifu_sm2_private_key key;
    writing w = {&key, MIFU_HASH_SM3, 1};
    uint8_t der[512];
    size_t len;

    (void)state;
    load_key(&key);
    assert_int_equal(write_der(der, sizeof der, &len, &w), MIFU_OK);
    hostile_inputs(decode, NULL, der, len);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors), cmocka_unit_test(test_field_case),
        cmocka_unit_test(test_shapes),  cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_hostile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
