/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constant-time cases of SM4: key, plaintext, and what becomes of them are secret; IVs, nonces,
 * tweaks, associated data and lengths are public.
 */
#include "timing.h"

#include <string.h>

#include "mifu/sm4.h"
#include "mifu/sm4_aead.h"
#include "mifu/sm4_mac.h"
#include "mifu/sm4_many.h"
#include "mifu/sm4_modes.h"

/* One block and a part; the border of sixteen blocks; more than the widest kernel takes at once. */
static const size_t lengths[] = {16, 33, 261, 1109};

#define MAX_LEN 1200

static mifu_sm4_key key, other_key;
static uint8_t k[32], iv[16], in[MAX_LEN], out[MAX_LEN + 32], back[MAX_LEN + 32], tag[16];

static void make_inputs(void)
{
    timing_secret(k, sizeof k);
    timing_secret(in, sizeof in);
    timing_public(iv, sizeof iv);
    mifu_sm4_key_init(&key, k);
    mifu_sm4_key_init(&other_key, k + 16);
}

static void blocks(void)
{
    make_inputs();
    mifu_sm4_encrypt_block(out, &key, in);
    mifu_sm4_decrypt_block(back, &key, out);
    mifu_sm4_key_wipe(&key);
}

/* Every padding, right and wrong; decryption learns the length, and that is its answer. */
static void ecb_and_cbc(void)
{
    static const mifu_sm4_padding paddings[] = {MIFU_SM4_PADDING_PKCS7, MIFU_SM4_PADDING_ISO9797_M2,
                                                MIFU_SM4_PADDING_ANSI_X923};
    size_t len, back_len;

    make_inputs();
    for (size_t l = 0; l < MIFU_COUNT_OF(lengths); l++) {
        size_t whole = lengths[l] / 16 * 16;

        TIMING_OK(mifu_sm4_ecb_encrypt(out, whole, &len, &key, MIFU_SM4_PADDING_NONE, in, whole));
        TIMING_OK(mifu_sm4_ecb_decrypt(back, whole, &len, &key, MIFU_SM4_PADDING_NONE, out, whole));
        TIMING_OK(
            mifu_sm4_cbc_encrypt(out, whole, &len, &key, iv, MIFU_SM4_PADDING_NONE, in, whole));
        TIMING_OK(
            mifu_sm4_cbc_decrypt(back, whole, &len, &key, iv, MIFU_SM4_PADDING_NONE, out, whole));
    }
    for (size_t p = 0; p < MIFU_COUNT_OF(paddings); p++) {
        mifu_sm4_cbc cbc;

        TIMING_OK(mifu_sm4_ecb_encrypt(out, sizeof out, &len, &key, paddings[p], in, 37));
        TIMING_OK(mifu_sm4_ecb_decrypt(back, sizeof back, &back_len, &key, paddings[p], out, len));
        TIMING_OK(mifu_sm4_cbc_encrypt(out, sizeof out, &len, &key, iv, paddings[p], in, 37));
        TIMING_OK(
            mifu_sm4_cbc_decrypt(back, sizeof back, &back_len, &key, iv, paddings[p], out, len));
        /* The last block alone decrypts to something that is no padding. */
        out[len - 1] ^= 1;
        timing_expect(
            mifu_sm4_cbc_decrypt(back, sizeof back, &back_len, &key, iv, paddings[p], out, len),
            MIFU_ERR_AUTHENTICATION, "cbc_decrypt of a damaged ciphertext");
        out[len - 1] ^= 1;
        TIMING_OK(mifu_sm4_cbc_decrypt_init(&cbc, &key, iv, paddings[p]));
        TIMING_OK(mifu_sm4_cbc_update(back, sizeof back, &back_len, &cbc, out, 20));
        TIMING_OK(mifu_sm4_cbc_update(back, sizeof back, &back_len, &cbc, out + 20, len - 20));
        TIMING_OK(mifu_sm4_cbc_final(back, sizeof back, &back_len, &cbc));
    }
}

