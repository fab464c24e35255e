/* SPDX-License-Identifier: Apache-2.0 */
/* The modes of SM4 that OpenSSL has: ECB, CBC, CFB128, OFB, CTR; both directions. */
#include <openssl/evp.h>

#include "cross_support.h"
#include "mifu/sm4_modes.h"

#define MOST 3000

static uint8_t k[16], iv[16], pt[MOST], ours[MOST + 16], theirs[MOST + 16], back[MOST + 16];

/* Gives the length of what OpenSSL makes of `in`. */
static size_t peer(const EVP_CIPHER *cipher, int encrypt, int padding, uint8_t *out,
                   const uint8_t *in, size_t len)
{
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int n = 0, last = 0;

    assert_int_equal(EVP_CipherInit_ex(context, cipher, NULL, k, iv, encrypt), 1);
    EVP_CIPHER_CTX_set_padding(context, padding);
    assert_int_equal(EVP_CipherUpdate(context, out, &n, in, (int)len), 1);
    assert_int_equal(EVP_CipherFinal_ex(context, out + n, &last), 1);
    EVP_CIPHER_CTX_free(context);
    return (size_t)(n + last);
}

static void block_modes(void)
{
    for (unsigned i = 0; i < 300 * cross_factor; i++) {
        mifu_sm4_padding padding = i % 2 == 0 ? MIFU_SM4_PADDING_NONE : MIFU_SM4_PADDING_PKCS7;
        size_t len = cross_length(MOST), n, n_back, n_peer;
        mifu_sm4_key key;

        if (padding == MIFU_SM4_PADDING_NONE)
            len -= len % 16;
        support_random_fill(k, 16);
        support_random_fill(iv, 16);
        support_random_fill(pt, len);
        mifu_sm4_key_init(&key, k);

        assert_int_equal(mifu_sm4_ecb_encrypt(ours, sizeof ours, &n, &key, padding, pt, len),
                         MIFU_OK);
        n_peer = peer(EVP_sm4_ecb(), 1, i % 2, theirs, pt, len);
        assert_int_equal(n, n_peer);
        assert_memory_equal(ours, theirs, n);
        assert_int_equal(peer(EVP_sm4_ecb(), 0, i % 2, back, ours, n), len);
        assert_memory_equal(back, pt, len);
        assert_int_equal(mifu_sm4_ecb_decrypt(back, sizeof back, &n_back, &key, padding, theirs, n),
                         MIFU_OK);
        assert_int_equal(n_back, len);
        assert_memory_equal(back, pt, len);

        assert_int_equal(mifu_sm4_cbc_encrypt(ours, sizeof ours, &n, &key, iv, padding, pt, len),
                         MIFU_OK);
        n_peer = peer(EVP_sm4_cbc(), 1, i % 2, theirs, pt, len);
        assert_int_equal(n, n_peer);
        assert_memory_equal(ours, theirs, n);
        assert_int_equal(peer(EVP_sm4_cbc(), 0, i % 2, back, ours, n), len);
        assert_memory_equal(back, pt, len);
        assert_int_equal(
            mifu_sm4_cbc_decrypt(back, sizeof back, &n_back, &key, iv, padding, theirs, n),
            MIFU_OK);
        assert_int_equal(n_back, len);
        assert_memory_equal(back, pt, len);
    }
}

static void stream_modes(void)
{
    for (unsigned i = 0; i < 300 * cross_factor; i++) {
        size_t len = cross_length(MOST);
        mifu_sm4_key key;

        support_random_fill(k, 16);
        support_random_fill(iv, 16);
        if (i % 3 == 0) /* a counter that is about to carry */
            memset(iv + 16 - i % 16, 0xff, i % 16);
        support_random_fill(pt, len);
        mifu_sm4_key_init(&key, k);

        assert_int_equal(mifu_sm4_cfb_encrypt(ours, &key, iv, pt, len), MIFU_OK);
        assert_int_equal(peer(EVP_sm4_cfb128(), 1, 0, theirs, pt, len), len);
        assert_memory_equal(ours, theirs, len);
        assert_int_equal(mifu_sm4_cfb_decrypt(back, &key, iv, theirs, len), MIFU_OK);
        assert_memory_equal(back, pt, len);
        assert_int_equal(peer(EVP_sm4_cfb128(), 0, 0, back, ours, len), len);
        assert_memory_equal(back, pt, len);

        assert_int_equal(mifu_sm4_ofb_crypt(ours, &key, iv, pt, len), MIFU_OK);
        assert_int_equal(peer(EVP_sm4_ofb(), 1, 0, theirs, pt, len), len);
        assert_memory_equal(ours, theirs, len);

        assert_int_equal(mifu_sm4_ctr_crypt(ours, &key, iv, pt, len), MIFU_OK);
        assert_int_equal(peer(EVP_sm4_ctr(), 1, 0, theirs, pt, len), len);
        assert_memory_equal(ours, theirs, len);
    }
}

static void test_block_modes(void **state)
{
    (void)state;
    cross_each_backend("sm4", block_modes);
}

static void test_stream_modes(void **state)
{
    (void)state;
    cross_each_backend("sm4", stream_modes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block_modes),
        cmocka_unit_test(test_stream_modes),
    };

    cross_seed("cross_openssl_sm4");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
