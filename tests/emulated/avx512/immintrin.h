/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stands before the compiler's <immintrin.h> where MIFU_EMULATE_AVX512 is on: AVX-512, IFMA, VBMI,
 * GFNI and the wide carry-less multiplication in plain C, everything up to AVX2 as the processor
 * has it. Most comes from SIMDe; what its release in Debian 12 lacks follows, each after the
 * operation that the Intel SDM (volume 2) gives for the instruction.
 *
 * Stricter than a processor where that finds mistakes: what a cast leaves undefined is filled with
 * ones, an aligned access that is not aligned traps, and a masked access touches the chosen
 * elements alone, so that AddressSanitizer sees the others.
 *
 * Without branches and indices where a processor has none, so that valgrind, which sees through
 * this, reports those of the sources: masks select by vectors of bits, an index in a register by a
 * comparison with every number that it may be. A masked access does branch by its mask: one with a
 * secret mask is reported.
 */
#ifndef MIFU_EMULATED_IMMINTRIN_H
#define MIFU_EMULATED_IMMINTRIN_H

#include_next <immintrin.h>
#include <stdint.h>
#include <string.h>

#define SIMDE_ENABLE_NATIVE_ALIASES
#define SIMDE_NO_INLINE /* or the compiler takes minutes for some files */
#include <simde/x86/avx512.h>
#include <simde/x86/clmul.h>

/* What is defined below; compilers too have some of them as macros. */
#undef _mm512_add_epi64
#undef _mm512_sub_epi64
#undef _mm512_and_si512
#undef _mm512_or_si512
#undef _mm512_xor_si512
#undef _mm256_madd52lo_epu64
#undef _mm256_madd52hi_epu64
#undef _mm256_srai_epi64
#undef _mm256_maskz_loadu_epi64
#undef _mm256_mask_storeu_epi64
#undef _mm256_mask_sub_epi64
#undef _mm512_mask_sub_epi64
#undef _mm512_madd52lo_epu64
#undef _mm512_madd52hi_epu64
#undef _mm512_srai_epi64
#undef _mm256_mask_add_epi64
#undef _mm256_mask_mov_epi64
#undef _mm256_maskz_mov_epi64
#undef _mm512_mask_mov_epi64
#undef _mm512_maskz_mov_epi64
#undef _mm512_mask_blend_epi8
#undef _mm256_movepi64_mask
#undef _mm512_movepi64_mask
#undef _mm512_movepi8_mask
#undef _mm512_cmpeq_epi64_mask
#undef _mm256_cmplt_epi64_mask
#undef _mm512_cmplt_epu64_mask
#undef _mm512_cmplt_epu32_mask
#undef _mm512_mask_add_epi64
#undef _mm512_test_epi64_mask
#undef _mm512_testn_epi64_mask
#undef _mm512_permutexvar_epi64
#undef _mm512_permutex2var_epi64
#undef _mm512_mask_loadu_epi64
#undef _mm512_maskz_loadu_epi64
#undef _mm512_mask_storeu_epi64
#undef _mm512_maskz_loadu_epi32
#undef _mm512_load_si512
#undef _mm512_store_si512
#undef _mm512_alignr_epi32
#undef _mm512_alignr_epi64
#undef _mm512_bslli_epi128
#undef _mm512_bsrli_epi128
#undef _mm512_shuffle_epi32
#undef _mm512_shuffle_i64x2
#undef _mm512_shuffle_i32x4
#undef _mm256_permutex_epi64
#undef _mm_gf2p8affine_epi64_epi8
#undef _mm256_gf2p8affine_epi64_epi8
#undef _mm512_gf2p8affine_epi64_epi8
#undef _mm_gf2p8affineinv_epi64_epi8
#undef _mm256_gf2p8affineinv_epi64_epi8
#undef _mm512_gf2p8affineinv_epi64_epi8
#undef _mm512_castsi128_si512
#undef _mm512_castsi256_si512
#undef _mm512_zextsi128_si512
#undef _mm512_zextsi256_si512
#undef _mm256_castsi128_si256

/* What sources ask for the instruction set; only now, since SIMDe would believe it. */
#define __AVX512VL__ 1

__extension__ typedef unsigned __int128 emulated_u128;

