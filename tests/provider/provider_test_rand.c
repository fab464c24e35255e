/* SPDX-License-Identifier: Apache-2.0 */
/* The generators of GM/T 0105 through EVP_RAND, and as the one that all of OpenSSL uses. */
#include <openssl/rand.h>
#include <sys/wait.h>

#include "provider_group.h"
#include "provider_vectors.h"

static const char *const names[] = {"HASH-DRBG-SM3", "HMAC-DRBG-SM3", "CTR-DRBG-SM4"};

static EVP_RAND_CTX *rand_new(const char *name, EVP_RAND_CTX *parent)
{
    EVP_RAND *rand = EVP_RAND_fetch(host.context, name, NULL);
    EVP_RAND_CTX *context;

    assert_non_null(rand);
    context = EVP_RAND_CTX_new(rand, parent);
    EVP_RAND_free(rand);
    assert_non_null(context);
    return context;
}

/* Gives OpenSSL's own test generator what it shall return as entropy and as nonce. */
static void set_source(EVP_RAND_CTX *source, field *entropy, field *nonce)
{
    unsigned strength = 256;
    OSSL_PARAM params[] = {OSSL_PARAM_construct_uint(OSSL_RAND_PARAM_STRENGTH, &strength),
                           OSSL_PARAM_construct_octet_string(OSSL_RAND_PARAM_TEST_ENTROPY,
                                                             entropy->data, entropy->len),
                           OSSL_PARAM_END, OSSL_PARAM_END};

    if (nonce != NULL)
        params[2] =
            OSSL_PARAM_construct_octet_string(OSSL_RAND_PARAM_TEST_NONCE, nonce->data, nonce->len);
    assert_int_equal(EVP_RAND_instantiate(source, 256, 0, NULL, 0, params), 1);
}

static int run_drbg(const char *name, const json_t *test)
{
    field entropy = field_of(test, "entropy"), nonce = field_of(test, "nonce"),
          personal = field_of(test, "personalization"),
          entropy_reseed = field_of(test, "entropy_reseed"),
          additional_reseed = field_of(test, "additional_reseed");
    const json_t *generates = json_object_get(test, "generates");
    int run = strcmp(text_of(test, "mode"), "gm") == 0 &&
              (entropy_reseed.len == 0 || entropy_reseed.len == entropy.len);

    if (run) {
        EVP_RAND_CTX *source = rand_new("TEST-RAND", NULL), *context = rand_new(name, source);
        OSSL_PARAM params[] = {
            OSSL_PARAM_construct_size_t(OSSL_DRBG_PARAM_MIN_ENTROPYLEN, &entropy.len),
            OSSL_PARAM_construct_size_t(OSSL_DRBG_PARAM_MIN_NONCELEN, &nonce.len), OSSL_PARAM_END};

        set_source(source, &entropy, &nonce);
        assert_int_equal(EVP_RAND_instantiate(context, 128, 0, personal.data, personal.len, params),
                         1);
        if (entropy_reseed.len > 0) {
            set_source(source, &entropy_reseed, NULL);
            assert_int_equal(
                EVP_RAND_reseed(context, 0, NULL, 0, additional_reseed.data, additional_reseed.len),
                1);
        }
        for (size_t i = 0; i < (generates == NULL ? 2 : json_array_size(generates)); i++) {
            field additional = field_of(test, i == 0 ? "additional1" : "additional2"), expected;
            uint8_t out[64];

            expected = generates == NULL
                           ? field_of(test, i == 0 ? "returned1" : "returned2")
                           : field_of_hex(json_string_value(json_array_get(generates, i)));
            assert_int_equal(EVP_RAND_generate(context, out, expected.len, 128, 0, additional.data,
                                               additional.len),
                             1);
            assert_memory_equal(out, expected.data, expected.len);
            free(additional.data);
            free(expected.data);
        }
        EVP_RAND_CTX_free(context);
        EVP_RAND_CTX_free(source);
    }
    free(entropy.data);
    free(nonce.data);
    free(personal.data);
    free(entropy_reseed.data);
    free(additional_reseed.data);
    return run;
}

static int run_hash(const json_t *test, int valid)
{
    assert_true(valid);
    return run_drbg(names[0], test);
}

static int run_ctr(const json_t *test, int valid)
{
    assert_true(valid);
    return run_drbg(names[2], test);
}

static int run_sequence(const json_t *test, int valid)
{
    assert_true(valid);
    return run_drbg(number_of(test, "out_len") == 16 ? names[2] : names[0], test);
}

