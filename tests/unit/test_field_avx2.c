/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM2's field on four lanes with AVX2 against the portable one, on limbs made from the bounds of
 * field_sm2p_avx2.h: every limb at the most that a factor may have, in every pattern of signs;
 * columns at the limit; multiples of p and their neighbours from -31 p to 31 p; carries that run
 * through all limbs; random ones. The scans of curve_select_avx2.h and curve_base_avx2.h. Then the
 * points of curve_lanes_avx2.h and the point of curve_ladder_avx2.h against chord and tangent in
 * affine coordinates. Skipped where the processor lacks AVX2.
 */
#include "cpu_features.h"
#include "curve_ladder_avx2.h"
#include "curve_lanes_avx2.h"
#include "field_sm2.h"

#include "support_cmocka.h"
#include "support_nightly.h"
#include "support_random.h"

#define NEEDED (MIFU_CPU_MASK(AVX2))

#define LANES     4
#define LIMBS     MIFU_AVX2_LIMBS
#define COLUMNS   MIFU_AVX2_COLUMNS
#define TWO29     (INT64_C(1) << 29)
#define LIMB_MOST (TWO29 - 1)

/* What a column may have: 2^63 - 2^54 for products that are reduced, 2^63 - 1 for those that are
 * not. */
#define COLUMN_LIMIT (INT64_MAX - (INT64_C(1) << 54) + 1)

/* Limbs of a folded number are from -2^26 to 2^29 + 2^26. */
#define FOLDED       (TWO29 + (INT64_C(1) << 26))
#define FOLDED_LEAST (-(INT64_C(1) << 26))

typedef int64_t number[LIMBS];

static mifu_u256 two29, per32; /* 2^29 and 1/32, in Montgomery form */

static void constants(void)
{
    mifu_u256 t = {{TWO29, 0, 0, 0}};

    mifu_fp_to_montgomery(&two29, &t);
    t.v[0] = 32;
    mifu_fp_to_montgomery(&per32, &t);
    mifu_fp_inverse(&per32, &per32);
}

/* A number modulo p, by the portable field: the limbs by Horner's rule. */
static void residue(mifu_u256 *r, const number a)
{
    memset(r, 0, sizeof *r);
    for (int i = LIMBS - 1; i >= 0; i--) {
        mifu_u256 limb = {{(uint64_t)(a[i] < 0 ? -a[i] : a[i]), 0, 0, 0}};

        mifu_fp_mul(r, r, &two29);
        if (a[i] < 0)
            mifu_fp_sub(r, r, &limb);
        else
            mifu_fp_add(r, r, &limb);
    }
}

/* What a stands for, a / R, in the portable field's form, a / 32. */
static void element(mifu_u256 *r, const number a)
{
    residue(r, a);
    mifu_fp_mul(r, r, &per32);
}

/* a b / R modulo p. */
static void product(mifu_u256 *r, const number a, const number b)
{
    mifu_u256 t;

    residue(r, a);
    residue(&t, b);
    mifu_fp_mul(r, r, &t); /* a b / 2^256 */
    mifu_fp_mul(r, r, &per32);
}

/* a / p, as near as a double is. */
static double ratio(const number a)
{
    double r = 0;

    for (int i = 0; i < LIMBS; i++)
        r = r / (double)TWO29 + (double)a[i];
    return r / 0x1p24 / (1 - 0x1p-32);
}

static void gather(mifu_sm2p_avx2 *r, const number lane[LANES])
{
    for (int i = 0; i < LIMBS; i++)
        r->limb[i] = _mm256_setr_epi64x(lane[0][i], lane[1][i], lane[2][i], lane[3][i]);
}

static void scatter(number lane[LANES], const mifu_sm2p_avx2 *a)
{
    for (int i = 0; i < LIMBS; i++) {
        int64_t words[LANES];

        _mm256_storeu_si256((__m256i *)(void *)words, a->limb[i]);
        for (int l = 0; l < LANES; l++)
            lane[l][i] = words[l];
    }
}

static int flip(void)
{
    return (int)(support_random64() >> 40 & 1);
}

static int64_t draw_within(int64_t most) /* -most .. most */
{
    return (int64_t)(support_random64() % (uint64_t)(2 * most + 1)) - most;
}

/* k p + d with limbs 0 to 7 at rest. */
static void near_multiple(number r, int64_t k, int64_t d)
{
    int64_t carry = d;

    for (int i = 0; i < LIMBS; i++) {
        const int64_t t = (int64_t)mifu_sm2p_avx2_p[i] * k + carry;

        r[i] = i < LIMBS - 1 ? t & LIMB_MOST : t;
        carry = t >> 29; /* arithmetic on the compilers in use, checked by the comparisons */
    }
}

enum { PATTERNS = 4, STYLES = 10 };

/* Limbs of magnitude at most `most`. The first PATTERNS styles are
 * always the same, the others are drawn. */
static void craft(number r, int64_t most, unsigned style)
{
    const int64_t values[] = {most,      -most,      most - 1,      1 - most,         0, 1, -1,
                              LIMB_MOST, -LIMB_MOST, LIMB_MOST - 1, INT64_C(1) << 28, 2};

    switch (style) {
    case 0: /* all of one sign: column 8 has nine products of one sign */
    case 1:
        for (int i = 0; i < LIMBS; i++)
            r[i] = style == 0 ? most : -most;
        break;
    case 2: /* alternating: with another one, too */
    case 3:
        for (int i = 0; i < LIMBS; i++)
            r[i] = (i & 1) == (int)(style & 1) ? most : -most;
        break;
    case 4:
        for (int i = 0; i < LIMBS; i++)
            r[i] = flip() ? most : -most;
        break;
    case 5:
        for (int i = 0; i < LIMBS; i++)
            r[i] = values[support_random_below(sizeof values / sizeof values[0])];
        break;
    case 6:
        for (int i = 0; i < LIMBS; i++)
            r[i] = draw_within(most);
        break;
    case 7: /* near a multiple of p; at times with a unit of a limb lent to the one below */
        near_multiple(r, draw_within(31), draw_within(2));
        for (int i = 0; i < LIMBS - 1; i++)
            if (support_random_below(4) == 0 && r[i] + TWO29 <= most) {
                r[i] += TWO29;
                r[i + 1] -= 1;
            }
        break;
    case 8: { /* one limb on an edge, zeros or ones above it: what is carried runs to the top */
        const int from = (int)support_random_below(LIMBS);
        const int64_t rest = flip() ? LIMB_MOST : 0;

        for (int i = 0; i < LIMBS; i++)
            r[i] = i > from ? rest : 0;
        r[from] = values[support_random_below(sizeof values / sizeof values[0])];
        break;
    }
    default: /* at rest, limbs at their ends */
        for (int i = 0; i < LIMBS - 1; i++)
            r[i] = flip() ? LIMB_MOST : 0;
        r[LIMBS - 1] = draw_within(LIMB_MOST);
        break;
    }
    for (int i = 0; i < LIMBS; i++)
        r[i] = r[i] > most ? most : r[i] < -most ? -most : r[i];
}

/* Each lane another style; the lane `chosen` has the one that is asked for. */
static void craft_lanes(number r[LANES], int64_t most, unsigned style, unsigned chosen)
{
    for (unsigned l = 0; l < LANES; l++)
        craft(r[l], most, l == chosen ? style : (unsigned)support_random_below(STYLES));
}

static void assert_limbs_at_rest(const number a)
{
    for (int i = 0; i < LIMBS - 1; i++)
        assert_in_range((uint64_t)a[i], 0, LIMB_MOST);
}

/*
 * The result of a reduction: at rest, of the right residue, and m p / R, 0 <= m < R, above the
 * exact quotient `least` (in p), which together leave one number.
 */
static void assert_reduced(const mifu_sm2p_avx2 *got, const mifu_u256 expected[LANES],
                           const double least[LANES])
{
    number lane[LANES];

    scatter(lane, got);
    for (int l = 0; l < LANES; l++) {
        const double above = ratio(lane[l]) - least[l];
        mifu_u256 r;

        assert_limbs_at_rest(lane[l]);
        assert_true(above > -1e-6 && above < 1 + 1e-6);
        residue(&r, lane[l]);
        assert_memory_equal(&r, &expected[l], sizeof r);
    }
}

