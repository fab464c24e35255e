/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arithmetic modulo the SM2 prime on four lanes of 256-bit vectors with IFMA; representation and
 * bounds: field_sm2p_lanes_ifma.inc. Four lanes hold the independent products of one point
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

/* Limb i of p. */
#define MIFU_X4_P(i)                                                                               \
    ((i) == 1 ? 0xff00000000fffLL : (i) == 4 ? 0x0fffffffeffffLL : 0xfffffffffffffLL)

/* Limb i of k p in each lane, k lane 0 first. */
#define MIFU_X4_KP(i, k0, k1, k2, k3)                                                              \
    _mm256_setr_epi64x((k0)*MIFU_X4_P(i), (k1)*MIFU_X4_P(i), (k2)*MIFU_X4_P(i), (k3)*MIFU_X4_P(i))

#define NUMBER     mifu_sm2p_x4
#define COLUMNS    mifu_sm2p_x4
#define VECTOR     __m256i
#define SM2P(name) mifu_sm2p_x4_##name
#define OP(name)   _mm256_##name
#define SET1       _mm256_set1_epi64x
#define AND        _mm256_and_si256
#define ZERO       _mm256_setzero_si256()
#include "field_sm2p_lanes_ifma.inc"
#undef NUMBER
#undef COLUMNS
#undef VECTOR
#undef SM2P
#undef OP
#undef SET1
#undef AND
#undef ZERO

#endif
