/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes, HMAC and PBKDF2 against libgcrypt. */
#include <gcrypt.h>

#include "cross_support.h"
#include "mifu/hmac.h"
#include "mifu/kdf.h"

#define MOST 5000

static const struct {
    mifu_hash_algorithm algorithm;
    const char *table;
    int peer;
    int peer_mac;
} hashes[] = {
    {MIFU_HASH_SM3, "sm3", GCRY_MD_SM3, GCRY_MAC_HMAC_SM3},
    {MIFU_HASH_SHA256, "sha256", GCRY_MD_SHA256, GCRY_MAC_HMAC_SHA256},
    {MIFU_HASH_SHA224, "sha256", GCRY_MD_SHA224, GCRY_MAC_HMAC_SHA224},
};

static size_t which;
static uint8_t data[MOST], ours[MOST], theirs[MOST];

static void digest(void)
{
    for (unsigned i = 0; i < 400 * cross_factor; i++) {
        size_t len = cross_length(MOST), size = mifu_hash_digest_size(hashes[which].algorithm);

        support_random_fill(data, len);
        assert_int_equal(mifu_hash_digest(ours, hashes[which].algorithm, data, len), MIFU_OK);
        gcry_md_hash_buffer(hashes[which].peer, theirs, data, len);
        assert_memory_equal(ours, theirs, size);
    }
}

static void hmac(void)
{
    for (unsigned i = 0; i < 200 * cross_factor; i++) {
        size_t len = cross_length(MOST), key_len = cross_length(200);
        size_t size = mifu_hash_digest_size(hashes[which].algorithm);
        uint8_t key[200];
        mifu_hmac_key prepared;
        gcry_mac_hd_t mac;

        support_random_fill(data, len);
        support_random_fill(key, sizeof key);
        assert_int_equal(mifu_hmac_key_init(&prepared, hashes[which].algorithm, key, key_len),
                         MIFU_OK);
        mifu_hmac_mac(ours, &prepared, data, len);
        assert_int_equal(gcry_mac_open(&mac, hashes[which].peer_mac, 0, NULL), 0);
        assert_int_equal(gcry_mac_setkey(mac, key, key_len), 0);
        assert_int_equal(gcry_mac_write(mac, data, len), 0);
        assert_int_equal(gcry_mac_verify(mac, ours, size), 0);
        gcry_mac_close(mac);
    }
}

static void pbkdf2(void)
{
    for (unsigned i = 0; i < 30 * cross_factor; i++) {
        size_t password_len = 1 + cross_length(100), salt_len = 1 + cross_length(80);
        size_t out_len = 1 + cross_length(150);
        unsigned iterations = 1 + (unsigned)support_random_below(50);

        support_random_fill(data, 300);
        assert_int_equal(mifu_pbkdf2(ours, out_len, hashes[which].algorithm, data, password_len,
                                     data + 150, salt_len, iterations),
                         MIFU_OK);
        assert_int_equal(gcry_kdf_derive(data, password_len, GCRY_KDF_PBKDF2, hashes[which].peer,
                                         data + 150, salt_len, iterations, out_len, theirs),
                         0);
        assert_memory_equal(ours, theirs, out_len);
    }
}

static void each_hash(void (*test)(void))
{
    for (which = 0; which < sizeof hashes / sizeof hashes[0]; which++)
        cross_each_backend(hashes[which].table, test);
}

static void test_digest(void **state)
{
    (void)state;
    each_hash(digest);
}

static void test_hmac(void **state)
{
    (void)state;
    each_hash(hmac);
}

static void test_pbkdf2(void **state)
{
    (void)state;
    each_hash(pbkdf2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_digest),
        cmocka_unit_test(test_hmac),
        cmocka_unit_test(test_pbkdf2),
    };

    cross_seed("cross_gcrypt_hash");
    gcry_check_version(NULL);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
