/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu-vectors PATH...: runs test vectors (JSON files, or directories of them) on every back-end
 * this processor has. The last line is "N passed, N failed, N skipped"; the exit status is 0 where
 * nothing failed and something ran, 1 otherwise, 2 for a wrong call.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "kat_internal.h"

int main(int argc, char **argv)
{
    kat_totals totals = {0, 0, 0, false, UINT64_C(0x6d696675)};
    const char *seed = getenv("MIFU_TEST_SEED");

    if (argc < 2 || argv[1][0] == '-') {
        fprintf(stderr,
                "usage: %s PATH...\n"
                "PATH is a file of test vectors or a directory of such files (*.json).\n"
                "MIFU_TEST_SEED sets the seed of the random splits.\n",
                argv[0]);
        return 2;
    }
    if (seed != NULL && *seed != '\0') {
        char *end;

        errno = 0;
        totals.seed = strtoull(seed, &end, 0);
        if (errno != 0 || *end != '\0') {
            fprintf(stderr, "MIFU_TEST_SEED is not a number: %s\n", seed);
            return 2;
        }
    }
    printf("seed %" PRIu64 "\n", totals.seed);
    for (int i = 1; i < argc; i++)
        kat_run_path(&totals, argv[i]);
    printf("%lu passed, %lu failed, %lu skipped\n", totals.passed, totals.failed, totals.skipped);
    return totals.failed == 0 && totals.passed > 0 && !totals.trouble ? 0 : 1;
}
