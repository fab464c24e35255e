/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GHASH (SP 800-38D 6.4) in portable C, constant time. Carry-less products come from integer
 * multiplication "with holes": the operands are split into four parts that keep every fourth bit,
 * so that the partial products that meet in one bit of the result have three bits of room for
 * their sum, whose lowest bit is the xor; the rest is masked off. This supposes a multiplier of
 * data-independent time, as for all of the library.
 *
 * Bit order: GCM writes the coefficient of x^0 as the first bit, that is a reflected polynomial.
 * The product of two reflected polynomials is the reflected product shifted right by one, so the
 * 255-bit product is shifted left by one before it is reduced.
 */
#include "ghash_kernels.h"

#include "base_bytes.h"
#include "base_secret.h"

typedef struct product128 {
    uint64_t high, low;
} product128;

#if MIFU_HAVE_INT128

/*
 * Low half of the carry-less product. Bit 4k + i of a sum of products of parts collects at most
 * k + 1 <= 16 ones: only at k = 15 can the sum leave its four bits, and there it leaves the word.
 */
static uint64_t low_half(uint64_t x, uint64_t y)
{
    const uint64_t m = UINT64_C(0x1111111111111111);
    uint64_t x0 = x & m, x1 = x & m << 1, x2 = x & m << 2, x3 = x & m << 3;
    uint64_t y0 = y & m, y1 = y & m << 1, y2 = y & m << 2, y3 = y & m << 3;
    uint64_t z0 = (x0 * y0) ^ (x1 * y3) ^ (x2 * y2) ^ (x3 * y1);
    uint64_t z1 = (x0 * y1) ^ (x1 * y0) ^ (x2 * y3) ^ (x3 * y2);
    uint64_t z2 = (x0 * y2) ^ (x1 * y1) ^ (x2 * y0) ^ (x3 * y3);
    uint64_t z3 = (x0 * y3) ^ (x1 * y2) ^ (x2 * y1) ^ (x3 * y0);

    return (z0 & m) | (z1 & m << 1) | (z2 & m << 2) | (z3 & m << 3);
}

