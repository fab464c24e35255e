/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes, HMAC and key derivation against OpenSSL. */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include "cross_support.h"
#include "mifu/hmac.h"
#include "mifu/kdf.h"

#define MOST 5000

static const struct {
    mifu_hash_algorithm algorithm;
    const char *table;
    const char *peer;
} hashes[] = {
    {MIFU_HASH_SM3, "sm3", "SM3"},
    {MIFU_HASH_SHA256, "sha256", "SHA256"},
    {MIFU_HASH_SHA224, "sha256", "SHA224"},
};

#define HASHES (sizeof hashes / sizeof hashes[0])

static size_t which; /* the hash under test */
static uint8_t data[MOST], ours[MOST], theirs[MOST];

static void each_hash(void (*test)(void))
{
    for (which = 0; which < HASHES; which++)
        cross_each_backend(hashes[which].table, test);
}

static void digest(void)
{
    const EVP_MD *md = EVP_get_digestbyname(hashes[which].peer);

    assert_non_null(md);
    for (unsigned i = 0; i < 400 * cross_factor; i++) {
        size_t len = cross_length(MOST);
        unsigned size;

        support_random_fill(data, len);
        assert_int_equal(mifu_hash_digest(ours, hashes[which].algorithm, data, len), MIFU_OK);
        assert_int_equal(EVP_Digest(data, len, theirs, &size, md, NULL), 1);
        assert_int_equal(size, mifu_hash_digest_size(hashes[which].algorithm));
        assert_memory_equal(ours, theirs, size);
    }
}

static void hmac(void)
{
    const EVP_MD *md = EVP_get_digestbyname(hashes[which].peer);

    for (unsigned i = 0; i < 200 * cross_factor; i++) {
        size_t len = cross_length(MOST), key_len = cross_length(200);
        uint8_t key[200];
        unsigned size;
        mifu_hmac_key prepared;

        support_random_fill(data, len);
        support_random_fill(key, key_len);
        assert_int_equal(mifu_hmac_key_init(&prepared, hashes[which].algorithm, key, key_len),
                         MIFU_OK);
        mifu_hmac_mac(ours, &prepared, data, len);
        assert_non_null(HMAC(md, key, (int)key_len, data, len, theirs, &size));
        assert_memory_equal(ours, theirs, size);
        assert_int_equal(mifu_hmac_verify(&prepared, data, len, theirs, size), MIFU_OK);
    }
}

static void pbkdf2(void)
{
    const EVP_MD *md = EVP_get_digestbyname(hashes[which].peer);

    for (unsigned i = 0; i < 30 * cross_factor; i++) {
        size_t password_len = cross_length(100), salt_len = cross_length(80);
        size_t out_len = 1 + cross_length(150);
        unsigned iterations = 1 + (unsigned)support_random_below(50);

        support_random_fill(data, 200);
        assert_int_equal(mifu_pbkdf2(ours, out_len, hashes[which].algorithm, data, password_len,
                                     data + 100, salt_len, iterations),
                         MIFU_OK);
        assert_int_equal(PKCS5_PBKDF2_HMAC((const char *)data, (int)password_len, data + 100,
                                           (int)salt_len, (int)iterations, md, (int)out_len,
                                           theirs),
                         1);
        assert_memory_equal(ours, theirs, out_len);
    }
}

/* Runs one of OpenSSL's KDFs; a NULL name ends the list of octet strings. */
static void their_kdf(const char *kdf_name, size_t out_len, const char *names[],
                      const uint8_t *values[], const size_t lens[])
{
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, kdf_name, NULL);
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
    char md[16];
    OSSL_PARAM params[8], *p = params;

    assert_non_null(context);
    strcpy(md, hashes[which].peer);
    *p++ = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, md, 0);
    for (size_t i = 0; names[i] != NULL; i++)
        *p++ = OSSL_PARAM_construct_octet_string(names[i], (void *)(uintptr_t)values[i], lens[i]);
    *p = OSSL_PARAM_construct_end();
    assert_int_equal(EVP_KDF_derive(context, theirs, out_len, params), 1);
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
}

static void hkdf(void)
{
    for (unsigned i = 0; i < 60 * cross_factor; i++) {
        size_t ikm_len = 1 + cross_length(100), salt_len = cross_length(80);
        size_t info_len = cross_length(80), out_len = 1 + cross_length(400);
        const char *names[] = {OSSL_KDF_PARAM_KEY, OSSL_KDF_PARAM_SALT, OSSL_KDF_PARAM_INFO, NULL};
        const uint8_t *values[] = {data, data + 200, data + 300};
        const size_t lens[] = {ikm_len, salt_len, info_len};

        support_random_fill(data, 400);
        assert_int_equal(mifu_hkdf(ours, out_len, hashes[which].algorithm, data + 200, salt_len,
                                   data, ikm_len, data + 300, info_len),
                         MIFU_OK);
        their_kdf("HKDF", out_len, names, values, lens);
        assert_memory_equal(ours, theirs, out_len);
    }
}

/* The PRF of TLS 1.2 is that of TLCP, over the named hash; label and seed are one input. */
static void prf(void)
{
    for (unsigned i = 0; i < 60 * cross_factor; i++) {
        size_t secret_len = 1 + cross_length(100), label_len = 1 + cross_length(40);
        size_t seed_len = cross_length(80), out_len = 1 + cross_length(300);
        const char *names[] = {OSSL_KDF_PARAM_SECRET, OSSL_KDF_PARAM_SEED, NULL};
        const uint8_t *values[] = {data, data + 200};
        const size_t lens[] = {secret_len, label_len + seed_len};

        support_random_fill(data, 400);
        assert_int_equal(mifu_tlcp_prf(ours, out_len, hashes[which].algorithm, data, secret_len,
                                       data + 200, label_len, data + 200 + label_len, seed_len),
                         MIFU_OK);
        their_kdf("TLS1-PRF", out_len, names, values, lens);
        assert_memory_equal(ours, theirs, out_len);
    }
}

/* The KDF of SM2 is that of X9.63 with an empty shared info. */
static void kdf_sm3(void)
{
    which = 0;
    for (unsigned i = 0; i < 100 * cross_factor; i++) {
        size_t z_len = 1 + cross_length(200), out_len = 1 + cross_length(1000);
        const char *names[] = {OSSL_KDF_PARAM_SECRET, NULL};
        const uint8_t *values[] = {data};
        const size_t lens[] = {z_len};

        support_random_fill(data, z_len);
        assert_int_equal(mifu_kdf_sm3(ours, out_len, data, z_len), MIFU_OK);
        their_kdf("X963KDF", out_len, names, values, lens);
        assert_memory_equal(ours, theirs, out_len);
    }
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

static void test_hkdf(void **state)
{
    (void)state;
    each_hash(hkdf);
}

static void test_prf(void **state)
{
    (void)state;
    each_hash(prf);
}

static void test_kdf_sm3(void **state)
{
    (void)state;
    cross_each_backend("sm3", kdf_sm3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_digest), cmocka_unit_test(test_hmac), cmocka_unit_test(test_pbkdf2),
        cmocka_unit_test(test_hkdf),   cmocka_unit_test(test_prf),  cmocka_unit_test(test_kdf_sm3),
    };

    cross_seed("cross_openssl_hash");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
