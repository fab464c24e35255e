/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which instructions libmifu uses. Nothing here is needed for normal use: the library looks at the
 * processor once and takes the best back-end. The environment variable MIFU_CPU, read on the first
 * use, and mifu_cpu_restrict() narrow the choice, for tests, comparisons and diagnosis.
 *
 * Threads: these functions may be called from any thread, but a change while another thread
 * computes lets that thread finish with either back-end. Results never depend on the back-end.
 */
#ifndef MIFU_CPU_H
#define MIFU_CPU_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Restricts what back-ends may use. `specification` is a comma-separated list, read left to right:
 * "all" (what the processor has), "none" (portable code), "-NAME" takes a feature away, "NAME" or
 * "+NAME" adds it back; a list that starts with a plain NAME is the whole list. Examples: "none",
 * "-avx512f", "bmi2,adx". All back-ends are chosen anew. MIFU_ERR_ARGUMENT_NULL,
 * MIFU_ERR_ARGUMENT_NAME (an unknown feature; nothing changed)
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_cpu_restrict(const char *specification);

/* Name of usable feature number `index` (0, 1, ...), or NULL past the last one. */
MIFU_API const char *mifu_cpu_feature(unsigned index);

/* Name of algorithm number `index` ("sm3", "sm4", ...) that has back-ends, or NULL past the last
 * one. */
MIFU_API const char *mifu_backend_algorithm(unsigned index);

/* Name of back-end number `index` of an algorithm, best first, or NULL past the last one. */
MIFU_API const char *mifu_backend_name(const char *algorithm, unsigned index);

/* 1 where the processor, under the present restriction, can run that back-end; else 0. */
MIFU_API int mifu_backend_usable(const char *algorithm, const char *backend);

/* Name of the back-end in use, or NULL for an unknown algorithm. */
MIFU_API const char *mifu_backend_active(const char *algorithm);

/*
 * Uses the named back-end of one algorithm from now on; backend NULL lets the library choose again.
 *   MIFU_ERR_ARGUMENT_NAME (unknown), MIFU_ERR_UNSUPPORTED (the processor lacks what it needs)
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_backend_select(const char *algorithm,
                                                         const char *backend);

#ifdef __cplusplus
}
#endif

#endif
