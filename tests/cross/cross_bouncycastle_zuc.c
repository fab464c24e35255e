/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ZUC against BouncyCastle: ZUC-128, ZUC-256, 128-EEA3, 128-EIA3 and the three MACs of ZUC-256, on
 * every back-end. The cases are lines that BouncyCastleZuc.java has written, which tells their
 * form.
 *
 * usage: cross_bouncycastle_zuc FILE
 */
#include "cross_support.h"
#include "mifu/zuc.h"

#define MOST   4096 /* bytes of a text */
#define FIELDS 7

/* A line taken apart: its words, and those that are hexadecimal as bytes. */
typedef struct line {
    char text[4 * MOST];
    char *words[FIELDS];
    unsigned count;
} line;

static const char *path;

static size_t bytes_of(uint8_t *out, const char *hex)
{
    size_t len = strcmp(hex, "-") == 0 ? 0 : strlen(hex) / 2;

    assert_true(len <= MOST);
    for (size_t i = 0; i < len; i++) {
        char digits[3] = {hex[2 * i], hex[2 * i + 1], '\0'};

        out[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return len;
}

static int next_line(line *l, FILE *file)
{
    if (fgets(l->text, sizeof l->text, file) == NULL)
        return 0;
    l->count = 0;
    for (char *rest = l->text, *word; (word = strtok_r(rest, " \n", &rest)) != NULL;) {
        assert_true(l->count < FIELDS);
        l->words[l->count++] = word;
    }
    return 1;
}

static void stream_case(const line *l)
{
    static uint8_t in[MOST], want[MOST], got[MOST];
    uint8_t key[32], iv[25];
    size_t key_len = bytes_of(key, l->words[1]), iv_len = bytes_of(iv, l->words[2]);
    size_t len = bytes_of(in, l->words[3]);

    assert_int_equal(bytes_of(want, l->words[4]), len);
    if (key_len == MIFU_ZUC_KEY_SIZE)
        assert_int_equal(mifu_zuc_encrypt(got, key, iv, in, len), MIFU_OK);
    else
        assert_int_equal(mifu_zuc256_encrypt(got, key, iv, iv_len, in, len), MIFU_OK);
    assert_memory_equal(got, want, len);
}

static void mobile_case(const line *l, int integrity)
{
    static uint8_t in[MOST], want[MOST], got[MOST];
    uint8_t key[16];
    uint32_t count = (uint32_t)strtoul(l->words[2], NULL, 16);
    unsigned bearer = (unsigned)atoi(l->words[3]), direction = (unsigned)atoi(l->words[4]);
    size_t len = bytes_of(in, l->words[5]), out_len = bytes_of(want, l->words[6]);

    (void)bytes_of(key, l->words[1]);
    assert_int_equal(out_len, integrity ? MIFU_ZUC_EIA3_MAC_SIZE : len);
    if (integrity)
        assert_int_equal(mifu_zuc_eia3(got, key, count, bearer, direction, in, 8 * len), MIFU_OK);
    else
        assert_int_equal(mifu_zuc_eea3(got, key, count, bearer, direction, in, 8 * len), MIFU_OK);
    assert_memory_equal(got, want, out_len);
}

static void mac_case(const line *l)
{
    static uint8_t in[MOST];
    uint8_t key[32], iv[25], want[16], got[16];
    size_t iv_len = bytes_of(iv, l->words[2]), len = bytes_of(in, l->words[3]);
    size_t tag_len = bytes_of(want, l->words[4]);

    (void)bytes_of(key, l->words[1]);
    assert_int_equal(mifu_zuc256_mac(got, tag_len, key, iv, iv_len, in, 8 * (uint64_t)len),
                     MIFU_OK);
    assert_memory_equal(got, want, tag_len);
}

static void all_lines(void)
{
    static line l;
    FILE *file = fopen(path, "r");
    unsigned cases = 0;

    assert_non_null(file);
    for (; next_line(&l, file); cases++) {
        if (strcmp(l.words[0], "stream") == 0 && l.count == 5)
            stream_case(&l);
        else if (strcmp(l.words[0], "mac") == 0 && l.count == 5)
            mac_case(&l);
        else if (l.count == 7 &&
                 (strcmp(l.words[0], "eea3") == 0 || strcmp(l.words[0], "eia3") == 0))
            mobile_case(&l, l.words[0][1] == 'i');
        else
            fail_msg("no such case: %s", l.words[0]);
    }
    fclose(file);
    print_message("%s: %u cases\n", mifu_backend_active("zuc"), cases);
    assert_true(cases >= 7);
}

static void test_cases(void **state)
{
    (void)state;
    cross_each_backend("zuc", all_lines);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
    };

    if (argc != 2)
        return 2;
    path = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
