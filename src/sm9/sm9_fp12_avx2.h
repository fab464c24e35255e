/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fp12 of SM9 in vector registers with AVX2's 32x32 -> 64-bit products. Fp12 is Fp[w]/(w^12 + 2);
 * the twelve coefficients stand side by side in twelve lanes, three 256-bit registers for each of
 * nine limbs of 29 bits. Coefficient k is lane k / 3 of register k mod 3, so that a register is an
 * element of Fp4 = Fp[z]/(z^4 + 2), z = w^3, and Fp12 = Fp4[w]/(w^3 - z).
 *
 * A product is the sum over all coefficients a_k of a_k w^k b. a_k is a broadcast; the registers of
 * w^k b are those of b in another order, moved up by 0 to 4 lanes with -2 times what comes back
 * below: z^0 to z^4 times them, which are laid out beforehand so that all loads are aligned. The
 * limbs of all a_k are worked off together from the lowest, each followed by a step of Montgomery's
 * reduction, so that ten columns at a time are alive: two limbs a round.
 *
 * Bounds. Numbers at rest are below 4p and have limbs below 2^29; p < 0.72 * 2^256. There are ten
 * steps of reduction, R = 2^290: a sum of n <= 12 products of a number below 12p and one below 8p
 * is below 1152 p^2 < p R / 2^23, so that its reduction is below (1 + 2^-23) p, whatever went in.
 * Nothing is ever compared or subtracted conditionally; only the way out of the lanes makes numbers
 * canonical. A column takes n + 1 products below 2^58 a step, and carries: up to six terms nine
 * steps fit 2^64 (63 * 2^58 and a carry below 2^36), beyond that the columns are carried after four
 * and after eight (52 * 2^58).
 *
 * Multiplications: 81 n + 105 for four lanes, two a cycle.
 *
 * Constant time throughout.
 */
#ifndef MIFU_SM9_FP12_AVX2_H
#define MIFU_SM9_FP12_AVX2_H

#include <immintrin.h>

#include "sm9_types.h"

#include "sm9_constants_avx2.inc"

#define LANE_LIMBS 9
#define LIMB_BITS  29
#define LIMB_MASK  ((UINT64_C(1) << LIMB_BITS) - 1)

/* Limb l of coefficient k is limb[k % 3][l][k / 3]. */
typedef struct fp12_lanes {
    uint64_t limb[3][LANE_LIMBS][4] MIFU_ALIGNED(32);
} fp12_lanes;

#define MIFU_UNROLL _Pragma("GCC unroll 16")

MIFU_INLINE __m256i load4(const uint64_t *a)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)a);
}

MIFU_INLINE void store4(uint64_t *r, __m256i a)
{
    _mm256_storeu_si256((__m256i *)(void *)r, a);
}

/* The same numbers with limbs below 2^29 but for the last. */
MIFU_INLINE void carry_columns(__m256i t[LANE_LIMBS])
{
    const __m256i mask = _mm256_set1_epi64x((long long)LIMB_MASK);

    MIFU_UNROLL
    for (int j = 0; j < LANE_LIMBS - 1; j++) {
        t[j + 1] = _mm256_add_epi64(t[j + 1], _mm256_srli_epi64(t[j], LIMB_BITS));
        t[j] = _mm256_and_si256(t[j], mask);
    }
}

MIFU_INLINE void store_columns(uint64_t r[LANE_LIMBS][4], __m256i t[LANE_LIMBS])
{
    carry_columns(t);
    MIFU_UNROLL
    for (int j = 0; j < LANE_LIMBS; j++)
        store4(r[j], t[j]);
}

/*
 * Three sums of products side by side, twelve lanes: what is kept of their columns between two
 * steps. While one waits for a digit of its reduction the next one multiplies.
 */
typedef struct column_sets {
    uint64_t t[3][LANE_LIMBS][4] MIFU_ALIGNED(32);
} column_sets;

/* Ten columns from the nine that are kept, for two limbs of factors. */
MIFU_INLINE void load_columns(__m256i t[LANE_LIMBS + 1], const column_sets *sets, int set)
{
    MIFU_UNROLL
    for (int j = 0; j < LANE_LIMBS; j++)
        t[j] = load4(sets->t[set][j]);
    t[LANE_LIMBS] = _mm256_setzero_si256();
}

