/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies of a generator's state, as when a virtual machine is restored twice from one image: no two
 * give the same bytes, in one process or in several, with random words of the processor or without.
 * And at the end of a thread its generator is wiped.
 *
 * The generator's source is part of this program, so that the test sees its state; the release has
 * no door to it.
 */
#include "random.c"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mifu/cpu.h"
#include "mifu/sm2.h"
#include "support_cmocka.h"

#define PROCESSES 4
#define REQUESTS  100

static const size_t lengths[] = {16, 32, 33, 100};

static int restore(void **state)
{
    (void)state;
    mifu_rng_set_source(NULL, 0);
    return mifu_cpu_restrict("all") != MIFU_OK;
}

static void assert_all_differ(uint8_t (*bytes)[16], size_t count)
{
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < a; b++)
            if (memcmp(bytes[a], bytes[b], 16) == 0)
                fail_msg("requests %zu and %zu were answered with the same bytes", a, b);
}

/* What the test relies on: a copied state is one. With the same fresh bytes it gives the same. */
static void test_copy_is_a_copy(void **state)
{
    static const uint8_t fresh[FRESH_SIZE] = {1};
    uint8_t first[32], second[32];

    (void)state;
    assert_int_equal(mifu_random_bytes(first, 32), MIFU_OK);
    if (mine.generation == 0)
        skip(); /* this kernel lets nobody keep a state */
    for (int large = 0; large < 2; large++) {
        const __typeof__(mine) copy = mine;

        for (int i = 0; i < 2; i++) {
            mine = copy;
            assert_int_equal(large ? large_request(i == 0 ? first : second, 32, fresh)
                                   : small_request(i == 0 ? first : second, 32, 1, fresh),
                             MIFU_OK);
        }
        assert_memory_equal(first, second, 32);
    }
}

/* What comes unhashed is given once, is nowhere in the generator afterwards, and parts copies by
 * its fresh bytes. */
static void test_unhashed(void **state)
{
    uint8_t out[2][MIFU_RANDOM_UNHASHED_SIZE];

    (void)state;
    assert_int_equal(mifu_random_bytes(out[0], 32), MIFU_OK);
    if (mine.generation == 0)
        skip();
    for (int i = 0; i < 3 * BUFFER_SIZE / PIECE; i++) {
        const __typeof__(mine) copy = mine;

        assert_int_equal(mifu_random_unhashed(out[0]), MIFU_OK);
        assert_null(memmem(mine.bytes, sizeof mine.bytes, out[0], PIECE));
        assert_int_equal(mifu_random_unhashed(out[1]), MIFU_OK);
        assert_memory_not_equal(out[0], out[1], PIECE);
        assert_memory_not_equal(out[0] + PIECE, out[1] + PIECE, FRESH_SIZE);
        mine = copy;
        assert_int_equal(mifu_random_unhashed(out[1]), MIFU_OK);
        if (copy.left != 0)
            assert_memory_equal(out[0], out[1], PIECE);
        assert_memory_not_equal(out[0] + PIECE, out[1] + PIECE, FRESH_SIZE);
    }
}

static void check_in_process(const char *features)
{
    static uint8_t bytes[PROCESSES * REQUESTS][16];
    uint8_t out[100];

    assert_int_equal(mifu_cpu_restrict(features), MIFU_OK);
    for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
        size_t count = 0;

        mifu_random_wipe_thread();
        assert_int_equal(mifu_random_bytes(out, 32), MIFU_OK);
        const __typeof__(mine) copy = mine;

        for (int process = 0; process < PROCESSES; process++) {
            mine = copy;
            for (int i = 0; i < REQUESTS; i++) {
                assert_int_equal(mifu_random_bytes(out, lengths[l]), MIFU_OK);
                memcpy(bytes[count++], out, 16);
            }
        }
        assert_all_differ(bytes, count);
    }
}

static void test_copies_in_a_process(void **state)
{
    (void)state;
    check_in_process("all");
    check_in_process("none");
}

