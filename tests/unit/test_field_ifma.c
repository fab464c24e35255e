/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The eight-lane field arithmetic (and products on four lanes) against the portable one, on limb
 * patterns made from the bounds: limbs of all zeros, all ones and near them, values around
 * multiples of p and of 2^256 up to the largest that each operation permits, and random ones; and
 * the two inversions at a time with the selection that they have with AVX-512. Compiled with the
 * flags of the IFMA back-end; skipped where the processor lacks what it needs.
 */
#include "cpu_features.h"
#include "field_inverse_sm2.h"
#include "field_sm2.h"
#include "field_sm2p_ifma.h"
#include "field_sm2p_ifma_x4.h"
#if MIFU_HAVE_INT128 /* without it there are no two inversions at a time */
#    include "field_divsteps_avx2.h"
#endif

#include "support_cmocka.h"
#include "support_nightly.h"

#define NEEDED                                                                                     \
    (MIFU_CPU_MASK(AVX512F) | MIFU_CPU_MASK(AVX512DQ) | MIFU_CPU_MASK(AVX512VL) |                  \
     MIFU_CPU_MASK(AVX512BW) | MIFU_CPU_MASK(AVX512IFMA))

#define MASK52 ((UINT64_C(1) << 52) - 1)

typedef uint64_t limbs[5];

/* A number below 2^260 modulo p, by the portable field: the five limbs by Horner's rule. */
static void residue(mifu_u256 *r, const limbs a)
{
    static const mifu_u256 two52 = {{UINT64_C(1) << 52, 0, 0, 0}};
    mifu_u256 factor, limb;

    mifu_fp_to_montgomery(&factor, &two52);
    memset(r, 0, sizeof *r);
    for (int i = 4; i >= 0; i--) {
        memset(&limb, 0, sizeof limb);
        limb.v[0] = a[i];
        mifu_fp_mul(r, r, &factor);
        mifu_fp_add(r, r, &limb);
    }
}

/* 2^-260 in Montgomery form: what a product of eight-lane numbers is multiplied by. */
static void lane_factor(mifu_u256 *r)
{
    static const mifu_u256 two260 = {{0, 0, 0, 0}};
    mifu_u256 t = two260;

    t.v[0] = 16; /* 2^256 is Montgomery's factor, 16 of it are 2^260 */
    mifu_fp_to_montgomery(&t, &t);
    mifu_fp_mul(&t, &t, &mifu_fp_rr); /* 16 R in Montgomery form */
    mifu_fp_inverse(r, &t);
}

static uint64_t random_state = UINT64_C(0x9e3779b97f4a7c15);

static uint64_t random64(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * UINT64_C(0x2545f4914f6cdd1d);
}

static uint64_t pattern_limb(uint64_t which)
{
    switch (which % 8) {
    case 0:
        return 0;
    case 1:
        return MASK52;
    case 2:
        return 1;
    case 3:
        return MASK52 - 1;
    case 4:
        return UINT64_C(1) << 51;
    case 5:
        return UINT64_C(0xff00000000fff); /* limb 1 of p */
    case 6:
        return UINT64_C(0xff00000001000);
    default:
        return random64() & MASK52;
    }
}

static const limbs p_limbs = {MASK52, UINT64_C(0xff00000000fff), MASK52, MASK52,
                              UINT64_C(0xfffffffeffff)};

/* k*p + d for small k and d, |d| <= 2. */
static void near_multiple(limbs r, uint64_t k, int64_t d)
{
    int64_t carry = d;

    for (int i = 0; i < 5; i++) {
        int64_t t = (int64_t)(p_limbs[i] * k) + carry; /* below 2^56 */

        r[i] = (uint64_t)t & MASK52;
        carry = t >> 52; /* arithmetic on the compilers in use, checked by the test below */
    }
}

