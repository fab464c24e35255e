/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two inversions at a time by divsteps (field_divsteps.h) with AVX2, modulo two numbers: in a key
 * pair, of Z modulo p and of 1 + d modulo n. The steps of both run in the lanes of one vector; the
 * scalar unit meanwhile applies the last batch's matrices to d and e.
 *
 * A batch of 59 steps is two parts of 30 and 29. A row of an inversion takes two lanes, f + 2^32 u
 * and f + 2^32 v; of f and g the low 31 bits take part. AVX2 has no arithmetic shift of 64-bit
 * lanes: rows are kept as value + 2^62, sums of two have 2^63 too much, and their logical half has
 * 2^62 again. A sum of rows is below 2^63 in magnitude (the bounds of mifu_divsteps_part(), with 30
 * for 20), so that nothing leaves the 64 bits.
 */
#ifndef MIFU_FIELD_DIVSTEPS_AVX2_H
#define MIFU_FIELD_DIVSTEPS_AVX2_H

#include <immintrin.h>

#include "field_divsteps.h"

/* mask ? yes : no in every lane; masks are all ones or zeros. */
#ifdef __AVX512VL__
#    define MIFU_LANES_SELECT(mask, yes, no) _mm256_ternarylogic_epi64((mask), (yes), (no), 0xca)
#else
#    define MIFU_LANES_SELECT(mask, yes, no) _mm256_blendv_epi8((no), (yes), (mask))
#endif

/* f, g with 2^62 added; +-f likewise, with the sign of the next addition; zeta; its sign. */
typedef struct mifu_divsteps_lanes {
    __m256i f, g, addend, zeta, sign;
} mifu_divsteps_lanes;

MIFU_INLINE void mifu_divsteps_lanes_step(mifu_divsteps_lanes *s)
{
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi64x(1);
    const __m256i bias = _mm256_set1_epi64x((long long)1 << 62);
    const __m256i twice = _mm256_slli_epi64(bias, 1);
    __m256i odd = _mm256_sub_epi64(zero, _mm256_and_si256(s->g, one));
    __m256i swap = _mm256_and_si256(odd, s->sign);
    __m256i sum = _mm256_add_epi64(s->g, s->addend), same = _mm256_add_epi64(s->g, bias);

    s->f = MIFU_LANES_SELECT(swap, s->g, s->f);
    s->zeta = _mm256_sub_epi64(_mm256_xor_si256(s->zeta, swap), one);
    s->sign = _mm256_cmpgt_epi64(zero, s->zeta);
    s->g = _mm256_srli_epi64(MIFU_LANES_SELECT(odd, sum, same), 1);
    s->addend = MIFU_LANES_SELECT(s->sign, _mm256_sub_epi64(twice, s->f), s->f);
}

MIFU_INLINE void mifu_divsteps_lanes_start(mifu_divsteps_lanes *s, const uint64_t f[2],
                                           const uint64_t g[2], unsigned steps)
{
    const __m256i bias = _mm256_set1_epi64x((long long)1 << 62);
    const __m256i low = _mm256_set1_epi64x(0x7fffffff);
    const long long one = (long long)1 << (32 + steps);

    s->f = _mm256_set_epi64x((long long)f[1], (long long)f[1], (long long)f[0], (long long)f[0]);
    s->g = _mm256_set_epi64x((long long)g[1], (long long)g[1], (long long)g[0], (long long)g[0]);
    s->f = _mm256_add_epi64(_mm256_and_si256(s->f, low),
                            _mm256_add_epi64(bias, _mm256_set_epi64x(0, one, 0, one)));
    s->g = _mm256_add_epi64(_mm256_and_si256(s->g, low),
                            _mm256_add_epi64(bias, _mm256_set_epi64x(one, 0, one, 0)));
    s->addend =
        MIFU_LANES_SELECT(s->sign, _mm256_sub_epi64(_mm256_slli_epi64(bias, 1), s->f), s->f);
}

/* The matrices of a part. */
MIFU_INLINE void mifu_divsteps_lanes_end(mifu_divsteps_matrix m[2], const mifu_divsteps_lanes *s)
{
    /* The low halves are signed: adding 2^31 makes the upper half the rounded quotient. */
    const __m256i round = _mm256_set1_epi64x(0x80000000 - ((long long)1 << 62));
    int64_t rows[2][4];

    _mm256_storeu_si256((__m256i *)(void *)rows[0], _mm256_add_epi64(s->f, round));
    _mm256_storeu_si256((__m256i *)(void *)rows[1], _mm256_add_epi64(s->g, round));
    for (int i = 0; i < 2; i++) {
        m[i].u = rows[0][2 * i] >> 32;
        m[i].v = rows[0][2 * i + 1] >> 32;
        m[i].q = rows[1][2 * i] >> 32;
        m[i].r = rows[1][2 * i + 1] >> 32;
    }
}