static void assert_same(const mifu_sm2p_avx2 *a, const mifu_sm2p_avx2 *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

/* A result with words around it that have to stay. */
typedef struct guarded {
    __m256i before;
    mifu_sm2p_avx2 number;
    __m256i after;
} guarded;

static void guard(guarded *g)
{
    memset(g, 0xa5, sizeof *g);
}

static void assert_guarded(const guarded *g)
{
    guarded untouched;

    guard(&untouched);
    assert_memory_equal(&g->before, &untouched.before, sizeof g->before);
    assert_memory_equal(&g->after, &untouched.after, sizeof g->after);
}

/* a b / R and a b / R - e: limbs below A, B and E. */
static void try_product(const number a[LANES], const number b[LANES], const number e[LANES])
{
    mifu_sm2p_avx2 va, vb, ve, in_place;
    mifu_u256 expected[LANES], t;
    double least[LANES];
    guarded got;

    gather(&va, a);
    gather(&vb, b);
    gather(&ve, e);
    for (int l = 0; l < LANES; l++) {
        product(&expected[l], a[l], b[l]);
        least[l] = ratio(a[l]) * ratio(b[l]) / 32 * (1 - 0x1p-32);
    }
    guard(&got);
    mifu_sm2p_avx2_mul(&got.number, &va, &vb);
    assert_guarded(&got);
    assert_reduced(&got.number, expected, least);
    in_place = va;
    mifu_sm2p_avx2_mul(&in_place, &in_place, &vb);
    assert_same(&in_place, &got.number);

    for (int l = 0; l < LANES; l++) {
        residue(&t, e[l]);
        mifu_fp_sub(&expected[l], &expected[l], &t);
        least[l] -= ratio(e[l]);
    }
    guard(&got);
    mifu_sm2p_avx2_mul_minus(&got.number, &va, &vb, &ve);
    assert_guarded(&got);
    assert_reduced(&got.number, expected, least);
    in_place = va;
    mifu_sm2p_avx2_mul_minus(&in_place, &in_place, &vb, &ve);
    assert_same(&in_place, &got.number);
}

/* Squares are the very numbers that products are. */
static void try_square(const number a[LANES], const number e[LANES])
{
    mifu_sm2p_avx2 va, ve, expected;
    guarded got;

    gather(&va, a);
    gather(&ve, e);
    mifu_sm2p_avx2_mul(&expected, &va, &va);
    guard(&got);
    mifu_sm2p_avx2_sqr(&got.number, &va);
    assert_guarded(&got);
    assert_same(&got.number, &expected);
    mifu_sm2p_avx2_mul_minus(&expected, &va, &va, &ve);
    guard(&got);
    mifu_sm2p_avx2_sqr_minus(&got.number, &va, &ve);
    assert_guarded(&got);
    assert_same(&got.number, &expected);
}

/* w = c d, every column exact. */
static void try_columns(mifu_sm2p_wide_avx2 *w, const number c[LANES], const number d[LANES])
{
    struct {
        __m256i before;
        mifu_sm2p_wide_avx2 columns;
        __m256i after;
    } got, untouched;
    mifu_sm2p_avx2 vc, vd;

    gather(&vc, c);
    gather(&vd, d);
    memset(&got, 0xa5, sizeof got);
    memset(&untouched, 0xa5, sizeof untouched);
    mifu_sm2p_avx2_mul_wide(&got.columns, &vc, &vd);
    assert_memory_equal(&got.before, &untouched.before, sizeof got.before);
    assert_memory_equal(&got.after, &untouched.after, sizeof got.after);
    for (int k = 0; k < COLUMNS; k++) {
        int64_t words[LANES];

        _mm256_storeu_si256((__m256i *)(void *)words, got.columns.column[k]);
        for (int l = 0; l < LANES; l++) {
            int64_t sum = 0;

            for (int i = 0; i < LIMBS; i++)
                if (k - i >= 0 && k - i < LIMBS)
                    sum += c[l][i] * d[l][k - i]; /* below 2^63 by the caller's bounds */
            assert_true(words[l] == sum);
        }
    }
    *w = got.columns;
}

/* c d, and (a b - c d) / R. */
static void try_wide(const number a[LANES], const number b[LANES], const number c[LANES],
                     const number d[LANES])
{
    mifu_sm2p_wide_avx2 w;
    mifu_sm2p_avx2 va, vb, in_place;
    mifu_u256 expected[LANES], t;
    double least[LANES];
    guarded got;

    gather(&va, a);
    gather(&vb, b);
    try_columns(&w, c, d);
    for (int l = 0; l < LANES; l++) {
        product(&expected[l], a[l], b[l]);
        product(&t, c[l], d[l]);
        mifu_fp_sub(&expected[l], &expected[l], &t);
        least[l] = (ratio(a[l]) * ratio(b[l]) - ratio(c[l]) * ratio(d[l])) / 32 * (1 - 0x1p-32);
    }
    guard(&got);
    mifu_sm2p_avx2_mul_minus_wide(&got.number, &va, &vb, &w);
    assert_guarded(&got);
    assert_reduced(&got.number, expected, least);
    in_place = va;
    mifu_sm2p_avx2_mul_minus_wide(&in_place, &in_place, &vb, &w);
    assert_same(&in_place, &got.number);
}

/* The largest B for A with 9 A B at most the limit. */
static int64_t most_beside(int64_t a, int64_t limit)
{
    return limit / 9 / a;
}

/* The largest A with 9 A^2 at most the limit. */
static int64_t most_of_both(int64_t limit)
{
    int64_t a = 0;

    for (int64_t step = INT64_C(1) << 30; step > 0; step >>= 1)
        if ((a + step) * (a + step) <= limit / 9)
            a += step;
    return a;
}

#define E_MOST ((INT64_C(1) << 52) - 1)

/* Limbs below 2^52 that are subtracted from a result. */
static void craft_e(number r[LANES], unsigned style, unsigned chosen)
{
    craft_lanes(r, flip() ? E_MOST : 8 * LIMB_MOST, style, chosen);
}

static void test_products_at_the_limit(void **state)
{
    const int64_t both = most_of_both(COLUMN_LIMIT), half = most_of_both(COLUMN_LIMIT / 2);
    const int64_t rest_of_2_30_2_29 = COLUMN_LIMIT - 9 * (INT64_C(1) << 59);
    const int64_t factors[][2] = {
        {2 * TWO29, TWO29 + TWO29 / 2},
        {TWO29 + TWO29 / 2, 2 * TWO29},
        {2 * TWO29, most_beside(2 * TWO29, COLUMN_LIMIT)},
        {4 * TWO29 - 1, most_beside(4 * TWO29 - 1, COLUMN_LIMIT)},
        {most_beside(4 * TWO29 - 1, COLUMN_LIMIT), 4 * TWO29 - 1},
        {both, both},
        {FOLDED, FOLDED},
        {LIMB_MOST, LIMB_MOST},
    };
    const int64_t sums[][4] = {
        {half, half, half, half},
        {FOLDED, FOLDED, FOLDED, LIMB_MOST},
        {2 * TWO29, TWO29, most_of_both(rest_of_2_30_2_29), most_of_both(rest_of_2_30_2_29)},
        {most_of_both(rest_of_2_30_2_29), most_of_both(rest_of_2_30_2_29), TWO29, 2 * TWO29},
    };

    (void)state;
    /* The limit is reached as nearly as whole numbers allow. */
    assert_true(9 * both * both > COLUMN_LIMIT - 40 * both);
    assert_true(both > TWO29 + TWO29 / 2 && half > TWO29);
    for (unsigned styles = 0; styles < PATTERNS * PATTERNS * LANES; styles++) {
        const unsigned lane = styles % LANES, first = styles / LANES % PATTERNS,
                       second = styles / LANES / PATTERNS;
        number a[LANES], b[LANES], c[LANES], d[LANES], e[LANES];

        for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
            craft_lanes(a, factors[i][0], first, lane);
            craft_lanes(b, factors[i][1], second, lane);
            for (unsigned third = 0; third < PATTERNS; third++) {
                craft_e(e, third, lane);
                try_product((const number *)a, (const number *)b, (const number *)e);
            }
            if (factors[i][0] == factors[i][1])
                try_square((const number *)a, (const number *)e);
        }
        for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++)
            for (unsigned others = 0; others < PATTERNS * PATTERNS; others++) {
                craft_lanes(a, sums[i][0], first, lane);
                craft_lanes(b, sums[i][1], second, lane);
                craft_lanes(c, sums[i][2], others % PATTERNS, lane);
                craft_lanes(d, sums[i][3], others / PATTERNS, lane);
                try_wide((const number *)a, (const number *)b, (const number *)c,
                         (const number *)d);
            }
    }
}

/* Nightly ten million lanes of each kind. */
static void test_products(void **state)
{
    const unsigned rounds = support_nightly(3000, 2500000);
    const int64_t both = most_of_both(COLUMN_LIMIT), half = most_of_both(COLUMN_LIMIT / 2);

    (void)state;
    for (unsigned round = 0; round < rounds; round++) {
        const int64_t a_most = flip() ? LIMB_MOST : TWO29 + (int64_t)support_random_below(TWO29);
        const int64_t b_most = most_beside(a_most, COLUMN_LIMIT);
        const unsigned style = round % STYLES, lane = round / STYLES % LANES;
        number a[LANES], b[LANES], c[LANES], d[LANES], e[LANES];

        craft_lanes(a, a_most, style, lane);
        craft_lanes(b, flip() ? LIMB_MOST : b_most, (unsigned)support_random_below(STYLES), lane);
        craft_e(e, (unsigned)support_random_below(STYLES), lane);
        try_product((const number *)a, (const number *)b, (const number *)e);

        craft_lanes(a, flip() ? both : LIMB_MOST, style, lane);
        try_square((const number *)a, (const number *)e);

        craft_lanes(a, half, style, lane);
        craft_lanes(b, half, (unsigned)support_random_below(STYLES), lane);
        craft_lanes(c, flip() ? half : LIMB_MOST, (unsigned)support_random_below(STYLES), lane);
        craft_lanes(d, half, (unsigned)support_random_below(STYLES), lane);
        try_wide((const number *)a, (const number *)b, (const number *)c, (const number *)d);
    }
}

