/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM9 keys in files that other implementations wrote. The bytes are from public tests:
 *     gmssl_*      written by GmSSL 3, password "123456"; in the tests of gmsm, smx509 and pkcs8
 *     idpointer_*  written by GmSSL 3, password "123456", of the user "Alice"
 *     cryptobin_*  in gmsm's forms, not encrypted, of users whose identity is not told; in the
 * tests of go-cryptobin
 */
#include "mifu/sm9_encoding.h"

#include "support_cmocka.h"

#define PASSWORD ((const uint8_t *)"123456"), 6
#define ALICE    ((const uint8_t *)"Alice"), 5
#define TEXT(s)  (s), sizeof(s) - 1

static const char gmssl_sign_master_key[] =
    "-----BEGIN ENCRYPTED SM9 SIGN MASTER KEY-----\n"
    "MIIBNjBhBgkqhkiG9w0BBQ0wVDA0BgkqhkiG9w0BBQwwJwQQuRb0v3wC0mAANvym\n"
    "YLiNSAIDAQAAAgEQMAsGCSqBHM9VAYMRAjAcBggqgRzPVQFoAgQQuzlPtraTjW+9\n"
    "EpGFcss7TgSB0KnwoVMBPUFcZEqiH1DPFZVqHcbdfmZheeIXCdeS5cYGL7Cg6Ohd\n"
    "YZe9LWCFNBAvJz6zxeJGiaeR3VW5QDB+jPtSYIu9ET85yFsaohLt/ZNdgdGec2s6\n"
    "rmG5/ufL+9LtprtWF4BcbwTCCPr6mX3Tvq+Xacw0YY9VHcpUDOUHGwkdhea82M5D\n"
    "nUCi5FhiNKDe4Qfp7HG597FlK9Vwy5Nn5xRKsfoG2JJuQYZkqmORFJA/aQQq/ejD\n"
    "NbR0XajuWC9+bMq3SeEyT6Je0aEeHuOfKFw=\n"
    "-----END ENCRYPTED SM9 SIGN MASTER KEY-----\n";

static const char gmssl_sign_key[] =
    "-----BEGIN ENCRYPTED SM9 SIGN PRIVATE KEY-----\n"
    "MIIBVjBhBgkqhkiG9w0BBQ0wVDA0BgkqhkiG9w0BBQwwJwQQxWctHikJLVP2A7fQ\n"
    "nm6qwQIDAQAAAgEQMAsGCSqBHM9VAYMRAjAcBggqgRzPVQFoAgQQfuWLjhO7iJNX\n"
    "2owsXE8/6gSB8Ot4oMs97o7dDd6o2U29uTjvkt7Xq/ti/2OPoOvDeGr/SWTmLUHY\n"
    "6X71SpB/GAmBVE1qMXSxFHotgeq1cbwuZtwqLV2GA0etAnC2MZV/2BYcx+qOwwgX\n"
    "uljiXhlvpvxHfxxdL7HzJ5oC+AuMblQZnAvaicmS9Pr+EPk4gzusiCc4cu1q+sTh\n"
    "xl4HzCz08DYx8l5j1B/FCnN0/9tv2F2Q6j3xWARFC8EJPAEhALdO+hol56Tz7A2a\n"
    "zSK4N8ox4ip3G8L6TVMIlc8qFIfsnaVn+dQSWDubya8Lq4AieEs8mL+kPqEnSIUX\n"
    "fYuup/MCEz2zpA==\n"
    "-----END ENCRYPTED SM9 SIGN PRIVATE KEY-----\n";

static const char gmssl_encrypt_master_key[] =
    "-----BEGIN ENCRYPTED SM9 ENC MASTER KEY-----\n"
    "MIH2MGEGCSqGSIb3DQEFDTBUMDQGCSqGSIb3DQEFDDAnBBAjXv966WmKuBfUH1Bq\n"
    "OMwUAgMBAAACARAwCwYJKoEcz1UBgxECMBwGCCqBHM9VAWgCBBAtVvud0awyXO1r\n"
    "dz92Pn+9BIGQlAsGegoSrApDm+rbszu1wsUwAVbq+EtgkraBSZRqGYByBOSN9G9m\n"
    "p0lZJ75/TJMqRunkUhAUorNzXkdy2nab1VRs+Y8lKzhw5Y7KLnjbRsoDEPcvluSW\n"
    "UVHgVDiaGKLKlKWTdhRRzLnBOocE0LA3FnOH86eUFjGY87ss6vz8iD9JHHfap4yr\n"
    "Yut8eao1nBSY\n"
    "-----END ENCRYPTED SM9 ENC MASTER KEY-----\n";

