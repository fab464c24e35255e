/* SPDX-License-Identifier: Apache-2.0 */
/* The library's vectors of SM2, through EVP. */
#include <openssl/core_names.h>
#include <openssl/decoder.h>

#include "provider_group.h"
#include "provider_vectors.h"

/* Where mifu is the only provider, its decoders and no others are used. */
static OSSL_LIB_CTX *alone;
static OSSL_PROVIDER *alone_provider;

/* A public key of encoded bytes, a key pair of d; NULL where the provider refuses it. */
static EVP_PKEY *key_of(field point, field d)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(host.context, "SM2", OURS);
    OSSL_PARAM params[4], *next = params;
    unsigned char number[32];
    EVP_PKEY *key = NULL;

    assert_non_null(ctx);
    *next++ =
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)(uintptr_t) "SM2", 0);
    if (point.len > 0)
        *next++ = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point.data, point.len);
    if (d.len > 0) {
        BIGNUM *value = BN_bin2bn(d.data, (int)d.len, NULL);

        assert_int_equal(BN_bn2nativepad(value, number, sizeof number), sizeof number);
        BN_free(value);
        *next++ = OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, number, sizeof number);
    }
    *next = OSSL_PARAM_construct_end();
    assert_int_equal(EVP_PKEY_fromdata_init(ctx), 1);
    if (EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_KEYPAIR, params) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(ctx);
    return key;
}

/* The numbers of the example curve of the standard's drafts are wider or narrower than no key of
 * ours: they are refused. Such tests are left to those who have that curve. */
static EVP_PKEY *public_key_of(const json_t *test, const char *name)
{
    field point = field_of(test, name), none = {NULL, 0};
    EVP_PKEY *key = key_of(point, none);

    free(point.data);
    return key;
}

static int verify_message(const json_t *test, const char *key_name, const char *message_name,
                          int valid)
{
    EVP_PKEY *key = public_key_of(test, key_name);
    field id = field_of(test, "user_id"), msg = field_of(test, message_name);
    field sig = field_of(test, "sig");
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    OSSL_PARAM params[2] = {
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_DIST_ID, id.data, id.len),
        OSSL_PARAM_construct_end()};
    int known = key != NULL;

    if (known) {
        assert_int_equal(EVP_DigestVerifyInit_ex(ctx, NULL, "SM3", host.context, OURS, key, params),
                         1);
        assert_int_equal(EVP_DigestVerify(ctx, sig.data, sig.len, msg.data, msg.len) == 1, valid);
    }
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
    free(id.data);
    free(msg.data);
    free(sig.data);
    return known;
}

static int run_verify(const json_t *test, int valid)
{
    return verify_message(test, "pub", "msg", valid);
}

/* Signatures with a given nonce: EVP cannot make them, but verifies them. */
static int run_sign(const json_t *test, int valid)
{
    return text_of(test, "sig") != NULL && verify_message(test, "pub", "msg", valid);
}

static int run_certificate(const json_t *test, int valid)
{
    return verify_message(test, "issuer_pub", "tbs", valid);
}

static int run_verify_digest(const json_t *test, int valid)
{
    EVP_PKEY *key = public_key_of(test, "pub");
    field e = field_of(test, "e"), sig = field_of(test, "sig");
    int known = key != NULL;

    if (known) {
        EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(host.context, key, OURS);

        assert_int_equal(EVP_PKEY_verify_init(ctx), 1);
        assert_int_equal(EVP_PKEY_verify(ctx, sig.data, sig.len, e.data, e.len) == 1, valid);
        EVP_PKEY_CTX_free(ctx);
    }
    EVP_PKEY_free(key);
    free(e.data);
    free(sig.data);
    return known;
}

