/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fp12 of SM9 in IFMA lanes against the definition, on the portable field. First the arithmetic of
 * the lanes, eight and four of them, on numbers made from the bounds: every choice of limbs at
 * their ends, in every lane; multiples of p and their neighbours up to the largest that each
 * operation permits; carries and borrows through all limbs. Then products, lines, cyclotomic
 * squares, Frobenius and the ways in and out of the lanes. Skipped where the processor lacks what
 * it needs.
 */
#include "base_secret.h"
#include "cpu_features.h"
#include "field_sm9.h"

#include "support_cmocka.h"
#include "support_nightly.h"
#include "support_random.h"
#include "support_sm9_fp12.h"

/* Not every function of the header is looked at alone. */
#pragma GCC diagnostic ignored "-Wunused-function"
#include "sm9_fp12_ifma.h"

#define NEEDED                                                                                     \
    (MIFU_CPU_MASK(AVX512F) | MIFU_CPU_MASK(AVX512DQ) | MIFU_CPU_MASK(AVX512VL) |                  \
     MIFU_CPU_MASK(AVX512BW) | MIFU_CPU_MASK(AVX512IFMA))

#define MASK52 ((UINT64_C(1) << 52) - 1)

typedef uint64_t number[5];

/* ---- Numbers from the bounds */

/* k p + d as limbs; d is small. */
static void near_multiple(number r, uint64_t k, int64_t d)
{
    int64_t carry = d;

    for (int l = 0; l < 5; l++) {
        const int64_t t = (int64_t)(sm9_p[l] * k) + carry; /* below 2^56 */

        r[l] = (uint64_t)t & MASK52;
        carry = t >> 52; /* arithmetic on the compilers in use, checked by the comparisons */
    }
}

/* -1, 0, 1 as a is below, equal to, above b. */
static int compare(const number a, const number b)
{
    for (int l = 4; l >= 0; l--)
        if (a[l] != b[l])
            return a[l] < b[l] ? -1 : 1;
    return 0;
}

/*
 * Of CRAFTED numbers in [0, most p]: every choice of 0, 1, 2^52 - 2 and 2^52 - 1 in the lower limbs
 * under a top limb of 0, 1, one below the top limb of the bound, and that; then the bound and
 * numbers near it and near all smaller multiples of p. What would be above the bound becomes the
 * bound.
 */
#define CRAFTED 1056

static void crafted(number r, unsigned choice, unsigned most)
{
    static const uint64_t patterns[4] = {0, 1, MASK52 - 1, MASK52};
    number bound;

    near_multiple(bound, most, 0);
    choice %= CRAFTED;
    if (choice >= 1024) {
        const unsigned k = (choice - 1024) / 5 % (most + 1);
        const int d = (int)(choice - 1024) % 5 - 2;

        near_multiple(r, k, k == 0 && d < 0 ? -d : k == most && d > 0 ? -d : d);
        return;
    }
    for (unsigned l = 0; l < 4; l++)
        r[l] = patterns[choice >> 2 * l & 3];
    switch (choice >> 8) {
    case 0:
    case 1:
        r[4] = choice >> 8;
        break;
    default:
        r[4] = bound[4] - 3 + (choice >> 8);
    }
    if (compare(r, bound) > 0)
        memcpy(r, bound, sizeof bound);
}

/* A number in [0, most p]: crafted, or with limbs of all kinds, or random. */
static void draw(number r, unsigned most)
{
    const size_t kind = support_random_below(4);
    number bound;

    if (kind < 2) {
        crafted(r, (unsigned)support_random_below(CRAFTED), most);
        return;
    }
    near_multiple(bound, most, 0);
    for (int l = 0; l < 5; l++) {
        const uint64_t x = support_random64();

        r[l] = kind == 2 && x % 4 == 0   ? 0
               : kind == 2 && x % 4 == 1 ? MASK52
               : kind == 2 && x % 4 == 2 ? sm9_p[l]
                                         : x >> 8 & MASK52;
    }
    r[4] %= bound[4];
}

