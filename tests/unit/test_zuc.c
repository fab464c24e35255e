/* SPDX-License-Identifier: Apache-2.0 */
/* ZUC: against the slow twin, every length, every split, the state of contexts, every refusal. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "support_cmocka.h"

#include "base_bytes.h"
#include "mifu/mifu.h"
#include "support_guarded.h"
#include "support_random.h"
#include "support_slow_zuc.h"
#include "zuc_kernels.h"

#define LONG 70001 /* bytes of a long stream */

static uint8_t key[32], iv[25], text[LONG], out[LONG], expected[LONG];

static int set_up(void **state)
{
    (void)state;
    support_random_fill(key, sizeof key);
    support_random_fill(iv, sizeof iv);
    for (size_t i = 17; i < 25; i++)
        iv[i] &= 63;
    support_random_fill(text, sizeof text);
    return 0;
}

static void slow_stream(uint8_t *stream, size_t len)
{
    slow_zuc z;
    uint8_t word[4];

    slow_init(&z, key, iv);
    for (size_t i = 0; i < len; i++) {
        if (i % 4 == 0)
            mifu_store32_be(word, slow_word(&z));
        stream[i] = word[i % 4];
    }
}

static void test_long_stream(void **state)
{
    mifu_zuc zuc;

    (void)state;
    slow_stream(expected, LONG);
    mifu_zuc_init(&zuc, key, iv);
    assert_int_equal(mifu_zuc_keystream(out, &zuc, LONG), MIFU_OK);
    assert_memory_equal(out, expected, LONG);
    assert_int_equal(mifu_zuc_encrypt(out, key, iv, text, LONG), MIFU_OK);
    mifu_xor_bytes(expected, expected, text, LONG);
    assert_memory_equal(out, expected, LONG);
}

/* Lengths up to 600 at the end of readable memory, one byte off the end being a crash. */
static void test_lengths(void **state)
{
    guarded in_page, out_page;

    (void)state;
    guarded_init(&in_page, 600);
    guarded_init(&out_page, 600);
    slow_stream(expected, 600);
    mifu_xor_bytes(expected, expected, text, 600);
    for (size_t len = 0; len <= 600; len++) {
        memcpy(in_page.end - len, text, len);
        assert_int_equal(mifu_zuc_encrypt(out_page.end - len, key, iv, in_page.end - len, len),
                         MIFU_OK);
        assert_memory_equal(out_page.end - len, expected, len);
        assert_int_equal(mifu_zuc_encrypt(out_page.end - len, key, iv, out_page.end - len, len),
                         MIFU_OK);
        assert_memory_equal(out_page.end - len, text, len);
    }
    assert_int_equal(mifu_zuc_encrypt(NULL, key, iv, NULL, 0), MIFU_OK);
    guarded_free(&in_page);
    guarded_free(&out_page);
}

static void test_splits(void **state)
{
    (void)state;
    slow_stream(expected, 2000);
    for (unsigned round = 0; round < 200; round++) {
        mifu_zuc zuc, copy;
        size_t at = 0;

        mifu_zuc_init(&zuc, key, iv);
        while (at < 2000) {
            size_t n = support_random_below(support_random_below(4) == 0 ? 700 : 9);

            n = n < 2000 - at ? n : 2000 - at;
            copy = zuc;
            memset(out, 0, n);
            assert_int_equal(mifu_zuc_update(out, &zuc, out, n), MIFU_OK);
            assert_memory_equal(out, expected + at, n);
            assert_int_equal(mifu_zuc_skip(&copy, n), MIFU_OK);
            at += n;
            if (at < 2000) {
                assert_int_equal(mifu_zuc_keystream(out, &copy, 1), MIFU_OK);
                assert_int_equal(out[0], expected[at]);
            }
        }
    }
}

