/* SPDX-License-Identifier: Apache-2.0 */
/* The generators: limits, reseeding, prediction resistance, failing entropy, wiping. */
#include "support_cmocka.h"

#include "mifu/mifu.h"

static const mifu_drbg_mechanism mechanisms[] = {MIFU_DRBG_HASH_SM3, MIFU_DRBG_HMAC_SM3,
                                                 MIFU_DRBG_CTR_SM4};
static const mifu_drbg_form forms[] = {MIFU_DRBG_FORM_GM, MIFU_DRBG_FORM_NIST};

/* Entropy that counts: how often it was asked, and the bytes 0, 1, 2, ... */
typedef struct counting {
    unsigned calls, fail_at; /* the call that fails, from 1; 0: none */
    uint8_t next;
    size_t last_len;
} counting;

static mifu_status count(uint8_t *out, size_t len, void *context)
{
    counting *c = context;

    c->calls++;
    c->last_len = len;
    for (size_t i = 0; i < len; i++)
        out[i] = c->next++;
    return c->calls == c->fail_at ? MIFU_ERR_RANDOM : MIFU_OK;
}

static mifu_drbg_options counted(counting *c)
{
    mifu_drbg_options options = {0};

    memset(c, 0, sizeof *c);
    options.entropy = count;
    options.entropy_context = c;
    return options;
}

static void assert_zero(const void *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        assert_int_equal(((const uint8_t *)p)[i], 0);
}

#define FOR_EACH(m, f)                                                                             \
    for (size_t m = 0; m < 3; m++)                                                                 \
        for (size_t f = 0; f < 2; f++)

static void test_same_entropy_same_bytes(void **state)
{
    (void)state;
    FOR_EACH(m, f)
    {
        counting c;
        mifu_drbg_options options = counted(&c);
        mifu_drbg one, two, other;
        uint8_t a[16], b[16], d[16];

        assert_int_equal(mifu_drbg_instantiate(&one, mechanisms[m], forms[f], &options, NULL, 0),
                         MIFU_OK);
        assert_int_equal(c.calls, 2);
        assert_int_equal(c.last_len, 24);
        c.next = 0;
        assert_int_equal(mifu_drbg_instantiate(&two, mechanisms[m], forms[f], &options, NULL, 0),
                         MIFU_OK);
        c.next = 0;
        assert_int_equal(mifu_drbg_instantiate(&other, mechanisms[m], forms[f], &options,
                                               (const uint8_t *)"me", 2),
                         MIFU_OK);
        for (unsigned i = 0; i < 20; i++) {
            assert_int_equal(mifu_drbg_generate(a, 16, &one, NULL, 0), MIFU_OK);
            assert_int_equal(mifu_drbg_generate(b, 16, &two, NULL, 0), MIFU_OK);
            assert_int_equal(mifu_drbg_generate(d, 16, &other, NULL, 0), MIFU_OK);
            assert_memory_equal(a, b, 16);
            assert_memory_not_equal(a, d, 16);
        }
        /* Additional input makes a difference in this call and in those after it. */
        assert_int_equal(mifu_drbg_generate(a, 16, &one, (const uint8_t *)"x", 1), MIFU_OK);
        assert_int_equal(mifu_drbg_generate(b, 16, &two, NULL, 0), MIFU_OK);
        assert_memory_not_equal(a, b, 16);
        assert_int_equal(mifu_drbg_generate(a, 16, &one, NULL, 0), MIFU_OK);
        assert_int_equal(mifu_drbg_generate(b, 16, &two, NULL, 0), MIFU_OK);
        assert_memory_not_equal(a, b, 16);
        mifu_drbg_uninstantiate(&one);
        assert_zero(&one, sizeof one);
    }
}

/* Shorter requests give the beginning of longer ones; a request of nothing still moves the state.
 */
static void test_lengths(void **state)
{
    static uint8_t whole[MIFU_DRBG_REQUEST_MAX], part[MIFU_DRBG_REQUEST_MAX];

    (void)state;
    FOR_EACH(m, f)
    {
        size_t most = 0;

        for (size_t len = 0; len <= 100; len++) {
            counting c;
            mifu_drbg_options options = counted(&c);
            mifu_drbg drbg;

            assert_int_equal(
                mifu_drbg_instantiate(&drbg, mechanisms[m], forms[f], &options, NULL, 0), MIFU_OK);
            if (len == 0) {
                most = mifu_drbg_request_max(&drbg);
                assert_int_equal(most, forms[f] == MIFU_DRBG_FORM_NIST      ? 65536
                                       : mechanisms[m] == MIFU_DRBG_CTR_SM4 ? 16
                                                                            : 32);
                memset(part, 0xa5, 8);
                assert_int_equal(mifu_drbg_generate(part, most + 1, &drbg, NULL, 0),
                                 MIFU_ERR_LIMIT);
                assert_int_equal(part[0], 0xa5);
                assert_int_equal(mifu_drbg_generate(whole, most, &drbg, NULL, 0), MIFU_OK);
            } else {
                assert_int_equal(mifu_drbg_generate(part, len, &drbg, NULL, 0),
                                 len <= most ? MIFU_OK : MIFU_ERR_LIMIT);
                if (len <= most)
                    assert_memory_equal(part, whole, len);
            }
            assert_int_equal(mifu_drbg_generate(NULL, 0, &drbg, NULL, 0), MIFU_OK);
        }
    }
}

