/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Batches on several threads. Two turns keep the order: `reading` is a mutex, and the batch number
 * is given out under it; in writing a thread waits until the batches before its own are written.
 *
 * Messages come from the thread whose turn it is to write, so that the first fault in the order of
 * the input is the one that is told, and no other. What may still block then is a thread in read():
 * it is cancelled, which is possible nowhere else.
 */
#include "cli_parallel.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAGE = 4096, DEFAULT_MAX = 16 };

typedef struct line {
    const cli_parallel *job;
    pthread_mutex_t reading; /* guards the three below */
    uint64_t next_number;
    int at_end;
    int carried; /* the byte after the last batch, which told that it is not the last */
    uint8_t carry;
    pthread_mutex_t writing; /* guards the three below */
    pthread_cond_t changed;  /* one of them */
    uint64_t written;        /* batches */
    unsigned running;        /* threads */
    int status;
    atomic_int stopped; /* status is not CLI_DONE */
} line;

typedef struct worker {
    line *line;
    pthread_t thread;
    cli_batch batch;
    void *memory;
    size_t size;
} worker;

/* Reads a batch and one byte more, if there is one. */
static void fill(line *l, cli_batch *batch)
{
    size_t size = l->job->in_size, held = (size_t)l->carried, got = 0;

    batch->in[0] = l->carry;
    batch->error = cli_input_fill(l->job->input, batch->in + held, size + 1 - held, &got);
    held += got;
    batch->last = held <= size;
    batch->in_len = batch->last ? held : size;
    l->carried = !batch->last;
    if (l->carried)
        l->carry = batch->in[size];
    l->at_end = batch->last || batch->error != 0;
}

static void unlock(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

/* 1 and the next batch, or 0 where there is none. */
static int take(line *l, cli_batch *batch)
{
    int more, before;

    pthread_mutex_lock(&l->reading);
    more = !l->at_end && !atomic_load(&l->stopped);
    pthread_cleanup_push(unlock, &l->reading);
    if (more) {
        batch->number = l->next_number++;
        batch->fault = MIFU_OK;
        batch->out_len = 0;
        pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
        fill(l, batch);
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    }
    pthread_cleanup_pop(1);
    return more;
}

/* What a batch comes to, in its turn. */
static int deliver(const cli_parallel *job, cli_batch *batch)
{
    int status;

    if (batch->error != 0) {
        errno = batch->error;
        return cli_fail_errno("read", job->input->name);
    }
    status = cli_output_write(job->output, batch->out, batch->out_len);
    cli_progress_add(job->progress, batch->in_len);
    return status == CLI_DONE ? job->judge(job->context, batch, job->input->name) : status;
}

static void put(line *l, cli_batch *batch)
{
    pthread_mutex_lock(&l->writing);
    while (l->written != batch->number && l->status == CLI_DONE)
        pthread_cond_wait(&l->changed, &l->writing);
    if (l->status == CLI_DONE) {
        l->status = deliver(l->job, batch);
        l->written++;
        atomic_store(&l->stopped, l->status != CLI_DONE);
        pthread_cond_broadcast(&l->changed);
    }
    pthread_mutex_unlock(&l->writing);
}

static void *work(void *argument)
{
    worker *w = argument;
    line *l = w->line;
    int before;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    while (take(l, &w->batch)) {
        if (w->batch.error == 0)
            l->job->work(l->job->context, &w->batch);
        put(l, &w->batch);
    }
    pthread_mutex_lock(&l->writing);
    l->running--;
    pthread_cond_broadcast(&l->changed);
    pthread_mutex_unlock(&l->writing);
    return NULL;
}

/* Waits for the end or the first failure, after which no thread may be left reading. */
static void wait_for(line *l, worker *workers, size_t count)
{
    int stopped;

    pthread_mutex_lock(&l->writing);
    while (l->running > 0 && l->status == CLI_DONE)
        pthread_cond_wait(&l->changed, &l->writing);
    stopped = l->status != CLI_DONE;
    pthread_mutex_unlock(&l->writing);
    for (size_t i = 0; i < count && stopped; i++)
        pthread_cancel(workers[i].thread);
    for (size_t i = 0; i < count; i++)
        pthread_join(workers[i].thread, NULL);
}

static size_t round_up(size_t size)
{
    return (size + PAGE - 1) / PAGE * PAGE;
}

static int make_worker(worker *w, line *l)
{
    size_t in = round_up(l->job->in_size + 1), out = round_up(l->job->out_size);

    w->line = l;
    w->size = in + out;
    w->memory = aligned_alloc(PAGE, w->size);
    if (w->memory == NULL)
        return cli_fail(CLI_SYSTEM, "not enough memory");
    w->batch.in = w->memory;
    w->batch.out = w->batch.in + in;
    return CLI_DONE;
}

/* No more threads than the input has batches. */
static size_t count_workers(const cli_parallel *job)
{
    uint64_t batches = job->input->size / job->in_size + 1;

    return (size_t)(job->input->size_known && batches < job->threads ? batches : job->threads);
}

int cli_parallel_run(const cli_parallel *job)
{
    line l = {.job = job};
    size_t wanted = count_workers(job), made = 0, started = 0;
    worker *workers = calloc(wanted, sizeof *workers);

    if (workers == NULL)
        return cli_fail(CLI_SYSTEM, "not enough memory");
    pthread_mutex_init(&l.reading, NULL);
    pthread_mutex_init(&l.writing, NULL);
    pthread_cond_init(&l.changed, NULL);
    l.status = CLI_DONE;
    while (made < wanted && l.status == CLI_DONE)
        l.status = make_worker(&workers[made++], &l);
    if (l.status == CLI_DONE && wanted > 1) {
        /* set before any of them starts, and corrected for those that the system refused */
        l.running = (unsigned)wanted;
        while (started < wanted &&
               pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
            started++;
        pthread_mutex_lock(&l.writing);
        l.running -= (unsigned)(wanted - started);
        pthread_mutex_unlock(&l.writing);
        wait_for(&l, workers, started);
    }
    if (l.status == CLI_DONE && started == 0) {
        l.running = 1;
        work(&workers[0]);
    }
    for (size_t i = 0; i < made; i++)
        if (workers[i].memory != NULL) {
            cli_wipe(workers[i].memory, workers[i].size);
            free(workers[i].memory);
        }
    free(workers);
    pthread_cond_destroy(&l.changed);
    pthread_mutex_destroy(&l.writing);
    pthread_mutex_destroy(&l.reading);
    cli_wipe(&l.carry, sizeof l.carry);
    return l.status;
}

uint64_t cli_parallel_default(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);

    return processors < 1 ? 1 : processors > DEFAULT_MAX ? DEFAULT_MAX : (uint64_t)processors;
}
