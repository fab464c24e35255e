/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constant-time cases of the kernels of the back-ends that work on vectors: what is worth single
 * steps. Few blocks, a full batch and a tail.
 */
#include "timing.h"

#include "ghash_kernels.h"
#include "mifu/sha256.h"
#include "mifu/sm3.h"
#include "sha256_kernels.h"
#include "sm2_many_kernels.h"
#include "sm3_kernels.h"
#include "sm4_kernels.h"
#include "zuc_kernels.h"

#define BLOCKS 70

static uint8_t data[16 * BLOCKS], out[16 * BLOCKS];

static void sm4(void)
{
    static mifu_sm4_key key;
    static uint64_t hash_key[MIFU_GHASH_KEY_WORDS];
    const mifu_sm4_kernels *k = mifu_sm4_kernels_in_use();
    uint8_t bytes[16], chain[16], hash[16];

    timing_secret(bytes, sizeof bytes);
    timing_secret(data, sizeof data);
    timing_secret(chain, sizeof chain);
    timing_secret(hash, sizeof hash);
    k->key_expand(&key, bytes);
    k->encrypt(&key, out, data, 1);
    k->encrypt(&key, out, data, 5);
    k->encrypt(&key, out, data, BLOCKS);
    k->decrypt(&key, out, data, 1);
    k->decrypt(&key, out, data, BLOCKS);
    k->ctr(&key, chain, out, data, BLOCKS);
    timing_unmark(chain, sizeof chain); /* a counter and an IV are public */
    k->ctr32(&key, chain, out, data, BLOCKS);
    k->cbc_encrypt(&key, chain, out, data, 3);
    k->cbc_decrypt(&key, chain, out, data, BLOCKS);
    k->cfb_encrypt(&key, chain, out, data, 3);
    k->cfb_decrypt(&key, chain, out, data, BLOCKS);
    k->ofb(&key, chain, out, data, 3);
    k->cbc_mac(&key, chain, data, 3);
    k->ccm_encrypt(&key, chain, hash, out, data, 3);
    k->ccm_decrypt(&key, chain, hash, out, data, 3);
    k->xts_encrypt(&key, MIFU_SM4_XTS_GB, chain, out, data, BLOCKS);
    k->xts_encrypt(&key, MIFU_SM4_XTS_IEEE, chain, out, data, BLOCKS);
    k->xts_decrypt(&key, MIFU_SM4_XTS_IEEE, chain, out, data, BLOCKS);
    k->encrypt(&key, bytes, bytes, 1);
    mifu_ghash_init(hash_key, bytes, sizeof data);
    k->gcm_encrypt(&key, hash_key, chain, hash, out, data, BLOCKS);
    k->gcm_decrypt(&key, hash_key, chain, hash, out, data, BLOCKS);
}

/* Lanes under one key and under twenty, which are prepared at once. */
static void sm4_many(void)
{
    enum { LANES = 20, LANE_BLOCKS = 2 };
    static mifu_sm4_key keys[LANES];
    const mifu_sm4_kernels *k = mifu_sm4_kernels_in_use();
    uint8_t bytes[LANES][16], chains[LANES][16], *outs[LANES];
    const mifu_sm4_key *of[LANES], *same[LANES];
    const uint8_t *ins[LANES];

    timing_secret(bytes, sizeof bytes);
    timing_secret(data, sizeof data);
    timing_secret(chains, sizeof chains);
    k->key_expand_many(keys, bytes[0], LANES);
    for (size_t i = 0; i < LANES; i++) {
        of[i] = &keys[i];
        same[i] = &keys[0];
        ins[i] = data + 16 * LANE_BLOCKS * i;
        outs[i] = out + 16 * LANE_BLOCKS * i;
    }
    k->cbc_encrypt_many(of, chains, outs, ins, LANE_BLOCKS, LANES);
    k->cbc_encrypt_many(of, chains, NULL, ins, LANE_BLOCKS, 10);
    k->cbc_encrypt_many(same, chains, outs, ins, LANE_BLOCKS, LANES);
    k->cbc_encrypt_many(same, chains, outs, ins, LANE_BLOCKS, 10);
}

