/* SPDX-License-Identifier: Apache-2.0 */
/* mifu-bench: options, the walk over rows, back-ends and sizes, and the two forms of output. */
#include "bench.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu_dispatch.h"
#include "mifu/cpu.h"
#include "mifu/mifu.h"

static const bench_table *const bench_tables[] = {
    &bench_rows_hash,    &bench_rows_sm4, &bench_rows_sm2,
    &bench_rows_sm9,     &bench_rows_zuc, &bench_rows_kernels,
#ifdef BENCH_HAVE_OPENSSL
    &bench_rows_openssl,
#endif
#ifdef BENCH_HAVE_GCRYPT
    &bench_rows_gcrypt,
#endif
#ifdef BENCH_HAVE_NETTLE
    &bench_rows_nettle,
#endif
};

const size_t bench_all_sizes[] = {16, 64, 256, 1024, 8192, 65536, BENCH_END};
static const size_t every_size[] = {16,   32,   64,   128,   256,   512,   1024,
                                    2048, 4096, 8192, 16384, 32768, 65536, BENCH_END};
const size_t bench_no_size[] = {0, BENCH_END};
const size_t bench_size_32[] = {32, BENCH_END};
const size_t bench_small_sizes[] = {64, 1024, 8192, BENCH_END};

uint8_t *bench_in;
uint8_t *bench_out;

/* ---- The algorithms with back-end tables */

#define MIFU_ALGORITHM(name) extern mifu_dispatch mifu_##name##_dispatch;
#include "library_algorithms.def"
#undef MIFU_ALGORITHM

static mifu_dispatch *const dispatches[] = {
#define MIFU_ALGORITHM(name) &mifu_##name##_dispatch,
#include "library_algorithms.def"
#undef MIFU_ALGORITHM
};

static const mifu_dispatch *find_dispatch(const char *algorithm)
{
    for (size_t i = 0; algorithm != NULL && i < MIFU_COUNT_OF(dispatches); i++)
        if (strcmp(dispatches[i]->algorithm, algorithm) == 0)
            return dispatches[i];
    return NULL;
}

/* ---- Jobs: one figure each */

typedef struct job {
    const bench_row *row;
    const mifu_backend *backend; /* NULL: the row has no table */
    size_t bytes;
    unsigned order;   /* as listed */
    unsigned urgency; /* 0: the headline of a row on its best back-end */
    int done;
    bench_result result; /* per unit */
} job;

static job *jobs;
static size_t job_count;

static void add_job(const bench_row *row, const mifu_backend *backend, size_t bytes,
                    unsigned urgency)
{
    static size_t capacity;

    if (job_count == capacity) {
        capacity = capacity == 0 ? 256 : capacity * 2;
        jobs = realloc(jobs, capacity * sizeof *jobs);
        bench_require(jobs != NULL, "memory");
    }
    jobs[job_count] = (job){.row = row, .backend = backend, .bytes = bytes};
    jobs[job_count].order = (unsigned)job_count;
    jobs[job_count].urgency = urgency;
    job_count++;
}

static const char *backend_name(const job *j)
{
    if (j->backend != NULL)
        return j->backend->name;
    return strcmp(j->row->impl, "mifu") == 0 ? "portable" : j->row->algorithm;
}

static int with_every_size; /* --every-size */

static void add_row_with_backend(const bench_row *row, const mifu_backend *backend, int best)
{
    int is_mifu = strcmp(row->impl, "mifu") == 0;
    const size_t *sizes =
        with_every_size && row->sizes == bench_all_sizes ? every_size : row->sizes;

    for (const size_t *size = sizes; *size != BENCH_END; size++) {
        unsigned urgency = *size == row->headline ? 0 : 3;

        /* Headlines first, then the peers' headlines, the other back-ends', the other sizes. */
        if (!is_mifu)
            urgency += 1;
        else if (!best)
            urgency += 2;
        else if (row->statistic == BENCH_MINIMUM)
            urgency += 1;
        add_job(row, backend, *size, urgency);
    }
}

static int matches(const regex_t *filter, const bench_row *row, const char *backend)
{
    char label[160];

    if (filter == NULL || regexec(filter, row->op, 0, NULL, 0) == 0)
        return 1;
    snprintf(label, sizeof label, "%s %s %s", row->op, row->impl, backend);
    return regexec(filter, label, 0, NULL, 0) == 0;
}

