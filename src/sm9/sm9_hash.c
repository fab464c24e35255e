/* SPDX-License-Identifier: Apache-2.0 */
/*
 * H1 and H2, hashes into [1, N-1]: GM/T 0044.2-2016 5.4.2.2 and 5.4.2.3. With N of 256 bits hlen is
 * 8 * ceil(5 * 256 / 32) = 320 bits: 40 bytes of SM3(prefix || Z || ct), ct = 1, 2.
 */
#include "sm9_internal.h"
#include "sm3_kernels.h"

#define PREFIX_H1 0x01
#define PREFIX_H2 0x02

/*
 * h = Ha mod (N-1) + 1 for the 320-bit Ha, in constant time. The first 256 bits are below
 * 2^256 < 2 (N-1), so one subtraction reduces them; then 64 times a bit is appended: with r < N-1,
 * 2r + 1 < 2 (N-1), and again one subtraction is enough.
 */
static void reduce(mifu_u256 *h, const uint8_t ha[40])
{
    static const mifu_u256 one = {{1, 0, 0, 0}};
    mifu_u256 r, bit = {{0, 0, 0, 0}}, modulus;
    uint64_t low = mifu_load64_be(ha + 32), carry;

    (void)mifu_u256_sub(&modulus, &mifu_sm9n.m, &one);
    mifu_u256_from_bytes(&r, ha);
    mifu_field_reduce_once(&r, 0, &r, &modulus);
    for (int i = 63; i >= 0; i--) {
        bit.v[0] = low >> i & 1;
        carry = mifu_u256_add(&r, &r, &r);
        r.v[0] |= bit.v[0];
        mifu_field_reduce_once(&r, carry, &r, &modulus);
    }
    (void)mifu_u256_add(h, &r, &one); /* at most N - 1 */
    mifu_wipe(&r, sizeof r);
}

void mifu_sm9_hash_finish(mifu_u256 *h, const mifu_sm3 *absorbed)
{
    uint8_t ha[2 * MIFU_SM3_DIGEST_SIZE], counter[4];

    for (uint32_t ct = 1; ct <= 2; ct++) {
        mifu_sm3 sm3 = *absorbed;

        mifu_store32_be(counter, ct);
        mifu_sm3_update(&sm3, counter, sizeof counter);
        mifu_sm3_finish(ha + MIFU_SM3_DIGEST_SIZE * (ct - 1), &sm3);
    }
    reduce(h, ha);
    mifu_wipe(ha, sizeof ha);
}

void mifu_sm9_h1(mifu_u256 *h, const uint8_t *id, size_t id_len, uint8_t hid)
{
    static const uint8_t prefix = PREFIX_H1;
    mifu_sm3 sm3;

    mifu_sm3_init(&sm3);
    mifu_sm3_update(&sm3, &prefix, 1);
    mifu_sm3_update(&sm3, id, id_len);
    mifu_sm3_update(&sm3, &hid, 1);
    mifu_sm9_hash_finish(h, &sm3);
}

void mifu_sm9_message_init(mifu_sm3 *message)
{
    static const uint8_t prefix = PREFIX_H2;

    mifu_sm3_init(message);
    mifu_sm3_update(message, &prefix, 1);
}

void mifu_sm9_h2(mifu_u256 *h, const mifu_sm3 *message, const mifu_sm9_fp12 *w)
{
    uint8_t bytes[MIFU_SM9_GT_SIZE];
    mifu_sm3 sm3 = *message;

    mifu_sm9_fp12_to_bytes(bytes, w);
    mifu_sm3_update(&sm3, bytes, sizeof bytes);
    mifu_sm9_hash_finish(h, &sm3);
    mifu_sm3_wipe(&sm3);
    mifu_wipe(bytes, sizeof bytes);
}
