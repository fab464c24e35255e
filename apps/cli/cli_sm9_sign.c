/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm9 sign, verify */
#include <stdio.h>
#include <string.h>

#include "cli_encoding.h"
#include "cli_input.h"
#include "cli_progress.h"
#include "cli_sm2_message.h"
#include "cli_sm9_key.h"
#include "cli_sm9_verbs.h"

enum { FORMAT_DER = 1, FORMAT_RAW = 2 };

static const cli_choice_row formats[] = {{"der", FORMAT_DER}, {"raw", FORMAT_RAW}, {NULL, 0}};

#define SIGNATURE_OPTIONS                                                                          \
    {"format", 0, "NAME", "der (default), or raw (h || S, 97 bytes)"},                             \
        CLI_ENCODING_OPTION("the signature"), CLI_PROGRESS_OPTIONS

const cli_option cli_sm9_sign_options[] = {
    CLI_SM9_KEY_OPTIONS,
    {"in", 0, "FILE", "the message (or name it as the argument)"},
    {"out", 0, "FILE", "the signature"},
    SIGNATURE_OPTIONS,
    {NULL, 0, NULL, NULL},
};

int cli_sm9_sign(const cli_arguments *arguments)
{
    static mifu_sm9_sign_key key;
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], der[MIFU_SM9_SIGNATURE_DER_SIZE];
    size_t der_len = 0;
    cli_encoding encoding;
    mifu_sm3 message;
    int format = FORMAT_DER;
    int status = cli_choice(arguments, "format", formats, &format);

    if (status == CLI_DONE)
        status = cli_encoding_choice(arguments, "encoding", &encoding);
    if (status == CLI_DONE)
        status = cli_sm9_sign_key(&key, arguments);
    mifu_sm9_message_init(&message);
    if (status == CLI_DONE)
        status = cli_hash_message(&message, arguments);
    if (status == CLI_DONE)
        status = cli_fail_status(mifu_sm9_sign_message(sig, &key, &message), "signing", NULL);
    if (status == CLI_DONE)
        status = cli_fail_status(mifu_sm9_signature_to_der(der, sizeof der, &der_len, sig),
                                 "the signature", NULL);
    if (status == CLI_DONE)
        status = cli_encoded_write(cli_value(arguments, "out"), 0, encoding,
                                   format == FORMAT_DER ? der : sig,
                                   format == FORMAT_DER ? der_len : sizeof sig);
    mifu_sm9_sign_key_wipe(&key);
    mifu_sm3_wipe(&message);
    return status;
}

const cli_option cli_sm9_verify_options[] = {
    CLI_SM9_MASTER_PUB_OPTION,
    CLI_SM9_ID_OPTIONS,
    CLI_SM9_HID_OPTION,
    {"sig", 0, "FILE", "the signature"},
    {"in", 0, "FILE", "the message (or name it as the argument)"},
    SIGNATURE_OPTIONS,
    {"json", 0, NULL, "print a JSON object"},
    {NULL, 0, NULL, NULL},
};

static int read_signature(uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], const cli_arguments *arguments)
{
    cli_buffer bytes = {0};
    cli_encoding encoding;
    const char *path;
    int format = FORMAT_DER;
    int status = cli_choice(arguments, "format", formats, &format);

    if (status == CLI_DONE)
        status = cli_encoding_choice(arguments, "encoding", &encoding);
    if (status == CLI_DONE)
        status = cli_require(arguments, "sig", &path);
    if (status == CLI_DONE)
        status = cli_encoded_read(&bytes, path, encoding, CLI_SMALL_LIMIT);
    if (status == CLI_DONE && format == FORMAT_DER)
        status = cli_fail_status(
            mifu_sm9_signature_from_der(sig, bytes.data, bytes.len), cli_input_shown(path),
            "--format raw, and --encoding hex or base64, name the other forms");
    else if (status == CLI_DONE && bytes.len != MIFU_SM9_SIGNATURE_SIZE)
        status = cli_fail(CLI_BAD_INPUT, "%s: a raw signature has 97 bytes, and this file has %zu",
                          cli_input_shown(path), bytes.len);
    else if (status == CLI_DONE)
        memcpy(sig, bytes.data, MIFU_SM9_SIGNATURE_SIZE);
    cli_buffer_free(&bytes);
    return status;
}

int cli_sm9_verify(const cli_arguments *arguments)
{
    mifu_sm9_sign_master_public_key master;
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], hid;
    cli_buffer id = {0};
    mifu_sm3 message;
    mifu_status code = MIFU_OK;
    int status = cli_sm9_hid(&hid, arguments, CLI_SM9_SIGN);

    if (status == CLI_DONE)
        status = cli_sm9_identity(&id, arguments, "id", "id-hex", "id-empty");
    if (status == CLI_DONE)
        status = cli_sm9_sign_master_pub(&master, arguments);
    if (status == CLI_DONE)
        status = read_signature(sig, arguments);
    mifu_sm9_message_init(&message);
    if (status == CLI_DONE)
        status = cli_hash_message(&message, arguments);
    if (status == CLI_DONE)
        code = mifu_sm9_verify_message(&master, id.data, id.len, hid, &message, sig);
    cli_buffer_free(&id);
    if (status != CLI_DONE)
        return status;
    if (cli_given(arguments, "json"))
        printf("{\"valid\":%s}\n", code == MIFU_OK ? "true" : "false");
    else
        puts(code == MIFU_OK ? "valid" : "invalid");
    if (code == MIFU_OK)
        return CLI_DONE;
    return cli_fail(CLI_INVALID,
                    "the signature does not verify; besides a changed message, another identity, "
                    "another master key or another --hid is the usual reason");
}
