/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM2 keys, encrypted keys, signatures and ciphertexts as OpenSSL 3.0 writes and reads them: random
 * keys, both directions, every form that both know.
 */
#include <openssl/core_names.h>
#include <openssl/decoder.h>
#include <openssl/ec.h>
#include <openssl/encoder.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include "cross_support.h"
#include "mifu/sm2_encoding.h"
#include "support_keys.h"

#define PASSWORD     "cross test"
#define PASSWORD_LEN 10

typedef struct pair {
    mifu_sm2_private_key key;
    mifu_sm2_public_key public_key;
    uint8_t d[32];
    uint8_t point[65];
} pair;

/* A random key; every eighth one has a short d, whose leading zeros must stay. */
static void random_pair(pair *p, unsigned number)
{
    do {
        support_random_fill(p->d, 32);
        if (number % 8 == 7)
            memset(p->d, 0, 1 + number % 31);
    } while (mifu_sm2_private_key_from_bytes(&p->key, p->d) != MIFU_OK);
    mifu_sm2_public_key_from_private(&p->public_key, &p->key);
    mifu_sm2_public_key_to_bytes(p->point, &p->public_key);
}

static void assert_same_pair(const pair *p, EVP_PKEY *theirs)
{
    BIGNUM *d = NULL;
    uint8_t bytes[65];
    size_t len = 0;

    assert_int_equal(EVP_PKEY_get_bn_param(theirs, OSSL_PKEY_PARAM_PRIV_KEY, &d), 1);
    assert_int_equal(BN_bn2binpad(d, bytes, 32), 32);
    assert_memory_equal(bytes, p->d, 32);
    BN_clear_free(d);
    assert_int_equal(
        EVP_PKEY_get_octet_string_param(theirs, OSSL_PKEY_PARAM_PUB_KEY, bytes, sizeof bytes, &len),
        1);
    assert_int_equal(len, 65);
    assert_memory_equal(bytes, p->point, 65);
}

static EVP_PKEY *read_theirs(const char *input, const char *structure, int selection,
                             const uint8_t *data, size_t len, const char *password)
{
    EVP_PKEY *key = NULL;
    OSSL_DECODER_CTX *ctx =
        OSSL_DECODER_CTX_new_for_pkey(&key, input, structure, NULL, selection, NULL, NULL);

    assert_non_null(ctx);
    if (password != NULL)
        assert_int_equal(
            OSSL_DECODER_CTX_set_passphrase(ctx, (const unsigned char *)password, strlen(password)),
            1);
    if (OSSL_DECODER_from_data(ctx, &data, &len) != 1)
        key = NULL;
    OSSL_DECODER_CTX_free(ctx);
    return key;
}

static EVP_PKEY *as_theirs(const pair *p)
{
    uint8_t der[256];
    size_t len;
    EVP_PKEY *key;

    assert_int_equal(mifu_sm2_private_key_to_pkcs8(der, sizeof der, &len, &p->key), MIFU_OK);
    key = read_theirs("DER", "PrivateKeyInfo", EVP_PKEY_KEYPAIR, der, len, NULL);
    assert_non_null(key);
    assert_true(EVP_PKEY_is_a(key, "SM2"));
    return key;
}

static uint8_t *write_theirs(size_t *len, EVP_PKEY *key, int selection, const char *output,
                             const char *structure)
{
    unsigned char *data = NULL;
    OSSL_ENCODER_CTX *ctx = OSSL_ENCODER_CTX_new_for_pkey(key, selection, output, structure, NULL);

    *len = 0;
    assert_non_null(ctx);
    assert_int_equal(OSSL_ENCODER_to_data(ctx, &data, len), 1);
    OSSL_ENCODER_CTX_free(ctx);
    return data;
}

/* ---- Keys ---- */

