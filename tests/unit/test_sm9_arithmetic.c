/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fields, groups and the pairing of SM9 on every usable back-end: constants against their
 * formulas, field operations on patterns made from the bounds, scalar multiplication against
 * repeated addition, bilinearity, and points that must be refused. Known values are in
 * tests/vectors/sm9.json.
 */
#include "mifu/cpu.h"

#include "sm9_decompose.h"
#include "sm9_kernels.h"

#include "support_cmocka.h"

static const mifu_sm9_kernels *kernels;
static uint64_t random_state = UINT64_C(0x123456789abcdef1);

static uint64_t random64(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * UINT64_C(0x2545f4914f6cdd1d);
}

/* Values near 0, near the modulus, with words of all zeros and ones, and random ones; below the
 * modulus. */
static void pattern(mifu_u256 *r, const mifu_modulus *modulus)
{
    uint64_t choice = random64();

    for (int i = 0; i < 4; i++) {
        switch (random64() % 6) {
        case 0:
            r->v[i] = 0;
            break;
        case 1:
            r->v[i] = ~(uint64_t)0;
            break;
        case 2:
            r->v[i] = modulus->m.v[i];
            break;
        default:
            r->v[i] = random64();
        }
    }
    if (choice % 4 == 0) {
        mifu_u256 small = {{1 + (choice >> 8) % 3, 0, 0, 0}};

        (void)mifu_u256_sub(r, &modulus->m, &small);
    }
    mifu_field_reduce_once(r, 0, r, &modulus->m);
}

static void random_scalar(mifu_u256 *k)
{
    for (int i = 0; i < 4; i++)
        k->v[i] = random64();
    mifu_field_reduce_once(k, 0, k, &mifu_sm9n.m);
}

/* ---- Constants: everything from t = 0x600000000058F98A
 * ------------------------------------------------ */

/* r = value of a polynomial of degree 4 at t, highest coefficient first; all fit 256 bits. */
static void polynomial(mifu_u256 *r, const uint64_t coefficient[5])
{
    const uint64_t t = UINT64_C(0x600000000058f98a);

    memset(r, 0, sizeof *r);
    for (int i = 0; i < 5; i++) {
        uint64_t carry = coefficient[i];

        for (int j = 0; j < 4; j++)
            r->v[j] = mifu_word_mul_add(r->v[j], t, 0, &carry);
        assert_int_equal(carry, 0);
    }
}

static void check_modulus(const mifu_modulus *modulus, const uint64_t coefficient[5],
                          const mifu_u256 *one, const mifu_u256 *rr)
{
    mifu_u256 expected, power = {{1, 0, 0, 0}};

    polynomial(&expected, coefficient);
    assert_memory_equal(&modulus->m, &expected, sizeof expected);
    assert_true(modulus->m.v[0] * modulus->negated_inverse == ~(uint64_t)0);
    for (int i = 0; i < 512; i++) {
        if (i == 256)
            assert_memory_equal(one, &power, sizeof power);
        mifu_field_add(&power, &power, &power, &modulus->m);
    }
    assert_memory_equal(rr, &power, sizeof power);
}

static void test_constants(void **state)
{
    static const uint64_t p[5] = {36, 36, 24, 6, 1}, n[5] = {36, 36, 18, 6, 1};
    mifu_u256 t, minus_one, zero = {{0, 0, 0, 0}};

    (void)state;
    check_modulus(&mifu_sm9p, p, &mifu_sm9p_one, &mifu_sm9p_rr);
    check_modulus(&mifu_sm9n, n, &mifu_sm9n_one, &mifu_sm9n_rr);
    t = zero;
    t.v[0] = 5;
    mifu_sm9p_to_montgomery(&t, &t);
    assert_memory_equal(&t, &mifu_sm9_five, sizeof t);

    /* gamma^6 = -1, gamma is (-2)^((p-1)/12), the others are its powers. */
    mifu_sm9p_sub(&minus_one, &zero, &mifu_sm9p_one);
    mifu_sm9p_mul(&t, &mifu_sm9_gamma[2], &mifu_sm9_gamma[2]);
    assert_memory_equal(&t, &minus_one, sizeof t);
    for (int i = 1; i < 5; i++) {
        mifu_sm9p_mul(&t, &mifu_sm9_gamma[i - 1], &mifu_sm9_gamma[0]);
        assert_memory_equal(&t, &mifu_sm9_gamma[i], sizeof t);
    }
    {
        mifu_u256 base, exponent = mifu_sm9p.m, power = mifu_sm9p_one;
        uint64_t remainder = 0;

        exponent.v[0] -= 1;
        for (int i = 255; i >= 0; i--) { /* long division by 12 */
            uint64_t bit = exponent.v[i / 64] >> (i % 64) & 1;

            remainder = remainder << 1 | bit;
            exponent.v[i / 64] &= ~((uint64_t)1 << (i % 64));
            if (remainder >= 12) {
                remainder -= 12;
                exponent.v[i / 64] |= (uint64_t)1 << (i % 64);
            }
        }
        assert_int_equal(remainder, 0);
        mifu_sm9p_add(&base, &mifu_sm9p_one, &mifu_sm9p_one);
        mifu_sm9p_sub(&base, &zero, &base);
        for (int i = 255; i >= 0; i--) {
            mifu_sm9p_mul(&power, &power, &power);
            if ((exponent.v[i / 64] >> (i % 64) & 1) != 0)
                mifu_sm9p_mul(&power, &power, &base);
        }
        assert_memory_equal(&power, &mifu_sm9_gamma[0], sizeof power);
    }
}

