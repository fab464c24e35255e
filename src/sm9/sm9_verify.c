/* SPDX-License-Identifier: Apache-2.0 */
/* Signature verification: GM/T 0044.2-2016 7.1, GB/T 38635.2-2020. Public data, variable time. */
#include "base_state.h"
#include "sm9_internal.h"
#include "sm9_kernels.h"

mifu_status mifu_sm9_verify_with(const mifu_sm9_sign_master_public_key *master,
                                 const mifu_sm9_g2 *p, const mifu_sm9_line *lines,
                                 const mifu_sm3 *message,
                                 const uint8_t sig[MIFU_SM9_SIGNATURE_SIZE])
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    mifu_sm9_fp12 t, u;
    mifu_sm9_g1 s;
    mifu_u256 h, h2;

    if (!mifu_sm9_scalar_from_bytes(&h, sig) || mifu_sm9_g1_from_wire(&s, sig + 32) != MIFU_OK)
        return MIFU_INVALID;                               /* B1, B2 */
    mifu_sm9_power_of_g(&t, master->g, master->table, &h); /* B4 */
    if (lines != NULL)                                     /* B7 */
        kernels->pairing_with_lines(&u, &s, lines);
    else
        kernels->pairing(&u, &s, p);
    kernels->fp12_mul(&u, &u, &t); /* B8 */
    mifu_sm9_h2(&h2, message, &u); /* B9 */
    return mifu_u256_mask_equal(&h2, &h) ? MIFU_OK : MIFU_INVALID;
}

mifu_status mifu_sm9_verify_message(const mifu_sm9_sign_master_public_key *master,
                                    const uint8_t *id, size_t id_len, uint8_t hid,
                                    const mifu_sm3 *message,
                                    const uint8_t sig[MIFU_SM9_SIGNATURE_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm9_g2 p;

    if (master == NULL || message == NULL || sig == NULL || (id == NULL && id_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    /* B5, B6; nobody has a key for an identity whose point is infinity. */
    if (mifu_sm9_sign_identity_point(&p, master, id, id_len, hid) != MIFU_OK)
        return MIFU_INVALID;
    return mifu_sm9_verify_with(master, &p, NULL, message, sig);
}

mifu_status mifu_sm9_verify(const mifu_sm9_sign_master_public_key *master, const uint8_t *id,
                            size_t id_len, uint8_t hid, const uint8_t *msg, size_t msg_len,
                            const uint8_t sig[MIFU_SM9_SIGNATURE_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm3 message;

    if (msg == NULL && msg_len != 0)
        return MIFU_ERR_ARGUMENT_NULL;
    mifu_sm9_message_init(&message);
    mifu_sm3_update(&message, msg, msg_len);
    return mifu_sm9_verify_message(master, id, id_len, hid, &message, sig);
}

mifu_status mifu_sm9_verifier_init(mifu_sm9_verifier *verifier,
                                   const mifu_sm9_sign_master_public_key *master, const uint8_t *id,
                                   size_t id_len, uint8_t hid)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm9_g2 p;
    mifu_status status;

    if (verifier == NULL || master == NULL || (id == NULL && id_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm9_sign_identity_point(&p, master, id, id_len, hid);
    if (status == MIFU_OK) {
        verifier->master = *master;
        mifu_sm9_kernels_in_use()->lines(mifu_sm9_lines_of(&verifier->lines), &p);
    } else {
        memset(verifier, 0, sizeof *verifier);
    }
    return status;
}

mifu_status mifu_sm9_verifier_verify_message(const mifu_sm9_verifier *verifier,
                                             const mifu_sm3 *message,
                                             const uint8_t sig[MIFU_SM9_SIGNATURE_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (verifier == NULL || message == NULL || sig == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_sm9_verify_with(&verifier->master, NULL, mifu_sm9_lines_in(&verifier->lines),
                                message, sig);
}

mifu_status mifu_sm9_verifier_verify(const mifu_sm9_verifier *verifier, const uint8_t *msg,
                                     size_t msg_len, const uint8_t sig[MIFU_SM9_SIGNATURE_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm3 message;

    if (msg == NULL && msg_len != 0)
        return MIFU_ERR_ARGUMENT_NULL;
    mifu_sm9_message_init(&message);
    mifu_sm3_update(&message, msg, msg_len);
    return mifu_sm9_verifier_verify_message(verifier, &message, sig);
}
