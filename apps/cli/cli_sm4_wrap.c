/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm4 wrap, unwrap: a key under another key (RFC 3394, RFC 5649). */
#include "cli_sm4_wrap.h"

#include "mifu/sm4_aead.h"

#include "cli_encoding.h"
#include "cli_input.h"
#include "cli_output.h"
#include "cli_sm4_options.h"

#define KEY_OPTIONS                                                                                \
    {"key-hex", 0, "HEX", "the wrapping key: 32 hexadecimal digits"},                              \
        {"key-file", 0, "FILE", "the wrapping key: the 16 bytes of FILE"},                         \
    {                                                                                              \
        "padded", 0, NULL, "RFC 5649: a key of any length, 1 byte and more"                        \
    }

const cli_option cli_sm4_wrap_options[] = {
    KEY_OPTIONS,
    {"in", 0, "FILE", "the key to wrap, as bytes (or name it as the argument)"},
    {"out", 0, "FILE", "the wrapped key"},
    CLI_ENCODING_OPTION("the wrapped key"),
    {NULL, 0, NULL, NULL},
};

const cli_option cli_sm4_unwrap_options[] = {
    KEY_OPTIONS,
    {"in", 0, "FILE", "the wrapped key (or name it as the argument)"},
    {"out", 0, "FILE", "the key, as bytes"},
    CLI_ENCODING_OPTION("the wrapped key"),
    {NULL, 0, NULL, NULL},
};

/* What both verbs begin with. */
typedef struct wrapping {
    mifu_sm4_key key;
    cli_encoding encoding;
    const char *name; /* of the input */
    int padded;
    cli_buffer in, out;
} wrapping;

static int read_options(wrapping *w, const cli_arguments *arguments)
{
    uint8_t key[MIFU_SM4_KEY_SIZE];
    int given = 0;
    int status = cli_sm4_read_key(key, sizeof key, &given, arguments);

    if (status == CLI_DONE && !given)
        status = cli_fail_usage("a key is required: --key-hex or --key-file");
    if (status == CLI_DONE)
        mifu_sm4_key_init(&w->key, key);
    cli_wipe(key, sizeof key);
    w->padded = cli_given(arguments, "padded");
    if (status == CLI_DONE)
        status = cli_encoding_choice(arguments, "encoding", &w->encoding);
    return status == CLI_DONE ? cli_input_name(arguments, &w->name) : status;
}

static int end(wrapping *w, int status)
{
    mifu_sm4_key_wipe(&w->key);
    cli_buffer_free(&w->in);
    cli_buffer_free(&w->out);
    return status;
}

int cli_sm4_run_wrap(const cli_arguments *arguments)
{
    wrapping w = {.padded = 0};
    mifu_status code = MIFU_OK;
    int status = read_options(&w, arguments);

    if (status == CLI_DONE)
        status = cli_input_whole(&w.in, w.name, CLI_SMALL_LIMIT);
    if (status == CLI_DONE)
        status = cli_buffer_reserve(&w.out, w.in.len + 7 + MIFU_SM4_WRAP_OVERHEAD);
    if (status == CLI_DONE && w.padded)
        code = mifu_sm4_wrap_padded(w.out.data, w.out.cap, &w.out.len, &w.key, w.in.data, w.in.len);
    else if (status == CLI_DONE) {
        code = mifu_sm4_wrap(w.out.data, &w.key, w.in.data, w.in.len);
        w.out.len = w.in.len + MIFU_SM4_WRAP_OVERHEAD;
    }
    if (code == MIFU_ERR_ARGUMENT_LENGTH)
        status = w.padded ? cli_fail(CLI_BAD_INPUT, "%s: there is no key to wrap; it is empty",
                                     cli_input_shown(w.name))
                          : cli_fail(CLI_BAD_INPUT,
                                     "%s: a key of %zu bytes; RFC 3394 wraps 16, 24, 32, ... "
                                     "bytes, and --padded any number",
                                     cli_input_shown(w.name), w.in.len);
    else if (status == CLI_DONE)
        status = cli_fail_status(code, cli_input_shown(w.name), NULL);
    if (status == CLI_DONE)
        status =
            cli_encoded_write(cli_value(arguments, "out"), 0, w.encoding, w.out.data, w.out.len);
    return end(&w, status);
}

int cli_sm4_run_unwrap(const cli_arguments *arguments)
{
    wrapping w = {.padded = 0};
    mifu_status code = MIFU_OK;
    int status = read_options(&w, arguments);

    if (status == CLI_DONE)
        status = cli_encoded_read(&w.in, w.name, w.encoding, CLI_SMALL_LIMIT);
    if (status == CLI_DONE)
        status = cli_buffer_reserve(&w.out, w.in.len);
    if (status == CLI_DONE && w.padded)
        code =
            mifu_sm4_unwrap_padded(w.out.data, w.out.cap, &w.out.len, &w.key, w.in.data, w.in.len);
    else if (status == CLI_DONE) {
        code = mifu_sm4_unwrap(w.out.data, &w.key, w.in.data, w.in.len);
        w.out.len = w.in.len - MIFU_SM4_WRAP_OVERHEAD;
    }
    if (code == MIFU_ERR_ARGUMENT_LENGTH)
        status = cli_fail(CLI_BAD_INPUT,
                          "%s: %zu bytes are no wrapped key, which has %s; --encoding hex or "
                          "base64 reads text",
                          cli_input_shown(w.name), w.in.len,
                          w.padded ? "16, 24, 32, ..." : "24, 32, 40, ...");
    else if (status == CLI_DONE)
        status = cli_fail_status(code, cli_input_shown(w.name),
                                 code == MIFU_ERR_AUTHENTICATION
                                     ? "another wrapping key, or a key wrapped with or without "
                                       "--padded, is the usual reason"
                                     : NULL);
    if (status == CLI_DONE)
        status = cli_output_whole(cli_value(arguments, "out"),
                                  CLI_OUTPUT_SECRET | CLI_OUTPUT_BINARY, w.out.data, w.out.len);
    return end(&w, status);
}