/* Products of all multiples of p and their neighbours, -31 p to 31 p, and of 2^256 - 1. */
static void test_multiples(void **state)
{
    static const number zero[LANES];

    (void)state;
    for (int64_t k = -31; k <= 31; k++)
        for (int64_t d = -2; d <= 2; d++) {
            number a[LANES], b[LANES];

            for (int l = 0; l < LANES; l++)
                near_multiple(a[l], k, d);
            near_multiple(b[0], 31, -1);
            near_multiple(b[1], draw_within(31), draw_within(2));
            near_multiple(b[2], 1 - 2 * (k & 1), 0);
            for (int i = 0; i < LIMBS; i++)
                b[3][i] = i < LIMBS - 1 ? LIMB_MOST : (INT64_C(1) << 24) - 1;
            try_product((const number *)a, (const number *)b, zero);
            try_product((const number *)b, (const number *)a, (const number *)b);
            try_square((const number *)a, (const number *)b);
            try_square((const number *)b, (const number *)a);
            try_wide((const number *)a, (const number *)b, (const number *)b, (const number *)a);
            try_wide((const number *)a, (const number *)a, (const number *)b, (const number *)b);
        }
}

/* mul_wide() alone has columns up to 2^63. */
static void test_wide_at_the_limit(void **state)
{
    const int64_t factors[][2] = {
        {most_of_both(INT64_MAX), most_of_both(INT64_MAX)},
        {2 * TWO29, most_beside(2 * TWO29, INT64_MAX)},
        {most_beside(4 * TWO29 - 1, INT64_MAX), 4 * TWO29 - 1},
    };

    (void)state;
    for (unsigned styles = 0; styles < STYLES * STYLES * LANES; styles++)
        for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
            mifu_sm2p_wide_avx2 w;
            number c[LANES], d[LANES];

            craft_lanes(c, factors[i][0], styles / LANES % STYLES, styles % LANES);
            craft_lanes(d, factors[i][1], styles / LANES / STYLES, styles % LANES);
            try_columns(&w, (const number *)c, (const number *)d);
        }
}

static void test_sums(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 2000; round++) {
        const int64_t most = flip() ? LIMB_MOST : INT64_C(1) << 61;
        number a[LANES], b[LANES], r[LANES];
        mifu_sm2p_avx2 va, vb, got, in_place;

        craft_lanes(a, most, round % STYLES, round / STYLES % LANES);
        craft_lanes(b, most, (unsigned)support_random_below(STYLES), 0);
        gather(&va, (const number *)a);
        gather(&vb, (const number *)b);
        mifu_sm2p_avx2_add(&got, &va, &vb);
        scatter(r, &got);
        for (int l = 0; l < LANES; l++)
            for (int i = 0; i < LIMBS; i++)
                assert_true(r[l][i] == a[l][i] + b[l][i]);
        in_place = va;
        mifu_sm2p_avx2_add(&in_place, &in_place, &vb);
        assert_same(&in_place, &got);
        in_place = vb;
        mifu_sm2p_avx2_add(&in_place, &va, &in_place);
        assert_same(&in_place, &got);

        mifu_sm2p_avx2_sub(&got, &va, &vb);
        scatter(r, &got);
        for (int l = 0; l < LANES; l++)
            for (int i = 0; i < LIMBS; i++)
                assert_true(r[l][i] == a[l][i] - b[l][i]);
        in_place = va;
        mifu_sm2p_avx2_sub(&in_place, &in_place, &vb);
        assert_same(&in_place, &got);
        in_place = vb;
        mifu_sm2p_avx2_sub(&in_place, &va, &in_place);
        assert_same(&in_place, &got);
    }
}

/* Carries limb by limb, exactly. */
static void test_carry(void **state)
{
    const int64_t most = (INT64_C(1) << 61) - 1;

    (void)state;
    for (unsigned round = 0; round < 8000; round++) {
        number a[LANES], r[LANES];
        mifu_sm2p_avx2 va;

        craft_lanes(a,
                    flip() ? most : LIMB_MOST + (int64_t)(support_random64() >> (3 + round % 32)),
                    round % STYLES, round / STYLES % LANES);
        gather(&va, (const number *)a);
        mifu_sm2p_avx2_carry(&va, &va);
        scatter(r, &va);
        for (int l = 0; l < LANES; l++) {
            int64_t carry = 0;

            for (int i = 0; i < LIMBS - 1; i++) {
                const int64_t t = a[l][i] + carry, low = (int64_t)((uint64_t)t & LIMB_MOST);

                assert_true(r[l][i] == low);
                carry = (t - low) / TWO29;
            }
            assert_true(r[l][LIMBS - 1] == a[l][LIMBS - 1] + carry);
        }
    }
}

static void assert_folded(const number a)
{
    for (int i = 0; i < LIMBS; i++)
        assert_true(a[i] <= FOLDED && a[i] >= FOLDED_LEAST);
    assert_true(ratio(a) <= 1.01 && ratio(a) >= -1.01);
}

static void try_fold(const number a[LANES])
{
    number r[LANES];
    mifu_sm2p_avx2 va;

    gather(&va, a);
    mifu_sm2p_avx2_fold(&va);
    scatter(r, &va);
    for (int l = 0; l < LANES; l++) {
        mifu_u256 expected, got;

        assert_folded(r[l]);
        residue(&expected, a[l]);
        residue(&got, r[l]);
        assert_memory_equal(&got, &expected, sizeof got);
    }
}

static void test_fold(void **state)
{
    (void)state;
    /* All that limb 8 may be modulo 2^24 on an edge: q from -32 to 31. */
    for (int64_t q = -32; q < 32; q++)
        for (unsigned choice = 0; choice < 512; choice++) {
            number a[LANES];

            for (int l = 0; l < LANES; l++) {
                for (int i = 0; i < LIMBS - 1; i++)
                    a[l][i] = choice >> i & 1 ? LIMB_MOST : 0;
                a[l][LIMBS - 1] =
                    q * (1 << 24) + (choice >> 8 & 1 ? (1 << 24) - 1 - (l & 1) : (l & 1));
            }
            try_fold((const number *)a);
        }
    for (unsigned round = 0; round < 2000; round++) {
        number a[LANES];

        for (int l = 0; l < LANES; l++)
            if (flip()) {
                near_multiple(a[l], draw_within(31), draw_within(2));
            } else {
                for (int i = 0; i < LIMBS - 1; i++)
                    a[l][i] = (int64_t)support_random_below(TWO29);
                a[l][LIMBS - 1] = draw_within(TWO29 - 1);
            }
        try_fold((const number *)a);
    }
}

static void test_select_and_set(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 256; round++) {
        number yes[LANES], no[LANES], r[LANES];
        mifu_sm2p_avx2 vyes, vno, got;
        const unsigned bits = round % 16;
        const __m256i mask =
            _mm256_setr_epi64x(-(long long)(bits & 1), -(long long)(bits >> 1 & 1),
                               -(long long)(bits >> 2 & 1), -(long long)(bits >> 3 & 1));

        craft_lanes(yes, INT64_MAX / 4, round % STYLES, 0);
        craft_lanes(no, INT64_MAX / 4, round / 16 % STYLES, 0);
        gather(&vyes, (const number *)yes);
        gather(&vno, (const number *)no);
        mifu_sm2p_avx2_select(&got, mask, &vyes, &vno);
        scatter(r, &got);
        for (unsigned l = 0; l < LANES; l++)
            assert_memory_equal(r[l], bits >> l & 1 ? yes[l] : no[l], sizeof r[l]);
        mifu_sm2p_avx2_select(&vyes, mask, &vyes, &vno);
        assert_same(&vyes, &got);

        mifu_sm2p_avx2_set(&got, mifu_sm2p_avx2_p);
        scatter(r, &got);
        for (int l = 0; l < LANES; l++)
            for (int i = 0; i < LIMBS; i++)
                assert_true(r[l][i] == (int64_t)mifu_sm2p_avx2_p[i]);
    }
}

static void assert_entry(const __m256i got[2], const mifu_affine *expected)
{
    mifu_affine r;

    _mm256_storeu_si256((__m256i *)(void *)&r.x, got[0]);
    _mm256_storeu_si256((__m256i *)(void *)&r.y, got[1]);
    assert_memory_equal(&r, expected, sizeof r);
}

/* Every index of every count, among entries of random bits and of ones, which a mask that lets
 * anything else through would leave in the result: in one piece and as four scans in portions. */
static void test_scans(void **state)
{
    enum { MOST = 4 * MIFU_SCAN_GROUPS_AVX2 };
    static mifu_affine tables[LANES * MOST + 2];

    (void)state;
    for (unsigned ones = 0; ones < 2; ones++)
        for (unsigned count = 4; count <= MOST; count += 4)
            for (unsigned index = 0; index < count; index++) {
                const unsigned portions = 1 + (unsigned)support_random_below(8 * count);
                unsigned wanted[LANES];
                mifu_scan_avx2 scans[LANES];
                mifu_affine r;

                memset(tables, 0xff, sizeof tables);
                if (!ones)
                    support_random_fill((uint8_t *)tables, sizeof tables);
                for (unsigned l = 0; l < LANES; l++) {
                    const mifu_affine *table = &tables[1 + l * count];

                    wanted[l] = l == 0 ? index : (unsigned)support_random_below(count);
                    support_random_fill((uint8_t *)&tables[1 + l * count + wanted[l]], sizeof r);
                    memset(&r, 0x55, sizeof r);
                    mifu_curve_select_avx2(&r, table, count, wanted[l]);
                    assert_memory_equal(&r, &table[wanted[l]], sizeof r);
                    mifu_scan_start_avx2(&scans[l], table, wanted[l]);
                }
                for (unsigned i = 0; i < portions; i++)
                    mifu_scan_read_four_avx2(scans, count, i, portions);
                for (unsigned l = 0; l < LANES; l++) {
                    const __m256i got[2] = {scans[l].x, scans[l].y};

                    assert_entry(got, &tables[1 + l * count + wanted[l]]);
                }
            }
}

