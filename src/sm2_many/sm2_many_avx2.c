/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM2 scalar multiplications on four lanes with AVX2: sm2_many_lanes.inc over curve_lanes_avx2.h,
 * where [k] and {A} are explained.
 */
#include "sm2_many_kernels.h"

#include <string.h>

#include "base_clear_x86.h"
#include "base_secret.h"
#include "curve_lanes_avx2.h"
#include "sm2_kernels.h"

#define LANES  4
#define GROUPS 8
#define TABLES GROUPS

#define WINDOW  4
#define WINDOWS 64 /* bits -1 .. 255 */
#define ENTRIES 8  /* multiples 1 .. 8 */

typedef __m256i word_vector;
typedef __m256i lane_mask;
typedef mifu_sm2p_avx2 number_lanes;
typedef mifu_sm2_jacobian_avx2 jacobian_lanes;
typedef mifu_sm2_affine_avx2 affine_lanes;

typedef struct scalar_lanes {
    word_vector word[6];
} scalar_lanes;

/* A number at rest, limbs i and i + 4 in a word. */
typedef struct packed_number {
    __m256i word[5];
} packed_number;

typedef struct packed_point {
    packed_number x, y;
} packed_point;

#define SUMS 6 /* of every sixth window of the fixed base: sm2_many_base_avx2.inc */

/* What the scratch holds. */
typedef struct lanes_scratch {
    packed_point sums[GROUPS];
    union {
        struct {
            packed_point more_sums[SUMS - 1][GROUPS], entries[SUMS][GROUPS];
            packed_number sum_products[SUMS * GROUPS];
            scalar_lanes odd[GROUPS];
            lane_mask even[GROUPS];
        };
        struct {
            packed_point table[TABLES][ENTRIES];
            union {
                packed_number table_products[TABLES * ENTRIES / 2];
                struct { /* the tables are ready then */
                    mifu_sm2_jacobian_avx2 acc[GROUPS];
                    mifu_sm2p_avx2 z[GROUPS], products[GROUPS];
                };
            };
        };
    };
} lanes_scratch;
_Static_assert(sizeof(lanes_scratch) <= MIFU_SM2_MANY_KERNEL_SCRATCH, "it fits in the scratch");
_Static_assert(TABLES == GROUPS, "no table is made after the first point of a chunk");

#define words_load(p)            _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define words_store(p, v)        _mm256_storeu_si256((__m256i *)(void *)(p), (v))
#define words_set(x)             _mm256_set1_epi64x((long long)(x))
#define words_and(a, b)          _mm256_and_si256((a), (b))
#define words_or(a, b)           _mm256_or_si256((a), (b))
#define words_add(a, b)          _mm256_add_epi64((a), (b))
#define words_sub(a, b)          _mm256_sub_epi64((a), (b))
#define words_down(v, bits)      _mm256_srl_epi64((v), _mm_cvtsi32_si128((int)(bits)))
#define words_up(v, bits)        _mm256_sll_epi64((v), _mm_cvtsi32_si128((int)(bits)))
#define words_select(m, yes, no) _mm256_blendv_epi8((no), (yes), (m))

#define mask_all()      _mm256_set1_epi64x(-1)
#define mask_zero(v)    _mm256_cmpeq_epi64((v), _mm256_setzero_si256())
#define mask_nonzero(v) _mm256_xor_si256(mask_zero(v), mask_all())
#define mask_xor(a, b)  _mm256_xor_si256((a), (b))
#define mask_bits(m)    ((unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(m)))

#define number_mul        mifu_sm2p_avx2_mul
#define number_sqr        mifu_sm2p_avx2_sqr
#define number_to_words   mifu_sm2p_avx2_to_words
#define clear_registers() mifu_clear_ymm()

/* [31] at rest, or words below p as mifu_sm2p_avx2_from_words() leaves them, whose limb 8 is below
 * 2^29 too, to [1.01] at rest. */
static void number_fold(mifu_sm2p_avx2 *a)
{
    mifu_sm2p_avx2_fold(a);
    mifu_sm2p_avx2_carry(a, a);
}

/* From Montgomery form with 2^256, to [1.01] at rest. */
static void number_from_words(mifu_sm2p_avx2 *r, const __m256i w[4])
{
    mifu_sm2p_avx2_from_words(r, w);
    number_fold(r);
}

