/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys in DER: the shapes that are read, the one that is written, refusals by name; KEY-01, KEY-04,
 * PUB-01, PUB-04, PUB-06, PEM-03 and PEM-06 of the field cases as whole kinds; hostile input.
 */
#include "mifu/sm2_encoding.h"

#include "support_hostile.h"
#include "support_keys.h"
#include "support_vectors.h"

/* clang-format off */
/* Parts of key files, in the notation of support_vectors.h. */
#define OID_EC      "06{2a8648ce3d0201}"
#define OID_SM2     "06{2a811ccf5501822d}"
#define OID_P256    "06{2a8648ce3d030107}"
#define OID_RSA     "06{2a864886f70d010101}"
#define D_HEX       "3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8"
#define X_HEX       "09f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020"
#define Y_HEX       "ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13"
#define G_X_HEX     "32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7"
#define G_Y_HEX     "bc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0"
#define P_HEX       "fffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffff"
#define A_HEX       "fffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffc"
#define B_HEX       "28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93"
#define N_HEX       "fffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123"
#define POINT_HEX   "04" X_HEX Y_HEX
#define G_HEX       "04" G_X_HEX G_Y_HEX
#define POINT       "03{00 " POINT_HEX "}"
#define NAMED       "30{" OID_EC OID_SM2 "}"
#define FIELD       "30{ 06{2a8648ce3d0101} 02{00" P_HEX "} }"
#define CURVE_AB    "30{ 04{" A_HEX "} 04{" B_HEX "} }"
#define BASE        "04{" G_HEX "}"
#define ORDER       "02{00" N_HEX "}"
#define EXPLICIT    "30{ 02{01}" FIELD CURVE_AB BASE ORDER "02{01} }"
#define SEC1(rest)  "30{ 02{01} 04{" D_HEX "}" rest "}"
#define PKCS8(version, algorithm, key, rest) "30{ 02{" version "}" algorithm "04{" key "}" rest "}"
#define SPKI(parameters) "30{ 30{" OID_EC parameters "}" POINT "}"

