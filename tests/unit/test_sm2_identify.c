/* SPDX-License-Identifier: Apache-2.0 */
/* Recognition of blobs: every kind whole, cut short and with bytes after its end; names. */
#include "mifu/sm2_encoding.h"

#include "support_hostile.h"
#include "support_keys.h"
#include "support_vectors.h"

/* clang-format off */
#define D_HEX "3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8"
#define XY_HEX "09f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020" \
               "ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13"
#define C3_HEX "198cf3f11bf071476b69aac7b46cdfee35b8a9aa1c6d023cdf913aade8dbe631"
#define NAMED  "30{ 06{2a8648ce3d0201} 06{2a811ccf5501822d} }"
#define X_INT  "02{09f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020}"
#define Y_INT  "02{00ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13}"
#define CIPHER "30{" X_INT Y_INT "04{" C3_HEX "} 04{00112233445566778899aabbccddeeff} }"
#define NAME   "30{ 31{ 30{ 06{550406} 13{434e} } } }"
#define SPKI   "30{" NAMED "03{00 04" XY_HEX "} }"
#define SIGNED "30{ 06{2a811ccf55018375} }"
#define SIG    "30{ 02{01} 02{02} }"

static const struct {
    const char *der;
    mifu_sm2_kind kind;
    mifu_status status;
    const char *algorithm;
} rows[] = {
    {"30{ 02{00}" NAMED "04{ 30{ 02{01} 04{" D_HEX "} } } }", MIFU_SM2_KIND_PRIVATE_KEY_PKCS8, MIFU_OK,
     "id-ecPublicKey, SM2"},
    {"30{ 02{00} 30{ 06{2a864886f70d010101} 05{} } 04{00} }", MIFU_SM2_KIND_PRIVATE_KEY_PKCS8,
     MIFU_ERR_UNSUPPORTED_ALGORITHM, "RSA"},
    {"30{ 02{00} 30{ 06{2a8648ce3d0201} 06{2a8648ce3d030107} } 04{00} }", MIFU_SM2_KIND_PRIVATE_KEY_PKCS8,
     MIFU_ERR_UNSUPPORTED_CURVE, "id-ecPublicKey, P-256"},
    {"30{ 02{01} 04{" D_HEX "} a0{ 06{2a811ccf5501822d} } }", MIFU_SM2_KIND_PRIVATE_KEY_SEC1, MIFU_OK, "SM2"},
    {"30{ 30{ 06{2a864886f70d01050d} } 04{00} }", MIFU_SM2_KIND_PRIVATE_KEY_ENCRYPTED,
     MIFU_ERR_ENCODING_TRUNCATED, "PBES2"},
    {D_HEX, MIFU_SM2_KIND_PRIVATE_KEY_RAW, MIFU_OK, ""},
    {SPKI, MIFU_SM2_KIND_PUBLIC_KEY_DER, MIFU_OK, "id-ecPublicKey, SM2"},
    {"04" XY_HEX, MIFU_SM2_KIND_PUBLIC_KEY_POINT, MIFU_OK, ""},
    {"03 09f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020", MIFU_SM2_KIND_PUBLIC_KEY_POINT, MIFU_OK, ""},
    {"07" XY_HEX, MIFU_SM2_KIND_PUBLIC_KEY_POINT, MIFU_ERR_UNSUPPORTED_POINT, ""},
    {"04" D_HEX C3_HEX, MIFU_SM2_KIND_PUBLIC_KEY_POINT, MIFU_ERR_RANGE_NOT_ON_CURVE, ""},
    {XY_HEX, MIFU_SM2_KIND_PUBLIC_KEY_XY, MIFU_OK, ""},
    {"06{2a811ccf5501822d}", MIFU_SM2_KIND_CURVE, MIFU_OK, "SM2"},
    {"06{2a8648ce3d030107}", MIFU_SM2_KIND_CURVE, MIFU_ERR_UNSUPPORTED_CURVE, "P-256"},
    {SIG, MIFU_SM2_KIND_SIGNATURE_DER, MIFU_OK, ""},
    {"30{ 02{0001} 02{02} }", MIFU_SM2_KIND_SIGNATURE_DER, MIFU_ERR_ENCODING_NOT_MINIMAL, ""},
    {"30{" X_INT Y_INT "}", MIFU_SM2_KIND_SIGNATURE_DER, MIFU_OK, ""},
    {C3_HEX D_HEX, MIFU_SM2_KIND_SIGNATURE_RAW, MIFU_OK, ""},
    {"0000000000000000000000000000000000000000000000000000000000000000" C3_HEX
     "0000000000000000000000000000000000000000000000000000000000000000" D_HEX, MIFU_SM2_KIND_SIGNATURE_SKF, MIFU_OK, ""},
    {CIPHER, MIFU_SM2_KIND_CIPHERTEXT_DER, MIFU_OK, ""},
    {"30{" X_INT X_INT "04{" C3_HEX "} 04{00} }", MIFU_SM2_KIND_CIPHERTEXT_DER, MIFU_ERR_RANGE_NOT_ON_CURVE, ""},
    {"04" XY_HEX C3_HEX "00", MIFU_SM2_KIND_CIPHERTEXT_RAW, MIFU_OK, ""},
    {XY_HEX C3_HEX "00", MIFU_SM2_KIND_CIPHERTEXT_RAW_NO_04, MIFU_OK, ""},
    {"30{ 30{ 06{2a811ccf550168} }" CIPHER "03{00 04" XY_HEX "} 03{00" D_HEX "} }", MIFU_SM2_KIND_ENVELOPED_KEY, MIFU_OK,
     "SM4"},
    {"30{ 30{ 06{2a811ccf550166} }" CIPHER "03{00 04" XY_HEX "} 03{00" D_HEX "} }", MIFU_SM2_KIND_ENVELOPED_KEY,
     MIFU_ERR_UNSUPPORTED_ALGORITHM, "SM1"},
    {"30{ 30{ a0{02{02}} 02{05}" SIGNED NAME "30{}" NAME SPKI "}" SIGNED "03{00" SIG "} }", MIFU_SM2_KIND_CERTIFICATE,
     MIFU_OK, "SM2-with-SM3, id-ecPublicKey, SM2"},
    {"30{ 30{ 02{05}" SIGNED NAME "30{}" NAME SPKI "}" SIGNED "03{00" SIG "} }", MIFU_SM2_KIND_CERTIFICATE, MIFU_OK,
     "SM2-with-SM3, id-ecPublicKey, SM2"},
    {"30{ 30{ 02{00}" NAME SPKI "a0{} }" SIGNED "03{00" SIG "} }", MIFU_SM2_KIND_CERTIFICATE_REQUEST, MIFU_OK,
     "SM2-with-SM3, id-ecPublicKey, SM2"},
    {"30{ 02{00} 02{0d} 02{03} 02{05} 02{07} 02{0b} 02{01} 02{01} 02{01} }", MIFU_SM2_KIND_PKCS1_PRIVATE_KEY,
     MIFU_ERR_UNSUPPORTED_ALGORITHM, ""},
    {"30{ 06{2a811ccf550601040202} a0{ 30{} } }", MIFU_SM2_KIND_PKCS7, MIFU_ERR_UNSUPPORTED, "signedData (GM/T 0010)"},
    {"30{ 06{2a864886f70d010703} a0{ 30{} } }", MIFU_SM2_KIND_PKCS7, MIFU_ERR_UNSUPPORTED, "1.2.840.113549.1.7.3"},
    {"30{ 02{03} 30{ 06{2a864886f70d010701} a0{ 04{} } } }", MIFU_SM2_KIND_PKCS12, MIFU_ERR_UNSUPPORTED, ""},
    {"30{ 02{01} 30{ 06{2a811ccf550601040201} 06{2a811ccf550168} 04{00} } 30{} }", MIFU_SM2_KIND_CFCA_CONTAINER,
     MIFU_ERR_UNSUPPORTED_CONTAINER, ""},
    {"30{ 30{ 06{2a811ccf550601040201} 06{2a811ccf550168} 04{00} } 30{} }", MIFU_SM2_KIND_CFCA_CONTAINER,
     MIFU_ERR_UNSUPPORTED_CONTAINER, ""},
    {"30{}", MIFU_SM2_KIND_UNKNOWN, MIFU_ERR_ENCODING, ""},
    {"", MIFU_SM2_KIND_UNKNOWN, MIFU_ERR_ENCODING, ""},
    {"48656c6c6f", MIFU_SM2_KIND_UNKNOWN, MIFU_ERR_ENCODING, ""},
};
/* clang-format on */

