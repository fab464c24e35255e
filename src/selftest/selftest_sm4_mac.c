/* SPDX-License-Identifier: Apache-2.0 */
/* Known answers of SM4: MACs, and keys under keys. */
#include <string.h>

#include "mifu/sm4_aead.h"
#include "mifu/sm4_mac.h"

#include "selftest_internal.h"
#include "selftest_answers.h"

/* GB/T 15852.1-2020 annex B, padding method 2 where there is one; key and message are those of
 * CMAC. */
static const uint8_t mac_key2[16] = {
    0x41, 0x49, 0xd2, 0xad, 0xed, 0x94, 0x56, 0x68, 0x1e, 0xc8, 0xb5, 0x11, 0xd9, 0xe7, 0xee, 0x04,
};
static const uint8_t emac_tag[16] = {
    0xe4, 0x23, 0xe3, 0x55, 0x99, 0xaf, 0xd9, 0x48, 0xae, 0xc5, 0x0b, 0xde, 0xe8, 0x38, 0xe9, 0xea,
};
static const uint8_t ansi_retail_mac_tag[16] = {
    0x51, 0xe9, 0x92, 0x8c, 0x22, 0x38, 0x33, 0x0c, 0x32, 0x31, 0xb8, 0x75, 0x2a, 0x9a, 0xfd, 0x7f,
};
static const uint8_t macdes_tag[16] = {
    0x7e, 0x1a, 0x9a, 0x5e, 0x0e, 0xf0, 0x94, 0x7f, 0x25, 0xcb, 0x94, 0x85, 0x26, 0x1c, 0x98, 0x5c,
};
static const uint8_t lmac_tag[16] = {
    0xa0, 0xc4, 0x65, 0xee, 0x58, 0x96, 0x97, 0x2f, 0x83, 0x37, 0xaa, 0x1f, 0x92, 0xc9, 0x9d, 0x10,
};
static const uint8_t trcbc_tag[8] = {
    0x16, 0xe0, 0x29, 0x04, 0xef, 0xb7, 0x65, 0xb7,
};
static const uint8_t cbcr_tag[16] = {
    0xe4, 0x0e, 0xd7, 0x9c, 0x31, 0x49, 0xa1, 0xc9, 0xd4, 0x2f, 0x04, 0xc4, 0x23, 0x04, 0x99, 0x35,
};
/* GB/T 15852.3-2019 A.4 */
static const uint8_t gmac_key[16] = {
    0xfe, 0xff, 0xe9, 0x92, 0x86, 0x65, 0x73, 0x1c, 0x6d, 0x6a, 0x8f, 0x94, 0x67, 0x30, 0x83, 0x08,
};
static const uint8_t gmac_iv[12] = {
    0xca, 0xfe, 0xba, 0xbe, 0xfa, 0xce, 0xdb, 0xad, 0xde, 0xca, 0xf8, 0x88,
};
static const uint8_t gmac_message[16] = {
    0xfe, 0xed, 0xfa, 0xce, 0xde, 0xad, 0xbe, 0xef, 0xfe, 0xed, 0xfa, 0xce, 0xde, 0xad, 0xbe, 0xef,
};
static const uint8_t gmac_tag[16] = {
    0x9d, 0x63, 0x25, 0x70, 0xf9, 0x30, 0x64, 0x26, 0x4a, 0x20, 0x91, 0x8e, 0x30, 0x81, 0xb4, 0xcd,
};
/* RFC 3394 and RFC 5649 with SM4 under the key of GB/T 32907, computed by the reference twin; the
 * padded key has 20 of the 24 bytes. */
static const uint8_t wrap_key[24] = {
    0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b,
    0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27,
};
static const uint8_t wrapped[32] = {
    0xca, 0xed, 0x1e, 0x75, 0xb4, 0x4d, 0xfb, 0x6d, 0xeb, 0xac, 0x4e, 0x7c, 0x45, 0x26, 0x8f, 0xb4,
    0xf7, 0x6a, 0x8d, 0x5f, 0x63, 0x74, 0x5f, 0x84, 0x92, 0xe8, 0x5a, 0x1a, 0xfa, 0x3f, 0xc4, 0xb5,
};
static const uint8_t wrapped_padded[32] = {
    0x16, 0xa8, 0xbb, 0x06, 0x9d, 0x6d, 0xe3, 0x58, 0xc0, 0xc8, 0x3e, 0x44, 0x20, 0xa3, 0xce, 0xf2,
    0xd4, 0x41, 0x7c, 0xa1, 0x25, 0xf5, 0xc2, 0xd4, 0xc7, 0x18, 0xa5, 0x7f, 0xa4, 0xff, 0xd2, 0xd3,
};

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

int mifu_selftest_sm4_mac_other(void)
{
    const mifu_sm4_mac_padding m2 = MIFU_SM4_MAC_PADDING_M2;
    const uint8_t *msg = mac_message;
    const size_t len = sizeof mac_message;
    mifu_sm4_key key, key2;
    uint8_t tag[16];

    mifu_sm4_key_init(&key, sm4_key);
    mifu_sm4_key_init(&key2, mac_key2);
    return OK(mifu_sm4_emac_mac(tag, 16, &key, &key2, m2, msg, len)) && SAME(tag, emac_tag) &&
           OK(mifu_sm4_ansi_retail_mac_mac(tag, 16, &key, &key2, m2, msg, len)) &&
           SAME(tag, ansi_retail_mac_tag) &&
           OK(mifu_sm4_macdes_mac(tag, 16, &key, mac_key2, m2, msg, len)) &&
           SAME(tag, macdes_tag) && OK(mifu_sm4_lmac_mac(tag, 16, &key, m2, msg, len)) &&
           SAME(tag, lmac_tag) && OK(mifu_sm4_trcbc_mac(tag, sizeof trcbc_tag, &key, msg, len)) &&
           SAME(tag, trcbc_tag) && OK(mifu_sm4_cbcr_mac(tag, 16, &key, msg, len)) &&
           SAME(tag, cbcr_tag);
}

int mifu_selftest_sm4_gmac(void)
{
    mifu_sm4_key key;
    uint8_t tag[16];

    mifu_sm4_key_init(&key, gmac_key);
    return OK(mifu_sm4_gmac_mac(tag, 16, &key, gmac_iv, sizeof gmac_iv, gmac_message,
                                sizeof gmac_message)) &&
           SAME(tag, gmac_tag);
}

int mifu_selftest_sm4_wrap(void)
{
    mifu_sm4_key key;
    uint8_t out[40], damaged[sizeof wrapped];
    size_t len = 0;

    mifu_sm4_key_init(&key, sm4_key);
    memcpy(damaged, wrapped, sizeof damaged);
    damaged[9] ^= 1;
    return OK(mifu_sm4_wrap(out, &key, wrap_key, sizeof wrap_key)) && SAME(out, wrapped) &&
           OK(mifu_sm4_unwrap(out, &key, wrapped, sizeof wrapped)) && SAME(out, wrap_key) &&
           mifu_sm4_unwrap(out, &key, damaged, sizeof damaged) == MIFU_ERR_AUTHENTICATION &&
           OK(mifu_sm4_wrap_padded(out, sizeof out, &len, &key, wrap_key, 20)) &&
           len == sizeof wrapped_padded && SAME(out, wrapped_padded) &&
           OK(mifu_sm4_unwrap_padded(out, sizeof out, &len, &key, wrapped_padded,
                                     sizeof wrapped_padded)) &&
           len == 20 && memcmp(out, wrap_key, 20) == 0;
}
