/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The field of sm2p256v1 with MULX, ADCX and ADOX, for x86-64. Contract and names of operations:
 * field_sm2.h (inputs and outputs below p, Montgomery form, r may be any input, constant time).
 *
 * Product: four rows of four MULX each, low halves on the carry of ADCX, high halves on that of
 * ADOX. All eight words are made first; then the low four are reduced alone and the high four
 * added:
 *
 *     S = (t0, t1, t2, t3);  four times  S = (S + m p) / 2^64  with m = S mod 2^64;  r = S +
 * (t4..t7)
 *
 * -p^-1 = 1 mod 2^64 makes m the low word itself, and p = 2^256 - 2^224 - 2^96 + 2^64 - 1 gives
 * (S + m p) / 2^64 = S / 2^64 + m 2^192 - (m 2^32) 2^128 - (m 2^32 - m): additions and subtractions
 * of shifted words. S < 2^256 at first, so S after a step is at most (2^256 - 1 + (2^64 - 1) p) /
 * 2^64 < p + 1 <= 2^256 and never negative: four words hold it, and the chain of borrows ends with
 * none. In the end S <= p and (t4..t7) <= (p-1)^2 / 2^256 < p - 1, so that the sum, which has 257
 * bits, is below 2p: p is subtracted once or not at all.
 */
#ifndef MIFU_FIELD_SM2_BMI2ADX_H
#define MIFU_FIELD_SM2_BMI2ADX_H

#include "field_sm2.h"

/* The words of p that are no sign-extended byte. */
static const uint64_t mifu_bmi2adx_p1 = 0xffffffff00000000;
static const uint64_t mifu_bmi2adx_p3 = 0xfffffffeffffffff;
/* Those of 2^256 - p = 2^224 + 2^96 - 2^64 + 1. */
static const uint64_t mifu_bmi2adx_r1 = 0x00000000ffffffff;
static const uint64_t mifu_bmi2adx_r3 = 0x0000000100000000;

/*
 * The instructions below stand in an order that was found by trying some thousand on Zen 3, each
 * with the dependences of the order in which one would write them. The remarks name the part that
 * an instruction belongs to.
 */
/* clang-format off */
/*
 * t = a b, eight words; a and w hold the addresses of a and b. Row i adds a_i b to t_i .. t_(i+4), of
 * which the last is new: low halves on the carry of ADCX, high halves on that of ADOX, both cleared by
 * XOR. The high word of a product takes a carry without overflow, and the row's sum fits five words.
 */
