/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic output files. */
#include "cli_output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mifu/random.h"

#include "cli_memory.h"
#include "cli_report.h"

/*
 * Paths of unfinished files, for the signal handler. A row is in use while its flag is set; the
 * path is complete before the flag is and stays until after the flag is cleared.
 */
enum { SLOTS = 4 };
static char slot_path[SLOTS][PATH_MAX];
static volatile sig_atomic_t slot_used[SLOTS];
static void (*volatile undo_on_signal)(void);

static void handle_signal(int number)
{
    void (*undo)(void) = undo_on_signal;

    for (int i = 0; i < SLOTS; i++)
        if (slot_used[i])
            unlink(slot_path[i]);
    if (undo != NULL)
        undo();
    /* SA_RESETHAND has put the default action back: the signal now ends the program, so that the
     * shell sees what happened */
    raise(number);
}

void cli_output_catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ};
    struct sigaction action, old;

    memset(&action, 0, sizeof action);
    action.sa_handler = handle_signal;
    action.sa_flags = (int)SA_RESETHAND;
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
}

void cli_output_on_signal(void (*undo)(void))
{
    undo_on_signal = undo;
}

static int take_slot(const char *path)
{
    for (int i = 0; i < SLOTS; i++)
        if (!slot_used[i] && strlen(path) < PATH_MAX) {
            memcpy(slot_path[i], path, strlen(path) + 1);
            slot_used[i] = 1;
            return i;
        }
    return -1;
}

/* Where the file finally goes: a symbolic link keeps pointing at the file that is replaced. */
static char *resolve(const char *path, int *exists, int *regular)
{
    struct stat about;
    char *real;

    *exists = stat(path, &about) == 0;
    *regular = !*exists || S_ISREG(about.st_mode);
    if (*exists && *regular) {
        real = realpath(path, NULL);
        if (real != NULL)
            return real;
    }
    return cli_join(path, "");
}

/* Creates PATH.mifu-XXXXXXXX next to the final file. */
static int open_temporary(cli_output *output, int flags)
{
    int attempts = 0;

    do {
        uint8_t random[4];
        char suffix[32];

        if (mifu_random_bytes(random, sizeof random) != MIFU_OK)
            return cli_fail_status(MIFU_ERR_RANDOM, output->name, NULL);
        snprintf(suffix, sizeof suffix, ".mifu-%02x%02x%02x%02x", random[0], random[1], random[2],
                 random[3]);
        free(output->temporary_path);
        output->temporary_path = cli_join(output->final_path, suffix);
        if (output->temporary_path == NULL)
            return CLI_SYSTEM;
        /* registered before it exists: a signal in between removes nothing, or the file */
        output->slot = take_slot(output->temporary_path);
        output->fd = open(output->temporary_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                          flags & CLI_OUTPUT_SECRET ? 0600 : 0644);
        if (output->fd < 0) {
            int error = errno;

            if (output->slot >= 0)
                slot_used[output->slot] = 0;
            output->slot = -1;
            errno = error;
        }
    } while (output->fd < 0 && errno == EEXIST && ++attempts < 100);
    return output->fd < 0 ? cli_fail_errno("create", output->name) : CLI_DONE;
}

static void release(cli_output *output)
{
    if (output->slot >= 0)
        slot_used[output->slot] = 0;
    output->slot = -1;
    free(output->final_path);
    free(output->temporary_path);
    output->final_path = output->temporary_path = NULL;
    output->fd = -1;
}

