/* SPDX-License-Identifier: Apache-2.0 */
/* Base64: decoding and encoding undo each other; sizes are exact. */
#include "fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size != 0 ? size : 1);
    char *again;
    uint8_t *bytes;
    size_t len = 0, need = 0, n = 0, digits = 0;
    mifu_status status;

    FUZZ_CHECK(text != NULL);
    for (size_t i = 0; i < size; i++)
        text[i] = (char)data[i];
    status = mifu_base64_decode(NULL, 0, &len, text, size);
    FUZZ_CHECK(status == MIFU_ERR_BUFFER || status == MIFU_ERR_ENCODING_BASE64);
    if (status == MIFU_ERR_BUFFER) {
        bytes = malloc(len + 1);
        FUZZ_CHECK(bytes != NULL);
        bytes[len] = 0xee;
        FUZZ_CHECK(mifu_base64_decode(bytes, len, &n, text, size) == MIFU_OK);
        FUZZ_CHECK(n == len && bytes[len] == 0xee);
        status = mifu_base64_encode(NULL, 0, &need, bytes, len);
        FUZZ_CHECK(status == MIFU_ERR_BUFFER);
        again = malloc(need != 0 ? need : 1);
        FUZZ_CHECK(again != NULL);
        FUZZ_CHECK(mifu_base64_encode(again, need, &n, bytes, len) == MIFU_OK);
        /* The same text but for white space. */
        for (size_t i = 0; i < size; i++) {
            if (strchr(" \t\r\n", text[i]) != NULL && text[i] != '\0')
                continue;
            FUZZ_CHECK(digits < need && again[digits] == text[i]);
            digits++;
        }
        FUZZ_CHECK(digits == need);
        free(again);
        free(bytes);
    }
    free(text);
    return 0;
}