static const struct {
    const char *what;
    const char *der;
    mifu_status status;
} private_rows[] = {
    {"PKCS#8", PKCS8("00", NAMED, SEC1("a1{" POINT "}"), ""), MIFU_OK},
    {"PKCS#8, curve in the algorithm's place",
     PKCS8("00", "30{" OID_SM2 OID_SM2 "}", SEC1("a1{" POINT "}"), ""), MIFU_OK},
    {"PKCS#8, curve in the algorithm's place, NULL", PKCS8("00", "30{" OID_SM2 "05{} }", SEC1(""), ""), MIFU_OK},
    {"PKCS#8, curve in the algorithm's place alone", PKCS8("00", "30{" OID_SM2 "}", SEC1(""), ""), MIFU_OK},
    {"PKCS#8, curve in the algorithm's place, P-256 behind it",
     PKCS8("00", "30{" OID_SM2 OID_P256 "}", SEC1(""), ""), MIFU_ERR_UNSUPPORTED_CURVE},
    {"PKCS#8, another curve inside", PKCS8("00", NAMED, SEC1("a0{" OID_P256 "}"), ""), MIFU_ERR_UNSUPPORTED_CURVE},
    {"PKCS#8, the curve inside too", PKCS8("00", NAMED, SEC1("a0{" OID_SM2 "} a1{" POINT "}"), ""), MIFU_OK},
    {"PKCS#8 without public part", PKCS8("00", NAMED, SEC1(""), ""), MIFU_OK},
    {"PKCS#8, compressed public part", PKCS8("00", NAMED, SEC1("a1{ 03{00 03" X_HEX "} }"), ""), MIFU_OK},
    {"PKCS#8, version 2, public part outside", PKCS8("01", NAMED, SEC1(""), "81{00" POINT_HEX "}"), MIFU_OK},
    {"PKCS#8, version 1, public part outside",
     PKCS8("00", NAMED, SEC1(""), "81{00" POINT_HEX "}"), MIFU_ERR_ENCODING_TRAILING},
    {"PKCS#8, version 2, another public part outside",
     PKCS8("01", NAMED, SEC1(""), "81{00" G_HEX "}"), MIFU_ERR_RANGE_KEY_MISMATCH},
    {"PKCS#8, version 2, unused bits outside",
     PKCS8("01", NAMED, SEC1(""), "81{01" POINT_HEX "}"), MIFU_ERR_ENCODING_PADDING},
    {"PKCS#8, version 2, empty public part", PKCS8("01", NAMED, SEC1(""), "81{}"), MIFU_ERR_ENCODING_LENGTH},
    {"PKCS#8, attributes", PKCS8("00", NAMED, SEC1(""), "a0{}"), MIFU_OK},
    {"PKCS#8, version 3", PKCS8("02", NAMED, SEC1(""), ""), MIFU_ERR_UNSUPPORTED},
    {"PKCS#8, another public part", PKCS8("00", NAMED, SEC1("a1{ 03{00" G_HEX "} }"), ""), MIFU_ERR_RANGE_KEY_MISMATCH},
    {"PKCS#8, public part off the curve",
     PKCS8("00", NAMED, SEC1("a1{ 03{00 04" X_HEX G_Y_HEX "} }"), ""), MIFU_ERR_RANGE_NOT_ON_CURVE},
    {"PKCS#8, P-256", PKCS8("00", "30{" OID_EC OID_P256 "}", SEC1(""), ""), MIFU_ERR_UNSUPPORTED_CURVE},
    {"PKCS#8, no curve", PKCS8("00", "30{" OID_EC "}", SEC1(""), ""), MIFU_ERR_ENCODING_TRUNCATED},
    {"PKCS#8, implicit curve", PKCS8("00", "30{" OID_EC "05{} }", SEC1(""), ""), MIFU_ERR_UNSUPPORTED_CURVE},
    {"PKCS#8, explicit parameters", PKCS8("00", "30{" OID_EC EXPLICIT "}", SEC1(""), ""), MIFU_OK},
    {"PKCS#8, RSA", PKCS8("00", "30{" OID_RSA "05{} }", "", ""), MIFU_ERR_UNSUPPORTED_ALGORITHM},
    {"PKCS#8, d without ECPrivateKey", PKCS8("00", NAMED, "04{" D_HEX "}", ""), MIFU_ERR_ENCODING_TAG},
    {"PKCS#8, inner version 0", PKCS8("00", NAMED, "30{ 02{00} 04{" D_HEX "} }", ""), MIFU_ERR_UNSUPPORTED},
    {"PKCS#8, bytes after ECPrivateKey", PKCS8("00", NAMED, SEC1("") "00", ""), MIFU_ERR_ENCODING_TRAILING},
    {"SEC1", SEC1("a0{" OID_SM2 "} a1{" POINT "}"), MIFU_OK},
    {"SEC1 without public part", SEC1("a0{" OID_SM2 "}"), MIFU_OK},
    {"SEC1 without curve", SEC1("a1{" POINT "}"), MIFU_OK},
    {"SEC1 without both", SEC1(""), MIFU_OK},
    {"SEC1, P-256", SEC1("a0{" OID_P256 "}"), MIFU_ERR_UNSUPPORTED_CURVE},
    {"SEC1, explicit parameters", SEC1("a0{" EXPLICIT "}"), MIFU_OK},
    {"SEC1, version 2", "30{ 02{02} 04{" D_HEX "} }", MIFU_ERR_UNSUPPORTED},
    {"SEC1, parts in the wrong order", SEC1("a1{" POINT "} a0{" OID_SM2 "}"), MIFU_ERR_ENCODING_TRAILING},
    {"SEC1, hybrid public part", SEC1("a1{ 03{00 07" X_HEX Y_HEX "} }"), MIFU_ERR_UNSUPPORTED_POINT},
    {"SEC1, public part at infinity", SEC1("a1{ 03{00 00} }"), MIFU_ERR_RANGE_INFINITY},
    {"SEC1, unused bits", SEC1("a1{ 03{01" POINT_HEX "} }"), MIFU_ERR_ENCODING_PADDING},
    {"SEC1, 33 bytes with a leading zero", "30{ 02{01} 04{00" D_HEX "} }", MIFU_ERR_ENCODING_LENGTH},
    {"SEC1, 31 bytes", "30{ 02{01} 04{4520" P_HEX "} }", MIFU_ERR_ENCODING_LENGTH},
    {"SEC1, d = 0", "30{ 02{01} 04{0000000000000000000000000000000000000000000000000000000000000000} }",
     MIFU_ERR_RANGE_PRIVATE_KEY},
    {"SEC1, d = n", "30{ 02{01} 04{" N_HEX "} }", MIFU_ERR_RANGE_PRIVATE_KEY},
    {"RSAPrivateKey", "30{ 02{00} 02{01} 02{03} 02{05} }", MIFU_ERR_UNSUPPORTED_ALGORITHM},
    {"EncryptedPrivateKeyInfo", "30{ 30{ 06{2a864886f70d01050d} } 04{0000} }", MIFU_ERR_PASSWORD_NEEDED},
    {"CFCA container", "30{ 02{01} 30{ 06{2a811ccf550601040201} 06{2a811ccf550168} 04{00} } 30{} }",
     MIFU_ERR_UNSUPPORTED_CONTAINER},
    {"CFCA container without version", "30{ 30{ 06{2a811ccf550601040201} 06{2a811ccf550168} 04{00} } 30{} }",
     MIFU_ERR_UNSUPPORTED_CONTAINER},
    {"public key", SPKI(OID_SM2), MIFU_ERR_ENCODING_TAG},
    {"indefinite length", "3080 02{01} 04{" D_HEX "} 0000", MIFU_ERR_ENCODING_LENGTH},
    {"long form of a short length", "308125 02{01} 04{" D_HEX "}", MIFU_ERR_ENCODING_LENGTH},
    {"nothing", "", MIFU_ERR_ENCODING_TRUNCATED},
    {"no sequence", "04{" D_HEX "}", MIFU_ERR_ENCODING_TAG},
};