/* t += limbs i and i + 1 of the factors times four numbers; `last`: there is no limb i + 1. */
MIFU_INLINE void multiply_add(__m256i t[LANE_LIMBS + 1], __m256i low, __m256i high, int last,
                              const uint64_t b[LANE_LIMBS][4])
{
    MIFU_UNROLL
    for (int j = 0; j < LANE_LIMBS; j++) {
        __m256i x = load4(b[j]);

        __asm__("" : "+x"(x)); /* one load for both products */
        t[j] = _mm256_add_epi64(t[j], _mm256_mul_epu32(low, x));
        if (!last)
            t[j + 1] = _mm256_add_epi64(t[j + 1], _mm256_mul_epu32(high, x));
    }
}

/*
 * t = (t + m p)/2^58 with m = m0 + 2^29 m1 = -t/p mod 2^58: two steps of reduction, whose digits
 * are found together. Products take the lower halves of lanes, which is enough modulo 2^29.
 */
MIFU_INLINE void reduce_two_limbs(__m256i t[LANE_LIMBS + 1])
{
    const __m256i mask = _mm256_set1_epi64x((long long)LIMB_MASK);
    const __m256i inverse0 = _mm256_set1_epi64x(SM9_NEGATED_INVERSE & LIMB_MASK);
    const __m256i inverse1 = _mm256_set1_epi64x(SM9_NEGATED_INVERSE >> LIMB_BITS);
    const __m256i low = _mm256_and_si256(t[0], mask);
    const __m256i next = _mm256_add_epi64(t[1], _mm256_srli_epi64(t[0], LIMB_BITS));
    const __m256i product = _mm256_mul_epu32(low, inverse0);
    const __m256i m0 = _mm256_and_si256(product, mask);
    const __m256i m1 =
        _mm256_and_si256(_mm256_add_epi64(_mm256_add_epi64(_mm256_mul_epu32(low, inverse1),
                                                           _mm256_mul_epu32(next, inverse0)),
                                          _mm256_srli_epi64(product, LIMB_BITS)),
                         mask);
    __m256i p[LANE_LIMBS], carry;

    MIFU_UNROLL
    for (int j = 0; j < LANE_LIMBS; j++)
        p[j] = load4(sm9_p[j]);
    carry = _mm256_srli_epi64(_mm256_add_epi64(low, _mm256_mul_epu32(m0, p[0])), LIMB_BITS);
    carry = _mm256_add_epi64(carry, _mm256_add_epi64(next, _mm256_mul_epu32(m0, p[1])));
    carry = _mm256_srli_epi64(_mm256_add_epi64(carry, _mm256_mul_epu32(m1, p[0])), LIMB_BITS);
    MIFU_UNROLL
    for (int j = 0; j < LANE_LIMBS - 2; j++)
        t[j] = _mm256_add_epi64(t[j + 2], _mm256_add_epi64(_mm256_mul_epu32(m0, p[j + 2]),
                                                           _mm256_mul_epu32(m1, p[j + 1])));
    t[0] = _mm256_add_epi64(t[0], carry);
    t[LANE_LIMBS - 2] = _mm256_add_epi64(t[LANE_LIMBS], _mm256_mul_epu32(m1, p[LANE_LIMBS - 1]));
    t[LANE_LIMBS - 1] = _mm256_setzero_si256();
}

/* Two steps of reduction, and the columns kept. */
MIFU_INLINE void reduce_and_keep(column_sets *sets, int set, __m256i t[LANE_LIMBS + 1], int carry)
{
    reduce_two_limbs(t);
    if (carry)
        carry_columns(t);
    MIFU_UNROLL
    for (int j = 0; j < LANE_LIMBS; j++)
        store4(sets->t[set][j], t[j]);
}

MIFU_INLINE void take_result(uint64_t r[LANE_LIMBS][4], const column_sets *sets, int set)
{
    __m256i t[LANE_LIMBS + 1];

    load_columns(t, sets, set);
    store_columns(r, t);
}

/* z^i times each register of a number: moved[register][i], i = 0..4. */
typedef struct fp12_moved {
    uint64_t moved[3][5][LANE_LIMBS][4] MIFU_ALIGNED(32);
} fp12_moved;

