/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM2 of the provider against OpenSSL's own: keys that go to and fro, signatures and ciphertexts of
 * one checked by the other, and what happens to bad input.
 */
#include <openssl/core_names.h>
#include <openssl/decoder.h>
#include <openssl/ec.h>
#include <openssl/encoder.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <pthread.h>

#include "provider_group.h"

enum { RUNS = 5000 }; /* of each operation in each direction */

enum { ID_MAX = 64, MESSAGE_MAX = 200 };

static EVP_PKEY *generate(const char *properties)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(host.context, "SM2", properties);
    EVP_PKEY *key = NULL;

    assert_non_null(ctx);
    assert_int_equal(EVP_PKEY_keygen_init(ctx), 1);
    assert_int_equal(EVP_PKEY_generate(ctx, &key), 1);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

/* The same key in the hands of another provider. */
static EVP_PKEY *moved(EVP_PKEY *key, int selection, const char *properties)
{
    OSSL_PARAM *params = NULL;
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(host.context, "SM2", properties);
    EVP_PKEY *copy = NULL;

    assert_non_null(ctx);
    assert_int_equal(EVP_PKEY_todata(key, selection, &params), 1);
    assert_int_equal(EVP_PKEY_fromdata_init(ctx), 1);
    assert_int_equal(EVP_PKEY_fromdata(ctx, &copy, selection, params), 1);
    OSSL_PARAM_free(params);
    EVP_PKEY_CTX_free(ctx);
    return copy;
}

static const char *keeper(const EVP_PKEY *key)
{
    return OSSL_PROVIDER_get0_name(EVP_PKEY_get0_provider(key));
}

static void test_keys(void **state)
{
    EVP_PKEY *key = generate(NULL), *theirs, *back, *public_part;
    BIGNUM *d = NULL, *other = NULL, *x = NULL;
    unsigned char point[65], again[65];
    char group[20];
    size_t len;
    EVP_PKEY_CTX *ctx;

    (void)state;
    assert_string_equal(keeper(key), "mifu");
    assert_true(EVP_PKEY_is_a(key, "SM2"));
    assert_int_equal(EVP_PKEY_get_bits(key), 256);
    assert_int_equal(EVP_PKEY_get_security_bits(key), 128);
    assert_int_equal(EVP_PKEY_get_size(key), 72);
    assert_int_equal(EVP_PKEY_get_group_name(key, group, sizeof group, &len), 1);
    assert_string_equal(group, "SM2");
    theirs = moved(key, EVP_PKEY_KEYPAIR, THEIRS);
    assert_string_equal(keeper(theirs), "default");
    back = moved(theirs, EVP_PKEY_KEYPAIR, OURS);
    assert_string_equal(keeper(back), "mifu");
    assert_int_equal(EVP_PKEY_eq(key, back), 1);
    assert_int_equal(EVP_PKEY_eq(key, theirs), 1);
    assert_int_equal(EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &d), 1);
    assert_int_equal(EVP_PKEY_get_bn_param(theirs, OSSL_PKEY_PARAM_PRIV_KEY, &other), 1);
    assert_int_equal(BN_cmp(d, other), 0);
    assert_int_equal(EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, point,
                                                     sizeof point, &len),
                     1);
    assert_int_equal(len, 65);
    assert_int_equal(EVP_PKEY_get_octet_string_param(theirs, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY,
                                                     again, sizeof again, &len),
                     1);
    assert_memory_equal(point, again, 65);
    assert_int_equal(EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_EC_PUB_X, &x), 1);
    assert_int_equal(BN_bn2binpad(x, again, 32), 32);
    assert_memory_equal(again, point + 1, 32);

    public_part = moved(key, EVP_PKEY_PUBLIC_KEY, OURS);
    assert_int_equal(EVP_PKEY_eq(key, public_part), 1);
    BN_free(other);
    other = NULL;
    assert_int_equal(EVP_PKEY_get_bn_param(public_part, OSSL_PKEY_PARAM_PRIV_KEY, &other), 0);
    ERR_clear_error();

    ctx = EVP_PKEY_CTX_new_from_pkey(host.context, key, NULL);
    assert_int_equal(EVP_PKEY_check(ctx), 1);
    assert_int_equal(EVP_PKEY_public_check(ctx), 1);
    EVP_PKEY_CTX_free(ctx);
    ctx = EVP_PKEY_CTX_new_from_pkey(host.context, public_part, NULL);
    assert_int_equal(EVP_PKEY_public_check(ctx), 1);
    assert_int_equal(EVP_PKEY_check(ctx), 0);
    ERR_clear_error();
    EVP_PKEY_CTX_free(ctx);

    EVP_PKEY_free(back);
    back = EVP_PKEY_dup(key);
    assert_non_null(back);
    assert_int_equal(EVP_PKEY_eq(key, back), 1);
    assert_int_equal(EVP_PKEY_set1_encoded_public_key(back, point, 64), 0);
    ERR_clear_error();
    assert_int_equal(EVP_PKEY_set1_encoded_public_key(back, point, 65), 1);

    BN_free(d);
    BN_free(other);
    BN_free(x);
    EVP_PKEY_free(public_part);
    EVP_PKEY_free(back);
    EVP_PKEY_free(theirs);
    EVP_PKEY_free(key);
}