/* ---- The reference: residues as they are, products of them by the portable field */

static mifu_u256 two52, per_r, per_two4; /* 2^52, 2^-260 and 2^-4 in Montgomery form */

static void constants(void)
{
    mifu_u256 t = {{UINT64_C(1) << 52, 0, 0, 0}};

    mifu_sm9p_to_montgomery(&two52, &t);
    t.v[0] = 16;
    mifu_sm9p_to_montgomery(&per_two4, &t);
    mifu_sm9p_inverse(&per_two4, &per_two4);
    t.v[0] = 0;
    t.v[1] = UINT64_C(1) << 62; /* 2^126, whose square is 2^252; 2^-260 = 2^-252 / 2^4 / 2^4 */
    mifu_sm9p_to_montgomery(&t, &t);
    mifu_sm9p_mul(&t, &t, &t);
    mifu_sm9p_inverse(&per_r, &t);
    mifu_sm9p_mul(&per_r, &per_r, &per_two4);
    mifu_sm9p_mul(&per_r, &per_r, &per_two4);
}

/* a modulo p, a below 2^260. */
static void residue(mifu_u256 *r, const number a)
{
    memset(r, 0, sizeof *r);
    for (int l = 4; l >= 0; l--) {
        mifu_u256 limb = {{a[l], 0, 0, 0}};

        mifu_sm9p_mul(r, r, &two52);
        mifu_sm9p_add(r, r, &limb);
    }
}

/* r + a b / R. */
static void add_product(mifu_u256 *r, const number a, const number b)
{
    mifu_u256 x, y;

    residue(&x, a);
    residue(&y, b);
    mifu_sm9p_to_montgomery(&x, &x);
    mifu_sm9p_mul(&x, &x, &y);
    mifu_sm9p_mul(&x, &x, &per_r);
    mifu_sm9p_add(r, r, &x);
}

/* Limbs in range, the number at most `most` p and of that residue. */
static void check(const number got, const mifu_u256 *expected, unsigned most)
{
    number bound;
    mifu_u256 r;

    for (int l = 0; l < 5; l++)
        assert_true(got[l] <= MASK52);
    near_multiple(bound, most, 0);
    assert_true(compare(got, bound) <= 0);
    residue(&r, got);
    assert_memory_equal(&r, expected, sizeof r);
}

/* ---- The arithmetic of the lanes, in both widths */

