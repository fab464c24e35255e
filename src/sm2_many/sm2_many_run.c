/* SPDX-License-Identifier: Apache-2.0 */
/* A batch, chunk by chunk, and the memory it works in. */
#include "sm2_many_internal.h"

#define ALIGNMENT 64

_Static_assert(sizeof(mifu_sm2_many_scratch) + ALIGNMENT - 1 <= MIFU_SM2_MANY_SCRATCH_SIZE,
               "the scratch holds everything, wherever it begins");

static mifu_sm2_many_scratch *aligned(void *memory)
{
    return (void *)((uint8_t *)memory + (0 - (uintptr_t)memory) % ALIGNMENT);
}

/* The lanes' kernels and what calls them leave up to 11 KB below, in clang's code for AVX2. */
static MIFU_NOINLINE void wipe_stack(void)
{
    uint8_t below[12288];

    mifu_wipe_long(below, sizeof below);
}

static mifu_status run(mifu_sm2_many_operation *operation, const void *batch, mifu_status *status,
                       size_t count, size_t arrays_size, mifu_sm2_many_scratch *scratch)
{
    for (size_t i = 0; i < count; i += MIFU_SM2_MANY_CHUNK) {
        size_t left = count - i;

        operation(batch, i, left < MIFU_SM2_MANY_CHUNK ? left : MIFU_SM2_MANY_CHUNK,
                  scratch->arrays, scratch->kernel);
    }
    if (count != 0)
        mifu_wipe(scratch->arrays, arrays_size);
    wipe_stack();
    for (size_t i = 0; i < count; i++)
        if (status[i] != MIFU_OK)
            return status[i];
    return MIFU_OK;
}

/* Apart, so that callers with a scratch of their own have no frame for this one. */
static MIFU_NOINLINE mifu_status run_on_stack(mifu_sm2_many_operation *operation, const void *batch,
                                              mifu_status *status, size_t count, size_t arrays_size)
{
    uint8_t memory[MIFU_SM2_MANY_SCRATCH_SIZE];

    return run(operation, batch, status, count, arrays_size, aligned(memory));
}

mifu_status mifu_sm2_many_run(mifu_sm2_many_operation *operation, const void *batch,
                              mifu_status *status, size_t count, size_t arrays_size, void *scratch,
                              size_t scratch_size)
{
    if (scratch == NULL)
        return run_on_stack(operation, batch, status, count, arrays_size);
    if (scratch_size < MIFU_SM2_MANY_SCRATCH_SIZE) {
        for (size_t i = 0; i < count; i++)
            status[i] = MIFU_ERR_BUFFER;
        return MIFU_ERR_BUFFER;
    }
    return run(operation, batch, status, count, arrays_size, aligned(scratch));
}
