/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arguments of pem.h and sm2_encoding.h: each pointer that must not be NULL is tried, NULL with the
 * length 0 is data, and a size query needs no buffer.
 */
#include "mifu/mifu.h"

#include "support_cmocka.h"

static mifu_sm2_private_key key;
static mifu_sm2_public_key public_key;
static uint8_t bytes[1024];
static char text[1024];
static size_t len;

static int set_up(void **state)
{
    (void)state;
    if (mifu_sm2_keygen(&key) != MIFU_OK)
        return -1;
    mifu_sm2_public_key_from_private(&public_key, &key);
    return 0;
}

#define REFUSES(call) assert_int_equal((call), MIFU_ERR_ARGUMENT_NULL)

static void test_null(void **state)
{
    static const uint8_t password[1] = {'x'};
    mifu_sm2_private_key k;
    mifu_sm2_public_key p;
    mifu_sm2_certificate certificate;
    mifu_pem_block block;
    uint8_t sig[128];

    (void)state;
    REFUSES(mifu_base64_encode(text, sizeof text, NULL, bytes, 1));
    REFUSES(mifu_base64_encode(text, sizeof text, &len, NULL, 1));
    REFUSES(mifu_base64_decode(bytes, sizeof bytes, NULL, "AA==", 4));
    REFUSES(mifu_base64_decode(bytes, sizeof bytes, &len, NULL, 4));
    REFUSES(mifu_pem_next(NULL, "", 0));
    REFUSES(mifu_pem_next(&block, NULL, 1));
    REFUSES(mifu_pem_block_to_der(bytes, sizeof bytes, &len, NULL));
    memset(&block, 0, sizeof block);
    REFUSES(mifu_pem_block_to_der(bytes, sizeof bytes, NULL, &block));
    REFUSES(mifu_pem_from_der(text, sizeof text, NULL, "A", bytes, 1));
    REFUSES(mifu_pem_from_der(text, sizeof text, &len, NULL, bytes, 1));
    REFUSES(mifu_pem_from_der(text, sizeof text, &len, "A", NULL, 1));
    REFUSES(mifu_pem_to_der(bytes, sizeof bytes, NULL, NULL, "", 0));
    REFUSES(mifu_pem_to_der(bytes, sizeof bytes, &len, NULL, NULL, 1));
    REFUSES(mifu_der_element_size(NULL, bytes, 1));
    REFUSES(mifu_der_element_size(&len, NULL, 1));

    REFUSES(mifu_sm2_signature_to_der(bytes, sizeof bytes, NULL, sig));
    REFUSES(mifu_sm2_signature_to_der(bytes, sizeof bytes, &len, NULL));
    REFUSES(mifu_sm2_signature_from_der(NULL, bytes, 1));
    REFUSES(mifu_sm2_signature_from_der(sig, NULL, 1));
    REFUSES(mifu_sm2_signature_from_der_lenient(NULL, bytes, 1));
    REFUSES(mifu_sm2_signature_from_der_lenient(sig, NULL, 1));
    REFUSES(mifu_sm2_signature_from_skf(NULL, sig));
    REFUSES(mifu_sm2_signature_from_skf(sig, NULL));
    REFUSES(mifu_sm2_ciphertext_convert(bytes, sizeof bytes, NULL, MIFU_SM2_DER, MIFU_SM2_C1C3C2,
                                        sig, 1));
    REFUSES(mifu_sm2_ciphertext_convert(bytes, sizeof bytes, &len, MIFU_SM2_DER, MIFU_SM2_C1C3C2,
                                        NULL, 1));

    REFUSES(mifu_sm2_private_key_from_der(NULL, bytes, 1));
    REFUSES(mifu_sm2_private_key_from_der(&k, NULL, 1));
    REFUSES(mifu_sm2_private_key_from_encrypted_der(NULL, bytes, 1, password, 1));
    REFUSES(mifu_sm2_private_key_from_encrypted_der(&k, NULL, 1, password, 1));
    REFUSES(mifu_sm2_private_key_from_encrypted_der(&k, bytes, 1, NULL, 1));
    REFUSES(mifu_sm2_private_key_to_pkcs8(bytes, sizeof bytes, NULL, &key));
    REFUSES(mifu_sm2_private_key_to_pkcs8(bytes, sizeof bytes, &len, NULL));
    REFUSES(mifu_sm2_private_key_to_sec1(bytes, sizeof bytes, NULL, &key));
    REFUSES(mifu_sm2_private_key_to_sec1(bytes, sizeof bytes, &len, NULL));
    REFUSES(mifu_sm2_private_key_to_encrypted_der(bytes, sizeof bytes, NULL, &key, password, 1,
                                                  MIFU_HASH_SM3, 1));
    REFUSES(mifu_sm2_private_key_to_encrypted_der(bytes, sizeof bytes, &len, NULL, password, 1,
                                                  MIFU_HASH_SM3, 1));
    REFUSES(mifu_sm2_private_key_to_encrypted_der(bytes, sizeof bytes, &len, &key, NULL, 1,
                                                  MIFU_HASH_SM3, 1));
    REFUSES(mifu_sm2_public_key_from_der(NULL, bytes, 1));
    REFUSES(mifu_sm2_public_key_from_der(&p, NULL, 1));
    REFUSES(mifu_sm2_public_key_to_der(bytes, sizeof bytes, NULL, &public_key));
    REFUSES(mifu_sm2_public_key_to_der(bytes, sizeof bytes, &len, NULL));

    REFUSES(mifu_sm2_private_key_from_pem(NULL, text, 1, NULL, 0));
    REFUSES(mifu_sm2_private_key_from_pem(&k, NULL, 1, NULL, 0));
    REFUSES(mifu_sm2_private_key_from_pem(&k, text, 1, NULL, 1));
    REFUSES(mifu_sm2_public_key_from_pem(NULL, text, 1));
    REFUSES(mifu_sm2_public_key_from_pem(&p, NULL, 1));
    REFUSES(mifu_sm2_private_key_to_pem(text, sizeof text, NULL, &key));
    REFUSES(mifu_sm2_private_key_to_pem(text, sizeof text, &len, NULL));
    REFUSES(mifu_sm2_private_key_to_encrypted_pem(text, sizeof text, NULL, &key, password, 1,
                                                  MIFU_HASH_SM3, 1));
    REFUSES(mifu_sm2_private_key_to_encrypted_pem(text, sizeof text, &len, NULL, password, 1,
                                                  MIFU_HASH_SM3, 1));
    REFUSES(mifu_sm2_private_key_to_encrypted_pem(text, sizeof text, &len, &key, NULL, 1,
                                                  MIFU_HASH_SM3, 1));
    REFUSES(mifu_sm2_public_key_to_pem(text, sizeof text, NULL, &public_key));
    REFUSES(mifu_sm2_public_key_to_pem(text, sizeof text, &len, NULL));

    REFUSES(mifu_sm2_enveloped_key_open(NULL, &key, bytes, 1));
    REFUSES(mifu_sm2_enveloped_key_open(&k, NULL, bytes, 1));
    REFUSES(mifu_sm2_enveloped_key_open(&k, &key, NULL, 1));
    REFUSES(mifu_sm2_enveloped_key_seal(bytes, sizeof bytes, NULL, &public_key, &key));
    REFUSES(mifu_sm2_enveloped_key_seal(bytes, sizeof bytes, &len, NULL, &key));
    REFUSES(mifu_sm2_enveloped_key_seal(bytes, sizeof bytes, &len, &public_key, NULL));
    REFUSES(mifu_sm2_certificate_from_der(NULL, bytes, 1));
    REFUSES(mifu_sm2_certificate_from_der(&certificate, NULL, 1));
    memset(&certificate, 0, sizeof certificate);
    REFUSES(mifu_sm2_certificate_verify(NULL, &public_key, MIFU_SM2_DEFAULT_ID));
    REFUSES(mifu_sm2_certificate_verify(&certificate, NULL, MIFU_SM2_DEFAULT_ID));
    REFUSES(mifu_sm2_certificate_verify(&certificate, &public_key, NULL, 0));
}

