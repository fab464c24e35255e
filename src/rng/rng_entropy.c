/* SPDX-License-Identifier: Apache-2.0 */
#include "rng_entropy.h"

#include <stdatomic.h>

#include "base_secret.h"
#include "rng_fork.h"
#include "rng_health.h"
#include "rng_source.h"
#include "rng_system.h"

/* The tests of this process: not run yet, passed, failed. */
enum { UNTESTED, OPEN, CLOSED };

static atomic_int state;
static _Atomic(mifu_rng_source *) source; /* NULL: the system */
static atomic_int source_unbuffered;

static atomic_uint restarts;

/* What a thread draws is one stream of samples, from restart to restart. */
static _Thread_local struct {
    mifu_health health;
    unsigned restarts;
} stream;

void mifu_rng_set_source(mifu_rng_source *new_source, int buffered)
{
    atomic_store(&source, new_source);
    atomic_store(&source_unbuffered, new_source != NULL && !buffered);
    atomic_store(&state, UNTESTED);
    atomic_fetch_add(&restarts, 1);
    mifu_rng_fork_advance();
}

mifu_rng_source *mifu_rng_unbuffered_source(void)
{
    return atomic_load_explicit(&source_unbuffered, memory_order_relaxed)
               ? atomic_load_explicit(&source, memory_order_relaxed)
               : NULL;
}

/* The bytes as they come; any status but MIFU_OK is one and the same failure. */
static mifu_status draw(uint8_t *out, size_t len)
{
    mifu_rng_source *replacement = atomic_load_explicit(&source, memory_order_relaxed);

    return (replacement != NULL ? replacement(out, len) : mifu_rng_system(out, len)) == MIFU_OK
               ? MIFU_OK
               : MIFU_ERR_RANDOM;
}

static mifu_status close_source(void)
{
    atomic_store(&state, CLOSED);
    return MIFU_ERR_RANDOM_HEALTH;
}

/* SP 800-90B 4.3: the samples are used for nothing else. */
static mifu_status start_up(void)
{
    uint8_t samples[256];
    mifu_health fresh = {0};
    mifu_status status = MIFU_OK;

    for (size_t done = 0; status == MIFU_OK && done < MIFU_HEALTH_START_UP;
         done += sizeof samples) {
        status = draw(samples, sizeof samples);
        if (status == MIFU_OK && !mifu_health_take(&fresh, samples, sizeof samples))
            status = close_source();
    }
    if (status == MIFU_OK) {
        int untested = UNTESTED; /* not what another thread has closed meanwhile */

        atomic_compare_exchange_strong(&state, &untested, OPEN);
    }
    mifu_wipe(samples, sizeof samples);
    return status;
}

mifu_status mifu_entropy_state(void)
{
    return atomic_load_explicit(&state, memory_order_relaxed) == CLOSED ? MIFU_ERR_RANDOM_HEALTH
                                                                        : MIFU_OK;
}

mifu_status mifu_entropy_restart(void)
{
    atomic_fetch_add(&restarts, 1);
    atomic_store(&state, UNTESTED);
    return start_up();
}

static int passes(const uint8_t *samples, size_t len)
{
    unsigned now = atomic_load_explicit(&restarts, memory_order_relaxed);

    if (stream.restarts != now) {
        stream.health = (mifu_health){0};
        stream.restarts = now;
    }
    return mifu_health_take(&stream.health, samples, len);
}

mifu_status mifu_entropy(uint8_t *out, size_t len)
{
    mifu_status status = mifu_entropy_state();

    if (status == MIFU_OK && atomic_load_explicit(&state, memory_order_relaxed) == UNTESTED)
        status = start_up();
    if (status == MIFU_OK)
        status = draw(out, len);
    if (status == MIFU_OK && !passes(out, len))
        status = close_source();
    if (status != MIFU_OK)
        mifu_wipe(out, len);
    return status;
}
