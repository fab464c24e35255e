/* SPDX-License-Identifier: Apache-2.0 */
/* Products modulo p and n of sm2p256v1; see field_sm2.h for the contract. */
#include "field_sm2.h"

const mifu_u256 mifu_fp_p = {
    {0xffffffffffffffff, 0xffffffff00000000, 0xffffffffffffffff, 0xfffffffeffffffff}};
const mifu_u256 mifu_fp_one = {
    {0x0000000000000001, 0x00000000ffffffff, 0x0000000000000000, 0x0000000100000000}};
const mifu_u256 mifu_fp_rr = {
    {0x0000000200000003, 0x00000002ffffffff, 0x0000000100000001, 0x0000000400000002}};
const mifu_u256 mifu_fn_n = {
    {0x53bbf40939d54123, 0x7203df6b21c6052b, 0xffffffffffffffff, 0xfffffffeffffffff}};
const mifu_u256 mifu_fn_one = {
    {0xac440bf6c62abedd, 0x8dfc2094de39fad4, 0x0000000000000000, 0x0000000100000000}};
const mifu_u256 mifu_fn_rr = {
    {0x901192af7c114f20, 0x3464504ade6fa2fa, 0x620fc84c3affe0d4, 0x1eb5e412a22b3d3b}};

static const mifu_u256 one = {{1, 0, 0, 0}};

/*
 * r = t R^-1 mod p for t < p R.
 *
 * -p^-1 = 1 mod 2^64, so the reduction digit m is the lowest word itself, and
 *     m + m p = m (2^256 - 2^224 - 2^96 + 2^64) = 2^64 q,   q = m (2^192 - 2^160 - 2^32 + 1):
 * dropping the lowest word and adding q to the four words above it is the whole step, no
 * multiplication. q < 2^256, and its words, with borrows running upwards, are
 *     m - (m << 32),  -(m >> 32),  -(m << 32),  m - (m >> 32).
 * The top word is at most 2^64 - 2^32, so that word plus a word of t plus two carries stays below
 * 2^65: one carry bit per step is enough.
 * After four steps the value is (t + m p) / R with m < R, below (p R + R p) / R = 2p.
 */
static void reduce_p(mifu_u256 *r, uint64_t t[8])
{
    uint64_t over = 0; /* carry into word i + 5, handed from one step to the next */
    mifu_u256 s;

    for (int i = 0; i < 4; i++) {
        uint64_t m = t[i], low = m << 32, high = m >> 32;
        uint64_t borrow = 0, carry = 0, top;
        uint64_t q0 = mifu_word_sub(m, low, &borrow);
        uint64_t q1 = mifu_word_sub(0, high, &borrow);
        uint64_t q2 = mifu_word_sub(0, low, &borrow);
        uint64_t q3 = mifu_word_sub(m, high, &borrow);

        t[i + 1] = mifu_word_add(t[i + 1], q0, &carry);
        t[i + 2] = mifu_word_add(t[i + 2], q1, &carry);
        t[i + 3] = mifu_word_add(t[i + 3], q2, &carry);
        top = q3 + over; /* <= 2^64 - 2^32 + 1 */
        t[i + 4] = mifu_word_add(t[i + 4], top, &carry);
        over = carry;
    }
    for (int i = 0; i < 4; i++)
        s.v[i] = t[i + 4];
    mifu_field_reduce_once(r, over, &s, &mifu_fp_p);
}

void mifu_fp_mul(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    uint64_t t[8];

    mifu_field_product(t, a, b);
    reduce_p(r, t);
}

