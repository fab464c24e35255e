/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Check lists: lines "DIGEST  FILE", "DIGEST *FILE" or "SM3 (FILE) = DIGEST", escaped with a
 * leading backslash where a name needs it.
 */
#include "cli_digest_check.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli_digest_queue.h"
#include "cli_input.h"
#include "cli_memory.h"
#include "cli_text.h"

typedef struct check_counts {
    unsigned long good, mismatched, unreadable, malformed;
} check_counts;

const char *cli_digest_tag(const char *algorithm)
{
    if (strcmp(algorithm, "sm3") == 0)
        return "SM3";
    return strcmp(algorithm, "sha256") == 0 ? "SHA256" : "SHA224";
}

/* Undoes \\, \n and \r in place. 0 where another escape is met. */
static int unescape(char *name)
{
    char *to = name;

    for (; *name != '\0'; name++) {
        char c = *name;

        if (c == '\\') {
            name++;
            if (*name != '\\' && *name != 'n' && *name != 'r')
                return 0;
            c = *name == 'n' ? '\n' : *name == 'r' ? '\r' : '\\';
        }
        *to++ = c;
    }
    *to = '\0';
    return 1;
}

/* Takes a line apart, in place. 0 where it is no checksum of this algorithm. */
static int parse_line(char *line, mifu_hash_algorithm algorithm, char **digest, char **name)
{
    size_t digits = 2 * mifu_hash_digest_size(algorithm);
    const char *tag = cli_digest_tag(mifu_hash_name(algorithm));
    size_t tag_len = strlen(tag);
    int escaped = *line == '\\';

    line += escaped;
    if (strncmp(line, tag, tag_len) == 0 && strncmp(line + tag_len, " (", 2) == 0) {
        char *end = NULL;

        *name = line + tag_len + 2;
        for (char *at = strstr(*name, ") = "); at != NULL; at = strstr(at + 1, ") = "))
            end = at;
        if (end == NULL)
            return 0;
        *end = '\0';
        *digest = end + 4;
    } else {
        if (strspn(line, "0123456789abcdefABCDEF") != digits || line[digits] != ' ' ||
            (line[digits + 1] != ' ' && line[digits + 1] != '*'))
            return 0;
        line[digits] = '\0';
        *digest = line;
        *name = line + digits + 2;
    }
    return strlen(*digest) == digits && strspn(*digest, "0123456789abcdefABCDEF") == digits &&
           **name != '\0' && (!escaped || unescape(*name));
}

/* What the queue of files comes back with: an item is the digest that the list has. */
typedef struct check_context {
    const cli_digest_queue *queue;
    check_counts *counts;
} check_context;

static int check_file(void *context, const void *item, const char *path, const uint8_t *digest,
                      int status)
{
    const check_context *check = context;
    const cli_arguments *arguments = check->queue->arguments;
    check_counts *counts = check->counts;
    size_t size = mifu_hash_digest_size(check->queue->algorithm);
    uint8_t expected[MIFU_HASH_MAX_DIGEST_SIZE];
    int silent = cli_given(arguments, "status");

    if (digest == NULL) {
        counts->unreadable++;
        if (!silent)
            printf("%s: FAILED open or read\n", path);
        return status;
    }
    if (cli_hex_decode_exact(expected, size, "check", item) == CLI_DONE &&
        memcmp(expected, digest, size) == 0) {
        counts->good++;
        if (!silent && !cli_given(arguments, "quiet"))
            printf("%s: OK\n", path);
    } else {
        counts->mismatched++;
        if (!silent)
            printf("%s: FAILED\n", path);
    }
    return CLI_DONE;
}

static int verdict(const cli_arguments *arguments, const check_counts *counts, const char *list)
{
    int silent = cli_given(arguments, "status");

    if (counts->good + counts->mismatched + counts->unreadable == 0) {
        if (counts->malformed > 0 || !cli_given(arguments, "ignore-missing"))
            return cli_fail(CLI_BAD_INPUT, "%s: no checksum lines of this algorithm found", list);
        return cli_fail(CLI_INVALID, "%s: no file was checked", list);
    }
    if (counts->malformed > 0 && !silent)
        cli_warn("%s: %lu malformed line(s) skipped; --warn shows which", list, counts->malformed);
    if (counts->unreadable > 0 && !silent)
        cli_warn("%s: %lu listed file(s) could not be read", list, counts->unreadable);
    if (counts->mismatched > 0 && !silent)
        cli_warn("%s: %lu checksum(s) did NOT match", list, counts->mismatched);
    if (counts->mismatched > 0)
        return CLI_INVALID;
    if (counts->unreadable > 0)
        return CLI_SYSTEM;
    if (counts->good == 0)
        return cli_fail(CLI_INVALID, "%s: no file was checked", list);
    return counts->malformed > 0 && cli_given(arguments, "strict") ? CLI_BAD_INPUT : CLI_DONE;
}

int cli_digest_check(const cli_arguments *arguments, mifu_hash_algorithm algorithm,
                     const char *list)
{
    char end = cli_given(arguments, "zero") ? '\0' : '\n';
    check_counts counts = {0};
    cli_digest_queue queue = {.arguments = arguments, .algorithm = algorithm, .done = check_file};
    check_context context = {&queue, &counts};
    cli_buffer text = {0};
    const char *shown = cli_input_shown(list);
    int status = cli_input_whole(&text, list, (size_t)1 << 28);
    unsigned long number = 0;

    queue.context = &context;
    if (status == CLI_DONE)
        status = cli_buffer_append(&text, "", 1);
    for (size_t at = 0; status == CLI_DONE && at + 1 < text.len;) {
        char *line = (char *)text.data + at, *digest, *name;
        char *stop = memchr(line, end, text.len - 1 - at);
        size_t len = stop != NULL ? (size_t)(stop - line) : text.len - 1 - at;

        at += len + 1;
        number++;
        line[len] = '\0';
        if (end == '\n' && len > 0 && line[len - 1] == '\r')
            line[len - 1] = '\0';
        if (*line == '#' || *line == '\0')
            continue;
        if (strlen(line) + 1 < len || !parse_line(line, algorithm, &digest, &name)) {
            counts.malformed++;
            if (cli_given(arguments, "warn"))
                cli_warn("%s: line %lu is no %s checksum", shown, number,
                         cli_digest_tag(mifu_hash_name(algorithm)));
            continue;
        }
        if (!cli_given(arguments, "ignore-missing") || access(name, F_OK) == 0)
            cli_digest_queue_add(&queue, name, digest);
    }
    (void)cli_digest_queue_end(&queue); /* what counts has been counted */
    cli_buffer_free(&text);
    return status == CLI_DONE ? verdict(arguments, &counts, shown) : status;
}
