/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM2 scalar multiplications on eight lanes with AVX-512 IFMA. Items are taken in chunks of up to
 * four groups of eight; a chunk shares one inversion, its last group repeats the last item in
 * unused lanes.
 *
 * One schedule serves all lanes: time depends on the count alone, except in check_vartime.
 */
#include "sm2_many_kernels.h"

#include <string.h>

#include "base_clear_x86.h"
#include "base_secret.h"
#include "curve_lanes_ifma.h"

#define LANES  8
#define GROUPS 4 /* of a chunk: what shares an inversion */

#define WINDOW  5
#define WINDOWS 52 /* digits of a 256-bit scalar: bits -1 .. 259 */
#define ENTRIES 16 /* multiples 1 .. 16 */

/* What the scratch holds. */
typedef struct lanes_scratch {
    mifu_sm2_jacobian_x8 acc[GROUPS];
    mifu_sm2_affine_x8 table[ENTRIES]; /* of multiples of the group's points */
    mifu_sm2_jacobian_x8 multiples[ENTRIES];
    mifu_sm2p_x8 z[ENTRIES], products[ENTRIES]; /* of an inversion */
} lanes_scratch;
_Static_assert(sizeof(lanes_scratch) <= MIFU_SM2_MANY_KERNEL_SCRATCH, "it fits in the scratch");

/* Limbs modulo p of what takes R' = 2^256 (field_sm2.h) to R = 2^260 and back. */
static const uint64_t to_r_limbs[5] = {UINT64_C(0x100), UINT64_C(0xffffffff00000), 0, 0,
                                       UINT64_C(0x1000000)}; /* 2^264 */
static const uint64_t from_r_limbs[5] = {UINT64_C(0x1), UINT64_C(0xffffffff000), 0, 0,
                                         UINT64_C(0x10000)}; /* 2^256 */

static const uint64_t r2_limbs[5] = {UINT64_C(0x20000000300), UINT64_C(0xffffffff00000),
                                     UINT64_C(0x100000002), UINT64_C(0x200000001000),
                                     UINT64_C(0x4000000)}; /* R^2 */

/* The multiples of G: see scripts/generate-sm2-table-ifma. */
#define BASE_WINDOW  7
#define BASE_WINDOWS 37
static const uint64_t base_table[BASE_WINDOWS][2][5][64] MIFU_ALIGNED(64) = {
#include "sm2_many_table_ifma.inc"
};

/* Five 64-bit words of eight scalars, times two: booth_digit() reads windows that start one bit
 * lower. */
typedef struct scalar_x8 {
    __m512i word[6];
} scalar_x8;

/* Which item stands in a lane: the last one again where the count ends. */
static size_t item_of(size_t group, size_t lane, size_t count)
{
    size_t item = group * LANES + lane;

    return item < count ? item : count - 1;
}

/* words of the items of a group, `stride` apart, side by side. */
static void load_words(__m512i word[4], const mifu_u256 *first, size_t stride, size_t group,
                       size_t count)
{
    uint64_t lane[LANES];

    for (size_t j = 0; j < 4; j++) {
        for (size_t l = 0; l < LANES; l++)
            lane[l] = first[item_of(group, l, count) * stride].v[j];
        word[j] = _mm512_loadu_si512(lane);
    }
    mifu_wipe(lane, sizeof lane);
}

/* The words of a canonical value. */
static void words_of_limbs(uint64_t words[4][LANES], const mifu_sm2p_x8 *a)
{
    _mm512_storeu_si512(words[0], _mm512_or_si512(a->limb[0], _mm512_slli_epi64(a->limb[1], 52)));
    _mm512_storeu_si512(words[1], _mm512_or_si512(_mm512_srli_epi64(a->limb[1], 12),
                                                  _mm512_slli_epi64(a->limb[2], 40)));
    _mm512_storeu_si512(words[2], _mm512_or_si512(_mm512_srli_epi64(a->limb[2], 24),
                                                  _mm512_slli_epi64(a->limb[3], 28)));
    _mm512_storeu_si512(words[3], _mm512_or_si512(_mm512_srli_epi64(a->limb[3], 36),
                                                  _mm512_slli_epi64(a->limb[4], 16)));
}

