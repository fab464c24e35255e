/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arithmetic modulo the SM2 prime p = 2^256 - 2^224 - 2^96 + 2^64 - 1 on eight lanes, with the
 * AVX-512 IFMA multiply-add of 52-bit numbers. To be included by files compiled with avx512f,
 * avx512dq and avx512ifma.
 *
 * Representation. A value is five limbs of 52 bits, least significant first, one 64-bit lane for
 * each of eight independent values. At rest every limb is in [0, 2^52), since the multiplier reads
 * just 52 bits of each lane, so a value is below 2^260 = 16 * 2^256 = R. Values are in Montgomery
 * form with this R. Between operations there are columns: five signed numbers of the same weights
 * that have not been carried.
 *
 * Bounds. Comments write [k] for "in [0, k*p)".
 *   multiply   [a] * [b] -> columns worth [a*b/16 + 1]: the reduction adds m*p with m < R, so the
 * result is below (a*b*p^2 + R*p)/R < p*(a*b/16 + 1), since p < 2^256 = R/16. Needs a*b <= 64.
 *   carry      columns worth [16] -> the same value at rest
 *   reduce     columns worth at least 2^256 and below 100p -> [1.01] at rest, the same residue
 * Sums and differences are formed on columns, with a multiple of p added where something is
 * subtracted, and then reduced. A column of a product stays below 2^57 in magnitude (argued there);
 * all others are a few limbs times small constants, so that no 64-bit column overflows and each is
 * below 2^60.
 *
 * Constant time throughout.
 */
#ifndef MIFU_FIELD_SM2P_IFMA_H
#define MIFU_FIELD_SM2P_IFMA_H

#include <immintrin.h>
#include <stdint.h>

#include "base_compiler.h"

typedef struct mifu_sm2p_x8 {
    __m512i limb[5];
} mifu_sm2p_x8;

typedef struct mifu_sm2p_columns_x8 {
    __m512i column[5];
} mifu_sm2p_columns_x8;

#define MIFU_UNROLL _Pragma("GCC unroll 8")

#define MIFU_X8_MASK52 _mm512_set1_epi64((1LL << 52) - 1)

/*
 * p + 1 = 2^256 - 2^224 - 2^96 + 2^64 has the limbs 0, p1, 2^52 - 1, 2^52 - 1, p4. A reduction
 * digit m adds m*(p + 1) - m at its own limb i; the -m clears the low 52 bits of that limb exactly,
 * and the two limbs of ones telescope: m*(p+1) = m*p1*2^52 - m*2^104 + m*(p4 + 1)*2^208,  p1 = 2^52
 * - 2^44 + 2^12,  p4 + 1 = 2^48 - 2^16.
 */
#define MIFU_X8_P1      _mm512_set1_epi64((1LL << 52) - (1LL << 44) + (1LL << 12))
#define MIFU_X8_P4_PLUS _mm512_set1_epi64((1LL << 48) - (1LL << 16))

#define MIFU_X8_LO(acc, a, b) _mm512_madd52lo_epu64((acc), (a), (b))
#define MIFU_X8_HI(acc, a, b) _mm512_madd52hi_epu64((acc), (a), (b))

/*
 * One digit of the reduction, at column t0, which is spent afterwards. t2 may go negative by the
 * subtraction of m < 2^52, so carries are arithmetic shifts. Magnitudes: a column of two products
 * takes at most 10 low and 10 high parts below 2^52; a square's column is the same sum. The digits
 * add at most two low parts, two high parts, -m and a carry below 2^6: at most 25 * 2^52 < 2^57.
 */
#define MIFU_X8_REDUCE_DIGIT(t0, t1, t2, t4, t5)                                                   \
    do {                                                                                           \
        __m512i m_ = _mm512_and_si512((t0), mask_);                                                \
        (t1) = _mm512_add_epi64((t1), _mm512_srai_epi64((t0), 52));                                \
        (t4) = MIFU_X8_LO((t4), m_, p4_);                                                          \
        (t1) = MIFU_X8_LO((t1), m_, p1_);                                                          \
        (t2) = _mm512_sub_epi64((t2), m_);                                                         \
        (t5) = MIFU_X8_HI((t5), m_, p4_);                                                          \
        (t2) = MIFU_X8_HI((t2), m_, p1_);                                                          \
    } while (0)

/* Limb a times all limbs of b, added from column t0 on. Each column is touched every fifth
 * instruction. */