#define DEFINE_TESTS(W, V, LANES)                                                                  \
    static void gather_##W(V r[5], number lane[LANES])                                             \
    {                                                                                              \
        for (int l = 0; l < 5; l++) {                                                              \
            uint64_t words[LANES];                                                                 \
                                                                                                   \
            for (int i = 0; i < LANES; i++)                                                        \
                words[i] = lane[i][l];                                                             \
            memcpy(&r[l], words, sizeof words);                                                    \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void check_##W(const V got[5], const mifu_u256 expected[LANES], unsigned most)          \
    {                                                                                              \
        for (int i = 0; i < LANES; i++) {                                                          \
            number x;                                                                              \
                                                                                                   \
            for (int l = 0; l < 5; l++)                                                            \
                memcpy(&x[l], (const uint8_t *)&got[l] + 8 * i, 8);                                \
            check(x, &expected[i], most);                                                          \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    /* a + b, -a and, for each n up to 12, n a b / R; a and b in [0, p]. */                        \
    static void check_pairs_##W(number a[LANES], number b[LANES], unsigned terms)                  \
    {                                                                                              \
        mifu_u256 e[LANES], t;                                                                     \
        V x[5], y[5], r[5], columns[10];                                                           \
                                                                                                   \
        gather_##W(x, a);                                                                          \
        gather_##W(y, b);                                                                          \
        for (int i = 0; i < LANES; i++) {                                                          \
            residue(&e[i], a[i]);                                                                  \
            residue(&t, b[i]);                                                                     \
            mifu_sm9p_add(&e[i], &e[i], &t);                                                       \
        }                                                                                          \
        add_##W(r, x, y);                                                                          \
        check_##W(r, e, 1);                                                                        \
        for (int i = 0; i < LANES; i++) {                                                          \
            memset(&e[i], 0, sizeof e[i]);                                                         \
            residue(&t, a[i]);                                                                     \
            mifu_sm9p_sub(&e[i], &e[i], &t);                                                       \
        }                                                                                          \
        negate_##W(r, x);                                                                          \
        check_##W(r, e, 1);                                                                        \
        memset(columns, 0, sizeof columns);                                                        \
        memset(e, 0, sizeof e);                                                                    \
        for (unsigned n = 0; n < terms; n++) {                                                     \
            multiply_add_##W(columns, x, y);                                                       \
            for (int i = 0; i < LANES; i++)                                                        \
                add_product(&e[i], a[i], b[i]);                                                    \
        }                                                                                          \
        reduce_##W(r, columns);                                                                    \
        check_##W(r, e, 1);                                                                        \
    }                                                                                              \
                                                                                                   \
    /* Each crafted number in each lane, with crafted ones of all kinds beside it. */              \
    static void test_crafted_pairs_##W(void **state)                                               \
    {                                                                                              \
        (void)state;                                                                               \
        for (unsigned round = 0; round < 4 * CRAFTED; round++) {                                   \
            number a[LANES], b[LANES];                                                             \
                                                                                                   \
            for (unsigned i = 0; i < LANES; i++) {                                                 \
                crafted(a[i], round + 131 * i, 1);                                                 \
                crafted(b[i], round / CRAFTED * 263 + round * 37 + 1021 * i, 1);                   \
            }                                                                                      \
            check_pairs_##W(a, b, round % 2 == 0 ? 12 : 1);                                        \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void test_random_pairs_##W(void **state)                                                \
    {                                                                                              \
        const unsigned rounds = support_nightly(2000, 1000000 / LANES);                            \
                                                                                                   \
        (void)state;                                                                               \
        for (unsigned round = 0; round < rounds; round++) {                                        \
            number a[LANES], b[LANES];                                                             \
                                                                                                   \
            for (unsigned i = 0; i < LANES; i++) {                                                 \
                draw(a[i], 1);                                                                     \
                draw(b[i], 1);                                                                     \
            }                                                                                      \
            check_pairs_##W(a, b, 1 + round % 12);                                                 \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    /* k a and k (p - a); 2p taken off a number below 4p; the sum of three products. */            \
    static void check_cyclotomic_##W(unsigned (*next)(void), unsigned rounds)                      \
    {                                                                                              \
        for (unsigned round = 0; round < rounds; round++) {                                        \
            number a[LANES], left[3][LANES], right[3][LANES], added[LANES], below4[LANES], limit;  \
            mifu_u256 e[LANES], t;                                                                 \
            V x[5], r[5], l3[3][5], r3[3][5], s[5];                                                \
                                                                                                   \
            near_multiple(limit, 4, -1);                                                           \
            for (unsigned i = 0; i < LANES; i++) {                                                 \
                crafted(a[i], next(), 1);                                                          \
                crafted(below4[i], next(), 4);                                                     \
                if (compare(below4[i], limit) > 0)                                                 \
                    memcpy(below4[i], limit, sizeof limit);                                        \
                crafted(added[i], next(), 2);                                                      \
                for (unsigned j = 0; j < 3; j++) {                                                 \
                    crafted(left[j][i], next(), 3);                                                \
                    crafted(right[j][i], next(), 1U << j);                                         \
                }                                                                                  \
            }                                                                                      \
            gather_##W(x, a);                                                                      \
            for (int k = 2; k <= 4; k++) {                                                         \
                for (int minus = 0; minus < 2; minus++) {                                          \
                    for (int i = 0; i < LANES; i++) {                                              \
                        residue(&t, a[i]);                                                         \
                        memset(&e[i], 0, sizeof e[i]);                                             \
                        for (int n = 0; n < k; n++)                                                \
                            (minus ? mifu_sm9p_sub : mifu_sm9p_add)(&e[i], &e[i], &t);             \
                    }                                                                              \
                    multiple_##W(r, x, k, minus);                                                  \
                    check_##W(r, e, (unsigned)k);                                                  \
                }                                                                                  \
            }                                                                                      \
            gather_##W(r, below4);                                                                 \
            for (int i = 0; i < LANES; i++)                                                        \
                residue(&e[i], below4[i]);                                                         \
            subtract_two_p_##W(r);                                                                 \
            check_##W(r, e, 2);                                                                    \
            for (int j = 0; j < 3; j++) {                                                          \
                gather_##W(l3[j], left[j]);                                                        \
                gather_##W(r3[j], right[j]);                                                       \
            }                                                                                      \
            gather_##W(s, added);                                                                  \
            for (int i = 0; i < LANES; i++) {                                                      \
                residue(&e[i], added[i]);                                                          \
                for (int j = 0; j < 3; j++)                                                        \
                    add_product(&e[i], left[j][i], right[j][i]);                                   \
            }                                                                                      \
            three_products_##W(r, (const V(*)[5])l3, (const V(*)[5])r3, s);                        \
            check_##W(r, e, 1);                                                                    \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void test_cyclotomic_parts_##W(void **state)                                            \
    {                                                                                              \
        (void)state;                                                                               \
        check_cyclotomic_##W(next_in_order, CRAFTED);                                              \
        check_cyclotomic_##W(next_at_bound, 1);                                                    \
        check_cyclotomic_##W(next_random, support_nightly(1000, 1000000 / LANES));                 \
    }

static unsigned order;

/* Steps that have no factor in common with CRAFTED and the number of draws in a round. */
static unsigned next_in_order(void)
{
    order += 499;
    return order;
}

/* The bound itself: 2^52 - 1 in all limbs is above it. */
static unsigned next_at_bound(void)
{
    return 1023;
}

static unsigned next_random(void)
{
    return (unsigned)support_random_below(CRAFTED);
}

DEFINE_TESTS(512, __m512i, 8)
DEFINE_TESTS(256, __m256i, 4)

/* ---- Fp12 */

static void limbs_of(number r, const fp12_lanes *a, int k)
{
    for (int l = 0; l < 5; l++)
        r[l] = a->limb[l][k];
}

/* What a number stands for, a/2^260, in Montgomery form: a/2^4. */
static void value(mifu_u256 *r, const number a)
{
    residue(r, a);
    mifu_sm9p_mul(r, r, &per_two4);
}

static void element_of(support_fp12 *r, const fp12_lanes *a)
{
    for (int k = 0; k < 12; k++) {
        number x;

        limbs_of(x, a, k);
        value(&r->c[k], x);
    }
}

static void draw_lanes(fp12_lanes *a)
{
    memset(a, 0, sizeof *a);
    for (int k = 0; k < 12; k++) {
        number x;

        draw(x, 1);
        for (int l = 0; l < 5; l++)
            a->limb[l][k] = x[l];
    }
}

/* Same values, numbers at rest, and zeros in the four places that are not used. */
static void check_lanes(const fp12_lanes *got, const support_fp12 *expected)
{
    support_fp12 values;

    element_of(&values, got);
    assert_memory_equal(&values, expected, sizeof values);
    for (int k = 0; k < 12; k++) {
        number x;
        mifu_u256 r;

        limbs_of(x, got, k);
        residue(&r, x);
        check(x, &r, 1);
    }
    for (int k = 12; k < 16; k++)
        for (int l = 0; l < 5; l++)
            assert_true(got->limb[l][k] == 0);
}

static void cyclotomic_sqr_lanes(fp12_lanes *a)
{
    fp12_vector v;

    to_cyclotomic(&v, a);
    cyclotomic_sqr(&v, &v);
    from_cyclotomic(a, &v);
}

static void check_operations(const fp12_lanes *a, const fp12_lanes *b)
{
    static const int line_position[6] = {0, 6, 2, 8, 3, 9};
    uint64_t factors[5][16] MIFU_ALIGNED(64), line[5][6];
    support_fp12 x, y, expected;
    mifu_sm9_fp12 other;
    fp12_lanes r;

    element_of(&x, a);
    element_of(&y, b);

    lanes_mul(&r, a, b);
    support_fp12_multiply(&expected, &x, &y);
    check_lanes(&r, &expected);

    r = *a;
    lanes_mul(&r, &r, &r);
    support_fp12_multiply(&expected, &x, &x);
    check_lanes(&r, &expected);

    r = *a;
    cyclotomic_sqr_lanes(&r);
    support_fp12_cyclotomic(&expected, &x);
    check_lanes(&r, &expected);

    memset(factors, 0, sizeof factors);
    for (int k = 0; k < 12; k++)
        for (int l = 0; l < 5; l++)
            factors[l][k] = b->limb[l][k];
    lanes_scale(&r, a, (const uint64_t(*)[16])factors);
    for (int k = 0; k < 12; k++)
        mifu_sm9p_mul(&expected.c[k], &x.c[k], &y.c[k]);
    check_lanes(&r, &expected);

    lanes_conjugate(&r, a);
    expected = x;
    for (int k = 1; k < 12; k += 2) {
        memset(&expected.c[k], 0, sizeof expected.c[k]);
        mifu_sm9p_sub(&expected.c[k], &expected.c[k], &x.c[k]);
    }
    check_lanes(&r, &expected);

    for (int l = 0; l < 5; l++)
        for (int i = 0; i < 6; i++)
            line[l][i] = b->limb[l][i];
    for (int i = 0; i < 6; i++)
        expected.c[i] = y.c[i];
    memset(&y, 0, sizeof y);
    for (int i = 0; i < 6; i++)
        y.c[line_position[i]] = expected.c[i];
    lanes_mul_line(&r, a, line[0], 6);
    support_fp12_multiply(&expected, &x, &y);
    check_lanes(&r, &expected);

    /* Out of the lanes: canonical, p having become 0; and into them. */
    fp12_from_lanes(&other, a);
    for (int k = 0; k < 12; k++)
        assert_memory_equal(k < 6 ? &other.c[k].c0 : &other.c[k - 6].c1, &x.c[k], sizeof x.c[k]);
    lanes_from_fp12(&r, &other);
    check_lanes(&r, &x);
}

static void test_fp12(void **state)
{
    const unsigned rounds = support_nightly(500, 100000);
    fp12_lanes a, b;

    (void)state;
    for (unsigned round = 0; round < rounds; round++) {
        draw_lanes(&a);
        draw_lanes(&b);
        check_operations(&a, &b);
    }
    /* Every crafted number in every place. */
    for (unsigned round = 0; round < CRAFTED; round++) {
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        for (unsigned k = 0; k < 12; k++) {
            number x, y;

            crafted(x, round + 89 * k, 1);
            crafted(y, 37 * round + 1021 * k, 1);
            for (int l = 0; l < 5; l++) {
                a.limb[l][k] = x[l];
                b.limb[l][k] = y[l];
            }
        }
        check_operations(&a, &b);
    }
    /* The largest sums: p, p - 1 and 0 in all places. */
    for (int i = 0; i < 9; i++) {
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        for (int k = 0; k < 12; k++) {
            number x, y;

            near_multiple(x, i % 3 != 0, i % 3 == 2 ? -1 : 0);
            near_multiple(y, i / 3 != 0, i / 3 == 2 ? -1 : 0);
            for (int l = 0; l < 5; l++) {
                a.limb[l][k] = x[l];
                b.limb[l][k] = y[l];
            }
        }
        check_operations(&a, &b);
    }
}

/* Cyclotomic squares near the largest sums: each coefficient near 0 or near p, in all 2^12 ways. */
static void test_largest_squares(void **state)
{
    const unsigned rounds = support_nightly(4096, 200000);

    (void)state;
    for (unsigned round = 0; round < rounds; round++) {
        fp12_lanes a;
        support_fp12 x, expected;

        memset(&a, 0, sizeof a);
        for (int k = 0; k < 12; k++) {
            number low, high = {0};
            int64_t borrow = 0;

            for (int l = 0; l < 4; l++)
                low[l] = support_random64() >> 12;
            low[4] = 0;
            for (int l = 0; l < 5; l++) { /* p - low */
                const int64_t t = (int64_t)(sm9_p[l] - low[l]) + borrow;

                high[l] = (uint64_t)t & MASK52;
                borrow = t >> 52;
            }
            for (int l = 0; l < 5; l++)
                a.limb[l][k] = (round >> k & 1) != 0 ? high[l] : low[l];
        }
        element_of(&x, &a);
        support_fp12_cyclotomic(&expected, &x);
        cyclotomic_sqr_lanes(&a);
        check_lanes(&a, &expected);
    }
}

/* a^(p^k) of a = c w^i is c g^(k i) w^i with g = w^(p-1) = (-2)^((p-1)/12). */
static void test_frobenius(void **state)
{
    mifu_u256 exponent, gamma, two;
    mifu_u256 t = {{12, 0, 0, 0}};

    (void)state;
    /* (p - 1)/12: p - 1 is divisible by it, so multiplied by nothing it is found by division. */
    {
        uint64_t remainder = 0;

        for (int i = 3; i >= 0; i--) {
            uint64_t word = mifu_sm9p.m.v[i] - (i == 0), high, low;

            high = remainder << 32 | word >> 32;
            low = (high % t.v[0]) << 32 | (word & 0xffffffff);
            exponent.v[i] = (high / t.v[0]) << 32 | low / t.v[0];
            remainder = low % t.v[0];
        }
        assert_true(remainder == 0);
    }
    memset(&t, 0, sizeof t);
    mifu_sm9p_add(&two, &mifu_sm9p_one, &mifu_sm9p_one);
    mifu_sm9p_sub(&two, &t, &two);
    gamma = mifu_sm9p_one;
    for (int i = 255; i >= 0; i--) {
        mifu_sm9p_mul(&gamma, &gamma, &gamma);
        if (exponent.v[i / 64] >> i % 64 & 1)
            mifu_sm9p_mul(&gamma, &gamma, &two);
    }
    for (unsigned round = 0; round < 50; round++) {
        fp12_lanes a, r;
        support_fp12 x;

        draw_lanes(&a);
        element_of(&x, &a);
        for (int power = 1; power <= 3; power++) {
            support_fp12 expected = x;

            for (int k = 0; k < 12; k++)
                for (int n = 0; n < k * power; n++)
                    mifu_sm9p_mul(&expected.c[k], &expected.c[k], &gamma);
            lanes_frobenius(&r, &a, power);
            check_lanes(&r, &expected);
        }
    }
}

static int prepare(void **state)
{
    (void)state;
    constants();
    return 0;
}

/*
 * The processor is asked before any test begins: with the flags of this file a compiler may put
 * instructions that it lacks at the start of a test.
 */
int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crafted_pairs_512),
        cmocka_unit_test(test_crafted_pairs_256),
        cmocka_unit_test(test_random_pairs_512),
        cmocka_unit_test(test_random_pairs_256),
        cmocka_unit_test(test_cyclotomic_parts_512),
        cmocka_unit_test(test_cyclotomic_parts_256),
        cmocka_unit_test(test_fp12),
        cmocka_unit_test(test_largest_squares),
        cmocka_unit_test(test_frobenius),
    };

    if ((mifu_cpu_usable() & NEEDED) != NEEDED) {
        print_message("skipped: the processor has no AVX-512 IFMA\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, prepare, NULL);
}
