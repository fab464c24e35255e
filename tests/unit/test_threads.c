/* SPDX-License-Identifier: Apache-2.0 */
/*
 * First use from several threads at once: each of them finds the features of the processor and the
 * back-ends. All must answer as one thread does, and under ThreadSanitizer this is where a race
 * in the library would show.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "mifu/cpu.h"
#include "mifu/mifu.h"
#include "support_cmocka.h"

enum { THREADS = 4, ROUNDS = 8, MESSAGE = 3000 };

/* What a thread computes: every algorithm that has back-ends, from one secret. */
typedef struct answers {
    mifu_status status;
    uint8_t sm3[MIFU_SM3_DIGEST_SIZE], sha256[MIFU_SHA256_DIGEST_SIZE];
    uint8_t gcm[MESSAGE], tag[MIFU_SM4_TAG_SIZE];
    uint8_t zuc[MESSAGE];
    uint8_t sm2[MIFU_SM2_PUBLIC_KEY_SIZE];
    uint8_t sm9[MIFU_SM9_G1_SIZE];
} answers;

static uint8_t message[MESSAGE];
static atomic_int waiting;

static void compute(answers *a)
{
    static const uint8_t secret[32] = {0, 1, 2, 3};
    mifu_sm4_key sm4;
    mifu_zuc zuc;
    mifu_sm2_private_key sm2;
    mifu_sm9_encrypt_master_key sm9;

    mifu_sm3_hash(a->sm3, message, sizeof message);
    mifu_sha256_hash(a->sha256, message, sizeof message);
    mifu_sm4_key_init(&sm4, secret);
    a->status = mifu_sm4_gcm_seal(a->gcm, a->tag, sizeof a->tag, &sm4, secret, 12, NULL, 0, message,
                                  sizeof message);
    mifu_zuc_init(&zuc, secret, secret);
    if (a->status == MIFU_OK)
        a->status = mifu_zuc_update(a->zuc, &zuc, message, sizeof message);
    if (a->status == MIFU_OK)
        a->status = mifu_sm2_private_key_from_bytes(&sm2, secret);
    if (a->status == MIFU_OK)
        a->status = mifu_sm9_encrypt_master_key_from_bytes(&sm9, secret);
    if (a->status != MIFU_OK)
        return;
    mifu_sm2_public_key_to_bytes(a->sm2, &sm2.public_key);
    mifu_sm9_encrypt_master_public_key_to_bytes(a->sm9, &sm9.public_key);
}

static void *run(void *argument)
{
    /* none starts before the last one is there */
    atomic_fetch_sub(&waiting, 1);
    while (atomic_load(&waiting) > 0)
        ;
    compute(argument);
    return NULL;
}

static void test_first_use(void **state)
{
    static answers all[THREADS], expected;

    (void)state;
    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * 7);
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t threads[THREADS];

        memset(all, 0, sizeof all);
        atomic_store(&waiting, THREADS);
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, run, &all[i]), 0);
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(pthread_join(threads[i], NULL), 0);
        if (round == 0)
            compute(&expected);
        assert_int_equal(expected.status, MIFU_OK);
        for (int i = 0; i < THREADS; i++)
            assert_memory_equal(&all[i], &expected, sizeof expected);
        /* chosen anew: the next round is a first use again, of other code every second time */
        assert_int_equal(mifu_cpu_restrict(round % 2 == 0 ? "none" : "all"), MIFU_OK);
    }
}

/* Another thread changes the choice meanwhile: the answers stay the same. */
static void *change(void *argument)
{
    (void)argument;
    for (int i = 0; i < 200; i++)
        if (mifu_cpu_restrict(i % 2 == 0 ? "none" : "all") != MIFU_OK)
            return argument;
    return NULL;
}

static void test_change_of_back_ends(void **state)
{
    static answers all[ROUNDS], expected;
    pthread_t thread;
    void *failed;

    (void)state;
    compute(&expected);
    assert_int_equal(pthread_create(&thread, NULL, change, message), 0);
    for (int i = 0; i < ROUNDS; i++)
        compute(&all[i]);
    assert_int_equal(pthread_join(thread, &failed), 0);
    assert_null(failed);
    for (int i = 0; i < ROUNDS; i++)
        assert_memory_equal(&all[i], &expected, sizeof expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_use),
        cmocka_unit_test(test_change_of_back_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