#define MIFU_X8_ROW(a, b, t0, t1, t2, t3, t4, t5)                                                  \
    do {                                                                                           \
        (t0) = MIFU_X8_LO((t0), (a), (b)->limb[0]);                                                \
        (t1) = MIFU_X8_LO((t1), (a), (b)->limb[1]);                                                \
        (t2) = MIFU_X8_LO((t2), (a), (b)->limb[2]);                                                \
        (t3) = MIFU_X8_LO((t3), (a), (b)->limb[3]);                                                \
        (t4) = MIFU_X8_LO((t4), (a), (b)->limb[4]);                                                \
        (t1) = MIFU_X8_HI((t1), (a), (b)->limb[0]);                                                \
        (t2) = MIFU_X8_HI((t2), (a), (b)->limb[1]);                                                \
        (t3) = MIFU_X8_HI((t3), (a), (b)->limb[2]);                                                \
        (t4) = MIFU_X8_HI((t4), (a), (b)->limb[3]);                                                \
        (t5) = MIFU_X8_HI((t5), (a), (b)->limb[4]);                                                \
    } while (0)

#define MIFU_X8_ZERO_COLUMNS                                                                       \
    const __m512i mask_ = MIFU_X8_MASK52, p1_ = MIFU_X8_P1, p4_ = MIFU_X8_P4_PLUS;                 \
    __m512i t0 = _mm512_setzero_si512(), t1 = t0, t2 = t0, t3 = t0, t4 = t0, t5 = t0, t6 = t0,     \
            t7 = t0, t8 = t0, t9 = t0

/* a * b / R: 70 multiply-adds and 20 others. */
MIFU_INLINE mifu_sm2p_columns_x8 mifu_sm2p_x8_product(const mifu_sm2p_x8 *a, const mifu_sm2p_x8 *b)
{
    MIFU_X8_ZERO_COLUMNS;

    MIFU_X8_ROW(a->limb[0], b, t0, t1, t2, t3, t4, t5);
    MIFU_X8_ROW(a->limb[1], b, t1, t2, t3, t4, t5, t6);
    MIFU_X8_REDUCE_DIGIT(t0, t1, t2, t4, t5);
    MIFU_X8_ROW(a->limb[2], b, t2, t3, t4, t5, t6, t7);
    MIFU_X8_REDUCE_DIGIT(t1, t2, t3, t5, t6);
    MIFU_X8_ROW(a->limb[3], b, t3, t4, t5, t6, t7, t8);
    MIFU_X8_REDUCE_DIGIT(t2, t3, t4, t6, t7);
    MIFU_X8_ROW(a->limb[4], b, t4, t5, t6, t7, t8, t9);
    MIFU_X8_REDUCE_DIGIT(t3, t4, t5, t7, t8);
    MIFU_X8_REDUCE_DIGIT(t4, t5, t6, t8, t9);
    return (mifu_sm2p_columns_x8){{t5, t6, t7, t8, t9}};
}

/* (a*b + c*d) / R with one reduction: 120 multiply-adds instead of 140. [(a*b + c*d)/16 + 1]. */
MIFU_INLINE mifu_sm2p_columns_x8 mifu_sm2p_x8_sum_of_products(const mifu_sm2p_x8 *a,
                                                              const mifu_sm2p_x8 *b,
                                                              const mifu_sm2p_x8 *c,
                                                              const mifu_sm2p_x8 *d)
{
    MIFU_X8_ZERO_COLUMNS;

    MIFU_X8_ROW(a->limb[0], b, t0, t1, t2, t3, t4, t5);
    MIFU_X8_ROW(c->limb[0], d, t0, t1, t2, t3, t4, t5);
    MIFU_X8_ROW(a->limb[1], b, t1, t2, t3, t4, t5, t6);
    MIFU_X8_REDUCE_DIGIT(t0, t1, t2, t4, t5);
    MIFU_X8_ROW(c->limb[1], d, t1, t2, t3, t4, t5, t6);
    MIFU_X8_ROW(a->limb[2], b, t2, t3, t4, t5, t6, t7);
    MIFU_X8_REDUCE_DIGIT(t1, t2, t3, t5, t6);
    MIFU_X8_ROW(c->limb[2], d, t2, t3, t4, t5, t6, t7);
    MIFU_X8_ROW(a->limb[3], b, t3, t4, t5, t6, t7, t8);
    MIFU_X8_REDUCE_DIGIT(t2, t3, t4, t6, t7);
    MIFU_X8_ROW(c->limb[3], d, t3, t4, t5, t6, t7, t8);
    MIFU_X8_ROW(a->limb[4], b, t4, t5, t6, t7, t8, t9);
    MIFU_X8_REDUCE_DIGIT(t3, t4, t5, t7, t8);
    MIFU_X8_ROW(c->limb[4], d, t4, t5, t6, t7, t8, t9);
    MIFU_X8_REDUCE_DIGIT(t4, t5, t6, t8, t9);
    return (mifu_sm2p_columns_x8){{t5, t6, t7, t8, t9}};
}

