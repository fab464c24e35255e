/* SPDX-License-Identifier: Apache-2.0 */
/* Constants of SM9 (GM/T 0044.5 clause 4) in Montgomery form, and serialisation of its elements. */
#include "sm9_types.h"

/* Formulas of these constants: tests/unit/test_sm9_arithmetic.c recomputes all of them. */
const mifu_sm9_g1 mifu_sm9_p1 = {
    {{0x22e935e29860501b, 0xa946fd5e0073282c, 0xefd0cec817a649be, 0x5129787c869140b5}},
    {{0xee779649eb87f7c7, 0x15563cbdec30a576, 0x326353912824efbf, 0x7215717763c39828}}};
const mifu_sm9_g2 mifu_sm9_p2 = {
    {{{0x260226a68ce2da8f, 0x7ee5645edbf6c06b, 0xf8f57c82b1495444, 0x61fcf018bc47c4d1}},
     {{0xdb6db4822750a8a6, 0x84c6135a5121f134, 0x1874032f88791d41, 0x905112f2b85f3a37}}},
    {{{0xc03f138f9171c24a, 0x92fbab45a15a3ca7, 0x2445561e2ff77cdb, 0x108495e0c0f62ece}},
     {{0xf7b82dac4c89bfbb, 0x3706f3f6a49dc12f, 0x1e29de93d3eef769, 0x81e448c3c76a5d53}}}};
const mifu_u256 mifu_sm9_five = {
    {0xb9f2c1e8c8c71995, 0x125df8f246a377fc, 0x25e650d049188d1c, 0x043fffffed866f63}};
const mifu_u256 mifu_sm9_gamma[5] = {
    {{0x1a98dfbd4575299f, 0x9ec8547b245c54fd, 0xf51f5eac13df846c, 0x9ef74015d5a16393}},
    {{0xb626197dce4736ca, 0x08296b3557ed0186, 0x9c705db2fd91512a, 0x1c753e748601c992}},
    {{0x39b4ef0f3ee72529, 0xdb043bf508582782, 0xb8554ab054ac91e3, 0x9848eec25498cab5}},
    {{0x81054fcd94e9c1c4, 0x4c0e91cb8ce2df3e, 0x4877b452e8aedfb4, 0x88f53e748b491776}},
    {{0x048baa79dcc34107, 0x5e2e7ac4fe76c161, 0x99399754365bd4bc, 0xaf91aeac819b0e13}}};

static void fp_to_bytes(uint8_t bytes[32], const mifu_u256 *a)
{
    mifu_u256 t;

    mifu_sm9p_from_montgomery(&t, a);
    mifu_u256_to_bytes(bytes, &t);
    mifu_wipe(&t, sizeof t);
}

static int fp_from_bytes(mifu_u256 *r, const uint8_t bytes[32])
{
    mifu_u256_from_bytes(r, bytes);
    if (!mifu_u256_mask_less(r, &mifu_sm9p.m))
        return 0;
    mifu_sm9p_to_montgomery(r, r);
    return 1;
}

/* The standard's tower 1-2-4-12 has w^5, w^2 | w^4, w^1 | w^3, w^0 from the highest to the lowest.
 */
static const int order[6] = {5, 2, 4, 1, 3, 0};

void mifu_sm9_fp12_to_bytes(uint8_t bytes[384], const mifu_sm9_fp12 *a)
{
    for (int i = 0; i < 6; i++) {
        fp_to_bytes(bytes + 64 * i, &a->c[order[i]].c1);
        fp_to_bytes(bytes + 64 * i + 32, &a->c[order[i]].c0);
    }
}

int mifu_sm9_fp12_from_bytes(mifu_sm9_fp12 *r, const uint8_t bytes[384])
{
    int good = 1;

    for (int i = 0; i < 6; i++)
        good &= fp_from_bytes(&r->c[order[i]].c1, bytes + 64 * i) &
                fp_from_bytes(&r->c[order[i]].c0, bytes + 64 * i + 32);
    return good;
}

void mifu_sm9_g1_to_bytes(uint8_t bytes[64], const mifu_sm9_g1 *a)
{
    fp_to_bytes(bytes, &a->x);
    fp_to_bytes(bytes + 32, &a->y);
}

void mifu_sm9_g2_to_bytes(uint8_t bytes[128], const mifu_sm9_g2 *a)
{
    fp_to_bytes(bytes, &a->x.c1);
    fp_to_bytes(bytes + 32, &a->x.c0);
    fp_to_bytes(bytes + 64, &a->y.c1);
    fp_to_bytes(bytes + 96, &a->y.c0);
}
