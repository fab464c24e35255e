/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points and scalar multiplications of SM2 on every back-end: the base table, small scalars against
 * repeated addition, scalars at the edges of the recodings, and the cases that fast formulas
 * exclude.
 */
#include "mifu/cpu.h"

#include "sm2_kernels.h"
#include "sm2_testing.h"

#include "support_cmocka.h"
#include "support_random.h"
#include "support_sm2.h"

static const mifu_u256 one = {{1, 0, 0, 0}};

static const mifu_sm2_kernels *usable(unsigned i)
{
    if (i >= mifu_sm2_dispatch.count)
        return NULL;
    return mifu_backend_is_usable(&mifu_sm2_dispatch.rows[i]) ? mifu_sm2_dispatch.rows[i].kernels
                                                              : &mifu_sm2_portable;
}

#define FOR_EACH_BACKEND(kernels) for (unsigned row_ = 0; (kernels = usable(row_)) != NULL; row_++)

/*
 * a + b by the schoolbook's affine formulas: shares the field with the library, not the points.
 * Infinity is (0, 0).
 */
static mifu_affine add(const mifu_affine *a, const mifu_affine *b)
{
    static const mifu_affine infinity;
    mifu_affine r;
    mifu_u256 slope, t;

    if (mifu_u256_mask_zero(&a->x) & mifu_u256_mask_zero(&a->y))
        return *b;
    if (mifu_u256_mask_zero(&b->x) & mifu_u256_mask_zero(&b->y))
        return *a;
    if (mifu_u256_mask_equal(&a->x, &b->x)) {
        if (!mifu_u256_mask_equal(&a->y, &b->y))
            return infinity;
        mifu_fp_sqr(&slope, &a->x);
        mifu_fp_sub(&slope, &slope, &mifu_fp_one);
        mifu_fp_add(&t, &slope, &slope);
        mifu_fp_add(&slope, &slope, &t); /* 3 x^2 - 3 */
        mifu_fp_add(&t, &a->y, &a->y);
    } else {
        mifu_fp_sub(&slope, &b->y, &a->y);
        mifu_fp_sub(&t, &b->x, &a->x);
    }
    mifu_fp_inverse(&t, &t);
    mifu_fp_mul(&slope, &slope, &t);
    mifu_fp_sqr(&t, &slope);
    mifu_fp_sub(&t, &t, &a->x);
    mifu_fp_sub(&r.x, &t, &b->x);
    mifu_fp_sub(&t, &a->x, &r.x);
    mifu_fp_mul(&t, &t, &slope);
    mifu_fp_sub(&r.y, &t, &a->y);
    return r;
}

static mifu_affine negative(const mifu_affine *a)
{
    static const mifu_u256 zero;
    mifu_affine r = *a;

    mifu_fp_sub(&r.y, &zero, &a->y);
    return r;
}

/* [k] p, one bit at a time */
static mifu_affine multiply(const mifu_u256 *k, const mifu_affine *p)
{
    mifu_affine r;

    memset(&r, 0, sizeof r);
    for (int i = 256; i-- > 0;) {
        r = add(&r, &r);
        if (k->v[i / 64] >> i % 64 & 1)
            r = add(&r, p);
    }
    return r;
}