#define EXPLICIT_OF(version, curve, base, order, rest) \
    SPKI("30{ 02{" version "}" FIELD curve base order rest "}")

static const struct {
    const char *what;
    const char *der;
    mifu_status status;
} public_rows[] = {
    {"named curve", SPKI(OID_SM2), MIFU_OK},
    {"compressed", "30{" NAMED "03{00 03" X_HEX "} }", MIFU_OK},
    {"curve in the algorithm's place", "30{ 30{" OID_SM2 OID_SM2 "}" POINT "}", MIFU_OK},
    {"explicit, all parts", SPKI(EXPLICIT), MIFU_OK},
    {"explicit, no cofactor, version 3", EXPLICIT_OF("03", CURVE_AB, BASE, ORDER, ""), MIFU_OK},
    {"explicit, compressed base", EXPLICIT_OF("01", CURVE_AB, "04{02" G_X_HEX "}", ORDER, "02{01}"), MIFU_OK},
    {"explicit, another base", EXPLICIT_OF("01", CURVE_AB, "04{" POINT_HEX "}", ORDER, "02{01}"),
     MIFU_ERR_UNSUPPORTED_CURVE},
    {"explicit, base with the other y", EXPLICIT_OF("01", CURVE_AB, "04{03" G_X_HEX "}", ORDER, "02{01}"),
     MIFU_ERR_UNSUPPORTED_CURVE},
    {"explicit, another cofactor", EXPLICIT_OF("01", CURVE_AB, BASE, ORDER, "02{02}"), MIFU_ERR_UNSUPPORTED_CURVE},
    {"explicit, another a", EXPLICIT_OF("01", "30{ 04{" P_HEX "} 04{" B_HEX "} }", BASE, ORDER, "02{01}"),
     MIFU_ERR_UNSUPPORTED_CURVE},
    {"explicit, another b", EXPLICIT_OF("01", "30{ 04{" A_HEX "} 04{" A_HEX "} }", BASE, ORDER, "02{01}"),
     MIFU_ERR_UNSUPPORTED_CURVE},
    {"explicit, a seed", EXPLICIT_OF("01", "30{ 04{" A_HEX "} 04{" B_HEX "} 03{0000} }", BASE, ORDER, "02{01}"),
     MIFU_ERR_UNSUPPORTED_CURVE},
    {"explicit, order p", EXPLICIT_OF("01", CURVE_AB, BASE, "02{00" P_HEX "}", "02{01}"), MIFU_ERR_UNSUPPORTED_CURVE},
    {"explicit, version 0", EXPLICIT_OF("00", CURVE_AB, BASE, ORDER, "02{01}"), MIFU_ERR_UNSUPPORTED_CURVE},
    {"explicit, version 4", EXPLICIT_OF("04", CURVE_AB, BASE, ORDER, "02{01}"), MIFU_ERR_UNSUPPORTED_CURVE},
    {"explicit, a hash behind it", EXPLICIT_OF("03", CURVE_AB, BASE, ORDER, "02{01} 30{}"), MIFU_ERR_ENCODING_TRAILING},
    {"explicit, binary field", SPKI("30{ 02{01} 30{ 06{2a8648ce3d0102} 30{} } }"), MIFU_ERR_UNSUPPORTED_CURVE},
    {"P-256", SPKI(OID_P256), MIFU_ERR_UNSUPPORTED_CURVE},
    {"RSA", "30{ 30{" OID_RSA "05{} } 03{00} }", MIFU_ERR_UNSUPPORTED_ALGORITHM},
    {"hybrid", "30{" NAMED "03{00 07" X_HEX Y_HEX "} }", MIFU_ERR_UNSUPPORTED_POINT},
    {"infinity", "30{" NAMED "03{00 00} }", MIFU_ERR_RANGE_INFINITY},
    {"empty point", "30{" NAMED "03{00} }", MIFU_ERR_ENCODING_POINT},
    {"without 04", "30{" NAMED "03{00" X_HEX Y_HEX "} }", MIFU_ERR_ENCODING_POINT},
    {"off the curve", "30{" NAMED "03{00 04" X_HEX X_HEX "} }", MIFU_ERR_RANGE_NOT_ON_CURVE},
    {"x = p", "30{" NAMED "03{00 04" P_HEX Y_HEX "} }", MIFU_ERR_RANGE_COORDINATE},
    {"bare point", POINT_HEX, MIFU_ERR_ENCODING_TAG},
    {"private key", SEC1("a0{" OID_SM2 "}"), MIFU_ERR_ENCODING_TAG},
    {"nothing", "", MIFU_ERR_ENCODING_TRUNCATED},
};
/* clang-format on */

