/* SPDX-License-Identifier: Apache-2.0 */
/* CTR-DRBG with SM4 and the derivation function: SP 800-90A Rev. 1 10.2.1, GM/T 0105 annex E. */
#include "drbg_internal.h"

#include "base_bytes.h"
#include "base_secret.h"
#include "sm4_kernels.h"
#include "mifu/sm4.h"

#define BLOCK     16
#define SEED_SIZE 32 /* key and V: table 3 */

/* 10.3.3: a CBC-MAC that is fed pieces. */
typedef struct chain {
    const mifu_sm4_key *key;
    size_t fill; /* bytes of the present block */
    uint8_t value[BLOCK];
} chain;

static void feed(chain *c, const uint8_t *data, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        c->value[c->fill++] ^= data[i];
        if (c->fill == BLOCK) {
            mifu_sm4_one_encrypt(c->value, c->key, c->value);
            c->fill = 0;
        }
    }
}

void mifu_drbg_block_cipher_df(uint8_t out[32], const mifu_drbg_part *parts, unsigned count)
{
    static const uint8_t zeros[BLOCK - 4] = {0}, mark = 0x80;
    uint8_t k[BLOCK], number[4], temp[SEED_SIZE];
    uint32_t len = 0;
    mifu_sm4_key key;
    chain c;

    for (uint8_t i = 0; i < BLOCK; i++)
        k[i] = i;
    mifu_sm4_key_expand(&key, k);
    for (unsigned i = 0; i < count; i++)
        len += (uint32_t)parts[i].len;
    for (uint32_t i = 0; i < 2; i++) {
        c = (chain){&key, 0, {0}};
        mifu_store32_be(number, i);
        feed(&c, number, 4);
        feed(&c, zeros, BLOCK - 4);
        mifu_store32_be(number, len);
        feed(&c, number, 4);
        mifu_store32_be(number, SEED_SIZE);
        feed(&c, number, 4);
        for (unsigned j = 0; j < count; j++)
            feed(&c, parts[j].data, parts[j].len);
        feed(&c, &mark, 1);
        if (c.fill > 0) /* zeros up to the end of the block change nothing but count */
            mifu_sm4_one_encrypt(c.value, &key, c.value);
        memcpy(temp + BLOCK * i, c.value, BLOCK);
    }
    mifu_sm4_key_expand(&key, temp);
    mifu_sm4_one_encrypt(out, &key, temp + BLOCK);
    mifu_sm4_one_encrypt(out + BLOCK, &key, out);
    mifu_sm4_key_wipe(&key);
    mifu_wipe(temp, sizeof temp);
    mifu_wipe(&c, sizeof c);
}

/* V = V + 1 modulo 2^128, out = its encryption. */
static void next_block(uint8_t out[BLOCK], mifu_drbg *drbg, const mifu_sm4_key *key)
{
    unsigned carry = 1;

    for (unsigned i = BLOCK; i-- > 0;) {
        carry += drbg->v[i];
        drbg->v[i] = (uint8_t)carry;
        carry >>= 8;
    }
    mifu_sm4_one_encrypt(out, key, drbg->v);
}

/* 10.2.1.2 */
static void update(mifu_drbg *drbg, const uint8_t provided[SEED_SIZE])
{
    mifu_sm4_key key;
    uint8_t temp[SEED_SIZE];

    mifu_sm4_key_expand(&key, drbg->key);
    next_block(temp, drbg, &key);
    next_block(temp + BLOCK, drbg, &key);
    mifu_xor_bytes(temp, temp, provided, SEED_SIZE);
    memcpy(drbg->key, temp, BLOCK);
    memcpy(drbg->v, temp + BLOCK, BLOCK);
    mifu_sm4_key_wipe(&key);
    mifu_wipe(temp, sizeof temp);
}

static void update_from(mifu_drbg *drbg, const mifu_drbg_part *parts, unsigned count)
{
    uint8_t material[SEED_SIZE];

    mifu_drbg_block_cipher_df(material, parts, count);
    update(drbg, material);
    mifu_wipe(material, sizeof material);
}

static void instantiate(mifu_drbg *drbg, const mifu_drbg_part *parts, unsigned count)
{
    memset(drbg->key, 0, BLOCK);
    memset(drbg->v, 0, BLOCK);
    update_from(drbg, parts, count);
}

static void generate(uint8_t *out, size_t len, mifu_drbg *drbg, const mifu_drbg_part *additional)
{
    uint8_t material[SEED_SIZE] = {0}, block[BLOCK];
    mifu_sm4_key key;

    if (additional->len > 0) {
        mifu_drbg_block_cipher_df(material, additional, 1);
        update(drbg, material);
    }
    mifu_sm4_key_expand(&key, drbg->key);
    while (len > 0) {
        size_t n = len < BLOCK ? len : BLOCK;

        next_block(block, drbg, &key);
        memcpy(out, block, n);
        out += n;
        len -= n;
    }
    update(drbg, material);
    mifu_sm4_key_wipe(&key);
    mifu_wipe(block, sizeof block);
    mifu_wipe(material, sizeof material);
}

const mifu_drbg_mechanics mifu_drbg_ctr = {BLOCK, instantiate, update_from, generate};