static void assert_same(const mifu_affine *a, const mifu_affine *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

/* Every multiplication with every back-end against the slow one, k < n. */
static void check_scalar(const mifu_u256 *k, const mifu_affine *p)
{
    mifu_affine expected_base = multiply(k, &mifu_curve_base), expected = multiply(k, p);
    mifu_affine r, s, sum;
    mifu_u256 x;
    const mifu_sm2_kernels *kernels;

    FOR_EACH_BACKEND(kernels)
    {
        kernels->base_multiply(&r, k);
        assert_same(&r, &expected_base);
        kernels->base_multiply_x(&x, k);
        assert_memory_equal(&x, &expected_base.x, sizeof x);
        kernels->point_multiply(&r, k, p);
        assert_same(&r, &expected);
        kernels->both_multiply(&r, &s, k, p);
        assert_same(&r, &expected_base);
        assert_same(&s, &expected);
        sum = add(&expected, p);
        memset(&r, 0, sizeof r);
        if (kernels->multiply_add_vartime(&r, k, p, p)) {
            assert_same(&r, &sum);
        } else {
            assert_true(mifu_u256_mask_zero(&sum.x) & mifu_u256_mask_zero(&sum.y));
        }
    }
}

static void test_base_point(void **state)
{
    mifu_affine infinity = multiply(&mifu_fn_n, &mifu_curve_base);
    mifu_u256 zero = {{0, 0, 0, 0}};

    (void)state;
    assert_true(mifu_curve_mask_on_curve(&mifu_curve_base) != 0);
    assert_memory_equal(&infinity.x, &zero, sizeof zero);
    assert_memory_equal(&infinity.y, &zero, sizeof zero);
}

static void test_base_table(void **state)
{
    mifu_affine base = mifu_curve_base;

    (void)state;
    for (unsigned i = 0; i < MIFU_BASE_WINDOWS; i++) {
        mifu_affine twice = add(&base, &base), point = base;

        for (unsigned j = 0; j < MIFU_BASE_ENTRIES; j++) {
            assert_same(&mifu_curve_base_table[i][j], &point);
            point = add(&point, &twice);
        }
        for (int j = 0; j < MIFU_BASE_WINDOW; j++)
            base = add(&base, &base);
    }
    assert_true((uintptr_t)mifu_curve_base_table % 64 == 0);
}

#if defined(__x86_64__)
/* For the lanes of AVX2: the same with the factor 2^261, limbs of 29 bits, x and y in one word. */
static void test_base_table_avx2(void **state)
{
    mifu_u256 factor = {{32, 0, 0, 0}};

    (void)state;
    mifu_fp_to_montgomery(&factor, &factor);
    assert_int_equal(MIFU_BASE_ROWS_AVX2, (MIFU_BASE_WINDOWS + 3) / 4);
    for (unsigned i = 0; i < 4 * MIFU_BASE_ROWS_AVX2; i++)
        for (unsigned j = 0; j < MIFU_BASE_ENTRIES; j++) {
            const mifu_affine *entry =
                &mifu_curve_base_table[i < MIFU_BASE_WINDOWS ? i : i / 4 * 4][j];
            mifu_u256 x, y;

            mifu_fp_mul(&x, &entry->x, &factor);
            mifu_fp_mul(&y, &entry->y, &factor);
            for (unsigned l = 0; l < MIFU_BASE_LIMBS_AVX2; l++) {
                const uint64_t mask = (UINT64_C(1) << 29) - 1;
                const uint64_t word = mifu_curve_base_table_avx2[i / 4][l][j][i % 4];

                assert_true(word == ((mifu_u256_bits(&x, 29 * l) & mask) |
                                     (mifu_u256_bits(&y, 29 * l) & mask) << 32));
            }
        }
    assert_true((uintptr_t)mifu_curve_base_table_avx2 % 64 == 0);
}
#endif

static mifu_affine other_point(void)
{
    mifu_u256 k = {{0, 0, 0, 0}};

    for (int i = 0; i < 3; i++)
        k.v[i] = support_random64() | 1;
    return multiply(&k, &mifu_curve_base);
}

static void test_small_scalars(void **state)
{
    mifu_affine p = other_point();

    (void)state;
    for (uint64_t i = 0; i < 80; i++) {
        mifu_u256 k = {{i, 0, 0, 0}}, l;

        check_scalar(&k, &p);
        if (i != 0) {
            (void)mifu_u256_sub(&l, &mifu_fn_n, &k); /* n - 1, n - 2, ... */
            check_scalar(&l, &p);
        }
    }
}

/* Around the multiples of 2^(w i), where digits change; and halves of n, where signs do. */
static void test_recoding_edges(void **state)
{
    mifu_affine p = other_point();
    mifu_u256 k, t;

    (void)state;
    for (unsigned i = 1; i < 256; i += (i % 5 == 0 || i % 6 == 0) ? 1 : 4) {
        mifu_u256 power = {{0, 0, 0, 0}};

        power.v[i / 64] = (uint64_t)1 << i % 64;
        if (mifu_u256_mask_less(&power, &mifu_fn_n))
            check_scalar(&power, &p);
        (void)mifu_u256_sub(&k, &power, &one); /* ones */
        check_scalar(&k, &p);
        (void)mifu_u256_sub(&k, &mifu_fn_n, &power);
        check_scalar(&k, &p);
        (void)mifu_u256_add(&k, &power, &one);
        if (mifu_u256_mask_less(&k, &mifu_fn_n))
            check_scalar(&k, &p);
    }
    /* (n-1)/2, (n+1)/2 */
    for (int i = 0; i < 4; i++)
        k.v[i] = mifu_fn_n.v[i] >> 1 | (i < 3 ? mifu_fn_n.v[i + 1] << 63 : 0);
    check_scalar(&k, &p);
    (void)mifu_u256_add(&t, &k, &one);
    check_scalar(&t, &p);
    /* Sparse and dense patterns. */
    for (unsigned i = 0; i < 8; i++) {
        static const uint64_t patterns[] = {
            0x0f0f0f0f0f0f0f0f, 0x1111111111111111, 0xaaaaaaaaaaaaaaaa, 0x5555555555555555,
            0x8000000000000001, 0x7fffffffffffffff, 0xf7df7df7df7df7df, 0x0820820820820820};

        for (int j = 0; j < 4; j++)
            k.v[j] = patterns[i];
        mifu_fn_reduce(&k, &k);
        check_scalar(&k, &p);
    }
}

/* Every digit in every window of 6 bits but the top one, where the lesser ones are. */
static void test_all_digits(void **state)
{
    mifu_affine p = other_point();

    (void)state;
    for (unsigned field = 0; field < 2 * MIFU_BASE_ENTRIES; field++) {
        mifu_u256 k = {{0, 0, 0, 0}};

        for (unsigned bit = 0; bit < 255; bit++)
            k.v[bit / 64] |= (uint64_t)(field >> bit % MIFU_BASE_WINDOW & 1) << bit % 64;
        check_scalar(&k, &p);
        k.v[0] |= 1;
        check_scalar(&k, &p);
    }
}

/* Sums that meet at their very end, where even and odd windows of 6 bits are added up apart. */
static void test_sums_of_windows(void **state)
{
    mifu_affine p = other_point();
    mifu_u256 k;

    (void)state;
    support_sm2_meeting_windows(&k, MIFU_BASE_WINDOW, MIFU_BASE_WINDOWS);
    check_scalar(&k, &p);
    (void)mifu_u256_sub(&k, &mifu_fn_n, &k);
    check_scalar(&k, &p);
}

static void test_random_scalars(void **state)
{

    (void)state;
    for (int i = 0; i < 60; i++) {
        mifu_affine p = other_point();
        mifu_u256 k;

        for (int j = 0; j < 4; j++)
            k.v[j] = support_random64();
        mifu_fn_reduce(&k, &k);
        check_scalar(&k, &p);
    }
}

/* x of [s] G + [t] p modulo n, or no match at infinity */
static void check_sum(const mifu_u256 *s, const mifu_u256 *t, const mifu_affine *p)
{
    mifu_affine a = multiply(s, &mifu_curve_base), b = multiply(t, p), sum = add(&a, &b);
    const mifu_sm2_kernels *kernels;
    mifu_u256 x, wrong;
    int infinity = (mifu_u256_mask_zero(&sum.x) & mifu_u256_mask_zero(&sum.y)) != 0;

    mifu_fp_from_montgomery(&x, &sum.x);
    mifu_fn_reduce(&x, &x);
    mifu_fn_add(&wrong, &x, &one);
    FOR_EACH_BACKEND(kernels)
    {
        assert_int_equal(kernels->check_x_vartime(s, t, p, &x), !infinity);
        assert_int_equal(kernels->check_x_vartime(s, t, p, &wrong), 0);
    }
}

/* p = +-[m] G makes the two parts of a sum meet: equal, opposite, infinity on the way. */
static void test_sums(void **state)
{

    (void)state;
    for (uint64_t m = 1; m < 12; m++) {
        mifu_u256 factor = {{m, 0, 0, 0}};
        mifu_affine p = multiply(&factor, &mifu_curve_base), q = negative(&p);

        for (uint64_t i = 0; i < 8; i++)
            for (uint64_t j = 0; j < 4; j++) {
                mifu_u256 s = {{i * m, 0, 0, 0}}, t = {{j, 0, 0, 0}};

                check_sum(&s, &t, &p);
                check_sum(&s, &t, &q);
            }
    }
    for (int i = 0; i < 40; i++) {
        mifu_affine p = other_point();
        mifu_u256 s, t;

        for (int j = 0; j < 4; j++) {
            s.v[j] = support_random64();
            t.v[j] = support_random64();
        }
        mifu_fn_reduce(&s, &s);
        mifu_fn_reduce(&t, &t);
        check_sum(&s, &t, &p);
    }
}

/* x = r + n is another x-coordinate of the same r where r < p - n: the second comparison. */
static void test_x_above_n(void **state)
{
    mifu_u256 x, r;
    mifu_affine p;
    const mifu_sm2_kernels *kernels;
    static const mifu_u256 zero = {{0, 0, 0, 0}};
    unsigned found = 0;

    (void)state;
    for (uint64_t i = 0; i < 20; i++) {
        (void)mifu_u256_add(&x, &mifu_fn_n, &(mifu_u256){{i, 0, 0, 0}});
        mifu_fp_to_montgomery(&x, &x);
        if (!mifu_curve_decompress_vartime(&p, &x, 0))
            continue;
        found++;
        r = (mifu_u256){{i, 0, 0, 0}};
        FOR_EACH_BACKEND(kernels)
        {
            assert_int_equal(kernels->check_x_vartime(&zero, &one, &p, &r), 1);
        }
    }
    assert_true(found > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_base_point),
        cmocka_unit_test(test_base_table),
#if defined(__x86_64__)
        cmocka_unit_test(test_base_table_avx2),
#endif
        cmocka_unit_test(test_small_scalars),
        cmocka_unit_test(test_recoding_edges),
        cmocka_unit_test(test_all_digits),
        cmocka_unit_test(test_sums_of_windows),
        cmocka_unit_test(test_random_scalars),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_x_above_n),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