static void test_reseed_interval(void **state)
{
    (void)state;
    FOR_EACH(m, f)
    {
        counting c;
        mifu_drbg_options options = counted(&c);
        mifu_drbg drbg;
        uint8_t out[16];

        options.reseed_interval = 5;
        assert_int_equal(mifu_drbg_instantiate(&drbg, mechanisms[m], forms[f], &options, NULL, 0),
                         MIFU_OK);
        for (unsigned i = 0; i < 23; i++) {
            assert_int_equal(mifu_drbg_generate(out, 16, &drbg, NULL, 0), MIFU_OK);
            assert_int_equal(c.calls, 2 + i / 5);
        }
        assert_int_equal(mifu_drbg_reseed(&drbg, NULL, 0), MIFU_OK);
        assert_int_equal(c.calls, 2 + 22 / 5 + 1);
        assert_int_equal(c.last_len, 48);
        options.reseed_interval = (UINT64_C(1) << 48) + 1;
        assert_int_equal(mifu_drbg_instantiate(&drbg, mechanisms[m], forms[f], &options, NULL, 0),
                         MIFU_ERR_LIMIT);
        assert_zero(&drbg, sizeof drbg);
        options.reseed_interval = (UINT64_C(1) << 10) + 1;
        assert_int_equal(mifu_drbg_instantiate(&drbg, mechanisms[m], forms[f], &options, NULL, 0),
                         forms[f] == MIFU_DRBG_FORM_GM ? MIFU_ERR_LIMIT : MIFU_OK);
    }
}

/* A call with prediction resistance is a reseed with the additional input and a call without it. */
static void test_prediction_resistance(void **state)
{
    (void)state;
    FOR_EACH(m, f)
    {
        counting c, d;
        mifu_drbg_options options = counted(&c), plain = counted(&d);
        mifu_drbg resistant, other;
        uint8_t a[16], b[16];

        options.prediction_resistance = 1;
        assert_int_equal(
            mifu_drbg_instantiate(&resistant, mechanisms[m], forms[f], &options, NULL, 0), MIFU_OK);
        assert_int_equal(mifu_drbg_instantiate(&other, mechanisms[m], forms[f], &plain, NULL, 0),
                         MIFU_OK);
        for (unsigned i = 0; i < 4; i++) {
            assert_int_equal(mifu_drbg_generate(a, 16, &resistant, (const uint8_t *)"abc", i),
                             MIFU_OK);
            assert_int_equal(c.calls, 3 + i);
            assert_int_equal(mifu_drbg_reseed(&other, (const uint8_t *)"abc", i), MIFU_OK);
            assert_int_equal(mifu_drbg_generate(b, 16, &other, NULL, 0), MIFU_OK);
            assert_memory_equal(a, b, 16);
        }
    }
}

static void test_failing_entropy(void **state)
{
    (void)state;
    FOR_EACH(m, f)
    {
        counting c;
        mifu_drbg_options options = counted(&c);
        mifu_drbg drbg, before;
        uint8_t out[16];

        for (unsigned at = 1; at <= 2; at++) {
            c.calls = 0;
            c.fail_at = at;
            memset(&drbg, 0xa5, sizeof drbg);
            assert_int_equal(
                mifu_drbg_instantiate(&drbg, mechanisms[m], forms[f], &options, NULL, 0),
                MIFU_ERR_RANDOM);
            assert_zero(&drbg, sizeof drbg);
            assert_int_equal(mifu_drbg_generate(out, 16, &drbg, NULL, 0), MIFU_ERR_ARGUMENT_STATE);
            assert_int_equal(mifu_drbg_reseed(&drbg, NULL, 0), MIFU_ERR_ARGUMENT_STATE);
            assert_int_equal(mifu_drbg_request_max(&drbg), 0);
        }
        c.calls = 0;
        c.fail_at = 3;
        options.reseed_interval = 1;
        assert_int_equal(mifu_drbg_instantiate(&drbg, mechanisms[m], forms[f], &options, NULL, 0),
                         MIFU_OK);
        assert_int_equal(mifu_drbg_generate(out, 16, &drbg, NULL, 0), MIFU_OK);
        before = drbg;
        memset(out, 0xa5, sizeof out);
        assert_int_equal(mifu_drbg_generate(out, 16, &drbg, NULL, 0), MIFU_ERR_RANDOM);
        assert_zero(out, sizeof out);
        assert_memory_equal(&before, &drbg, sizeof drbg);
        /* Closed until there is entropy again. */
        assert_int_equal(mifu_drbg_generate(out, 16, &drbg, NULL, 0), MIFU_OK);
    }
}