#define MIFU_MULTIPLY                                                                              \
    "movq    (%[a]), %%rdx\n\t"                 /* a0 b */                                         \
    "mulxq   8(%[w]), %[x], %[t2]\n\t"          /* a0 b */                                         \
    "mulxq   (%[w]), %[t0], %[t1]\n\t"          /* a0 b */                                         \
    "addq    %[x], %[t1]\n\t"                   /* a0 b */                                         \
    "mulxq   16(%[w]), %[x], %[t3]\n\t"         /* a0 b */                                         \
    "adcq    %[x], %[t2]\n\t"                   /* a0 b */                                         \
    "mulxq   24(%[w]), %[x], %[t4]\n\t"         /* a0 b */                                         \
    "adcq    %[x], %[t3]\n\t"                   /* a0 b */                                         \
    "movq    8(%[a]), %%rdx\n\t"                /* a1 b */                                         \
    "adcq    $0, %[t4]\n\t"                     /* a0 b */                                         \
    "xorl    %k[t5], %k[t5]\n\t"                /* a1 b */                                         \
    "mulxq   (%[w]), %[x], %[y]\n\t"            /* a1 b */                                         \
    "adcxq   %[x], %[t1]\n\t"                   /* a1 b */                                         \
    "adoxq   %[y], %[t2]\n\t"                   /* a1 b */                                         \
    "mulxq   8(%[w]), %[x], %[y]\n\t"           /* a1 b */                                         \
    "adcxq   %[x], %[t2]\n\t"                   /* a1 b */                                         \
    "adoxq   %[y], %[t3]\n\t"                   /* a1 b */                                         \
    "mulxq   16(%[w]), %[x], %[y]\n\t"          /* a1 b */                                         \
    "adoxq   %[y], %[t4]\n\t"                   /* a1 b */                                         \
    "adcxq   %[x], %[t3]\n\t"                   /* a1 b */                                         \
    "mulxq   24(%[w]), %[x], %[y]\n\t"          /* a1 b */                                         \
    "adcxq   %[x], %[t4]\n\t"                   /* a1 b */                                         \
    "adoxq   %[t5], %[y]\n\t"                   /* a1 b */                                         \
    "adcxq   %[y], %[t5]\n\t"                   /* a1 b */                                         \
    "movq    16(%[a]), %%rdx\n\t"               /* a2 b */                                         \
    "xorl    %k[t6], %k[t6]\n\t"                /* a2 b */                                         \
    "mulxq   (%[w]), %[x], %[y]\n\t"            /* a2 b */                                         \
    "adcxq   %[x], %[t2]\n\t"                   /* a2 b */                                         \
    "adoxq   %[y], %[t3]\n\t"                   /* a2 b */                                         \
    "mulxq   8(%[w]), %[x], %[y]\n\t"           /* a2 b */                                         \
    "adoxq   %[y], %[t4]\n\t"                   /* a2 b */                                         \
    "adcxq   %[x], %[t3]\n\t"                   /* a2 b */                                         \
    "mulxq   16(%[w]), %[x], %[y]\n\t"          /* a2 b */                                         \
    "adcxq   %[x], %[t4]\n\t"                   /* a2 b */                                         \
    "adoxq   %[y], %[t5]\n\t"                   /* a2 b */                                         \
    "mulxq   24(%[w]), %[x], %[y]\n\t"          /* a2 b */                                         \
    "adcxq   %[x], %[t5]\n\t"                   /* a2 b */                                         \
    "adoxq   %[t6], %[y]\n\t"                   /* a2 b */                                         \
    "adcxq   %[y], %[t6]\n\t"                   /* a2 b */                                         \
    "movq    24(%[a]), %%rdx\n\t"               /* a3 b */                                         \
    "mulxq   (%[w]), %[x], %[y]\n\t"            /* a3 b */                                         \
    "xorl    %k[t7], %k[t7]\n\t"                /* a3 b */                                         \
    "adcxq   %[x], %[t3]\n\t"                   /* a3 b */                                         \
    "adoxq   %[y], %[t4]\n\t"                   /* a3 b */                                         \
    "mulxq   8(%[w]), %[x], %[y]\n\t"           /* a3 b */                                         \
    "adoxq   %[y], %[t5]\n\t"                   /* a3 b */                                         \
    "adcxq   %[x], %[t4]\n\t"                   /* a3 b */                                         \
    "mulxq   16(%[w]), %[x], %[y]\n\t"          /* a3 b */                                         \
    "adoxq   %[y], %[t6]\n\t"                   /* a3 b */                                         \
    "adcxq   %[x], %[t5]\n\t"                   /* a3 b */                                         \
    "mulxq   24(%[w]), %[x], %[y]\n\t"          /* a3 b */                                         \
    "adcxq   %[x], %[t6]\n\t"                   /* a3 b */                                         \
    "adoxq   %[t7], %[y]\n\t"                   /* a3 b */                                         \
    "adcxq   %[y], %[t7]\n\t"                   /* a3 b */

/*
 * t = a^2: the six mixed products once (t1..t6, below 2^511), then doubled on the carry of ADCX while
 * the four squares are added on that of ADOX.
 */
