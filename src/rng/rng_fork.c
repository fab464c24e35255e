/* SPDX-License-Identifier: Apache-2.0 */
#if defined(__linux__)
#    define _GNU_SOURCE 1
#endif

#include "rng_fork.h"

#include <stdatomic.h>
#include <stddef.h>

#if defined(__linux__)
#    include <sys/mman.h>
#    include <unistd.h>
#endif

#if defined(__linux__) && defined(MADV_WIPEONFORK)

typedef struct marker {
    atomic_uint alive; /* 0 in a new page: fresh or forked */
} marker;

static _Atomic(marker *) page;
static atomic_int impossible;
static _Atomic uint64_t generation; /* plain memory: a child goes on from its parent's value */

/* The page, mapped on the first call and kept for the life of the process; NULL: not possible. */
static marker *marker_page(void)
{
    marker *known = atomic_load_explicit(&page, memory_order_acquire);
    long size;
    void *mapped;

    if (known != NULL || atomic_load_explicit(&impossible, memory_order_relaxed))
        return known;
    size = sysconf(_SC_PAGESIZE);
    mapped = size > 0 ? mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                      : MAP_FAILED;
    if (mapped == MAP_FAILED)
        return NULL;
    if (madvise(mapped, (size_t)size, MADV_WIPEONFORK) != 0) {
        munmap(mapped, (size_t)size);
        atomic_store_explicit(&impossible, 1, memory_order_relaxed);
        return NULL;
    }
    if (!atomic_compare_exchange_strong(&page, &known, mapped)) {
        munmap(mapped, (size_t)size); /* another thread was first: `known` is its page */
        return known;
    }
    return mapped;
}

uint64_t mifu_rng_fork_generation(void)
{
    marker *m = marker_page();

    if (m == NULL)
        return 0;
    /* Threads that find the zero at once each count up: one generation is skipped, none reused. */
    if (atomic_load_explicit(&m->alive, memory_order_acquire) == 0) {
        atomic_fetch_add(&generation, 1);
        atomic_store_explicit(&m->alive, 1, memory_order_release);
    }
    return atomic_load(&generation);
}

void mifu_rng_fork_advance(void)
{
    atomic_fetch_add(&generation, 1);
}

#else

uint64_t mifu_rng_fork_generation(void)
{
    return 0;
}

void mifu_rng_fork_advance(void)
{
}

#endif
