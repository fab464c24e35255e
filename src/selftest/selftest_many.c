/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4 and ZUC with many messages at once, of many lengths and each under its own key: as one by
 * one, for which there are known answers.
 */
#include <string.h>

#include "mifu/sm4_mac.h"
#include "mifu/sm4_many.h"
#include "mifu/sm4_modes.h"
#include "mifu/zuc_many.h"

#include "selftest_internal.h"

enum { COUNT = 19, MOST = 160 }; /* more than there are lanes, in most back-ends */

typedef struct batch {
    uint8_t bytes[COUNT * 32 + MOST]; /* keys, IVs and texts begin at different places in it */
    uint8_t results[COUNT][MOST], single[MOST], tags[16 * COUNT];
    const uint8_t *keys[COUNT], *ivs[COUNT], *in[COUNT];
    uint8_t *out[COUNT];
    size_t lens[COUNT];
    uint64_t bits[COUNT];
    mifu_zuc_3gpp parameters[COUNT];
} batch;

static void prepare(batch *b)
{
    for (size_t i = 0; i < sizeof b->bytes; i++)
        b->bytes[i] = (uint8_t)(i * i + 5 * i + i / 64);
    for (size_t i = 0; i < COUNT; i++) {
        b->keys[i] = b->bytes + 32 * i;
        b->ivs[i] = b->bytes + 16 * i + 7;
        b->in[i] = b->bytes + 31 * i;
        b->out[i] = b->results[i];
        b->lens[i] = i % 3 == 0 ? MOST : 8 * i; /* whole blocks where cut to 16 */
        b->bits[i] = 8 * (uint64_t)b->lens[i] - (b->lens[i] > 0 ? i % 8 : 0);
        b->parameters[i].count = (uint32_t)i * 77777777;
        b->parameters[i].bearer = (unsigned)i;
        b->parameters[i].direction = (unsigned)i % 2;
    }
}

/* Whether a result is what was computed alone. */
static int same(const batch *b, size_t i, size_t len)
{
    return memcmp(b->results[i], b->single, len) == 0;
}

int mifu_selftest_sm4_many(void)
{
    const mifu_sm4_padding none = MIFU_SM4_PADDING_NONE;
    mifu_sm4_key keys[COUNT], key;
    const mifu_sm4_key *list[COUNT];
    size_t blocks[COUNT], len;
    batch b;
    int good;

    prepare(&b);
    for (size_t i = 0; i < COUNT; i++) {
        list[i] = &keys[i];
        blocks[i] = b.lens[i] / 16 * 16;
    }
    good = OK(mifu_sm4_key_init_many(keys, b.bytes, COUNT)) &&
           OK(mifu_sm4_cbc_encrypt_many(b.out, list, b.ivs, b.in, blocks, COUNT));
    for (size_t i = 0; i < COUNT; i++) {
        mifu_sm4_key_init(&key, b.bytes + 16 * i);
        good &= OK(mifu_sm4_cbc_encrypt(b.single, MOST, &len, &key, b.ivs[i], none, b.in[i],
                                        blocks[i])) &&
                same(&b, i, blocks[i]);
    }
    good &= OK(mifu_sm4_ctr_crypt_many(b.out, list, b.ivs, b.in, b.lens, COUNT)) &&
            OK(mifu_sm4_cmac_many(b.tags, list, b.in, b.lens, COUNT));
    for (size_t i = 0; i < COUNT; i++) {
        good &= OK(mifu_sm4_ctr_crypt(b.single, list[i], b.ivs[i], b.in[i], b.lens[i])) &&
                same(&b, i, b.lens[i]);
        good &= OK(mifu_sm4_cmac_mac(b.single, 16, list[i], b.in[i], b.lens[i])) &&
                memcmp(b.single, b.tags + 16 * i, 16) == 0;
    }
    return good;
}

int mifu_selftest_zuc_many(void)
{
    batch b;
    int good;

    prepare(&b);
    good = OK(mifu_zuc_encrypt_many(b.out, b.keys, b.ivs, b.in, b.lens, COUNT));
    for (size_t i = 0; i < COUNT; i++)
        good &= OK(mifu_zuc_encrypt(b.single, b.keys[i], b.ivs[i], b.in[i], b.lens[i])) &&
                same(&b, i, b.lens[i]);
    good &= OK(
        mifu_zuc256_encrypt_many(b.out, b.keys, b.ivs, MIFU_ZUC256_IV_SIZE, b.in, b.lens, COUNT));
    for (size_t i = 0; i < COUNT; i++)
        good &= OK(mifu_zuc256_encrypt(b.single, b.keys[i], b.ivs[i], MIFU_ZUC256_IV_SIZE, b.in[i],
                                       b.lens[i])) &&
                same(&b, i, b.lens[i]);
    good &= OK(mifu_zuc_eea3_many(b.out, b.keys, b.parameters, b.in, b.bits, COUNT)) &&
            OK(mifu_zuc_eia3_many(b.tags, b.keys, b.parameters, b.in, b.bits, COUNT));
    for (size_t i = 0; i < COUNT; i++) {
        const mifu_zuc_3gpp *p = &b.parameters[i];

        good &= OK(mifu_zuc_eea3(b.single, b.keys[i], p->count, p->bearer, p->direction, b.in[i],
                                 b.bits[i])) &&
                same(&b, i, b.lens[i]);
        good &= OK(mifu_zuc_eia3_verify(b.keys[i], p->count, p->bearer, p->direction, b.in[i],
                                        b.bits[i], b.tags + 4 * i));
    }
    for (size_t tag_len = 4; tag_len <= 16; tag_len *= 2) {
        good &= OK(mifu_zuc256_mac_many(b.tags, tag_len, b.keys, b.ivs, MIFU_ZUC256_IV_SIZE, b.in,
                                        b.bits, COUNT));
        for (size_t i = 0; i < COUNT; i++)
            good &= OK(mifu_zuc256_mac_verify(b.keys[i], b.ivs[i], MIFU_ZUC256_IV_SIZE, b.in[i],
                                              b.bits[i], b.tags + tag_len * i, tag_len));
    }
    return good;
}