/* What must not become a key. */
static void test_wrong_keys(void **state)
{
    static unsigned char zero[32], one[32] = {1}, ones[32], wide[33];
    static char sm2[] = "SM2", p256[] = "P-256";
    EVP_PKEY *key = generate(OURS);
    unsigned char point[65], off[65], infinity[1] = {0};
    size_t len;

    (void)state;
    memset(ones, 0xff, sizeof ones);
    wide[32] = 1;
    assert_int_equal(
        EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point, &len),
        1);
    memcpy(off, point, sizeof off);
    off[64] ^= 1;

    const struct {
        char *group;
        unsigned char *public_key, *private_key;
        size_t public_size, private_size;
        const char *reason;
    } cases[] = {
        {p256, point, NULL, 65, 0, "the curve is not sm2p256v1"},
        {sm2, off, NULL, 65, 0, "not on the curve"},
        {sm2, point, NULL, 64, 0, "point"},
        {sm2, infinity, NULL, 1, 0, "infinity"},
        {sm2, NULL, zero, 0, 32, "private key"},
        {sm2, NULL, ones, 0, 32, "private key"},
        {sm2, NULL, wide, 0, 33, "a parameter has the wrong type"},
        {sm2, point, one, 65, 32, "does not belong to the private key"},
        {sm2, NULL, NULL, 0, 0, "parameter that is needed"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(host.context, "SM2", OURS);
        EVP_PKEY *made = NULL;
        OSSL_PARAM params[4], *next = params;

        *next++ = OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, cases[i].group, 0);
        if (cases[i].public_key != NULL)
            *next++ = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY,
                                                        cases[i].public_key, cases[i].public_size);
        if (cases[i].private_key != NULL)
            *next++ = OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, cases[i].private_key,
                                              cases[i].private_size);
        *next = OSSL_PARAM_construct_end();
        assert_int_equal(EVP_PKEY_fromdata_init(ctx), 1);
        support_error_is(EVP_PKEY_fromdata(ctx, &made, EVP_PKEY_KEYPAIR, params), cases[i].reason);
        assert_null(made);
        EVP_PKEY_CTX_free(ctx);
    }

    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(host.context, "SM2", OURS);
    assert_int_equal(EVP_PKEY_keygen_init(ctx), 1);
    support_error_is(EVP_PKEY_CTX_set_group_name(ctx, "P-256"), "the curve is not sm2p256v1");
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
}

/* ---- Encodings ---- */

static int password(char *text, int size, int writing, void *argument)
{
    (void)writing;
    snprintf(text, (size_t)size, "%s", (const char *)argument);
    return (int)strlen(text);
}

/* The bytes that encoders with these properties make of a key. */
static BIO *encoded(EVP_PKEY *key, int selection, const char *format, const char *structure,
                    const char *cipher, const char *properties)
{
    OSSL_ENCODER_CTX *ctx =
        OSSL_ENCODER_CTX_new_for_pkey(key, selection, format, structure, properties);
    BIO *out = BIO_new(BIO_s_mem());

    assert_non_null(ctx);
    if (cipher != NULL) {
        assert_int_equal(OSSL_ENCODER_CTX_set_cipher(ctx, cipher, NULL), 1);
        assert_int_equal(OSSL_ENCODER_CTX_set_passphrase(ctx, (const unsigned char *)"secret", 6),
                         1);
    }
    assert_int_equal(OSSL_ENCODER_to_bio(ctx, out), 1);
    OSSL_ENCODER_CTX_free(ctx);
    return out;
}

static EVP_PKEY *decoded(BIO *in, int selection, const char *format, const char *structure,
                         OSSL_LIB_CTX *context)
{
    EVP_PKEY *key = NULL;
    /* Any key type: OpenSSL takes encrypted keys on curves for EC's until they are decrypted. */
    OSSL_DECODER_CTX *ctx =
        OSSL_DECODER_CTX_new_for_pkey(&key, format, structure, NULL, selection, context, NULL);

    assert_non_null(ctx);
    OSSL_DECODER_CTX_set_pem_password_cb(ctx, password, (void *)(uintptr_t) "secret");
    if (OSSL_DECODER_from_bio(ctx, in) != 1) {
        ERR_print_errors_fp(stderr);
        fail_msg("%s is not read", format);
    }
    OSSL_DECODER_CTX_free(ctx);
    return key;
}

