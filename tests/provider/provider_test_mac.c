/* SPDX-License-Identifier: Apache-2.0 */
/* MACs through EVP: vectors, the default provider, what is handed to it, and wrong use. */
#include "provider_group.h"
#include "provider_vectors.h"

/*
 * One MAC. `properties` say whose; `inner` is the digest or cipher, NULL where there is none, and
 * `inner_properties` whose that is. `pieces`: the message in pieces, with a copy of the context on
 * the way. The length of the tag, or 0 where a call fails.
 */
static size_t mac_once(const char *name, const char *properties, const char *selector,
                       const char *inner, const char *inner_properties, const field *key,
                       const field *iv, const field *msg, int pieces, uint8_t tag[64])
{
    EVP_MAC *mac = EVP_MAC_fetch(host.context, name, properties);
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
    OSSL_PARAM params[4], *param = params;
    size_t done = 0, len = 0;
    char text[40] = "", text_properties[40] = "";

    assert_non_null(mac);
    if (inner_properties != NULL) {
        snprintf(text_properties, sizeof text_properties, "%s", inner_properties);
        *param++ = OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_PROPERTIES, text_properties, 0);
    }
    if (inner != NULL) {
        snprintf(text, sizeof text, "%s", inner);
        *param++ = OSSL_PARAM_construct_utf8_string(selector, text, 0);
    }
    if (iv != NULL)
        *param++ = OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_IV, iv->data, iv->len);
    *param = OSSL_PARAM_construct_end();
    if (EVP_MAC_init(context, key->data, key->len, params) == 1) {
        while (pieces && done < msg->len) {
            size_t piece = support_random_below(msg->len - done) + 1;

            assert_int_equal(EVP_MAC_update(context, msg->data + done, piece), 1);
            done += piece;
            if (support_random_below(4) == 0) {
                EVP_MAC_CTX *copy = EVP_MAC_CTX_dup(context);

                assert_non_null(copy);
                EVP_MAC_CTX_free(context);
                context = copy;
            }
        }
        if (EVP_MAC_update(context, msg->data + done, msg->len - done) != 1 ||
            EVP_MAC_final(context, tag, &len, 64) != 1)
            len = 0;
        if (len != 0)
            assert_int_equal(EVP_MAC_CTX_get_mac_size(context), len);
    }
    EVP_MAC_CTX_free(context);
    EVP_MAC_free(mac);
    return len;
}

static int run_mac(const char *name, const char *selector, const char *inner, const json_t *test,
                   int valid, const field *iv, const char *msg_name, const char *tag_name)
{
    field key = field_of(test, "key"), msg = field_of(test, msg_name),
          tag = field_of(test, tag_name);
    uint8_t out[64];
    size_t len =
        mac_once(name, OURS, selector, inner, NULL, &key, iv, &msg, (int)(msg.len % 2), out);

    assert_true(len >= tag.len && tag.len > 0);
    if (valid)
        assert_memory_equal(out, tag.data, tag.len);
    else
        assert_memory_not_equal(out, tag.data, tag.len);
    free(key.data);
    free(msg.data);
    free(tag.data);
    return 1;
}

static int run_hmac(const json_t *test, int valid)
{
    return run_mac("HMAC", OSSL_MAC_PARAM_DIGEST, "SM3", test, valid, NULL, "msg", "mac");
}

static int run_cmac(const json_t *test, int valid)
{
    return run_mac("CMAC", OSSL_MAC_PARAM_CIPHER, "SM4-CBC", test, valid, NULL, "msg", "tag");
}

static int run_gmac(const json_t *test, int valid)
{
    field iv = field_of(test, "iv");
    int run = run_mac("GMAC", OSSL_MAC_PARAM_CIPHER, "SM4-GCM", test, valid, &iv, "aad", "tag");

    free(iv.data);
    return run;
}

/* GCM of an empty text is a GMAC. */
static int run_gcm(const json_t *test, int valid)
{
    if (text_of(test, "pt")[0] != '\0' || text_of(test, "iv")[0] == '\0' ||
        strlen(text_of(test, "iv")) > 2 * 128)
        return 0;
    return run_gmac(test, valid);
}

static int run_eia3(const json_t *test, int valid)
{
    field iv;
    size_t count = strtoul(text_of(test, "count"), NULL, 16);

    if (number_of(test, "bits") % 8 != 0)
        return 0;
    iv = field_of_hex("0000000000");
    for (int i = 0; i < 4; i++)
        iv.data[i] = (uint8_t)(count >> (24 - 8 * i));
    iv.data[4] = (uint8_t)(number_of(test, "bearer") << 3 | number_of(test, "direction") << 2);
    run_mac("ZUC-128-EIA3", NULL, NULL, test, valid, &iv, "msg", "mac");
    free(iv.data);
    return 1;
}

