/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fp12 of SM9 in vector registers with the AVX-512 IFMA multiply-add. Fp12 is Fp[w]/(w^12 + 2); the
 * twelve coefficients stand side by side in twelve lanes: eight in a 512-bit and four in a 256-bit
 * register for each of five limbs of 52 bits. Montgomery form with R = 2^260.
 *
 * Coefficient k of a product is the sum over i of a_i b_(k-i), where b_j with j < 0 means -2
 * b_(j+12). With b laid out as the row -2b_0 .. -2b_11, b_0 .. b_11 for each limb, the twelve
 * factors of a_i are twelve neighbours in the row: an unaligned load gives them, a_i itself is a
 * broadcast. All twelve sums are accumulated in columns and reduced once, side by side.
 *
 * Bounds. At rest numbers are in [0, p], limbs in [0, 2^52); p < 0.72 * 2^256 = R/22.4. A sum of n
 * <= 12 products of such numbers, reduced, is below (n p^2 + R p)/R < (n/22.4 + 1) p < 1.54 p: one
 * subtraction. Columns take at most 12 * 10 parts below 2^52 and the reduction's 11: below 2^59.1.
 *
 * Multiply-adds per product of n terms: 50 n in each width, and 55 for the reduction; a 512-bit one
 * takes a cycle, a 256-bit one half of it. A full product: (600 + 55) * 1.5 = 983 cycles.
 *
 * Constant time throughout.
 */
#ifndef MIFU_SM9_FP12_IFMA_H
#define MIFU_SM9_FP12_IFMA_H

#include <immintrin.h>

#include "sm9_types.h"

#include "sm9_constants_ifma.inc"

#define LANE_LIMBS 5

/* Limb l of coefficient k is limb[l][k]; the last four places are zero. */
typedef struct fp12_lanes {
    uint64_t limb[5][16] MIFU_ALIGNED(64);
} fp12_lanes;

/* The coefficients in registers. */
typedef struct fp12_vector {
    __m512i low[5];  /* 0..7 */
    __m256i high[5]; /* 8..11 */
} fp12_vector;

#define MIFU_UNROLL _Pragma("GCC unroll 16")

MIFU_INLINE fp12_vector lanes_load(const fp12_lanes *a)
{
    fp12_vector r;

    MIFU_UNROLL
    for (int l = 0; l < 5; l++) {
        r.low[l] = _mm512_load_si512(&a->limb[l][0]);
        r.high[l] = _mm256_load_si256((const __m256i *)(const void *)&a->limb[l][8]);
    }
    return r;
}

MIFU_INLINE void lanes_store(fp12_lanes *r, const fp12_vector *a)
{
    MIFU_UNROLL
    for (int l = 0; l < 5; l++) {
        _mm512_store_si512(&r->limb[l][0], a->low[l]);
        _mm512_store_si512(&r->limb[l][8], _mm512_zextsi256_si512(a->high[l]));
    }
}

/*
 * The same operations in both widths: W is 512 or 256. Columns t[0..9] are unsigned until the last
 * subtraction.
 */
