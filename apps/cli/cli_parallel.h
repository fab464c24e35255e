/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An input that becomes an output in independent batches, on several threads. Threads take turns
 * in reading and, in the same order, in writing; between the two they work side by side. So the
 * output does not depend on their number, pipes are as good as files, and memory is what the
 * batches under way need.
 */
#ifndef MIFU_CLI_PARALLEL_H
#define MIFU_CLI_PARALLEL_H

#include "mifu/status.h"

#include "cli_input.h"
#include "cli_output.h"
#include "cli_progress.h"

#define CLI_THREADS_MAX ((uint64_t)256)

/* One batch. Only the thread that has it touches it. */
typedef struct cli_batch {
    uint64_t number; /* batches before it */
    int last;        /* nothing follows it */
    uint8_t *in;
    size_t in_len; /* as job->in_size, unless it is the last */
    uint8_t *out;  /* job->out_size bytes */
    size_t out_len;
    mifu_status fault; /* what work() leaves to judge(); MIFU_OK before */
    int error;         /* errno of a read that failed, or 0 */
} cli_batch;

typedef struct cli_parallel {
    cli_input *input;
    cli_output *output;
    cli_progress *progress;
    uint64_t threads;
    size_t in_size, out_size; /* bytes of a batch, before and after */
    const void *context;
    /* Makes `out` of `in`, in any thread and any order; must neither print nor write. */
    void (*work)(const void *context, cli_batch *batch);
    /* The exit status of a batch, reported where it is not CLI_DONE; called in order, after the
     * out_len bytes were written and before anything of the next batch is. */
    int (*judge)(const void *context, cli_batch *batch, const char *name);
} cli_parallel;

/*
 * Runs to the end of the input or the first failure, in the order of the input: one message at the
 * most. The first batch may be empty, and the last is as long as what is left.
 */
int cli_parallel_run(const cli_parallel *job);

/* Processors that are there, at most as many as reading and writing in turn can feed. */
uint64_t cli_parallel_default(void);

#endif