static void test_encodings(void **state)
{
    static const struct {
        const char *structure;
        int selection;
        const char *cipher;
    } cases[] = {
        {"PrivateKeyInfo", EVP_PKEY_KEYPAIR, NULL},
        {"EncryptedPrivateKeyInfo", EVP_PKEY_KEYPAIR, "SM4-CBC"},
        {"SubjectPublicKeyInfo", EVP_PKEY_PUBLIC_KEY, NULL},
        {"type-specific", EVP_PKEY_KEYPAIR, NULL},
    };
    static const char *const formats[] = {"DER", "PEM"};
    EVP_PKEY *key = generate(OURS);
    EVP_PKEY *theirs = moved(key, EVP_PKEY_KEYPAIR, THEIRS);
    /* Where mifu is the only provider, its decoders and no others are used. */
    OSSL_LIB_CTX *alone = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(alone, "mifu");

    (void)state;
    assert_non_null(provider);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t j = 0; j < 2; j++) {
            BIO *a = encoded(key, cases[i].selection, formats[j], cases[i].structure,
                             cases[i].cipher, OURS);
            char *bytes, *others;
            long len = BIO_get_mem_data(a, &bytes);

            assert_true(len > 0);
            if (cases[i].cipher == NULL) {
                BIO *b = encoded(theirs, cases[i].selection, formats[j], cases[i].structure, NULL,
                                 THEIRS);

                assert_int_equal(BIO_get_mem_data(b, &others), len);
                assert_memory_equal(bytes, others, (size_t)len);
                BIO_free(b);
            }
            EVP_PKEY *read = decoded(a, cases[i].selection, formats[j], NULL, host.context);
            assert_int_equal(EVP_PKEY_eq(key, read), 1);
            EVP_PKEY_free(read);
            if (j == 0) { /* PEM is taken off by another provider */
                BIO *again = encoded(key, cases[i].selection, formats[j], cases[i].structure,
                                     cases[i].cipher, OURS);

                read = decoded(again, cases[i].selection, formats[j], cases[i].structure, alone);
                assert_string_equal(keeper(read), "mifu");
                assert_int_equal(EVP_PKEY_eq(key, read), 1);
                EVP_PKEY_free(read);
                BIO_free(again);
            }
            BIO_free(a);
        }

    BIO *a = encoded(key, EVP_PKEY_KEYPAIR, "TEXT", NULL, NULL, OURS);
    BIO *b = encoded(theirs, EVP_PKEY_KEYPAIR, "TEXT", NULL, NULL, THEIRS);
    char *bytes, *others;
    long len = BIO_get_mem_data(a, &bytes);
    assert_int_equal(BIO_get_mem_data(b, &others), len);
    assert_memory_equal(bytes, others, (size_t)len);
    BIO_free(a);
    BIO_free(b);

    /* Another cipher is another provider's work. */
    for (size_t i = 0; i < 2; i++) {
        EVP_PKEY *read;

        a = encoded(key, EVP_PKEY_KEYPAIR, formats[i], "PrivateKeyInfo", "AES-256-CBC", OURS);
        read = decoded(a, EVP_PKEY_KEYPAIR, formats[i], NULL, host.context);
        assert_int_equal(EVP_PKEY_eq(key, read), 1);
        EVP_PKEY_free(read);
        BIO_free(a);
    }

    /* Without one, or without such a cipher, a key is not written in the clear instead. */
    EVP_PKEY_CTX *generator = EVP_PKEY_CTX_new_from_name(alone, "SM2", NULL);
    EVP_PKEY *lonely = NULL;
    assert_int_equal(EVP_PKEY_keygen_init(generator), 1);
    assert_int_equal(EVP_PKEY_generate(generator, &lonely), 1);
    for (size_t i = 0; i < 2; i++) {
        OSSL_ENCODER_CTX *ctx = OSSL_ENCODER_CTX_new_for_pkey(
            i == 0 ? lonely : key, EVP_PKEY_KEYPAIR, "PEM", "PrivateKeyInfo", OURS);

        a = BIO_new(BIO_s_mem());
        OSSL_ENCODER_CTX_set_cipher(ctx, i == 0 ? "AES-256-CBC" : "ROT-13", NULL);
        OSSL_ENCODER_CTX_set_passphrase(ctx, (const unsigned char *)"secret", 6);
        support_error_is(OSSL_ENCODER_to_bio(ctx, a),
                         i == 0 ? "does not support" : "no such cipher");
        assert_int_equal(BIO_get_mem_data(a, &bytes), 0);
        OSSL_ENCODER_CTX_free(ctx);
        BIO_free(a);
    }
    EVP_PKEY_free(lonely);
    EVP_PKEY_CTX_free(generator);

    EVP_PKEY_free(theirs);
    EVP_PKEY_free(key);
    OSSL_PROVIDER_unload(provider);
    OSSL_LIB_CTX_free(alone);
}

/* Every prefix of a key, and every byte of it changed: refused or read, and nothing worse. */
static void test_damaged_encodings(void **state)
{
    EVP_PKEY *key = generate(OURS);
    BIO *out = encoded(key, EVP_PKEY_KEYPAIR, "DER", "PrivateKeyInfo", NULL, OURS);
    OSSL_LIB_CTX *alone = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(alone, "mifu");
    char *bytes;
    size_t len = (size_t)BIO_get_mem_data(out, &bytes);

    (void)state;
    assert_non_null(provider);
    for (size_t i = 0; i < 2 * len; i++) {
        unsigned char *copy = malloc(len);
        size_t size = i < len ? i : len;
        EVP_PKEY *read = NULL;
        OSSL_DECODER_CTX *ctx = OSSL_DECODER_CTX_new_for_pkey(&read, "DER", "PrivateKeyInfo", "SM2",
                                                              EVP_PKEY_KEYPAIR, alone, NULL);

        assert_non_null(copy);
        memcpy(copy, bytes, len);
        if (i >= len)
            copy[i - len] ^= 0x41;
        const unsigned char *from = copy;
        if (OSSL_DECODER_from_data(ctx, &from, &size) == 1) {
            assert_true(i >= len);
            assert_non_null(read);
        }
        EVP_PKEY_free(read);
        OSSL_DECODER_CTX_free(ctx);
        free(copy);
        ERR_clear_error();
    }
    BIO_free(out);
    EVP_PKEY_free(key);
    OSSL_PROVIDER_unload(provider);
    OSSL_LIB_CTX_free(alone);
}