/* An element worth at most `most` times p: patterns below it, multiples of p around it. */
static void element(limbs r, uint64_t most)
{
    uint64_t choice = random64();

    if (choice % 4 == 0) {
        uint64_t k = 1 + (choice >> 8) % most;

        near_multiple(r, k,
                      k == most ? -1 - (int64_t)(choice >> 16 & 1) : (int64_t)(choice >> 16) % 3);
        return;
    }
    for (int i = 0; i < 5; i++)
        r[i] = pattern_limb(random64());
    r[4] %= most * UINT64_C(0xfffffffeffff); /* below most * p whatever the other limbs */
}

static mifu_sm2p_x8 gather(const limbs lane[8])
{
    uint64_t words[8];
    mifu_sm2p_x8 r;

    for (int i = 0; i < 5; i++) {
        for (int l = 0; l < 8; l++)
            words[l] = lane[l][i];
        r.limb[i] = _mm512_loadu_si512(words);
    }
    return r;
}

static void scatter(limbs lane[8], const mifu_sm2p_x8 *a)
{
    uint64_t words[8];

    for (int i = 0; i < 5; i++) {
        _mm512_storeu_si512(words, a->limb[i]);
        for (int l = 0; l < 8; l++)
            lane[l][i] = words[l];
    }
}

/* The result is the expected residue, its limbs are in range and it is below bound * p / 100. */
static void check(const mifu_sm2p_x8 *got, const mifu_u256 expected[8], uint64_t bound)
{
    limbs lane[8];

    scatter(lane, got);
    for (int l = 0; l < 8; l++) {
        mifu_u256 r;

        for (int i = 0; i < 5; i++)
            assert_true(lane[l][i] <= MASK52);
        /* bound * p / 100 rounded up a little: the top limb decides. */
        assert_true(lane[l][4] <= UINT64_C(0xffffffffffff) / 100 * bound + 1);
        residue(&r, lane[l]);
        assert_memory_equal(&r, &expected[l], sizeof r);
    }
}

/* Products on four lanes are those on eight. */
static void check_narrow(const limbs a[8], const limbs b[8], const mifu_sm2p_x8 *product)
{
    limbs wide[8];

    scatter(wide, product);
    for (int half = 0; half < 2; half++) {
        mifu_sm2p_x4 na, nb, narrow;

        for (int i = 0; i < 5; i++) {
            uint64_t x[4], y[4];

            for (int l = 0; l < 4; l++) {
                x[l] = a[4 * half + l][i];
                y[l] = b[4 * half + l][i];
            }
            na.limb[i] = _mm256_loadu_si256((const __m256i *)(const void *)x);
            nb.limb[i] = _mm256_loadu_si256((const __m256i *)(const void *)y);
        }
        narrow = mifu_sm2p_x4_mul(&na, &nb);
        for (int i = 0; i < 5; i++) {
            uint64_t x[4];

            _mm256_storeu_si256((__m256i *)(void *)x, narrow.limb[i]);
            for (int l = 0; l < 4; l++)
                assert_true(x[l] == wide[4 * half + l][i]);
        }
    }
}

