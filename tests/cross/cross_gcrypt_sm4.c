/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 against libgcrypt: all modes that both have, AEAD and CMAC. */
#include <gcrypt.h>

#include "cross_support.h"
#include "mifu/sm4_aead.h"
#include "mifu/sm4_mac.h"
#include "mifu/sm4_modes.h"

#define MOST 3000

static uint8_t k[32], iv[64], aad[MOST], pt[MOST], ours[MOST + 16], theirs[MOST + 16];
static uint8_t back[MOST + 16], tag[16], their_tag[16];
static mifu_sm4_key key;

static gcry_cipher_hd_t open_cipher(int mode, size_t key_len, size_t iv_len)
{
    gcry_cipher_hd_t cipher;

    assert_int_equal(gcry_cipher_open(&cipher, GCRY_CIPHER_SM4, mode, 0), 0);
    assert_int_equal(gcry_cipher_setkey(cipher, k, key_len), 0);
    if (iv_len > 0 && mode != GCRY_CIPHER_MODE_CTR)
        assert_int_equal(gcry_cipher_setiv(cipher, iv, iv_len), 0);
    if (mode == GCRY_CIPHER_MODE_CTR)
        assert_int_equal(gcry_cipher_setctr(cipher, iv, iv_len), 0);
    return cipher;
}

static void peer(int mode, int encrypt, uint8_t *out, const uint8_t *in, size_t len)
{
    gcry_cipher_hd_t cipher = open_cipher(mode, mode == GCRY_CIPHER_MODE_XTS ? 32 : 16,
                                          mode == GCRY_CIPHER_MODE_ECB ? 0 : 16);

    if (len > 0 && encrypt)
        assert_int_equal(gcry_cipher_encrypt(cipher, out, len, in, len), 0);
    else if (len > 0)
        assert_int_equal(gcry_cipher_decrypt(cipher, out, len, in, len), 0);
    gcry_cipher_close(cipher);
}

static size_t draw(size_t multiple)
{
    size_t len = cross_length(MOST);

    support_random_fill(k, sizeof k);
    support_random_fill(iv, sizeof iv);
    if (support_random_below(3) == 0)
        memset(iv + 12, 0xff, 4);
    support_random_fill(pt, sizeof pt);
    mifu_sm4_key_init(&key, k);
    return len - len % multiple;
}

static void modes(void)
{
    for (unsigned i = 0; i < 200 * cross_factor; i++) {
        size_t len = draw(16), n;

        assert_int_equal(
            mifu_sm4_ecb_encrypt(ours, sizeof ours, &n, &key, MIFU_SM4_PADDING_NONE, pt, len),
            MIFU_OK);
        peer(GCRY_CIPHER_MODE_ECB, 1, theirs, pt, len);
        assert_memory_equal(ours, theirs, len);
        peer(GCRY_CIPHER_MODE_ECB, 0, back, ours, len);
        assert_memory_equal(back, pt, len);

        assert_int_equal(
            mifu_sm4_cbc_encrypt(ours, sizeof ours, &n, &key, iv, MIFU_SM4_PADDING_NONE, pt, len),
            MIFU_OK);
        peer(GCRY_CIPHER_MODE_CBC, 1, theirs, pt, len);
        assert_memory_equal(ours, theirs, len);
        peer(GCRY_CIPHER_MODE_CBC, 0, back, ours, len);
        assert_memory_equal(back, pt, len);

        len = draw(1);
        assert_int_equal(mifu_sm4_cfb_encrypt(ours, &key, iv, pt, len), MIFU_OK);
        peer(GCRY_CIPHER_MODE_CFB, 1, theirs, pt, len);
        assert_memory_equal(ours, theirs, len);
        assert_int_equal(mifu_sm4_cfb_decrypt(back, &key, iv, theirs, len), MIFU_OK);
        assert_memory_equal(back, pt, len);

        assert_int_equal(mifu_sm4_cfb8_encrypt(ours, &key, iv, pt, len), MIFU_OK);
        peer(GCRY_CIPHER_MODE_CFB8, 1, theirs, pt, len);
        assert_memory_equal(ours, theirs, len);
        assert_int_equal(mifu_sm4_cfb8_decrypt(back, &key, iv, theirs, len), MIFU_OK);
        assert_memory_equal(back, pt, len);

        assert_int_equal(mifu_sm4_ofb_crypt(ours, &key, iv, pt, len), MIFU_OK);
        peer(GCRY_CIPHER_MODE_OFB, 1, theirs, pt, len);
        assert_memory_equal(ours, theirs, len);

        assert_int_equal(mifu_sm4_ctr_crypt(ours, &key, iv, pt, len), MIFU_OK);
        peer(GCRY_CIPHER_MODE_CTR, 1, theirs, pt, len);
        assert_memory_equal(ours, theirs, len);
    }
}