/* -2 a as 8p - 2a, where 8p is written so that no limb but the last can fall below 0. */
static void move_lanes(fp12_moved *r, const fp12_lanes *a)
{
    for (int e = 0; e < 3; e++) {
        __m256i t[LANE_LIMBS];

        MIFU_UNROLL
        for (int j = 0; j < LANE_LIMBS; j++) {
            const __m256i x = load4(a->limb[e][j]);

            t[j] = _mm256_sub_epi64(_mm256_set1_epi64x((long long)lanes_eight_p[j]),
                                    _mm256_add_epi64(x, x));
        }
        carry_columns(t);
        MIFU_UNROLL
        for (int j = 0; j < LANE_LIMBS; j++) {
            const __m256i x = load4(a->limb[e][j]);

            store4(r->moved[e][0][j], x);
            store4(r->moved[e][1][j],
                   _mm256_permute4x64_epi64(_mm256_blend_epi32(x, t[j], 0xc0), 0x93));
            store4(r->moved[e][2][j], _mm256_permute2x128_si256(t[j], x, 0x21));
            store4(r->moved[e][3][j],
                   _mm256_permute4x64_epi64(_mm256_blend_epi32(x, t[j], 0xfc), 0x39));
            store4(r->moved[e][4][j], t[j]);
        }
    }
}

/*
 * Register e of w^k times a number: w^k takes register e - k mod 3 there, and by z^i. The places in
 * fp12_moved, 5 register + i, for k - e = -2 .. 11.
 */
static const uint8_t moved_place[14] = {10, 5, 0, 11, 6, 1, 12, 7, 2, 13, 8, 3, 14, 9};

/* A limb in all lanes: products take no more than the lower halves of lanes. */
MIFU_INLINE __m256i broadcast(const uint8_t *limb)
{
    uint32_t x;

    memcpy(&x, limb, sizeof x);
    return _mm256_set1_epi32((int)x);
}

/*
 * r = the sum over n <= 12 numbers a of a w^position[..] times b, and of 2^256/R w b where `unit`:
 * 2^256 is 2^24 in limb 8. Limb l of number i is found from[i] + l stride bytes behind `limbs`. r
 * may be what a is of.
 */
MIFU_INLINE void sum_of_terms(fp12_lanes *r, const void *limbs, size_t stride, const uint16_t *from,
                              const fp12_moved *b, const uint8_t *position, int n, int unit)
{
    /* The limbs of all moved numbers are one array here. */
    const uint64_t(*const moved)[4] = (const uint64_t(*)[4])(const void *)b->moved;
    const uint64_t(*right[3][12])[4];
    column_sets sets;

    for (int e = 0; e < 3; e++)
        for (int i = 0; i < n; i++)
            right[e][i] = moved + LANE_LIMBS * moved_place[position[i] + 2 - e];
    memset(&sets, 0, sizeof sets);
    for (int l = 0; l < LANE_LIMBS; l += 2) {
        for (int e = 0; e < 3; e++) {
            const uint8_t *low = (const uint8_t *)limbs + (size_t)l * stride, *high = low + stride;
            __m256i t[LANE_LIMBS + 1];

            load_columns(t, &sets, e);
            if (l != LANE_LIMBS - 1) {
#pragma GCC unroll 1
                for (int i = 0; i < n; i++)
                    multiply_add(t, broadcast(low + from[i]), broadcast(high + from[i]), 0,
                                 right[e][i]);
            } else {
#pragma GCC unroll 1
                for (int i = 0; i < n; i++)
                    multiply_add(t, broadcast(low + from[i]), t[0], 1, right[e][i]);
                if (unit)
                    multiply_add(t, _mm256_set1_epi64x(1 << 24), t[0], 1,
                                 moved + LANE_LIMBS * moved_place[3 - e]);
            }
            reduce_and_keep(&sets, e, t, n > 6 && l % 4 == 2);
        }
    }
    for (int e = 0; e < 3; e++)
        take_result(r->limb[e], &sets, e);
}

/* Bytes: limb 0 of coefficient k in fp12_lanes, and from a limb to the next. */
#define PLACE(k)     (8 * (4 * LANE_LIMBS * ((k) % 3) + (k) / 3))
#define LANES_STRIDE 32