static const char gmssl_encrypt_key[] =
    "-----BEGIN ENCRYPTED SM9 ENC PRIVATE KEY-----\n"
    "MIIBVjBhBgkqhkiG9w0BBQ0wVDA0BgkqhkiG9w0BBQwwJwQQ7qFYth3lhEj9pHl4\n"
    "V0HeiwIDAQAAAgEQMAsGCSqBHM9VAYMRAjAcBggqgRzPVQFoAgQQvk8cAqLQcGr1\n"
    "LfRo8lz6TwSB8Ma6HVx/t1q+wbu+NLLzq1uok7zNBKM8Z9hFiqrY1pngZTtweVHP\n"
    "w/r6inOU4rI9Eex6R7C4koT9cGYN4QBur3BHxTLPM7C4knldxxYHuA98MEGHMMcE\n"
    "gJIcgZlrkdprvLSXqdKJ/Ee7Ut4SuJuMW/Ww0hTrOmnI0j4cRAaZAgEh9Lh9B5CK\n"
    "tzO+xTcb9siTzgRDKxnsZB85c1pwzQ3LH1KNR7tsg1z/AW+Hab4+8WX7mIIlvmVM\n"
    "zkRVx8ZgZCNo/MTFjw2qCNVsGrcj/xFm63p8eWoYGx6eXS6nr3IYRIDwR5F7CoNY\n"
    "h1/9v+oJWBaPxQ==\n"
    "-----END ENCRYPTED SM9 ENC PRIVATE KEY-----\n";

static const char gmssl_sign_public[] =
    "-----BEGIN SM9 SIGN MASTER PUBLIC KEY-----\n"
    "MIGFA4GCAARvTUvk1ztAlmjlUK0kP3zdFEVHHr8HUL4sUbcnFoQPukP0AjurnySy\n"
    "f1MY0Plzt4lZ5u0/6GC4zUjYEcjWiYV+bV9YCnOGVQAYfPr/a+4/alewf43qBJuX\n"
    "Ri1gDhueE6gkoeZ4HHUu1wfhRbKRF8okwSO933f/ZSpLlYu1P7/ckw==\n"
    "-----END SM9 SIGN MASTER PUBLIC KEY-----\n";

static const char gmssl_encrypt_public[] =
    "-----BEGIN SM9 ENC MASTER PUBLIC KEY-----\n"
    "MEQDQgAEUWC+GS/3JrpMJqH/ZBItUDROFg62fmY4HuU0kHlnK/trA/GBX/P+MH0P\n"
    "tYwoUdCETdYJwxiKXlI1jytVTuuT2Q==\n"
    "-----END SM9 ENC MASTER PUBLIC KEY-----\n";

static const char idpointer_sign_public[] =
    "-----BEGIN SM9 SIGN MASTER PUBLIC KEY-----\n"
    "MIGFA4GCAARoa1Vks+x9Kui494YlzfzCDYmRmnCiJk3/Rt/w+6807SrAogeQBqwd\n"
    "h0isx83JRqSM+WGCoG7Pd239EZs5tiBsfqnawABPV9u9Q6/chVij4eAmN9K/0EVz\n"
    "OJxQLo3TMtJdWU4/SXHgjRye070SZliZRGL7ivdrLOj2150hwJ1Flw==\n"
    "-----END SM9 SIGN MASTER PUBLIC KEY-----\n";

