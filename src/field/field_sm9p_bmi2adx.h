/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arithmetic modulo the SM9 prime for x86-64 with BMI2 and ADX: what sm9_fp2.inc asks for. To be
 * included by files compiled with these flags. mulx leaves the flags alone, adcx and adox carry in
 * two chains: the low words of a row in one, the high words in the other.
 *
 * Counts: a sum of n products with one reduction is 16 n + 16 mulx and 4 imul, at one a cycle a
 * floor of 36 cycles for one product and 116 for six, where six products and five additions would
 * be 260.
 */
#ifndef MIFU_FIELD_SM9P_BMI2ADX_H
#define MIFU_FIELD_SM9P_BMI2ADX_H

#include "field_sm9.h"

#define PRIME                                                                                      \
    [p0] "m"(mifu_sm9p.m.v[0]), [p1] "m"(mifu_sm9p.m.v[1]), [p2] "m"(mifu_sm9p.m.v[2]),            \
        [p3] "m"(mifu_sm9p.m.v[3])

/*
 * r = t + 2^256 over - p where that is not negative, else t; returns what of `over` is left, 0
 * or 1. `over` less the borrow is negative exactly where the value was below p. cmov takes its time
 * whatever the flag.
 */
static inline uint64_t subtract_p(mifu_u256 *r, uint64_t t0, uint64_t t1, uint64_t t2, uint64_t t3,
                                  uint64_t over)
{
    uint64_t s0 = t0, s1 = t1, s2 = t2, s3 = t3;

    __asm__("subq %[p0], %[s0]\n\t"
            "sbbq %[p1], %[s1]\n\t"
            "sbbq %[p2], %[s2]\n\t"
            "sbbq %[p3], %[s3]\n\t"
            "sbbq $0, %[over]\n\t"
            "cmovcq %[t0], %[s0]\n\t"
            "cmovcq %[t1], %[s1]\n\t"
            "cmovcq %[t2], %[s2]\n\t"
            "cmovcq %[t3], %[s3]\n\t"
            : [s0] "+&r"(s0), [s1] "+&r"(s1), [s2] "+&r"(s2), [s3] "+&r"(s3), [over] "+&r"(over)
            : [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), PRIME
            : "cc");
    r->v[0] = s0;
    r->v[1] = s1;
    r->v[2] = s2;
    r->v[3] = s3;
    return over & ((over >> 63) - 1); /* -1 where t was kept: nothing is left */
}

static inline void fe_add(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    uint64_t t0 = a->v[0], t1 = a->v[1], t2 = a->v[2], t3 = a->v[3], over = 0;

    __asm__("addq %[b0], %[t0]\n\t"
            "adcq %[b1], %[t1]\n\t"
            "adcq %[b2], %[t2]\n\t"
            "adcq %[b3], %[t3]\n\t"
            "adcq $0, %[over]\n\t"
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [over] "+&r"(over)
            : [b0] "m"(b->v[0]), [b1] "m"(b->v[1]), [b2] "m"(b->v[2]), [b3] "m"(b->v[3])
            : "cc");
    (void)subtract_p(r, t0, t1, t2, t3, over);
}

/* a - b, and p where that is negative. */
static inline void fe_sub(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    uint64_t t0 = a->v[0], t1 = a->v[1], t2 = a->v[2], t3 = a->v[3], s0, s1, s2, s3;

    __asm__("subq %[b0], %[t0]\n\t"
            "sbbq %[b1], %[t1]\n\t"
            "sbbq %[b2], %[t2]\n\t"
            "sbbq %[b3], %[t3]\n\t"
            "sbbq %[s0], %[s0]\n\t" /* the mask */
            "movq %[s0], %[s1]\n\t"
            "movq %[s0], %[s2]\n\t"
            "movq %[s0], %[s3]\n\t"
            "andq %[p0], %[s0]\n\t"
            "andq %[p1], %[s1]\n\t"
            "andq %[p2], %[s2]\n\t"
            "andq %[p3], %[s3]\n\t"
            "addq %[s0], %[t0]\n\t"
            "adcq %[s1], %[t1]\n\t"
            "adcq %[s2], %[t2]\n\t"
            "adcq %[s3], %[t3]\n\t"
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [s0] "=&r"(s0),
              [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3)
            : [b0] "m"(b->v[0]), [b1] "m"(b->v[1]), [b2] "m"(b->v[2]), [b3] "m"(b->v[3]), PRIME
            : "cc");
    r->v[0] = t0;
    r->v[1] = t1;
    r->v[2] = t2;
    r->v[3] = t3;
}

