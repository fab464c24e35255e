/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ciphertexts from one layout into another: GM/T 0009-2012 7.2 (DER), GB/T 32918.4-2016 6.1 (C1,
 * C3, C2) and the order before 2012 (C1, C2, C3), with and without the leading 04. Public data.
 */
#include "sm2_ciphertext_convert.h"

#include "base_bytes.h"

#include "der_writer.h"

#define C1_SIZE 64 /* x || y */
#define C3_SIZE 32

static int has_04(mifu_sm2_format format)
{
    return format == MIFU_SM2_C1C3C2 || format == MIFU_SM2_C1C2C3;
}

static int c3_is_first(mifu_sm2_format format)
{
    return format == MIFU_SM2_C1C3C2 || format == MIFU_SM2_C1C3C2_NO_04;
}

static int is_known(mifu_sm2_format format)
{
    return has_04(format) || format == MIFU_SM2_C1C3C2_NO_04 || format == MIFU_SM2_C1C2C3_NO_04 ||
           format == MIFU_SM2_DER;
}

static mifu_status split_der(mifu_sm2_ciphertext_parts *parts, const uint8_t *ct, size_t ct_len)
{
    mifu_der_reader r = mifu_der_reader_of(ct, ct_len);
    const uint8_t *outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    mifu_der_bytes c2;

    mifu_der_get_integer(&r, parts->xy, 32, MIFU_ERR_RANGE_COORDINATE);
    mifu_der_get_integer(&r, parts->xy + 32, 32, MIFU_ERR_RANGE_COORDINATE);
    parts->c3 = mifu_der_get_octets_of(&r, C3_SIZE);
    c2 = mifu_der_get_octets(&r);
    parts->c2 = c2.data;
    parts->c2_len = c2.len;
    mifu_der_leave(&r, outer);
    return mifu_der_finish(&r);
}

static mifu_status split_raw(mifu_sm2_ciphertext_parts *parts, mifu_sm2_format format,
                             const uint8_t *ct, size_t ct_len)
{
    if (has_04(format)) {
        if (ct_len == 0)
            return MIFU_ERR_ENCODING_TRUNCATED;
        if (ct[0] != 0x04)
            return MIFU_ERR_ENCODING_POINT;
        ct++;
        ct_len--;
    }
    if (ct_len < C1_SIZE + C3_SIZE)
        return MIFU_ERR_ENCODING_TRUNCATED;
    memcpy(parts->xy, ct, C1_SIZE);
    parts->c2_len = ct_len - C1_SIZE - C3_SIZE;
    parts->c3 = c3_is_first(format) ? ct + C1_SIZE : ct + C1_SIZE + parts->c2_len;
    parts->c2 = c3_is_first(format) ? ct + C1_SIZE + C3_SIZE : ct + C1_SIZE;
    return MIFU_OK;
}

mifu_status mifu_sm2_ciphertext_split(mifu_sm2_ciphertext_parts *parts, mifu_sm2_format format,
                                      const uint8_t *ct, size_t ct_len)
{
    mifu_sm2_public_key c1;
    mifu_status status = format == MIFU_SM2_DER ? split_der(parts, ct, ct_len)
                                                : split_raw(parts, format, ct, ct_len);

    if (status == MIFU_OK)
        status = mifu_sm2_public_key_from_xy(&c1, parts->xy);
    if (status == MIFU_OK && parts->c2_len == 0)
        status = MIFU_ERR_ARGUMENT_EMPTY;
    return status;
}

/*
 * Which layout is it? C1 on the curve decides between DER, with 04 and without: another reading
 * than the true one meets a point once in 2^256. The order of C3 and C2 stays unknown.
 */