static void test_vectors(void **state)
{
    static const vector_operation kdf_hmac[] = {{"hmac", run_hmac, 120}, {0}};
    static const vector_operation sm4[] = {
        {"cmac", run_cmac, 9}, {"gmac", run_gmac, 2}, {"gcm", run_gcm, 5}, {0}};
    static const vector_operation zuc[] = {{"eia3", run_eia3, 5}, {0}};

    (void)state;
    run_vectors("kdf_hmac.json", kdf_hmac);
    run_vectors("sm4.json", sm4);
    run_vectors("zuc.json", zuc);
}

/* Both providers with everything from one provider, and ours with what it hands over. */
static void against_default(const char *name, const char *selector, const char *inner,
                            size_t key_len, size_t iv_len, int count)
{
    static uint8_t data[400];
    uint8_t key_data[200], iv_data[16], a[64], b[64];

    for (int i = 0; i < count; i++) {
        field key = {key_data, key_len == 0 ? support_random_below(sizeof key_data) + 1 : key_len};
        field iv = {iv_data, iv_len}, msg = {data, support_random_below(sizeof data + 1)};
        size_t len;

        support_random_fill(key_data, sizeof key_data);
        support_random_fill(iv_data, sizeof iv_data);
        support_random_fill(data, msg.len);
        len =
            mac_once(name, OURS, selector, inner, NULL, &key, iv_len == 0 ? NULL : &iv, &msg, 1, a);
        assert_int_equal(mac_once(name, THEIRS, selector, inner, THEIRS, &key,
                                  iv_len == 0 ? NULL : &iv, &msg, 1, b),
                         len);
        assert_true(len > 0);
        assert_memory_equal(a, b, len);
    }
}

static void test_against_default(void **state)
{
    (void)state;
    against_default("HMAC", OSSL_MAC_PARAM_DIGEST, "SM3", 0, 0, support_runs(10000));
    against_default("CMAC", OSSL_MAC_PARAM_CIPHER, "SM4-CBC", 16, 0, support_runs(10000));
}

/* What is not ours works all the same. */
static void test_handed_over(void **state)
{
    static const char *const digests[] = {"SHA256", "SHA512", "SHA3-256", "MD5", "BLAKE2S-256"};

    (void)state;
    for (size_t i = 0; i < sizeof digests / sizeof digests[0]; i++)
        against_default("HMAC", OSSL_MAC_PARAM_DIGEST, digests[i], 0, 0, 100);
    against_default("CMAC", OSSL_MAC_PARAM_CIPHER, "AES-128-CBC", 16, 0, 100);
    against_default("CMAC", OSSL_MAC_PARAM_CIPHER, "AES-256-CBC", 32, 0, 100);
    against_default("GMAC", OSSL_MAC_PARAM_CIPHER, "AES-128-GCM", 16, 12, 100);
}

/* A context that goes from one provider to the other, and a key that was set before the digest. */
static void test_changed_digest(void **state)
{
    static const char *const digests[] = {"SM3", "SHA256", "SM3", "SHA512", "SM3"};
    EVP_MAC *mac = EVP_MAC_fetch(host.context, "HMAC", OURS);
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
    uint8_t key_data[20], tag[64], expected[64];
    field key = {key_data, sizeof key_data};
    OSSL_PARAM params[2] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, key_data, sizeof key_data),
        OSSL_PARAM_END};

    (void)state;
    support_random_fill(key_data, sizeof key_data);
    assert_int_equal(EVP_MAC_CTX_set_params(context, params), 1);
    assert_int_equal(EVP_MAC_CTX_get_mac_size(context), 0);
    for (size_t i = 0; i < sizeof digests / sizeof digests[0]; i++) {
        char name[20];
        size_t len;

        snprintf(name, sizeof name, "%s", digests[i]);
        params[0] = OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0);
        assert_int_equal(EVP_MAC_CTX_set_params(context, params), 1);
        assert_int_equal(EVP_MAC_init(context, NULL, 0, NULL), 1);
        assert_int_equal(EVP_MAC_update(context, key_data, 7), 1);
        assert_int_equal(EVP_MAC_final(context, tag, &len, sizeof tag), 1);
        {
            field msg = {key_data, 7};

            assert_int_equal(mac_once("HMAC", THEIRS, OSSL_MAC_PARAM_DIGEST, digests[i], THEIRS,
                                      &key, NULL, &msg, 0, expected),
                             len);
        }
        assert_memory_equal(tag, expected, len);
    }
    EVP_MAC_CTX_free(context);
    EVP_MAC_free(mac);
}