/* A vector as its elements. */
typedef union emulated_128 {
    __m128i v;
    uint64_t q[2];
} emulated_128;

typedef union emulated_256 {
    __m256i v;
    __m128i x[2];
    uint64_t q[4];
} emulated_256;

typedef union emulated_512 {
    __m512i v;
    __m256i y[2];
    __m128i x[4];
    uint64_t q[8];
    uint32_t d[16];
    uint8_t b[64];
} emulated_512;

/* The commonest ones without SIMDe, whose functions are not inlined. */
typedef uint64_t emulated_quads_512 __attribute__((vector_size(64), may_alias));
typedef uint64_t emulated_quads_256 __attribute__((vector_size(32), may_alias));
typedef uint32_t emulated_doubles_512 __attribute__((vector_size(64), may_alias));
typedef uint8_t emulated_bytes_512 __attribute__((vector_size(64), may_alias));

#define EMULATED_OPERATION(name, operator)                                                         \
    static inline __m512i name(__m512i a, __m512i b)                                               \
    {                                                                                              \
        return (__m512i)((emulated_quads_512)a operator(emulated_quads_512) b);                    \
    }
EMULATED_OPERATION(emulated_add, +)
EMULATED_OPERATION(emulated_sub, -)
EMULATED_OPERATION(emulated_and, &)
EMULATED_OPERATION(emulated_or, |)
EMULATED_OPERATION(emulated_xor, ^)
#define _mm512_add_epi64 emulated_add
#define _mm512_sub_epi64 emulated_sub
#define _mm512_and_si512 emulated_and
#define _mm512_or_si512  emulated_or
#define _mm512_xor_si512 emulated_xor

/* VPMADD52LUQ, VPMADD52HUQ: the product of the low 52 bits; its low or high 52 bits are added. */
#define EMULATED_LOW52 ((UINT64_C(1) << 52) - 1)

static inline uint64_t emulated_madd52(uint64_t sum, uint64_t a, uint64_t b, int high)
{
    emulated_u128 product = (emulated_u128)(a & EMULATED_LOW52) * (b & EMULATED_LOW52);

    return sum + (high ? (uint64_t)(product >> 52) : (uint64_t)product & EMULATED_LOW52);
}

