/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu rand --test: the files, one after the other, are cut into samples; each is put to the tests
 * of GM/T 0005-2021 (GB/T 32915-2016), and the set is judged as clause 6 says.
 */
#include "cli_rand_test.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_input.h"
#include "cli_parallel.h"
#include "cli_progress.h"
#include "randomness.h"

#define MOST_SAMPLES 100000
#define LARGEST      100000000 /* bits of a sample */

typedef struct judged {
    unsigned passed;
    unsigned classes[RANDOMNESS_CLASSES];
} judged;

/* A sample; only one thread has it. */
typedef struct sample {
    size_t n; /* bits */
    uint8_t *bytes, *bits;
    randomness_value values[RANDOMNESS_MOST_VALUES];
    int done; /* 0: no memory */
    pthread_t thread;
    int started;
} sample;

typedef struct session {
    size_t n;        /* bits of a sample */
    sample *round;   /* samples that are tested side by side */
    unsigned width;  /* how many they may be */
    unsigned filled; /* of them */
    size_t have;     /* bytes of the next one */
    unsigned samples, most;
    int json;
    size_t count;
    randomness_item items[RANDOMNESS_MOST_VALUES];
    judged results[RANDOMNESS_MOST_VALUES];
} session;

/* The values of one sample, as a row of a JSON array. */
static void print_values(const session *s, const randomness_value *values)
{
    printf("%s[", s->samples == 0 ? "{\"values\":[" : ",");
    for (size_t i = 0; i < s->count; i++)
        printf("%s[%.17g,%.17g]", i == 0 ? "" : ",", values[i].p, values[i].q);
    putchar(']');
}

static void *work(void *argument)
{
    sample *a = argument;

    for (size_t i = 0; i < a->n; i++) /* the first bit is the highest of the first byte */
        a->bits[i] = a->bytes[i / 8] >> (7 - i % 8) & 1;
    a->done = randomness_sample(a->values, a->bits, a->n);
    return NULL;
}

/* Tests the samples that are there, and counts them in their order. */
static int test_round(session *s)
{
    for (unsigned i = 1; i < s->filled; i++)
        s->round[i].started = pthread_create(&s->round[i].thread, NULL, work, &s->round[i]) == 0;
    for (unsigned i = 0; i < s->filled; i++) {
        if (s->round[i].started)
            pthread_join(s->round[i].thread, NULL);
        else
            work(&s->round[i]);
    }
    for (unsigned i = 0; i < s->filled; i++) {
        const randomness_value *values = s->round[i].values;

        if (!s->round[i].done)
            return cli_fail(CLI_SYSTEM, "no memory for the discrete Fourier test of %zu bits",
                            s->n);
        if (s->json)
            print_values(s, values);
        for (size_t k = 0; k < s->count; k++) {
            s->results[k].passed += values[k].p >= RANDOMNESS_ALPHA;
            s->results[k].classes[randomness_class(values[k].q)]++;
        }
        s->samples++;
    }
    s->filled = 0;
    return CLI_DONE;
}

static int read_file(session *s, const char *path, const cli_arguments *arguments)
{
    cli_progress progress;
    cli_input input;
    size_t len = 1;
    int status = cli_input_open(&input, path);

    if (status != CLI_DONE)
        return status;
    status = cli_progress_start(&progress, arguments, &input);
    while (status == CLI_DONE && len > 0 && s->samples + s->filled < s->most) {
        status =
            cli_input_read(&input, s->round[s->filled].bytes + s->have, s->n / 8 - s->have, &len);
        s->have += status == CLI_DONE ? len : 0;
        if (status == CLI_DONE && s->have == s->n / 8) {
            s->have = 0;
            if (++s->filled == s->width)
                status = test_round(s);
        }
        cli_progress_add(&progress, len);
    }
    cli_progress_end(&progress);
    cli_input_close(&input);
    return status;
}

static int judge(const session *s, size_t i, double *uniformity)
{
    const judged *r = &s->results[i];

    *uniformity = randomness_uniformity(r->classes, s->samples);
    return r->passed >= randomness_threshold(s->samples) &&
           (s->samples < RANDOMNESS_LEAST_UNIFORMITY || *uniformity >= RANDOMNESS_ALPHA_UNIFORMITY);
}