#define MIFU_SQUARE                                                                                \
    "movq    (%[a]), %%rdx\n\t"                 /* mixed */                                        \
    "mulxq   16(%[a]), %[x], %[t3]\n\t"         /* mixed */                                        \
    "mulxq   8(%[a]), %[t1], %[t2]\n\t"         /* mixed */                                        \
    "addq    %[x], %[t2]\n\t"                   /* mixed */                                        \
    "mulxq   24(%[a]), %[x], %[t4]\n\t"         /* mixed */                                        \
    "adcq    %[x], %[t3]\n\t"                   /* mixed */                                        \
    "movq    8(%[a]), %%rdx\n\t"                /* mixed */                                        \
    "mulxq   24(%[a]), %[x], %[t5]\n\t"         /* mixed */                                        \
    "adcq    $0, %[t4]\n\t"                     /* mixed */                                        \
    "addq    %[x], %[t4]\n\t"                   /* mixed */                                        \
    "adcq    $0, %[t5]\n\t"                     /* mixed */                                        \
    "mulxq   16(%[a]), %[x], %[y]\n\t"          /* mixed */                                        \
    "addq    %[x], %[t3]\n\t"                   /* mixed */                                        \
    "movq    16(%[a]), %%rdx\n\t"               /* mixed */                                        \
    "mulxq   24(%[a]), %[x], %[t6]\n\t"         /* mixed */                                        \
    "adcq    %[y], %[t4]\n\t"                   /* mixed */                                        \
    "adcq    %[x], %[t5]\n\t"                   /* mixed */                                        \
    "adcq    $0, %[t6]\n\t"                     /* mixed */                                        \
    "xorl    %k[t7], %k[t7]\n\t"                /* twice, squares */                               \
    "movq    (%[a]), %%rdx\n\t"                 /* twice, squares */                               \
    "mulxq   %%rdx, %[t0], %[x]\n\t"            /* twice, squares */                               \
    "adcxq   %[t1], %[t1]\n\t"                  /* twice, squares */                               \
    "adoxq   %[x], %[t1]\n\t"                   /* twice, squares */                               \
    "movq    8(%[a]), %%rdx\n\t"                /* twice, squares */                               \
    "mulxq   %%rdx, %[x], %[y]\n\t"             /* twice, squares */                               \
    "adcxq   %[t2], %[t2]\n\t"                  /* twice, squares */                               \
    "adcxq   %[t3], %[t3]\n\t"                  /* twice, squares */                               \
    "adoxq   %[x], %[t2]\n\t"                   /* twice, squares */                               \
    "adcxq   %[t4], %[t4]\n\t"                  /* twice, squares */                               \
    "movq    16(%[a]), %%rdx\n\t"               /* twice, squares */                               \
    "adcxq   %[t5], %[t5]\n\t"                  /* twice, squares */                               \
    "adoxq   %[y], %[t3]\n\t"                   /* twice, squares */                               \
    "mulxq   %%rdx, %[x], %[y]\n\t"             /* twice, squares */                               \
    "adcxq   %[t6], %[t6]\n\t"                  /* twice, squares */                               \
    "adoxq   %[x], %[t4]\n\t"                   /* twice, squares */                               \
    "adcxq   %[t7], %[t7]\n\t"                  /* twice, squares */                               \
    "adoxq   %[y], %[t5]\n\t"                   /* twice, squares */                               \
    "movq    24(%[a]), %%rdx\n\t"               /* twice, squares */                               \
    "mulxq   %%rdx, %[x], %[y]\n\t"             /* twice, squares */                               \
    "adoxq   %[x], %[t6]\n\t"                   /* twice, squares */                               \
    "adoxq   %[y], %[t7]\n\t"                   /* twice, squares */

/*
 * (t0..t3) = S + (t4..t7) mod p, in t0..t7: S is (t0..t3) and becomes (S + m p) / 2^64 in each of the
 * four digits: words t_i, t_(i+1), ... of S with m = t_i become (t_(i+1), ..., m). The register of a
 * holds 32. With (y, x) = m 2^32 and B = m 2^32 - m the new words are
 *     (t_(i+1), t_(i+2), t_(i+3), m) - (low B, high B, x, y).
 * 2^256 - p, the complement, is added to (t4..t7) before the sum, which stays below 2^256, so that the
 * sum carries exactly where S + (t4..t7) >= p and is then the result; otherwise p is added back. C is
 * MIFU_DROP where the complement has been added.
 */
