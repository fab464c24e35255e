/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm9 encap, decap: a fresh key for the owner of an identity. */
#include "cli_encoding.h"
#include "cli_input.h"
#include "cli_output.h"
#include "cli_secret.h"
#include "cli_sm9_key.h"
#include "cli_sm9_verbs.h"

const cli_option cli_sm9_encap_options[] = {
    CLI_SM9_MASTER_PUB_OPTION,
    CLI_SM9_ID_OPTIONS,
    CLI_SM9_HID_OPTION,
    CLI_LENGTH_OPTION,
    {"cipher-out", 0, "FILE", "what carries the key to the owner of the identity"},
    CLI_ENCODING_OPTION("what carries it"),
    CLI_RESULT_OPTIONS,
    {NULL, 0, NULL, NULL},
};

int cli_sm9_encap(const cli_arguments *arguments)
{
    mifu_sm9_encrypt_master_public_key master;
    uint8_t c[MIFU_SM9_G1_SIZE], hid;
    cli_buffer id = {0}, key = {0};
    cli_encoding encoding;
    const char *path;
    int status = cli_require(arguments, "cipher-out", &path);

    if (status == CLI_DONE)
        status = cli_encoding_choice(arguments, "encoding", &encoding);
    if (status == CLI_DONE)
        status = cli_length_buffer(&key, arguments);
    if (status == CLI_DONE)
        status = cli_sm9_receiver(&master, &id, &hid, arguments);
    if (status == CLI_DONE)
        status = cli_fail_status(
            mifu_sm9_encapsulate(key.data, key.len, c, &master, id.data, id.len, hid), "the key",
            NULL);
    if (status == CLI_DONE)
        status = cli_encoded_write(path, 0, encoding, c, sizeof c);
    if (status == CLI_DONE)
        status = cli_write_result(arguments, CLI_OUTPUT_SECRET, key.data, key.len);
    cli_buffer_free(&id);
    cli_buffer_free(&key);
    return status;
}

const cli_option cli_sm9_decap_options[] = {
    CLI_SM9_KEY_OPTIONS,
    CLI_SM9_ID_OPTIONS,
    CLI_LENGTH_OPTION,
    {"in", 0, "FILE", "what carries the key (or name it as the argument)"},
    CLI_ENCODING_OPTION("what carries it"),
    CLI_RESULT_OPTIONS,
    {NULL, 0, NULL, NULL},
};

int cli_sm9_decap(const cli_arguments *arguments)
{
    static mifu_sm9_encrypt_key user;
    cli_buffer id = {0}, key = {0}, c = {0};
    cli_encoding encoding;
    const char *name;
    int status = cli_encoding_choice(arguments, "encoding", &encoding);

    if (status == CLI_DONE)
        status = cli_length_buffer(&key, arguments);
    if (status == CLI_DONE)
        status = cli_input_name(arguments, &name);
    if (status == CLI_DONE)
        status = cli_sm9_own(&user, &id, arguments);
    if (status == CLI_DONE)
        status = cli_encoded_read(&c, name, encoding, CLI_SMALL_LIMIT);
    if (status == CLI_DONE && c.len != MIFU_SM9_G1_SIZE)
        status =
            cli_fail(CLI_BAD_INPUT, "%s: what carries a key has 65 bytes, and this file has %zu",
                     cli_input_shown(name), c.len);
    if (status == CLI_DONE)
        status =
            cli_fail_status(mifu_sm9_decapsulate(key.data, key.len, &user, id.data, id.len, c.data),
                            cli_input_shown(name), NULL);
    if (status == CLI_DONE)
        status = cli_write_result(arguments, CLI_OUTPUT_SECRET, key.data, key.len);
    mifu_sm9_encrypt_key_wipe(&user);
    cli_buffer_free(&id);
    cli_buffer_free(&key);
    cli_buffer_free(&c);
    return status;
}
