/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Field arithmetic of SM2 on every back-end against slow arithmetic that shares no code with it.
 *
 * Random operands do not find a carry that is lost once in 2^31 products, so the operands here are
 * built from the bounds of the code: words at their ends (0, 1, 2^32 - 1, 2^32, 2^64 - 1, ...),
 * values around p and n, and pairs whose Montgomery product is a chosen value around the ends of
 * the last subtraction.
 */
#include "mifu/cpu.h"

#include "sm2_kernels.h"
#include "sm2_testing.h"

#include "support_bigint.h"
#include "support_cmocka.h"
#include "support_random.h"

#define MAX_EDGES 2200

static mifu_u256 edges[MAX_EDGES];
static unsigned edge_count;

static void add_edge(const mifu_u256 *a)
{
    if (mifu_u256_mask_less(a, &mifu_fp_p) && edge_count < MAX_EDGES)
        edges[edge_count++] = *a;
}

/* a + delta mod 2^256 */
static mifu_u256 offset(const mifu_u256 *a, int64_t delta)
{
    mifu_u256 d = {{(uint64_t)delta, 0, 0, 0}}, r;

    if (delta < 0)
        d.v[1] = d.v[2] = d.v[3] = ~(uint64_t)0;
    (void)mifu_u256_add(&r, a, &d);
    return r;
}

static void make_edges(void)
{
    static const uint64_t words[] = {
        0, 1, 0xffffffff, 0x100000000, 0xfffffffeffffffff, 0xffffffff00000000, 0xffffffffffffffff};
    static const mifu_u256 zero = {{0, 0, 0, 0}};
    mifu_u256 t;

    edge_count = 0;
    for (int64_t i = -4; i <= 4; i++) {
        t = offset(&zero, i); /* 2^256 - 4 ... 4; those not below p are left out */
        add_edge(&t);
        t = offset(&mifu_fp_p, i);
        add_edge(&t);
        t = offset(&mifu_fn_n, i);
        add_edge(&t);
        t = offset(&mifu_fp_one, i); /* 2^256 - p */
        add_edge(&t);
    }
    for (unsigned i = 0; i < 256; i++) { /* one bit, runs of ones from below and to the top */
        mifu_u256 bit = {{0, 0, 0, 0}};

        bit.v[i / 64] = (uint64_t)1 << i % 64;
        add_edge(&bit);
        t = offset(&bit, -1);
        add_edge(&t);
        (void)mifu_u256_sub(&t, &mifu_fp_p, &bit);
        add_edge(&t);
    }
    for (unsigned i = 0; i < 7 * 7 * 7 * 7; i++)
        if (i % 2 == 0 || i < 100) {
            t.v[0] = words[i % 7];
            t.v[1] = words[i / 7 % 7];
            t.v[2] = words[i / 49 % 7];
            t.v[3] = words[i / 343];
            add_edge(&t);
        }
}

static support_number number(const mifu_u256 *a)
{
    uint8_t bytes[32];

    mifu_u256_to_bytes(bytes, a);
    return support_read(bytes);
}

static mifu_u256 integer(const support_number *a)
{
    uint8_t bytes[32];
    mifu_u256 r;

    support_write(bytes, a);
    mifu_u256_from_bytes(&r, bytes);
    return r;
}

