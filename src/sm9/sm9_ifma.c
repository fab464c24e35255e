/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The back-end of SM9 for AVX-512 IFMA: Fp12 in vector registers (sm9_fp12_ifma.h), everything else
 * as the BMI2/ADX back-end does it.
 */
#include "curve_point.h"
#include "field_sm9p_bmi2adx.h"
#include "sm9_decompose.h"
#include "sm9_kernels.h"

#include <immintrin.h>

/* r = table[index], reading every entry: a point of G1 is one register, of G2 two. */
static inline void scan_g1(mifu_sm9_g1 *r, const mifu_sm9_g1 *table, unsigned count, uint64_t index)
{
    __m512i t = _mm512_setzero_si512();

    for (unsigned j = 0; j < count; j++)
        t = _mm512_mask_mov_epi64(t, (__mmask8)mifu_mask_equal64(j, index),
                                  _mm512_loadu_si512(&table[j]));
    _mm512_storeu_si512(r, t);
}

static inline void scan_g2(mifu_sm9_g2 *r, const mifu_sm9_g2 *table, unsigned count, uint64_t index)
{
    __m512i x = _mm512_setzero_si512(), y = x;

    for (unsigned j = 0; j < count; j++) {
        const __mmask8 here = (__mmask8)mifu_mask_equal64(j, index);

        x = _mm512_mask_mov_epi64(x, here, _mm512_loadu_si512(&table[j].x));
        y = _mm512_mask_mov_epi64(y, here, _mm512_loadu_si512(&table[j].y));
    }
    _mm512_storeu_si512(&r->x, x);
    _mm512_storeu_si512(&r->y, y);
}

static inline void scan_gt(mifu_sm9_fp6 *r, const mifu_sm9_fp6 *table, unsigned count,
                           uint64_t index)
{
    __m512i t[3] = {_mm512_setzero_si512(), _mm512_setzero_si512(), _mm512_setzero_si512()};

    for (unsigned j = 0; j < count; j++) {
        const __mmask8 here = (__mmask8)mifu_mask_equal64(j, index);

        for (int i = 0; i < 3; i++)
            t[i] = _mm512_mask_mov_epi64(t[i], here, _mm512_loadu_si512(&table[j].c[2 * i]));
    }
    for (int i = 0; i < 3; i++)
        _mm512_storeu_si512(&r->c[2 * i], t[i]);
}

#define SM9_SCAN_G1 scan_g1
#define SM9_SCAN_G2 scan_g2
#define SM9_SCAN_GT scan_gt
#define fe_inverse  mifu_sm9p_inverse
#define SM9_KERNELS mifu_sm9_ifma
#define SM9_OWN_FP12
#include "sm9_kernels_body.inc"

#include "sm9_fp12_ifma.h"

/* Six numbers a line, 77 lines, and room for the last vector. */
#define LINE_NUMBERS (6 * MIFU_SM9_LINES)
#define LINE_STRIDE  464
typedef uint64_t line_limb;

/*
 * The numbers of all lines in lanes, evaluated at p: number j of a line is l0, l2 x_P or l3 y_P
 * (two each). They are taken eight at a time; the pattern of factors repeats after 24 numbers.
 */
static void evaluate_lines(uint64_t limbs[5][LINE_STRIDE], const mifu_sm9_g1 *p,
                           const mifu_sm9_line lines[MIFU_SM9_LINES])
{
    uint64_t x[5][8], y[5][8], pattern[5][24];
    mifu_u256 numbers[LINE_STRIDE];
    __m512i factor[5];

    /* x 2^264, so that a number with 2^256 becomes one with R. */
    for (int i = 0; i < 8; i++)
        numbers[i] = p->x;
    broadcast_number(factor, coordinate_limbs);
    scale_numbers(x[0], 8, numbers, factor);
    for (int i = 0; i < 8; i++)
        numbers[i] = p->y;
    scale_numbers(y[0], 8, numbers, factor);
    for (int l = 0; l < 5; l++)
        for (int i = 0; i < 24; i++)
            pattern[l][i] = i % 6 < 2 ? to_lanes_limbs[l] : i % 6 < 4 ? x[l][0] : y[l][0];
    memcpy(numbers, lines, sizeof numbers[0] * LINE_NUMBERS);
    memset(numbers + LINE_NUMBERS, 0, sizeof numbers[0] * (LINE_STRIDE - LINE_NUMBERS));
    for (size_t i = 0; i < LINE_STRIDE; i += 8) {
        for (int l = 0; l < 5; l++)
            factor[l] = _mm512_loadu_si512(&pattern[l][i % 24]);
        scale_numbers(&limbs[0][i], LINE_STRIDE, &numbers[i], factor);
    }
    mifu_wipe(numbers, sizeof numbers);
    mifu_wipe(pattern, sizeof pattern);
}
_Static_assert(sizeof(mifu_sm9_line) == 6 * sizeof(mifu_u256), "a line is six numbers");

