/* SPDX-License-Identifier: Apache-2.0 */
/* SM9 signatures, ciphertexts and key packages: what is read is written again as it was. */
#include "fuzz_support.h"

#include "mifu/sm9_encoding.h"

static void signature(const uint8_t *data, size_t size)
{
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], der[MIFU_SM9_SIGNATURE_DER_SIZE];
    size_t len;

    if (mifu_sm9_signature_from_der(sig, data, size) != MIFU_OK) {
        fuzz_check_zero(sig, sizeof sig);
        return;
    }
    FUZZ_CHECK(mifu_sm9_signature_to_der(der, sizeof der, &len, sig) == MIFU_OK);
    FUZZ_CHECK(len == size && memcmp(der, data, size) == 0);
}

static void key_package(const uint8_t *data, size_t size)
{
    static uint8_t k[4096], der[4300];
    uint8_t c[MIFU_SM9_G1_SIZE];
    size_t k_len, len;

    if (mifu_sm9_key_package_from_der(k, sizeof k, &k_len, c, data, size) != MIFU_OK)
        return;
    FUZZ_CHECK(mifu_sm9_key_package_to_der(der, sizeof der, &len, k, k_len, c) == MIFU_OK);
    FUZZ_CHECK(len == size && memcmp(der, data, size) == 0);
}

static void ciphertext(const uint8_t *data, size_t size)
{
    static uint8_t raw[5000], back[5000];
    size_t raw_len, len;
    mifu_status status =
        mifu_sm9_ciphertext_convert(raw, sizeof raw, &raw_len, MIFU_SM9_C1C3C2, MIFU_SM9_DER,
                                    MIFU_SM9_CIPHER_NAMED, data, size);
    const mifu_sm9_cipher ciphers[] = {MIFU_SM9_XOR, MIFU_SM9_SM4_ECB, MIFU_SM9_SM4_CBC,
                                       MIFU_SM9_SM4_OFB, MIFU_SM9_SM4_CFB};
    unsigned same = 0;

    if (status != MIFU_OK)
        return;
    for (size_t i = 0; i < sizeof ciphers / sizeof ciphers[0]; i++)
        if (mifu_sm9_ciphertext_convert(back, sizeof back, &len, MIFU_SM9_DER, MIFU_SM9_C1C3C2,
                                        ciphers[i], raw, raw_len) == MIFU_OK)
            same += len == size && memcmp(back, data, size) == 0;
    FUZZ_CHECK(same == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 4096)
        return 0;
    signature(data, size);
    key_package(data, size);
    ciphertext(data, size);
    return 0;
}