/* r = a b; r may be a or b. */
static void lanes_mul(fp12_lanes *r, const fp12_lanes *a, const fp12_lanes *b)
{
    static const uint8_t position[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    static const uint16_t from[12] = {PLACE(0), PLACE(1), PLACE(2), PLACE(3), PLACE(4),  PLACE(5),
                                      PLACE(6), PLACE(7), PLACE(8), PLACE(9), PLACE(10), PLACE(11)};
    fp12_moved moved;

    move_lanes(&moved, b);
    sum_of_terms(r, a, LANES_STRIDE, from, &moved, position, 12, 0);
}

/* t += limbs l and l + 1 of `times` x, times y z^`move`, both registers. */
MIFU_INLINE void add_register_product(__m256i t[LANE_LIMBS + 1], int l, int times,
                                      const uint64_t x[LANE_LIMBS][4],
                                      const uint64_t y[5][LANE_LIMBS][4], int move)
{
    const uint64_t(*b)[LANE_LIMBS][4] = y + move;
    const uint8_t *low = (const uint8_t *)x[l];

    if (l != LANE_LIMBS - 1) {
#pragma GCC unroll 1
        for (int i = 0; i < 4; i++)
            multiply_add(t, _mm256_slli_epi32(broadcast(low + 8 * i), times - 1),
                         _mm256_slli_epi32(broadcast(low + LANES_STRIDE + 8 * i), times - 1), 0,
                         b[i]);
    } else {
#pragma GCC unroll 1
        for (int i = 0; i < 4; i++)
            multiply_add(t, _mm256_slli_epi32(broadcast(low + 8 * i), times - 1), t[0], 1, b[i]);
    }
}

/*
 * r = a^2: with the registers A, B, C, that is A + B w + C w^2,
 *     A^2 + 2 z B C,  2 A B + z C^2,  2 A C + B^2.
 * Doubled factors have limbs below 2^30: four products of them and four others are twelve.
 */
static void lanes_sqr(fp12_lanes *r, const fp12_lanes *a)
{
    static const int first[3] = {1, 0, 0}, second[3] = {2, 1, 2}, square[3] = {0, 2, 1};
    fp12_moved moved;
    column_sets sets;

    move_lanes(&moved, a);
    memset(&sets, 0, sizeof sets);
    for (int l = 0; l < LANE_LIMBS; l += 2) {
        for (int e = 0; e < 3; e++) {
            __m256i t[LANE_LIMBS + 1];

            load_columns(t, &sets, e);
            add_register_product(t, l, 2, a->limb[first[e]],
                                 (const uint64_t(*)[LANE_LIMBS][4])moved.moved[second[e]], e == 0);
            add_register_product(t, l, 1, a->limb[square[e]],
                                 (const uint64_t(*)[LANE_LIMBS][4])moved.moved[square[e]], e == 1);
            reduce_and_keep(&sets, e, t, l % 4 == 2);
        }
    }
    for (int e = 0; e < 3; e++)
        take_result(r->limb[e], &sets, e);
}

/* Terms of a line: six numbers, of w^0, w^6, w^2, w^8, w^3, w^9. */
static const uint8_t line_position[6] = {0, 6, 2, 8, 3, 9};
typedef uint32_t line_limb;

/* r = a times a line, whose limbs are `stride` apart. */
static void lanes_mul_line(fp12_lanes *r, const fp12_lanes *a, const line_limb *line, size_t stride)
{
    static const uint16_t from[6] = {0, 4, 8, 12, 16, 20};
    fp12_moved moved;

    move_lanes(&moved, a);
    sum_of_terms(r, line, stride * sizeof *line, from, &moved, line_position, 6, 0);
}

/* The line itself. */
static void lanes_from_line(fp12_lanes *r, const line_limb *line, size_t stride)
{
    memset(r, 0, sizeof *r);
    for (size_t l = 0; l < LANE_LIMBS; l++)
        for (size_t i = 0; i < 6; i++)
            r->limb[line_position[i] % 3][l][line_position[i] / 3] = line[l * stride + i];
}

/* Twelve numbers times factors: twelve, or four three times where `step` is 0. r may be a. */
MIFU_INLINE void scale_lanes(uint64_t r[3][LANE_LIMBS][4], const uint64_t a[3][LANE_LIMBS][4],
                             const uint64_t factor[][LANE_LIMBS][4], int step)
{
    column_sets sets;

    memset(&sets, 0, sizeof sets);
    for (int l = 0; l < LANE_LIMBS; l += 2) {
        for (int e = 0; e < 3; e++) {
            const uint64_t(*f)[4] = factor[e * step] + l;
            __m256i t[LANE_LIMBS + 1];

            load_columns(t, &sets, e);
            if (l != LANE_LIMBS - 1)
                multiply_add(t, load4(f[0]), load4(f[1]), 0, a[e]);
            else
                multiply_add(t, load4(f[0]), t[0], 1, a[e]);
            reduce_and_keep(&sets, e, t, 0);
        }
    }
    for (int e = 0; e < 3; e++)
        take_result(r[e], &sets, e);
}

/* a^(p^power), power 1, 2, 3. */
static void lanes_frobenius(fp12_lanes *r, const fp12_lanes *a, int power)
{
    scale_lanes(r->limb, a->limb, frobenius_factors[power - 1], 1);
}

/* a^(p^6): w -> -w, where k = 3 lane + register is odd. */
static void lanes_conjugate(fp12_lanes *r, const fp12_lanes *a)
{
    for (int e = 0; e < 3; e++) {
        __m256i t[LANE_LIMBS];
        const __m256i odd =
            e == 1 ? _mm256_set_epi64x(0, -1, 0, -1) : _mm256_set_epi64x(-1, 0, -1, 0);

        MIFU_UNROLL
        for (int j = 0; j < LANE_LIMBS; j++)
            t[j] = _mm256_sub_epi64(_mm256_set1_epi64x((long long)lanes_four_p[j]),
                                    load4(a->limb[e][j]));
        carry_columns(t);
        MIFU_UNROLL
        for (int j = 0; j < LANE_LIMBS; j++)
            store4(r->limb[e][j], _mm256_blendv_epi8(load4(a->limb[e][j]), t[j], odd));
    }
}

/*
 * Squares of a register x0 + x1 z + x2 z^2 + x3 z^3 = a + b z, a = x0 + x2 u and b = x1 + x3 u with
 * u = z^2, are 2ab z + (a + b)(a + ub) - ab - u ab: two products in Fp2, two terms a coefficient.
 * Lanes 0 and 2 compute the one with a + b, lanes 1 and 3 ab. The first factor is its lower half
 * in both halves, times the second factor, and its upper half times u times the second factor.
 */
typedef struct square_factors {
    uint64_t first[LANE_LIMBS][4] MIFU_ALIGNED(32);
    uint64_t second[2][LANE_LIMBS][4] MIFU_ALIGNED(32);
} square_factors;

/*
 * x is below 4p. The first factor is below 8p, with limbs below 2^30; the second is below 12p, and
 * times u below 16p. A coefficient is a sum below 8p 12p + 8p 16p = 224 p^2, its products count as
 * four in a column.
 */
MIFU_INLINE void square_factors_of(square_factors *r, const uint64_t a[LANE_LIMBS][4])
{
    __m256i second[LANE_LIMBS], times_u[LANE_LIMBS];

    MIFU_UNROLL
    for (int j = 0; j < LANE_LIMBS; j++) {
        const __m256i x = load4(a[j]);
        const __m256i b = _mm256_srli_si256(x, 8);                /* x1, 0, x3, 0 */
        const __m256i turned = _mm256_permute4x64_epi64(b, 0x4e); /* x3, 0, x1, 0 */
        const __m256i eight_p = _mm256_set_epi64x(0, 0, 0, (long long)lanes_eight_p[j]);

        /* x0 + x1, x0, x2 + x3, x2 */
        store4(r->first[j], _mm256_add_epi64(_mm256_unpacklo_epi64(x, x), b));
        /* x0 - 2 x3, x1, x2 + x1, x3 */
        second[j] = _mm256_add_epi64(
            _mm256_add_epi64(x, eight_p),
            _mm256_blend_epi32(
                turned, _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(turned, turned)),
                0x03));
    }
    carry_columns(second);
    MIFU_UNROLL
    for (int j = 0; j < LANE_LIMBS; j++) {
        const __m256i turned = _mm256_permute4x64_epi64(second[j], 0x4e);

        store4(r->second[0][j], second[j]);
        times_u[j] =
            _mm256_blend_epi32(turned,
                               _mm256_sub_epi64(_mm256_set1_epi64x((long long)lanes_sixteen_p[j]),
                                                _mm256_add_epi64(turned, turned)),
                               0x0f);
    }
    store_columns(r->second[1], times_u);
}

