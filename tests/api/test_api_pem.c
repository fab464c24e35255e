/* SPDX-License-Identifier: Apache-2.0 */
/* The label of a PEM block is compared whole. */
#include "mifu/pem.h"

#include "support_cmocka.h"

static void test_label(void **state)
{
    static const char text[] =
        "before\n-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n";
    mifu_pem_block block;

    (void)state;
    assert_int_equal(mifu_pem_next(&block, text, sizeof text - 1), MIFU_OK);
    assert_int_equal(mifu_pem_label_is(&block, "PUBLIC KEY"), 1);
    assert_int_equal(mifu_pem_label_is(&block, "PUBLIC KE"), 0);
    assert_int_equal(mifu_pem_label_is(&block, "PUBLIC KEYS"), 0);
    assert_int_equal(mifu_pem_label_is(&block, "PRIVATE KEY"), 0);
    assert_int_equal(mifu_pem_label_is(&block, ""), 0);
    assert_int_equal(mifu_pem_next(&block, block.rest, block.rest_len), MIFU_ERR_ENCODING_PEM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_label),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
