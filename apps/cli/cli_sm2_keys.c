/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm2 keygen, pubkey, envelope: verbs whose result is a key. */
#include <string.h>

#include "cli_encoding.h"
#include "cli_input.h"
#include "cli_output.h"
#include "cli_password.h"
#include "cli_sm2_key.h"
#include "cli_sm2_verbs.h"

const cli_option cli_sm2_keygen_options[] = {
    {"out", 0, "FILE", "the private key (default: standard output)"},
    {"pub-out", 0, "FILE", "the public key"},
    {"pass", 0, "SOURCE", "encrypt the private key: " CLI_PASSWORD_SOURCES},
    CLI_NEW_KEY_OPTIONS,
    {"force", 0, NULL, "replace existing files"},
    {NULL, 0, NULL, NULL},
};

int cli_write_key_pair(const cli_arguments *arguments, const cli_buffer *private_pem,
                       const cli_buffer *public_pem)
{
    const char *public_path = cli_value(arguments, "pub-out");
    const char *private_path = cli_value(arguments, "out");
    int fresh = cli_given(arguments, "force") ? 0 : CLI_OUTPUT_NEW;
    cli_output private_file, public_file;
    int status;

    if (public_path != NULL && private_path != NULL && strcmp(public_path, private_path) == 0)
        return cli_fail_usage("--out and --pub-out name the same file");
    status = cli_output_open(&private_file, private_path, CLI_OUTPUT_SECRET | fresh);
    if (status != CLI_DONE)
        return status;
    if (public_path != NULL) {
        status = cli_output_open(&public_file, public_path, fresh);
        if (status == CLI_DONE)
            status = cli_output_write(&public_file, public_pem->data, public_pem->len);
    }
    if (status == CLI_DONE)
        status = cli_output_write(&private_file, private_pem->data, private_pem->len);
    /* a public key alone does no harm, should the second rename fail */
    if (public_path != NULL)
        status = cli_output_finish(&public_file, status);
    return cli_output_finish(&private_file, status);
}

int cli_sm2_keygen(const cli_arguments *arguments)
{
    mifu_sm2_private_key key;
    mifu_sm2_public_key public_key;
    cli_buffer private_pem = {0}, public_pem = {0};
    int status = cli_fail_status(mifu_sm2_keygen(&key), "the key", NULL);

    if (status == CLI_DONE)
        status = cli_sm2_private_key_pem(&private_pem, &key, arguments, "pass");
    if (status == CLI_DONE) {
        mifu_sm2_public_key_from_private(&public_key, &key);
        status = cli_sm2_public_key_pem(&public_pem, &public_key);
    }
    mifu_sm2_private_key_wipe(&key);
    if (status == CLI_DONE)
        status = cli_write_key_pair(arguments, &private_pem, &public_pem);
    cli_buffer_free(&private_pem);
    cli_buffer_free(&public_pem);
    return status;
}

const cli_option cli_sm2_pubkey_options[] = {
    CLI_KEY_OPTIONS,
    {"out", 0, "FILE", "the public key"},
    {NULL, 0, NULL, NULL},
};

int cli_sm2_pubkey(const cli_arguments *arguments)
{
    static cli_sm2_key key;
    cli_buffer pem = {0};
    int status = cli_sm2_private_option(&key, arguments, "key");

    if (status == CLI_DONE)
        status = cli_sm2_public_key_pem(&pem, &key.public_key);
    if (status == CLI_DONE)
        status = cli_output_whole(cli_value(arguments, "out"), 0, pem.data, pem.len);
    cli_sm2_key_wipe(&key);
    cli_buffer_free(&pem);
    return status;
}

const cli_option cli_sm2_envelope_options[] = {
    {"seal", 0, NULL, "put the key pair of --key into an envelope for --pub"},
    {"open", 0, NULL, "take the key pair out with the private key --key"},
    CLI_KEY_OPTIONS,
    CLI_PUB_OPTION,
    {"in", 0, "FILE", "--open: the envelope (or name it as the argument)"},
    {"out", 0, "FILE", "the result"},
    CLI_ENCODING_OPTION("the envelope"),
    {"new-pass", 0, "SOURCE", "--open: encrypt the key that is written"},
    CLI_NEW_KEY_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static int seal(const cli_arguments *arguments, const cli_sm2_key *key, cli_encoding encoding)
{
    static cli_sm2_key recipient;
    uint8_t der[MIFU_SM2_ENVELOPED_KEY_MAX_SIZE];
    size_t len;
    int status = cli_sm2_public_option(&recipient, arguments, "pub");

    if (status == CLI_DONE)
        status =
            cli_fail_status(mifu_sm2_enveloped_key_seal(der, sizeof der, &len,
                                                        &recipient.public_key, &key->private_key),
                            "the envelope", NULL);
    if (status == CLI_DONE)
        status = cli_encoded_write(cli_value(arguments, "out"), 0, encoding, der, len);
    return status;
}

static int open_envelope(const cli_arguments *arguments, const cli_sm2_key *key,
                         cli_encoding encoding)
{
    static mifu_sm2_private_key enclosed;
    cli_buffer der = {0}, pem = {0};
    const char *name;
    int status = cli_input_name(arguments, &name);

    if (status == CLI_DONE)
        status = cli_encoded_read(&der, name, encoding, CLI_SMALL_LIMIT);
    if (status == CLI_DONE)
        status = cli_fail_status(
            mifu_sm2_enveloped_key_open(&enclosed, &key->private_key, der.data, der.len),
            cli_input_shown(name), NULL);
    if (status == CLI_DONE)
        status = cli_sm2_private_key_pem(&pem, &enclosed, arguments, "new-pass");
    mifu_sm2_private_key_wipe(&enclosed);
    if (status == CLI_DONE)
        status =
            cli_output_whole(cli_value(arguments, "out"), CLI_OUTPUT_SECRET, pem.data, pem.len);
    cli_buffer_free(&der);
    cli_buffer_free(&pem);
    return status;
}

int cli_sm2_envelope(const cli_arguments *arguments)
{
    static const char *const directions[] = {"seal", "open", NULL};
    static const char *const seal_lacks[] = {"in", "new-pass", "prf", "iterations", NULL};
    static cli_sm2_key key;
    cli_encoding encoding;
    int sealing = cli_given(arguments, "seal");
    int status = cli_at_most_one(arguments, directions);

    if (status == CLI_DONE && !sealing && !cli_given(arguments, "open"))
        status = cli_fail_usage("--seal or --open is required");
    for (const char *const *option = seal_lacks; *option != NULL && status == CLI_DONE; option++)
        if (sealing && cli_given(arguments, *option))
            status = cli_fail_usage("--%s goes with --open", *option);
    if (status == CLI_DONE && sealing && arguments->operand_count > 0)
        status = cli_fail_usage("unexpected argument '%s'", arguments->operands[0]);
    if (status == CLI_DONE && !sealing && cli_given(arguments, "pub"))
        status = cli_fail_usage("--pub goes with --seal");
    if (status == CLI_DONE)
        status = cli_encoding_choice(arguments, "encoding", &encoding);
    if (status == CLI_DONE)
        status = cli_sm2_private_option(&key, arguments, "key");
    if (status == CLI_DONE)
        status =
            sealing ? seal(arguments, &key, encoding) : open_envelope(arguments, &key, encoding);
    cli_sm2_key_wipe(&key);
    return status;
}