/* All operations on a and b worth [4], c and d worth [2]; factor is that of lane_factor(). */
static void check_arithmetic(const limbs a[8], const limbs b[8], const limbs c[8], const limbs d[8],
                             const mifu_u256 *factor)
{
    mifu_u256 ra[8], rb[8], rc[8], rd[8], e[8], t;
    mifu_sm2p_x8 va = gather(a), vb = gather(b), vc = gather(c), vd = gather(d), got;
    limbs out[8];

    for (int l = 0; l < 8; l++) {
        residue(&ra[l], a[l]);
        residue(&rb[l], b[l]);
        residue(&rc[l], c[l]);
        residue(&rd[l], d[l]);
    }

    /* mifu_fp_mul divides by 2^256 itself: bring one factor into Montgomery form first. */
    for (int l = 0; l < 8; l++) {
        mifu_fp_to_montgomery(&t, &ra[l]);
        mifu_fp_mul(&e[l], &t, &rb[l]);
        mifu_fp_mul(&e[l], &e[l], factor);
    }
    got = mifu_sm2p_x8_mul(&va, &vb); /* 4 * 4 / 16 + 1 */
    check(&got, e, 200);
    check_narrow(a, b, &got);

    for (int l = 0; l < 8; l++) {
        mifu_fp_to_montgomery(&t, &ra[l]);
        mifu_fp_mul(&e[l], &t, &ra[l]);
        mifu_fp_mul(&e[l], &e[l], factor);
    }
    got = mifu_sm2p_x8_sqr(&va);
    check(&got, e, 200);

    for (int l = 0; l < 8; l++) {
        mifu_u256 u;

        mifu_fp_to_montgomery(&t, &ra[l]);
        mifu_fp_mul(&e[l], &t, &rb[l]);
        mifu_fp_to_montgomery(&t, &rc[l]);
        mifu_fp_mul(&u, &t, &rd[l]);
        mifu_fp_add(&e[l], &e[l], &u);
        mifu_fp_mul(&e[l], &e[l], factor);
    }
    got = mifu_sm2p_x8_carry(mifu_sm2p_x8_sum_of_products(&va, &vb, &vc, &vd)); /* 20/16 + 1 */
    check(&got, e, 225);

    for (int l = 0; l < 8; l++)
        mifu_fp_sub(&e[l], &ra[l], &rc[l]);
    got = mifu_sm2p_x8_sub(&va, &vc);
    check(&got, e, 101);

    memset(&t, 0, sizeof t);
    for (int l = 0; l < 8; l++)
        mifu_fp_sub(&e[l], &t, &rc[l]);
    got = mifu_sm2p_x8_negate(&vc);
    check(&got, e, 101);

    /* 8 times something is subtracted from a product, as in the doubling. */
    for (int l = 0; l < 8; l++) {
        mifu_fp_to_montgomery(&t, &ra[l]);
        mifu_fp_mul(&e[l], &t, &rb[l]);
        mifu_fp_mul(&e[l], &e[l], factor);
        for (int k = 0; k < 8; k++)
            mifu_fp_sub(&e[l], &e[l], &rc[l]);
    }
    got = mifu_sm2p_x8_reduce(mifu_sm2p_x8_minus(mifu_sm2p_x8_product(&va, &vb), 18, 3, &vc));
    check(&got, e, 101);

    /* A product is subtracted, as in the addition. */
    for (int l = 0; l < 8; l++) {
        mifu_fp_to_montgomery(&t, &rb[l]);
        mifu_fp_mul(&e[l], &t, &rd[l]);
        mifu_fp_mul(&e[l], &e[l], factor);
        mifu_fp_sub(&e[l], &rc[l], &e[l]);
    }
    got = mifu_sm2p_x8_reduce(mifu_sm2p_x8_minus_columns(&vc, 3, mifu_sm2p_x8_product(&vb, &vd)));
    check(&got, e, 101);

    got = mifu_sm2p_x8_canonical(&vc);
    scatter(out, &got);
    for (int l = 0; l < 8; l++) {
        limbs plain = {rc[l].v[0] & MASK52, (rc[l].v[0] >> 52 | rc[l].v[1] << 12) & MASK52,
                       (rc[l].v[1] >> 40 | rc[l].v[2] << 24) & MASK52,
                       (rc[l].v[2] >> 28 | rc[l].v[3] << 36) & MASK52, rc[l].v[3] >> 16};

        assert_memory_equal(out[l], plain, sizeof plain);
    }
}

static void test_arithmetic(void **state)
{
    unsigned rounds = support_nightly(4000, 1250000); /* of eight products of a kind */
    mifu_u256 factor;

    (void)state;
    lane_factor(&factor);
    for (unsigned round = 0; round < rounds; round++) {
        limbs a[8], b[8], c[8], d[8];

        for (int l = 0; l < 8; l++) {
            element(a[l], 4);
            element(b[l], 4);
            element(c[l], 2);
            element(d[l], 2);
        }
        check_arithmetic((const limbs *)a, (const limbs *)b, (const limbs *)c, (const limbs *)d,
                         &factor);
    }
}

