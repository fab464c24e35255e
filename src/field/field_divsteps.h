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
 * whole numbers f, g and to d, e, where d a = f and e a = g up to a power of two modulo the
 * modulus. d and e start as 0 and 1: in the first four batches they are small enough to grow as
 * integers, without the modulus; the other six divide them by 2^62 modulo it.
 *
 * Numbers are five signed words of 62 bits: value = sum v[i] 2^(62 i), 0 <= v[i] < 2^62 for i < 4,
 * v[4] signed. Needs 128-bit integers; field_inverse_sm2.c falls back on field_fermat.h without
 * them.
 */
#ifndef MIFU_FIELD_DIVSTEPS_H
#define MIFU_FIELD_DIVSTEPS_H

#include "field_u256.h"

#if MIFU_HAVE_INT128

__extension__ typedef __int128 mifu_int128;

#    define MIFU_DIVSTEPS_MASK    ((uint64_t)0x3fffffffffffffff)
#    define MIFU_DIVSTEPS_BATCHES 10 /* 590 / 59 */
#    define MIFU_DIVSTEPS_GROWING 4  /* batches in which d and e are integers below 2^248 */

typedef struct mifu_signed62 {
    int64_t v[5];
} mifu_signed62;

typedef struct mifu_divsteps_modulus {
    mifu_u256 modulus; /* 2^255 or more */
    uint64_t inverse;  /* modulus^-1 mod 2^62 */
} mifu_divsteps_modulus;

/* 2^k (f', g') = (u f + v g, q f + r g); |u| + |v| <= 2^k and |q| + |r| <= 2^k. */
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
 * One divstep on the rows f and g. In words: g += f, or g -= f where delta > 0, if g is odd; where
 * both hold, f takes the old g and zeta becomes -zeta - 2, else zeta - 1; g is halved. On x86-64 in
 * instructions that every processor has: 4.0 cycles a step, where compilers' code takes eight. The
 * chains are test, cmov, shift through g and shift, test, cmov through zeta; what limits is the 14
 * instructions that are no register moves. Their order was found by trying.
 */
#    if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#        define MIFU_DIVSTEP(zeta, f, g)                                                           \
            do {                                                                                   \
                uint64_t a_, b_, c_;                                                               \
                __asm__("movq %[x], %[a]\n\t"                                                      \
                        "movq %[z], %[b]\n\t"                                                      \
                        "movq $-2, %[c]\n\t"                                                       \
                        "negq %[a]\n\t"                                                            \
                        "shrq $63, %[b]\n\t" /* delta > 0 */                                       \
                        "subq %[z], %[c]\n\t"                                                      \
                        "testq %[z], %[z]\n\t"                                                     \
                        "cmovnsq %[x], %[a]\n\t" /* +-f */                                         \
                        "addq %[y], %[a]\n\t"                                                      \
                        "leaq -1(%[z]), %[z]\n\t"                                                  \
                        "testq %[b], %[y]\n\t"                                                     \
                        "cmovnzq %[y], %[x]\n\t"                                                   \
                        "cmovnzq %[c], %[z]\n\t"                                                   \
                        "testq $1, %[y]\n\t"                                                       \
                        "cmovnzq %[a], %[y]\n\t"                                                   \
                        "sarq $1, %[y]\n\t"                                                        \
                        : [z] "+&r"(zeta), [x] "+&r"(f), [y] "+&r"(g), [a] "=&r"(a_),              \
                          [b] "=&r"(b_), [c] "=&r"(c_)                                             \
                        :                                                                          \
                        : "cc");                                                                   \
            } while (0)
#    else
#        define MIFU_DIVSTEP(zeta, f, g)                                                           \
            do {                                                                                   \
                uint64_t swap_ = 0 - ((zeta) >> 63); /* delta > 0 */                               \
                uint64_t odd_ = mifu_barrier64(0 - ((g)&1));                                       \
                (g) += (((f) ^ swap_) - swap_) & odd_;                                             \
                swap_ &= odd_;                                                                     \
                (zeta) = ((zeta) ^ swap_) - 1;                                                     \
                (f) += (g)&swap_; /* old g = (g - f) + f */                                        \
                (g) = (uint64_t)((int64_t)(g) >> 1);                                               \
            } while (0)
#    endif

/* The column entries of a row of mifu_divsteps_part(). */
MIFU_INLINE void mifu_divsteps_unpack(int64_t *first, int64_t *second, uint64_t row)
{
    row += ((uint64_t)1 << 41) - ((uint64_t)1 << 20);
    *second = (int64_t)row >> 42;
    *first = (int64_t)((row << 22) >> 43) - 0xfffff;
}

