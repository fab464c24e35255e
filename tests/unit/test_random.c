/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Randomness: failing entropy gives an error and zeros, at any point; a source that fails a health
 * test closes the generator until it is restarted; a forked child does not repeat its parent;
 * threads do not repeat each other.
 */
#include "mifu/random.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mifu/cpu.h"
#include "mifu/drbg.h"
#include "rng_entropy.h"
#include "rng_fork.h"
#include "rng_health.h"
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
    return mifu_cpu_restrict("all") != MIFU_OK;
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

static void test_unbuffered_source(void **state)
{
    uint8_t out[100], expected = 0;

    (void)state;
    use_counting_source(0);
    for (size_t len = 1; len < 100; len++) { /* each request as it was made */
        assert_int_equal(mifu_random_bytes(out, len), MIFU_OK);
        for (size_t i = 0; i < len; i++)
            assert_int_equal(out[i], expected++);
        assert_int_equal(calls, len);
    }
}

/* Four draws of start-up tests, entropy and nonce; from then on nothing for 1024 calls of the DRBG.
 */
static void test_seeding(void **state)
{
    uint8_t out[64];

    (void)state;
    if (mifu_rng_fork_generation() == 0)
        skip(); /* this kernel lets nobody keep a state */
    if (mifu_cpu_restrict("rdrand") != MIFU_OK || mifu_cpu_feature(0) == NULL)
        skip(); /* the fresh bytes come from the source, too */
    use_counting_source(1);
    assert_int_equal(mifu_random_bytes(out, 1), MIFU_OK);
    assert_int_equal(calls, 6);
    assert_int_equal(bytes_given, MIFU_HEALTH_START_UP + 48 + 24);
    for (int i = 1; i < 32 * 32; i++) /* the first call made 1024 bytes */
        assert_int_equal(mifu_random_bytes(out, 32), MIFU_OK);
    assert_int_equal(calls, 6);
    for (int i = 0; i < 1024 - 32; i++)
        assert_int_equal(mifu_random_bytes(out, 33), MIFU_OK);
    assert_int_equal(calls, 6);
    assert_int_equal(mifu_random_bytes(out, 33), MIFU_OK); /* the 1025th call */
    assert_int_equal(calls, 7);
    mifu_random_wipe_thread();
    assert_int_equal(mifu_random_bytes(out, 33), MIFU_OK);
    assert_int_equal(calls, 9);
    assert_int_equal(mifu_random_restart(), MIFU_OK);
    assert_int_equal(calls, 13);
    assert_int_equal(mifu_random_bytes(out, 33), MIFU_OK);
    assert_int_equal(calls, 15);
}

/* Without random words of the processor each request asks the system for sixteen bytes. */
static void test_without_processor(void **state)
{
    uint8_t out[64];

    (void)state;
    if (mifu_rng_fork_generation() == 0)
        skip();
    assert_int_equal(mifu_cpu_restrict("none"), MIFU_OK);
    use_counting_source(1);
    for (unsigned i = 1; i < 100; i++) {
        assert_int_equal(mifu_random_bytes(out, 32), MIFU_OK);
        assert_int_equal(calls, 6 + i);
    }
    assert_int_equal(bytes_given, MIFU_HEALTH_START_UP + 48 + 24 + 99 * 16);
}

/* Whichever draw fails, the request does, and the next one begins anew. */
static void check_failure(int buffered, size_t len)
{
    uint8_t out[600];

    for (size_t at = 1; at <= (buffered ? 7U : 1U); at++) {
        use_counting_source(buffered);
        fail_at = at;
        memset(out, 0xa5, sizeof out);
        assert_int_equal(mifu_random_bytes(out, len), MIFU_ERR_RANDOM);
        assert_zero(out, len);
        assert_int_equal(out[len], 0xa5);
        assert_int_equal(calls, at);
        assert_int_equal(mifu_random_bytes(out, len), MIFU_OK);
        assert_int_equal(calls, !buffered ? 2U : at <= 4 ? at + 7 : at + 3);
    }
}

