/* SPDX-License-Identifier: Apache-2.0 */
/* Encoded points: what is read has one uncompressed and one compressed form. */
#include "fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mifu_sm2_public_key key, back;
    uint8_t point[MIFU_SM2_PUBLIC_KEY_SIZE], compressed[MIFU_SM2_COMPRESSED_SIZE];

    if (mifu_sm2_public_key_from_bytes(&key, data, size) != MIFU_OK)
        return 0;
    mifu_sm2_public_key_to_bytes(point, &key);
    mifu_sm2_public_key_to_compressed(compressed, &key);
    FUZZ_CHECK((size == sizeof point && memcmp(point, data, size) == 0) ||
               (size == sizeof compressed && memcmp(compressed, data, size) == 0));
    FUZZ_CHECK(mifu_sm2_public_key_from_bytes(&back, compressed, sizeof compressed) == MIFU_OK);
    FUZZ_CHECK(mifu_sm2_public_key_equal(&key, &back));
    FUZZ_CHECK(mifu_sm2_public_key_from_xy(&back, point + 1) == MIFU_OK);
    FUZZ_CHECK(mifu_sm2_public_key_equal(&key, &back));
    return 0;
}