static void test_vectors(void **state)
{
    static const vector_operation table[] = {{"hash-drbg", run_hash, 1},
                                             {"ctr-drbg", run_ctr, 1},
                                             {"drbg-sequence", run_sequence, 2},
                                             {0}};

    (void)state;
    run_vectors("drbg.json", table);
}

static void test_use(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        EVP_RAND_CTX *context = rand_new(names[i], NULL), *child = rand_new(names[i], context);
        uint8_t a[100] = {0}, b[100] = {0};

        support_error_is(EVP_RAND_generate(context, a, 16, 0, 0, NULL, 0), "has not been started");
        support_error_is(EVP_RAND_reseed(context, 0, NULL, 0, NULL, 0), "has not been started");
        support_error_is(EVP_RAND_instantiate(context, 512, 0, NULL, 0, NULL), "not support");
        assert_int_equal(EVP_RAND_instantiate(context, 128, 0, NULL, 0, NULL), 1);
        assert_int_equal(EVP_RAND_get_state(context), EVP_RAND_STATE_READY);
        assert_int_equal(EVP_RAND_enable_locking(context), 1);
        assert_int_equal(EVP_RAND_instantiate(child, 128, 0, (const uint8_t *)"child", 5, NULL), 1);
        assert_int_equal(EVP_RAND_generate(context, a, sizeof a, 0, 0, NULL, 0), 1);
        assert_int_equal(EVP_RAND_generate(child, b, sizeof b, 0, 1, NULL, 0), 1);
        assert_memory_not_equal(a, b, sizeof a);
        assert_int_equal(EVP_RAND_reseed(child, 0, a, 32, NULL, 0), 1);
        assert_int_equal(EVP_RAND_generate(child, a, sizeof a, 0, 0, NULL, 0), 1);
        assert_memory_not_equal(a, b, sizeof a);
        support_error_is(EVP_RAND_generate(child, b, 16, 512, 0, NULL, 0), "");
        assert_int_equal(EVP_RAND_uninstantiate(child), 1);
        support_error_is(EVP_RAND_generate(child, a, 16, 0, 0, NULL, 0), "has not been started");
        EVP_RAND_CTX_free(child);
        EVP_RAND_CTX_free(context);
    }
}

/* A child process draws other bytes than its parent. */
static void test_fork(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        EVP_RAND_CTX *context = rand_new(names[i], NULL);
        uint8_t ours[32], theirs[32];
        int pair[2], status;
        pid_t child;

        assert_int_equal(EVP_RAND_instantiate(context, 128, 0, NULL, 0, NULL), 1);
        assert_int_equal(pipe(pair), 0);
        child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            int done = EVP_RAND_generate(context, theirs, 32, 0, 0, NULL, 0) == 1 &&
                       write(pair[1], theirs, 32) == 32;

            _exit(done ? 0 : 1);
        }
        assert_int_equal(EVP_RAND_generate(context, ours, 32, 0, 0, NULL, 0), 1);
        assert_int_equal(read(pair[0], theirs, 32), 32);
        assert_memory_not_equal(ours, theirs, 32);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        close(pair[0]);
        close(pair[1]);
        EVP_RAND_CTX_free(context);
    }
}

/* Named in the configuration it is what RAND_bytes() uses; otherwise it is not. */
static void test_default(void **state)
{
    static const char text[] =
        "openssl_conf = init\n[init]\nproviders = list\nrandom = random\n[random]\n"
        "random = HASH-DRBG-SM3\n[list]\nmifu = mifu\ndefault = others\n[others]\nactivate = 1\n"
        "[mifu]\nactivate = 1\n";
    int loaded;
    OSSL_LIB_CTX *context = support_configured(text, &loaded);
    uint8_t a[1000], b[1000];

    (void)state;
    assert_int_equal(loaded, 1);
    assert_int_equal(RAND_bytes_ex(context, a, sizeof a, 0), 1);
    assert_int_equal(RAND_priv_bytes_ex(context, b, sizeof b, 0), 1);
    assert_memory_not_equal(a, b, sizeof a);
    assert_string_equal(EVP_RAND_get0_name(EVP_RAND_CTX_get0_rand(RAND_get0_public(context))),
                        "HASH-DRBG-SM3");
    OSSL_LIB_CTX_free(context);
    context = support_configured(SUPPORT_CONFIG("activate = 1"), &loaded);
    assert_string_equal(EVP_RAND_get0_name(EVP_RAND_CTX_get0_rand(RAND_get0_public(context))),
                        "CTR-DRBG");
    OSSL_LIB_CTX_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_use),
        cmocka_unit_test(test_fork),
        cmocka_unit_test(test_default),
    };

    return cmocka_run_group_tests(tests, group_open, group_close);
}
