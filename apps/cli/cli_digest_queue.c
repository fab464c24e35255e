/* SPDX-License-Identifier: Apache-2.0 */
#include "cli_digest_queue.h"

#include "cli_input.h"
#include "cli_memory.h"
#include "cli_progress.h"

static uint8_t contents[CLI_QUEUE_BYTES];

static void finish(cli_digest_queue *queue, const void *item, const char *path,
                   const uint8_t *digest, int status)
{
    int now = queue->done(queue->context, item, path, digest, status);

    if (queue->status == CLI_DONE)
        queue->status = now;
}

/* Hashes all files that are kept. */
static void flush(cli_digest_queue *queue)
{
    uint8_t digests[CLI_QUEUE_FILES * MIFU_HASH_MAX_DIGEST_SIZE];
    size_t size = mifu_hash_digest_size(queue->algorithm);
    size_t count = queue->count;
    mifu_status status =
        mifu_hash_digest_many(digests, queue->algorithm, queue->data, queue->lens, count);

    queue->count = 0; /* an error that `done` reports comes back to report_order() */
    for (size_t i = 0; i < count; i++)
        finish(queue, queue->items[i], queue->paths[i],
               status == MIFU_OK ? digests + i * size : NULL,
               cli_fail_status(status, queue->paths[i], NULL));
    cli_wipe(contents, queue->used);
    queue->used = 0;
}

/* Errors and warnings are printed after the results of the files before them. */
static cli_digest_queue *current;

static void report_order(void)
{
    if (current->count > 0)
        flush(current);
}

/* The digest of an input of which `len` bytes at `begin` have been read; its pieces take all room.
 */
static int hash_pieces(uint8_t digest[MIFU_HASH_MAX_DIGEST_SIZE], const cli_digest_queue *queue,
                       cli_input *input, const uint8_t *begin, size_t len)
{
    mifu_hash hash;
    cli_progress progress;
    int status = cli_progress_start(&progress, queue->arguments, input);

    if (status == CLI_DONE)
        status = cli_fail_status(mifu_hash_init(&hash, queue->algorithm), input->name, NULL);
    if (status != CLI_DONE)
        return status;
    mifu_hash_update(&hash, begin, len);
    cli_progress_add(&progress, len);
    for (len = CLI_PIECE_SIZE; status == CLI_DONE && len == CLI_PIECE_SIZE;) {
        status = cli_input_read(input, contents, CLI_PIECE_SIZE, &len);
        if (status == CLI_DONE)
            mifu_hash_update(&hash, contents, len);
        cli_progress_add(&progress, len);
    }
    cli_progress_end(&progress);
    if (status == CLI_DONE)
        mifu_hash_final(digest, &hash);
    else
        mifu_hash_wipe(&hash);
    cli_wipe(contents, CLI_PIECE_SIZE);
    return status;
}

void cli_digest_queue_add(cli_digest_queue *queue, const char *path, const void *item)
{
    uint8_t digest[MIFU_HASH_MAX_DIGEST_SIZE];
    uint8_t *room;
    cli_input input;
    size_t len = 0;
    int keep, status;

    current = queue;
    cli_report_before(report_order);
    status = cli_input_open(&input, path);
    keep = status == CLI_DONE && input.regular && !cli_given(queue->arguments, "progress");
    /* A pipe may come to its end late: nothing waits for it. */
    if (!keep || queue->count == CLI_QUEUE_FILES || queue->used + CLI_QUEUE_PIECE > CLI_QUEUE_BYTES)
        flush(queue);
    room = contents + queue->used;
    if (status == CLI_DONE) {
        status = cli_input_read(&input, room, CLI_QUEUE_PIECE, &len);
        if (status == CLI_DONE && keep && len < CLI_QUEUE_PIECE) {
            queue->items[queue->count] = item;
            queue->paths[queue->count] = path;
            queue->data[queue->count] = room;
            queue->lens[queue->count++] = len;
            queue->used += len;
        } else {
            if (status == CLI_DONE) {
                flush(queue);
                status = hash_pieces(digest, queue, &input, room, len);
            }
            cli_wipe(room, len);
            keep = 0;
        }
        cli_input_close(&input);
    }
    cli_report_before(report_order);
    if (!keep || status != CLI_DONE)
        finish(queue, item, path, status == CLI_DONE ? digest : NULL, status);
}

int cli_digest_queue_end(cli_digest_queue *queue)
{
    flush(queue);
    cli_report_before(NULL);
    return queue->status;
}
