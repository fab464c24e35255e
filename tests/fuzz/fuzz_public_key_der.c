/* SPDX-License-Identifier: Apache-2.0 */
/* SubjectPublicKeyInfo: what is read is written again and read as the same key. */
#include "fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mifu_sm2_public_key key, back;
    uint8_t der[256];
    size_t len;

    memset(&key, 0xee, sizeof key);
    if (mifu_sm2_public_key_from_der(&key, data, size) != MIFU_OK) {
        fuzz_check_zero(&key, sizeof key);
        return 0;
    }
    FUZZ_CHECK(mifu_sm2_public_key_to_der(der, sizeof der, &len, &key) == MIFU_OK);
    FUZZ_CHECK(mifu_sm2_public_key_from_der(&back, der, len) == MIFU_OK);
    FUZZ_CHECK(mifu_sm2_public_key_equal(&key, &back));
    return 0;
}
