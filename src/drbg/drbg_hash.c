/* SPDX-License-Identifier: Apache-2.0 */
/* Hash-DRBG with SM3: SP 800-90A Rev. 1 10.1.1, GM/T 0105-2021 annex B. */
#include "drbg_internal.h"

#include "base_bytes.h"
#include "base_secret.h"
#include "sm3_kernels.h"
#include "mifu/sm3.h"

#define SEED_SIZE 55 /* 440 bits: table 2 */
#define LANES     16 /* blocks of output at once */

void mifu_drbg_hash_df(uint8_t *out, size_t out_len, const mifu_drbg_part *parts, unsigned count)
{
    uint8_t head[5], digest[MIFU_SM3_DIGEST_SIZE];
    mifu_sm3 sm3;

    mifu_store32_be(head + 1, (uint32_t)out_len * 8);
    for (head[0] = 1; out_len > 0; head[0]++) {
        size_t n = out_len < sizeof digest ? out_len : sizeof digest;

        mifu_sm3_init(&sm3);
        mifu_sm3_update(&sm3, head, sizeof head);
        for (unsigned i = 0; i < count; i++)
            mifu_sm3_update(&sm3, parts[i].data, parts[i].len);
        mifu_sm3_finish(digest, &sm3);
        memcpy(out, digest, n);
        out += n;
        out_len -= n;
    }
    mifu_wipe(digest, sizeof digest);
}

/* SM3(prefix || V || data). */
static void hash_v(uint8_t digest[32], uint8_t prefix, const mifu_drbg *drbg,
                   const mifu_drbg_part *data)
{
    mifu_sm3 sm3;

    mifu_sm3_init(&sm3);
    mifu_sm3_update(&sm3, &prefix, 1);
    mifu_sm3_update(&sm3, drbg->v, SEED_SIZE);
    if (data != NULL)
        mifu_sm3_update(&sm3, data->data, data->len);
    mifu_sm3_finish(digest, &sm3);
}

/* v = v + n modulo 2^440, for n of `len` bytes, big-endian. */
static void add(uint8_t v[SEED_SIZE], const uint8_t *n, size_t len)
{
    unsigned carry = 0;

    for (size_t i = 0; i < SEED_SIZE; i++) {
        carry += v[SEED_SIZE - 1 - i] + (i < len ? n[len - 1 - i] : 0U);
        v[SEED_SIZE - 1 - i] = (uint8_t)carry;
        carry >>= 8;
    }
}

/* next = v + 1 modulo 2^440: six words from the end, and seven bytes. */
static void successor(uint8_t next[SEED_SIZE], const uint8_t v[SEED_SIZE])
{
    uint64_t carry = 1;

    for (size_t at = SEED_SIZE; at > 7;) {
        uint64_t word;

        at -= 8;
        word = mifu_load64_be(v + at) + carry;
        carry &= mifu_mask_zero64(word);
        mifu_store64_be(next + at, word);
    }
    for (size_t i = 7; i-- > 0;) {
        carry += v[i];
        next[i] = (uint8_t)carry;
        carry >>= 8;
    }
}

/* C comes from V in either way. */
static void seed(mifu_drbg *drbg, const mifu_drbg_part *parts, unsigned count)
{
    static const uint8_t zero = 0;
    uint8_t v[SEED_SIZE];
    const mifu_drbg_part for_c[2] = {{&zero, 1}, {drbg->v, SEED_SIZE}};

    mifu_drbg_hash_df(v, sizeof v, parts, count);
    memcpy(drbg->v, v, sizeof v);
    mifu_drbg_hash_df(drbg->c, SEED_SIZE, for_c, 2);
    mifu_wipe(v, sizeof v);
}

static void reseed(mifu_drbg *drbg, const mifu_drbg_part *with, unsigned count)
{
    static const uint8_t one = 1;
    int gm = drbg->form == MIFU_DRBG_FORM_GM;
    const mifu_drbg_part v = {drbg->v, SEED_SIZE};
    const mifu_drbg_part parts[4] = {{&one, 1}, gm ? with[0] : v, gm ? v : with[0], with[1]};

    (void)count;
    seed(drbg, parts, 4);
}

/* Hashgen: SM3 of data, data + 1, ... The blocks do not depend on each other and go many at once.
 */
static void hashgen(uint8_t *out, size_t len, const uint8_t v[SEED_SIZE])
{
    uint8_t data[LANES + 1][SEED_SIZE], digests[LANES][32];
    const uint8_t *inputs[LANES];
    size_t lens[LANES];

    memcpy(data[0], v, SEED_SIZE);
    for (size_t i = 0; i < LANES; i++) {
        inputs[i] = data[i];
        lens[i] = SEED_SIZE;
    }
    while (len > 0) {
        size_t n = len < sizeof digests ? len : sizeof digests;
        size_t blocks = (n + 31) / 32;

        for (size_t i = 0; i < blocks; i++)
            successor(data[i + 1], data[i]);
        if (blocks == 1)
            mifu_sm3_digest(digests[0], data[0], SEED_SIZE);
        else
            mifu_sm3_digest_many(digests, inputs, lens, blocks);
        memcpy(out, digests, n);
        memcpy(data[0], data[blocks], SEED_SIZE);
        out += n;
        len -= n;
    }
    mifu_wipe(data, sizeof data);
    mifu_wipe(digests, sizeof digests);
}

static void generate(uint8_t *out, size_t len, mifu_drbg *drbg, const mifu_drbg_part *additional)
{
    uint8_t digest[32], counter[8];

    if (additional->len > 0) {
        hash_v(digest, 2, drbg, additional);
        add(drbg->v, digest, sizeof digest);
    }
    hashgen(out, len, drbg->v);
    hash_v(digest, 3, drbg, NULL);
    mifu_store64_be(counter, drbg->reseed_counter);
    add(drbg->v, digest, sizeof digest);
    add(drbg->v, drbg->c, SEED_SIZE);
    add(drbg->v, counter, sizeof counter);
    mifu_wipe(digest, sizeof digest);
}

const mifu_drbg_mechanics mifu_drbg_hash = {32, seed, reseed, generate};
