/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4's modes against nettle's. nettle 3.8 has modes over any block cipher but no SM4, so it is
 * given single blocks of ours: what is compared is everything around the blocks.
 */
#include <nettle/cbc.h>
#include <nettle/ccm.h>
#include <nettle/cfb.h>
#include <nettle/cmac.h>
#include <nettle/ctr.h>
#include <nettle/gcm.h>
#include <nettle/xts.h>

#include "cross_support.h"
#include "mifu/sm4_aead.h"
#include "mifu/sm4_mac.h"
#include "mifu/sm4_modes.h"

#define MOST 3000

static uint8_t k[32], iv[16], state[16], nonce[64], aad[MOST], pt[MOST];
static uint8_t ours[MOST + 16], theirs[MOST + 16], back[MOST + 16], tag[16], their_tag[16];
static mifu_sm4_key key, tweak_key;

static void encrypt_blocks(const void *ctx, size_t length, uint8_t *dst, const uint8_t *src)
{
    for (size_t i = 0; i < length; i += 16)
        mifu_sm4_encrypt_block(dst + i, ctx, src + i);
}

static void decrypt_blocks(const void *ctx, size_t length, uint8_t *dst, const uint8_t *src)
{
    for (size_t i = 0; i < length; i += 16)
        mifu_sm4_decrypt_block(dst + i, ctx, src + i);
}

static size_t draw(void)
{
    size_t len = cross_length(MOST);

    support_random_fill(k, sizeof k);
    support_random_fill(iv, sizeof iv);
    if (support_random_below(3) == 0) /* counters that carry */
        memset(iv + 8, 0xff, 8);
    support_random_fill(nonce, sizeof nonce);
    support_random_fill(aad, sizeof aad);
    support_random_fill(pt, len);
    mifu_sm4_key_init(&key, k);
    mifu_sm4_key_init(&tweak_key, k + 16);
    memcpy(state, iv, 16);
    return len;
}

static void stream_modes(void)
{
    for (unsigned i = 0; i < 200 * cross_factor; i++) {
        size_t len = draw(), whole = len - len % 16, n;

        assert_int_equal(
            mifu_sm4_cbc_encrypt(ours, sizeof ours, &n, &key, iv, MIFU_SM4_PADDING_NONE, pt, whole),
            MIFU_OK);
        cbc_encrypt(&key, encrypt_blocks, 16, state, whole, theirs, pt);
        assert_memory_equal(ours, theirs, whole);
        assert_int_equal(mifu_sm4_cbc_decrypt(back, sizeof back, &n, &key, iv,
                                              MIFU_SM4_PADDING_NONE, theirs, whole),
                         MIFU_OK);
        assert_memory_equal(back, pt, whole);

        memcpy(state, iv, 16);
        assert_int_equal(mifu_sm4_ctr_crypt(ours, &key, iv, pt, len), MIFU_OK);
        ctr_crypt(&key, encrypt_blocks, 16, state, len, theirs, pt);
        assert_memory_equal(ours, theirs, len);

        memcpy(state, iv, 16);
        assert_int_equal(mifu_sm4_cfb_encrypt(ours, &key, iv, pt, len), MIFU_OK);
        cfb_encrypt(&key, encrypt_blocks, 16, state, len, theirs, pt);
        assert_memory_equal(ours, theirs, len);
        assert_int_equal(mifu_sm4_cfb_decrypt(back, &key, iv, theirs, len), MIFU_OK);
        assert_memory_equal(back, pt, len);

        if (len < 16)
            continue;
        assert_int_equal(
            mifu_sm4_xts_encrypt(ours, &key, &tweak_key, MIFU_SM4_XTS_IEEE, iv, pt, len), MIFU_OK);
        xts_encrypt_message(&key, &tweak_key, encrypt_blocks, iv, len, theirs, pt);
        assert_memory_equal(ours, theirs, len);
        xts_decrypt_message(&key, &tweak_key, decrypt_blocks, encrypt_blocks, iv, len, back, ours);
        assert_memory_equal(back, pt, len);
        assert_int_equal(
            mifu_sm4_xts_decrypt(back, &key, &tweak_key, MIFU_SM4_XTS_IEEE, iv, theirs, len),
            MIFU_OK);
        assert_memory_equal(back, pt, len);
    }
}

