/* SPDX-License-Identifier: Apache-2.0 */
/* The input of a verb, piece by piece: for what takes a message in and gives a short answer. */
#ifndef MIFU_CLI_PIECES_H
#define MIFU_CLI_PIECES_H

#include "mifu/status.h"

#include "cli_command.h"
#include "cli_input.h"

/* Options of verbs that use cli_each_piece(). */
#define CLI_MESSAGE_OPTION                                                                         \
    {                                                                                              \
        "in", 0, "FILE", "the message (or name it as the argument)"                                \
    }

/*
 * Takes a piece of the input; gives an exit status, and reports where that is not CLI_DONE. It is
 * called at least once. The last piece, and no other, is below CLI_PIECE_SIZE: it may be empty.
 */
typedef int cli_take_piece(void *context, const cli_input *input, const uint8_t *piece, size_t len);

/*
 * Opens the input, shows progress and passes the pieces on, up to the first failure. The verb has
 * CLI_MESSAGE_OPTION, or another "in", and CLI_PROGRESS_OPTIONS.
 */
int cli_each_piece(const cli_arguments *arguments, cli_take_piece *take, void *context);

#endif
