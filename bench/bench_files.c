/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu-bench-files FILE...: SM3 of files of at most 128 KiB in one process, in lanes, a batch at a
 * time as `mifu sm3` does it, and one file after the other. Prints processor time in microseconds a
 * file: "reading hashing-in-lanes hashing-one-by-one". bench/many_files.py calls it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mifu/sm3.h"

#define BATCH     64
#define MOST_SIZE ((size_t)128 * 1024)

static uint8_t contents[BATCH][MOST_SIZE];
static const uint8_t *data[BATCH];
static size_t lens[BATCH];

static double processor_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static void fail(const char *what)
{
    fprintf(stderr, "mifu-bench-files: %s\n", what);
    exit(1);
}

static void read_file(size_t i, const char *path)
{
    FILE *file = fopen(path, "rb");

    if (file == NULL)
        fail(path);
    setvbuf(file, NULL, _IONBF, 0);
    lens[i] = fread(contents[i], 1, MOST_SIZE, file);
    if (fgetc(file) != EOF)
        fail("a file is too large");
    fclose(file);
    data[i] = contents[i];
}

int main(int argc, char **argv)
{
    double reading = 0, spent[2] = {0, 0}; /* in lanes, one by one */
    int files = argc - 1;

    if (files == 0)
        fail("no files");
    for (int done = 0, turn = 0; done < files; turn++) {
        uint8_t digests[2][BATCH][MIFU_SM3_DIGEST_SIZE];
        size_t count = files - done < BATCH ? (size_t)(files - done) : BATCH;
        double begin = processor_us();

        for (size_t i = 0; i < count; i++)
            read_file(i, argv[1 + done + (int)i]);
        reading += processor_us() - begin;
        for (int k = 0; k < 2; k++) {
            int way = (k + turn) & 1; /* neither is always the one that finds the data first */

            begin = processor_us();
            if (way == 0)
                mifu_sm3_hash_many(digests[0], data, lens, count);
            else
                for (size_t i = 0; i < count; i++)
                    mifu_sm3_hash(digests[1][i], data[i], lens[i]);
            spent[way] += processor_us() - begin;
        }
        if (memcmp(digests[0], digests[1], count * sizeof digests[0][0]) != 0)
            fail("the digests differ");
        done += (int)count;
    }
    printf("%.3f %.3f %.3f\n", reading / files, spent[0] / files, spent[1] / files);
    return 0;
}
