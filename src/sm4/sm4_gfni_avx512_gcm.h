/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GCM over GFNI and AVX-512: GHASH in the shadow of the rounds.
 */
#ifndef MIFU_SM4_GFNI_AVX512_GCM_H
#define MIFU_SM4_GFNI_AVX512_GCM_H

#include "ghash_vpclmul.h"
#include "sm4_gfni_avx512_ctr.h"

/*
 * Y of ghash_vpclmul.h over 64 blocks: product number 0 is Y G^16, number j the register before
 * that times G^(16-j); the last register is added after the reduction. BETWEEN of the rounds calls
 * this once for each j.
 */
typedef struct hashing {
    mifu_ghash_sum sum;
    __m512i y, first; /* first: the hash so far, for the first block of the message */
    const uint64_t *key;
    const uint8_t *text;
} hashing;

MIFU_INLINE void hash_step(hashing *h, unsigned j)
{
    __m512i x = j == 0 ? h->y : mifu_ghash_reverse(load512(h->text + 64 * ((size_t)j - 1)));

    if (j == 1)
        x = _mm512_xor_si512(x, h->first);
    mifu_ghash_multiply_add(&h->sum, x, mifu_ghash_power(h->key, 15 - j));
}

MIFU_INLINE void hash_end(hashing *h)
{
    h->y =
        _mm512_xor_si512(mifu_ghash_reduce(h->sum), mifu_ghash_reverse(load512(h->text + 64 * 15)));
    h->sum = mifu_ghash_zero_sum();
    h->first = _mm512_setzero_si512();
}

MIFU_INLINE void gcm(const mifu_sm4_key *key, uint64_t *hash_key, uint8_t counter[16],
                     uint8_t hash[16], uint8_t *out, const uint8_t *in, size_t blocks,
                     int decrypting)
{
    half_keys keys = half_keys_of(key, 0);
    uint32_t white = mifu_load32_be(mifu_sm4_derived(key, MIFU_SM4_DERIVED_WHITE_PLAIN) + 12);
    __m512i white_out = whitening_of(key, 0).out;
    counter_run run;
    half512_word x[4], y[4];
    hashing h;
    int pending = 0;

    if (blocks >= BATCH && hash_key[MIFU_GHASH_OWNER] == MIFU_GHASH_VPCLMUL_OWNER &&
        hash_key[MIFU_GHASH_VPCLMUL_COUNT] == 16) {
        uint32_t n;

        counter_run_begin(&run, counter, 0);
        n = run.first;
        h.sum = mifu_ghash_zero_sum();
        h.y = _mm512_setzero_si512();
        h.first = _mm512_zextsi128_si512(mifu_ghash_load_hash(hash));
        h.key = hash_key;
        for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH) {
            counter_state(x, &run, n, white, 0);
            counter_state(y, &run, n + 32, white, 0);
            n += BATCH;
            h.text = decrypting ? in : pending ? out - 16 * BATCH : NULL;
            if (decrypting || pending) {
#define HASH(i) hash_step(&h, i)
                NAME_ROUNDS(x, y, keys, HASH);
                hash_end(&h);
            } else {
                NAME_ROUNDS(x, y, keys, NAME_NOTHING);
            }
            xor_stream(out, in, x, y, white_out);
            pending = !decrypting;
        }
        if (pending) {
            h.text = out - 16 * BATCH;
            MIFU_UNROLL_ALL
            for (unsigned i = 0; i < 16; i++)
                hash_step(&h, i);
            hash_end(&h);
        }
        mifu_store32_be(counter + 12, n);
        mifu_ghash_store_hash(hash, mifu_ghash_finish(hash_key, h.y));
    }
    while (blocks > 0) {
        size_t n = blocks < BATCH ? blocks : BATCH;

        if (decrypting)
            mifu_ghash_update(hash_key, hash, in, n);
        count_all(key, counter, out, in, n, 0);
        if (!decrypting)
            mifu_ghash_update(hash_key, hash, out, n);
        blocks -= n;
        in += 16 * n;
        out += 16 * n;
    }
}

static void gcm_encrypt(const mifu_sm4_key *key, uint64_t *hash_key, uint8_t counter[16],
                        uint8_t hash[16], uint8_t *out, const uint8_t *in, size_t blocks)
{
    gcm(key, hash_key, counter, hash, out, in, blocks, 0);
}

static void gcm_decrypt(const mifu_sm4_key *key, uint64_t *hash_key, uint8_t counter[16],
                        uint8_t hash[16], uint8_t *out, const uint8_t *in, size_t blocks)
{
    gcm(key, hash_key, counter, hash, out, in, blocks, 1);
}

#endif
