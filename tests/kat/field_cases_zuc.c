/* SPDX-License-Identifier: Apache-2.0 */
/* Field cases of ZUC. */
#include <stdio.h>

#include "base_bytes.h"
#include "field_cases.h"
#include "mifu/zuc.h"

static void partial_word(kat_test *t)
{
    kat_bytes key = kat_hex_sized(t, "key", MIFU_ZUC_KEY_SIZE), data = kat_hex(t, "data");
    kat_bytes expected = kat_hex(t, "=output"), wrong = kat_hex_sized(t, "=wrong_last_word", 4);
    uint32_t count = mifu_load32_be(kat_hex_sized(t, "count", 4).data);
    unsigned bearer = kat_hex_sized(t, "bearer", 1).data[0];
    unsigned direction = (unsigned)kat_integer(t, "direction");
    uint64_t bits = kat_integer(t, "length_bits");
    size_t len = (size_t)(bits + 7) / 8;
    uint8_t *got = kat_buffer(t, expected.len).data;

    memset(got, 0, expected.len); /* the case shows whole words, the call writes whole bytes */
    kat_status(t, "eea3", MIFU_OK,
               mifu_zuc_eea3(got, key.data, count, bearer, direction, data.data, bits));
    kat_equal(t, "output", expected, got, expected.len);
    kat_true(t, "the word is the wrong one", memcmp(got + len / 4 * 4, wrong.data, 4) != 0);
}

static void byte_order(kat_test *t)
{
    kat_bytes key = kat_hex_sized(t, "key", MIFU_ZUC_KEY_SIZE);
    kat_bytes iv = kat_hex_sized(t, "iv", MIFU_ZUC_IV_SIZE);
    kat_bytes msg = kat_hex(t, "msg"), ct = kat_hex(t, "=ct");

    for (unsigned way = 0; way < 3; way++) {
        uint8_t *got = kat_buffer(t, msg.len).data;
        char field[20];
        const uint64_t *chunks;
        size_t count, at = 0;
        mifu_zuc zuc;

        snprintf(field, sizeof field, "chunks.%u", way);
        chunks = kat_integers(t, field, &count);
        mifu_zuc_init(&zuc, key.data, iv.data);
        for (size_t i = 0; i < count && chunks[i] <= msg.len - at; i++) {
            kat_status(t, "update", MIFU_OK,
                       mifu_zuc_update(got + at, &zuc, msg.data + at, (size_t)chunks[i]));
            at += (size_t)chunks[i];
        }
        kat_true(t, "the chunks make the message", at == msg.len);
        kat_equal(t, "ct", ct, got, msg.len);
    }
}

static void iv_packing(kat_test *t)
{
    kat_bytes key = kat_hex_sized(t, "key", MIFU_ZUC256_KEY_SIZE);
    kat_bytes ivs[2] = {kat_hex(t, "iv_25"), kat_hex(t, "iv_23")};
    kat_bytes expected = kat_hex(t, "=keystream_4_words");

    for (unsigned i = 0; i < 2; i++) {
        uint8_t *got = kat_buffer(t, expected.len).data;
        mifu_zuc zuc;
        mifu_status status = mifu_zuc256_init(&zuc, key.data, ivs[i].data, ivs[i].len);
        int six_bits = 1;

        /* One byte per value must be 6 bits: f3 is none, and must not be cut to 33. */
        for (size_t j = 17; ivs[i].len == 25 && j < 25; j++)
            six_bits &= ivs[i].data[j] < 64;
        if (!six_bits) {
            kat_status(t, "a value of more than 6 bits", MIFU_ERR_RANGE, status);
            memset(ivs[i].data + 17, 0x3f, 8);
            status = mifu_zuc256_init(&zuc, key.data, ivs[i].data, ivs[i].len);
        }
        kat_status(t, "init", MIFU_OK, status);
        kat_status(t, "keystream", MIFU_OK, mifu_zuc_keystream(got, &zuc, expected.len));
        kat_equal(t, "keystream", expected, got, expected.len);
    }
}

const field_case_kind field_cases_zuc[] = {
    {"zuc-partial-word", "zuc", partial_word},
    {"zuc-byte-order", "zuc", byte_order},
    {"zuc256-iv-packing", "zuc", iv_packing},
    {NULL, NULL, NULL},
};