/* From Montgomery form with 2^256, to [1.1]. */
static mifu_sm2p_x8 to_lanes(const __m512i w[4])
{
    mifu_sm2p_x8 a = mifu_sm2p_x8_from_words(w);
    mifu_sm2p_x8 factor = mifu_sm2p_x8_set(to_r_limbs);

    return mifu_sm2p_x8_mul(&a, &factor);
}

/* From [1.4] to words in Montgomery form with 2^256, canonical. */
static void from_lanes(uint64_t words[4][LANES], const mifu_sm2p_x8 *a)
{
    mifu_sm2p_x8 factor = mifu_sm2p_x8_set(from_r_limbs);
    mifu_sm2p_x8 r = mifu_sm2p_x8_mul(a, &factor);

    r = mifu_sm2p_x8_canonical(&r);
    words_of_limbs(words, &r);
}

static void scalar_from_words(scalar_x8 *k, const __m512i w[4])
{
    k->word[0] = _mm512_slli_epi64(w[0], 1);
    for (int j = 1; j < 4; j++)
        k->word[j] = _mm512_or_si512(_mm512_slli_epi64(w[j], 1), _mm512_srli_epi64(w[j - 1], 63));
    k->word[4] = _mm512_srli_epi64(w[3], 63);
    k->word[5] = _mm512_setzero_si512();
}

/*
 * Booth digit i of width w: bits w*i - 1 .. w*i + w - 1 of the scalar, v, stand for the digit
 * (v + 1)/2 - 2^w * (top bit of v), in [-2^(w-1), 2^(w-1)]. Gives magnitude and sign mask.
 */
MIFU_INLINE void booth_digit(__m512i *magnitude, __mmask8 *negative, const scalar_x8 *k, unsigned i,
                             unsigned w)
{
    const unsigned bit = w * i;
    const __m128i down = _mm_cvtsi32_si128((int)(bit % 64));
    const __m128i up = _mm_cvtsi32_si128((int)(64 - bit % 64)); /* 64 shifts everything out */
    __m512i v = _mm512_or_si512(_mm512_srl_epi64(k->word[bit / 64], down),
                                _mm512_sll_epi64(k->word[bit / 64 + 1], up));
    __m512i m;

    v = _mm512_and_si512(v, _mm512_set1_epi64((2LL << w) - 1));
    m = _mm512_srli_epi64(_mm512_add_epi64(v, _mm512_set1_epi64(1)), 1);
    *negative = _mm512_test_epi64_mask(v, _mm512_set1_epi64(1LL << w));
    *magnitude = _mm512_mask_sub_epi64(m, *negative, _mm512_set1_epi64(1LL << w), m);
}

/*
 * acc += digit * point, where `point` holds the multiple |digit| and the sign is applied here.
 * `infinity` marks lanes of acc without a point yet; a digit of 0 leaves a lane as it is.
 */
static void add_digit(mifu_sm2_jacobian_x8 *acc, __mmask8 *infinity, mifu_sm2_affine_x8 *point,
                      __m512i magnitude, __mmask8 negative)
{
    const __mmask8 zero = _mm512_testn_epi64_mask(magnitude, magnitude);
    mifu_sm2_jacobian_x8 sum, first;
    mifu_sm2p_x8 minus_y = mifu_sm2p_x8_negate(&point->y);

    point->y = mifu_sm2p_x8_select(negative, &minus_y, &point->y);
    mifu_sm2_add_affine_x8(&sum, acc, point, 0);
    mifu_sm2_select_jacobian_x8(&sum, zero, acc, &sum);
    first.x = point->x;
    first.y = point->y;
    first.z = mifu_sm2p_x8_set(mifu_sm2p_one_limbs);
    mifu_sm2_select_jacobian_x8(acc, *infinity, &first, &sum);
    *infinity &= zero;
}

/*
 * Entry `magnitude` (1..64) of window i of the base table: four permutations over 16 entries each
 * and three blends per limb. The whole window is loaded whatever the digits. Magnitude 0 picks
 * entry 64, unused.
 */
