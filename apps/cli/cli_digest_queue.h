/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files to be hashed, in their order. The contents of small ones are kept until there are enough to
 * hash many at once, which is several times faster than one after the other; large ones are read
 * piece by piece.
 */
#ifndef MIFU_CLI_DIGEST_QUEUE_H
#define MIFU_CLI_DIGEST_QUEUE_H

#include "mifu/hash.h"

#include "cli_command.h"

/* Files kept at most, and their bytes; inputs that fill a piece are not kept. */
#define CLI_QUEUE_FILES 64
#define CLI_QUEUE_BYTES ((size_t)2 << 20)
#define CLI_QUEUE_PIECE ((size_t)128 * 1024)

/*
 * What to do with a file's digest, or with NULL where the file could not be read: that has been
 * reported, and `status` is the exit status for it. Called once for each file, in their order.
 */
typedef int cli_digest_done(void *context, const void *item, const char *path,
                            const uint8_t *digest, int status);

typedef struct cli_digest_queue {
    const cli_arguments *arguments; /* with the options of cli_progress.h */
    mifu_hash_algorithm algorithm;
    cli_digest_done *done;
    void *context;
    int status; /* CLI_DONE, or the first other one that a call of `done` gave */
    size_t count, used;
    const void *items[CLI_QUEUE_FILES];
    const char *paths[CLI_QUEUE_FILES];
    const uint8_t *data[CLI_QUEUE_FILES];
    size_t lens[CLI_QUEUE_FILES];
} cli_digest_queue;

/* Takes a file. `path` and `item` stay valid until the end; `item` goes to `done`. */
void cli_digest_queue_add(cli_digest_queue *queue, const char *path, const void *item);

/* Ends: hashes what is kept. Returns the status of the queue. */
int cli_digest_queue_end(cli_digest_queue *queue);

#endif
