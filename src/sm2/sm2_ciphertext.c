/* SPDX-License-Identifier: Apache-2.0 */
/* The layouts of an SM2 ciphertext: sm2_ciphertext.h. */
#include "sm2_ciphertext.h"

#include "base_bytes.h"
#include "der_reader.h"
#include "der_writer.h"

static int has_04(mifu_sm2_format format)
{
    return format == MIFU_SM2_C1C3C2 || format == MIFU_SM2_C1C2C3;
}

static int is_raw(mifu_sm2_format format)
{
    return has_04(format) || format == MIFU_SM2_C1C3C2_NO_04 || format == MIFU_SM2_C1C2C3_NO_04;
}

static int c3_comes_first(mifu_sm2_format format)
{
    return format == MIFU_SM2_C1C3C2 || format == MIFU_SM2_C1C3C2_NO_04;
}

static mifu_status parse_der(mifu_sm2_ciphertext *parts, const uint8_t *ct, size_t ct_len)
{
    mifu_der_reader r = mifu_der_reader_of(ct, ct_len);
    const uint8_t *outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    mifu_der_bytes c2;
    mifu_status status;

    parts->c1[0] = 0x04;
    parts->c1_len = 65;
    mifu_der_get_integer(&r, parts->c1 + 1, 32, MIFU_ERR_RANGE_COORDINATE);
    mifu_der_get_integer(&r, parts->c1 + 33, 32, MIFU_ERR_RANGE_COORDINATE);
    parts->c3 = mifu_der_get_octets_of(&r, MIFU_SM2_C3_SIZE);
    c2 = mifu_der_get_octets(&r);
    mifu_der_leave(&r, outer);
    status = mifu_der_finish(&r);
    if (status != MIFU_OK)
        return status;
    parts->c2 = c2.data;
    parts->c2_len = c2.len;
    return c2.len != 0 ? MIFU_OK : MIFU_ERR_ARGUMENT_EMPTY;
}

/* Reads C1 from the front of a raw ciphertext; its length there goes to *head. */
static mifu_status parse_c1(mifu_sm2_ciphertext *parts, size_t *head, mifu_sm2_format format,
                            const uint8_t *ct, size_t ct_len)
{
    *head = 64;
    if (has_04(format)) {
        if (ct_len == 0)
            return MIFU_ERR_ENCODING_TRUNCATED;
        *head = ct[0] == 0x02 || ct[0] == 0x03 ? 33 : 65;
        if (ct[0] < 0x02 || ct[0] > 0x07 || ct[0] == 0x05)
            return MIFU_ERR_ENCODING_POINT;
    }
    if (ct_len < *head)
        return MIFU_ERR_ENCODING_TRUNCATED;
    parts->c1_len = has_04(format) ? *head : 65;
    parts->c1[0] = 0x04;
    memcpy(parts->c1 + parts->c1_len - *head, ct, *head);
    return MIFU_OK;
}

mifu_status mifu_sm2_ciphertext_parse(mifu_sm2_ciphertext *parts, mifu_sm2_format format,
                                      const uint8_t *ct, size_t ct_len)
{
    mifu_status status;
    size_t head;

    if (format == MIFU_SM2_DER)
        return parse_der(parts, ct, ct_len);
    if (!is_raw(format))
        return MIFU_ERR_ARGUMENT_NAME;
    status = parse_c1(parts, &head, format, ct, ct_len);
    if (status != MIFU_OK)
        return status;
    if (ct_len < head + MIFU_SM2_C3_SIZE)
        return MIFU_ERR_ENCODING_TRUNCATED;
    if (ct_len == head + MIFU_SM2_C3_SIZE)
        return MIFU_ERR_ARGUMENT_EMPTY;
    parts->c2_len = ct_len - head - MIFU_SM2_C3_SIZE;
    parts->c3 = c3_comes_first(format) ? ct + head : ct + head + parts->c2_len;
    parts->c2 = c3_comes_first(format) ? ct + head + MIFU_SM2_C3_SIZE : ct + head;
    return MIFU_OK;
}

/* ---- Writing ------------------------------------------------------------------------------- */

typedef struct layout {
    const uint8_t *xy;
    size_t c2_len;
    uint8_t **c2, **c3; /* where the places are told */
} layout;

/* Leaves room for C3 and C2. */
static void put_ciphertext(mifu_der_writer *w, const void *arg)
{
    const layout *parts = arg;
    size_t mark = mifu_der_mark(w);

    *parts->c2 = mifu_der_put_room(w, parts->c2_len);
    mifu_der_put_header(w, MIFU_DER_OCTET_STRING, parts->c2_len);
    *parts->c3 = mifu_der_put_room(w, MIFU_SM2_C3_SIZE);
    mifu_der_put_header(w, MIFU_DER_OCTET_STRING, MIFU_SM2_C3_SIZE);
    mifu_der_put_integer(w, parts->xy + 32, 32);
    mifu_der_put_integer(w, parts->xy, 32);
    mifu_der_close(w, MIFU_DER_SEQUENCE, mark);
}

/* Headers and everything that is not C2 take less than this in any format. */
#define MAX_OVERHEAD 160

/* Writes a DER layout into exactly its size; with ct NULL it counts. */
static size_t lay_out_der(uint8_t **c3, uint8_t **c2, uint8_t *ct, size_t cap, const uint8_t xy[64],
                          size_t c2_len)
{
    layout parts = {xy, c2_len, c2, c3};
    size_t size = 0;
    mifu_status status = mifu_der_encode(ct, cap, &size, put_ciphertext, &parts);

    (void)status; /* MIFU_ERR_BUFFER where it only counts */
    return size;
}

size_t mifu_sm2_ciphertext_exact_size(mifu_sm2_format format, const uint8_t xy[64], size_t pt_len)
{
    uint8_t *c2, *c3;

    if (pt_len > SIZE_MAX - MAX_OVERHEAD)
        return 0;
    if (is_raw(format))
        return (size_t)(has_04(format) ? 65 : 64) + MIFU_SM2_C3_SIZE + pt_len;
    return format == MIFU_SM2_DER ? lay_out_der(&c3, &c2, NULL, 0, xy, pt_len) : 0;
}

size_t mifu_sm2_ciphertext_size(mifu_sm2_format format, size_t pt_len)
{
    /* Top bits set: both coordinates take 33 bytes. */
    static const uint8_t widest[64] = {[0] = 0x80, [32] = 0x80};

    return mifu_sm2_ciphertext_exact_size(format, widest, pt_len);
}

uint8_t *mifu_sm2_ciphertext_lay_out(uint8_t **c3, uint8_t *ct, mifu_sm2_format format,
                                     const uint8_t xy[64], size_t pt_len)
{
    size_t head = has_04(format) ? 65 : 64;

    if (format == MIFU_SM2_DER) {
        uint8_t *c2;
        size_t size = mifu_sm2_ciphertext_exact_size(format, xy, pt_len);

        (void)lay_out_der(c3, &c2, ct, size, xy, pt_len);
        return c2;
    }
    if (has_04(format))
        ct[0] = 0x04;
    memcpy(ct + head - 64, xy, 64);
    *c3 = c3_comes_first(format) ? ct + head : ct + head + pt_len;
    return c3_comes_first(format) ? ct + head + MIFU_SM2_C3_SIZE : ct + head;
}