/* ---- Signatures ---- */

typedef struct message {
    unsigned char text[MESSAGE_MAX], id[ID_MAX];
    size_t len, id_len;
} message;

static void random_message(message *m)
{
    m->len = support_random_below(MESSAGE_MAX + 1);
    m->id_len = 1 + support_random_below(ID_MAX); /* OpenSSL 3.0 cannot set an empty one */
    support_random_fill(m->text, m->len);
    support_random_fill(m->id, m->id_len);
}

/* A context for signing or verifying by one of the two. */
static EVP_MD_CTX *message_context(EVP_PKEY *key, int signs, const message *m,
                                   const char *properties)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    assert_non_null(ctx);
    assert_int_equal((signs ? EVP_DigestSignInit_ex : EVP_DigestVerifyInit_ex)(
                         ctx, NULL, "SM3", host.context, properties, key, NULL),
                     1);
    /* Not as a parameter of the start: there OpenSSL 3.0 finds it too late. */
    assert_int_equal(EVP_PKEY_CTX_set1_id(EVP_MD_CTX_get_pkey_ctx(ctx), m->id, (int)m->id_len), 1);
    return ctx;
}

static void cross_signatures(EVP_PKEY *key, const char *signer, const char *verifier)
{
    message m;
    unsigned char sig[80];
    size_t len = sizeof sig, cut;
    EVP_MD_CTX *ctx;

    random_message(&m);
    ctx = message_context(key, 1, &m, signer);
    cut = support_random_below(m.len + 1);
    assert_int_equal(EVP_DigestSignUpdate(ctx, m.text, cut), 1);
    assert_int_equal(EVP_DigestSignUpdate(ctx, m.text + cut, m.len - cut), 1);
    assert_int_equal(EVP_DigestSignFinal(ctx, sig, &len), 1);
    EVP_MD_CTX_free(ctx);

    ctx = message_context(key, 0, &m, verifier);
    assert_int_equal(EVP_DigestVerify(ctx, sig, len, m.text, m.len), 1);
    EVP_MD_CTX_free(ctx);

    m.id[support_random_below(m.id_len)] ^= 1;
    ctx = message_context(key, 0, &m, verifier);
    assert_int_equal(EVP_DigestVerify(ctx, sig, len, m.text, m.len), 0);
    EVP_MD_CTX_free(ctx);
}

static void test_signatures(void **state)
{
    EVP_PKEY *keys[2] = {generate(OURS), generate(THEIRS)};

    (void)state;
    for (int i = 0; i < support_runs(RUNS); i++) {
        cross_signatures(keys[i & 1], OURS, THEIRS);
        cross_signatures(keys[i & 1], THEIRS, OURS);
    }
    EVP_PKEY_free(keys[0]);
    EVP_PKEY_free(keys[1]);
}

/* One key for many verifications, and a digest that it signed. */
typedef struct signed_digest {
    EVP_PKEY *key;
    unsigned char e[32], sig[80];
    size_t len;
} signed_digest;

static void sign_digest(signed_digest *s, EVP_PKEY *key)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(host.context, key, OURS);

    s->key = key;
    s->len = sizeof s->sig;
    support_random_fill(s->e, sizeof s->e);
    assert_int_equal(EVP_PKEY_sign_init(ctx), 1);
    assert_int_equal(EVP_PKEY_sign(ctx, s->sig, &s->len, s->e, sizeof s->e), 1);
    EVP_PKEY_CTX_free(ctx);
}

/* Whether `key` verifies the signature, and does not verify it for another digest. */
static int verifies(const signed_digest *s, EVP_PKEY *key)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(host.context, key, OURS);
    unsigned char other[sizeof s->e];
    int right;

    memcpy(other, s->e, sizeof other);
    other[7] ^= 0x10;
    right = EVP_PKEY_verify_init(ctx) == 1 &&
            EVP_PKEY_verify(ctx, s->sig, s->len, s->e, sizeof s->e) == 1 &&
            EVP_PKEY_verify(ctx, s->sig, s->len, other, sizeof other) == 0;
    EVP_PKEY_CTX_free(ctx);
    return right;
}

static void *verifying_thread(void *data)
{
    const signed_digest *s = data;
    uintptr_t right = 1;

    for (int i = 0; i < 20; i++)
        right &= (uintptr_t)verifies(s, s->key);
    return (void *)right;
}

/* The table of a key, which its second verification makes: made while others verify, shared by
 * copies, and not kept by a key that becomes another. */
