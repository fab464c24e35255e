/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4-HCTR, a tweakable wide block: GB/T 17964-2021 (Wang, Feng, Wu 2005). With the first block P1
 * and the rest R:
 *     Z1 = P1 ^ H(R || T), Z2 = E(Z1), C = R ^ E(S ^ 1) || E(S ^ 2) || ..., S = Z1 ^ Z2,
 *     C1 = Z2 ^ H(C || T)
 * where H is GHASH over the text filled with zeros and a block with its length in bits.
 */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"
#include "sm4_block.h"
#include "sm4_check.h"

#define CHUNK 64

/* block ^= H(rest || tweak) */
static void hash(uint8_t block[16], uint64_t hash_key[MIFU_GHASH_KEY_WORDS], const uint8_t *rest,
                 size_t len, const uint8_t tweak[16])
{
    uint8_t end[48] = {0}, sum[16] = {0};
    size_t tail = len % 16;
    size_t size = tail != 0 ? 32 : 16;

    mifu_copy(end, rest + (len - tail), tail);
    memcpy(end + tail, tweak, 16);
    mifu_store64_be(end + size, (uint64_t)len >> 61); /* (len + 16) * 8, carried below */
    mifu_store64_be(end + size + 8, (uint64_t)len << 3);
    mifu_sm4_counter_add(end + size, 128);
    mifu_ghash_update(hash_key, sum, rest, len / 16);
    mifu_ghash_update(hash_key, sum, end, size / 16 + 1);
    mifu_sm4_xor_block(block, block, sum);
    mifu_wipe(end, sizeof end);
    mifu_wipe(sum, sizeof sum);
}

/* The counter part: block i of the key stream is E(s ^ i), i = 1, 2, ... big-endian. */
static void count(uint8_t *out, const mifu_sm4_key *key, const uint8_t s[16], const uint8_t *in,
                  size_t len)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    uint64_t s1 = mifu_load64_be(s + 8), i = 1;
    uint8_t stream[16 * CHUNK];

    while (len > 0) {
        size_t n = len < sizeof stream ? len : sizeof stream;
        size_t blocks = (n + 15) / 16;

        for (size_t j = 0; j < blocks; j++, i++) {
            memcpy(stream + 16 * j, s, 8);
            mifu_store64_be(stream + 16 * j + 8, s1 ^ i);
        }
        kernels->encrypt(key, stream, stream, blocks);
        mifu_xor_bytes(out, in, stream, n);
        out += n;
        in += n;
        len -= n;
    }
    mifu_wipe(stream, sizeof stream);
}

static mifu_status crypt(uint8_t *out, const mifu_sm4_key *key, const uint8_t hash_key[16],
                         const uint8_t tweak[16], const uint8_t *in, size_t len, int encrypting)
{
    uint64_t prepared[MIFU_GHASH_KEY_WORDS];
    uint8_t t[16], z1[16], z2[16], s[16];
    mifu_status status;

    if (key == NULL || hash_key == NULL || tweak == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (len < 16)
        return MIFU_ERR_ARGUMENT_LENGTH;
    status = mifu_sm4_check_text(out, in, len);
    if (status != MIFU_OK)
        return status;
    memcpy(t, tweak, sizeof t);
    mifu_ghash_init(prepared, hash_key, 2 * (uint64_t)len);
    memcpy(z1, in, 16);
    hash(z1, prepared, in + 16, len - 16, t);
    if (encrypting)
        mifu_sm4_one_encrypt(z2, key, z1);
    else
        mifu_sm4_one_decrypt(z2, key, z1);
    mifu_sm4_xor_block(s, z1, z2);
    count(out + 16, key, s, in + 16, len - 16);
    hash(z2, prepared, out + 16, len - 16, t);
    memcpy(out, z2, 16);
    mifu_wipe(prepared, sizeof prepared);
    mifu_wipe(z1, sizeof z1);
    mifu_wipe(z2, sizeof z2);
    mifu_wipe(s, sizeof s);
    return MIFU_OK;
}

mifu_status mifu_sm4_hctr_encrypt(uint8_t *out, const mifu_sm4_key *key, const uint8_t hash_key[16],
                                  const uint8_t tweak[16], const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return crypt(out, key, hash_key, tweak, in, len, 1);
}

mifu_status mifu_sm4_hctr_decrypt(uint8_t *out, const mifu_sm4_key *key, const uint8_t hash_key[16],
                                  const uint8_t tweak[16], const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return crypt(out, key, hash_key, tweak, in, len, 0);
}
