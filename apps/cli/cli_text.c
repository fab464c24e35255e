/* SPDX-License-Identifier: Apache-2.0 */
/* Hexadecimal and Base64 (RFC 4648) of the command line. */
#include "cli_text.h"

#include <string.h>

#include "mifu/pem.h"

#include "cli_report.h"

static int digit_value(unsigned char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static int is_space(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

int cli_hex_decode(cli_buffer *bytes, const char *option, const char *hex)
{
    size_t len = strlen(hex);
    int status = cli_buffer_reserve(bytes, len / 2 + 1);

    for (size_t i = 0; i < len; i++)
        if (digit_value((unsigned char)hex[i]) < 0)
            return cli_fail(CLI_USAGE,
                            "--%s: character %zu is not a hexadecimal digit; the value is digits "
                            "0-9 a-f and nothing else",
                            option, i + 1);
    if (len % 2 != 0)
        return cli_fail(CLI_USAGE, "--%s: %zu hexadecimal digits make no whole bytes", option, len);
    for (size_t i = 0; i < len && status == CLI_DONE; i += 2)
        bytes->data[bytes->len++] = (uint8_t)(16 * digit_value((unsigned char)hex[i]) +
                                              digit_value((unsigned char)hex[i + 1]));
    return status;
}

int cli_hex_decode_exact(uint8_t *bytes, size_t len, const char *option, const char *hex)
{
    cli_buffer decoded = {0};
    int status = cli_hex_decode(&decoded, option, hex);

    if (status == CLI_DONE && decoded.len != len)
        status = cli_fail(CLI_USAGE,
                          "--%s: %zu bytes (%zu hexadecimal digits) are needed, and these are %zu",
                          option, len, 2 * len, decoded.len);
    if (status == CLI_DONE)
        memcpy(bytes, decoded.data, len);
    cli_buffer_free(&decoded);
    return status;
}

void cli_hex_encode(char *hex, const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        hex[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        hex[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    hex[2 * len] = '\0';
}

int cli_hex_read(cli_buffer *bytes, const uint8_t *text, size_t len)
{
    int high = -1;

    bytes->len = 0;
    if (cli_buffer_reserve(bytes, len / 2 + 1) != CLI_DONE)
        return 0;
    for (size_t i = 0; i < len; i++) {
        int value = digit_value(text[i]);

        if (value < 0 && is_space(text[i]))
            continue;
        if (value < 0)
            return 0;
        if (high < 0) {
            high = value;
        } else {
            bytes->data[bytes->len++] = (uint8_t)(16 * high + value);
            high = -1;
        }
    }
    return high < 0 && bytes->len > 0;
}

int cli_base64_read(cli_buffer *bytes, const uint8_t *text, size_t len)
{
    bytes->len = 0;
    return cli_buffer_reserve(bytes, len / 4 * 3 + 3) == CLI_DONE &&
           mifu_base64_decode(bytes->data, bytes->cap, &bytes->len, (const char *)text, len) ==
               MIFU_OK &&
           bytes->len > 0;
}

int cli_base64_append(cli_buffer *text, const uint8_t *bytes, size_t len)
{
    size_t written = 0;
    int status = cli_buffer_reserve(text, len / 3 * 4 + 5);

    if (status != CLI_DONE)
        return status;
    if (mifu_base64_encode((char *)text->data + text->len, text->cap - text->len - 1, &written,
                           bytes, len) != MIFU_OK)
        return cli_fail(CLI_SYSTEM, "not enough memory");
    text->len += written;
    return cli_buffer_append(text, "\n", 1);
}

int cli_hex_append(cli_buffer *text, const uint8_t *bytes, size_t len)
{
    int status = cli_buffer_reserve(text, 2 * len + 2);

    if (status != CLI_DONE)
        return status;
    cli_hex_encode((char *)text->data + text->len, bytes, len);
    text->len += 2 * len;
    return cli_buffer_append(text, "\n", 1);
}
