/* SPDX-License-Identifier: Apache-2.0 */
/* Short values between the two sides of a protocol: cli_line.h. */
#include "cli_line.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli_command.h"
#include "cli_input.h"
#include "cli_output.h"
#include "cli_text.h"

int cli_send_line(const char *path, const uint8_t *bytes, size_t len)
{
    cli_buffer text = {0};
    int status = cli_hex_append(&text, bytes, len);

    if (status == CLI_DONE)
        status = cli_output_whole(path, 0, text.data, text.len);
    cli_buffer_free(&text);
    return status;
}

/* Waits until a file is there: the other side writes it whole, under another name, first. */
static int wait_for(const char *path, uint64_t seconds)
{
    const struct timespec pause = {0, 20 * 1000 * 1000};
    struct timespec start, now;
    struct stat about;

    if (strcmp(path, "-") == 0)
        return CLI_DONE;
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (stat(path, &about) != 0 && errno == ENOENT) {
        nanosleep(&pause, NULL);
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec - start.tv_sec >= (time_t)seconds)
            return cli_fail(CLI_SYSTEM,
                            "%s did not appear within %llu seconds; is the other side "
                            "running? (--timeout)",
                            path, (unsigned long long)seconds);
    }
    return CLI_DONE;
}

/* One line of standard input, which may serve the point and the confirmation hash. */
static int read_typed_line(cli_buffer *text)
{
    int status = CLI_DONE;
    int c;

    while (status == CLI_DONE && (c = getchar()) != EOF && c != '\n' && text->len < 1024) {
        char byte = (char)c;

        status = cli_buffer_append(text, &byte, 1);
    }
    return status;
}

int cli_receive_line(uint8_t *bytes, size_t len, const char *path, uint64_t timeout)
{
    cli_buffer text = {0}, decoded = {0};
    int status = wait_for(path, timeout);

    if (status == CLI_DONE)
        status = strcmp(path, "-") == 0 ? read_typed_line(&text)
                                        : cli_input_whole(&text, path, CLI_SMALL_LIMIT);
    if (status == CLI_DONE && (!cli_hex_read(&decoded, text.data, text.len) || decoded.len != len))
        status = cli_fail(CLI_BAD_INPUT, "%s: not a line of %zu hexadecimal digits", path, 2 * len);
    if (status == CLI_DONE)
        memcpy(bytes, decoded.data, len);
    cli_buffer_free(&text);
    cli_buffer_free(&decoded);
    return status;
}