/* ---- Fields
 * ------------------------------------------------------------------------------------------- */

/* a * b / R mod m by doubling and adding, then halving: slow and obvious. */
static void slow_product(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b,
                         const mifu_modulus *modulus)
{
    mifu_u256 t = {{0, 0, 0, 0}};

    for (int i = 255; i >= 0; i--) {
        mifu_field_add(&t, &t, &t, &modulus->m);
        if ((b->v[i / 64] >> (i % 64) & 1) != 0)
            mifu_field_add(&t, &t, a, &modulus->m);
    }
    for (int i = 0; i < 256; i++) {
        uint64_t carry = 0;

        if ((t.v[0] & 1) != 0)
            carry = mifu_u256_add(&t, &t, &modulus->m);
        for (int j = 0; j < 3; j++)
            t.v[j] = t.v[j] >> 1 | t.v[j + 1] << 63;
        t.v[3] = t.v[3] >> 1 | carry << 63;
    }
    *r = t;
}

static const int lengths[] = {1, 2, 3, 6};

/* The sum of n products by single products and additions. */
static void long_sum(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b, int n)
{
    mifu_u256 t;

    memset(r, 0, sizeof *r);
    for (int i = 0; i < n; i++) {
        mifu_sm9p_mul(&t, &a[i], &b[i]);
        mifu_sm9p_add(r, r, &t);
    }
}

/*
 * Sums of products of numbers just below p: the largest values before the subtractions that bring
 * them down (2.43 p for two products, 5.3 p for six), where a bit above 256 must survive the first
 * of them.
 */
static void largest_sums(void)
{
    for (int i = 0; i < 4000; i++) {
        mifu_u256 a[6], b[6], expected, r;
        int n = lengths[i % 4];

        for (int j = 0; j < 6; j++) {
            mifu_u256 small = {{1 + random64() % 64, 0, 0, 0}};

            (void)mifu_u256_sub(&a[j], &mifu_sm9p.m, &small);
            small.v[0] = 1 + random64() % 64;
            (void)mifu_u256_sub(&b[j], &mifu_sm9p.m, &small);
            if (i % 3 == 0) /* some terms of any size */
                pattern(&b[j], &mifu_sm9p);
        }
        long_sum(&expected, a, b, n);
        kernels->fp_sum_of_products(&r, a, b, n);
        assert_memory_equal(&r, &expected, sizeof r);
    }
}

static void fields(void)
{
    for (int i = 0; i < 600; i++) {
        mifu_u256 a, b, c, d, x, y, expected, r;

        pattern(&a, &mifu_sm9p);
        pattern(&b, &mifu_sm9p);
        pattern(&c, &mifu_sm9p);
        pattern(&d, &mifu_sm9p);
        slow_product(&x, &a, &b, &mifu_sm9p);
        slow_product(&y, &c, &d, &mifu_sm9p);
        kernels->fp_mul(&r, &a, &b);
        assert_memory_equal(&r, &x, sizeof r);
        mifu_sm9p_mul(&r, &a, &b);
        assert_memory_equal(&r, &x, sizeof r);
        mifu_field_add(&expected, &x, &y, &mifu_sm9p.m);
        {
            const mifu_u256 left[2] = {a, c}, right[2] = {b, d};

            kernels->fp_sum_of_products(&r, left, right, 2);
            assert_memory_equal(&r, &expected, sizeof r);
        }
        if (!mifu_u256_mask_zero(&a)) {
            kernels->fp_inverse(&r, &a);
            kernels->fp_mul(&r, &r, &a);
            assert_memory_equal(&r, &mifu_sm9p_one, sizeof r);
        }
        pattern(&a, &mifu_sm9n);
        pattern(&b, &mifu_sm9n);
        slow_product(&x, &a, &b, &mifu_sm9n);
        mifu_sm9n_mul(&r, &a, &b);
        assert_memory_equal(&r, &x, sizeof r);
        if (!mifu_u256_mask_zero(&a)) {
            mifu_sm9n_inverse(&r, &a);
            mifu_sm9n_mul(&r, &r, &a);
            assert_memory_equal(&r, &mifu_sm9n_one, sizeof r);
        }
    }
}