static void we_write_they_read(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 24 * cross_factor; i++) {
        pair p;
        uint8_t der[256];
        char pem[1024];
        size_t len;
        EVP_PKEY *theirs;

        random_pair(&p, i);
        theirs = as_theirs(&p);
        assert_same_pair(&p, theirs);
        EVP_PKEY_free(theirs);

        assert_int_equal(mifu_sm2_private_key_to_sec1(der, sizeof der, &len, &p.key), MIFU_OK);
        theirs = read_theirs("DER", "type-specific", EVP_PKEY_KEYPAIR, der, len, NULL);
        assert_non_null(theirs);
        assert_same_pair(&p, theirs);
        EVP_PKEY_free(theirs);

        assert_int_equal(mifu_sm2_private_key_to_pem(pem, sizeof pem, &len, &p.key), MIFU_OK);
        theirs = read_theirs("PEM", NULL, EVP_PKEY_KEYPAIR, (const uint8_t *)pem, len, NULL);
        assert_non_null(theirs);
        assert_same_pair(&p, theirs);
        EVP_PKEY_free(theirs);

        assert_int_equal(mifu_sm2_public_key_to_pem(pem, sizeof pem, &len, &p.public_key), MIFU_OK);
        theirs = read_theirs("PEM", NULL, EVP_PKEY_PUBLIC_KEY, (const uint8_t *)pem, len, NULL);
        assert_non_null(theirs);
        assert_int_equal(
            EVP_PKEY_get_octet_string_param(theirs, OSSL_PKEY_PARAM_PUB_KEY, der, sizeof der, &len),
            1);
        assert_memory_equal(der, p.point, 65);
        EVP_PKEY_free(theirs);

        /* The PRF that OpenSSL 3.0 knows. */
        assert_int_equal(mifu_sm2_private_key_to_encrypted_pem(
                             pem, sizeof pem, &len, &p.key, (const uint8_t *)PASSWORD, PASSWORD_LEN,
                             MIFU_HASH_SHA256, 1 + i * 100),
                         MIFU_OK);
        theirs = read_theirs("PEM", NULL, EVP_PKEY_KEYPAIR, (const uint8_t *)pem, len, PASSWORD);
        assert_non_null(theirs);
        assert_same_pair(&p, theirs);
        EVP_PKEY_free(theirs);
    }
}

/* Reads one encoding of theirs as the key it is. */
static void read_private(const pair *p, EVP_PKEY *theirs, const char *structure)
{
    mifu_sm2_private_key key;
    size_t len;
    uint8_t *data = write_theirs(&len, theirs, EVP_PKEY_KEYPAIR, "DER", structure);

    assert_int_equal(mifu_sm2_private_key_from_der(&key, data, len), MIFU_OK);
    assert_private_key(&key, p->d);
    assert_public_of(&key, p->point);
    OPENSSL_free(data);
    data = write_theirs(&len, theirs, EVP_PKEY_KEYPAIR, "PEM", structure);
    assert_int_equal(mifu_sm2_private_key_from_pem(&key, (const char *)data, len, NULL, 0),
                     MIFU_OK);
    assert_private_key(&key, p->d);
    OPENSSL_free(data);
}

static void read_public(const pair *p, EVP_PKEY *theirs)
{
    mifu_sm2_public_key key;
    size_t len;
    uint8_t *data = write_theirs(&len, theirs, EVP_PKEY_PUBLIC_KEY, "DER", "SubjectPublicKeyInfo");

    assert_int_equal(mifu_sm2_public_key_from_der(&key, data, len), MIFU_OK);
    assert_public_key(&key, p->point);
    OPENSSL_free(data);
    data = write_theirs(&len, theirs, EVP_PKEY_PUBLIC_KEY, "PEM", "SubjectPublicKeyInfo");
    assert_int_equal(mifu_sm2_public_key_from_pem(&key, (const char *)data, len), MIFU_OK);
    assert_public_key(&key, p->point);
    OPENSSL_free(data);
}

