/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many scalar multiplications at once, on every usable back-end, against single ones in portable
 * code: edge scalars in every lane, all counts, and points that a signer constructs to hit the
 * exceptions of the fast formulas.
 */
#include "sm2_kernels.h"
#include "sm2_many_kernels.h"

#include "mifu/cpu.h"

#include "support_cmocka.h"

#define MOST 75

static uint8_t scratch[MIFU_SM2_MANY_KERNEL_SCRATCH] MIFU_ALIGNED(64);

static const mifu_sm2_kernels *one = &mifu_sm2_portable;
static uint64_t random_state = UINT64_C(0x2545f4914f6cdd1d);

static uint64_t random64(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * UINT64_C(0x9e3779b97f4a7c15);
}

/* small, n - small, powers of two and their neighbours, around n/2, random; always in [1, n-1]. */
static void scalar(mifu_u256 *k, unsigned which)
{
    mifu_u256 small = {{which % 140 + 1, 0, 0, 0}}, t = {{0, 0, 0, 0}};

    switch (which % 5) {
    case 0:
        *k = small;
        return;
    case 1:
        (void)mifu_u256_sub(k, &mifu_fn_n, &small);
        return;
    case 2:
        t.v[which / 5 / 64 % 4] = UINT64_C(1) << (which / 5 % 64);
        if (which % 2 == 0)
            mifu_fn_sub(k, &t, &small);
        else
            mifu_fn_add(k, &t, &small);
        break;
    case 3: /* (n - 1)/2 + d */
        for (int i = 0; i < 4; i++)
            k->v[i] = mifu_fn_n.v[i] >> 1 | (i < 3 ? mifu_fn_n.v[i + 1] << 63 : 0);
        t.v[0] = which / 5 % 9;
        mifu_fn_add(k, k, &t);
        break;
    default:
        for (int i = 0; i < 4; i++)
            k->v[i] = random64();
        mifu_fn_reduce(k, k);
    }
    if (mifu_u256_mask_zero(k))
        k->v[0] = 1;
}

static void for_each_backend(void (*body)(const mifu_sm2_many_kernels *kernels))
{
    for (unsigned i = 0; mifu_backend_name("sm2_many", i) != NULL; i++) {
        const char *name = mifu_backend_name("sm2_many", i);

        if (mifu_backend_select("sm2_many", name) != MIFU_OK) {
            print_message("sm2_many %s: skipped, the processor lacks what it needs\n", name);
            continue;
        }
        body(mifu_sm2_many_kernels_in_use());
    }
    assert_int_equal(mifu_backend_select("sm2_many", NULL), MIFU_OK);
}

static void multiplications(const mifu_sm2_many_kernels *kernels)
{
    static mifu_u256 k[MOST];
    static mifu_affine a[MOST], r[MOST + 1], expected;

    for (unsigned first = 0; first < 1350; first += MOST) { /* every bit in case 2 */
        for (unsigned i = 0; i < MOST; i++) {
            mifu_u256 t;

            scalar(&k[i], first + i);
            scalar(&t, 11 * first + 7 * i + 4);
            one->base_multiply(&a[i], &t);
        }
        kernels->base_multiply(r, k, MOST, scratch);
        for (unsigned i = 0; i < MOST; i++) {
            one->base_multiply(&expected, &k[i]);
            assert_memory_equal(&r[i], &expected, sizeof expected);
        }
        kernels->multiply(r, k, a, MOST, scratch);
        for (unsigned i = 0; i < MOST; i++) {
            one->point_multiply(&expected, &k[i], &a[i]);
            assert_memory_equal(&r[i], &expected, sizeof expected);
        }
    }
    /* Every count gives the same, and nothing is written behind it; also where the items that lanes
     * leave are for portable code. */
    kernels->base_multiply(r, k, MOST, scratch);
    for (int portable = 0; portable < 2; portable++) {
        if (portable)
            assert_int_equal(mifu_backend_select("sm2", "portable"), MIFU_OK);
        for (size_t count = 0; count < (portable ? 20 : MOST); count++) {
            static mifu_affine part[MOST + 1], filler;

            memset(part, 0x5a, sizeof part);
            memset(&filler, 0x5a, sizeof filler);
            kernels->base_multiply(part, k, count, scratch);
            assert_memory_equal(part, r, count * sizeof part[0]);
            assert_memory_equal(&part[count], &filler, sizeof filler);
        }
    }
    assert_int_equal(mifu_backend_select("sm2", NULL), MIFU_OK);
}

