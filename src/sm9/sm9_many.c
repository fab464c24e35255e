/* SPDX-License-Identifier: Apache-2.0 */
/* Many operations at once: sm9_many.h. One after another; lanes will take their place. */
#include "mifu/sm9_many.h"

#include "base_state.h"

static void note(mifu_status *first, mifu_status status)
{
    if (*first == MIFU_OK)
        *first = status;
}

#define USER(name) mifu_sm9_sign_##name
#include "sm9_many_extract.inc"

#define USER(name) mifu_sm9_encrypt_##name
#include "sm9_many_extract.inc"

mifu_status mifu_sm9_verify_many(mifu_status *status,
                                 const mifu_sm9_sign_master_public_key *const *masters,
                                 const uint8_t *const *ids, const size_t *id_lens, uint8_t hid,
                                 const uint8_t *const *msgs, const size_t *msg_lens,
                                 const uint8_t *sigs, size_t count)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    mifu_status first = MIFU_OK;

    if (count != 0 && (status == NULL || masters == NULL || ids == NULL || id_lens == NULL ||
                       msgs == NULL || msg_lens == NULL || sigs == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i++) {
        status[i] = mifu_sm9_verify(masters[i], ids[i], id_lens[i], hid, msgs[i], msg_lens[i],
                                    sigs + MIFU_SM9_SIGNATURE_SIZE * i);
        note(&first, status[i]);
    }
    return first;
}

mifu_status mifu_sm9_verifier_verify_many(mifu_status *status,
                                          const mifu_sm9_verifier *const *verifiers,
                                          const uint8_t *const *msgs, const size_t *msg_lens,
                                          const uint8_t *sigs, size_t count)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    mifu_status first = MIFU_OK;

    if (count != 0 &&
        (status == NULL || verifiers == NULL || msgs == NULL || msg_lens == NULL || sigs == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i++) {
        status[i] = mifu_sm9_verifier_verify(verifiers[i], msgs[i], msg_lens[i],
                                             sigs + MIFU_SM9_SIGNATURE_SIZE * i);
        note(&first, status[i]);
    }
    return first;
}

mifu_status mifu_sm9_encapsulate_many(uint8_t *ks, size_t k_len, uint8_t *cs, mifu_status *status,
                                      const mifu_sm9_encrypt_master_public_key *const *masters,
                                      const uint8_t *const *ids, const size_t *id_lens, uint8_t hid,
                                      size_t count)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    mifu_status first = MIFU_OK;

    if (count != 0 && (ks == NULL || cs == NULL || status == NULL || masters == NULL ||
                       ids == NULL || id_lens == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i++) {
        status[i] = mifu_sm9_encapsulate(ks + k_len * i, k_len, cs + MIFU_SM9_G1_SIZE * i,
                                         masters[i], ids[i], id_lens[i], hid);
        note(&first, status[i]);
    }
    return first;
}
