/* SPDX-License-Identifier: Apache-2.0 */
/* HMAC-SM3 of several messages under one prepared key, and keys derived from a password. */
#include <mifu/mifu.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    static const char *const messages[] = {"first message", "second message"};
    static const uint8_t password[] = {'s', 'e', 's', 'a', 'm', 'e'};
    uint8_t salt[16], secret[32], tag[MIFU_SM3_DIGEST_SIZE];
    mifu_hmac_key key;

    /* A password is no key: PBKDF2 makes one of it, slowly, with a salt that is stored beside. */
    if (mifu_random_bytes(salt, sizeof salt) != MIFU_OK ||
        mifu_pbkdf2(secret, sizeof secret, MIFU_HASH_SM3, password, sizeof password, salt,
                    sizeof salt, 10000) != MIFU_OK)
        return 1;

    /* Preparing the key once makes each message cheaper. */
    if (mifu_hmac_key_init(&key, MIFU_HASH_SM3, secret, sizeof secret) != MIFU_OK)
        return 1;
    for (size_t i = 0; i < 2; i++) {
        const uint8_t *message = (const uint8_t *)messages[i];
        size_t len = strlen(messages[i]);

        mifu_hmac_mac(tag, &key, message, len);
        if (mifu_hmac_verify(&key, message, len, tag, sizeof tag) != MIFU_OK)
            return 1;
        tag[0] ^= 1;
        printf("%s: the tag is right; a changed one: %s\n", messages[i],
               mifu_status_text(mifu_hmac_verify(&key, message, len, tag, sizeof tag)));
    }
    mifu_hmac_key_wipe(&key);
    return 0;
}
