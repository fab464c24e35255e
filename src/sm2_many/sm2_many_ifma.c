/* SPDX-License-Identifier: Apache-2.0 */
/* SM2 scalar multiplications on eight lanes with AVX-512 IFMA: sm2_many_lanes.inc over
 * curve_lanes_ifma.h. */
#include "sm2_many_kernels.h"

#include <string.h>

#include "base_clear_x86.h"
#include "base_secret.h"
#include "curve_lanes_ifma.h"

#define LANES  8
#define GROUPS 4
#define TABLES 1

#define WINDOW  5
#define WINDOWS 52 /* bits -1 .. 259 */

typedef __m512i word_vector;
typedef __mmask8 lane_mask;
typedef mifu_sm2p_x8 number_lanes;
typedef mifu_sm2_jacobian_x8 jacobian_lanes;
typedef mifu_sm2_affine_x8 affine_lanes;

#define ENTRIES 16 /* multiples 1 .. 16 */

typedef struct scalar_lanes {
    word_vector word[6];
} scalar_lanes;

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

#define words_load(p)            _mm512_loadu_si512(p)
#define words_store(p, v)        _mm512_storeu_si512((p), (v))
#define words_set(x)             _mm512_set1_epi64((long long)(x))
#define words_and(a, b)          _mm512_and_si512((a), (b))
#define words_or(a, b)           _mm512_or_si512((a), (b))
#define words_add(a, b)          _mm512_add_epi64((a), (b))
#define words_sub(a, b)          _mm512_sub_epi64((a), (b))
#define words_down(v, bits)      _mm512_srl_epi64((v), _mm_cvtsi32_si128((int)(bits)))
#define words_up(v, bits)        _mm512_sll_epi64((v), _mm_cvtsi32_si128((int)(bits)))
#define words_select(m, yes, no) _mm512_mask_mov_epi64((no), (m), (yes))

#define mask_all()      ((__mmask8)0xff)
#define mask_nonzero(v) _mm512_test_epi64_mask((v), (v))
#define mask_xor(a, b)  ((__mmask8)((a) ^ (b)))
#define mask_bits(m)    ((unsigned)(m))

#define number_mul(r, a, b) (*(r) = mifu_sm2p_x8_mul((a), (b)))
#define number_sqr(r, a)    (*(r) = mifu_sm2p_x8_sqr(a))
#define clear_registers()   mifu_clear_zmm()

/* From Montgomery form with 2^256, to [1.1]. */
static void number_from_words(mifu_sm2p_x8 *r, const __m512i w[4])
{
    mifu_sm2p_x8 a = mifu_sm2p_x8_from_words(w);
    mifu_sm2p_x8 factor = mifu_sm2p_x8_set(to_r_limbs);

    *r = mifu_sm2p_x8_mul(&a, &factor);
}

/* From [1.4] to words in Montgomery form with 2^256, canonical. */
static void number_to_words(__m512i w[4], const mifu_sm2p_x8 *a)
{
    mifu_sm2p_x8 factor = mifu_sm2p_x8_set(from_r_limbs);
    mifu_sm2p_x8 t = mifu_sm2p_x8_mul(a, &factor);

    t = mifu_sm2p_x8_canonical(&t);
    w[0] = _mm512_or_si512(t.limb[0], _mm512_slli_epi64(t.limb[1], 52));
    w[1] = _mm512_or_si512(_mm512_srli_epi64(t.limb[1], 12), _mm512_slli_epi64(t.limb[2], 40));
    w[2] = _mm512_or_si512(_mm512_srli_epi64(t.limb[2], 24), _mm512_slli_epi64(t.limb[3], 28));
    w[3] = _mm512_or_si512(_mm512_srli_epi64(t.limb[3], 36), _mm512_slli_epi64(t.limb[4], 16));
}

static void number_swap(mifu_sm2p_x8 *r, const mifu_sm2p_x8 *a, int distance)
{
    const __m512i lanes =
        _mm512_xor_si512(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), _mm512_set1_epi64(distance));

    for (int i = 0; i < 5; i++)
        r->limb[i] = _mm512_permutexvar_epi64(lanes, a->limb[i]);
}

