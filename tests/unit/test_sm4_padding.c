/* SPDX-License-Identifier: Apache-2.0 */
/* Padding of ECB and CBC: sizes, every wrong padding, capacities. */
#include "support_cmocka.h"

#include "mifu/mifu.h"

#define SENTINEL 0xa5

static const uint8_t key_bytes[16] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
                                      0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10};
static const mifu_sm4_padding paddings[] = {MIFU_SM4_PADDING_NONE, MIFU_SM4_PADDING_PKCS7,
                                            MIFU_SM4_PADDING_ISO9797_M2,
                                            MIFU_SM4_PADDING_ANSI_X923};
static mifu_sm4_key key;
static uint8_t text[300];

static int set_up(void **state)
{
    (void)state;
    mifu_sm4_key_init(&key, key_bytes);
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)i;
    return 0;
}

/* The four one-shot functions behind one interface. */
static mifu_status crypt(int cbc, int encrypting, uint8_t *out, size_t cap, size_t *len,
                         mifu_sm4_padding padding, const uint8_t *in, size_t in_len)
{
    if (cbc)
        return (encrypting ? mifu_sm4_cbc_encrypt : mifu_sm4_cbc_decrypt)(
            out, cap, len, &key, key_bytes, padding, in, in_len);
    return (encrypting ? mifu_sm4_ecb_encrypt : mifu_sm4_ecb_decrypt)(out, cap, len, &key, padding,
                                                                      in, in_len);
}

static void test_lengths_and_capacities(void **state)
{
    (void)state;
    for (int cbc = 0; cbc < 2; cbc++)
        for (size_t p = 0; p < 4; p++)
            for (size_t n = 0; n <= 100; n++) {
                mifu_sm4_padding padding = paddings[p];
                size_t size = mifu_sm4_padded_size(padding, n), len = 77;
                uint8_t ct[128], pt[128];
                mifu_status status;

                memset(ct, SENTINEL, sizeof ct);
                status = crypt(cbc, 1, ct, sizeof ct, &len, padding, text, n);
                if (padding == MIFU_SM4_PADDING_NONE && n % 16 != 0) {
                    assert_int_equal(status, MIFU_ERR_ARGUMENT_LENGTH);
                    assert_int_equal(len, 0);
                    continue;
                }
                assert_int_equal(status, MIFU_OK);
                assert_int_equal(len, size);
                assert_int_equal(size % 16, 0);
                assert_int_equal(ct[size], SENTINEL);
                if (size != 0) {
                    assert_int_equal(crypt(cbc, 1, pt, size - 1, &len, padding, text, n),
                                     MIFU_ERR_BUFFER);
                    assert_int_equal(len, size);
                    assert_int_equal(crypt(cbc, 1, NULL, 0, &len, padding, text, n),
                                     MIFU_ERR_BUFFER);
                    assert_int_equal(len, size);
                }
                /* Any capacity that holds the message is enough; none below it. */
                for (size_t cap = 0; cap <= size + 1; cap++) {
                    memset(pt, SENTINEL, sizeof pt);
                    status = crypt(cbc, 0, pt, cap, &len, padding, ct, size);
                    if (cap < n || (padding != MIFU_SM4_PADDING_NONE && cap < size - 16)) {
                        assert_int_equal(status, MIFU_ERR_BUFFER);
                        assert_true(len >= n);
                    } else {
                        assert_int_equal(status, MIFU_OK);
                        assert_int_equal(len, n);
                        assert_memory_equal(pt, text, n);
                    }
                    assert_int_equal(pt[cap], SENTINEL);
                }
                /* In place, both ways. */
                memcpy(pt, text, n);
                assert_int_equal(crypt(cbc, 1, pt, sizeof pt, &len, padding, pt, n), MIFU_OK);
                assert_memory_equal(pt, ct, size);
                assert_int_equal(crypt(cbc, 0, pt, sizeof pt, &len, padding, pt, size), MIFU_OK);
                assert_memory_equal(pt, text, n);
                assert_int_equal(len, n);
            }
}

/* What a last block means, written down as simply as possible. */
static int simple_unpad(size_t *n, const uint8_t b[16], mifu_sm4_padding padding)
{
    size_t i = 15;

    if (padding == MIFU_SM4_PADDING_ISO9797_M2) {
        while (i > 0 && b[i] == 0)
            i--;
        *n = i;
        return b[i] == 0x80;
    }
    if (b[15] == 0 || b[15] > 16)
        return 0;
    for (i = 16 - b[15]; i < 15; i++)
        if (b[i] != (padding == MIFU_SM4_PADDING_PKCS7 ? b[15] : 0))
            return 0;
    *n = 16U - b[15];
    return 1;
}

