/* SPDX-License-Identifier: Apache-2.0 */
/* A PEM block: RFC 7468 clause 3, strict form: 64 characters a line, LF. */
#include "mifu/pem.h"

#include "base_state.h"
#include "base_bytes.h"

#define BYTES_A_LINE 48 /* 64 characters */

/* RFC 7468 clause 3, "label": printable characters, with single dashes and spaces between them. */
static int label_is_legal(const char *label)
{
    char before = '-';

    for (; *label != '\0'; label++) {
        char c = *label;

        if (c == '-' || c == ' ') {
            if (before == '-' || before == ' ')
                return 0;
        } else if (c < 0x21 || c > 0x7e) {
            return 0;
        }
        before = c;
    }
    return before != '-' && before != ' ';
}

static char *put(char *at, const char *text)
{
    size_t len = strlen(text);

    memcpy(at, text, len);
    return at + len;
}

mifu_status mifu_pem_from_der(char *pem, size_t pem_cap, size_t *pem_len, const char *label,
                              const uint8_t *der, size_t der_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    size_t lines = der_len / BYTES_A_LINE + (der_len % BYTES_A_LINE != 0);
    size_t need;
    char *at = pem;

    if (pem_len == NULL || label == NULL || (der == NULL && der_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (!label_is_legal(label))
        return MIFU_ERR_ARGUMENT_NAME;
    if (der_len > SIZE_MAX / 2 || strlen(label) > 1024)
        return MIFU_ERR_ARGUMENT_LENGTH;
    need = strlen("-----BEGIN -----\n-----END -----\n") + 2 * strlen(label) + lines +
           (der_len / 3 + (der_len % 3 != 0)) * 4;
    *pem_len = need;
    if (pem == NULL || pem_cap < need)
        return MIFU_ERR_BUFFER;
    at = put(at, "-----BEGIN ");
    at = put(at, label);
    at = put(at, "-----\n");
    while (der_len != 0) {
        size_t n = der_len < BYTES_A_LINE ? der_len : BYTES_A_LINE;
        size_t written = 0;
        mifu_status status = mifu_base64_encode(at, need - (size_t)(at - pem), &written, der, n);

        if (status != MIFU_OK) /* cannot be: the room was counted */
            return status;
        at += written;
        *at++ = '\n';
        der += n;
        der_len -= n;
    }
    at = put(at, "-----END ");
    at = put(at, label);
    (void)put(at, "-----\n");
    return MIFU_OK;
}
