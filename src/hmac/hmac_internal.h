/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu_hmac_key_init(), _final(), _mac() and _mac_many() as the library itself uses them: also
 * while it is being closed (base_state.h).
 */
#ifndef MIFU_HMAC_INTERNAL_H
#define MIFU_HMAC_INTERNAL_H

#include "mifu/hmac.h"

mifu_status mifu_hmac_prepare(mifu_hmac_key *prepared, mifu_hash_algorithm algorithm,
                              const uint8_t *key, size_t len);
void mifu_hmac_finish(uint8_t *tag, mifu_hmac *hmac);
void mifu_hmac_tag(uint8_t *tag, const mifu_hmac_key *key, const uint8_t *data, size_t len);
void mifu_hmac_tag_many(uint8_t *tags, const mifu_hmac_key *key, const uint8_t *const *data,
                        const size_t *lens, size_t count);

#endif
