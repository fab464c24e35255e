/* SPDX-License-Identifier: Apache-2.0 */
/* DER writer: X.690 clauses 8 and 10. */
#include "der_writer.h"

#include "base_bytes.h"

uint8_t *mifu_der_put_room(mifu_der_writer *w, size_t len)
{
    /* Once the count has passed the capacity, cap - len would wrap: no address is given any more.
     */
    int fits = w->buffer != NULL && w->len <= w->cap && len <= w->cap - w->len;

    w->len += len;
    return fits ? w->buffer + (w->cap - w->len) : NULL;
}

void mifu_der_put_bytes(mifu_der_writer *w, const uint8_t *data, size_t len)
{
    uint8_t *room = mifu_der_put_room(w, len);

    if (room != NULL)
        mifu_copy(room, data, len);
}

static void put_byte(mifu_der_writer *w, uint8_t byte)
{
    mifu_der_put_bytes(w, &byte, 1);
}

void mifu_der_put_header(mifu_der_writer *w, uint8_t tag, size_t len)
{
    if (len < 0x80) {
        put_byte(w, (uint8_t)len);
    } else {
        uint8_t count = 0;

        do {
            put_byte(w, (uint8_t)(len & 0xff));
            len >>= 8;
            count++;
        } while (len != 0);
        put_byte(w, (uint8_t)(0x80 | count));
    }
    put_byte(w, tag);
}

size_t mifu_der_mark(const mifu_der_writer *w)
{
    return w->len;
}

void mifu_der_close(mifu_der_writer *w, uint8_t tag, size_t mark)
{
    mifu_der_put_header(w, tag, w->len - mark);
}

void mifu_der_put_integer(mifu_der_writer *w, const uint8_t *value, size_t width)
{
    size_t mark = w->len;

    while (width != 0 && value[0] == 0) {
        value++;
        width--;
    }
    mifu_der_put_bytes(w, value, width);
    if (width == 0 || (value[0] & 0x80))
        put_byte(w, 0);
    mifu_der_close(w, MIFU_DER_INTEGER, mark);
}

void mifu_der_put_uint32(mifu_der_writer *w, uint32_t value)
{
    uint8_t bytes[4];

    mifu_store32_be(bytes, value);
    mifu_der_put_integer(w, bytes, sizeof bytes);
}

void mifu_der_put_octets(mifu_der_writer *w, const uint8_t *data, size_t len)
{
    mifu_der_put_bytes(w, data, len);
    mifu_der_put_header(w, MIFU_DER_OCTET_STRING, len);
}

void mifu_der_put_bits(mifu_der_writer *w, const uint8_t *data, size_t len)
{
    mifu_der_put_bytes(w, data, len);
    put_byte(w, 0);
    mifu_der_put_header(w, MIFU_DER_BIT_STRING, len + 1);
}

void mifu_der_put_oid(mifu_der_writer *w, const uint8_t *contents, size_t len)
{
    mifu_der_put_bytes(w, contents, len);
    mifu_der_put_header(w, MIFU_DER_OID, len);
}

void mifu_der_put_null(mifu_der_writer *w)
{
    mifu_der_put_header(w, MIFU_DER_NULL, 0);
}

mifu_status mifu_der_encode(uint8_t *out, size_t cap, size_t *out_len, mifu_der_put_function *put,
                            const void *arg)
{
    mifu_der_writer w = {NULL, 0, 0};

    put(&w, arg);
    *out_len = w.len;
    if (out == NULL || cap < w.len)
        return MIFU_ERR_BUFFER;
    w.buffer = out;
    w.cap = w.len;
    w.len = 0;
    put(&w, arg);
    return MIFU_OK;
}