static mifu_status split_auto(mifu_sm2_ciphertext_parts *parts, const uint8_t *ct, size_t ct_len)
{
    mifu_sm2_ciphertext_parts raw;
    int is_raw = mifu_sm2_ciphertext_split(&raw, MIFU_SM2_C1C3C2, ct, ct_len) == MIFU_OK ||
                 mifu_sm2_ciphertext_split(&raw, MIFU_SM2_C1C3C2_NO_04, ct, ct_len) == MIFU_OK;
    mifu_status status = mifu_sm2_ciphertext_split(parts, MIFU_SM2_DER, ct, ct_len);

    if (is_raw)
        return MIFU_ERR_ENCODING_AMBIGUOUS;
    if (status != MIFU_OK && ct_len >= 1 + C1_SIZE + C3_SIZE && ct[0] == 0x04)
        status = MIFU_ERR_RANGE_NOT_ON_CURVE;
    return status;
}

static void put_ciphertext(mifu_der_writer *w, const void *arg)
{
    const mifu_sm2_ciphertext_parts *parts = arg;
    size_t outer = mifu_der_mark(w);

    mifu_der_put_octets(w, parts->c2, parts->c2_len);
    mifu_der_put_octets(w, parts->c3, C3_SIZE);
    mifu_der_put_integer(w, parts->xy + 32, 32);
    mifu_der_put_integer(w, parts->xy, 32);
    mifu_der_close(w, MIFU_DER_SEQUENCE, outer);
}

/* Backwards, as the DER writer works; it keeps inside the buffer and counts. */
static void put_c1c3c2(mifu_der_writer *w, const void *arg)
{
    const mifu_sm2_ciphertext_parts *parts = arg;

    mifu_der_put_bytes(w, parts->c2, parts->c2_len);
    mifu_der_put_bytes(w, parts->c3, C3_SIZE);
    mifu_der_put_bytes(w, parts->xy, C1_SIZE);
}

static void put_c1c2c3(mifu_der_writer *w, const void *arg)
{
    const mifu_sm2_ciphertext_parts *parts = arg;

    mifu_der_put_bytes(w, parts->c3, C3_SIZE);
    mifu_der_put_bytes(w, parts->c2, parts->c2_len);
    mifu_der_put_bytes(w, parts->xy, C1_SIZE);
}

static void put_04_c1c3c2(mifu_der_writer *w, const void *arg)
{
    static const uint8_t prefix[1] = {0x04};

    put_c1c3c2(w, arg);
    mifu_der_put_bytes(w, prefix, 1);
}

static void put_04_c1c2c3(mifu_der_writer *w, const void *arg)
{
    static const uint8_t prefix[1] = {0x04};

    put_c1c2c3(w, arg);
    mifu_der_put_bytes(w, prefix, 1);
}

static mifu_der_put_function *writer_of(mifu_sm2_format format)
{
    switch (format) {
    case MIFU_SM2_C1C3C2:
        return put_04_c1c3c2;
    case MIFU_SM2_C1C2C3:
        return put_04_c1c2c3;
    case MIFU_SM2_C1C3C2_NO_04:
        return put_c1c3c2;
    case MIFU_SM2_C1C2C3_NO_04:
        return put_c1c2c3;
    default:
        return put_ciphertext;
    }
}

mifu_status mifu_sm2_ciphertext_convert(uint8_t *out, size_t out_cap, size_t *out_len,
                                        mifu_sm2_format to, mifu_sm2_format from, const uint8_t *ct,
                                        size_t ct_len)
{
    mifu_sm2_ciphertext_parts parts;
    mifu_status status;
    size_t need = 0;

    if (out_len == NULL || (ct == NULL && ct_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (!is_known(to) || (!is_known(from) && from != MIFU_SM2_AUTO))
        return MIFU_ERR_ARGUMENT_NAME;
    if (from == MIFU_SM2_AUTO)
        status = split_auto(&parts, ct, ct_len);
    else
        status = mifu_sm2_ciphertext_split(&parts, from, ct, ct_len);
    if (status != MIFU_OK)
        return status;
    if (mifu_der_encode(NULL, 0, &need, writer_of(to), &parts) != MIFU_ERR_BUFFER) /* it counts */
        return MIFU_ERR_ARGUMENT_LENGTH;
    if (out != NULL && out_cap >= need && (out == ct || mifu_overlaps_badly(out, need, ct, ct_len)))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    return mifu_der_encode(out, out_cap, out_len, writer_of(to), &parts);
}
