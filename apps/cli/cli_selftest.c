/* SPDX-License-Identifier: Apache-2.0 */
/* mifu selftest: every known answer on every back-end that this processor can run. */
#include <stdio.h>
#include <string.h>

#include "mifu/mifu.h"

#include "cli_selftest.h"
#include "cli_verbs.h"

static const cli_option options[] = {
    {"json", 0, NULL, "print one JSON object"},
    {NULL, 0, NULL, NULL},
};

static const struct {
    const char *name;
    int (*run)(void);
} tests[] = {
    {"sm3", cli_test_sm3},
    {"sm3-many", cli_test_sm3_many},
    {"sha256", cli_test_sha256},
    {"hmac-sm3", cli_test_hmac},
    {"kdf", cli_test_kdf},
    {"sm4-block", cli_test_sm4_block},
    {"sm4-ecb-cbc", cli_test_sm4_padded},
    {"sm4-cfb-ofb-ctr", cli_test_sm4_stream},
    {"sm4-gcm", cli_test_sm4_gcm},
    {"sm4-ccm", cli_test_sm4_ccm},
    {"sm4-xts", cli_test_sm4_xts},
    {"sm4-mac", cli_test_sm4_mac},
    {"sm4-wide", cli_test_sm4_wide},
    {"sm2-verify", cli_test_sm2_verify},
    {"sm2-sign", cli_test_sm2_sign},
    {"sm2-encrypt", cli_test_sm2_encrypt},
    {"sm2-ecdh", cli_test_sm2_ecdh},
    {"sm2-many", cli_test_sm2_many},
    {"sm9-sign", cli_test_sm9_sign},
    {"sm9-kem", cli_test_sm9_kem},
    {"zuc", cli_test_zuc},
    {"drbg", cli_test_drbg},
    {"random", cli_test_random},
};

enum { TESTS = sizeof tests / sizeof tests[0] };

/* Whether the tests use an algorithm's back-ends: a library may have more than this table knows. */
static int is_covered(const char *algorithm)
{
    static const char *const covered[] = {"sm3", "sha256",   "sm4", "ghash",
                                          "sm2", "sm2_many", "sm9", "zuc"};

    for (size_t i = 0; i < sizeof covered / sizeof covered[0]; i++)
        if (strcmp(covered[i], algorithm) == 0)
            return 1;
    return 0;
}

/* Runs all tests; names those that fail. What does not use a back-end is soon repeated. */
static int run_tests(const char *algorithm, const char *backend)
{
    int failed = 0;

    for (size_t i = 0; i < TESTS; i++)
        if (!tests[i].run()) {
            cli_warn("self-test %s FAILED with back-end %s of %s", tests[i].name, backend,
                     algorithm);
            failed++;
        }
    return failed;
}

/* One row of the table: a back-end of an algorithm. */
static int run_backend(const char *algorithm, const char *backend, int json, int first)
{
    const char *active = mifu_backend_active(algorithm);
    int in_use = active != NULL && strcmp(active, backend) == 0;
    int usable = mifu_backend_usable(algorithm, backend);
    int covered = is_covered(algorithm);
    int failed = 0;

    if (usable && mifu_backend_select(algorithm, backend) != MIFU_OK)
        failed = 1;
    if (usable && covered && failed == 0)
        failed = run_tests(algorithm, backend);
    if (mifu_backend_select(algorithm, NULL) != MIFU_OK)
        failed++;
    if (json)
        printf(
            "%s{\"algorithm\":\"%s\",\"backend\":\"%s\",\"usable\":%s,\"in_use\":%s,\"tested\":%s,"
            "\"failed\":%d}",
            first ? "" : ",", algorithm, backend, usable ? "true" : "false",
            in_use ? "true" : "false", usable && covered ? "true" : "false", failed);
    else
        printf("  %-10s %-16s %s%s\n", algorithm, backend,
               !usable    ? "the processor lacks what it needs"
               : failed   ? "FAILED"
               : !covered ? "not tested here"
                          : "passed",
               in_use ? ", in use" : "");
    return failed;
}

static void print_features(int json)
{
    fputs(json ? "{\"version\":\"" MIFU_VERSION_STRING "\",\"features\":[" : "processor features:",
          stdout);
    for (unsigned i = 0; mifu_cpu_feature(i) != NULL; i++)
        printf(json ? "%s\"%s\"" : "%s%s", json ? (i == 0 ? "" : ",") : " ", mifu_cpu_feature(i));
    fputs(json ? "],\"backends\":[" : "\nback-ends:\n", stdout);
}

static int run(const cli_arguments *arguments)
{
    int json = cli_given(arguments, "json");
    int failed = 0, rows = 0;

    print_features(json);
    for (unsigned i = 0; mifu_backend_algorithm(i) != NULL; i++) {
        const char *algorithm = mifu_backend_algorithm(i);

        for (unsigned k = 0; mifu_backend_name(algorithm, k) != NULL; k++)
            failed += run_backend(algorithm, mifu_backend_name(algorithm, k), json, rows++ == 0);
    }
    if (json)
        printf("],\"tests\":%d,\"passed\":%s}\n", (int)TESTS, failed == 0 ? "true" : "false");
    else
        printf("%d known-answer tests on each: %s\n", (int)TESTS,
               failed == 0 ? "all passed" : "FAILED");
    return failed == 0 ? CLI_DONE : cli_fail_status(MIFU_ERR_SELFTEST, "selftest", NULL);
}

const cli_verb cli_selftest_verbs[] = {
    {NULL, "known answers on every back-end, and which are in use", NULL, 0, options,
     "MIFU_CPU in the environment restricts the back-ends, such as MIFU_CPU=none for\n"
     "portable code.\n\n"
     "example:\n"
     "  mifu selftest\n",
     run},
    {0},
};
