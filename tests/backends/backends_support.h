/* SPDX-License-Identifier: Apache-2.0 */
/* A walk over the usable back-ends of a table; the last row, portable code, is the yardstick. */
#ifndef MIFU_BACKENDS_SUPPORT_H
#define MIFU_BACKENDS_SUPPORT_H

#include "mifu/cpu.h"
#include "support_cmocka.h"
#include "support_random.h"

/* Calls test(name) with each usable row selected, portable first. */
static inline void backends_each(const char *table, void (*test)(const char *backend))
{
    const char *backend;
    unsigned rows = 0;

    while (mifu_backend_name(table, rows) != NULL)
        rows++;
    assert_true(rows > 0);
    assert_string_equal(mifu_backend_name(table, rows - 1), "portable");
    for (unsigned i = rows; i-- > 0;) {
        backend = mifu_backend_name(table, i);
        if (!mifu_backend_usable(table, backend)) {
            print_message("skipped: %s on %s, which this processor lacks\n", table, backend);
            continue;
        }
        assert_int_equal(mifu_backend_select(table, backend), MIFU_OK);
        assert_string_equal(mifu_backend_active(table), backend);
        test(backend);
    }
    assert_int_equal(mifu_backend_select(table, NULL), MIFU_OK);
}

#endif