static void number_swap(mifu_sm2p_avx2 *r, const mifu_sm2p_avx2 *a, int distance)
{
    MIFU_AVX2_EACH_LIMB(i)
    r->limb[i] = distance == 1 ? _mm256_permute4x64_epi64(a->limb[i], 0xb1)
                               : _mm256_permute4x64_epi64(a->limb[i], 0x4e);
}

#include "sm2_many_lanes.inc"

/* -a in the lanes of the mask, limb by limb; not carried. */
MIFU_INLINE void negate_where(mifu_sm2p_avx2 *a, __m256i mask)
{
    MIFU_AVX2_EACH_LIMB(i)
    a->limb[i] = _mm256_sub_epi64(_mm256_xor_si256(a->limb[i], mask), mask);
}

static void pack(packed_number *r, const mifu_sm2p_avx2 *a)
{
    MIFU_UNROLL_ALL
    for (int i = 0; i < 4; i++)
        r->word[i] = _mm256_or_si256(a->limb[i], _mm256_slli_epi64(a->limb[i + 4], 32));
    r->word[4] = a->limb[8];
}

MIFU_INLINE void unpack(mifu_sm2p_avx2 *r, const packed_number *a)
{
    const __m256i low = words_set(0xffffffff);

    MIFU_UNROLL_ALL
    for (int i = 0; i < 4; i++) {
        r->limb[i] = _mm256_and_si256(a->word[i], low);
        r->limb[i + 4] = _mm256_srli_epi64(a->word[i], 32);
    }
    r->limb[8] = a->word[4];
}

MIFU_INLINE void unpack_point(mifu_sm2_affine_avx2 *r, const packed_point *a)
{
    unpack(&r->x, &a->x);
    unpack(&r->y, &a->y);
}

/* a - b as a factor: the high halves of limbs 0 to 3, which products do not read, are of no
 * meaning. */
MIFU_INLINE void unpack_difference(mifu_sm2p_avx2 *r, const packed_number *a,
                                   const packed_number *b)
{
    MIFU_UNROLL_ALL
    for (int i = 0; i < 4; i++) {
        r->limb[i] = _mm256_sub_epi64(a->word[i], b->word[i]);
        r->limb[i + 4] =
            _mm256_sub_epi64(_mm256_srli_epi64(a->word[i], 32), _mm256_srli_epi64(b->word[i], 32));
    }
    r->limb[8] = _mm256_sub_epi64(a->word[4], b->word[4]);
}

MIFU_INLINE void unpack_sum(mifu_sm2p_avx2 *r, const packed_number *a, const packed_number *b)
{
    mifu_sm2p_avx2 t;

    unpack(r, a);
    unpack(&t, b);
    mifu_sm2p_avx2_add(r, r, &t);
}

/* An addition of affine points. */
typedef struct point_sum {
    packed_point *r;
    const packed_point *a, *b;
} point_sum;

/* The divisor of the slope: 2 y for a doubling, else x - x'; [2.02]{2^30} as a factor. */
MIFU_INLINE void slope_divisor(mifu_sm2p_avx2 *r, const point_sum *sum)
{
    if (sum->a == sum->b)
        unpack_sum(r, &sum->a->y, &sum->a->y);
    else
        unpack_difference(r, &sum->a->x, &sum->b->x);
}

/*
 * All sums with one inversion (Montgomery's trick); r may be a. Points are different and not
 * opposite, or the same object, which is doubled. With x [1.01] and b's y [32] at rest: x [1.01],
 * and y [1.2] more than a's; with `fold_y` [1.01]. 5 M + S, and a square more for a double:
 * slope = (y - y')/(x - x') or 3 (x^2 - 1)/(2 y), X = slope^2 - x - x', Y = slope (x - X) - y.
 */
