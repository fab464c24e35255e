/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key encryption with the listed k, decryption in every format, conversion between them. */
#include "kat_sm2.h"

#include "kat_sm2_nonce.h"
#include "mifu/kdf.h"
#include "mifu/sm2_encoding.h"

#define FORMATS 5

static const mifu_sm2_format formats[FORMATS] = {
    MIFU_SM2_C1C3C2, MIFU_SM2_C1C2C3, MIFU_SM2_C1C3C2_NO_04, MIFU_SM2_C1C2C3_NO_04, MIFU_SM2_DER,
};

static const char *const format_names[FORMATS] = {"c1c3c2", "c1c2c3", "c1c3c2-no-04",
                                                  "c1c2c3-no-04", "asn1"};

/* Size query, one byte short, exact; then what decryption gives must be pt. */
static void decrypt(kat_test *t, const mifu_sm2_private_key *key, mifu_sm2_format format,
                    const char *what, kat_bytes ct, kat_bytes pt)
{
    size_t len = 0;
    kat_bytes out = kat_buffer(t, pt.len);

    kat_status(t, what, MIFU_ERR_BUFFER,
               mifu_sm2_decrypt(NULL, 0, &len, key, format, ct.data, ct.len));
    kat_true(t, "the size query of decryption gives too little", len >= pt.len);
    if (format != MIFU_SM2_AUTO) {
        kat_true(t, "the size query of decryption is not exact", len == pt.len);
        kat_status(t, what, MIFU_ERR_BUFFER,
                   mifu_sm2_decrypt(out.data, pt.len - 1, &len, key, format, ct.data, ct.len));
        kat_nothing_written(t, what, out);
    } else {
        out = kat_buffer(t, len);
    }
    kat_status(t, what, MIFU_OK,
               mifu_sm2_decrypt(out.data, out.len, &len, key, format, ct.data, ct.len));
    kat_equal(t, what, pt, out.data, len <= out.len ? len : out.len);
    kat_sm2_many_decrypt(t, key, format, ct, &pt);
}

static void decrypt_refused(kat_test *t, const mifu_sm2_private_key *key, mifu_sm2_format format,
                            const char *what, kat_bytes ct)
{
    kat_bytes out = kat_buffer(t, ct.len + 1);
    size_t len = 0;

    kat_is_error(t, what, mifu_sm2_decrypt(out.data, out.len, &len, key, format, ct.data, ct.len));
    kat_no_plaintext(t, what, out);
    kat_sm2_many_decrypt(t, key, format, ct, NULL);
}

/* Every format out of the parts; DER where it is listed. */
static void all_formats(kat_test *t, kat_bytes ct[FORMATS], kat_bytes c1, kat_bytes c2,
                        kat_bytes c3)
{
    kat_bytes xy = {c1.data + 1, c1.len - 1};

    ct[0] = kat_join(t, 3, c1, c3, c2);
    ct[1] = kat_join(t, 3, c1, c2, c3);
    ct[2] = kat_join(t, 3, xy, c3, c2);
    ct[3] = kat_join(t, 3, xy, c2, c3);
    ct[4] = kat_has(t, "ct_asn1") ? kat_hex(t, "ct_asn1") : kat_buffer(t, 0);
}

static void convert(kat_test *t, kat_bytes ct[FORMATS], size_t pt_len)
{
    for (int from = 0; from < FORMATS; from++)
        for (int to = 0; to < FORMATS; to++) {
            size_t bound = mifu_sm2_ciphertext_size(formats[to], pt_len), len = 0;
            kat_bytes out = kat_buffer(t, bound);

            if (ct[from].len == 0 || ct[to].len == 0)
                continue;
            kat_true(t, "the size of a ciphertext is too small", bound >= ct[to].len);
            kat_status(t, "convert", MIFU_OK,
                       mifu_sm2_ciphertext_convert(out.data, out.len, &len, formats[to],
                                                   formats[from], ct[from].data, ct[from].len));
            kat_equal(t, format_names[to], ct[to], out.data, len <= out.len ? len : out.len);
        }
}