#define MIFU_X8_TWICE(t) _mm512_add_epi64((t), (t))

/*
 * a^2 / R: the ten cross products are summed once and doubled in the columns (a doubled limb would
 * not fit the multiplier), then the squares are added: 50 multiply-adds and 28 others.
 */
MIFU_INLINE mifu_sm2p_columns_x8 mifu_sm2p_x8_square(const mifu_sm2p_x8 *a)
{
    const __m512i a0 = a->limb[0], a1 = a->limb[1], a2 = a->limb[2], a3 = a->limb[3],
                  a4 = a->limb[4];
    MIFU_X8_ZERO_COLUMNS;

    t1 = MIFU_X8_LO(t1, a0, a1);
    t2 = MIFU_X8_LO(t2, a0, a2);
    t3 = MIFU_X8_LO(t3, a0, a3);
    t4 = MIFU_X8_LO(t4, a0, a4);
    t5 = MIFU_X8_LO(t5, a1, a4);
    t2 = MIFU_X8_HI(t2, a0, a1);
    t3 = MIFU_X8_HI(t3, a0, a2);
    t4 = MIFU_X8_HI(t4, a0, a3);
    t5 = MIFU_X8_HI(t5, a0, a4);
    t6 = MIFU_X8_LO(t6, a2, a4);
    t3 = MIFU_X8_LO(t3, a1, a2);
    t4 = MIFU_X8_LO(t4, a1, a3);
    t5 = MIFU_X8_LO(t5, a2, a3);
    t6 = MIFU_X8_HI(t6, a1, a4);
    t7 = MIFU_X8_LO(t7, a3, a4);
    t4 = MIFU_X8_HI(t4, a1, a2);
    t5 = MIFU_X8_HI(t5, a1, a3);
    t6 = MIFU_X8_HI(t6, a2, a3);
    t7 = MIFU_X8_HI(t7, a2, a4);
    t8 = MIFU_X8_HI(t8, a3, a4);
    t1 = MIFU_X8_TWICE(t1);
    t2 = MIFU_X8_TWICE(t2);
    t3 = MIFU_X8_TWICE(t3);
    t4 = MIFU_X8_TWICE(t4);
    t5 = MIFU_X8_TWICE(t5);
    t6 = MIFU_X8_TWICE(t6);
    t7 = MIFU_X8_TWICE(t7);
    t8 = MIFU_X8_TWICE(t8);
    t0 = MIFU_X8_LO(t0, a0, a0);
    t1 = MIFU_X8_HI(t1, a0, a0);
    t2 = MIFU_X8_LO(t2, a1, a1);
    t3 = MIFU_X8_HI(t3, a1, a1);
    t4 = MIFU_X8_LO(t4, a2, a2);
    t5 = MIFU_X8_HI(t5, a2, a2);
    MIFU_X8_REDUCE_DIGIT(t0, t1, t2, t4, t5);
    t6 = MIFU_X8_LO(t6, a3, a3);
    t7 = MIFU_X8_HI(t7, a3, a3);
    MIFU_X8_REDUCE_DIGIT(t1, t2, t3, t5, t6);
    t8 = MIFU_X8_LO(t8, a4, a4);
    t9 = MIFU_X8_HI(t9, a4, a4);
    MIFU_X8_REDUCE_DIGIT(t2, t3, t4, t6, t7);
    MIFU_X8_REDUCE_DIGIT(t3, t4, t5, t7, t8);
    MIFU_X8_REDUCE_DIGIT(t4, t5, t6, t8, t9);
    return (mifu_sm2p_columns_x8){{t5, t6, t7, t8, t9}};
}

/* Columns worth [16] to rest: carries from limb to limb. */
MIFU_INLINE mifu_sm2p_x8 mifu_sm2p_x8_carry(mifu_sm2p_columns_x8 t)
{
    const __m512i mask = MIFU_X8_MASK52;
    mifu_sm2p_x8 r;

    MIFU_UNROLL
    for (int i = 0; i < 4; i++) {
        t.column[i + 1] = _mm512_add_epi64(t.column[i + 1], _mm512_srai_epi64(t.column[i], 52));
        r.limb[i] = _mm512_and_si512(t.column[i], mask);
    }
    r.limb[4] = t.column[4];
    return r;
}

