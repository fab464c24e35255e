/* SPDX-License-Identifier: Apache-2.0 */
/* The progress line of long work: on a terminal, or where --progress asks for it. */
#ifndef MIFU_CLI_PROGRESS_H
#define MIFU_CLI_PROGRESS_H

#include <stdint.h>
#include <time.h>

#include "cli_command.h"
#include "cli_input.h"

#define CLI_PROGRESS_OPTIONS                                                                       \
    {"progress", 0, NULL, "show progress although standard error is no terminal"},                 \
    {                                                                                              \
        "no-progress", 0, NULL, "show no progress"                                                 \
    }

typedef struct cli_progress {
    int on;
    int always;     /* asked for: short work too */
    int shown;      /* something is on the line */
    uint64_t total; /* 0: not known */
    uint64_t done;
    struct timespec start, last;
} cli_progress;

/* Whether the options go together. The verb must have CLI_PROGRESS_OPTIONS in its table. */
int cli_progress_check(const cli_arguments *arguments);

/* Checks too. */
int cli_progress_start(cli_progress *progress, const cli_arguments *arguments,
                       const cli_input *input);

/* Starts the clock again: what came before, such as a key derivation, is not part of the rate. */
void cli_progress_restart(cli_progress *progress);

void cli_progress_add(cli_progress *progress, uint64_t bytes);

/* Shows the final state, and ends the line. Comes before any message or result. */
void cli_progress_end(cli_progress *progress);

#endif
