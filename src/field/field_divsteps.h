/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constant-time modular inversion by divsteps (Bernstein, Yang: Fast constant-time gcd computation
 * and modular inversion, 2019), in the variant whose delta starts at 1/2.
 *
 *     divstep(delta, f, g) = (1 - delta, g, (g - f) / 2)                  if delta > 0 and g is odd
 *                            (1 + delta, f, (g + (g mod 2) f) / 2)        otherwise
 *
 * For a modulus f below 2^256 and 0 <= g < f, 590 steps bring g to 0 and f to +-gcd (Bernstein-Yang
 * section 11; Wuille's convex hulls for delta = 1/2). They are done in 10 batches of 59: a batch
 * looks only at the low 64 bits of f and g and yields a 2x2 matrix, which is then applied to the
 * whole numbers f, g and, modulo f, to d, e, where d a = f and e a = g times the start value.
 *
 * Numbers are five signed words of 62 bits: value = sum v[i] 2^(62 i), 0 <= v[i] < 2^62 for i < 4,
 * v[4] signed. Needs 128-bit integers; field_inverse_sm2.c falls back on Fermat without them.
 */
#ifndef MIFU_FIELD_DIVSTEPS_H
#define MIFU_FIELD_DIVSTEPS_H

#include "field_u256.h"

#if MIFU_HAVE_INT128

__extension__ typedef __int128 mifu_int128;

#    define MIFU_DIVSTEPS_MASK  ((uint64_t)0x3fffffffffffffff)
#    define MIFU_DIVSTEPS_COUNT 10 /* 590 / 59 */

typedef struct mifu_signed62 {
    int64_t v[5];
} mifu_signed62;

typedef struct mifu_divsteps_modulus {
    mifu_u256 modulus;
    uint64_t inverse; /* modulus^-1 mod 2^62 */
} mifu_divsteps_modulus;

/* 2^62 (f', g') = (u f + v g, q f + r g); |u| + |v| <= 2^62 and |q| + |r| <= 2^62. */
typedef struct mifu_divsteps_matrix {
    int64_t u, v, q, r;
} mifu_divsteps_matrix;

MIFU_INLINE void mifu_signed62_from_u256(mifu_signed62 *r, const mifu_u256 *a)
{
    for (unsigned i = 0; i < 5; i++)
        r->v[i] = (int64_t)(mifu_u256_bits(a, 62 * i) & MIFU_DIVSTEPS_MASK);
}

/* Arithmetic shift; every compiler we know shifts the sign in, the portable form costs nothing. */
MIFU_INLINE uint64_t mifu_signed62_sign(int64_t x)
{
    return mifu_mask_bit64((uint64_t)x >> 63);
}

/*
 * One divstep on (fu, v) and (gq, r): rows of f and of g. In words: g += f, or g -= f where delta >
 * 0, if g is odd; where both hold, f takes the old g and zeta becomes -zeta - 2, else zeta - 1; g
 * is halved. On x86-64 in instructions that every processor has: six cycles a step where compilers'
 * code takes eight (the chain through g has five: and, negate, and, add, shift).
 */
#    if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#        define MIFU_DIVSTEP(zeta, fu, v, gq, r)                                                   \
            do {                                                                                   \
                uint64_t a_, b_, m_;                                                               \
                __asm__("movq %[f], %[a]\n\t"                                                      \
                        "movq %[w], %[b]\n\t"                                                      \
                        "negq %[a]\n\t"                                                            \
                        "negq %[b]\n\t"                                                            \
                        "movq %[g], %[m]\n\t"                                                      \
                        "testq %[z], %[z]\n\t"                                                     \
                        "cmovnsq %[f], %[a]\n\t" /* (a, b) = +-(f, v) */                           \
                        "cmovnsq %[w], %[b]\n\t"                                                   \
                        "andl $1, %k[m]\n\t"                                                       \
                        "negq %[m]\n\t" /* g is odd */                                             \
                        "andq %[m], %[a]\n\t"                                                      \
                        "andq %[m], %[b]\n\t"                                                      \
                        "andq %[z], %[m]\n\t" /* sign: odd and delta > 0 */                        \
                        "cmovsq %[g], %[f]\n\t"                                                    \
                        "cmovsq %[h], %[w]\n\t"                                                    \
                        "movq %[z], %[m]\n\t"                                                      \
                        "notq %[m]\n\t"                                                            \
                        "cmovsq %[m], %[z]\n\t"                                                    \
                        "addq %[a], %[g]\n\t"                                                      \
                        "addq %[b], %[h]\n\t"                                                      \
                        "sarq $1, %[g]\n\t"                                                        \
                        "sarq $1, %[h]\n\t"                                                        \
                        "subq $1, %[z]\n\t"                                                        \
                        : [z] "+&r"(zeta), [f] "+&r"(fu), [w] "+&r"(v), [g] "+&r"(gq),             \
                          [h] "+&r"(r), [a] "=&r"(a_), [b] "=&r"(b_), [m] "=&r"(m_)                \
                        :                                                                          \
                        : "cc");                                                                   \
            } while (0)
#    else
#        define MIFU_DIVSTEP(zeta, fu, v, gq, r)                                                   \
            do {                                                                                   \
                uint64_t swap_ = 0 - ((zeta) >> 63); /* delta > 0 */                               \
                uint64_t odd_ = mifu_barrier64(0 - ((gq)&1));                                      \
                (gq) += (((fu) ^ swap_) - swap_) & odd_;                                           \
                (r) += (((v) ^ swap_) - swap_) & odd_;                                             \
                swap_ &= odd_;                                                                     \
                (zeta) = ((zeta) ^ swap_) - 1;                                                     \
                (fu) += (gq)&swap_; /* old g = (g - f) + f */                                      \
                (v) += (r)&swap_;                                                                  \
                (gq) = (uint64_t)((int64_t)(gq) >> 1);                                             \
                (r) = (uint64_t)((int64_t)(r) >> 1);                                               \
            } while (0)
#    endif

/*
 * `steps` <= 30 divsteps. zeta = -(delta + 1/2), so that "delta > 0" is the sign bit of zeta. The
 * matrix is kept as 2^(steps - done) times its entries: then a row of f does not change in a step
 * and a row of g is halved with g, exactly. So f and its entry u share a word, f + 2^32 u, and g
 * and q; of f and g only the low 31 bits take part, which decide more than 30 steps. |u| + |v| <=
 * 2^steps, and |f|, |g| < 2^31 are kept, since (g +- f) / 2 is not larger than both.
 */
MIFU_INLINE uint64_t mifu_divsteps_part(uint64_t zeta, uint64_t f, uint64_t g, unsigned steps,
                                        mifu_divsteps_matrix *matrix)
{
    uint64_t fu = (f & 0x7fffffff) + ((uint64_t)1 << (32 + steps)), v = 0;
    uint64_t gq = g & 0x7fffffff, r = (uint64_t)1 << steps;

    for (unsigned i = 0; i < steps; i++)
        MIFU_DIVSTEP(zeta, fu, v, gq, r);
    /* The low halves are signed: adding 2^31 makes the upper half the rounded quotient. */
    matrix->u = (int64_t)(fu + 0x80000000) >> 32;
    matrix->v = (int64_t)v;
    matrix->q = (int64_t)(gq + 0x80000000) >> 32;
    matrix->r = (int64_t)r;
    return zeta;
}

/*
 * One batch of 59 = 30 + 29 steps, for 2^59 (f', g') = M (f, g) from the low 64 bits of f and g.
 * The result is 2^3 M: these 3 bits and the 59 make the 62 of the numbers' words. A product of the
 * two parts has rows |u| + |v| <= 2^30 2^29.
 */
MIFU_INLINE uint64_t mifu_divsteps_batch(uint64_t zeta, uint64_t f, uint64_t g,
                                         mifu_divsteps_matrix *matrix)
{
    mifu_divsteps_matrix a, b;
    uint64_t f1, g1;

    zeta = mifu_divsteps_part(zeta, f, g, 30, &a);
    /* 34 low bits of the next f and g are right; 29 are needed. */
    f1 = ((uint64_t)a.u * f + (uint64_t)a.v * g) >> 30;
    g1 = ((uint64_t)a.q * f + (uint64_t)a.r * g) >> 30;
    zeta = mifu_divsteps_part(zeta, f1, g1, 29, &b);
    matrix->u = (b.u * a.u + b.v * a.q) * 8;
    matrix->v = (b.u * a.v + b.v * a.r) * 8;
    matrix->q = (b.q * a.u + b.r * a.q) * 8;
    matrix->r = (b.q * a.v + b.r * a.r) * 8;
    return zeta;
}

/* (f, g) = M (f, g) / 2^62, exactly. |f|, |g| <= modulus is kept, so five words are enough; each
 * sum is below 2 2^62 2^62 + a carry: it fits 127 bits. */
MIFU_INLINE void mifu_divsteps_update_fg(mifu_signed62 *f, mifu_signed62 *g,
                                         const mifu_divsteps_matrix *m)
{
    mifu_int128 cf = (mifu_int128)m->u * f->v[0] + (mifu_int128)m->v * g->v[0];
    mifu_int128 cg = (mifu_int128)m->q * f->v[0] + (mifu_int128)m->r * g->v[0];

    cf >>= 62;
    cg >>= 62;
    for (int i = 1; i < 5; i++) {
        int64_t fi = f->v[i], gi = g->v[i];

        cf += (mifu_int128)m->u * fi + (mifu_int128)m->v * gi;
        cg += (mifu_int128)m->q * fi + (mifu_int128)m->r * gi;
        f->v[i - 1] = (int64_t)((uint64_t)cf & MIFU_DIVSTEPS_MASK);
        g->v[i - 1] = (int64_t)((uint64_t)cg & MIFU_DIVSTEPS_MASK);
        cf >>= 62;
        cg >>= 62;
    }
    f->v[4] = (int64_t)cf;
    g->v[4] = (int64_t)cg;
}

/*
 * (d, e) = M (d, e) / 2^62 modulo p, with -2p < d, e < p before and after: where d or e is negative
 * p is added first, so that both lie in (-p, p) and the row sums in (-2^62 p, 2^62 p); then k p is
 * added with -2^62 < k <= 0 such that the sum is divisible by 2^62.
 */
MIFU_INLINE void mifu_divsteps_update_de(mifu_signed62 *d, mifu_signed62 *e,
                                         const mifu_divsteps_matrix *m, const mifu_signed62 *p,
                                         uint64_t p_inverse)
{
    uint64_t sd = mifu_signed62_sign(d->v[4]), se = mifu_signed62_sign(e->v[4]);
    int64_t kd = (int64_t)(((uint64_t)m->u & sd) + ((uint64_t)m->v & se));
    int64_t ke = (int64_t)(((uint64_t)m->q & sd) + ((uint64_t)m->r & se));
    mifu_int128 cd = (mifu_int128)m->u * d->v[0] + (mifu_int128)m->v * e->v[0];
    mifu_int128 ce = (mifu_int128)m->q * d->v[0] + (mifu_int128)m->r * e->v[0];

    kd -= (int64_t)((p_inverse * (uint64_t)cd + (uint64_t)kd) & MIFU_DIVSTEPS_MASK);
    ke -= (int64_t)((p_inverse * (uint64_t)ce + (uint64_t)ke) & MIFU_DIVSTEPS_MASK);
    cd += (mifu_int128)p->v[0] * kd;
    ce += (mifu_int128)p->v[0] * ke;
    cd >>= 62;
    ce >>= 62;
    for (int i = 1; i < 5; i++) {
        int64_t di = d->v[i], ei = e->v[i];

        cd += (mifu_int128)m->u * di + (mifu_int128)m->v * ei + (mifu_int128)p->v[i] * kd;
        ce += (mifu_int128)m->q * di + (mifu_int128)m->r * ei + (mifu_int128)p->v[i] * ke;
        d->v[i - 1] = (int64_t)((uint64_t)cd & MIFU_DIVSTEPS_MASK);
        e->v[i - 1] = (int64_t)((uint64_t)ce & MIFU_DIVSTEPS_MASK);
        cd >>= 62;
        ce >>= 62;
    }
    d->v[4] = (int64_t)cd;
    e->v[4] = (int64_t)ce;
}

/* d in (-2p, p) -> (d or -d, by the mask) mod p as four 64-bit words. */
MIFU_INLINE void mifu_divsteps_normalize(mifu_u256 *r, const mifu_signed62 *d, uint64_t negate,
                                         const mifu_u256 *p)
{
    uint64_t w[5], carry = 0, sign;
    mifu_u256 t;

    /* Two's complement of 320 bits. */
    w[0] = (uint64_t)d->v[0] | (uint64_t)d->v[1] << 62;
    w[1] = (uint64_t)d->v[1] >> 2 | (uint64_t)d->v[2] << 60;
    w[2] = (uint64_t)d->v[2] >> 4 | (uint64_t)d->v[3] << 58;
    w[3] = (uint64_t)d->v[3] >> 6 | (uint64_t)d->v[4] << 56;
    w[4] = (uint64_t)d->v[4] >> 8 | (mifu_signed62_sign(d->v[4]) << 56);
    /* Into (-p, p). */
    sign = mifu_mask_bit64(w[4] >> 63);
    for (int i = 0; i < 4; i++)
        w[i] = mifu_word_add(w[i], p->v[i] & sign, &carry);
    w[4] += carry;
    /* Negate. */
    carry = negate & 1;
    for (int i = 0; i < 5; i++)
        w[i] = mifu_word_add(w[i] ^ negate, 0, &carry);
    /* Into [0, p). */
    sign = mifu_mask_bit64(w[4] >> 63);
    carry = 0;
    for (int i = 0; i < 4; i++)
        t.v[i] = mifu_word_add(w[i], p->v[i] & sign, &carry);
    *r = t;
}

/* r = start a^-1 mod p; 0 for a = 0 (d stays 0 then). a < p, start < p. */
MIFU_INLINE void mifu_divsteps_inverse(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *start,
                                       const mifu_divsteps_modulus *modulus)
{
    mifu_signed62 p, f, g, d = {{0, 0, 0, 0, 0}}, e;
    mifu_divsteps_matrix m;
    uint64_t zeta = ~(uint64_t)0; /* delta = 1/2 */

    mifu_signed62_from_u256(&p, &modulus->modulus);
    mifu_signed62_from_u256(&g, a);
    mifu_signed62_from_u256(&e, start);
    f = p;
    for (int i = 0; i < MIFU_DIVSTEPS_COUNT; i++) {
        uint64_t f0 = (uint64_t)f.v[0] | (uint64_t)f.v[1] << 62;
        uint64_t g0 = (uint64_t)g.v[0] | (uint64_t)g.v[1] << 62;

        zeta = mifu_divsteps_batch(zeta, f0, g0, &m);
        mifu_divsteps_update_de(&d, &e, &m, &p, modulus->inverse);
        mifu_divsteps_update_fg(&f, &g, &m);
    }
    /* f = +-1: its sign is that of the inverse. */
    mifu_divsteps_normalize(r, &d, mifu_signed62_sign(f.v[4]), &modulus->modulus);
    mifu_wipe(&f, sizeof f);
    mifu_wipe(&g, sizeof g);
    mifu_wipe(&d, sizeof d);
    mifu_wipe(&e, sizeof e);
    mifu_wipe(&m, sizeof m);
}

#endif
#endif
