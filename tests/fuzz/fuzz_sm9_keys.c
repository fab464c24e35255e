/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM9 keys: a refused one is zeroed; one that is taken is written in one form that is read again as
 * the same key.
 */
#include "fuzz_support.h"

#include "mifu/sm9_encoding.h"

static uint8_t der[1024];
static size_t len;

static void public_keys(const uint8_t *data, size_t size)
{
    static mifu_sm9_sign_master_public_key sign, sign_back;
    static mifu_sm9_encrypt_master_public_key encrypt, encrypt_back;

    if (mifu_sm9_sign_master_public_key_from_der(&sign, data, size) == MIFU_OK) {
        FUZZ_CHECK(mifu_sm9_sign_master_public_key_to_der(der, sizeof der, &len, &sign) == MIFU_OK);
        FUZZ_CHECK(mifu_sm9_sign_master_public_key_from_der(&sign_back, der, len) == MIFU_OK);
        FUZZ_CHECK(mifu_sm9_sign_master_public_key_equal(&sign, &sign_back) == 1);
    } else {
        fuzz_check_zero(&sign, sizeof sign);
    }
    if (mifu_sm9_encrypt_master_public_key_from_der(&encrypt, data, size) == MIFU_OK) {
        FUZZ_CHECK(mifu_sm9_encrypt_master_public_key_to_der(der, sizeof der, &len, &encrypt) ==
                   MIFU_OK);
        FUZZ_CHECK(mifu_sm9_encrypt_master_public_key_from_der(&encrypt_back, der, len) == MIFU_OK);
        FUZZ_CHECK(mifu_sm9_encrypt_master_public_key_equal(&encrypt, &encrypt_back) == 1);
    } else {
        fuzz_check_zero(&encrypt, sizeof encrypt);
    }
}

static void master_keys(const uint8_t *data, size_t size)
{
    static mifu_sm9_sign_master_key sign, sign_back;
    static mifu_sm9_encrypt_master_key encrypt, encrypt_back;

    if (mifu_sm9_sign_master_key_from_der(&sign, data, size, NULL, 0) == MIFU_OK) {
        FUZZ_CHECK(mifu_sm9_sign_master_key_to_der(der, sizeof der, &len, &sign, NULL, 0, 0) ==
                   MIFU_OK);
        FUZZ_CHECK(mifu_sm9_sign_master_key_from_der(&sign_back, der, len, NULL, 0) == MIFU_OK);
        FUZZ_CHECK(memcmp(&sign, &sign_back, sizeof sign) == 0);
    } else {
        fuzz_check_zero(&sign, sizeof sign);
    }
    if (mifu_sm9_encrypt_master_key_from_der(&encrypt, data, size, NULL, 0) == MIFU_OK) {
        FUZZ_CHECK(mifu_sm9_encrypt_master_key_to_der(der, sizeof der, &len, &encrypt, NULL, 0,
                                                      0) == MIFU_OK);
        FUZZ_CHECK(mifu_sm9_encrypt_master_key_from_der(&encrypt_back, der, len, NULL, 0) ==
                   MIFU_OK);
        FUZZ_CHECK(memcmp(&encrypt, &encrypt_back, sizeof encrypt) == 0);
    } else {
        fuzz_check_zero(&encrypt, sizeof encrypt);
    }
}

static void user_keys(const uint8_t *data, size_t size)
{
    static mifu_sm9_sign_key sign, sign_back;
    static mifu_sm9_encrypt_key encrypt, encrypt_back;

    if (mifu_sm9_sign_key_from_der(&sign, NULL, data, size, NULL, 0) == MIFU_OK) {
        FUZZ_CHECK(mifu_sm9_sign_key_to_der(der, sizeof der, &len, &sign, NULL, 0, 0) == MIFU_OK);
        FUZZ_CHECK(mifu_sm9_sign_key_from_der(&sign_back, NULL, der, len, NULL, 0) == MIFU_OK);
        FUZZ_CHECK(memcmp(&sign, &sign_back, sizeof sign) == 0);
    } else {
        fuzz_check_zero(&sign, sizeof sign);
    }
    if (mifu_sm9_encrypt_key_from_der(&encrypt, NULL, data, size, NULL, 0) == MIFU_OK) {
        FUZZ_CHECK(mifu_sm9_encrypt_key_to_der(der, sizeof der, &len, &encrypt, NULL, 0, 0) ==
                   MIFU_OK);
        FUZZ_CHECK(mifu_sm9_encrypt_key_from_der(&encrypt_back, NULL, der, len, NULL, 0) ==
                   MIFU_OK);
        FUZZ_CHECK(memcmp(&encrypt, &encrypt_back, sizeof encrypt) == 0);
    } else {
        fuzz_check_zero(&encrypt, sizeof encrypt);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    public_keys(data, size);
    master_keys(data, size);
    user_keys(data, size);
    return 0;
}
