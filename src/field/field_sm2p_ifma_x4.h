/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arithmetic modulo the SM2 prime on four lanes of 256-bit vectors with IFMA: representation,
 * bounds and algorithm are those of field_sm2p_ifma.h ([k] is "in [0, k p)"; R = 2^260; five limbs
 * of 52 bits; columns between operations). Four lanes hold the independent products of one point
 * operation: where there is one point only, latency decides, and it is a quarter less than that of
 * the eight-lane vectors. Needs avx512vl and avx512ifma. Constant time.
 */
#ifndef MIFU_FIELD_SM2P_IFMA_X4_H
#define MIFU_FIELD_SM2P_IFMA_X4_H

#include <immintrin.h>
#include <stdint.h>

#include "base_compiler.h"

/* Limbs at rest, or columns. */
typedef struct mifu_sm2p_x4 {
    __m256i limb[5];
} mifu_sm2p_x4;

#define MIFU_X4_EACH_LIMB(i) _Pragma("GCC unroll 5") for (int i = 0; i < 5; i++)

#define MIFU_X4_LO(acc, a, b) _mm256_madd52lo_epu64((acc), (a), (b))
#define MIFU_X4_HI(acc, a, b) _mm256_madd52hi_epu64((acc), (a), (b))

/* Limb i of p. */
#define MIFU_X4_P(i)                                                                               \
    ((i) == 1 ? 0xff00000000fffLL : (i) == 4 ? 0x0fffffffeffffLL : 0xfffffffffffffLL)

/* Limb i of k p in each lane, k lane 0 first. */
#define MIFU_X4_KP(i, k0, k1, k2, k3)                                                              \
    _mm256_setr_epi64x((k0)*MIFU_X4_P(i), (k1)*MIFU_X4_P(i), (k2)*MIFU_X4_P(i), (k3)*MIFU_X4_P(i))

#define MIFU_X4_ROW(a, b, t0, t1, t2, t3, t4, t5)                                                  \
    do {                                                                                           \
        (t0) = MIFU_X4_LO((t0), (a), (b)->limb[0]);                                                \
        (t1) = MIFU_X4_LO((t1), (a), (b)->limb[1]);                                                \
        (t2) = MIFU_X4_LO((t2), (a), (b)->limb[2]);                                                \
        (t3) = MIFU_X4_LO((t3), (a), (b)->limb[3]);                                                \
        (t4) = MIFU_X4_LO((t4), (a), (b)->limb[4]);                                                \
        (t1) = MIFU_X4_HI((t1), (a), (b)->limb[0]);                                                \
        (t2) = MIFU_X4_HI((t2), (a), (b)->limb[1]);                                                \
        (t3) = MIFU_X4_HI((t3), (a), (b)->limb[2]);                                                \
        (t4) = MIFU_X4_HI((t4), (a), (b)->limb[3]);                                                \
        (t5) = MIFU_X4_HI((t5), (a), (b)->limb[4]);                                                \
    } while (0)

/* The digit and its bounds: MIFU_X8_REDUCE_DIGIT in field_sm2p_ifma.h. */
#define MIFU_X4_REDUCE_DIGIT(t0, t1, t2, t4, t5)                                                   \
    do {                                                                                           \
        __m256i m_ = _mm256_and_si256((t0), mask_);                                                \
        (t1) = _mm256_add_epi64((t1), _mm256_srai_epi64((t0), 52));                                \
        (t4) = MIFU_X4_LO((t4), m_, p4_);                                                          \
        (t1) = MIFU_X4_LO((t1), m_, p1_);                                                          \
        (t2) = _mm256_sub_epi64((t2), m_);                                                         \
        (t5) = MIFU_X4_HI((t5), m_, p4_);                                                          \
        (t2) = MIFU_X4_HI((t2), m_, p1_);                                                          \
    } while (0)

/* a b / R as columns: [a b / 16 + 1]. */
MIFU_INLINE mifu_sm2p_x4 mifu_sm2p_x4_product(const mifu_sm2p_x4 *a, const mifu_sm2p_x4 *b)
{
    const __m256i mask_ = _mm256_set1_epi64x((1LL << 52) - 1);
    const __m256i p1_ = _mm256_set1_epi64x((1LL << 52) - (1LL << 44) + (1LL << 12));
    const __m256i p4_ = _mm256_set1_epi64x((1LL << 48) - (1LL << 16));
    __m256i t0 = _mm256_setzero_si256(), t1 = t0, t2 = t0, t3 = t0, t4 = t0, t5 = t0, t6 = t0,
            t7 = t0, t8 = t0, t9 = t0;

    MIFU_X4_ROW(a->limb[0], b, t0, t1, t2, t3, t4, t5);
    MIFU_X4_ROW(a->limb[1], b, t1, t2, t3, t4, t5, t6);
    MIFU_X4_REDUCE_DIGIT(t0, t1, t2, t4, t5);
    MIFU_X4_ROW(a->limb[2], b, t2, t3, t4, t5, t6, t7);
    MIFU_X4_REDUCE_DIGIT(t1, t2, t3, t5, t6);
    MIFU_X4_ROW(a->limb[3], b, t3, t4, t5, t6, t7, t8);
    MIFU_X4_REDUCE_DIGIT(t2, t3, t4, t6, t7);
    MIFU_X4_ROW(a->limb[4], b, t4, t5, t6, t7, t8, t9);
    MIFU_X4_REDUCE_DIGIT(t3, t4, t5, t7, t8);
    MIFU_X4_REDUCE_DIGIT(t4, t5, t6, t8, t9);
    return (mifu_sm2p_x4){{t5, t6, t7, t8, t9}};
}

/* Columns worth [16] to rest. */
MIFU_INLINE mifu_sm2p_x4 mifu_sm2p_x4_carry(mifu_sm2p_x4 t)
{
    const __m256i mask = _mm256_set1_epi64x((1LL << 52) - 1);
    mifu_sm2p_x4 r;

    _Pragma("GCC unroll 4") for (int i = 0; i < 4; i++)
    {
        t.limb[i + 1] = _mm256_add_epi64(t.limb[i + 1], _mm256_srai_epi64(t.limb[i], 52));
        r.limb[i] = _mm256_and_si256(t.limb[i], mask);
    }
    r.limb[4] = t.limb[4];
    return r;
}

/* Columns worth 2^256 or more and below 100 p, columns 0 to 3 below 2^60, to [1.01] at rest: the
 * argument of mifu_sm2p_x8_reduce(). */
MIFU_INLINE mifu_sm2p_x4 mifu_sm2p_x4_reduce(mifu_sm2p_x4 t)
{
    const __m256i q = _mm256_srli_epi64(t.limb[4], 48);

    t.limb[0] = _mm256_add_epi64(t.limb[0], q);
    t.limb[1] = MIFU_X4_LO(t.limb[1], q, _mm256_set1_epi64x((1LL << 44) - (1LL << 12)));
    t.limb[4] = _mm256_and_si256(t.limb[4], _mm256_set1_epi64x((1LL << 48) - 1));
    t.limb[4] = MIFU_X4_LO(t.limb[4], q, _mm256_set1_epi64x(1LL << 16));
    return mifu_sm2p_x4_carry(t);
}

#endif