static void test_private_shapes(void **state)
{
    vector_bytes d = bytes_of_hex(D_HEX);
    vector_bytes point = bytes_of_hex(POINT_HEX);

    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(private_rows); i++) {
        vector_bytes der = bytes_of_der_notation(private_rows[i].der);
        mifu_sm2_private_key key;
        mifu_status status;

        memset(&key, 0xee, sizeof key);
        status = mifu_sm2_private_key_from_der(&key, der.data, der.len);
        if (status != private_rows[i].status)
            fail_msg("%s: %s, not %s", private_rows[i].what, mifu_status_name(status),
                     mifu_status_name(private_rows[i].status));
        if (status == MIFU_OK) {
            assert_private_key(&key, d.data);
            assert_public_of(&key, point.data);
        } else {
            assert_zeroed(&key, sizeof key);
        }
    }
}

static void test_public_shapes(void **state)
{
    vector_bytes point = bytes_of_hex(POINT_HEX);

    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(public_rows); i++) {
        vector_bytes der = bytes_of_der_notation(public_rows[i].der);
        mifu_sm2_public_key key;
        mifu_status status;

        memset(&key, 0xee, sizeof key);
        status = mifu_sm2_public_key_from_der(&key, der.data, der.len);
        if (status != public_rows[i].status)
            fail_msg("%s: %s, not %s", public_rows[i].what, mifu_status_name(status),
                     mifu_status_name(public_rows[i].status));
        if (status == MIFU_OK)
            assert_public_key(&key, point.data);
        else
            assert_zeroed(&key, sizeof key);
    }
}