/* Every digit in every window: a window's digit has the sign of the next one's lowest bit, so that
 * one field of bits in all windows gives one digit in all. Then random scalars. */
static void test_base_scan(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        mifu_u256 k = {{0, 0, 0, 0}};

        for (unsigned bit = 0; bit < 256; bit++)
            k.v[bit / 64] |= (uint64_t)(round >> bit % MIFU_BASE_WINDOW & 1) << bit % 64;
        if (round >= 64)
            support_random_fill((uint8_t *)&k, sizeof k);
        k.v[0] |= 1;
        for (unsigned row = 0; row < MIFU_BASE_ROWS_AVX2; row++) {
            mifu_base_scan_avx2 scan;
            mifu_sm2p_avx2 x, y;
            number xs[LANES], ys[LANES];

            mifu_base_scan_start_avx2(&scan, &k, row);
            for (unsigned i = 0; i < LIMBS; i++)
                mifu_base_scan_limb_avx2(&x, &y, &scan, i);
            scatter(xs, &x);
            scatter(ys, &y);
            for (unsigned l = 0; l < LANES && row * LANES + l < MIFU_BASE_WINDOWS; l++) {
                const unsigned window = row * LANES + l;
                uint64_t negative;
                const uint64_t index =
                    mifu_digit_index_of(&negative, &k, MIFU_BASE_WINDOW, window, MIFU_BASE_WINDOWS);
                const mifu_affine *entry = &mifu_curve_base_table[window][index];
                mifu_u256 got;

                for (int i = 0; i < LIMBS; i++) {
                    xs[l][i] = (int32_t)(uint32_t)xs[l][i];
                    ys[l][i] = (int32_t)(uint32_t)ys[l][i];
                    if (negative)
                        ys[l][i] = -ys[l][i];
                }
                assert_limbs_at_rest(xs[l]);
                assert_limbs_at_rest(ys[l]);
                assert_true(ratio(xs[l]) < 1 && ratio(ys[l]) < 1);
                element(&got, xs[l]);
                assert_memory_equal(&got, &entry->x, sizeof got);
                element(&got, ys[l]);
                assert_memory_equal(&got, &entry->y, sizeof got);
            }
        }
    }
}

static void number_of_constant(number r, const uint32_t limb[LIMBS])
{
    for (int i = 0; i < LIMBS; i++)
        r[i] = (int64_t)limb[i];
}

/* What the constants say that they are. */
static void test_constants(void **state)
{
    static const mifu_u256 zero;
    mifu_u256 r, t = {{32, 0, 0, 0}};
    number a;

    (void)state;
    number_of_constant(a, mifu_sm2p_avx2_p);
    assert_limbs_at_rest(a);
    residue(&r, a);
    assert_memory_equal(&r, &zero, sizeof r);
    assert_true(ratio(a) == 1);
    number_of_constant(a, mifu_sm2p_avx2_two256);
    assert_limbs_at_rest(a);
    residue(&r, a);
    assert_memory_equal(&r, &mifu_fp_one, sizeof r);
    assert_true(ratio(a) > 0 && ratio(a) < 1);
    number_of_constant(a, mifu_sm2p_avx2_one);
    assert_limbs_at_rest(a);
    residue(&r, a);
    mifu_fp_to_montgomery(&t, &t); /* 32 * 2^256 */
    assert_memory_equal(&r, &t, sizeof r);
    assert_true(ratio(a) > 0 && ratio(a) < 1);
}

/* Four words: any, or near 0, p and 2^256. */
static void draw_words(mifu_u256 *r)
{
    const size_t kind = support_random_below(8);

    for (int i = 0; i < 4; i++)
        r->v[i] = support_random64();
    if (kind == 0)
        memset(r, 0, sizeof *r);
    else if (kind == 1)
        memset(r, 0xff, sizeof *r);
    else if (kind <= 3)
        *r = mifu_fp_p;
    else if (kind == 4)
        for (int i = 0; i < 4; i++)
            r->v[i] = flip() ? 0 : UINT64_MAX;
    if (kind <= 4 && kind != 3)
        r->v[support_random_below(4)] ^= flip() ? UINT64_C(1) << support_random_below(64) : 0;
}

static void draw_element(mifu_u256 *r)
{
    do
        draw_words(r);
    while ((mifu_u256_mask_less(r, &mifu_fp_p) & 1) == 0);
}

static void words_to_lanes(__m256i w[4], const mifu_u256 words[LANES])
{
    for (int i = 0; i < 4; i++)
        w[i] = _mm256_setr_epi64x((long long)words[0].v[i], (long long)words[1].v[i],
                                  (long long)words[2].v[i], (long long)words[3].v[i]);
}

static void lanes_to_words(mifu_u256 words[LANES], const __m256i w[4])
{
    for (int i = 0; i < 4; i++) {
        uint64_t lane[LANES];

        _mm256_storeu_si256((__m256i *)(void *)lane, w[i]);
        for (int l = 0; l < LANES; l++)
            words[l].v[i] = lane[l];
    }
}

static void test_from_words(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 4000; round++) {
        mifu_u256 words[LANES], back[LANES];
        __m256i w[4];
        number r[LANES];
        mifu_sm2p_avx2 got;

        for (int l = 0; l < LANES; l++) {
            if (round < 256) { /* every bit alone */
                memset(&words[l], 0, sizeof words[l]);
                words[l].v[round / 64] = UINT64_C(1) << round % 64;
            } else {
                draw_words(&words[l]);
            }
        }
        words_to_lanes(w, words);
        mifu_sm2p_avx2_from_words(&got, w);
        scatter(r, &got);
        for (int l = 0; l < LANES; l++)
            for (int i = 0; i < LIMBS; i++) {
                int64_t limb = 0;

                for (int bit = 0; bit < 29; bit++) {
                    const int from = 29 * i - 5 + bit;

                    if (from >= 0)
                        limb |= (int64_t)(words[l].v[from / 64] >> from % 64 & 1) << bit;
                }
                assert_true(r[l][i] == limb);
            }

        /* And back, once it is [8]: what is below p comes back as it was. */
        mifu_sm2p_avx2_fold(&got);
        mifu_sm2p_avx2_to_words(w, &got);
        lanes_to_words(back, w);
        for (int l = 0; l < LANES; l++) {
            mifu_u256 expected = words[l];

            if ((mifu_u256_mask_less(&words[l], &mifu_fp_p) & 1) == 0)
                (void)mifu_u256_sub(&expected, &words[l], &mifu_fp_p);
            assert_memory_equal(&back[l], &expected, sizeof expected);
        }
    }
}

static void try_to_words(const number a[LANES])
{
    mifu_u256 words[LANES], expected;
    mifu_sm2p_avx2 va;
    __m256i w[4];

    gather(&va, a);
    mifu_sm2p_avx2_to_words(w, &va);
    lanes_to_words(words, w);
    for (int l = 0; l < LANES; l++) {
        element(&expected, a[l]);
        assert_memory_equal(&words[l], &expected, sizeof expected);
    }
}

/* Limbs whose number is within k p: limbs 0 to 7 have less than 2 units of limb 8 together. */
static void craft_bounded(number r, int64_t most, double k, unsigned style)
{
    const int64_t top = (int64_t)(k * 0x1p24) - 3;

    craft(r, most, style);
    if (r[LIMBS - 1] > top || r[LIMBS - 1] < -top)
        r[LIMBS - 1] = flip() ? draw_within(top) : r[LIMBS - 1] > 0 ? top : -top;
    assert_true(ratio(r) <= k && ratio(r) >= -k);
}

static void test_to_words(void **state)
{
    (void)state;
    for (int64_t k = -8; k <= 8; k++)
        for (int64_t d = -40; d <= 40; d++) {
            number a[LANES];

            /* 32 (k' p + d') too: words of d' modulo p */
            near_multiple(a[0], k, k == 8 && d > 0 ? -d : k == -8 && d < 0 ? -d : d);
            near_multiple(a[1], k % 8, 32 * d);
            near_multiple(a[2], 0, d);
            near_multiple(a[3], 1, d);
            try_to_words((const number *)a);
        }
    for (unsigned round = 0; round < 4000; round++) {
        number a[LANES];

        for (unsigned l = 0; l < LANES; l++)
            craft_bounded(a[l], flip() ? FOLDED : LIMB_MOST, 8, (round + l) % STYLES);
        try_to_words((const number *)a);
    }
}

/* Points. */

typedef struct jacobian {
    number x[LANES], y[LANES], z[LANES];
} jacobian;

static void scatter_point(jacobian *r, const mifu_sm2_jacobian_avx2 *a)
{
    scatter(r->x, &a->x);
    scatter(r->y, &a->y);
    scatter(r->z, &a->z);
}

/* Coordinates that callers and the next operation rely on. */
static void assert_point_bounds(const jacobian *a)
{
    for (int l = 0; l < LANES; l++) {
        assert_folded(a->x[l]);
        for (int i = 0; i < LIMBS - 1; i++)
            assert_true(a->y[l][i] <= FOLDED && a->y[l][i] >= FOLDED_LEAST);
        assert_true(ratio(a->y[l]) <= 3 && ratio(a->y[l]) >= -3);
        assert_limbs_at_rest(a->z[l]);
        assert_true(ratio(a->z[l]) <= 4 && ratio(a->z[l]) >= -4);
    }
}

