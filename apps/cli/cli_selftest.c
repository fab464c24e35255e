/* SPDX-License-Identifier: Apache-2.0 */
/* mifu selftest: every known answer on every back-end that this processor can run. */
#include <stdio.h>
#include <string.h>

#include "mifu/mifu.h"

#include "cli_selftest_answers.h"
#include "cli_verbs.h"

static const cli_option options[] = {
    {"json", 0, NULL, "print one JSON object"},
    {NULL, 0, NULL, NULL},
};

#define SAME(bytes, expected) (memcmp(bytes, expected, sizeof expected) == 0)
#define OK(call)              ((call) == MIFU_OK)

/* ---- Hashes and what is built on them -------------------------------------------------------- */

static int test_sm3(void)
{
    uint8_t digest[32];

    mifu_sm3_hash(digest, (const uint8_t *)"abc", 3);
    return SAME(digest, sm3_abc);
}

static int test_sha256(void)
{
    uint8_t digest[32];

    mifu_sha256_hash(digest, (const uint8_t *)"abc", 3);
    if (!SAME(digest, sha256_abc))
        return 0;
    mifu_sha224_hash(digest, (const uint8_t *)"abc", 3);
    return SAME(digest, sha224_abc);
}

static int test_hmac(void)
{
    mifu_hmac_key key;
    uint8_t tag[32];

    if (!OK(mifu_hmac_key_init(&key, MIFU_HASH_SM3, hmac_key, sizeof hmac_key)))
        return 0;
    mifu_hmac_mac(tag, &key, hmac_message, sizeof hmac_message);
    return SAME(tag, hmac_tag);
}

static int test_kdf(void)
{
    uint8_t key[64];

    return OK(mifu_kdf_sm3(key, sizeof kdf_key, kdf_z, sizeof kdf_z)) && SAME(key, kdf_key) &&
           OK(mifu_pbkdf2(key, sizeof pbkdf2_key, MIFU_HASH_SM3, (const uint8_t *)"password", 8,
                          (const uint8_t *)"salt", 4, 1)) &&
           SAME(key, pbkdf2_key) &&
           OK(mifu_hkdf(key, sizeof hkdf_okm, MIFU_HASH_SM3, hkdf_salt, sizeof hkdf_salt, hkdf_ikm,
                        sizeof hkdf_ikm, hkdf_info, sizeof hkdf_info)) &&
           SAME(key, hkdf_okm);
}

/* ---- SM4
 * ----------------------------------------------------------------------------------------- */

static int test_sm4_block(void)
{
    mifu_sm4_key key;
    uint8_t block[16];

    mifu_sm4_key_init(&key, sm4_key);
    mifu_sm4_encrypt_block(block, &key, sm4_key);
    if (!SAME(block, sm4_block))
        return 0;
    mifu_sm4_decrypt_block(block, &key, block);
    return SAME(block, sm4_key);
}

static int test_sm4_padded(void)
{
    const mifu_sm4_padding none = MIFU_SM4_PADDING_NONE;
    mifu_sm4_key key;
    uint8_t text[64];
    size_t len;

    mifu_sm4_key_init(&key, mode_key);
    return OK(mifu_sm4_ecb_encrypt(text, 64, &len, &key, none, mode_text, 64)) &&
           SAME(text, ecb_text) &&
           OK(mifu_sm4_ecb_decrypt(text, 64, &len, &key, none, ecb_text, 64)) &&
           SAME(text, mode_text) &&
           OK(mifu_sm4_cbc_encrypt(text, 64, &len, &key, mode_iv, none, mode_text, 64)) &&
           SAME(text, cbc_text) &&
           OK(mifu_sm4_cbc_decrypt(text, 64, &len, &key, mode_iv, none, cbc_text, 64)) &&
           SAME(text, mode_text);
}