static void test_field_cases(void **state)
{
    json_t *root = vectors_load("field_cases.json");
    json_t *inputs, *expected;
    mifu_sm2_private_key key;
    mifu_sm2_public_key public_key;
    vector_bytes b, want;

    (void)state;
    inputs = json_object_get(vectors_field_case(root, "KEY-01"), "inputs");
    b = vector_hex(inputs, "pkcs8_der");
    assert_int_equal(mifu_sm2_private_key_from_der(&key, b.data, b.len),
                     MIFU_ERR_RANGE_PRIVATE_KEY);
    b = vector_hex(inputs, "d");
    assert_int_equal(mifu_sm2_private_key_from_bytes(&key, b.data), MIFU_ERR_RANGE_PRIVATE_KEY);

    /* KEY-04: the 32 low bytes are the key; 33 bytes in a file are refused (private_rows). */
    inputs = json_object_get(vectors_field_case(root, "KEY-04"), "inputs");
    want = vector_hex(json_object_get(vectors_field_case(root, "KEY-04"), "expected"), "public");
    b = vector_hex(inputs, "d_33_bytes");
    assert_int_equal(mifu_sm2_private_key_from_bytes(&key, b.data + 1), MIFU_OK);
    assert_public_of(&key, want.data);

    inputs = json_object_get(vectors_field_case(root, "PUB-01"), "inputs");
    want =
        vector_hex(json_object_get(vectors_field_case(root, "PUB-01"), "expected"), "uncompressed");
    b = vector_hex(inputs, "compressed_spki_der");
    assert_int_equal(mifu_sm2_public_key_from_der(&public_key, b.data, b.len), MIFU_OK);
    assert_public_key(&public_key, want.data);
    b = vector_hex(inputs, "compressed");
    assert_int_equal(mifu_sm2_public_key_from_bytes(&public_key, b.data, b.len), MIFU_OK);
    assert_public_key(&public_key, want.data);
    b = vector_hex(inputs, "bad_prefix_01");
    assert_int_equal(mifu_sm2_public_key_from_bytes(&public_key, b.data, b.len),
                     MIFU_ERR_ENCODING_POINT);
    b = vector_hex(inputs, "short_32");
    assert_int_equal(mifu_sm2_public_key_from_bytes(&public_key, b.data, b.len),
                     MIFU_ERR_ENCODING_POINT);

    inputs = json_object_get(vectors_field_case(root, "PUB-04"), "inputs");
    b = vector_hex(inputs, "spki_off_curve");
    assert_int_equal(mifu_sm2_public_key_from_der(&public_key, b.data, b.len),
                     MIFU_ERR_RANGE_NOT_ON_CURVE);
    b = vector_hex(inputs, "pub_off_curve");
    assert_int_equal(mifu_sm2_public_key_from_bytes(&public_key, b.data, b.len),
                     MIFU_ERR_RANGE_NOT_ON_CURVE);
    b = vector_hex(inputs, "pub_x_ge_p");
    assert_int_equal(mifu_sm2_public_key_from_bytes(&public_key, b.data, b.len),
                     MIFU_ERR_RANGE_COORDINATE);

    inputs = json_object_get(vectors_field_case(root, "PUB-06"), "inputs");
    want = vector_hex(json_object_get(vectors_field_case(root, "PUB-06"), "inputs"), "raw_65");
    b = vector_hex(inputs, "spki_der");
    assert_int_equal(mifu_sm2_public_key_from_der(&public_key, b.data, b.len), MIFU_OK);
    assert_public_key(&public_key, want.data);
    {
        const char *text = vector_text(inputs, "spki_base64");
        uint8_t der[128];
        size_t len;

        assert_int_equal(mifu_base64_decode(der, sizeof der, &len, text, strlen(text)), MIFU_OK);
        assert_int_equal(len, b.len);
        assert_memory_equal(der, b.data, len);
    }
    b = vector_hex(inputs, "raw_64");
    assert_int_equal(mifu_sm2_public_key_from_xy(&public_key, b.data), MIFU_OK);
    assert_public_key(&public_key, want.data);

    inputs = json_object_get(vectors_field_case(root, "PEM-03"), "inputs");
    expected = json_object_get(vectors_field_case(root, "PEM-03"), "expected");
    b = vector_hex(inputs, "der");
    assert_int_equal(mifu_sm2_private_key_from_der(&key, b.data, b.len), MIFU_OK);
    want = vector_hex(expected, "d");
    assert_private_key(&key, want.data);
    {
        uint8_t der[256];
        size_t len;
        vector_bytes algorithm = bytes_of_der_notation(NAMED);

        assert_int_equal(mifu_sm2_private_key_to_pkcs8(der, sizeof der, &len, &key), MIFU_OK);
        assert_memory_equal(der + 6, algorithm.data, algorithm.len);
    }

    inputs = json_object_get(vectors_field_case(root, "PEM-06"), "inputs");
    b = vector_hex(inputs, "der_without_public");
    assert_int_equal(mifu_sm2_private_key_from_der(&key, b.data, b.len), MIFU_OK);
    b = vector_hex(inputs, "der_public_mismatch");
    assert_int_equal(mifu_sm2_private_key_from_der(&key, b.data, b.len),
                     MIFU_ERR_RANGE_KEY_MISMATCH);
    json_decref(root);
}