/* w 2^256 + k p + 2^bit + d, bit < 0 for none. Not negative, below 2^260. */
static void edge(limbs r, int64_t w, int64_t k, int bit, int64_t d)
{
    int64_t carry = d;

    for (int i = 0; i < 5; i++) {
        int64_t t = (int64_t)p_limbs[i] * k + carry;

        if (bit / 52 == i && bit >= 0)
            t += INT64_C(1) << bit % 52;
        if (i == 4)
            t += w * (INT64_C(1) << 48);
        r[i] = i < 4 ? (uint64_t)t & MASK52 : (uint64_t)t;
        carry = t >> 52;
    }
}

/*
 * Numbers below most * p: around multiples of p and of 2^256, which are what p falls short of by
 * 2^224 + 2^96 - 2^64 + 1, around that difference and its multiples, and around the borders of
 * limbs and words and the bits of p.
 */
static unsigned make_edges(limbs edges[], unsigned room, int most)
{
    static const int bits[] = {51,  52,  63,  64,  95,  96,  103, 104, 127, 128,
                               155, 156, 191, 192, 207, 208, 223, 224, 254, 255};
    limbs bound, all[160];
    unsigned count = 0, kept = 0;

    near_multiple(bound, (uint64_t)most, 0);
    for (int d = -2; d <= 2; d++) {
        for (int k = 0; k <= most; k++)
            if (k > 0 || d >= 0)
                edge(all[count++], 0, k, -1, d);
        for (int w = 1; w < most; w++)
            edge(all[count++], w, 0, -1, d);
        for (int n = 1; n <= 3; n++)
            edge(all[count++], n, -n, -1, d);
        edge(all[count++], 1, 1, -1, d); /* 2^256 + p */
    }
    for (unsigned i = 0; i < sizeof bits / sizeof bits[0]; i++)
        for (int d = -1; d <= 1; d++)
            edge(all[count++], 0, 0, bits[i], d);
    for (unsigned i = 0; i < count; i++) {
        int below = 0;

        for (int l = 0; l < 5; l++)
            if (all[i][l] != bound[l])
                below = all[i][l] < bound[l];
        if (below && kept < room)
            memcpy(edges[kept++], all[i], sizeof all[i]);
    }
    return kept;
}

/* Every pair of edges, each edge in each lane. */
static void test_edges(void **state)
{
    limbs four[160], two[160];
    unsigned fours = make_edges(four, 160, 4), twos = make_edges(two, 160, 2);
    mifu_u256 factor;

    (void)state;
    assert_in_range(fours, 110, 159);
    assert_in_range(twos, 90, 159);
    lane_factor(&factor);
    for (unsigned i = 0; i < fours; i++) {
        for (unsigned j = 0; j < fours; j += 8) {
            limbs a[8], b[8], c[8], d[8];

            for (unsigned l = 0; l < 8; l++) {
                memcpy(a[l], four[(i + l) % fours], sizeof a[l]);
                memcpy(b[l], four[(j + l) % fours], sizeof b[l]);
                memcpy(c[l], two[(i + l) % twos], sizeof c[l]);
                memcpy(d[l], two[(j + 3 * l) % twos], sizeof d[l]);
            }
            check_arithmetic((const limbs *)a, (const limbs *)b, (const limbs *)c, (const limbs *)d,
                             &factor);
        }
    }
}

