/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constant-time cases of ZUC: keys, texts, key stream and tags are secret; IVs, COUNT, BEARER,
 * DIRECTION, associated data and lengths are public.
 */
#include "timing.h"

#include "mifu/zuc_aead.h"
#include "mifu/zuc_many.h"

static const size_t lengths[] = {0, 1, 4, 33, 261, 700};

static uint8_t key[32], tag_key[16], hash_key[16], iv[25], in[700], out[700], tag[16];

static void make_inputs(void)
{
    timing_secret(key, sizeof key);
    timing_secret(tag_key, sizeof tag_key);
    timing_secret(hash_key, sizeof hash_key);
    timing_secret(in, sizeof in);
    timing_public(iv, sizeof iv);
    for (unsigned i = 17; i < 25; i++)
        iv[i] &= 63;
}

static void stream(void)
{
    static const size_t iv_lengths[] = {16, 23, 25};

    for (size_t l = 0; l < MIFU_COUNT_OF(lengths); l++) {
        mifu_zuc zuc;

        make_inputs();
        mifu_zuc_init(&zuc, key, iv);
        TIMING_OK(mifu_zuc_update(out, &zuc, in, lengths[l] / 3));
        TIMING_OK(mifu_zuc_update(out, &zuc, in, lengths[l] - lengths[l] / 3));
        TIMING_OK(mifu_zuc_skip(&zuc, lengths[l]));
        TIMING_OK(mifu_zuc_keystream(out, &zuc, lengths[l]));
        mifu_zuc_wipe(&zuc);
        TIMING_OK(mifu_zuc_eea3(out, key, 17, 5, 1, in, 8 * lengths[l] - (l > 0 ? 3 : 0)));
        for (size_t i = 0; i < MIFU_COUNT_OF(iv_lengths); i++)
            TIMING_OK(mifu_zuc256_encrypt(out, key, iv, iv_lengths[i], in, lengths[l]));
    }
}

static void macs(void)
{
    for (size_t l = 0; l < MIFU_COUNT_OF(lengths); l++) {
        uint64_t bits = 8 * lengths[l] - (l > 0 ? 5 : 0);

        make_inputs();
        TIMING_OK(mifu_zuc_eia3(tag, key, 17, 5, 1, in, bits));
        TIMING_OK(mifu_zuc_eia3_verify(key, 17, 5, 1, in, bits, tag));
        tag[2] ^= 1;
        timing_expect(mifu_zuc_eia3_verify(key, 17, 5, 1, in, bits, tag), MIFU_INVALID,
                      "eia3_verify of a wrong tag");
        for (size_t n = 4; n <= 16; n *= 2) {
            TIMING_OK(mifu_zuc256_mac(tag, n, key, iv, 25, in, bits));
            TIMING_OK(mifu_zuc256_mac_verify(key, iv, 25, in, bits, tag, n));
        }
    }
}

static void aead(void)
{
    for (size_t l = 0; l < MIFU_COUNT_OF(lengths); l++) {
        size_t len = lengths[l];

        make_inputs();
        TIMING_OK(mifu_zuc_gxm_seal(out, tag, 16, key, hash_key, iv, iv, 20, in, len));
        TIMING_OK(mifu_zuc_gxm_open(in, key, hash_key, iv, iv, 20, out, len, tag, 16));
        tag[0] ^= 1;
        timing_expect(mifu_zuc_gxm_open(in, key, hash_key, iv, iv, 20, out, len, tag, 16),
                      MIFU_ERR_AUTHENTICATION, "gxm_open of a wrong tag");
        make_inputs();
        TIMING_OK(mifu_zuc_mur_seal(out, tag, 12, key, tag_key, hash_key, iv, iv, 20, in, len));
        TIMING_OK(mifu_zuc_mur_open(in, key, tag_key, hash_key, iv, iv, 20, out, len, tag, 12));
        tag[0] ^= 1;
        timing_expect(mifu_zuc_mur_open(in, key, tag_key, hash_key, iv, iv, 20, out, len, tag, 12),
                      MIFU_ERR_AUTHENTICATION, "mur_open of a wrong tag");
    }
}

static void gxm_stream(void)
{
    for (size_t l = 0; l < MIFU_COUNT_OF(lengths); l++) {
        size_t len = lengths[l];
        mifu_zuc_gxm gxm;

        make_inputs();
        TIMING_OK(mifu_zuc_gxm_encrypt_init(&gxm, key, hash_key, iv, 12));
        TIMING_OK(mifu_zuc_gxm_aad_update(&gxm, iv, 20));
        TIMING_OK(mifu_zuc_gxm_encrypt_update(out, &gxm, in, len / 3));
        TIMING_OK(mifu_zuc_gxm_encrypt_update(out + len / 3, &gxm, in + len / 3, len - len / 3));
        TIMING_OK(mifu_zuc_gxm_encrypt_final(tag, &gxm));
        for (int wrong = 0; wrong < 2; wrong++) {
            tag[3] ^= (uint8_t)wrong;
            TIMING_OK(mifu_zuc_gxm_decrypt_init(&gxm, key, hash_key, iv, 12));
            TIMING_OK(mifu_zuc_gxm_aad_update(&gxm, iv, 20));
            TIMING_OK(mifu_zuc_gxm_decrypt_update_unverified(in, &gxm, out, len));
            timing_expect(mifu_zuc_gxm_decrypt_final(&gxm, tag),
                          wrong ? MIFU_ERR_AUTHENTICATION : MIFU_OK, "gxm_decrypt_final");
        }
    }
}

/* More messages than there are lanes, of several lengths. */
static void many(void)
{
    enum { ITEMS = 19 };
    static uint8_t keys[ITEMS][32], texts[ITEMS][300], outs[ITEMS][300], tags[16 * ITEMS];
    const uint8_t *key_list[ITEMS], *iv_list[ITEMS], *in_list[ITEMS];
    uint8_t *out_list[ITEMS];
    mifu_zuc_3gpp parameters[ITEMS];
    uint64_t bits[ITEMS];
    size_t lens[ITEMS];

    make_inputs();
    timing_secret(keys, sizeof keys);
    timing_secret(texts, sizeof texts);
    for (unsigned i = 0; i < ITEMS; i++) {
        key_list[i] = keys[i];
        iv_list[i] = iv;
        in_list[i] = texts[i];
        out_list[i] = outs[i];
        parameters[i].count = i;
        parameters[i].bearer = i;
        parameters[i].direction = i % 2;
        lens[i] = i % 4 == 0 ? 140 : 3 * i;
        bits[i] = 8 * lens[i] - (i % 4 == 0 ? 3 : 0);
    }
    TIMING_OK(mifu_zuc256_encrypt_many(out_list, key_list, iv_list, 25, in_list, lens, ITEMS));
    TIMING_OK(mifu_zuc_eea3_many(out_list, key_list, parameters, in_list, bits, ITEMS));
    TIMING_OK(mifu_zuc_eia3_many(tags, key_list, parameters, in_list, bits, ITEMS));
    TIMING_OK(mifu_zuc256_mac_many(tags, 16, key_list, iv_list, 25, in_list, bits, ITEMS));
}

static const timing_case cases[] = {
    {"zuc.stream", "zuc", stream},
    {"zuc.macs", "zuc", macs},
    {"zuc.many", "zuc", many},
    {"zuc.aead", "zuc ghash", aead},
    {"zuc.gxm", "zuc ghash", gxm_stream},
};

const timing_table timing_cases_zuc = {cases, MIFU_COUNT_OF(cases)};
