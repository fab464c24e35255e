/* SPDX-License-Identifier: Apache-2.0 */
/* Certificates and requests: pointers stay inside, the signature is checked. */
#include "fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mifu_sm2_certificate certificate;
    mifu_status status;

    memset(&certificate, 0xee, sizeof certificate);
    if (mifu_sm2_certificate_from_der(&certificate, data, size) != MIFU_OK) {
        fuzz_check_zero(&certificate, sizeof certificate);
        return 0;
    }
    FUZZ_CHECK(certificate.tbs >= data && certificate.tbs + certificate.tbs_len < data + size);
    status = mifu_sm2_certificate_verify(&certificate, &certificate.subject, MIFU_SM2_DEFAULT_ID);
    FUZZ_CHECK(status == MIFU_OK || status == MIFU_INVALID);
    return 0;
}
