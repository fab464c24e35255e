/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Output files: written beside the final name and renamed once complete, so that the final name
 * holds either what it held before or the whole result. A run that fails or is interrupted leaves
 * no file behind.
 */
#ifndef MIFU_CLI_OUTPUT_H
#define MIFU_CLI_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

enum {
    CLI_OUTPUT_TEXT = 0,
    CLI_OUTPUT_BINARY = 1, /* not for a terminal, unless "-" was said */
    CLI_OUTPUT_SECRET = 2, /* readable by its owner alone */
    CLI_OUTPUT_NEW = 4,    /* the file must not exist yet */
    CLI_OUTPUT_NO_SYNC = 8 /* complete when the system has it, though not on the disk yet */
};

typedef struct cli_output {
    const char *name; /* as messages show it */
    char *final_path; /* NULL: standard output, or a device written to directly */
    char *temporary_path;
    int slot;      /* row of the clean-up table, or -1 */
    int exclusive; /* must not replace a file */
    int no_sync;
    int fd;
} cli_output;

/* Opens a file, or standard output where path is NULL or "-". On failure nothing needs a discard.
 */
int cli_output_open(cli_output *output, const char *path, int flags);

int cli_output_write(cli_output *output, const void *data, size_t len);

/* Completes the file: synchronises unless told not to, closes, renames. The output is closed in any
 * case. */
int cli_output_commit(cli_output *output);

/* Drops what was written, where that is possible. Harmless after a commit. */
void cli_output_discard(cli_output *output);

/* Commits where status is CLI_DONE, else discards. Gives the first failure. */
int cli_output_finish(cli_output *output, int status);

/* 1 where writing goes through a file that is renamed on success. */
int cli_output_is_atomic(const cli_output *output);

/* Opens, writes `len` bytes and commits. */
int cli_output_whole(const char *path, int flags, const void *data, size_t len);

/* Removes unfinished files when the program is ended by a signal. Called once, at the start. */
void cli_output_catch_signals(void);

/* What else a signal must undo (the terminal's echo), or NULL. Must be async-signal-safe. */
void cli_output_on_signal(void (*undo)(void));

#endif