/* Half of a limb of the first factor, in both halves. */
MIFU_INLINE __m256i both_halves(const uint64_t *half)
{
    return _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)(const void *)half));
}

/* t += limbs l and l + 1 of the first factor times the second. */
MIFU_INLINE void add_square(__m256i t[LANE_LIMBS + 1], int l, const square_factors *f)
{
    MIFU_UNROLL
    for (int i = 0; i < 2; i++) {
        const uint64_t *low = &f->first[l][2 * i];

        if (l != LANE_LIMBS - 1)
            multiply_add(t, both_halves(low), both_halves(low + 4), 0, f->second[i]);
        else
            multiply_add(t, both_halves(low), t[0], 1, f->second[i]);
    }
}

/*
 * Modulo p, below (1 + 2^-16) p,
 *     r = f0 (v0, v1, v2, v3) + f1 (v1, v1, v3, v3) + f2 (v3, v3, v1, v1) + f3 x
 * with a factor for each lane, the first v as v3, v0, v1, v2 where `moved`. v is below
 * (1 + 2^-23) p and x below 4p; the sum must be between -15p and 15p, its limbs above -12 * 2^29.
 *
 * From the sum y and 15p, together below 30p, floor(y/p) p or one p less is subtracted. The
 * quotient is taken from the last limb, which may lack a carry of up to 100: 15p keeps 2^35 in each
 * limb below, of which less than 42 * 2^29 are needed.
 */
