/* SPDX-License-Identifier: Apache-2.0 */
/* The public view of all back-end tables: mifu/cpu.h. */
#include "mifu/cpu.h"

#include <string.h>

#include "cpu_dispatch.h"

#define MIFU_ALGORITHM(name) extern mifu_dispatch mifu_##name##_dispatch;
#include "library_algorithms.def"
#undef MIFU_ALGORITHM

static mifu_dispatch *const dispatches[] = {
#define MIFU_ALGORITHM(name) &mifu_##name##_dispatch,
#include "library_algorithms.def"
#undef MIFU_ALGORITHM
};

static const struct {
    unsigned bit;
    const char *name;
} features[] = {
#define MIFU_CPU_FEATURE(bit, symbol, name) {bit, name},
#include "cpu_features.def"
#undef MIFU_CPU_FEATURE
};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static mifu_dispatch *find(const char *algorithm)
{
    for (size_t i = 0; algorithm != NULL && i < COUNT_OF(dispatches); i++)
        if (strcmp(dispatches[i]->algorithm, algorithm) == 0)
            return dispatches[i];
    return NULL;
}

mifu_status mifu_cpu_restrict(const char *specification)
{
    mifu_status status = mifu_cpu_set_usable(specification);

    if (status == MIFU_OK)
        for (size_t i = 0; i < COUNT_OF(dispatches); i++)
            mifu_dispatch_reset(dispatches[i]);
    return status;
}

const char *mifu_cpu_feature(unsigned index)
{
    uint64_t usable = mifu_cpu_usable();

    for (size_t i = 0; i < COUNT_OF(features); i++)
        if ((usable >> features[i].bit & 1) != 0 && index-- == 0)
            return features[i].name;
    return NULL;
}

const char *mifu_backend_algorithm(unsigned index)
{
    return index < COUNT_OF(dispatches) ? dispatches[index]->algorithm : NULL;
}

const char *mifu_backend_name(const char *algorithm, unsigned index)
{
    const mifu_dispatch *dispatch = find(algorithm);

    return dispatch != NULL && index < dispatch->count ? dispatch->rows[index].name : NULL;
}

int mifu_backend_usable(const char *algorithm, const char *backend)
{
    const mifu_dispatch *dispatch = find(algorithm);

    for (unsigned i = 0; dispatch != NULL && backend != NULL && i < dispatch->count; i++)
        if (strcmp(dispatch->rows[i].name, backend) == 0)
            return mifu_backend_is_usable(&dispatch->rows[i]);
    return 0;
}

const char *mifu_backend_active(const char *algorithm)
{
    mifu_dispatch *dispatch = find(algorithm);

    return dispatch != NULL ? mifu_dispatch_row(dispatch)->name : NULL;
}

mifu_status mifu_backend_select(const char *algorithm, const char *backend)
{
    mifu_dispatch *dispatch = find(algorithm);

    if (dispatch == NULL)
        return MIFU_ERR_ARGUMENT_NAME;
    if (backend == NULL) {
        mifu_dispatch_reset(dispatch);
        return MIFU_OK;
    }
    return mifu_dispatch_select(dispatch, backend);
}