static void xts(void)
{
    for (unsigned i = 0; i < 200 * cross_factor; i++) {
        size_t len = 16 + cross_length(MOST - 16);
        mifu_sm4_key tweak_key;

        (void)draw(1);
        mifu_sm4_key_init(&tweak_key, k + 16);
        assert_int_equal(
            mifu_sm4_xts_encrypt(ours, &key, &tweak_key, MIFU_SM4_XTS_IEEE, iv, pt, len), MIFU_OK);
        peer(GCRY_CIPHER_MODE_XTS, 1, theirs, pt, len);
        assert_memory_equal(ours, theirs, len);
        assert_int_equal(
            mifu_sm4_xts_decrypt(back, &key, &tweak_key, MIFU_SM4_XTS_IEEE, iv, theirs, len),
            MIFU_OK);
        assert_memory_equal(back, pt, len);
        peer(GCRY_CIPHER_MODE_XTS, 0, back, ours, len);
        assert_memory_equal(back, pt, len);
    }
}

static void their_seal(int mode, size_t iv_len, size_t aad_len, size_t len, size_t tag_len)
{
    gcry_cipher_hd_t cipher = open_cipher(mode, 16, iv_len);

    if (mode == GCRY_CIPHER_MODE_CCM) {
        uint64_t lengths[3] = {len, aad_len, tag_len};

        assert_int_equal(gcry_cipher_ctl(cipher, GCRYCTL_SET_CCM_LENGTHS, lengths, sizeof lengths),
                         0);
    }
    if (aad_len > 0)
        assert_int_equal(gcry_cipher_authenticate(cipher, aad, aad_len), 0);
    gcry_cipher_final(cipher);
    assert_int_equal(gcry_cipher_encrypt(cipher, theirs, len, pt, len), 0);
    assert_int_equal(gcry_cipher_gettag(cipher, their_tag, tag_len), 0);
    gcry_cipher_close(cipher);
}

static void gcm(void)
{
    for (unsigned i = 0; i < 300 * cross_factor; i++) {
        size_t len = draw(1), aad_len = cross_length(MOST);
        size_t iv_len = i % 2 == 0 ? 12 : 1 + support_random_below(sizeof iv);

        support_random_fill(aad, aad_len);
        assert_int_equal(mifu_sm4_gcm_seal(ours, tag, 16, &key, iv, iv_len, aad, aad_len, pt, len),
                         MIFU_OK);
        their_seal(GCRY_CIPHER_MODE_GCM, iv_len, aad_len, len, 16);
        assert_memory_equal(ours, theirs, len);
        assert_memory_equal(tag, their_tag, 16);
        assert_int_equal(
            mifu_sm4_gcm_open(back, &key, iv, iv_len, aad, aad_len, theirs, len, their_tag, 16),
            MIFU_OK);
        assert_memory_equal(back, pt, len);
    }
}

