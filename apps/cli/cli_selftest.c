/* SPDX-License-Identifier: Apache-2.0 */
/* mifu selftest: every known answer on every back-end that this processor can run, and integrity.
 */
#include <stdio.h>
#include <string.h>

#include "mifu/mifu.h"

#include "cli_verbs.h"

static const cli_option options[] = {
    {"json", 0, NULL, "print one JSON object"},
    {NULL, 0, NULL, NULL},
};

#define MOST_ROWS 64

/* What the tests said: of each back-end, of those in use together, of the image. */
typedef struct outcome {
    struct {
        const char *algorithm, *backend;
        int tests, failed;
    } rows[MOST_ROWS];
    size_t row_count;
    int tests, failed; /* on the back-ends in use */
    mifu_status integrity;
} outcome;

static void note(const mifu_selftest_result *result, void *context)
{
    outcome *o = context;
    int failed = result->status == MIFU_ERR_SELFTEST;
    size_t i = 0;

    if (failed)
        cli_warn("self-test %s FAILED with %s%s%s", result->name,
                 result->backend == NULL ? "the back-ends in use" : result->backend,
                 result->backend == NULL ? "" : " of ",
                 result->backend == NULL ? "" : result->algorithm);
    if (strcmp(result->name, "integrity") == 0) {
        o->integrity = result->status;
        return;
    }
    if (result->algorithm == NULL) {
        o->tests++;
        o->failed += failed;
        return;
    }
    while (i < o->row_count && (strcmp(o->rows[i].algorithm, result->algorithm) != 0 ||
                                strcmp(o->rows[i].backend, result->backend) != 0))
        i++;
    if (i == MOST_ROWS)
        return;
    if (i == o->row_count) {
        o->rows[i].algorithm = result->algorithm;
        o->rows[i].backend = result->backend;
        o->row_count++;
    }
    o->rows[i].tests++;
    o->rows[i].failed += failed;
}

/* One line of the table: a back-end of an algorithm. */
static void print_backend(const outcome *o, const char *algorithm, const char *backend, int json,
                          int first)
{
    const char *active = mifu_backend_active(algorithm);
    int in_use = active != NULL && strcmp(active, backend) == 0;
    int usable = mifu_backend_usable(algorithm, backend);
    int tests = 0, failed = 0;

    for (size_t i = 0; i < o->row_count; i++)
        if (strcmp(o->rows[i].algorithm, algorithm) == 0 &&
            strcmp(o->rows[i].backend, backend) == 0) {
            tests = o->rows[i].tests;
            failed = o->rows[i].failed;
        }
    if (json)
        printf("%s{\"algorithm\":\"%s\",\"backend\":\"%s\",\"usable\":%s,\"in_use\":%s,"
               "\"tested\":%s,\"failed\":%d}",
               first ? "" : ",", algorithm, backend, usable ? "true" : "false",
               in_use ? "true" : "false", tests > 0 ? "true" : "false", failed);
    else
        printf("  %-10s %-16s %s%s\n", algorithm, backend,
               !usable      ? "the processor lacks what it needs"
               : tests == 0 ? "not tested"
               : failed     ? "FAILED"
                            : "passed",
               in_use ? ", in use" : "");
}

static void print_features(int json)
{
    fputs(json ? "{\"version\":\"" MIFU_VERSION_STRING "\",\"features\":[" : "processor features:",
          stdout);
    for (unsigned i = 0; mifu_cpu_feature(i) != NULL; i++)
        printf(json ? "%s\"%s\"" : "%s%s", json ? (i == 0 ? "" : ",") : " ", mifu_cpu_feature(i));
    fputs(json ? "],\"backends\":[" : "\nback-ends:\n", stdout);
}

static const char *integrity_text(mifu_status status)
{
    return status == MIFU_OK ? "passed" : status == MIFU_ERR_UNSUPPORTED ? "not sealed" : "FAILED";
}

static int run(const cli_arguments *arguments)
{
    int json = cli_given(arguments, "json"), rows = 0;
    outcome o = {.integrity = MIFU_ERR_UNSUPPORTED};
    mifu_status status =
        mifu_selftest(MIFU_SELFTEST_ALL_BACKENDS | MIFU_SELFTEST_INTEGRITY, note, &o);

    print_features(json);
    for (unsigned i = 0; mifu_backend_algorithm(i) != NULL; i++) {
        const char *algorithm = mifu_backend_algorithm(i);

        for (unsigned k = 0; mifu_backend_name(algorithm, k) != NULL; k++)
            print_backend(&o, algorithm, mifu_backend_name(algorithm, k), json, rows++ == 0);
    }
    if (json)
        printf("],\"tests\":%d,\"integrity\":\"%s\",\"passed\":%s}\n", o.tests,
               integrity_text(o.integrity), status == MIFU_OK ? "true" : "false");
    else
        printf("integrity of the program: %s\n%d known-answer tests on the back-ends in use, and "
               "those of each other one: %s\n",
               integrity_text(o.integrity), o.tests, status == MIFU_OK ? "all passed" : "FAILED");
    return cli_fail_status(status, "selftest", NULL);
}

const cli_verb cli_selftest_verbs[] = {
    {NULL, "known answers on every back-end, which are in use, and integrity", NULL, 0, options,
     "MIFU_CPU in the environment restricts the back-ends, such as MIFU_CPU=none for\n"
     "portable code.\n\n"
     "example:\n"
     "  mifu selftest\n",
     run},
    {0},
};