/* Words to limbs: numbers below 2^256, canonical or not, in each lane. */
static void test_words(void **state)
{
    static const uint64_t words[] = {
        0, 1, 0xffffffff, 0xffffffff00000000, 0xfffffffeffffffff, UINT64_MAX - 1, UINT64_MAX};

    (void)state;
    for (unsigned i = 0; i < 7 * 7 * 7 * 7; i++) {
        uint64_t lane[4][8];
        mifu_sm2p_x8 got;
        limbs out[8];
        __m512i w[4];

        for (unsigned l = 0; l < 8; l++)
            for (unsigned j = 0, n = i + 307 * l; j < 4; j++, n /= 7)
                lane[j][l] = words[n % 7];
        for (int j = 0; j < 4; j++)
            w[j] = _mm512_loadu_si512(lane[j]);
        got = mifu_sm2p_x8_from_words(w);
        scatter(out, &got);
        for (int l = 0; l < 8; l++)
            for (int bit = 0; bit < 260; bit++)
                assert_true((out[l][bit / 52] >> bit % 52 & 1) ==
                            (bit < 256 ? lane[bit / 64][l] >> bit % 64 & 1 : 0));
    }
}

#if MIFU_HAVE_INT128
/* The lanes of a selection one by one: every mask, on words whose bits tell where they come from.
 */
static void test_lanes_select(void **state)
{
    static const uint64_t pairs[][2] = {{UINT64_MAX, 0},
                                        {0, UINT64_MAX},
                                        {0x5555555555555555, 0xaaaaaaaaaaaaaaaa},
                                        {0x0123456789abcdef, 0xfedcba9876543210},
                                        {UINT64_C(1) << 63, 1}};

    (void)state;
    for (unsigned mask = 0; mask < 16; mask++) {
        for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
            uint64_t m[4], yes[4], no[4], got[4];
            __m256i v;

            for (unsigned l = 0; l < 4; l++) {
                m[l] = 0 - (uint64_t)(mask >> l & 1);
                yes[l] = pairs[i][0] ^ l;
                no[l] = pairs[i][1] ^ l << 8;
            }
            v = MIFU_LANES_SELECT(_mm256_loadu_si256((const __m256i *)(const void *)m),
                                  _mm256_loadu_si256((const __m256i *)(const void *)yes),
                                  _mm256_loadu_si256((const __m256i *)(const void *)no));
            _mm256_storeu_si256((__m256i *)(void *)got, v);
            for (unsigned l = 0; l < 4; l++)
                assert_true(got[l] == ((mask >> l & 1) != 0 ? yes[l] : no[l]));
        }
    }
}

/* r a is what was to be divided by a; 0 for 0. */
static void check_two_inverses(const mifu_u256 a[2], const mifu_u256 start[2])
{
    static const mifu_divsteps_modulus *const moduli[2] = {&mifu_fp_divsteps, &mifu_fn_divsteps};
    const mifu_u256 *const starts[2] = {&start[0], &start[1]};
    mifu_u256 r[2], t;

    mifu_divsteps_inverse_two_avx2(r, a, starts, moduli);
    for (int i = 0; i < 2; i++) {
        assert_true(mifu_u256_mask_less(&r[i], &moduli[i]->modulus) != 0);
        (i == 0 ? mifu_fp_to_montgomery : mifu_fn_to_montgomery)(&t, &r[i]);
        (i == 0 ? mifu_fp_mul : mifu_fn_mul)(&t, &t, &a[i]);
        if (mifu_u256_mask_zero(&a[i]) != 0)
            assert_true(mifu_u256_mask_zero(&r[i]) != 0);
        else
            assert_memory_equal(&t, &start[i], sizeof t);
    }
}

/* Two inversions side by side: numbers near 0, the moduli and powers of two, each with each. */
static void test_two_inverses(void **state)
{
    const unsigned rounds = support_nightly(500, 1000000);
    mifu_u256 numbers[2][100], start[2];
    unsigned count = 0;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const mifu_u256 *m = i == 0 ? &mifu_fp_p : &mifu_fn_n;

        count = 0;
        for (uint64_t d = 0; d < 4; d++) {
            mifu_u256 small = {{d, 0, 0, 0}};

            numbers[i][count++] = small;
            if (d > 0)
                (void)mifu_u256_sub(&numbers[i][count++], m, &small);
        }
        for (unsigned bit = 2; bit < 256; bit += 6) {
            mifu_u256 power = {{0, 0, 0, 0}};

            power.v[bit / 64] = UINT64_C(1) << bit % 64;
            numbers[i][count++] = power;
            (void)mifu_u256_sub(&numbers[i][count++], m, &power);
        }
        (void)mifu_u256_sub(&start[i], m, &numbers[i][1 + i]);
    }
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = i % 4; j < count; j += 4) {
            mifu_u256 a[2] = {numbers[0][i], numbers[1][j]};

            check_two_inverses(a, start);
        }
    }
    for (unsigned round = 0; round < rounds; round++) {
        mifu_u256 a[2];

        for (unsigned i = 0; i < 2; i++) {
            for (unsigned j = 0; j < 4; j++) {
                a[i].v[j] = random64();
                start[i].v[j] = random64();
            }
            a[i].v[3] >>= 1; /* below the modulus */
            start[i].v[3] >>= 1;
        }
        check_two_inverses(a, start);
    }
}
#endif