/* Twenty messages of several lengths, each under its own key. */
static void many(void)
{
    enum { COUNT = 20 };
    static mifu_sm4_key keys[COUNT];
    static uint8_t many_k[COUNT][16], tags[COUNT][16];
    const mifu_sm4_key *of[COUNT];
    const uint8_t *ins[COUNT], *ivs[COUNT];
    uint8_t *outs[COUNT];
    size_t lens[COUNT];

    make_inputs();
    timing_secret(many_k, sizeof many_k);
    TIMING_OK(mifu_sm4_key_init_many(keys, many_k[0], COUNT));
    for (size_t i = 0; i < COUNT; i++) {
        of[i] = &keys[i];
        ivs[i] = iv;
        ins[i] = in + 48 * i;
        outs[i] = out + 48 * i;
        lens[i] = i % 3 == 0 ? 48 : 32;
    }
    TIMING_OK(mifu_sm4_cbc_encrypt_many(outs, of, ivs, ins, lens, COUNT));
    TIMING_OK(mifu_sm4_ctr_crypt_many(outs, of, ivs, ins, lens, COUNT));
    TIMING_OK(mifu_sm4_cmac_many(tags[0], of, ins, lens, COUNT));
}

typedef mifu_status stream_mode(uint8_t *o, const mifu_sm4_key *key, const uint8_t iv[16],
                                const uint8_t *i, size_t len);

static void stream_modes(void)
{
    static stream_mode *const modes[] = {mifu_sm4_cfb_encrypt,  mifu_sm4_cfb_decrypt,
                                         mifu_sm4_cfb8_encrypt, mifu_sm4_cfb8_decrypt,
                                         mifu_sm4_ofb_crypt,    mifu_sm4_ctr_crypt};
    mifu_sm4_ctr ctr;

    make_inputs();
    for (size_t m = 0; m < MIFU_COUNT_OF(modes); m++)
        for (size_t l = 0; l < MIFU_COUNT_OF(lengths); l++)
            /* CFB8 encrypts a block for every byte. */
            if (lengths[l] < 300 || m < 2 || m > 3)
                TIMING_OK(modes[m](out, &key, iv, in, lengths[l]));
    TIMING_OK(mifu_sm4_ctr_init(&ctr, &key, iv));
    TIMING_OK(mifu_sm4_ctr_update(out, &ctr, in, 5));
    TIMING_OK(mifu_sm4_ctr_update(out, &ctr, in, 300));
    TIMING_OK(mifu_sm4_ctr_final(&ctr));
}

static void xts(void)
{
    static const mifu_sm4_xts_order orders[] = {MIFU_SM4_XTS_GB, MIFU_SM4_XTS_IEEE};

    make_inputs();
    for (size_t o = 0; o < MIFU_COUNT_OF(orders); o++) {
        for (size_t l = 0; l < MIFU_COUNT_OF(lengths); l++) {
            TIMING_OK(mifu_sm4_xts_encrypt(out, &key, &other_key, orders[o], iv, in, lengths[l]));
            TIMING_OK(mifu_sm4_xts_decrypt(back, &key, &other_key, orders[o], iv, out, lengths[l]));
        }
    }
}

static void gcm(void)
{
    make_inputs();
    for (size_t l = 0; l < MIFU_COUNT_OF(lengths); l++) {
        mifu_sm4_gcm context;
        size_t len = lengths[l];

        TIMING_OK(mifu_sm4_gcm_seal(out, tag, 16, &key, iv, 12, in, 20, in, len));
        TIMING_OK(mifu_sm4_gcm_open(back, &key, iv, 12, in, 20, out, len, tag, 16));
        tag[3] ^= 1;
        timing_expect(mifu_sm4_gcm_open(back, &key, iv, 12, in, 20, out, len, tag, 16),
                      MIFU_ERR_AUTHENTICATION, "gcm_open with a wrong tag");
        TIMING_OK(mifu_sm4_gcm_encrypt_init(&context, &key, iv, 16));
        TIMING_OK(mifu_sm4_gcm_aad_update(&context, in, 7));
        TIMING_OK(mifu_sm4_gcm_encrypt_update(out, &context, in, len / 2));
        TIMING_OK(mifu_sm4_gcm_encrypt_update(out, &context, in, len - len / 2));
        TIMING_OK(mifu_sm4_gcm_encrypt_final(tag, 16, &context));
    }
    TIMING_OK(mifu_sm4_gmac_mac(tag, 16, &key, iv, 12, in, 100));
    TIMING_OK(mifu_sm4_gmac_verify(&key, iv, 12, in, 100, tag, 16));
}