int cli_output_open(cli_output *output, const char *path, int flags)
{
    int exists, regular, status;

    memset(output, 0, sizeof *output);
    output->slot = -1;
    output->fd = -1;
    if (path == NULL || strcmp(path, "-") == 0) {
        if ((flags & CLI_OUTPUT_BINARY) && path == NULL && isatty(STDOUT_FILENO))
            return cli_fail_usage("the result is binary and standard output is a terminal; name a "
                                  "file with --out, or say --out - to force it");
        output->name = "standard output";
        output->fd = STDOUT_FILENO;
        return CLI_DONE;
    }
    output->name = path;
    output->final_path = resolve(path, &exists, &regular);
    if (output->final_path == NULL)
        return CLI_SYSTEM;
    if (exists && regular && (flags & CLI_OUTPUT_NEW)) {
        release(output);
        return cli_fail(CLI_USAGE, "%s exists already; --force replaces it", path);
    }
    if (!regular) { /* a device or a pipe: nothing to rename */
        free(output->final_path);
        output->final_path = NULL;
        output->fd = open(path, O_WRONLY | O_CLOEXEC);
        return output->fd < 0 ? cli_fail_errno("open", path) : CLI_DONE;
    }
    output->exclusive = (flags & CLI_OUTPUT_NEW) != 0;
    output->no_sync = (flags & CLI_OUTPUT_NO_SYNC) != 0;
    status = open_temporary(output, flags);
    if (status != CLI_DONE)
        release(output);
    return status;
}

int cli_output_write(cli_output *output, const void *data, size_t len)
{
    const char *at = data;

    while (len > 0) {
        ssize_t done = write(output->fd, at, len);

        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return cli_fail_errno("write", output->name);
        at += done;
        len -= (size_t)done;
    }
    return CLI_DONE;
}

/* Makes the rename last; file systems that cannot do this are left alone. */
static void sync_directory(const char *path)
{
    char *copy = cli_join(path, "");
    char *slash;
    int fd;

    if (copy == NULL)
        return;
    slash = strrchr(copy, '/');
    if (slash == copy)
        slash[1] = '\0';
    else if (slash != NULL)
        *slash = '\0';
    fd = open(slash != NULL ? copy : ".", O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    if (fd >= 0) {
        (void)!fsync(fd);
        close(fd);
    }
    free(copy);
}

/* Gives the complete file its final name. */
static int give_name(const cli_output *output)
{
    if (output->exclusive) {
        /* a link fails where the name was taken meanwhile, which a rename would not notice */
        if (link(output->temporary_path, output->final_path) == 0) {
            unlink(output->temporary_path);
            return CLI_DONE;
        }
        if (errno == EEXIST)
            return cli_fail(CLI_USAGE, "%s exists already; --force replaces it", output->name);
        /* file systems without links go on to the rename */
    }
    if (rename(output->temporary_path, output->final_path) != 0)
        return cli_fail_errno("create", output->name);
    return CLI_DONE;
}

int cli_output_commit(cli_output *output)
{
    int status = CLI_DONE;

    if (output->fd < 0)
        return CLI_DONE;
    if (output->temporary_path == NULL) {
        if (output->fd != STDOUT_FILENO && close(output->fd) != 0)
            status = cli_fail_errno("write", output->name);
        release(output);
        return status;
    }
    if (!output->no_sync && fsync(output->fd) != 0 && errno != EINVAL)
        status = cli_fail_errno("write", output->name);
    if (close(output->fd) != 0 && status == CLI_DONE)
        status = cli_fail_errno("write", output->name);
    if (status == CLI_DONE)
        status = give_name(output);
    if (status != CLI_DONE)
        unlink(output->temporary_path);
    else if (!output->no_sync)
        sync_directory(output->final_path);
    release(output);
    return status;
}

void cli_output_discard(cli_output *output)
{
    if (output->fd < 0)
        return;
    if (output->fd != STDOUT_FILENO)
        close(output->fd);
    if (output->temporary_path != NULL)
        unlink(output->temporary_path);
    release(output);
}

int cli_output_finish(cli_output *output, int status)
{
    if (status == CLI_DONE)
        return cli_output_commit(output);
    cli_output_discard(output);
    return status;
}

int cli_output_is_atomic(const cli_output *output)
{
    return output->temporary_path != NULL;
}

int cli_output_whole(const char *path, int flags, const void *data, size_t len)
{
    cli_output output;
    int status = cli_output_open(&output, path, flags);

    if (status != CLI_DONE)
        return status;
    return cli_output_finish(&output, cli_output_write(&output, data, len));
}
