/* SPDX-License-Identifier: Apache-2.0 */
/* SM2 against OpenSSL: keys, signatures with identities, encryption, ECDH; both directions. */
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>

#include "cross_support.h"
#include "mifu/sm2.h"
#include "mifu/sm2_encoding.h"

#define MOST 1000

static mifu_sm2_private_key key;
static mifu_sm2_public_key pub;
static uint8_t d[32], point[MIFU_SM2_PUBLIC_KEY_SIZE], msg[MOST], ct[MOST + 200], out[MOST + 200];

/* A key pair in OpenSSL's form. */
static EVP_PKEY *peer_key(const uint8_t *private_bytes, const uint8_t *public)
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "SM2", NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    BIGNUM *number = BN_bin2bn(private_bytes, 32, NULL);
    EVP_PKEY *pkey = NULL;
    OSSL_PARAM *params;

    OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "SM2", 0);
    OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, public,
                                     MIFU_SM2_PUBLIC_KEY_SIZE);
    OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number);
    params = OSSL_PARAM_BLD_to_param(builder);
    assert_int_equal(EVP_PKEY_fromdata_init(context), 1);
    assert_int_equal(EVP_PKEY_fromdata(context, &pkey, EVP_PKEY_KEYPAIR, params), 1);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(builder);
    BN_free(number);
    EVP_PKEY_CTX_free(context);
    return pkey;
}

/* A fresh key pair; small and large d now and then. */
static EVP_PKEY *draw_key(void)
{
    do {
        support_random_fill(d, sizeof d);
        if (support_random_below(4) == 0)
            memset(d, support_random_below(2) == 0 ? 0 : 0xff, 1 + support_random_below(4));
    } while (mifu_sm2_private_key_from_bytes(&key, d) != MIFU_OK);
    mifu_sm2_public_key_from_private(&pub, &key);
    mifu_sm2_public_key_to_bytes(point, &pub);
    return peer_key(d, point);
}

/* One signing or verifying context of OpenSSL with the identity set. */
static EVP_MD_CTX *digest_context(EVP_PKEY *pkey, const uint8_t *id, size_t id_len,
                                  EVP_PKEY_CTX **key_context)
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();

    *key_context = EVP_PKEY_CTX_new(pkey, NULL);
    assert_int_equal(EVP_PKEY_CTX_set1_id(*key_context, id, (int)id_len), 1);
    EVP_MD_CTX_set_pkey_ctx(context, *key_context);
    return context;
}

static void sign(void)
{
    for (unsigned i = 0; i < 40 * cross_factor; i++) {
        EVP_PKEY *pkey = draw_key();
        size_t len = cross_length(MOST), id_len = i % 3 == 0 ? 16 : support_random_below(100);
        uint8_t id[100], sig[MIFU_SM2_SIGNATURE_SIZE], der[MIFU_SM2_SIGNATURE_DER_MAX_SIZE + 8];
        size_t der_len;
        EVP_PKEY_CTX *key_context;
        EVP_MD_CTX *context;

        support_random_fill(msg, len);
        support_random_fill(id, sizeof id);
        if (i % 3 == 0)
            memcpy(id, mifu_sm2_default_id, 16);

        /* They sign, we verify. */
        context = digest_context(pkey, id, id_len, &key_context);
        assert_int_equal(EVP_DigestSignInit(context, NULL, EVP_sm3(), NULL, pkey), 1);
        der_len = sizeof der;
        assert_int_equal(EVP_DigestSign(context, der, &der_len, msg, len), 1);
        EVP_MD_CTX_free(context);
        EVP_PKEY_CTX_free(key_context);
        assert_int_equal(mifu_sm2_signature_from_der(sig, der, der_len), MIFU_OK);
        assert_int_equal(mifu_sm2_verify(&pub, id, id_len, msg, len, sig), MIFU_OK);
        sig[support_random_below(64)] ^= 4;
        assert_int_equal(mifu_sm2_verify(&pub, id, id_len, msg, len, sig), MIFU_INVALID);

        /* We sign, they verify; and not another message. */
        assert_int_equal(mifu_sm2_sign(sig, &key, id, id_len, msg, len), MIFU_OK);
        assert_int_equal(mifu_sm2_signature_to_der(der, sizeof der, &der_len, sig), MIFU_OK);
        context = digest_context(pkey, id, id_len, &key_context);
        assert_int_equal(EVP_DigestVerifyInit(context, NULL, EVP_sm3(), NULL, pkey), 1);
        assert_int_equal(EVP_DigestVerify(context, der, der_len, msg, len), 1);
        EVP_MD_CTX_free(context);
        EVP_PKEY_CTX_free(key_context);
        EVP_PKEY_free(pkey);
    }
}