#define DEFINE_WIDTH(W, V, MASK)                                                                   \
    /* Columns worth at most 2p, carried, and p taken off where that does not go below zero. */    \
    MIFU_INLINE void settle_##W(V r[5], V t0, V t1, V t2, V t3, V t4)                              \
    {                                                                                              \
        const V mask = _mm##W##_set1_epi64x_((1LL << 52) - 1);                                     \
        V t[5] = {t0, t1, t2, t3, t4}, s[5];                                                       \
        MASK below;                                                                                \
                                                                                                   \
        MIFU_UNROLL                                                                                \
        for (int l = 0; l < 5; l++)                                                                \
            s[l] = _mm##W##_sub_epi64(t[l], _mm##W##_set1_epi64x_((long long)sm9_p[l]));           \
        MIFU_UNROLL                                                                                \
        for (int l = 0; l < 4; l++) {                                                              \
            t[l + 1] = _mm##W##_add_epi64(t[l + 1], _mm##W##_srai_epi64(t[l], 52));                \
            s[l + 1] = _mm##W##_add_epi64(s[l + 1], _mm##W##_srai_epi64(s[l], 52));                \
        }                                                                                          \
        below = _mm##W##_movepi64_mask(s[4]);                                                      \
        MIFU_UNROLL                                                                                \
        for (int l = 0; l < 4; l++)                                                                \
            r[l] = _mm##W##_and_si##W(_mm##W##_mask_mov_epi64(s[l], below, t[l]), mask);           \
        r[4] = _mm##W##_mask_mov_epi64(s[4], below, t[4]);                                         \
    }                                                                                              \
                                                                                                   \
    /* Montgomery reduction of ten columns: five digits; what is left is in t[5..9]. */            \
    MIFU_INLINE void digits_##W(V t[10])                                                           \
    {                                                                                              \
        const V inverse = _mm##W##_set1_epi64x_(SM9_NEGATED_INVERSE);                              \
        const V zero = _mm##W##_setzero_si##W();                                                   \
                                                                                                   \
        MIFU_UNROLL                                                                                \
        for (int i = 0; i < 5; i++) {                                                              \
            V m = _mm##W##_madd52lo_epu64(zero, t[i], inverse);                                    \
                                                                                                   \
            MIFU_UNROLL                                                                            \
            for (int l = 0; l < 5; l++)                                                            \
                t[i + l] = _mm##W##_madd52lo_epu64(t[i + l], m,                                    \
                                                   _mm##W##_set1_epi64x_((long long)sm9_p[l]));    \
            t[i + 1] = _mm##W##_add_epi64(t[i + 1], _mm##W##_srli_epi64(t[i], 52));                \
            MIFU_UNROLL                                                                            \
            for (int l = 0; l < 5; l++)                                                            \
                t[i + l + 1] = _mm##W##_madd52hi_epu64(                                            \
                    t[i + l + 1], m, _mm##W##_set1_epi64x_((long long)sm9_p[l]));                  \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    MIFU_INLINE void reduce_##W(V r[5], V t[10])                                                   \
    {                                                                                              \
        digits_##W(t);                                                                             \
        settle_##W(r, t[5], t[6], t[7], t[8], t[9]);                                               \
    }                                                                                              \
                                                                                                   \
    /* t += a * b in columns. */                                                                   \
    MIFU_INLINE void multiply_add_##W(V t[10], const V a[5], const V b[5])                         \
    {                                                                                              \
        MIFU_UNROLL                                                                                \
        for (int i = 0; i < 5; i++) {                                                              \
            MIFU_UNROLL                                                                            \
            for (int j = 0; j < 5; j++)                                                            \
                t[i + j] = _mm##W##_madd52lo_epu64(t[i + j], a[i], b[j]);                          \
            MIFU_UNROLL                                                                            \
            for (int j = 0; j < 5; j++)                                                            \
                t[i + j + 1] = _mm##W##_madd52hi_epu64(t[i + j + 1], a[i], b[j]);                  \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    MIFU_INLINE void add_##W(V r[5], const V a[5], const V b[5])                                   \
    {                                                                                              \
        V t[5];                                                                                    \
                                                                                                   \
        MIFU_UNROLL                                                                                \
        for (int l = 0; l < 5; l++)                                                                \
            t[l] = _mm##W##_add_epi64(a[l], b[l]);                                                 \
        settle_##W(r, t[0], t[1], t[2], t[3], t[4]);                                               \
    }                                                                                              \
                                                                                                   \
    /* p - a, in [0, p]. */                                                                        \
    MIFU_INLINE void negate_##W(V r[5], const V a[5])                                              \
    {                                                                                              \
        V t[5];                                                                                    \
                                                                                                   \
        MIFU_UNROLL                                                                                \
        for (int l = 0; l < 5; l++)                                                                \
            t[l] = _mm##W##_sub_epi64(_mm##W##_set1_epi64x_((long long)sm9_p[l]), a[l]);           \
        MIFU_UNROLL                                                                                \
        for (int l = 0; l < 4; l++) {                                                              \
            t[l + 1] = _mm##W##_add_epi64(t[l + 1], _mm##W##_srai_epi64(t[l], 52));                \
            r[l] = _mm##W##_and_si##W(t[l], _mm##W##_set1_epi64x_((1LL << 52) - 1));               \
        }                                                                                          \
        r[4] = t[4];                                                                               \
    }

#define _mm512_set1_epi64x_ _mm512_set1_epi64
#define _mm256_set1_epi64x_ _mm256_set1_epi64x
DEFINE_WIDTH(512, __m512i, __mmask8)
DEFINE_WIDTH(256, __m256i, __mmask8)

MIFU_INLINE void vector_add(fp12_vector *r, const fp12_vector *a, const fp12_vector *b)
{
    add_512(r->low, a->low, b->low);
    add_256(r->high, a->high, b->high);
}

MIFU_INLINE void vector_negate(fp12_vector *r, const fp12_vector *a)
{
    negate_512(r->low, a->low);
    negate_256(r->high, a->high);
}

/* The row of b: row[l][j + 12] is limb l of b_j for j >= 0 and of -2 b_(j+12) for j < 0. */
typedef struct fp12_row {
    uint64_t limb[5][24] MIFU_ALIGNED(64);
} fp12_row;

static void make_row(fp12_row *row, const fp12_lanes *b)
{
    fp12_vector v = lanes_load(b), minus;

    vector_add(&minus, &v, &v);
    vector_negate(&minus, &minus);
    MIFU_UNROLL
    for (int l = 0; l < 5; l++) {
        _mm512_storeu_si512(&row->limb[l][0], minus.low[l]);
        _mm256_storeu_si256((__m256i *)(void *)&row->limb[l][8], minus.high[l]);
        _mm512_storeu_si512(&row->limb[l][12], v.low[l]);
        _mm256_storeu_si256((__m256i *)(void *)&row->limb[l][20], v.high[l]);
    }
}

/* Columns += a_i times the row moved by `position`: a_i is a number whose limb l is at a[l *
 * stride]. */
MIFU_INLINE void add_term(__m512i low[10], __m256i high[10], const uint64_t *a, size_t stride,
                          const fp12_row *row, int position)
{
    __m512i factor[5], b[5];
    __m256i factor2[5], b2[5];

    MIFU_UNROLL
    for (int l = 0; l < 5; l++) {
        const uint64_t *from = &row->limb[l][12 - position];

        factor[l] = _mm512_set1_epi64((long long)a[(size_t)l * stride]);
        factor2[l] = _mm512_castsi512_si256(factor[l]);
        b[l] = _mm512_loadu_si512(from);
        b2[l] = _mm256_loadu_si256((const __m256i *)(const void *)(from + 8));
    }
    multiply_add_512(low, factor, b);
    multiply_add_256(high, factor2, b2);
}

MIFU_INLINE void clear_columns(__m512i low[10], __m256i high[10])
{
    MIFU_UNROLL
    for (int i = 0; i < 10; i++) {
        low[i] = _mm512_setzero_si512();
        high[i] = _mm256_setzero_si256();
    }
}

MIFU_INLINE void reduce_columns(fp12_lanes *r, __m512i low[10], __m256i high[10])
{
    fp12_vector v;

    reduce_512(v.low, low);
    reduce_256(v.high, high);
    lanes_store(r, &v);
}

/* r = a b; r may be a or b. */
static void lanes_mul(fp12_lanes *r, const fp12_lanes *a, const fp12_lanes *b)
{
    __m512i low[10];
    __m256i high[10];
    fp12_row row;

    make_row(&row, b);
    clear_columns(low, high);
    for (int i = 0; i < 12; i++)
        add_term(low, high, &a->limb[0][i], 16, &row, i);
    reduce_columns(r, low, high);
}

/* r = a times a line: six numbers, of w^0, w^6, w^2, w^8, w^3, w^9, whose limbs are `stride` apart.
 */
static void lanes_mul_line(fp12_lanes *r, const fp12_lanes *a, const uint64_t *line, size_t stride)
{
    static const int position[6] = {0, 6, 2, 8, 3, 9};
    __m512i low[10];
    __m256i high[10];
    fp12_row row;

    make_row(&row, a);
    clear_columns(low, high);
    for (int i = 0; i < 6; i++)
        add_term(low, high, line + i, stride, &row, position[i]);
    reduce_columns(r, low, high);
}

/* r = a with every coefficient times the factor in its lane. */
static void lanes_scale(fp12_lanes *r, const fp12_lanes *a, const uint64_t factors[5][16])
{
    __m512i low[10], f[5];
    __m256i high[10], f2[5];
    fp12_vector v = lanes_load(a);

    clear_columns(low, high);
    MIFU_UNROLL
    for (int l = 0; l < 5; l++) {
        f[l] = _mm512_load_si512(&factors[l][0]);
        f2[l] = _mm256_load_si256((const __m256i *)(const void *)&factors[l][8]);
    }
    multiply_add_512(low, v.low, f);
    multiply_add_256(high, v.high, f2);
    reduce_columns(r, low, high);
}

/* a^(p^power), power 1, 2, 3. */
static void lanes_frobenius(fp12_lanes *r, const fp12_lanes *a, int power)
{
    lanes_scale(r, a, frobenius_factors[power - 1]);
}

/* a^(p^6): w -> -w. */
static void lanes_conjugate(fp12_lanes *r, const fp12_lanes *a)
{
    fp12_vector v = lanes_load(a), minus;

    vector_negate(&minus, &v);
    MIFU_UNROLL
    for (int l = 0; l < 5; l++) {
        v.low[l] = _mm512_mask_mov_epi64(v.low[l], 0xaa, minus.low[l]);
        v.high[l] = _mm256_mask_mov_epi64(v.high[l], 0x0a, minus.high[l]);
    }
    lanes_store(r, &v);
}

/*
 * Squares in the cyclotomic subgroup (Granger, Scott; see fp12_cyclotomic_sqr). In this order of
 * lanes the three elements A, B, C of Fp4 = Fp[z]/(z^4 + 2), z = w^3, stand one after another, each
 * x0..x3 in four lanes: w^0, w^3, w^6, w^9 | w^1, w^4, w^7, w^10 | w^2, w^5, w^8, w^11.
 */
static void to_cyclotomic(fp12_vector *r, const fp12_lanes *a)
{
    const __m512i low = _mm512_set_epi64(10, 7, 4, 1, 9, 6, 3, 0);
    const __m512i high = _mm512_set_epi64(0, 0, 0, 0, 11, 8, 5, 2);

    MIFU_UNROLL
    for (int l = 0; l < 5; l++) {
        __m512i x = _mm512_load_si512(&a->limb[l][0]), y = _mm512_load_si512(&a->limb[l][8]);

        r->low[l] = _mm512_permutex2var_epi64(x, low, y);
        r->high[l] = _mm512_castsi512_si256(_mm512_permutex2var_epi64(x, high, y));
    }
}

static void from_cyclotomic(fp12_lanes *r, const fp12_vector *a)
{
    const __m512i low = _mm512_set_epi64(6, 2, 9, 5, 1, 8, 4, 0);
    const __m512i high = _mm512_set_epi64(15, 14, 13, 12, 11, 7, 3, 10);

    MIFU_UNROLL
    for (int l = 0; l < 5; l++) {
        __m512i x = a->low[l], y = _mm512_zextsi256_si512(a->high[l]);

        _mm512_store_si512(&r->limb[l][0], _mm512_permutex2var_epi64(x, low, y));
        _mm512_store_si512(&r->limb[l][8], _mm512_permutex2var_epi64(x, high, y));
    }
}

/*
 * All of A' = 3 A^2 - 2 conj A, B' = 3 z C^2 + 2 conj B, C' = 3 B^2 - 2 conj C at once. With d =
 * 2x, m = -2x, f = -4x the coefficients of a square are x0 x0 + x2 m2 + x1 f3,  x0 d1 + x2 f3,  x0
 * d2 + x1 x1 + x3 m3,  x0 d3 + x1 d2, and those of z times it, c0..c3 becoming -2 c3, c0, c1, c2,
 *     x0 f3 + x1 f2,  x0 x0 + x2 m2 + x1 f3,  x0 d1 + x2 f3,  x0 d2 + x1 x1 + x3 m3.
 * The lanes of B take z times the square of C, those of C the square of B: three products each.
 * What is added, m0, d1, m2, d3 in A and C and d0, m1, d2, m3 in B, joins the columns above R, so
 * that everything is settled once.
 *
 * Bounds: x <= p; 3x, d, m = 2p - 2x and f = 4p - 4x are carried but not reduced, at most 3p, 2p,
 * 2p, 4p. The sum of the products of A and B is at most 3 (1 + 2 + 4) p^2 = 21 p^2 < 0.94 p R: the
 * result is below 0.94 p + p + 2 p < 4 p, and 2p and p are taken off. The first coefficient of z
 * C^2 has two products with f, 3 (4 + 4) p^2 = 24 p^2 > p R: the f of C is brought to 2p and a
 * little, whereby the sums of C are at most 3 (1 + 2 + 2) p^2 and a little.
 */
#define DEFINE_CYCLOTOMIC(W, V, MASK)                                                              \
    /* k x, or k (p - x) where `minus`, carried: k <= 4. */                                        \
    MIFU_INLINE void multiple_##W(V r[5], const V x[5], int k, int minus)                          \
    {                                                                                              \
        const V mask = _mm##W##_set1_epi64x_((1LL << 52) - 1);                                     \
        V t[5];                                                                                    \
                                                                                                   \
        MIFU_UNROLL                                                                                \
        for (int l = 0; l < 5; l++) {                                                              \
            t[l] = minus ? _mm##W##_sub_epi64(_mm##W##_set1_epi64x_((long long)sm9_p[l]), x[l])    \
                         : x[l];                                                                   \
            t[l] = k == 3   ? _mm##W##_add_epi64(t[l], _mm##W##_add_epi64(t[l], t[l]))             \
                   : k == 2 ? _mm##W##_add_epi64(t[l], t[l])                                       \
                            : _mm##W##_slli_epi64(t[l], 2);                                        \
        }                                                                                          \
        MIFU_UNROLL                                                                                \
        for (int l = 0; l < 4; l++) {                                                              \
            t[l + 1] = _mm##W##_add_epi64(t[l + 1], _mm##W##_srai_epi64(t[l], 52));                \
            r[l] = _mm##W##_and_si##W(t[l], mask);                                                 \
        }                                                                                          \
        r[4] = t[4];                                                                               \
    }                                                                                              \
                                                                                                   \
    /* t worth less than 4p: 2p taken off where that does not go below zero. Carried. */           \
    MIFU_INLINE void subtract_two_p_##W(V t[5])                                                    \
    {                                                                                              \
        V s[5];                                                                                    \
        MASK below;                                                                                \
                                                                                                   \
        MIFU_UNROLL                                                                                \
        for (int l = 0; l < 5; l++)                                                                \
            s[l] = _mm##W##_sub_epi64(t[l], _mm##W##_set1_epi64x_(2 * (long long)sm9_p[l]));       \
        MIFU_UNROLL                                                                                \
        for (int l = 0; l < 4; l++) {                                                              \
            t[l + 1] = _mm##W##_add_epi64(t[l + 1], _mm##W##_srai_epi64(t[l], 52));                \
            s[l + 1] = _mm##W##_add_epi64(s[l + 1], _mm##W##_srai_epi64(s[l], 52));                \
        }                                                                                          \
        below = _mm##W##_movepi64_mask(s[4]);                                                      \
        MIFU_UNROLL                                                                                \
        for (int l = 0; l < 4; l++)                                                                \
            t[l] = _mm##W##_and_si##W(_mm##W##_mask_mov_epi64(s[l], below, t[l]),                  \
                                      _mm##W##_set1_epi64x_((1LL << 52) - 1));                     \
        t[4] = _mm##W##_mask_mov_epi64(s[4], below, t[4]);                                         \
    }                                                                                              \
                                                                                                   \
    /* r = (sum of three products)/R + added, settled. */                                          \
    MIFU_INLINE void three_products_##W(V r[5], const V left[3][5], const V right[3][5],           \
                                        const V added[5])                                          \
    {                                                                                              \
        V t[10];                                                                                   \
                                                                                                   \
        MIFU_UNROLL                                                                                \
        for (int i = 0; i < 10; i++)                                                               \
            t[i] = i < 5 ? _mm##W##_setzero_si##W() : added[i - 5];                                \
        multiply_add_##W(t, left[0], right[0]);                                                    \
        multiply_add_##W(t, left[1], right[1]);                                                    \
        multiply_add_##W(t, left[2], right[2]);                                                    \
        digits_##W(t);                                                                             \
        subtract_two_p_##W(t + 5);                                                                 \
        settle_##W(r, t[5], t[6], t[7], t[8], t[9]);                                               \
    }
DEFINE_CYCLOTOMIC(512, __m512i, __mmask8)
DEFINE_CYCLOTOMIC(256, __m256i, __mmask8)

/*
 * -4x, at most 2p and 2^210. Where x is below c 2^208 <= p/2, c = floor(p_4/2) of the top limb p_4
 * of p, 4p - 4x is at least 2p, which is taken off; elsewhere it is at most 4p - 4c 2^208 < 4p -
 * 2(p_4 - 1) 2^208 < 2p + 4 2^208.
 */
MIFU_INLINE void minus_four_256(__m256i r[5], const __m256i x[5])
{
    const __mmask8 small =
        _mm256_cmplt_epi64_mask(x[4], _mm256_set1_epi64x((long long)(sm9_p[4] / 2)));
    __m256i t[5];

    MIFU_UNROLL
    for (int l = 0; l < 5; l++) {
        t[l] =
            _mm256_slli_epi64(_mm256_sub_epi64(_mm256_set1_epi64x((long long)sm9_p[l]), x[l]), 2);
        t[l] =
            _mm256_mask_sub_epi64(t[l], small, t[l], _mm256_set1_epi64x(2 * (long long)sm9_p[l]));
    }
    MIFU_UNROLL
    for (int l = 0; l < 4; l++) {
        t[l + 1] = _mm256_add_epi64(t[l + 1], _mm256_srai_epi64(t[l], 52));
        r[l] = _mm256_and_si256(t[l], _mm256_set1_epi64x((1LL << 52) - 1));
    }
    r[4] = t[4];
}

/* Lanes of a 512-bit register by their numbers, and of a 256-bit one. */
#define PICK8(v, a, b, c, d, e, f, g, h)                                                           \
    _mm512_permutexvar_epi64(_mm512_set_epi64(h, g, f, e, d, c, b, a), (v))
#define PICK4(v, a, b, c, d) _mm256_permutex_epi64((v), (a) | (b) << 2 | (c) << 4 | (d) << 6)

/* yes in the lanes of the mask. */
#define BLEND8(no, mask, yes) _mm512_mask_mov_epi64((no), (mask), (yes))
#define BLEND4(no, mask, yes) _mm256_mask_mov_epi64((no), (mask), (yes))

/* low = A | C from A | B and C. */
MIFU_INLINE __m512i with_c(__m512i low, __m256i high)
{
    return _mm512_inserti64x4(low, high, 1);
}

static void cyclotomic_sqr(fp12_vector *r, const fp12_vector *a)
{
    fp12_vector d, m, f, t3, added;
    __m512i left[3][5], right[3][5];
    __m256i left4[3][5], right4[3][5];

    multiple_512(d.low, a->low, 2, 0);
    multiple_256(d.high, a->high, 2, 0);
    multiple_512(m.low, a->low, 2, 1);
    multiple_256(m.high, a->high, 2, 1);
    multiple_512(f.low, a->low, 4, 1);
    minus_four_256(f.high, a->high);
    multiple_512(t3.low, a->low, 3, 0);
    multiple_256(t3.high, a->high, 3, 0);
    MIFU_UNROLL
    for (int l = 0; l < 5; l++) {
        /* A and, in the upper lanes, C; then B. */
        const __m512i x = with_c(a->low[l], a->high[l]), d2 = with_c(d.low[l], d.high[l]);
        const __m512i m2 = with_c(m.low[l], m.high[l]), f2 = with_c(f.low[l], f.high[l]);
        const __m512i t = with_c(t3.low[l], t3.high[l]);
        const __m256i xb = _mm512_extracti64x4_epi64(a->low[l], 1);
        const __m256i db = _mm512_extracti64x4_epi64(d.low[l], 1);
        const __m256i mb = _mm512_extracti64x4_epi64(m.low[l], 1);
        const __m256i fb = _mm512_extracti64x4_epi64(f.low[l], 1);
        const __m256i tb = _mm512_extracti64x4_epi64(t3.low[l], 1);

        added.low[l] = BLEND8(d.low[l], 0xa5, m.low[l]);
        added.high[l] = BLEND4(d.high[l], 0x05, m.high[l]);

        /* A: x0 x0, x0 d1, x0 d2, x0 d3; z C: x0 f3, x0 x0, x0 d1, x0 d2 */
        left[0][l] = PICK8(t, 0, 0, 0, 0, 4, 4, 4, 4);
        right[0][l] = PICK8(d2, 0, 1, 2, 3, 4, 4, 5, 6);
        right[0][l] = BLEND8(right[0][l], 0x01, x);
        right[0][l] = BLEND8(right[0][l], 0x20, PICK8(x, 0, 0, 0, 0, 4, 4, 4, 4));
        right[0][l] = BLEND8(right[0][l], 0x10, PICK8(f2, 0, 0, 0, 0, 7, 7, 7, 7));
        /* A: x2 m2, x2 f3, x1 x1, x1 d2; z C: x1 f2, x2 m2, x2 f3, x1 x1 */
        left[1][l] = PICK8(t, 2, 2, 1, 1, 5, 6, 6, 5);
        right[1][l] = PICK8(f2, 3, 3, 3, 3, 6, 7, 7, 7);
        right[1][l] = BLEND8(right[1][l], 0x21, PICK8(m2, 2, 2, 2, 2, 6, 6, 6, 6));
        right[1][l] = BLEND8(right[1][l], 0x84, PICK8(x, 1, 1, 1, 1, 5, 5, 5, 5));
        right[1][l] = BLEND8(right[1][l], 0x08, PICK8(d2, 2, 2, 2, 2, 6, 6, 6, 6));
        /* A: x1 f3, 0, x3 m3, 0; z C: 0, x1 f3, 0, x3 m3 */
        left[2][l] = PICK8(t, 1, 1, 3, 3, 5, 5, 7, 7);
        right[2][l] = _mm512_maskz_mov_epi64(0x21, PICK8(f2, 3, 3, 3, 3, 7, 7, 7, 7));
        right[2][l] = BLEND8(right[2][l], 0x84, PICK8(m2, 3, 3, 3, 3, 7, 7, 7, 7));

        /* B as A */
        left4[0][l] = PICK4(tb, 0, 0, 0, 0);
        right4[0][l] = BLEND4(db, 1, xb);
        left4[1][l] = PICK4(tb, 2, 2, 1, 1);
        right4[1][l] = PICK4(fb, 3, 3, 3, 3);
        right4[1][l] = BLEND4(right4[1][l], 1, PICK4(mb, 2, 2, 2, 2));
        right4[1][l] = BLEND4(right4[1][l], 4, PICK4(xb, 1, 1, 1, 1));
        right4[1][l] = BLEND4(right4[1][l], 8, PICK4(db, 2, 2, 2, 2));
        left4[2][l] = PICK4(tb, 1, 1, 3, 3);
        right4[2][l] = _mm256_maskz_mov_epi64(1, PICK4(fb, 3, 3, 3, 3));
        right4[2][l] = BLEND4(right4[2][l], 4, PICK4(mb, 3, 3, 3, 3));
    }
    three_products_512(r->low, (const __m512i(*)[5])left, (const __m512i(*)[5])right, added.low);
    three_products_256(r->high, (const __m256i(*)[5])left4, (const __m256i(*)[5])right4,
                       added.high);
}

/* ---- To and from the representation of the other files
 * ------------------------------------------------ */

/* Eight numbers of four words, 32 bytes apart, as limbs in lanes. */
MIFU_INLINE void limbs_from_numbers(__m512i r[5], const mifu_u256 *a)
{
    const __m512i mask = _mm512_set1_epi64((1LL << 52) - 1);
    const __m512i pairs[4] = {_mm512_loadu_si512(a), _mm512_loadu_si512(a + 2),
                              _mm512_loadu_si512(a + 4), _mm512_loadu_si512(a + 6)};
    __m512i w[4];

    /* Word j of numbers 0..3 and of 4..7, then both halves together. */
    MIFU_UNROLL
    for (int j = 0; j < 4; j++) {
        const __m512i index = _mm512_set_epi64(12 + j, 8 + j, 4 + j, j, 12 + j, 8 + j, 4 + j, j);

        w[j] = _mm512_shuffle_i64x2(_mm512_permutex2var_epi64(pairs[0], index, pairs[1]),
                                    _mm512_permutex2var_epi64(pairs[2], index, pairs[3]), 0x44);
    }
    r[0] = _mm512_and_si512(w[0], mask);
    r[1] = _mm512_and_si512(
        _mm512_or_si512(_mm512_srli_epi64(w[0], 52), _mm512_slli_epi64(w[1], 12)), mask);
    r[2] = _mm512_and_si512(
        _mm512_or_si512(_mm512_srli_epi64(w[1], 40), _mm512_slli_epi64(w[2], 24)), mask);
    r[3] = _mm512_and_si512(
        _mm512_or_si512(_mm512_srli_epi64(w[2], 28), _mm512_slli_epi64(w[3], 36)), mask);
    r[4] = _mm512_srli_epi64(w[3], 16);
}

/* limbs[l * stride + lane] of eight numbers times the factors. */
MIFU_INLINE void scale_numbers(uint64_t *limbs, size_t stride, const mifu_u256 *a,
                               const __m512i factor[5])
{
    __m512i v[5], t[10];

    limbs_from_numbers(v, a);
    MIFU_UNROLL
    for (int i = 0; i < 10; i++)
        t[i] = _mm512_setzero_si512();
    multiply_add_512(t, v, factor);
    reduce_512(v, t);
    MIFU_UNROLL
    for (int l = 0; l < 5; l++)
        _mm512_storeu_si512(limbs + (size_t)l * stride, v[l]);
}

MIFU_INLINE void broadcast_number(__m512i r[5], const uint64_t limbs[5])
{
    MIFU_UNROLL
    for (int l = 0; l < 5; l++)
        r[l] = _mm512_set1_epi64((long long)limbs[l]);
}

static void lanes_from_fp12(fp12_lanes *r, const mifu_sm9_fp12 *a)
{
    mifu_u256 number[16];
    __m512i factor[5];

    memset(number, 0, sizeof number);
    for (int i = 0; i < 6; i++) {
        number[i] = a->c[i].c0;
        number[i + 6] = a->c[i].c1;
    }
    broadcast_number(factor, to_lanes_limbs);
    scale_numbers(&r->limb[0][0], 16, number, factor);
    scale_numbers(&r->limb[0][8], 16, number + 8, factor);
    mifu_wipe(number, sizeof number);
}

static void fp12_from_lanes(mifu_sm9_fp12 *r, const fp12_lanes *a)
{
    uint64_t factors[5][16] MIFU_ALIGNED(64) = {{0}};
    fp12_lanes t;

    for (int l = 0; l < 5; l++)
        for (int k = 0; k < 12; k++)
            factors[l][k] = from_lanes_limbs[l];
    lanes_scale(&t, a, (const uint64_t(*)[16])factors);
    for (int k = 0; k < 12; k++) {
        mifu_u256 x, *to = k < 6 ? &r->c[k].c0 : &r->c[k - 6].c1;

        x.v[0] = t.limb[0][k] | t.limb[1][k] << 52;
        x.v[1] = t.limb[1][k] >> 12 | t.limb[2][k] << 40;
        x.v[2] = t.limb[2][k] >> 24 | t.limb[3][k] << 28;
        x.v[3] = t.limb[3][k] >> 36 | t.limb[4][k] << 16;
        mifu_field_reduce_once(to, 0, &x, &mifu_sm9p.m); /* p itself becomes 0 */
    }
    mifu_wipe(&t, sizeof t);
}

#endif