static void test_wrong_use(void **state)
{
    static const struct {
        const char *name, *selector, *inner;
        int has_iv;
    } macs[] = {
        {"HMAC", OSSL_MAC_PARAM_DIGEST, "SM3", 0},
        {"CMAC", OSSL_MAC_PARAM_CIPHER, "SM4-CBC", 0},
        {"GMAC", OSSL_MAC_PARAM_CIPHER, "SM4-GCM", 1},
        {"EIA3", NULL, NULL, 1},
    };
    uint8_t bytes[200] = {3}, tag[64];
    size_t len;

    (void)state;
    for (size_t i = 0; i < sizeof macs / sizeof macs[0]; i++) {
        EVP_MAC *mac = EVP_MAC_fetch(host.context, macs[i].name, OURS);
        EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac), *copy;
        char inner[20] = "", none[] = "no such thing";
        OSSL_PARAM params[3] = {OSSL_PARAM_END, OSSL_PARAM_END, OSSL_PARAM_END};
        int with_iv = 0, number = 3;

        assert_non_null(mac);
        support_error_is(EVP_MAC_update(context, bytes, 1), "has not been started");
        support_error_is(EVP_MAC_final(context, tag, &len, sizeof tag), "");
        if (macs[i].inner != NULL) {
            support_error_is(EVP_MAC_init(context, bytes, 16, NULL), "was not given");
            params[0] = OSSL_PARAM_construct_int(macs[i].selector, &number);
            support_error_is(EVP_MAC_CTX_set_params(context, params), "has the wrong type");
            params[0] = OSSL_PARAM_construct_utf8_string(macs[i].selector, none, 0);
            assert_int_not_equal(EVP_MAC_init(context, bytes, 16, params), 1);
            ERR_clear_error();
            snprintf(inner, sizeof inner, "%s", macs[i].inner);
            params[with_iv++] = OSSL_PARAM_construct_utf8_string(macs[i].selector, inner, 0);
        }
        EVP_MAC_CTX_free(context);
        context = EVP_MAC_CTX_new(mac);
        support_error_is(EVP_MAC_init(context, NULL, 0, params), "no key was set");
        if (macs[i].has_iv) {
            support_error_is(EVP_MAC_init(context, bytes, 16, params), "no IV was set");
            params[with_iv] = OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_IV, bytes, 129);
            support_error_is(EVP_MAC_init(context, bytes, 16, params), "wrong length of the IV");
            params[with_iv] = OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_IV, bytes, 5);
        }
        if (i > 0)
            support_error_is(EVP_MAC_init(context, bytes, 15, params), "wrong length of the key");
        assert_int_equal(EVP_MAC_init(context, bytes, 16, params), 1);
        assert_int_equal(EVP_MAC_update(context, bytes, 17), 1);
        copy = EVP_MAC_CTX_dup(context);
        assert_int_equal(EVP_MAC_final(context, tag, &len, sizeof tag), 1);
        support_error_is(EVP_MAC_final(context, tag, &len, sizeof tag), "has not been started");
        support_error_is(EVP_MAC_update(context, bytes, 1), "has not been started");
        EVP_MAC_CTX_free(context);
        /* Too small a place: EVP itself may say so before the provider. */
        assert_int_not_equal(EVP_MAC_final(copy, tag, &len, 3), 1);
        ERR_clear_error();
        EVP_MAC_CTX_free(copy);
        EVP_MAC_free(mac);
    }
}

/* What is handed over lives as long as it is used, although its provider is unloaded. */
static void test_provider_goes(void **state)
{
    support_host other;
    EVP_MAC *mac;
    EVP_MAC_CTX *context;
    char digest[] = "SHA256";
    uint8_t tag[64] = {0};
    size_t len;
    OSSL_PARAM params[2] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
                            OSSL_PARAM_END};

    (void)state;
    support_host_open(&other);
    mac = EVP_MAC_fetch(other.context, "HMAC", OURS);
    context = EVP_MAC_CTX_new(mac);
    assert_int_equal(EVP_MAC_init(context, tag, 16, params), 1);
    assert_int_equal(OSSL_PROVIDER_unload(other.others), 1);
    assert_int_equal(EVP_MAC_update(context, tag, 3), 1);
    assert_int_equal(EVP_MAC_final(context, tag, &len, sizeof tag), 1);
    EVP_MAC_CTX_free(context);
    context = EVP_MAC_CTX_new(mac);
    support_error_is(EVP_MAC_init(context, tag, 16, params), "does not support this");
    EVP_MAC_CTX_free(context);
    EVP_MAC_free(mac);
    assert_int_equal(OSSL_PROVIDER_unload(other.mifu), 1);
    OSSL_LIB_CTX_free(other.context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),     cmocka_unit_test(test_against_default),
        cmocka_unit_test(test_handed_over), cmocka_unit_test(test_changed_digest),
        cmocka_unit_test(test_wrong_use),   cmocka_unit_test(test_provider_goes),
    };

    return cmocka_run_group_tests(tests, group_open, group_close);
}
