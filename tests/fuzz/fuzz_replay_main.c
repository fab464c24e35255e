/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a fuzz target without a fuzzer: every file of a corpus folder as it is, and mutated versions
 * of each by a generator with a fixed seed, the same on every run. Each input lies in a buffer of
 * its exact size. usage: fuzz_replay_NAME FOLDER [MUTATIONS]
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_support.h"
#include "support_random.h"

#define FILE_MAX_SIZE 65536
#define FILES_MAX     512

static uint8_t *contents[FILES_MAX];
static size_t sizes[FILES_MAX];
static size_t files;

static void run(const uint8_t *data, size_t size)
{
    uint8_t *exact = malloc(size != 0 ? size : 1);

    FUZZ_CHECK(exact != NULL);
    if (size != 0)
        memcpy(exact, data, size);
    FUZZ_CHECK(LLVMFuzzerTestOneInput(exact, size) == 0);
    free(exact);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void load(const char *folder)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    char *names[FILES_MAX];
    size_t count = 0;

    if (dir == NULL) {
        (void)fprintf(stderr, "%s: no such folder\n", folder);
        exit(2);
    }
    while ((entry = readdir(dir)) != NULL && count < FILES_MAX) {
        if (entry->d_name[0] == '.')
            continue;
        names[count] = malloc(strlen(folder) + strlen(entry->d_name) + 2);
        FUZZ_CHECK(names[count] != NULL);
        (void)sprintf(names[count++], "%s/%s", folder, entry->d_name);
    }
    (void)closedir(dir);
    qsort(names, count, sizeof names[0],
          by_name); /* the order of a folder differs by file system */
    for (size_t i = 0; i < count; i++) {
        static uint8_t buffer[FILE_MAX_SIZE];
        FILE *file = fopen(names[i], "rb");

        FUZZ_CHECK(file != NULL);
        sizes[files] = fread(buffer, 1, sizeof buffer, file);
        (void)fclose(file);
        contents[files] = malloc(sizes[files] + 1);
        FUZZ_CHECK(contents[files] != NULL);
        memcpy(contents[files], buffer, sizes[files]);
        files++;
        free(names[i]);
    }
}

/* One to four changes: a bit, a byte, an edge value, a cut, a repetition, a piece of another file.
 */
static size_t mutate(uint8_t *data, size_t size, size_t cap)
{
    static const uint8_t edges[] = {0x00, 0x01, 0x7f, 0x80, 0x81, 0x82, 0x84, 0xfe, 0xff, 0x30};

    for (size_t changes = 1 + support_random_below(4); changes > 0; changes--) {
        size_t at = size != 0 ? support_random_below(size) : 0;
        size_t len = 1 + support_random_below(16);

        switch (support_random_below(7)) {
        case 0:
            if (size != 0)
                data[at] = (uint8_t)(data[at] ^ 1u << support_random_below(8));
            break;
        case 1:
            if (size != 0)
                data[at] = (uint8_t)support_random_below(256);
            break;
        case 2:
            if (size != 0)
                data[at] = edges[support_random_below(sizeof edges)];
            break;
        case 3:
            size = at;
            break;
        case 4: /* take a piece out */
            if (at + len <= size) {
                memmove(data + at, data + at + len, size - at - len);
                size -= len;
            }
            break;
        case 5: /* repeat a piece */
            if (at + len <= size && size + len <= cap) {
                memmove(data + at + len, data + at, size - at);
                size += len;
            }
            break;
        default: { /* a piece of another file */
            size_t other = support_random_below(files);
            size_t from = sizes[other] != 0 ? support_random_below(sizes[other]) : 0;

            if (from + len <= sizes[other] && at + len <= size)
                memcpy(data + at, contents[other] + from, len);
        }
        }
    }
    return size;
}

int main(int argc, char **argv)
{
    size_t mutations = argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : 100;
    static uint8_t buffer[FILE_MAX_SIZE + 256];

    if (argc < 2) {
        (void)fprintf(stderr, "usage: %s FOLDER [MUTATIONS]\n", argv[0]);
        return 2;
    }
    load(argv[1]);
    if (files == 0) {
        (void)fprintf(stderr, "%s: no files\n", argv[1]);
        return 2;
    }
    run(NULL, 0);
    for (size_t i = 0; i < files; i++) {
        run(contents[i], sizes[i]);
        for (size_t j = 0; j < mutations; j++) {
            memcpy(buffer, contents[i], sizes[i]);
            run(buffer, mutate(buffer, sizes[i], sizeof buffer));
        }
    }
    printf("%zu files, %zu mutations of each\n", files, mutations);
    return 0;
}
