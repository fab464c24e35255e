/* SPDX-License-Identifier: Apache-2.0 */
/* The progress line: bar, percentage, bytes, rate, time left. */
#include "cli_progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static double seconds_between(const struct timespec *from, const struct timespec *to)
{
    return (double)(to->tv_sec - from->tv_sec) + 1e-9 * (double)(to->tv_nsec - from->tv_nsec);
}

void cli_progress_restart(cli_progress *progress)
{
    clock_gettime(CLOCK_MONOTONIC, &progress->start);
    progress->last = progress->start;
}

/* A message must not be glued to the bar. */
static cli_progress *active;

static void end_line(void)
{
    if (active != NULL && active->shown)
        fputc('\n', stderr);
    if (active != NULL)
        active->shown = active->on = 0;
}

int cli_progress_check(const cli_arguments *arguments)
{
    static const char *const both[] = {"progress", "no-progress", NULL};

    return cli_at_most_one(arguments, both);
}

int cli_progress_start(cli_progress *progress, const cli_arguments *arguments,
                       const cli_input *input)
{
    memset(progress, 0, sizeof *progress);
    if (cli_progress_check(arguments) != CLI_DONE)
        return CLI_USAGE;
    progress->always = cli_given(arguments, "progress");
    progress->on =
        progress->always || (!cli_given(arguments, "no-progress") && isatty(STDERR_FILENO));
    progress->total = input->size_known ? input->size : 0;
    cli_progress_restart(progress);
    active = progress;
    cli_report_before(end_line);
    return CLI_DONE;
}

/* "12.3 MiB" */
static void print_size(char *text, size_t cap, double bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    unsigned unit = 0;

    while (bytes >= 1024 && unit < 5) {
        bytes /= 1024;
        unit++;
    }
    snprintf(text, cap, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
}

static void show(cli_progress *progress, const struct timespec *now)
{
    enum { BAR = 24 };
    double elapsed = seconds_between(&progress->start, now);
    double rate = elapsed > 0 ? (double)progress->done / elapsed : 0;
    char done[32], speed[32], bar[BAR + 1], line[160];

    print_size(done, sizeof done, (double)progress->done);
    print_size(speed, sizeof speed, rate);
    if (progress->total > 0) {
        double part = (double)progress->done / (double)progress->total;
        unsigned left = 0;

        part = part > 1 ? 1 : part;
        if (rate > 0 && progress->total > progress->done)
            left = (unsigned)((double)(progress->total - progress->done) / rate + 0.5);
        for (int i = 0; i < BAR; i++)
            bar[i] = i < (int)(part * BAR + 0.5) ? '#' : '.';
        bar[BAR] = '\0';
        snprintf(line, sizeof line, "[%s] %3.0f %%  %s  %s/s  %u:%02u left", bar, 100 * part, done,
                 speed, left / 60, left % 60);
    } else {
        snprintf(line, sizeof line, "%s  %s/s", done, speed);
    }
    /* blanks over what a longer line left behind */
    fprintf(stderr, "\r%-76s", line);
    fflush(stderr);
    progress->shown = 1;
}

void cli_progress_add(cli_progress *progress, uint64_t bytes)
{
    struct timespec now;

    progress->done += bytes;
    if (!progress->on)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (seconds_between(&progress->last, &now) < 0.1)
        return;
    progress->last = now;
    /* work that is over in a moment needs no bar */
    if (seconds_between(&progress->start, &now) > 0.3)
        show(progress, &now);
}

void cli_progress_end(cli_progress *progress)
{
    struct timespec now;

    active = NULL;
    if (!progress->on)
        return;
    progress->on = 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (progress->shown || progress->always)
        show(progress, &now);
    if (progress->shown)
        fputc('\n', stderr);
}