static void ccm(void)
{
    for (unsigned i = 0; i < 300 * cross_factor; i++) {
        size_t len = draw(1), aad_len = cross_length(MOST);
        size_t nonce_len = 7 + support_random_below(7), tag_len = 4 + 2 * support_random_below(7);

        support_random_fill(aad, aad_len);
        assert_int_equal(
            mifu_sm4_ccm_seal(ours, tag, tag_len, &key, iv, nonce_len, aad, aad_len, pt, len),
            MIFU_OK);
        their_seal(GCRY_CIPHER_MODE_CCM, nonce_len, aad_len, len, tag_len);
        assert_memory_equal(ours, theirs, len);
        assert_memory_equal(tag, their_tag, tag_len);
        assert_int_equal(mifu_sm4_ccm_open(back, &key, iv, nonce_len, aad, aad_len, theirs, len,
                                           their_tag, tag_len),
                         MIFU_OK);
        assert_memory_equal(back, pt, len);
    }
}

static void gcm_siv(void)
{
    for (unsigned i = 0; i < 300 * cross_factor; i++) {
        size_t len = draw(1), aad_len = cross_length(MOST);

        support_random_fill(aad, aad_len);
        assert_int_equal(mifu_sm4_gcm_siv_seal(ours, tag, &key, iv, aad, aad_len, pt, len),
                         MIFU_OK);
        their_seal(GCRY_CIPHER_MODE_GCM_SIV, 12, aad_len, len, 16);
        assert_memory_equal(ours, theirs, len);
        assert_memory_equal(tag, their_tag, 16);
        assert_int_equal(
            mifu_sm4_gcm_siv_open(back, &key, iv, aad, aad_len, theirs, len, their_tag), MIFU_OK);
        assert_memory_equal(back, pt, len);
    }
}

static void wrap(void)
{
    for (unsigned i = 0; i < 100 * cross_factor; i++) {
        size_t len = 16 + 8 * support_random_below(20);
        gcry_cipher_hd_t cipher;

        (void)draw(1);
        assert_int_equal(mifu_sm4_wrap(ours, &key, pt, len), MIFU_OK);
        cipher = open_cipher(GCRY_CIPHER_MODE_AESWRAP, 16, 0);
        assert_int_equal(gcry_cipher_encrypt(cipher, theirs, len + 8, pt, len), 0);
        gcry_cipher_close(cipher);
        assert_memory_equal(ours, theirs, len + 8);
        assert_int_equal(mifu_sm4_unwrap(back, &key, theirs, len + 8), MIFU_OK);
        assert_memory_equal(back, pt, len);
    }
}

static void cmac(void)
{
    for (unsigned i = 0; i < 300 * cross_factor; i++) {
        size_t len = draw(1);
        gcry_mac_hd_t mac;

        assert_int_equal(mifu_sm4_cmac_mac(tag, 16, &key, pt, len), MIFU_OK);
        assert_int_equal(gcry_mac_open(&mac, GCRY_MAC_CMAC_SM4, 0, NULL), 0);
        assert_int_equal(gcry_mac_setkey(mac, k, 16), 0);
        assert_int_equal(gcry_mac_write(mac, pt, len), 0);
        assert_int_equal(gcry_mac_verify(mac, tag, 16), 0);
        gcry_mac_close(mac);
    }
}

#define EACH_BACKEND(name)                                                                         \
    static void test_##name(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        cross_each_backend("sm4", name);                                                           \
        cross_each_backend("ghash", name);                                                         \
    }

EACH_BACKEND(modes)
EACH_BACKEND(xts)
EACH_BACKEND(gcm)
EACH_BACKEND(ccm)
EACH_BACKEND(gcm_siv)
EACH_BACKEND(wrap)
EACH_BACKEND(cmac)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_modes), cmocka_unit_test(test_xts),     cmocka_unit_test(test_gcm),
        cmocka_unit_test(test_ccm),   cmocka_unit_test(test_gcm_siv), cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_cmac),
    };

    cross_seed("cross_gcrypt_sm4");
    gcry_check_version(NULL);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
