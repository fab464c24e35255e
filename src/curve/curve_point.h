/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points of sm2p256v1, y^2 = x^3 - 3x + b over the field of field_sm2.h, and what the bodies of
 * this folder share. All coordinates are in Montgomery form and below p.
 */
#ifndef MIFU_CURVE_POINT_H
#define MIFU_CURVE_POINT_H

#include "field_sm2.h"

/* (x, y); never infinity, except that a function says that (0, 0), not on the curve, stands for it.
 */
typedef struct mifu_affine {
    mifu_u256 x, y;
} mifu_affine;

/* x = X / Z^2, y = Y / Z^3; infinity is Z = 0. */
typedef struct mifu_jacobian {
    mifu_u256 x, y, z;
} mifu_jacobian;

extern const mifu_u256 mifu_curve_b;      /* b R mod p */
extern const mifu_affine mifu_curve_base; /* G */

/* Mask of "the point satisfies the curve equation". */
uint64_t mifu_curve_mask_on_curve(const mifu_affine *p);

/* The y of x with the given lowest bit (of y as an integer). 1, or 0 if no point has this x.
 * Variable time. */
int mifu_curve_decompress_vartime(mifu_affine *r, const mifu_u256 *x, unsigned low_bit);

/*
 * Multiples of G for fixed-base multiplication with odd signed digits of 6 bits:
 * table[i][j] = (2 j + 1) 2^(6 i) G. 43 windows, 88 064 bytes. Made by
 * scripts/generate-sm2-base-table; tests/unit/test_curve.c recomputes it.
 */
#define MIFU_BASE_WINDOW  6
#define MIFU_BASE_WINDOWS 43
#define MIFU_BASE_ENTRIES 32
extern const mifu_affine mifu_curve_base_table[MIFU_BASE_WINDOWS][MIFU_BASE_ENTRIES];

/*
 * The same points for the lanes of AVX2, on x86-64 alone: table[r][l][j][lane] = x + 2^32 y with
 * the limbs l of 29 bits of entry j of window 4 r + lane, with the factor 2^261 of
 * field_sm2p_avx2.h. There is no window 43: window 40 takes its place. 101 376 bytes, by
 * scripts/generate-sm2-base-table-avx2.
 */
#define MIFU_BASE_ROWS_AVX2  11
#define MIFU_BASE_LIMBS_AVX2 9
extern const uint64_t mifu_curve_base_table_avx2[MIFU_BASE_ROWS_AVX2][MIFU_BASE_LIMBS_AVX2]
                                                [MIFU_BASE_ENTRIES][4];

/*
 * Tables of another point, made by its owner (curve_prepared.inc): entries[i][j] = (2 j + 1) 32^i p
 * for 52 windows of 5 bits, 53 248 bytes; and (2 j + 1) 2^(64 i) p for the quarters of a scalar,
 * 2048.
 */
#define MIFU_PREPARED_WINDOW          5
#define MIFU_PREPARED_WINDOWS         52
#define MIFU_PREPARED_ENTRIES         16
#define MIFU_PREPARED_QUARTERS        4
#define MIFU_PREPARED_QUARTER_ENTRIES 8
typedef struct mifu_prepared_large {
    mifu_affine entries[MIFU_PREPARED_WINDOWS][MIFU_PREPARED_ENTRIES];
} mifu_prepared_large;
typedef struct mifu_prepared_small {
    mifu_affine entries[MIFU_PREPARED_QUARTERS][MIFU_PREPARED_QUARTER_ENTRIES];
} mifu_prepared_small;

/*
 * Odd signed digits. An odd k below 2^256 is the sum of d_i 2^(w i), i = 0 .. count-1, with
 *     d_i = (((k >> w i) | 1) mod 2^(w+1)) - 2^w,   odd, |d_i| < 2^w, for i < count - 1,
 *     d_(count-1) = (k >> w (count-1)) | 1,         odd and positive:
 * with k_i = (k >> w i) | 1 (k_0 = k), k_i - d_i = 2^w (2 floor(k_i / 2^(w+1)) + 1) = 2^w k_(i+1).
 * No digit is zero, so an accumulator that starts with the top digit is never infinity.
 * This returns the index (|d_i| - 1) / 2 of an odd multiple and a mask of d_i < 0.
 */
MIFU_INLINE uint64_t mifu_digit_index(uint64_t *negative, const mifu_u256 *k, unsigned w,
                                      unsigned i)
{
    uint64_t bits = (mifu_u256_bits(k, w * i) & (((uint64_t)2 << w) - 1)) | 1;
    uint64_t mask = mifu_mask_bit64((bits >> w) ^ 1); /* bits < 2^w: negative */
    uint64_t digit = bits - ((uint64_t)1 << w);

    digit = (digit ^ mask) - mask;
    *negative = mask;
    return digit >> 1;
}

/* The top digit, positive. */
MIFU_INLINE uint64_t mifu_digit_top_index(const mifu_u256 *k, unsigned w, unsigned i)
{
    return mifu_u256_bits(k, w * i) >> 1;
}

/* Either, for digit i of `windows`. */
MIFU_INLINE uint64_t mifu_digit_index_of(uint64_t *negative, const mifu_u256 *k, unsigned w,
                                         unsigned i, unsigned windows)
{
    *negative = 0;
    return i == windows - 1 ? mifu_digit_top_index(k, w, i) : mifu_digit_index(negative, k, w, i);
}

/*
 * r = k if k is odd, else n - k; the mask says which (all ones: negated). k < n. The result is odd
 * because n is, and k = 0 gives n.
 */
MIFU_INLINE uint64_t mifu_scalar_make_odd(mifu_u256 *r, const mifu_u256 *k)
{
    uint64_t even = mifu_mask_bit64((k->v[0] & 1) ^ 1);
    mifu_u256 negated;

    (void)mifu_u256_sub(&negated, &mifu_fn_n, k);
    mifu_u256_select(r, even, &negated, k);
    mifu_wipe(&negated, sizeof negated);
    return even;
}

/* y = -y modulo p where the mask is set; y is not 0. */
MIFU_INLINE void mifu_curve_negate_y(mifu_u256 *y, uint64_t mask)
{
    mifu_u256 negated;

    (void)mifu_u256_sub(&negated, &mifu_fp_p, y);
    mifu_u256_select(y, mask, &negated, y);
}

/*
 * Width-w non-adjacent form of a public k: digits[i] is 0 or odd with |digit| < 2^(w-1), and of any
 * w neighbours at most one is not 0. Returns the number of digits, at most 257.
 */
unsigned mifu_wnaf_vartime(int8_t digits[257], const mifu_u256 *k, unsigned w);

#endif
