/* SPDX-License-Identifier: Apache-2.0 */
/* Signs a message with a fresh SM2 key and verifies it, in the forms that files and protocols use.
 */
#include <mifu/mifu.h>

#include <stdio.h>

int main(void)
{
    static const uint8_t message[] = "Pay 100.00 to Alice";
    static const uint8_t alice[] = {'a', 'l', 'i', 'c', 'e'};
    mifu_sm2_private_key key;
    mifu_sm2_public_key pub;
    mifu_sm3 sm3;
    uint8_t sig[MIFU_SM2_SIGNATURE_SIZE];
    uint8_t der[MIFU_SM2_SIGNATURE_DER_MAX_SIZE];
    uint8_t e[MIFU_SM2_DIGEST_SIZE];
    size_t der_len;
    mifu_status status;

    if (mifu_sm2_keygen(&key) != MIFU_OK)
        return 1;
    mifu_sm2_public_key_from_private(&pub, &key);

    /* With the identity that GM/T 0009 prescribes where nothing else was agreed. */
    if (mifu_sm2_sign(sig, &key, MIFU_SM2_DEFAULT_ID, message, sizeof message) != MIFU_OK)
        return 1;

    /* Files and certificates hold signatures as DER; reading one checks it strictly. */
    if (mifu_sm2_signature_to_der(der, sizeof der, &der_len, sig) != MIFU_OK ||
        mifu_sm2_signature_from_der(sig, der, der_len) != MIFU_OK)
        return 1;
    status = mifu_sm2_verify(&pub, MIFU_SM2_DEFAULT_ID, message, sizeof message, sig);
    printf("the signature, %zu bytes of DER: %s\n", der_len, mifu_status_text(status));
    if (status != MIFU_OK)
        return 1;

    /* The identity is signed too: under another one the same signature does not verify. */
    status = mifu_sm2_verify(&pub, alice, sizeof alice, message, sizeof message, sig);
    printf("under another identity: %s\n", mifu_status_text(status));
    if (status != MIFU_INVALID)
        return 1;

    /* A message that comes in pieces: digest it, then sign or verify the digest. */
    if (mifu_sm2_digest_init(&sm3, &pub, alice, sizeof alice) != MIFU_OK)
        return 1;
    mifu_sm3_update(&sm3, message, 10);
    mifu_sm3_update(&sm3, message + 10, sizeof message - 10);
    mifu_sm3_final(e, &sm3);
    if (mifu_sm2_sign_digest(sig, &key, e) != MIFU_OK)
        return 1;
    mifu_sm2_private_key_wipe(&key);
    status = mifu_sm2_verify(&pub, alice, sizeof alice, message, sizeof message, sig);
    printf("signed in pieces: %s\n", mifu_status_text(status));
    return status == MIFU_OK ? 0 : 1;
}