/*
 * `steps` <= 20 divsteps. zeta = -(delta + 1/2), so that "delta > 0" is the sign bit of zeta. The
 * matrix is kept as 2^(steps - done) times its entries: then a row of f does not change in a step
 * and a row of g is halved with g, exactly. So a row is one word, f + 2^21 u + 2^42 v, that is
 * added, negated and halved as one number; of f and g the low 20 bits take part, which decide 20
 * steps.
 *
 * Bounds: |f|, |g| < 2^20 are kept, since (g +- f) / 2 is not larger than both, and |u| + |v|, |q|
 * + |r| <= 2^20 likewise. r = v = 2^20 does not occur: r starts there and v at 0, and a later r is
 * half of an earlier one or of a sum. So a sum of rows, with |q +- u| + |r +- v| <= 2^21 and |r +-
 * v| < 2^21, is below 2^63. In the end -2^20 < u <= 2^20, since u starts at 2^20 and is otherwise
 * half of a sum, and likewise q; so f + 2^21 u + 2^41 - 2^20 lies in [0, 2^42), and what is above
 * is v.
 */
MIFU_INLINE uint64_t mifu_divsteps_part(uint64_t zeta, uint64_t f, uint64_t g, unsigned steps,
                                        mifu_divsteps_matrix *matrix)
{
    uint64_t row_f = (f & 0xfffff) + ((uint64_t)1 << (21 + steps));
    uint64_t row_g = (g & 0xfffff) + ((uint64_t)1 << (42 + steps));

    MIFU_UNROLL_ALL
    for (unsigned i = 0; i < steps; i++)
        MIFU_DIVSTEP(zeta, row_f, row_g);
    mifu_divsteps_unpack(&matrix->u, &matrix->v, row_f);
    mifu_divsteps_unpack(&matrix->q, &matrix->r, row_g);
    return zeta;
}

/* c = b a: the steps of a, then those of b. */
MIFU_INLINE void mifu_divsteps_compose(mifu_divsteps_matrix *c, const mifu_divsteps_matrix *b,
                                       const mifu_divsteps_matrix *a)
{
    mifu_divsteps_matrix t = {b->u * a->u + b->v * a->q, b->u * a->v + b->v * a->r,
                              b->q * a->u + b->r * a->q, b->q * a->v + b->r * a->r};

    *c = t;
}

/* The low words of (f, g) after the steps of a part; `steps` more of their upper bits are lost. */
MIFU_INLINE void mifu_divsteps_low_words(uint64_t *f, uint64_t *g, const mifu_divsteps_matrix *m,
                                         unsigned steps)
{
    uint64_t t = (uint64_t)m->u * *f + (uint64_t)m->v * *g;

    *g = ((uint64_t)m->q * *f + (uint64_t)m->r * *g) >> steps;
    *f = t >> steps;
}

/*
 * One batch of 59 = 20 + 20 + 19 steps, for 2^59 (f', g') = M (f, g) from the low 64 bits of f and
 * g. The result is 2^3 M: these 3 bits and the 59 make the 62 of the numbers' words, and the rows
 * of a product of matrices keep the sum of magnitudes, |u| + |v| <= 2^62.
 */
MIFU_NOINLINE static uint64_t mifu_divsteps_batch(uint64_t zeta, uint64_t f, uint64_t g,
                                                  mifu_divsteps_matrix *matrix)
{
    mifu_divsteps_matrix a, b, c;

    zeta = mifu_divsteps_part(zeta, f, g, 20, &a);
    mifu_divsteps_low_words(&f, &g, &a, 20);
    zeta = mifu_divsteps_part(zeta, f, g, 20, &b);
    mifu_divsteps_low_words(&f, &g, &b, 20);
    mifu_divsteps_compose(&a, &b, &a);
    zeta = mifu_divsteps_part(zeta, f, g, 19, &c);
    c.u *= 8;
    c.v *= 8;
    c.q *= 8;
    c.r *= 8;
    mifu_divsteps_compose(matrix, &c, &a);
    return zeta;
}

/* A sum of products of signed words, 128 bits. */
typedef struct mifu_divsteps_sum {
    uint64_t low;
    int64_t high;
} mifu_divsteps_sum;