static void test_failure(void **state)
{
    static const size_t lengths[] = {1, 32, 33, 127, 128, 512, 599};

    (void)state;
    if (mifu_rng_fork_generation() == 0)
        skip();
    assert_int_equal(mifu_cpu_restrict("none"), MIFU_OK); /* so that all draws are counted */
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

/* ---- Health tests */

/* Distinct bytes but for what a test puts in. */
static uint8_t samples[4 * MIFU_HEALTH_WINDOW];

static void fill_samples(void)
{
    for (size_t i = 0; i < sizeof samples; i++)
        samples[i] = (uint8_t)(i + i / 256);
}

/* In one go, and in pieces. */
static int health_of_samples(void)
{
    mifu_health whole = {0};
    int good = mifu_health_take(&whole, samples, sizeof samples);

    for (size_t piece = 1; piece < 600; piece += 37) {
        mifu_health parts = {0};
        int good_in_parts = 1;

        for (size_t at = 0; at < sizeof samples; at += piece)
            good_in_parts &= mifu_health_take(
                &parts, samples + at, sizeof samples - at < piece ? sizeof samples - at : piece);
        assert_int_equal(good_in_parts, good);
    }
    return good;
}

static void test_repetition_count(void **state)
{
    (void)state;
    for (unsigned value = 0; value < 256; value += 51)
        for (size_t at = 0; at < 1100; at += 7) {
            fill_samples();
            memset(samples + at, (int)value, MIFU_HEALTH_REPETITION_CUTOFF - 1);
            /* the neighbours are others */
            if (at > 0)
                samples[at - 1] = (uint8_t)(value + 1);
            samples[at + MIFU_HEALTH_REPETITION_CUTOFF - 1] = (uint8_t)(value + 1);
            assert_int_equal(health_of_samples(), 1);
            samples[at + MIFU_HEALTH_REPETITION_CUTOFF - 1] = (uint8_t)value;
            assert_int_equal(health_of_samples(), 0);
        }
}

/* The first sample of window `w`, so often in it, apart from each other. */
static void test_adaptive_proportion(void **state)
{
    (void)state;
    for (size_t w = 0; w < 4; w++) {
        uint8_t *window = samples + w * MIFU_HEALTH_WINDOW;
        size_t count = 0;

        fill_samples();
        for (size_t i = 0; i < MIFU_HEALTH_WINDOW; i++)
            if (window[i] == 9)
                window[i] = 8;
        for (; count < MIFU_HEALTH_PROPORTION_CUTOFF - 1; count++)
            window[6 * count] = 9;
        assert_int_equal(health_of_samples(), 1);
        window[MIFU_HEALTH_WINDOW - 1] = 9;
        assert_int_equal(health_of_samples(), 0);
        if (w < 3) { /* what belongs to the next window does not count */
            window[MIFU_HEALTH_WINDOW - 1] = 8;
            window[MIFU_HEALTH_WINDOW] = 9;
            assert_int_equal(health_of_samples(), 1);
        }
    }
}

static size_t good_bytes;

/* Good for so many bytes and then stuck. */
static mifu_status sticking_source(uint8_t *out, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        out[i] = good_bytes > 0 ? next_byte++ : 0x42;
        good_bytes -= good_bytes > 0;
    }
    return MIFU_OK;
}

static void assert_closed(void)
{
    uint8_t out[100];
    mifu_drbg drbg;

    for (size_t len = 1; len <= sizeof out; len += 33) {
        memset(out, 0xa5, sizeof out);
        assert_int_equal(mifu_random_bytes(out, len), MIFU_ERR_RANDOM_HEALTH);
        assert_zero(out, len);
    }
    assert_int_equal(mifu_random_state(), MIFU_ERR_RANDOM_HEALTH);
    assert_int_equal(
        mifu_drbg_instantiate(&drbg, MIFU_DRBG_CTR_SM4, MIFU_DRBG_FORM_GM, NULL, NULL, 0),
        MIFU_ERR_RANDOM_HEALTH);
    assert_zero((uint8_t *)&drbg, sizeof drbg);
}

static void *closed_in_thread(void *argument)
{
    (void)argument;
    assert_closed();
    return NULL;
}

/* Stuck from the start; in the start-up tests; in the seed; when a generator is seeded again. */
static void test_failed_test_closes(void **state)
{
    static const size_t good[] = {0, 500, MIFU_HEALTH_START_UP + 20,
                                  MIFU_HEALTH_START_UP + 48 + 24};
    uint8_t out[32];
    pthread_t thread;

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        good_bytes = good[i];
        mifu_rng_set_source(sticking_source, 1);
        if (i == 3 && mifu_rng_fork_generation() != 0) {
            if (mifu_cpu_restrict("rdrand") != MIFU_OK || mifu_cpu_feature(0) == NULL)
                continue;
            for (int n = 0; n < 2000; n++)
                assert_int_equal(mifu_random_bytes(out, 32), MIFU_OK);
            mifu_random_wipe_thread();
        }
        assert_int_equal(mifu_random_bytes(out, 32), MIFU_ERR_RANDOM_HEALTH);
        assert_closed();
        assert_int_equal(pthread_create(&thread, NULL, closed_in_thread, NULL), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        /* Still stuck: still closed. And a source that is sound again does not open by itself. */
        assert_int_equal(mifu_random_restart(), MIFU_ERR_RANDOM_HEALTH);
        assert_closed();
        good_bytes = SIZE_MAX;
        assert_closed();
        assert_int_equal(mifu_random_restart(), MIFU_OK);
        assert_int_equal(mifu_random_state(), MIFU_OK);
        assert_int_equal(mifu_random_bytes(out, 32), MIFU_OK);
    }
}

/* ---- Processes and threads */

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

    assert_int_equal(mifu_random_bytes(first, sizeof first),
                     MIFU_OK); /* there is a state to copy now */
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

/* The child's generation is another one, the parent's stays: so the parent goes on as it was. */
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
        cmocka_unit_test_teardown(test_unbuffered_source, restore),
        cmocka_unit_test_teardown(test_seeding, restore),
        cmocka_unit_test_teardown(test_without_processor, restore),
        cmocka_unit_test_teardown(test_failure, restore),
        cmocka_unit_test_teardown(test_any_status_is_failure, restore),
        cmocka_unit_test(test_repetition_count),
        cmocka_unit_test(test_adaptive_proportion),
        cmocka_unit_test_teardown(test_failed_test_closes, restore),
        cmocka_unit_test(test_fork),
        cmocka_unit_test(test_double_fork),
        cmocka_unit_test(test_fork_generation),
        cmocka_unit_test(test_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
