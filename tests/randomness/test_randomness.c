/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The randomness tests on the examples of GM/T 0005-2021 annex C that are short: 128 bits, and the
 * first 100 bits of pi; printed with six digits. tests/cli/cli_test_randomness.py has the examples
 * on a million bits of e, and the comparison with the twin.
 */
#include "randomness.h"

#include <math.h>

#include "support_cmocka.h"

#define SMALL 128
#define PI    100

static uint8_t small[SMALL], pi[PI];

static void load(uint8_t *bits, const char *text)
{
    for (size_t i = 0; text[i] != '\0'; i++)
        bits[i] = text[i] == '1';
}

static int set_up(void **state)
{
    (void)state;
    load(small, "11001100000101010110110001001100111000000000001001001101010100010001001111010110"
                "100000001101011111001100111001101101100010110010");
    load(pi, "11001001000011111101101010100010001000010110100011000010001101001100010011000110"
             "01100010100010111000");
    return 0;
}

static void same(double got, double printed)
{
    if (fabs(got - printed) > 5.0001e-7)
        fail_msg("%.9f is not %.6f", got, printed);
}

static void check(randomness_value value, double p, double q)
{
    same(value.p, p);
    same(value.q, q);
}

static void test_examples(void **state)
{
    randomness_value two[2], value;

    (void)state;
    check(randomness_frequency(small, SMALL), 0.215925, 0.892038);
    check(randomness_block_frequency(pi, PI, 10), 0.706438, 0.706438);
    check(randomness_poker(small, SMALL, 4), 0.213734, 0.213734);
    randomness_serial(two, small, SMALL, 2);
    check(two[0], 0.436868, 0.436868);
    check(two[1], 0.723674, 0.723674);
    check(randomness_runs(small, SMALL), 0.620729, 0.310364);
    check(randomness_runs_distribution(small, SMALL), 0.970152, 0.970152);
    check(randomness_longest_run(small, SMALL, 8, 1), 0.180598, 0.180598);
    check(randomness_longest_run(small, SMALL, 8, 0), 0.839299, 0.839299);
    check(randomness_binary_derivative(small, SMALL, 3), 0.039669, 0.980166);
    check(randomness_autocorrelation(small, SMALL, 1), 0.790080, 0.395040);
    check(randomness_cumulative_sums(pi, PI, 0), 0.219194, 0.219194);
    check(randomness_cumulative_sums(pi, PI, 1), 0.114866, 0.114866);
    check(randomness_approximate_entropy(pi, PI, 2), 0.235301, 0.235301);
    assert_int_equal(randomness_fourier(&value, pi, PI), 1);
    check(value, 0.654721, 0.327360);
}

/* Closed forms: Q(1, x) = e^-x, Q(1/2, x) = erfc(sqrt x), Q(2, x) = (1 + x) e^-x. */
static void test_igamc(void **state)
{
    (void)state;
    for (double x = 0; x < 40; x += 0.3) {
        assert_true(fabs(randomness_igamc(1, x) - exp(-x)) <= 1e-14);
        assert_true(fabs(randomness_igamc(0.5, x) - erfc(sqrt(x))) <= 1e-14);
        assert_true(fabs(randomness_igamc(2, x) - (1 + x) * exp(-x)) <= 1e-14);
    }
}

/* Sequences at the ends of what there is: P is a probability, and 0 where nothing is random. */
static void test_constant_sequences(void **state)
{
    static uint8_t bits[20000];
    randomness_item items[RANDOMNESS_MOST_VALUES];
    randomness_value values[RANDOMNESS_MOST_VALUES];

    (void)state;
    for (int pattern = 0; pattern < 3; pattern++) {
        size_t count = randomness_items(items, sizeof bits);

        for (size_t i = 0; i < sizeof bits; i++)
            bits[i] = (uint8_t)(pattern < 2 ? pattern : (int)(i & 1));
        assert_int_equal(randomness_sample(values, bits, sizeof bits), 1);
        for (size_t i = 0; i < count; i++) {
            assert_true(values[i].p >= 0 && values[i].p <= 1);
            assert_true(values[i].q >= 0 && values[i].q <= 1);
        }
        /* The frequency of 0101... is perfect, its runs are not. */
        assert_true(values[0].p == (pattern < 2 ? 0 : 1));
        for (size_t i = 0; i < count; i++)
            if (items[i].clause == 5)
                assert_true(values[i].p < 1e-10);
    }
}

static void test_suite(void **state)
{
    static const size_t lengths[] = {20000, 1000000, 100000000}, values[] = {22, 27, 30};
    randomness_item items[RANDOMNESS_MOST_VALUES];

    (void)state;
    for (size_t l = 0; l < 3; l++) {
        assert_int_equal(randomness_items(items, lengths[l]), values[l]);
        for (int clause = 1; clause <= 15; clause++) {
            int found = 0;

            for (size_t i = 0; i < values[l]; i++)
                found |= items[i].clause == clause;
            /* Short samples are not enough for three of them. */
            assert_int_equal(found, l > 0 || (clause != 10 && clause != 13 && clause != 14));
        }
    }
    assert_int_equal(randomness_items(items, 10000), 0);
}

static void test_judgement(void **state)
{
    unsigned even[10] = {100, 100, 100, 100, 100, 100, 100, 100, 100, 100};

    (void)state;
    assert_int_equal(randomness_threshold(1000), 981);
    assert_int_equal(randomness_threshold(50), 48);
    assert_int_equal(randomness_threshold(20), 19);
    assert_true(randomness_uniformity(even, 1000) == 1);
    even[0] = 160; /* V = (60^2 + 60^2) / 100 = 72 with nine degrees of freedom */
    even[1] = 40;
    assert_true(randomness_uniformity(even, 1000) < RANDOMNESS_ALPHA_UNIFORMITY);
    assert_int_equal(randomness_class(0), 0);
    assert_int_equal(randomness_class(0.1), 1);
    assert_int_equal(randomness_class(0.999), 9);
    assert_int_equal(randomness_class(1), 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),           cmocka_unit_test(test_igamc),
        cmocka_unit_test(test_constant_sequences), cmocka_unit_test(test_suite),
        cmocka_unit_test(test_judgement),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