static void test_refusals(void **state)
{
    static uint8_t long_input[MIFU_DRBG_INPUT_MAX + 1];
    static const size_t no_entropy[] = {1, 31, 257}, no_nonce[] = {1, 15, 257};
    counting c;
    mifu_drbg_options options = counted(&c);
    mifu_drbg drbg;
    uint8_t out[16];

    (void)state;
    assert_int_equal(
        mifu_drbg_instantiate(&drbg, (mifu_drbg_mechanism)4, MIFU_DRBG_FORM_GM, NULL, NULL, 0),
        MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(
        mifu_drbg_instantiate(&drbg, MIFU_DRBG_CTR_SM4, (mifu_drbg_form)3, NULL, NULL, 0),
        MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(
        mifu_drbg_instantiate(NULL, MIFU_DRBG_CTR_SM4, MIFU_DRBG_FORM_GM, NULL, NULL, 0),
        MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(
        mifu_drbg_instantiate(&drbg, MIFU_DRBG_CTR_SM4, MIFU_DRBG_FORM_GM, NULL, NULL, 1),
        MIFU_ERR_ARGUMENT_NULL);
    for (size_t i = 0; i < 3; i++) {
        options.entropy_len = no_entropy[i];
        options.nonce_len = 0;
        assert_int_equal(
            mifu_drbg_instantiate(&drbg, MIFU_DRBG_CTR_SM4, MIFU_DRBG_FORM_GM, &options, NULL, 0),
            MIFU_ERR_ARGUMENT_LENGTH);
        options.entropy_len = 0;
        options.nonce_len = no_nonce[i];
        assert_int_equal(
            mifu_drbg_instantiate(&drbg, MIFU_DRBG_CTR_SM4, MIFU_DRBG_FORM_GM, &options, NULL, 0),
            MIFU_ERR_ARGUMENT_LENGTH);
    }
    for (size_t m = 0; m < 3; m++) {
        assert_int_equal(mifu_drbg_instantiate(&drbg, mechanisms[m], MIFU_DRBG_FORM_GM, NULL,
                                               long_input, sizeof long_input),
                         MIFU_ERR_LIMIT);
        assert_int_equal(mifu_drbg_instantiate(&drbg, mechanisms[m], MIFU_DRBG_FORM_GM, NULL,
                                               long_input, sizeof long_input - 1),
                         MIFU_OK);
        assert_int_equal(mifu_drbg_generate(out, 16, &drbg, long_input, sizeof long_input),
                         MIFU_ERR_LIMIT);
        assert_int_equal(mifu_drbg_reseed(&drbg, long_input, sizeof long_input), MIFU_ERR_LIMIT);
        assert_int_equal(mifu_drbg_generate(out, 16, &drbg, NULL, 1), MIFU_ERR_ARGUMENT_NULL);
        assert_int_equal(mifu_drbg_generate(NULL, 16, &drbg, NULL, 0), MIFU_ERR_ARGUMENT_NULL);
        assert_int_equal(mifu_drbg_generate(out, 16, &drbg, long_input, sizeof long_input - 1),
                         MIFU_OK);
    }
}

/* With the system's entropy two generators differ. */
static void test_system_entropy(void **state)
{
    (void)state;
    FOR_EACH(m, f)
    {
        mifu_drbg one, two;
        uint8_t a[16], b[16];

        assert_int_equal(mifu_drbg_instantiate(&one, mechanisms[m], forms[f], NULL, NULL, 0),
                         MIFU_OK);
        assert_int_equal(mifu_drbg_instantiate(&two, mechanisms[m], forms[f], NULL, NULL, 0),
                         MIFU_OK);
        assert_int_equal(mifu_drbg_generate(a, 16, &one, NULL, 0), MIFU_OK);
        assert_int_equal(mifu_drbg_generate(b, 16, &two, NULL, 0), MIFU_OK);
        assert_memory_not_equal(a, b, 16);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_entropy_same_bytes),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_reseed_interval),
        cmocka_unit_test(test_prediction_resistance),
        cmocka_unit_test(test_failing_entropy),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_system_entropy),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
