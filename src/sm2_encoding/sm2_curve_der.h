/* SPDX-License-Identifier: Apache-2.0 */
/* The curve and the algorithm of a key, as key files name them: RFC 5480, RFC 3279, X9.62. */
#ifndef MIFU_SM2_CURVE_DER_H
#define MIFU_SM2_CURVE_DER_H

#include "der_reader.h"
#include "der_writer.h"

/*
 * ECParameters: the OID of sm2p256v1, or explicit parameters that are exactly its own.
 * MIFU_ERR_UNSUPPORTED_CURVE for everything else that is well formed.
 */
void mifu_sm2_get_curve(mifu_der_reader *r);

/*
 * AlgorithmIdentifier of a key: id-ecPublicKey with the curve, or the curve's OID in the
 * algorithm's place, followed by nothing, NULL or the curve. MIFU_ERR_UNSUPPORTED_ALGORITHM.
 */
void mifu_sm2_get_key_algorithm(mifu_der_reader *r);

/* The one form that is written: id-ecPublicKey with the curve's OID. */
void mifu_sm2_put_key_algorithm(mifu_der_writer *w);

#endif