/* The register cell that is 0 modulo 2^31 - 1 is written as 2^31 - 1: at each of 16 places. */
static void test_zero_feedback(void **state)
{
    const uint64_t p = UINT64_C(0x7fffffff);
    const mifu_zuc_kernels *kernels = mifu_zuc_kernels_in_use();

    (void)state;
    for (unsigned round = 0; round < 100; round++) {
        slow_zuc slow;
        mifu_zuc_state fast;
        uint8_t bytes[4 * 40];
        uint64_t sum;

        for (unsigned i = 0; i < 16; i++)
            slow.s[i] = 1 + support_random64() % p;
        sum =
            ((slow.s[15] << 15) + (slow.s[13] << 17) + (slow.s[10] << 21) + (slow.s[4] << 20)) % p;
        /* s0 = -sum / 257, found by trying: 257 s0 = -sum + k p. */
        sum = p - sum;
        while (sum % 257 != 0)
            sum += p;
        slow.s[0] = sum / 257;
        slow.r1 = (uint32_t)support_random64();
        slow.r2 = (uint32_t)support_random64();
        for (unsigned i = 0; i < 16; i++)
            fast.cells[i] = (uint32_t)slow.s[i];
        fast.r[0] = slow.r1;
        fast.r[1] = slow.r2;
        kernels->crypt(bytes, &fast, NULL, 1);
        assert_int_equal(fast.cells[15], p);
        kernels->crypt(bytes + 4, &fast, NULL, 39);
        for (unsigned i = 0; i < 40; i++)
            assert_int_equal(mifu_load32_be(bytes + 4 * i), slow_word(&slow));
    }
}

/* The cells never leave 1 .. 2^31 - 1, whatever is loaded. */
static void test_extreme_keys(void **state)
{
    static const uint8_t bytes[] = {0x00, 0xff, 0x80, 0x01};

    (void)state;
    for (unsigned a = 0; a < 4; a++)
        for (unsigned b = 0; b < 4; b++) {
            mifu_zuc zuc;
            slow_zuc slow;
            uint8_t k[32], v[25];

            memset(k, bytes[a], sizeof k);
            memset(v, bytes[b], sizeof v);
            mifu_zuc_init(&zuc, k, v);
            slow_init(&slow, k, v);
            for (unsigned i = 0; i < 16; i++)
                assert_int_equal(zuc.state.cells[i], slow.s[i]);
            assert_int_equal(mifu_zuc256_init(&zuc, k, v, 23), MIFU_OK);
            for (unsigned i = 0; i < 16; i++)
                assert_in_range(zuc.state.cells[i], 1, 0x7fffffff);
            assert_int_equal(mifu_zuc256_init(&zuc, k, v, 16), MIFU_OK);
            for (unsigned i = 0; i < 16; i++)
                assert_in_range(zuc.state.cells[i], 1, 0x7fffffff);
        }
}

/* ---- Bit lengths */

static void test_eea3_bits(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits <= 300; bits++) {
        uint32_t count = (uint32_t)support_random64();
        unsigned bearer = bits % 32, direction = bits / 32 % 2, len = (bits + 7) / 8;
        uint8_t got[40], back[40], want[40];

        memset(iv, 0, 16);
        mifu_store32_be(iv, count);
        iv[4] = (uint8_t)(bearer << 3 | direction << 2);
        memcpy(iv + 8, iv, 8);
        slow_stream(want, sizeof want);
        mifu_xor_bytes(want, want, text, sizeof want);
        for (unsigned i = bits; i < 8 * len; i++)
            want[i / 8] &= (uint8_t) ~(0x80 >> i % 8);
        memset(got, 0xa5, sizeof got);
        assert_int_equal(mifu_zuc_eea3(got, key, count, bearer, direction, text, bits), MIFU_OK);
        assert_memory_equal(got, want, len);
        assert_int_equal(got[len], 0xa5);
        assert_int_equal(mifu_zuc_eea3(back, key, count, bearer, direction, got, bits), MIFU_OK);
        for (unsigned i = 0; i < 8 * len; i++)
            assert_int_equal(back[i / 8] >> (7 - i % 8) & 1,
                             i < bits ? text[i / 8] >> (7 - i % 8) & 1 : 0);
    }
}

