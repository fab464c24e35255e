/* SPDX-License-Identifier: Apache-2.0 */
/* Base64 and PEM: RFC 4648 clause 10, every kind of malformed text, blocks among other text. */
#include "mifu/pem.h"

#include "base_compiler.h"
#include "support_cmocka.h"

#define TEXT(s) s, sizeof(s) - 1

static const struct {
    const char *bytes;
    const char *text;
} rfc4648[] = {
    {"", ""},
    {"f", "Zg=="},
    {"fo", "Zm8="},
    {"foo", "Zm9v"},
    {"foob", "Zm9vYg=="},
    {"fooba", "Zm9vYmE="},
    {"foobar", "Zm9vYmFy"},
};

static void test_base64_vectors(void **state)
{
    char text[16];
    uint8_t bytes[16];
    size_t n;

    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(rfc4648); i++) {
        size_t len = strlen(rfc4648[i].bytes);
        size_t text_len = strlen(rfc4648[i].text);

        assert_int_equal(
            mifu_base64_encode(text, sizeof text, &n, (const uint8_t *)rfc4648[i].bytes, len),
            MIFU_OK);
        assert_int_equal(n, text_len);
        assert_memory_equal(text, rfc4648[i].text, text_len);
        assert_int_equal(mifu_base64_decode(bytes, sizeof bytes, &n, text, text_len), MIFU_OK);
        assert_int_equal(n, len);
        assert_memory_equal(bytes, rfc4648[i].bytes, len);
    }
}

/* Every byte value at every place of a group, against the alphabet written out. */
static void test_base64_alphabet(void **state)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    (void)state;
    for (unsigned c = 0; c < 256; c++) {
        const char *digit = c != 0 ? strchr(alphabet, (int)c) : NULL;

        for (size_t place = 0; place < 4; place++) {
            char group[4] = {'A', 'A', 'A', 'A'};
            uint8_t bytes[3];
            char again[4];
            size_t n;
            mifu_status status;

            group[place] = (char)c;
            status = mifu_base64_decode(bytes, sizeof bytes, &n, group, 4);
            if (digit == NULL) {
                /* '=' at the last place is padding after AAA: a legal text. */
                if (c == '=' && place == 3)
                    assert_int_equal(status, MIFU_OK);
                else
                    assert_int_equal(status, MIFU_ERR_ENCODING_BASE64);
                continue;
            }
            assert_int_equal(status, MIFU_OK);
            assert_int_equal(n, 3);
            assert_int_equal((uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2],
                             (uint32_t)(digit - alphabet) << (18 - 6 * place));
            assert_int_equal(mifu_base64_encode(again, 4, &n, bytes, 3), MIFU_OK);
            assert_memory_equal(again, group, 4);
        }
    }
}

static void test_base64_malformed(void **state)
{
    static const char *const texts[] = {
        "A",    "AA",   "AAA",  "AA=",  "A===", "AAAA=", "AAA==", "=AAA",   "AA==AAAA",
        "AB==", "AAB=", "====", "AA=A", "AA-_", "AAAA,", "AAAAA", "AAA=\vA"};
    uint8_t bytes[16];

    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(texts); i++) {
        size_t n;

        memset(bytes, 0xee, sizeof bytes);
        if (mifu_base64_decode(bytes, sizeof bytes, &n, texts[i], strlen(texts[i])) !=
            MIFU_ERR_ENCODING_BASE64)
            fail_msg("accepted: %s", texts[i]);
        for (size_t j = 0; j < sizeof bytes; j++)
            assert_int_equal(bytes[j], 0xee);
    }
    {
        size_t n;

        assert_int_equal(mifu_base64_decode(bytes, sizeof bytes, &n, TEXT(" Zm\r\n9v\tYg=\n=\n")),
                         MIFU_OK);
        assert_int_equal(n, 4);
        assert_memory_equal(bytes, "foob", 4);
    }
}

/* All lengths over several lines: round trip, exact size, one byte less, guard bytes. */
static void test_pem_round_trip(void **state)
{
    uint8_t der[200];
    uint8_t again[200];
    char pem[512];

    (void)state;
    for (size_t i = 0; i < sizeof der; i++)
        der[i] = (uint8_t)(i * 37 + 11);
    for (size_t len = 0; len <= sizeof der; len++) {
        size_t need = 0, n = 0;

        assert_int_equal(mifu_pem_from_der(NULL, 0, &need, "PUBLIC KEY", der, len),
                         MIFU_ERR_BUFFER);
        memset(pem, 0x7e, sizeof pem);
        assert_int_equal(mifu_pem_from_der(pem, need - 1, &n, "PUBLIC KEY", der, len),
                         MIFU_ERR_BUFFER);
        for (size_t i = 0; i < sizeof pem; i++)
            assert_int_equal(pem[i], 0x7e);
        assert_int_equal(mifu_pem_from_der(pem, need, &n, "PUBLIC KEY", der, len), MIFU_OK);
        assert_int_equal(n, need);
        assert_int_equal(pem[need], 0x7e);
        assert_int_equal(pem[need - 1], '\n');
        assert_int_equal(mifu_pem_to_der(NULL, 0, &n, "PUBLIC KEY", pem, need), MIFU_ERR_BUFFER);
        assert_int_equal(n, len);
        if (len != 0) {
            memset(again, 0xee, sizeof again);
            assert_int_equal(mifu_pem_to_der(again, len - 1, &n, NULL, pem, need), MIFU_ERR_BUFFER);
            for (size_t i = 0; i < sizeof again; i++)
                assert_int_equal(again[i], 0xee);
        }
        assert_int_equal(mifu_pem_to_der(again, sizeof again, &n, NULL, pem, need), MIFU_OK);
        assert_int_equal(n, len);
        assert_memory_equal(again, der, len);
        assert_int_equal(mifu_pem_to_der(again, sizeof again, &n, "PRIVATE KEY", pem, need),
                         MIFU_ERR_ENCODING_PEM);
        /* No truncation reads as a block. */
        for (size_t cut = 0; cut + 1 < need; cut++)
            assert_int_equal(mifu_pem_to_der(again, sizeof again, &n, NULL, pem, cut),
                             MIFU_ERR_ENCODING_PEM);
    }
}

