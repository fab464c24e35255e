/* SPDX-License-Identifier: Apache-2.0 */
/* Input files: read piece by piece, or whole where the task needs that. */
#ifndef MIFU_CLI_INPUT_H
#define MIFU_CLI_INPUT_H

#include <stddef.h>
#include <stdint.h>

#include "cli_memory.h"

/* Size of the pieces that streaming verbs work on. */
#define CLI_PIECE_SIZE ((size_t)256 * 1024)

typedef struct cli_input {
    const char *name; /* as messages show it */
    uint64_t size;    /* bytes from here to the end, where size_known */
    int size_known;   /* a regular file that is not empty */
    int regular;
    int fd;
} cli_input;

/* The name of an input in messages: "standard input" for NULL and "-". */
const char *cli_input_shown(const char *path);

/* Opens a file, or standard input where path is NULL or "-", which only one input may use. */
int cli_input_open(cli_input *input, const char *path);

/* Fills `data` as far as the input goes: *len is below `cap` only at the end. */
int cli_input_read(cli_input *input, uint8_t *data, size_t cap, size_t *len);

/* As above, without a message: 0, or the errno of the read that failed. For any thread. */
int cli_input_fill(const cli_input *input, uint8_t *data, size_t cap, size_t *len);

void cli_input_close(cli_input *input);

/* Reads all that is left, at most `limit` bytes. */
int cli_input_rest(cli_buffer *bytes, cli_input *input, size_t limit);

/* Reads a whole file of at most `limit` bytes. */
int cli_input_whole(cli_buffer *bytes, const char *path, size_t limit);

/* Bounds of files that are read whole. */
#define CLI_SMALL_LIMIT ((size_t)1 << 20) /* keys, signatures, certificates */
#define CLI_LARGE_LIMIT ((size_t)1 << 31) /* messages that the algorithm needs at once */

#endif