static const char idpointer_sign_key[] =
    "-----BEGIN ENCRYPTED SM9 SIGN PRIVATE KEY-----\n"
    "MIIBVjBhBgkqhkiG9w0BBQ0wVDA0BgkqhkiG9w0BBQwwJwQQuviQseTmD3q+fJMk\n"
    "ZNGCDwIDAQAAAgEQMAsGCSqBHM9VAYMRAjAcBggqgRzPVQFoAgQQ2L38kK+ArJ6e\n"
    "9LVyhohh+gSB8OUYpr0nuzwhsftQBOk+x1hqBXB1pIijY8br5cfjSE597GxrvBN4\n"
    "kdEzYoTOJ3veZ15y75M2bUVycTwwIKZBXhI/G893+4TV6lktnWDCkzY1U6x+nq4N\n"
    "/q1+d/S7ObDQisxaW9LwFTjm6EYA/zzwa+mJPIzWKSkrt332AAlS9295CZOSy6oW\n"
    "Sd26bE0eaU8eGfrU+uahMcoxxFaBomheodBLlZg9NH2AHEEfidNlumakpga4zEUp\n"
    "Fa/LBR5vFm/2V2tf6eCnypv9pwx3VLzyY6HAyu23+6eE2Gh+8VWNb8w8Vieo6716\n"
    "gzsp84c6dnlstA==\n"
    "-----END ENCRYPTED SM9 SIGN PRIVATE KEY-----\n";

static const char cryptobin_sign_master_key[] =
    "-----BEGIN SM9 SIGN MASTER PRIVATE KEY-----\n"
    "MIHHAgEAMBUGCCqBHM9VAYIuBgkqgRzPVQGCLgEEgaowgacCICtbBRb0O9SCG2cX\n"
    "D6+UtZtVDWAKW95rYML8pBDHHazbA4GCAAQ+hUc/GJ2U8o4e+LBZJdGOd2ChZRx6\n"
    "b46ND5hd1J3YPlbceUO/ejTt0GAXa78jauFtG9AbJ4BqR+NvOm2aqxyXKJ2bULfs\n"
    "gmEe5JY5m3fRrLlO8Jz1oujlPLNVzIEBhpyGEIZzd4bASwQtozmdEntzegC0+jyL\n"
    "fH/qEL35lcMIWQ==\n"
    "-----END SM9 SIGN MASTER PRIVATE KEY-----\n";

static const char cryptobin_sign_key[] =
    "-----BEGIN SM9 SIGN PRIVATE KEY-----\n"
    "MIHhAgEAMA0GCSqBHM9VAYIuAQUABIHMMIHJA0IABFO5VsT5d5fdnr00YC94Mtko\n"
    "Ggz59kI6zhhQ17y+ej4rjpXJi5ajoCr/cjHCEO0bmJ/qTXWF8BbdP00Mqr9o8NMD\n"
    "gYIABD6FRz8YnZTyjh74sFkl0Y53YKFlHHpvjo0PmF3Undg+Vtx5Q796NO3QYBdr\n"
    "vyNq4W0b0BsngGpH4286bZqrHJconZtQt+yCYR7kljmbd9GsuU7wnPWi6OU8s1XM\n"
    "gQGGnIYQhnN3hsBLBC2jOZ0Se3N6ALT6PIt8f+oQvfmVwwhZ\n"
    "-----END SM9 SIGN PRIVATE KEY-----\n";

static const char cryptobin_sign_public[] =
    "-----BEGIN SM9 SIGN MASTER PUBLIC KEY-----\n"
    "MIGgMBUGCCqBHM9VAYIuBgkqgRzPVQGCLgEDgYYAA4GCAAQ+hUc/GJ2U8o4e+LBZ\n"
    "JdGOd2ChZRx6b46ND5hd1J3YPlbceUO/ejTt0GAXa78jauFtG9AbJ4BqR+NvOm2a\n"
    "qxyXKJ2bULfsgmEe5JY5m3fRrLlO8Jz1oujlPLNVzIEBhpyGEIZzd4bASwQtozmd\n"
    "EntzegC0+jyLfH/qEL35lcMIWQ==\n"
    "-----END SM9 SIGN MASTER PUBLIC KEY-----\n";

