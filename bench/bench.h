/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The benchmark's frame. A row says what is measured; the frame finds the back-ends that it is
 * measured with, times it, and prints it. docs/benchmark.md tells what the figures mean.
 *
 * A new row is one line in a table of bench_rows_*.c; a new table is one line in bench_tables[] of
 * bench_main.c.
 */
#ifndef MIFU_BENCH_H
#define MIFU_BENCH_H

#include <stddef.h>
#include <stdint.h>

#include "base_compiler.h"

typedef enum bench_unit {
    BENCH_BYTE, /* figures per byte: bytes times lanes */
    BENCH_OP    /* figures per operation: one lane of one call */
} bench_unit;

typedef enum bench_statistic {
    BENCH_MEDIAN,  /* public functions: what a caller sees, over varying inputs and retries */
    BENCH_MINIMUM, /* kernels: the same work each time, so all above the minimum is disturbance */
} bench_statistic;

/* What one measurement works on. */
typedef struct bench_case {
    size_t bytes;
    unsigned lanes;
    const void *kernels; /* of the back-end under test, where the row names an algorithm */
} bench_case;

typedef struct bench_row {
    const char *op;        /* the name in the output: "sm3.hash" */
    const char *impl;      /* "mifu", or the peer's name */
    const char *algorithm; /* whose back-end table is walked; a peer's version instead */
    bench_unit unit;
    bench_statistic statistic;
    unsigned lanes;
    const size_t *sizes; /* bytes, ended by BENCH_END */
    size_t headline;     /* the size that is measured first, one of sizes */
    /* Makes keys and inputs ready; 0 where this cannot be run. May be NULL. */
    int (*prepare)(const bench_case *c);
    /* One call. */
    void (*run)(const bench_case *c);
} bench_row;

typedef struct bench_table {
    const bench_row *rows;
    size_t count;
} bench_table;

#define BENCH_END SIZE_MAX

extern const size_t bench_all_sizes[]; /* 16, 64, 256, 1024, 8192, 65536 */
extern const size_t bench_no_size[];   /* 0: operations without a length */
extern const size_t bench_size_32[];
extern const size_t bench_small_sizes[]; /* 64, 1024, 8192: many at once */

/* The tables. */
extern const bench_table bench_rows_hash;
extern const bench_table bench_rows_sm4;
extern const bench_table bench_rows_sm2;
extern const bench_table bench_rows_sm9;
extern const bench_table bench_rows_zuc;
extern const bench_table bench_rows_kernels;
extern const bench_table bench_rows_openssl;
extern const bench_table bench_rows_gcrypt;
extern const bench_table bench_rows_nettle;

/* Two buffers of BENCH_BUFFER_SIZE bytes, 64-byte aligned: input filled with pseudo-random bytes
 * that are the same in every run, and output. */
#define BENCH_BUFFER_SIZE ((size_t)4 << 20)
extern uint8_t *bench_in;
extern uint8_t *bench_out;

/* Ends the program where a call under test failed: a figure for a failed call is worth nothing. */
void bench_require(int ok, const char *what);

/* One measurement. */
typedef struct bench_result {
    double cycles; /* core cycles of one call */
    double ns;     /* nanoseconds of one call */
    double spread; /* median / minimum - 1 over the samples kept */
} bench_result;

#define BENCH_DISTURBED 0.1 /* a spread above this is worth a remark */

/*
 * Times calls of run(c): a round of about `seconds`, and further rounds while their samples
 * disagree. The round with the lowest figure counts: others on the machine can only add.
 */
bench_result bench_measure(void (*run)(const bench_case *c), const bench_case *c,
                           bench_statistic statistic, double seconds);

double bench_now_ns(void);

/* Nanoseconds of one core cycle now, from a chain of dependent additions. */
double bench_ns_per_cycle(void);

#endif