/* The number of items that failed. */
static int print_table(const session *s)
{
    int failed = 0, uniform = s->samples >= RANDOMNESS_LEAST_UNIFORMITY;
    double uniformity;

    printf("%u samples of %zu bits; alpha %.2f, at least %u must pass", s->samples, s->n,
           RANDOMNESS_ALPHA, randomness_threshold(s->samples));
    if (uniform)
        printf("; uniformity P_T at least %.4f\n", RANDOMNESS_ALPHA_UNIFORMITY);
    else
        printf("; too few samples (%d) to judge uniformity\n", RANDOMNESS_LEAST_UNIFORMITY);
    for (size_t i = 0; i < s->count; i++) {
        int good = judge(s, i, &uniformity);
        char text[16] = "-";

        if (uniform)
            snprintf(text, sizeof text, "%.6f", uniformity);
        printf("  5.%-3d %-22s %-18s %6u %10s  %s\n", s->items[i].clause, s->items[i].test,
               s->items[i].parameter, s->results[i].passed, text, good ? "passed" : "FAILED");
        failed += !good;
    }
    printf("%s\n", failed == 0 ? "passed" : "FAILED");
    return failed;
}

static int print_json(const session *s)
{
    int failed = 0;
    double uniformity;

    printf("],\"bits\":%zu,\"samples\":%u,\"threshold\":%u,\"items\":[", s->n, s->samples,
           randomness_threshold(s->samples));
    for (size_t i = 0; i < s->count; i++) {
        int good = judge(s, i, &uniformity);

        printf("%s{\"clause\":\"5.%d\",\"test\":\"%s\",\"parameter\":\"%s\",\"passes\":%u,",
               i == 0 ? "" : ",", s->items[i].clause, s->items[i].test, s->items[i].parameter,
               s->results[i].passed);
        if (s->samples >= RANDOMNESS_LEAST_UNIFORMITY)
            printf("\"uniformity\":%.17g,", uniformity);
        printf("\"passed\":%s}", good ? "true" : "false");
        failed += !good;
    }
    printf("],\"passed\":%s}\n", failed == 0 ? "true" : "false");
    return failed;
}

static int run_files(session *s, const cli_arguments *arguments)
{
    int status = CLI_DONE, failed;

    for (int i = 0; status == CLI_DONE && i < arguments->operand_count; i++)
        status = read_file(s, arguments->operands[i], arguments);
    if (status == CLI_DONE)
        status = test_round(s);
    if (status == CLI_DONE && s->samples == 0)
        status =
            cli_fail(CLI_BAD_INPUT, "fewer than %zu bytes: a sample has %zu bits", s->n / 8, s->n);
    if (status != CLI_DONE)
        return status;
    failed = s->json ? print_json(s) : print_table(s);
    return cli_flush(failed == 0 ? CLI_DONE : CLI_INVALID);
}

/* Memory for as many samples as are tested side by side. */
static int make_round(session *s)
{
    s->round = calloc(s->width, sizeof *s->round);
    for (unsigned i = 0; s->round != NULL && i < s->width; i++) {
        sample *a = &s->round[i];

        a->n = s->n;
        a->bytes = malloc(s->n / 8);
        a->bits = malloc(s->n);
        if (a->bytes == NULL || a->bits == NULL)
            return cli_fail(CLI_SYSTEM, "no memory for a sample of %zu bits", s->n);
    }
    return s->round != NULL ? CLI_DONE : cli_fail(CLI_SYSTEM, "not enough memory");
}

static void free_round(session *s)
{
    for (unsigned i = 0; s->round != NULL && i < s->width; i++) {
        free(s->round[i].bytes);
        free(s->round[i].bits);
    }
    free(s->round);
}

int cli_rand_test(const cli_arguments *arguments)
{
    static const char *const others[] = {"length", "raw", "out", NULL};
    session s = {.json = cli_given(arguments, "json")};
    uint64_t n = 1000000, most = MOST_SAMPLES, threads;
    int status = cli_number(arguments, "bits", 1, LARGEST, &n);

    for (size_t i = 0; status == CLI_DONE && others[i] != NULL; i++)
        if (cli_given(arguments, others[i]))
            status = cli_fail_usage("--%s does not go with --test", others[i]);
    /* the largest samples take gigabytes each */
    threads = n == LARGEST ? 1 : cli_parallel_default();
    if (status == CLI_DONE)
        status = cli_number(arguments, "samples", 1, MOST_SAMPLES, &most);
    if (status == CLI_DONE)
        status = cli_number(arguments, "threads", 1, CLI_THREADS_MAX, &threads);
    if (status == CLI_DONE && arguments->operand_count == 0)
        status = cli_fail_usage("--test needs files, or - for standard input");
    if (status != CLI_DONE)
        return status;
    s.n = (size_t)n;
    s.most = (unsigned)most;
    s.width = (unsigned)threads;
    s.count = randomness_items(s.items, s.n);
    if (s.count == 0)
        return cli_fail_usage("GM/T 0005 has samples of 20000, 1000000 and 100000000 bits, not %zu",
                              s.n);
    status = make_round(&s);
    if (status == CLI_DONE)
        status = run_files(&s, arguments);
    free_round(&s);
    return status;
}
