/* SPDX-License-Identifier: Apache-2.0 */
/* A key object of zeros, as wiping it or a call that failed leaves it, is refused by everything
 * that uses keys. */
#include "mifu/sm2.h"

#include "support_cmocka.h"

static void test_zero_keys(void **state)
{
    static const mifu_sm2_private_key zero_key;
    static const mifu_sm2_public_key zero_public_key;
    static const uint8_t e[32] = {1, 2, 3}, text[3] = {4, 5, 6};
    static const uint8_t zeros[64];
    static uint64_t table[MIFU_SM2_PREPARED_SMALL_SIZE / 8];
    mifu_sm2_prepared_key prepared;
    mifu_sm2_exchange exchange;
    uint8_t out[160], sig[64], ct[160];
    mifu_sm2_private_key key;
    size_t ct_len;
    size_t len = 7;

    (void)state;
    assert_int_equal(mifu_sm2_keygen(&key), MIFU_OK);
    assert_int_equal(mifu_sm2_sign_digest(sig, &key, e), MIFU_OK);
    assert_int_equal(
        mifu_sm2_encrypt(ct, sizeof ct, &ct_len, &key.public_key, MIFU_SM2_C1C3C2, text, 3),
        MIFU_OK);
    memset(out, 0x5a, sizeof out);
    assert_int_equal(mifu_sm2_sign_digest(out, &zero_key, e), MIFU_ERR_RANGE_PRIVATE_KEY);
    assert_memory_equal(out, zeros, 64);
    memset(out, 0x5a, sizeof out);
    assert_int_equal(mifu_sm2_sign(out, &zero_key, MIFU_SM2_DEFAULT_ID, text, 3),
                     MIFU_ERR_RANGE_PRIVATE_KEY);
    assert_memory_equal(out, zeros, 64);
    assert_int_equal(mifu_sm2_verify_digest(&zero_public_key, e, sig), MIFU_ERR_RANGE_INFINITY);
    assert_int_equal(mifu_sm2_verify(&zero_public_key, MIFU_SM2_DEFAULT_ID, text, 3, sig),
                     MIFU_ERR_RANGE_INFINITY);
    assert_int_equal(
        mifu_sm2_encrypt(out, sizeof out, &len, &zero_public_key, MIFU_SM2_C1C3C2, text, 3),
        MIFU_ERR_RANGE_INFINITY);
    assert_int_equal(len, 0);
    assert_int_equal(
        mifu_sm2_decrypt(out, sizeof out, &len, &zero_key, MIFU_SM2_C1C3C2, ct, ct_len),
        MIFU_ERR_RANGE_PRIVATE_KEY);
    memset(out, 0x5a, sizeof out);
    mifu_sm2_ecdh(out, &zero_key, &key.public_key);
    assert_memory_equal(out, zeros, 32);
    memset(out, 0x5a, sizeof out);
    mifu_sm2_ecdh(out, &key, &zero_public_key);
    assert_memory_equal(out, zeros, 32);
    assert_int_equal(mifu_sm2_prepare(&prepared, table, sizeof table, &zero_public_key),
                     MIFU_ERR_RANGE_INFINITY);
    assert_int_equal(mifu_sm2_exchange_init(&exchange, MIFU_SM2_INITIATOR, &zero_key,
                                            MIFU_SM2_DEFAULT_ID, &key.public_key,
                                            MIFU_SM2_DEFAULT_ID),
                     MIFU_ERR_RANGE_PRIVATE_KEY);
    assert_int_equal(mifu_sm2_exchange_init(&exchange, MIFU_SM2_INITIATOR, &key,
                                            MIFU_SM2_DEFAULT_ID, &zero_public_key,
                                            MIFU_SM2_DEFAULT_ID),
                     MIFU_ERR_RANGE_INFINITY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zero_keys),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