static const char cryptobin_encrypt_master_key[] =
    "-----BEGIN SM9 ENC MASTER PRIVATE KEY-----\n"
    "MIGFAgEAMBUGCCqBHM9VAYIuBgkqgRzPVQGCLgMEaTBnAiEAoWPTk9AwPEYbWvjs\n"
    "k+ivG7nzJte256RJioDznqYyJZMDQgAERN3hxGNZNV2DtxJI6mY7s58FZejZZbgV\n"
    "b4tCFRaLb5tCnXbWmjS3kxHrZiFAAJLlKD5DLUPdCfe8AjKj18iVDg==\n"
    "-----END SM9 ENC MASTER PRIVATE KEY-----\n";

static const char cryptobin_encrypt_key[] =
    "-----BEGIN SM9 ENC PRIVATE KEY-----\n"
    "MIHhAgEAMA0GCSqBHM9VAYIuAwUABIHMMIHJA4GCAAQccF3iDRg2oHMVOyd3Z4Z5\n"
    "HYL6RZ1dDq9aJYkPcmb4cAYMcDxFGSJlRo8AjPwKlnqSmnVj3UK1OXrhLRSuMT2h\n"
    "VK8gODBfeIvMg7V9KaocSiY5b4rhA6tYUOat7Ec8LTZ9QvNqqYczcb+3B61ZW5yP\n"
    "5+U2AtKpV1fSg3rFvbOUwgNCAARE3eHEY1k1XYO3EkjqZjuznwVl6NlluBVvi0IV\n"
    "Fotvm0KddtaaNLeTEetmIUAAkuUoPkMtQ90J97wCMqPXyJUO\n"
    "-----END SM9 ENC PRIVATE KEY-----\n";

static const char cryptobin_encrypt_public[] =
    "-----BEGIN SM9 ENC MASTER PUBLIC KEY-----\n"
    "MF4wFQYIKoEcz1UBgi4GCSqBHM9VAYIuAwNFAANCAARE3eHEY1k1XYO3EkjqZjuz\n"
    "nwVl6NlluBVvi0IVFotvm0KddtaaNLeTEetmIUAAkuUoPkMtQ90J97wCMqPXyJUO\n"
    "-----END SM9 ENC MASTER PUBLIC KEY-----\n";

/* Keys that GmSSL encrypted open with their password and no other, and agree with themselves. */
static void test_gmssl(void **state)
{
    mifu_sm9_sign_master_key sign_master;
    mifu_sm9_encrypt_master_key encrypt_master;
    mifu_sm9_sign_key sign_key;
    mifu_sm9_encrypt_key encrypt_key;
    char pem[512];
    size_t len = 0;

    (void)state;
    assert_int_equal(
        mifu_sm9_sign_master_key_from_pem(&sign_master, TEXT(gmssl_sign_master_key), PASSWORD),
        MIFU_OK);
    assert_int_equal(mifu_sm9_sign_key_from_pem(&sign_key, NULL, TEXT(gmssl_sign_key), PASSWORD),
                     MIFU_OK);
    assert_int_equal(mifu_sm9_encrypt_master_key_from_pem(&encrypt_master,
                                                          TEXT(gmssl_encrypt_master_key), PASSWORD),
                     MIFU_OK);
    assert_int_equal(
        mifu_sm9_encrypt_key_from_pem(&encrypt_key, NULL, TEXT(gmssl_encrypt_key), PASSWORD),
        MIFU_OK);
    assert_int_equal(mifu_sm9_sign_key_from_pem(&sign_key, NULL, TEXT(gmssl_sign_key),
                                                (const uint8_t *)"123457", 6),
                     MIFU_ERR_AUTHENTICATION);
    assert_int_equal(mifu_sm9_sign_key_from_pem(&sign_key, NULL, TEXT(gmssl_sign_key), NULL, 0),
                     MIFU_ERR_PASSWORD_NEEDED);

    /* Public keys are written back as they were. */
    assert_int_equal(
        mifu_sm9_sign_master_public_key_from_pem(&sign_master.public_key, TEXT(gmssl_sign_public)),
        MIFU_OK);
    assert_int_equal(
        mifu_sm9_sign_master_public_key_to_pem(pem, sizeof pem, &len, &sign_master.public_key),
        MIFU_OK);
    assert_int_equal(len, sizeof gmssl_sign_public - 1);
    assert_memory_equal(pem, gmssl_sign_public, len);
    assert_int_equal(mifu_sm9_encrypt_master_public_key_from_pem(&encrypt_master.public_key,
                                                                 TEXT(gmssl_encrypt_public)),
                     MIFU_OK);
    assert_int_equal(mifu_sm9_encrypt_master_public_key_to_pem(pem, sizeof pem, &len,
                                                               &encrypt_master.public_key),
                     MIFU_OK);
    assert_int_equal(len, sizeof gmssl_encrypt_public - 1);
    assert_memory_equal(pem, gmssl_encrypt_public, len);
}