#include "sm2_many_lanes.inc"

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
 * infinity at the start: the part below window i is s with |s| <= 64*(128^i - 1)/127 < 0.51*128^i,
 * so s and d*128^i differ as integers, for d != 0, also up to sign. Modulo n, i < 36: both are
 * below 2^252, so neither their sum nor difference reaches n. i = 36: d is in [0, 16] as k < 2^256.
 * s + d*128^36 = k is not 0 mod n. d*128^36 - s = n would give s = d*2^252 - n: for d <= 15 that is
 * below -0.99*2^252, too small for s, and for d = 16, k = d*2^252 + s = 2^257 - n > n. No other
 * multiple of n is in reach.
 */
static void add_base_digits(mifu_sm2_jacobian_x8 *acc, __mmask8 infinity, const __m512i k[4])
{
    scalar_lanes scalar;

    scalar_from_words(&scalar, k);
    for (unsigned i = 0; i < BASE_WINDOWS; i++) {
        __m512i magnitude;
        __mmask8 negative;
        mifu_sm2_affine_x8 point;

        booth_digit(&magnitude, &negative, &scalar, i, BASE_WINDOW);
        point.x = base_entry(base_table[i][0], magnitude);
        point.y = base_entry(base_table[i][1], magnitude);
        add_digit(acc, &infinity, &point, magnitude, negative);
    }
    mifu_wipe(&scalar, sizeof scalar);
}

static void base_chunk(mifu_affine *r, const mifu_u256 *k, size_t count, lanes_scratch *scratch)
{
    __m512i words[4];

    memset(scratch->acc, 0, sizeof scratch->acc);
    for (size_t g = 0; g * LANES < count; g++) {
        load_words(words, k, 1, g, count);
        add_base_digits(&scratch->acc[g], 0xff, words);
    }
    store_points(r, count, scratch);
    mifu_wipe(words, sizeof words);
}

static void prepare_base(lanes_scratch *scratch, const mifu_u256 *s, size_t count)
{
    (void)scratch;
    (void)s;
    (void)count;
}

static void add_base(mifu_sm2_jacobian_x8 *acc, const lanes_scratch *scratch, const mifu_u256 *s,
                     size_t group, size_t count)
{
    __m512i words[4];

    (void)scratch;
    load_words(words, s, 1, group, count);
    add_base_digits(acc, 0, words);
}

static void wipe_scratch(lanes_scratch *scratch)
{
    mifu_wipe(scratch->acc, sizeof scratch->acc);
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

static void make_tables(lanes_scratch *scratch, const mifu_affine *points, size_t first_group,
                        size_t groups, size_t count)
{
    mifu_sm2_affine_x8 point;

    (void)groups; /* one */
    load_point(&point, points, first_group, count);
    multiples_of(&point, scratch);
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

static void add_multiple(mifu_sm2_jacobian_x8 *acc, __mmask8 *infinity,
                         const lanes_scratch *scratch, size_t table, __m512i magnitude,
                         __mmask8 negative)
{
    mifu_sm2_affine_x8 point;

    (void)table; /* the only one */
    scan_entry(&point, scratch->table, magnitude);
    add_digit(acc, infinity, &point, magnitude, negative);
}

static void double_window(mifu_sm2_jacobian_x8 *acc)
{
    for (int j = 0; j < WINDOW; j++)
        mifu_sm2_double_x8(acc, acc);
}

static __mmask8 lanes_with_x(const mifu_sm2_jacobian_x8 *sum, const __m512i x[4])
{
    mifu_sm2p_x8 candidate = mifu_sm2p_x8_from_words(x), r2 = mifu_sm2p_x8_set(r2_limbs);
    mifu_sm2p_x8 z2 = mifu_sm2p_x8_sqr(&sum->z);

    candidate = mifu_sm2p_x8_mul(&candidate, &r2);
    candidate = mifu_sm2p_x8_mul(&candidate, &z2);
    candidate = mifu_sm2p_x8_sub(&sum->x, &candidate);
    return mifu_sm2p_x8_is_zero(&candidate);
}

static __mmask8 lanes_infinite(const mifu_sm2_jacobian_x8 *sum)
{
    mifu_sm2p_x8 z = mifu_sm2p_x8_negate(&sum->z);

    return mifu_sm2p_x8_is_zero(&z);
}

const mifu_sm2_many_kernels mifu_sm2_many_ifma = {
    .base_multiply = base_multiply,
    .multiply = multiply,
    .check_x_vartime = check_x_vartime,
};
