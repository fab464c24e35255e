/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The self-tests, by faults: a back-end of each algorithm is replaced by one that errs in one
 * function, as a damaged processor or library would. The self-test must notice, and must close the
 * library: then nothing works but status. Closing has no way back, so each fault has a process.
 */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ghash_kernels.h"
#include "mifu/mifu.h"
#include "rng_source.h"
#include "sha256_kernels.h"
#include "sm2_kernels.h"
#include "sm2_many_kernels.h"
#include "sm3_kernels.h"
#include "sm4_kernels.h"
#include "sm9_kernels.h"
#include "support_cmocka.h"
#include "zuc_kernels.h"

/* ---- Faults: the true function, and then a bit that is not as it should be */

#define FAULT(algorithm, member, parameters, arguments, spoil)                                     \
    static mifu_##algorithm##_kernels true_##algorithm, false_##algorithm;                         \
    static void spoilt_##algorithm parameters                                                      \
    {                                                                                              \
        true_##algorithm.member arguments;                                                         \
        spoil;                                                                                     \
    }                                                                                              \
    static void break_##algorithm(void)                                                            \
    {                                                                                              \
        static mifu_backend row;                                                                   \
                                                                                                   \
        row = *mifu_dispatch_row(&mifu_##algorithm##_dispatch);                                    \
        memcpy(&true_##algorithm, row.kernels, sizeof true_##algorithm);                           \
        false_##algorithm = true_##algorithm;                                                      \
        false_##algorithm.member = spoilt_##algorithm;                                             \
        row.kernels = &false_##algorithm;                                                          \
        atomic_store(&mifu_##algorithm##_dispatch.chosen, &row);                                   \
    }

FAULT(sm3, compress, (uint32_t state[8], const uint8_t *blocks, size_t count),
      (state, blocks, count), state[0] ^= 1)
FAULT(sha256, compress, (uint32_t state[8], const uint8_t *blocks, size_t count),
      (state, blocks, count), state[7] ^= 0x80000000)
FAULT(sm4, encrypt, (const mifu_sm4_key *key, uint8_t *out, const uint8_t *in, size_t blocks),
      (key, out, in, blocks), out[0] ^= blocks > 0)
FAULT(ghash, update,
      (const uint64_t key[MIFU_GHASH_KEY_WORDS], uint8_t hash[16], const uint8_t *data,
       size_t blocks),
      (key, hash, data, blocks), hash[15] ^= 1)
FAULT(zuc, crypt, (uint8_t * out, mifu_zuc_state *state, const uint8_t *in, size_t count),
      (out, state, in, count), out[0] ^= count > 0)
FAULT(sm2, base_multiply_x, (mifu_u256 * x, const mifu_u256 *k), (x, k), x->v[0] ^= 1)
FAULT(sm2_many, base_multiply, (mifu_affine * r, const mifu_u256 *k, size_t count, void *scratch),
      (r, k, count, scratch), r[0].x.v[0] ^= count > 0)
FAULT(sm9, pairing, (mifu_sm9_fp12 * r, const mifu_sm9_g1 *p, const mifu_sm9_g2 *q), (r, p, q),
      ((uint8_t *)r)[0] ^= 1)

static const struct {
    const char *algorithm;
    void (*apply)(void);
} faults[] = {
    {"sm3", break_sm3}, {"sha256", break_sha256}, {"sm4", break_sm4}, {"ghash", break_ghash},
    {"zuc", break_zuc}, {"sm2", break_sm2},       {"sm9", break_sm9}, {"sm2_many", break_sm2_many},
};

/* Runs in a child; 0 is good. What fails there says so on standard error. */
static void in_child(int (*run)(size_t), size_t argument)
{
    pid_t child = fork();
    int status;

    if (child == 0)
        _exit(run(argument));
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

#define WANT(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)
#define REFUSED(call) WANT((call) == MIFU_ERR_SELFTEST)

static int is_zero(const void *p, size_t len)
{
    uint8_t any = 0;

    for (size_t i = 0; i < len; i++)
        any |= ((const uint8_t *)p)[i];
    return any == 0;
}

/* ---- Without a fault */

typedef struct counted {
    int tests, bad, on_backends, integrity;
} counted;

static void count(const mifu_selftest_result *result, void *context)
{
    counted *c = context;

    c->tests++;
    c->bad += result->status != MIFU_OK && strcmp(result->name, "integrity") != 0;
    c->on_backends += result->backend != NULL;
    c->integrity += strcmp(result->name, "integrity") == 0;
    assert_true((result->algorithm == NULL) == (result->backend == NULL));
    if (result->backend != NULL)
        assert_string_equal(mifu_backend_active(result->algorithm), result->backend);
}

static void test_all_is_well(void **state)
{
    const char *before[16];
    counted c = {0};
    int in_use;

    (void)state;
    for (unsigned i = 0; mifu_backend_algorithm(i) != NULL; i++)
        before[i] = mifu_backend_active(mifu_backend_algorithm(i));
    assert_int_equal(mifu_selftest(MIFU_SELFTEST_IN_USE, count, &c), MIFU_OK);
    in_use = c.tests;
    assert_true(in_use >= 20 && c.bad == 0 && c.on_backends == 0 && c.integrity == 0);
    assert_int_equal(mifu_selftest(MIFU_SELFTEST_ALL_BACKENDS | MIFU_SELFTEST_INTEGRITY, count, &c),
                     MIFU_OK);
    assert_true(c.bad == 0 && c.integrity == 1 && c.on_backends >= in_use);
    assert_int_equal(mifu_selftest(MIFU_SELFTEST_IN_USE, NULL, NULL), MIFU_OK);
    memset(&c, 0, sizeof c);
    assert_int_equal(mifu_selftest(MIFU_SELFTEST_BRIEF, count, &c), MIFU_OK);
    assert_true(c.tests >= 15 && c.tests < in_use && c.bad == 0);
    assert_int_equal(mifu_selftest(8, NULL, NULL), MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_selftest_state(), MIFU_OK);
    for (unsigned i = 0; mifu_backend_algorithm(i) != NULL; i++)
        assert_string_equal(mifu_backend_active(mifu_backend_algorithm(i)), before[i]);
    /* This program is linked with the static library, and nothing sealed it. */
    assert_int_equal(mifu_selftest_integrity(), MIFU_ERR_UNSUPPORTED);
    assert_int_equal(mifu_selftest_state(), MIFU_OK);
}

/* A back-end that is chosen stays chosen: the tests come back to it. */
static void test_choice_is_kept(void **state)
{
    (void)state;
    assert_int_equal(mifu_backend_select("sm3", "portable"), MIFU_OK);
    assert_int_equal(mifu_selftest(MIFU_SELFTEST_ALL_BACKENDS, NULL, NULL), MIFU_OK);
    assert_string_equal(mifu_backend_active("sm3"), "portable");
    assert_int_equal(mifu_backend_select("sm3", NULL), MIFU_OK);
}

/* ---- Closed */

static mifu_sm2_private_key sm2_key;
static mifu_sm9_sign_master_key sm9_master;
static mifu_sm4_key sm4_key;
static mifu_hmac_key hmac_key;
static mifu_drbg drbg;
static uint8_t bytes[4096];

/* One function of each kind and family, on objects made before; tests/api/api_closed.py has all. */
static int nothing_works(void)
{
    uint8_t out[256];
    const uint8_t *messages[2] = {bytes, bytes};
    const mifu_sm2_private_key *keys[2] = {&sm2_key, &sm2_key};
    const size_t lens[2] = {3, 4};
    mifu_status statuses[2] = {MIFU_OK, MIFU_OK};
    mifu_sm2_private_key key;
    mifu_sm4_ctr ctr;
    mifu_sm3 sm3;
    size_t len;

    WANT(mifu_selftest_state() == MIFU_ERR_SELFTEST);
    REFUSED(mifu_selftest(MIFU_SELFTEST_IN_USE, NULL, NULL));
    REFUSED(mifu_selftest_integrity());
    REFUSED(mifu_random_bytes(out, 16));
    REFUSED(mifu_random_restart());
    REFUSED(mifu_drbg_generate(out, 16, &drbg, NULL, 0));
    REFUSED(mifu_drbg_instantiate(&drbg, MIFU_DRBG_HASH_SM3, MIFU_DRBG_FORM_GM, NULL, NULL, 0));
    REFUSED(mifu_sm2_keygen(&key));
    REFUSED(mifu_sm2_sign(out, &sm2_key, MIFU_SM2_DEFAULT_ID, bytes, 10));
    REFUSED(mifu_sm2_verify(&sm2_key.public_key, MIFU_SM2_DEFAULT_ID, bytes, 10, bytes));
    REFUSED(mifu_sm2_encrypt(out, sizeof out, &len, &sm2_key.public_key, MIFU_SM2_DER, bytes, 5));
    REFUSED(mifu_sm2_private_key_from_bytes(&key, bytes));
    REFUSED(mifu_sm2_sign_digest_many(out, statuses, keys, bytes, 2, NULL, 0));
    WANT(statuses[0] == MIFU_ERR_SELFTEST && statuses[1] == MIFU_ERR_SELFTEST);
    REFUSED(mifu_sm9_sign_master_keygen(&sm9_master));
    REFUSED(mifu_hash_digest(out, MIFU_HASH_SM3, bytes, 3));
    REFUSED(mifu_hmac_key_init(&hmac_key, MIFU_HASH_SM3, bytes, 16));
    REFUSED(mifu_kdf_sm3(out, 16, bytes, 16));
    REFUSED(mifu_sm4_ctr_crypt(out, &sm4_key, bytes, bytes, 64));
    REFUSED(mifu_sm4_ctr_init(&ctr, &sm4_key, bytes));
    REFUSED(mifu_sm4_gcm_seal(out, out + 64, 16, &sm4_key, bytes, 12, NULL, 0, bytes, 64));
    REFUSED(mifu_zuc_encrypt(out, bytes, bytes, bytes, 20));
    REFUSED(mifu_zuc_eia3(out, bytes, 0, 0, 0, bytes, 10));

    memset(out, 0xa5, sizeof out);
    mifu_sm3_hash(out, bytes, 3);
    mifu_sm3_init(&sm3);
    mifu_sm3_update(&sm3, bytes, 100);
    mifu_sm3_final(out + 32, &sm3);
    mifu_sm3_hash_many((uint8_t(*)[32])(out + 64), messages, lens, 2);
    WANT(is_zero(out, 128) && out[128] == 0xa5);
    memset(out, 0xa5, sizeof out);
    mifu_sha256_hash(out, bytes, 3);
    mifu_hmac_mac(out + 32, &hmac_key, bytes, 3);
    mifu_sm4_encrypt_block(out + 64, &sm4_key, bytes);
    mifu_sm4_decrypt_block(out + 80, &sm4_key, bytes);
    mifu_sm2_ecdh(out + 96, &sm2_key, &sm2_key.public_key);
    mifu_sm2_private_key_to_bytes(out + 128, &sm2_key);
    WANT(is_zero(out, 160) && out[160] == 0xa5);

    /* What tells and what cleans up goes on. */
    WANT(strcmp(mifu_status_name(MIFU_ERR_SELFTEST), "MIFU_ERR_SELFTEST") == 0);
    WANT(mifu_backend_active("sm3") != NULL && mifu_version() != NULL);
    mifu_sm2_private_key_wipe(&sm2_key);
    mifu_sm4_key_wipe(&sm4_key);
    mifu_drbg_uninstantiate(&drbg);
    mifu_random_wipe_thread();
    WANT(is_zero(&sm2_key, sizeof sm2_key) && is_zero(&sm4_key, sizeof sm4_key));
    return 0;
}

static int prepare(void)
{
    memset(bytes, 0x11, sizeof bytes);
    mifu_sm4_key_init(&sm4_key, bytes);
    WANT(mifu_sm2_keygen(&sm2_key) == MIFU_OK);
    WANT(mifu_sm9_sign_master_keygen(&sm9_master) == MIFU_OK);
    WANT(mifu_hmac_key_init(&hmac_key, MIFU_HASH_SM3, bytes, 16) == MIFU_OK);
    WANT(mifu_drbg_instantiate(&drbg, MIFU_DRBG_HASH_SM3, MIFU_DRBG_FORM_GM, NULL, NULL, 0) ==
         MIFU_OK);
    return 0;
}

static int fault_is_found(size_t i)
{
    if (prepare() != 0)
        return 1;
    faults[i].apply();
    REFUSED(mifu_selftest(MIFU_SELFTEST_IN_USE, NULL, NULL));
    return nothing_works();
}

static void test_faults(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        in_child(fault_is_found, i);
}

/* Every algorithm that has back-ends has a fault here. */
static void test_faults_are_complete(void **state)
{
    const char *algorithm;

    (void)state;
    for (unsigned i = 0; (algorithm = mifu_backend_algorithm(i)) != NULL; i++) {
        int found = 0;

        for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++)
            found |= strcmp(faults[k].algorithm, algorithm) == 0;
        assert_true(found);
    }
}

/* ---- New keys */

static int key_fault_is_found(size_t which)
{
    mifu_sm2_private_key keys[3];
    mifu_sm9_sign_master_key sign_key;
    mifu_sm9_encrypt_master_key encrypt_key;
    mifu_status statuses[3];

    mifu_selftest_pairwise(which < 4);
    switch (which % 4) {
    case 0:
        break_sm2();
        WANT(mifu_sm2_keygen(&keys[0]) == (which == 0 ? MIFU_ERR_SELFTEST : MIFU_OK));
        WANT(is_zero(&keys[0], sizeof keys[0]) == (which == 0));
        break;
    case 1: /* the first of a batch only; the library closes and takes the others with it */
        break_sm2_many();
        WANT(mifu_sm2_keygen_many(keys, statuses, 3, NULL, 0) ==
             (which == 1 ? MIFU_ERR_SELFTEST : MIFU_OK));
        WANT(is_zero(keys, sizeof keys) == (which == 1));
        break;
    case 2:
        break_sm9();
        WANT(mifu_sm9_sign_master_keygen(&sign_key) == (which == 2 ? MIFU_ERR_SELFTEST : MIFU_OK));
        WANT(is_zero(&sign_key, sizeof sign_key) == (which == 2));
        break;
    default:
        break_sm9();
        WANT(mifu_sm9_encrypt_master_keygen(&encrypt_key) ==
             (which == 3 ? MIFU_ERR_SELFTEST : MIFU_OK));
        WANT(is_zero(&encrypt_key, sizeof encrypt_key) == (which == 3));
        break;
    }
    WANT(mifu_selftest_state() == (which < 4 ? MIFU_ERR_SELFTEST : MIFU_OK));
    return 0;
}

static void test_pairwise(void **state)
{
    mifu_sm2_private_key keys[3];
    mifu_sm9_sign_master_key sign_key;
    mifu_sm9_encrypt_master_key encrypt_key;
    mifu_status statuses[3];

    (void)state;
    for (size_t which = 0; which < 8; which++)
        in_child(key_fault_is_found, which);
    mifu_selftest_pairwise(1);
    assert_int_equal(mifu_sm2_keygen(&keys[0]), MIFU_OK);
    assert_int_equal(mifu_sm2_keygen_many(keys, statuses, 3, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_sm9_sign_master_keygen(&sign_key), MIFU_OK);
    assert_int_equal(mifu_sm9_encrypt_master_keygen(&encrypt_key), MIFU_OK);
    mifu_selftest_pairwise(0);
    assert_int_equal(mifu_selftest_state(), MIFU_OK);
}

static int draws;

static mifu_status fails_after_one(uint8_t *out, size_t len)
{
    memset(out, 0x21, len);
    return draws++ == 0 ? MIFU_OK : MIFU_ERR_RANDOM;
}

/* Without randomness for the test there is no verdict, and no key. */
static void test_pairwise_without_randomness(void **state)
{
    mifu_sm2_private_key key;

    (void)state;
    mifu_selftest_pairwise(1);
    draws = 0;
    mifu_rng_set_source(fails_after_one, 0);
    assert_int_equal(mifu_sm2_keygen(&key), MIFU_ERR_RANDOM);
    assert_true(is_zero(&key, sizeof key));
    mifu_rng_set_source(NULL, 0);
    mifu_selftest_pairwise(0);
    assert_int_equal(mifu_selftest_state(), MIFU_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_is_well), cmocka_unit_test(test_choice_is_kept),
        cmocka_unit_test(test_faults),      cmocka_unit_test(test_faults_are_complete),
        cmocka_unit_test(test_pairwise),    cmocka_unit_test(test_pairwise_without_randomness),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