static void slow_eia3(uint8_t mac[4], const uint8_t *msg, size_t bits)
{
    uint32_t words[330 / 32 + 4], t = 0;
    size_t count = (bits + 31) / 32 + 2;
    slow_zuc z;

    slow_init(&z, key, iv);
    for (size_t i = 0; i < count; i++)
        words[i] = slow_word(&z);
    for (size_t i = 0; i < bits; i++)
        if ((msg[i / 8] >> (7 - i % 8) & 1) != 0)
            t ^= slow_window(words, i);
    t ^= slow_window(words, bits) ^ words[count - 1];
    mifu_store32_be(mac, t);
}

static void test_eia3_bits(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits <= 300; bits++) {
        uint32_t count = (uint32_t)support_random64();
        unsigned bearer = bits % 32, direction = bits / 32 % 2;
        const uint8_t *msg = text + bits;
        uint8_t want[4], got[4];
        mifu_zuc_mac mac;

        memset(iv, 0, 16);
        mifu_store32_be(iv, count);
        iv[4] = (uint8_t)(bearer << 3);
        memcpy(iv + 8, iv, 8);
        iv[8] ^= (uint8_t)(direction << 7);
        iv[14] ^= (uint8_t)(direction << 7);
        slow_eia3(want, msg, bits);
        assert_int_equal(mifu_zuc_eia3(got, key, count, bearer, direction, msg, bits), MIFU_OK);
        assert_memory_equal(got, want, 4);
        assert_int_equal(mifu_zuc_eia3_verify(key, count, bearer, direction, msg, bits, want),
                         MIFU_OK);
        want[bits % 4] ^= (uint8_t)(1 << bits % 8);
        assert_int_equal(mifu_zuc_eia3_verify(key, count, bearer, direction, msg, bits, want),
                         MIFU_INVALID);
        /* Streaming, byte by byte or in pieces by chance. */
        assert_int_equal(mifu_zuc_eia3_init(&mac, key, count, bearer, direction), MIFU_OK);
        for (size_t at = 0, n; at < bits / 8; at += n) {
            n = bits % 2 != 0 ? 1 : 1 + support_random_below(bits / 8 - at);
            assert_int_equal(mifu_zuc_mac_update(&mac, msg + at, n), MIFU_OK);
        }
        assert_int_equal(mifu_zuc_mac_final(want, &mac, msg[bits / 8], bits % 8), MIFU_OK);
        assert_memory_equal(got, want, 4);
    }
}

/* The MAC of ZUC-256 from the key stream under its own constants, by the definition. */
static void test_mac256_bits(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits <= 300; bits++)
        for (unsigned n = 1; n <= 4; n *= 2) {
            const uint8_t *msg = text + bits;
            uint32_t words[24], want[4];
            uint8_t stream[4 * 24], got[16], again[16];
            mifu_zuc_mac mac;

            /* The state just after loading and initialisation, through a context of the MAC. */
            assert_int_equal(mifu_zuc256_mac_init(&mac, key, iv, 25, 4 * n), MIFU_OK);
            memcpy(words, mac.tag, n * sizeof words[0]);
            memcpy(stream + 4 * n, mac.window, 4 * (n + 1));
            mifu_zuc_kernels_in_use()->crypt(stream + 4 * (2 * n + 1), &mac.state, NULL,
                                             24 - (2 * n + 1));
            for (unsigned w = n; w < 24; w++)
                words[w] = mifu_load32_be(stream + 4 * w);
            for (unsigned w = 0; w < n; w++) {
                want[w] = words[w] ^ slow_window(words, 32 * (n + w) + bits);
                for (unsigned i = 0; i < bits; i++)
                    if ((msg[i / 8] >> (7 - i % 8) & 1) != 0)
                        want[w] ^= slow_window(words, 32 * (n + w) + i);
                mifu_store32_be(again + 4 * w, want[w]);
            }
            assert_int_equal(mifu_zuc256_mac(got, 4 * n, key, iv, 25, msg, bits), MIFU_OK);
            assert_memory_equal(got, again, 4 * n);
            assert_int_equal(mifu_zuc256_mac_init(&mac, key, iv, 25, 4 * n), MIFU_OK);
            for (size_t at = 0, step; at < bits / 8; at += step) {
                step = 1 + support_random_below(bits / 8 - at);
                assert_int_equal(mifu_zuc_mac_update(&mac, msg + at, step), MIFU_OK);
            }
            assert_int_equal(mifu_zuc_mac_final(again, &mac, msg[bits / 8], bits % 8), MIFU_OK);
            assert_memory_equal(got, again, 4 * n);
        }
}