/* (x2, y2) = [k] P = [d] C1 and the key stream made of it. */
static void intermediate(kat_test *t, const mifu_sm2_private_key *key,
                         const mifu_sm2_public_key *pub, kat_bytes k, kat_bytes c1)
{
    const mifu_sm2_kernels *kernels = mifu_sm2_kernels_in_use();
    kat_bytes x2y2, stream, xy = kat_buffer(t, 64);
    uint8_t point[MIFU_SM2_PUBLIC_KEY_SIZE], d[32];

    (void)mifu_sm2_test_base_multiply(kernels, xy.data, k.data);
    kat_equal(t, "c1", (kat_bytes){c1.data + 1, c1.len - 1}, xy.data, 64);
    if (!kat_has(t, "x2") || !kat_has(t, "y2"))
        return;
    x2y2 = kat_join(t, 2, kat_hex_sized(t, "x2", 32), kat_hex_sized(t, "y2", 32));
    mifu_sm2_public_key_to_bytes(point, pub);
    (void)mifu_sm2_test_point_multiply(kernels, xy.data, k.data, point + 1);
    kat_equal(t, "x2 || y2 of k and the public key", x2y2, xy.data, 64);
    mifu_sm2_private_key_to_bytes(d, key);
    (void)mifu_sm2_test_point_multiply(kernels, xy.data, d, c1.data + 1);
    kat_equal(t, "x2 || y2 of d and C1", x2y2, xy.data, 64);
    if (kat_has(t, "t")) {
        stream = kat_buffer(t, kat_hex(t, "t").len);
        kat_status(t, "kdf", MIFU_OK, mifu_kdf_sm3(stream.data, stream.len, x2y2.data, x2y2.len));
        kat_equal(t, "t", kat_hex(t, "t"), stream.data, stream.len);
    }
}

static void damaged(kat_test *t, const mifu_sm2_private_key *key, kat_bytes ct[FORMATS])
{
    for (int i = 0; i < FORMATS; i++) {
        kat_bytes other = kat_copy(t, ct[i].data, ct[i].len);

        if (other.len == 0)
            continue;
        other.data[kat_random_below(t, other.len)] ^= (uint8_t)(1 << kat_random_below(t, 8));
        decrypt_refused(t, key, formats[i], "decrypt a changed ciphertext", other);
        decrypt_refused(t, key, MIFU_SM2_AUTO, "decrypt a changed ciphertext, auto", other);
        other = kat_copy(t, ct[i].data, kat_random_below(t, ct[i].len));
        decrypt_refused(t, key, formats[i], "decrypt a truncated ciphertext", other);
    }
}