static void check_last_block(const uint8_t block[16], mifu_sm4_padding padding)
{
    uint8_t padded[32], ct[32], pt[32];
    size_t len, expected = 0;
    int good = simple_unpad(&expected, block, padding);
    mifu_status status;

    memcpy(padded, text, 16);
    memcpy(padded + 16, block, 16);
    assert_int_equal(crypt(1, 1, ct, 32, &len, MIFU_SM4_PADDING_NONE, padded, 32), MIFU_OK);
    memset(pt, SENTINEL, sizeof pt);
    status = crypt(1, 0, pt, 32, &len, padding, ct, 32);
    assert_int_equal(status, good ? MIFU_OK : MIFU_ERR_AUTHENTICATION);
    assert_int_equal(len, good ? 16 + expected : 0);
    if (good)
        assert_memory_equal(pt, padded, len);
    for (size_t i = len; i < 31; i++) /* nothing of what was not asked for */
        assert_int_equal(pt[i], 0);
}

/* Every count byte with every filler broken, and every byte of a block of every value. */
static void test_every_wrong_padding(void **state)
{
    (void)state;
    for (size_t p = 1; p < 4; p++) {
        for (unsigned count = 0; count < 256; count++)
            for (unsigned broken = 0; broken <= 16; broken++) {
                uint8_t block[16];

                memset(block, paddings[p] == MIFU_SM4_PADDING_PKCS7 ? (int)count : 0, 16);
                block[15] = (uint8_t)count;
                if (broken < 16)
                    block[broken] ^= 0x01;
                check_last_block(block, paddings[p]);
            }
        for (unsigned place = 0; place < 16; place++)
            for (unsigned value = 0; value < 256; value++) {
                uint8_t block[16] = {0};

                block[place] = (uint8_t)value;
                check_last_block(block, paddings[p]);
                memset(block, 0x80, place);
                check_last_block(block, paddings[p]);
            }
    }
}

static void test_refused(void **state)
{
    uint8_t buffer[64] = {0};
    size_t len = 9;

    (void)state;
    for (int cbc = 0; cbc < 2; cbc++) {
        assert_int_equal(crypt(cbc, 1, buffer, 64, &len, (mifu_sm4_padding)0, text, 16),
                         MIFU_ERR_ARGUMENT_NAME);
        assert_int_equal(crypt(cbc, 0, buffer, 64, &len, (mifu_sm4_padding)9, text, 16),
                         MIFU_ERR_ARGUMENT_NAME);
        assert_int_equal(crypt(cbc, 1, buffer, 64, &len, MIFU_SM4_PADDING_PKCS7, NULL, 16),
                         MIFU_ERR_ARGUMENT_NULL);
        assert_int_equal(crypt(cbc, 1, NULL, 64, &len, MIFU_SM4_PADDING_PKCS7, text, 16),
                         MIFU_ERR_ARGUMENT_NULL);
        assert_int_equal(crypt(cbc, 1, buffer, 64, NULL, MIFU_SM4_PADDING_PKCS7, text, 16),
                         MIFU_ERR_ARGUMENT_NULL);
        for (size_t n = 0; n < 48; n++)
            if (n % 16 != 0 || n == 0)
                assert_int_equal(crypt(cbc, 0, buffer, 64, &len, MIFU_SM4_PADDING_PKCS7, text, n),
                                 MIFU_ERR_ARGUMENT_LENGTH);
        for (size_t shift = 1; shift < 32; shift++) {
            assert_int_equal(
                crypt(cbc, 1, buffer + shift, 48, &len, MIFU_SM4_PADDING_PKCS7, buffer, 32),
                MIFU_ERR_ARGUMENT_OVERLAP);
            assert_int_equal(
                crypt(cbc, 0, buffer, 48, &len, MIFU_SM4_PADDING_NONE, buffer + shift, 32),
                MIFU_ERR_ARGUMENT_OVERLAP);
        }
    }
    assert_int_equal(mifu_sm4_padded_size((mifu_sm4_padding)0, 5), 0);
    assert_int_equal(mifu_sm4_padded_size(MIFU_SM4_PADDING_PKCS7, SIZE_MAX), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lengths_and_capacities),
        cmocka_unit_test(test_every_wrong_padding),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
