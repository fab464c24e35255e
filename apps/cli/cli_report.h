/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the command line ends and what it says: exit statuses, one-line errors, results as text.
 * Functions of the command line return an exit status; the place that finds a fault prints it.
 */
#ifndef MIFU_CLI_REPORT_H
#define MIFU_CLI_REPORT_H

#include "mifu/status.h"

enum {
    CLI_DONE = 0,      /* done, or valid */
    CLI_INVALID = 1,   /* a signature or tag does not verify */
    CLI_USAGE = 2,     /* the command line is wrong */
    CLI_BAD_INPUT = 3, /* malformed data */
    CLI_SYSTEM = 4     /* the operating system refused something */
};

#if defined(__GNUC__) || defined(__clang__)
#    define CLI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#    define CLI_PRINTF(text, first)
#endif

/* The words that begin every error, such as "mifu sm2 sign". Copied. */
void cli_report_name(const char *group, const char *verb);
const char *cli_report_command(void);

/* What is called before each line on standard error, or NULL: what has to come out before it. */
void cli_report_before(void (*hook)(void));

/* Prints one line to standard error and gives `exit_status` back, so that callers can return it. */
int cli_fail(int exit_status, const char *format, ...) CLI_PRINTF(2, 3);

/* A warning: printed like an error, changes nothing. */
void cli_warn(const char *format, ...) CLI_PRINTF(1, 2);

/* "cannot ACTION NAME: reason" from errno; CLI_SYSTEM. */
int cli_fail_errno(const char *action, const char *name);

/* "usage error": the text, and where the help is; CLI_USAGE. */
int cli_fail_usage(const char *format, ...) CLI_PRINTF(1, 2);

/* Exit status that a library status stands for. */
int cli_exit_status(mifu_status status);

/*
 * Reports a library status about the thing `name` ("key.pem"). `advice` says what to try, or NULL
 * for the advice that goes with the status. MIFU_OK is CLI_DONE and prints nothing.
 */
int cli_fail_status(mifu_status status, const char *name, const char *advice);

/* Flushes standard output; CLI_SYSTEM with a message where that fails. Returns status otherwise. */
int cli_flush(int exit_status);

/* Writes `text` to standard output as a JSON string with its quotes. */
void cli_json_string(const char *text);

#endif
