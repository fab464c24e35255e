/* SPDX-License-Identifier: Apache-2.0 */
#include "timing_walk.h"

#include <regex.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu_dispatch.h"
#include "rng_source.h"

#if defined(MIFU_CONSTANT_TIME_TEST)
#    include <valgrind/memcheck.h>
#endif

static const struct {
    const timing_table *table;
    int leaks;
} tables[] = {
    {&timing_cases_hash, 0},          {&timing_cases_kernels, 0}, {&timing_cases_sm4, 0},
    {&timing_cases_sm2, 0},           {&timing_cases_sm9, 0},     {&timing_cases_key, 0},
    {&timing_cases_zuc, 0},           {&timing_cases_drbg, 0},    {&timing_cases_leak, 1},
#if defined(MIFU_CONSTANT_TIME_TEST)
    {&timing_cases_leak_valgrind, 1},
#endif
};

/*
 * Where tests/emulated/avx512 stands for these, their rows are AVX2 and plain C, and the walk is
 * over them alone: other builds have the others.
 */
#if defined(MIFU_EMULATE_AVX512)
#    define EMULATED                                                                               \
        (MIFU_CPU_MASK(GFNI) | MIFU_CPU_MASK(VPCLMUL) | MIFU_CPU_MASK(AVX512F) |                   \
         MIFU_CPU_MASK(AVX512VL) | MIFU_CPU_MASK(AVX512BW) | MIFU_CPU_MASK(AVX512DQ) |             \
         MIFU_CPU_MASK(AVX512IFMA) | MIFU_CPU_MASK(AVX512VBMI))
#else
#    define EMULATED UINT64_C(0)
#endif

/*
 * What valgrind 3.19 executes. It hides ADX from CPUID but runs it. Of the rest of cpu_features.def
 * it knows nothing: SHA, GFNI, VAES, VPCLMULQDQ, AVX-512, and on Arm the cryptographic extensions.
 */
#define VALGRIND_EXECUTES                                                                          \
    (MIFU_CPU_MASK(SSSE3) | MIFU_CPU_MASK(SSE41) | MIFU_CPU_MASK(AESNI) | MIFU_CPU_MASK(PCLMUL) |  \
     MIFU_CPU_MASK(BMI1) | MIFU_CPU_MASK(BMI2) | MIFU_CPU_MASK(ADX) | MIFU_CPU_MASK(AVX) |         \
     MIFU_CPU_MASK(AVX2) | MIFU_CPU_MASK(RDSEED) | MIFU_CPU_MASK(RDRAND) | EMULATED)

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

void timing_seed(uint64_t seed)
{
    secret_state = seed;
    public_state = 1000;
}

static void fill(uint64_t *state, uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        p[i] = (uint8_t)(*state >> 56);
    }
}

void timing_mark(void *p, size_t len)
{
#if defined(MIFU_CONSTANT_TIME_TEST)
    (void)VALGRIND_MAKE_MEM_UNDEFINED(p, len);
#else
    (void)p, (void)len;
#endif
}