static void add_points(const point_sum *sums, size_t count, packed_number *products, int fold_y)
{
    mifu_sm2p_avx2 inverse, divisor, slope, t, u, one;
    packed_number packed_one, x;

    mifu_sm2p_avx2_set(&one, mifu_sm2p_avx2_one);
    pack(&packed_one, &one);
    t = one;
    for (size_t i = 0; i < count; i++) {
        slope_divisor(&divisor, &sums[i]);
        mifu_sm2p_avx2_mul(&t, &t, &divisor); /* [1.1] */
        pack(&products[i], &t);
    }
    invert(&inverse, &t);
    for (size_t i = count; i-- > 0;) {
        const packed_point *a = sums[i].a, *b = sums[i].b;

        unpack(&t, i != 0 ? &products[i - 1] : &packed_one);
        mifu_sm2p_avx2_mul(&slope, &inverse, &t); /* [1.04] */
        slope_divisor(&divisor, &sums[i]);
        mifu_sm2p_avx2_mul(&inverse, &inverse, &divisor);
        if (a == b) {
            unpack(&u, &a->x);
            mifu_sm2p_avx2_sqr(&t, &u);
            MIFU_AVX2_EACH_LIMB(l) /* [6.1]{3 * 2^29} */
            {
                u.limb[l] = _mm256_sub_epi64(t.limb[l], one.limb[l]);
                t.limb[l] = _mm256_add_epi64(u.limb[l], _mm256_add_epi64(u.limb[l], u.limb[l]));
            }
        } else {
            unpack_difference(&t, &a->y, &b->y); /* [46] */
        }
        mifu_sm2p_avx2_mul(&slope, &slope, &t); /* 46 * 1.04 / 32 + 1: [2.5] */
        unpack_sum(&t, &a->x, &b->x);
        mifu_sm2p_avx2_sqr_minus(&u, &slope, &t); /* [3.3] */
        number_fold(&u);
        pack(&x, &u);
        unpack_difference(&u, &a->x, &x);
        unpack(&t, &a->y);
        sums[i].r->x = x;
        mifu_sm2p_avx2_mul_minus(&slope, &slope, &u, &t); /* 2.5 * 2.02 / 32 + 1 + a's */
        if (fold_y)
            number_fold(&slope);
        pack(&sums[i].r->y, &slope);
    }
}

#include "sm2_many_base_avx2.inc"

/* Affine multiples 1 to ENTRIES, as many more at a time as there are. */
static void make_tables(lanes_scratch *scratch, const mifu_affine *points, size_t first_group,
                        size_t groups, size_t count)
{
    point_sum sums[TABLES * ENTRIES / 2];
    mifu_sm2_affine_avx2 a;

    for (size_t g = 0; g < groups; g++) {
        load_point(&a, points, first_group + g, count);
        pack(&scratch->table[g][0].x, &a.x);
        pack(&scratch->table[g][0].y, &a.y);
    }
    for (size_t known = 1; known < ENTRIES; known *= 2) {
        for (size_t i = 0; i < groups * known; i++) {
            packed_point *table = scratch->table[i / known];

            sums[i].r = &table[known + i % known];
            sums[i].a = &table[known - 1];
            sums[i].b = &table[i % known];
        }
        add_points(sums, groups * known, scratch->table_products, 1);
    }
}

static void wipe_scratch(lanes_scratch *scratch)
{
    mifu_wipe(scratch, sizeof *scratch);
}

/* acc = first, or acc as it is, or the sum. */
MIFU_INLINE void select_coordinate(mifu_sm2p_avx2 *acc, __m256i take_first,
                                   const mifu_sm2p_avx2 *first, __m256i keep,
                                   const mifu_sm2p_avx2 *sum)
{
    MIFU_AVX2_EACH_LIMB(i)
    acc->limb[i] = _mm256_blendv_epi8(_mm256_blendv_epi8(sum->limb[i], acc->limb[i], keep),
                                      first->limb[i], take_first);
}

