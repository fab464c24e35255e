/* SPDX-License-Identifier: Apache-2.0 */
/* KDFs through EVP: vectors, the default provider, what is handed to it, and wrong use. */
#include <openssl/kdf.h>

#include "provider_group.h"
#include "provider_vectors.h"

/* The parameters of a derivation; absent ones are NULL or negative. */
typedef struct inputs {
    const char *digest, *mode;
    const field *secret, *salt, *info;
    int iterations, pkcs5;
} inputs;

static int derive(const char *name, const char *properties, const inputs *in, uint8_t *out,
                  size_t len)
{
    EVP_KDF *kdf = EVP_KDF_fetch(host.context, name, properties);
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf), *copy;
    OSSL_PARAM params[10], *param = params;
    char digest[40], mode[40], whose[40];
    unsigned iterations = (unsigned)in->iterations;
    int pkcs5 = in->pkcs5, done;
    const char *secret = strcmp(name, "PBKDF2") == 0 ? OSSL_KDF_PARAM_PASSWORD : OSSL_KDF_PARAM_KEY;

    assert_non_null(kdf);
    snprintf(whose, sizeof whose, "%s", THEIRS);
    if (strcmp(properties, THEIRS) == 0)
        *param++ = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_PROPERTIES, whose, 0);
    if (in->digest != NULL) {
        snprintf(digest, sizeof digest, "%s", in->digest);
        *param++ = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0);
    }
    if (in->mode != NULL) {
        snprintf(mode, sizeof mode, "%s", in->mode);
        *param++ = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_MODE, mode, 0);
    }
    if (in->secret != NULL)
        *param++ = OSSL_PARAM_construct_octet_string(secret, in->secret->data, in->secret->len);
    if (in->salt != NULL)
        *param++ =
            OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, in->salt->data, in->salt->len);
    if (in->info != NULL)
        *param++ =
            OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, in->info->data, in->info->len);
    if (in->iterations >= 0)
        *param++ = OSSL_PARAM_construct_uint(OSSL_KDF_PARAM_ITER, &iterations);
    if (in->pkcs5 >= 0)
        *param++ = OSSL_PARAM_construct_int(OSSL_KDF_PARAM_PKCS5, &pkcs5);
    *param = OSSL_PARAM_construct_end();
    /* Half of the time the parameters are set first, and a copy derives; 3.0's own make none. */
    if (strcmp(properties, OURS) == 0 && support_random_below(2) == 0) {
        done = EVP_KDF_CTX_set_params(context, params) == 1;
        copy = EVP_KDF_CTX_dup(context);
        assert_non_null(copy);
        EVP_KDF_CTX_free(context);
        context = copy;
        done = done && EVP_KDF_derive(context, out, len, NULL) == 1;
    } else {
        done = EVP_KDF_derive(context, out, len, params) == 1;
    }
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
    return done;
}

static int run_kdf(const char *name, const inputs *in, const json_t *test, int valid,
                   const char *result, const char *size)
{
    field expected = field_of(test, result);
    size_t len = number_of(test, size);
    uint8_t *out = calloc(len + 1, 1);

    assert_int_equal(derive(name, OURS, in, out, len), valid);
    if (valid) {
        assert_int_equal(len, expected.len);
        assert_memory_equal(out, expected.data, len);
    }
    free(out);
    free(expected.data);
    return 1;
}

static int run_hkdf(const json_t *test, int valid)
{
    field ikm = field_of(test, "ikm"), salt = field_of(test, "salt"), info = field_of(test, "info"),
          prk = field_of(test, "prk");
    inputs in = {"SM3", NULL, &ikm, &salt, &info, -1, -1};
    uint8_t out[32];

    run_kdf("HKDF", &in, test, valid, "okm", "size");
    if (prk.len != 0) {
        in.mode = "EXTRACT_ONLY";
        assert_int_equal(derive("HKDF", OURS, &in, out, 32), 1);
        assert_memory_equal(out, prk.data, 32);
        in.mode = "EXPAND_ONLY";
        in.secret = &prk;
        run_kdf("HKDF", &in, test, valid, "okm", "size");
    }
    free(ikm.data);
    free(salt.data);
    free(info.data);
    free(prk.data);
    return 1;
}

static int run_pbkdf2(const json_t *test, int valid)
{
    field password = field_of(test, "password"), salt = field_of(test, "salt");
    inputs in = {"SM3", NULL, &password, &salt, NULL, (int)number_of(test, "iterations"), -1};

    run_kdf("PBKDF2", &in, test, valid, "dk", "size");
    free(password.data);
    free(salt.data);
    return 1;
}

static int run_x963(const json_t *test, int valid)
{
    field z = field_of(test, "z");
    inputs in = {"SM3", NULL, &z, NULL, NULL, -1, -1};
    int any = number_of(test, "klen") != 0;

    if (any)
        run_kdf("X963KDF", &in, test, valid, "k", "klen");
    free(z.data);
    return any;
}

static void test_vectors(void **state)
{
    static const vector_operation table[] = {
        {"hkdf", run_hkdf, 60}, {"pbkdf2", run_pbkdf2, 40}, {"kdf", run_x963, 15}, {0}};

    (void)state;
    run_vectors("kdf_hmac.json", table);
}

