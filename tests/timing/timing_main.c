/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs the cases on every back-end that valgrind executes, and asks valgrind after each whether it
 * reported anything. Cases with a seeded leak must be reported, all others must not.
 */
#include "timing.h"

#include <regex.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "cpu_dispatch.h"
#include "rng_source.h"

static const struct {
    const timing_table *table;
    int leaks;
} tables[] = {
    {&timing_cases_hash, 0},
    {&timing_cases_sm2, 0},
    {&timing_cases_leak, 1},
};

/*
 * What valgrind 3.19 executes. It hides ADX from CPUID but runs it. Of the rest of cpu_features.def
 * it knows nothing: SHA, GFNI, VAES, VPCLMULQDQ, AVX-512, and on Arm the cryptographic extensions.
 */
#define EXECUTES                                                                                   \
    (MIFU_CPU_MASK(SSSE3) | MIFU_CPU_MASK(SSE41) | MIFU_CPU_MASK(AESNI) | MIFU_CPU_MASK(PCLMUL) |  \
     MIFU_CPU_MASK(BMI2) | MIFU_CPU_MASK(ADX) | MIFU_CPU_MASK(AVX) | MIFU_CPU_MASK(AVX2) |         \
     MIFU_CPU_MASK(RDSEED))

#define MIFU_ALGORITHM(name) extern mifu_dispatch mifu_##name##_dispatch;
#include "library_algorithms.def"
#undef MIFU_ALGORITHM

static mifu_dispatch *const dispatches[] = {
#define MIFU_ALGORITHM(name) &mifu_##name##_dispatch,
#include "library_algorithms.def"
#undef MIFU_ALGORITHM
};

static const struct {
    uint64_t mask;
    const char *name;
} features[] = {
#define MIFU_CPU_FEATURE(bit, symbol, name) {UINT64_C(1) << (bit), name},
#include "cpu_features.def"
#undef MIFU_CPU_FEATURE
};

static unsigned passed, failed, skipped;
static uint64_t secret_state, public_state;

/* ---- What cases use */

static void fill(uint64_t *state, uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        p[i] = (uint8_t)(*state >> 56);
    }
}

void timing_mark(void *p, size_t len)
{
    (void)VALGRIND_MAKE_MEM_UNDEFINED(p, len);
}

void timing_unmark(void *p, size_t len)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(p, len);
}

void timing_secret(void *p, size_t len)
{
    fill(&secret_state, p, len);
    timing_mark(p, len);
}

void timing_public(void *p, size_t len)
{
    fill(&public_state, p, len);
}

void timing_expect(mifu_status status, mifu_status want, const char *what)
{
    timing_unmark(&status, sizeof status);
    if (status != want) {
        fprintf(stderr, "timing: %s gives %s\n", what, mifu_status_name(status));
        exit(1);
    }
}

/* The system's random numbers, for the length of the test: they become keys and nonces. */
static mifu_status secret_random(uint8_t *out, size_t len)
{
    timing_secret(out, len);
    return MIFU_OK;
}

/* ---- The walk */

static int executable(const mifu_backend *row)
{
    return (row->needs & ~EXECUTES) == 0;
}

static void use(mifu_dispatch *dispatch, const mifu_backend *row)
{
    /* Not by mifu_dispatch_select(), which asks the CPUID that valgrind shows. */
    atomic_store(&dispatch->chosen, row);
}

/* Everywhere the best row that valgrind executes; a case then changes its own table. */
static void use_best(void)
{
    for (size_t d = 0; d < MIFU_COUNT_OF(dispatches); d++)
        for (unsigned i = dispatches[d]->count; i-- > 0;)
            if (executable(&dispatches[d]->rows[i]))
                use(dispatches[d], &dispatches[d]->rows[i]);
}

static void name_skipped_rows(void)
{
    for (size_t d = 0; d < MIFU_COUNT_OF(dispatches); d++) {
        for (unsigned i = 0; i < dispatches[d]->count; i++) {
            const mifu_backend *row = &dispatches[d]->rows[i];

            if (executable(row))
                continue;
            printf("skipped %s %s: valgrind does not execute", dispatches[d]->algorithm, row->name);
            for (size_t f = 0; f < MIFU_COUNT_OF(features); f++)
                if ((row->needs & ~EXECUTES & features[f].mask) != 0)
                    printf(" %s", features[f].name);
            putchar('\n');
            skipped++;
        }
    }
}

static void run_case(const timing_case *c, const char *backend, int leaks)
{
    unsigned long before = VALGRIND_COUNT_ERRORS;
    unsigned long reports;
    int ok;

    secret_state = 1;
    public_state = 1000;
    c->run();
    reports = VALGRIND_COUNT_ERRORS - before;
    ok = leaks ? reports != 0 : reports == 0;
    if (ok)
        passed++;
    else
        failed++;
    printf("%s %s %s: %lu reports%s\n", ok ? "ok    " : "FAILED", c->name, backend, reports,
           leaks ? " of a seeded leak" : "");
    fflush(stdout);
}

static void run_on_all_backends(const timing_case *c, int leaks)
{
    for (size_t d = 0; d < MIFU_COUNT_OF(dispatches); d++) {
        if (strcmp(dispatches[d]->algorithm, c->algorithm) != 0)
            continue;
        for (unsigned i = 0; i < dispatches[d]->count; i++) {
            if (!executable(&dispatches[d]->rows[i]))
                continue;
            use(dispatches[d], &dispatches[d]->rows[i]);
            run_case(c, dispatches[d]->rows[i].name, leaks);
        }
        use_best();
        return;
    }
    run_case(c, "-", leaks);
}

int main(int argc, char **argv)
{
    regex_t filter;

    if (argc > 2 || (argc == 2 && regcomp(&filter, argv[1], REG_EXTENDED | REG_NOSUB) != 0)) {
        fputs("usage: valgrind timing-secrets [REGEX]\nThe cases whose name matches, or all.\n",
              stderr);
        return 2;
    }
    if (!RUNNING_ON_VALGRIND) {
        fputs("timing-secrets: shows nothing unless run under valgrind\n", stderr);
        return 2;
    }
    mifu_rng_set_source(secret_random, 0);
    use_best();
    name_skipped_rows();
    for (size_t t = 0; t < MIFU_COUNT_OF(tables); t++) {
        for (size_t i = 0; i < tables[t].table->count; i++) {
            const timing_case *c = &tables[t].table->cases[i];

            if (argc == 1 || regexec(&filter, c->name, 0, NULL, 0) == 0)
                run_on_all_backends(c, tables[t].leaks);
        }
    }
    printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
    return failed != 0 || passed == 0;
}
