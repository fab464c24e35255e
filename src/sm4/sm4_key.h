/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The constants of the key schedule (GB/T 32907 7.3) and what `derived` of a key holds. Every
 * back-end makes the same bytes, so a key made by one works with all others.
 */
#ifndef MIFU_SM4_KEY_H
#define MIFU_SM4_KEY_H

#include "base_bytes.h"
#include "mifu/sm4.h"

/* FK of 7.3 b). */
static const uint32_t mifu_sm4_fk[4] = {0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc};

/* CK of 7.3 c): byte j, from the left, of word i is (4i + j) * 7 mod 256. */
#define MIFU_SM4_CK_BYTE(i, j) (uint32_t)((4 * (i) + (j)) * 7 % 256)
#define MIFU_SM4_CK(i)                                                                             \
    (MIFU_SM4_CK_BYTE(i, 0) << 24 | MIFU_SM4_CK_BYTE(i, 1) << 16 | MIFU_SM4_CK_BYTE(i, 2) << 8 |   \
     MIFU_SM4_CK_BYTE(i, 3))
#define MIFU_SM4_CK4(i)                                                                            \
    MIFU_SM4_CK(i), MIFU_SM4_CK((i) + 1), MIFU_SM4_CK((i) + 2), MIFU_SM4_CK((i) + 3)

static const uint32_t mifu_sm4_ck[32] = {MIFU_SM4_CK4(0),  MIFU_SM4_CK4(4),  MIFU_SM4_CK4(8),
                                         MIFU_SM4_CK4(12), MIFU_SM4_CK4(16), MIFU_SM4_CK4(20),
                                         MIFU_SM4_CK4(24), MIFU_SM4_CK4(28)};

#endif
