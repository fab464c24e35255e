/* SPDX-License-Identifier: Apache-2.0 */
/* Strict DER reader: X.690 clauses 8 and 10. */
#include "der_reader.h"

#include "base_bytes.h"

mifu_der_reader mifu_der_reader_of(const uint8_t *data, size_t len)
{
    static const uint8_t nothing[1] = {0};
    mifu_der_reader r;

    r.at = len != 0 ? data : nothing;
    r.end = r.at + len;
    r.status = MIFU_OK;
    return r;
}

void mifu_der_fail(mifu_der_reader *r, mifu_status status)
{
    if (r->status == MIFU_OK)
        r->status = status;
}

int mifu_der_next_is(const mifu_der_reader *r, uint8_t tag)
{
    return r->status == MIFU_OK && r->at != r->end && *r->at == tag;
}

int mifu_der_at_end(const mifu_der_reader *r)
{
    return r->status != MIFU_OK || r->at == r->end;
}

/* After a fault the contents are empty, but never a NULL pointer. */
static mifu_der_bytes empty(const mifu_der_reader *r)
{
    mifu_der_bytes bytes;

    bytes.data = r->at;
    bytes.len = 0;
    return bytes;
}

/*
 * Length octets (X.690 8.1.3, 10.1): short form below 128, else the fewest bytes that hold the
 * length. A well-formed length that exceeds the enclosing structure is a truncation.
 */
static mifu_der_bytes get_contents(mifu_der_reader *r)
{
    mifu_der_bytes contents = empty(r);
    uint64_t length;

    if (r->at == r->end) {
        mifu_der_fail(r, MIFU_ERR_ENCODING_TRUNCATED);
        return contents;
    }
    length = *r->at++;
    if (length >= 0x80) {
        size_t count = (size_t)(length & 0x7f);

        if (count == 0 || count > sizeof length) {
            mifu_der_fail(r, MIFU_ERR_ENCODING_LENGTH);
            return contents;
        }
        if ((size_t)(r->end - r->at) < count) {
            mifu_der_fail(r, MIFU_ERR_ENCODING_TRUNCATED);
            return contents;
        }
        length = 0;
        for (size_t i = 0; i < count; i++)
            length = length << 8 | r->at[i];
        if (r->at[0] == 0 || length < 0x80) {
            mifu_der_fail(r, MIFU_ERR_ENCODING_LENGTH);
            return contents;
        }
        r->at += count;
    }
    if (length > (uint64_t)(r->end - r->at)) {
        mifu_der_fail(r, MIFU_ERR_ENCODING_TRUNCATED);
        return contents;
    }
    contents.data = r->at;
    contents.len = (size_t)length;
    r->at += contents.len;
    return contents;
}

mifu_der_bytes mifu_der_get(mifu_der_reader *r, uint8_t tag)
{
    if (r->status != MIFU_OK)
        return empty(r);
    if (r->at == r->end) {
        mifu_der_fail(r, MIFU_ERR_ENCODING_TRUNCATED);
        return empty(r);
    }
    if (*r->at != tag) {
        mifu_der_fail(r, MIFU_ERR_ENCODING_TAG);
        return empty(r);
    }
    r->at++;
    return get_contents(r);
}

mifu_der_bytes mifu_der_get_element(mifu_der_reader *r)
{
    mifu_der_bytes element = empty(r);
    mifu_der_bytes contents;

    if (r->status != MIFU_OK)
        return element;
    if (r->at == r->end) {
        mifu_der_fail(r, MIFU_ERR_ENCODING_TRUNCATED);
        return element;
    }
    /* Tag numbers from 31 take more bytes (X.690 8.1.2.4); nothing that mifu reads has one. Tag 0
     * of the universal class is reserved. */
    if ((*r->at & 0x1f) == 0x1f || *r->at == 0) {
        mifu_der_fail(r, MIFU_ERR_ENCODING_TAG);
        return element;
    }
    r->at++;
    contents = get_contents(r);
    if (r->status == MIFU_OK)
        element.len = (size_t)(contents.data - element.data) + contents.len;
    return element;
}

const uint8_t *mifu_der_enter(mifu_der_reader *r, uint8_t tag)
{
    const uint8_t *outer_end = r->end;
    mifu_der_bytes contents = mifu_der_get(r, tag);

    if (r->status == MIFU_OK) {
        r->at = contents.data;
        r->end = contents.data + contents.len;
    }
    return outer_end;
}

void mifu_der_leave(mifu_der_reader *r, const uint8_t *outer_end)
{
    if (r->status != MIFU_OK)
        return;
    if (r->at != r->end)
        mifu_der_fail(r, MIFU_ERR_ENCODING_TRAILING);
    r->end = outer_end;
}

