/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arguments of the SM4 headers: NULL pointers, lengths, names, overlap, capacities and the order of
 * calls, for every mode.
 */
#include "mifu/mifu.h"

#include "support_cmocka.h"

static mifu_sm4_key key, key2;
static uint8_t k[16], iv[16], in[64], out[96], tag[16];
static size_t len;

static int set_up(void **state)
{
    (void)state;
    memset(k, 3, sizeof k);
    memset(in, 5, sizeof in);
    mifu_sm4_key_init(&key, k);
    k[0] = 4;
    mifu_sm4_key_init(&key2, k);
    return 0;
}

#define NUL MIFU_ERR_ARGUMENT_NULL
#define IS(expected, call)                                                                         \
    do {                                                                                           \
        memset(out, 0x5a, sizeof out);                                                             \
        assert_int_equal((call), (expected));                                                      \
        for (size_t at_ = 0; at_ < sizeof out; at_++)                                              \
            assert_true(out[at_] == 0x5a || out[at_] == 0);                                        \
    } while (0)

static void test_null(void **state)
{
    const mifu_sm4_padding none = MIFU_SM4_PADDING_NONE;
    const mifu_sm4_xts_order gb = MIFU_SM4_XTS_GB;

    (void)state;
    IS(NUL, mifu_sm4_ecb_encrypt(out, 32, NULL, &key, none, in, 32));
    IS(NUL, mifu_sm4_ecb_encrypt(out, 32, &len, NULL, none, in, 32));
    IS(NUL, mifu_sm4_ecb_encrypt(out, 32, &len, &key, none, NULL, 32));
    IS(NUL, mifu_sm4_ecb_encrypt(NULL, 32, &len, &key, none, in, 32));
    IS(NUL, mifu_sm4_ecb_decrypt(out, 32, NULL, &key, none, in, 32));
    IS(NUL, mifu_sm4_ecb_decrypt(out, 32, &len, NULL, none, in, 32));
    IS(NUL, mifu_sm4_ecb_decrypt(out, 32, &len, &key, none, NULL, 32));
    IS(NUL, mifu_sm4_cbc_encrypt(out, 32, NULL, &key, iv, none, in, 32));
    IS(NUL, mifu_sm4_cbc_encrypt(out, 32, &len, NULL, iv, none, in, 32));
    IS(NUL, mifu_sm4_cbc_encrypt(out, 32, &len, &key, NULL, none, in, 32));
    IS(NUL, mifu_sm4_cbc_encrypt(out, 32, &len, &key, iv, none, NULL, 32));
    IS(NUL, mifu_sm4_cbc_decrypt(out, 32, NULL, &key, iv, none, in, 32));
    IS(NUL, mifu_sm4_cbc_decrypt(out, 32, &len, NULL, iv, none, in, 32));
    IS(NUL, mifu_sm4_cbc_decrypt(out, 32, &len, &key, NULL, none, in, 32));
    IS(NUL, mifu_sm4_cbc_decrypt(out, 32, &len, &key, iv, none, NULL, 32));

#define FOUR(call)                                                                                 \
    IS(NUL, call(NULL, &key, iv, in, 32));                                                         \
    IS(NUL, call(out, NULL, iv, in, 32));                                                          \
    IS(NUL, call(out, &key, NULL, in, 32));                                                        \
    IS(NUL, call(out, &key, iv, NULL, 32));                                                        \
    IS(MIFU_OK, call(NULL, &key, iv, NULL, 0));                                                    \
    assert_int_equal(call(in, &key, iv, in, 32), MIFU_OK);                                         \
    IS(MIFU_ERR_ARGUMENT_OVERLAP, call(in + 1, &key, iv, in, 32));                                 \
    IS(MIFU_ERR_ARGUMENT_OVERLAP, call(in, &key, iv, in + 31, 32))

    FOUR(mifu_sm4_cfb_encrypt);
    FOUR(mifu_sm4_cfb_decrypt);
    FOUR(mifu_sm4_cfb8_encrypt);
    FOUR(mifu_sm4_cfb8_decrypt);
    FOUR(mifu_sm4_ofb_crypt);
    FOUR(mifu_sm4_ctr_crypt);
    FOUR(mifu_sm4_bc_encrypt);
    FOUR(mifu_sm4_bc_decrypt);
    FOUR(mifu_sm4_ofbnlf_encrypt);
    FOUR(mifu_sm4_ofbnlf_decrypt);
#undef FOUR

    IS(NUL, mifu_sm4_xts_encrypt(NULL, &key, &key2, gb, iv, in, 32));
    IS(NUL, mifu_sm4_xts_encrypt(out, NULL, &key2, gb, iv, in, 32));
    IS(NUL, mifu_sm4_xts_encrypt(out, &key, NULL, gb, iv, in, 32));
    IS(NUL, mifu_sm4_xts_encrypt(out, &key, &key2, gb, NULL, in, 32));
    IS(NUL, mifu_sm4_xts_decrypt(out, &key, &key2, gb, iv, NULL, 32));
    IS(NUL, mifu_sm4_hctr_encrypt(NULL, &key, k, iv, in, 32));
    IS(NUL, mifu_sm4_hctr_encrypt(out, NULL, k, iv, in, 32));
    IS(NUL, mifu_sm4_hctr_encrypt(out, &key, NULL, iv, in, 32));
    IS(NUL, mifu_sm4_hctr_decrypt(out, &key, k, NULL, in, 32));
    IS(NUL, mifu_sm4_hctr_decrypt(out, &key, k, iv, NULL, 32));

    IS(NUL, mifu_sm4_gcm_seal(NULL, tag, 16, &key, iv, 12, in, 1, in, 32));
    IS(NUL, mifu_sm4_gcm_seal(out, NULL, 16, &key, iv, 12, in, 1, in, 32));
    IS(NUL, mifu_sm4_gcm_seal(out, tag, 16, NULL, iv, 12, in, 1, in, 32));
    IS(NUL, mifu_sm4_gcm_seal(out, tag, 16, &key, NULL, 12, in, 1, in, 32));
    IS(NUL, mifu_sm4_gcm_seal(out, tag, 16, &key, iv, 12, NULL, 1, in, 32));
    IS(NUL, mifu_sm4_gcm_seal(out, tag, 16, &key, iv, 12, in, 1, NULL, 32));
    IS(NUL, mifu_sm4_gcm_open(NULL, &key, iv, 12, in, 1, in, 32, tag, 16));
    IS(NUL, mifu_sm4_gcm_open(out, NULL, iv, 12, in, 1, in, 32, tag, 16));
    IS(NUL, mifu_sm4_gcm_open(out, &key, iv, 12, in, 1, NULL, 32, tag, 16));
    IS(NUL, mifu_sm4_gcm_open(out, &key, iv, 12, in, 1, in, 32, NULL, 16));
    IS(NUL, mifu_sm4_ccm_seal(out, NULL, 16, &key, iv, 12, in, 1, in, 32));
    IS(NUL, mifu_sm4_ccm_seal(out, tag, 16, NULL, iv, 12, in, 1, in, 32));
    IS(NUL, mifu_sm4_ccm_seal(out, tag, 16, &key, NULL, 12, in, 1, in, 32));
    IS(NUL, mifu_sm4_ccm_open(out, &key, iv, 12, NULL, 1, in, 32, tag, 16));
    IS(NUL, mifu_sm4_ccm_open(out, &key, iv, 12, in, 1, in, 32, NULL, 16));
    IS(NUL, mifu_sm4_gcm_siv_seal(out, NULL, &key, iv, in, 1, in, 32));
    IS(NUL, mifu_sm4_gcm_siv_seal(out, tag, NULL, iv, in, 1, in, 32));
    IS(NUL, mifu_sm4_gcm_siv_open(out, &key, NULL, in, 1, in, 32, tag));
    IS(NUL, mifu_sm4_gcm_siv_open(out, &key, iv, in, 1, in, 32, NULL));
    IS(NUL, mifu_sm4_gmac_mac(NULL, 16, &key, iv, 12, in, 1));
    IS(NUL, mifu_sm4_gmac_mac(tag, 16, &key, iv, 12, NULL, 1));
    IS(NUL, mifu_sm4_gmac_verify(&key, iv, 12, in, 1, NULL, 16));
    IS(NUL, mifu_sm4_wrap(NULL, &key, in, 32));
    IS(NUL, mifu_sm4_wrap(out, NULL, in, 32));
    IS(NUL, mifu_sm4_unwrap(out, &key, NULL, 32));
    IS(NUL, mifu_sm4_wrap_padded(out, 40, NULL, &key, in, 32));
    IS(NUL, mifu_sm4_unwrap_padded(out, 40, &len, NULL, in, 32));

    IS(NUL, mifu_sm4_cmac_mac(NULL, 16, &key, in, 1));
    IS(NUL, mifu_sm4_cmac_mac(tag, 16, NULL, in, 1));
    IS(NUL, mifu_sm4_cmac_mac(tag, 16, &key, NULL, 1));
    IS(NUL, mifu_sm4_cmac_verify(&key, in, 1, NULL, 16));
    IS(NUL, mifu_sm4_cbc_mac_mac(NULL, 16, &key, MIFU_SM4_MAC_PADDING_M2, in, 1));
    IS(NUL, mifu_sm4_cbc_mac_verify(NULL, MIFU_SM4_MAC_PADDING_M2, in, 1, tag, 16));
    IS(NUL, mifu_sm4_emac_mac(tag, 16, &key, NULL, MIFU_SM4_MAC_PADDING_M2, in, 1));
    IS(NUL, mifu_sm4_ansi_retail_mac_mac(tag, 16, NULL, &key2, MIFU_SM4_MAC_PADDING_M2, in, 1));
    IS(NUL, mifu_sm4_macdes_mac(tag, 16, &key, NULL, MIFU_SM4_MAC_PADDING_M2, in, 32));
    IS(NUL, mifu_sm4_lmac_mac(tag, 16, &key, MIFU_SM4_MAC_PADDING_M2, NULL, 1));
    IS(NUL, mifu_sm4_trcbc_mac(NULL, 8, &key, in, 1));
    IS(NUL, mifu_sm4_cbcr_mac(tag, 16, NULL, in, 1));
}

