/* SPDX-License-Identifier: Apache-2.0 */
/* Field cases of SM2 encryption and key exchange. */
#include <stdio.h>

#include "field_cases.h"
#include "kat_sm2.h"
#include "kat_sm2_nonce.h"
#include "mifu/sm2_encoding.h"

static void opens(kat_test *t, const char *what, mifu_sm2_format format, kat_bytes ct, kat_bytes pt)
{
    mifu_sm2_private_key key = kat_sm2_private_key(t, "priv");
    kat_bytes out = kat_buffer(t, pt.len);
    size_t len = 0;

    kat_status(t, what, MIFU_OK,
               mifu_sm2_decrypt(out.data, out.len, &len, &key, format, ct.data, ct.len));
    kat_equal(t, what, pt, out.data, len);
}

/* Gives the status; the output buffer must hold no plaintext. */
static mifu_status fails(kat_test *t, const char *what, mifu_sm2_format format, kat_bytes ct)
{
    mifu_sm2_private_key key = kat_sm2_private_key(t, "priv");
    kat_bytes out = kat_buffer(t, ct.len + 1);
    size_t len = 0;
    mifu_status status = mifu_sm2_decrypt(out.data, out.len, &len, &key, format, ct.data, ct.len);

    kat_is_error(t, what, status);
    kat_no_plaintext(t, what, out);
    return status;
}

static kat_bytes converted(kat_test *t, mifu_sm2_format to, mifu_sm2_format from, kat_bytes ct)
{
    kat_bytes out = kat_buffer(t, ct.len + 80);
    size_t len = 0;

    kat_status(t, "convert", MIFU_OK,
               mifu_sm2_ciphertext_convert(out.data, out.len, &len, to, from, ct.data, ct.len));
    return (kat_bytes){out.data, len};
}

static kat_bytes encrypted(kat_test *t, mifu_sm2_format format, kat_bytes ks, unsigned *used,
                           kat_bytes msg)
{
    mifu_sm2_public_key pub = kat_sm2_public_key(t, "pub");
    kat_bytes out = kat_buffer(t, mifu_sm2_ciphertext_size(format, msg.len));
    kat_nonces nonces = {ks.data, (unsigned)(ks.len / 32), 0};
    size_t len = 0;

    kat_status(t, "encrypt", MIFU_OK,
               mifu_sm2_encrypt_with_nonces(out.data, out.len, &len, &pub, format, msg.data,
                                            msg.len, kat_next_nonce, &nonces));
    *used = nonces.used;
    return (kat_bytes){out.data, len};
}

static void trailing_data(kat_test *t)
{
    kat_bytes longer = kat_hex(t, "ct_der_plus_0000"), ct = kat_hex(t, "ct_der");
    size_t size = 0;

    field_case_wants(t, "=default", "error (trailing data), no plaintext");
    kat_status(t, "with the tail", MIFU_ERR_ENCODING_TRAILING,
               fails(t, "with the tail", MIFU_SM2_DER, longer));
    opens(t, "without the tail", MIFU_SM2_DER, ct, kat_hex(t, "=without_tail"));
    kat_status(t, "length", MIFU_OK, mifu_der_element_size(&size, longer.data, longer.len));
    kat_true(t, "the length of the element", size == ct.len);
}

static void order(kat_test *t)
{
    kat_bytes c1c3c2 = kat_hex(t, "ct_c1c3c2"), c1c2c3 = kat_hex(t, "ct_c1c2c3");
    kat_bytes der = kat_hex(t, "ct_der"), pt = kat_hex(t, "=each_in_its_own_mode");

    field_case_wants(t, "=each_in_the_other_raw_mode", "error");
    opens(t, "C1C3C2", MIFU_SM2_C1C3C2, c1c3c2, pt);
    opens(t, "C1C2C3", MIFU_SM2_C1C2C3, c1c2c3, pt);
    opens(t, "DER", MIFU_SM2_DER, der, pt);
    kat_status(t, "crossed", MIFU_ERR_AUTHENTICATION,
               fails(t, "C1C3C2 as C1C2C3", MIFU_SM2_C1C2C3, c1c3c2));
    kat_status(t, "crossed", MIFU_ERR_AUTHENTICATION,
               fails(t, "C1C2C3 as C1C3C2", MIFU_SM2_C1C3C2, c1c2c3));
    opens(t, "auto", MIFU_SM2_AUTO, c1c3c2, pt);
    opens(t, "auto", MIFU_SM2_AUTO, c1c2c3, pt);
    opens(t, "auto", MIFU_SM2_AUTO, der, pt);
    kat_equal(t, "converted", c1c2c3, converted(t, MIFU_SM2_C1C2C3, MIFU_SM2_C1C3C2, c1c3c2).data,
              c1c2c3.len);
}