MIFU_INLINE mifu_sm2p_x8 base_entry(const uint64_t table[5][64], __m512i magnitude)
{
    const __m512i index = _mm512_sub_epi64(magnitude, _mm512_set1_epi64(1));
    const __mmask8 bit4 = _mm512_test_epi64_mask(index, _mm512_set1_epi64(16));
    const __mmask8 bit5 = _mm512_test_epi64_mask(index, _mm512_set1_epi64(32));
    mifu_sm2p_x8 r;

    MIFU_UNROLL
    for (int l = 0; l < 5; l++) {
        __m512i part[4];

        MIFU_UNROLL
        for (int j = 0; j < 4; j++)
            part[j] = _mm512_permutex2var_epi64(_mm512_load_si512(&table[l][16 * j]), index,
                                                _mm512_load_si512(&table[l][16 * j + 8]));
        part[0] = _mm512_mask_mov_epi64(part[0], bit4, part[1]);
        part[2] = _mm512_mask_mov_epi64(part[2], bit4, part[3]);
        r.limb[l] = _mm512_mask_mov_epi64(part[0], bit5, part[2]);
    }
    return r;
}

/*
 * acc += [k]G, from the lowest window up, no doublings.
 *
 * The mixed addition is right unless acc = +-(digit i)*128^i*G with neither infinite. With acc at
 * infinity at the start (base_multiply): the part below window i is s with |s| <= 64*(128^i -
 * 1)/127 < 0.51*128^i, so s and d*128^i differ as integers, for d != 0, also up to sign. Modulo n,
 * i < 36: both are below 2^252, so neither their sum nor difference reaches n. i = 36: d is in [0,
 * 16] as k < 2^256. s + d*128^36 = k is not 0 mod n. d*128^36 - s = n would give s = d*2^252 - n:
 * for d <= 15 that is below -0.99*2^252, too small for s, and for d = 16, k = d*2^252 + s = 2^257 -
 * n > n. No other multiple of n is in reach.
 */
static void add_base_multiple(mifu_sm2_jacobian_x8 *acc, __mmask8 *infinity, const scalar_x8 *k)
{
    for (unsigned i = 0; i < BASE_WINDOWS; i++) {
        __m512i magnitude;
        __mmask8 negative;
        mifu_sm2_affine_x8 point;

        booth_digit(&magnitude, &negative, k, i, BASE_WINDOW);
        point.x = base_entry(base_table[i][0], magnitude);
        point.y = base_entry(base_table[i][1], magnitude);
        add_digit(acc, infinity, &point, magnitude, negative);
    }
}

/* 1/a in every lane: the eight values are brought together, so that one is inverted. None may be 0.
 */
static mifu_sm2p_x8 invert(const mifu_sm2p_x8 *a)
{
    uint64_t words[4][LANES];
    mifu_u256 value[LANES], product[LANES], inverse;
    __m512i w[4];

    from_lanes(words, a);
    for (int l = 0; l < LANES; l++)
        for (int j = 0; j < 4; j++)
            value[l].v[j] = words[j][l];
    product[0] = value[0];
    for (int l = 1; l < LANES; l++)
        mifu_fp_mul(&product[l], &product[l - 1], &value[l]);
    mifu_fp_inverse(&inverse, &product[LANES - 1]);
    for (int l = LANES - 1; l > 0; l--) {
        mifu_fp_mul(&product[l], &inverse, &product[l - 1]);
        mifu_fp_mul(&inverse, &inverse, &value[l]);
    }
    product[0] = inverse;
    for (int j = 0; j < 4; j++) {
        for (int l = 0; l < LANES; l++)
            words[j][l] = product[l].v[j];
        w[j] = _mm512_loadu_si512(words[j]);
    }
    mifu_wipe(words, sizeof words);
    mifu_wipe(value, sizeof value);
    mifu_wipe(product, sizeof product);
    mifu_wipe(&inverse, sizeof inverse);
    return to_lanes(w);
}

/* a[i] = 1/a[i] for i < count with one inversion (Montgomery's trick); none may be 0. */
static void invert_all(mifu_sm2p_x8 *a, mifu_sm2p_x8 *products, size_t count)
{
    mifu_sm2p_x8 r, t;

    products[0] = a[0];
    for (size_t i = 1; i < count; i++)
        products[i] = mifu_sm2p_x8_mul(&products[i - 1], &a[i]);
    r = invert(&products[count - 1]);
    for (size_t i = count - 1; i > 0; i--) {
        t = mifu_sm2p_x8_mul(&r, &products[i - 1]);
        r = mifu_sm2p_x8_mul(&r, &a[i]);
        a[i] = t;
    }
    a[0] = r;
}

