/* SPDX-License-Identifier: Apache-2.0 */
/* Passwords: the sources of --pass. */
#include "cli_password.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cli_output.h"

enum { MAX_PASSWORD = 4096 };

/*
 * Reads up to the first line end, byte by byte, since what follows may be for somebody else. A
 * carriage return before the line end goes too.
 */
static int read_line(cli_buffer *password, int fd, const char *name)
{
    for (;;) {
        char c = 0;
        ssize_t got = read(fd, &c, 1);
        int status;

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return cli_fail_errno("read the password from", name);
        if (got == 0 || c == '\n')
            break;
        if (password->len == MAX_PASSWORD)
            return cli_fail(CLI_BAD_INPUT, "%s: the password has more than %d bytes", name,
                            MAX_PASSWORD);
        status = cli_buffer_append(password, &c, 1);
        if (status != CLI_DONE)
            return status;
    }
    if (password->len > 0 && password->data[password->len - 1] == '\r')
        password->len--;
    return CLI_DONE;
}

/* ---- The terminal ---- */

static struct termios terminal_before;
static int terminal_fd = -1;

static void restore_terminal(void)
{
    if (terminal_fd >= 0)
        tcsetattr(terminal_fd, TCSANOW, &terminal_before);
}

static int ask(cli_buffer *password, int fd, const char *what, const char *again)
{
    struct termios silent;
    char line[256];
    int length, status;

    if (tcgetattr(fd, &terminal_before) != 0)
        return cli_fail_errno("ask for a password at", "the terminal");
    silent = terminal_before;
    silent.c_lflag &= ~(tcflag_t)ECHO;
    silent.c_lflag |= ECHONL | ICANON;
    terminal_fd = fd;
    cli_output_on_signal(restore_terminal);
    tcsetattr(fd, TCSAFLUSH, &silent);
    length = snprintf(line, sizeof line, "%s%s: ", what, again);
    if (length > (int)sizeof line - 1)
        length = (int)sizeof line - 1;
    for (int i = 0; i < length; i++)
        if ((unsigned char)line[i] < 0x20 || line[i] == 0x7f)
            line[i] = '?';
    if (write(fd, line, (size_t)length) < 0)
        status = cli_fail_errno("write to", "the terminal");
    else
        status = read_line(password, fd, "the terminal");
    restore_terminal();
    cli_output_on_signal(NULL);
    terminal_fd = -1;
    return status;
}

static int ask_terminal(cli_buffer *password, const char *what, int creation)
{
    cli_buffer second = {0};
    int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    int status;

    if (fd < 0)
        return cli_fail(CLI_SYSTEM, "there is no terminal to ask for a password; use another "
                                    "source: " CLI_PASSWORD_SOURCES);
    status = ask(password, fd, what, "");
    if (status == CLI_DONE && creation) {
        status = ask(&second, fd, what, ", again");
        if (status == CLI_DONE &&
            (second.len != password->len ||
             (second.len > 0 && memcmp(second.data, password->data, second.len) != 0)))
            status = cli_fail(CLI_BAD_INPUT, "the two passwords differ; nothing was done");
    }
    cli_buffer_free(&second);
    close(fd);
    return status;
}

/* ---- The sources ---- */

static int read_file(cli_buffer *password, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int status;

    if (fd < 0)
        return cli_fail_errno("open the password file", path);
    status = read_line(password, fd, path);
    close(fd);
    return status;
}

static int read_descriptor(cli_buffer *password, const char *text)
{
    char *end;
    long fd = strtol(text, &end, 10);

    if (*text < '0' || *text > '9' || *end != '\0' || fd > INT_MAX)
        return cli_fail_usage("fd:%s names no file descriptor", text);
    return read_line(password, (int)fd, "the file descriptor");
}

static int read_environment(cli_buffer *password, const char *name)
{
    const char *value = getenv(name);

    if (value == NULL)
        return cli_fail_usage("the environment has no variable %s", name);
    return cli_buffer_append(password, value, strlen(value));
}

/* The value points into argv, which ps shows: it goes once it was read. */
static int read_text(cli_buffer *password, const char *text)
{
    size_t len = strlen(text);
    int status = cli_buffer_append(password, text, len);

    cli_wipe((void *)(uintptr_t)text, len);
    return status;
}

int cli_password(cli_buffer *password, int *given, const cli_arguments *arguments,
                 const char *option, const char *what, int creation)
{
    const char *source = cli_value(arguments, option);
    int status;

    *given = source != NULL;
    if (source == NULL)
        return CLI_DONE;
    if (strcmp(source, "prompt") == 0)
        status = ask_terminal(password, what, creation);
    else if (strncmp(source, "env:", 4) == 0)
        status = read_environment(password, source + 4);
    else if (strncmp(source, "file:", 5) == 0)
        status = read_file(password, source + 5);
    else if (strncmp(source, "fd:", 3) == 0)
        status = read_descriptor(password, source + 3);
    else if (strncmp(source, "pass:", 5) == 0)
        status = read_text(password, source + 5);
    else /* the value itself is not shown: it may be the password */
        return cli_fail_usage("--%s takes " CLI_PASSWORD_SOURCES, option);
    if (status == CLI_DONE && password->len == 0)
        status = cli_fail(CLI_BAD_INPUT, "--%s: the password is empty", option);
    return status;
}
