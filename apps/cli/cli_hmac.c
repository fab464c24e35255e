/* SPDX-License-Identifier: Apache-2.0 */
/* mifu hmac */
#include <stdio.h>
#include <string.h>

#include "mifu/hmac.h"

#include "cli_input.h"
#include "cli_progress.h"
#include "cli_secret.h"
#include "cli_text.h"
#include "cli_verbs.h"

static const cli_option options[] = {
    CLI_HASH_OPTION,
    {"key-hex", 0, "HEX", "the key, as hexadecimal digits"},
    {"key-file", 0, "FILE", "the key: the bytes of FILE as they are"},
    {"key-text", 0, "TEXT", "the key: the bytes of TEXT, never read as hexadecimal"},
    {"verify", 0, "HEX", "compare with this tag: exit status 0 or 1"},
    {"in", 0, "FILE", "the message (or name it as the argument)"},
    CLI_RESULT_OPTIONS,
    CLI_PROGRESS_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static int stream(uint8_t *tag, const mifu_hmac_key *key, const cli_arguments *arguments)
{
    static uint8_t piece[CLI_PIECE_SIZE];
    cli_input input;
    cli_progress progress;
    mifu_hmac hmac;
    size_t len = sizeof piece;
    const char *name;
    int status = cli_input_name(arguments, &name);

    if (status == CLI_DONE)
        status = cli_input_open(&input, name);
    if (status != CLI_DONE)
        return status;
    status = cli_progress_start(&progress, arguments, &input);
    mifu_hmac_init(&hmac, key);
    while (status == CLI_DONE && len == sizeof piece) {
        status = cli_input_read(&input, piece, sizeof piece, &len);
        if (status == CLI_DONE)
            mifu_hmac_update(&hmac, piece, len);
        cli_progress_add(&progress, len);
    }
    cli_progress_end(&progress);
    mifu_hmac_final(tag, &hmac);
    cli_input_close(&input);
    cli_wipe(piece, sizeof piece);
    return status;
}

static int compare(const uint8_t *tag, size_t size, const char *hex)
{
    uint8_t expected[MIFU_HASH_MAX_DIGEST_SIZE];
    unsigned difference = 0;
    int status = cli_hex_decode_exact(expected, size, "verify", hex);

    if (status != CLI_DONE)
        return status;
    for (size_t i = 0; i < size; i++)
        difference |= (unsigned)(tag[i] ^ expected[i]);
    puts(difference == 0 ? "valid" : "invalid");
    return difference == 0 ? CLI_DONE : CLI_INVALID;
}

static int run(const cli_arguments *arguments)
{
    uint8_t tag[MIFU_HASH_MAX_DIGEST_SIZE];
    cli_buffer key = {0};
    mifu_hmac_key prepared;
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
    status = stream(tag, &prepared, arguments);
    mifu_hmac_key_wipe(&prepared);
    if (status == CLI_DONE && cli_given(arguments, "verify"))
        return compare(tag, mifu_hash_digest_size(algorithm), cli_value(arguments, "verify"));
    if (status == CLI_DONE)
        status = cli_write_result(arguments, 0, tag, mifu_hash_digest_size(algorithm));
    return status;
}

const cli_verb cli_hmac_verbs[] = {
    {NULL, "message authentication code with a hash", "[FILE]", 1, options,
     "examples:\n"
     "  mifu hmac --key-hex 0123456789abcdeffedcba9876543210 README.md\n"
     "  mifu hmac --hash sha256 --key-file mac.key --in README.md\n",
     run},
    {0},
};
