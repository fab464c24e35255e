/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GCM with VAES and VPCLMULQDQ: GHASH of 64 blocks beside the rounds of 64 others, 32 bytes in each
 * round. In that measure it fills gaps that the rounds leave; in larger pieces it takes as long as
 * after them (docs/performance-sm4.md). Compiled after sm4_aesni_sliced.inc for 256 bits.
 */
#ifndef MIFU_SM4_VAES_AVX2_GCM_H
#define MIFU_SM4_VAES_AVX2_GCM_H

#include "base_secret.h"
#include "ghash_vpclmul_avx2.h"
#include "sm4_gfni_keys.h"
#include "sm4_streams_avx2.h"

#define GCM_BATCH 64 /* blocks: two sets, and 32 registers of GHASH */

/* Y of SP 800-38D 6.4 over `text`, sixteen blocks to a reduction. */
typedef struct gcm_hashing {
    mifu_ghash256_sum sum;
    __m256i y; /* mirrored, for the first of the next two blocks */
    const uint64_t *key;
    const uint8_t *text;
} gcm_hashing;

/* Blocks 2 i and 2 i + 1 of the text. */
MIFU_INLINE void gcm_hash_step(void *argument, size_t i)
{
    gcm_hashing *h = argument;
    size_t k =
        MIFU_GHASH256_REGISTERS - 1 - i % MIFU_GHASH256_REGISTERS; /* of H^(2k+2), H^(2k+1) */
    __m256i x = mifu_ghash256_reverse(mifu_ghash256_load(h->text + 32 * i));

    if (i % MIFU_GHASH256_REGISTERS == 0) {
        x = _mm256_xor_si256(x, h->y);
        h->sum = mifu_ghash256_zero_sum();
    }
    mifu_ghash256_multiply_add(&h->sum, x,
                               mifu_ghash256_load(h->key + MIFU_GHASH256_POWERS + 4 * k),
                               mifu_ghash256_load(h->key + MIFU_GHASH256_SUMS + 4 * k));
    if (k == 0)
        h->y = _mm256_zextsi128_si256(mifu_ghash256_join(mifu_ghash256_reduce(h->sum)));
}

/*
 * All whole batches of a text; returns how many blocks that were: none where the key of GHASH is
 * another back-end's, or has not all powers. A ciphertext is hashed beside the next batch when
 * encrypting, so there must be two, and beside its own when decrypting. The rounds are compiled
 * once: what they hash in the first batch of an encryption is forgotten.
 */
static size_t gcm_many(const mifu_sm4_key *key, uint64_t *hash_key, uint8_t counter[16],
                       uint8_t hash[16], uint8_t *out, const uint8_t *in, size_t blocks,
                       int decrypting)
{
    struct {
        wide_set set[2];
        MIFU_ALIGNED(32) uint8_t stream[2][8 * GCM_BATCH];
        MIFU_ALIGNED(16) uint8_t rows[33][16];
        gcm_hashing h;
    } work;
    word_keys k = word_keys_of(key, 0);
    size_t done;
    __m256i y;

    if (blocks < (decrypting ? 1 : 2) * GCM_BATCH ||
        hash_key[MIFU_GHASH_OWNER] != MIFU_GHASH256_OWNER ||
        hash_key[MIFU_GHASH256_COUNT] != 2 * MIFU_GHASH256_REGISTERS)
        return 0;
    wide_sliced_rows(work.rows, k.keys, k.step);
    work.h.key = hash_key;
    y = _mm256_zextsi128_si256(
        mifu_ghash256_reverse_one(_mm_loadu_si128((const __m128i *)(const void *)hash)));
    for (done = 0; blocks - done >= GCM_BATCH; done += GCM_BATCH) {
        int hashes = decrypting || done != 0;

        mifu_sm4_counters(work.stream[0], counter, GCM_BATCH, 0);
        for (size_t i = 0; i < 2; i++)
            wide_sliced_load(&work.set[i], work.stream[i]);
        work.h.y = y;
        work.h.text = decrypting ? in + 16 * done
                      : hashes   ? out + 16 * (done - GCM_BATCH)
                                 : work.stream[0]; /* for nothing: y stays what it was */
        wide_sliced_rounds(&work.set[0], &work.set[1], (const uint8_t(*)[16])work.rows,
                           gcm_hash_step, &work.h);
        if (hashes)
            y = work.h.y;
        for (size_t i = 0; i < 2; i++)
            wide_sliced_store(work.stream[i], &work.set[i]);
        mifu_sm4_xor_blocks(out + 16 * done, in + 16 * done, work.stream[0], GCM_BATCH);
    }
    _mm_storeu_si128((__m128i *)(void *)hash, mifu_ghash256_reverse_one(_mm256_castsi256_si128(y)));
    if (!decrypting) /* the last ciphertext */
        mifu_ghash_update(hash_key, hash, out + 16 * (done - GCM_BATCH), GCM_BATCH);
    mifu_wipe(&work, sizeof work);
    return done;
}

#define MIFU_SM4_GCM_MANY gcm_many

#endif
