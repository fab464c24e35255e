/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The constant-time test: what a case is. docs/constant-time.md tells what the test shows and what
 * it does not.
 *
 * A case calls public functions on inputs that timing_secret() made. It runs once for every
 * back-end of the algorithms it names. Under valgrind the inputs are undefined, and every branch
 * and every address that depends on them is reported.
 */
#ifndef MIFU_TIMING_H
#define MIFU_TIMING_H

#include <stddef.h>
#include <stdint.h>

#include "base_compiler.h"
#include "mifu/status.h"

typedef struct timing_case {
    const char *name;
    const char *algorithms; /* words: whose back-end tables are walked, one after the other; a case
                               without a table runs once */
    void (*run)(void);
} timing_case;

typedef struct timing_table {
    const timing_case *cases;
    size_t count;
} timing_table;

extern const timing_table timing_cases_hash;
extern const timing_table timing_cases_kernels;
extern const timing_table timing_cases_sm4;
extern const timing_table timing_cases_sm2;
extern const timing_table timing_cases_sm9;
extern const timing_table timing_cases_key;
extern const timing_table timing_cases_zuc;
extern const timing_table timing_cases_drbg;
extern const timing_table timing_cases_leak;          /* each must be found out */
extern const timing_table timing_cases_leak_valgrind; /* likewise, but only valgrind can */

/* Pseudo-random bytes of the run's seed, secret from here on. */
void timing_secret(void *p, size_t len);

/* Pseudo-random bytes that are not secret and do not depend on the seed. */
void timing_public(void *p, size_t len);

/* Makes len bytes at p secret without changing them; makes them public again. */
void timing_mark(void *p, size_t len);
void timing_unmark(void *p, size_t len);

/* The result of a call is the call's answer and as such public. Anything but `want` ends the test:
 * a case that fails early would show nothing. */
void timing_expect(mifu_status status, mifu_status want, const char *what);
#define TIMING_OK(call) timing_expect((call), MIFU_OK, #call)

#endif