/* Magnitude 0 gives zeros, whose sum with acc is not used. */
static void add_multiple(mifu_sm2_jacobian_avx2 *acc, __m256i *infinity,
                         const lanes_scratch *scratch, size_t table, __m256i magnitude,
                         __m256i negative)
{
    const packed_point *entries = scratch->table[table];
    const __m256i zero = mask_zero(magnitude);
    packed_point entry;
    mifu_sm2_affine_avx2 point;
    mifu_sm2_jacobian_avx2 sum;
    mifu_sm2p_avx2 one;

    memset(&entry, 0, sizeof entry);
    for (int j = 0; j < ENTRIES; j++) {
        const __m256i here = _mm256_cmpeq_epi64(magnitude, words_set(j + 1));

        MIFU_UNROLL_ALL
        for (int i = 0; i < 5; i++) {
            entry.x.word[i] =
                _mm256_or_si256(entry.x.word[i], _mm256_and_si256(here, entries[j].x.word[i]));
            entry.y.word[i] =
                _mm256_or_si256(entry.y.word[i], _mm256_and_si256(here, entries[j].y.word[i]));
        }
    }
    unpack_point(&point, &entry);
    negate_where(&point.y, negative);
    mifu_sm2_add_affine_avx2(&sum, acc, &point, 0);
    mifu_sm2p_avx2_carry(&point.y, &point.y);
    mifu_sm2p_avx2_set(&one, mifu_sm2p_avx2_one);
    select_coordinate(&acc->x, *infinity, &point.x, zero, &sum.x);
    select_coordinate(&acc->y, *infinity, &point.y, zero, &sum.y);
    select_coordinate(&acc->z, *infinity, &one, zero, &sum.z);
    *infinity = _mm256_and_si256(*infinity, zero);
}

static void double_window(mifu_sm2_jacobian_avx2 *acc)
{
    mifu_sm2_double_avx2(acc, WINDOW);
}

/* 2^517 modulo p: leads from 32 x to 2^261 x. */
static const uint32_t two517[MIFU_AVX2_LIMBS] = {0x60,     0x200,     0x1ffff800, 0xbfff, 0x20000,
                                                 0x100000, 0x1000000, 0x10000000, 0};

static __m256i is_zero(const mifu_sm2p_avx2 *a)
{
    __m256i words[4];

    mifu_sm2p_avx2_to_words(words, a);
    return mask_zero(
        _mm256_or_si256(_mm256_or_si256(words[0], words[1]), _mm256_or_si256(words[2], words[3])));
}

static __m256i lanes_with_x(const mifu_sm2_jacobian_avx2 *sum, const __m256i x[4])
{
    mifu_sm2p_avx2 candidate, factor, square;

    mifu_sm2p_avx2_from_words(&candidate, x);
    mifu_sm2p_avx2_set(&factor, two517);
    mifu_sm2p_avx2_mul(&candidate, &candidate, &factor);
    mifu_sm2p_avx2_sqr(&square, &sum->z);
    mifu_sm2p_avx2_mul(&candidate, &candidate, &square);
    mifu_sm2p_avx2_sub(&candidate, &candidate, &sum->x);
    return is_zero(&candidate);
}

static __m256i lanes_infinite(const mifu_sm2_jacobian_avx2 *sum)
{
    return is_zero(&sum->z);
}

/*
 * How many of `count` items the lanes take: one or two beyond full groups are done sooner one after
 * another, unless scalar code is the portable one.
 */
static size_t in_lanes(size_t count)
{
    const size_t beyond = count % LANES;

    return beyond > 2 || mifu_sm2_kernels_in_use() == &mifu_sm2_portable ? count : count - beyond;
}

static void base_multiply_all(mifu_affine *r, const mifu_u256 *k, size_t count, void *scratch)
{
    const size_t n = in_lanes(count);

    if (n > 0)
        base_multiply(r, k, n, scratch);
    mifu_sm2_many_portable.base_multiply(r + n, k + n, count - n, scratch);
}

static void multiply_all(mifu_affine *r, const mifu_u256 *k, const mifu_affine *a, size_t count,
                         void *scratch)
{
    const size_t n = in_lanes(count);

    if (n > 0)
        multiply(r, k, a, n, scratch);
    mifu_sm2_many_portable.multiply(r + n, k + n, a + n, count - n, scratch);
}

static void check_x_all_vartime(uint8_t *valid, const mifu_u256 *s, const mifu_u256 *t,
                                const mifu_affine *a, const mifu_u256 *x, size_t count,
                                void *scratch)
{
    const size_t n = in_lanes(count);

    check_x_vartime(valid, s, t, a, x, n, scratch);
    mifu_sm2_many_portable.check_x_vartime(valid + n, s + n, t + n, a + n, x + n, count - n,
                                           scratch);
}

const mifu_sm2_many_kernels mifu_sm2_many_avx2 = {
    .base_multiply = base_multiply_all,
    .multiply = multiply_all,
    .check_x_vartime = check_x_all_vartime,
};