void kat_run_sm2_encrypt(kat_test *t)
{
    kat_bytes k = kat_hex_sized(t, "k", 32), pt = kat_message(t, "pt"), c1, c2, c3, listed;
    kat_bytes ct[FORMATS];
    mifu_sm2_private_key key;
    mifu_sm2_public_key pub;
    kat_nonces nonces;

    if (!kat_is_valid(t)) { /* the key, the message or k must be refused */
        kat_bytes point = kat_hex(t, "pub"), out = kat_buffer(t, pt.len + 200);
        size_t len = out.len;
        mifu_status status = mifu_sm2_public_key_from_bytes(&pub, point.data, point.len);

        nonces = (kat_nonces){k.data, 1, 0};
        if (status == MIFU_OK)
            status = mifu_sm2_encrypt_with_nonces(out.data, out.len, &len, &pub, MIFU_SM2_C1C3C2,
                                                  pt.data, pt.len, kat_next_nonce, &nonces);
        kat_is_error(t, "encrypt", status);
        return;
    }
    pub = kat_sm2_public_key(t, "pub");
    key = kat_sm2_private_key(t, "d");
    listed = kat_hex(t, "ct_c1c3c2");
    if (listed.len != 97 + pt.len)
        kat_skip(t, "field \"ct_c1c3c2\" has not 97 bytes more than the message");
    c1 = (kat_bytes){listed.data, 65};
    c3 = (kat_bytes){listed.data + 65, 32};
    c2 = (kat_bytes){listed.data + 97, pt.len};
    if (kat_has(t, "c1"))
        kat_equal(t, "c1", kat_hex(t, "c1"), c1.data, c1.len);
    if (kat_has(t, "c2"))
        kat_equal(t, "c2", kat_hex(t, "c2"), c2.data, c2.len);
    if (kat_has(t, "c3"))
        kat_equal(t, "c3", kat_hex(t, "c3"), c3.data, c3.len);
    all_formats(t, ct, c1, c2, c3);
    if (kat_has(t, "ct_c1c2c3"))
        kat_equal(t, "ct_c1c2c3", kat_hex(t, "ct_c1c2c3"), ct[1].data, ct[1].len);

    for (int i = 0; i < FORMATS; i++) {
        size_t bound = mifu_sm2_ciphertext_size(formats[i], pt.len), len = 0;
        kat_bytes out = kat_buffer(t, bound);

        nonces = (kat_nonces){k.data, 1, 0};
        if (ct[i].len != 0) {
            kat_status(t, "encrypt with k", MIFU_OK,
                       mifu_sm2_encrypt_with_nonces(out.data, bound, &len, &pub, formats[i],
                                                    pt.data, pt.len, kat_next_nonce, &nonces));
            kat_equal(t, format_names[i], ct[i], out.data, len <= bound ? len : bound);
            decrypt(t, &key, formats[i], format_names[i], ct[i], pt);
            decrypt(t, &key, MIFU_SM2_AUTO, "auto", ct[i], pt);
        }
        kat_status(t, "encrypt", MIFU_OK,
                   mifu_sm2_encrypt(out.data, bound, &len, &pub, formats[i], pt.data, pt.len));
        decrypt(t, &key, formats[i], "an own ciphertext", (kat_bytes){out.data, len}, pt);
        kat_sm2_many_encrypt(t, &key, &pub, formats[i], pt);
        kat_status(t, "a buffer one byte short", MIFU_ERR_BUFFER,
                   mifu_sm2_encrypt(out.data, bound - 1, &len, &pub, formats[i], pt.data, pt.len));
        kat_true(t, "the size needed is not ciphertext_size()", len == bound);
    }
    convert(t, ct, pt.len);
    intermediate(t, &key, &pub, k, c1);
    damaged(t, &key, ct);
}

static mifu_sm2_format format_of(kat_test *t)
{
    const char *name = kat_text_or(t, "format", "auto");

    for (int i = 0; i < FORMATS; i++)
        if (strcmp(name, format_names[i]) == 0)
            return formats[i];
    if (strcmp(name, "der") == 0)
        return MIFU_SM2_DER;
    if (strcmp(name, "auto") == 0)
        return MIFU_SM2_AUTO;
    kat_skip(t, "the ciphertext format \"%.40s\" is not known", name);
}

void kat_run_sm2_decrypt(kat_test *t)
{
    kat_bytes ct = kat_hex(t, "ct"), d = kat_hex_sized(t, "d", 32), pt;
    mifu_sm2_format format = format_of(t);
    mifu_sm2_private_key key;
    mifu_status status = mifu_sm2_private_key_from_bytes(&key, d.data);

    if (!kat_is_valid(t)) {
        if (status == MIFU_OK)
            decrypt_refused(t, &key, format, "decrypt", ct);
        return;
    }
    kat_status(t, "d", MIFU_OK, status);
    if (status != MIFU_OK)
        return;
    pt = kat_message(t, "pt");
    decrypt(t, &key, format, "decrypt", ct, pt);
    /* AUTO reads C1 with a leading 04 or without, not in the other point forms. */
    if (format == MIFU_SM2_DER || format == MIFU_SM2_AUTO || (ct.len > 0 && ct.data[0] == 4) ||
        format == MIFU_SM2_C1C3C2_NO_04 || format == MIFU_SM2_C1C2C3_NO_04)
        decrypt(t, &key, MIFU_SM2_AUTO, "decrypt, auto", ct, pt);
}
