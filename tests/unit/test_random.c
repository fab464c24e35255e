/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Randomness: a failing source gives an error and zeros, buffered or not and at any point; bytes
 * come out once; a forked child does not repeat its parent; threads do not repeat each other.
 */
#include "mifu/random.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rng_fork.h"
#include "rng_source.h"
#include "support_cmocka.h"

static size_t calls, bytes_given, fail_at;
static uint8_t next_byte;

/* Counts upwards, so that a byte that is given out twice or left out shows. */
static mifu_status counting_source(uint8_t *out, size_t len)
{
    calls++;
    bytes_given += len;
    for (size_t i = 0; i < len; i++)
        out[i] = next_byte++;
    return calls == fail_at ? MIFU_ERR_RANDOM : MIFU_OK;
}

static int use_counting_source(int buffered)
{
    calls = bytes_given = fail_at = 0;
    next_byte = 0;
    mifu_rng_set_source(counting_source, buffered);
    return 0;
}

static int restore(void **state)
{
    (void)state;
    mifu_rng_set_source(NULL, 0);
    return 0;
}

static void assert_zero(const uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        assert_int_equal(p[i], 0);
}

static void test_system(void **state)
{
    static const size_t lengths[] = {0, 1, 31, 32, 127, 128, 129, 511, 512, 513, 70000, 200000};
    static uint8_t out[200001];

    (void)state;
    assert_int_equal(mifu_random_bytes(NULL, 0), MIFU_OK);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        size_t len = lengths[i];

        memset(out, 0, sizeof out);
        assert_int_equal(mifu_random_bytes(out, len), MIFU_OK);
        assert_int_equal(out[len], 0);
        /* Every 16 bytes are zero by chance once in 2^128. */
        for (size_t at = 0; at + 16 <= len; at += 16) {
            uint8_t any = 0;

            for (size_t j = 0; j < 16; j++)
                any |= out[at + j];
            assert_int_not_equal(any, 0);
        }
    }
}

static void test_bytes_come_out_once(void **state)
{
    uint8_t out[100], expected = 0;

    (void)state;
    use_counting_source(0);
    for (size_t len = 1; len < 100; len++) { /* unbuffered: each request as it was made */
        assert_int_equal(mifu_random_bytes(out, len), MIFU_OK);
        for (size_t i = 0; i < len; i++)
            assert_int_equal(out[i], expected++);
        assert_int_equal(calls, len);
    }

    if (mifu_rng_fork_generation() == 0)
        skip(); /* this kernel lets nobody buffer */
    use_counting_source(1);
    for (int i = 0; i < 16; i++) { /* 512 bytes in pieces of 32: one filling */
        assert_int_equal(mifu_random_bytes(out, 32), MIFU_OK);
        for (size_t j = 0; j < 32; j++)
            assert_int_equal(out[j], (32 * i + (int)j) % 256);
    }
    assert_int_equal(calls, 1);
    assert_int_equal(mifu_random_bytes(out, 1), MIFU_OK);
    assert_int_equal(calls, 2);
    assert_int_equal(mifu_random_bytes(out, 100), MIFU_OK);
    assert_int_equal(out[0], 1); /* 512 mod 256, and the byte before */
}

static void check_failure(int buffered, size_t len)
{
    uint8_t out[600];

    use_counting_source(buffered);
    fail_at = 1;
    memset(out, 0xa5, sizeof out);
    assert_int_equal(mifu_random_bytes(out, len), MIFU_ERR_RANDOM);
    assert_zero(out, len);
    assert_int_equal(out[len], 0xa5);

    /* Nothing of the failed filling is kept: the next call asks again. */
    assert_int_equal(mifu_random_bytes(out, len), MIFU_OK);
    assert_int_equal(calls, 2);

    /* A failure when a buffer that worked runs empty. */
    fail_at = 3;
    for (int i = 0; calls < 3; i++) {
        assert_true(i < 1000);
        memset(out, 0xa5, sizeof out);
        if (mifu_random_bytes(out, len) != MIFU_OK) {
            assert_int_equal(calls, 3);
            assert_zero(out, len);
        }
    }
    assert_zero(out, len);
}

static void test_failure(void **state)
{
    static const size_t lengths[] = {1, 32, 127, 128, 512, 599};

    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        for (int buffered = 0; buffered < 2; buffered++)
            check_failure(buffered, lengths[i]);
}

