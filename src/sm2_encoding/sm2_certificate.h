/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a certificate or request, for readers that need less than a signature check. */
#ifndef MIFU_SM2_CERTIFICATE_H
#define MIFU_SM2_CERTIFICATE_H

#include "mifu/sm2_encoding.h"

#include "der_reader.h"

typedef struct mifu_sm2_certificate_parts {
    mifu_der_bytes tbs;         /* with tag and length */
    mifu_der_bytes subject_key; /* SubjectPublicKeyInfo, with tag and length */
    mifu_der_bytes algorithm;   /* contents of the signature algorithm's identifier */
    mifu_der_bytes signature;
    int is_request;
} mifu_sm2_certificate_parts;

/* Takes a certificate or request apart, whatever its algorithms are. */
MIFU_MUST_CHECK mifu_status mifu_sm2_certificate_split(mifu_sm2_certificate_parts *parts,
                                                       const uint8_t *der, size_t len);

#endif
