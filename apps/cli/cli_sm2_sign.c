/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm2 sign, verify, digest */
#include <stdio.h>
#include <string.h>

#include "cli_encoding.h"
#include "cli_input.h"
#include "cli_password.h"
#include "cli_progress.h"
#include "cli_secret.h"
#include "cli_sm2_format.h"
#include "cli_sm2_key.h"
#include "cli_sm2_message.h"
#include "cli_sm2_verbs.h"

#define MESSAGE_OPTIONS                                                                            \
    {"in", 0, "FILE", "the message (or name it as the argument)"}, CLI_DIGEST_OPTIONS,             \
        CLI_ID_OPTIONS

const cli_option cli_sm2_sign_options[] = {
    CLI_KEY_OPTIONS,
    MESSAGE_OPTIONS,
    {"out", 0, "FILE", "the signature"},
    {"format", 0, "NAME", "der (default), raw (r || s, 64 bytes) or skf (128 bytes)"},
    CLI_ENCODING_OPTION("the signature"),
    CLI_PROGRESS_OPTIONS,
    {NULL, 0, NULL, NULL},
};

int cli_sm2_sign(const cli_arguments *arguments)
{
    static cli_sm2_key key;
    uint8_t e[MIFU_SM2_DIGEST_SIZE], sig[MIFU_SM2_SIGNATURE_SIZE];
    cli_signature_format format;
    cli_encoding encoding;
    cli_buffer bytes = {0};
    int status = cli_signature_format_choice(arguments, "format", 0, &format);

    if (status == CLI_DONE)
        status = cli_encoding_choice(arguments, "encoding", &encoding);
    if (status == CLI_DONE)
        status = cli_sm2_private_option(&key, arguments, "key");
    if (status == CLI_DONE)
        status = cli_sm2_message_digest(e, &key.public_key, arguments);
    if (status == CLI_DONE)
        status = cli_fail_status(mifu_sm2_sign_digest(sig, &key.private_key, e), "signing", NULL);
    if (status == CLI_DONE)
        status = cli_signature_encode(&bytes, format, sig);
    if (status == CLI_DONE)
        status = cli_encoded_write(cli_value(arguments, "out"), 0, encoding, bytes.data, bytes.len);
    cli_sm2_key_wipe(&key);
    cli_buffer_free(&bytes);
    return status;
}

const cli_option cli_sm2_verify_options[] = {
    CLI_PUB_OPTION,
    {"sig", 0, "FILE", "the signature"},
    MESSAGE_OPTIONS,
    {"format", 0, "NAME",
     "der (default), raw (r || s), skf, or der-lenient (needless zero bytes permitted)"},
    CLI_ENCODING_OPTION("the signature"),
    {"json", 0, NULL, "print a JSON object"},
    CLI_PROGRESS_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static int answer(const cli_arguments *arguments, mifu_status status)
{
    int valid = status == MIFU_OK;

    if (cli_given(arguments, "json"))
        printf("{\"valid\":%s}\n", valid ? "true" : "false");
    else
        puts(valid ? "valid" : "invalid");
    if (valid)
        return CLI_DONE;
    if (status == MIFU_ERR_RANGE_SIGNATURE)
        return cli_fail(CLI_INVALID, "r or s of the signature is not in [1, n-1]");
    if (cli_given(arguments, "digest") || cli_given(arguments, "digest-file"))
        return cli_fail(CLI_INVALID, "the signature does not verify; the digest must be "
                                     "e = SM3(Z || M), which mifu sm2 digest makes");
    return cli_fail(CLI_INVALID,
                    "the signature does not verify; besides a changed message or another key, "
                    "another identity is the usual reason: --id TEXT, or --id-empty, which OpenSSL "
                    "signs with by default");
}

int cli_sm2_verify(const cli_arguments *arguments)
{
    cli_sm2_key key;
    uint8_t e[MIFU_SM2_DIGEST_SIZE], sig[MIFU_SM2_SIGNATURE_SIZE];
    cli_signature_format format;
    cli_encoding encoding;
    cli_buffer bytes = {0};
    const char *path;
    mifu_status code = MIFU_OK;
    int status = cli_signature_format_choice(arguments, "format", 1, &format);

    if (status == CLI_DONE)
        status = cli_encoding_choice(arguments, "encoding", &encoding);
    if (status == CLI_DONE)
        status = cli_require(arguments, "sig", &path);
    if (status == CLI_DONE)
        status = cli_sm2_public_option(&key, arguments, "pub");
    if (status == CLI_DONE)
        status = cli_encoded_read(&bytes, path, encoding, CLI_SMALL_LIMIT);
    if (status == CLI_DONE)
        status = cli_signature_decode(sig, &code, format, &bytes, cli_input_shown(path));
    cli_buffer_free(&bytes);
    if (status == CLI_DONE && code != MIFU_OK && code != MIFU_ERR_RANGE_SIGNATURE)
        status = cli_fail_status(code, cli_input_shown(path),
                                 code == MIFU_ERR_ENCODING_NOT_MINIMAL
                                     ? "--format der-lenient permits needless zero bytes"
                                     : "--format raw or skf, and --encoding hex or base64, name "
                                       "the other forms");
    if (status == CLI_DONE)
        status = cli_sm2_message_digest(e, &key.public_key, arguments);
    if (status != CLI_DONE)
        return status;
    if (code == MIFU_OK)
        code = mifu_sm2_verify_digest(&key.public_key, e, sig);
    return answer(arguments, code);
}

const cli_option cli_sm2_digest_options[] = {
    CLI_PUB_OPTION,
    MESSAGE_OPTIONS,
    {"z", 0, NULL, "Z alone, the hash of identity, curve and public key"},
    CLI_RESULT_OPTIONS,
    CLI_PROGRESS_OPTIONS,
    {NULL, 0, NULL, NULL},
};

int cli_sm2_digest(const cli_arguments *arguments)
{
    cli_sm2_key key;
    uint8_t e[MIFU_SM2_DIGEST_SIZE];
    cli_buffer id = {0};
    int status = cli_sm2_public_option(&key, arguments, "pub");

    if (status == CLI_DONE && cli_given(arguments, "z")) {
        status = cli_sm2_identity(&id, arguments, "id", "id-hex", "id-empty");
        if (status == CLI_DONE)
            status = cli_fail_status(mifu_sm2_z(e, &key.public_key, id.data, id.len),
                                     "the identity", NULL);
        cli_buffer_free(&id);
    } else if (status == CLI_DONE) {
        status = cli_sm2_message_digest(e, &key.public_key, arguments);
    }
    return status == CLI_DONE ? cli_write_result(arguments, 0, e, sizeof e) : status;
}
