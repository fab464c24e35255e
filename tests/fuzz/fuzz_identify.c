/* SPDX-License-Identifier: Apache-2.0 */
/* Recognition of any blob. */
#include "fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mifu_sm2_identity identity;
    size_t element = 0;

    memset(&identity, 0xee, sizeof identity);
    mifu_sm2_identify(&identity, data, size);
    FUZZ_CHECK(identity.size <= size);
    FUZZ_CHECK(memchr(identity.algorithm, '\0', sizeof identity.algorithm) != NULL);
    FUZZ_CHECK(identity.kind != MIFU_SM2_KIND_UNKNOWN || identity.status != MIFU_OK);
    FUZZ_CHECK(mifu_sm2_kind_text(identity.kind) != NULL);
    if (mifu_der_element_size(&element, data, size) == MIFU_OK)
        FUZZ_CHECK(element >= 2 && element <= size);
    return 0;
}