/* Limits of the modes, in place on a buffer of the full length. */
static void too_long(void)
{
    static uint8_t large[(1 << 24) + 1];
    uint8_t local_tag[16];

    /* CCM with a nonce of 13 bytes has two bytes of length: 2^16 bytes are too many. */
    assert_int_equal(mifu_sm4_ccm_seal(large, local_tag, 16, &key, iv, 13, NULL, 0, large, 65536),
                     MIFU_ERR_LIMIT);
    assert_int_equal(mifu_sm4_ccm_seal(large, local_tag, 16, &key, iv, 13, NULL, 0, large, 65535),
                     MIFU_OK);
    /* XTS: 2^20 blocks in a data unit. */
    assert_int_equal(
        mifu_sm4_xts_encrypt(large, &key, &key2, MIFU_SM4_XTS_GB, iv, large, sizeof large),
        MIFU_ERR_LIMIT);
    assert_int_equal(
        mifu_sm4_xts_encrypt(large, &key, &key2, MIFU_SM4_XTS_GB, iv, large, sizeof large - 1),
        MIFU_OK);
}

static void test_lengths_and_names(void **state)
{
    static const size_t tags[] = {0, 1, 2, 3, 17, 100};

    (void)state;
    for (size_t n = 0; n <= 64; n++) {
        mifu_status whole = n % 16 == 0 ? MIFU_OK : MIFU_ERR_ARGUMENT_LENGTH;
        uint8_t big[96];

        assert_int_equal(mifu_sm4_ecb_encrypt(big, 96, &len, &key, MIFU_SM4_PADDING_NONE, in, n),
                         whole);
        assert_int_equal(mifu_sm4_ecb_decrypt(big, 96, &len, &key, MIFU_SM4_PADDING_NONE, in, n),
                         whole);
        assert_int_equal(
            mifu_sm4_cbc_encrypt(big, 96, &len, &key, iv, MIFU_SM4_PADDING_NONE, in, n), whole);
        assert_int_equal(
            mifu_sm4_cbc_decrypt(big, 96, &len, &key, iv, MIFU_SM4_PADDING_NONE, in, n), whole);
        assert_int_equal(mifu_sm4_bc_encrypt(big, &key, iv, in, n), whole);
        assert_int_equal(mifu_sm4_ofbnlf_decrypt(big, &key, iv, in, n), whole);
        assert_int_equal(mifu_sm4_xts_encrypt(big, &key, &key2, MIFU_SM4_XTS_IEEE, iv, in, n),
                         n < 16 ? MIFU_ERR_ARGUMENT_LENGTH : MIFU_OK);
        assert_int_equal(mifu_sm4_hctr_encrypt(big, &key, k, iv, in, n),
                         n < 16 ? MIFU_ERR_ARGUMENT_LENGTH : MIFU_OK);
        assert_int_equal(mifu_sm4_wrap(big, &key, in, n),
                         n < 16 || n % 8 != 0 ? MIFU_ERR_ARGUMENT_LENGTH : MIFU_OK);
        assert_int_equal(mifu_sm4_unwrap(big, &key, in, n),
                         n < 24 || n % 8 != 0 ? MIFU_ERR_ARGUMENT_LENGTH : MIFU_ERR_AUTHENTICATION);
        for (int padding = MIFU_SM4_PADDING_PKCS7; padding <= MIFU_SM4_PADDING_ANSI_X923;
             padding++) {
            size_t padded = n + 16 - n % 16;

            assert_int_equal(mifu_sm4_padded_size((mifu_sm4_padding)padding, n), padded);
            IS(MIFU_ERR_BUFFER,
               mifu_sm4_ecb_encrypt(out, padded - 1, &len, &key, (mifu_sm4_padding)padding, in, n));
            assert_int_equal(len, padded);
            assert_int_equal(
                mifu_sm4_ecb_encrypt(big, padded, &len, &key, (mifu_sm4_padding)padding, in, n),
                MIFU_OK);
            assert_int_equal(
                mifu_sm4_ecb_decrypt(big, 96, &len, &key, (mifu_sm4_padding)padding, big, padded),
                MIFU_OK);
            assert_int_equal(len, n);
            assert_memory_equal(big, in, n);
            IS(MIFU_ERR_ARGUMENT_LENGTH,
               mifu_sm4_cbc_decrypt(out, 96, &len, &key, iv, (mifu_sm4_padding)padding, in,
                                    n % 16 == 0 ? 0 : n));
        }
    }
    assert_int_equal(mifu_sm4_padded_size(MIFU_SM4_PADDING_NONE, 17), 17);
    assert_int_equal(mifu_sm4_padded_size(MIFU_SM4_PADDING_PKCS7, SIZE_MAX), 0);
    assert_int_equal(mifu_sm4_padded_size((mifu_sm4_padding)0, 1), 0);
    assert_int_equal(mifu_sm4_key_object_size(), sizeof(mifu_sm4_key));
    IS(MIFU_ERR_ARGUMENT_NAME,
       mifu_sm4_ecb_encrypt(out, 96, &len, &key, (mifu_sm4_padding)9, in, 16));
    IS(MIFU_ERR_ARGUMENT_NAME,
       mifu_sm4_cbc_decrypt(out, 96, &len, &key, iv, (mifu_sm4_padding)0, in, 16));
    IS(MIFU_ERR_ARGUMENT_NAME,
       mifu_sm4_xts_decrypt(out, &key, &key2, (mifu_sm4_xts_order)3, iv, in, 16));
    IS(MIFU_ERR_ARGUMENT_NAME,
       mifu_sm4_cbc_mac_mac(tag, 16, &key, (mifu_sm4_mac_padding)0, in, 16));
    IS(MIFU_ERR_ARGUMENT_NAME, mifu_sm4_lmac_mac(tag, 16, &key, (mifu_sm4_mac_padding)7, in, 16));

    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        IS(MIFU_ERR_ARGUMENT_LENGTH,
           mifu_sm4_gcm_seal(out, tag, tags[i], &key, iv, 12, NULL, 0, in, 16));
        IS(MIFU_ERR_ARGUMENT_LENGTH,
           mifu_sm4_gcm_open(out, &key, iv, 12, NULL, 0, in, 16, tag, tags[i]));
        IS(MIFU_ERR_ARGUMENT_LENGTH, mifu_sm4_gmac_mac(tag, tags[i], &key, iv, 12, in, 16));
        IS(MIFU_ERR_ARGUMENT_LENGTH, mifu_sm4_gmac_verify(&key, iv, 12, in, 16, tag, tags[i]));
    }
    for (size_t n = 0; n <= 20; n++) {
        int tag_right = n >= 4 && n <= 16 && n % 2 == 0, nonce_right = n >= 7 && n <= 13;
        uint8_t big[64];

        assert_int_equal(mifu_sm4_ccm_seal(big, tag, n, &key, iv, 12, NULL, 0, in, 16),
                         tag_right ? MIFU_OK : MIFU_ERR_ARGUMENT_LENGTH);
        assert_int_equal(mifu_sm4_ccm_seal(big, tag, 16, &key, in, n, NULL, 0, iv, 16),
                         nonce_right ? MIFU_OK : MIFU_ERR_ARGUMENT_LENGTH);
        assert_int_equal(mifu_sm4_gcm_seal(big, tag, 16, &key, in, n, NULL, 0, iv, 16),
                         n > 0 ? MIFU_OK : MIFU_ERR_ARGUMENT_LENGTH);
        assert_int_equal(mifu_sm4_cmac_mac(tag, n, &key, in, 16),
                         n >= 1 && n <= 16 ? MIFU_OK : MIFU_ERR_ARGUMENT_LENGTH);
        assert_int_equal(mifu_sm4_trcbc_mac(tag, n, &key, in, 16),
                         n >= 1 && n <= 8 ? MIFU_OK : MIFU_ERR_ARGUMENT_LENGTH);
        assert_int_equal(mifu_sm4_cbc_mac_mac(tag, 16, &key, MIFU_SM4_MAC_PADDING_NONE, in, n),
                         n == 16 ? MIFU_OK : MIFU_ERR_ARGUMENT_LENGTH);
    }
    too_long();
}