/* ---- Scalars in parts
 * ------------------------------------------------------------------------------ */

/* What the parts are of: lambda of G1, and p mod N of G2 and GT; Montgomery form. */
static void multipliers(mifu_u256 *lambda, mifu_u256 *p_mod_n)
{
    static const uint64_t minus[5] = {0, 36, 18, 6, 2};

    polynomial(lambda, minus);
    (void)mifu_u256_sub(lambda, &mifu_sm9n.m, lambda);
    mifu_sm9n_to_montgomery(lambda, lambda);
    (void)mifu_u256_sub(p_mod_n, &mifu_sm9p.m, &mifu_sm9n.m);
    mifu_sm9n_to_montgomery(p_mod_n, p_mod_n);
}

/* sum += or -= factor (Montgomery form) times a small number. */
static void add_multiple(mifu_u256 *sum, const mifu_u256 *factor, uint64_t small, int negative)
{
    mifu_u256 t = {{small, 0, 0, 0}};

    mifu_sm9n_mul(&t, &t, factor);
    if (negative)
        mifu_sm9n_sub(sum, sum, &t);
    else
        mifu_sm9n_add(sum, sum, &t);
}

static void check_part_digits(const mifu_sm9_part_digits *digits, int parts, unsigned windows,
                              const mifu_u256 *multiplier, const mifu_u256 *k)
{
    mifu_u256 sum = {{0, 0, 0, 0}}, power;

    for (unsigned i = windows; i-- > 0;) {
        for (int j = 0; j < 5; j++)
            mifu_sm9n_add(&sum, &sum, &sum);
        power = mifu_sm9n_one;
        for (int j = 0; j < parts; j++) {
            assert_true(digits[j].index[i] < MIFU_SM9_PART_ENTRIES);
            add_multiple(&sum, &power, 2 * (uint64_t)digits[j].index[i] + 1, digits[j].negative[i]);
            mifu_sm9n_mul(&power, &power, multiplier);
        }
    }
    assert_memory_equal(&sum, k, sizeof sum);
}

/* The digits of all the ways to write k add up to k. */
static void check_decomposition(const mifu_u256 *k)
{
    mifu_sm9_part_digits parts[4];
    mifu_sm9_digits digits;
    mifu_u256 lambda, p_mod_n, power, sum = {{0, 0, 0, 0}};

    multipliers(&lambda, &p_mod_n);
    mifu_sm9_halves(parts, k);
    check_part_digits(parts, 2, MIFU_SM9_HALF_WINDOWS, &lambda, k);
    /* The bound 0.844 * 2^128: the highest digit is worth 2^125. */
    for (int j = 0; j < 2; j++)
        assert_true(parts[j].index[MIFU_SM9_HALF_WINDOWS - 1] <= 3);
    mifu_sm9_quarters(parts, k);
    check_part_digits(parts, 4, MIFU_SM9_QUARTER_WINDOWS, &p_mod_n, k);

    mifu_sm9_recode(&digits, k);
    for (int i = MIFU_SM9_DIGITS - 1; i >= 0; i--) {
        mifu_sm9n_add(&sum, &sum, &sum);
        power = mifu_sm9n_one;
        for (int j = 0; j < 4; j++) {
            if (j == 0 || (digits.index[i] >> (j - 1) & 1) != 0)
                add_multiple(&sum, &power, 1, digits.negative[i]);
            mifu_sm9n_mul(&power, &power, &p_mod_n);
        }
    }
    assert_memory_equal(&sum, k, sizeof sum);
}

/*
 * Scalars where roundings and parities of parts change: number i of small vectors of parts
 * (a, b, ..), which are k = a + b lambda, and of what lies beside multiples of t, t^2 and t^3.
 */