/* Long messages: pieces against one piece. */
static void test_long_macs(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= 4; n = n == 0 ? 1 : 2 * n) {
        mifu_zuc_mac mac;
        uint8_t one[16], other[16];
        size_t tag_len = n == 0 ? 4 : 4 * n;

        for (unsigned way = 0; way < 2; way++) {
            if (n == 0)
                assert_int_equal(mifu_zuc_eia3_init(&mac, key, 7, 3, 1), MIFU_OK);
            else
                assert_int_equal(mifu_zuc256_mac_init(&mac, key, iv, 25, tag_len), MIFU_OK);
            for (size_t at = 0, step; at < LONG; at += step) {
                step = way == 0 ? LONG : 1 + support_random_below(1500);
                step = step < LONG - at ? step : LONG - at;
                assert_int_equal(mifu_zuc_mac_update(&mac, text + at, step), MIFU_OK);
            }
            assert_int_equal(mifu_zuc_mac_final(way == 0 ? one : other, &mac, 0xff, 5), MIFU_OK);
        }
        assert_memory_equal(one, other, tag_len);
    }
}

/* ---- Refusals, states, wiping */

static void assert_zero(const void *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        assert_int_equal(((const uint8_t *)p)[i], 0);
}

static void test_states(void **state)
{
    mifu_zuc zuc;
    mifu_zuc_mac mac;

    (void)state;
    mifu_zuc_init(&zuc, key, iv);
    assert_int_equal(mifu_zuc_update(out, &zuc, text, 7), MIFU_OK);
    mifu_zuc_wipe(&zuc);
    assert_zero(&zuc, sizeof zuc);
    assert_int_equal(mifu_zuc_update(out, &zuc, text, 7), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc_keystream(out, &zuc, 7), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc_skip(&zuc, 7), MIFU_ERR_ARGUMENT_STATE);

    assert_int_equal(mifu_zuc_eia3_init(&mac, key, 1, 2, 0), MIFU_OK);
    assert_int_equal(mifu_zuc_mac_update(&mac, text, 7), MIFU_OK);
    assert_int_equal(mifu_zuc_mac_final(out, &mac, 0, 8), MIFU_ERR_RANGE);
    assert_int_equal(mifu_zuc_mac_final(out, &mac, 0, 0), MIFU_OK);
    assert_zero(&mac, sizeof mac);
    assert_int_equal(mifu_zuc_mac_update(&mac, text, 7), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc_mac_update(&mac, NULL, 0), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc_mac_final(out, &mac, 0, 0), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc256_mac_init(&mac, key, iv, 25, 16), MIFU_OK);
    mifu_zuc_mac_wipe(&mac);
    assert_zero(&mac, sizeof mac);
}

