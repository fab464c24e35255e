/* SPDX-License-Identifier: Apache-2.0 */
/* Compiler switches: what differs between gcc, clang and an unknown C11 compiler, and nothing else.
 */
#ifndef MIFU_BASE_COMPILER_H
#define MIFU_BASE_COMPILER_H

#if defined(__GNUC__) || defined(__clang__)
#    define MIFU_INLINE      static inline __attribute__((always_inline))
#    define MIFU_NOINLINE    __attribute__((noinline))
#    define MIFU_ALIGNED(n)  __attribute__((aligned(n)))
#    define MIFU_UNUSED      __attribute__((unused))
#    define MIFU_LIKELY(c)   __builtin_expect(!!(c), 1)
#    define MIFU_UNLIKELY(c) __builtin_expect(!!(c), 0)
#else
#    define MIFU_INLINE static inline
#    define MIFU_NOINLINE
#    define MIFU_ALIGNED(n)
#    define MIFU_UNUSED
#    define MIFU_LIKELY(c)   (c)
#    define MIFU_UNLIKELY(c) (c)
#endif

/* 64x64 -> 128-bit products where the compiler has them; MIFU_FORCE_32BIT builds the other path. */
#if defined(__SIZEOF_INT128__) && !defined(MIFU_FORCE_32BIT)
#    define MIFU_HAVE_INT128 1
__extension__ typedef unsigned __int128 mifu_uint128;
#else
#    define MIFU_HAVE_INT128 0
#endif

/* Before a short loop whose arrays are meant to live in registers: unroll it altogether. */
#if defined(__clang__)
#    define MIFU_UNROLL_ALL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#    define MIFU_UNROLL_ALL _Pragma("GCC unroll 20")
#else
#    define MIFU_UNROLL_ALL
#endif

#define MIFU_COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
