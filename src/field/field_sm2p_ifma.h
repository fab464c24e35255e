/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arithmetic modulo the SM2 prime on eight lanes of 512-bit vectors with IFMA; representation and
 * bounds: field_sm2p_lanes_ifma.inc. To be included by files compiled with avx512f, avx512dq and
 * avx512ifma. Constant time.
 */
#ifndef MIFU_FIELD_SM2P_IFMA_H
#define MIFU_FIELD_SM2P_IFMA_H

#include <immintrin.h>
#include <stdint.h>

#include "base_compiler.h"

/* At rest. */
typedef struct mifu_sm2p_x8 {
    __m512i limb[5];
} mifu_sm2p_x8;

typedef struct mifu_sm2p_columns_x8 {
    __m512i limb[5];
} mifu_sm2p_columns_x8;

#define MIFU_X8_MASK52 _mm512_set1_epi64((1LL << 52) - 1)

#define NUMBER     mifu_sm2p_x8
#define COLUMNS    mifu_sm2p_columns_x8
#define VECTOR     __m512i
#define SM2P(name) mifu_sm2p_x8_##name
#define OP(name)   _mm512_##name
#define SET1       _mm512_set1_epi64
#define AND        _mm512_and_si512
#define ZERO       _mm512_setzero_si512()
#include "field_sm2p_lanes_ifma.inc"

/* (a*b + c*d) / R with one reduction: 120 multiply-adds instead of 140. [(a*b + c*d)/16 + 1]. */
MIFU_INLINE mifu_sm2p_columns_x8 mifu_sm2p_x8_sum_of_products(const mifu_sm2p_x8 *a,
                                                              const mifu_sm2p_x8 *b,
                                                              const mifu_sm2p_x8 *c,
                                                              const mifu_sm2p_x8 *d)
{
    SM2P_ZERO_COLUMNS;

    SM2P_ROW(a->limb[0], b, t0, t1, t2, t3, t4, t5);
    SM2P_ROW(c->limb[0], d, t0, t1, t2, t3, t4, t5);
    SM2P_ROW(a->limb[1], b, t1, t2, t3, t4, t5, t6);
    SM2P_REDUCE_DIGIT(t0, t1, t2, t4, t5);
    SM2P_ROW(c->limb[1], d, t1, t2, t3, t4, t5, t6);
    SM2P_ROW(a->limb[2], b, t2, t3, t4, t5, t6, t7);
    SM2P_REDUCE_DIGIT(t1, t2, t3, t5, t6);
    SM2P_ROW(c->limb[2], d, t2, t3, t4, t5, t6, t7);
    SM2P_ROW(a->limb[3], b, t3, t4, t5, t6, t7, t8);
    SM2P_REDUCE_DIGIT(t2, t3, t4, t6, t7);
    SM2P_ROW(c->limb[3], d, t3, t4, t5, t6, t7, t8);
    SM2P_ROW(a->limb[4], b, t4, t5, t6, t7, t8, t9);
    SM2P_REDUCE_DIGIT(t3, t4, t5, t7, t8);
    SM2P_ROW(c->limb[4], d, t4, t5, t6, t7, t8, t9);
    SM2P_REDUCE_DIGIT(t4, t5, t6, t8, t9);
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
    SM2P_ZERO_COLUMNS;

    t1 = SM2P_LO(t1, a0, a1);
    t2 = SM2P_LO(t2, a0, a2);
    t3 = SM2P_LO(t3, a0, a3);
    t4 = SM2P_LO(t4, a0, a4);
    t5 = SM2P_LO(t5, a1, a4);
    t2 = SM2P_HI(t2, a0, a1);
    t3 = SM2P_HI(t3, a0, a2);
    t4 = SM2P_HI(t4, a0, a3);
    t5 = SM2P_HI(t5, a0, a4);
    t6 = SM2P_LO(t6, a2, a4);
    t3 = SM2P_LO(t3, a1, a2);
    t4 = SM2P_LO(t4, a1, a3);
    t5 = SM2P_LO(t5, a2, a3);
    t6 = SM2P_HI(t6, a1, a4);
    t7 = SM2P_LO(t7, a3, a4);
    t4 = SM2P_HI(t4, a1, a2);
    t5 = SM2P_HI(t5, a1, a3);
    t6 = SM2P_HI(t6, a2, a3);
    t7 = SM2P_HI(t7, a2, a4);
    t8 = SM2P_HI(t8, a3, a4);
    t1 = MIFU_X8_TWICE(t1);
    t2 = MIFU_X8_TWICE(t2);
    t3 = MIFU_X8_TWICE(t3);
    t4 = MIFU_X8_TWICE(t4);
    t5 = MIFU_X8_TWICE(t5);
    t6 = MIFU_X8_TWICE(t6);
    t7 = MIFU_X8_TWICE(t7);
    t8 = MIFU_X8_TWICE(t8);
    t0 = SM2P_LO(t0, a0, a0);
    t1 = SM2P_HI(t1, a0, a0);
    t2 = SM2P_LO(t2, a1, a1);
    t3 = SM2P_HI(t3, a1, a1);
    t4 = SM2P_LO(t4, a2, a2);
    t5 = SM2P_HI(t5, a2, a2);
    SM2P_REDUCE_DIGIT(t0, t1, t2, t4, t5);
    t6 = SM2P_LO(t6, a3, a3);
    t7 = SM2P_HI(t7, a3, a3);
    SM2P_REDUCE_DIGIT(t1, t2, t3, t5, t6);
    t8 = SM2P_LO(t8, a4, a4);
    t9 = SM2P_HI(t9, a4, a4);
    SM2P_REDUCE_DIGIT(t2, t3, t4, t6, t7);
    SM2P_REDUCE_DIGIT(t3, t4, t5, t7, t8);
    SM2P_REDUCE_DIGIT(t4, t5, t6, t8, t9);
    return (mifu_sm2p_columns_x8){{t5, t6, t7, t8, t9}};
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
        t.limb[i] = a->limb[i];
    return t;
}

