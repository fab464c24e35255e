/* SPDX-License-Identifier: Apache-2.0 */
/* A ciphertext taken apart without a key: structure, and C1 on the curve. */
#ifndef MIFU_SM2_CIPHERTEXT_CONVERT_H
#define MIFU_SM2_CIPHERTEXT_CONVERT_H

#include "sm2_ciphertext.h"

/* Every format but MIFU_SM2_AUTO; xy receives the coordinates of C1. */
MIFU_MUST_CHECK mifu_status mifu_sm2_ciphertext_check(mifu_sm2_ciphertext *parts, uint8_t xy[64],
                                                      mifu_sm2_format format, const uint8_t *ct,
                                                      size_t ct_len);

#endif