/*
 * The four rows (d, e) = M (d, e) / 2^62 of both inversions, a word of a row at a time, in the
 * order in which all of one word come before the next: so they can be written where they are read.
 * See mifu_divsteps_row_de().
 */
typedef struct mifu_divsteps_rows {
    mifu_signed62 d[2], e[2], p[2];
    struct {
        mifu_divsteps_sum sum;
        int64_t u, v, k;
    } row[4];
} mifu_divsteps_rows;

MIFU_INLINE void mifu_divsteps_rows_start(mifu_divsteps_rows *w, const mifu_divsteps_matrix m[2],
                                          const mifu_divsteps_modulus *const modulus[2])
{
    for (int i = 0; i < 4; i++) {
        const mifu_signed62 *d = &w->d[i / 2], *e = &w->e[i / 2];
        int64_t u = i % 2 == 0 ? m[i / 2].u : m[i / 2].q;
        int64_t v = i % 2 == 0 ? m[i / 2].v : m[i / 2].r;

        w->row[i].u = u;
        w->row[i].v = v;
        w->row[i].k = mifu_divsteps_row_factor(u, v, d, e, modulus[i / 2]->inverse);
        w->row[i].sum = (mifu_divsteps_sum){0, 0};
    }
}

MIFU_INLINE void mifu_divsteps_rows_word(mifu_divsteps_rows *w, unsigned step)
{
    unsigned i = step % 4, j = step / 4;
    mifu_signed62 *r = i % 2 == 0 ? &w->d[i / 2] : &w->e[i / 2];
    mifu_divsteps_sum sum = w->row[i].sum;
    int64_t word;

    mifu_divsteps_add_product(&sum, w->row[i].u, w->d[i / 2].v[j]);
    mifu_divsteps_add_product(&sum, w->row[i].v, w->e[i / 2].v[j]);
    mifu_divsteps_add_product(&sum, w->row[i].k, w->p[i / 2].v[j]);
    word = mifu_divsteps_next_word(&sum);
    if (j > 0)
        r->v[j - 1] = word;
    w->row[i].sum = sum;
    if (j == 4 && i % 2 == 1) { /* both rows have read the last words */
        w->d[i / 2].v[4] = (int64_t)w->row[i - 1].sum.low;
        r->v[4] = (int64_t)sum.low;
    }
}
#define MIFU_DIVSTEPS_ROWS_WORDS 20

/* The rows (f, g) = M (f, g) / 2^62 of both inversions on their way: see mifu_divsteps_row_fg(). */
typedef struct mifu_divsteps_values {
    mifu_signed62 f[2], g[2];
    mifu_divsteps_sum sum[4];
} mifu_divsteps_values;

/* The lowest words, which are all that the next 59 steps read: the others are made beside them. */
MIFU_INLINE void mifu_divsteps_values_low(mifu_divsteps_values *n, const mifu_divsteps_matrix m[2])
{
    MIFU_UNROLL_ALL
    for (int i = 0; i < 2; i++) {
        mifu_divsteps_sum a = {0, 0}, b = {0, 0};

        mifu_divsteps_add_product(&a, m[i].u, n->f[i].v[0]);
        mifu_divsteps_add_product(&a, m[i].v, n->g[i].v[0]);
        mifu_divsteps_add_product(&b, m[i].q, n->f[i].v[0]);
        mifu_divsteps_add_product(&b, m[i].r, n->g[i].v[0]);
        (void)mifu_divsteps_next_word(&a);
        (void)mifu_divsteps_next_word(&b);
        mifu_divsteps_add_product(&a, m[i].u, n->f[i].v[1]);
        mifu_divsteps_add_product(&a, m[i].v, n->g[i].v[1]);
        mifu_divsteps_add_product(&b, m[i].q, n->f[i].v[1]);
        mifu_divsteps_add_product(&b, m[i].r, n->g[i].v[1]);
        n->f[i].v[0] = mifu_divsteps_next_word(&a);
        n->g[i].v[0] = mifu_divsteps_next_word(&b);
        n->sum[2 * i] = a;
        n->sum[2 * i + 1] = b;
    }
}