/* Zeroed and finished contexts take nothing; nor does a context of the other direction. */
static void test_order(void **state)
{
    const mifu_status no = MIFU_ERR_ARGUMENT_STATE;
    mifu_sm4_ecb ecb = {0};
    mifu_sm4_cbc cbc = {0};
    mifu_sm4_cfb cfb = {0};
    mifu_sm4_cfb8 cfb8 = {0};
    mifu_sm4_ofb ofb = {0};
    mifu_sm4_ctr ctr = {0};
    mifu_sm4_xts xts = {0};
    mifu_sm4_gcm gcm = {0};
    mifu_sm4_ccm ccm = {0};
    mifu_sm4_gmac gmac;
    mifu_sm4_cmac cmac = {0};
    mifu_sm4_cbc_mac cbc_mac = {0};
    uint8_t buffer[96];

    (void)state;
    memset(&gmac, 0, sizeof gmac);
    for (int round = 0; round < 2; round++) { /* zeroed, then finished */
        IS(no, mifu_sm4_ecb_update(out, 96, &len, &ecb, in, 16));
        IS(no, mifu_sm4_ecb_final(out, 96, &len, &ecb));
        IS(no, mifu_sm4_cbc_update(out, 96, &len, &cbc, in, 16));
        IS(no, mifu_sm4_cbc_final(out, 96, &len, &cbc));
        IS(no, mifu_sm4_cfb_update(out, &cfb, in, 16));
        IS(no, mifu_sm4_cfb_final(&cfb));
        IS(no, mifu_sm4_cfb8_update(out, &cfb8, in, 16));
        IS(no, mifu_sm4_cfb8_final(&cfb8));
        IS(no, mifu_sm4_ofb_update(out, &ofb, in, 16));
        IS(no, mifu_sm4_ofb_final(&ofb));
        IS(no, mifu_sm4_ctr_update(out, &ctr, in, 16));
        IS(no, mifu_sm4_ctr_final(&ctr));
        IS(no, mifu_sm4_xts_update(out, 96, &len, &xts, in, 16));
        IS(no, mifu_sm4_xts_final(out, 96, &len, &xts));
        IS(no, mifu_sm4_gcm_aad_update(&gcm, in, 1));
        IS(no, mifu_sm4_gcm_encrypt_update(out, &gcm, in, 1));
        IS(no, mifu_sm4_gcm_decrypt_update_unverified(out, &gcm, in, 1));
        IS(no, mifu_sm4_gcm_encrypt_final(out, 16, &gcm));
        IS(no, mifu_sm4_gcm_decrypt_final(&gcm, tag, 16));
        IS(no, mifu_sm4_ccm_aad_update(&ccm, in, 1));
        IS(no, mifu_sm4_ccm_encrypt_update(out, &ccm, in, 1));
        IS(no, mifu_sm4_ccm_decrypt_update_unverified(out, &ccm, in, 1));
        IS(no, mifu_sm4_ccm_encrypt_final(out, &ccm));
        IS(no, mifu_sm4_ccm_decrypt_final(&ccm, tag));
        IS(no, mifu_sm4_gmac_update(&gmac, in, 1));
        IS(no, mifu_sm4_gmac_final(out, 16, &gmac));
        IS(no, mifu_sm4_cmac_update(&cmac, in, 1));
        IS(no, mifu_sm4_cmac_final(out, 16, &cmac));
        IS(no, mifu_sm4_cbc_mac_update(&cbc_mac, in, 1));
        IS(no, mifu_sm4_cbc_mac_final(out, 16, &cbc_mac));
        if (round > 0)
            break;
        assert_int_equal(mifu_sm4_ecb_encrypt_init(&ecb, &key, MIFU_SM4_PADDING_PKCS7), MIFU_OK);
        assert_int_equal(mifu_sm4_ecb_final(buffer, 96, &len, &ecb), MIFU_OK);
        assert_int_equal(mifu_sm4_cbc_encrypt_init(&cbc, &key, iv, MIFU_SM4_PADDING_PKCS7),
                         MIFU_OK);
        assert_int_equal(mifu_sm4_cbc_final(buffer, 96, &len, &cbc), MIFU_OK);
        assert_int_equal(mifu_sm4_cfb_encrypt_init(&cfb, &key, iv), MIFU_OK);
        assert_int_equal(mifu_sm4_cfb_final(&cfb), MIFU_OK);
        assert_int_equal(mifu_sm4_cfb8_decrypt_init(&cfb8, &key, iv), MIFU_OK);
        assert_int_equal(mifu_sm4_cfb8_final(&cfb8), MIFU_OK);
        assert_int_equal(mifu_sm4_ofb_init(&ofb, &key, iv), MIFU_OK);
        assert_int_equal(mifu_sm4_ofb_final(&ofb), MIFU_OK);
        assert_int_equal(mifu_sm4_ctr_init(&ctr, &key, iv), MIFU_OK);
        mifu_sm4_ctr_wipe(&ctr);
        assert_int_equal(mifu_sm4_xts_decrypt_init(&xts, &key, &key2, MIFU_SM4_XTS_GB, iv),
                         MIFU_OK);
        mifu_sm4_xts_wipe(&xts);
        assert_int_equal(mifu_sm4_gcm_encrypt_init(&gcm, &key, iv, 12), MIFU_OK);
        IS(no, mifu_sm4_gcm_decrypt_update_unverified(out, &gcm, in, 1));
        IS(no, mifu_sm4_gcm_decrypt_final(&gcm, tag, 16));
        assert_int_equal(mifu_sm4_gcm_encrypt_update(buffer, &gcm, in, 5), MIFU_OK);
        IS(no, mifu_sm4_gcm_aad_update(&gcm, in, 1));
        assert_int_equal(mifu_sm4_gcm_encrypt_final(tag, 16, &gcm), MIFU_OK);
        assert_int_equal(mifu_sm4_ccm_decrypt_init(&ccm, &key, iv, 12, 3, 5, 16), MIFU_OK);
        IS(no, mifu_sm4_ccm_encrypt_update(out, &ccm, in, 1));
        IS(no, mifu_sm4_ccm_decrypt_update_unverified(out, &ccm, in, 1)); /* no aad yet */
        IS(MIFU_ERR_ARGUMENT_LENGTH, mifu_sm4_ccm_aad_update(&ccm, in, 4));
        assert_int_equal(mifu_sm4_ccm_aad_update(&ccm, in, 3), MIFU_OK);
        IS(MIFU_ERR_ARGUMENT_LENGTH, mifu_sm4_ccm_decrypt_update_unverified(out, &ccm, in, 6));
        assert_int_equal(mifu_sm4_ccm_decrypt_update_unverified(buffer, &ccm, in, 4), MIFU_OK);
        IS(MIFU_ERR_ARGUMENT_LENGTH, mifu_sm4_ccm_decrypt_final(&ccm, tag));
        assert_int_equal(mifu_sm4_gmac_init(&gmac, &key, iv, 12), MIFU_OK);
        assert_int_equal(mifu_sm4_gmac_final(tag, 16, &gmac), MIFU_OK);
        assert_int_equal(mifu_sm4_cmac_init(&cmac, &key), MIFU_OK);
        mifu_sm4_cmac_wipe(&cmac);
        assert_int_equal(mifu_sm4_cbc_mac_init(&cbc_mac, &key, MIFU_SM4_MAC_PADDING_M3, 7),
                         MIFU_OK);
        IS(MIFU_ERR_ARGUMENT_LENGTH, mifu_sm4_cbc_mac_final(out, 16, &cbc_mac)); /* 0 of 7 */
    }
}

