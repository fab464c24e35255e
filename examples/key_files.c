/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes a key pair as PEM, the private key under a password, and reads both again. Where PEM ends
 * and files begin is the caller's: the library reads and writes memory.
 */
#include <mifu/mifu.h>

#include <stdio.h>

int main(void)
{
    static const uint8_t password[] = {'s', 'e', 's', 'a', 'm', 'e'};
    mifu_sm2_private_key key, back;
    mifu_sm2_public_key pub, derived;
    mifu_sm2_identity identity;
    char pem[1024];
    uint8_t der[512];
    size_t len, der_len;
    mifu_status status;

    if (mifu_sm2_keygen(&key) != MIFU_OK)
        return 1;
    mifu_sm2_public_key_from_private(&derived, &key);

    if (mifu_sm2_public_key_to_pem(pem, sizeof pem, &len, &derived) != MIFU_OK ||
        mifu_sm2_public_key_from_pem(&pub, pem, len) != MIFU_OK)
        return 1;
    printf("%.*s", (int)len, pem);

    /* MIFU_HASH_SM3 is GM/T 0091's way; OpenSSL 3.0 reads MIFU_HASH_SHA256 only. */
    if (mifu_sm2_private_key_to_encrypted_pem(pem, sizeof pem, &len, &key, password,
                                              sizeof password, MIFU_HASH_SM3,
                                              MIFU_SM2_DEFAULT_ITERATIONS) != MIFU_OK)
        return 1;
    mifu_sm2_private_key_wipe(&key);
    printf("%.*s", (int)len, pem);

    /* What is in a file that somebody sent? */
    if (mifu_pem_to_der(der, sizeof der, &der_len, NULL, pem, len) != MIFU_OK)
        return 1;
    mifu_sm2_identify(&identity, der, der_len);
    printf("it is: %s (%s)\n", mifu_sm2_kind_text(identity.kind), identity.algorithm);

    status = mifu_sm2_private_key_from_pem(&back, pem, len, NULL, 0);
    printf("without a password: %s\n", mifu_status_text(status));
    status = mifu_sm2_private_key_from_pem(&back, pem, len, (const uint8_t *)"wrong", 5);
    printf("with a wrong one: %s\n", mifu_status_text(status));
    status = mifu_sm2_private_key_from_pem(&back, pem, len, password, sizeof password);
    printf("with the right one: %s\n", mifu_status_text(status));
    if (status != MIFU_OK)
        return 1;
    mifu_sm2_public_key_from_private(&derived, &back);
    mifu_sm2_private_key_wipe(&back);
    return mifu_sm2_public_key_equal(&pub, &derived) ? 0 : 1;
}