static void test_verifications(void **state)
{
    enum { THREADS = 4 };
    signed_digest first, second;
    pthread_t threads[THREADS];
    unsigned char *point = NULL;
    EVP_PKEY *copy;
    void *right;
    size_t len;

    (void)state;
    sign_digest(&first, generate(OURS));
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, verifying_thread, &first), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], &right), 0);
        assert_int_equal((uintptr_t)right, 1);
    }

    copy = EVP_PKEY_dup(first.key);
    assert_true(verifies(&first, copy));
    sign_digest(&second, generate(OURS));
    len = EVP_PKEY_get1_encoded_public_key(second.key, &point);
    assert_int_equal(EVP_PKEY_set1_encoded_public_key(copy, point, len), 1);
    for (int i = 0; i < 3; i++) {
        assert_true(verifies(&second, copy));
        assert_false(verifies(&first, copy));
        assert_true(verifies(&first, first.key));
    }
    OPENSSL_free(point);
    EVP_PKEY_free(copy);
    assert_true(verifies(&first, first.key));
    EVP_PKEY_free(first.key);
    EVP_PKEY_free(second.key);
}

/* Signs a message with no identity set and says whether it verifies with this one. */
static int signed_with(OSSL_LIB_CTX *context, EVP_PKEY *key, const unsigned char *text, size_t len,
                       const char *id)
{
    unsigned char sig[80];
    size_t sig_len = sizeof sig;
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    OSSL_PARAM params[2];
    int result;

    assert_int_equal(EVP_DigestSignInit_ex(ctx, NULL, NULL, context, NULL, key, NULL), 1);
    assert_int_equal(EVP_DigestSign(ctx, sig, &sig_len, text, len), 1);
    EVP_MD_CTX_free(ctx);
    ctx = EVP_MD_CTX_new();
    params[0] = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_DIST_ID, (void *)(uintptr_t)id,
                                                  strlen(id));
    params[1] = OSSL_PARAM_construct_end();
    assert_int_equal(EVP_DigestVerifyInit_ex(ctx, NULL, "SM3", context, OURS, key, params), 1);
    result = EVP_DigestVerify(ctx, sig, sig_len, text, len);
    EVP_MD_CTX_free(ctx);
    return result;
}

/* Without an identity: the configured one, else the empty one; in a handshake of TLS that of RFC
 * 8998. */
static void test_identities(void **state)
{
    static const char tls_id[] = "TLSv1.3+GM+Cipher+Suite";
    EVP_PKEY *key = generate(OURS), *theirs = moved(key, EVP_PKEY_KEYPAIR, THEIRS), *configured;
    unsigned char text[130], sig[80];
    size_t sig_len = sizeof sig;
    EVP_PKEY_CTX *generator;
    EVP_MD_CTX *ctx;
    OSSL_LIB_CTX *context;
    int loaded;

    (void)state;
    memset(text, ' ', 64);
    memcpy(text + 64, "TLS 1.3, server CertificateVerify", 34);
    memset(text + 98, 7, 32);
    assert_int_equal(signed_with(host.context, key, text, sizeof text, ""), 0);
    assert_int_equal(signed_with(host.context, key, text, sizeof text, tls_id), 1);
    assert_int_equal(signed_with(host.context, key, text, 73, tls_id), 1);
    assert_int_equal(signed_with(host.context, key, text, 72, ""), 1);
    assert_int_equal(signed_with(host.context, key, text, 20, ""), 1);
    assert_int_equal(signed_with(host.context, key, text, 0, ""), 1);
    assert_int_equal(signed_with(host.context, key, text + 1, sizeof text - 1, ""), 1);

    /* OpenSSL's own code takes the empty identity, too. */
    ctx = EVP_MD_CTX_new();
    assert_int_equal(EVP_DigestSignInit_ex(ctx, NULL, "SM3", host.context, THEIRS, theirs, NULL),
                     1);
    assert_int_equal(EVP_DigestSign(ctx, sig, &sig_len, text, 20), 1);
    EVP_MD_CTX_free(ctx);
    ctx = EVP_MD_CTX_new();
    assert_int_equal(EVP_DigestVerifyInit_ex(ctx, NULL, "SM3", host.context, OURS, key, NULL), 1);
    assert_int_equal(EVP_DigestVerify(ctx, sig, sig_len, text, 20), 1);
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(theirs);
    EVP_PKEY_free(key);

    context = support_configured(SUPPORT_CONFIG("activate = 1\ndefault-distid = 1234567812345678"),
                                 &loaded);
    assert_int_equal(loaded, 1);
    generator = EVP_PKEY_CTX_new_from_name(context, "SM2", NULL);
    configured = NULL;
    assert_int_equal(EVP_PKEY_keygen_init(generator), 1);
    assert_int_equal(EVP_PKEY_generate(generator, &configured), 1);
    assert_int_equal(signed_with(context, configured, text, 20, "1234567812345678"), 1);
    assert_int_equal(signed_with(context, configured, text, 20, ""), 0);
    assert_int_equal(signed_with(context, configured, text, sizeof text, tls_id), 1);
    EVP_PKEY_CTX_free(generator);
    EVP_PKEY_free(configured);
    OSSL_LIB_CTX_free(context);
}