/* X.690 8.3.2: the first nine bits are neither all zero nor all one. */
static void get_integer(mifu_der_reader *r, uint8_t *out, size_t width, mifu_status too_wide,
                        int lenient)
{
    mifu_der_bytes value = mifu_der_get(r, MIFU_DER_INTEGER);

    memset(out, 0, width);
    if (r->status != MIFU_OK)
        return;
    if (value.len == 0) {
        mifu_der_fail(r, MIFU_ERR_ENCODING_LENGTH);
        return;
    }
    if (value.data[0] & 0x80) {
        mifu_der_fail(r, MIFU_ERR_ENCODING_NEGATIVE);
        return;
    }
    if (!lenient && value.len > 1 && value.data[0] == 0 && !(value.data[1] & 0x80)) {
        mifu_der_fail(r, MIFU_ERR_ENCODING_NOT_MINIMAL);
        return;
    }
    while (value.len != 0 && value.data[0] == 0) {
        value.data++;
        value.len--;
    }
    if (value.len > width) {
        mifu_der_fail(r, too_wide);
        return;
    }
    mifu_copy(out + (width - value.len), value.data, value.len);
}

void mifu_der_get_integer(mifu_der_reader *r, uint8_t *out, size_t width, mifu_status too_wide)
{
    get_integer(r, out, width, too_wide, 0);
}

void mifu_der_get_integer_lenient(mifu_der_reader *r, uint8_t *out, size_t width,
                                  mifu_status too_wide)
{
    get_integer(r, out, width, too_wide, 1);
}

uint32_t mifu_der_get_uint32(mifu_der_reader *r)
{
    uint8_t value[4];

    get_integer(r, value, sizeof value, MIFU_ERR_RANGE, 0);
    return mifu_load32_be(value);
}

mifu_der_bytes mifu_der_get_octets(mifu_der_reader *r)
{
    return mifu_der_get(r, MIFU_DER_OCTET_STRING);
}

const uint8_t *mifu_der_get_octets_of(mifu_der_reader *r, size_t len)
{
    mifu_der_bytes octets = mifu_der_get(r, MIFU_DER_OCTET_STRING);

    if (r->status == MIFU_OK && octets.len != len)
        mifu_der_fail(r, MIFU_ERR_ENCODING_LENGTH);
    return r->status == MIFU_OK ? octets.data : NULL;
}

mifu_der_bytes mifu_der_get_bits(mifu_der_reader *r)
{
    mifu_der_bytes bits = mifu_der_get(r, MIFU_DER_BIT_STRING);

    if (r->status != MIFU_OK)
        return empty(r);
    if (bits.len == 0) {
        mifu_der_fail(r, MIFU_ERR_ENCODING_LENGTH);
        return empty(r);
    }
    if (bits.data[0] != 0) {
        mifu_der_fail(r, MIFU_ERR_ENCODING_PADDING);
        return empty(r);
    }
    bits.data++;
    bits.len--;
    return bits;
}

/* X.690 8.19.2: at least one subidentifier, none begins with 80, the last one is complete. */
mifu_der_bytes mifu_der_get_oid(mifu_der_reader *r)
{
    mifu_der_bytes oid = mifu_der_get(r, MIFU_DER_OID);
    int first = 1;

    if (r->status != MIFU_OK)
        return empty(r);
    if (oid.len == 0) {
        mifu_der_fail(r, MIFU_ERR_ENCODING_LENGTH);
        return empty(r);
    }
    for (size_t i = 0; i < oid.len; i++) {
        if (first && oid.data[i] == 0x80) {
            mifu_der_fail(r, MIFU_ERR_ENCODING_NOT_MINIMAL);
            return empty(r);
        }
        first = !(oid.data[i] & 0x80);
    }
    if (!first) {
        mifu_der_fail(r, MIFU_ERR_ENCODING_TRUNCATED);
        return empty(r);
    }
    return oid;
}

void mifu_der_get_null(mifu_der_reader *r)
{
    if (mifu_der_get(r, MIFU_DER_NULL).len != 0)
        mifu_der_fail(r, MIFU_ERR_ENCODING_LENGTH);
}

mifu_status mifu_der_finish(mifu_der_reader *r)
{
    if (r->status == MIFU_OK && r->at != r->end)
        r->status = MIFU_ERR_ENCODING_TRAILING;
    return r->status;
}

int mifu_der_equal(mifu_der_bytes bytes, const uint8_t *data, size_t len)
{
    return bytes.len == len && (len == 0 || memcmp(bytes.data, data, len) == 0);
}
