/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Made by scripts/generate-sm4-affine, which checks every line against the standard's S-box.
 * The S-box of SM4 through inversion in the field of AES: S(x) = A2 inv(A1 x + c1) + c. Matrices
 * are operands of GF2P8AFFINEQB and GF2P8AFFINEINVQB: byte 7 - i is the row of output bit i.
 * docs/performance-sm4.md tells the algebra.
 */
#ifndef MIFU_SM4_AFFINE_H
#define MIFU_SM4_AFFINE_H

#include <stdint.h>

/* clang-format off */
#define MIFU_SM4_A1 UINT64_C(0x4c287db91a22505d) /* into the other basis: y = A1 x */
#define MIFU_SM4_A1_INVERSE UINT64_C(0xb3a4f5863284728b) /* and back */
#define MIFU_SM4_A2 UINT64_C(0xf3ab34a974a6b589) /* behind the inversion: x */
/* Behind the inversion, staying in the other basis: A1 M A2 for the blocks M of L */
#define MIFU_SM4_LINEAR_P UINT64_C(0x040db891e9a481b7) /* A1 P A2 */
#define MIFU_SM4_LINEAR_Q UINT64_C(0x2c020425162040ad) /* A1 Q A2 */
#define MIFU_SM4_LINEAR_U UINT64_C(0x280fbcb4ff84c11a) /* A1 U A2 */
/* and for those of L' */
#define MIFU_SM4_KEY_LINEAR_0 UINT64_C(0x280f0901760dc1af) /* A1 K0 A2 */
#define MIFU_SM4_KEY_LINEAR_1 UINT64_C(0x54c1eccce6812f59) /* A1 K1 A2 */
#define MIFU_SM4_KEY_LINEAR_2 UINT64_C(0x13b5336648748933) /* A1 K2 A2 */
#define MIFU_SM4_KEY_LINEAR_3 UINT64_C(0xabf358c700f3abab) /* A1 K3 A2 */

#define MIFU_SM4_C      0xd3 /* c */
#define MIFU_SM4_C1     0x3e /* c1, on the way into the inversion */
#define MIFU_SM4_LINEAR_C     0x63 /* A1 L(c): c behind L, in the other basis */
#define MIFU_SM4_KEY_LINEAR_C 0xc5 /* A1 L'(c) */

/* A1 by columns: A1 x is the xor of entry j over the bits j of x. */
#define MIFU_SM4_A1_COLUMNS {0x8c, 0x30, 0x85, 0x9f, 0xdc, 0x2e, 0xc5, 0x08}

/* FK in the other basis; CK with c1 added to every byte, as X(word), X(word), ... */
#define MIFU_SM4_FK_Y {0x9a765578, 0xac894e19, 0xd2a158ed, 0xca371e0b}
#define MIFU_SM4_CK_Y(X) \
    X(0x3e0714eb), X(0xf8acbf40), X(0x536a4e6d), X(0xa204e5c6), X(0x0930233f), X(0x2c564594), X(0x87be7152), X(0x76d01f3c), \
    X(0xdde4f708), X(0x1b82916e), X(0x7d44a586), X(0x49efcbe8), X(0x271e0ddc), X(0xcfb5a6ba), X(0xa9905f7c), X(0x9d3bf4d7), \
    X(0xf3cad926), X(0x3561728d), X(0x9ea78ba8), X(0x67c12003), X(0xccf5e6f2), X(0xe19b8859), X(0x4a73bc9f), X(0xb315daf9), \
    X(0x182132cd), X(0xde4f5ca3), X(0xb089684b), X(0x84220e2d), X(0xe2dbc819), X(0x0a706377), X(0x645d92b1), X(0x50f6391a)
/* clang-format on */

#endif