static int test_sm4_stream(void)
{
    mifu_sm4_key key;
    uint8_t text[64];

    mifu_sm4_key_init(&key, mode_key);
    return OK(mifu_sm4_cfb_encrypt(text, &key, mode_iv, mode_text, 64)) && SAME(text, cfb_text) &&
           OK(mifu_sm4_cfb_decrypt(text, &key, mode_iv, cfb_text, 64)) && SAME(text, mode_text) &&
           OK(mifu_sm4_cfb8_encrypt(text, &key, mode_iv, mode_text, 64)) && SAME(text, cfb8_text) &&
           OK(mifu_sm4_cfb8_decrypt(text, &key, mode_iv, cfb8_text, 64)) && SAME(text, mode_text) &&
           OK(mifu_sm4_ofb_crypt(text, &key, mode_iv, mode_text, 64)) && SAME(text, ofb_text) &&
           OK(mifu_sm4_ctr_crypt(text, &key, ctr_iv, mode_text, 64)) && SAME(text, ctr_text);
}

static int test_sm4_gcm(void)
{
    mifu_sm4_key key;
    uint8_t text[64], tag[16];

    mifu_sm4_key_init(&key, sm4_key);
    if (!OK(mifu_sm4_gcm_seal(text, tag, 16, &key, aead_iv, sizeof aead_iv, aead_aad,
                              sizeof aead_aad, aead_text, sizeof aead_text)) ||
        !SAME(text, gcm_text) || !SAME(tag, gcm_tag) ||
        !OK(mifu_sm4_gcm_open(text, &key, aead_iv, sizeof aead_iv, aead_aad, sizeof aead_aad,
                              gcm_text, sizeof gcm_text, gcm_tag, 16)) ||
        !SAME(text, aead_text))
        return 0;
    tag[15] ^= 1;
    return mifu_sm4_gcm_open(text, &key, aead_iv, sizeof aead_iv, aead_aad, sizeof aead_aad,
                             gcm_text, sizeof gcm_text, tag, 16) == MIFU_ERR_AUTHENTICATION;
}

static int test_sm4_ccm(void)
{
    mifu_sm4_key key;
    uint8_t text[64], tag[16];

    mifu_sm4_key_init(&key, sm4_key);
    return OK(mifu_sm4_ccm_seal(text, tag, 16, &key, aead_iv, sizeof aead_iv, aead_aad,
                                sizeof aead_aad, aead_text, sizeof aead_text)) &&
           SAME(text, ccm_text) && SAME(tag, ccm_tag) &&
           OK(mifu_sm4_ccm_open(text, &key, aead_iv, sizeof aead_iv, aead_aad, sizeof aead_aad,
                                ccm_text, sizeof ccm_text, ccm_tag, 16)) &&
           SAME(text, aead_text);
}

static int test_sm4_xts(void)
{
    mifu_sm4_key key, tweak_key;
    uint8_t text[sizeof xts_text];

    mifu_sm4_key_init(&key, xts_keys);
    mifu_sm4_key_init(&tweak_key, xts_keys + 16);
    return OK(mifu_sm4_xts_encrypt(text, &key, &tweak_key, MIFU_SM4_XTS_GB, xts_tweak, xts_text,
                                   sizeof xts_text)) &&
           SAME(text, xts_gb_text) &&
           OK(mifu_sm4_xts_encrypt(text, &key, &tweak_key, MIFU_SM4_XTS_IEEE, xts_tweak, xts_text,
                                   sizeof xts_text)) &&
           SAME(text, xts_ieee_text) &&
           OK(mifu_sm4_xts_decrypt(text, &key, &tweak_key, MIFU_SM4_XTS_GB, xts_tweak, xts_gb_text,
                                   sizeof xts_gb_text)) &&
           SAME(text, xts_text);
}

static int test_sm4_mac(void)
{
    mifu_sm4_key key;
    uint8_t tag[16];

    mifu_sm4_key_init(&key, sm4_key);
    return OK(mifu_sm4_cmac_mac(tag, 16, &key, mac_message, sizeof mac_message)) &&
           SAME(tag, cmac_tag) &&
           OK(mifu_sm4_cbc_mac_mac(tag, 16, &key, MIFU_SM4_MAC_PADDING_M2, mac_message,
                                   sizeof mac_message)) &&
           SAME(tag, cbc_mac_tag);
}

