/* SPDX-License-Identifier: Apache-2.0 */
/* The MAC algorithms of GB/T 15852.1 with SM4. */
#include "kat_sm4.h"
#include "mifu/sm4_mac.h"

static mifu_sm4_mac_padding padding(kat_test *t)
{
    static const struct {
        const char *name;
        mifu_sm4_mac_padding padding;
    } names[] = {
        {"none", MIFU_SM4_MAC_PADDING_NONE},
        {"iso9797-m1", MIFU_SM4_MAC_PADDING_M1},
        {"iso9797-m2", MIFU_SM4_MAC_PADDING_M2},
        {"iso9797-m3", MIFU_SM4_MAC_PADDING_M3},
    };
    const char *name = kat_text_or(t, "padding", "none");

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i].name) == 0)
            return names[i].padding;
    kat_skip(t, "the padding \"%.40s\" is not there", name);
}

static kat_bytes tag_field(kat_test *t)
{
    kat_bytes tag = kat_hex(t, "tag");

    if (kat_is_valid(t) && (tag.len == 0 || tag.len > 16))
        kat_skip(t, "field \"tag\" has %zu bytes", tag.len);
    return tag;
}

/* A one-shot answer: as listed, or for an invalid test an error or another tag. */
static void answer(kat_test *t, kat_bytes tag, const uint8_t *got, mifu_status status)
{
    if (kat_is_valid(t)) {
        kat_status(t, "mac", MIFU_OK, status);
        kat_equal(t, "tag", tag, got, tag.len);
    } else if (status == MIFU_OK) {
        kat_true(t, "an invalid tag matches", memcmp(tag.data, got, tag.len) != 0);
    }
}

void kat_run_sm4_cmac(kat_test *t)
{
    kat_bytes tag = tag_field(t), msg = kat_message(t, "msg"), got = kat_buffer(t, tag.len);
    mifu_sm4_key key = kat_sm4_key(t, "key");
    mifu_sm4_cmac cmac;

    answer(t, tag, got.data, mifu_sm4_cmac_mac(got.data, tag.len, &key, msg.data, msg.len));
    if (!kat_is_valid(t)) {
        kat_is_refused(t, "verify",
                       mifu_sm4_cmac_verify(&key, msg.data, msg.len, tag.data, tag.len));
        return;
    }
    kat_status(t, "verify", MIFU_OK,
               mifu_sm4_cmac_verify(&key, msg.data, msg.len, tag.data, tag.len));
    for (int i = 0; i < 3; i++) {
        kat_status(t, "init", MIFU_OK, mifu_sm4_cmac_init(&cmac, &key));
        for (size_t at = 0, n; at < msg.len; at += n) {
            n = kat_random_chunk(t, msg.len - at);
            kat_status(t, "update", MIFU_OK, mifu_sm4_cmac_update(&cmac, msg.data + at, n));
        }
        kat_status(t, "final", MIFU_OK, mifu_sm4_cmac_final(got.data, tag.len, &cmac));
        kat_equal(t, "tag in pieces", tag, got.data, tag.len);
    }
    tag.data[kat_random_below(t, tag.len)] ^= (uint8_t)(1 << kat_random_below(t, 8));
    kat_status(t, "verify a changed tag", MIFU_INVALID,
               mifu_sm4_cmac_verify(&key, msg.data, msg.len, tag.data, tag.len));
}