static void lattice_edge(mifu_u256 *k, unsigned i)
{
    static const uint64_t steps[][5] = {{0, 0, 0, 1, 0}, {0, 0, 0, 2, 1}, {0, 0, 6, 2, 0},
                                        {0, 0, 6, 4, 1}, {0, 1, 0, 0, 0}, {0, 18, 9, 3, 1}};
    mifu_u256 lambda, p_mod_n, step;

    multipliers(&lambda, &p_mod_n);
    memset(k, 0, sizeof *k);
    add_multiple(k, &mifu_sm9n_one, i % 5, i & 1);
    if (i % 3 == 0) {
        add_multiple(k, &lambda, i / 3 % 7, i & 2);
    } else if (i % 3 == 1) {
        add_multiple(k, &p_mod_n, i / 3 % 7, i & 2);
        mifu_sm9n_mul(&step, &p_mod_n, &p_mod_n);
        add_multiple(k, &step, i / 21 % 5, i & 4);
        mifu_sm9n_mul(&step, &step, &p_mod_n);
        add_multiple(k, &step, i / 105 % 3, i & 8);
    } else {
        polynomial(&step, steps[i / 3 % MIFU_COUNT_OF(steps)]);
        mifu_sm9n_to_montgomery(&step, &step);
        add_multiple(k, &step, 1 + i / 18 % 9, i & 2);
    }
}

static void test_decomposition(void **state)
{
    mifu_u256 k, small = {{0, 0, 0, 0}};

    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        memset(&k, 0, sizeof k);
        k.v[0] = i;
        check_decomposition(&k);
        if (i > 0) {
            small.v[0] = i;
            (void)mifu_u256_sub(&k, &mifu_sm9n.m, &small);
            check_decomposition(&k);
        }
    }
    for (unsigned i = 0; i < 1000; i++) {
        lattice_edge(&k, i);
        check_decomposition(&k);
    }
    for (unsigned i = 0; i < 5000; i++) {
        pattern(&k, &mifu_sm9n);
        check_decomposition(&k);
    }
}

/* ---- Groups
 * ------------------------------------------------------------------------------------------- */

/* [k]P for k = 0..40 and N-40..N-1 by repeated addition. */
static void small_multiples(void)
{
    mifu_sm9_g1 sum1 = mifu_sm9_p1, r1, minus1;
    mifu_sm9_g2 sum2 = mifu_sm9_p2, r2, minus2;
    mifu_u256 k = {{0, 0, 0, 0}}, n_minus_k, zero = {{0, 0, 0, 0}};

    assert_int_equal(kernels->g1_multiply(&r1, &k, &mifu_sm9_p1), 0);
    assert_int_equal(kernels->g2_multiply(&r2, &k, &mifu_sm9_p2), 0);
    for (unsigned i = 1; i <= 40; i++) {
        k.v[0] = i;
        (void)mifu_u256_sub(&n_minus_k, &mifu_sm9n.m, &k);
        assert_int_equal(kernels->g1_multiply(&r1, &k, &mifu_sm9_p1), 1);
        assert_memory_equal(&r1, &sum1, sizeof r1);
        kernels->g1_base_multiply(&r1, &k);
        assert_memory_equal(&r1, &sum1, sizeof r1);
        minus1 = sum1;
        mifu_sm9p_sub(&minus1.y, &zero, &sum1.y);
        assert_int_equal(kernels->g1_multiply(&r1, &n_minus_k, &mifu_sm9_p1), 1);
        assert_memory_equal(&r1, &minus1, sizeof r1);
        kernels->g1_base_multiply(&r1, &n_minus_k);
        assert_memory_equal(&r1, &minus1, sizeof r1);
        assert_int_equal(kernels->g1_add(&r1, &sum1, &minus1), 0);

        assert_int_equal(kernels->g2_multiply(&r2, &k, &mifu_sm9_p2), 1);
        assert_memory_equal(&r2, &sum2, sizeof r2);
        kernels->g2_base_multiply(&r2, &k);
        assert_memory_equal(&r2, &sum2, sizeof r2);
        minus2 = sum2;
        mifu_sm9p_sub(&minus2.y.c0, &zero, &sum2.y.c0);
        mifu_sm9p_sub(&minus2.y.c1, &zero, &sum2.y.c1);
        assert_int_equal(kernels->g2_multiply(&r2, &n_minus_k, &mifu_sm9_p2), 1);
        assert_memory_equal(&r2, &minus2, sizeof r2);
        kernels->g2_base_multiply(&r2, &n_minus_k);
        assert_memory_equal(&r2, &minus2, sizeof r2);
        assert_int_equal(kernels->g2_add(&r2, &sum2, &minus2), 0);

        assert_int_equal(kernels->g1_add(&sum1, &sum1, &mifu_sm9_p1), 1); /* doubles at first */
        assert_int_equal(kernels->g2_add(&sum2, &sum2, &mifu_sm9_p2), 1);
        assert_true(kernels->g1_is_valid_vartime(&sum1));
    }
    assert_true(kernels->g2_is_valid_vartime(&sum2));
}

