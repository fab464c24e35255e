/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The error state: after a failed self-test the module is closed for the life of the process, and
 * no function that does cryptography does any (mifu/selftest.h). Each of them begins with one of
 * the lines below; tests/api/api_closed.py looks for them.
 */
#ifndef MIFU_BASE_STATE_H
#define MIFU_BASE_STATE_H

#include <stdatomic.h>

#include "base_compiler.h"
#include "base_secret.h"
#include "mifu/status.h"

extern atomic_int mifu_state_closed;   /* 0: open */
extern atomic_int mifu_state_pairwise; /* 1: new keys are tested */

/* One load, which the order of other memory does not wait for: closing is not a synchronisation. */
MIFU_INLINE int mifu_closed(void)
{
    return atomic_load_explicit(&mifu_state_closed, memory_order_relaxed) != 0;
}

/* First line of a function that returns a status. */
#define MIFU_REFUSE_WHEN_CLOSED()                                                                  \
    do {                                                                                           \
        if (MIFU_UNLIKELY(mifu_closed()))                                                          \
            return MIFU_ERR_SELFTEST;                                                              \
    } while (0)

/* Likewise, with a status for each item. */
#define MIFU_REFUSE_MANY_WHEN_CLOSED(status, count)                                                \
    do {                                                                                           \
        if (MIFU_UNLIKELY(mifu_closed()))                                                          \
            return mifu_state_refuse_all((status), (count));                                       \
    } while (0)

/* First line of one that returns nothing: its output is zeros. */
#define MIFU_ZEROS_WHEN_CLOSED(out, len)                                                           \
    do {                                                                                           \
        if (MIFU_UNLIKELY(mifu_closed())) {                                                        \
            mifu_wipe((out), (len));                                                               \
            return;                                                                                \
        }                                                                                          \
    } while (0)

/* MIFU_ERR_SELFTEST, also for each item; status may be NULL. */
mifu_status mifu_state_refuse_all(mifu_status *status, size_t count);

/* Closes; the status to return. */
mifu_status mifu_state_close(void);

MIFU_INLINE int mifu_state_wants_pairwise(void)
{
    return atomic_load_explicit(&mifu_state_pairwise, memory_order_relaxed) != 0;
}

#endif