/* (x, y) = (X / Z^2, Y / Z^3), in place; 0 where Z = 0. */
static int to_affine(mifu_u256 *x, mifu_u256 *y, const mifu_u256 *z)
{
    mifu_u256 inverse, t;

    if ((mifu_u256_mask_zero(z) & 1) != 0)
        return 0;
    mifu_fp_inverse(&inverse, z);
    mifu_fp_sqr(&t, &inverse);
    mifu_fp_mul(x, x, &t);
    mifu_fp_mul(&t, &t, &inverse);
    mifu_fp_mul(y, y, &t);
    return 1;
}

/* Lane l as affine coordinates; 0 where Z = 0. */
static int affine_of(mifu_u256 *x, mifu_u256 *y, mifu_u256 *z, const jacobian *a, int l)
{
    element(x, a->x[l]);
    element(y, a->y[l]);
    element(z, a->z[l]);
    return to_affine(x, y, z);
}

/* (x, y) on the line of this slope through (x1, y1), and reflected: x = slope^2 - x1 - x2. */
static void third_point(mifu_u256 *x, mifu_u256 *y, const mifu_u256 *slope, const mifu_u256 *x1,
                        const mifu_u256 *y1, const mifu_u256 *x2)
{
    mifu_u256 t;

    mifu_fp_sqr(&t, slope);
    mifu_fp_sub(&t, &t, x1);
    mifu_fp_sub(&t, &t, x2);
    mifu_fp_sub(y, x1, &t);
    mifu_fp_mul(y, y, slope);
    mifu_fp_sub(y, y, y1);
    *x = t;
}

/* (xr, yr) = 2 (x, y) with y != 0 on y^2 = x^3 - 3 w x + b for whatever b. */
static void tangent(mifu_u256 *xr, mifu_u256 *yr, const mifu_u256 *x, const mifu_u256 *y,
                    const mifu_u256 *w)
{
    mifu_u256 slope, t;

    mifu_fp_sqr(&slope, x);
    mifu_fp_sub(&slope, &slope, w);
    mifu_fp_add(&t, &slope, &slope);
    mifu_fp_add(&slope, &slope, &t);
    mifu_fp_add(&t, y, y);
    mifu_fp_inverse(&t, &t);
    mifu_fp_mul(&slope, &slope, &t);
    third_point(xr, yr, &slope, x, y, x);
}

/* (xr, yr) = (xa, ya) + (xb, yb), xa != xb. */
static void chord(mifu_u256 *xr, mifu_u256 *yr, const mifu_u256 *xa, const mifu_u256 *ya,
                  const mifu_u256 *xb, const mifu_u256 *yb)
{
    mifu_u256 slope, t;

    mifu_fp_sub(&t, xb, xa);
    mifu_fp_inverse(&t, &t);
    mifu_fp_sub(&slope, yb, ya);
    mifu_fp_mul(&slope, &slope, &t);
    third_point(xr, yr, &slope, xa, ya, xb);
}

/* (X, Y) of the point (x, y) with this Z. */
static void to_jacobian(mifu_u256 *x_big, mifu_u256 *y_big, const mifu_u256 *z, const mifu_u256 *x,
                        const mifu_u256 *y)
{
    mifu_u256 power;

    mifu_fp_sqr(&power, z);
    mifu_fp_mul(x_big, x, &power);
    mifu_fp_mul(&power, &power, z);
    mifu_fp_mul(y_big, y, &power);
}

/* Lane l of r has this Z and is the point (x, y). */
static void assert_lane(const jacobian *r, int l, const mifu_u256 *z, const mifu_u256 *x,
                        const mifu_u256 *y)
{
    mifu_u256 x_big, y_big, got;

    element(&got, r->z[l]);
    assert_memory_equal(&got, z, sizeof got);
    if ((mifu_u256_mask_zero(z) & 1) != 0)
        return;
    to_jacobian(&x_big, &y_big, z, x, y);
    element(&got, r->x[l]);
    assert_memory_equal(&got, &x_big, sizeof got);
    element(&got, r->y[l]);
    assert_memory_equal(&got, &y_big, sizeof got);
}

/* r = 2 a: tangent. */
static void try_double(mifu_sm2_jacobian_avx2 *r, const mifu_sm2_jacobian_avx2 *a)
{
    jacobian before, after;

    *r = *a;
    mifu_sm2_double_avx2(r, 1);
    scatter_point(&before, a);
    scatter_point(&after, r);
    assert_point_bounds(&after);
    for (int l = 0; l < LANES; l++) {
        mifu_u256 x, y, z, t, xr = {{0}}, yr = {{0}};
        const int finite = affine_of(&x, &y, &z, &before, l);

        if (finite && (mifu_u256_mask_zero(&y) & 1) == 0)
            tangent(&xr, &yr, &x, &y, &mifu_fp_one);
        element(&t, before.y[l]);
        mifu_fp_mul(&z, &z, &t);
        mifu_fp_add(&z, &z, &z);
        assert_lane(&after, l, &z, &xr, &yr);
    }
}

/* r = a + b: chord. The high halves of b's limbs do not matter without z_is_one. */
static void try_add(mifu_sm2_jacobian_avx2 *r, const mifu_sm2_jacobian_avx2 *a,
                    const number x[LANES], const number y[LANES], int z_is_one)
{
    mifu_sm2_affine_avx2 b;
    jacobian before, after;

    gather(&b.x, x);
    gather(&b.y, y);
    scatter_point(&before, a);
    if (z_is_one) {
        mifu_sm2_jacobian_avx2 without_z = *a;

        memset(&without_z.z, 0xa5, sizeof without_z.z);
        for (int l = 0; l < LANES; l++)
            number_of_constant(before.z[l], mifu_sm2p_avx2_one);
        mifu_sm2_add_affine_avx2(r, &without_z, &b, 1);
    } else {
        for (int i = 0; i < LIMBS; i++)
            b.y.limb[i] = _mm256_xor_si256(
                b.y.limb[i], _mm256_set1_epi64x((long long)(support_random64() << 32)));
        mifu_sm2_add_affine_avx2(r, a, &b, 0);
    }
    scatter_point(&after, r);
    assert_point_bounds(&after);
    for (int l = 0; l < LANES; l++) {
        mifu_u256 xa, ya, za, xb, yb, zr, t, xr = {{0}}, yr = {{0}};
        const int finite = affine_of(&xa, &ya, &za, &before, l);

        element(&xb, x[l]);
        element(&yb, y[l]);
        /* Z' = Z (x Z^2 - X) */
        mifu_fp_sqr(&zr, &za);
        mifu_fp_mul(&zr, &zr, &xb);
        element(&t, before.x[l]);
        mifu_fp_sub(&zr, &zr, &t);
        mifu_fp_mul(&zr, &zr, &za);
        if (finite && memcmp(&xa, &xb, sizeof xa) != 0) {
            chord(&xr, &yr, &xa, &ya, &xb, &yb);
        } else {
            static const mifu_u256 zero;

            assert_memory_equal(&zr, &zero, sizeof zr);
        }
        assert_lane(&after, l, &zr, &xr, &yr);
    }
}

/* A coordinate from words below p, [32], of either sign. */
static void draw_affine(number r[LANES])
{
    mifu_u256 words[LANES];
    mifu_sm2p_avx2 v;
    __m256i w[4];

    for (int l = 0; l < LANES; l++)
        draw_element(&words[l]);
    words_to_lanes(w, words);
    mifu_sm2p_avx2_from_words(&v, w);
    scatter(r, &v);
    for (int l = 0; l < LANES; l++)
        if (flip())
            for (int i = 0; i < LIMBS; i++)
                r[l][i] = -r[l][i];
}

/* In the lanes whose bits are set. */
static void negate_lanes(number a[LANES], unsigned lanes)
{
    for (unsigned l = 0; l < LANES; l++)
        if (lanes >> l & 1)
            for (int i = 0; i < LIMBS; i++)
                a[l][i] = -a[l][i];
}

/* Limbs of a folded number, but for the top one, which makes it a number within k p. */
static void craft_folded(number r, double k, unsigned style)
{
    craft_bounded(r, FOLDED, k, style);
    for (int i = 0; i < LIMBS - 1; i++)
        if (r[i] < FOLDED_LEAST)
            r[i] = flip() ? FOLDED_LEAST : r[i] + FOLDED;
    assert_true(ratio(r) <= k && ratio(r) >= -k);
}

/* Limbs at rest, a number within k p. */
static void craft_at_rest(number r, double k)
{
    craft_bounded(r, LIMB_MOST, k, STYLES - 1);
    if (flip()) {
        r[LIMBS - 1] = (int64_t)(k * 0x1p24) - 3;
        if (flip())
            r[LIMBS - 1] = -r[LIMBS - 1];
    }
    if (flip())
        r[support_random_below(LIMBS - 1)] = (int64_t)support_random_below(TWO29);
}

/* X, Y, Z at the bounds, or multiples of p. */
static void craft_point(mifu_sm2_jacobian_avx2 *r, unsigned style)
{
    number x[LANES], y[LANES], z[LANES];

    for (unsigned l = 0; l < LANES; l++) {
        craft_folded(x[l], 1.01, (style + l) % STYLES);
        craft_folded(y[l], 3, (style / STYLES + l) % STYLES);
        if (support_random_below(4) == 0)
            near_multiple(z[l], draw_within(3), draw_within(2));
        else
            craft_at_rest(z[l], 4);
    }
    gather(&r->x, (const number *)x);
    gather(&r->y, (const number *)y);
    gather(&r->z, (const number *)z);
}

