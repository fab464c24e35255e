/* SPDX-License-Identifier: Apache-2.0 */
/* Products modulo p and n of sm2p256v1; see field_sm2.h for the contract. */
#include "field_sm2.h"

#include "field_montgomery.h"

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

/*
 * The six products of different words once, doubled, then the four squares. The sum of the six is
 * below 2^511: its double has no bit 512. Named words and not an array: compilers would shift an
 * array in vectors, and wait for it to come back from memory.
 */
void mifu_fp_sqr(mifu_u256 *r, const mifu_u256 *a)
{
    const uint64_t a0 = a->v[0], a1 = a->v[1], a2 = a->v[2], a3 = a->v[3];
    uint64_t t[8], t1, t2, t3, t4, t5, t6, carry = 0, high, low;

    t1 = mifu_word_mul_add(a0, a1, 0, &carry);
    t2 = mifu_word_mul_add(a0, a2, 0, &carry);
    t3 = mifu_word_mul_add(a0, a3, 0, &carry);
    t4 = carry;
    carry = 0;
    t3 = mifu_word_mul_add(a1, a2, t3, &carry);
    t4 = mifu_word_mul_add(a1, a3, t4, &carry);
    t5 = carry;
    carry = 0;
    t5 = mifu_word_mul_add(a2, a3, t5, &carry);
    t6 = carry;
    t[0] = mifu_word_mul(&high, a0, a0);
    carry = 0;
    t[1] = mifu_word_add(t1 << 1, high, &carry);
    low = mifu_word_mul(&high, a1, a1);
    t[2] = mifu_word_add(t2 << 1 | t1 >> 63, low, &carry);
    t[3] = mifu_word_add(t3 << 1 | t2 >> 63, high, &carry);
    low = mifu_word_mul(&high, a2, a2);
    t[4] = mifu_word_add(t4 << 1 | t3 >> 63, low, &carry);
    t[5] = mifu_word_add(t5 << 1 | t4 >> 63, high, &carry);
    low = mifu_word_mul(&high, a3, a3);
    t[6] = mifu_word_add(t6 << 1 | t5 >> 63, low, &carry);
    t[7] = mifu_word_add(t6 >> 63, high, &carry);
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

void mifu_fn_mul(mifu_u256 *r, const mifu_u256 *a, const mifu_u256 *b)
{
    static const mifu_modulus n = {
        {{0x53bbf40939d54123, 0x7203df6b21c6052b, 0xffffffffffffffff, 0xfffffffeffffffff}},
        MIFU_FN_NEGATED_INVERSE};

    mifu_montgomery_mul(r, a, b, &n);
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