static void ccm(void)
{
    make_inputs();
    for (size_t l = 0; l < MIFU_COUNT_OF(lengths); l++) {
        size_t len = lengths[l];

        TIMING_OK(mifu_sm4_ccm_seal(out, tag, 16, &key, iv, 12, in, 20, in, len));
        TIMING_OK(mifu_sm4_ccm_open(back, &key, iv, 12, in, 20, out, len, tag, 16));
        tag[3] ^= 1;
        timing_expect(mifu_sm4_ccm_open(back, &key, iv, 12, in, 20, out, len, tag, 16),
                      MIFU_ERR_AUTHENTICATION, "ccm_open with a wrong tag");
    }
}

static void gcm_siv(void)
{
    make_inputs();
    for (size_t l = 0; l < MIFU_COUNT_OF(lengths); l++) {
        size_t len = lengths[l];

        TIMING_OK(mifu_sm4_gcm_siv_seal(out, tag, &key, iv, in, 20, in, len));
        TIMING_OK(mifu_sm4_gcm_siv_open(back, &key, iv, in, 20, out, len, tag));
        tag[3] ^= 1;
        timing_expect(mifu_sm4_gcm_siv_open(back, &key, iv, in, 20, out, len, tag),
                      MIFU_ERR_AUTHENTICATION, "gcm_siv_open with a wrong tag");
    }
}

static void macs(void)
{
    make_inputs();
    for (size_t l = 0; l < MIFU_COUNT_OF(lengths) - 1; l++) {
        size_t len = lengths[l];

        TIMING_OK(mifu_sm4_cmac_mac(tag, 16, &key, in, len));
        TIMING_OK(mifu_sm4_cmac_verify(&key, in, len, tag, 16));
        tag[0] ^= 1;
        timing_expect(mifu_sm4_cmac_verify(&key, in, len, tag, 16), MIFU_INVALID,
                      "cmac_verify of a wrong tag");
        TIMING_OK(mifu_sm4_cbc_mac_mac(tag, 16, &key, MIFU_SM4_MAC_PADDING_M3, in, len));
        TIMING_OK(mifu_sm4_trcbc_mac(tag, 8, &key, in, len));
        TIMING_OK(mifu_sm4_cbcr_mac(tag, 16, &key, in, len));
    }
}

static void other_modes(void)
{
    make_inputs();
    TIMING_OK(mifu_sm4_bc_encrypt(out, &key, iv, in, 320));
    TIMING_OK(mifu_sm4_bc_decrypt(back, &key, iv, out, 320));
    TIMING_OK(mifu_sm4_ofbnlf_encrypt(out, &key, iv, in, 64));
    TIMING_OK(mifu_sm4_ofbnlf_decrypt(back, &key, iv, out, 64));
    TIMING_OK(mifu_sm4_hctr_encrypt(out, &key, k + 16, iv, in, 333));
    TIMING_OK(mifu_sm4_hctr_decrypt(back, &key, k + 16, iv, out, 333));
}

static void key_wrap(void)
{
    size_t len, back_len;

    make_inputs();
    TIMING_OK(mifu_sm4_wrap(out, &key, in, 32));
    TIMING_OK(mifu_sm4_unwrap(back, &key, out, 40));
    out[0] ^= 1;
    timing_expect(mifu_sm4_unwrap(back, &key, out, 40), MIFU_ERR_AUTHENTICATION,
                  "unwrap of a damaged key");
    TIMING_OK(mifu_sm4_wrap_padded(out, sizeof out, &len, &key, in, 21));
    TIMING_OK(mifu_sm4_unwrap_padded(back, sizeof back, &back_len, &key, out, len));
}

static const timing_case cases[] = {
    {"sm4.blocks", "sm4", blocks},
    {"sm4.ecb_and_cbc", "sm4", ecb_and_cbc},
    {"sm4.stream_modes", "sm4", stream_modes},
    {"sm4.many", "sm4", many},
    {"sm4.xts", "sm4", xts},
    {"sm4.gcm", "sm4 ghash", gcm},
    {"sm4.ccm", "sm4", ccm},
    {"sm4.gcm_siv", "sm4 ghash", gcm_siv},
    {"sm4.macs", "sm4", macs},
    {"sm4.other_modes", "sm4 ghash", other_modes},
    {"sm4.key_wrap", "sm4", key_wrap},
};

const timing_table timing_cases_sm4 = {cases, MIFU_COUNT_OF(cases)};