/* An encrypted PEM file of theirs, through a memory BIO. */
static size_t encrypt_theirs(char *pem, size_t cap, EVP_PKEY *theirs, const EVP_CIPHER *cipher)
{
    BIO *bio = BIO_new(BIO_s_mem());
    char *data;
    long len;

    assert_non_null(bio);
    assert_int_equal(
        PEM_write_bio_PKCS8PrivateKey(bio, theirs, cipher, PASSWORD, PASSWORD_LEN, NULL, NULL), 1);
    len = BIO_get_mem_data(bio, &data);
    assert_true(len > 0 && (size_t)len <= cap);
    memcpy(pem, data, (size_t)len);
    BIO_free(bio);
    return (size_t)len;
}

static void they_write_we_read(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 24 * cross_factor; i++) {
        pair p;
        EVP_PKEY *theirs;
        mifu_sm2_private_key key;
        char pem[2048];
        size_t len;

        random_pair(&p, i);
        theirs = as_theirs(&p);
        read_private(&p, theirs, "PrivateKeyInfo");
        read_private(&p, theirs, "type-specific");
        read_public(&p, theirs);

        len = encrypt_theirs(pem, sizeof pem, theirs, EVP_sm4_cbc());
        assert_int_equal(
            mifu_sm2_private_key_from_pem(&key, pem, len, (const uint8_t *)PASSWORD, PASSWORD_LEN),
            MIFU_OK);
        assert_private_key(&key, p.d);
        assert_int_equal(mifu_sm2_private_key_from_pem(&key, pem, len, (const uint8_t *)PASSWORD,
                                                       PASSWORD_LEN - 1),
                         MIFU_ERR_AUTHENTICATION);
        assert_int_equal(mifu_sm2_private_key_from_pem(&key, pem, len, NULL, 0),
                         MIFU_ERR_PASSWORD_NEEDED);

        /* Compressed points, and explicit parameters. */
        assert_int_equal(EVP_PKEY_set_utf8_string_param(
                             theirs, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, "compressed"),
                         1);
        read_private(&p, theirs, "PrivateKeyInfo");
        read_public(&p, theirs);
        assert_int_equal(EVP_PKEY_set_utf8_string_param(theirs, OSSL_PKEY_PARAM_EC_ENCODING,
                                                        OSSL_PKEY_EC_ENCODING_EXPLICIT),
                         1);
        read_private(&p, theirs, "PrivateKeyInfo");
        read_private(&p, theirs, "type-specific");
        read_public(&p, theirs);
        EVP_PKEY_free(theirs);
    }
}