/* The other words of inversion i. */
MIFU_INLINE void mifu_divsteps_values_high(mifu_divsteps_values *n, const mifu_divsteps_matrix *m,
                                           int i)
{
    mifu_divsteps_sum a = n->sum[2 * i], b = n->sum[2 * i + 1];

    MIFU_UNROLL_ALL
    for (int j = 2; j < 5; j++) {
        mifu_divsteps_add_product(&a, m->u, n->f[i].v[j]);
        mifu_divsteps_add_product(&a, m->v, n->g[i].v[j]);
        mifu_divsteps_add_product(&b, m->q, n->f[i].v[j]);
        mifu_divsteps_add_product(&b, m->r, n->g[i].v[j]);
        n->f[i].v[j - 1] = mifu_divsteps_next_word(&a);
        n->g[i].v[j - 1] = mifu_divsteps_next_word(&b);
    }
    n->f[i].v[4] = (int64_t)a.low;
    n->g[i].v[4] = (int64_t)b.low;
}

/* 3 words divsteps, with the next words of the rows beside them. */
MIFU_INLINE void mifu_divsteps_lanes_run(mifu_divsteps_lanes *s, mifu_divsteps_rows *w,
                                         unsigned first, unsigned words)
{
    for (unsigned i = 0; i < words; i++) {
        mifu_divsteps_lanes_step(s);
        mifu_divsteps_lanes_step(s);
        mifu_divsteps_lanes_step(s);
        mifu_divsteps_rows_word(w, first + i);
    }
}

/* r[i] = start[i] a[i]^-1 modulo the two moduli; 0 for a[i] = 0. a[i], start[i] below them. */
static MIFU_NOINLINE void
mifu_divsteps_inverse_two_avx2(mifu_u256 r[2], const mifu_u256 a[2],
                               const mifu_u256 *const start[2],
                               const mifu_divsteps_modulus *const modulus[2])
{
    mifu_divsteps_lanes s;
    mifu_divsteps_rows w;
    mifu_divsteps_matrix m[2], first[2], second[2];
    mifu_divsteps_values n;

    for (int i = 0; i < 2; i++) {
        mifu_signed62_from_u256(&w.p[i], &modulus[i]->modulus);
        mifu_signed62_from_u256(&n.g[i], &a[i]);
        mifu_signed62_from_u256(&w.e[i], start[i]);
        w.d[i] = (mifu_signed62){{0, 0, 0, 0, 0}};
        n.f[i] = w.p[i];
        m[i] = (mifu_divsteps_matrix){(int64_t)1 << 62, 0, 0, (int64_t)1 << 62};
    }
    s.zeta = s.sign = _mm256_set1_epi64x(-1); /* delta = 1/2 */
    for (int batch = 0; batch < MIFU_DIVSTEPS_BATCHES; batch++) {
        uint64_t f[2], g[2];

        /* In the first batch the rows are multiplied by 1. */
        mifu_divsteps_values_low(&n, m);
        for (int i = 0; i < 2; i++) {
            f[i] = (uint64_t)n.f[i].v[0];
            g[i] = (uint64_t)n.g[i].v[0];
        }
        mifu_divsteps_lanes_start(&s, f, g, 30);
        mifu_divsteps_rows_start(&w, m, modulus);
        mifu_divsteps_lanes_run(&s, &w, 0, 1);
        mifu_divsteps_values_high(&n, &m[0], 0);
        mifu_divsteps_lanes_run(&s, &w, 1, 3);
        mifu_divsteps_values_high(&n, &m[1], 1);
        mifu_divsteps_lanes_run(&s, &w, 4, 6);
        mifu_divsteps_lanes_end(first, &s);
        for (int i = 0; i < 2; i++)
            mifu_divsteps_low_words(&f[i], &g[i], &first[i], 30);
        mifu_divsteps_lanes_start(&s, f, g, 29);
        mifu_divsteps_lanes_run(&s, &w, 10, 9);
        mifu_divsteps_lanes_step(&s);
        mifu_divsteps_lanes_step(&s);
        mifu_divsteps_rows_word(&w, MIFU_DIVSTEPS_ROWS_WORDS - 1);
        mifu_divsteps_lanes_end(second, &s);
        for (int i = 0; i < 2; i++) {
            second[i].u *= 8;
            second[i].v *= 8;
            second[i].q *= 8;
            second[i].r *= 8;
            mifu_divsteps_compose(&m[i], &second[i], &first[i]);
        }
    }
    for (int i = 0; i < 2; i++) {
        mifu_divsteps_row_de(&w.d[i], m[i].u, m[i].v, &w.d[i], &w.e[i], &w.p[i],
                             modulus[i]->inverse);
        mifu_divsteps_normalize(&r[i], &w.d[i], mifu_divsteps_final_sign(&m[i], &n.f[i], &n.g[i]),
                                &modulus[i]->modulus);
    }
    mifu_wipe(&w, sizeof w);
    mifu_wipe(&s, sizeof s);
    mifu_wipe(m, sizeof m);
    mifu_wipe(first, sizeof first);
    mifu_wipe(second, sizeof second);
    mifu_wipe(&n, sizeof n);
}

#endif
