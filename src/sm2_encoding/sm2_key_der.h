/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of key files that more than one reader needs. */
#ifndef MIFU_SM2_KEY_DER_H
#define MIFU_SM2_KEY_DER_H

#include "mifu/sm2_encoding.h"

#include "der_reader.h"
#include "der_writer.h"

/* Reads a SubjectPublicKeyInfo; the point's own fault becomes the reader's. */
void mifu_sm2_get_public_key(mifu_der_reader *r, mifu_sm2_public_key *key);

/* Bytes of PrivateKeyInfo as mifu writes it: always the same. */
#define MIFU_SM2_PKCS8_SIZE 138

#endif