MIFU_INLINE void combine(uint64_t r[LANE_LIMBS][4], __m256i v[LANE_LIMBS],
                         const uint64_t x[LANE_LIMBS][4], int moved, const int8_t factors[4][4])
{
    __m256i c[4], y[LANE_LIMBS], quotient;

    MIFU_UNROLL
    for (int i = 0; i < 4; i++)
        c[i] = _mm256_set_epi64x(factors[i][3], factors[i][2], factors[i][1], factors[i][0]);
    MIFU_UNROLL
    for (int j = 0; j < LANE_LIMBS; j++) {
        const __m256i w = moved ? _mm256_permute4x64_epi64(v[j], 0x93) : v[j];
        const __m256i odd = _mm256_unpackhi_epi64(v[j], v[j]);

        y[j] = _mm256_add_epi64(
            _mm256_add_epi64(_mm256_mul_epi32(w, c[0]), _mm256_mul_epi32(odd, c[1])),
            _mm256_add_epi64(_mm256_mul_epi32(_mm256_permute4x64_epi64(odd, 0x4e), c[2]),
                             _mm256_mul_epi32(load4(x[j]), c[3])));
        y[j] = _mm256_add_epi64(y[j], _mm256_set1_epi64x((long long)lanes_fifteen_p[j]));
    }
    quotient = _mm256_srli_epi64(
        _mm256_mul_epu32(y[LANE_LIMBS - 1], _mm256_set1_epi64x(SM9_QUOTIENT_FACTOR)), 55);
    MIFU_UNROLL
    for (int j = 0; j < LANE_LIMBS; j++)
        y[j] = _mm256_sub_epi64(y[j], _mm256_mul_epu32(quotient, load4(sm9_p[j])));
    store_columns(r, y);
}

/*
 * Squares in the cyclotomic subgroup (Granger, Scott; see fp12_cyclotomic_sqr): with the registers
 * A, B, C
 *     A' = 3 A^2 - 2 conj A,  B' = 3 z C^2 + 2 conj B,  C' = 3 B^2 - 2 conj C.
 * From the lanes S0, P0, S1, P1 of S = (a + b)(a + ub) and P = ab, a square is
 *     S0 - P0 + 2 P1,  2 P0,  S1 - P1 - P0,  2 P1,    and z times it    -4 P1, and the first three.
 */
