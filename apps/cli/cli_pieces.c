/* SPDX-License-Identifier: Apache-2.0 */
/* The input of a verb, piece by piece. */
#include "cli_pieces.h"

#include "cli_progress.h"

int cli_each_piece(const cli_arguments *arguments, cli_take_piece *take, void *context)
{
    static uint8_t piece[CLI_PIECE_SIZE];
    cli_input input;
    cli_progress progress;
    size_t len = sizeof piece;
    const char *name;
    int status = cli_input_name(arguments, &name);

    if (status == CLI_DONE)
        status = cli_input_open(&input, name);
    if (status != CLI_DONE)
        return status;
    status = cli_progress_start(&progress, arguments, &input);
    while (status == CLI_DONE && len == sizeof piece) {
        status = cli_input_read(&input, piece, sizeof piece, &len);
        if (status == CLI_DONE)
            status = take(context, &input, piece, len);
        cli_progress_add(&progress, len);
    }
    cli_progress_end(&progress);
    cli_wipe(piece, sizeof piece);
    cli_input_close(&input);
    return status;
}