static void against_default(const char *name, const char *digest, const char *mode, int count)
{
    uint8_t secret_data[100], salt_data[100], info_data[100], a[200], b[200];
    int is_hkdf = strcmp(name, "HKDF") == 0, is_pbkdf2 = strcmp(name, "PBKDF2") == 0;

    for (int i = 0; i < count; i++) {
        field secret = {secret_data, support_random_below(sizeof secret_data) + 1};
        field salt = {salt_data, support_random_below(sizeof salt_data + 1)};
        field info = {info_data, support_random_below(sizeof info_data + 1)};
        size_t len = support_random_below(sizeof a) + 1;
        inputs in = {digest,
                     mode,
                     &secret,
                     is_hkdf || is_pbkdf2 ? &salt : NULL,
                     is_pbkdf2 ? NULL : &info,
                     is_pbkdf2 ? (int)support_random_below(5) + 1 : -1,
                     -1};

        if (mode != NULL && strcmp(mode, "EXTRACT_ONLY") == 0)
            len = 32;
        support_random_fill(secret_data, sizeof secret_data);
        support_random_fill(salt_data, sizeof salt_data);
        support_random_fill(info_data, sizeof info_data);
        assert_int_equal(derive(name, OURS, &in, a, len), 1);
        assert_int_equal(derive(name, THEIRS, &in, b, len), 1);
        assert_memory_equal(a, b, len);
    }
}

static void test_against_default(void **state)
{
    (void)state;
    against_default("HKDF", "SM3", NULL, support_runs(10000));
    against_default("HKDF", "SM3", "EXTRACT_ONLY", 1000);
    against_default("HKDF", "SM3", "EXPAND_ONLY", 1000);
    against_default("PBKDF2", "SM3", NULL, support_runs(10000));
    against_default("X963KDF", "SM3", NULL, support_runs(10000));
}

static void test_handed_over(void **state)
{
    EVP_KDF *kdf = EVP_KDF_fetch(host.context, "HKDF", OURS);
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
    char digest[] = "SHA512";
    int mode = EVP_KDF_HKDF_MODE_EXTRACT_ONLY;
    OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
                           OSSL_PARAM_construct_int(OSSL_KDF_PARAM_MODE, &mode), OSSL_PARAM_END};

    (void)state;
    against_default("HKDF", "SHA512", NULL, 100);
    against_default("HKDF", "SHA256", "EXTRACT_ONLY", 100);
    against_default("PBKDF2", "SHA256", NULL, 100);
    against_default("PBKDF2", NULL, NULL, 100); /* its default is SHA-1 */
    against_default("X963KDF", "SHA384", NULL, 100);
    assert_int_equal(EVP_KDF_CTX_get_kdf_size(context), SIZE_MAX);
    assert_int_equal(EVP_KDF_CTX_set_params(context, params), 1);
    assert_int_equal(EVP_KDF_CTX_get_kdf_size(context), 64);
    EVP_KDF_CTX_reset(context);
    assert_int_equal(EVP_KDF_CTX_get_kdf_size(context), SIZE_MAX);
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
}

static void test_wrong_use(void **state)
{
    uint8_t bytes[32] = {5}, out[64];
    field some = {bytes, sizeof bytes}, none = {bytes, 0};
    const struct {
        const char *name, *reason;
        inputs in;
        size_t len;
    } cases[] = {
        {"HKDF", "was not given", {"SM3", NULL, NULL, &some, &some, -1, -1}, 32},
        {"HKDF", "was not given", {NULL, NULL, &some, &some, &some, -1, -1}, 32},
        {"HKDF", "wrong type or a value", {"SM3", "SQUEEZE", &some, &some, &some, -1, -1}, 32},
        {"HKDF", "this length", {"SM3", "EXTRACT_ONLY", &some, &some, &some, -1, -1}, 31},
        {"PBKDF2", "was not given", {"SM3", NULL, NULL, &some, NULL, 2, -1}, 32},
        {"PBKDF2", "was not given", {"SM3", NULL, &some, NULL, NULL, 2, -1}, 32},
        {"PBKDF2", "wrong type or a value", {"SM3", NULL, &some, &some, NULL, 0, -1}, 32},
        {"PBKDF2", "this length", {"SM3", NULL, &some, &none, NULL, 1000, 0}, 32},
        {"PBKDF2", "this length", {"SM3", NULL, &some, &some, NULL, 1000, 0}, 13},
        {"PBKDF2", "wrong type or a value", {"SM3", NULL, &some, &some, NULL, 999, 0}, 32},
        {"X963KDF", "was not given", {"SM3", NULL, NULL, NULL, &some, -1, -1}, 32},
        {"X963KDF", "was not given", {NULL, NULL, &some, NULL, &some, -1, -1}, 32},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        inputs unknown = cases[i].in;

        support_error_is(derive(cases[i].name, OURS, &cases[i].in, out, cases[i].len),
                         cases[i].reason);
        unknown.digest = "no such digest";
        assert_int_equal(derive(cases[i].name, OURS, &unknown, out, 32), 0);
        ERR_clear_error();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_against_default),
        cmocka_unit_test(test_handed_over),
        cmocka_unit_test(test_wrong_use),
    };

    return cmocka_run_group_tests(tests, group_open, group_close);
}
