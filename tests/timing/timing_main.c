/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The constant-time test under valgrind: runs the cases on every back-end that valgrind executes,
 * and asks it after each whether it reported anything. Cases with a seeded leak must be reported,
 * all others must not.
 */
#include <stdio.h>
#include <valgrind/memcheck.h>

#include "timing_walk.h"

static int judge(const timing_case *c, const char *backend, int leaks)
{
    unsigned long before = VALGRIND_COUNT_ERRORS;
    unsigned long reports;
    int ok;

    c->run();
    reports = VALGRIND_COUNT_ERRORS - before;
    ok = leaks ? reports != 0 : reports == 0;
    printf("%s %s %s: %lu reports%s\n", ok ? "ok    " : "FAILED", c->name, backend, reports,
           leaks ? " of a seeded leak" : "");
    return ok;
}

int main(int argc, char **argv)
{
    if (argc > 2) {
        fputs("usage: valgrind timing-secrets [REGEX]\nThe cases whose name matches, or all.\n",
              stderr);
        return 2;
    }
    if (!RUNNING_ON_VALGRIND) {
        fputs("timing-secrets: shows nothing unless run under valgrind\n", stderr);
        return 2;
    }
    return timing_walk(TIMING_VALGRIND, argc == 2 ? argv[1] : "", judge);
}