static void test_kinds(void **state)
{
    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(rows); i++) {
        vector_bytes der = bytes_of_der_notation(rows[i].der);
        mifu_sm2_identity identity;

        memset(&identity, 0xee, sizeof identity);
        mifu_sm2_identify(&identity, der.data, der.len);
        if (identity.kind != rows[i].kind || identity.status != rows[i].status)
            fail_msg("row %zu: %s, %s", i, mifu_sm2_kind_text(identity.kind),
                     mifu_status_name(identity.status));
        assert_string_equal(identity.algorithm, rows[i].algorithm);
        assert_int_equal(identity.size, der.len);
        assert_true(strlen(mifu_sm2_kind_text(identity.kind)) > 3);
    }
}

/* A structure with bytes after it is still known, and so is one that lost its tail. */
static void test_broken(void **state)
{
    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(rows); i++) {
        vector_bytes der = bytes_of_der_notation(rows[i].der);
        mifu_sm2_identity identity;

        if (der.len < 8 || der.data[0] != 0x30)
            continue;
        der.data[der.len] = 0;
        mifu_sm2_identify(&identity, der.data, der.len + 1);
        assert_int_equal(identity.kind, rows[i].kind);
        assert_int_equal(identity.size, der.len);
        assert_int_not_equal(identity.status, MIFU_OK);
        mifu_sm2_identify(&identity, der.data, der.len - 1);
        if (identity.kind != rows[i].kind)
            fail_msg("row %zu, cut: %s", i, mifu_sm2_kind_text(identity.kind));
        assert_int_not_equal(identity.status, MIFU_OK);
    }
}

