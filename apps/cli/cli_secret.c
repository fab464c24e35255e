/* SPDX-License-Identifier: Apache-2.0 */
/* Byte strings given by options, and results as hex or bytes. */
#include "cli_secret.h"

#include <stdio.h>
#include <string.h>

#include "cli_input.h"
#include "cli_output.h"
#include "cli_text.h"

/* Takes a key out of the command line that ps shows. The value points into argv. */
static void forget(const char *option, const char *value)
{
    if (strstr(option, "key-") != NULL || strncmp(option, "secret-", 7) == 0)
        cli_wipe((void *)(uintptr_t)value, strlen(value));
}

int cli_bytes(cli_buffer *bytes, int *given, const cli_arguments *arguments, const char *hex_option,
              const char *file_option, const char *text_option)
{
    const char *options[4] = {NULL, NULL, NULL, NULL};
    const char *hex = hex_option != NULL ? cli_value(arguments, hex_option) : NULL;
    const char *file = file_option != NULL ? cli_value(arguments, file_option) : NULL;
    const char *text = text_option != NULL ? cli_value(arguments, text_option) : NULL;
    int count = 0, status = CLI_DONE;

    if (hex_option != NULL)
        options[count++] = hex_option;
    if (file_option != NULL)
        options[count++] = file_option;
    if (text_option != NULL)
        options[count++] = text_option;
    if (cli_at_most_one(arguments, options) != CLI_DONE)
        return CLI_USAGE;
    *given = hex != NULL || file != NULL || text != NULL;
    if (file != NULL)
        return cli_input_whole(bytes, file, CLI_SMALL_LIMIT);
    if (hex != NULL) {
        status = cli_hex_decode(bytes, hex_option, hex);
        forget(hex_option, hex);
    } else if (text != NULL) {
        status = cli_buffer_append(bytes, text, strlen(text));
        forget(text_option, text);
    }
    return status;
}

int cli_identity(cli_buffer *id, int *given, const cli_arguments *arguments,
                 const char *text_option, const char *hex_option, const char *empty_option)
{
    const char *options[] = {text_option, hex_option, empty_option, NULL};
    int status = cli_at_most_one(arguments, options);

    if (status == CLI_DONE)
        status = cli_bytes(id, given, arguments, hex_option, NULL, text_option);
    if (status == CLI_DONE && *given && id->len == 0)
        status = cli_fail_usage("an empty identity is said with --%s", empty_option);
    if (status != CLI_DONE)
        return status;
    *given = *given || cli_given(arguments, empty_option);
    return cli_buffer_reserve(id, 1);
}

int cli_hash_choice(const cli_arguments *arguments, mifu_hash_algorithm *algorithm)
{
    static const cli_choice_row hashes[] = {
        {"sm3", MIFU_HASH_SM3},
        {"sha256", MIFU_HASH_SHA256},
        {"sha224", MIFU_HASH_SHA224},
        {NULL, 0},
    };
    int value = MIFU_HASH_SM3;
    int status = cli_choice(arguments, "hash", hashes, &value);

    *algorithm = (mifu_hash_algorithm)value;
    return status;
}

int cli_write_result(const cli_arguments *arguments, int flags, const uint8_t *bytes, size_t len)
{
    cli_buffer text = {0};
    int status;

    if (cli_given(arguments, "raw"))
        return cli_output_whole(cli_value(arguments, "out"), flags | CLI_OUTPUT_BINARY, bytes, len);
    status = cli_hex_append(&text, bytes, len);
    if (status == CLI_DONE)
        status = cli_output_whole(cli_value(arguments, "out"), flags, text.data, text.len);
    cli_buffer_free(&text);
    return status;
}

int cli_length_buffer(cli_buffer *key, const cli_arguments *arguments)
{
    const char *text;
    uint64_t length = 0;
    int status = cli_require(arguments, "length", &text);

    if (status == CLI_DONE)
        status = cli_number(arguments, "length", 1, (uint64_t)1 << 24, &length);
    if (status == CLI_DONE)
        status = cli_buffer_reserve(key, (size_t)length);
    if (status == CLI_DONE)
        key->len = (size_t)length;
    return status;
}

/* Compares in constant time: a wrong tag tells nothing of the right one. */
static int compare(const uint8_t *tag, size_t len, const char *hex)
{
    cli_buffer expected = {0};
    unsigned difference = 0;
    int status = cli_buffer_reserve(&expected, len);

    if (status == CLI_DONE)
        status = cli_hex_decode_exact(expected.data, len, "verify", hex);
    for (size_t i = 0; i < len && status == CLI_DONE; i++)
        difference |= (unsigned)(tag[i] ^ expected.data[i]);
    cli_buffer_free(&expected);
    if (status != CLI_DONE)
        return status;
    puts(difference == 0 ? "valid" : "invalid");
    return difference == 0 ? CLI_DONE : CLI_INVALID;
}

int cli_mac_result(const cli_arguments *arguments, const uint8_t *tag, size_t len)
{
    return cli_given(arguments, "verify") ? compare(tag, len, cli_value(arguments, "verify"))
                                          : cli_write_result(arguments, 0, tag, len);
}