static void prefix_ambiguous(kat_test *t)
{
    kat_bytes ct = kat_hex(t, "ct"), out, expected, prefix = kat_buffer(t, 1);
    size_t len = 0;

    field_case_wants(t, "=as_no_prefix", "C1 = first 64 bytes, on the curve; C3 32 bytes; C2 32");
    field_case_wants(t, "=as_with_prefix", "error: point not on the curve");
    prefix.data[0] = 4;
    expected = kat_join(t, 2, prefix, ct);
    out = converted(t, MIFU_SM2_C1C3C2, MIFU_SM2_C1C3C2_NO_04, ct);
    kat_equal(t, "with the prefix added", expected, out.data, out.len);
    out = kat_buffer(t, ct.len + 80);
    kat_status(t, "as with prefix", MIFU_ERR_RANGE_NOT_ON_CURVE,
               mifu_sm2_ciphertext_convert(out.data, out.len, &len, MIFU_SM2_DER, MIFU_SM2_C1C3C2,
                                           ct.data, ct.len));
}

static void leading_zero(kat_test *t)
{
    kat_bytes k = kat_hex_sized(t, "k", 32), msg = kat_hex(t, "msg");
    kat_bytes raw = kat_hex(t, "=ct_c1c3c2"), der = kat_hex(t, "=ct_der"), out;
    unsigned used;

    out = encrypted(t, MIFU_SM2_C1C3C2, k, &used, msg);
    kat_equal(t, "C1C3C2", raw, out.data, out.len);
    out = encrypted(t, MIFU_SM2_DER, k, &used, msg);
    kat_equal(t, "DER", der, out.data, out.len);
    out = converted(t, MIFU_SM2_C1C3C2, MIFU_SM2_DER, der);
    kat_equal(t, "DER -> raw", raw, out.data, out.len);
    out = converted(t, MIFU_SM2_DER, MIFU_SM2_C1C3C2, raw);
    kat_equal(t, "raw -> DER", der, out.data, out.len);
    opens(t, "decrypt raw", MIFU_SM2_C1C3C2, raw, msg);
    opens(t, "decrypt DER", MIFU_SM2_DER, der, msg);
}

static void zero_stream(kat_test *t)
{
    kat_bytes both = kat_join(t, 2, kat_hex(t, "k_first"), kat_hex(t, "k_next"));
    kat_bytes expected = kat_hex(t, "=ct_c1c3c2"), msg = kat_hex(t, "msg"), out;
    unsigned used;

    field_case_wants(t, "=encrypt", "k_first rejected, result with k_next");
    field_case_wants(t, "=decrypt_ct_with_zero_t", "error");
    out = encrypted(t, MIFU_SM2_C1C3C2, both, &used, msg);
    kat_true(t, "the first nonce was used", used == 2);
    kat_equal(t, "ciphertext", expected, out.data, out.len);
    opens(t, "decrypt", MIFU_SM2_C1C3C2, expected, msg);
    kat_status(t, "zero key stream", MIFU_ERR_AUTHENTICATION,
               fails(t, "zero key stream", MIFU_SM2_DER, kat_hex(t, "ct_der_with_zero_t")));
}

static void zero_bytes(kat_test *t)
{
    opens(t, "00", MIFU_SM2_DER, kat_hex(t, "ct_one_zero"), kat_hex(t, "=ct_one_zero"));
    opens(t, "00 00 05", MIFU_SM2_DER, kat_hex(t, "ct_00_00_05"), kat_hex(t, "=ct_00_00_05"));
}