#define MIFU_KEEP(instruction) instruction
#define MIFU_DROP(instruction)
#define MIFU_FINISH(C)                                                                             \
    "movl    $32, %k[a]\n\t"                    /* 32 */                                           \
    "shrxq   %[a], %[t0], %[y]\n\t"             /* digit 0 */                                      \
    "movq    %[y], %[w]\n\t"                    /* digit 0 */                                      \
    "shlxq   %[a], %[t0], %[x]\n\t"             /* digit 0 */                                      \
    "movq    %[x], %%rdx\n\t"                   /* digit 0 */                                      \
    "subq    %[t0], %%rdx\n\t"                  /* digit 0 */                                      \
    "sbbq    $0, %[w]\n\t"                      /* digit 0 */                                      \
    "subq    %%rdx, %[t1]\n\t"                  /* digit 0 */                                      \
    "sbbq    %[w], %[t2]\n\t"                   /* digit 0 */                                      \
    "sbbq    %[x], %[t3]\n\t"                   /* digit 0 */                                      \
    "sbbq    %[y], %[t0]\n\t"                   /* digit 0 */                                      \
    "shlxq   %[a], %[t1], %[x]\n\t"             /* digit 1 */                                      \
    "shrxq   %[a], %[t1], %[y]\n\t"             /* digit 1 */                                      \
    "movq    %[y], %[w]\n\t"                    /* digit 1 */                                      \
    "movq    %[x], %%rdx\n\t"                   /* digit 1 */                                      \
    "subq    %[t1], %%rdx\n\t"                  /* digit 1 */                                      \
    "sbbq    $0, %[w]\n\t"                      /* digit 1 */                                      \
    "subq    %%rdx, %[t2]\n\t"                  /* digit 1 */                                      \
    "sbbq    %[w], %[t3]\n\t"                   /* digit 1 */                                      \
    "sbbq    %[x], %[t0]\n\t"                   /* digit 1 */                                      \
    "sbbq    %[y], %[t1]\n\t"                   /* digit 1 */                                      \
    "shrxq   %[a], %[t2], %[y]\n\t"             /* digit 2 */                                      \
    "shlxq   %[a], %[t2], %[x]\n\t"             /* digit 2 */                                      \
    "movq    %[x], %%rdx\n\t"                   /* digit 2 */                                      \
    "movq    %[y], %[w]\n\t"                    /* digit 2 */                                      \
    "subq    %[t2], %%rdx\n\t"                  /* digit 2 */                                      \
    "sbbq    $0, %[w]\n\t"                      /* digit 2 */                                      \
    "subq    %%rdx, %[t3]\n\t"                  /* digit 2 */                                      \
    "sbbq    %[w], %[t0]\n\t"                   /* digit 2 */                                      \
    "sbbq    %[x], %[t1]\n\t"                   /* digit 2 */                                      \
    "sbbq    %[y], %[t2]\n\t"                   /* digit 2 */                                      \
    C("addq    $1, %[t4]\n\t")                  /* complement */                                   \
    "shlxq   %[a], %[t3], %[x]\n\t"             /* digit 3 */                                      \
    "shrxq   %[a], %[t3], %[y]\n\t"             /* digit 3 */                                      \
    C("adcq    %[r1], %[t5]\n\t")               /* complement */                                   \
    "movq    %[y], %[w]\n\t"                    /* digit 3 */                                      \
    C("adcq    $0, %[t6]\n\t")                  /* complement */                                   \
    C("adcq    %[r3], %[t7]\n\t")               /* complement */                                   \
    "movq    %[x], %%rdx\n\t"                   /* digit 3 */                                      \
    "subq    %[t3], %%rdx\n\t"                  /* digit 3 */                                      \
    "sbbq    $0, %[w]\n\t"                      /* digit 3 */                                      \
    "subq    %%rdx, %[t0]\n\t"                  /* digit 3 */                                      \
    "sbbq    %[w], %[t1]\n\t"                   /* digit 3 */                                      \
    "sbbq    %[x], %[t2]\n\t"                   /* digit 3 */                                      \
    "sbbq    %[y], %[t3]\n\t"                   /* digit 3 */                                      \
    "movq    %[p1], %[y]\n\t"                   /* p back */                                       \
    "addq    %[t4], %[t0]\n\t"                  /* sum */                                          \
    "adcq    %[t5], %[t1]\n\t"                  /* sum */                                          \
    "adcq    %[t6], %[t2]\n\t"                  /* sum */                                          \
    "adcq    %[t7], %[t3]\n\t"                  /* sum */                                          \
    "sbbq    %[x], %[x]\n\t"                    /* p back */                                       \
    "notq    %[x]\n\t"                          /* p back */                                       \
    "movq    %[p3], %%rdx\n\t"                  /* p back */                                       \
    "andq    %[x], %[y]\n\t"                    /* p back */                                       \
    "andq    %[x], %%rdx\n\t"                   /* p back */                                       \
    "addq    %[x], %[t0]\n\t"                   /* p back */                                       \
    "adcq    %[y], %[t1]\n\t"                   /* p back */                                       \
    "adcq    %[x], %[t2]\n\t"                   /* p back */                                       \
    "adcq    %%rdx, %[t3]\n\t"                  /* p back */