static void store_coordinate(mifu_u256 *first, size_t stride, const mifu_sm2p_x8 *a, size_t group,
                             size_t count)
{
    uint64_t words[4][LANES];

    from_lanes(words, a);
    for (size_t l = 0; l < LANES && group * LANES + l < count; l++)
        for (size_t j = 0; j < 4; j++)
            first[(group * LANES + l) * stride].v[j] = words[j][l];
    mifu_wipe(words, sizeof words);
}

/* A point is two coordinates side by side. */
#define POINT_STRIDE 2
_Static_assert(sizeof(mifu_affine) == POINT_STRIDE * sizeof(mifu_u256), "no padding in points");

/* The affine points of a chunk; lanes of `negate[group]` have their y turned. */
static void store_points(mifu_affine *r, const __mmask8 *negate, size_t count,
                         lanes_scratch *scratch)
{
    const size_t groups = (count + LANES - 1) / LANES;
    const mifu_sm2_jacobian_x8 *points = scratch->acc;
    mifu_sm2p_x8 *z = scratch->z;

    for (size_t g = 0; g < groups; g++)
        z[g] = points[g].z;
    invert_all(z, scratch->products, groups);
    for (size_t g = 0; g < groups; g++) {
        mifu_sm2p_x8 z2 = mifu_sm2p_x8_sqr(&z[g]);
        mifu_sm2p_x8 z3 = mifu_sm2p_x8_mul(&z2, &z[g]);
        mifu_sm2p_x8 x = mifu_sm2p_x8_mul(&points[g].x, &z2);
        mifu_sm2p_x8 y = mifu_sm2p_x8_mul(&points[g].y, &z3);
        mifu_sm2p_x8 minus_y = mifu_sm2p_x8_negate(&y);

        y = mifu_sm2p_x8_select(negate[g], &minus_y, &y);
        store_coordinate(&r[0].x, POINT_STRIDE, &x, g, count);
        store_coordinate(&r[0].y, POINT_STRIDE, &y, g, count);
    }
    mifu_wipe(z, groups * sizeof z[0]);
    mifu_wipe(scratch->products, groups * sizeof scratch->products[0]);
}

static void base_multiply(mifu_affine *r, const mifu_u256 *k, size_t count, void *scratch)
{
    static const __mmask8 none[GROUPS];
    lanes_scratch *lanes = scratch;
    scalar_x8 scalar;
    __m512i words[4];

    while (count > 0) {
        const size_t chunk = count < GROUPS * LANES ? count : GROUPS * LANES;

        memset(lanes->acc, 0, sizeof lanes->acc);
        for (size_t g = 0; g * LANES < chunk; g++) {
            __mmask8 infinity = 0xff;

            load_words(words, k, 1, g, chunk);
            scalar_from_words(&scalar, words);
            add_base_multiple(&lanes->acc[g], &infinity, &scalar);
        }
        store_points(r, none, chunk, lanes);
        r += chunk;
        k += chunk;
        count -= chunk;
    }
    mifu_wipe(lanes->acc, sizeof lanes->acc);
    mifu_wipe(&scalar, sizeof scalar);
    mifu_wipe(words, sizeof words);
    mifu_clear_zmm();
}

/* table[j] = (j + 1) a, affine, with one inversion. All are finite and the sums regular: a has
 * order n. */
static void multiples_of(const mifu_sm2_affine_x8 *a, lanes_scratch *scratch)
{
    mifu_sm2_affine_x8 *table = scratch->table;
    mifu_sm2_jacobian_x8 *jacobian = scratch->multiples;
    mifu_sm2p_x8 *z = scratch->z;

    jacobian[0].x = a->x;
    jacobian[0].y = a->y;
    jacobian[0].z = mifu_sm2p_x8_set(mifu_sm2p_one_limbs);
    for (int j = 1; j < ENTRIES; j++) {
        if (j % 2 == 1)
            mifu_sm2_double_x8(&jacobian[j], &jacobian[j / 2]);
        else
            mifu_sm2_add_affine_x8(&jacobian[j], &jacobian[j - 1], a, 0);
    }
    for (int j = 1; j < ENTRIES; j++)
        z[j] = jacobian[j].z;
    invert_all(z + 1, scratch->products, ENTRIES - 1);
    table[0] = *a;
    for (int j = 1; j < ENTRIES; j++) {
        mifu_sm2p_x8 z2 = mifu_sm2p_x8_sqr(&z[j]);
        mifu_sm2p_x8 z3 = mifu_sm2p_x8_mul(&z2, &z[j]);

        table[j].x = mifu_sm2p_x8_mul(&jacobian[j].x, &z2);
        table[j].y = mifu_sm2p_x8_mul(&jacobian[j].y, &z3);
    }
}

