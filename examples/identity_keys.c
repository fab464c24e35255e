/* SPDX-License-Identifier: Apache-2.0 */
/* SM9, where an identity is the public key: a key generation centre, a signer and a recipient. */
#include <mifu/mifu.h>

#include <stdio.h>
#include <string.h>

#define ALICE (const uint8_t *)"alice@example.com", 17
#define BOB   (const uint8_t *)"bob@example.com", 15

int main(void)
{
    static const uint8_t message[] = "Pay 100.00 to Bob";
    mifu_sm9_sign_master_key sign_master;
    mifu_sm9_encrypt_master_key encrypt_master;
    mifu_sm9_sign_key alice;
    mifu_sm9_encrypt_key bob;
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], ct[300], pt[300];
    size_t ct_len, pt_len;
    mifu_status status;
    int failed = 1;

    /* The centre: a master key for each purpose, published in its public half. */
    if (mifu_sm9_sign_master_keygen(&sign_master) != MIFU_OK ||
        mifu_sm9_encrypt_master_keygen(&encrypt_master) != MIFU_OK)
        return 1;

    /* It gives each user the private key of an identity. */
    if (mifu_sm9_sign_key_extract(&alice, &sign_master, ALICE, MIFU_SM9_HID_SIGN) != MIFU_OK ||
        mifu_sm9_encrypt_key_extract(&bob, &encrypt_master, BOB, MIFU_SM9_HID_ENCRYPT) != MIFU_OK)
        goto end;

    /* Alice signs; whoever has the centre's public key verifies by her name alone. */
    if (mifu_sm9_sign(sig, &alice, message, sizeof message) != MIFU_OK)
        goto end;
    status = mifu_sm9_verify(&sign_master.public_key, ALICE, MIFU_SM9_HID_SIGN, message,
                             sizeof message, sig);
    printf("by alice: %s\n", mifu_status_text(status));
    if (status != MIFU_OK)
        goto end;
    status = mifu_sm9_verify(&sign_master.public_key, BOB, MIFU_SM9_HID_SIGN, message,
                             sizeof message, sig);
    printf("by bob: %s\n", mifu_status_text(status));
    if (status != MIFU_INVALID)
        goto end;

    /* Anybody encrypts to Bob's name; Bob decrypts. */
    if (mifu_sm9_encrypt(ct, sizeof ct, &ct_len, &encrypt_master.public_key, BOB,
                         MIFU_SM9_HID_ENCRYPT, MIFU_SM9_SM4_CBC, MIFU_SM9_DER, message,
                         sizeof message) != MIFU_OK)
        goto end;
    status = mifu_sm9_decrypt(pt, sizeof pt, &pt_len, &bob, BOB, MIFU_SM9_CIPHER_NAMED,
                              MIFU_SM9_DER, ct, ct_len);
    printf("decrypted: %s\n", mifu_status_text(status));
    failed = status != MIFU_OK || pt_len != sizeof message || memcmp(pt, message, pt_len) != 0;

end:
    mifu_sm9_sign_master_key_wipe(&sign_master);
    mifu_sm9_encrypt_master_key_wipe(&encrypt_master);
    mifu_sm9_sign_key_wipe(&alice);
    mifu_sm9_encrypt_key_wipe(&bob);
    return failed;
}