/*
 * t = t - c, and the complement, for MIFU_FINISH(MIFU_DROP): where the difference of two products is
 * negative, p 2^256 is added, which with the complement is 2^512, that is nothing.
 */
#define MIFU_SUBTRACT_WIDE                                                                         \
    "subq    %[c0], %[t0]\n\t"                                                                     \
    "sbbq    %[c1], %[t1]\n\t"                                                                     \
    "sbbq    %[c2], %[t2]\n\t"                                                                     \
    "sbbq    %[c3], %[t3]\n\t"                                                                     \
    "sbbq    %[c4], %[t4]\n\t"                                                                     \
    "sbbq    %[c5], %[t5]\n\t"                                                                     \
    "sbbq    %[c6], %[t6]\n\t"                                                                     \
    "sbbq    %[c7], %[t7]\n\t"                                                                     \
    "sbbq    %[x], %[x]\n\t"                                                                       \
    "movq    %[r1], %[y]\n\t"                                                                      \
    "movq    %[r3], %[w]\n\t"                                                                      \
    "notq    %[x]\n\t"                                                                             \
    "andq    %[x], %[y]\n\t"                                                                       \
    "andq    %[x], %[w]\n\t"                                                                       \
    "andl    $1, %k[x]\n\t"                                                                        \
    "addq    %[x], %[t4]\n\t"                                                                      \
    "adcq    %[y], %[t5]\n\t"                                                                      \
    "adcq    $0, %[t6]\n\t"                                                                        \
    "adcq    %[w], %[t7]\n\t"
/* clang-format on */

/* (t0..t3) = a 2^256 + (t0..t3) - p if that is not negative; uses t4..t7. */
#define MIFU_SUBTRACT_P                                                                            \
    "movq   %[t0], %[t4]\n\t"                                                                      \
    "movq   %[t1], %[t5]\n\t"                                                                      \
    "movq   %[t2], %[t6]\n\t"                                                                      \
    "movq   %[t3], %[t7]\n\t"                                                                      \
    "subq   $-1, %[t0]\n\t"                                                                        \
    "sbbq   %[p1], %[t1]\n\t"                                                                      \
    "sbbq   $-1, %[t2]\n\t"                                                                        \
    "sbbq   %[p3], %[t3]\n\t"                                                                      \
    "sbbq   $0, %[a]\n\t"                                                                          \
    "cmovcq %[t4], %[t0]\n\t"                                                                      \
    "cmovcq %[t5], %[t1]\n\t"                                                                      \
    "cmovcq %[t6], %[t2]\n\t"                                                                      \
    "cmovcq %[t7], %[t3]\n\t"

/* The operands of the products: t0..t7, and the addresses in a and w, which are used up. */
#define MIFU_PRODUCT_OUTPUTS                                                                       \
    [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4),                \
        [t5] "=&r"(t5), [t6] "=&r"(t6), [t7] "=&r"(t7), [x] "=&r"(x), [y] "=&r"(y),                \
        [a] "+&r"(pointer), [w] "+&r"(other)
