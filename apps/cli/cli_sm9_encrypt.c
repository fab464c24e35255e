/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm9 encrypt, decrypt */
#include "cli_encoding.h"
#include "cli_input.h"
#include "cli_output.h"
#include "cli_sm9_key.h"
#include "cli_sm9_verbs.h"

const cli_choice_row cli_sm9_ciphers[] = {
    {"xor", MIFU_SM9_XOR},         {"sm4-ecb", MIFU_SM9_SM4_ECB}, {"sm4-cbc", MIFU_SM9_SM4_CBC},
    {"sm4-ofb", MIFU_SM9_SM4_OFB}, {"sm4-cfb", MIFU_SM9_SM4_CFB}, {NULL, 0},
};
static const cli_choice_row formats[] = {
    {"der", MIFU_SM9_DER},
    {"c1c3c2", MIFU_SM9_C1C3C2},
    {"c1c3c2-no-04", MIFU_SM9_C1C3C2_NO_04},
    {"gmssl", MIFU_SM9_GMSSL},
    {NULL, 0},
};

#define FORMAT_OPTION                                                                              \
    {                                                                                              \
        "format", 0, "NAME",                                                                       \
            "der (default), c1c3c2, c1c3c2-no-04, or gmssl (der with that toolkit's MAC)"          \
    }

const cli_option cli_sm9_encrypt_options[] = {
    CLI_SM9_MASTER_PUB_OPTION,
    CLI_SM9_ID_OPTIONS,
    CLI_SM9_HID_OPTION,
    {"in", 0, "FILE", "the message (or name it as the argument)"},
    {"out", 0, "FILE", "the ciphertext"},
    {"cipher", 0, "NAME", "xor (default), sm4-ecb, sm4-cbc, sm4-ofb or sm4-cfb"},
    FORMAT_OPTION,
    CLI_ENCODING_OPTION("the ciphertext"),
    {NULL, 0, NULL, NULL},
};

int cli_sm9_encrypt(const cli_arguments *arguments)
{
    mifu_sm9_encrypt_master_public_key master;
    cli_buffer id = {0}, message = {0}, ciphertext = {0};
    cli_encoding encoding;
    const char *name;
    uint8_t hid;
    int cipher = MIFU_SM9_XOR, format = MIFU_SM9_DER;
    int status = cli_choice(arguments, "cipher", cli_sm9_ciphers, &cipher);

    if (status == CLI_DONE)
        status = cli_choice(arguments, "format", formats, &format);
    if (status == CLI_DONE)
        status = cli_encoding_choice(arguments, "encoding", &encoding);
    if (status == CLI_DONE)
        status = cli_input_name(arguments, &name);
    if (status == CLI_DONE)
        status = cli_sm9_receiver(&master, &id, &hid, arguments);
    if (status == CLI_DONE)
        status = cli_input_whole(&message, name, CLI_LARGE_LIMIT);
    if (status == CLI_DONE)
        status = cli_buffer_reserve(&ciphertext,
                                    mifu_sm9_ciphertext_size((mifu_sm9_cipher)cipher,
                                                             (mifu_sm9_format)format, message.len) +
                                        1);
    if (status == CLI_DONE)
        status =
            cli_fail_status(mifu_sm9_encrypt(ciphertext.data, ciphertext.cap, &ciphertext.len,
                                             &master, id.data, id.len, hid, (mifu_sm9_cipher)cipher,
                                             (mifu_sm9_format)format, message.data, message.len),
                            cli_input_shown(name), NULL);
    if (status == CLI_DONE)
        status = cli_encoded_write(cli_value(arguments, "out"), 0, encoding, ciphertext.data,
                                   ciphertext.len);
    cli_buffer_free(&id);
    cli_buffer_free(&message);
    cli_buffer_free(&ciphertext);
    return status;
}

const cli_option cli_sm9_decrypt_options[] = {
    CLI_SM9_KEY_OPTIONS,
    CLI_SM9_ID_OPTIONS,
    {"in", 0, "FILE", "the ciphertext (or name it as the argument)"},
    {"out", 0, "FILE", "the message"},
    {"cipher", 0, "NAME", "what a raw ciphertext does not name: xor (default), sm4-ecb, ..."},
    FORMAT_OPTION,
    CLI_ENCODING_OPTION("the ciphertext"),
    {NULL, 0, NULL, NULL},
};

int cli_sm9_decrypt(const cli_arguments *arguments)
{
    static mifu_sm9_encrypt_key key;
    cli_buffer id = {0}, message = {0}, ciphertext = {0};
    cli_encoding encoding;
    const char *name;
    mifu_status code;
    int cipher = MIFU_SM9_XOR, format = MIFU_SM9_DER;
    int status = cli_choice(arguments, "cipher", cli_sm9_ciphers, &cipher);

    if (status == CLI_DONE)
        status = cli_choice(arguments, "format", formats, &format);
    if (!cli_given(arguments, "cipher") && (format == MIFU_SM9_DER || format == MIFU_SM9_GMSSL))
        cipher = MIFU_SM9_CIPHER_NAMED;
    if (status == CLI_DONE)
        status = cli_encoding_choice(arguments, "encoding", &encoding);
    if (status == CLI_DONE)
        status = cli_input_name(arguments, &name);
    if (status == CLI_DONE)
        status = cli_sm9_own(&key, &id, arguments);
    if (status == CLI_DONE)
        status = cli_encoded_read(&ciphertext, name, encoding, CLI_LARGE_LIMIT);
    if (status == CLI_DONE)
        status = cli_buffer_reserve(&message, ciphertext.len + 1);
    if (status == CLI_DONE) {
        code = mifu_sm9_decrypt(message.data, message.cap, &message.len, &key, id.data, id.len,
                                (mifu_sm9_cipher)cipher, (mifu_sm9_format)format, ciphertext.data,
                                ciphertext.len);
        status = cli_fail_status(code, cli_input_shown(name),
                                 code == MIFU_ERR_AUTHENTICATION
                                     ? "the identity and its key, --format gmssl, and a key made "
                                       "with another hid are what to check"
                                     : NULL);
    }
    if (status == CLI_DONE)
        status = cli_output_whole(cli_value(arguments, "out"), CLI_OUTPUT_SECRET, message.data,
                                  message.len);
    mifu_sm9_encrypt_key_wipe(&key);
    cli_buffer_free(&id);
    cli_buffer_free(&message);
    cli_buffer_free(&ciphertext);
    return status;
}