/* s += a b */
MIFU_INLINE void mifu_divsteps_add_product(mifu_divsteps_sum *s, int64_t a, int64_t b)
{
#    if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    int64_t high;

    /* What compilers make of the C below takes a third longer. */
    __asm__("imulq %[b]\n\t"
            "addq %%rax, %[low]\n\t"
            "adcq %%rdx, %[sum]\n\t"
            : "+&a"(a), "=&d"(high), [low] "+&r"(s->low), [sum] "+&r"(s->high)
            : [b] "rm"(b)
            : "cc");
#    else
    mifu_int128 t = (mifu_int128)a * b;

    s->low += (uint64_t)t;
    s->high += (int64_t)(t >> 64) + (s->low < (uint64_t)t);
#    endif
}

/* s = s / 2^62 rounded down; the low 62 bits of s. */
MIFU_INLINE int64_t mifu_divsteps_next_word(mifu_divsteps_sum *s)
{
    int64_t word = (int64_t)(s->low & MIFU_DIVSTEPS_MASK);

    s->low = ((uint64_t)s->high << 2) + (s->low >> 62);
    s->high >>= 62;
    return word;
}

/* r = (u f + v g) / 2^62, exactly: a row of the matrix. |f|, |g| <= modulus is kept, so five words
 * are enough; each sum is below 2 2^62 2^62 + a carry: it fits 127 bits. */
MIFU_INLINE void mifu_divsteps_row_fg(mifu_signed62 *r, int64_t u, int64_t v,
                                      const mifu_signed62 *f, const mifu_signed62 *g)
{
    mifu_divsteps_sum s = {0, 0};

    MIFU_UNROLL_ALL
    for (int i = 0; i < 5; i++) {
        int64_t word;

        mifu_divsteps_add_product(&s, u, f->v[i]);
        mifu_divsteps_add_product(&s, v, g->v[i]);
        word = mifu_divsteps_next_word(&s);
        if (i > 0)
            r->v[i - 1] = word;
    }
    r->v[4] = (int64_t)s.low;
}

/*
 * r = (u d + v e) / 2^62 modulo p, with -2p < d, e, r < p: where d or e is negative p is added
 * first, so that both lie in (-p, p) and the sum in (-2^62 p, 2^62 p); then k p is added with -2^62
 * < k <= 0 such that the sum is divisible by 2^62. This is the factor of p, both taken together.
 */
MIFU_INLINE int64_t mifu_divsteps_row_factor(int64_t u, int64_t v, const mifu_signed62 *d,
                                             const mifu_signed62 *e, uint64_t p_inverse)
{
    uint64_t k =
        ((uint64_t)u & mifu_signed62_sign(d->v[4])) + ((uint64_t)v & mifu_signed62_sign(e->v[4]));
    uint64_t low = (uint64_t)u * (uint64_t)d->v[0] + (uint64_t)v * (uint64_t)e->v[0];

    return (int64_t)(k - ((p_inverse * low + k) & MIFU_DIVSTEPS_MASK));
}

MIFU_INLINE void mifu_divsteps_row_de(mifu_signed62 *r, int64_t u, int64_t v,
                                      const mifu_signed62 *d, const mifu_signed62 *e,
                                      const mifu_signed62 *p, uint64_t p_inverse)
{
    mifu_divsteps_sum s = {0, 0};
    int64_t k = mifu_divsteps_row_factor(u, v, d, e, p_inverse);

    MIFU_UNROLL_ALL
    for (int i = 0; i < 5; i++) {
        int64_t word;

        mifu_divsteps_add_product(&s, u, d->v[i]);
        mifu_divsteps_add_product(&s, v, e->v[i]);
        mifu_divsteps_add_product(&s, k, p->v[i]);
        word = mifu_divsteps_next_word(&s);
        if (i > 0)
            r->v[i - 1] = word;
    }
    r->v[4] = (int64_t)s.low;
}

/*
 * r = u d + v e, integers, |d|, |e| <= 2^(62 words), |r| <= 2^(62 (words + 1)); the highest word in
 * use is signed. words < 4.
 */
MIFU_INLINE void mifu_divsteps_row_grow(mifu_signed62 *r, int64_t u, int64_t v,
                                        const mifu_signed62 *d, const mifu_signed62 *e, int words)
{
    mifu_divsteps_sum s = {0, 0};

    MIFU_UNROLL_ALL
    for (int i = 0; i < words; i++) {
        mifu_divsteps_add_product(&s, u, d->v[i]);
        mifu_divsteps_add_product(&s, v, e->v[i]);
        r->v[i] = mifu_divsteps_next_word(&s);
    }
    r->v[words] = (int64_t)s.low;
}