static void gcm(void)
{
    struct gcm_key gcm_key;
    struct gcm_ctx ctx;

    for (unsigned i = 0; i < 150 * cross_factor; i++) {
        size_t len = draw(), aad_len = cross_length(MOST), tag_len = 4 + support_random_below(13);
        size_t nonce_len = i % 2 == 0 ? 12 : 1 + support_random_below(sizeof nonce);

        assert_int_equal(
            mifu_sm4_gcm_seal(ours, tag, tag_len, &key, nonce, nonce_len, aad, aad_len, pt, len),
            MIFU_OK);
        gcm_set_key(&gcm_key, &key, encrypt_blocks);
        gcm_set_iv(&ctx, &gcm_key, nonce_len, nonce);
        gcm_update(&ctx, &gcm_key, aad_len, aad);
        gcm_encrypt(&ctx, &gcm_key, &key, encrypt_blocks, len, theirs, pt);
        gcm_digest(&ctx, &gcm_key, &key, encrypt_blocks, tag_len, their_tag);
        assert_memory_equal(ours, theirs, len);
        assert_memory_equal(tag, their_tag, tag_len);
        assert_int_equal(mifu_sm4_gcm_open(back, &key, nonce, nonce_len, aad, aad_len, theirs, len,
                                           their_tag, tag_len),
                         MIFU_OK);
        assert_memory_equal(back, pt, len);
    }
}

static void ccm(void)
{
    for (unsigned i = 0; i < 150 * cross_factor; i++) {
        size_t len = draw(), aad_len = cross_length(MOST),
               tag_len = 4 + 2 * support_random_below(7);
        size_t nonce_len = 7 + support_random_below(7);

        assert_int_equal(
            mifu_sm4_ccm_seal(ours, tag, tag_len, &key, nonce, nonce_len, aad, aad_len, pt, len),
            MIFU_OK);
        ccm_encrypt_message(&key, encrypt_blocks, nonce_len, nonce, aad_len, aad, tag_len,
                            len + tag_len, theirs, pt);
        assert_memory_equal(ours, theirs, len);
        assert_memory_equal(tag, theirs + len, tag_len);
        assert_int_equal(mifu_sm4_ccm_open(back, &key, nonce, nonce_len, aad, aad_len, theirs, len,
                                           theirs + len, tag_len),
                         MIFU_OK);
        assert_memory_equal(back, pt, len);
    }
}

static void cmac(void)
{
    struct cmac128_key cmac_key;
    struct cmac128_ctx ctx;

    for (unsigned i = 0; i < 200 * cross_factor; i++) {
        size_t len = draw();

        assert_int_equal(mifu_sm4_cmac_mac(tag, 16, &key, pt, len), MIFU_OK);
        cmac128_set_key(&cmac_key, &key, encrypt_blocks);
        cmac128_init(&ctx);
        cmac128_update(&ctx, &key, encrypt_blocks, len, pt);
        cmac128_digest(&ctx, &cmac_key, &key, encrypt_blocks, 16, their_tag);
        assert_memory_equal(tag, their_tag, 16);
    }
}

#define EACH_BACKEND(name)                                                                         \
    static void test_##name(void **unused)                                                         \
    {                                                                                              \
        (void)unused;                                                                              \
        cross_each_backend("sm4", name);                                                           \
        cross_each_backend("ghash", name);                                                         \
    }

EACH_BACKEND(stream_modes)
EACH_BACKEND(gcm)
EACH_BACKEND(ccm)
EACH_BACKEND(cmac)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stream_modes),
        cmocka_unit_test(test_gcm),
        cmocka_unit_test(test_ccm),
        cmocka_unit_test(test_cmac),
    };

    cross_seed("cross_nettle_sm4");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
