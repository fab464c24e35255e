/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The vocabulary of secrets: masks, selection, comparison, wiping, and the marks that the
 * constant-time test reads. All masks in the library come from here.
 *
 * A mask is a word of all ones ("yes") or all zeros ("no"). mifu_barrier() keeps the compiler from
 * learning that a mask has only two values and turning a selection into a branch.
 */
#ifndef MIFU_BASE_SECRET_H
#define MIFU_BASE_SECRET_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base_compiler.h"
#include "mifu/status.h"

/*
 * In a build with MIFU_CONSTANT_TIME_TEST the marks tell valgrind's memcheck which bytes are
 * secret: it then reports every branch and every address that depends on one. Elsewhere they cost
 * nothing. mifu_declassify() stands where a value derived from a secret is public by the
 * algorithm's design.
 */
#if defined(MIFU_CONSTANT_TIME_TEST)
#    include <valgrind/memcheck.h>
#    define mifu_mark_secret(p, len) ((void)VALGRIND_MAKE_MEM_UNDEFINED((p), (len)))
#    define mifu_declassify(p, len)  ((void)VALGRIND_MAKE_MEM_DEFINED((p), (len)))
#else
#    define mifu_mark_secret(p, len) ((void)(p), (void)(len))
#    define mifu_declassify(p, len)  ((void)(p), (void)(len))
#endif

MIFU_INLINE uint32_t mifu_barrier32(uint32_t x)
{
#if defined(__GNUC__) || defined(__clang__)
    __asm__("" : "+r"(x));
#endif
    return x;
}

MIFU_INLINE uint64_t mifu_barrier64(uint64_t x)
{
#if defined(__GNUC__) || defined(__clang__)
    __asm__("" : "+r"(x));
#endif
    return x;
}

/*
 * Mask of x != 0: the top bit of x | -x is set exactly then. The barrier before it keeps the
 * compiler from knowing x as a loop's counter and splitting the loop where it becomes 0.
 */
MIFU_INLINE uint64_t mifu_mask_nonzero64(uint64_t x)
{
    x = mifu_barrier64(x);
    return mifu_barrier64(0 - ((x | (0 - x)) >> 63));
}

MIFU_INLINE uint64_t mifu_mask_zero64(uint64_t x)
{
    return ~mifu_mask_nonzero64(x);
}

MIFU_INLINE uint64_t mifu_mask_equal64(uint64_t a, uint64_t b)
{
    return mifu_mask_zero64(a ^ b);
}

/*
 * Mask of a < b. The borrow out of a - b, without a comparison (Hacker's Delight 2-12). The
 * barriers keep a loop over a, or b, from counting in a - b, which is secret where the other side
 * is.
 */
MIFU_INLINE uint64_t mifu_mask_less64(uint64_t a, uint64_t b)
{
    a = mifu_barrier64(a);
    b = mifu_barrier64(b);
    return mifu_barrier64(0 - (((~a & b) | ((~a | b) & (a - b))) >> 63));
}

/* Mask of a bit that is 0 or 1. */
MIFU_INLINE uint64_t mifu_mask_bit64(uint64_t bit)
{
    return mifu_barrier64(0 - bit);
}

/* yes where mask is all ones, no where it is zero. */
MIFU_INLINE uint64_t mifu_select64(uint64_t mask, uint64_t yes, uint64_t no)
{
    return no ^ (mask & (yes ^ no));
}

MIFU_INLINE uint32_t mifu_select32(uint32_t mask, uint32_t yes, uint32_t no)
{
    return no ^ (mask & (yes ^ no));
}

MIFU_INLINE uint8_t mifu_select8(uint8_t mask, uint8_t yes, uint8_t no)
{
    return (uint8_t)(no ^ (mask & (yes ^ no)));
}

/* Mask of "the len bytes at a and b are equal"; time depends on len alone. */
uint64_t mifu_mask_equal_bytes(const uint8_t *a, const uint8_t *b, size_t len);

/*
 * MIFU_OK where a received tag of `len` bytes is the one expected, else MIFU_INVALID. Whether it is
 * right is the answer, which the caller may know; where it differs stays secret.
 */
mifu_status mifu_compare_tags(const uint8_t *expected, const uint8_t *tag, size_t len);

/* Mask of "all len bytes are zero"; time depends on len alone. */
uint64_t mifu_mask_zero_bytes(const uint8_t *p, size_t len);

/* out &= mask for len bytes: zeroes the bytes where the mask is zero. */
void mifu_mask_bytes(uint8_t *out, uint64_t mask, size_t len);

/* Zeroes len bytes in a way the compiler may not drop. p may be NULL if len is 0. */
void mifu_wipe(void *p, size_t len);

/* The same for a constant number of bytes, at most 64, which become plain stores without a call. */
MIFU_INLINE void mifu_wipe_short(void *p, size_t len)
{
#if defined(__GNUC__) || defined(__clang__)
    memset(p, 0, len);
    __asm__ __volatile__("" : : "r"(p) : "memory");
#else
    mifu_wipe(p, len);
#endif
}

/* mifu_wipe() for kilobytes that are in the processor's caches, as the stack is. */
void mifu_wipe_long(void *p, size_t len);

/*
 * Zeroes that much of the stack below the caller's frame, where the functions that it has called
 * kept their registers and what the compiler spilled, which no name in C reaches. For functions
 * that load or use long-lived keys, as the last step; the secret work has to be in a
 * MIFU_NOINLINE function below. tests/wipe tells where it is needed.
 */
void mifu_wipe_stack_2k(void);
void mifu_wipe_stack_8k(void);

#endif
