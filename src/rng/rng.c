/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu_random_bytes(): small requests from a per-thread buffer, large ones straight from the
 * system. A byte leaves the buffer once and is wiped there at once, so memory that is read later
 * tells nothing about keys and nonces already made. A failed request writes zeros.
 *
 * The bytes are not marked secret here: only the caller knows whether they become a key or an IV.
 */
#include "mifu/random.h"

#include <stdatomic.h>
#include <string.h>

#include "base_secret.h"
#include "rng_fork.h"
#include "rng_source.h"
#include "rng_system.h"

#define BUFFER_SIZE   512
#define LARGE_REQUEST 128 /* from here on the copy would cost more than the system call saves */

static _Atomic(mifu_rng_source *) source; /* NULL: the system */
static atomic_int source_unbuffered;

static _Thread_local struct {
    uint64_t generation; /* of the process when the buffer was filled; 0 matches none */
    size_t left;         /* unused bytes, at the end */
    uint8_t bytes[BUFFER_SIZE];
} buffer;

void mifu_rng_set_source(mifu_rng_source *new_source, int buffered)
{
    atomic_store(&source, new_source);
    atomic_store(&source_unbuffered, new_source != NULL && !buffered);
    mifu_rng_fork_advance();
}

static mifu_status fill(uint8_t *out, size_t len)
{
    mifu_rng_source *replacement = atomic_load_explicit(&source, memory_order_relaxed);

    return replacement != NULL ? replacement(out, len) : mifu_rng_system(out, len);
}

static mifu_status take_buffered(uint8_t *out, size_t len, uint64_t generation)
{
    uint8_t *from;

    if (buffer.generation != generation || buffer.left < len) {
        buffer.left = 0;
        buffer.generation = 0; /* stays so if the system fails now */
        if (fill(buffer.bytes, sizeof buffer.bytes) != MIFU_OK) {
            mifu_wipe(buffer.bytes, sizeof buffer.bytes);
            return MIFU_ERR_RANDOM;
        }
        buffer.left = sizeof buffer.bytes;
        buffer.generation = generation;
    }
    from = buffer.bytes + sizeof buffer.bytes - buffer.left;
    buffer.left -= len;
    memcpy(out, from, len);
    mifu_wipe(from, len);
    return MIFU_OK;
}

mifu_status mifu_random_bytes(uint8_t *out, size_t len)
{
    uint64_t generation;
    mifu_status status;

    if (len == 0)
        return MIFU_OK;
    if (len >= LARGE_REQUEST || atomic_load_explicit(&source_unbuffered, memory_order_relaxed) ||
        (generation = mifu_rng_fork_generation()) == 0)
        status = fill(out, len) == MIFU_OK ? MIFU_OK : MIFU_ERR_RANDOM;
    else
        status = take_buffered(out, len, generation);
    if (status != MIFU_OK)
        mifu_wipe(out, len);
    return status;
}