/* ---- SM2
 * ------------------------------------------------------------------------------------------- */

static int test_sm2_verify(void)
{
    mifu_sm2_public_key key;
    uint8_t sig[64];

    if (!OK(mifu_sm2_public_key_from_bytes(&key, sm2_point, sizeof sm2_point)) ||
        !OK(mifu_sm2_signature_from_der(sig, sm2_signature_der, sizeof sm2_signature_der)) ||
        !OK(mifu_sm2_verify(&key, MIFU_SM2_DEFAULT_ID, sm2_message, sizeof sm2_message, sig)))
        return 0;
    sig[63] ^= 1;
    return mifu_sm2_verify(&key, MIFU_SM2_DEFAULT_ID, sm2_message, sizeof sm2_message, sig) ==
           MIFU_INVALID;
}

static int test_sm2_sign(void)
{
    mifu_sm2_private_key key;
    mifu_sm2_public_key public_key;
    uint8_t sig[64];
    int good;

    if (!OK(mifu_sm2_keygen(&key)))
        return 0;
    mifu_sm2_public_key_from_private(&public_key, &key);
    good =
        OK(mifu_sm2_sign(sig, &key, MIFU_SM2_DEFAULT_ID, sm2_message, sizeof sm2_message)) &&
        OK(mifu_sm2_verify(&public_key, MIFU_SM2_DEFAULT_ID, sm2_message, sizeof sm2_message, sig));
    mifu_sm2_private_key_wipe(&key);
    return good;
}

static int decrypts(const mifu_sm2_private_key *key, mifu_sm2_format format, const uint8_t *ct,
                    size_t len)
{
    uint8_t text[sizeof sm2_der];
    size_t text_len;

    return OK(mifu_sm2_decrypt(text, sizeof text, &text_len, key, format, ct, len)) &&
           text_len == sizeof sm2_text && SAME(text, sm2_text);
}

static int test_sm2_encrypt(void)
{
    mifu_sm2_private_key key;
    uint8_t ct[256];
    size_t len;
    int good = OK(mifu_sm2_private_key_from_bytes(&key, sm2_d)) &&
               decrypts(&key, MIFU_SM2_C1C3C2, sm2_c1c3c2, sizeof sm2_c1c3c2) &&
               decrypts(&key, MIFU_SM2_C1C2C3, sm2_c1c2c3, sizeof sm2_c1c2c3) &&
               decrypts(&key, MIFU_SM2_DER, sm2_der, sizeof sm2_der) &&
               OK(mifu_sm2_encrypt(ct, sizeof ct, &len, &key.public_key, MIFU_SM2_DER, sm2_text,
                                   sizeof sm2_text)) &&
               decrypts(&key, MIFU_SM2_DER, ct, len);

    mifu_sm2_private_key_wipe(&key);
    return good;
}

static int test_sm2_ecdh(void)
{
    mifu_sm2_private_key a, b;
    uint8_t ab[32], ba[32];
    int good = OK(mifu_sm2_keygen(&a)) && OK(mifu_sm2_keygen(&b));

    if (good) {
        mifu_sm2_ecdh(ab, &a, &b.public_key);
        mifu_sm2_ecdh(ba, &b, &a.public_key);
        good = memcmp(ab, ba, sizeof ab) == 0;
    }
    mifu_sm2_private_key_wipe(&a);
    mifu_sm2_private_key_wipe(&b);
    return good;
}

static int test_random(void)
{
    uint8_t a[32], b[32];

    return OK(mifu_random_bytes(a, sizeof a)) && OK(mifu_random_bytes(b, sizeof b)) &&
           memcmp(a, b, sizeof a) != 0;
}

/* ---- All of them, on all back-ends
 * ------------------------------------------------------------------- */

