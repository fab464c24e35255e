/* SPDX-License-Identifier: Apache-2.0 */
/* Raising errors, and the table of their reasons. */
#include "provider_error.h"

#include <stdarg.h>

/* The member is not const, though OpenSSL does not write to it. */
#define ROW(name, value, text) {(value), (char *)(uintptr_t)(text)},

static const OSSL_ITEM reasons[] = {MIFU_STATUS_TABLE(ROW) PROVIDER_REASONS(ROW){0, NULL}};

const OSSL_ITEM *provider_reasons(void)
{
    return reasons + 1; /* the first is MIFU_OK, whose 0 would end the table */
}

void provider_raise(provider_context *context, const char *file, int line, const char *function,
                    uint32_t reason, const char *format, ...)
{
    const provider_core *core = &context->core;
    va_list arguments;

    va_start(arguments, format);
    core->new_error(core->handle);
    core->set_error_debug(core->handle, file, line, function);
    core->vset_error(core->handle, reason, format, arguments);
    va_end(arguments);
}

int provider_check(provider_context *context, const char *file, int line, const char *function,
                   mifu_status status, const char *what)
{
    if (status == MIFU_OK)
        return 1;
    provider_raise(context, file, line, function, (uint32_t)status, "%s", what);
    return 0;
}