/* Signatures of digests, and the order of calls. */
static void test_digest_signatures(void **state)
{
    EVP_PKEY *key = generate(OURS), *public_part = moved(key, EVP_PKEY_PUBLIC_KEY, OURS);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(host.context, key, OURS), *copy;
    EVP_PKEY_CTX *theirs = EVP_PKEY_CTX_new_from_pkey(host.context, key, THEIRS);
    unsigned char e[32] = {1, 2, 3}, sig[80];
    size_t len = 0;
    EVP_MD_CTX *md, *md_copy;

    (void)state;
    assert_int_equal(EVP_PKEY_sign_init(ctx), 1);
    assert_int_equal(EVP_PKEY_sign(ctx, NULL, &len, e, 32), 1);
    assert_int_equal(len, 72);
    support_error_is(EVP_PKEY_sign(ctx, sig, &len, e, 31), "no such digest");
    support_error_is((len = 10, EVP_PKEY_sign(ctx, sig, &len, e, 32)), "too small");
    len = sizeof sig;
    assert_int_equal(EVP_PKEY_sign(ctx, sig, &len, e, 32), 1);
    copy = EVP_PKEY_CTX_dup(ctx);
    assert_non_null(copy);
    assert_int_equal(EVP_PKEY_verify_init(theirs), 1);
    assert_int_equal(EVP_PKEY_verify(theirs, sig, len, e, 32), 1);
    len = sizeof sig;
    assert_int_equal(EVP_PKEY_sign(copy, sig, &len, e, 32), 1);
    EVP_PKEY_CTX_free(copy);
    assert_int_equal(EVP_PKEY_verify(theirs, sig, len, e, 32), 1);
    assert_int_equal(EVP_PKEY_verify_init(ctx), 1);
    assert_int_equal(EVP_PKEY_verify(ctx, sig, len, e, 32), 1);
    e[31] ^= 1;
    assert_int_equal(EVP_PKEY_verify(ctx, sig, len, e, 32), 0);
    e[31] ^= 1;
    support_error_is(EVP_PKEY_verify(ctx, sig, len - 1, e, 32), "");
    support_error_is(EVP_PKEY_verify(ctx, sig, 0, e, 32), "");
    support_error_is(EVP_PKEY_CTX_set_signature_md(ctx, EVP_sha256()), "no such digest");
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_CTX_free(theirs);

    ctx = EVP_PKEY_CTX_new_from_pkey(host.context, public_part, OURS);
    support_error_is(EVP_PKEY_sign_init(ctx), "no key was set");
    EVP_PKEY_CTX_free(ctx);

    md = EVP_MD_CTX_new();
    support_error_is(EVP_DigestSignInit_ex(md, NULL, "SHA256", host.context, OURS, key, NULL),
                     "no such digest");
    EVP_MD_CTX_free(md);

    /* A copy in the midst of a message, and an identity that comes too late. */
    md = EVP_MD_CTX_new();
    md_copy = EVP_MD_CTX_new();
    assert_int_equal(EVP_DigestSignInit_ex(md, NULL, "SM3", host.context, OURS, key, NULL), 1);
    assert_int_equal(EVP_DigestSignUpdate(md, "ab", 2), 1);
    assert_int_equal(EVP_MD_CTX_copy_ex(md_copy, md), 1);
    support_error_is(EVP_PKEY_CTX_set1_id(EVP_MD_CTX_get_pkey_ctx(md), "x", 1),
                     "before data is processed");
    EVP_MD_CTX_free(md);
    assert_int_equal(EVP_DigestSignUpdate(md_copy, "c", 1), 1);
    len = sizeof sig;
    assert_int_equal(EVP_DigestSignFinal(md_copy, sig, &len), 1);
    EVP_MD_CTX_free(md_copy);
    md = EVP_MD_CTX_new();
    assert_int_equal(EVP_DigestVerifyInit_ex(md, NULL, "SM3", host.context, THEIRS, key, NULL), 1);
    assert_int_equal(EVP_DigestVerify(md, sig, len, (const unsigned char *)"abc", 3), 1);
    EVP_MD_CTX_free(md);

    EVP_PKEY_free(public_part);
    EVP_PKEY_free(key);
}

/* ---- Encryption ---- */

static EVP_PKEY_CTX *cipher_context(EVP_PKEY *key, int encrypts, const char *properties)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(host.context, key, properties);

    assert_non_null(ctx);
    assert_int_equal(encrypts ? EVP_PKEY_encrypt_init(ctx) : EVP_PKEY_decrypt_init(ctx), 1);
    return ctx;
}

static void cross_ciphertexts(EVP_PKEY_CTX *encrypter, EVP_PKEY_CTX *decrypter)
{
    unsigned char text[MESSAGE_MAX], ct[MESSAGE_MAX + 150], back[MESSAGE_MAX + 150];
    size_t len = 1 + support_random_below(MESSAGE_MAX), ct_len, back_len;

    support_random_fill(text, len);
    assert_int_equal(EVP_PKEY_encrypt(encrypter, NULL, &ct_len, text, len), 1);
    assert_true(ct_len <= sizeof ct);
    assert_int_equal(EVP_PKEY_encrypt(encrypter, ct, &ct_len, text, len), 1);
    back_len = sizeof back;
    assert_int_equal(EVP_PKEY_decrypt(decrypter, back, &back_len, ct, ct_len), 1);
    assert_int_equal(back_len, len);
    assert_memory_equal(back, text, len);
}

