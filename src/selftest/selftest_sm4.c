/* SPDX-License-Identifier: Apache-2.0 */
/* Known answers of SM4. */
#include <string.h>

#include "mifu/mifu.h"

#include "selftest_internal.h"
#include "selftest_answers.h"

int mifu_selftest_sm4_block(void)
{
    mifu_sm4_key key;
    uint8_t block[16];

    mifu_sm4_key_init(&key, sm4_key);
    mifu_sm4_encrypt_block(block, &key, sm4_key);
    if (!SAME(block, sm4_block))
        return 0;
    mifu_sm4_decrypt_block(block, &key, block);
    return SAME(block, sm4_key);
}

int mifu_selftest_sm4_padded(void)
{
    const mifu_sm4_padding none = MIFU_SM4_PADDING_NONE;
    mifu_sm4_key key;
    uint8_t text[64];
    size_t len;

    mifu_sm4_key_init(&key, mode_key);
    return OK(mifu_sm4_ecb_encrypt(text, 64, &len, &key, none, mode_text, 64)) &&
           SAME(text, ecb_text) &&
           OK(mifu_sm4_ecb_decrypt(text, 64, &len, &key, none, ecb_text, 64)) &&
           SAME(text, mode_text) &&
           OK(mifu_sm4_cbc_encrypt(text, 64, &len, &key, mode_iv, none, mode_text, 64)) &&
           SAME(text, cbc_text) &&
           OK(mifu_sm4_cbc_decrypt(text, 64, &len, &key, mode_iv, none, cbc_text, 64)) &&
           SAME(text, mode_text);
}

int mifu_selftest_sm4_stream(void)
{
    mifu_sm4_key key;
    uint8_t text[64];

    mifu_sm4_key_init(&key, mode_key);
    return OK(mifu_sm4_cfb_encrypt(text, &key, mode_iv, mode_text, 64)) && SAME(text, cfb_text) &&
           OK(mifu_sm4_cfb_decrypt(text, &key, mode_iv, cfb_text, 64)) && SAME(text, mode_text) &&
           OK(mifu_sm4_cfb8_encrypt(text, &key, mode_iv, mode_text, 64)) && SAME(text, cfb8_text) &&
           OK(mifu_sm4_cfb8_decrypt(text, &key, mode_iv, cfb8_text, 64)) && SAME(text, mode_text) &&
           OK(mifu_sm4_ofb_crypt(text, &key, mode_iv, mode_text, 64)) && SAME(text, ofb_text) &&
           OK(mifu_sm4_ctr_crypt(text, &key, ctr_iv, mode_text, 64)) && SAME(text, ctr_text);
}

int mifu_selftest_sm4_gcm(void)
{
    mifu_sm4_key key;
    uint8_t text[64], tag[16];

    mifu_sm4_key_init(&key, sm4_key);
    if (!OK(mifu_sm4_gcm_seal(text, tag, 16, &key, aead_iv, sizeof aead_iv, aead_aad,
                              sizeof aead_aad, aead_text, sizeof aead_text)) ||
        !SAME(text, gcm_text) || !SAME(tag, gcm_tag) ||
        !OK(mifu_sm4_gcm_open(text, &key, aead_iv, sizeof aead_iv, aead_aad, sizeof aead_aad,
                              gcm_text, sizeof gcm_text, gcm_tag, 16)) ||
        !SAME(text, aead_text))
        return 0;
    tag[15] ^= 1;
    return mifu_sm4_gcm_open(text, &key, aead_iv, sizeof aead_iv, aead_aad, sizeof aead_aad,
                             gcm_text, sizeof gcm_text, tag, 16) == MIFU_ERR_AUTHENTICATION;
}

int mifu_selftest_sm4_ccm(void)
{
    mifu_sm4_key key;
    uint8_t text[64], tag[16];

    mifu_sm4_key_init(&key, sm4_key);
    return OK(mifu_sm4_ccm_seal(text, tag, 16, &key, aead_iv, sizeof aead_iv, aead_aad,
                                sizeof aead_aad, aead_text, sizeof aead_text)) &&
           SAME(text, ccm_text) && SAME(tag, ccm_tag) &&
           OK(mifu_sm4_ccm_open(text, &key, aead_iv, sizeof aead_iv, aead_aad, sizeof aead_aad,
                                ccm_text, sizeof ccm_text, ccm_tag, 16)) &&
           SAME(text, aead_text);
}

