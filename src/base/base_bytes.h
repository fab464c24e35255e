/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Integers from and to bytes, by shifts only: no alignment needed, right on every byte order. gcc
 * and clang make one load (and a byte swap) of each.
 */
#ifndef MIFU_BASE_BYTES_H
#define MIFU_BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base_compiler.h"

MIFU_INLINE uint32_t mifu_load32_be(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

MIFU_INLINE uint64_t mifu_load64_be(const uint8_t *p)
{
    return (uint64_t)mifu_load32_be(p) << 32 | mifu_load32_be(p + 4);
}

MIFU_INLINE uint32_t mifu_load32_le(const uint8_t *p)
{
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

MIFU_INLINE uint64_t mifu_load64_le(const uint8_t *p)
{
    return (uint64_t)mifu_load32_le(p + 4) << 32 | mifu_load32_le(p);
}

MIFU_INLINE void mifu_store32_be(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)(v >> 24);
    p[1] = (uint8_t)(v >> 16);
    p[2] = (uint8_t)(v >> 8);
    p[3] = (uint8_t)v;
}

/*
 * In a loop gcc 12 builds a vector of the eight bytes one by one, which takes longer than a round
 * of SM4: with 64 bits it is told what the shifts mean.
 */
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#    define MIFU_STORES_LITTLE_ENDIAN 1
#else
#    define MIFU_STORES_LITTLE_ENDIAN 0
#endif

MIFU_INLINE void mifu_store64_be(uint8_t *p, uint64_t v)
{
#if MIFU_STORES_LITTLE_ENDIAN
    v = __builtin_bswap64(v);
    memcpy(p, &v, sizeof v);
#else
    mifu_store32_be(p, (uint32_t)(v >> 32));
    mifu_store32_be(p + 4, (uint32_t)v);
#endif
}

MIFU_INLINE void mifu_store32_le(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
}

MIFU_INLINE void mifu_store64_le(uint8_t *p, uint64_t v)
{
#if MIFU_STORES_LITTLE_ENDIAN
    memcpy(p, &v, sizeof v);
#else
    mifu_store32_le(p, (uint32_t)v);
    mifu_store32_le(p + 4, (uint32_t)(v >> 32));
#endif
}

MIFU_INLINE uint32_t mifu_rotl32(uint32_t x, unsigned n)
{
    return x << (n & 31) | x >> (-n & 31);
}

MIFU_INLINE uint32_t mifu_rotr32(uint32_t x, unsigned n)
{
    return x >> (n & 31) | x << (-n & 31);
}

/* out = a ^ b for len bytes; out may be a or b exactly. */
MIFU_INLINE void mifu_xor_bytes(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)(a[i] ^ b[i]);
}

/* memcpy and memmove with a length of zero and a NULL pointer are undefined in C11; these are not.
 */
MIFU_INLINE void mifu_copy(void *out, const void *in, size_t len)
{
    if (len != 0)
        memcpy(out, in, len);
}

MIFU_INLINE void mifu_move(void *out, const void *in, size_t len)
{
    if (len != 0)
        memmove(out, in, len);
}

/*
 * The overlap rule of every function that reads `in` and writes `out`: disjoint or exactly the same
 * start. Returns 1 where the ranges overlap in any other way. Compared as integers: the pointers
 * may belong to different objects.
 */
MIFU_INLINE int mifu_overlaps_badly(const void *out, size_t out_len, const void *in, size_t in_len)
{
    uintptr_t o = (uintptr_t)out;
    uintptr_t i = (uintptr_t)in;

    if (o == i || out_len == 0 || in_len == 0)
        return 0;
    return o < i ? i - o < out_len : o - i < in_len;
}

/* Whether two ranges have a byte in common. */
MIFU_INLINE int mifu_overlaps(const void *a, size_t a_len, const void *b, size_t b_len)
{
    uintptr_t x = (uintptr_t)a;
    uintptr_t y = (uintptr_t)b;

    if (a_len == 0 || b_len == 0)
        return 0;
    return x < y ? y - x < a_len : x - y < b_len;
}

#endif
