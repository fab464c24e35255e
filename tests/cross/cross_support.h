/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cross tests: random inputs, the same operation here and in another library. The seed is printed;
 * MIFU_TEST_SEED repeats a run. MIFU_TEST_COUNT multiplies the work (default 1).
 */
#ifndef MIFU_CROSS_SUPPORT_H
#define MIFU_CROSS_SUPPORT_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "mifu/cpu.h"
#include "mifu/hash.h"
#include "support_cmocka.h"
#include "support_random.h"

static unsigned cross_factor = 1;

/* Seeds the generator; called first in main(). */
static inline void cross_seed(const char *program)
{
    const char *seed = getenv("MIFU_TEST_SEED"), *count = getenv("MIFU_TEST_COUNT");
    uint64_t value = seed != NULL && *seed != '\0' ? strtoull(seed, NULL, 0) : (uint64_t)time(NULL);

    if (count != NULL && atoi(count) > 0)
        cross_factor = (unsigned)atoi(count);
    printf("%s: seed %llu\n", program, (unsigned long long)value);
    support_random_state = (value + 1) * UINT64_C(0x9e3779b97f4a7c15);
    if (support_random_state == 0)
        support_random_state = 1;
}

/* A length of up to `most`, short ones and those around multiples of 64 preferred. */
static inline size_t cross_length(size_t most)
{
    size_t len;

    switch (support_random_below(4)) {
    case 0:
        len = support_random_below(40);
        break;
    case 1:
        len = 64 * support_random_below(20) + support_random_below(9);
        len = len >= 4 ? len - 4 : len;
        break;
    default:
        len = support_random_below(most + 1);
        break;
    }
    return len <= most ? len : most;
}

/*
 * Runs the test on each usable back-end of a table, the others being at their best; without such a
 * table once.
 */
static inline void cross_each_backend(const char *table, void (*test)(void))
{
    const char *backend;
    unsigned run = 0;

    for (unsigned i = 0; (backend = mifu_backend_name(table, i)) != NULL; i++) {
        if (!mifu_backend_usable(table, backend))
            continue;
        assert_int_equal(mifu_backend_select(table, backend), MIFU_OK);
        test();
        run++;
    }
    assert_true(run > 0);
    assert_int_equal(mifu_backend_select(table, NULL), MIFU_OK);
}

#endif
