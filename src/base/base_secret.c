/* SPDX-License-Identifier: Apache-2.0 */
#include "base_secret.h"

#include <string.h>

uint64_t mifu_mask_equal_bytes(const uint8_t *a, const uint8_t *b, size_t len)
{
    uint64_t difference = 0;

    for (size_t i = 0; i < len; i++)
        difference |= (uint64_t)(a[i] ^ b[i]);
    return mifu_mask_zero64(difference);
}

mifu_status mifu_compare_tags(const uint8_t *expected, const uint8_t *tag, size_t len)
{
    uint64_t equal = mifu_mask_equal_bytes(expected, tag, len);

    mifu_declassify(&equal, sizeof equal);
    return equal != 0 ? MIFU_OK : MIFU_INVALID;
}

uint64_t mifu_mask_zero_bytes(const uint8_t *p, size_t len)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < len; i++)
        sum |= p[i];
    return mifu_mask_zero64(sum);
}

void mifu_mask_bytes(uint8_t *out, uint64_t mask, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)(out[i] & mask);
}

/*
 * gcc and clang: the empty assembly takes the pointer and clobbers memory, so the stores before it
 * are observable. Other compilers get a call through a volatile pointer.
 */
void mifu_wipe(void *p, size_t len)
{
    if (len == 0)
        return;
#if defined(__GNUC__) || defined(__clang__)
    memset(p, 0, len);
    __asm__ __volatile__("" : : "r"(p) : "memory");
#else
    static void *(*const volatile set)(void *, int, size_t) = memset;
    set(p, 0, len);
#endif
}

/*
 * By lengths that compilers do not see, and that memset() stores in vectors: gcc for a length that
 * it does see, and glibc from 2 KB on, take "rep stos", which is slow to begin. On Zen 3 this is a
 * third sooner on 8 KB.
 */
void mifu_wipe_long(void *p, size_t len)
{
    const size_t piece = 2048;
    uint8_t *bytes = p;

    for (; len > piece; bytes += piece, len -= piece)
        mifu_wipe(bytes, (size_t)mifu_barrier64(piece));
    mifu_wipe(bytes, (size_t)mifu_barrier64(len));
}

MIFU_NOINLINE void mifu_wipe_stack_2k(void)
{
    uint8_t below[2048];

    mifu_wipe_long(below, sizeof below);
}

MIFU_NOINLINE void mifu_wipe_stack_8k(void)
{
    uint8_t below[8192];

    mifu_wipe_long(below, sizeof below);
}