static void test_encryption(void **state)
{
    EVP_PKEY *key = generate(OURS);
    EVP_PKEY_CTX *contexts[2][2] = {
        {cipher_context(key, 1, OURS), cipher_context(key, 0, THEIRS)},
        {cipher_context(key, 1, THEIRS), cipher_context(key, 0, OURS)},
    };

    (void)state;
    for (int i = 0; i < support_runs(RUNS); i++) {
        cross_ciphertexts(contexts[0][0], contexts[0][1]);
        cross_ciphertexts(contexts[1][0], contexts[1][1]);
    }
    for (int i = 0; i < 4; i++)
        EVP_PKEY_CTX_free(contexts[i / 2][i % 2]);
    EVP_PKEY_free(key);
}

static void test_wrong_ciphertexts(void **state)
{
    EVP_PKEY *key = generate(OURS), *public_part = moved(key, EVP_PKEY_PUBLIC_KEY, OURS);
    EVP_PKEY_CTX *encrypter = cipher_context(public_part, 1, OURS);
    EVP_PKEY_CTX *decrypter = cipher_context(key, 0, OURS), *copy, *wrong;
    unsigned char ct[200], out[200];
    size_t ct_len = sizeof ct, len;

    (void)state;
    assert_int_equal(EVP_PKEY_encrypt(encrypter, ct, &ct_len, (const unsigned char *)"hello", 5),
                     1);
    support_error_is((len = 20, EVP_PKEY_encrypt(encrypter, out, &len, ct, 5)), "too small");
    support_error_is((len = sizeof out, EVP_PKEY_encrypt(encrypter, out, &len, ct, 0)), "");
    assert_int_equal(EVP_PKEY_decrypt(decrypter, NULL, &len, ct, ct_len), 1);
    assert_int_equal(len, 5);
    support_error_is((len = 4, EVP_PKEY_decrypt(decrypter, out, &len, ct, ct_len)), "too small");
    copy = EVP_PKEY_CTX_dup(decrypter);
    assert_int_equal((len = 5, EVP_PKEY_decrypt(copy, out, &len, ct, ct_len)), 1);
    assert_memory_equal(out, "hello", 5);
    EVP_PKEY_CTX_free(copy);
    for (size_t i = 0; i < ct_len; i++) {
        ct[i] ^= 0x10;
        len = sizeof out;
        assert_true(EVP_PKEY_decrypt(decrypter, out, &len, ct, ct_len) <= 0);
        ct[i] ^= 0x10;
        len = sizeof out;
        assert_true(EVP_PKEY_decrypt(decrypter, out, &len, ct, i) <= 0);
    }
    ERR_clear_error();
    wrong = EVP_PKEY_CTX_new_from_pkey(host.context, public_part, OURS);
    support_error_is(EVP_PKEY_decrypt_init(wrong), "no key was set");
    EVP_PKEY_CTX_free(wrong);
    EVP_PKEY_CTX_free(encrypter);
    EVP_PKEY_CTX_free(decrypter);
    EVP_PKEY_free(public_part);
    EVP_PKEY_free(key);
}

/* ---- Key exchange ---- */

/* OpenSSL 3.0 has no ECDH of SM2 keys, but arithmetic on their curve: the x-coordinate of [d]P. */
static void multiply(unsigned char x[32], EVP_PKEY *own, EVP_PKEY *peer)
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_sm2);
    EC_POINT *point = EC_POINT_new(group);
    BIGNUM *d = NULL, *coordinate = BN_new();
    unsigned char bytes[65];
    size_t len;

    assert_int_equal(EVP_PKEY_get_bn_param(own, OSSL_PKEY_PARAM_PRIV_KEY, &d), 1);
    assert_int_equal(
        EVP_PKEY_get_octet_string_param(peer, OSSL_PKEY_PARAM_PUB_KEY, bytes, sizeof bytes, &len),
        1);
    assert_int_equal(EC_POINT_oct2point(group, point, bytes, len, NULL), 1);
    assert_int_equal(EC_POINT_mul(group, point, NULL, point, d, NULL), 1);
    assert_int_equal(EC_POINT_get_affine_coordinates(group, point, coordinate, NULL, NULL), 1);
    assert_int_equal(BN_bn2binpad(coordinate, x, 32), 32);
    BN_free(d);
    BN_free(coordinate);
    EC_POINT_free(point);
    EC_GROUP_free(group);
}

static void derive(EVP_PKEY *own, EVP_PKEY *peer, unsigned char secret[32])
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(host.context, own, OURS);
    size_t len = 32;

    assert_int_equal(EVP_PKEY_derive_init(ctx), 1);
    assert_int_equal(EVP_PKEY_derive_set_peer(ctx, peer), 1);
    assert_int_equal(EVP_PKEY_derive(ctx, secret, &len), 1);
    assert_int_equal(len, 32);
    EVP_PKEY_CTX_free(ctx);
}

