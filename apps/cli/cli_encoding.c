/* SPDX-License-Identifier: Apache-2.0 */
/* Files as binary, hex or Base64. */
#include "cli_encoding.h"

#include <stdio.h>
#include <string.h>

#include "mifu/sm2_encoding.h"

#include "cli_input.h"
#include "cli_output.h"
#include "cli_text.h"

int cli_encoding_choice(const cli_arguments *arguments, const char *option, cli_encoding *encoding)
{
    static const cli_choice_row table[] = {
        {"binary", CLI_BINARY}, {"hex", CLI_HEX}, {"base64", CLI_BASE64}, {NULL, 0}};
    int value = CLI_BINARY;
    int status = cli_choice(arguments, option, table, &value);

    *encoding = (cli_encoding)value;
    return status;
}

const char *cli_describe(const uint8_t *bytes, size_t len)
{
    static char text[96];
    mifu_pem_block block;
    mifu_sm2_identity identity;
    cli_buffer decoded = {0};
    int is_hex, is_base64;

    if (len == 0)
        return "an empty file";
    if (mifu_pem_next(&block, (const char *)bytes, len) == MIFU_OK) {
        snprintf(text, sizeof text, "PEM text (%.*s)",
                 (int)(block.label_len < 60 ? block.label_len : 60), block.label);
        return text;
    }
    is_hex = cli_hex_read(&decoded, bytes, len);
    is_base64 = !is_hex && len % 4 <= 2 && cli_base64_read(&decoded, bytes, len);
    if (is_hex || is_base64) {
        snprintf(text, sizeof text, "%s of %zu bytes",
                 is_hex ? "hexadecimal digits" : "Base64 text", decoded.len);
    } else {
        mifu_sm2_identify(&identity, bytes, len);
        if (identity.kind != MIFU_SM2_KIND_UNKNOWN)
            snprintf(text, sizeof text, "%zu bytes, %s", len, mifu_sm2_kind_text(identity.kind));
        else
            snprintf(text, sizeof text, "%zu bytes of binary data", len);
    }
    cli_buffer_free(&decoded);
    return text;
}

int cli_encoded_read(cli_buffer *bytes, const char *path, cli_encoding encoding, size_t limit)
{
    const char *name = cli_input_shown(path);
    cli_buffer text = {0};
    int status;

    if (encoding == CLI_BINARY)
        return cli_input_whole(bytes, path, limit);
    /* digits, line ends and blanks; no text of a permitted size is refused */
    status = cli_input_whole(&text, path, limit > SIZE_MAX / 3 ? SIZE_MAX : 3 * limit);
    if (status == CLI_DONE && !(encoding == CLI_HEX ? cli_hex_read(bytes, text.data, text.len)
                                                    : cli_base64_read(bytes, text.data, text.len)))
        status = cli_fail(CLI_BAD_INPUT, "%s: this is not %s; it looks like %s", name,
                          encoding == CLI_HEX ? "hexadecimal" : "Base64",
                          cli_describe(text.data, text.len));
    cli_buffer_free(&text);
    return status;
}

int cli_encodings_read(cli_buffer *bytes, cli_encoding *to, const char **name,
                       const cli_arguments *arguments, size_t limit)
{
    cli_encoding from;
    int status = cli_encoding_choice(arguments, "from-encoding", &from);

    if (status == CLI_DONE)
        status = cli_encoding_choice(arguments, "to-encoding", to);
    if (status == CLI_DONE)
        status = cli_input_name(arguments, name);
    if (status == CLI_DONE)
        status = cli_encoded_read(bytes, *name, from, limit);
    *name = cli_input_shown(*name);
    return status;
}

int cli_encoded_write(const char *path, int flags, cli_encoding encoding, const uint8_t *bytes,
                      size_t len)
{
    cli_buffer text = {0};
    int status;

    if (encoding == CLI_BINARY)
        return cli_output_whole(path, flags | CLI_OUTPUT_BINARY, bytes, len);
    status = encoding == CLI_HEX ? cli_hex_append(&text, bytes, len)
                                 : cli_base64_append(&text, bytes, len);
    if (status == CLI_DONE)
        status = cli_output_whole(path, flags, text.data, text.len);
    cli_buffer_free(&text);
    return status;
}