/* Every choice of 0, 1, 2^52 - 2 and 2^52 - 1 in five limbs; the top one below 8 * 2^48. */
static void crafted(limbs r, unsigned choice)
{
    static const uint64_t patterns[4] = {0, 1, MASK52 - 1, MASK52};

    for (int i = 0; i < 5; i++)
        r[i] = patterns[choice >> 2 * i & 3];
    r[4] %= 8 * UINT64_C(0xfffffffeffff);
}

/* Products of crafted numbers in eight lanes and in four: worth [8] * [8] -> [5]. */
static void test_crafted_limbs(void **state)
{
    mifu_u256 factor;

    (void)state;
    lane_factor(&factor);
    for (unsigned round = 0; round < 128 * 16; round++) {
        limbs a[8], b[8];
        mifu_u256 e[8], t;
        mifu_sm2p_x8 va, vb, got;

        for (int l = 0; l < 8; l++) {
            unsigned choice = 8 * (round % 128) + (unsigned)l;

            crafted(a[l], choice);
            crafted(b[l], (choice * 37 + round / 128 * 411) % 1024);
            residue(&t, a[l]);
            residue(&e[l], b[l]);
            mifu_fp_to_montgomery(&t, &t);
            mifu_fp_mul(&e[l], &t, &e[l]);
            mifu_fp_mul(&e[l], &e[l], &factor);
        }
        va = gather((const limbs *)a);
        vb = gather((const limbs *)b);
        got = mifu_sm2p_x8_mul(&va, &vb);
        check(&got, e, 500);

        check_narrow((const limbs *)a, (const limbs *)b, &got);
    }
}

static void test_zero(void **state)
{
    (void)state;
    for (int round = 0; round < 200; round++) {
        limbs a[8];
        mifu_sm2p_x8 v;
        unsigned zero, expected = 0;

        for (int l = 0; l < 8; l++) {
            uint64_t choice = random64();
            mifu_u256 r;

            if (choice % 3 == 0)
                near_multiple(a[l], choice >> 8 & 1, (int64_t)(choice >> 9 & 1));
            else
                element(a[l], 1);
            if (choice % 5 == 0) /* one limb off p */
                near_multiple(a[l], 1, 0), a[l][choice >> 16 & 3] ^= UINT64_C(1)
                                                                     << (choice >> 20) % 48;
            residue(&r, a[l]);
            expected |= (unsigned)(mifu_u256_mask_zero(&r) & 1) << l;
        }
        v = gather((const limbs *)a);
        zero = mifu_sm2p_x8_is_zero(&v);
        assert_int_equal(zero, expected);
    }
}

/*
 * The processor is asked before any test begins: with the flags of this file a compiler may put
 * instructions that it lacks at the start of a test.
 */
int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_crafted_limbs),
        cmocka_unit_test(test_words),
#if MIFU_HAVE_INT128
        cmocka_unit_test(test_lanes_select),
        cmocka_unit_test(test_two_inverses),
#endif
        cmocka_unit_test(test_zero),
    };

    if ((mifu_cpu_usable() & NEEDED) != NEEDED) {
        print_message("skipped: the processor has no AVX-512 IFMA\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