void kat_run_sm4_cbc_mac(kat_test *t)
{
    kat_bytes tag = tag_field(t), msg = kat_message(t, "msg"), got = kat_buffer(t, tag.len);
    mifu_sm4_mac_padding method = padding(t);
    mifu_sm4_key key = kat_sm4_key(t, "key");
    mifu_sm4_cbc_mac mac;

    answer(t, tag, got.data,
           mifu_sm4_cbc_mac_mac(got.data, tag.len, &key, method, msg.data, msg.len));
    if (!kat_is_valid(t)) {
        kat_is_refused(t, "verify",
                       mifu_sm4_cbc_mac_verify(&key, method, msg.data, msg.len, tag.data, tag.len));
        return;
    }
    kat_status(t, "verify", MIFU_OK,
               mifu_sm4_cbc_mac_verify(&key, method, msg.data, msg.len, tag.data, tag.len));
    for (int i = 0; i < 3; i++) {
        kat_status(t, "init", MIFU_OK, mifu_sm4_cbc_mac_init(&mac, &key, method, msg.len));
        for (size_t at = 0, n; at < msg.len; at += n) {
            n = kat_random_chunk(t, msg.len - at);
            kat_status(t, "update", MIFU_OK, mifu_sm4_cbc_mac_update(&mac, msg.data + at, n));
        }
        kat_status(t, "final", MIFU_OK, mifu_sm4_cbc_mac_final(got.data, tag.len, &mac));
        kat_equal(t, "tag in pieces", tag, got.data, tag.len);
    }
    tag.data[kat_random_below(t, tag.len)] ^= (uint8_t)(1 << kat_random_below(t, 8));
    kat_status(t, "verify a changed tag", MIFU_INVALID,
               mifu_sm4_cbc_mac_verify(&key, method, msg.data, msg.len, tag.data, tag.len));
}

void kat_run_sm4_emac(kat_test *t)
{
    kat_bytes tag = tag_field(t), msg = kat_message(t, "msg"), got = kat_buffer(t, tag.len);
    mifu_sm4_key key = kat_sm4_key(t, "key"), key2 = kat_sm4_key(t, "key2");

    answer(t, tag, got.data,
           mifu_sm4_emac_mac(got.data, tag.len, &key, &key2, padding(t), msg.data, msg.len));
}

void kat_run_sm4_ansi_retail_mac(kat_test *t)
{
    kat_bytes tag = tag_field(t), msg = kat_message(t, "msg"), got = kat_buffer(t, tag.len);
    mifu_sm4_key key = kat_sm4_key(t, "key"), key2 = kat_sm4_key(t, "key2");

    answer(t, tag, got.data,
           mifu_sm4_ansi_retail_mac_mac(got.data, tag.len, &key, &key2, padding(t), msg.data,
                                        msg.len));
}

void kat_run_sm4_macdes(kat_test *t)
{
    kat_bytes tag = tag_field(t), msg = kat_message(t, "msg"), got = kat_buffer(t, tag.len);
    kat_bytes key2 = kat_hex_sized(t, "key2", 16);
    mifu_sm4_key key = kat_sm4_key(t, "key");

    answer(t, tag, got.data,
           mifu_sm4_macdes_mac(got.data, tag.len, &key, key2.data, padding(t), msg.data, msg.len));
}

void kat_run_sm4_lmac(kat_test *t)
{
    kat_bytes tag = tag_field(t), msg = kat_message(t, "msg"), got = kat_buffer(t, tag.len);
    mifu_sm4_key key = kat_sm4_key(t, "key");

    answer(t, tag, got.data,
           mifu_sm4_lmac_mac(got.data, tag.len, &key, padding(t), msg.data, msg.len));
}

void kat_run_sm4_trcbc(kat_test *t)
{
    kat_bytes tag = tag_field(t), msg = kat_message(t, "msg"), got = kat_buffer(t, tag.len);
    mifu_sm4_key key = kat_sm4_key(t, "key");

    answer(t, tag, got.data, mifu_sm4_trcbc_mac(got.data, tag.len, &key, msg.data, msg.len));
}

void kat_run_sm4_cbcr(kat_test *t)
{
    kat_bytes tag = tag_field(t), msg = kat_message(t, "msg"), got = kat_buffer(t, tag.len);
    mifu_sm4_key key = kat_sm4_key(t, "key");

    answer(t, tag, got.data, mifu_sm4_cbcr_mac(got.data, tag.len, &key, msg.data, msg.len));
}
