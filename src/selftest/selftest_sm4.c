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

/* GB/T 17964-2021 annex B; key, IV and text are those of the other modes. */
static const uint8_t bc_text[64] = {
    0xac, 0x52, 0x9a, 0xf9, 0x89, 0xa6, 0x2f, 0xce, 0x9c, 0xdd, 0xc5, 0xff, 0xb8, 0x41, 0x25, 0xca,
    0xfb, 0x8c, 0xde, 0x77, 0x33, 0x9f, 0xfe, 0x48, 0x1d, 0x11, 0x3c, 0x40, 0xbb, 0xd5, 0xb6, 0x78,
    0x6f, 0xfc, 0x99, 0x16, 0xf9, 0x8f, 0x94, 0xff, 0x12, 0xd7, 0x83, 0x19, 0x70, 0x7e, 0x24, 0x04,
    0x28, 0x71, 0x87, 0x07, 0x60, 0x5b, 0xc1, 0xea, 0xc5, 0x03, 0x15, 0x3e, 0xba, 0xa0, 0xfb, 0x1d,
};
static const uint8_t ofbnlf_text[64] = {
    0x00, 0xa5, 0xb5, 0xc9, 0xe6, 0x45, 0x55, 0x7c, 0x20, 0xce, 0x7f, 0x26, 0x77, 0x36, 0xf3, 0x08,
    0xa1, 0x80, 0x37, 0x82, 0x88, 0x50, 0xb9, 0xd7, 0x88, 0x83, 0xca, 0x62, 0x28, 0x51, 0xf8, 0x6c,
    0xb7, 0xca, 0xef, 0xdf, 0xb6, 0xd4, 0xca, 0xba, 0x6a, 0xe2, 0xd2, 0xfc, 0xe3, 0x69, 0xce, 0xb3,
    0x10, 0x01, 0xdd, 0x71, 0xfd, 0xda, 0x93, 0x41, 0xf8, 0xd2, 0x21, 0xcb, 0x72, 0x0f, 0xf2, 0x7b,
};
static const uint8_t hctr_hash_key[16] = {
    0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
};
static const uint8_t hctr_tweak[16] = {
    0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff,
};
static const uint8_t hctr_text[64] = {
    0x9c, 0xd7, 0x48, 0x1d, 0x3b, 0x7c, 0xa9, 0x04, 0xb1, 0x4b, 0x40, 0x84, 0xd9, 0xd4, 0xc8, 0x3e,
    0xd3, 0x9e, 0xac, 0x8e, 0x16, 0x74, 0x78, 0x95, 0xfc, 0x2a, 0xe1, 0xee, 0xcd, 0x22, 0x02, 0x76,
    0xaf, 0x3d, 0x0d, 0x2f, 0x21, 0xcb, 0x38, 0x07, 0x56, 0x13, 0x47, 0xc8, 0x1a, 0xd1, 0x38, 0x11,
    0x7d, 0xd8, 0x5c, 0x65, 0x2a, 0xfe, 0x16, 0xa4, 0x7d, 0xc6, 0x8e, 0xb8, 0x84, 0x06, 0x8a, 0xe3,
};

int mifu_selftest_sm4_other(void)
{
    mifu_sm4_key key;
    uint8_t text[64];

    mifu_sm4_key_init(&key, mode_key);
    return OK(mifu_sm4_bc_encrypt(text, &key, mode_iv, mode_text, 64)) && SAME(text, bc_text) &&
           OK(mifu_sm4_bc_decrypt(text, &key, mode_iv, bc_text, 64)) && SAME(text, mode_text) &&
           OK(mifu_sm4_ofbnlf_encrypt(text, &key, mode_iv, mode_text, 64)) &&
           SAME(text, ofbnlf_text) &&
           OK(mifu_sm4_ofbnlf_decrypt(text, &key, mode_iv, ofbnlf_text, 64)) &&
           SAME(text, mode_text) &&
           OK(mifu_sm4_hctr_encrypt(text, &key, hctr_hash_key, hctr_tweak, mode_text, 64)) &&
           SAME(text, hctr_text) &&
           OK(mifu_sm4_hctr_decrypt(text, &key, hctr_hash_key, hctr_tweak, hctr_text, 64)) &&
           SAME(text, mode_text);
}

/* RFC 8452 with SM4 in the place of AES: a value of gmsm. */
static const uint8_t siv_key[16] = {
    0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
};
static const uint8_t siv_iv[12] = {
    0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
};
static const uint8_t siv_pt[32] = {
    0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
};
static const uint8_t siv_ct[32] = {
    0x1f, 0xf8, 0xe1, 0x7e, 0xd5, 0xb3, 0x8f, 0x39, 0xf3, 0xef, 0xc9, 0x41, 0x2f, 0xe8, 0x3a, 0xd1,
    0xec, 0xab, 0x6a, 0xe7, 0x33, 0x85, 0x6a, 0x6d, 0xfa, 0xe4, 0x2a, 0xb9, 0x83, 0x36, 0xb1, 0xd6,
};
static const uint8_t siv_tag[16] = {
    0x33, 0x0c, 0xdc, 0x77, 0x41, 0x4d, 0xb5, 0x6d, 0x43, 0x12, 0xf8, 0xbf, 0xa7, 0x93, 0xe6, 0x98,
};

int mifu_selftest_sm4_siv(void)
{
    mifu_sm4_key key;
    uint8_t text[sizeof siv_pt], tag[16];

    mifu_sm4_key_init(&key, siv_key);
    return OK(mifu_sm4_gcm_siv_seal(text, tag, &key, siv_iv, NULL, 0, siv_pt, sizeof siv_pt)) &&
           SAME(text, siv_ct) && SAME(tag, siv_tag) &&
           OK(mifu_sm4_gcm_siv_open(text, &key, siv_iv, NULL, 0, siv_ct, sizeof siv_ct, siv_tag)) &&
           SAME(text, siv_pt);
}
