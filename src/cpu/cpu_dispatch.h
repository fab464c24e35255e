/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Choosing a back-end. An algorithm's <alg>_backends.def holds a row per back-end, best first:
 *
 *     MIFU_BACKEND(isa, ARCH, "compiler flags", needed features)
 *
 * ARCH is ANY, X86_64 or AARCH64. The build compiles <alg>_<isa>.c with the flags; <alg>_dispatch.c
 * turns the rows into a table and picks the first row whose features are all usable. Tests and
 * benchmarks walk the same table.
 */
#ifndef MIFU_CPU_DISPATCH_H
#define MIFU_CPU_DISPATCH_H

#include <stdatomic.h>
#include <stdint.h>

#include "cpu_features.h"

#define MIFU_ON_ANY(...) __VA_ARGS__
#if defined(__x86_64__)
#    define MIFU_ON_X86_64(...) __VA_ARGS__
#else
#    define MIFU_ON_X86_64(...)
#endif
#if defined(__aarch64__)
#    define MIFU_ON_AARCH64(...) __VA_ARGS__
#else
#    define MIFU_ON_AARCH64(...)
#endif

typedef struct mifu_backend {
    const char *name;
    uint64_t needs;
    const void *kernels; /* the algorithm's complete constant struct */
} mifu_backend;

typedef struct mifu_dispatch {
    const char *algorithm;
    const mifu_backend *rows;
    unsigned count;
    _Atomic(const mifu_backend *) chosen; /* NULL until the first use */
} mifu_dispatch;

/* The row in use; chosen on the first call. Any thread: two threads that race choose the same row.
 */
const mifu_backend *mifu_dispatch_row(mifu_dispatch *dispatch);

/* The kernels in use. */
static inline const void *mifu_dispatch_kernels(mifu_dispatch *dispatch)
{
    const mifu_backend *row = atomic_load_explicit(&dispatch->chosen, memory_order_relaxed);

    return (row != NULL ? row : mifu_dispatch_row(dispatch))->kernels;
}

/* Whether a row may run on this processor under the present restriction. */
static inline int mifu_backend_is_usable(const mifu_backend *row)
{
    return (row->needs & ~mifu_cpu_usable()) == 0;
}

/* Forgets the choice, so that the next use chooses again. */
void mifu_dispatch_reset(mifu_dispatch *dispatch);

/* Uses the named row from now on. MIFU_ERR_ARGUMENT_NAME: no such row; MIFU_ERR_UNSUPPORTED: not
 * usable. */
mifu_status mifu_dispatch_select(mifu_dispatch *dispatch, const char *name);

#endif
