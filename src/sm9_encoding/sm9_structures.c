/* SPDX-License-Identifier: Apache-2.0 */
/* Signatures, ciphertexts and key packages as structures: GB/T 41389-2022. */
#include "mifu/sm9_encoding.h"

#include "base_state.h"
#include "der_reader.h"
#include "der_writer.h"
#include "sm9_ciphertext.h"

/* ---- Signature ---- */

static void put_signature(mifu_der_writer *w, const void *arg)
{
    const uint8_t *sig = arg;
    size_t mark = mifu_der_mark(w);

    mifu_der_put_bits(w, sig + 32, MIFU_SM9_G1_SIZE);
    mifu_der_put_octets(w, sig, 32);
    mifu_der_close(w, MIFU_DER_SEQUENCE, mark);
}

mifu_status mifu_sm9_signature_to_der(uint8_t *der, size_t der_cap, size_t *der_len,
                                      const uint8_t sig[MIFU_SM9_SIGNATURE_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (der_len == NULL || sig == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_der_encode(der, der_cap, der_len, put_signature, sig);
}

mifu_status mifu_sm9_signature_from_der(uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], const uint8_t *der,
                                        size_t der_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_der_reader r = mifu_der_reader_of(der, der_len);
    const uint8_t *outer, *h;
    mifu_der_bytes s;
    mifu_status status;

    if (sig == NULL || (der == NULL && der_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    h = mifu_der_get_octets_of(&r, 32);
    s = mifu_der_get_bits(&r);
    mifu_der_leave(&r, outer);
    status = mifu_der_finish(&r);
    if (status == MIFU_OK && (s.len != MIFU_SM9_G1_SIZE || s.data[0] != 0x04))
        status = MIFU_ERR_ENCODING_POINT;
    if (status == MIFU_OK) {
        memcpy(sig, h, 32);
        memcpy(sig + 32, s.data, MIFU_SM9_G1_SIZE);
    } else {
        memset(sig, 0, MIFU_SM9_SIGNATURE_SIZE);
    }
    return status;
}

/* ---- Ciphertext ---- */

mifu_status mifu_sm9_ciphertext_convert(uint8_t *out, size_t out_cap, size_t *out_len,
                                        mifu_sm9_format to, mifu_sm9_format from,
                                        mifu_sm9_cipher cipher, const uint8_t *ct, size_t ct_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm9_ciphertext parts;
    mifu_sm9_g1 c1;
    uint8_t *c1_place, *c2, *c3;
    size_t size;
    mifu_status status;

    if (out_len == NULL || (ct == NULL && ct_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    *out_len = 0;
    if ((to == MIFU_SM9_GMSSL) != (from == MIFU_SM9_GMSSL))
        return MIFU_ERR_ARGUMENT_NAME;
    status = mifu_sm9_ciphertext_parse(&parts, cipher, from, ct, ct_len);
    if (status == MIFU_OK)
        status = mifu_sm9_g1_from_bytes(&c1, parts.c1, parts.c1_len);
    if (status != MIFU_OK)
        return status;
    size = mifu_sm9_layout_size(parts.cipher, to, parts.c2_len);
    if (size == 0)
        return MIFU_ERR_ARGUMENT_NAME;
    *out_len = size;
    if (out == NULL || out_cap < size)
        return MIFU_ERR_BUFFER;
    if (mifu_overlaps(out, size, ct, ct_len)) {
        *out_len = 0;
        return MIFU_ERR_ARGUMENT_OVERLAP;
    }
    c2 = mifu_sm9_ciphertext_lay_out(&c1_place, &c3, out, parts.cipher, to, parts.c2_len);
    memcpy(c1_place, parts.c1 + (parts.c1_len - 64), 64);
    memcpy(c3, parts.c3, MIFU_SM9_C3_SIZE);
    memcpy(c2, parts.c2, parts.c2_len);
    return MIFU_OK;
}

/* ---- Key package ---- */

typedef struct key_package {
    const uint8_t *k;
    size_t k_len;
    const uint8_t *c;
} key_package;

static void put_key_package(mifu_der_writer *w, const void *arg)
{
    const key_package *package = arg;
    size_t mark = mifu_der_mark(w);

    mifu_der_put_bits(w, package->c, MIFU_SM9_G1_SIZE);
    mifu_der_put_octets(w, package->k, package->k_len);
    mifu_der_close(w, MIFU_DER_SEQUENCE, mark);
}

mifu_status mifu_sm9_key_package_to_der(uint8_t *der, size_t der_cap, size_t *der_len,
                                        const uint8_t *k, size_t k_len,
                                        const uint8_t c[MIFU_SM9_G1_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    key_package package = {k, k_len, c};

    if (der_len == NULL || c == NULL || (k == NULL && k_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (k_len == 0 || k_len > SIZE_MAX - 256)
        return MIFU_ERR_ARGUMENT_LENGTH;
    return mifu_der_encode(der, der_cap, der_len, put_key_package, &package);
}

mifu_status mifu_sm9_key_package_from_der(uint8_t *k, size_t k_cap, size_t *k_len,
                                          uint8_t c[MIFU_SM9_G1_SIZE], const uint8_t *der,
                                          size_t der_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_der_reader r = mifu_der_reader_of(der, der_len);
    const uint8_t *outer;
    mifu_der_bytes key, point;
    mifu_status status;

    if (k_len == NULL || c == NULL || (der == NULL && der_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    *k_len = 0;
    outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    key = mifu_der_get_octets(&r);
    point = mifu_der_get_bits(&r);
    mifu_der_leave(&r, outer);
    status = mifu_der_finish(&r);
    if (status == MIFU_OK && (point.len != MIFU_SM9_G1_SIZE || point.data[0] != 0x04))
        status = MIFU_ERR_ENCODING_POINT;
    if (status == MIFU_OK && key.len == 0)
        status = MIFU_ERR_ENCODING_LENGTH;
    if (status != MIFU_OK)
        return status;
    *k_len = key.len;
    if (k == NULL || k_cap < key.len)
        return MIFU_ERR_BUFFER;
    memcpy(k, key.data, key.len);
    memcpy(c, point.data, MIFU_SM9_G1_SIZE);
    return MIFU_OK;
}