/* Every group of sm2.json that decodes keys, and what is written again where it is canonical. */
static void test_vectors(void **state)
{
    json_t *root = vectors_load("sm2.json");
    json_t *groups = json_object_get(root, "groups");
    size_t tested = 0;

    (void)state;
    for (size_t i = 0; i < json_array_size(groups); i++) {
        json_t *group = json_array_get(groups, i);
        json_t *tests = json_object_get(group, "tests");

        if (strcmp(vector_text(group, "operation"), "key-decode") != 0)
            continue;
        for (size_t j = 0; j < json_array_size(tests); j++) {
            json_t *t = json_array_get(tests, j);
            const char *format = vector_text(t, "format");
            int valid = strcmp(vector_text(t, "result"), "valid") == 0;
            vector_bytes der = vector_hex(t, "der");
            mifu_sm2_private_key key;
            mifu_sm2_public_key public_key;
            mifu_status status;

            if (strcmp(format, "pkcs8-encrypted") == 0)
                continue;
            if (strcmp(format, "spki") == 0)
                status = mifu_sm2_public_key_from_der(&public_key, der.data, der.len);
            else
                status = mifu_sm2_private_key_from_der(&key, der.data, der.len);
            if ((status == MIFU_OK) != valid)
                fail_msg("%s: %s", vector_text(t, "id"), mifu_status_name(status));
            if (valid && strcmp(format, "spki") != 0) {
                assert_private_key(&key, vector_hex(t, "d").data);
                mifu_sm2_public_key_from_private(&public_key, &key);
            }
            if (valid)
                assert_public_key(&public_key, vector_hex(t, "pub").data);
            tested++;
        }
    }
    assert_true(tested > 10);
    json_decref(root);
}

