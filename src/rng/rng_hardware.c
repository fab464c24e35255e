/* SPDX-License-Identifier: Apache-2.0 */
/* RDRAND and RDSEED: Intel SDM volume 1, 7.3.17. */
#include "rng_hardware.h"

#include "cpu_features.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#    define RETRIES                                                                                \
        10 /* of RDRAND: 7.3.17.1; RDSEED may be empty for longer, and is not waited for */

/* In assembly, so that no file needs the compiler's flags for them. */
static int rdrand(uint64_t *word)
{
    uint8_t good = 0;

    for (int i = 0; i < RETRIES && !good; i++)
        __asm__ volatile("rdrand %0\n\tsetc %1" : "=r"(*word), "=qm"(good) : : "cc");
    return good;
}

static int rdseed(uint64_t *word)
{
    uint8_t good = 0;

    for (int i = 0; i < RETRIES && !good; i++)
        __asm__ volatile("rdseed %0\n\tsetc %1" : "=r"(*word), "=qm"(good) : : "cc");
    return good;
}

size_t mifu_hardware_seed(uint64_t *words, size_t count)
{
    uint64_t usable = mifu_cpu_usable();
    size_t written = 0;

    for (size_t i = 0; i < count; i++) {
        words[i] = 0;
        if (((usable & MIFU_CPU_MASK(RDSEED)) != 0 && rdseed(&words[i])) ||
            ((usable & MIFU_CPU_MASK(RDRAND)) != 0 && rdrand(&words[i])))
            written++;
        else
            words[i] = 0;
    }
    return written;
}

int mifu_hardware_fresh(uint64_t words[2], uint64_t *last)
{
    if ((mifu_cpu_usable() & MIFU_CPU_MASK(RDRAND)) == 0 || !rdrand(&words[0]) ||
        !rdrand(&words[1]) || words[0] == words[1] || words[0] == *last || words[1] == *last)
        return 0;
    *last = words[1];
    return 1;
}

#else

size_t mifu_hardware_seed(uint64_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words[i] = 0;
    return 0;
}

int mifu_hardware_fresh(uint64_t words[2], uint64_t *last)
{
    (void)words;
    (void)last;
    return 0;
}

#endif
