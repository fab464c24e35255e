/* SPDX-License-Identifier: Apache-2.0 */
#include "cpu_dispatch.h"

#include <string.h>

const mifu_backend *mifu_dispatch_row(mifu_dispatch *dispatch)
{
    const mifu_backend *row = atomic_load_explicit(&dispatch->chosen, memory_order_relaxed);

    if (row == NULL) {
        /* The last row is the portable one and needs nothing. */
        for (row = dispatch->rows; !mifu_backend_is_usable(row); row++)
            ;
        atomic_store_explicit(&dispatch->chosen, row, memory_order_relaxed);
    }
    return row;
}

void mifu_dispatch_reset(mifu_dispatch *dispatch)
{
    atomic_store_explicit(&dispatch->chosen, NULL, memory_order_relaxed);
}

mifu_status mifu_dispatch_select(mifu_dispatch *dispatch, const char *name)
{
    for (unsigned i = 0; i < dispatch->count; i++) {
        const mifu_backend *row = &dispatch->rows[i];

        if (strcmp(row->name, name) != 0)
            continue;
        if (!mifu_backend_is_usable(row))
            return MIFU_ERR_UNSUPPORTED;
        atomic_store_explicit(&dispatch->chosen, row, memory_order_relaxed);
        return MIFU_OK;
    }
    return MIFU_ERR_ARGUMENT_NAME;
}
