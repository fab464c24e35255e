/* SPDX-License-Identifier: Apache-2.0 */
/* Key encapsulation up to the KDF, which public-key encryption shares: GM/T 0044.4-2016. */
#ifndef MIFU_SM9_KEM_H
#define MIFU_SM9_KEM_H

#include "kdf_sm3.h"
#include "sm9_internal.h"
#include "sm9_testing.h"

/* A1 to A6: x || y of C, and the stream of KDF(C || w || ID). The caller asks again where the key
 * is all zero. MIFU_ERR_RANGE_MASTER_KEY_IDENTITY, and errors of the source. */
MIFU_MUST_CHECK mifu_status mifu_sm9_kem_make(uint8_t c_xy[64], mifu_kdf_sm3_stream *stream,
                                              const mifu_sm9_encrypt_master_public_key *master,
                                              const uint8_t *id, size_t id_len, uint8_t hid,
                                              mifu_sm9_nonce_source *source, void *context);

/* B2, B3: the same stream from C, a point that has been checked. */
void mifu_sm9_kem_open(mifu_kdf_sm3_stream *stream, const mifu_sm9_encrypt_key *key,
                       const uint8_t *id, size_t id_len, const mifu_sm9_g1 *c);

#endif
