/* SPDX-License-Identifier: Apache-2.0 */
/* SM2EnvelopedKey. */
#include "fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mifu_sm2_private_key key;

    memset(&key, 0xee, sizeof key);
    if (mifu_sm2_enveloped_key_open(&key, fuzz_private_key(), data, size) != MIFU_OK)
        fuzz_check_zero(&key, sizeof key);
    return 0;
}
