/* SPDX-License-Identifier: Apache-2.0 */
#include "wipe.h"

#include "mifu/sm4.h"
#include "mifu/sm4_aead.h"
#include "mifu/sm4_mac.h"
#include "mifu/sm4_many.h"
#include "mifu/sm4_modes.h"

static uint8_t k[32], iv[16], text[700], out[732], back[732], tag[16], zeros[16], hash_key[16];
static mifu_sm4_key key, other_key;
static size_t len, back_len;

/* Modes wipe their buffers; a block in registers that the compiler spilled may stay behind, and so
 * may H of GCM: clearing it would cost short messages too much. */
static void prepare(void)
{
    wipe_random(k, sizeof k);
    wipe_random(iv, sizeof iv);
    wipe_random(text, sizeof text);
    mifu_sm4_key_init(&key, k);
    mifu_sm4_key_init(&other_key, k + 16);
    wipe_secret("key", k, sizeof k);
    wipe_secret("round keys", key.round_keys, sizeof key.round_keys);
    wipe_secret("round keys of the other key", other_key.round_keys, sizeof other_key.round_keys);
    wipe_report("plaintext", text, sizeof text);
    mifu_sm4_encrypt_block(hash_key, &key, zeros);
    wipe_report("hash key", hash_key, sizeof hash_key);
}

static void key_init(void)
{
    mifu_sm4_key_init(&key, k);
}

static mifu_sm4_key many_keys[20];
static uint8_t many_k[20 * 16];

static void prepare_many(void)
{
    prepare();
    wipe_random(many_k, sizeof many_k);
    WIPE_OK(mifu_sm4_key_init_many(many_keys, many_k, 20));
    wipe_secret("keys", many_k, sizeof many_k);
    wipe_secret("round keys of the first", many_keys[0].round_keys, sizeof key.round_keys);
    wipe_secret("round keys of the last", many_keys[19].round_keys, sizeof key.round_keys);
}

static void key_init_many(void)
{
    WIPE_OK(mifu_sm4_key_init_many(many_keys, many_k, 20));
    WIPE_OK(mifu_sm4_key_init_many(many_keys, many_k, 7));
}

static void many(void)
{
    static uint8_t tags[20][16];
    const mifu_sm4_key *keys[20];
    const uint8_t *ins[20], *ivs[20];
    uint8_t *outs[20];
    size_t lens[20];

    for (size_t i = 0; i < 20; i++) {
        keys[i] = &many_keys[i];
        ins[i] = text + 32 * i;
        outs[i] = out + 32 * i;
        ivs[i] = iv;
        lens[i] = 32;
    }
    WIPE_OK(mifu_sm4_cbc_encrypt_many(outs, keys, ivs, ins, lens, 20));
    WIPE_OK(mifu_sm4_ctr_crypt_many(outs, keys, ivs, ins, lens, 20));
    WIPE_OK(mifu_sm4_cmac_many(tags[0], keys, ins, lens, 20));
}

static void blocks(void)
{
    mifu_sm4_encrypt_block(out, &key, text);
    mifu_sm4_decrypt_block(back, &key, out);
}

static void ecb_and_cbc(void)
{
    WIPE_OK(mifu_sm4_ecb_encrypt(out, sizeof out, &len, &key, MIFU_SM4_PADDING_PKCS7, text, 693));
    WIPE_OK(
        mifu_sm4_ecb_decrypt(back, sizeof back, &back_len, &key, MIFU_SM4_PADDING_PKCS7, out, len));
    WIPE_OK(
        mifu_sm4_cbc_encrypt(out, sizeof out, &len, &key, iv, MIFU_SM4_PADDING_PKCS7, text, 693));
    WIPE_OK(mifu_sm4_cbc_decrypt(back, sizeof back, &back_len, &key, iv, MIFU_SM4_PADDING_PKCS7,
                                 out, len));
}

static void stream_modes(void)
{
    WIPE_OK(mifu_sm4_cfb_encrypt(out, &key, iv, text, sizeof text));
    WIPE_OK(mifu_sm4_cfb_decrypt(back, &key, iv, out, sizeof text));
    WIPE_OK(mifu_sm4_cfb8_encrypt(out, &key, iv, text, 50));
    WIPE_OK(mifu_sm4_cfb8_decrypt(back, &key, iv, out, 50));
    WIPE_OK(mifu_sm4_ofb_crypt(out, &key, iv, text, sizeof text));
    WIPE_OK(mifu_sm4_ctr_crypt(out, &key, iv, text, sizeof text));
}