/*
 * Columns worth 2^256 or more and below 100p to [1.01] at rest. With q = floor(t4 / 2^48) and
 * 2^256 = p + (2^224 + 2^96 - 2^64 + 1),
 *   t - q*p = (t - q*2^256) + q*(2^224 + 2^96 - 2^64 + 1).
 * Columns 0 to 3 are below 2^60 in magnitude, so together they are worth less than 2^217: t4 is at
 * least 2^48 - 2^9 (and q is off by at most one from the true quotient). So q is in [0, 101], and q
 * = 0 only with t4 within 2^9 of 2^48: in both cases t - q*2^256 + q*2^224 is not negative: for q
 * >= 1 it is at least -2^217 + 2^224, for q = 0 it is t itself. It is below 2^256 + 2^217 +
 * 101*1.01*2^224 < 1.01 p.
 */
MIFU_INLINE mifu_sm2p_x8 mifu_sm2p_x8_reduce(mifu_sm2p_columns_x8 t)
{
    const __m512i q = _mm512_srli_epi64(t.column[4], 48);

    t.column[0] = _mm512_add_epi64(t.column[0], q);
    t.column[1] = MIFU_X8_LO(t.column[1], q, _mm512_set1_epi64((1LL << 44) - (1LL << 12)));
    t.column[4] = _mm512_and_si512(t.column[4], _mm512_set1_epi64((1LL << 48) - 1));
    t.column[4] = MIFU_X8_LO(t.column[4], q, _mm512_set1_epi64(1LL << 16));
    return mifu_sm2p_x8_carry(t);
}

/* [a] * [b] -> [a*b/16 + 1], a*b <= 240. */
MIFU_INLINE mifu_sm2p_x8 mifu_sm2p_x8_mul(const mifu_sm2p_x8 *a, const mifu_sm2p_x8 *b)
{
    return mifu_sm2p_x8_carry(mifu_sm2p_x8_product(a, b));
}

/* [a] -> [a^2/16 + 1], a <= 15. */
MIFU_INLINE mifu_sm2p_x8 mifu_sm2p_x8_sqr(const mifu_sm2p_x8 *a)
{
    return mifu_sm2p_x8_carry(mifu_sm2p_x8_square(a));
}

/* A value at rest as columns. */
MIFU_INLINE mifu_sm2p_columns_x8 mifu_sm2p_x8_columns(const mifu_sm2p_x8 *a)
{
    mifu_sm2p_columns_x8 t;

    MIFU_UNROLL
    for (int i = 0; i < 5; i++)
        t.column[i] = a->limb[i];
    return t;
}

/* Columns times 2, 3. */
MIFU_INLINE mifu_sm2p_columns_x8 mifu_sm2p_x8_twice(mifu_sm2p_columns_x8 t)
{
    MIFU_UNROLL
    for (int i = 0; i < 5; i++)
        t.column[i] = _mm512_add_epi64(t.column[i], t.column[i]);
    return t;
}

MIFU_INLINE mifu_sm2p_columns_x8 mifu_sm2p_x8_thrice(mifu_sm2p_columns_x8 t)
{
    MIFU_UNROLL
    for (int i = 0; i < 5; i++)
        t.column[i] = _mm512_add_epi64(t.column[i], _mm512_add_epi64(t.column[i], t.column[i]));
    return t;
}

/* t + a on columns. */
MIFU_INLINE mifu_sm2p_columns_x8 mifu_sm2p_x8_plus(mifu_sm2p_columns_x8 t, const mifu_sm2p_x8 *a)
{
    MIFU_UNROLL
    for (int i = 0; i < 5; i++)
        t.column[i] = _mm512_add_epi64(t.column[i], a->limb[i]);
    return t;
}

/* Limb i of k*p, not carried: the limbs of p times k. */
#define MIFU_X8_KP(k, i)                                                                           \
    _mm512_set1_epi64((long long)(k) * ((i) == 1   ? 0xff00000000fffLL                             \
                                        : (i) == 4 ? 0x0fffffffeffffLL                             \
                                                   : 0xfffffffffffffLL))

/*
 * Differences are worth at least 2^256 only if the multiple of p that is added exceeds what is
 * subtracted by more than 1.01p: the names say what may be subtracted, one p or more is added on
 * top.
 */

/* t + k*p - 2^shift * a on columns; worth t + (k - 2^shift*a)p. */
MIFU_INLINE mifu_sm2p_columns_x8 mifu_sm2p_x8_minus(mifu_sm2p_columns_x8 t, long long k,
                                                    unsigned shift, const mifu_sm2p_x8 *a)
{
    MIFU_UNROLL
    for (int i = 0; i < 5; i++) {
        __m512i s = shift == 0 ? a->limb[i] : _mm512_slli_epi64(a->limb[i], shift);

        t.column[i] = _mm512_sub_epi64(_mm512_add_epi64(t.column[i], MIFU_X8_KP(k, i)), s);
    }
    return t;
}