static mifu_status decode(const uint8_t *data, size_t len, void *arg)
{
    mifu_sm2_identity identity;

    (void)arg;
    mifu_sm2_identify(&identity, data, len);
    assert_true(identity.size <= len);
    assert_non_null(memchr(identity.algorithm, '\0', sizeof identity.algorithm));
    return identity.status;
}

static void test_hostile(void **state)
{
    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(rows); i++) {
        vector_bytes der = bytes_of_der_notation(rows[i].der);

        for (size_t cut = 0; cut <= der.len; cut++)
            (void)hostile_try(decode, NULL, der.data, cut);
        for (size_t at = 0; at < der.len; at++) {
            uint8_t old = der.data[at];

            for (unsigned bit = 0; bit < 8; bit++) {
                der.data[at] = (uint8_t)(old ^ 1u << bit);
                (void)hostile_try(decode, NULL, der.data, der.len);
            }
            der.data[at] = old;
        }
    }
}

/* A long identifier fills the text and no more. */
static void test_long_names(void **state)
{
    char text[1024] = "30{ 02{00} 30{ 06{2a";
    vector_bytes der;
    mifu_sm2_identity identity;

    (void)state;
    for (int i = 0; i < 100; i++)
        strcat(text, "8777");
    strcat(text, "} } 04{00} }");
    der = bytes_of_der_notation(text);
    mifu_sm2_identify(&identity, der.data, der.len);
    assert_int_equal(identity.kind, MIFU_SM2_KIND_PRIVATE_KEY_PKCS8);
    assert_int_equal(strlen(identity.algorithm), MIFU_SM2_ALGORITHM_TEXT_SIZE - 1);
    assert_memory_equal(identity.algorithm, "1.2.1015.1015.", 14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_long_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
