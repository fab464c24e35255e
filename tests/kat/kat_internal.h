/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the frame share and the test functions do not see. */
#ifndef MIFU_KAT_INTERNAL_H
#define MIFU_KAT_INTERNAL_H

#include <setjmp.h>

#include <jansson.h>

#include "kat.h"

#define KAT_TEXT_MAX 400

struct kat_test {
    const char *file;
    const char *group_name;
    const char *id;
    const char *backend; /* label of the set of back-ends in use */
    const kat_family *family;
    const json_t *group;
    const json_t *json;
    void *blocks; /* list of memory to free */
    uint64_t random;
    jmp_buf leave;
    bool failed;
    bool skipped;
    char reason[KAT_TEXT_MAX]; /* why skipped */
};

void kat_free_blocks(kat_test *t);

/* ---- Sets of back-ends */

typedef struct kat_plan {
    unsigned count;
    char *labels[64];
    char *algorithms[64]; /* NULL: everything portable */
    char *backends[64];
} kat_plan;

/*
 * Every usable back-end of each named table with the others at their best, and everything portable;
 * sets that would run the same code appear once.
 */
void kat_plan_make(kat_plan *plan, const char *tables);
bool kat_plan_use(const kat_plan *plan, unsigned index);
void kat_plan_free(kat_plan *plan);

/* ---- The run */

typedef struct kat_totals {
    unsigned long passed, failed, skipped;
    bool trouble; /* a file that could not be read */
    uint64_t seed;
} kat_totals;

void kat_run_path(kat_totals *totals, const char *path);

#endif
