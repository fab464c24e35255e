/* SPDX-License-Identifier: Apache-2.0 */
/* The restriction of CPU features and the choice of back-ends. */
#include "mifu/cpu.h"

#include "support_cmocka.h"

static void test_specifications(void **state)
{
    (void)state;
    assert_int_equal(mifu_cpu_restrict("none"), MIFU_OK);
    assert_null(mifu_cpu_feature(0));
    assert_int_equal(mifu_cpu_restrict("no-such-feature"), MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_cpu_restrict("-"), MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_cpu_restrict(NULL), MIFU_ERR_ARGUMENT_NULL);
    assert_null(mifu_cpu_feature(0)); /* an error changes nothing */
    assert_int_equal(mifu_cpu_restrict("all"), MIFU_OK);
    if (mifu_cpu_feature(0) != NULL) {
        char word[64] = "-";
        const char *first = mifu_cpu_feature(0);

        assert_int_equal(mifu_cpu_restrict(first), MIFU_OK);
        assert_string_equal(mifu_cpu_feature(0), first);
        assert_null(mifu_cpu_feature(1));
        strcat(word, first);
        assert_int_equal(mifu_cpu_restrict(word), MIFU_OK);
        for (unsigned i = 0; mifu_cpu_feature(i) != NULL; i++)
            assert_string_not_equal(mifu_cpu_feature(i), first);
        strcat(word, ",+");
        strcat(word, first);
        assert_int_equal(mifu_cpu_restrict(word), MIFU_OK);
        assert_string_equal(mifu_cpu_feature(0), first);
    }
    assert_int_equal(mifu_cpu_restrict("all"), MIFU_OK);
}

static void test_without_features_all_is_portable(void **state)
{
    const char *algorithm;

    (void)state;
    assert_int_equal(mifu_cpu_restrict("none"), MIFU_OK);
    for (unsigned i = 0; (algorithm = mifu_backend_algorithm(i)) != NULL; i++)
        assert_string_equal(mifu_backend_active(algorithm), "portable");
    assert_int_equal(mifu_cpu_restrict("all"), MIFU_OK);
}

static void test_selection(void **state)
{
    const char *algorithm, *backend;

    (void)state;
    for (unsigned i = 0; (algorithm = mifu_backend_algorithm(i)) != NULL; i++) {
        int first_usable = 1;

        for (unsigned j = 0; (backend = mifu_backend_name(algorithm, j)) != NULL; j++) {
            mifu_status status = mifu_backend_select(algorithm, backend);

            if (!mifu_backend_usable(algorithm, backend)) {
                assert_int_equal(status, MIFU_ERR_UNSUPPORTED);
                continue;
            }
            assert_int_equal(status, MIFU_OK);
            assert_string_equal(mifu_backend_active(algorithm), backend);
            if (first_usable) { /* the table is best first */
                assert_int_equal(mifu_backend_select(algorithm, NULL), MIFU_OK);
                assert_string_equal(mifu_backend_active(algorithm), backend);
                first_usable = 0;
            }
        }
        assert_int_equal(mifu_backend_select(algorithm, "no-such-backend"), MIFU_ERR_ARGUMENT_NAME);
        assert_int_equal(mifu_backend_select(algorithm, NULL), MIFU_OK);
    }
    assert_int_equal(mifu_backend_select("no-such-algorithm", "portable"), MIFU_ERR_ARGUMENT_NAME);
    assert_null(mifu_backend_active("no-such-algorithm"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_specifications),
        cmocka_unit_test(test_without_features_all_is_portable),
        cmocka_unit_test(test_selection),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