/* What is refused, and by which name. */
static void refusals(void **state)
{
    pair p;
    EVP_PKEY *theirs, *p256;
    mifu_sm2_private_key key;
    mifu_sm2_public_key public_key;
    mifu_sm2_identity identity;
    char pem[2048];
    uint8_t der[1024];
    uint8_t *data;
    size_t len, der_len;

    (void)state;
    random_pair(&p, 0);
    theirs = as_theirs(&p);
    len = encrypt_theirs(pem, sizeof pem, theirs, EVP_aes_256_cbc());
    assert_int_equal(
        mifu_sm2_private_key_from_pem(&key, pem, len, (const uint8_t *)PASSWORD, PASSWORD_LEN),
        MIFU_ERR_UNSUPPORTED_CIPHER);
    assert_int_equal(mifu_pem_to_der(der, sizeof der, &der_len, NULL, pem, len), MIFU_OK);
    mifu_sm2_identify(&identity, der, der_len);
    assert_string_equal(identity.algorithm, "PBES2, PBKDF2, HMAC-SHA256, AES-256-CBC");
    EVP_PKEY_free(theirs);

    p256 = EVP_EC_gen("P-256");
    assert_non_null(p256);
    data = write_theirs(&len, p256, EVP_PKEY_KEYPAIR, "DER", "PrivateKeyInfo");
    assert_int_equal(mifu_sm2_private_key_from_der(&key, data, len), MIFU_ERR_UNSUPPORTED_CURVE);
    OPENSSL_free(data);
    data = write_theirs(&len, p256, EVP_PKEY_PUBLIC_KEY, "DER", "SubjectPublicKeyInfo");
    assert_int_equal(mifu_sm2_public_key_from_der(&public_key, data, len),
                     MIFU_ERR_UNSUPPORTED_CURVE);
    OPENSSL_free(data);
    assert_int_equal(EVP_PKEY_set_utf8_string_param(p256, OSSL_PKEY_PARAM_EC_ENCODING,
                                                    OSSL_PKEY_EC_ENCODING_EXPLICIT),
                     1);
    data = write_theirs(&len, p256, EVP_PKEY_PUBLIC_KEY, "DER", "SubjectPublicKeyInfo");
    assert_int_equal(mifu_sm2_public_key_from_der(&public_key, data, len),
                     MIFU_ERR_UNSUPPORTED_CURVE);
    OPENSSL_free(data);
    /* A P-256 key under the right cipher and password is named for what it is. */
    len = encrypt_theirs(pem, sizeof pem, p256, EVP_sm4_cbc());
    assert_int_equal(
        mifu_sm2_private_key_from_pem(&key, pem, len, (const uint8_t *)PASSWORD, PASSWORD_LEN),
        MIFU_ERR_UNSUPPORTED_CURVE);
    EVP_PKEY_free(p256);

    p256 = EVP_RSA_gen(1024);
    assert_non_null(p256);
    data = write_theirs(&len, p256, EVP_PKEY_KEYPAIR, "DER", "PrivateKeyInfo");
    assert_int_equal(mifu_sm2_private_key_from_der(&key, data, len),
                     MIFU_ERR_UNSUPPORTED_ALGORITHM);
    OPENSSL_free(data);
    data = write_theirs(&len, p256, EVP_PKEY_KEYPAIR, "PEM", "type-specific");
    assert_int_equal(mifu_sm2_private_key_from_pem(&key, (const char *)data, len, NULL, 0),
                     MIFU_ERR_UNSUPPORTED_ALGORITHM);
    OPENSSL_free(data);
    EVP_PKEY_free(p256);
}

/* ---- Signatures and ciphertexts in DER ---- */

static EVP_MD_CTX *digest_context(EVP_PKEY *key, const uint8_t *id, size_t id_len, int sign)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    EVP_PKEY_CTX *pctx = EVP_PKEY_CTX_new(key, NULL);

    assert_non_null(ctx);
    assert_non_null(pctx);
    assert_true(EVP_PKEY_CTX_set1_id(pctx, id, (int)id_len) > 0);
    EVP_MD_CTX_set_pkey_ctx(ctx, pctx);
    assert_int_equal(sign ? EVP_DigestSignInit(ctx, NULL, EVP_sm3(), NULL, key)
                          : EVP_DigestVerifyInit(ctx, NULL, EVP_sm3(), NULL, key),
                     1);
    return ctx;
}

static void free_context(EVP_MD_CTX *ctx)
{
    EVP_PKEY_CTX *pctx = EVP_MD_CTX_get_pkey_ctx(ctx);

    EVP_MD_CTX_free(ctx);
    EVP_PKEY_CTX_free(pctx);
}