/* t += word * b; t[5] takes the carries out of t[4]. */
static inline void add_row(uint64_t t[6], uint64_t word, const mifu_u256 *b)
{
    uint64_t lo, hi;

    __asm__("xorl %k[lo], %k[lo]\n\t" /* clears CF and OF */
            "mulxq %[b0], %[lo], %[hi]\n\t"
            "adcxq %[lo], %[t0]\n\t"
            "adoxq %[hi], %[t1]\n\t"
            "mulxq %[b1], %[lo], %[hi]\n\t"
            "adcxq %[lo], %[t1]\n\t"
            "adoxq %[hi], %[t2]\n\t"
            "mulxq %[b2], %[lo], %[hi]\n\t"
            "adcxq %[lo], %[t2]\n\t"
            "adoxq %[hi], %[t3]\n\t"
            "mulxq %[b3], %[lo], %[hi]\n\t"
            "adcxq %[lo], %[t3]\n\t"
            "adoxq %[hi], %[t4]\n\t"
            "movl $0, %k[lo]\n\t"
            "adcxq %[lo], %[t4]\n\t"
            "adoxq %[lo], %[t5]\n\t"
            "adcxq %[lo], %[t5]\n\t"
            : [t0] "+&r"(t[0]), [t1] "+&r"(t[1]), [t2] "+&r"(t[2]), [t3] "+&r"(t[3]),
              [t4] "+&r"(t[4]), [t5] "+&r"(t[5]), [lo] "=&r"(lo), [hi] "=&r"(hi)
            : "d"(word), [b0] "m"(b->v[0]), [b1] "m"(b->v[1]), [b2] "m"(b->v[2]), [b3] "m"(b->v[3])
            : "cc");
}

/* t = (t + k p) / 2^64 with k = -t/p mod 2^64, which makes the lowest word 0. */
static inline void shift_down(uint64_t t[6])
{
    add_row(t, t[0] * mifu_sm9p.negated_inverse, &mifu_sm9p.m);
    t[0] = t[1];
    t[1] = t[2];
    t[2] = t[3];
    t[3] = t[4];
    t[4] = t[5];
    t[5] = 0;
}

/* 2p and 4p, five words. */
static const uint64_t two_p[5] = {0xcadf364fc6a28afa, 0x43e5269634f5ddb7, 0xac07569feb1d8e8a,
                                  0x6c80000005474de3, 1};
static const uint64_t four_p[5] = {0x95be6c9f8d4515f4, 0x87ca4d2c69ebbb6f, 0x580ead3fd63b1d14,
                                   0xd90000000a8e9bc7, 2};

/* t = t - m where that is not negative, five words. cmov takes its time whatever the flag. */
static inline void subtract_if_not_below(uint64_t t[6], const uint64_t m[5])
{
    uint64_t s0 = t[0], s1 = t[1], s2 = t[2], s3 = t[3], s4 = t[4];

    __asm__(
        "subq %[m0], %[s0]\n\t"
        "sbbq %[m1], %[s1]\n\t"
        "sbbq %[m2], %[s2]\n\t"
        "sbbq %[m3], %[s3]\n\t"
        "sbbq %[m4], %[s4]\n\t"
        "cmovncq %[s0], %[t0]\n\t"
        "cmovncq %[s1], %[t1]\n\t"
        "cmovncq %[s2], %[t2]\n\t"
        "cmovncq %[s3], %[t3]\n\t"
        "cmovncq %[s4], %[t4]\n\t"
        : [t0] "+&r"(t[0]), [t1] "+&r"(t[1]), [t2] "+&r"(t[2]), [t3] "+&r"(t[3]), [t4] "+&r"(t[4]),
          [s0] "+&r"(s0), [s1] "+&r"(s1), [s2] "+&r"(s2), [s3] "+&r"(s3), [s4] "+&r"(s4)
        : [m0] "m"(m[0]), [m1] "m"(m[1]), [m2] "m"(m[2]), [m3] "m"(m[3]), [m4] "m"(m[4])
        : "cc");
}

/*
 * r = sum of a[i] b[-step[i]] / R mod p, i < n <= 6: the shape of a coefficient of a product of
 * polynomials. Each step adds n words times numbers below p and one reduction, (n + 1) 2^64 p <
 * 2^323: six words. At the end the value is below (n p^2 + R p)/R < (0.72 n + 1) p < 5.3 p, which
 * subtracting 4p, 2p and p brings down.
 */
MIFU_INLINE void fe_sum_of_products(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b,
                                    const int *step, int n)
{
    uint64_t t[6] = {0, 0, 0, 0, 0, 0};

#pragma GCC unroll 4
    for (int w = 0; w < 4; w++) {
#pragma GCC unroll 6
        for (int i = 0; i < n; i++)
            add_row(t, a[i].v[w], b - step[i]);
        shift_down(t);
    }
    if (n > 4)
        subtract_if_not_below(t, four_p);
    if (n > 1)
        subtract_if_not_below(t, two_p);
    (void)subtract_p(r, t[0], t[1], t[2], t[3], t[4]);
}

static inline void fe_mul(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    static const int step[1] = {0};

    fe_sum_of_products(r, a, b, step, 1);
}

static inline void fe_sqr(mifu_u256 *r, const mifu_u256 *a)
{
    fe_mul(r, a, a);
}

#endif
