/* SPDX-License-Identifier: Apache-2.0 */
/* Z and the digests of many messages. */
#include "sm2_many_internal.h"

void mifu_sm2_many_digests(uint8_t *digests, mifu_status *status,
                           const mifu_sm2_public_key *const *keys,
                           const mifu_sm2_private_key *const *private_keys, const uint8_t *id,
                           size_t id_len, const uint8_t *const *msgs, const size_t *msg_lens,
                           size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const mifu_sm2_public_key *key = NULL;

        if (keys != NULL)
            key = keys[i];
        else if (private_keys[i] != NULL)
            key = &private_keys[i]->public_key;
        status[i] = key == NULL ? MIFU_ERR_ARGUMENT_NULL
                                : mifu_sm2_digest(digests + i * MIFU_SM2_DIGEST_SIZE, key, id,
                                                  id_len, msgs[i], msg_lens[i]);
    }
}