/* NULL with the length 0 is an empty file: a fault of the encoding, not of the call. */
static void test_empty(void **state)
{
    mifu_sm2_private_key k;
    mifu_sm2_public_key p;
    mifu_sm2_certificate certificate;
    mifu_sm2_identity identity;
    uint8_t sig[64];

    (void)state;
    assert_int_equal(mifu_sm2_signature_from_der(sig, NULL, 0), MIFU_ERR_ENCODING_TRUNCATED);
    assert_int_equal(mifu_sm2_private_key_from_der(&k, NULL, 0), MIFU_ERR_ENCODING_TRUNCATED);
    assert_int_equal(mifu_sm2_private_key_from_encrypted_der(&k, NULL, 0, NULL, 0),
                     MIFU_ERR_ENCODING_TRUNCATED);
    assert_int_equal(mifu_sm2_public_key_from_der(&p, NULL, 0), MIFU_ERR_ENCODING_TRUNCATED);
    assert_int_equal(mifu_sm2_private_key_from_pem(&k, NULL, 0, NULL, 0), MIFU_ERR_ENCODING_PEM);
    assert_int_equal(mifu_sm2_public_key_from_pem(&p, NULL, 0), MIFU_ERR_ENCODING_PEM);
    assert_int_equal(mifu_sm2_enveloped_key_open(&k, &key, NULL, 0), MIFU_ERR_ENCODING_TRUNCATED);
    assert_int_equal(mifu_sm2_certificate_from_der(&certificate, NULL, 0),
                     MIFU_ERR_ENCODING_TRUNCATED);
    assert_int_equal(mifu_sm2_ciphertext_convert(bytes, sizeof bytes, &len, MIFU_SM2_DER,
                                                 MIFU_SM2_AUTO, NULL, 0),
                     MIFU_ERR_ENCODING_TRUNCATED);
    mifu_sm2_identify(&identity, NULL, 0);
    assert_int_equal(identity.kind, MIFU_SM2_KIND_UNKNOWN);
    assert_int_equal(mifu_base64_decode(bytes, sizeof bytes, &len, NULL, 0), MIFU_OK);
    assert_int_equal(len, 0);
    assert_int_equal(mifu_base64_encode(text, sizeof text, &len, NULL, 0), MIFU_OK);
    assert_int_equal(len, 0);
}

/* An object may be opened over the one that opens it, and a key may be read over itself. */
static void test_aliases(void **state)
{
    mifu_sm2_private_key k = key;
    uint8_t der[MIFU_SM2_ENVELOPED_KEY_MAX_SIZE];
    mifu_sm2_public_key p;

    (void)state;
    assert_int_equal(mifu_sm2_enveloped_key_seal(der, sizeof der, &len, &public_key, &key),
                     MIFU_OK);
    assert_int_equal(mifu_sm2_enveloped_key_open(&k, &k, der, len), MIFU_OK);
    mifu_sm2_public_key_from_private(&p, &k);
    assert_int_equal(mifu_sm2_public_key_equal(&p, &public_key), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_aliases),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