static void cyclotomic_sqr(fp12_lanes *r, const fp12_lanes *a)
{
    static const int source[3] = {0, 2, 1};
    static const int8_t straight[4][4] = {
        {3, 6, 3, 6}, {-3, 0, -3, 0}, {6, 0, -3, 0}, {-2, 2, -2, 2}};
    static const int8_t times_z[4][4] = {
        {-12, 3, 6, 3}, {0, -3, 0, -3}, {0, 6, 0, -3}, {2, -2, 2, -2}};
    square_factors factors[3];
    column_sets sets;

    for (int e = 0; e < 3; e++)
        square_factors_of(&factors[e], a->limb[source[e]]);
    memset(&sets, 0, sizeof sets);
    for (int l = 0; l < LANE_LIMBS; l += 2) {
        for (int e = 0; e < 3; e++) {
            __m256i t[LANE_LIMBS + 1];

            load_columns(t, &sets, e);
            add_square(t, l, &factors[e]);
            reduce_and_keep(&sets, e, t, 0);
        }
    }
    for (int e = 0; e < 3; e++) {
        __m256i t[LANE_LIMBS + 1];

        load_columns(t, &sets, e);
        carry_columns(t);
        if (e == 1)
            combine(r->limb[e], t, a->limb[e], 1, times_z);
        else
            combine(r->limb[e], t, a->limb[e], 0, straight);
    }
}

static void lanes_cyclotomic_sqr_times(fp12_lanes *a, int count)
{
    while (count-- > 0)
        cyclotomic_sqr(a, a);
}

/* The entry of a table, reading all of it, inverted where the mask is set. */
static void lanes_scan(fp12_lanes *r, const fp12_lanes *table, unsigned count, uint64_t index,
                       uint64_t invert)
{
    fp12_lanes inverse;
    const __m256i turned = _mm256_set1_epi64x((long long)invert);

    memset(r, 0, sizeof *r);
    for (unsigned i = 0; i < count; i++) {
        const __m256i here = _mm256_set1_epi64x((long long)mifu_mask_equal64(i, index));

        for (int e = 0; e < 3; e++)
            for (int j = 0; j < LANE_LIMBS; j++)
                store4(r->limb[e][j],
                       _mm256_or_si256(load4(r->limb[e][j]),
                                       _mm256_and_si256(here, load4(table[i].limb[e][j]))));
    }
    lanes_conjugate(&inverse, r);
    for (int e = 0; e < 3; e++)
        for (int j = 0; j < LANE_LIMBS; j++)
            store4(r->limb[e][j],
                   _mm256_blendv_epi8(load4(r->limb[e][j]), load4(inverse.limb[e][j]), turned));
}

/* ---- To and from the representation of the other files ---- */

/* The limbs of a number of four words, four places apart. */
MIFU_INLINE void limbs_from_number(uint64_t *r, const mifu_u256 *a)
{
    const uint64_t w0 = a->v[0], w1 = a->v[1], w2 = a->v[2], w3 = a->v[3];

    r[0] = w0 & LIMB_MASK;
    r[4] = w0 >> 29 & LIMB_MASK;
    r[8] = (w0 >> 58 | w1 << 6) & LIMB_MASK;
    r[12] = w1 >> 23 & LIMB_MASK;
    r[16] = (w1 >> 52 | w2 << 12) & LIMB_MASK;
    r[20] = w2 >> 17 & LIMB_MASK;
    r[24] = (w2 >> 46 | w3 << 18) & LIMB_MASK;
    r[28] = w3 >> 11 & LIMB_MASK;
    r[32] = w3 >> 40;
}

MIFU_INLINE void coefficient_from_number(fp12_lanes *r, int k, const mifu_u256 *a)
{
    limbs_from_number(&r->limb[k % 3][0][k / 3], a);
}

static void lanes_from_fp12(fp12_lanes *r, const mifu_sm9_fp12 *a)
{
    for (int i = 0; i < 6; i++) {
        coefficient_from_number(r, i, &a->c[i].c0);
        coefficient_from_number(r, i + 6, &a->c[i].c1);
    }
    scale_lanes(r->limb, (const uint64_t(*)[LANE_LIMBS][4])r->limb, &to_lanes_limbs, 0);
}

static void fp12_from_lanes(mifu_sm9_fp12 *r, const fp12_lanes *a)
{
    fp12_lanes t;

    scale_lanes(t.limb, a->limb, &from_lanes_limbs, 0);
    for (int k = 0; k < 12; k++) {
        const uint64_t *l = &t.limb[k % 3][0][k / 3];
        mifu_u256 x, *to = k < 6 ? &r->c[k].c0 : &r->c[k - 6].c1;

        x.v[0] = l[0] | l[4] << 29 | l[8] << 58;
        x.v[1] = l[8] >> 6 | l[12] << 23 | l[16] << 52;
        x.v[2] = l[16] >> 12 | l[20] << 17 | l[24] << 46;
        x.v[3] = l[24] >> 18 | l[28] << 11 | l[32] << 40;
        mifu_field_reduce_once(to, 0, &x, &mifu_sm9p.m); /* below (1 + 2^-23) p */
    }
    mifu_wipe(&t, sizeof t);
}