/* The entry of each lane, by a masked scan of all. Magnitude 0 leaves entry 1, unused. */
static void scan_entry(mifu_sm2_affine_x8 *r, const mifu_sm2_affine_x8 table[ENTRIES],
                       __m512i magnitude)
{
    mifu_sm2_affine_x8 point = table[0];

    for (int j = 1; j < ENTRIES; j++) {
        const __mmask8 here = _mm512_cmpeq_epi64_mask(magnitude, _mm512_set1_epi64(j + 1));

        for (int l = 0; l < 5; l++) {
            point.x.limb[l] = _mm512_mask_mov_epi64(point.x.limb[l], here, table[j].x.limb[l]);
            point.y.limb[l] = _mm512_mask_mov_epi64(point.y.limb[l], here, table[j].y.limb[l]);
        }
    }
    *r = point;
}

/*
 * acc = [k]a from the top window down: five doublings, one addition.
 *
 * For k <= (n-1)/2 the addition is never one of equal or opposite points: before window i acc is
 * v*a with v = 32*s, s the value of the digits above; v + d is about k/32^i. v = +-d as integers
 * means v = 0 = d, as |d| <= 16. Modulo n: 0 <= v <= k + 16 <= (n-1)/2 + 16, so v - d and v + d lie
 * in (-n, n) and only 0 is a multiple of n. (For larger k it does happen: k = n - 6 adds -3a to -3a
 * in the last window.)
 */
static void multiply_point(mifu_sm2_jacobian_x8 *acc, __mmask8 *infinity,
                           const mifu_sm2_affine_x8 table[ENTRIES], const scalar_x8 *k)
{
    for (unsigned i = WINDOWS; i-- > 0;) {
        __m512i magnitude;
        __mmask8 negative;
        mifu_sm2_affine_x8 point;

        if (i != WINDOWS - 1)
            for (int j = 0; j < WINDOW; j++)
                mifu_sm2_double_x8(acc, acc);
        booth_digit(&magnitude, &negative, k, i, WINDOW);
        scan_entry(&point, table, magnitude);
        add_digit(acc, infinity, &point, magnitude, negative);
    }
}

/* k = min(k, n - k) in every lane; the mask tells where n - k was taken. Constant time. */
static __mmask8 fold_scalar(__m512i k[4])
{
    uint64_t words[4][LANES];
    mifu_u256 scalar, other;
    __mmask8 folded = 0;

    for (int j = 0; j < 4; j++)
        _mm512_storeu_si512(words[j], k[j]);
    for (int l = 0; l < LANES; l++) {
        uint64_t mask;

        for (int j = 0; j < 4; j++)
            scalar.v[j] = words[j][l];
        (void)mifu_u256_sub(&other, &mifu_fn_n, &scalar);
        mask = mifu_u256_mask_less(&other, &scalar);
        mifu_u256_select(&scalar, mask, &other, &scalar);
        for (int j = 0; j < 4; j++)
            words[j][l] = scalar.v[j];
        folded = (__mmask8)(folded | (mask & 1) << l);
    }
    for (int j = 0; j < 4; j++)
        k[j] = _mm512_loadu_si512(words[j]);
    mifu_wipe(words, sizeof words);
    mifu_wipe(&scalar, sizeof scalar);
    mifu_wipe(&other, sizeof other);
    return folded;
}

static void load_point(mifu_sm2_affine_x8 *a, const mifu_affine *points, size_t group, size_t count)
{
    __m512i words[4];

    load_words(words, &points[0].x, POINT_STRIDE, group, count);
    a->x = to_lanes(words);
    load_words(words, &points[0].y, POINT_STRIDE, group, count);
    a->y = to_lanes(words);
}