/* 32 a at once is 2 (2 (2 (2 (2 a)))) with the same Z. */
static void try_doublings(const mifu_sm2_jacobian_avx2 *a)
{
    mifu_sm2_jacobian_avx2 one = *a, all = *a;
    jacobian expected, got;

    mifu_sm2_double_avx2(&all, 5);
    for (int i = 0; i < 5; i++)
        mifu_sm2_double_avx2(&one, 1);
    scatter_point(&expected, &one);
    scatter_point(&got, &all);
    assert_point_bounds(&got);
    for (int l = 0; l < LANES; l++) {
        mifu_u256 left, right;

        element(&left, expected.x[l]);
        element(&right, got.x[l]);
        assert_memory_equal(&left, &right, sizeof left);
        element(&left, expected.y[l]);
        element(&right, got.y[l]);
        assert_memory_equal(&left, &right, sizeof left);
        element(&left, expected.z[l]);
        element(&right, got.z[l]);
        assert_memory_equal(&left, &right, sizeof left);
    }
}

/* Twice the half is the number. */
static void test_halve(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 2000; round++) {
        mifu_sm2p_avx2 a, r;
        number lane[LANES], half[LANES];

        for (unsigned l = 0; l < LANES; l++) {
            if (support_random_below(4) == 0)
                near_multiple(lane[l], draw_within(30), draw_within(2));
            else
                craft_at_rest(lane[l], flip() ? 3 : 31);
        }
        gather(&a, (const number *)lane);
        mifu_sm2p_avx2_carry(&a, &a);
        scatter(lane, &a);
        mifu_sm2_halve_avx2(&r, &a);
        scatter(half, &r);
        for (int l = 0; l < LANES; l++) {
            const double above = ratio(half[l]) - ratio(lane[l]) / 2;
            mifu_u256 whole, twice;

            for (int i = 0; i < LIMBS - 1; i++)
                assert_true(half[l][i] <= FOLDED && half[l][i] >= FOLDED_LEAST);
            assert_true(above > -1e-9 && above < 0.5 + 1e-9);
            element(&whole, lane[l]);
            element(&twice, half[l]);
            mifu_fp_add(&twice, &twice, &twice);
            assert_memory_equal(&whole, &twice, sizeof whole);
        }
    }
}

static void test_points_at_the_bounds(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 500; round++) {
        mifu_sm2_jacobian_avx2 a, r;
        number x[LANES], y[LANES];

        craft_point(&a, round % (STYLES * STYLES));
        try_double(&r, &a);
        try_doublings(&a);
        draw_affine(x);
        draw_affine(y);
        try_add(&r, &a, (const number *)x, (const number *)y, 0);
    }
}

/* Both affine, [2] at rest. In some lanes x is the same, or another number for the same residue. */
static void test_first_additions(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 1000; round++) {
        mifu_sm2_jacobian_avx2 a, r;
        mifu_sm2p_avx2 t;
        number xa[LANES], ya[LANES], x[LANES], y[LANES];

        for (unsigned l = 0; l < LANES; l++) {
            craft_at_rest(xa[l], 2);
            craft_at_rest(ya[l], 2);
            craft_at_rest(x[l], 2);
            craft_at_rest(y[l], 2);
            if (round / 2 % 5 == l) {
                craft_at_rest(xa[l], 1);
                for (int i = 0; i < LIMBS; i++)
                    x[l][i] = xa[l][i] + ((int64_t)(round % 4) - 1) % 2 * mifu_sm2p_avx2_p[i];
                if (flip())
                    memcpy(y[l], ya[l], sizeof y[l]);
            }
        }
        gather(&a.x, (const number *)xa);
        gather(&a.y, (const number *)ya);
        a.z = a.x; /* not read */
        gather(&t, (const number *)x);
        mifu_sm2p_avx2_carry(&t, &t);
        scatter(x, &t);
        try_add(&r, &a, (const number *)x, (const number *)y, 1);
    }
}

/* a = (x z^2, y z^3, z); b = (x, y) or (x, -y): Z' = 0, and it stays. */
static void test_excluded_cases(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        mifu_sm2_jacobian_avx2 a, r, s;
        mifu_sm2p_avx2 vx, vy, t;
        number x[LANES], y[LANES], lane[LANES];

        craft_point(&a, round % (STYLES * STYLES));
        draw_affine(x);
        draw_affine(y);
        gather(&vx, (const number *)x);
        gather(&vy, (const number *)y);
        mifu_sm2p_avx2_sqr(&t, &a.z);
        mifu_sm2p_avx2_mul(&a.x, &t, &vx);
        mifu_sm2p_avx2_fold(&a.x);
        mifu_sm2p_avx2_mul(&t, &t, &a.z);
        mifu_sm2p_avx2_mul(&a.y, &t, &vy);
        negate_lanes(y, round);
        try_add(&r, &a, (const number *)x, (const number *)y, 0);
        scatter(lane, &r.z);
        for (int l = 0; l < LANES; l++) {
            static const mifu_u256 zero;
            mifu_u256 z;

            element(&z, lane[l]);
            assert_memory_equal(&z, &zero, sizeof z);
        }
        try_double(&s, &r);
        draw_affine(x);
        try_add(&r, &s, (const number *)x, (const number *)y, 0);
    }
}

/* Results are what the next operation gets: a thousand in a row. */
static void test_chains(void **state)
{
    const unsigned chains = support_nightly(2, 50);

    (void)state;
    for (unsigned chain = 0; chain < chains; chain++) {
        mifu_sm2_jacobian_avx2 a[2];

        craft_point(&a[0], 9);
        for (unsigned i = 0; i < 1000; i++) {
            number x[LANES], y[LANES];

            if (support_random_below(3) == 0) {
                try_double(&a[(i + 1) % 2], &a[i % 2]);
                continue;
            }
            draw_affine(x);
            draw_affine(y);
            try_add(&a[(i + 1) % 2], &a[i % 2], (const number *)x, (const number *)y, 0);
        }
    }
}

/* Sums in X, Y, ZZ, ZZZ. */

/* What callers and the next addition rely on. */
static void assert_sum_bounds(const mifu_sm2_sum_avx2 *a)
{
    number x[LANES], y[LANES], zz[LANES], zzz[LANES];

    scatter(x, &a->x);
    scatter(y, &a->y);
    scatter(zz, &a->zz);
    scatter(zzz, &a->zzz);
    for (int l = 0; l < LANES; l++) {
        assert_folded(x[l]);
        assert_limbs_at_rest(y[l]);
        assert_true(ratio(y[l]) <= 2 && ratio(y[l]) >= -2);
        assert_limbs_at_rest(zz[l]);
        assert_true(ratio(zz[l]) <= 1.7 && ratio(zz[l]) >= -1.7);
        assert_limbs_at_rest(zzz[l]);
        assert_true(ratio(zzz[l]) <= 1.7 && ratio(zzz[l]) >= -1.7);
    }
}

static void assert_coordinate(const mifu_sm2p_avx2 *got, int l, const mifu_u256 *expected)
{
    number lane[LANES];
    mifu_u256 t;

    scatter(lane, got);
    element(&t, lane[l]);
    assert_memory_equal(&t, expected, sizeof t);
}

static void disturb_high_halves(mifu_sm2p_avx2 *a)
{
    for (int i = 0; i < LIMBS; i++)
        for (int l = 0; l < LANES; l++)
            ((uint64_t *)(void *)&a->limb[i])[l] ^= support_random64() << 32;
}

/*
 * r = a + b: the chord where a is a point, ZZ^3 = ZZZ^2 not 0 and H not 0; ZZ' = ZZ H^2 and ZZZ' =
 * ZZZ H^3 for all. With z_is_one what Z there is does not matter, nor do the high halves of all
 * limbs; without it those of b's.
 */
static void try_sum_add(mifu_sm2_sum_avx2 *r, const mifu_sm2_sum_avx2 *a, const number x[LANES],
                        const number y[LANES], int z_is_one)
{
    mifu_sm2_affine_avx2 b;
    mifu_sm2_sum_avx2 from = *a;
    number ax[LANES], ay[LANES], azz[LANES], azzz[LANES];

    gather(&b.x, x);
    gather(&b.y, y);
    scatter(ax, &a->x);
    scatter(ay, &a->y);
    scatter(azz, &a->zz);
    scatter(azzz, &a->zzz);
    disturb_high_halves(&b.x);
    disturb_high_halves(&b.y);
    if (z_is_one) {
        disturb_high_halves(&from.x);
        disturb_high_halves(&from.y);
        memset(&from.zz, 0xa5, sizeof from.zz);
        memset(&from.zzz, 0xa5, sizeof from.zzz);
        for (int l = 0; l < LANES; l++) {
            number_of_constant(azz[l], mifu_sm2p_avx2_one);
            number_of_constant(azzz[l], mifu_sm2p_avx2_one);
        }
        mifu_sm2_sum_add_avx2(r, &from, &b, 1, mifu_nothing_beside_avx2);
    } else {
        mifu_sm2_sum_add_avx2(r, &from, &b, 0, mifu_nothing_beside_avx2);
    }
    assert_sum_bounds(r);
    for (int l = 0; l < LANES; l++) {
        mifu_u256 xa, ya, zz, zzz, xb, yb, h, square, cube, t, zzz2, xr, yr;

        element(&xa, ax[l]);
        element(&ya, ay[l]);
        element(&zz, azz[l]);
        element(&zzz, azzz[l]);
        element(&xb, x[l]);
        element(&yb, y[l]);
        mifu_fp_mul(&h, &xb, &zz);
        mifu_fp_sub(&h, &h, &xa);
        mifu_fp_sqr(&square, &h);
        mifu_fp_mul(&cube, &square, &h);
        mifu_fp_mul(&square, &square, &zz);
        mifu_fp_mul(&cube, &cube, &zzz);
        assert_coordinate(&r->zz, l, &square);
        assert_coordinate(&r->zzz, l, &cube);
        mifu_fp_sqr(&t, &zz);
        mifu_fp_mul(&t, &t, &zz);
        mifu_fp_sqr(&zzz2, &zzz);
        if (memcmp(&t, &zzz2, sizeof t) != 0 || (mifu_u256_mask_zero(&square) & 1) != 0)
            continue;
        mifu_fp_inverse(&t, &zz);
        mifu_fp_mul(&xa, &xa, &t);
        mifu_fp_inverse(&t, &zzz);
        mifu_fp_mul(&ya, &ya, &t);
        chord(&xr, &yr, &xa, &ya, &xb, &yb);
        mifu_fp_mul(&xr, &xr, &square);
        mifu_fp_mul(&yr, &yr, &cube);
        assert_coordinate(&r->x, l, &xr);
        assert_coordinate(&r->y, l, &yr);
    }
}