#define MIFU_PRODUCT_CONSTANTS                                                                     \
    [p1] "m"(mifu_bmi2adx_p1), [p3] "m"(mifu_bmi2adx_p3), [r1] "m"(mifu_bmi2adx_r1),               \
        [r3] "m"(mifu_bmi2adx_r3)

MIFU_INLINE void mifu_fp_mul_bmi2adx(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    uint64_t t0, t1, t2, t3, t4, t5, t6, t7, x, y;
    const mifu_u256 *pointer = a, *other = b;

    __asm__(MIFU_MULTIPLY MIFU_FINISH(MIFU_KEEP)
            : MIFU_PRODUCT_OUTPUTS:MIFU_PRODUCT_CONSTANTS
            : "rdx", "cc", "memory");
    r->v[0] = t0;
    r->v[1] = t1;
    r->v[2] = t2;
    r->v[3] = t3;
}

MIFU_INLINE void mifu_fp_sqr_bmi2adx(mifu_u256 *r, const mifu_u256 *a)
{
    uint64_t t0, t1, t2, t3, t4, t5, t6, t7, x, y;
    const mifu_u256 *pointer = a, *other = a;

    __asm__(MIFU_SQUARE MIFU_FINISH(MIFU_KEEP)
            : MIFU_PRODUCT_OUTPUTS:MIFU_PRODUCT_CONSTANTS
            : "rdx", "cc", "memory");
    r->v[0] = t0;
    r->v[1] = t1;
    r->v[2] = t2;
    r->v[3] = t3;
}

/* A product before its reduction. */
typedef struct mifu_fp_wide_bmi2adx {
    uint64_t v[8];
} mifu_fp_wide_bmi2adx;

#define MIFU_STORE_WIDE                                                                            \
    do {                                                                                           \
        r->v[0] = t0;                                                                              \
        r->v[1] = t1;                                                                              \
        r->v[2] = t2;                                                                              \
        r->v[3] = t3;                                                                              \
        r->v[4] = t4;                                                                              \
        r->v[5] = t5;                                                                              \
        r->v[6] = t6;                                                                              \
        r->v[7] = t7;                                                                              \
    } while (0)

MIFU_INLINE void mifu_fp_mul_wide_bmi2adx(mifu_fp_wide_bmi2adx *r, const mifu_u256 *a,
                                          const mifu_u256 *b)
{
    uint64_t t0, t1, t2, t3, t4, t5, t6, t7, x, y;
    const mifu_u256 *pointer = a, *other = b;

    __asm__(MIFU_MULTIPLY:MIFU_PRODUCT_OUTPUTS : : "rdx", "cc", "memory");
    MIFU_STORE_WIDE;
}

MIFU_INLINE void mifu_fp_sqr_wide_bmi2adx(mifu_fp_wide_bmi2adx *r, const mifu_u256 *a)
{
    uint64_t t0, t1, t2, t3, t4, t5, t6, t7, x, y;
    const mifu_u256 *pointer = a, *other = a;

    __asm__(MIFU_SQUARE:MIFU_PRODUCT_OUTPUTS : : "rdx", "cc", "memory");
    MIFU_STORE_WIDE;
}

/*
 * r = a b - c, reduced once. The difference is above -p^2 and below p^2. Where it is negative,
 * p 2^256 is added: (t4..t7) are then at most p - 1, as MIFU_FINISH needs (S <= p, and the sum
 * below 2p). p and the complement 2^256 - p together are 2^256, so that nothing is added there and
 * the complement elsewhere.
 */
MIFU_INLINE void mifu_fp_mul_minus_bmi2adx(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b,
                                           const mifu_fp_wide_bmi2adx *c)
{
    uint64_t t0, t1, t2, t3, t4, t5, t6, t7, x, y;
    const mifu_u256 *pointer = a, *other = b;

    __asm__(MIFU_MULTIPLY MIFU_SUBTRACT_WIDE MIFU_FINISH(MIFU_DROP)
            : MIFU_PRODUCT_OUTPUTS
            : [c0] "m"(c->v[0]), [c1] "m"(c->v[1]), [c2] "m"(c->v[2]), [c3] "m"(c->v[3]),
              [c4] "m"(c->v[4]), [c5] "m"(c->v[5]), [c6] "m"(c->v[6]), [c7] "m"(c->v[7]),
              MIFU_PRODUCT_CONSTANTS
            : "rdx", "cc", "memory");
    r->v[0] = t0;
    r->v[1] = t1;
    r->v[2] = t2;
    r->v[3] = t3;
}

