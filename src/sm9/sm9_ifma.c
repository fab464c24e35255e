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

#define SM9_SCAN_G1 scan_g1
#define SM9_SCAN_G2 scan_g2
#define fe_inverse  mifu_sm9p_inverse
#define SM9_KERNELS mifu_sm9_ifma
#define SM9_OWN_FP12
#include "sm9_kernels_body.inc"

#include "sm9_fp12_ifma.h"

/* Six numbers a line, 77 lines, and room for the last vector. */
#define LINE_NUMBERS (6 * MIFU_SM9_LINES)
#define LINE_STRIDE  464

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

static void lanes_miller_loop(fp12_lanes *f, const mifu_sm9_g1 *p,
                              const mifu_sm9_line lines[MIFU_SM9_LINES])
{
    static const int position[6] = {0, 6, 2, 8, 3, 9};
    uint64_t limbs[5][LINE_STRIDE] MIFU_ALIGNED(64);
    const uint64_t *line = limbs[0];

    evaluate_lines(limbs, p, lines);
    memset(f, 0, sizeof *f);
    for (int l = 0; l < 5; l++)
        for (int i = 0; i < 6; i++)
            f->limb[l][position[i]] = limbs[l][i];
    line += 6;
    for (size_t i = 0; i < sizeof miller_digits; i++) {
        if (i != 0) {
            lanes_mul(f, f, f);
            lanes_mul_line(f, f, line, LINE_STRIDE);
            line += 6;
        }
        if (miller_digits[i] != 0) {
            lanes_mul_line(f, f, line, LINE_STRIDE);
            line += 6;
        }
    }
    lanes_mul_line(f, f, line, LINE_STRIDE);
    lanes_mul_line(f, f, line + 6, LINE_STRIDE);
    mifu_wipe(limbs, sizeof limbs);
}

static void lanes_cyclotomic_sqr_times(fp12_lanes *a, int count)
{
    fp12_vector v;

    to_cyclotomic(&v, a);
    while (count-- > 0)
        cyclotomic_sqr(&v, &v);
    from_cyclotomic(a, &v);
}

/* a^t; the chain of pow_t() in sm9_final.inc. */
static void lanes_pow_t(fp12_lanes *r, const fp12_lanes *a)
{
    fp12_lanes a3 = *a, minus, minus3, t;

    lanes_cyclotomic_sqr_times(&a3, 1);
    lanes_mul(&a3, &a3, a);
    lanes_conjugate(&minus, a);
    lanes_conjugate(&minus3, &a3);
    t = a3;
    lanes_cyclotomic_sqr_times(&t, 40);
    lanes_mul(&t, &t, &a3);
    lanes_cyclotomic_sqr_times(&t, 2);
    lanes_mul(&t, &t, &minus);
    lanes_cyclotomic_sqr_times(&t, 3);
    lanes_mul(&t, &t, a);
    lanes_cyclotomic_sqr_times(&t, 7);
    lanes_mul(&t, &t, &minus3);
    lanes_cyclotomic_sqr_times(&t, 2);
    lanes_mul(&t, &t, &minus);
    lanes_cyclotomic_sqr_times(&t, 4);
    lanes_mul(&t, &t, a);
    lanes_cyclotomic_sqr_times(&t, 2);
    lanes_mul(&t, &t, a);
    lanes_cyclotomic_sqr_times(&t, 1);
    *r = t;
}

/* f^((p^12 - 1)/N); the chain of final_exponentiation() in sm9_final.inc. */
static void lanes_final_exponentiation(fp12_lanes *r, const fp12_lanes *f)
{
    fp12_lanes a, b, ft, ft2, ft3, y0, y3, y4, y5, t0, t1;
    mifu_sm9_fp12 inverse;

    fp12_from_lanes(&inverse, f);
    fp12_inverse(&inverse, &inverse);
    lanes_from_fp12(&a, &inverse);
    lanes_conjugate(&b, f);
    lanes_mul(&a, &a, &b);
    lanes_frobenius(&b, &a, 2);
    lanes_mul(&a, &a, &b);

    lanes_pow_t(&ft, &a);
    lanes_pow_t(&ft2, &ft);
    lanes_pow_t(&ft3, &ft2);
    lanes_frobenius(&y0, &a, 1);
    lanes_frobenius(&t0, &a, 2);
    lanes_frobenius(&t1, &a, 3);
    lanes_mul(&y0, &y0, &t0);
    lanes_mul(&y0, &y0, &t1);
    lanes_frobenius(&y3, &ft, 1);
    lanes_conjugate(&y3, &y3);
    lanes_frobenius(&y4, &ft2, 1);
    lanes_mul(&y4, &y4, &ft);
    lanes_conjugate(&y4, &y4);
    lanes_conjugate(&y5, &ft2);
    lanes_frobenius(&t0, &ft3, 1);
    lanes_mul(&t0, &t0, &ft3);
    lanes_conjugate(&t0, &t0); /* y6 */

    lanes_cyclotomic_sqr_times(&t0, 1);
    lanes_mul(&t0, &t0, &y4);
    lanes_mul(&t0, &t0, &y5);
    lanes_mul(&t1, &y3, &y5);
    lanes_mul(&t1, &t1, &t0);
    lanes_frobenius(&b, &ft2, 2); /* y2 */
    lanes_mul(&t0, &t0, &b);
    lanes_cyclotomic_sqr_times(&t1, 1);
    lanes_mul(&t1, &t1, &t0);
    lanes_cyclotomic_sqr_times(&t1, 1);
    lanes_conjugate(&b, &a); /* y1 */
    lanes_mul(&t0, &t1, &b);
    lanes_mul(&t1, &t1, &y0);
    lanes_cyclotomic_sqr_times(&t0, 1);
    lanes_mul(r, &t0, &t1);
    mifu_wipe(&inverse, sizeof inverse);
}

static void pairing_with_lines(mifu_sm9_fp12 *r, const mifu_sm9_g1 *p,
                               const mifu_sm9_line lines[MIFU_SM9_LINES])
{
    fp12_lanes f;

    lanes_miller_loop(&f, p, lines);
    lanes_final_exponentiation(&f, &f);
    fp12_from_lanes(r, &f);
    mifu_wipe(&f, sizeof f);
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

/* a^k as in sm9_gt.inc. */
static void gt_power(mifu_sm9_fp12 *r, const mifu_sm9_fp12 *a, const mifu_u256 *k)
{
    fp12_lanes table[8], entry, t;
    mifu_sm9_digits digits;

    mifu_sm9_recode(&digits, k);
    lanes_from_fp12(&table[0], a);
    for (int j = 0; j < 3; j++) {
        lanes_frobenius(&t, &table[0], j + 1);
        for (int i = 0; i < 1 << j; i++)
            lanes_mul(&table[(1 << j) + i], &table[i], &t);
    }
    lanes_scan(&t, table, 8, digits.index[MIFU_SM9_DIGITS - 1], 0);
    for (int i = MIFU_SM9_DIGITS - 1; i-- > 0;) {
        lanes_cyclotomic_sqr_times(&t, 1);
        lanes_scan(&entry, table, 8, digits.index[i], mifu_mask_bit64(digits.negative[i]));
        lanes_mul(&t, &t, &entry);
    }
    fp12_from_lanes(r, &t);
    mifu_wipe(table, sizeof table);
    mifu_wipe(&entry, sizeof entry);
    mifu_wipe(&t, sizeof t);
    mifu_wipe(&digits, sizeof digits);
}
