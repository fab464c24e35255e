/* SPDX-License-Identifier: Apache-2.0 */
/* Signatures: one encoding each; the lenient reader takes all that the strict one takes. */
#include "fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t sig[64], lenient[64], der[MIFU_SM2_SIGNATURE_DER_MAX_SIZE];
    uint8_t blob[MIFU_SM2_SIGNATURE_SKF_SIZE];
    size_t len;
    mifu_status strict_status = mifu_sm2_signature_from_der(sig, data, size);
    mifu_status lenient_status = mifu_sm2_signature_from_der_lenient(lenient, data, size);

    if (lenient_status != MIFU_OK) {
        FUZZ_CHECK(strict_status != MIFU_OK);
        fuzz_check_zero(lenient, sizeof lenient);
    }
    if (strict_status != MIFU_OK) {
        fuzz_check_zero(sig, sizeof sig);
        return 0;
    }
    FUZZ_CHECK(memcmp(sig, lenient, sizeof sig) == 0);
    FUZZ_CHECK(mifu_sm2_signature_to_der(der, sizeof der, &len, sig) == MIFU_OK);
    FUZZ_CHECK(len == size && memcmp(der, data, size) == 0);
    mifu_sm2_signature_to_skf(blob, sig);
    FUZZ_CHECK(mifu_sm2_signature_from_skf(lenient, blob) == MIFU_OK);
    FUZZ_CHECK(memcmp(sig, lenient, sizeof sig) == 0);
    return 0;
}
