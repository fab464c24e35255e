/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random words of the processor, where it has any and MIFU_CPU does not exclude them: an addition
 * to the system's entropy, never in its place. Nothing here counts as entropy.
 */
#ifndef MIFU_RNG_HARDWARE_H
#define MIFU_RNG_HARDWARE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Up to `count` words of the processor's entropy source (RDSEED; where that is empty, or missing,
 * RDRAND): the number of words written, the rest being zeroed. Some thousand cycles a word.
 */
size_t mifu_hardware_seed(uint64_t *words, size_t count);

/*
 * Two words of its generator (RDRAND): 1, or 0 where there is none, it gives nothing, or what it
 * gives is plainly wrong: equal words, or one equal to *last. (Processors are known that answer
 * with all ones for ever after a sleep.) *last is the word to remember for the next call.
 */
int mifu_hardware_fresh(uint64_t words[2], uint64_t *last);

#endif