/* ZZ = z^2 and ZZZ = z^3 within 1.7 p, at rest. */
static void craft_zs(mifu_sm2_sum_avx2 *r)
{
    mifu_sm2p_avx2 z;
    number lane[LANES];

    for (unsigned l = 0; l < LANES; l++)
        craft_at_rest(lane[l], 4.7);
    gather(&z, (const number *)lane);
    mifu_sm2p_avx2_sqr(&r->zz, &z); /* [1.7] */
    mifu_sm2p_avx2_mul(&r->zzz, &z, &r->zz);
}

/* X folded and Y at rest, at their bounds of 2 p; of ZZ and ZZZ either a pair, or both at theirs.
 */
static void craft_sum(mifu_sm2_sum_avx2 *r, unsigned style)
{
    number x[LANES], y[LANES], zz[LANES], zzz[LANES];

    for (unsigned l = 0; l < LANES; l++) {
        craft_folded(x[l], 2, (style + l) % STYLES);
        craft_at_rest(y[l], 2);
        craft_at_rest(zz[l], 1.7);
        craft_at_rest(zzz[l], 1.7);
    }
    gather(&r->x, (const number *)x);
    gather(&r->y, (const number *)y);
    gather(&r->zz, (const number *)zz);
    gather(&r->zzz, (const number *)zzz);
    if (style % 4 != 0)
        craft_zs(r);
}

static void test_sums_of_points_at_the_bounds(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 1000; round++) {
        mifu_sm2_sum_avx2 a, r;
        number x[LANES], y[LANES];

        craft_sum(&a, round);
        draw_affine(x);
        draw_affine(y);
        for (unsigned l = 0; l < LANES; l++) /* just below 32 p */
            if (round % 3 == 0 && flip()) {
                near_multiple(x[l], 31, 0);
                x[l][LIMBS - 1] = LIMB_MOST;
                near_multiple(y[l], 31, 0);
                y[l][LIMBS - 1] = LIMB_MOST;
                for (int i = 0; i < LIMBS; i++)
                    y[l][i] *= round % 2 ? 1 : -1;
            }
        try_sum_add(&r, &a, (const number *)x, (const number *)y, 0);
    }
}

/* Two affine points: x [1.01] folded, y the same or its opposite. */
static void try_first_sum(mifu_sm2_sum_avx2 *r, unsigned style)
{
    mifu_sm2_sum_avx2 a;
    number limbs[4][LANES];

    for (unsigned c = 0; c < 4; c++) /* x and y of the one, x and y of the other */
        for (unsigned l = 0; l < LANES; l++) {
            craft_folded(limbs[c][l], 1.01, (style / (c < 2 ? 1 : STYLES) + l) % STYLES);
            if (c % 2 != 0 && flip())
                for (int i = 0; i < LIMBS; i++)
                    limbs[c][l][i] = -limbs[c][l][i];
        }
    gather(&a.x, (const number *)limbs[0]);
    gather(&a.y, (const number *)limbs[1]);
    a.zz = a.zzz = a.x; /* not read */
    try_sum_add(r, &a, (const number *)limbs[2], (const number *)limbs[3], 1);
}

static void test_first_sums_at_the_bounds(void **state)
{
    mifu_sm2_sum_avx2 r;

    (void)state;
    for (unsigned round = 0; round < 1000; round++)
        try_first_sum(&r, round);
}

/* From two affine points on a thousand more in a row. */
static void test_sums_of_points_in_chains(void **state)
{
    const unsigned chains = support_nightly(4, 50);

    (void)state;
    for (unsigned chain = 0; chain < chains; chain++) {
        mifu_sm2_sum_avx2 a[2];
        number x[LANES], y[LANES];

        try_first_sum(&a[1], chain);
        for (unsigned i = 1; i < 1000; i++) {
            draw_affine(x);
            draw_affine(y);
            try_sum_add(&a[(i + 1) % 2], &a[i % 2], (const number *)x, (const number *)y, 0);
        }
    }
}

/* a = (x z^2, y z^3); b = (x, y) or (x, -y): ZZ' = ZZZ' = 0, and they stay. */
static void test_sums_of_excluded_cases(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        static const mifu_u256 zero;
        mifu_sm2_sum_avx2 a, r, s;
        mifu_sm2p_avx2 v;
        number x[LANES], y[LANES];

        craft_zs(&a);
        draw_affine(x);
        draw_affine(y);
        gather(&v, (const number *)x);
        mifu_sm2p_avx2_mul(&a.x, &a.zz, &v); /* 32 * 1.7 / 32 + 1 */
        mifu_sm2p_avx2_fold(&a.x);
        gather(&v, (const number *)y);
        mifu_sm2p_avx2_mul(&a.y, &a.zzz, &v);
        mifu_sm2p_avx2_fold(&a.y);
        mifu_sm2p_avx2_carry(&a.y, &a.y);
        negate_lanes(y, round);
        try_sum_add(&r, &a, (const number *)x, (const number *)y, 0);
        draw_affine(x);
        try_sum_add(&s, &r, (const number *)x, (const number *)y, 0);
        for (int l = 0; l < LANES; l++) {
            assert_coordinate(&r.zz, l, &zero);
            assert_coordinate(&r.zzz, l, &zero);
            assert_coordinate(&s.zz, l, &zero);
            assert_coordinate(&s.zzz, l, &zero);
        }
    }
}

/* One point on four lanes, of the curve y^2 = x^3 - 3 L^4 x + b L^6. */

typedef struct plain_point {
    mifu_u256 x, y, z;
} plain_point;

/* Limb 8 of X has its low half alone. d is Z^2 before an addition, L^2 Z^2 before a doubling. */
static void assert_ladder(plain_point *r, const mifu_ladder_avx2 *a, const mifu_u256 *l,
                          int before_addition)
{
    static const double most[LANES] = {3.1, 6.6, 2, 3.2};
    number x[LANES], w[LANES];
    mifu_u256 t, square;

    scatter(x, &a->x);
    scatter(w, &a->w);
    x[0][LIMBS - 1] = (int32_t)x[0][LIMBS - 1];
    x[3][LIMBS - 1] = (int32_t)x[3][LIMBS - 1];
    assert_memory_equal(x[0], x[3], sizeof x[0]);
    for (int i = 0; i < LIMBS; i++)
        assert_true(x[2][i] == 0);
    assert_limbs_at_rest(x[0]);
    assert_true(ratio(x[0]) <= 8.2 && ratio(x[0]) >= -8.2);
    for (int j = 0; j < LANES; j++) {
        if (j == 1)
            for (int i = 0; i < LIMBS; i++)
                assert_true(w[j][i] <= LIMB_MOST && w[j][i] >= -LIMB_MOST);
        else
            assert_limbs_at_rest(w[j]);
        assert_true(ratio(w[j]) <= most[j] && ratio(w[j]) >= -most[j]);
    }
    element(&r->x, x[0]);
    element(&r->y, w[1]);
    mifu_fp_half(&r->y, &r->y);
    element(&r->z, w[3]);
    mifu_fp_sqr(&square, &r->x);
    element(&t, w[0]);
    assert_memory_equal(&t, &square, sizeof t);
    mifu_fp_sqr(&square, &r->z);
    if (!before_addition) {
        mifu_fp_mul(&square, &square, l);
        mifu_fp_mul(&square, &square, l);
    }
    element(&t, w[2]);
    assert_memory_equal(&t, &square, sizeof t);
}

/* r has this Z and is (x, y). */
static void assert_plain(const plain_point *r, const mifu_u256 *z, const mifu_u256 *x,
                         const mifu_u256 *y)
{
    mifu_u256 x_big, y_big;

    assert_memory_equal(&r->z, z, sizeof *z);
    if ((mifu_u256_mask_zero(z) & 1) != 0)
        return;
    to_jacobian(&x_big, &y_big, z, x, y);
    assert_memory_equal(&r->x, &x_big, sizeof x_big);
    assert_memory_equal(&r->y, &y_big, sizeof y_big);
}

