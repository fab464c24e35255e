/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a ciphertext, without a key. */
#ifndef MIFU_SM2_CIPHERTEXT_CONVERT_H
#define MIFU_SM2_CIPHERTEXT_CONVERT_H

#include "mifu/sm2_encoding.h"

typedef struct mifu_sm2_ciphertext_parts {
    uint8_t xy[64];    /* of C1, on the curve */
    const uint8_t *c3; /* 32 bytes */
    const uint8_t *c2;
    size_t c2_len; /* not 0 */
} mifu_sm2_ciphertext_parts;

/* Takes a ciphertext apart; every format but MIFU_SM2_AUTO. */
MIFU_MUST_CHECK mifu_status mifu_sm2_ciphertext_split(mifu_sm2_ciphertext_parts *parts,
                                                      mifu_sm2_format format, const uint8_t *ct,
                                                      size_t ct_len);

#endif