/* The six products of different words once, doubled by a shift, then the four squares. */
void mifu_fp_sqr(mifu_u256 *r, const mifu_u256 *a)
{
    const uint64_t *v = a->v;
    uint64_t t[8], carry = 0, high;

    t[1] = mifu_word_mul_add(v[0], v[1], 0, &carry);
    t[2] = mifu_word_mul_add(v[0], v[2], 0, &carry);
    t[3] = mifu_word_mul_add(v[0], v[3], 0, &carry);
    t[4] = carry;
    carry = 0;
    t[3] = mifu_word_mul_add(v[1], v[2], t[3], &carry);
    t[4] = mifu_word_mul_add(v[1], v[3], t[4], &carry);
    t[5] = carry;
    carry = 0;
    t[5] = mifu_word_mul_add(v[2], v[3], t[5], &carry);
    t[6] = carry;
    /* The sum of the mixed products is below 2^511: its double has no bit 512. */
    t[7] = t[6] >> 63;
    for (int i = 6; i > 1; i--)
        t[i] = t[i] << 1 | t[i - 1] >> 63;
    t[1] <<= 1;
    t[0] = mifu_word_mul(&high, v[0], v[0]);
    carry = 0;
    t[1] = mifu_word_add(t[1], high, &carry);
    for (int i = 1; i < 4; i++) {
        uint64_t low = mifu_word_mul(&high, v[i], v[i]);

        t[2 * i] = mifu_word_add(t[2 * i], low, &carry);
        t[2 * i + 1] = mifu_word_add(t[2 * i + 1], high, &carry);
    }
    reduce_p(r, t);
}

/* a / 2 = (a + p [a odd]) / 2; the sum has 257 bits. */
void mifu_fp_half(mifu_u256 *r, const mifu_u256 *a)
{
    uint64_t mask = mifu_mask_bit64(a->v[0] & 1), carry;
    mifu_u256 t;

    for (int i = 0; i < 4; i++)
        t.v[i] = mifu_fp_p.v[i] & mask;
    carry = mifu_u256_add(&t, &t, a);
    for (int i = 0; i < 3; i++)
        r->v[i] = t.v[i] >> 1 | t.v[i + 1] << 63;
    r->v[3] = t.v[3] >> 1 | carry << 63;
}

/*
 * Montgomery's product with the reduction interleaved (CIOS). Invariant: before each round t < 2n,
 * where the fifth word holds what exceeds 2^256. A round makes (t + a_i b + m n) / 2^64, below
 * (2n + 2^64 n + 2^64 n) / 2^64 = 2n + n / 2^63: the fifth word stays 0 or 1, and the last value,
 * (a b + M n) / R with a, b < n and M < R, is below 2n.
 */
void mifu_fn_mul(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    mifu_u256 t = {{0, 0, 0, 0}};
    uint64_t over = 0;

    for (int i = 0; i < 4; i++) {
        uint64_t carry = 0, top, m;

        for (int j = 0; j < 4; j++)
            t.v[j] = mifu_word_mul_add(a->v[i], b->v[j], t.v[j], &carry);
        top = 0;
        carry = mifu_word_add(carry, over, &top); /* words 4 and 5 */
        m = t.v[0] * MIFU_FN_NEGATED_INVERSE;
        over = 0;
        (void)mifu_word_mul_add(m, mifu_fn_n.v[0], t.v[0], &over);
        for (int j = 1; j < 4; j++)
            t.v[j - 1] = mifu_word_mul_add(m, mifu_fn_n.v[j], t.v[j], &over);
        m = over;
        over = 0;
        t.v[3] = mifu_word_add(carry, m, &over);
        over += top;
    }
    mifu_field_reduce_once(r, over, &t, &mifu_fn_n);
}

/*
 * Any a below 2^256 may stand on one side of a product: a b with b below the modulus is below
 * R times the modulus, which is what the reductions need.
 */
void mifu_fp_to_montgomery(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_fp_mul(r, a, &mifu_fp_rr);
}

void mifu_fp_from_montgomery(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_fp_mul(r, a, &one);
}

void mifu_fn_to_montgomery(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_fn_mul(r, a, &mifu_fn_rr);
}

void mifu_fn_from_montgomery(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_fn_mul(r, a, &one);
}

/* 2^256 < 2n: one subtraction is enough. */
void mifu_fn_reduce(mifu_u256 *r, const mifu_u256 *a)
{
    mifu_field_reduce_once(r, 0, a, &mifu_fn_n);
}
