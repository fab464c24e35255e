/* SPDX-License-Identifier: Apache-2.0 */
/* Which sets of back-ends a test is run on. */
#include <stdio.h>
#include <stdlib.h>

#include "kat_internal.h"
#include "mifu/cpu.h"

/* The names of all back-ends in use, so that two equal sets are found to be equal. */
static char *active_set(void)
{
    char text[1024] = "";
    const char *algorithm;

    for (unsigned i = 0; (algorithm = mifu_backend_algorithm(i)) != NULL; i++) {
        strncat(text, mifu_backend_active(algorithm), sizeof text - strlen(text) - 1);
        strncat(text, " ", sizeof text - strlen(text) - 1);
    }
    return strdup(text);
}

static bool use(const char *algorithm, const char *backend)
{
    if (mifu_cpu_restrict(algorithm == NULL ? "none" : "all") != MIFU_OK)
        return false;
    return algorithm == NULL || mifu_backend_select(algorithm, backend) == MIFU_OK;
}

bool kat_plan_use(const kat_plan *plan, unsigned index)
{
    return use(plan->algorithms[index], plan->backends[index]);
}

/* What the named tables use now: "sm4=portable ghash=portable". */
static char *label_of(const char *tables)
{
    char text[256] = "";
    char *copy = strdup(tables), *rest = copy, *table;

    while ((table = strtok_r(rest, " ", &rest)) != NULL) {
        const char *backend = mifu_backend_active(table);
        size_t len = strlen(text);

        if (backend != NULL)
            snprintf(text + len, sizeof text - len, "%s%s=%s", len == 0 ? "" : " ", table, backend);
    }
    free(copy);
    return strdup(text[0] == '\0' ? "no back-ends" : text);
}

static void add(kat_plan *plan, char **sets, const char *tables, const char *algorithm,
                const char *backend)
{
    char *set;

    if (plan->count == sizeof plan->labels / sizeof plan->labels[0] || !use(algorithm, backend))
        return;
    set = active_set();
    for (unsigned i = 0; i < plan->count; i++)
        if (strcmp(sets[i], set) == 0) {
            free(set);
            return;
        }
    sets[plan->count] = set;
    plan->labels[plan->count] = algorithm == NULL ? strdup("all portable") : label_of(tables);
    plan->algorithms[plan->count] = algorithm == NULL ? NULL : strdup(algorithm);
    plan->backends[plan->count] = backend == NULL ? NULL : strdup(backend);
    plan->count++;
}

void kat_plan_make(kat_plan *plan, const char *tables)
{
    char *sets[sizeof plan->labels / sizeof plan->labels[0]];
    char *copy = strdup(tables), *rest = copy, *table;
    const char *backend;

    plan->count = 0;
    while ((table = strtok_r(rest, " ", &rest)) != NULL)
        for (unsigned i = 0; (backend = mifu_backend_name(table, i)) != NULL; i++)
            add(plan, sets, tables, table, backend); /* not usable here: use() says so */
    add(plan, sets, tables, NULL, NULL);
    for (unsigned i = 0; i < plan->count; i++)
        free(sets[i]);
    free(copy);
    (void)!mifu_cpu_restrict("all");
}

void kat_plan_free(kat_plan *plan)
{
    for (unsigned i = 0; i < plan->count; i++) {
        free(plan->labels[i]);
        free(plan->algorithms[i]);
        free(plan->backends[i]);
    }
    plan->count = 0;
}
