/* SPDX-License-Identifier: Apache-2.0 */
/* The structure of an enveloped key, for the reader and for mifu_sm2_identify(). */
#ifndef MIFU_SM2_ENVELOPED_KEY_H
#define MIFU_SM2_ENVELOPED_KEY_H

#include "mifu/sm2_encoding.h"

#include "der_reader.h"

typedef struct mifu_sm2_envelope {
    mifu_der_bytes algorithm; /* contents of the identifier */
    mifu_der_bytes cipher;    /* SM2Cipher, with tag and length */
    mifu_der_bytes point;
    mifu_der_bytes encrypted; /* d under the SM4 key, 32 bytes */
} mifu_sm2_envelope;

MIFU_MUST_CHECK mifu_status mifu_sm2_envelope_split(mifu_sm2_envelope *e, const uint8_t *der,
                                                    size_t len);

#endif