/* [a]P + [b]P = [a + b]P for scalars of all sizes and shapes. */
static void distributive(void)
{
    for (int i = 0; i < 24; i++) {
        mifu_u256 a, b, c;
        mifu_sm9_g1 p, q, r;
        mifu_sm9_g2 s, t, u, point;

        random_scalar(&a);
        pattern(&b, &mifu_sm9n);
        if (i % 3 == 0) { /* one bit */
            memset(&a, 0, sizeof a);
            a.v[(i / 3) % 4] = UINT64_C(1) << (random64() % 63);
        }
        mifu_sm9n_add(&c, &a, &b);
        if (mifu_u256_mask_zero(&b) || mifu_u256_mask_zero(&c))
            continue;
        kernels->g1_base_multiply(&p, &a);
        kernels->g1_base_multiply(&q, &b);
        assert_int_equal(kernels->g1_add(&p, &p, &q), 1);
        kernels->g1_base_multiply(&r, &c);
        assert_memory_equal(&p, &r, sizeof r);
        assert_int_equal(kernels->g1_multiply(&r, &c, &mifu_sm9_p1), 1);
        assert_memory_equal(&p, &r, sizeof r);
        kernels->g2_base_multiply(&s, &a);
        kernels->g2_base_multiply(&t, &b);
        point = s;
        assert_int_equal(kernels->g2_add(&s, &s, &t), 1);
        kernels->g2_base_multiply(&u, &c);
        assert_memory_equal(&s, &u, sizeof u);
        /* [b]([a]P2) = [a]([b]P2) */
        assert_int_equal(kernels->g2_multiply(&u, &b, &point), 1);
        assert_int_equal(kernels->g2_multiply(&t, &a, &t), 1);
        assert_memory_equal(&t, &u, sizeof u);
    }
}

/* a^((2p + 1)/9), the exponent by long division from the top: 2p + 1 has 257 bits. */
static void cube_root(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_u256 power = mifu_sm9p_one;
    unsigned remainder = 0;

    for (int bit = 256; bit >= 0; bit--) {
        unsigned b =
            bit == 0 ? 1 : (unsigned)(mifu_sm9p.m.v[(bit - 1) / 64] >> ((bit - 1) % 64) & 1);

        remainder = 2 * remainder + b;
        mifu_sm9p_mul(&power, &power, &power);
        if (remainder >= 9) {
            remainder -= 9;
            mifu_sm9p_mul(&power, &power, a);
        }
    }
    assert_int_equal(remainder, 0);
    *r = power;
}

/* The generated tables, and combs of other points. */
static void combs(void)
{
    static mifu_sm9_g1 table[MIFU_SM9_COMB_WINDOWS][MIFU_SM9_COMB_ENTRIES];
    mifu_sm9_g1 base1 = mifu_sm9_p1, p, q;
    mifu_sm9_g2 base2 = mifu_sm9_p2, s;
    mifu_u256 k = {{0, 0, 0, 0}}, l;

    kernels->g1_comb(table, &mifu_sm9_p1);
    assert_memory_equal(table, mifu_sm9_p1_comb, sizeof table);
    for (int i = 0; i < MIFU_SM9_COMB_WINDOWS; i++) {
        for (unsigned j = 0; j < MIFU_SM9_COMB_ENTRIES; j += 1 + (unsigned)(i % 5)) {
            k.v[0] = 2 * j + 1;
            assert_int_equal(kernels->g2_multiply(&s, &k, &base2), 1);
            assert_memory_equal(&s, &mifu_sm9_p2_comb[i][j], sizeof s);
        }
        k.v[0] = 64;
        assert_int_equal(kernels->g2_multiply(&base2, &k, &base2), 1);
    }
    random_scalar(&k);
    kernels->g1_base_multiply(&base1, &k);
    kernels->g1_comb(table, &base1);
    for (int i = 0; i < 20; i++) {
        mifu_u256 small = {{(uint64_t)i + 1, 0, 0, 0}};

        random_scalar(&k);
        pattern(&l, &mifu_sm9n);
        if (i % 4 == 1)
            k = small;
        if (i % 4 == 2)
            (void)mifu_u256_sub(&l, &mifu_sm9n.m, &small);
        if (mifu_u256_mask_zero(&l))
            continue;
        kernels->g1_comb_multiply(&p, &l, (const mifu_sm9_g1(*)[MIFU_SM9_COMB_ENTRIES])table);
        assert_int_equal(kernels->g1_multiply(&q, &l, &base1), 1);
        assert_memory_equal(&p, &q, sizeof p);
        kernels->g1_base_multiply(&p, &k);
        assert_int_equal(kernels->g1_add(&p, &p, &q), 1);
        assert_int_equal(kernels->g1_two_combs_multiply(
                             &q, &k, &l, (const mifu_sm9_g1(*)[MIFU_SM9_COMB_ENTRIES])table),
                         1);
        assert_memory_equal(&p, &q, sizeof p);
    }
    /* Equal and opposite halves, and a missing one. */
    random_scalar(&k);
    (void)mifu_u256_sub(&l, &mifu_sm9n.m, &k);
    assert_int_equal(kernels->g1_two_combs_multiply(&q, &k, &k, mifu_sm9_p1_comb), 1);
    mifu_sm9n_add(&k, &k, &k);
    kernels->g1_base_multiply(&p, &k);
    assert_memory_equal(&p, &q, sizeof p);
    (void)mifu_u256_sub(&k, &mifu_sm9n.m, &l);
    assert_int_equal(kernels->g1_two_combs_multiply(&q, &k, &l, mifu_sm9_p1_comb), 0);
    memset(&l, 0, sizeof l);
    assert_int_equal(kernels->g1_two_combs_multiply(&q, &k, &l, mifu_sm9_p1_comb), 1);
    kernels->g1_base_multiply(&p, &k);
    assert_memory_equal(&p, &q, sizeof p);
    assert_int_equal(kernels->g1_two_combs_multiply(&q, &l, &k, mifu_sm9_p1_comb), 1);
    assert_memory_equal(&p, &q, sizeof p);
}