/* ---- Lines ---- */

/* Six numbers a line, 77 lines, and room for one more, as lines are taken by threes. */
#define LINE_STRIDE (6 * (MIFU_SM9_LINES + 1))

/*
 * The numbers of all lines evaluated at p: l0, l2 x_P and l3 y_P, two each. They stay multiplied by
 * 2^256, which makes them a line times a factor of Fp.
 */
static void evaluate_lines(line_limb limbs[LANE_LIMBS][LINE_STRIDE], const mifu_sm9_g1 *p,
                           const mifu_sm9_line lines[MIFU_SM9_LINES])
{
    const __m256i lower = _mm256_set_epi32(7, 5, 3, 1, 6, 4, 2, 0);
    uint64_t point[3][LANE_LIMBS][4], twelve[3][LANE_LIMBS][4], constant[LANE_LIMBS][4];

    /* x, x, y, y with R. */
    memset(point, 0, sizeof point);
    for (int i = 0; i < 4; i++)
        limbs_from_number(&point[0][0][i], i < 2 ? &p->x : &p->y);
    scale_lanes(point, (const uint64_t(*)[LANE_LIMBS][4])point, &to_lanes_limbs, 0);
    memset(limbs, 0, sizeof limbs[0] * LANE_LIMBS);
    for (size_t i = 0; i < MIFU_SM9_LINES; i++) {
        const mifu_sm9_line *line = &lines[i];
        const size_t place = i % 3;

        limbs_from_number(&constant[0][0], &line->l0.c0);
        limbs_from_number(&constant[0][1], &line->l0.c1);
        limbs_from_number(&twelve[place][0][0], &line->l2.c0);
        limbs_from_number(&twelve[place][0][1], &line->l2.c1);
        limbs_from_number(&twelve[place][0][2], &line->l3.c0);
        limbs_from_number(&twelve[place][0][3], &line->l3.c1);
        for (size_t l = 0; l < LANE_LIMBS; l++) {
            limbs[l][6 * i] = (line_limb)constant[l][0];
            limbs[l][6 * i + 1] = (line_limb)constant[l][1];
        }
        if (place != 2 && i != MIFU_SM9_LINES - 1)
            continue;
        scale_lanes(twelve, (const uint64_t(*)[LANE_LIMBS][4])twelve,
                    (const uint64_t(*)[LANE_LIMBS][4])point, 0);
        for (size_t l = 0; l < LANE_LIMBS; l++)
            for (size_t j = 0; j < 3; j++)
                _mm_storeu_si128((__m128i *)(void *)&limbs[l][6 * (i - place + j) + 2],
                                 _mm256_castsi256_si128(
                                     _mm256_permutevar8x32_epi32(load4(twelve[j][l]), lower)));
    }
    mifu_wipe(point, sizeof point);
    mifu_wipe(twelve, sizeof twelve);
    mifu_wipe(constant, sizeof constant);
}

/* ---- The torus ---- */

/* x = a + w, times a factor of Fp: a and 1 are left as they are, 2^256 times what they stand for.
 */
static void lanes_from_torus(fp12_lanes *x, const mifu_sm9_fp6 *a)
{
    memset(x, 0, sizeof *x);
    for (int i = 0; i < 6; i++)
        coefficient_from_number(x, 2 * i, &a->c[i]);
    coefficient_from_number(x, 1, &mifu_sm9p_one);
}

/* x = x (a + w), times such a factor. */
static void lanes_mul_torus(fp12_lanes *x, const mifu_sm9_fp6 *a)
{
    static const uint8_t position[6] = {0, 2, 4, 6, 8, 10};
    static const uint16_t from[6] = {PLACE(0), PLACE(2), PLACE(4), PLACE(6), PLACE(8), PLACE(10)};
    fp12_lanes entry;
    fp12_moved moved;

    move_lanes(&moved, x);
    for (int i = 0; i < 6; i++)
        coefficient_from_number(&entry, 2 * i, &a->c[i]);
    sum_of_terms(x, &entry, LANES_STRIDE, from, &moved, position, 6, 1);
    mifu_wipe(&entry, sizeof entry);
}

#endif
