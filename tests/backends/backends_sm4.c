/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4 and GHASH: every back-end against the portable code. 1 to 300 blocks, up to 130 with every
 * partial tail, in place, at odd addresses, counters about to carry; a key prepared under one
 * back-end is used under the others.
 */
#include "backends_support.h"
#include "mifu/sm4_aead.h"
#include "mifu/sm4_mac.h"
#include "mifu/sm4_modes.h"

#define MOST    (300 * 16 + 15)
#define RESULTS 18 /* of one length: checksums of what the modes gave */

static uint8_t k[32], iv[16], text[MOST], out[MOST + 64];
static mifu_sm4_key portable_key, portable_tweak_key;
static uint64_t expected[2][MOST + 1][RESULTS];
static int round_number;

/* FNV-1a: two outputs that differ give two sums; the test compares, it does not authenticate. */
static uint64_t sum_of(const uint8_t *data, size_t len)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < len; i++)
        sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* All modes on `len` bytes; one sum each. In place at an odd address, so that overruns show. */
static void all_modes(uint64_t sums[RESULTS], const mifu_sm4_key *key,
                      const mifu_sm4_key *tweak_key, size_t len)
{
    uint8_t *place = out + 1 + len % 31, tag[16];
    size_t whole = len - len % 16, n, i = 0;

#define MODE(bytes, call, result_len)                                                              \
    do {                                                                                           \
        memset(out, 0xa5, sizeof out);                                                             \
        memcpy(place, text, (bytes));                                                              \
        assert_int_equal((call), MIFU_OK);                                                         \
        sums[i] = sum_of(place, (result_len));                                                     \
        assert_int_equal(place[-1], 0xa5);                                                         \
        assert_int_equal(place[(result_len)], 0xa5);                                               \
        i++;                                                                                       \
    } while (0)

    MODE(whole, mifu_sm4_ecb_encrypt(place, whole, &n, key, MIFU_SM4_PADDING_NONE, place, whole),
         whole);
    MODE(whole, mifu_sm4_ecb_decrypt(place, whole, &n, key, MIFU_SM4_PADDING_NONE, place, whole),
         whole);
    MODE(whole,
         mifu_sm4_cbc_encrypt(place, whole, &n, key, iv, MIFU_SM4_PADDING_NONE, place, whole),
         whole);
    MODE(whole,
         mifu_sm4_cbc_decrypt(place, whole, &n, key, iv, MIFU_SM4_PADDING_NONE, place, whole),
         whole);
    MODE(len, mifu_sm4_cfb_encrypt(place, key, iv, place, len), len);
    MODE(len, mifu_sm4_cfb_decrypt(place, key, iv, place, len), len);
    MODE(len, mifu_sm4_ofb_crypt(place, key, iv, place, len), len);
    MODE(len, mifu_sm4_ctr_crypt(place, key, iv, place, len), len);
    if (len >= 16) {
        MODE(len, mifu_sm4_xts_encrypt(place, key, tweak_key, MIFU_SM4_XTS_GB, iv, place, len),
             len);
        MODE(len, mifu_sm4_xts_decrypt(place, key, tweak_key, MIFU_SM4_XTS_IEEE, iv, place, len),
             len);
        MODE(len, mifu_sm4_hctr_encrypt(place, key, k + 16, iv, place, len), len);
    }
    MODE(len,
         mifu_sm4_gcm_seal(place, tag, 16, key, iv, len % 2 == 0 ? 12 : 16, text, len % 100, place,
                           len),
         len);
    sums[i++] = sum_of(tag, 16);
    MODE(len, mifu_sm4_ccm_seal(place, tag, 16, key, iv, 11, text, len % 100, place, len), len);
    sums[i++] = sum_of(tag, 16);
    MODE(len, mifu_sm4_gcm_siv_seal(place, tag, key, iv, text, len % 100, place, len), len);
    sums[i++] = sum_of(tag, 16);
    assert_int_equal(mifu_sm4_cmac_mac(tag, 16, key, text, len), MIFU_OK);
    sums[i++] = sum_of(tag, 16);
#undef MODE
    while (i < RESULTS)
        sums[i++] = 0;
}

static void each_length(const char *backend)
{
    mifu_sm4_key key, tweak_key;
    uint64_t sums[RESULTS];

    mifu_sm4_key_init(&key, k);
    mifu_sm4_key_init(&tweak_key, k + 16);
    for (size_t len = 0; len <= MOST; len += len < 130 * 16 ? 1 : 16 - len % 16 + (len / 16) % 16) {
        if (strcmp(backend, "portable") == 0 && expected[round_number][len][0] == 0) {
            portable_key = key;
            portable_tweak_key = tweak_key;
            all_modes(expected[round_number][len], &key, &tweak_key, len);
        }
        all_modes(sums, &key, &tweak_key, len);
        assert_memory_equal(sums, expected[round_number][len], sizeof sums);
        if (len % 64 < 2) {
            all_modes(sums, &portable_key, &portable_tweak_key, len);
            assert_memory_equal(sums, expected[round_number][len], sizeof sums);
        }
    }
}

static void with_each_ghash(const char *backend)
{
    const char *ghash;

    (void)backend;
    for (unsigned i = 0; (ghash = mifu_backend_name("ghash", i)) != NULL; i++)
        if (mifu_backend_select("ghash", ghash) == MIFU_OK)
            each_length(backend);
    assert_int_equal(mifu_backend_select("ghash", NULL), MIFU_OK);
}

static void test_random(void **state)
{
    (void)state;
    round_number = 0;
    support_random_fill(k, sizeof k);
    support_random_fill(iv, sizeof iv);
    support_random_fill(text, sizeof text);
    backends_each("sm4", with_each_ghash);
}

/* The counter carries through all its bytes, and GCM's through its four; zero text. */
static void test_edges(void **state)
{
    (void)state;
    round_number = 1;
    memset(k, 0, sizeof k);
    memset(iv, 0xff, sizeof iv);
    iv[15] = 0xf0;
    memset(text, 0, sizeof text);
    backends_each("sm4", with_each_ghash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_edges),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