static void encrypt(void)
{
    for (unsigned i = 0; i < 40 * cross_factor; i++) {
        EVP_PKEY *pkey = draw_key();
        size_t len = 1 + cross_length(MOST - 1), ct_len, out_len;
        EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(pkey, NULL);

        support_random_fill(msg, len);
        /* They encrypt, we decrypt. */
        assert_int_equal(EVP_PKEY_encrypt_init(context), 1);
        ct_len = sizeof ct;
        assert_int_equal(EVP_PKEY_encrypt(context, ct, &ct_len, msg, len), 1);
        assert_int_equal(
            mifu_sm2_decrypt(out, sizeof out, &out_len, &key, MIFU_SM2_DER, ct, ct_len), MIFU_OK);
        assert_int_equal(out_len, len);
        assert_memory_equal(out, msg, len);

        /* We encrypt, they decrypt; through another format and back. */
        assert_int_equal(
            mifu_sm2_encrypt(out, sizeof out, &out_len, &pub, MIFU_SM2_C1C2C3, msg, len), MIFU_OK);
        assert_int_equal(mifu_sm2_ciphertext_convert(ct, sizeof ct, &ct_len, MIFU_SM2_DER,
                                                     MIFU_SM2_C1C2C3, out, out_len),
                         MIFU_OK);
        assert_int_equal(EVP_PKEY_decrypt_init(context), 1);
        out_len = sizeof out;
        assert_int_equal(EVP_PKEY_decrypt(context, out, &out_len, ct, ct_len), 1);
        assert_int_equal(out_len, len);
        assert_memory_equal(out, msg, len);
        EVP_PKEY_CTX_free(context);
        EVP_PKEY_free(pkey);
    }
}

/* x of [d] P; OpenSSL has no key derivation for keys of this curve, but it has the arithmetic. */
static void ecdh(void)
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_sm2);

    assert_non_null(group);
    for (unsigned i = 0; i < 40 * cross_factor; i++) {
        EC_POINT *p = EC_POINT_new(group);
        BIGNUM *number, *x = BN_new();
        uint8_t ours[32], theirs[32];
        mifu_sm2_public_key peer;

        EVP_PKEY_free(draw_key());
        peer = pub;
        assert_int_equal(EC_POINT_oct2point(group, p, point, sizeof point, NULL), 1);
        EVP_PKEY_free(draw_key());
        number = BN_bin2bn(d, sizeof d, NULL);
        assert_int_equal(EC_POINT_mul(group, p, NULL, p, number, NULL), 1);
        assert_int_equal(EC_POINT_get_affine_coordinates(group, p, x, NULL, NULL), 1);
        assert_int_equal(BN_bn2binpad(x, theirs, sizeof theirs), 32);
        mifu_sm2_ecdh(ours, &key, &peer);
        assert_memory_equal(ours, theirs, sizeof ours);
        BN_free(number);
        BN_free(x);
        EC_POINT_free(p);
    }
    EC_GROUP_free(group);
}

/* OpenSSL makes the key; the library derives the same public key. */
static void keygen(void)
{
    for (unsigned i = 0; i < 20 * cross_factor; i++) {
        EVP_PKEY *pkey = EVP_PKEY_Q_keygen(NULL, NULL, "SM2");
        BIGNUM *number = NULL;
        uint8_t theirs[MIFU_SM2_PUBLIC_KEY_SIZE];
        size_t len = 0;

        assert_non_null(pkey);
        assert_int_equal(EVP_PKEY_get_bn_param(pkey, OSSL_PKEY_PARAM_PRIV_KEY, &number), 1);
        assert_int_equal(BN_bn2binpad(number, d, 32), 32);
        assert_int_equal(EVP_PKEY_get_octet_string_param(pkey, OSSL_PKEY_PARAM_PUB_KEY, theirs,
                                                         sizeof theirs, &len),
                         1);
        assert_int_equal(mifu_sm2_private_key_from_bytes(&key, d), MIFU_OK);
        mifu_sm2_public_key_from_private(&pub, &key);
        if (len == MIFU_SM2_COMPRESSED_SIZE)
            mifu_sm2_public_key_to_compressed(point, &pub);
        else
            mifu_sm2_public_key_to_bytes(point, &pub);
        assert_memory_equal(point, theirs, len);
        BN_free(number);
        EVP_PKEY_free(pkey);
    }
}

#define EACH_BACKEND(name)                                                                         \
    static void test_##name(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        cross_each_backend("sm2", name);                                                           \
    }

EACH_BACKEND(sign)
EACH_BACKEND(encrypt)
EACH_BACKEND(ecdh)
EACH_BACKEND(keygen)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sign),
        cmocka_unit_test(test_encrypt),
        cmocka_unit_test(test_ecdh),
        cmocka_unit_test(test_keygen),
    };

    cross_seed("cross_openssl_sm2");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