MIFU_INLINE void mifu_fp_add_bmi2adx(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    uint64_t t0 = a->v[0], t1 = a->v[1], t2 = a->v[2], t3 = a->v[3], t4, t5, t6, t7, over;

    __asm__("xorl   %k[a], %k[a]\n\t"
            "addq   %[b0], %[t0]\n\t"
            "adcq   %[b1], %[t1]\n\t"
            "adcq   %[b2], %[t2]\n\t"
            "adcq   %[b3], %[t3]\n\t"
            "adcq   $0, %[a]\n\t" MIFU_SUBTRACT_P
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "=&r"(t4),
              [t5] "=&r"(t5), [t6] "=&r"(t6), [t7] "=&r"(t7), [a] "=&r"(over)
            : [b0] "m"(b->v[0]), [b1] "m"(b->v[1]), [b2] "m"(b->v[2]), [b3] "m"(b->v[3]),
              [p1] "m"(mifu_bmi2adx_p1), [p3] "m"(mifu_bmi2adx_p3)
            : "cc");
    r->v[0] = t0;
    r->v[1] = t1;
    r->v[2] = t2;
    r->v[3] = t3;
}

MIFU_INLINE void mifu_fp_sub_bmi2adx(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    uint64_t t0 = a->v[0], t1 = a->v[1], t2 = a->v[2], t3 = a->v[3], mask, m1, m3;

    __asm__("subq   %[b0], %[t0]\n\t"
            "sbbq   %[b1], %[t1]\n\t"
            "sbbq   %[b2], %[t2]\n\t"
            "sbbq   %[b3], %[t3]\n\t"
            "sbbq   %[mask], %[mask]\n\t"
            "movq   %[p1], %[m1]\n\t"
            "movq   %[p3], %[m3]\n\t"
            "andq   %[mask], %[m1]\n\t"
            "andq   %[mask], %[m3]\n\t"
            "addq   %[mask], %[t0]\n\t"
            "adcq   %[m1], %[t1]\n\t"
            "adcq   %[mask], %[t2]\n\t"
            "adcq   %[m3], %[t3]\n\t"
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [mask] "=&r"(mask),
              [m1] "=&r"(m1), [m3] "=&r"(m3)
            : [b0] "m"(b->v[0]), [b1] "m"(b->v[1]), [b2] "m"(b->v[2]), [b3] "m"(b->v[3]),
              [p1] "m"(mifu_bmi2adx_p1), [p3] "m"(mifu_bmi2adx_p3)
            : "cc");
    r->v[0] = t0;
    r->v[1] = t1;
    r->v[2] = t2;
    r->v[3] = t3;
}

/* (a + p [a odd]) / 2: the words of p under the mask are mask, p1, mask, p3. */
MIFU_INLINE void mifu_fp_half_bmi2adx(mifu_u256 *r, const mifu_u256 *a)
{
    uint64_t t0 = a->v[0], t1 = a->v[1], t2 = a->v[2], t3 = a->v[3], over = 0;
    uint64_t mask = 0 - (t0 & 1), m1 = mask & mifu_bmi2adx_p1, m3 = mask & mifu_bmi2adx_p3;

    __asm__("addq   %[mask], %[t0]\n\t"
            "adcq   %[m1], %[t1]\n\t"
            "adcq   %[mask], %[t2]\n\t"
            "adcq   %[m3], %[t3]\n\t"
            "adcq   $0, %[over]\n\t"
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [over] "+&r"(over)
            : [mask] "r"(mask), [m1] "r"(m1), [m3] "r"(m3)
            : "cc");
    r->v[0] = t0 >> 1 | t1 << 63;
    r->v[1] = t1 >> 1 | t2 << 63;
    r->v[2] = t2 >> 1 | t3 << 63;
    r->v[3] = t3 >> 1 | over << 63;
}

#endif