static void list_jobs(const regex_t *filter)
{
    for (size_t t = 0; t < MIFU_COUNT_OF(bench_tables); t++) {
        for (size_t r = 0; r < bench_tables[t]->count; r++) {
            const bench_row *row = &bench_tables[t]->rows[r];
            const mifu_dispatch *dispatch =
                strcmp(row->impl, "mifu") == 0 ? find_dispatch(row->algorithm) : NULL;
            int best = 1;

            if (dispatch == NULL) {
                job probe = {.row = row};

                if (matches(filter, row, backend_name(&probe)))
                    add_row_with_backend(row, NULL, 1);
                continue;
            }
            for (unsigned i = 0; i < dispatch->count; i++) {
                if (!mifu_backend_is_usable(&dispatch->rows[i]))
                    continue;
                if (matches(filter, row, dispatch->rows[i].name))
                    add_row_with_backend(row, &dispatch->rows[i], best);
                best = 0;
            }
        }
    }
}

static void run_job(job *j, double seconds)
{
    const bench_row *row = j->row;
    bench_case c = {.bytes = j->bytes, .lanes = row->lanes};
    double units = row->unit == BENCH_BYTE ? (double)j->bytes * row->lanes : row->lanes;

    if (j->backend != NULL) {
        c.kernels = j->backend->kernels;
        bench_require(mifu_backend_select(row->algorithm, j->backend->name) == MIFU_OK,
                      "choice of a back-end");
    }
    if (row->prepare == NULL || row->prepare(&c)) {
        bench_result result = bench_measure(row->run, &c, row->statistic, seconds);

        result.cycles /= units;
        result.ns /= units;
        if (!j->done || result.cycles < j->result.cycles)
            j->result = result;
        j->done = 1;
    }
    if (j->backend != NULL)
        bench_require(mifu_backend_select(row->algorithm, NULL) == MIFU_OK, "choice of a back-end");
}

/*
 * A neighbour on the same core may slow down all samples of a row alike, for seconds: that does not
 * show within the row. So each row gets its time in parts, with the other rows between them, and
 * those that were disturbed in every part come back while the time for this lasts. The best counts.
 */
#define PARTS            2
#define MOST_PARTS       8
#define SECONDS_TO_SPEND 10.0 /* on further parts, in the whole run */

static void run_jobs(job *group, size_t count, double seconds)
{
    static double spent;

    for (int part = 0; part < MOST_PARTS; part++) {
        for (size_t i = 0; i < count; i++) {
            double begin = bench_now_ns();

            if (part >= PARTS && (!group[i].done || group[i].result.spread <= BENCH_DISTURBED ||
                                  spent > SECONDS_TO_SPEND))
                continue;
            run_job(&group[i], seconds / PARTS);
            if (part >= PARTS)
                spent += (bench_now_ns() - begin) * 1e-9;
        }
    }
}

/* ---- Output */

static void print_json(const job *j)
{
    printf("{\"op\":\"%s\",\"lanes\":%u,\"bytes\":%zu,\"unit\":\"%s\",\"impl\":\"%s\","
           "\"backend\":\"%s\",\"cycles\":%.4g,\"ns\":%.4g}\n",
           j->row->op, j->row->lanes, j->bytes, j->row->unit == BENCH_BYTE ? "byte" : "op",
           j->row->impl, backend_name(j), j->result.cycles, j->result.ns);
    fflush(stdout); /* a reader that stops early has what was measured so far */
}

static int same_line(const job *a, const job *b)
{
    return strcmp(a->row->op, b->row->op) == 0 && a->row->lanes == b->row->lanes &&
           a->bytes == b->bytes;
}

/* The best figure of mifu for the same work. */
static double best_of_mifu(const job *like)
{
    double best = 0;

    for (size_t i = 0; i < job_count; i++)
        if (jobs[i].done && same_line(&jobs[i], like) && strcmp(jobs[i].row->impl, "mifu") == 0 &&
            (best == 0 || jobs[i].result.cycles < best))
            best = jobs[i].result.cycles;
    return best;
}

static void print_line(const job *j, double best)
{
    double ns = j->result.ns;
    char lanes[16] = "";

    if (j->row->lanes > 1)
        snprintf(lanes, sizeof lanes, " x%u", j->row->lanes);
    printf("%-30s%-4s %7zu  %-9s %-14s %12.5g %s  %10.4g %s", j->row->op, lanes, j->bytes,
           j->row->impl, backend_name(j), j->result.cycles,
           j->row->unit == BENCH_BYTE ? "c/B   " : "cycles",
           j->row->unit == BENCH_BYTE ? 1e3 / ns : 1e6 / ns,
           j->row->unit == BENCH_BYTE ? "MB/s " : "k op/s");
    if (best != 0)
        printf("  %6.2f", j->result.cycles / best);
    if (j->result.spread > BENCH_DISTURBED)
        printf("  (disturbed: median %.0f %% above minimum)", 100 * j->result.spread);
    putchar('\n');
}