static uint64_t reverse64(uint64_t x)
{
    x = (x & UINT64_C(0x5555555555555555)) << 1 | (x >> 1 & UINT64_C(0x5555555555555555));
    x = (x & UINT64_C(0x3333333333333333)) << 2 | (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4 | (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    x = (x & UINT64_C(0x00ff00ff00ff00ff)) << 8 | (x >> 8 & UINT64_C(0x00ff00ff00ff00ff));
    x = (x & UINT64_C(0x0000ffff0000ffff)) << 16 | (x >> 16 & UINT64_C(0x0000ffff0000ffff));
    return x << 32 | x >> 32;
}

/* A factor with its mirror image, which gives the high half: x y has bits 0..126, so the mirrored
 * low half of the mirrored factors is the high half shifted by one. */
typedef struct factor {
    uint64_t plain, mirrored;
} factor;

static factor make_factor(uint64_t x)
{
    factor f = {x, reverse64(x)};

    return f;
}

static product128 multiply(factor x, factor y)
{
    product128 p;

    p.low = low_half(x.plain, y.plain);
    p.high = reverse64(low_half(x.mirrored, y.mirrored)) >> 1;
    return p;
}

static factor add_factors(factor x, factor y)
{
    factor f = {x.plain ^ y.plain, x.mirrored ^ y.mirrored};

    return f;
}

#else

typedef struct factor {
    uint64_t plain;
} factor;

/* 32 x 32 -> 63 bits. At most 8 ones meet in one bit: they stay within their four bits. */
static uint64_t multiply32(uint32_t x, uint32_t y)
{
    const uint32_t h = 0x11111111;
    const uint64_t m = UINT64_C(0x1111111111111111);
    uint64_t x0 = x & h, x1 = x & h << 1, x2 = x & h << 2, x3 = x & h << 3;
    uint32_t y0 = y & h, y1 = y & h << 1, y2 = y & h << 2, y3 = y & h << 3;
    uint64_t z0 = (x0 * y0) ^ (x1 * y3) ^ (x2 * y2) ^ (x3 * y1);
    uint64_t z1 = (x0 * y1) ^ (x1 * y0) ^ (x2 * y3) ^ (x3 * y2);
    uint64_t z2 = (x0 * y2) ^ (x1 * y1) ^ (x2 * y0) ^ (x3 * y3);
    uint64_t z3 = (x0 * y3) ^ (x1 * y2) ^ (x2 * y1) ^ (x3 * y0);

    return (z0 & m) | (z1 & m << 1) | (z2 & m << 2) | (z3 & m << 3);
}

static factor make_factor(uint64_t x)
{
    factor f = {x};

    return f;
}

/* Karatsuba over 32-bit halves. */
static product128 multiply(factor x, factor y)
{
    uint32_t xh = (uint32_t)(x.plain >> 32), xl = (uint32_t)x.plain;
    uint32_t yh = (uint32_t)(y.plain >> 32), yl = (uint32_t)y.plain;
    uint64_t high = multiply32(xh, yh), low = multiply32(xl, yl);
    uint64_t middle = multiply32(xh ^ xl, yh ^ yl) ^ high ^ low;
    product128 p;

    p.high = high ^ middle >> 32;
    p.low = low ^ middle << 32;
    return p;
}

static factor add_factors(factor x, factor y)
{
    factor f = {x.plain ^ y.plain};

    return f;
}

#endif

static void derive(uint64_t key[MIFU_GHASH_KEY_WORDS], uint64_t bytes)
{
    (void)key;
    (void)bytes; /* H itself is all that is needed */
}

static void update(const uint64_t key[MIFU_GHASH_KEY_WORDS], uint8_t hash[16], const uint8_t *data,
                   size_t blocks)
{
    factor h1 = make_factor(key[0]); /* coefficients x^0 .. x^63, mirrored: the high half */
    factor h0 = make_factor(key[1]);
    factor h2 = add_factors(h0, h1);
    uint64_t y1 = mifu_load64_be(hash), y0 = mifu_load64_be(hash + 8);

    for (; blocks > 0; blocks--, data += 16) {
        product128 a, b, c;
        factor f1, f0;
        uint64_t v0, v1, v2, v3;

        f1 = make_factor(y1 ^ mifu_load64_be(data));
        f0 = make_factor(y0 ^ mifu_load64_be(data + 8));
        a = multiply(f1, h1);
        b = multiply(f0, h0);
        c = multiply(add_factors(f0, f1), h2);
        c.high ^= a.high ^ b.high;
        c.low ^= a.low ^ b.low;
        v0 = b.low;
        v1 = b.high ^ c.low;
        v2 = a.low ^ c.high;
        v3 = a.high;

        /* One place to the left: now bit 255 is the coefficient of x^0. */
        v3 = v3 << 1 | v2 >> 63;
        v2 = v2 << 1 | v1 >> 63;
        v1 = v1 << 1 | v0 >> 63;
        v0 = v0 << 1;

        /*
         * x^128 = 1 + x + x^2 + x^7: in mirrored order the word v goes 128 places up, and from
         * there 0, 1, 2, 7 places down; what falls out at the bottom lands in the word below.
         */
        v2 ^= v0 ^ v0 >> 1 ^ v0 >> 2 ^ v0 >> 7;
        v1 ^= v0 << 63 ^ v0 << 62 ^ v0 << 57;
        v3 ^= v1 ^ v1 >> 1 ^ v1 >> 2 ^ v1 >> 7;
        v2 ^= v1 << 63 ^ v1 << 62 ^ v1 << 57;
        y1 = v3;
        y0 = v2;
    }
    mifu_store64_be(hash, y1);
    mifu_store64_be(hash + 8, y0);
}

const mifu_ghash_kernels mifu_ghash_portable = {
    .owner = 1,
    .derive = derive,
    .update = update,
};