/* Columns times 2, 3. */
MIFU_INLINE mifu_sm2p_columns_x8 mifu_sm2p_x8_twice(mifu_sm2p_columns_x8 t)
{
    MIFU_UNROLL
    for (int i = 0; i < 5; i++)
        t.limb[i] = _mm512_add_epi64(t.limb[i], t.limb[i]);
    return t;
}

MIFU_INLINE mifu_sm2p_columns_x8 mifu_sm2p_x8_thrice(mifu_sm2p_columns_x8 t)
{
    MIFU_UNROLL
    for (int i = 0; i < 5; i++)
        t.limb[i] = _mm512_add_epi64(t.limb[i], _mm512_add_epi64(t.limb[i], t.limb[i]));
    return t;
}

/* t + a on columns. */
MIFU_INLINE mifu_sm2p_columns_x8 mifu_sm2p_x8_plus(mifu_sm2p_columns_x8 t, const mifu_sm2p_x8 *a)
{
    MIFU_UNROLL
    for (int i = 0; i < 5; i++)
        t.limb[i] = _mm512_add_epi64(t.limb[i], a->limb[i]);
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

        t.limb[i] = _mm512_sub_epi64(_mm512_add_epi64(t.limb[i], MIFU_X8_KP(k, i)), s);
    }
    return t;
}

/* a + k*p - t on columns; worth a + k*p - t. */
MIFU_INLINE mifu_sm2p_columns_x8 mifu_sm2p_x8_minus_columns(const mifu_sm2p_x8 *a, long long k,
                                                            mifu_sm2p_columns_x8 t)
{
    MIFU_UNROLL
    for (int i = 0; i < 5; i++)
        t.limb[i] = _mm512_sub_epi64(_mm512_add_epi64(a->limb[i], MIFU_X8_KP(k, i)), t.limb[i]);
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
        t.limb[i] = _mm512_sub_epi64(MIFU_X8_KP(5, i), a->limb[i]);
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

/* Words of numbers below 2^256, the same word of all lanes side by side, as limbs. */
MIFU_INLINE mifu_sm2p_x8 mifu_sm2p_x8_from_words(const __m512i w[4])
{
    const __m512i mask = MIFU_X8_MASK52;
    mifu_sm2p_x8 r;

    r.limb[0] = _mm512_and_si512(w[0], mask);
    r.limb[1] = _mm512_and_si512(
        _mm512_or_si512(_mm512_srli_epi64(w[0], 52), _mm512_slli_epi64(w[1], 12)), mask);
    r.limb[2] = _mm512_and_si512(
        _mm512_or_si512(_mm512_srli_epi64(w[1], 40), _mm512_slli_epi64(w[2], 24)), mask);
    r.limb[3] = _mm512_and_si512(
        _mm512_or_si512(_mm512_srli_epi64(w[2], 28), _mm512_slli_epi64(w[3], 36)), mask);
    r.limb[4] = _mm512_srli_epi64(w[3], 16);
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

#undef NUMBER
#undef COLUMNS
#undef VECTOR
#undef SM2P
#undef OP
#undef SET1
#undef AND
#undef ZERO

#endif
