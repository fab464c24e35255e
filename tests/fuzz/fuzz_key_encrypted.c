/* SPDX-License-Identifier: Apache-2.0 */
/* EncryptedPrivateKeyInfo with the password of the corpus. */
#include "fuzz_support.h"

#include "sm2_key_encrypted.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mifu_sm2_encrypted_parts parts;
    mifu_sm2_private_key key;

    /* Many iterations are slow and no news. */
    if (mifu_sm2_encrypted_split(&parts, data, size) == MIFU_OK && parts.iterations > 5000)
        return 0;
    memset(&key, 0xee, sizeof key);
    if (mifu_sm2_private_key_from_encrypted_der(&key, data, size, (const uint8_t *)"Password1",
                                                9) != MIFU_OK)
        fuzz_check_zero(&key, sizeof key);
    return 0;
}