/* A wiped context is zero, whatever it was doing. */
static void test_wipes(void **state)
{
    mifu_sm4_ecb ecb;
    mifu_sm4_cbc cbc;
    mifu_sm4_cfb cfb;
    mifu_sm4_cfb8 cfb8;
    mifu_sm4_ofb ofb;
    mifu_sm4_ctr ctr;
    mifu_sm4_xts xts;
    mifu_sm4_gcm gcm;
    mifu_sm4_ccm ccm;
    mifu_sm4_gmac gmac;
    mifu_sm4_cmac cmac;
    mifu_sm4_cbc_mac cbc_mac;
    mifu_sm4_key copy = key;
    uint8_t buffer[96];

    (void)state;
#define WIPED(name, object, start, work)                                                           \
    do {                                                                                           \
        assert_int_equal((start), MIFU_OK);                                                        \
        assert_int_equal((work), MIFU_OK);                                                         \
        mifu_sm4_##name##_wipe(&(object));                                                         \
        for (size_t at_ = 0; at_ < sizeof(object); at_++)                                          \
            assert_int_equal(((const uint8_t *)&(object))[at_], 0);                                \
    } while (0)

    WIPED(ecb, ecb, mifu_sm4_ecb_encrypt_init(&ecb, &key, MIFU_SM4_PADDING_PKCS7),
          mifu_sm4_ecb_update(buffer, 96, &len, &ecb, in, 20));
    WIPED(cbc, cbc, mifu_sm4_cbc_decrypt_init(&cbc, &key, iv, MIFU_SM4_PADDING_PKCS7),
          mifu_sm4_cbc_update(buffer, 96, &len, &cbc, in, 20));
    WIPED(cfb, cfb, mifu_sm4_cfb_encrypt_init(&cfb, &key, iv),
          mifu_sm4_cfb_update(buffer, &cfb, in, 20));
    WIPED(cfb8, cfb8, mifu_sm4_cfb8_encrypt_init(&cfb8, &key, iv),
          mifu_sm4_cfb8_update(buffer, &cfb8, in, 20));
    WIPED(ofb, ofb, mifu_sm4_ofb_init(&ofb, &key, iv), mifu_sm4_ofb_update(buffer, &ofb, in, 20));
    WIPED(ctr, ctr, mifu_sm4_ctr_init(&ctr, &key, iv), mifu_sm4_ctr_update(buffer, &ctr, in, 20));
    WIPED(xts, xts, mifu_sm4_xts_encrypt_init(&xts, &key, &key2, MIFU_SM4_XTS_GB, iv),
          mifu_sm4_xts_update(buffer, 96, &len, &xts, in, 40));
    WIPED(gcm, gcm, mifu_sm4_gcm_encrypt_init(&gcm, &key, iv, 12),
          mifu_sm4_gcm_encrypt_update(buffer, &gcm, in, 20));
    WIPED(ccm, ccm, mifu_sm4_ccm_encrypt_init(&ccm, &key, iv, 12, 0, 40, 16),
          mifu_sm4_ccm_encrypt_update(buffer, &ccm, in, 20));
    WIPED(gmac, gmac, mifu_sm4_gmac_init(&gmac, &key, iv, 12), mifu_sm4_gmac_update(&gmac, in, 20));
    WIPED(cmac, cmac, mifu_sm4_cmac_init(&cmac, &key), mifu_sm4_cmac_update(&cmac, in, 20));
    WIPED(cbc_mac, cbc_mac, mifu_sm4_cbc_mac_init(&cbc_mac, &key, MIFU_SM4_MAC_PADDING_M2, 20),
          mifu_sm4_cbc_mac_update(&cbc_mac, in, 20));
    WIPED(key, copy, MIFU_OK, MIFU_OK);
#undef WIPED
}

