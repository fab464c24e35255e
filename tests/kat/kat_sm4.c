/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of SM4: the table, and the block cipher itself. */
#include "kat_sm4.h"

#include "base_bytes.h"

mifu_sm4_key kat_sm4_key(kat_test *t, const char *field)
{
    kat_bytes k = kat_hex_sized(t, field, MIFU_SM4_KEY_SIZE);
    mifu_sm4_key key;

    mifu_sm4_key_init(&key, k.data);
    return key;
}

static void run_block(kat_test *t)
{
    kat_bytes pt = kat_hex_sized(t, "pt", 16), ct = kat_hex_sized(t, "ct", 16);
    kat_bytes got = kat_buffer(t, 16), in_place = kat_copy(t, pt.data, 16);
    mifu_sm4_key key = kat_sm4_key(t, "key");

    mifu_sm4_encrypt_block(got.data, &key, pt.data);
    if (!kat_is_valid(t)) {
        kat_true(t, "an invalid block matches", memcmp(got.data, ct.data, 16) != 0);
        return;
    }
    kat_equal(t, "ct", ct, got.data, 16);
    mifu_sm4_decrypt_block(got.data, &key, ct.data);
    kat_equal(t, "pt", pt, got.data, 16);
    mifu_sm4_encrypt_block(in_place.data, &key, in_place.data);
    kat_equal(t, "ct in place", ct, in_place.data, 16);
    mifu_sm4_decrypt_block(in_place.data, &key, in_place.data);
    kat_equal(t, "pt in place", pt, in_place.data, 16);
    if (kat_has(t, "round_keys")) {
        kat_bytes words = kat_buffer(t, 128);

        for (size_t i = 0; i < 32; i++)
            mifu_store32_be(words.data + 4 * i, key.round_keys[i]);
        kat_equal(t, "round_keys", kat_hex_list(t, "round_keys"), words.data, words.len);
    }
    if (kat_has(t, "round_states")) { /* only the last four words leave the cipher, reversed */
        kat_bytes states = kat_hex_list(t, "round_states");

        if (states.len != 128)
            kat_skip(t, "field \"round_states\" has not 32 words");
        for (size_t i = 0; i < 4; i++)
            memcpy(got.data + 4 * i, states.data + 124 - 4 * i, 4);
        kat_equal(t, "ct against round_states", ct, got.data, 16);
    }
}

static void run_block_iterated(kat_test *t)
{
    kat_bytes pt = kat_hex_sized(t, "pt", 16), ct = kat_hex_sized(t, "ct", 16);
    kat_bytes block = kat_copy(t, pt.data, 16);
    mifu_sm4_key key = kat_sm4_key(t, "key");
    uint64_t iterations = kat_integer(t, "iterations");

    for (uint64_t i = 0; i < iterations; i++)
        mifu_sm4_encrypt_block(block.data, &key, block.data);
    kat_equal(t, "ct", ct, block.data, 16);
    if (iterations > 100000)
        return; /* the way back is tested by the shorter ones */
    for (uint64_t i = 0; i < iterations; i++)
        mifu_sm4_decrypt_block(block.data, &key, block.data);
    kat_equal(t, "pt", pt, block.data, 16);
}

#define TABLES "sm4 ghash"

const kat_operation kat_sm4_operations[] = {
    {"block", "key pt ct round_keys round_states", TABLES, run_block},
    {"block-iterated", "key pt ct iterations", TABLES, run_block_iterated},
    {"ecb", "key pt* ct padding", TABLES, kat_run_sm4_ecb},
    {"cbc", "key iv pt* ct padding", TABLES, kat_run_sm4_cbc},
    {"cfb", "key iv pt* ct feedback_bits", TABLES, kat_run_sm4_cfb},
    {"ofb", "key iv pt* ct", TABLES, kat_run_sm4_ofb},
    {"ctr", "key iv pt* ct", TABLES, kat_run_sm4_ctr},
    {"xts", "key tweak sector order pt* ct", TABLES, kat_run_sm4_xts},
    {"bc", "key iv pt* ct", TABLES, kat_run_sm4_bc},
    {"ofbnlf", "key iv pt* ct", TABLES, kat_run_sm4_ofbnlf},
    {"hctr", "key key2 tweak pt* ct", TABLES, kat_run_sm4_hctr},
    /* `counter` is not looked at: in the vectors it is that of the AES originals of the cases. */
    {"gcm", "key iv aad* pt* ct tag counter", TABLES, kat_run_sm4_gcm},
    {"gmac", "key iv aad* msg* pt ct tag", TABLES, kat_run_sm4_gmac},
    {"ccm", "key iv aad* pt* ct tag", TABLES, kat_run_sm4_ccm},
    {"gcm-siv", "key iv aad* pt* ct tag", TABLES, kat_run_sm4_gcm_siv},
    {"key-wrap", "key pt ct", TABLES, kat_run_sm4_key_wrap},
    {"key-wrap-padded", "key pt ct", TABLES, kat_run_sm4_key_wrap_padded},
    {"cmac", "key msg* tag", TABLES, kat_run_sm4_cmac},
    {"cbc-mac", "key msg* tag padding", TABLES, kat_run_sm4_cbc_mac},
    {"emac", "key key2 msg* tag padding", TABLES, kat_run_sm4_emac},
    {"ansi-retail-mac", "key key2 msg* tag padding", TABLES, kat_run_sm4_ansi_retail_mac},
    {"macdes", "key key2 msg* tag padding", TABLES, kat_run_sm4_macdes},
    {"lmac", "key msg* tag padding", TABLES, kat_run_sm4_lmac},
    {"trcbc", "key msg* tag", TABLES, kat_run_sm4_trcbc},
    {"cbcr", "key msg* tag", TABLES, kat_run_sm4_cbcr},
    {NULL, NULL, NULL, NULL},
};
