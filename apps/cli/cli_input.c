/* SPDX-License-Identifier: Apache-2.0 */
/* Input files of the command line. */
#include "cli_input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli_report.h"

const char *cli_input_shown(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0 ? "standard input" : path;
}

int cli_input_open(cli_input *input, const char *path)
{
    static int standard_input_taken;
    struct stat about;

    memset(input, 0, sizeof *input);
    input->name = cli_input_shown(path);
    if (path == NULL || strcmp(path, "-") == 0) {
        if (standard_input_taken)
            return cli_fail_usage("standard input is asked for twice");
        standard_input_taken = 1;
        input->fd = STDIN_FILENO;
    } else {
        input->fd = open(path, O_RDONLY | O_CLOEXEC);
        if (input->fd < 0)
            return cli_fail_errno("open", path);
    }
    if (fstat(input->fd, &about) == 0) {
        if (S_ISDIR(about.st_mode)) {
            cli_input_close(input);
            return cli_fail(CLI_SYSTEM, "cannot read %s: it is a directory", input->name);
        }
        if (S_ISREG(about.st_mode)) {
            off_t at = lseek(input->fd, 0, SEEK_CUR);

            input->regular = 1;
            /* files of /proc and the like say 0 and give more: their size is not known */
            if (at >= 0 && about.st_size > 0 && about.st_size >= at) {
                input->size = (uint64_t)(about.st_size - at);
                input->size_known = 1;
            }
        }
    }
    return CLI_DONE;
}

int cli_input_fill(const cli_input *input, uint8_t *data, size_t cap, size_t *len)
{
    *len = 0;
    while (*len < cap) {
        ssize_t got = read(input->fd, data + *len, cap - *len);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno;
        if (got == 0)
            break;
        *len += (size_t)got;
    }
    return 0;
}

int cli_input_read(cli_input *input, uint8_t *data, size_t cap, size_t *len)
{
    int error = cli_input_fill(input, data, cap, len);

    errno = error;
    return error == 0 ? CLI_DONE : cli_fail_errno("read", input->name);
}

void cli_input_close(cli_input *input)
{
    if (input->fd > STDIN_FILENO)
        close(input->fd);
    input->fd = -1;
}

int cli_input_rest(cli_buffer *bytes, cli_input *input, size_t limit)
{
    size_t got = 1;
    int status = CLI_DONE;

    while (status == CLI_DONE && got > 0) {
        size_t room = bytes->len < 65536 ? 65536 : bytes->len;

        status = cli_buffer_reserve(bytes, room);
        if (status == CLI_DONE)
            status = cli_input_read(input, bytes->data + bytes->len, room, &got);
        if (status == CLI_DONE) {
            bytes->len += got;
            if (bytes->len > limit)
                status = cli_fail(CLI_BAD_INPUT, "%s: more than the %zu bytes this can be%s",
                                  input->name, limit,
                                  limit >= CLI_LARGE_LIMIT
                                      ? "; mifu sm2 encrypt --help has the way for large files"
                                      : "");
        }
        if (got < room)
            break;
    }
    return status;
}

int cli_input_whole(cli_buffer *bytes, const char *path, size_t limit)
{
    cli_input input;
    int status = cli_input_open(&input, path);

    if (status != CLI_DONE)
        return status;
    status = cli_input_rest(bytes, &input, limit);
    cli_input_close(&input);
    return status;
}
