/* SPDX-License-Identifier: Apache-2.0 */
/* Z and the digests of many messages. */
#include "sm2_many_internal.h"
#include "sm3_kernels.h"

void mifu_sm2_many_digests(uint8_t *digests, mifu_status *status,
                           const mifu_sm2_public_key *const *keys,
                           const mifu_sm2_private_key *const *private_keys, const uint8_t *id,
                           size_t id_len, const uint8_t *const *msgs, const size_t *msg_lens,
                           size_t count, mifu_sm2_many_digest_arrays *a)
{
    size_t left = 0;

    for (size_t i = 0; i < count; i++) {
        const mifu_sm2_public_key *key = NULL;

        if (keys != NULL)
            key = keys[i];
        else if (private_keys[i] != NULL)
            key = &private_keys[i]->public_key;
        if (key == NULL || (msgs[i] == NULL && msg_lens[i] != 0)) {
            status[i] = MIFU_ERR_ARGUMENT_NULL;
        } else if (msg_lens[i] > MIFU_SM2_MANY_SHORT_MESSAGE) {
            status[i] = mifu_sm2_digest(digests + i * MIFU_SM2_DIGEST_SIZE, key, id, id_len,
                                        msgs[i], msg_lens[i]);
        } else {
            status[i] = mifu_sm2_z(a->joined[left], key, id, id_len);
            if (status[i] != MIFU_OK)
                continue;
            mifu_copy(a->joined[left] + MIFU_SM2_DIGEST_SIZE, msgs[i], msg_lens[i]);
            a->input_of[left] = a->joined[left];
            a->lens[left] = MIFU_SM2_DIGEST_SIZE + msg_lens[i];
            a->item[left++] = i;
        }
    }
    mifu_sm3_digest_many(a->hashes, a->input_of, a->lens, left);
    for (size_t j = 0; j < left; j++)
        memcpy(digests + a->item[j] * MIFU_SM2_DIGEST_SIZE, a->hashes[j], MIFU_SM2_DIGEST_SIZE);
}
