/* SPDX-License-Identifier: Apache-2.0 */
/* Every status has a name, a sentence of its own, and belongs to a class that is itself a status.
 */
#include "mifu/status.h"

#include "support_cmocka.h"

static const struct {
    mifu_status status;
    const char *name;
} rows[] = {
#define ROW(name, value, text) {name, #name},
    MIFU_STATUS_TABLE(ROW)
#undef ROW
};

#define ROWS (sizeof rows / sizeof rows[0])

static void test_names_and_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        assert_string_equal(mifu_status_name(rows[i].status), rows[i].name);
        for (size_t j = 0; j < i; j++) {
            assert_int_not_equal(rows[i].status, rows[j].status);
            assert_string_not_equal(mifu_status_text(rows[i].status),
                                    mifu_status_text(rows[j].status));
        }
    }
    assert_string_equal(mifu_status_text((mifu_status)12345), "unknown status");
}

static void test_classes(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        mifu_status class = mifu_status_class(rows[i].status);

        assert_int_equal(mifu_status_class(class), class);
        assert_string_not_equal(mifu_status_name(class), "unknown status");
    }
    assert_int_equal(mifu_status_class(MIFU_ERR_RANGE_SIGNATURE), MIFU_ERR_RANGE);
    assert_int_equal(mifu_status_class(MIFU_INVALID), MIFU_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_and_texts),
        cmocka_unit_test(test_classes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
