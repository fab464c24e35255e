/* SPDX-License-Identifier: Apache-2.0 */
/* Errors of the command line: one line each, free of control characters. */
#include "cli_report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char command[64] = "mifu";
static void (*before_line)(void);

void cli_report_name(const char *group, const char *verb)
{
    snprintf(command, sizeof command, "mifu%s%s%s%s", group ? " " : "", group ? group : "",
             verb ? " " : "", verb ? verb : "");
}

void cli_report_before(void (*hook)(void))
{
    before_line = hook;
}

const char *cli_report_command(void)
{
    return command;
}

/* File names reach messages: a control character in one must not reach the terminal. */
static void print_line(const char *middle, const char *format, va_list arguments)
{
    char line[1024];

    vsnprintf(line, sizeof line, format, arguments);
    for (char *c = line; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    if (before_line != NULL)
        before_line();
    fflush(stdout);
    fprintf(stderr, "%s: %s%s\n", command, middle, line);
}

int cli_fail(int exit_status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    print_line("", format, arguments);
    va_end(arguments);
    return exit_status;
}

void cli_warn(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    print_line("warning: ", format, arguments);
    va_end(arguments);
}

int cli_fail_errno(const char *action, const char *name)
{
    return cli_fail(CLI_SYSTEM, "cannot %s %s: %s", action, name, strerror(errno));
}

int cli_fail_usage(const char *format, ...)
{
    char text[900];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return cli_fail(CLI_USAGE, "%s (see %s --help)", text, command);
}

int cli_exit_status(mifu_status status)
{
    if (status == MIFU_OK)
        return CLI_DONE;
    if (status == MIFU_INVALID || status == MIFU_ERR_AUTHENTICATION)
        return CLI_INVALID;
    if (status == MIFU_ERR_PASSWORD_NEEDED || status == MIFU_ERR_ARGUMENT_ID)
        return CLI_USAGE;
    switch (mifu_status_class(status)) {
    case MIFU_ERR_RANDOM:
    case MIFU_ERR_SELFTEST:
        return CLI_SYSTEM;
    default:
        return CLI_BAD_INPUT;
    }
}

static const char *usual_advice(mifu_status status)
{
    switch (status) {
    case MIFU_ERR_PASSWORD_NEEDED:
        return "add --pass prompt, or another --pass source";
    case MIFU_ERR_ENCODING_PEM:
        return "mifu inspect FILE says what a file is";
    case MIFU_ERR_UNSUPPORTED_LEGACY_PEM:
        return "rewrite the key with: openssl pkey -in FILE";
    case MIFU_ERR_ENCODING_TRUNCATED:
        return "was the file transferred completely?";
    case MIFU_ERR_RANDOM:
        return "the system's random source is out of order";
    default:
        return NULL;
    }
}

int cli_fail_status(mifu_status status, const char *name, const char *advice)
{
    if (status == MIFU_OK)
        return CLI_DONE;
    if (advice == NULL)
        advice = usual_advice(status);
    return cli_fail(cli_exit_status(status), "%s: %s%s%s", name, mifu_status_text(status),
                    advice ? "; " : "", advice ? advice : "");
}

int cli_flush(int exit_status)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        return cli_fail_errno("write", "standard output");
    return exit_status;
}

void cli_json_string(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    putchar('"');
}
