/* SPDX-License-Identifier: Apache-2.0 */
/* SM4-GCM: encrypts a message and protects it, with its header, against change. */
#include <mifu/mifu.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    static const uint8_t header[] = {'t', 'o', ':', ' ', 'b', 'o', 'b'}; /* sent in the clear */
    static const uint8_t message[] = "meet me at noon";
    uint8_t k[MIFU_SM4_KEY_SIZE], iv[MIFU_SM4_GCM_IV_SIZE], tag[MIFU_SM4_TAG_SIZE];
    uint8_t ct[sizeof message], pt[sizeof message];
    mifu_sm4_key key;
    mifu_status status;

    /* An IV must never serve twice under one key: random, or counted. */
    if (mifu_random_bytes(k, sizeof k) != MIFU_OK || mifu_random_bytes(iv, sizeof iv) != MIFU_OK)
        return 1;
    mifu_sm4_key_init(&key, k);
    if (mifu_sm4_gcm_seal(ct, tag, sizeof tag, &key, iv, sizeof iv, header, sizeof header, message,
                          sizeof message) != MIFU_OK)
        return 1;

    status = mifu_sm4_gcm_open(pt, &key, iv, sizeof iv, header, sizeof header, ct, sizeof ct, tag,
                               sizeof tag);
    printf("opened: %s\n", mifu_status_text(status));
    if (status != MIFU_OK || memcmp(pt, message, sizeof message) != 0)
        return 1;

    /* Without its header, or changed, it does not open, and no plaintext comes out. */
    status = mifu_sm4_gcm_open(pt, &key, iv, sizeof iv, header, sizeof header - 1, ct, sizeof ct,
                               tag, sizeof tag);
    printf("with another header: %s\n", mifu_status_text(status));
    mifu_sm4_key_wipe(&key);
    return status == MIFU_ERR_AUTHENTICATION ? 0 : 1;
}