int mifu_selftest_sm4_xts(void)
{
    mifu_sm4_key key, tweak_key;
    uint8_t text[sizeof xts_text];

    mifu_sm4_key_init(&key, xts_keys);
    mifu_sm4_key_init(&tweak_key, xts_keys + 16);
    return OK(mifu_sm4_xts_encrypt(text, &key, &tweak_key, MIFU_SM4_XTS_GB, xts_tweak, xts_text,
                                   sizeof xts_text)) &&
           SAME(text, xts_gb_text) &&
           OK(mifu_sm4_xts_encrypt(text, &key, &tweak_key, MIFU_SM4_XTS_IEEE, xts_tweak, xts_text,
                                   sizeof xts_text)) &&
           SAME(text, xts_ieee_text) &&
           OK(mifu_sm4_xts_decrypt(text, &key, &tweak_key, MIFU_SM4_XTS_GB, xts_tweak, xts_gb_text,
                                   sizeof xts_gb_text)) &&
           SAME(text, xts_text);
}

int mifu_selftest_sm4_mac(void)
{
    mifu_sm4_key key;
    uint8_t tag[16];

    mifu_sm4_key_init(&key, sm4_key);
    return OK(mifu_sm4_cmac_mac(tag, 16, &key, mac_message, sizeof mac_message)) &&
           SAME(tag, cmac_tag) &&
           OK(mifu_sm4_cbc_mac_mac(tag, 16, &key, MIFU_SM4_MAC_PADDING_M2, mac_message,
                                   sizeof mac_message)) &&
           SAME(tag, cbc_mac_tag);
}

/* Long enough for kernels that take many blocks at once: against single blocks, and by a tag. */
int mifu_selftest_sm4_wide(void)
{
    enum { SIZE = 1200, TAG = 16 };
    uint8_t plain[SIZE], cipher[SIZE], again[SIZE];
    uint8_t block[16], counter[16], tag[TAG];
    const mifu_sm4_padding none = MIFU_SM4_PADDING_NONE;
    mifu_sm4_key key;
    size_t len;
    int good = 1;

    for (size_t i = 0; i < SIZE; i++)
        plain[i] = (uint8_t)(i * 7 + i / 256);
    mifu_sm4_key_init(&key, sm4_key);
    good &= OK(mifu_sm4_ecb_encrypt(cipher, SIZE, &len, &key, none, plain, SIZE));
    for (size_t i = 0; i < SIZE; i += 16) {
        mifu_sm4_encrypt_block(block, &key, plain + i);
        good &= memcmp(block, cipher + i, 16) == 0;
    }
    good &=
        OK(mifu_sm4_ecb_decrypt(again, SIZE, &len, &key, none, cipher, SIZE)) && SAME(again, plain);
    memset(counter, 0, sizeof counter);
    good &= OK(mifu_sm4_ctr_crypt(cipher, &key, counter, plain, SIZE));
    for (size_t i = 0; i < SIZE; i++) {
        counter[15] = (uint8_t)(i / 16);
        if (i % 16 == 0)
            mifu_sm4_encrypt_block(block, &key, counter);
        good &= cipher[i] == (plain[i] ^ block[i % 16]);
    }
    good &= OK(mifu_sm4_cbc_encrypt(cipher, SIZE, &len, &key, counter, none, plain, SIZE)) &&
            OK(mifu_sm4_cbc_decrypt(again, SIZE, &len, &key, counter, none, cipher, SIZE)) &&
            SAME(again, plain);
    good &= OK(mifu_sm4_gcm_seal(cipher, tag, TAG, &key, aead_iv, sizeof aead_iv, NULL, 0, plain,
                                 SIZE)) &&
            SAME(tag, gcm_wide_tag);
    good &= OK(mifu_sm4_gcm_open(again, &key, aead_iv, sizeof aead_iv, NULL, 0, cipher, SIZE, tag,
                                 TAG)) &&
            SAME(again, plain);
    return good;
}
