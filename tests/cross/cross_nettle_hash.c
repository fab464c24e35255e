/* SPDX-License-Identifier: Apache-2.0 */
/* SM3, SHA-2 and HMAC against nettle. */
#include <nettle/hmac.h>
#include <nettle/nettle-meta.h>
#include <nettle/sha2.h>
#include <nettle/sm3.h>

#include "cross_support.h"
#include "mifu/hmac.h"

#define MOST 5000

static uint8_t data[MOST];

static void digest(mifu_hash_algorithm algorithm, const struct nettle_hash *peer)
{
    uint8_t ours[MIFU_HASH_MAX_DIGEST_SIZE], theirs[MIFU_HASH_MAX_DIGEST_SIZE];
    union {
        struct sm3_ctx sm3;
        struct sha256_ctx sha256;
    } context;

    assert_true(peer->context_size <= sizeof context);
    for (unsigned i = 0; i < 400 * cross_factor; i++) {
        size_t len = cross_length(MOST);

        support_random_fill(data, len);
        assert_int_equal(mifu_hash_digest(ours, algorithm, data, len), MIFU_OK);
        peer->init(&context);
        peer->update(&context, len, data);
        peer->digest(&context, peer->digest_size, theirs);
        assert_memory_equal(ours, theirs, peer->digest_size);
    }
}

static void sm3(void)
{
    digest(MIFU_HASH_SM3, &nettle_sm3);
}

static void sha2(void)
{
    digest(MIFU_HASH_SHA256, &nettle_sha256);
    digest(MIFU_HASH_SHA224, &nettle_sha224);
}

static void hmac(void)
{
    for (unsigned i = 0; i < 200 * cross_factor; i++) {
        size_t len = cross_length(MOST), key_len = cross_length(200);
        uint8_t key[200], ours[32], theirs[32];
        struct hmac_sm3_ctx context;
        mifu_hmac_key prepared;

        support_random_fill(data, len);
        support_random_fill(key, sizeof key);
        assert_int_equal(mifu_hmac_key_init(&prepared, MIFU_HASH_SM3, key, key_len), MIFU_OK);
        mifu_hmac_mac(ours, &prepared, data, len);
        hmac_sm3_set_key(&context, key_len, key);
        hmac_sm3_update(&context, len, data);
        hmac_sm3_digest(&context, sizeof theirs, theirs);
        assert_memory_equal(ours, theirs, sizeof theirs);
    }
}

static void test_sm3(void **state)
{
    (void)state;
    cross_each_backend("sm3", sm3);
}

static void test_sha2(void **state)
{
    (void)state;
    cross_each_backend("sha256", sha2);
}

static void test_hmac(void **state)
{
    (void)state;
    cross_each_backend("sm3", hmac);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sm3),
        cmocka_unit_test(test_sha2),
        cmocka_unit_test(test_hmac),
    };

    cross_seed("cross_nettle_hash");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
