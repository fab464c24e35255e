/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM2: the field operations and multiplications of every row of its table against the portable
 * row, on crafted operands: limbs of zeros, ones and single bits, values next to 0, p, n and 2^256.
 */
#include "backends_support.h"
#include "sm2_kernels.h"

#define VALUES 400

static mifu_u256 values[VALUES];
static unsigned count;

/* Keeps v if it is below p (and below n, which matters for scalars only). */
static void keep(const mifu_u256 *v, const mifu_u256 *modulus)
{
    if (count < VALUES && mifu_u256_mask_less(v, modulus) != 0)
        values[count++] = *v;
}

static void craft(const mifu_u256 *modulus)
{
    static const uint64_t limbs[] = {0,
                                     1,
                                     UINT64_MAX,
                                     UINT64_MAX - 1,
                                     UINT64_C(1) << 63,
                                     UINT64_C(0xffffffff),
                                     UINT64_C(0xffffffff00000000),
                                     UINT64_C(0xfffffffeffffffff)};
    mifu_u256 v, small = {{0, 0, 0, 0}};

    count = 0;
    for (uint64_t i = 0; i < 6; i++) { /* next to 0 and to the modulus */
        small.v[0] = i;
        keep(&small, modulus);
        (void)mifu_u256_sub(&v, modulus, &small);
        keep(&v, modulus);
        (void)mifu_u256_sub(&v, &(mifu_u256){{0, 0, 0, 0}}, modulus); /* 2^256 - modulus + i */
        (void)mifu_u256_add(&v, &v, &small);
        keep(&v, modulus);
    }
    for (unsigned i = 0; i < 256; i += 5) { /* single bits and runs of ones */
        v = (mifu_u256){{0, 0, 0, 0}};
        v.v[i / 64] = UINT64_C(1) << i % 64;
        keep(&v, modulus);
        small = (mifu_u256){{1, 0, 0, 0}};
        (void)mifu_u256_sub(&v, &v, &small);
        keep(&v, modulus);
    }
    while (count < VALUES) { /* limbs of the list, some random ones */
        for (int i = 0; i < 4; i++)
            v.v[i] =
                support_random_below(4) == 0 ? support_random64() : limbs[support_random_below(8)];
        keep(&v, modulus);
    }
}

static void same(const mifu_u256 *a, const mifu_u256 *b)
{
    assert_memory_equal(a->v, b->v, sizeof a->v);
}

/* Calls test with each usable row but the portable one, and with the portable one against itself.
 */
static void each_row(void (*test)(const mifu_sm2_kernels *row, const mifu_sm2_kernels *portable))
{
    const mifu_dispatch *table = &mifu_sm2_dispatch;
    const mifu_sm2_kernels *portable = table->rows[table->count - 1].kernels;

    for (unsigned i = 0; i < table->count; i++)
        if (mifu_backend_is_usable(&table->rows[i]))
            test(table->rows[i].kernels, portable);
        else
            print_message("skipped: sm2 on %s, which this processor lacks\n", table->rows[i].name);
}

static void field(const mifu_sm2_kernels *row, const mifu_sm2_kernels *portable)
{
    mifu_u256 a, b, r;

    for (unsigned i = 0; i < count; i++) {
        row->fp_sqr(&a, &values[i]);
        portable->fp_sqr(&b, &values[i]);
        same(&a, &b);
        portable->fp_mul(&b, &values[i], &values[i]);
        same(&a, &b);
        row->fp_half(&a, &values[i]);
        portable->fp_half(&b, &values[i]);
        same(&a, &b);
        row->fp_add(&a, &a, &a); /* twice the half, in place */
        same(&a, &values[i]);
        r = values[i];
        row->fp_sqr(&r, &r);
        portable->fp_sqr(&b, &values[i]);
        same(&r, &b);
        for (unsigned j = 0; j < count; j += i % 3 + 1) {
            row->fp_mul(&a, &values[i], &values[j]);
            portable->fp_mul(&b, &values[i], &values[j]);
            same(&a, &b);
            row->fp_add(&a, &values[i], &values[j]);
            portable->fp_add(&b, &values[i], &values[j]);
            same(&a, &b);
            row->fp_sub(&a, &values[i], &values[j]);
            portable->fp_sub(&b, &values[i], &values[j]);
            same(&a, &b);
            r = values[j]; /* the result over the second operand */
            row->fp_sub(&r, &values[i], &r);
            same(&r, &b);
            r = values[j];
            row->fp_mul(&r, &r, &values[i]);
            portable->fp_mul(&b, &values[i], &values[j]);
            same(&r, &b);
        }
        if (i % 4 == 0) {
            row->fp_inverse(&a, &values[i]);
            portable->fp_inverse(&b, &values[i]);
            same(&a, &b);
        }
    }
}

static void test_field(void **state)
{
    (void)state;
    craft(&mifu_fp_p);
    each_row(field);
}

static void multiplication(const mifu_sm2_kernels *row, const mifu_sm2_kernels *portable)
{
    mifu_affine a, b, c, d, p = mifu_curve_base;

    for (unsigned i = 0; i < count; i += 2) {
        row->base_multiply(&a, &values[i]);
        portable->base_multiply(&b, &values[i]);
        same(&a.x, &b.x);
        same(&a.y, &b.y);
        row->point_multiply(&c, &values[i], &p);
        portable->point_multiply(&d, &values[i], &p);
        same(&c.x, &d.x);
        same(&c.y, &d.y);
        row->both_multiply(&a, &c, &values[i], &p);
        same(&a.x, &b.x);
        same(&c.y, &d.y);
        same(&a.y, &b.y);
        same(&c.x, &d.x);
        assert_int_equal(row->multiply_add_vartime(&a, &values[i], &p, &mifu_curve_base),
                         portable->multiply_add_vartime(&b, &values[i], &p, &mifu_curve_base));
        assert_int_equal(
            row->check_x_vartime(&values[i], &values[count - 1 - i], &p, &values[i]),
            portable->check_x_vartime(&values[i], &values[count - 1 - i], &p, &values[i]));
        if (i % 3 == 0 && mifu_u256_mask_zero(&c.x) == 0)
            p = c; /* go on with another point */
    }
}

/* A verification that holds: x of [s] G + [t] P, computed with the portable row. */
static void verification(const mifu_sm2_kernels *row, const mifu_sm2_kernels *portable)
{
    mifu_affine p, r;
    mifu_u256 x, other;

    for (unsigned i = 1; i + 1 < count; i += 4) {
        const mifu_u256 *s = &values[i], *t = &values[i + 1];
        mifu_affine sg;

        portable->base_multiply(&p, &values[(7 * i + 3) % count]);
        portable->base_multiply(&sg, s);
        if (mifu_u256_mask_zero(&p.x) != 0 || mifu_u256_mask_zero(&sg.x) != 0 ||
            !portable->multiply_add_vartime(&r, t, &p, &sg))
            continue;
        mifu_fp_from_montgomery(&x, &r.x);
        mifu_fn_reduce(&x, &x);
        assert_int_equal(row->check_x_vartime(s, t, &p, &x), 1);
        other = x;
        other.v[0] ^= 1;
        assert_int_equal(row->check_x_vartime(s, t, &p, &other), 0);
        assert_int_equal(row->check_x_vartime(t, s, &p, &x),
                         portable->check_x_vartime(t, s, &p, &x));
    }
}

static void test_multiplication(void **state)
{
    (void)state;
    craft(&mifu_fn_n);
    each_row(multiplication);
    each_row(verification);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_field),
        cmocka_unit_test(test_multiplication),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