#define EMULATED_OF_QUADS(W)                                                                       \
    static inline __m##W##i emulated_##W##_madd52lo(__m##W##i sum, __m##W##i a, __m##W##i b)       \
    {                                                                                              \
        emulated_##W r = {.v = sum}, x = {.v = a}, y = {.v = b};                                   \
                                                                                                   \
        for (int i = 0; i < W / 64; i++)                                                           \
            r.q[i] = emulated_madd52(r.q[i], x.q[i], y.q[i], 0);                                   \
        return r.v;                                                                                \
    }                                                                                              \
    static inline __m##W##i emulated_##W##_madd52hi(__m##W##i sum, __m##W##i a, __m##W##i b)       \
    {                                                                                              \
        emulated_##W r = {.v = sum}, x = {.v = a}, y = {.v = b};                                   \
                                                                                                   \
        for (int i = 0; i < W / 64; i++)                                                           \
            r.q[i] = emulated_madd52(r.q[i], x.q[i], y.q[i], 1);                                   \
        return r.v;                                                                                \
    }                                                                                              \
    /* VPSRAQ; >> of what is negative is arithmetic in the compilers in use. */                    \
    static inline __m##W##i emulated_##W##_srai(__m##W##i a, unsigned n)                           \
    {                                                                                              \
        emulated_##W r = {.v = a};                                                                 \
                                                                                                   \
        for (int i = 0; i < W / 64; i++)                                                           \
            r.q[i] = (uint64_t)((int64_t)r.q[i] >> (n > 63 ? 63 : n));                             \
        return r.v;                                                                                \
    }                                                                                              \
    /* VMOVDQU64 with a mask: elements without their bit are not read or written. */               \
    static inline __m##W##i emulated_##W##_load64(__m##W##i old, unsigned mask, const void *p)     \
    {                                                                                              \
        emulated_##W r = {.v = old};                                                               \
                                                                                                   \
        for (int i = 0; i < W / 64; i++)                                                           \
            if (mask >> i & 1)                                                                     \
                memcpy(&r.q[i], (const uint8_t *)p + 8 * i, 8);                                    \
        return r.v;                                                                                \
    }                                                                                              \
    static inline void emulated_##W##_store64(void *p, unsigned mask, __m##W##i a)                 \
    {                                                                                              \
        emulated_##W x = {.v = a};                                                                 \
                                                                                                   \
        for (int i = 0; i < W / 64; i++)                                                           \
            if (mask >> i & 1)                                                                     \
                memcpy((uint8_t *)p + 8 * i, &x.q[i], 8);                                          \
    }                                                                                              \
    /* All ones in the elements whose bit is set; then what chooses by them. */                    \
    static inline emulated_quads_##W emulated_##W##_chosen(unsigned mask)                          \
    {                                                                                              \
        emulated_quads_##W r;                                                                      \
                                                                                                   \
        for (int i = 0; i < W / 64; i++)                                                           \
            r[i] = mask & 1U << i;                                                                 \
        return (emulated_quads_##W)(r != 0);                                                       \
    }                                                                                              \
    static inline __m##W##i emulated_##W##_mask_mov(__m##W##i old, unsigned mask, __m##W##i a)     \
    {                                                                                              \
        emulated_quads_##W from = (emulated_quads_##W)old;                                         \
                                                                                                   \
        return (__m##W##i)(from ^ ((from ^ (emulated_quads_##W)a) & emulated_##W##_chosen(mask))); \
    }                                                                                              \
    static inline __m##W##i emulated_##W##_mask_add(__m##W##i old, unsigned mask, __m##W##i a,     \
                                                    __m##W##i b)                                   \
    {                                                                                              \
        return emulated_##W##_mask_mov(                                                            \
            old, mask, (__m##W##i)((emulated_quads_##W)a + (emulated_quads_##W)b));                \
    }                                                                                              \
    static inline __m##W##i emulated_##W##_mask_sub(__m##W##i old, unsigned mask, __m##W##i a,     \
                                                    __m##W##i b)                                   \
    {                                                                                              \
        return emulated_##W##_mask_mov(                                                            \
            old, mask, (__m##W##i)((emulated_quads_##W)a - (emulated_quads_##W)b));                \
    }

EMULATED_OF_QUADS(256)
EMULATED_OF_QUADS(512)

#define _mm256_madd52lo_epu64          emulated_256_madd52lo
#define _mm256_madd52hi_epu64          emulated_256_madd52hi
#define _mm256_srai_epi64              emulated_256_srai
#define _mm256_maskz_loadu_epi64(m, p) emulated_256_load64(_mm256_setzero_si256(), (m), (p))
#define _mm256_mask_storeu_epi64       emulated_256_store64
#define _mm256_mask_mov_epi64          emulated_256_mask_mov
#define _mm512_mask_mov_epi64          emulated_512_mask_mov
#define _mm256_maskz_mov_epi64(m, a)   emulated_256_mask_mov(_mm256_setzero_si256(), (m), (a))
#define _mm512_maskz_mov_epi64(m, a)   emulated_512_mask_mov(_mm512_setzero_si512(), (m), (a))
#define _mm256_mask_add_epi64          emulated_256_mask_add
#define _mm512_mask_add_epi64          emulated_512_mask_add
#define _mm256_mask_sub_epi64          emulated_256_mask_sub
#define _mm512_mask_sub_epi64          emulated_512_mask_sub
#define _mm512_madd52lo_epu64          emulated_512_madd52lo
#define _mm512_madd52hi_epu64          emulated_512_madd52hi
#define _mm512_srai_epi64              emulated_512_srai
#define _mm512_mask_loadu_epi64        emulated_512_load64
#define _mm512_maskz_loadu_epi64(m, p) emulated_512_load64(_mm512_setzero_si512(), (m), (p))
#define _mm512_mask_storeu_epi64       emulated_512_store64

/* VPMOVQ2M, VPMOVB2M: the signs. VPCMPEQQ, VPCMPUQ, VPCMPUD, VPTESTMQ: those of a comparison. */
static inline __mmask8 emulated_256_signs(__m256i a)
{
    return (__mmask8)_mm256_movemask_pd(_mm256_castsi256_pd(a));
}

static inline __mmask8 emulated_512_signs(__m512i a)
{
    emulated_512 x = {.v = a};

    return (__mmask8)(emulated_256_signs(x.y[0]) | emulated_256_signs(x.y[1]) << 4);
}

static inline __mmask64 emulated_byte_signs(__m512i a)
{
    emulated_512 x = {.v = a};

    return (uint32_t)_mm256_movemask_epi8(x.y[0]) | (uint64_t)(uint32_t)_mm256_movemask_epi8(x.y[1])
                                                        << 32;
}

static inline __mmask8 emulated_equal(__m512i a, __m512i b)
{
    return emulated_512_signs((__m512i)((emulated_quads_512)a == (emulated_quads_512)b));
}

static inline __mmask8 emulated_less(__m512i a, __m512i b)
{
    return emulated_512_signs((__m512i)((emulated_quads_512)a < (emulated_quads_512)b));
}

static inline __mmask16 emulated_less32(__m512i a, __m512i b)
{
    emulated_512 x = {.v = (__m512i)((emulated_doubles_512)a < (emulated_doubles_512)b)};

    return (__mmask16)(_mm256_movemask_ps(_mm256_castsi256_ps(x.y[0])) |
                       _mm256_movemask_ps(_mm256_castsi256_ps(x.y[1])) << 8);
}
#define _mm256_movepi64_mask          emulated_256_signs
#define _mm512_movepi64_mask          emulated_512_signs
#define _mm512_movepi8_mask           emulated_byte_signs
#define _mm512_cmpeq_epi64_mask       emulated_equal
#define _mm256_cmplt_epi64_mask(a, b) emulated_256_signs(_mm256_cmpgt_epi64((b), (a)))
#define _mm512_cmplt_epu64_mask       emulated_less
#define _mm512_cmplt_epu32_mask       emulated_less32
#define _mm512_testn_epi64_mask(a, b) emulated_equal(emulated_and((a), (b)), _mm512_setzero_si512())
#define _mm512_test_epi64_mask(a, b)  ((__mmask8)~_mm512_testn_epi64_mask((a), (b)))

/* VPBLENDMB. */
static inline __m512i emulated_blend_bytes(__mmask64 mask, __m512i a, __m512i b)
{
    emulated_512 bits;
    emulated_bytes_512 chosen;

    for (int i = 0; i < 8; i++)
        bits.q[i] =
            (mask >> 8 * i & 0xff) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
    chosen = (emulated_bytes_512)((emulated_bytes_512)bits.v != 0);
    return emulated_xor(a, emulated_and(emulated_xor(a, b), (__m512i)chosen));
}
#define _mm512_mask_blend_epi8 emulated_blend_bytes

/* VPERMI2Q, VPERMQ: the element of a above b, or of a alone, that four or three bits of an index
 * say. */
static inline __m512i emulated_permute2(__m512i a, __m512i index, __m512i b)
{
    emulated_512 x[2] = {{.v = a}, {.v = b}};
    emulated_quads_512 r = {0}, number = (emulated_quads_512)index & 15;

    for (unsigned i = 0; i < 16; i++)
        r |= (emulated_quads_512)(number == i) & x[i / 8].q[i % 8];
    return (__m512i)r;
}
#define _mm512_permutex2var_epi64          emulated_permute2
#define _mm512_permutexvar_epi64(index, a) emulated_permute2((a), (index), (a))

static inline __m512i emulated_load32(unsigned mask, const void *p)
{
    emulated_512 r = {.q = {0}};

    for (int i = 0; i < 16; i++)
        if (mask >> i & 1)
            memcpy(&r.d[i], (const uint8_t *)p + 4 * i, 4);
    return r.v;
}
#define _mm512_maskz_loadu_epi32 emulated_load32

/* VMOVDQA. */
static inline __m512i emulated_load_aligned(const void *p)
{
    emulated_512 r;

    if ((uintptr_t)p % 64 != 0)
        __builtin_trap();
    memcpy(&r, p, 64);
    return r.v;
}

static inline void emulated_store_aligned(void *p, __m512i a)
{
    if ((uintptr_t)p % 64 != 0)
        __builtin_trap();
    memcpy(p, &a, 64);
}
#define _mm512_load_si512  emulated_load_aligned
#define _mm512_store_si512 emulated_store_aligned

/* VALIGND, VALIGNQ: a above b, shifted right by n elements. */
static inline __m512i emulated_align32(__m512i a, __m512i b, unsigned n)
{
    emulated_512 r, high = {.v = a}, low = {.v = b};

    n %= 16;
    for (unsigned i = 0; i < 16; i++)
        r.d[i] = i + n < 16 ? low.d[i + n] : high.d[i + n - 16];
    return r.v;
}
#define _mm512_alignr_epi32          emulated_align32
#define _mm512_alignr_epi64(a, b, n) emulated_align32((a), (b), 2 * ((n) % 8))

/* VPSLLDQ, VPSRLDQ: each 128 bits by n bytes, zeros coming in. */
static inline __m512i emulated_shift_bytes(__m512i a, int n)
{
    emulated_512 r = {.q = {0}}, x = {.v = a};

    for (int i = 0; i < 64; i++) {
        int from = i % 16 - n;

        r.b[i] = (uint8_t)(from >= 0 && from < 16 ? x.b[i / 16 * 16 + from] : 0);
    }
    return r.v;
}
#define _mm512_bslli_epi128(a, n) emulated_shift_bytes((a), (n))
#define _mm512_bsrli_epi128(a, n) emulated_shift_bytes((a), -(n))

/* VPSHUFD, in each 128 bits. */
static inline __m512i emulated_shuffle32(__m512i a, unsigned order)
{
    emulated_512 r, x = {.v = a};

    for (unsigned i = 0; i < 16; i++)
        r.d[i] = x.d[i / 4 * 4 + (order >> 2 * (i % 4) & 3)];
    return r.v;
}
#define _mm512_shuffle_epi32(a, order) emulated_shuffle32((a), (unsigned)(order))

/* VSHUFI64X2: two 128-bit parts of a, then two of b. */
static inline __m512i emulated_shuffle128(__m512i a, __m512i b, unsigned order)
{
    emulated_512 r, x = {.v = a}, y = {.v = b};

    for (int i = 0; i < 4; i++)
        r.x[i] = (i < 2 ? &x : &y)->x[order >> 2 * i & 3];
    return r.v;
}
#define _mm512_shuffle_i64x2 emulated_shuffle128
#define _mm512_shuffle_i32x4 emulated_shuffle128

/* VPERMQ with a constant. */
#define _mm256_permutex_epi64(a, order) _mm256_permute4x64_epi64((a), (order))

/*
 * GF2P8AFFINEQB, GF2P8AFFINEINVQB: bit i of a result byte is the parity of byte 7 - i of the matrix
 * and the source byte, or its inverse in GF(2)[x] / (x^8 + x^4 + x^3 + x + 1), plus bit i of c.
 */
#define EMULATED_BYTES UINT64_C(0x0101010101010101)

static inline uint64_t emulated_affine(uint64_t x, uint64_t matrix, uint8_t c)
{
    uint64_t r = 0;

    for (int i = 0; i < 8; i++) {
        uint64_t t = x & (matrix >> 8 * (7 - i) & 0xff) * EMULATED_BYTES;

        t ^= t >> 4;
        t ^= t >> 2;
        t ^= t >> 1;
        r |= (t & EMULATED_BYTES) << i;
    }
    return r ^ c * EMULATED_BYTES;
}

static inline uint8_t emulated_field_multiply(uint8_t a, uint8_t b)
{
    unsigned r = 0, x = a;

    for (int i = 0; i < 8; i++) {
        r ^= (b >> i & 1) != 0 ? x : 0;
        x = x << 1 ^ (x >> 7) * 0x11b;
    }
    return (uint8_t)r;
}

static inline const uint8_t *emulated_inverse_table(void)
{
    static uint8_t table[256]; /* 0 -> 0, and 1 -> 1 once it is made */

    if (__atomic_load_n(&table[1], __ATOMIC_ACQUIRE) == 0) {
        for (unsigned i = 2; i < 256; i++) {
            uint8_t power = (uint8_t)i; /* i^(2^k - 1), up to i^127; i^254 is its square */

            for (int k = 1; k < 7; k++)
                power = emulated_field_multiply(emulated_field_multiply(power, power), (uint8_t)i);
            table[i] = emulated_field_multiply(power, power);
        }
        __atomic_store_n(&table[1], 1, __ATOMIC_RELEASE);
    }
    return table;
}

/* The sixteen of the table that have the upper four bits in common, for each such sixteen. */
static inline __m256i emulated_256_inverses(__m256i a)
{
    const uint8_t *table = emulated_inverse_table();
    const __m256i low_bits = _mm256_set1_epi8(15);
    const __m256i low = _mm256_and_si256(a, low_bits);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(a, 4), low_bits);
    __m256i r = _mm256_setzero_si256();

    for (int i = 0; i < 16; i++) {
        __m256i row = _mm256_broadcastsi128_si256(
            _mm_loadu_si128((const __m128i *)(const void *)(table + 16 * i)));

        r = _mm256_or_si256(r, _mm256_and_si256(_mm256_cmpeq_epi8(high, _mm256_set1_epi8((char)i)),
                                                _mm256_shuffle_epi8(row, low)));
    }
    return r;
}

static inline __m128i emulated_128_inverses(__m128i a)
{
    return _mm256_castsi256_si128(emulated_256_inverses(_mm256_zextsi128_si256(a)));
}

static inline __m512i emulated_512_inverses(__m512i a)
{
    emulated_512 r = {.v = a};

    r.y[0] = emulated_256_inverses(r.y[0]);
    r.y[1] = emulated_256_inverses(r.y[1]);
    return r.v;
}

#define EMULATED_AFFINE(W)                                                                         \
    static __attribute__((noinline, unused))                                                       \
    __m##W##i emulated_##W##_affine(__m##W##i a, __m##W##i matrix, int c, int inverse)             \
    {                                                                                              \
        emulated_##W x = {.v = inverse ? emulated_##W##_inverses(a) : a}, m = {.v = matrix};       \
                                                                                                   \
        for (int i = 0; i < W / 64; i++)                                                           \
            x.q[i] = emulated_affine(x.q[i], m.q[i], (uint8_t)c);                                  \
        return x.v;                                                                                \
    }
EMULATED_AFFINE(128)
EMULATED_AFFINE(256)
EMULATED_AFFINE(512)
#define _mm_gf2p8affine_epi64_epi8(x, m, c)       emulated_128_affine((x), (m), (c), 0)
#define _mm256_gf2p8affine_epi64_epi8(x, m, c)    emulated_256_affine((x), (m), (c), 0)
#define _mm512_gf2p8affine_epi64_epi8(x, m, c)    emulated_512_affine((x), (m), (c), 0)
#define _mm_gf2p8affineinv_epi64_epi8(x, m, c)    emulated_128_affine((x), (m), (c), 1)
#define _mm256_gf2p8affineinv_epi64_epi8(x, m, c) emulated_256_affine((x), (m), (c), 1)
#define _mm512_gf2p8affineinv_epi64_epi8(x, m, c) emulated_512_affine((x), (m), (c), 1)

/* Casts: the upper part is undefined, or zero in the forms named after that. */
static inline __m512i emulated_widen_128(__m128i a, uint64_t fill)
{
    emulated_512 r = {.q = {0, 0, fill, fill, fill, fill, fill, fill}};

    r.x[0] = a;
    return r.v;
}

static inline __m512i emulated_widen_256(__m256i a, uint64_t fill)
{
    emulated_512 r = {.q = {0, 0, 0, 0, fill, fill, fill, fill}};

    r.y[0] = a;
    return r.v;
}

static inline __m256i emulated_cast_128(__m128i a)
{
    emulated_256 r = {.q = {0, 0, UINT64_MAX, UINT64_MAX}};

    r.x[0] = a;
    return r.v;
}
#define _mm512_castsi128_si512(a) emulated_widen_128((a), UINT64_MAX)
#define _mm512_castsi256_si512(a) emulated_widen_256((a), UINT64_MAX)
#define _mm512_zextsi128_si512(a) emulated_widen_128((a), 0)
#define _mm512_zextsi256_si512(a) emulated_widen_256((a), 0)
#define _mm256_castsi128_si256    emulated_cast_128

#endif