/* a + k*p - t on columns; worth a + k*p - t. */
MIFU_INLINE mifu_sm2p_columns_x8 mifu_sm2p_x8_minus_columns(const mifu_sm2p_x8 *a, long long k,
                                                            mifu_sm2p_columns_x8 t)
{
    MIFU_UNROLL
    for (int i = 0; i < 5; i++)
        t.column[i] = _mm512_sub_epi64(_mm512_add_epi64(a->limb[i], MIFU_X8_KP(k, i)), t.column[i]);
    return t;
}

/* a - b -> [1.01] for b <= [3]. */
MIFU_INLINE mifu_sm2p_x8 mifu_sm2p_x8_sub(const mifu_sm2p_x8 *a, const mifu_sm2p_x8 *b)
{
    return mifu_sm2p_x8_reduce(mifu_sm2p_x8_minus(mifu_sm2p_x8_columns(a), 5, 0, b));
}

/* -a -> [1.01] for [3]. */
MIFU_INLINE mifu_sm2p_x8 mifu_sm2p_x8_negate(const mifu_sm2p_x8 *a)
{
    mifu_sm2p_columns_x8 t;

    MIFU_UNROLL
    for (int i = 0; i < 5; i++)
        t.column[i] = _mm512_sub_epi64(MIFU_X8_KP(5, i), a->limb[i]);
    return mifu_sm2p_x8_reduce(t);
}

/* Lanes in which [1.01] is 0 modulo p: the value is 0 or p. */
MIFU_INLINE __mmask8 mifu_sm2p_x8_is_zero(const mifu_sm2p_x8 *a)
{
    __m512i any = _mm512_or_si512(_mm512_or_si512(a->limb[0], a->limb[1]),
                                  _mm512_or_si512(a->limb[2], a->limb[3]));
    __m512i all = _mm512_and_si512(_mm512_and_si512(a->limb[0], a->limb[2]), a->limb[3]);

    any = _mm512_or_si512(any, a->limb[4]);
    return (__mmask8)(_mm512_testn_epi64_mask(any, any) |
                      (_mm512_cmpeq_epi64_mask(all, MIFU_X8_MASK52) &
                       _mm512_cmpeq_epi64_mask(a->limb[1], MIFU_X8_KP(1, 1)) &
                       _mm512_cmpeq_epi64_mask(a->limb[4], MIFU_X8_KP(1, 4))));
}

/* The canonical residue of [2], limbs in range: subtracts p where that does not go below zero. */
MIFU_INLINE mifu_sm2p_x8 mifu_sm2p_x8_canonical(const mifu_sm2p_x8 *a)
{
    __m512i t[5], borrow = _mm512_setzero_si512();
    mifu_sm2p_x8 r;
    __mmask8 below;

    MIFU_UNROLL
    for (int i = 0; i < 5; i++) {
        t[i] = _mm512_add_epi64(_mm512_sub_epi64(a->limb[i], MIFU_X8_KP(1, i)), borrow);
        borrow = _mm512_srai_epi64(t[i], 52);
    }
    below = _mm512_movepi64_mask(borrow); /* the sign */
    MIFU_UNROLL
    for (int i = 0; i < 5; i++)
        r.limb[i] =
            _mm512_mask_mov_epi64(_mm512_and_si512(t[i], MIFU_X8_MASK52), below, a->limb[i]);
    return r;
}

/* yes in the lanes of the mask, no elsewhere. */
MIFU_INLINE mifu_sm2p_x8 mifu_sm2p_x8_select(__mmask8 mask, const mifu_sm2p_x8 *yes,
                                             const mifu_sm2p_x8 *no)
{
    mifu_sm2p_x8 r;

    MIFU_UNROLL
    for (int i = 0; i < 5; i++)
        r.limb[i] = _mm512_mask_mov_epi64(no->limb[i], mask, yes->limb[i]);
    return r;
}

/* The same constant, given by its limbs, in all lanes. */
MIFU_INLINE mifu_sm2p_x8 mifu_sm2p_x8_set(const uint64_t limb[5])
{
    mifu_sm2p_x8 r;

    MIFU_UNROLL
    for (int i = 0; i < 5; i++)
        r.limb[i] = _mm512_set1_epi64((long long)limb[i]);
    return r;
}

#endif