/* [k]P + [m]P in variable time against constant-time operations that take any two points. */
static void check_sums(const mifu_u256 *k, const mifu_u256 *m)
{
    mifu_sm9_g1 a1, p1, q1;
    mifu_sm9_g2 a2, p2, q2;
    int finite;

    kernels->g1_base_multiply(&a1, m);
    kernels->g1_base_multiply(&p1, k);
    finite = kernels->g1_add(&p1, &p1, &a1);
    assert_int_equal(kernels->g1_base_multiply_add_vartime(&q1, k, &a1), finite);
    assert_memory_equal(&p1, &q1, sizeof p1);
    kernels->g2_base_multiply(&a2, m);
    kernels->g2_base_multiply(&p2, k);
    assert_int_equal(kernels->g2_add(&p2, &p2, &a2), finite);
    assert_int_equal(kernels->g2_base_multiply_add_vartime(&q2, k, &a2), finite);
    assert_memory_equal(&p2, &q2, sizeof p2);
}

/*
 * Random ones, and what meets an equal or opposite point: in the whole sum m = +-k; in the sum by
 * pairs, with k = 2^252 + 2^240 + 12345, whose highest digits are 1, 1 and -63, the first round at
 * m = +-2^252, the second one at m + 2^252 = +-2^240, and the sums one by one, the last of which
 * adds m and these three digits to 12345, where those are +-12345.
 */
static void sums_with_base(void)
{
    static const mifu_u256 top = {{0, 0, 0, UINT64_C(1) << 60}},
                           next = {{0, 0, 0, UINT64_C(1) << 48}}, rest = {{12345, 0, 0, 0}};
    mifu_u256 k, m, high;

    for (int i = 0; i < 12; i++) {
        random_scalar(&k);
        pattern(&m, &mifu_sm9n);
        if (!mifu_u256_mask_zero(&m))
            check_sums(&k, &m);
    }
    check_sums(&k, &k);
    (void)mifu_u256_sub(&m, &mifu_sm9n.m, &k);
    check_sums(&k, &m);

    mifu_sm9n_add(&high, &top, &next);
    mifu_sm9n_add(&k, &high, &rest);
    check_sums(&k, &top);
    (void)mifu_u256_sub(&m, &mifu_sm9n.m, &top);
    check_sums(&k, &m);
    mifu_sm9n_sub(&m, &next, &top);
    check_sums(&k, &m);
    (void)mifu_u256_sub(&m, &mifu_sm9n.m, &high);
    check_sums(&k, &m);
    mifu_sm9n_sub(&m, &rest, &high);
    check_sums(&k, &m);
    (void)mifu_u256_sub(&m, &mifu_sm9n.m, &k);
    check_sums(&k, &m);
}

/* [k]a with another way to compute it: the combs of P1 and P2. */
static void edge_multiples(void)
{
    for (unsigned i = 0; i < 90; i++) {
        mifu_sm9_g1 p1, q1;
        mifu_sm9_g2 p2, q2;
        mifu_u256 k;

        lattice_edge(&k, 11 * i + 1);
        if (mifu_u256_mask_zero(&k))
            continue;
        kernels->g1_base_multiply(&p1, &k);
        assert_int_equal(kernels->g1_multiply(&q1, &k, &mifu_sm9_p1), 1);
        assert_memory_equal(&p1, &q1, sizeof p1);
        if (i % 3 == 0) {
            kernels->g2_base_multiply(&p2, &k);
            assert_int_equal(kernels->g2_multiply(&q2, &k, &mifu_sm9_p2), 1);
            assert_memory_equal(&p2, &q2, sizeof p2);
        }
    }
}