static void signatures(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 64 * cross_factor; i++) {
        pair p;
        EVP_PKEY *theirs;
        EVP_MD_CTX *ctx;
        uint8_t message[300], id[100], sig[64], der[MIFU_SM2_SIGNATURE_DER_MAX_SIZE];
        uint8_t again[MIFU_SM2_SIGNATURE_DER_MAX_SIZE];
        size_t len = cross_length(sizeof message), id_len = 1 + support_random_below(100);
        size_t der_len, again_len;

        random_pair(&p, i);
        theirs = as_theirs(&p);
        support_random_fill(message, len);
        support_random_fill(id, id_len);

        assert_int_equal(mifu_sm2_sign(sig, &p.key, id, id_len, message, len), MIFU_OK);
        assert_int_equal(mifu_sm2_signature_to_der(der, sizeof der, &der_len, sig), MIFU_OK);
        ctx = digest_context(theirs, id, id_len, 0);
        assert_int_equal(EVP_DigestVerify(ctx, der, der_len, message, len), 1);
        free_context(ctx);

        ctx = digest_context(theirs, id, id_len, 1);
        der_len = sizeof der;
        assert_int_equal(EVP_DigestSign(ctx, der, &der_len, message, len), 1);
        free_context(ctx);
        assert_int_equal(mifu_sm2_signature_from_der(sig, der, der_len), MIFU_OK);
        assert_int_equal(mifu_sm2_verify(&p.public_key, id, id_len, message, len, sig), MIFU_OK);
        assert_int_equal(mifu_sm2_signature_to_der(again, sizeof again, &again_len, sig), MIFU_OK);
        assert_int_equal(again_len, der_len);
        assert_memory_equal(again, der, der_len);
        EVP_PKEY_free(theirs);
    }
}

static void ciphertexts(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 32 * cross_factor; i++) {
        pair p;
        EVP_PKEY *theirs;
        EVP_PKEY_CTX *ctx;
        uint8_t message[300], ct[600], raw[600], back[600], pt[300];
        size_t len = 1 + support_random_below(sizeof message);
        size_t ct_len = sizeof ct, raw_len, back_len, pt_len = sizeof pt;

        random_pair(&p, i);
        theirs = as_theirs(&p);
        ctx = EVP_PKEY_CTX_new(theirs, NULL);
        assert_non_null(ctx);
        support_random_fill(message, len);

        /* Theirs to DER, converted to raw and back, then opened by both. */
        assert_int_equal(EVP_PKEY_encrypt_init(ctx), 1);
        assert_int_equal(EVP_PKEY_encrypt(ctx, ct, &ct_len, message, len), 1);
        assert_int_equal(mifu_sm2_ciphertext_convert(raw, sizeof raw, &raw_len, MIFU_SM2_C1C2C3,
                                                     MIFU_SM2_DER, ct, ct_len),
                         MIFU_OK);
        assert_int_equal(raw_len, 65 + 32 + len);
        assert_int_equal(
            mifu_sm2_decrypt(pt, sizeof pt, &pt_len, &p.key, MIFU_SM2_C1C2C3, raw, raw_len),
            MIFU_OK);
        assert_int_equal(pt_len, len);
        assert_memory_equal(pt, message, len);
        assert_int_equal(mifu_sm2_ciphertext_convert(back, sizeof back, &back_len, MIFU_SM2_DER,
                                                     MIFU_SM2_C1C2C3, raw, raw_len),
                         MIFU_OK);
        assert_int_equal(back_len, ct_len);
        assert_memory_equal(back, ct, ct_len);

        /* Ours. */
        assert_int_equal(
            mifu_sm2_encrypt(ct, sizeof ct, &ct_len, &p.public_key, MIFU_SM2_DER, message, len),
            MIFU_OK);
        assert_int_equal(EVP_PKEY_decrypt_init(ctx), 1);
        pt_len = sizeof pt;
        assert_int_equal(EVP_PKEY_decrypt(ctx, pt, &pt_len, ct, ct_len), 1);
        assert_int_equal(pt_len, len);
        assert_memory_equal(pt, message, len);
        EVP_PKEY_CTX_free(ctx);
        EVP_PKEY_free(theirs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(we_write_they_read), cmocka_unit_test(they_write_we_read),
        cmocka_unit_test(refusals),           cmocka_unit_test(signatures),
        cmocka_unit_test(ciphertexts),
    };

    cross_seed("cross_openssl_sm2_encoding");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
