/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Watching the other providers. The callbacks may come from any thread and under locks of
 * libcrypto: they only write a list, under a lock of ours under which nothing is called but the
 * counting of references.
 */
#include "provider_delegate.h"

#include <pthread.h>
#include <string.h>

#include "provider_error.h"
#include "provider_params.h"

enum { DELEGATES_MAX = 16 };

struct provider_delegates {
    pthread_mutex_t lock;
    const OSSL_CORE_HANDLE *own;
    size_t count;
    const OSSL_CORE_HANDLE *others[DELEGATES_MAX]; /* in the order in which they came */
};

static int add(const OSSL_CORE_HANDLE *other, void *data)
{
    struct provider_delegates *delegates = data;

    if (other == delegates->own)
        return 1;
    pthread_mutex_lock(&delegates->lock);
    if (delegates->count < DELEGATES_MAX)
        delegates->others[delegates->count++] = other;
    pthread_mutex_unlock(&delegates->lock);
    return 1;
}

static int drop(const OSSL_CORE_HANDLE *other, void *data)
{
    struct provider_delegates *delegates = data;
    size_t kept = 0;

    pthread_mutex_lock(&delegates->lock);
    for (size_t i = 0; i < delegates->count; i++)
        if (delegates->others[i] != other)
            delegates->others[kept++] = delegates->others[i];
    delegates->count = kept;
    pthread_mutex_unlock(&delegates->lock);
    return 1;
}

static int properties_changed(const char *properties, void *data)
{
    (void)properties, (void)data;
    return 1;
}

int provider_delegates_open(provider_context *context)
{
    const provider_core *core = &context->core;
    struct provider_delegates *delegates;

    if (core->register_child == NULL || core->deregister_child == NULL ||
        core->provider_dispatch == NULL || core->provider_context == NULL ||
        core->provider_up_ref == NULL || core->provider_free == NULL)
        return 1; /* ours alone, then */
    delegates = provider_zalloc(context, sizeof *delegates);
    if (delegates == NULL)
        return 0;
    delegates->own = core->handle;
    pthread_mutex_init(&delegates->lock, NULL);
    if (!core->register_child(core->handle, add, drop, properties_changed, delegates)) {
        pthread_mutex_destroy(&delegates->lock);
        provider_clear_free(context, delegates, sizeof *delegates);
        return 1;
    }
    context->delegates = delegates;
    return 1;
}

void provider_delegates_close(provider_context *context)
{
    if (context->delegates == NULL)
        return;
    context->core.deregister_child(context->core.handle);
    pthread_mutex_destroy(&context->delegates->lock);
    provider_clear_free(context, context->delegates, sizeof *context->delegates);
    context->delegates = NULL;
}

void (*provider_delegate_function(const OSSL_DISPATCH *functions, int id))(void)
{
    for (; functions->function_id != 0; functions++)
        if (functions->function_id == id)
            return functions->function;
    return NULL;
}

/* Whether one of the names in "a:b:c" is `name`. */
static int has_name(const char *names, const char *name)
{
    for (;;) {
        size_t len = strcspn(names, ":");

        if (provider_name_is(names, len, name))
            return 1;
        if (names[len] == '\0')
            return 0;
        names += len + 1;
    }
}

/* Whether the definition "a=b,c=d" has each of the wanted properties. */
static int has_properties(const char *definition, const char *wanted)
{
    while (*wanted != '\0') {
        size_t len = strcspn(wanted, ",");
        const char *part = definition;

        while (strcspn(part, ",") != len || strncmp(part, wanted, len) != 0) {
            part += strcspn(part, ",");
            if (*part++ == '\0')
                return 0;
        }
        wanted += len + (wanted[len] == ',');
    }
    return 1;
}

/* The functions of an algorithm in another provider, or NULL. */
static const OSSL_DISPATCH *look_up(const OSSL_DISPATCH *table, void *provctx, int operation,
                                    const char *name, const char *properties)
{
    OSSL_FUNC_provider_query_operation_fn *query =
        (OSSL_FUNC_provider_query_operation_fn *)provider_delegate_function(
            table, OSSL_FUNC_PROVIDER_QUERY_OPERATION);
    const OSSL_ALGORITHM *row;
    int no_cache = 0;

    row = query == NULL ? NULL : query(provctx, operation, &no_cache);
    if (row != NULL)
        for (; row->algorithm_names != NULL; row++)
            if (has_name(row->algorithm_names, name) &&
                has_properties(row->property_definition, properties))
                return row->implementation;
    return NULL;
}

int provider_delegate_find(provider_context *context, int operation, const char *name,
                           provider_delegate *delegate)
{
    return provider_delegate_find_with(context, operation, name, "", delegate);
}

int provider_delegate_find_with(provider_context *context, int operation, const char *name,
                                const char *properties, provider_delegate *delegate)
{
    const provider_core *core = &context->core;
    const OSSL_CORE_HANDLE *others[DELEGATES_MAX];
    size_t count = 0;

    memset(delegate, 0, sizeof *delegate);
    if (context->delegates != NULL) {
        pthread_mutex_lock(&context->delegates->lock);
        for (size_t i = 0; i < context->delegates->count; i++)
            if (core->provider_up_ref(context->delegates->others[i], 0))
                others[count++] = context->delegates->others[i];
        pthread_mutex_unlock(&context->delegates->lock);
    }
    for (size_t i = 0; i < count; i++) {
        const OSSL_DISPATCH *table = core->provider_dispatch(others[i]);
        void *provctx = core->provider_context(others[i]);

        if (delegate->functions == NULL && table != NULL)
            delegate->functions = look_up(table, provctx, operation, name, properties);
        if (delegate->functions != NULL && delegate->owner == NULL) {
            delegate->owner = others[i]; /* and its reference */
            delegate->provctx = provctx;
        } else {
            core->provider_free(others[i], 0);
        }
    }
    if (delegate->owner != NULL)
        return 1;
    PROVIDER_RAISE(context, PROVIDER_R_NOT_SUPPORTED, "%s: no other provider has it", name);
    return 0;
}

void provider_delegate_share(provider_context *context, const provider_delegate *delegate)
{
    if (delegate->owner != NULL)
        context->core.provider_up_ref(delegate->owner, 0);
}

void provider_delegate_release(provider_context *context, provider_delegate *delegate)
{
    if (delegate->owner != NULL)
        context->core.provider_free(delegate->owner, 0);
    memset(delegate, 0, sizeof *delegate);
}