/* All lines of the same work stand together, in the order in which the first was listed. */
static void print_table(void)
{
    printf("%-34s %7s  %-9s %-14s %12s %6s  %10s %6s  %s\n", "operation", "bytes", "impl",
           "back-end", "core cycles", "", "rate", "", "times mifu's best");
    for (size_t i = 0; i < job_count; i++) {
        int first = 1;
        double best;

        for (size_t k = 0; k < i && first; k++)
            first = !same_line(&jobs[k], &jobs[i]);
        if (!first)
            continue;
        best = best_of_mifu(&jobs[i]);
        for (size_t k = i; k < job_count; k++)
            if (jobs[k].done && same_line(&jobs[k], &jobs[i]))
                print_line(&jobs[k], best);
    }
}

void bench_require(int ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "mifu-bench: failed: %s\n", what);
        exit(1);
    }
}

static int by_urgency(const void *a, const void *b)
{
    const job *x = a;
    const job *y = b;

    if (x->urgency != y->urgency)
        return x->urgency < y->urgency ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static int by_order(const void *a, const void *b)
{
    const job *x = a;
    const job *y = b;

    return x->order < y->order ? -1 : x->order > y->order;
}

static void make_buffers(void)
{
    uint32_t x = 1;

    bench_in = aligned_alloc(64, BENCH_BUFFER_SIZE);
    bench_out = aligned_alloc(64, BENCH_BUFFER_SIZE);
    bench_require(bench_in != NULL && bench_out != NULL, "memory");
    for (size_t i = 0; i < BENCH_BUFFER_SIZE; i++) {
        x = x * 1664525U + 1013904223U;
        bench_in[i] = (uint8_t)(x >> 24);
        bench_out[i] = 0;
    }
}

static const char usage[] =
    "usage: mifu-bench [--json] [--filter REGEX] [--quick | --seconds S] [--every-size] [--list]\n"
    "Measures the public functions and the kernels of libmifu on every back-end that this\n"
    "processor has, and the same work in the libraries found at build time.\n"
    "  --json          one JSON object a line, headline figures first\n"
    "  --filter REGEX  rows whose name matches (extended regular expression), or whose\n"
    "                  \"name implementation back-end\" does\n"
    "  --quick         15 ms for each figure instead of 60\n"
    "  --seconds S     S seconds for each figure\n"
    "  --every-size    16, 32, 64, ... 65536 bytes where else are some of these\n"
    "  --list          the rows, without measuring\n";

static int usage_error(const char *what, const char *word)
{
    fprintf(stderr, "mifu-bench: %s%s\n%s", what, word, usage);
    return 2;
}

int main(int argc, char **argv)
{
    int json = 0, list = 0;
    double seconds = 0.06;
    const char *pattern = NULL;
    regex_t filter;

    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;

        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            return 0;
        } else if (strcmp(argv[i], "--json") == 0) {
            json = 1;
        } else if (strcmp(argv[i], "--list") == 0) {
            list = 1;
        } else if (strcmp(argv[i], "--every-size") == 0) {
            with_every_size = 1;
        } else if (strcmp(argv[i], "--quick") == 0) {
            seconds = 0.015;
        } else if (strcmp(argv[i], "--seconds") == 0 && value != NULL) {
            char *end;

            seconds = strtod(argv[++i], &end);
            if (*end != '\0' || !(seconds > 0 && seconds < 3600))
                return usage_error("not a time: ", value);
        } else if (strcmp(argv[i], "--filter") == 0 && value != NULL) {
            pattern = argv[++i];
        } else {
            return usage_error("what is ", argv[i]);
        }
    }
    if (pattern != NULL && regcomp(&filter, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        return usage_error("not a regular expression: ", pattern);
    list_jobs(pattern != NULL ? &filter : NULL);

    if (list) {
        for (size_t i = 0; i < job_count; i++)
            printf("%s x%u %zu %s %s\n", jobs[i].row->op, jobs[i].row->lanes, jobs[i].bytes,
                   jobs[i].row->impl, backend_name(&jobs[i]));
        return 0;
    }

    make_buffers();
    if (!json)
        printf("libmifu %s; one core cycle is %.4f ns (%.0f MHz)\n", mifu_version(),
               bench_ns_per_cycle(), 1e3 / bench_ns_per_cycle());
    qsort(jobs, job_count, sizeof *jobs, by_urgency);
    for (size_t begin = 0, end; begin < job_count; begin = end) {
        for (end = begin; end < job_count && jobs[end].urgency == jobs[begin].urgency; end++)
            ;
        run_jobs(jobs + begin, end - begin, seconds);
        for (size_t i = begin; json && i < end; i++)
            if (jobs[i].done)
                print_json(&jobs[i]);
    }
    qsort(jobs, job_count, sizeof *jobs, by_order);
    if (!json)
        print_table();
    return 0;
}
