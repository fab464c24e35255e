/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fp12 of SM9 in AVX2 lanes against the definition, on the portable field: products, squares, lines
 * and cyclotomic squares of numbers made from the bounds, all zeros, all ones, multiples of p and
 * their neighbours up to 4p, and random ones. Skipped where the processor lacks AVX2.
 */
#include "cpu_features.h"
#include "field_sm9.h"

#include "support_cmocka.h"
#include "support_nightly.h"
#include "support_random.h"
#include "support_sm9_fp12.h"

/* Not every function of the header is looked at alone. */
#pragma GCC diagnostic ignored "-Wunused-function"
#include "sm9_fp12_avx2.h"

#define NEEDED (MIFU_CPU_MASK(AVX2))

typedef uint64_t number[LANE_LIMBS];

/* k p + d as limbs, -2 <= d <= 2. */
static void near_multiple(number r, uint64_t k, int64_t d)
{
    int64_t carry = d;

    for (int i = 0; i < LANE_LIMBS; i++) {
        const int64_t t = (int64_t)(sm9_p[i][0] * k) + carry;

        r[i] = (uint64_t)t & LIMB_MASK;
        carry = t >> LIMB_BITS; /* arithmetic on the compilers in use, checked by the comparisons */
    }
}

/* A number below 4p. */
static void draw(number r)
{
    const size_t kind = support_random_below(4);

    if (kind < 2) {
        const size_t k = support_random_below(5);

        near_multiple(r, k,
                      k == 0   ? (int64_t)support_random_below(3)
                      : k == 4 ? -1 - (int64_t)support_random_below(2)
                               : (int64_t)support_random_below(5) - 2);
        return;
    }
    for (int i = 0; i < LANE_LIMBS; i++) {
        const uint64_t x = support_random64();

        r[i] = kind == 2 && x % 3 == 0   ? 0
               : kind == 2 && x % 3 == 1 ? LIMB_MASK
                                         : x >> 8 & LIMB_MASK;
    }
    r[LANE_LIMBS - 1] %= 4 * sm9_p[LANE_LIMBS - 1][0];
}

static mifu_u256 two29, per_two34; /* 2^29 and 2^-34, in Montgomery form */

static void constants(void)
{
    mifu_u256 t = {{UINT64_C(1) << 29, 0, 0, 0}};

    mifu_sm9p_to_montgomery(&two29, &t);
    t.v[0] = UINT64_C(1) << 34;
    mifu_sm9p_to_montgomery(&per_two34, &t);
    mifu_sm9p_inverse(&per_two34, &per_two34);
}

/* What a number stands for, a/2^290, in Montgomery form: a/2^34. */
static void value(mifu_u256 *r, const number a)
{
    memset(r, 0, sizeof *r);
    for (int i = LANE_LIMBS - 1; i >= 0; i--) {
        mifu_u256 limb = {{a[i], 0, 0, 0}};

        mifu_sm9p_mul(r, r, &two29);
        mifu_sm9p_add(r, r, &limb);
    }
    mifu_sm9p_mul(r, r, &per_two34);
}

static void limbs_of(number r, const fp12_lanes *a, int k)
{
    for (int l = 0; l < LANE_LIMBS; l++)
        r[l] = a->limb[k % 3][l][k / 3];
}

static void element_of(support_fp12 *r, const fp12_lanes *a)
{
    number x;

    for (int k = 0; k < 12; k++) {
        limbs_of(x, a, k);
        value(&r->c[k], x);
    }
}

static void draw_lanes(fp12_lanes *a)
{
    number x;

    for (int k = 0; k < 12; k++) {
        draw(x);
        for (int l = 0; l < LANE_LIMBS; l++)
            a->limb[k % 3][l][k / 3] = x[l];
    }
}

/* Same values, limbs of 29 bits, below p and 2^-16 of it. */
static void check(const fp12_lanes *got, const support_fp12 *expected)
{
    support_fp12 values;

    element_of(&values, got);
    assert_memory_equal(&values, expected, sizeof values);
    for (int k = 0; k < 12; k++) {
        number x;

        limbs_of(x, got, k);
        for (int l = 0; l < LANE_LIMBS; l++)
            assert_true(x[l] <= LIMB_MASK);
        assert_true(x[LANE_LIMBS - 1] <= sm9_p[LANE_LIMBS - 1][0] + 256);
    }
}

static void test_operations(void **state)
{
    const unsigned rounds = support_nightly(1000, 100000);

    (void)state;
    constants();
    for (unsigned round = 0; round < rounds; round++) {
        fp12_lanes a, b, r, opposite;
        support_fp12 x, y, expected;
        line_limb limbs[LANE_LIMBS][6];
        number l;

        draw_lanes(&a);
        draw_lanes(&b);
        element_of(&x, &a);
        element_of(&y, &b);

        lanes_mul(&r, &a, &b);
        support_fp12_multiply(&expected, &x, &y);
        check(&r, &expected);

        lanes_sqr(&r, &a);
        support_fp12_multiply(&expected, &x, &x);
        check(&r, &expected);

        r = a;
        lanes_cyclotomic_sqr_times(&r, 1);
        support_fp12_cyclotomic(&expected, &x);
        check(&r, &expected);

        memset(&y, 0, sizeof y);
        for (int i = 0; i < 6; i++) {
            draw(l);
            for (int j = 0; j < LANE_LIMBS; j++)
                limbs[j][i] = (line_limb)l[j];
            value(&y.c[line_position[i]], l);
        }
        lanes_mul_line(&r, &a, limbs[0], 6);
        support_fp12_multiply(&expected, &x, &y);
        check(&r, &expected);

        /* 4p - x is the largest that there is: numbers of a result are at most p and a little. */
        r = a;
        lanes_cyclotomic_sqr_times(&r, 1);
        lanes_conjugate(&opposite, &r);
        element_of(&x, &opposite);
        lanes_cyclotomic_sqr_times(&opposite, 1);
        support_fp12_cyclotomic(&expected, &x);
        check(&opposite, &expected);
    }
}

/*
 * The processor is asked before any test begins: with the flags of this file a compiler may put
 * instructions that it lacks at the start of a test.
 */
int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations),
    };

    if ((mifu_cpu_usable() & NEEDED) != NEEDED) {
        print_message("skipped: the processor has no AVX2\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