static void multiply(mifu_affine *r, const mifu_u256 *k, const mifu_affine *a, size_t count,
                     void *scratch)
{
    lanes_scratch *lanes = scratch;
    __mmask8 negate[GROUPS] = {0};
    scalar_x8 scalar;
    __m512i words[4];

    while (count > 0) {
        const size_t chunk = count < GROUPS * LANES ? count : GROUPS * LANES;

        memset(lanes->acc, 0, sizeof lanes->acc);
        for (size_t g = 0; g * LANES < chunk; g++) {
            __mmask8 infinity = 0xff;
            mifu_sm2_affine_x8 point;

            load_point(&point, a, g, chunk);
            multiples_of(&point, lanes);
            load_words(words, k, 1, g, chunk);
            negate[g] = fold_scalar(words);
            scalar_from_words(&scalar, words);
            multiply_point(&lanes->acc[g], &infinity, lanes->table, &scalar);
        }
        store_points(r, negate, chunk, lanes);
        r += chunk;
        k += chunk;
        a += chunk;
        count -= chunk;
    }
    mifu_wipe(lanes->acc, sizeof lanes->acc);
    mifu_wipe(&scalar, sizeof scalar);
    mifu_wipe(words, sizeof words);
    mifu_wipe(negate, sizeof negate);
    mifu_clear_zmm();
}

/*
 * Whether the sum's x is `x` modulo n: X = x Z^2, or x + n instead of x where that is below p. An
 * addition of equal or opposite points leaves Z = 0 in its lane, whatever follows; such a lane, and
 * one where x + n might matter, is undecided.
 */
static void check_group(uint8_t *valid, const mifu_u256 *s, const mifu_u256 *t,
                        const mifu_affine *a, const mifu_u256 *x, size_t group, size_t count,
                        lanes_scratch *scratch)
{
    mifu_sm2_jacobian_x8 acc;
    mifu_sm2_affine_x8 point;
    scalar_x8 scalar;
    __m512i words[4], high;
    __mmask8 infinity = 0xff, equal, undecided;
    mifu_sm2p_x8 candidate, z2, r2;

    memset(&acc, 0, sizeof acc);
    load_point(&point, a, group, count);
    multiples_of(&point, scratch);
    load_words(words, t, 1, group, count);
    scalar_from_words(&scalar, words);
    multiply_point(&acc, &infinity, scratch->table, &scalar);
    load_words(words, s, 1, group, count);
    scalar_from_words(&scalar, words);
    add_base_multiple(&acc, &infinity, &scalar);

    load_words(words, x, 1, group, count);
    candidate = mifu_sm2p_x8_from_words(words);
    r2 = mifu_sm2p_x8_set(r2_limbs);
    candidate = mifu_sm2p_x8_mul(&candidate, &r2);
    z2 = mifu_sm2p_x8_sqr(&acc.z);
    candidate = mifu_sm2p_x8_mul(&candidate, &z2);
    candidate = mifu_sm2p_x8_sub(&acc.x, &candidate);
    equal = mifu_sm2p_x8_is_zero(&candidate);
    z2 = mifu_sm2p_x8_negate(&acc.z);
    /* x + n < p needs x < p - n < 2^128: the upper words are 0. */
    high = _mm512_or_si512(words[2], words[3]);
    undecided =
        (__mmask8)(mifu_sm2p_x8_is_zero(&z2) | infinity | _mm512_testn_epi64_mask(high, high));
    for (size_t l = 0; l < LANES && group * LANES + l < count; l++)
        valid[group * LANES + l] =
            (uint8_t)((undecided >> l & 1) != 0 ? MIFU_SM2_MANY_UNDECIDED : equal >> l & 1);
}

static void check_x_vartime(uint8_t *valid, const mifu_u256 *s, const mifu_u256 *t,
                            const mifu_affine *a, const mifu_u256 *x, size_t count, void *scratch)
{
    for (size_t g = 0; g * LANES < count; g++)
        check_group(valid, s, t, a, x, g, count, scratch);
}

const mifu_sm2_many_kernels mifu_sm2_many_ifma = {
    .base_multiply = base_multiply,
    .multiply = multiply,
    .check_x_vartime = check_x_vartime,
};