static void lanes_sqr(fp12_lanes *r, const fp12_lanes *a)
{
    lanes_mul(r, a, a);
}

/* A line by itself. */
static void lanes_from_line(fp12_lanes *r, const uint64_t *line, size_t stride)
{
    static const int position[6] = {0, 6, 2, 8, 3, 9};

    memset(r, 0, sizeof *r);
    for (size_t l = 0; l < LANE_LIMBS; l++)
        for (size_t i = 0; i < 6; i++)
            r->limb[l][position[i]] = line[l * stride + i];
}

static void lanes_cyclotomic_sqr_times(fp12_lanes *a, int count)
{
    fp12_vector v;

    to_cyclotomic(&v, a);
    while (count-- > 0)
        cyclotomic_sqr(&v, &v);
    from_cyclotomic(a, &v);
}

/* The entry of a table, reading all of it, inverted where the mask is set. */
static void lanes_scan(fp12_lanes *r, const fp12_lanes *table, unsigned count, uint64_t index,
                       uint64_t invert)
{
    fp12_lanes entry = table[0], inverse;
    const __mmask8 turned = (__mmask8)invert;

    for (unsigned j = 1; j < count; j++) {
        const __mmask8 here = (__mmask8)mifu_mask_equal64(j, index);

        for (int l = 0; l < 5; l++) {
            for (int k = 0; k < 16; k += 8)
                _mm512_store_si512(&entry.limb[l][k],
                                   _mm512_mask_mov_epi64(_mm512_load_si512(&entry.limb[l][k]), here,
                                                         _mm512_load_si512(&table[j].limb[l][k])));
        }
    }
    lanes_conjugate(&inverse, &entry);
    for (int l = 0; l < 5; l++)
        for (int k = 0; k < 16; k += 8)
            _mm512_store_si512(&r->limb[l][k],
                               _mm512_mask_mov_epi64(_mm512_load_si512(&entry.limb[l][k]), turned,
                                                     _mm512_load_si512(&inverse.limb[l][k])));
}

/* The limbs of the six numbers of a and, in place 6, of 1. */
static void torus_limbs(uint64_t limbs[5][8], const mifu_sm9_fp6 *a)
{
    mifu_u256 numbers[8];
    __m512i v[5];

    memset(numbers, 0, sizeof numbers);
    memcpy(numbers, a->c, sizeof a->c);
    numbers[6] = mifu_sm9p_one;
    limbs_from_numbers(v, numbers);
    for (int l = 0; l < 5; l++)
        _mm512_storeu_si512(limbs[l], v[l]);
    mifu_wipe(numbers, sizeof numbers);
}

/* x = a + w, times a factor of Fp: a and 1 are left as they are, 2^256 times what they stand for.
 */
static void lanes_from_torus(fp12_lanes *x, const mifu_sm9_fp6 *a)
{
    uint64_t limbs[5][8];

    torus_limbs(limbs, a);
    memset(x, 0, sizeof *x);
    for (int l = 0; l < 5; l++) {
        for (int i = 0; i < 6; i++)
            x->limb[l][2 * i] = limbs[l][i];
        x->limb[l][1] = limbs[l][6];
    }
    mifu_wipe(limbs, sizeof limbs);
}

/* x = x (a + w), times such a factor. */
static void lanes_mul_torus(fp12_lanes *x, const mifu_sm9_fp6 *a)
{
    __m512i low[10];
    __m256i high[10];
    uint64_t limbs[5][8];
    fp12_row row;

    torus_limbs(limbs, a);
    make_row(&row, x);
    clear_columns(low, high);
    for (int i = 0; i < 6; i++)
        add_term(low, high, &limbs[0][i], 8, &row, 2 * i);
    add_term(low, high, &limbs[0][6], 8, &row, 1);
    reduce_columns(x, low, high);
    mifu_wipe(limbs, sizeof limbs);
}

#include "sm9_lanes.inc"