/* Key stream gives the plaintext away as well as the plaintext does. */
static void finish_ctr(void)
{
    uint8_t stream[sizeof text];

    for (unsigned i = 0; i < sizeof text; i++)
        stream[i] = text[i] ^ out[i];
    wipe_report("key stream", stream, sizeof stream);
}

static void ctr(void)
{
    WIPE_OK(mifu_sm4_ctr_crypt(out, &key, iv, text, sizeof text));
}

static void xts(void)
{
    WIPE_OK(mifu_sm4_xts_encrypt(out, &key, &other_key, MIFU_SM4_XTS_IEEE, iv, text, sizeof text));
    WIPE_OK(mifu_sm4_xts_decrypt(back, &key, &other_key, MIFU_SM4_XTS_IEEE, iv, out, sizeof text));
    WIPE_OK(mifu_sm4_xts_encrypt(out, &key, &other_key, MIFU_SM4_XTS_GB, iv, text, 45));
}

static void gcm(void)
{
    WIPE_OK(mifu_sm4_gcm_seal(out, tag, 16, &key, iv, 12, iv, 16, text, sizeof text));
    WIPE_OK(mifu_sm4_gcm_open(back, &key, iv, 12, iv, 16, out, sizeof text, tag, 16));
}

static void ccm(void)
{
    WIPE_OK(mifu_sm4_ccm_seal(out, tag, 16, &key, iv, 12, iv, 16, text, sizeof text));
    WIPE_OK(mifu_sm4_ccm_open(back, &key, iv, 12, iv, 16, out, sizeof text, tag, 16));
}

static void gcm_siv(void)
{
    WIPE_OK(mifu_sm4_gcm_siv_seal(out, tag, &key, iv, iv, 16, text, sizeof text));
    WIPE_OK(mifu_sm4_gcm_siv_open(back, &key, iv, iv, 16, out, sizeof text, tag));
}

static void macs(void)
{
    WIPE_OK(mifu_sm4_cmac_mac(tag, 16, &key, text, 333));
    WIPE_OK(mifu_sm4_cmac_verify(&key, text, 333, tag, 16));
    WIPE_OK(mifu_sm4_gmac_mac(tag, 16, &key, iv, 12, text, 333));
    WIPE_OK(mifu_sm4_cbc_mac_mac(tag, 16, &key, MIFU_SM4_MAC_PADDING_M3, text, 333));
}

/* Here the plaintext is a key. */
static void prepare_key_wrap(void)
{
    prepare();
    wipe_secret("wrapped key", text, 32);
}

static void key_wrap(void)
{
    WIPE_OK(mifu_sm4_wrap(out, &key, text, 32));
    WIPE_OK(mifu_sm4_unwrap(back, &key, out, 40));
    WIPE_OK(mifu_sm4_wrap_padded(out, sizeof out, &len, &key, text, 21));
    WIPE_OK(mifu_sm4_unwrap_padded(back, sizeof back, &back_len, &key, out, len));
}

static const wipe_case cases[] = {
    {"sm4.key_init", "sm4", prepare, key_init, NULL},
    {"sm4.key_init_many", "sm4", prepare_many, key_init_many, NULL},
    {"sm4.many", "sm4", prepare_many, many, NULL},
    {"sm4.blocks", "sm4", prepare, blocks, NULL},
    {"sm4.ecb_and_cbc", "sm4", prepare, ecb_and_cbc, NULL},
    {"sm4.stream_modes", "sm4", prepare, stream_modes, NULL},
    {"sm4.ctr", "sm4", prepare, ctr, finish_ctr},
    {"sm4.xts", "sm4", prepare, xts, NULL},
    {"sm4.gcm", "sm4 ghash", prepare, gcm, finish_ctr},
    {"sm4.ccm", "sm4", prepare, ccm, finish_ctr},
    {"sm4.gcm_siv", "sm4 ghash", prepare, gcm_siv, finish_ctr},
    {"sm4.macs", "sm4 ghash", prepare, macs, NULL},
    {"sm4.key_wrap", "sm4", prepare_key_wrap, key_wrap, NULL},
};

const wipe_table wipe_cases_sm4 = {cases, MIFU_COUNT_OF(cases)};
