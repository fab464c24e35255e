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

/* clang-format off */
/*
 * `derived`, in bytes. With the matrices and constants of sm4_affine.h, and with whitening words
 * k_0 = k_1 = k_2 = k_35 = 0, k_(i+3) = rk_i ^ IN ^ k_(i+1) ^ k_(i+2), where every byte of IN is
 * the solution of A1 IN = c1 (docs/performance-sm4.md):
 *   KEYS          32 words, little-endian: A1 rk_i ^ c1, bytewise
 *   CORRECTIONS   32 times 16 bytes: with t = A1 (k_i ^ k_(i+4)) ^ LINEAR_C and
 *                 c_j = t_j ^ t_0 ^ t_1 ^ t_2 ^ t_3, byte 0 the least significant:
 *                 c_2 c_2 c_2 c_2 c_0 .. c_3 .. c_1 ..
 *   WHITE_PLAIN   the block (0, 0, 0, k_3), big-endian words
 *   WHITE_CIPHER  the block (k_35, k_34, k_33, k_32)
 */
/* clang-format on */
#define MIFU_SM4_DERIVED_KEYS         0
#define MIFU_SM4_DERIVED_CORRECTIONS  128
#define MIFU_SM4_DERIVED_WHITE_PLAIN  640
#define MIFU_SM4_DERIVED_WHITE_CIPHER 656
#define MIFU_SM4_DERIVED_SIZE         672

/* The byte of a key's `derived` at an offset. */
MIFU_INLINE const uint8_t *mifu_sm4_derived(const mifu_sm4_key *key, size_t offset)
{
    return (const uint8_t *)key->derived + offset;
}

/* Fills `derived` from round_keys, in portable code. Constant time. */
void mifu_sm4_key_derive(mifu_sm4_key *key);

/* WHITE_PLAIN and WHITE_CIPHER of it, from the whitening words. */
void mifu_sm4_key_white(mifu_sm4_key *key, const uint32_t k[36]);

#endif
