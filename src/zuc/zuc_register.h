/* SPDX-License-Identifier: Apache-2.0 */
/* The register of ZUC in general registers: GM/T 0001.1 4.2 and 4.3. Cells are in 1 .. 2^31 - 1. */
#ifndef MIFU_ZUC_REGISTER_H
#define MIFU_ZUC_REGISTER_H

#include <stdint.h>

#include "base_compiler.h"

#define ZUC_P31         UINT32_C(0x7fffffff) /* 2^31 - 1, the modulus of the register */
#define ZUC_ROUNDS_MOST 48                   /* of initialisation */

/* 4.3: the words of the reorganised bits, of high (15 .. 30) and low (0 .. 15) halves of cells. */
#define ZUC_X0(s) (((s)[15] << 1 & UINT32_C(0xffff0000)) | ((s)[14] & 0xffff))
#define ZUC_X1(s) ((s)[11] << 16 | (s)[9] >> 15)
#define ZUC_X2(s) ((s)[7] << 16 | (s)[5] >> 15)
#define ZUC_X3(s) ((s)[2] << 16 | (s)[0] >> 15)

/*
 * 4.2: the next cell, from the cells s[0..15] and, in the initialisation, u < 2^31. The sum of
 * terms below 2^31 times 2^15 + 2^17 + 2^21 + 2^20 + 2^8 + 1 + 1 < 2^22 is below 2^53. 2^31 = 1
 * modulo 2^31 - 1: the first fold leaves less than 2^31 + 2^22, the second at most 2^31 - 1. The
 * cells are not 0, so the sum is not, and a fold of a positive number is positive: what is 0
 * modulo 2^31 - 1 comes out as 2^31 - 1, as the standard wants it.
 */
MIFU_INLINE uint32_t zuc_feedback(const uint32_t *s, uint32_t u)
{
    uint64_t v = ((uint64_t)s[15] << 15) + ((uint64_t)s[13] << 17) + ((uint64_t)s[10] << 21) +
                 ((uint64_t)s[4] << 20) + ((uint64_t)s[0] << 8) + s[0] + u;
    uint32_t folded = (uint32_t)(v & ZUC_P31) + (uint32_t)(v >> 31);

    return (folded & ZUC_P31) + (folded >> 31);
}

/* 4.4: the word W, with R1 and R2 before they change. */
MIFU_INLINE uint32_t zuc_word(const uint32_t r[2], const uint32_t *s)
{
    return (ZUC_X0(s) ^ r[0]) + r[1];
}

#endif