void timing_unmark(void *p, size_t len)
{
#if defined(MIFU_CONSTANT_TIME_TEST)
    (void)VALGRIND_MAKE_MEM_DEFINED(p, len);
#else
    (void)p, (void)len;
#endif
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

/* In place of the system's random bytes: they become keys and nonces. */
static mifu_status secret_random(uint8_t *out, size_t len)
{
    timing_secret(out, len);
    return MIFU_OK;
}

/* ---- The walk */

static int under_valgrind(const mifu_backend *row)
{
    return (row->needs & ~VALGRIND_EXECUTES) == 0;
}

static int takes_part(timing_rows rows, const mifu_backend *row)
{
    if (rows == TIMING_VALGRIND)
        return under_valgrind(row) && (EMULATED == 0 || (row->needs & EMULATED) != 0);
    return mifu_backend_is_usable(row) && (rows == TIMING_NATIVE || !under_valgrind(row));
}

static void use(mifu_dispatch *dispatch, const mifu_backend *row)
{
    /* Not by mifu_dispatch_select(), which asks the CPUID that valgrind shows. */
    atomic_store(&dispatch->chosen, row);
}

/* Everywhere the best row that can run; a case then changes its own table. */
static void use_best(timing_rows rows)
{
    for (size_t d = 0; d < MIFU_COUNT_OF(dispatches); d++) {
        for (unsigned i = dispatches[d]->count; i-- > 0;) {
            const mifu_backend *row = &dispatches[d]->rows[i];

            if (rows == TIMING_VALGRIND ? under_valgrind(row) : mifu_backend_is_usable(row))
                use(dispatches[d], row);
        }
    }
}

/* Says which rows the walk leaves out although nobody else looks at them either. */
static void name_skipped_rows(timing_rows rows)
{
    for (size_t d = 0; d < MIFU_COUNT_OF(dispatches); d++) {
        for (unsigned i = 0; i < dispatches[d]->count; i++) {
            const mifu_backend *row = &dispatches[d]->rows[i];
            uint64_t lacking =
                row->needs & ~(rows == TIMING_VALGRIND ? VALGRIND_EXECUTES : mifu_cpu_usable());

            if (lacking == 0 || (rows == TIMING_NATIVE_ONLY && under_valgrind(row)))
                continue;
            printf("skipped %s %s: %s", dispatches[d]->algorithm, row->name,
                   rows == TIMING_VALGRIND ? "valgrind does not execute"
                                           : "the processor does not have");
            for (size_t f = 0; f < MIFU_COUNT_OF(features); f++)
                if ((lacking & features[f].mask) != 0)
                    printf(" %s", features[f].name);
            putchar('\n');
            skipped++;
        }
    }
}

static void judge_case(timing_judge *judge, const timing_case *c, const char *backend, int leaks)
{
    timing_seed(1);
    if (judge(c, backend, leaks))
        passed++;
    else
        failed++;
    fflush(stdout);
}

/* `list` is words with single spaces. */
static int has_word(const char *list, const char *word)
{
    size_t len = strlen(word);

    for (const char *at = list; (at = strstr(at, word)) != NULL; at += len)
        if ((at == list || at[-1] == ' ') && (at[len] == '\0' || at[len] == ' '))
            return 1;
    return 0;
}

static void walk_case(timing_rows rows, timing_judge *judge, const timing_case *c, int leaks)
{
    int has_table = 0;

    for (size_t d = 0; d < MIFU_COUNT_OF(dispatches); d++) {
        if (!has_word(c->algorithms, dispatches[d]->algorithm))
            continue;
        has_table = 1;
        for (unsigned i = 0; i < dispatches[d]->count; i++) {
            char name[64];

            if (!takes_part(rows, &dispatches[d]->rows[i]))
                continue;
            use(dispatches[d], &dispatches[d]->rows[i]);
            snprintf(name, sizeof name, "%s/%s", dispatches[d]->algorithm,
                     dispatches[d]->rows[i].name);
            judge_case(judge, c, name, leaks);
        }
        use_best(rows);
    }
    if (!has_table && (leaks || (rows != TIMING_NATIVE_ONLY && EMULATED == 0)))
        judge_case(judge, c, "-", leaks);
}

int timing_walk(timing_rows rows, const char *filter, timing_judge *judge)
{
    regex_t expression;

    if (regcomp(&expression, filter, REG_EXTENDED | REG_NOSUB) != 0) {
        fprintf(stderr, "timing: not a regular expression: %s\n", filter);
        return 2;
    }
    mifu_rng_set_source(secret_random, 0);
    use_best(rows);
    name_skipped_rows(rows);
    for (size_t t = 0; t < MIFU_COUNT_OF(tables); t++) {
        for (size_t i = 0; i < tables[t].table->count; i++) {
            const timing_case *c = &tables[t].table->cases[i];

            if (regexec(&expression, c->name, 0, NULL, 0) == 0)
                walk_case(rows, judge, c, tables[t].leaks);
        }
    }
    regfree(&expression);
    printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
    /* A filter that matches nothing must not pass for a test. */
    return failed != 0 || (rows == TIMING_VALGRIND && passed == 0);
}