static const struct {
    const char *text;
    const char *label;
    mifu_status status;
    const char *bytes;
} texts[] = {
    {"-----BEGIN A-----\nZm9v\n-----END A-----\n", NULL, MIFU_OK, "foo"},
    {"-----BEGIN A-----\nZm9v\n-----END A-----", NULL, MIFU_OK, "foo"},
    {"-----BEGIN A-----\r\nZm9v\r\n-----END A-----\r\n", NULL, MIFU_OK, "foo"},
    {"-----BEGIN A----- \nZm9v \n-----END A----- \t\n", NULL, MIFU_OK, "foo"},
    {"\xef\xbb\xbf-----BEGIN A-----\nZm9v\n-----END A-----\n", NULL, MIFU_OK, "foo"},
    {"subject=CN = x\n-----BEGIN A-----\nZm\n9v\n-----END A-----\ntext\n", "A", MIFU_OK, "foo"},
    {"-----BEGIN A-----\nZg==\n-----END A-----\n-----BEGIN B-----\nZm9v\n-----END B-----\n", "B",
     MIFU_OK, "foo"},
    {"-----BEGIN A-----\nZg==\n-----END A-----\n", "B", MIFU_ERR_ENCODING_PEM, NULL},
    {"-----BEGIN A-----\nZg==\n-----END B-----\n", NULL, MIFU_ERR_ENCODING_PEM, NULL},
    {"-----BEGIN A-----\nZg==\n-----BEGIN A-----\nZm9v\n-----END A-----\n", NULL,
     MIFU_ERR_ENCODING_PEM, NULL},
    {"-----BEGIN A-----\nZg==\n", NULL, MIFU_ERR_ENCODING_PEM, NULL},
    {"-----BEGIN A----\nZg==\n-----END A-----\n", NULL, MIFU_ERR_ENCODING_PEM, NULL},
    {" -----BEGIN A-----\nZg==\n-----END A-----\n", NULL, MIFU_ERR_ENCODING_PEM, NULL},
    {"-----BEGIN A-----Zg==-----END A-----\n", NULL, MIFU_ERR_ENCODING_PEM, NULL},
    {"Zg==\n", NULL, MIFU_ERR_ENCODING_PEM, NULL},
    {"", NULL, MIFU_ERR_ENCODING_PEM, NULL},
    {"-----BEGIN A-----\nZg=\n-----END A-----\n", NULL, MIFU_ERR_ENCODING_BASE64, NULL},
    {"-----BEGIN A-----\nZm9v!\n-----END A-----\n", NULL, MIFU_ERR_ENCODING_BASE64, NULL},
    {"-----BEGIN A-----\nComment: x\n\nZm9v\n-----END A-----\n", NULL, MIFU_ERR_ENCODING_BASE64,
     NULL},
    {"-----BEGIN A-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: SM4-CBC,00\n\nZm9v\n-----END A-----\n",
     NULL, MIFU_ERR_UNSUPPORTED_LEGACY_PEM, NULL},
};

static void test_pem_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(texts); i++) {
        uint8_t bytes[8];
        size_t n = 0;
        mifu_status status = mifu_pem_to_der(bytes, sizeof bytes, &n, texts[i].label, texts[i].text,
                                             strlen(texts[i].text));

        if (status != texts[i].status)
            fail_msg("row %zu: %s", i, mifu_status_name(status));
        if (status == MIFU_OK) {
            assert_int_equal(n, strlen(texts[i].bytes));
            assert_memory_equal(bytes, texts[i].bytes, n);
        }
    }
}

static void test_pem_labels(void **state)
{
    static const char *const bad[] = {"", "-A", "A-", "A--B", "A  B", " A", "A\n", "\xc3\xa4"};
    char pem[128];
    size_t n;

    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(bad); i++)
        assert_int_equal(mifu_pem_from_der(pem, sizeof pem, &n, bad[i], (const uint8_t *)"x", 1),
                         MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_pem_from_der(pem, sizeof pem, &n, "X-Y Z", (const uint8_t *)"x", 1),
                     MIFU_OK);
}

static void test_element_size(void **state)
{
    static const uint8_t data[] = {0x30, 0x03, 0x02, 0x01, 0x05, 0x00, 0x00};
    size_t size = 99;

    (void)state;
    assert_int_equal(mifu_der_element_size(&size, data, sizeof data), MIFU_OK);
    assert_int_equal(size, 5);
    assert_int_equal(mifu_der_element_size(&size, data, 5), MIFU_OK);
    assert_int_equal(mifu_der_element_size(&size, data, 4), MIFU_ERR_ENCODING_TRUNCATED);
    assert_int_equal(size, 0);
    assert_int_equal(mifu_der_element_size(&size, data, 0), MIFU_ERR_ENCODING_TRUNCATED);
    assert_int_equal(mifu_der_element_size(&size, NULL, 0), MIFU_ERR_ENCODING_TRUNCATED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_base64_vectors),   cmocka_unit_test(test_base64_alphabet),
        cmocka_unit_test(test_base64_malformed), cmocka_unit_test(test_pem_round_trip),
        cmocka_unit_test(test_pem_texts),        cmocka_unit_test(test_pem_labels),
        cmocka_unit_test(test_element_size),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
