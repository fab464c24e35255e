/* SPDX-License-Identifier: Apache-2.0 */
/* The walk over cases and back-ends, shared by the two programs that judge them. */
#ifndef MIFU_TIMING_WALK_H
#define MIFU_TIMING_WALK_H

#include "timing.h"

typedef enum timing_rows {
    TIMING_VALGRIND,    /* rows that valgrind executes */
    TIMING_NATIVE_ONLY, /* rows that this processor runs and valgrind does not execute */
    TIMING_NATIVE       /* rows that this processor runs */
} timing_rows;

/* Judges one case with the back-end that is set; `leaks`: it must be found out. 1 where all is
 * well. Prints a line. */
typedef int timing_judge(const timing_case *c, const char *backend, int leaks);

/*
 * Judges every case whose name matches the regular expression on those rows, names the rows that
 * are left out, and closes with a line of counts. Gives the program's exit status.
 */
int timing_walk(timing_rows rows, const char *filter, timing_judge *judge);

/* Starts the secrets of a run; public bytes start over too. */
void timing_seed(uint64_t seed);

#endif
