/* SPDX-License-Identifier: Apache-2.0 */
/* Known answers of ZUC and of the generators over SM3 and SM4. */
#include <string.h>

#include "mifu/drbg.h"
#include "mifu/zuc.h"

#include "selftest_internal.h"

/* GM/T 0001.1 annex, first example; 3GPP TS 35.223: 128-EEA3 set 1, whole bytes, 128-EIA3 set 1. */
static const uint8_t zuc_words[8] = {0x27, 0xbe, 0xde, 0x74, 0x01, 0x80, 0x82, 0xda};
static const uint8_t eea3_key[16] = {0x17, 0x3d, 0x14, 0xba, 0x50, 0x03, 0x73, 0x1d,
                                     0x7a, 0x60, 0x04, 0x94, 0x70, 0xf0, 0x0a, 0x29};
static const uint8_t eea3_text[24] = {0x6c, 0xf6, 0x53, 0x40, 0x73, 0x55, 0x52, 0xab,
                                      0x0c, 0x97, 0x52, 0xfa, 0x6f, 0x90, 0x25, 0xfe,
                                      0x0b, 0xd6, 0x75, 0xd9, 0x00, 0x58, 0x75, 0xb2};
static const uint8_t eea3_result[24] = {0xa6, 0xc8, 0x5f, 0xc6, 0x6a, 0xfb, 0x85, 0x33,
                                        0xaa, 0xfc, 0x25, 0x18, 0xdf, 0xe7, 0x84, 0x94,
                                        0x0e, 0xe1, 0xe4, 0xb0, 0x30, 0x23, 0x8c, 0xc8};
static const uint8_t eia3_mac[4] = {0xc8, 0xa9, 0x59, 0x5e};
/* The design paper of ZUC-256: 400 zero bits under zeros, 32 bits of tag. */
static const uint8_t mac256_tag[4] = {0x9b, 0x97, 0x2a, 0x74};
/* GM/T 0105 generators on the entropy 00 01 02 ..., first call: computed by the reference twin. */
static const uint8_t hash_drbg[32] = {
    0xe8, 0x6e, 0x82, 0x6d, 0x7a, 0x02, 0x2d, 0x6c, 0x22, 0x39, 0x7a, 0x93, 0x10, 0xa4, 0xe3, 0xf4,
    0xb9, 0x2e, 0x3e, 0x69, 0xe9, 0x68, 0x19, 0x0e, 0x04, 0x46, 0x48, 0x87, 0x05, 0xf1, 0x72, 0xfe};
static const uint8_t ctr_drbg[16] = {0x11, 0x58, 0x6d, 0xb8, 0x51, 0xbb, 0x7f, 0x62,
                                     0xb0, 0xa5, 0x03, 0x34, 0xf1, 0xd7, 0x1b, 0x3e};

int mifu_selftest_zuc(void)
{
    static const uint8_t zeros[50] = {0};
    uint8_t words[8], text[24], mac[4], tag[4];

    return OK(mifu_zuc_encrypt(words, zeros, zeros, zeros, sizeof words)) &&
           SAME(words, zuc_words) &&
           OK(mifu_zuc_eea3(text, eea3_key, 0x66035492, 15, 0, eea3_text, 192)) &&
           SAME(text, eea3_result) && OK(mifu_zuc_eia3(mac, zeros, 0, 0, 0, zeros, 1)) &&
           SAME(mac, eia3_mac) &&
           OK(mifu_zuc256_mac(tag, sizeof tag, zeros, zeros, MIFU_ZUC256_IV_SIZE, zeros, 400)) &&
           SAME(tag, mac256_tag);
}

static mifu_status ascending(uint8_t *out, size_t len, void *context)
{
    (void)context;
    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)i;
    return MIFU_OK;
}

static int gives(mifu_drbg_mechanism mechanism, const uint8_t *expected, size_t len)
{
    mifu_drbg_options options = {0};
    mifu_drbg drbg;
    uint8_t got[32];
    int right;

    options.entropy = ascending;
    options.entropy_len = 32;
    options.nonce_len = 16;
    right = OK(mifu_drbg_instantiate(&drbg, mechanism, MIFU_DRBG_FORM_GM, &options, NULL, 0)) &&
            OK(mifu_drbg_generate(got, len, &drbg, NULL, 0)) && memcmp(got, expected, len) == 0;
    mifu_drbg_uninstantiate(&drbg);
    return right;
}

int mifu_selftest_drbg(void)
{
    return gives(MIFU_DRBG_HASH_SM3, hash_drbg, sizeof hash_drbg) &&
           gives(MIFU_DRBG_CTR_SM4, ctr_drbg, sizeof ctr_drbg);
}
