/* SPDX-License-Identifier: Apache-2.0 */
/* Encrypts a short secret for the owner of an SM2 key, as a session key is sent, and decrypts it.
 */
#include <mifu/mifu.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    static const uint8_t secret[16] = {'s', 'i', 'x', 't', 'e', 'e', 'n', ' ',
                                       'b', 'y', 't', 'e', 's', '!', '!', '!'};
    mifu_sm2_private_key key;
    mifu_sm2_public_key pub;
    uint8_t ct[256];
    uint8_t old_order[256];
    uint8_t pt[64];
    size_t ct_len, old_len, pt_len;

    if (mifu_sm2_keygen(&key) != MIFU_OK)
        return 1;
    mifu_sm2_public_key_from_private(&pub, &key);

    /* The two sides must agree on the format: DER, or C1, C3, C2 with or without a leading 04. */
    printf("room for a DER ciphertext: %zu bytes\n",
           mifu_sm2_ciphertext_size(MIFU_SM2_DER, sizeof secret));
    if (mifu_sm2_encrypt(ct, sizeof ct, &ct_len, &pub, MIFU_SM2_DER, secret, sizeof secret) !=
        MIFU_OK)
        return 1;

    /* A ciphertext goes from one format into another without any key. */
    if (mifu_sm2_ciphertext_convert(old_order, sizeof old_order, &old_len, MIFU_SM2_C1C2C3,
                                    MIFU_SM2_DER, ct, ct_len) != MIFU_OK)
        return 1;

    if (mifu_sm2_decrypt(pt, sizeof pt, &pt_len, &key, MIFU_SM2_C1C2C3, old_order, old_len) !=
            MIFU_OK ||
        pt_len != sizeof secret || memcmp(pt, secret, pt_len) != 0)
        return 1;
    printf("decrypted: %.16s\n", (const char *)pt);

    /* One changed byte, and there is no plaintext at all. */
    old_order[80] ^= 1;
    printf("after a change: %s\n",
           mifu_status_text(mifu_sm2_decrypt(pt, sizeof pt, &pt_len, &key, MIFU_SM2_C1C2C3,
                                             old_order, old_len)));
    mifu_sm2_private_key_wipe(&key);
    return 0;
}
