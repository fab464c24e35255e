/* SPDX-License-Identifier: Apache-2.0 */
/* mifu hmac */
#include "mifu/hmac.h"

#include "cli_pieces.h"
#include "cli_progress.h"
#include "cli_secret.h"
#include "cli_verbs.h"

static const cli_option options[] = {
    CLI_HASH_OPTION,
    {"key-hex", 0, "HEX", "the key, as hexadecimal digits"},
    {"key-file", 0, "FILE", "the key: the bytes of FILE as they are"},
    {"key-text", 0, "TEXT", "the key: the bytes of TEXT, never read as hexadecimal"},
    CLI_VERIFY_OPTION,
    CLI_MESSAGE_OPTION,
    CLI_RESULT_OPTIONS,
    CLI_PROGRESS_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static int take(void *context, const cli_input *input, const uint8_t *piece, size_t len)
{
    (void)input;
    mifu_hmac_update(context, piece, len);
    return CLI_DONE;
}

static int run(const cli_arguments *arguments)
{
    uint8_t tag[MIFU_HASH_MAX_DIGEST_SIZE];
    cli_buffer key = {0};
    mifu_hmac_key prepared;
    mifu_hmac hmac;
    mifu_hash_algorithm algorithm;
    int given = 0;
    int status = cli_hash_choice(arguments, &algorithm);

    if (status == CLI_DONE)
        status = cli_bytes(&key, &given, arguments, "key-hex", "key-file", "key-text");
    if (status == CLI_DONE && !given)
        status = cli_fail_usage("a key is required: --key-hex, --key-file or --key-text");
    if (status == CLI_DONE)
        status = cli_fail_status(mifu_hmac_key_init(&prepared, algorithm, key.data, key.len),
                                 "the key", NULL);
    cli_buffer_free(&key);
    if (status != CLI_DONE)
        return status;
    mifu_hmac_init(&hmac, &prepared);
    status = cli_each_piece(arguments, take, &hmac);
    mifu_hmac_final(tag, &hmac);
    mifu_hmac_key_wipe(&prepared);
    return status == CLI_DONE ? cli_mac_result(arguments, tag, mifu_hash_digest_size(algorithm))
                              : status;
}

const cli_verb cli_hmac_verbs[] = {
    {NULL, "message authentication code with a hash", "[FILE]", 1, options,
     "examples:\n"
     "  mifu hmac --key-hex 0123456789abcdeffedcba9876543210 README.md\n"
     "  mifu hmac --hash sha256 --key-file mac.key --in README.md\n",
     run},
    {0},
};