static void refused_points(void)
{
    mifu_sm9_g1 p = mifu_sm9_p1;
    mifu_sm9_g2 q = mifu_sm9_p2, twist;
    mifu_u256 t;
    int found = 0;

    p.y = p.x;
    assert_false(kernels->g1_is_valid_vartime(&p));
    q.y.c0 = q.x.c0;
    assert_false(kernels->g2_is_valid_vartime(&q));
    /*
     * Points of the twist outside the subgroup: its order is N (2p - N), so that nearly all are.
     * With x in Fp the equation y^2 = x^3 + 5u asks for y = c0 + c1 u with 2 c0 c1 = 5 and x^3 =
     * c0^2 - 2 c1^2: choose c0, and take the cube root where there is one: p = 4 mod 9, so it is
     * the power (2p + 1)/9.
     */
    memset(&twist, 0, sizeof twist);
    for (uint64_t i = 1; found < 5; i++) {
        mifu_u256 c0 = {{i, 0, 0, 0}}, c1, cube, root, check;

        mifu_sm9p_to_montgomery(&c0, &c0);
        mifu_sm9p_add(&t, &c0, &c0);
        mifu_sm9p_inverse(&t, &t);
        mifu_sm9p_mul(&c1, &t, &mifu_sm9_five);
        mifu_sm9p_mul(&cube, &c0, &c0);
        mifu_sm9p_mul(&t, &c1, &c1);
        mifu_sm9p_sub(&cube, &cube, &t);
        mifu_sm9p_sub(&cube, &cube, &t);
        cube_root(&root, &cube);
        mifu_sm9p_mul(&check, &root, &root);
        mifu_sm9p_mul(&check, &check, &root);
        if (memcmp(&check, &cube, sizeof cube) != 0)
            continue; /* not a cube */
        twist.x.c0 = root;
        twist.y.c0 = c0;
        twist.y.c1 = c1;
        assert_false(kernels->g2_is_valid_vartime(&twist));
        /* It is on the twist: the sum with P2 is a point again, and outside the subgroup again. */
        assert_int_equal(kernels->g2_add(&q, &twist, &mifu_sm9_p2), 1);
        assert_false(kernels->g2_is_valid_vartime(&q));
        found++;
    }
}

/* ---- Pairing
 * ------------------------------------------------------------------------------------------ */

static void bilinear(void)
{
    static mifu_sm9_line lines[MIFU_SM9_LINES];
    mifu_sm9_fp12 g, left, right, one;
    mifu_u256 order_minus_one, unit = {{1, 0, 0, 0}};

    memset(&one, 0, sizeof one);
    one.c[0].c0 = mifu_sm9p_one;
    kernels->pairing(&g, &mifu_sm9_p1, &mifu_sm9_p2);
    assert_memory_not_equal(&g, &one, sizeof g);
    /* g^N = 1: g^(N-1) g. */
    (void)mifu_u256_sub(&order_minus_one, &mifu_sm9n.m, &unit);
    kernels->gt_power(&left, &g, &order_minus_one);
    kernels->fp12_mul(&right, &left, &g);
    assert_memory_equal(&right, &one, sizeof one);
    kernels->fp12_inverse(&right, &g);
    assert_memory_equal(&right, &left, sizeof left);
    memset(&unit, 0, sizeof unit);
    kernels->gt_power(&left, &g, &unit);
    assert_memory_equal(&left, &one, sizeof one);

    for (int i = 0; i < 4; i++) {
        mifu_u256 a, b, ab;
        mifu_sm9_g1 p;
        mifu_sm9_g2 q;

        random_scalar(&a);
        random_scalar(&b);
        mifu_sm9n_to_montgomery(&ab, &a);
        mifu_sm9n_mul(&ab, &ab, &b);
        kernels->g1_base_multiply(&p, &a);
        kernels->g2_base_multiply(&q, &b);
        kernels->pairing(&left, &p, &q);
        kernels->gt_power(&right, &g, &ab);
        assert_memory_equal(&left, &right, sizeof left);
        kernels->lines(lines, &q);
        kernels->pairing_with_lines(&right, &p, (const mifu_sm9_line *)lines);
        assert_memory_equal(&left, &right, sizeof left);
        /* Frobenius is the p-th power: p = 6t^2 mod N in the exponent. */
        kernels->fp12_frobenius(&right, &left, 1);
        {
            mifu_u256 p_mod_n;

            (void)mifu_u256_sub(&p_mod_n, &mifu_sm9p.m, &mifu_sm9n.m);
            kernels->gt_power(&g, &left, &p_mod_n);
        }
        assert_memory_equal(&right, &g, sizeof g);
        kernels->fp12_frobenius(&g, &right, 1);
        kernels->fp12_frobenius(&right, &left, 2);
        assert_memory_equal(&g, &right, sizeof g);
        kernels->fp12_frobenius(&g, &right, 1);
        kernels->fp12_frobenius(&right, &left, 3);
        assert_memory_equal(&g, &right, sizeof g);
        kernels->pairing(&g, &mifu_sm9_p1, &mifu_sm9_p2);
    }
}

