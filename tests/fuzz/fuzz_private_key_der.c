/* SPDX-License-Identifier: Apache-2.0 */
/* PKCS#8 and SEC1: what is read is written again and read as the same key. */
#include "fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mifu_sm2_private_key key, back;
    uint8_t der[256], d[32], d_back[32];
    size_t len;

    memset(&key, 0xee, sizeof key);
    if (mifu_sm2_private_key_from_der(&key, data, size) != MIFU_OK) {
        fuzz_check_zero(&key, sizeof key);
        return 0;
    }
    mifu_sm2_private_key_to_bytes(d, &key);
    FUZZ_CHECK(mifu_sm2_private_key_to_pkcs8(der, sizeof der, &len, &key) == MIFU_OK);
    FUZZ_CHECK(mifu_sm2_private_key_from_der(&back, der, len) == MIFU_OK);
    mifu_sm2_private_key_to_bytes(d_back, &back);
    FUZZ_CHECK(memcmp(d, d_back, 32) == 0);
    FUZZ_CHECK(mifu_sm2_private_key_to_sec1(der, sizeof der, &len, &key) == MIFU_OK);
    FUZZ_CHECK(mifu_sm2_private_key_from_der(&back, der, len) == MIFU_OK);
    mifu_sm2_private_key_to_bytes(d_back, &back);
    FUZZ_CHECK(memcmp(d, d_back, 32) == 0);
    return 0;
}