/* EVP's ciphertexts are DER. */
static int decrypt(const json_t *test, const char *ciphertext, int valid)
{
    field d, ct, pt, none = {NULL, 0};
    EVP_PKEY_CTX *ctx;
    EVP_PKEY *key;
    unsigned char *out;
    size_t len;
    int ok;

    d = field_of(test, "d");
    ct = field_of(test, ciphertext);
    key = key_of(none, d);
    assert_non_null(key);
    ctx = EVP_PKEY_CTX_new_from_pkey(host.context, key, OURS);
    out = malloc(ct.len + 1);
    len = ct.len;
    assert_int_equal(EVP_PKEY_decrypt_init(ctx), 1);
    ok = EVP_PKEY_decrypt(ctx, out, &len, ct.data, ct.len) == 1;
    assert_int_equal(ok, valid);
    if (valid) {
        pt = field_of(test, "pt");
        assert_int_equal(len, pt.len);
        assert_memory_equal(out, pt.data, len);
        free(pt.data);
    }
    free(out);
    free(d.data);
    free(ct.data);
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    return 1;
}

static int run_decrypt(const json_t *test, int valid)
{
    return strcmp(text_of(test, "format"), "asn1") == 0 && decrypt(test, "ct", valid);
}

/* Ciphertexts with a given nonce: EVP cannot make them, but opens them. */
static int run_encrypt(const json_t *test, int valid)
{
    EVP_PKEY *key = public_key_of(test, "pub");
    int known = key != NULL;

    EVP_PKEY_free(key);
    return known && decrypt(test, "ct_asn1", valid);
}

static int give_password(char *out, int size, int writing, void *text)
{
    (void)writing;
    snprintf(out, (size_t)size, "%s", text == NULL ? "" : (const char *)text);
    return (int)strlen(out);
}

static int run_key_decode(const json_t *test, int valid)
{
    field der = field_of(test, "der");
    const unsigned char *from = der.data;
    size_t len = der.len;
    EVP_PKEY *key = NULL;
    OSSL_DECODER_CTX *ctx = OSSL_DECODER_CTX_new_for_pkey(&key, "DER", NULL, "SM2", 0, alone, NULL);

    assert_non_null(ctx);
    OSSL_DECODER_CTX_set_pem_password_cb(ctx, give_password,
                                         (void *)(uintptr_t)text_of(test, "password"));
    /* A decoder takes what it knows from the start and leaves what follows. */
    int ok = OSSL_DECODER_from_data(ctx, &from, &len) == 1 && len == 0;

    if (ok != valid)
        fail_msg("%s: %s", text_of(test, "id"), text_of(test, "comment"));
    if (valid) {
        field pub = field_of(test, "pub"), none = {NULL, 0};
        EVP_PKEY *expected = key_of(pub, none);

        assert_int_equal(EVP_PKEY_eq(key, expected), 1);
        EVP_PKEY_free(expected);
        free(pub.data);
    }
    EVP_PKEY_free(key);
    OSSL_DECODER_CTX_free(ctx);
    free(der.data);
    return 1;
}

static void test_vectors(void **state)
{
    static const vector_operation table[] = {
        {"verify", run_verify, 20},
        {"sign", run_sign, 18},
        {"certificate-verify", run_certificate, 2},
        {"verify-digest", run_verify_digest, 7},
        {"decrypt", run_decrypt, 2},
        {"encrypt", run_encrypt, 11},
        {"key-decode", run_key_decode, 15},
        {0},
    };

    (void)state;
    run_vectors("sm2.json", table);
}

static int open_hosts(void **state)
{
    group_open(state);
    alone = OSSL_LIB_CTX_new();
    alone_provider = OSSL_PROVIDER_load(alone, "mifu");
    assert_non_null(alone_provider);
    return 0;
}

static int close_hosts(void **state)
{
    OSSL_PROVIDER_unload(alone_provider);
    OSSL_LIB_CTX_free(alone);
    return group_close(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_vectors)};

    return cmocka_run_group_tests(tests, open_hosts, close_hosts);
}