/* ---- Round trips and hostile input ---- */

static mifu_status to_pkcs8(uint8_t *out, size_t cap, size_t *len, void *arg)
{
    return mifu_sm2_private_key_to_pkcs8(out, cap, len, arg);
}

static mifu_status to_sec1(uint8_t *out, size_t cap, size_t *len, void *arg)
{
    return mifu_sm2_private_key_to_sec1(out, cap, len, arg);
}

static mifu_status to_spki(uint8_t *out, size_t cap, size_t *len, void *arg)
{
    return mifu_sm2_public_key_to_der(out, cap, len, arg);
}

static mifu_status read_private(const uint8_t *data, size_t len, void *arg)
{
    const uint8_t *d = arg;
    mifu_sm2_private_key key;
    mifu_status status;

    memset(&key, 0xee, sizeof key);
    status = mifu_sm2_private_key_from_der(&key, data, len);
    if (status == MIFU_OK)
        assert_private_key(&key, d); /* the public part inside holds d fast */
    else
        assert_zeroed(&key, sizeof key);
    return status == MIFU_ERR_PASSWORD_NEEDED ? MIFU_ERR_UNSUPPORTED : status;
}

static mifu_status read_public(const uint8_t *data, size_t len, void *arg)
{
    mifu_sm2_public_key key;
    mifu_status status;

    (void)arg;
    memset(&key, 0xee, sizeof key);
    status = mifu_sm2_public_key_from_der(&key, data, len);
    if (status == MIFU_OK) {
        uint8_t der[256];
        size_t der_len;

        assert_int_equal(mifu_sm2_public_key_to_der(der, sizeof der, &der_len, &key), MIFU_OK);
        assert_int_equal(der_len, len);
        assert_memory_equal(der, data, len);
    } else {
        assert_zeroed(&key, sizeof key);
    }
    return status;
}

static void test_round_trips_and_hostile(void **state)
{
    vector_bytes d = bytes_of_hex(D_HEX);
    mifu_sm2_private_key key, back;
    mifu_sm2_public_key public_key, public_back;
    uint8_t der[256];
    size_t len;

    (void)state;
    assert_int_equal(mifu_sm2_private_key_from_bytes(&key, d.data), MIFU_OK);
    mifu_sm2_public_key_from_private(&public_key, &key);

    len = hostile_output(to_pkcs8, &key);
    assert_int_equal(mifu_sm2_private_key_to_pkcs8(der, sizeof der, &len, &key), MIFU_OK);
    assert_memory_equal(der, bytes_of_der_notation(private_rows[0].der).data, len);
    assert_int_equal(mifu_sm2_private_key_from_der(&back, der, len), MIFU_OK);
    assert_private_key(&back, d.data);
    hostile_inputs(read_private, d.data, der, len);

    hostile_output(to_sec1, &key);
    assert_int_equal(mifu_sm2_private_key_to_sec1(der, sizeof der, &len, &key), MIFU_OK);
    assert_int_equal(mifu_sm2_private_key_from_der(&back, der, len), MIFU_OK);
    assert_private_key(&back, d.data);
    hostile_inputs(read_private, d.data, der, len);

    hostile_output(to_spki, &public_key);
    assert_int_equal(mifu_sm2_public_key_to_der(der, sizeof der, &len, &public_key), MIFU_OK);
    assert_int_equal(mifu_sm2_public_key_from_der(&public_back, der, len), MIFU_OK);
    assert_int_equal(mifu_sm2_public_key_equal(&public_key, &public_back), 1);
    hostile_inputs(read_public, NULL, der, len);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_private_shapes),
        cmocka_unit_test(test_public_shapes),
        cmocka_unit_test(test_field_cases),
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_round_trips_and_hostile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