/* Tags that are written over the ciphertext, texts that overlap their results. */
static void test_overlap(void **state)
{
    const mifu_status no = MIFU_ERR_ARGUMENT_OVERLAP;
    uint8_t buffer[128] = {0}, before[128];

    (void)state;
    memcpy(before, buffer, sizeof buffer);
    assert_int_equal(mifu_sm4_gcm_seal(buffer + 1, tag, 16, &key, iv, 12, NULL, 0, buffer, 64), no);
    assert_int_equal(mifu_sm4_gcm_seal(buffer, buffer + 63, 16, &key, iv, 12, NULL, 0, buffer, 64),
                     no);
    assert_int_equal(mifu_sm4_gcm_open(buffer + 8, &key, iv, 12, NULL, 0, buffer, 64, tag, 16), no);
    assert_int_equal(mifu_sm4_ccm_seal(buffer + 1, tag, 16, &key, iv, 12, NULL, 0, buffer, 64), no);
    assert_int_equal(mifu_sm4_ccm_seal(buffer, buffer + 10, 16, &key, iv, 12, NULL, 0, buffer, 64),
                     no);
    assert_int_equal(mifu_sm4_gcm_siv_seal(buffer + 5, tag, &key, iv, NULL, 0, buffer, 64), no);
    assert_int_equal(mifu_sm4_gcm_siv_seal(buffer, buffer + 5, &key, iv, NULL, 0, buffer, 64), no);
    assert_int_equal(
        mifu_sm4_xts_encrypt(buffer + 16, &key, &key2, MIFU_SM4_XTS_GB, iv, buffer, 64), no);
    assert_int_equal(mifu_sm4_hctr_encrypt(buffer, &key, k, iv, buffer + 16, 64), no);
    assert_int_equal(
        mifu_sm4_ecb_encrypt(buffer + 1, 80, &len, &key, MIFU_SM4_PADDING_NONE, buffer, 64), no);
    assert_int_equal(mifu_sm4_wrap(buffer + 8, &key, buffer, 32), no);
    assert_memory_equal(buffer, before, sizeof buffer);
    /* Single blocks may overlap in any way. */
    mifu_sm4_encrypt_block(buffer + 3, &key, buffer);
    mifu_sm4_decrypt_block(buffer, &key, buffer + 3);
    assert_memory_equal(buffer, before, 16);
    mifu_sm4_xts_tweak_from_sector(buffer, UINT64_C(0x0102030405060708));
    assert_memory_equal(buffer, "\x08\x07\x06\x05\x04\x03\x02\x01\0\0\0\0\0\0\0", 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_null),  cmocka_unit_test(test_lengths_and_names),
        cmocka_unit_test(test_order), cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_wipes),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