static const struct {
    const char *name;
    int (*run)(void);
} tests[] = {
    {"sm3", test_sm3},
    {"sha256", test_sha256},
    {"hmac-sm3", test_hmac},
    {"kdf", test_kdf},
    {"sm4-block", test_sm4_block},
    {"sm4-ecb-cbc", test_sm4_padded},
    {"sm4-cfb-ofb-ctr", test_sm4_stream},
    {"sm4-gcm", test_sm4_gcm},
    {"sm4-ccm", test_sm4_ccm},
    {"sm4-xts", test_sm4_xts},
    {"sm4-mac", test_sm4_mac},
    {"sm2-verify", test_sm2_verify},
    {"sm2-sign", test_sm2_sign},
    {"sm2-encrypt", test_sm2_encrypt},
    {"sm2-ecdh", test_sm2_ecdh},
    {"random", test_random},
};

enum { TESTS = sizeof tests / sizeof tests[0] };

/* Runs all tests; names those that fail. What does not use a back-end is soon repeated. */
static int run_tests(const char *algorithm, const char *backend)
{
    int failed = 0;

    for (size_t i = 0; i < TESTS; i++)
        if (!tests[i].run()) {
            cli_warn("self-test %s FAILED with back-end %s of %s", tests[i].name, backend,
                     algorithm);
            failed++;
        }
    return failed;
}

/* One row of the table: a back-end of an algorithm. */
static int run_backend(const char *algorithm, const char *backend, int json, int first)
{
    const char *active = mifu_backend_active(algorithm);
    int in_use = active != NULL && strcmp(active, backend) == 0;
    int usable = mifu_backend_usable(algorithm, backend);
    int failed = 0;

    if (usable && mifu_backend_select(algorithm, backend) != MIFU_OK)
        failed = 1;
    if (usable && failed == 0)
        failed = run_tests(algorithm, backend);
    if (mifu_backend_select(algorithm, NULL) != MIFU_OK)
        failed++;
    if (json)
        printf("%s{\"algorithm\":\"%s\",\"backend\":\"%s\",\"usable\":%s,\"in_use\":%s,"
               "\"failed\":%d}",
               first ? "" : ",", algorithm, backend, usable ? "true" : "false",
               in_use ? "true" : "false", failed);
    else
        printf("  %-10s %-16s %s%s\n", algorithm, backend,
               !usable  ? "the processor lacks what it needs"
               : failed ? "FAILED"
                        : "passed",
               in_use ? ", in use" : "");
    return failed;
}

static void print_features(int json)
{
    fputs(json ? "{\"version\":\"" MIFU_VERSION_STRING "\",\"features\":[" : "processor features:",
          stdout);
    for (unsigned i = 0; mifu_cpu_feature(i) != NULL; i++)
        printf(json ? "%s\"%s\"" : "%s%s", json ? (i == 0 ? "" : ",") : " ", mifu_cpu_feature(i));
    fputs(json ? "],\"backends\":[" : "\nback-ends:\n", stdout);
}

static int run(const cli_arguments *arguments)
{
    int json = cli_given(arguments, "json");
    int failed = 0, rows = 0;

    print_features(json);
    for (unsigned i = 0; mifu_backend_algorithm(i) != NULL; i++) {
        const char *algorithm = mifu_backend_algorithm(i);

        for (unsigned k = 0; mifu_backend_name(algorithm, k) != NULL; k++)
            failed += run_backend(algorithm, mifu_backend_name(algorithm, k), json, rows++ == 0);
    }
    if (json)
        printf("],\"tests\":%d,\"passed\":%s}\n", (int)TESTS, failed == 0 ? "true" : "false");
    else
        printf("%d known-answer tests on each: %s\n", (int)TESTS,
               failed == 0 ? "all passed" : "FAILED");
    return failed == 0 ? CLI_DONE : cli_fail_status(MIFU_ERR_SELFTEST, "selftest", NULL);
}

const cli_verb cli_selftest_verbs[] = {
    {NULL, "known answers on every back-end, and which are in use", NULL, 0, options,
     "MIFU_CPU in the environment restricts the back-ends, such as MIFU_CPU=none for\n"
     "portable code.\n\n"
     "example:\n"
     "  mifu selftest\n",
     run},
    {0},
};