static void assert_same(const mifu_u256 *a, const mifu_u256 *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

/* R^-1 mod p and mod n; the library's constants are checked against them. */
static const uint8_t p_r_inverse[32] = {
    0xff, 0xff, 0xff, 0xfb, 0x00, 0x00, 0x00, 0x05, 0xff, 0xff, 0xff, 0xfc, 0x00, 0x00, 0x00, 0x02,
    0xff, 0xff, 0xff, 0xfd, 0x00, 0x00, 0x00, 0x06, 0xff, 0xff, 0xff, 0xf9, 0x00, 0x00, 0x00, 0x04};
static const uint8_t n_r_inverse[32] = {
    0x6f, 0x39, 0x13, 0x2f, 0x13, 0xab, 0xb4, 0x8c, 0xa8, 0x1b, 0xa1, 0x17, 0x85, 0x88, 0xd9, 0x00,
    0xf0, 0xe5, 0x51, 0x78, 0x3f, 0x95, 0xfa, 0x12, 0x13, 0xe9, 0x3c, 0x05, 0x67, 0xb9, 0x35, 0xea};

static void test_constants(void **state)
{
    static const mifu_u256 one = {{1, 0, 0, 0}}, two_96 = {{0, 0x100000000, 0, 0}};
    support_number p, n, r, check;
    mifu_u256 t;

    (void)state;
    /* p = 2^256 - 2^224 - 2^96 + 2^64 - 1; 2^256 wraps. */
    t = (mifu_u256){{0, 1, 0, 0}};
    (void)mifu_u256_sub(&t, &t, &one);
    (void)mifu_u256_sub(&t, &t, &two_96);
    (void)mifu_u256_sub(&t, &t, &(mifu_u256){{0, 0, 0, 0x100000000}});
    assert_same(&t, &mifu_fp_p);
    p = number(&mifu_fp_p);
    n = number(&mifu_fn_n);
    /* one = R mod m, R R^-1 = 1, rr = R R. */
    (void)mifu_u256_sub(&t, &(mifu_u256){{0, 0, 0, 0}}, &mifu_fp_p);
    assert_same(&t, &mifu_fp_one);
    (void)mifu_u256_sub(&t, &(mifu_u256){{0, 0, 0, 0}}, &mifu_fn_n);
    assert_same(&t, &mifu_fn_one);
    r = number(&mifu_fp_one);
    check = support_mul_mod(&r, &r, &p);
    t = integer(&check);
    assert_same(&t, &mifu_fp_rr);
    check = support_read(p_r_inverse);
    check = support_mul_mod(&r, &check, &p);
    t = integer(&check);
    assert_same(&t, &one);
    r = number(&mifu_fn_one);
    check = support_mul_mod(&r, &r, &n);
    t = integer(&check);
    assert_same(&t, &mifu_fn_rr);
    check = support_read(n_r_inverse);
    check = support_mul_mod(&r, &check, &n);
    t = integer(&check);
    assert_same(&t, &one);
    /* n -(n^-1) = -1 mod 2^64 */
    assert_true(mifu_fn_n.v[0] * MIFU_FN_NEGATED_INVERSE == ~(uint64_t)0);
}

/* a b R^-1 mod m, slowly */
static mifu_u256 montgomery(const mifu_u256 *a, const mifu_u256 *b, const support_number *m,
                            const uint8_t r_inverse[32])
{
    support_number x = number(a), y = number(b), t = support_read(r_inverse);

    support_reduce(&y, m);
    x = support_mul_mod(&x, &y, m);
    x = support_mul_mod(&x, &t, m);
    return integer(&x);
}

static const mifu_sm2_kernels *usable(unsigned i)
{
    if (i >= mifu_sm2_dispatch.count)
        return NULL;
    return mifu_backend_is_usable(&mifu_sm2_dispatch.rows[i]) ? mifu_sm2_dispatch.rows[i].kernels
                                                              : &mifu_sm2_portable;
}

#define FOR_EACH_BACKEND(kernels) for (unsigned row_ = 0; (kernels = usable(row_)) != NULL; row_++)

static void check_pair(const mifu_u256 *a, const mifu_u256 *b, const support_number *p)
{
    mifu_u256 expected = montgomery(a, b, p, p_r_inverse), r;
    support_number x = number(a), y = number(b), t = x;
    mifu_u256 sum, difference;
    const mifu_sm2_kernels *kernels;

    support_add_mod(&t, &y, p);
    sum = integer(&t);
    t = support_sub_mod(&x, &y, p);
    difference = integer(&t);
    FOR_EACH_BACKEND(kernels)
    {
        kernels->fp_mul(&r, a, b);
        assert_same(&r, &expected);
        r = *a; /* in place, both sides */
        kernels->fp_mul(&r, &r, b);
        assert_same(&r, &expected);
        r = *b;
        kernels->fp_mul(&r, a, &r);
        assert_same(&r, &expected);
        kernels->fp_add(&r, a, b);
        assert_same(&r, &sum);
        kernels->fp_sub(&r, a, b);
        assert_same(&r, &difference);
    }
}

static void check_one(const mifu_u256 *a, const support_number *p)
{
    mifu_u256 expected = montgomery(a, a, p, p_r_inverse), r;
    const mifu_sm2_kernels *kernels;

    FOR_EACH_BACKEND(kernels)
    {
        kernels->fp_sqr(&r, a);
        assert_same(&r, &expected);
        r = *a;
        kernels->fp_sqr(&r, &r);
        assert_same(&r, &expected);
        kernels->fp_half(&r, a);
        assert_true(mifu_u256_mask_less(&r, &mifu_fp_p) != 0);
        mifu_fp_add(&r, &r, &r);
        assert_same(&r, a);
    }
}

/* a b - c d, with c d = 0, the differences at both ends, and those next to 0 among them. */
static void check_difference(const mifu_u256 *a, const mifu_u256 *b, const mifu_u256 *c,
                             const mifu_u256 *d, const support_number *p)
{
    mifu_u256 left = montgomery(a, b, p, p_r_inverse), right = montgomery(c, d, p, p_r_inverse);
    mifu_u256 square = montgomery(c, c, p, p_r_inverse), expected, expected_square, r;
    support_number x = number(&left), y = number(&right), t = support_sub_mod(&x, &y, p);
    const mifu_sm2_kernels *kernels;

    expected = integer(&t);
    y = number(&square);
    t = support_sub_mod(&x, &y, p);
    expected_square = integer(&t);
    FOR_EACH_BACKEND(kernels)
    {
        kernels->fp_mul_minus_mul(&r, a, b, c, d);
        assert_same(&r, &expected);
        r = *a; /* in place, every side */
        kernels->fp_mul_minus_mul(&r, &r, b, c, d);
        assert_same(&r, &expected);
        r = *b;
        kernels->fp_mul_minus_mul(&r, a, &r, c, d);
        assert_same(&r, &expected);
        r = *c;
        kernels->fp_mul_minus_mul(&r, a, b, &r, d);
        assert_same(&r, &expected);
        kernels->fp_mul_minus_sqr(&r, a, b, c);
        assert_same(&r, &expected_square);
        r = *c;
        kernels->fp_mul_minus_sqr(&r, a, b, &r);
        assert_same(&r, &expected_square);
    }
}

static void test_differences_of_products(void **state)
{
    static const mifu_u256 zero = {{0, 0, 0, 0}}, one = {{1, 0, 0, 0}};
    support_number p = number(&mifu_fp_p);
    mifu_u256 last, before_last;

    (void)state;
    make_edges();
    (void)mifu_u256_sub(&last, &mifu_fp_p, &one);
    (void)mifu_u256_sub(&before_last, &last, &one);
    /* The least and the greatest difference, and zero. */
    check_difference(&zero, &last, &last, &last, &p);
    check_difference(&last, &last, &zero, &last, &p);
    check_difference(&last, &last, &last, &last, &p);
    check_difference(&last, &before_last, &last, &last, &p);
    check_difference(&last, &last, &last, &before_last, &p);
    for (unsigned i = 0; i < edge_count; i++) {
        const mifu_u256 *a = &edges[i];
        mifu_u256 next;

        /* a b - a b, a (b + 1) - a b = a and -a; a b - a and a - a b; against edges elsewhere. */
        for (unsigned j = i % 1009; j < edge_count; j += 1009) {
            const mifu_u256 *b = &edges[j];

            next = offset(b, 1);
            if (!mifu_u256_mask_less(&next, &mifu_fp_p))
                next = zero;
            check_difference(a, b, a, b, &p);
            check_difference(a, &next, b, a, &p);
            check_difference(a, b, &next, a, &p);
            check_difference(a, b, a, &one, &p);
            check_difference(a, &one, a, b, &p);
            check_difference(a, b, &edges[(i + 7) % edge_count], &edges[(j + 5) % edge_count], &p);
        }
    }
}

static void test_products_of_edges(void **state)
{
    support_number p = number(&mifu_fp_p);

    (void)state;
    make_edges();
    assert_true(edge_count > 1500 && edge_count < MAX_EDGES);
    for (unsigned i = 0; i < edge_count; i++) {
        check_one(&edges[i], &p);
        for (unsigned j = i % 97; j < edge_count; j += 97)
            check_pair(&edges[i], &edges[j], &p);
    }
}

/* Pairs whose product is a chosen value c: a and b = c / a. */
static void test_products_with_chosen_result(void **state)
{
    support_number p = number(&mifu_fp_p);

    (void)state;
    make_edges();
    for (unsigned i = 0; i < edge_count; i += 13) {
        mifu_u256 inverse, b, r;

        if (mifu_u256_mask_zero(&edges[i]))
            continue;
        mifu_fp_inverse(&inverse, &edges[i]);
        r = montgomery(&inverse, &edges[i], &p, p_r_inverse);
        assert_same(&r, &mifu_fp_one);
        for (unsigned j = 0; j < 60; j++) {
            mifu_fp_mul(&b, &inverse, &edges[j]);
            r = montgomery(&edges[i], &b, &p, p_r_inverse);
            assert_same(&r, &edges[j]);
            check_pair(&edges[i], &b, &p);
        }
    }
}

static void test_inverse(void **state)
{
    static const mifu_u256 zero = {{0, 0, 0, 0}};
    support_number p = number(&mifu_fp_p), n = number(&mifu_fn_n);
    const mifu_sm2_kernels *kernels;

    (void)state;
    make_edges();
    for (unsigned i = 0; i < edge_count; i++) {
        mifu_u256 r, check;

        FOR_EACH_BACKEND(kernels)
        {
            kernels->fp_inverse(&r, &edges[i]);
            if (mifu_u256_mask_zero(&edges[i])) {
                assert_same(&r, &zero);
                continue;
            }
            assert_true(mifu_u256_mask_less(&r, &mifu_fp_p) != 0);
            check = montgomery(&r, &edges[i], &p, p_r_inverse);
            assert_same(&check, &mifu_fp_one);
        }
        if (!mifu_u256_mask_less(&edges[i], &mifu_fn_n))
            continue;
        mifu_fn_inverse(&r, &edges[i]);
        if (mifu_u256_mask_zero(&edges[i])) {
            assert_same(&r, &zero);
            continue;
        }
        assert_true(mifu_u256_mask_less(&r, &mifu_fn_n) != 0);
        check = montgomery(&r, &edges[i], &n, n_r_inverse);
        assert_same(&check, &mifu_fn_one);
    }
}

static void test_scalar_products(void **state)
{
    static const mifu_u256 all_ones = {{~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0}};
    support_number n = number(&mifu_fn_n);
    mifu_u256 r, expected;

    (void)state;
    make_edges();
    for (unsigned i = 0; i < edge_count; i++)
        for (unsigned j = i % 211; j < edge_count; j += 211) {
            if (!mifu_u256_mask_less(&edges[j], &mifu_fn_n))
                continue;
            /* One side may be any number below 2^256. */
            expected = montgomery(&edges[j], &edges[i], &n, n_r_inverse);
            mifu_fn_mul(&r, &edges[i], &edges[j]);
            assert_same(&r, &expected);
            mifu_fn_mul(&r, &edges[j], &edges[i]);
            assert_same(&r, &expected);
        }
    expected = montgomery(&mifu_fn_rr, &all_ones, &n, n_r_inverse);
    mifu_fn_to_montgomery(&r, &all_ones);
    assert_same(&r, &expected);
}

static void test_random(void **state)
{
    support_number p = number(&mifu_fp_p);
    mifu_u256 last = mifu_fp_one;

    (void)state;
    for (int i = 0; i < 3000; i++) {
        mifu_u256 a, b;

        for (int j = 0; j < 4; j++) {
            a.v[j] = support_random64();
            b.v[j] = support_random64();
        }
        mifu_field_reduce_once(&a, 0, &a, &mifu_fp_p);
        mifu_field_reduce_once(&b, 0, &b, &mifu_fp_p);
        check_pair(&a, &b, &p);
        check_one(&a, &p);
        check_difference(&a, &b, &b, &last, &p);
        check_difference(&b, &last, &a, &b, &p);
        last = a;
    }
}

static void test_square_root(void **state)
{
    static const mifu_u256 zero = {{0, 0, 0, 0}};

    (void)state;
    make_edges();
    for (unsigned i = 0; i < edge_count; i += 7) {
        mifu_u256 square, root, back;

        mifu_fp_sqr(&square, &edges[i]);
        mifu_fp_square_root(&root, &square);
        mifu_fp_sqr(&back, &root);
        assert_same(&back, &square);
        if (mifu_u256_mask_zero(&edges[i]))
            continue;
        mifu_fp_sub(&square, &zero, &square); /* -1 is not a square */
        mifu_fp_square_root(&root, &square);
        mifu_fp_sqr(&back, &root);
        assert_memory_not_equal(&back, &square, sizeof back);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_products_of_edges),
        cmocka_unit_test(test_products_with_chosen_result),
        cmocka_unit_test(test_differences_of_products),
        cmocka_unit_test(test_inverse),
        cmocka_unit_test(test_scalar_products),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_square_root),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
