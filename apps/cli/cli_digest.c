/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu sm3, sha256, sha224: checksums of files, with the options, the output and the check lists of
 * the coreutils programs sha256sum and its family.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mifu/hash.h"

#include "cli_digest_check.h"
#include "cli_digest_queue.h"
#include "cli_output.h"
#include "cli_progress.h"
#include "cli_text.h"
#include "cli_verbs.h"

static const cli_option options[] = {
    {"check", 'c', NULL, "read checksums from the files and check them"},
    {"tag", 0, NULL, "write lines of the form SM3 (FILE) = DIGEST"},
    {"zero", 'z', NULL, "end lines with NUL, and do not escape file names"},
    {"binary", 'b', NULL, "mark files as read in binary mode (all are)"},
    {"text", 't', NULL, "mark files as read in text mode (the default mark)"},
    {"raw", 0, NULL, "write the bytes of one digest and nothing else"},
    {"json", 0, NULL, "write one JSON object a file"},
    {"ignore-missing", 0, NULL, "with --check: files that do not exist are no failure"},
    {"quiet", 0, NULL, "with --check: no line for files that match"},
    {"status", 0, NULL, "with --check: no output, the exit status says all"},
    {"strict", 0, NULL, "with --check: a malformed line is a failure"},
    {"warn", 'w', NULL, "with --check: report each malformed line"},
    CLI_PROGRESS_OPTIONS,
    {NULL, 0, NULL, NULL},
};

/* A file name as the check list has it: a name with a line end or a backslash is escaped. */
static void print_name(const char *name, int escape)
{
    for (; *name != '\0'; name++) {
        if (escape && *name == '\\')
            fputs("\\\\", stdout);
        else if (escape && *name == '\n')
            fputs("\\n", stdout);
        else if (escape && *name == '\r')
            fputs("\\r", stdout);
        else
            putchar(*name);
    }
}

static void print_line(const cli_arguments *arguments, const char *algorithm, const char *hex,
                       const char *name)
{
    int zero = cli_given(arguments, "zero");
    int escape = !zero && strpbrk(name, "\\\n\r") != NULL;

    if (cli_given(arguments, "json")) {
        printf("{\"algorithm\":\"%s\",\"file\":", algorithm);
        cli_json_string(name);
        printf(",\"digest\":\"%s\"}\n", hex);
        return;
    }
    if (escape)
        putchar('\\');
    if (cli_given(arguments, "tag")) {
        printf("%s (", cli_digest_tag(algorithm));
        print_name(name, escape);
        printf(") = %s", hex);
    } else {
        printf("%s %c", hex, cli_given(arguments, "binary") ? '*' : ' ');
        print_name(name, escape);
    }
    putchar(zero ? '\0' : '\n');
}

static int print_digest(void *context, const void *item, const char *path, const uint8_t *digest,
                        int status)
{
    const cli_digest_queue *queue = context;
    size_t size = mifu_hash_digest_size(queue->algorithm);
    char hex[2 * MIFU_HASH_MAX_DIGEST_SIZE + 1];

    (void)item;
    if (digest == NULL)
        return status;
    if (cli_given(queue->arguments, "raw"))
        return cli_output_whole(NULL, CLI_OUTPUT_BINARY, digest, size);
    cli_hex_encode(hex, digest, size);
    print_line(queue->arguments, mifu_hash_name(queue->algorithm), hex, path);
    return CLI_DONE;
}

/* One bad file does not keep the others from being summed. */
static int sum_files(const cli_arguments *arguments, mifu_hash_algorithm algorithm,
                     char *const *files, int count)
{
    cli_digest_queue queue = {.arguments = arguments, .algorithm = algorithm, .done = print_digest};

    queue.context = &queue;
    for (int i = 0; i < count; i++)
        cli_digest_queue_add(&queue, files[i], NULL);
    return cli_digest_queue_end(&queue);
}

static int check_lists(const cli_arguments *arguments, mifu_hash_algorithm algorithm,
                       char *const *lists, int count)
{
    int worst = CLI_DONE;

    for (int i = 0; i < count; i++) {
        int status = cli_digest_check(arguments, algorithm, lists[i]);

        if (worst == CLI_DONE || status == CLI_INVALID)
            worst = status != CLI_DONE ? status : worst;
    }
    return worst;
}

static int check_options(const cli_arguments *arguments)
{
    static const char *const forms[] = {"tag", "raw", "json", "check", NULL};
    static const char *const marks[] = {"binary", "text", NULL};
    static const char *const for_check[] = {"ignore-missing", "quiet", "status",
                                            "strict",         "warn",  NULL};
    int status = cli_at_most_one(arguments, forms);

    if (status == CLI_DONE)
        status = cli_at_most_one(arguments, marks);
    if (status == CLI_DONE)
        status = cli_progress_check(arguments);
    for (const char *const *option = for_check; *option != NULL && status == CLI_DONE; option++)
        if (cli_given(arguments, *option) && !cli_given(arguments, "check"))
            status = cli_fail_usage("--%s goes with --check only", *option);
    if (status == CLI_DONE && cli_given(arguments, "raw") && arguments->operand_count > 1)
        status = cli_fail_usage("--raw takes one file");
    return status;
}

static int run(const cli_arguments *arguments, mifu_hash_algorithm algorithm)
{
    static char dash[] = "-";
    static char *standard_input[] = {dash, NULL};
    char **files = arguments->operand_count > 0 ? arguments->operands : standard_input;
    int count = arguments->operand_count > 0 ? arguments->operand_count : 1;
    int status = check_options(arguments);

    if (status != CLI_DONE)
        return status;
    return cli_given(arguments, "check") ? check_lists(arguments, algorithm, files, count)
                                         : sum_files(arguments, algorithm, files, count);
}

static int run_sm3(const cli_arguments *arguments)
{
    return run(arguments, MIFU_HASH_SM3);
}

static int run_sha256(const cli_arguments *arguments)
{
    return run(arguments, MIFU_HASH_SHA256);
}

static int run_sha224(const cli_arguments *arguments)
{
    return run(arguments, MIFU_HASH_SHA224);
}

#define DETAILS(name)                                                                              \
    "The bytes of the files are hashed as they are. With --check the exit status is 1\n"           \
    "where a checksum does not match, 3 where a list holds no checksum line, and 4\n"              \
    "where a file cannot be read.\n\n"                                                             \
    "examples:\n"                                                                                  \
    "  mifu " name " README.md LICENSE > SUMS\n"                                                   \
    "  mifu " name " --check SUMS\n"

const cli_verb cli_sm3_verbs[] = {
    {NULL, "SM3 checksums of files", "[FILE...]", -1, options, DETAILS("sm3"), run_sm3},
    {0},
};
const cli_verb cli_sha256_verbs[] = {
    {NULL, "SHA-256 checksums of files", "[FILE...]", -1, options, DETAILS("sha256"), run_sha256},
    {0},
};
const cli_verb cli_sha224_verbs[] = {
    {NULL, "SHA-224 checksums of files", "[FILE...]", -1, options, DETAILS("sha224"), run_sha224},
    {0},
};
