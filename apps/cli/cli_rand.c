/* SPDX-License-Identifier: Apache-2.0 */
/* mifu rand: random bytes of the library's generator; with --test, tests of the bytes in files. */
#include <string.h>

#include "mifu/random.h"

#include "cli_input.h"
#include "cli_output.h"
#include "cli_progress.h"
#include "cli_rand_test.h"
#include "cli_secret.h"
#include "cli_text.h"
#include "cli_verbs.h"

static const cli_option options[] = {
    {"length", 0, "BYTES", "number of bytes (or give it as the argument); default 32"},
    CLI_RESULT_OPTIONS,
    {"test", 0, NULL, "put the bytes of FILE... to the randomness tests of GM/T 0005"},
    {"bits", 0, "BITS", "length of a sample: 20000, 1000000 (the default), 100000000"},
    {"samples", 0, "COUNT", "test no more samples than that"},
    {"threads", 0, "N", "samples to test at once (default: one for each processor)"},
    {"json", 0, NULL, "print one JSON object, with P and Q of each sample"},
    CLI_PROGRESS_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static int write_piece(cli_output *output, int raw, const uint8_t *piece, size_t len, char *hex)
{
    if (raw)
        return cli_output_write(output, piece, len);
    cli_hex_encode(hex, piece, len);
    return cli_output_write(output, hex, 2 * len);
}

static int run(const cli_arguments *arguments)
{
    static uint8_t piece[65536];
    static char hex[2 * sizeof piece + 1];
    static const char *const of_test[] = {"bits", "samples", "threads", "json", NULL};
    cli_arguments with_length = *arguments;
    cli_output output;
    uint64_t length = 32;
    int raw = cli_given(arguments, "raw");
    int status;

    if (cli_given(arguments, "test"))
        return cli_rand_test(arguments);
    for (size_t i = 0; of_test[i] != NULL; i++)
        if (cli_given(arguments, of_test[i]))
            return cli_fail_usage("--%s needs --test", of_test[i]);
    if (arguments->operand_count > 1)
        return cli_fail_usage("unexpected argument '%s'", arguments->operands[1]);
    if (arguments->operand_count > 0) {
        if (cli_given(arguments, "length"))
            return cli_fail_usage("the number of bytes is given twice");
        with_length.values[0] = arguments->operands[0]; /* row 0 is --length */
    }
    status = cli_number(&with_length, "length", 1, (uint64_t)1 << 50, &length);
    if (status == CLI_DONE)
        status = cli_output_open(&output, cli_value(arguments, "out"),
                                 CLI_OUTPUT_SECRET | (raw ? CLI_OUTPUT_BINARY : 0));
    if (status != CLI_DONE)
        return status;
    while (length > 0 && status == CLI_DONE) {
        size_t len = length < sizeof piece ? (size_t)length : sizeof piece;

        status = cli_fail_status(mifu_random_bytes(piece, len), "random bytes", NULL);
        if (status == CLI_DONE)
            status = write_piece(&output, raw, piece, len, hex);
        length -= len;
    }
    if (status == CLI_DONE && !raw)
        status = cli_output_write(&output, "\n", 1);
    cli_wipe(piece, sizeof piece);
    cli_wipe(hex, sizeof hex);
    return cli_output_finish(&output, status);
}

const cli_verb cli_rand_verbs[] = {
    {NULL, "random bytes, as hexadecimal digits; or tests of randomness",
     "[BYTES] | --test FILE...", -1, options,
     "examples:\n"
     "  mifu rand 16\n"
     "  mifu rand --length 16 --raw --out sm4.key\n"
     "  mifu rand --test --bits 20000 samples\n",
     run},
    {0},
};
