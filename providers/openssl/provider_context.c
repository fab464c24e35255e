/* SPDX-License-Identifier: Apache-2.0 */
/* Memory, from OpenSSL's allocator. */
#include "provider_context.h"

#include "provider_error.h"

void *provider_zalloc(provider_context *context, size_t size)
{
    void *memory = context->core.zalloc(size, "", 0);

    if (memory == NULL)
        PROVIDER_RAISE(context, PROVIDER_R_MEMORY, "%zu bytes", size);
    return memory;
}

void provider_clear_free(provider_context *context, void *memory, size_t size)
{
    if (memory != NULL)
        context->core.clear_free(memory, size, "", 0);
}