static void empty_message(kat_test *t)
{
    static const mifu_sm2_format formats[] = {MIFU_SM2_C1C3C2, MIFU_SM2_C1C2C3,
                                              MIFU_SM2_C1C3C2_NO_04, MIFU_SM2_C1C2C3_NO_04,
                                              MIFU_SM2_DER};
    mifu_sm2_public_key pub = kat_sm2_public_key(t, "pub");
    kat_bytes ct = kat_hex(t, "ct_der_empty"), out = kat_buffer(t, 200);
    size_t len = 0;

    field_case_wants(t, "=encrypt", "error \"empty message\"");
    field_case_wants(t, "=decrypt", "error");
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        kat_status(t, "encrypt", MIFU_ERR_ARGUMENT_EMPTY,
                   mifu_sm2_encrypt(out.data, out.len, &len, &pub, formats[i], out.data, 0));
        kat_status(t, "encrypt NULL", MIFU_ERR_ARGUMENT_EMPTY,
                   mifu_sm2_encrypt(out.data, out.len, &len, &pub, formats[i], NULL, 0));
    }
    kat_nothing_written(t, "encrypt", out);
    kat_status(t, "decrypt", MIFU_ERR_ARGUMENT_EMPTY, fails(t, "decrypt", MIFU_SM2_DER, ct));
    (void)fails(t, "decrypt, auto", MIFU_SM2_AUTO, ct);
}

static void message_length(kat_test *t)
{
    kat_bytes k = kat_hex_sized(t, "k", 32), c1 = kat_hex_sized(t, "=c1", 65);
    size_t count;
    const uint64_t *lengths = kat_integers(t, "msg.len", &count);
    unsigned used;

    field_case_wants(t, "msg.gen", "byte i = i mod 251");
    for (size_t i = 0; i < count; i++) {
        kat_bytes msg = kat_buffer(t, (size_t)lengths[i]), ct;
        char c3[40], last[40];

        snprintf(c3, sizeof c3, "=len_%u_c3", (unsigned)lengths[i]);
        snprintf(last, sizeof last, "=len_%u_c2_last4", (unsigned)lengths[i]);
        for (size_t j = 0; j < msg.len; j++)
            msg.data[j] = (uint8_t)(j % 251);
        ct = encrypted(t, MIFU_SM2_C1C3C2, k, &used, msg);
        kat_true(t, "length", ct.len == 97 + msg.len);
        kat_equal(t, "c1", c1, ct.data, 65);
        kat_equal(t, c3, kat_hex(t, c3), ct.data + 65, 32);
        kat_equal(t, last, kat_hex(t, last), ct.data + ct.len - 4, 4);
    }
}

static void buffer_size(kat_test *t)
{
    mifu_sm2_private_key key = kat_sm2_private_key(t, "priv");
    kat_bytes ct = kat_hex(t, "ct_der"), pt = kat_hex(t, "=plaintext"), out;
    size_t len = 0;

    field_case_wants(t, "=size_query", ">= 100 (exact 100 preferred)");
    field_case_wants(t, "=with_99_byte_buffer", "error \"buffer too small\"");
    kat_status(t, "size query", MIFU_ERR_BUFFER,
               mifu_sm2_decrypt(NULL, 0, &len, &key, MIFU_SM2_DER, ct.data, ct.len));
    kat_true(t, "size query", len == pt.len && len == 100);
    for (size_t cap = 0; cap < pt.len; cap++) {
        out = kat_buffer(t, cap);
        kat_status(t, "too small", MIFU_ERR_BUFFER,
                   mifu_sm2_decrypt(out.data, cap, &len, &key, MIFU_SM2_DER, ct.data, ct.len));
        kat_nothing_written(t, "too small", out);
    }
    opens(t, "exact", MIFU_SM2_DER, ct, pt);
}