static void test_multiplications(void **state)
{
    (void)state;
    for_each_backend(multiplications);
}

/* What the caller of check_x_vartime does, for so many times the same item. */
static int decide(const mifu_sm2_many_kernels *kernels, const mifu_u256 *s, const mifu_u256 *t,
                  const mifu_affine *a, const mifu_u256 *x, size_t copies, int *undecided)
{
    static mifu_u256 all_s[MOST], all_t[MOST], all_x[MOST];
    static mifu_affine all_a[MOST];
    uint8_t valid[MOST];

    for (size_t i = 0; i < copies; i++) {
        all_s[i] = *s;
        all_t[i] = *t;
        all_x[i] = *x;
        all_a[i] = *a;
    }
    memset(valid, 0xff, sizeof valid);
    kernels->check_x_vartime(valid, all_s, all_t, all_a, all_x, copies, scratch);
    for (size_t i = 0; i < copies; i++)
        assert_int_equal(valid[i], valid[0]);
    assert_true(valid[0] <= MIFU_SM2_MANY_UNDECIDED);
    *undecided = valid[0] == MIFU_SM2_MANY_UNDECIDED;
    return *undecided ? one->check_x_vartime(s, t, a, x) : valid[0];
}

/* The x-coordinate of [s]G + [t]a modulo n; 0 for infinity. */
static int sum_x(mifu_u256 *x, const mifu_u256 *s, const mifu_u256 *t, const mifu_affine *a)
{
    mifu_affine ta, sum;

    one->point_multiply(&ta, t, a);
    if (!one->multiply_add_vartime(&sum, s, &mifu_curve_base, &ta))
        return 0;
    mifu_fp_from_montgomery(x, &sum.x);
    mifu_fn_reduce(x, x);
    return 1;
}

static void checks(const mifu_sm2_many_kernels *kernels)
{
    static mifu_u256 s[MOST], t[MOST], x[MOST];
    static mifu_affine a[MOST];
    static uint8_t valid[MOST + 1], expected[MOST];

    for (unsigned i = 0; i < MOST; i++) {
        mifu_u256 d, unit = {{1, 0, 0, 0}};

        scalar(&s[i], 3 * i + 4);
        scalar(&t[i], 4 * i + 1);
        scalar(&d, 5 * i + 4);
        one->base_multiply(&a[i], &d);
        expected[i] = (uint8_t)sum_x(&x[i], &s[i], &t[i], &a[i]);
        if (i % 3 == 1) {
            mifu_fn_add(&x[i], &x[i], &unit);
            expected[i] = 0;
        }
    }
    for (size_t count = 0; count <= MOST; count += count < 20 ? 1 : 11) {
        memset(valid, 0xee, sizeof valid);
        kernels->check_x_vartime(valid, s, t, a, x, count, scratch);
        for (size_t i = 0; i < count; i++)
            if (valid[i] != MIFU_SM2_MANY_UNDECIDED)
                assert_int_equal(valid[i], expected[i]);
        assert_int_equal(valid[count], 0xee);
    }
    /* a = G: the two parts meet in equal and opposite points for s = t, s = -t and their like. */
    for (unsigned i = 0; i < 130; i++) {
        mifu_u256 si, ti, xi = {{0, 0, 0, 0}};
        int undecided, finite;

        scalar(&ti, i);
        si = ti;
        if (i % 2 == 0)
            (void)mifu_u256_sub(&si, &mifu_fn_n, &ti); /* the sum is infinity */
        finite = sum_x(&xi, &si, &ti, &mifu_curve_base);
        assert_int_equal(finite, i % 2);
        /* In one group of four lanes, and in so many that they share their inversions. */
        for (size_t copies = 4; copies <= 12; copies += 8) {
            assert_int_equal(decide(kernels, &si, &ti, &mifu_curve_base, &xi, copies, &undecided),
                             finite);
            if (!finite && kernels != &mifu_sm2_many_portable)
                assert_true(undecided);
        }
    }
}

static void test_checks(void **state)
{
    (void)state;
    for_each_backend(checks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_multiplications),
        cmocka_unit_test(test_checks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
