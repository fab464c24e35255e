/* SPDX-License-Identifier: Apache-2.0 */
/* The provider as a whole: what it says about itself, its configuration, its self-test. */
#include "provider_support.h"

static void test_parameters(void **state)
{
    support_host host;
    char *name = NULL, *version = NULL, *build = NULL;
    int status = 0;
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, &name, 0),
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, &version, 0),
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, &build, 0),
        OSSL_PARAM_int(OSSL_PROV_PARAM_STATUS, &status),
        OSSL_PARAM_END,
    };

    (void)state;
    support_host_open(&host);
    assert_non_null(OSSL_PROVIDER_gettable_params(host.mifu));
    assert_int_equal(OSSL_PROVIDER_get_params(host.mifu, params), 1);
    assert_string_equal(name, "mifu, ShangMi cryptography");
    assert_non_null(version);
    assert_non_null(strstr(build, version));
    assert_int_equal(status, 1);
    assert_int_equal(OSSL_PROVIDER_self_test(host.mifu), 1);
    support_host_close(&host);
}

/* Which provider gives an algorithm that the fetch names nothing for. */
static const char *provider_of(OSSL_LIB_CTX *context, const char *digest)
{
    EVP_MD *md = EVP_MD_fetch(context, digest, NULL);
    const char *name;

    assert_non_null(md);
    name = OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md));
    EVP_MD_free(md);
    return name;
}

static void test_configuration(void **state)
{
    int loaded;
    OSSL_LIB_CTX *context = support_configured(SUPPORT_CONFIG("activate = 1"), &loaded);

    (void)state;
    assert_int_equal(loaded, 1);
    assert_string_equal(provider_of(context, "SM3"), "mifu");
    assert_string_equal(provider_of(context, "SHA256"), "default");
    OSSL_LIB_CTX_free(context);

    context = support_configured(
        SUPPORT_CONFIG("activate = 1\nsha2 = on\nselftest = off\nbackend = none\n"
                       "default-distid = someone"),
        &loaded);
    assert_int_equal(loaded, 1);
    assert_string_equal(provider_of(context, "SM3"), "mifu");
    assert_string_equal(provider_of(context, "SHA256"), "mifu");
    assert_string_equal(provider_of(context, "SHA224"), "mifu");
    assert_string_equal(provider_of(context, "SHA512"), "default");
    OSSL_LIB_CTX_free(context);
}

/* The section does not activate the provider, as OpenSSL drops the errors of those that it does. */
static void test_wrong_configuration(void **state)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {SUPPORT_CONFIG("selftest = maybe"), "selftest = maybe: neither on nor off"},
        {SUPPORT_CONFIG("sha2 = 2"), "sha2 = 2: neither on nor off"},
        {SUPPORT_CONFIG("backend = abacus"), "backend = abacus: no such processor feature"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text, *file, *function;
        int line, flags, found = 0, loaded;
        OSSL_LIB_CTX *context = support_configured(cases[i].text, &loaded);

        assert_int_equal(loaded, 1);
        assert_null(OSSL_PROVIDER_load(context, "mifu"));
        /* The reason strings are gone with the module; the text stays. */
        while (ERR_get_error_all(&file, &line, &function, &text, &flags) != 0)
            if (strcmp(text, cases[i].error) == 0) {
                assert_string_equal(file, "provider_config.c");
                found = 1;
            }
        assert_int_equal(found, 1);
        OSSL_LIB_CTX_free(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_configuration),
        cmocka_unit_test(test_wrong_configuration),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