/* Children that do not notice that they are children, all at the same point. */
static void check_processes(const char *features)
{
    static const size_t size = sizeof(uint8_t[PROCESSES][REQUESTS][16]);
    uint8_t(*bytes)[16] =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uint8_t out[32];

    assert_true(bytes != MAP_FAILED);
    assert_int_equal(mifu_cpu_restrict(features), MIFU_OK);
    assert_int_equal(mifu_random_bytes(out, 32), MIFU_OK);
    for (int process = 0; process < PROCESSES; process++) {
        pid_t child = fork();

        if (child == 0) {
            int bad = 0;

            mine.generation = mifu_rng_fork_generation();
            for (int i = 0; i < REQUESTS; i++)
                bad |= mifu_random_bytes(bytes[process * REQUESTS + i], 16) != MIFU_OK;
            _exit(bad);
        }
        assert_true(child > 0);
    }
    for (int process = 0; process < PROCESSES; process++) {
        int status;

        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    assert_all_differ(bytes, PROCESSES * REQUESTS);
    assert_int_equal(munmap(bytes, size), 0);
}

static void test_copies_in_processes(void **state)
{
    (void)state;
    check_processes("all");
    check_processes("none");
}

/* The library's own nonces: one message, one key, one state, and no signature twice. */
static void test_nonces_of_copies(void **state)
{
    static uint8_t sigs[2 * REQUESTS][16];
    static const uint8_t e[32] = {7};
    mifu_sm2_private_key key;
    uint8_t sig[MIFU_SM2_SIGNATURE_SIZE];

    (void)state;
    assert_int_equal(mifu_sm2_keygen(&key), MIFU_OK);
    const __typeof__(mine) copy = mine;

    for (int i = 0; i < 2 * REQUESTS; i++) {
        if (i == REQUESTS)
            mine = copy;
        assert_int_equal(mifu_sm2_sign_digest(sig, &key, e), MIFU_OK);
        memcpy(sigs[i], sig, 16); /* r is e + x of [k]G: it repeats when k does */
    }
    assert_all_differ(sigs, 2 * REQUESTS);
}

/* ---- The end of a thread */

static pthread_key_t later;
static int rounds, wiped;

/* Again in the second round of destructors: by then that of the library has run. */
static void look(void *object)
{
    if (rounds++ == 0) {
        pthread_setspecific(later, object);
        return;
    }
    wiped = mine.generation == 0 && mine.left == 0 && !mine.registered;
    for (size_t i = 0; i < sizeof mine.bytes; i++)
        wiped &= mine.bytes[i] == 0;
    for (size_t i = 0; i < sizeof mine.drbg; i++)
        wiped &= ((const uint8_t *)&mine.drbg)[i] == 0;
}

static void *use_and_end(void *argument)
{
    uint8_t out[16];

    if (mifu_random_bytes(out, sizeof out) != MIFU_OK || !mine.registered ||
        pthread_setspecific(later, argument) != 0)
        return NULL;
    return mifu_rng_fork_generation() == 0 || mine.drbg.mechanism != 0 ? argument : NULL;
}

static void test_end_of_thread(void **state)
{
    pthread_t thread;
    void *good = NULL;

    (void)state;
    assert_int_equal(pthread_key_create(&later, look), 0);
    assert_int_equal(pthread_create(&thread, NULL, use_and_end, &later), 0);
    assert_int_equal(pthread_join(thread, &good), 0);
    assert_ptr_equal(good, &later);
    assert_int_equal(rounds, 2);
    assert_int_equal(wiped, 1);
    assert_int_equal(pthread_key_delete(later), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_copy_is_a_copy, restore),
        cmocka_unit_test_teardown(test_unhashed, restore),
        cmocka_unit_test_teardown(test_copies_in_a_process, restore),
        cmocka_unit_test_teardown(test_copies_in_processes, restore),
        cmocka_unit_test_teardown(test_nonces_of_copies, restore),
        cmocka_unit_test(test_end_of_thread),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