static void test_refusals(void **state)
{
    static const size_t no_lengths[] = {0, 1, 15, 17, 22, 24, 26, 32};
    mifu_zuc zuc;
    mifu_zuc_mac mac;
    uint8_t bad[25];

    (void)state;
    memset(out, 0xa5, 64);
    for (size_t i = 0; i < MIFU_COUNT_OF(no_lengths); i++) {
        size_t n = no_lengths[i];

        assert_int_equal(mifu_zuc256_init(&zuc, key, iv, n), MIFU_ERR_ARGUMENT_LENGTH);
        assert_int_equal(mifu_zuc256_encrypt(out, key, iv, n, text, 9), MIFU_ERR_ARGUMENT_LENGTH);
        assert_int_equal(mifu_zuc256_mac(out, n, key, iv, 25, text, 9), MIFU_ERR_ARGUMENT_LENGTH);
        assert_int_equal(mifu_zuc256_mac_verify(key, iv, 25, text, 9, text, n),
                         MIFU_ERR_ARGUMENT_LENGTH);
        assert_int_equal(mifu_zuc256_mac(out, 4, key, iv, n, text, 9), MIFU_ERR_ARGUMENT_LENGTH);
    }
    assert_int_equal(mifu_zuc256_mac_init(&mac, key, iv, 16, 4), MIFU_ERR_ARGUMENT_LENGTH);
    for (size_t i = 17; i < 25; i++) {
        memcpy(bad, iv, 25);
        bad[i] |= 64;
        assert_int_equal(mifu_zuc256_init(&zuc, key, bad, 25), MIFU_ERR_RANGE);
        assert_int_equal(mifu_zuc256_mac_init(&mac, key, bad, 25, 8), MIFU_ERR_RANGE);
    }
    assert_int_equal(mifu_zuc_eea3(out, key, 0, 32, 0, text, 9), MIFU_ERR_RANGE);
    assert_int_equal(mifu_zuc_eea3(out, key, 0, 0, 2, text, 9), MIFU_ERR_RANGE);
    assert_int_equal(mifu_zuc_eia3(out, key, 0, 32, 0, text, 9), MIFU_ERR_RANGE);
    assert_int_equal(mifu_zuc_eia3(out, key, 0, 0, 2, text, 9), MIFU_ERR_RANGE);
    assert_int_equal(mifu_zuc_eea3(out, key, 0, 0, 0, text, UINT64_C(1) << 32), MIFU_ERR_LIMIT);
    assert_int_equal(mifu_zuc_eia3(out, key, 0, 0, 0, text, UINT64_C(1) << 32), MIFU_ERR_LIMIT);
    assert_int_equal(mifu_zuc256_mac(out, 4, key, iv, 25, text, UINT64_MAX), MIFU_ERR_LIMIT);
    assert_int_equal(mifu_zuc_encrypt(out + 1, key, iv, out, 9), MIFU_ERR_ARGUMENT_OVERLAP);
    assert_int_equal(mifu_zuc_encrypt(NULL, key, iv, text, 9), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_zuc_encrypt(out, NULL, iv, text, 9), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_zuc_eea3(out, key, 0, 0, 0, NULL, 9), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_zuc_eia3(out, key, 0, 0, 0, NULL, 1), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_zuc_eia3(NULL, key, 0, 0, 0, text, 1), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_zuc_eia3_verify(key, 0, 0, 0, text, 1, NULL), MIFU_ERR_ARGUMENT_NULL);
    for (size_t i = 0; i < 64; i++)
        assert_int_equal(out[i], 0xa5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_long_stream, set_up),
        cmocka_unit_test_setup(test_lengths, set_up),
        cmocka_unit_test_setup(test_splits, set_up),
        cmocka_unit_test_setup(test_zero_feedback, set_up),
        cmocka_unit_test_setup(test_extreme_keys, set_up),
        cmocka_unit_test_setup(test_eea3_bits, set_up),
        cmocka_unit_test_setup(test_eia3_bits, set_up),
        cmocka_unit_test_setup(test_mac256_bits, set_up),
        cmocka_unit_test_setup(test_long_macs, set_up),
        cmocka_unit_test_setup(test_states, set_up),
        cmocka_unit_test_setup(test_refusals, set_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
