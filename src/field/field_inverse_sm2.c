/* SPDX-License-Identifier: Apache-2.0 */
/* Inversion modulo p and n of sm2p256v1, and square roots modulo p. */
#include "field_fermat.h"
#include "field_inverse_sm2.h"
#include "field_sm2.h"

#if MIFU_HAVE_INT128

const mifu_divsteps_modulus mifu_fp_divsteps = {
    {{0xffffffffffffffff, 0xffffffff00000000, 0xffffffffffffffff, 0xfffffffeffffffff}},
    0x3fffffffffffffff}; /* p = -1 mod 2^64 */
const mifu_divsteps_modulus mifu_fn_divsteps = {
    {{0x53bbf40939d54123, 0x7203df6b21c6052b, 0xffffffffffffffff, 0xfffffffeffffffff}},
    0x0d8061778dcaf68b};

/*
 * (a R)^-1 2^248, times 2^520 and divided by R: (a R)^-1 R^2 = a^-1 R. Montgomery form in,
 * Montgomery form out.
 */
void mifu_fp_inverse(mifu_u256 *r, const mifu_u256 *a)
{
    static const mifu_u256 factor = {
        {0x0000020000000300, 0x000002ffffffff00, 0x0000010000000100, 0x0000040000000200}};

    mifu_divsteps_inverse(r, a, &mifu_fp_divsteps);
    mifu_fp_mul(r, r, &factor);
}

void mifu_fn_inverse(mifu_u256 *r, const mifu_u256 *a)
{
    static const mifu_u256 factor = {
        {0x418c16674a517de6, 0x07dc1c507a6e5f7c, 0x0fc84c3affe0d445, 0xb5e412c02b3d3b62}};

    mifu_divsteps_inverse(r, a, &mifu_fn_divsteps);
    mifu_fn_mul(r, r, &factor);
}

#else

void mifu_fp_inverse(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_fermat_inverse(r, a, &mifu_fp_p, &mifu_fp_one, mifu_fp_mul);
}

void mifu_fn_inverse(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_fermat_inverse(r, a, &mifu_fn_n, &mifu_fn_one, mifu_fn_mul);
}

#endif

/* r = a^(2^count) b */
static void square_times(mifu_u256 *r, const mifu_u256 *a, int count, const mifu_u256 *b)
{
    mifu_u256 t = *a;

    for (int i = 0; i < count; i++)
        mifu_fp_sqr(&t, &t);
    mifu_fp_mul(r, &t, b);
}

/* a^(2^bits - 1), by the chain a_2k = a_k^(2^k) a_k; bits = odd part times a power of two. */
static void run_of_ones(mifu_u256 *r, const mifu_u256 *a, const int *steps)
{
    mifu_u256 t = *a;
    int bits = 1;

    for (; *steps != 0; steps++) {
        if (*steps == 1) { /* one more */
            square_times(&t, &t, 1, a);
            bits += 1;
        } else { /* double */
            square_times(&t, &t, bits, &t);
            bits *= 2;
        }
    }
    *r = t;
}

/* (p + 1) / 4 = 2^254 - 2^222 - 2^94 + 2^62 = 2^62 (2^32 - 1) (2^160 - 1). */
void mifu_fp_square_root(mifu_u256 *r, const mifu_u256 *a)
{
    static const int ones_32[] = {2, 2, 2, 2, 2, 0};
    static const int ones_160[] = {2, 2, 1, 2, 2, 2, 2, 2, 0}; /* 2 4 5 10 20 40 80 160 */
    mifu_u256 t;

    run_of_ones(&t, a, ones_32);
    run_of_ones(&t, &t, ones_160);
    for (int i = 0; i < 62; i++)
        mifu_fp_sqr(&t, &t);
    *r = t;
}