/* A source that is not MIFU_OK in some other way is a failure too, with the one status. */
static mifu_status odd_source(uint8_t *out, size_t len)
{
    memset(out, 0x77, len);
    return MIFU_INVALID;
}

static void test_any_status_is_failure(void **state)
{
    uint8_t out[200];

    (void)state;
    for (int buffered = 0; buffered < 2; buffered++)
        for (size_t len = 10; len <= 200; len += 190) {
            mifu_rng_set_source(odd_source, buffered);
            memset(out, 0xa5, sizeof out);
            assert_int_equal(mifu_random_bytes(out, len), MIFU_ERR_RANDOM);
            assert_zero(out, len);
        }
}

/* Runs 200 small requests in a child and brings the bytes back. */
static void bytes_of_child(uint8_t out[200][16], pid_t (*start)(void))
{
    int ends[2];
    pid_t child;
    int status;
    size_t got = 0;

    assert_int_equal(pipe(ends), 0);
    child = start();
    if (child == 0) {
        for (int i = 0; i < 200; i++)
            if (mifu_random_bytes(out[i], 16) != MIFU_OK || write(ends[1], out[i], 16) != 16)
                _exit(1);
        _exit(0);
    }
    assert_true(child > 0);
    close(ends[1]);
    while (got < 200 * 16) {
        ssize_t n = read(ends[0], (uint8_t *)out + got, 200 * 16 - got);

        if (n <= 0)
            break;
        got += (size_t)n;
    }
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(got, 200 * 16);
}

static pid_t start_fork(void)
{
    return fork();
}

/* A child of a child that has used nothing itself. */
static pid_t start_double_fork(void)
{
    pid_t child = fork();

    if (child == 0) {
        pid_t grandchild = fork();
        int status;

        if (grandchild == 0)
            return 0;
        if (grandchild < 0 || waitpid(grandchild, &status, 0) != grandchild || status != 0)
            _exit(1);
        _exit(0);
    }
    return child;
}

static void check_fork(pid_t (*start)(void))
{
    static uint8_t bytes[3][200][16];
    uint8_t first[16];

    assert_int_equal(mifu_random_bytes(first, sizeof first), MIFU_OK); /* the buffer is full now */
    bytes_of_child(bytes[0], start);
    bytes_of_child(bytes[1], start);
    for (int i = 0; i < 200; i++)
        assert_int_equal(mifu_random_bytes(bytes[2][i], 16), MIFU_OK);
    for (int a = 0; a < 600; a++)
        for (int b = 0; b < a; b++)
            assert_memory_not_equal(bytes[a / 200][a % 200], bytes[b / 200][b % 200], 16);
}

static void test_fork(void **state)
{
    (void)state;
    check_fork(start_fork);
}

static void test_double_fork(void **state)
{
    (void)state;
    check_fork(start_double_fork);
}

/* The child's generation is another one, the parent's stays: so buffering goes on in the parent. */
static void test_fork_generation(void **state)
{
    uint64_t before = mifu_rng_fork_generation();
    pid_t child;
    int status;

    (void)state;
    if (before == 0)
        skip();
    child = fork();
    if (child == 0)
        _exit(mifu_rng_fork_generation() > before &&
                      mifu_rng_fork_generation() == mifu_rng_fork_generation()
                  ? 0
                  : 1);
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(mifu_rng_fork_generation(), before);
}

#define THREADS 4
#define TAKEN   300

static uint8_t taken[THREADS][TAKEN][16];

static void *take(void *argument)
{
    uint8_t(*mine)[16] = argument;

    for (int i = 0; i < TAKEN; i++)
        if (mifu_random_bytes(mine[i], 16) != MIFU_OK)
            return argument;
    return NULL;
}

static void test_threads(void **state)
{
    pthread_t threads[THREADS];

    (void)state;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, take, taken[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        void *failed;

        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    for (int a = 0; a < THREADS * TAKEN; a++)
        for (int b = 0; b < a; b++)
            if (memcmp(taken[a / TAKEN][a % TAKEN], taken[b / TAKEN][b % TAKEN], 16) == 0)
                fail_msg("two requests were answered with the same bytes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_system),
        cmocka_unit_test_teardown(test_bytes_come_out_once, restore),
        cmocka_unit_test_teardown(test_failure, restore),
        cmocka_unit_test_teardown(test_any_status_is_failure, restore),
        cmocka_unit_test(test_fork),
        cmocka_unit_test(test_double_fork),
        cmocka_unit_test(test_fork_generation),
        cmocka_unit_test(test_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
