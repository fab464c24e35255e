/* SPDX-License-Identifier: Apache-2.0 */
/*
 * As much of cmocka as the unit tests use, in one header: for targets whose cmocka is not at hand.
 * The first failure ends the program.
 */
#ifndef MIFU_EMULATED_CMOCKA_H
#define MIFU_EMULATED_CMOCKA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
    int (*teardown)(void **state);
};

static jmp_buf emulated_skip;

#define cmocka_unit_test(f)                                                                        \
    {                                                                                              \
#        f, f, NULL                                                                                \
    }
#define cmocka_unit_test_teardown(f, t)                                                            \
    {                                                                                              \
#        f, f, t                                                                                   \
    }
#define print_message(...) printf(__VA_ARGS__)
#define skip()             longjmp(emulated_skip, 1)

#define EMULATED_FAIL(...)                                                                         \
    (fprintf(stderr, "%s:%d: ", __FILE__, __LINE__), fprintf(stderr, __VA_ARGS__),                 \
     fputc('\n', stderr), exit(1))
#define EMULATED_CHECK(c) ((c) ? (void)0 : (void)EMULATED_FAIL("%s", #c))

#define fail_msg(...)                    EMULATED_FAIL(__VA_ARGS__)
#define assert_true(c)                   EMULATED_CHECK(c)
#define assert_false(c)                  EMULATED_CHECK(!(c))
#define assert_null(p)                   EMULATED_CHECK((p) == NULL)
#define assert_non_null(p)               EMULATED_CHECK((p) != NULL)
#define assert_int_equal(a, b)           EMULATED_CHECK((long long)(a) == (long long)(b))
#define assert_int_not_equal(a, b)       EMULATED_CHECK((long long)(a) != (long long)(b))
#define assert_in_range(x, low, high)    EMULATED_CHECK((x) >= (low) && (x) <= (high))
#define assert_memory_equal(a, b, n)     EMULATED_CHECK(memcmp((a), (b), (n)) == 0)
#define assert_memory_not_equal(a, b, n) EMULATED_CHECK(memcmp((a), (b), (n)) != 0)
#define assert_string_equal(a, b)        EMULATED_CHECK(strcmp((a), (b)) == 0)
#define assert_string_not_equal(a, b)    EMULATED_CHECK(strcmp((a), (b)) != 0)

static inline int emulated_run(const struct CMUnitTest *tests, size_t count,
                               int (*setup)(void **state), int (*teardown)(void **state))
{
    void *state = NULL;

    setvbuf(stdout, NULL, _IONBF, 0);
    if (setup != NULL && setup(&state) != 0)
        return 1;
    for (size_t i = 0; i < count; i++) {
        if (setjmp(emulated_skip) == 0) {
            tests[i].run(&state);
            printf("passed: %s\n", tests[i].name);
        } else {
            printf("skipped: %s\n", tests[i].name);
        }
        if (tests[i].teardown != NULL && tests[i].teardown(&state) != 0)
            return 1;
    }
    return teardown != NULL ? teardown(&state) : 0;
}

#define cmocka_run_group_tests(tests, setup, teardown)                                             \
    emulated_run((tests), sizeof(tests) / sizeof((tests)[0]), (setup), (teardown))

#endif
