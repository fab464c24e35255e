/* SPDX-License-Identifier: Apache-2.0 */
#include "wipe.h"

#include "mifu/zuc_aead.h"
#include "mifu/zuc_many.h"

static uint8_t key[32], tag_key[16], hash_key[16], iv[25], message[200], out[200], tag[16];
static uint8_t stream[128];
static mifu_zuc zuc, started;
static mifu_zuc_mac mac;
static mifu_zuc_gxm gxm;

static void prepare(void)
{
    wipe_random(key, sizeof key);
    wipe_random(tag_key, sizeof tag_key);
    wipe_random(hash_key, sizeof hash_key);
    wipe_random(message, sizeof message);
    wipe_secret("key", key, sizeof key);
    wipe_secret("tag key", tag_key, sizeof tag_key);
    wipe_secret("hash key", hash_key, sizeof hash_key);
    wipe_secret("message", message, sizeof message);
    mifu_zuc_init(&started, key, iv);
    zuc = started;
    wipe_secret("cells", started.state.cells, sizeof started.state.cells);
    wipe_require(mifu_zuc_keystream(stream, &zuc, sizeof stream) == MIFU_OK, "keystream");
    wipe_secret("key stream", stream, sizeof stream);
    wipe_secret("cells after it", zuc.state.cells, sizeof zuc.state.cells);
}

static void streams(void)
{
    mifu_zuc_init(&zuc, key, iv);
    WIPE_OK(mifu_zuc_update(out, &zuc, message, 77));
    WIPE_OK(mifu_zuc_keystream(out, &zuc, 19));
    WIPE_OK(mifu_zuc_skip(&zuc, 32));
    WIPE_OK(mifu_zuc_encrypt(out, key, iv, message, sizeof message));
    WIPE_OK(mifu_zuc256_encrypt(out, key, iv, 25, message, sizeof message));
}

static void macs(void)
{
    WIPE_OK(mifu_zuc_eia3(tag, key, 0, 0, 0, message, 8 * sizeof message - 3));
    WIPE_OK(mifu_zuc256_mac(tag, 16, key, iv, 25, message, 8 * sizeof message));
    WIPE_OK(mifu_zuc256_mac_init(&mac, key, iv, 25, 8));
    WIPE_OK(mifu_zuc_mac_update(&mac, message, 77));
}

static void finish_macs(void)
{
    wipe_secret("tag", mac.tag, 8);
    wipe_secret("window", mac.window, 12);
    wipe_secret("cells", mac.state.cells, sizeof mac.state.cells);
}

static void aead(void)
{
    WIPE_OK(mifu_zuc_gxm_seal(out, tag, 16, key, hash_key, iv, iv, 20, message, sizeof message));
    WIPE_OK(mifu_zuc_gxm_open(message, key, hash_key, iv, iv, 20, out, sizeof message, tag, 16));
    WIPE_OK(mifu_zuc_mur_seal(out, tag, 16, key, tag_key, hash_key, iv, iv, 20, message,
                              sizeof message));
    WIPE_OK(mifu_zuc_mur_open(message, key, tag_key, hash_key, iv, iv, 20, out, sizeof message, tag,
                              16));
}

static void gxm_stream(void)
{
    WIPE_OK(mifu_zuc_gxm_encrypt_init(&gxm, key, hash_key, iv, 16));
    WIPE_OK(mifu_zuc_gxm_aad_update(&gxm, iv, 20));
    WIPE_OK(mifu_zuc_gxm_encrypt_update(out, &gxm, message, 77));
    WIPE_OK(mifu_zuc_gxm_encrypt_update(out + 77, &gxm, message + 77, sizeof message - 77));
    WIPE_OK(mifu_zuc_gxm_encrypt_final(tag, &gxm));
    WIPE_OK(mifu_zuc_gxm_decrypt_init(&gxm, key, hash_key, iv, 16));
    WIPE_OK(mifu_zuc_gxm_aad_update(&gxm, iv, 20));
    WIPE_OK(mifu_zuc_gxm_decrypt_update_unverified(message, &gxm, out, sizeof message));
    WIPE_OK(mifu_zuc_gxm_decrypt_final(&gxm, tag));
}

static void many(void)
{
    enum { ITEMS = 9 };
    static uint8_t tags[4 * ITEMS], outs[ITEMS][200];
    const uint8_t *keys[ITEMS], *messages[ITEMS];
    uint8_t *out_list[ITEMS];
    const mifu_zuc_3gpp parameters[ITEMS] = {{0, 0, 0}};
    uint64_t bits[ITEMS];

    for (unsigned i = 0; i < ITEMS; i++) {
        keys[i] = key;
        messages[i] = message;
        out_list[i] = outs[i];
        bits[i] = 8 * sizeof message - i;
    }
    WIPE_OK(mifu_zuc_eea3_many(out_list, keys, parameters, messages, bits, ITEMS));
    WIPE_OK(mifu_zuc_eia3_many(tags, keys, parameters, messages, bits, ITEMS));
}

static const wipe_case cases[] = {
    {"zuc.streams", "zuc", prepare, streams, NULL},
    {"zuc.macs", "zuc", prepare, macs, finish_macs},
    {"zuc.many", "zuc", prepare, many, NULL},
    {"zuc.aead", "zuc ghash", prepare, aead, NULL},
    {"zuc.gxm", "zuc ghash", prepare, gxm_stream, NULL},
};

const wipe_table wipe_cases_zuc = {cases, MIFU_COUNT_OF(cases)};
