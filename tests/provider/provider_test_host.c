/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The provider as a guest of a program: beside the default provider, in several library contexts,
 * in threads, after fork, loaded and unloaded, and at exit.
 */
#include "provider_support.h"

#include <dlfcn.h>
#include <openssl/crypto.h>
#include <pthread.h>
#include <sys/wait.h>

/* SM3("abc"): GB/T 32905-2016 A.1 */
static const uint8_t sm3_abc[] = {0x66, 0xc7, 0xf0, 0xf4};

static int digest_is_right(OSSL_LIB_CTX *context, const char *properties)
{
    EVP_MD *md = EVP_MD_fetch(context, "SM3", properties);
    uint8_t digest[32] = {0};
    int right = md != NULL && EVP_Digest("abc", 3, digest, NULL, md, NULL) == 1 &&
                memcmp(digest, sm3_abc, sizeof sm3_abc) == 0;

    EVP_MD_free(md);
    return right;
}

/* Something of each operation; 1 where all of it was right. */
static int work(OSSL_LIB_CTX *context)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(context, "SM4-GCM", OURS);
    EVP_CIPHER_CTX *cipher_context = EVP_CIPHER_CTX_new();
    EVP_MAC *mac = EVP_MAC_fetch(context, "HMAC", OURS);
    EVP_MAC_CTX *mac_context = EVP_MAC_CTX_new(mac);
    uint8_t bytes[48] = {1}, out[48], back[48], tag[16], long_tag[64];
    char sha512[] = "SHA512";
    OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, sha512, 0),
                           OSSL_PARAM_END};
    size_t len;
    int n, right;

    right = digest_is_right(context, OURS) &&
            EVP_EncryptInit_ex2(cipher_context, cipher, bytes, bytes, NULL) == 1 &&
            EVP_EncryptUpdate(cipher_context, out, &n, bytes, 48) == 1 &&
            EVP_EncryptFinal_ex(cipher_context, out, &n) == 1 &&
            EVP_CIPHER_CTX_ctrl(cipher_context, EVP_CTRL_AEAD_GET_TAG, 16, tag) == 1 &&
            EVP_DecryptInit_ex2(cipher_context, cipher, bytes, bytes, NULL) == 1 &&
            EVP_DecryptUpdate(cipher_context, back, &n, out, 48) == 1 &&
            EVP_CIPHER_CTX_ctrl(cipher_context, EVP_CTRL_AEAD_SET_TAG, 16, tag) == 1 &&
            EVP_DecryptFinal_ex(cipher_context, back, &n) == 1 && memcmp(back, bytes, 48) == 0 &&
            EVP_MAC_init(mac_context, bytes, 16, params) == 1 &&
            EVP_MAC_update(mac_context, bytes, 48) == 1 &&
            EVP_MAC_final(mac_context, long_tag, &len, sizeof long_tag) == 1 && len == 64;
    EVP_CIPHER_CTX_free(cipher_context);
    EVP_CIPHER_free(cipher);
    EVP_MAC_CTX_free(mac_context);
    EVP_MAC_free(mac);
    return right;
}

static void test_symbols(void **state)
{
    char path[1024];
    void *module;

    (void)state;
    snprintf(path, sizeof path, "%s/mifu.so", getenv("OPENSSL_MODULES"));
    module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    assert_non_null(module);
    assert_non_null(dlsym(module, "OSSL_provider_init"));
    /* The library's own names do not come out: a program may link another version of it. */
    assert_null(dlsym(module, "mifu_sm3_hash"));
    assert_null(dlsym(module, "mifu_version"));
    assert_null(dlsym(module, "provider_digests"));
    dlclose(module);
}

static void test_properties(void **state)
{
    support_host host;
    EVP_MD *md;

    (void)state;
    support_host_open(&host);
    assert_true(digest_is_right(host.context, OURS));
    assert_true(digest_is_right(host.context, THEIRS));
    md = EVP_MD_fetch(host.context, "SM3", OURS);
    assert_string_equal(OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md)), "mifu");
    EVP_MD_free(md);
    md = EVP_MD_fetch(host.context, "SM3", "provider!=mifu");
    assert_string_equal(OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md)), "default");
    EVP_MD_free(md);
    assert_null(EVP_MD_fetch(host.context, "SHA512", OURS));
    ERR_clear_error();
    support_host_close(&host);
}

