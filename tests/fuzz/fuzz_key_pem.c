/* SPDX-License-Identifier: Apache-2.0 */
/* PEM texts: blocks, private and public keys (encrypted ones without a password). */
#include "fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size != 0 ? size : 1);
    const char *at = text;
    size_t left = size;
    mifu_sm2_private_key key;
    mifu_sm2_public_key public_key;
    mifu_pem_block block;

    FUZZ_CHECK(text != NULL);
    if (size != 0)
        memcpy(text, data, size);
    while (mifu_pem_next(&block, at, left) == MIFU_OK) {
        uint8_t der[512];
        size_t len = 0, again = 0;
        mifu_status status = mifu_pem_block_to_der(NULL, 0, &len, &block);

        FUZZ_CHECK(block.body >= text && block.body + block.body_len <= text + size);
        FUZZ_CHECK(block.rest_len < left && block.rest + block.rest_len == text + size);
        if (status == MIFU_ERR_BUFFER && len <= sizeof der) {
            FUZZ_CHECK(mifu_pem_block_to_der(der, len, &again, &block) == MIFU_OK || len == 0);
            FUZZ_CHECK(again == len);
        }
        at = block.rest;
        left = block.rest_len;
    }
    memset(&key, 0xee, sizeof key);
    if (mifu_sm2_private_key_from_pem(&key, text, size, NULL, 0) != MIFU_OK)
        fuzz_check_zero(&key, sizeof key);
    memset(&public_key, 0xee, sizeof public_key);
    if (mifu_sm2_public_key_from_pem(&public_key, text, size) != MIFU_OK)
        fuzz_check_zero(&public_key, sizeof public_key);
    free(text);
    return 0;
}
