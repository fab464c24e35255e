/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a new key pair is one: a signature by the one verifies with the other. */
#include "base_state.h"
#include "sm2_internal.h"

mifu_status mifu_sm2_check_pair(const mifu_sm2_private_key *key)
{
    static const uint8_t digest[MIFU_SM2_DIGEST_SIZE] = {1};
    uint8_t sig[MIFU_SM2_SIGNATURE_SIZE];
    mifu_status status = mifu_sm2_sign_digest(sig, key, digest);

    if (status == MIFU_OK)
        status = mifu_sm2_verify_digest(&key->public_key, digest, sig);
    /* Without randomness there was no test; any other answer is a wrong one. */
    return status == MIFU_OK || mifu_status_class(status) == MIFU_ERR_RANDOM ? status
                                                                             : mifu_state_close();
}
