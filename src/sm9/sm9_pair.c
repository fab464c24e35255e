/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a new master key and its public key belong together: an identity's key does what the
 * public key says.
 */
#include "base_state.h"
#include "sm9_internal.h"

static const uint8_t id[1] = {'A'};

/* Without randomness there was no test; any other answer is a wrong one. */
static mifu_status verdict(mifu_status status)
{
    return status == MIFU_OK || mifu_status_class(status) == MIFU_ERR_RANDOM ? status
                                                                             : mifu_state_close();
}

mifu_status mifu_sm9_check_sign_pair(const mifu_sm9_sign_master_key *master)
{
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE];
    mifu_sm9_sign_key key;
    mifu_status status = mifu_sm9_sign_key_extract(&key, master, id, sizeof id, MIFU_SM9_HID_SIGN);

    if (status == MIFU_OK)
        status = mifu_sm9_sign(sig, &key, id, sizeof id);
    if (status == MIFU_OK)
        status = mifu_sm9_verify(&master->public_key, id, sizeof id, MIFU_SM9_HID_SIGN, id,
                                 sizeof id, sig);
    mifu_sm9_sign_key_wipe(&key);
    return verdict(status);
}

mifu_status mifu_sm9_check_encrypt_pair(const mifu_sm9_encrypt_master_key *master)
{
    uint8_t c[MIFU_SM9_G1_SIZE], sent[32], received[32];
    mifu_sm9_encrypt_key key;
    mifu_status status =
        mifu_sm9_encrypt_key_extract(&key, master, id, sizeof id, MIFU_SM9_HID_ENCRYPT);

    if (status == MIFU_OK)
        status = mifu_sm9_encapsulate(sent, sizeof sent, c, &master->public_key, id, sizeof id,
                                      MIFU_SM9_HID_ENCRYPT);
    if (status == MIFU_OK)
        status = mifu_sm9_decapsulate(received, sizeof received, &key, id, sizeof id, c);
    if (status == MIFU_OK) {
        uint64_t equal = mifu_mask_equal_bytes(sent, received, sizeof sent);

        mifu_declassify(&equal, sizeof equal);
        status = equal ? MIFU_OK : MIFU_INVALID;
    }
    mifu_sm9_encrypt_key_wipe(&key);
    mifu_wipe(sent, sizeof sent);
    mifu_wipe(received, sizeof received);
    return verdict(status);
}