/* Z' = 2 Y Z. */
static void try_ladder_double(mifu_ladder_avx2 *a, const mifu_u256 *l, int last)
{
    plain_point before, after;
    mifu_u256 z, l4, xr = {{0}}, yr = {{0}};

    assert_ladder(&before, a, l, 0);
    mifu_ladder_double_avx2(a, last);
    assert_ladder(&after, a, l, last);
    mifu_fp_mul(&z, &before.z, &before.y);
    mifu_fp_add(&z, &z, &z);
    mifu_fp_sqr(&l4, l);
    mifu_fp_sqr(&l4, &l4);
    if (to_affine(&before.x, &before.y, &before.z) && (mifu_u256_mask_zero(&before.y) & 1) == 0)
        tangent(&xr, &yr, &before.x, &before.y, &l4);
    assert_plain(&after, &z, &xr, &yr);
}

/* Point (x, y) in words, or (x, -y). Z' = 2 Z (x Z^2 - X). */
static void try_ladder_add(mifu_ladder_avx2 *a, const mifu_u256 *l, const mifu_affine *point,
                           int negative)
{
    static const mifu_u256 zero;
    mifu_ladder_point_avx2 loaded;
    mifu_affine twice = *point;
    plain_point before, after;
    mifu_u256 y = point->y, z, xr = {{0}}, yr = {{0}};

    mifu_fp_add(&twice.y, &twice.y, &twice.y);
    mifu_ladder_load_avx2(&loaded, &twice, negative ? UINT64_MAX : 0);
    assert_ladder(&before, a, l, 1);
    mifu_ladder_add_avx2(a, &loaded);
    assert_ladder(&after, a, l, 0);
    if (negative)
        mifu_fp_sub(&y, &zero, &y);
    mifu_fp_sqr(&z, &before.z);
    mifu_fp_mul(&z, &z, &point->x);
    mifu_fp_sub(&z, &z, &before.x);
    mifu_fp_mul(&z, &z, &before.z);
    mifu_fp_add(&z, &z, &z);
    if (to_affine(&before.x, &before.y, &before.z) &&
        memcmp(&before.x, &point->x, sizeof before.x) != 0)
        chord(&xr, &yr, &before.x, &before.y, &point->x, &y);
    else
        assert_memory_equal(&z, &zero, sizeof z);
    assert_plain(&after, &z, &xr, &yr);
}

static void draw_point(mifu_affine *r)
{
    draw_element(&r->x);
    draw_element(&r->y);
}

/* acc = a random point for a random L, which is 1 at times. */
static void start_ladder(mifu_ladder_avx2 *acc, mifu_affine *point, mifu_u256 *l)
{
    mifu_ladder_point_avx2 loaded;
    mifu_affine twice;

    draw_point(point);
    do
        draw_element(l);
    while ((mifu_u256_mask_zero(l) & 1) != 0);
    if (flip())
        *l = mifu_fp_one;
    twice = *point;
    mifu_fp_add(&twice.y, &twice.y, &twice.y);
    mifu_ladder_load_avx2(&loaded, &twice, 0);
    mifu_ladder_start_avx2(acc, &loaded, l);
}

/* Coordinates as large as the operations let them become, y with signed limbs in every second; for
 * a doubling. */
static void craft_ladder(mifu_ladder_avx2 *r, mifu_u256 *l, unsigned style)
{
    number x[LANES] = {{0}}, w[LANES], in[LANES] = {{0}};
    mifu_sm2p_avx2 t, squares;
    mifu_affine point;

    start_ladder(r, &point, l);
    craft_at_rest(x[0], 8.1);
    memcpy(x[3], x[0], sizeof x[0]);
    craft(x[1], LIMB_MOST, style % STYLES);
    if (style & 1)
        craft_bounded(w[1], LIMB_MOST, 6.5, style / 2 % STYLES);
    else
        craft_at_rest(w[1], 6.5);
    if (support_random_below(8) == 0)
        near_multiple(w[3], draw_within(3), draw_within(2));
    else
        craft_at_rest(w[3], 3.1);
    memcpy(in[0], x[0], sizeof in[0]);
    memcpy(in[2], w[3], sizeof in[2]);
    gather(&t, (const number *)in);
    mifu_sm2p_avx2_sqr(&squares, &t);
    scatter(in, &squares);
    memcpy(w[0], in[0], sizeof w[0]);
    mifu_sm2p_avx2_mul(&squares, &squares, &r->l2); /* l2 has L^2 in all lanes */
    scatter(in, &squares);
    memcpy(w[2], in[2], sizeof w[2]);
    gather(&r->x, (const number *)x);
    gather(&r->w, (const number *)w);
}

/* From the bounds, one operation: what a doubling makes of the largest X is within them as well,
 * what an addition makes need not be, as none follows one so closely: it is done after doublings.
 */
static void test_ladder_at_the_bounds(void **state)
{
    (void)state;
    for (unsigned round = 0; round < support_nightly(3000, 100000); round++) {
        mifu_ladder_avx2 a;
        mifu_affine point;
        mifu_u256 l;

        craft_ladder(&a, &l, round % (2 * STYLES));
        for (unsigned i = 0; i < 4; i++)
            try_ladder_double(&a, &l, i == 3);
        draw_point(&point);
        try_ladder_add(&a, &l, &point, flip());
    }
}

/* Additions at most as often as non-adjacent forms of width 5 have them. */
static void test_ladder_chains(void **state)
{
    const unsigned chains = support_nightly(2, 50);

    (void)state;
    for (unsigned chain = 0; chain < chains; chain++) {
        unsigned since = 0;
        mifu_ladder_avx2 a;
        mifu_affine point;
        mifu_u256 l;
        plain_point first;

        start_ladder(&a, &point, &l);
        assert_ladder(&first, &a, &l, 0);
        assert_plain(&first, &mifu_fp_one, &point.x, &point.y);
        for (unsigned i = 0; i < 1000; i++) {
            const int addition = ++since >= 5 && support_random_below(3) != 0;

            try_ladder_double(&a, &l, addition);
            if (addition) {
                draw_point(&point);
                try_ladder_add(&a, &l, &point, flip());
                since = 0;
            }
        }
    }
}

/* Equal and opposite points give Z = 0, which stays. */
static void test_ladder_exceptions(void **state)
{
    static const mifu_u256 zero;

    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        mifu_ladder_avx2 a;
        mifu_affine point;
        mifu_u256 l, twice;
        mifu_jacobian end;
        plain_point plain;

        start_ladder(&a, &point, &l);
        mifu_ladder_finish_avx2(&end, &a);
        mifu_fp_add(&twice, &point.y, &point.y);
        assert_memory_equal(&end.x, &point.x, sizeof end.x);
        assert_memory_equal(&end.y, &twice, sizeof end.y);
        assert_memory_equal(&end.z, &mifu_fp_one, sizeof end.z);
        try_ladder_double(&a, &l, 1);
        assert_ladder(&plain, &a, &l, 1);
        if (!to_affine(&plain.x, &plain.y, &plain.z))
            continue;
        point.x = plain.x;
        point.y = plain.y;
        try_ladder_add(&a, &l, &point, (int)(round & 1));
        for (unsigned i = 0; i < 12; i++) {
            mifu_ladder_finish_avx2(&end, &a);
            assert_memory_equal(&end.z, &zero, sizeof zero);
            try_ladder_double(&a, &l, i % 6 == 5);
            if (i % 6 == 5) {
                draw_point(&point);
                try_ladder_add(&a, &l, &point, flip());
            }
        }
    }
}

/* What leaves the lanes. */
static void test_ladder_finish(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 400; round++) {
        mifu_ladder_avx2 a;
        mifu_jacobian end;
        mifu_u256 l;
        plain_point plain;

        craft_ladder(&a, &l, round % (2 * STYLES));
        assert_ladder(&plain, &a, &l, 0);
        mifu_ladder_finish_avx2(&end, &a);
        assert_memory_equal(&end.x, &plain.x, sizeof end.x);
        mifu_fp_half(&end.y, &end.y);
        assert_memory_equal(&end.y, &plain.y, sizeof end.y);
        assert_memory_equal(&end.z, &plain.z, sizeof end.z);
    }
}

/* The processor is asked before any test begins: see test_field_ifma.c. */
int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_products_at_the_limit),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_multiples),
        cmocka_unit_test(test_wide_at_the_limit),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_carry),
        cmocka_unit_test(test_fold),
        cmocka_unit_test(test_select_and_set),
        cmocka_unit_test(test_scans),
        cmocka_unit_test(test_base_scan),
        cmocka_unit_test(test_from_words),
        cmocka_unit_test(test_to_words),
        cmocka_unit_test(test_halve),
        cmocka_unit_test(test_points_at_the_bounds),
        cmocka_unit_test(test_first_additions),
        cmocka_unit_test(test_excluded_cases),
        cmocka_unit_test(test_chains),
        cmocka_unit_test(test_sums_of_points_at_the_bounds),
        cmocka_unit_test(test_first_sums_at_the_bounds),
        cmocka_unit_test(test_sums_of_points_in_chains),
        cmocka_unit_test(test_sums_of_excluded_cases),
        cmocka_unit_test(test_ladder_at_the_bounds),
        cmocka_unit_test(test_ladder_chains),
        cmocka_unit_test(test_ladder_exceptions),
        cmocka_unit_test(test_ladder_finish),
    };

    if ((mifu_cpu_usable() & NEEDED) != NEEDED) {
        print_message("skipped: the processor has no AVX2\n");
        return 0;
    }
    constants();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