static void field_length(kat_test *t)
{
    static const char *const names[] = {"ct_96", "ct_97_no_c2", "ct_1", "ct_0"};
    static const mifu_sm2_format formats[] = {MIFU_SM2_C1C3C2,       MIFU_SM2_C1C2C3,
                                              MIFU_SM2_C1C3C2_NO_04, MIFU_SM2_C1C2C3_NO_04,
                                              MIFU_SM2_DER,          MIFU_SM2_AUTO};

    field_case_wants(t, "=all", "error, no crash");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (size_t j = 0; j < sizeof formats / sizeof formats[0]; j++) {
            kat_bytes ct = kat_hex(t, names[i]);

            for (size_t len = 0; len <= ct.len; len++)
                (void)fails(t, names[i], formats[j], kat_copy(t, ct.data, len));
        }
}

static void exchange(kat_test *t)
{
    kat_bytes key = kat_hex(t, "=K"), got = kat_buffer(t, key.len), r[2], id[2];
    mifu_sm2_private_key d[2] = {kat_sm2_private_key(t, "dA"), kat_sm2_private_key(t, "dB")};
    mifu_sm2_public_key p[2];
    mifu_sm2_exchange sides[2];
    uint8_t points[2][MIFU_SM2_PUBLIC_KEY_SIZE], confirmation[32];

    kat_true(t, "klen", kat_integer(t, "klen_bytes") == key.len);
    id[0] = kat_hex(t, "idA");
    id[1] = kat_hex(t, "idB");
    r[0] = kat_hex_sized(t, "rA", 32);
    r[1] = kat_hex_sized(t, "rB", 32);
    for (int i = 0; i < 2; i++)
        mifu_sm2_public_key_from_private(&p[i], &d[i]);
    for (int i = 0; i < 2; i++) {
        kat_nonces nonces = {r[i].data, 1, 0};

        kat_status(t, "init", MIFU_OK,
                   mifu_sm2_exchange_init(
                       &sides[i], i == 0 ? MIFU_SM2_INITIATOR : MIFU_SM2_RESPONDER, &d[i],
                       id[i].data, id[i].len, &p[1 - i], id[1 - i].data, id[1 - i].len));
        kat_status(
            t, "ephemeral", MIFU_OK,
            mifu_sm2_exchange_ephemeral_with_nonces(points[i], &sides[i], kat_next_nonce, &nonces));
    }
    for (int i = 0; i < 2; i++) {
        kat_status(t, "compute", MIFU_OK,
                   mifu_sm2_exchange_compute(got.data, got.len, &sides[i], points[1 - i]));
        kat_equal(t, i == 0 ? "K of A" : "K of B", key, got.data, got.len);
    }
    kat_status(t, "confirm", MIFU_OK, mifu_sm2_exchange_confirm(confirmation, &sides[1]));
    kat_equal(t, "S1_SB", kat_hex(t, "=S1_SB"), confirmation, 32);
    kat_status(t, "check", MIFU_OK, mifu_sm2_exchange_check(&sides[0], confirmation));
    kat_status(t, "confirm", MIFU_OK, mifu_sm2_exchange_confirm(confirmation, &sides[0]));
    kat_equal(t, "S2_SA", kat_hex(t, "=S2_SA"), confirmation, 32);
    kat_status(t, "check", MIFU_OK, mifu_sm2_exchange_check(&sides[1], confirmation));
    kat_true(t, "the swapped order differs",
             memcmp(kat_hex_sized(t, "=K_if_order_swapped", key.len).data, key.data, key.len) != 0);
}

const field_case_kind field_cases_cipher[] = {
    {"der-trailing-data", "sm2", trailing_data},
    {"c1c2c3-order", "sm2", order},
    {"prefix-04-ambiguous", "sm2", prefix_ambiguous},
    {"leading-zero-coordinate", "sm2", leading_zero},
    {"kdf-all-zero", "sm2", zero_stream},
    {"zero-bytes-in-message", "sm2", zero_bytes},
    {"empty-message", "sm2", empty_message},
    {"message-length-limit", "sm2 sm3", message_length},
    {"decrypt-buffer-size", "sm2", buffer_size},
    {"ct-field-length", "sm2", field_length},
    {"kex-z-order", "sm2", exchange},
    {NULL, NULL, NULL},
};