/* Four words of which the highest is signed become five. */
MIFU_INLINE void mifu_divsteps_extend(mifu_signed62 *a)
{
    a->v[4] = a->v[3] >> 62;
    a->v[3] &= (int64_t)MIFU_DIVSTEPS_MASK;
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

/* Mask of f = -1 after the last batch, when f = +-1: the sign of d. From the low words alone. */
MIFU_INLINE uint64_t mifu_divsteps_final_sign(const mifu_divsteps_matrix *m, const mifu_signed62 *f,
                                              const mifu_signed62 *g)
{
    mifu_divsteps_sum s = {0, 0};

    mifu_divsteps_add_product(&s, m->u, f->v[0]);
    mifu_divsteps_add_product(&s, m->v, g->v[0]);
    (void)mifu_divsteps_next_word(&s);
    s.low += (uint64_t)m->u * (uint64_t)f->v[1] + (uint64_t)m->v * (uint64_t)g->v[1];
    return mifu_mask_bit64(s.low >> 1 & 1);
}

typedef struct mifu_divsteps_state {
    mifu_signed62 f, g, d, e;
    uint64_t zeta;
} mifu_divsteps_state;

/* The next matrix, from the low bits of f and g. */
MIFU_INLINE void mifu_divsteps_next(mifu_divsteps_state *s, mifu_divsteps_matrix *m)
{
    s->zeta = mifu_divsteps_batch(s->zeta, (uint64_t)s->f.v[0] | (uint64_t)s->f.v[1] << 62,
                                  (uint64_t)s->g.v[0] | (uint64_t)s->g.v[1] << 62, m);
}

MIFU_INLINE void mifu_divsteps_apply_fg(mifu_divsteps_state *s, const mifu_divsteps_matrix *m)
{
    mifu_signed62 f;

    mifu_divsteps_row_fg(&f, m->u, m->v, &s->f, &s->g);
    mifu_divsteps_row_fg(&s->g, m->q, m->r, &s->f, &s->g);
    s->f = f;
}

/*
 * r = 2^248 a^-1 mod p, that is 2^(62 MIFU_DIVSTEPS_GROWING); 0 for a = 0 (d stays a multiple of p
 * then). a < p.
 */
MIFU_INLINE void mifu_divsteps_inverse(mifu_u256 *r, const mifu_u256 *a,
                                       const mifu_divsteps_modulus *modulus)
{
    mifu_divsteps_state s;
    mifu_divsteps_matrix m;
    mifu_signed62 p, d;

    mifu_signed62_from_u256(&p, &modulus->modulus);
    mifu_signed62_from_u256(&s.g, a);
    s.f = p;
    s.zeta = ~(uint64_t)0; /* delta = 1/2 */
    mifu_divsteps_next(&s, &m);
    mifu_divsteps_apply_fg(&s, &m);
    s.d.v[0] = m.v;
    s.e.v[0] = m.r;
    MIFU_UNROLL_ALL
    for (int i = 1; i < MIFU_DIVSTEPS_GROWING; i++) {
        mifu_divsteps_next(&s, &m);
        mifu_divsteps_apply_fg(&s, &m);
        mifu_divsteps_row_grow(&d, m.u, m.v, &s.d, &s.e, i);
        mifu_divsteps_row_grow(&s.e, m.q, m.r, &s.d, &s.e, i);
        s.d = d;
    }
    mifu_divsteps_extend(&s.d);
    mifu_divsteps_extend(&s.e);
    for (int i = MIFU_DIVSTEPS_GROWING; i < MIFU_DIVSTEPS_BATCHES - 1; i++) {
        mifu_divsteps_next(&s, &m);
        mifu_divsteps_apply_fg(&s, &m);
        mifu_divsteps_row_de(&d, m.u, m.v, &s.d, &s.e, &p, modulus->inverse);
        mifu_divsteps_row_de(&s.e, m.q, m.r, &s.d, &s.e, &p, modulus->inverse);
        s.d = d;
    }
    mifu_divsteps_next(&s, &m); /* of the last batch d is wanted alone */
    mifu_divsteps_row_de(&d, m.u, m.v, &s.d, &s.e, &p, modulus->inverse);
    mifu_divsteps_normalize(r, &d, mifu_divsteps_final_sign(&m, &s.f, &s.g), &modulus->modulus);
    mifu_wipe(&s, sizeof s);
    mifu_wipe(&d, sizeof d);
    mifu_wipe(&m, sizeof m);
}

#endif
#endif