/* A user's key from GmSSL is the one of its identity under the master public key beside it. */
static void test_gmssl_user(void **state)
{
    mifu_sm9_sign_master_public_key master;
    mifu_sm9_sign_key key;
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE];

    (void)state;
    assert_int_equal(mifu_sm9_sign_master_public_key_from_pem(&master, TEXT(idpointer_sign_public)),
                     MIFU_OK);
    assert_int_equal(mifu_sm9_sign_key_from_pem(&key, &master, TEXT(idpointer_sign_key), PASSWORD),
                     MIFU_OK);
    assert_int_equal(mifu_sm9_sign_key_check(&key, ALICE, MIFU_SM9_HID_SIGN), MIFU_OK);
    assert_int_equal(mifu_sm9_sign_key_check(&key, ALICE, MIFU_SM9_HID_ENCRYPT),
                     MIFU_ERR_RANGE_KEY_MISMATCH);
    assert_int_equal(mifu_sm9_sign(sig, &key, ALICE), MIFU_OK);
    assert_int_equal(mifu_sm9_verify(&master, ALICE, MIFU_SM9_HID_SIGN, ALICE, sig), MIFU_OK);
}

/* PKCS #8 and SubjectPublicKeyInfo; their private keys' PEM labels are that program's own. */
static void test_gmsm_forms(void **state)
{
    uint8_t der[512];
    size_t len;
    mifu_sm9_sign_master_key sign_master;
    mifu_sm9_encrypt_master_key encrypt_master;
    mifu_sm9_sign_master_public_key sign_public;
    mifu_sm9_encrypt_master_public_key encrypt_public;
    mifu_sm9_sign_key sign_key;
    mifu_sm9_encrypt_key encrypt_key;

    (void)state;
    assert_int_equal(
        mifu_sm9_sign_master_public_key_from_pem(&sign_public, TEXT(cryptobin_sign_public)),
        MIFU_OK);
    assert_int_equal(mifu_pem_to_der(der, sizeof der, &len, NULL, TEXT(cryptobin_sign_master_key)),
                     MIFU_OK);
    assert_int_equal(mifu_sm9_sign_master_key_from_der(&sign_master, der, len, NULL, 0), MIFU_OK);
    assert_true(mifu_sm9_sign_master_public_key_equal(&sign_master.public_key, &sign_public));
    assert_int_equal(
        mifu_sm9_sign_key_from_pem(&sign_key, &sign_public, TEXT(cryptobin_sign_key), NULL, 0),
        MIFU_OK);

    assert_int_equal(mifu_sm9_encrypt_master_public_key_from_pem(&encrypt_public,
                                                                 TEXT(cryptobin_encrypt_public)),
                     MIFU_OK);
    assert_int_equal(
        mifu_pem_to_der(der, sizeof der, &len, NULL, TEXT(cryptobin_encrypt_master_key)), MIFU_OK);
    assert_int_equal(mifu_sm9_encrypt_master_key_from_der(&encrypt_master, der, len, NULL, 0),
                     MIFU_OK);
    assert_true(
        mifu_sm9_encrypt_master_public_key_equal(&encrypt_master.public_key, &encrypt_public));
    assert_int_equal(mifu_sm9_encrypt_key_from_pem(&encrypt_key, &encrypt_public,
                                                   TEXT(cryptobin_encrypt_key), NULL, 0),
                     MIFU_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gmssl),
        cmocka_unit_test(test_gmssl_user),
        cmocka_unit_test(test_gmsm_forms),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
