/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers of a test: the listed ones, each once, then an error. */
#ifndef MIFU_KAT_SM2_NONCE_H
#define MIFU_KAT_SM2_NONCE_H

#include "sm2_testing.h"

typedef struct kat_nonces {
    const uint8_t *k; /* count * 32 bytes */
    unsigned count, used;
} kat_nonces;

static inline mifu_status kat_next_nonce(uint8_t k[32], void *context)
{
    kat_nonces *nonces = context;

    if (nonces->used == nonces->count)
        return MIFU_ERR_RANDOM;
    memcpy(k, nonces->k + 32 * nonces->used++, 32);
    return MIFU_OK;
}

#endif