/* Powers of a fixed element from its table, against powers of any element. */
static void table_powers(void)
{
    static mifu_sm9_gt_row table[MIFU_SM9_GT_WINDOWS], again[MIFU_SM9_GT_WINDOWS];
    mifu_sm9_fp12 g, expected, power;
    mifu_u256 k;

    kernels->pairing(&g, &mifu_sm9_p1, &mifu_sm9_p2);
    random_scalar(&k);
    kernels->gt_power(&g, &g, &k);
    kernels->gt_table(table, &g);
    for (unsigned i = 0; i < 60; i++) {
        if (i % 3 == 0)
            random_scalar(&k);
        else if (i % 3 == 1)
            lattice_edge(&k, 7 * i);
        else
            pattern(&k, &mifu_sm9n);
        if (i < 8) { /* 0, 1, 2, 3 and N - 1, N - 2, N - 3, N - 4 */
            mifu_u256 small = {{i < 4 ? i : i - 3, 0, 0, 0}};

            k = small;
            if (i >= 4)
                (void)mifu_u256_sub(&k, &mifu_sm9n.m, &small);
        }
        kernels->gt_power(&expected, &g, &k);
        kernels->gt_table_power(&power, (const mifu_sm9_gt_row *)table, &k);
        assert_memory_equal(&power, &expected, sizeof power);
    }
    /* Every entry is a = (1 + e)/o of the power it stands for: a o = 1 + e. */
    for (uint64_t i = 0; i < MIFU_SM9_GT_WINDOWS; i++) {
        uint64_t j = (5 * i + 3) % MIFU_SM9_GT_ENTRIES;
        mifu_sm9_fp12 a, odd;

        memset(&k, 0, sizeof k);
        k.v[5 * i / 64] = (2 * j + 1) << (5 * i % 64);
        if (5 * i % 64 > 59)
            k.v[1] = (2 * j + 1) >> (64 - 5 * i % 64);
        kernels->gt_power(&power, &g, &k);
        memset(&a, 0, sizeof a);
        odd = a;
        for (unsigned c = 0; c < 6; c++) { /* v^c is w^(2c), in place c % 3 */
            mifu_sm9_fp2 *to = &a.c[2 * (c % 3)];

            if (c < 3)
                to->c0 = table[i][j].c[c];
            else
                to->c1 = table[i][j].c[c];
            odd.c[2 * (c % 3)] = power.c[2 * (c % 3) + 1];
        }
        kernels->fp12_mul(&a, &a, &odd);
        mifu_sm9p_sub(&a.c[0].c0, &a.c[0].c0, &mifu_sm9p_one);
        for (unsigned c = 0; c < 6; c += 2)
            assert_memory_equal(&a.c[c], &power.c[c], sizeof a.c[c]);
    }
    kernels->gt_table(again, &g);
    assert_memory_equal(table, again, sizeof table);
}

static void for_each_backend(void (*body)(void))
{
    for (unsigned i = 0; mifu_backend_name("sm9", i) != NULL; i++) {
        const char *name = mifu_backend_name("sm9", i);

        if (mifu_backend_select("sm9", name) != MIFU_OK) {
            print_message("sm9 %s: skipped, the processor lacks what it needs\n", name);
            continue;
        }
        kernels = mifu_sm9_kernels_in_use();
        body();
    }
    assert_int_equal(mifu_backend_select("sm9", NULL), MIFU_OK);
}

static void test_fields(void **state)
{
    (void)state;
    for_each_backend(fields);
    for_each_backend(largest_sums);
}

static void test_groups(void **state)
{
    (void)state;
    for_each_backend(small_multiples);
    for_each_backend(distributive);
    for_each_backend(edge_multiples);
    for_each_backend(combs);
    for_each_backend(sums_with_base);
    for_each_backend(refused_points);
}

static void test_pairing(void **state)
{
    (void)state;
    for_each_backend(bilinear);
    for_each_backend(table_powers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constants),     cmocka_unit_test(test_fields),
        cmocka_unit_test(test_decomposition), cmocka_unit_test(test_groups),
        cmocka_unit_test(test_pairing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
