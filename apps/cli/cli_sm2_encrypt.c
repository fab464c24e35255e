/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm2 encrypt, decrypt */
#include <string.h>

#include "cli_encoding.h"
#include "cli_input.h"
#include "cli_output.h"
#include "cli_password.h"
#include "cli_sm2_format.h"
#include "cli_sm2_key.h"
#include "cli_sm2_verbs.h"

const cli_option cli_sm2_encrypt_options[] = {
    CLI_PUB_OPTION,
    {"in", 0, "FILE", "the message (or name it as the argument)"},
    {"out", 0, "FILE", "the ciphertext"},
    {"format", 0, "NAME", "der (default), c1c3c2, c1c2c3, c1c3c2-no-04 or c1c2c3-no-04"},
    CLI_ENCODING_OPTION("the ciphertext"),
    {NULL, 0, NULL, NULL},
};

int cli_sm2_encrypt(const cli_arguments *arguments)
{
    cli_sm2_key key;
    cli_buffer message = {0}, ciphertext = {0};
    mifu_sm2_format format = MIFU_SM2_DER;
    cli_encoding encoding;
    const char *name;
    int status = cli_ciphertext_format_choice(arguments, "format", 0, &format);

    if (status == CLI_DONE)
        status = cli_encoding_choice(arguments, "encoding", &encoding);
    if (status == CLI_DONE)
        status = cli_input_name(arguments, &name);
    if (status == CLI_DONE)
        status = cli_sm2_public_option(&key, arguments, "pub");
    if (status == CLI_DONE)
        status = cli_input_whole(&message, name, CLI_LARGE_LIMIT);
    if (status == CLI_DONE)
        status = cli_buffer_reserve(&ciphertext, mifu_sm2_ciphertext_size(format, message.len) + 1);
    if (status == CLI_DONE)
        status =
            cli_fail_status(mifu_sm2_encrypt(ciphertext.data, ciphertext.cap, &ciphertext.len,
                                             &key.public_key, format, message.data, message.len),
                            cli_input_shown(name), NULL);
    if (status == CLI_DONE)
        status = cli_encoded_write(cli_value(arguments, "out"), 0, encoding, ciphertext.data,
                                   ciphertext.len);
    cli_buffer_free(&message);
    cli_buffer_free(&ciphertext);
    return status;
}

const cli_option cli_sm2_decrypt_options[] = {
    CLI_KEY_OPTIONS,
    {"in", 0, "FILE", "the ciphertext (or name it as the argument)"},
    {"out", 0, "FILE", "the message"},
    {"format", 0, "NAME", "der (default), c1c3c2, c1c2c3, c1c3c2-no-04, c1c2c3-no-04 or auto"},
    CLI_ENCODING_OPTION("the ciphertext"),
    {NULL, 0, NULL, NULL},
};

static int explain(mifu_status status, const char *name, mifu_sm2_format format)
{
    if (status == MIFU_ERR_ENCODING_TRAILING)
        return cli_fail_status(status, name, "mifu inspect tells the size of the structure");
    if (status == MIFU_ERR_ARGUMENT_EMPTY)
        return cli_fail(CLI_BAD_INPUT, "%s: the ciphertext holds no message", name);
    return cli_fail_status(status, name,
                           status == MIFU_ERR_RANDOM || format == MIFU_SM2_AUTO
                               ? NULL
                               : "is it for this key, and in this format? --format auto tries all");
}

int cli_sm2_decrypt(const cli_arguments *arguments)
{
    static cli_sm2_key key;
    cli_buffer message = {0}, ciphertext = {0};
    mifu_sm2_format format = MIFU_SM2_DER;
    mifu_status code;
    cli_encoding encoding;
    const char *name;
    int status = cli_ciphertext_format_choice(arguments, "format", 1, &format);

    if (status == CLI_DONE)
        status = cli_encoding_choice(arguments, "encoding", &encoding);
    if (status == CLI_DONE)
        status = cli_input_name(arguments, &name);
    if (status == CLI_DONE)
        status = cli_sm2_private_option(&key, arguments, "key");
    if (status == CLI_DONE)
        status = cli_encoded_read(&ciphertext, name, encoding, CLI_LARGE_LIMIT);
    /* a message is shorter than its ciphertext in every format */
    if (status == CLI_DONE)
        status = cli_buffer_reserve(&message, ciphertext.len + 1);
    if (status == CLI_DONE) {
        code = mifu_sm2_decrypt(message.data, message.cap, &message.len, &key.private_key, format,
                                ciphertext.data, ciphertext.len);
        if (code != MIFU_OK)
            status = explain(code, cli_input_shown(name), format);
    }
    if (status == CLI_DONE)
        status = cli_output_whole(cli_value(arguments, "out"), CLI_OUTPUT_SECRET, message.data,
                                  message.len);
    cli_sm2_key_wipe(&key);
    cli_buffer_free(&message);
    cli_buffer_free(&ciphertext);
    return status;
}