static void ghash(void)
{
    static uint64_t key[MIFU_GHASH_KEY_WORDS];
    uint8_t h[16], hash[16];

    timing_secret(h, sizeof h);
    timing_secret(hash, sizeof hash);
    timing_secret(data, sizeof data);
    mifu_ghash_init(key, h, sizeof data);
    mifu_ghash_update(key, hash, data, 1);
    mifu_ghash_update(key, hash, data, BLOCKS);
}

/* More messages than the widest kernel has lanes, of several lengths. */
#define MESSAGES 18

static void set_messages(const uint8_t *list[MESSAGES], size_t lens[MESSAGES])
{
    timing_secret(data, sizeof data);
    for (unsigned i = 0; i < MESSAGES; i++) {
        list[i] = data + 7 * i;
        lens[i] = i % 3 == 0 ? 150 : 130;
    }
}

static void sm3(void)
{
    static uint8_t digests[MESSAGES][MIFU_SM3_DIGEST_SIZE];
    const uint8_t *list[MESSAGES];
    size_t lens[MESSAGES];

    set_messages(list, lens);
    mifu_sm3_hash(digests[0], data, 200);
    mifu_sm3_hash_many(digests, list, lens, MESSAGES);
}

static void sha256(void)
{
    static uint8_t digests[MESSAGES][MIFU_SHA256_DIGEST_SIZE];
    const uint8_t *list[MESSAGES];
    size_t lens[MESSAGES];

    set_messages(list, lens);
    mifu_sha256_hash(digests[0], data, 200);
    mifu_sha256_hash_many(digests, list, lens, MESSAGES);
}

/* Whole groups of words and a rest, for one stream, a sum, and all lanes. */
static void zuc(void)
{
    static mifu_zuc_state state;
    static mifu_zuc_lanes lanes;
    const mifu_zuc_kernels *k = mifu_zuc_kernels_in_use();
    uint32_t tag[4] = {0};
    uint8_t window[MIFU_ZUC_WINDOW], *outs[MIFU_ZUC_LANES_MOST];
    const uint8_t *ins[MIFU_ZUC_LANES_MOST];

    timing_secret(state.cells, sizeof state.cells);
    timing_secret(lanes.cells, sizeof lanes.cells);
    timing_secret(window, sizeof window);
    timing_secret(data, sizeof data);
    k->initialise(&state, 32);
    k->crypt(out, &state, data, 19);
    k->crypt(out, &state, NULL, 8);
    for (unsigned tag_words = 1; tag_words <= 4; tag_words *= 2)
        k->absorb(tag, tag_words, window, &state, data, 18);
    k->sum(tag, 1, data, data, 7);
    if (k->lanes == 0)
        return;
    for (unsigned l = 0; l < k->lanes; l++) {
        ins[l] = data + 64 * l;
        outs[l] = out + 64 * l;
    }
    k->lanes_initialise(&lanes, 32);
    k->lanes_crypt(outs, &lanes, ins, 1);
    k->lanes_crypt(outs, &lanes, NULL, 1);
}

/* A full group of lanes and one that is not; and so few that lanes add multiples of G in another
 * way. */
static void sm2_many(void)
{
    enum { COUNT = 11 };
    static mifu_u256 scalars[COUNT];
    static mifu_affine points[COUNT], products[COUNT];
    static uint8_t kernel_scratch[MIFU_SM2_MANY_KERNEL_SCRATCH] MIFU_ALIGNED(64);
    const mifu_sm2_many_kernels *kernels = mifu_sm2_many_kernels_in_use();

    timing_secret(scalars, sizeof scalars);
    for (unsigned i = 0; i < COUNT; i++)
        scalars[i].v[MIFU_COUNT_OF(scalars[i].v) - 1] >>= 1; /* below n */
    kernels->base_multiply(products, scalars, 7, kernel_scratch);
    kernels->base_multiply(points, scalars, COUNT, kernel_scratch);
    timing_unmark(points, sizeof points);
    kernels->multiply(products, scalars, points, COUNT, kernel_scratch);
}

static const timing_case cases[] = {
    {"kernel.sm3", "sm3", sm3},       {"kernel.sha256", "sha256", sha256},
    {"kernel.sm4", "sm4", sm4},       {"kernel.sm4_many", "sm4", sm4_many},
    {"kernel.ghash", "ghash", ghash}, {"kernel.sm2_many", "sm2_many", sm2_many},
    {"kernel.zuc", "zuc", zuc},
};

const timing_table timing_cases_kernels = {cases, MIFU_COUNT_OF(cases)};