/* Loaded and unloaded again and again, in one context and in several at once. */
static void test_load_and_unload(void **state)
{
    support_host host[3];

    (void)state;
    for (int i = 0; i < 20; i++) {
        support_host_open(&host[0]);
        assert_true(work(host[0].context));
        assert_int_equal(OSSL_PROVIDER_unload(host[0].mifu), 1);
        assert_int_equal(OSSL_PROVIDER_available(host[0].context, "mifu"), 0);
        assert_null(EVP_CIPHER_fetch(host[0].context, "SM4-GCM", OURS));
        ERR_clear_error();
        assert_true(digest_is_right(host[0].context, NULL)); /* the default provider's */
        host[0].mifu = OSSL_PROVIDER_load(host[0].context, "mifu");
        assert_true(work(host[0].context));
        support_host_close(&host[0]);
    }
    for (int i = 0; i < 3; i++)
        support_host_open(&host[i]);
    for (int i = 0; i < 3; i++)
        assert_true(work(host[i].context));
    support_host_close(&host[1]);
    assert_true(work(host[0].context));
    assert_true(work(host[2].context));
    support_host_close(&host[0]);
    support_host_close(&host[2]);
}

/* What a program still holds keeps working after it has unloaded the provider. */
static void test_method_outlives(void **state)
{
    support_host host;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    EVP_CIPHER *cipher;
    uint8_t bytes[32] = {2}, out[64];
    int n;

    (void)state;
    support_host_open(&host);
    cipher = EVP_CIPHER_fetch(host.context, "SM4-CTR", OURS);
    assert_int_equal(EVP_EncryptInit_ex2(context, cipher, bytes, bytes, NULL), 1);
    EVP_CIPHER_free(cipher);
    assert_int_equal(OSSL_PROVIDER_unload(host.mifu), 1);
    assert_int_equal(EVP_EncryptUpdate(context, out, &n, bytes, 32), 1);
    assert_int_equal(OSSL_PROVIDER_unload(host.others), 1);
    EVP_CIPHER_CTX_free(context);
    OSSL_LIB_CTX_free(host.context);
}

static void *thread(void *data)
{
    support_host *host = data;
    uintptr_t right = 1;

    for (int i = 0; i < 200; i++)
        right &= (uintptr_t)work(host->context);
    return (void *)right;
}

enum { THREADS = 8 };

static void test_threads(void **state)
{
    support_host host;
    pthread_t threads[THREADS];
    void *right;

    (void)state;
    support_host_open(&host);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, thread, &host), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], &right), 0);
        assert_int_equal((uintptr_t)right, 1);
    }
    support_host_close(&host);
}

/* A child of a process that has used the provider uses it, and frees what it inherited. */
static void test_fork(void **state)
{
    support_host host;
    int status;
    pid_t child;

    (void)state;
    support_host_open(&host);
    assert_true(work(host.context));
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int right = work(host.context) && OSSL_PROVIDER_unload(host.others) == 1 &&
                    OSSL_PROVIDER_unload(host.mifu) == 1;

        OSSL_LIB_CTX_free(host.context);
        _exit(right ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_true(work(host.context));
    support_host_close(&host);
}

/*
 * A program that ends with everything still loaded, in its default library context: OpenSSL's
 * clean-up at exit takes the provider down. With OPENSSL_cleanup() called by itself the same.
 */
static void test_exit(void **state)
{
    (void)state;
    for (int by_hand = 0; by_hand < 2; by_hand++) {
        int status;
        pid_t child;

        fflush(stdout);
        child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            int right = OPENSSL_init_crypto(0, NULL) == 1 &&
                        support_configure(NULL, SUPPORT_CONFIG("activate = 1")) == 1 && work(NULL);

            if (by_hand)
                OPENSSL_cleanup();
            exit(right ? 0 : 1);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
}

/* Activated by the documented lines it is what a fetch without properties gives. */
static void test_activated(void **state)
{
    static const char *const ciphers[] = {"SM4-CBC", "SM4-CTR", "SM4-GCM", "1.2.156.10197.1.104.1"};
    int loaded;
    OSSL_LIB_CTX *context = support_configured(SUPPORT_CONFIG("activate = 1"), &loaded);

    (void)state;
    assert_int_equal(loaded, 1);
    for (size_t i = 0; i < sizeof ciphers / sizeof ciphers[0]; i++) {
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(context, ciphers[i], NULL);

        assert_non_null(cipher);
        assert_string_equal(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher)), "mifu");
        EVP_CIPHER_free(cipher);
    }
    assert_true(work(context));
    OSSL_LIB_CTX_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_exit),
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_load_and_unload),
        cmocka_unit_test(test_method_outlives),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_fork),
        cmocka_unit_test(test_activated),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