static void test_ecdh(void **state)
{
    (void)state;
    for (int i = 0; i < support_runs(RUNS) / 50; i++) {
        EVP_PKEY *a = generate(OURS), *b = generate(OURS);
        unsigned char secret[3][32];

        derive(a, b, secret[0]);
        derive(b, a, secret[1]);
        multiply(secret[2], a, b);
        assert_memory_equal(secret[0], secret[1], 32);
        assert_memory_equal(secret[0], secret[2], 32);
        EVP_PKEY_free(a);
        EVP_PKEY_free(b);
    }
}

static EVP_PKEY_CTX *exchange(EVP_PKEY *own, EVP_PKEY *peer, const char *role, const char *id,
                              const char *peer_id)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(host.context, own, OURS);
    size_t length = 48;
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string("exchange", (char *)(uintptr_t) "gbt32918.3", 0),
        OSSL_PARAM_construct_utf8_string("role", (char *)(uintptr_t)role, 0),
        OSSL_PARAM_construct_octet_string("distid", (void *)(uintptr_t)id, strlen(id)),
        OSSL_PARAM_construct_octet_string("peer-distid", (void *)(uintptr_t)peer_id,
                                          strlen(peer_id)),
        OSSL_PARAM_construct_size_t("key-length", &length),
        OSSL_PARAM_construct_end(),
    };

    assert_int_equal(EVP_PKEY_derive_init_ex(ctx, params), 1);
    assert_int_equal(EVP_PKEY_derive_set_peer(ctx, peer), 1);
    return ctx;
}

static int get_octets(EVP_PKEY_CTX *ctx, const char *name, unsigned char *bytes, size_t size)
{
    OSSL_PARAM params[2] = {OSSL_PARAM_construct_octet_string(name, bytes, size),
                            OSSL_PARAM_construct_end()};

    return EVP_PKEY_CTX_get_params(ctx, params);
}

static int set_octets(EVP_PKEY_CTX *ctx, const char *name, unsigned char *bytes, size_t size)
{
    OSSL_PARAM params[2] = {OSSL_PARAM_construct_octet_string(name, bytes, size),
                            OSSL_PARAM_construct_end()};

    return EVP_PKEY_CTX_set_params(ctx, params);
}

static void test_exchange(void **state)
{
    EVP_PKEY *a = generate(OURS), *b = generate(OURS);
    EVP_PKEY_CTX *alice = exchange(a, b, "initiator", "Alice", "Bob");
    EVP_PKEY_CTX *bob = exchange(b, a, "responder", "Bob", "Alice");
    unsigned char ra[65], rb[65], sa[32], sb[32], key_a[48], key_b[48];
    size_t len = 0;

    (void)state;
    support_error_is(EVP_PKEY_derive(alice, key_a, (len = sizeof key_a, &len)),
                     "parameter that is needed");
    support_error_is(get_octets(alice, "confirmation", sa, 32), "");
    assert_int_equal(get_octets(alice, "ephemeral", ra, 65), 1);
    assert_int_equal(get_octets(bob, "ephemeral", rb, 65), 1);
    support_error_is(set_octets(alice, "peer-ephemeral", rb, 64), "wrong type");
    assert_int_equal(set_octets(alice, "peer-ephemeral", rb, 65), 1);
    assert_int_equal(set_octets(bob, "peer-ephemeral", ra, 65), 1);
    support_error_is(set_octets(bob, "distid", ra, 5), "before data");
    assert_int_equal(EVP_PKEY_derive(alice, NULL, &len), 1);
    assert_int_equal(len, 48);
    assert_int_equal(EVP_PKEY_derive(alice, key_a, &len), 1);
    assert_int_equal(EVP_PKEY_derive(bob, key_b, &len), 1);
    assert_memory_equal(key_a, key_b, 48);
    assert_int_equal(get_octets(alice, "confirmation", sa, 32), 1);
    assert_int_equal(get_octets(bob, "confirmation", sb, 32), 1);
    assert_int_equal(set_octets(alice, "peer-confirmation", sb, 32), 1);
    assert_int_equal(set_octets(bob, "peer-confirmation", sa, 32), 1);
    sa[0] ^= 1;
    support_error_is(set_octets(bob, "peer-confirmation", sa, 32), "");
    EVP_PKEY_CTX_free(alice);
    EVP_PKEY_CTX_free(bob);
    EVP_PKEY_free(a);
    EVP_PKEY_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),       cmocka_unit_test(test_wrong_keys),
        cmocka_unit_test(test_encodings),  cmocka_unit_test(test_damaged_encodings),
        cmocka_unit_test(test_signatures), cmocka_unit_test(test_verifications),
        cmocka_unit_test(test_identities), cmocka_unit_test(test_digest_signatures),
        cmocka_unit_test(test_encryption), cmocka_unit_test(test_wrong_ciphertexts),
        cmocka_unit_test(test_ecdh),       cmocka_unit_test(test_exchange),
    };

    return cmocka_run_group_tests(tests, group_open, group_close);
}
