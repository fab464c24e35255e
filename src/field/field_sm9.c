/* SPDX-License-Identifier: Apache-2.0 */
/* Products and inverses modulo p and N of the SM9 curve; see field_sm9.h for the contract. */
#include "field_sm9.h"

#include "field_divsteps.h"
#include "field_fermat.h"

#define SM9_P                                                                                      \
    {                                                                                              \
        {                                                                                          \
            0xe56f9b27e351457d, 0x21f2934b1a7aeedb, 0xd603ab4ff58ec745, 0xb640000002a3a6f1         \
        }                                                                                          \
    }
#define SM9_N                                                                                      \
    {                                                                                              \
        {                                                                                          \
            0xe56ee19cd69ecf25, 0x49f2934b18ea8bee, 0xd603ab4ff58ec744, 0xb640000002a3a6f1         \
        }                                                                                          \
    }

const mifu_modulus mifu_sm9p = {SM9_P, 0x892bc42c2f2ee42b};
const mifu_u256 mifu_sm9p_one = {
    {0x1a9064d81caeba83, 0xde0d6cb4e5851124, 0x29fc54b00a7138ba, 0x49bffffffd5c590e}};
const mifu_u256 mifu_sm9p_rr = {
    {0x27dea312b417e2d2, 0x88f8105fae1a5d3f, 0xe479b522d6706e7b, 0x2ea795a656f62fbd}};
const mifu_modulus mifu_sm9n = {SM9_N, 0x1d02662351974b53};
const mifu_u256 mifu_sm9n_one = {
    {0x1a911e63296130db, 0xb60d6cb4e7157411, 0x29fc54b00a7138bb, 0x49bffffffd5c590e}};
const mifu_u256 mifu_sm9n_rr = {
    {0x7598cd79cd750c35, 0xe4a08110bb6daeab, 0xbfee4bae7d78a1f9, 0x8894f5d163695d0e}};

static const mifu_u256 one = {{1, 0, 0, 0}};

void mifu_sm9p_mul(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    mifu_montgomery_mul(r, a, b, &mifu_sm9p);
}

void mifu_sm9n_mul(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    mifu_montgomery_mul(r, a, b, &mifu_sm9n);
}

/* One factor may be any number below R: the product is below R times the modulus, as the bound of
 * mifu_montgomery_mul() needs. */
void mifu_sm9p_to_montgomery(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_sm9p_mul(r, a, &mifu_sm9p_rr);
}

void mifu_sm9p_from_montgomery(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_sm9p_mul(r, a, &one);
}

void mifu_sm9n_to_montgomery(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_sm9n_mul(r, a, &mifu_sm9n_rr);
}

void mifu_sm9n_from_montgomery(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_sm9n_mul(r, a, &one);
}

#if MIFU_HAVE_INT128

/*
 * (a R)^-1 2^248, times 2^520 and divided by R: (a R)^-1 R^2 = a^-1 R. Montgomery form in,
 * Montgomery form out.
 */
void mifu_sm9p_inverse(mifu_u256 *r, const mifu_u256 *a)
{
    static const mifu_divsteps_modulus modulus = {SM9_P, 0x36d43bd3d0d11bd5};
    static const mifu_u256 factor = {
        {0x9d4cad9360402d43, 0x5978f99c61269952, 0x22c6a389172de2fb, 0x6155a6564aa25a7d}};

    mifu_divsteps_inverse(r, a, &modulus);
    mifu_sm9p_mul(r, r, &factor);
}

void mifu_sm9n_inverse(mifu_u256 *r, const mifu_u256 *a)
{
    static const mifu_divsteps_modulus modulus = {SM9_N, 0x22fd99dcae68b4ad};
    static const mifu_u256 factor = {
        {0x6b1325c9548fa865, 0x74852bb3d6b04438, 0x418eddd5431b4df1, 0x9b35d16171438051}};

    mifu_divsteps_inverse(r, a, &modulus);
    mifu_sm9n_mul(r, r, &factor);
}

#else

void mifu_sm9p_inverse(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_fermat_inverse(r, a, &mifu_sm9p.m, &mifu_sm9p_one, mifu_sm9p_mul);
}

void mifu_sm9n_inverse(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_fermat_inverse(r, a, &mifu_sm9n.m, &mifu_sm9n_one, mifu_sm9n_mul);
}

#endif
