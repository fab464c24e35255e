/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A writer of DER. It works backwards, from the last byte to the first, so that the length of a
 * structure is known when its header is written: parts are put in reverse order. Without a buffer
 * it counts. It never writes outside its buffer; after an overflow it only counts on.
 *
 * An encoder is a function that puts its parts. mifu_der_encode() calls it twice: once to count, so
 * that a buffer that is too small is left untouched, and once to write into exactly the bytes
 * needed.
 *
 *     static void put_signature(mifu_der_writer *w, const void *arg)
 *     {
 *         const uint8_t *sig = arg;
 *         size_t mark = mifu_der_mark(w);
 *
 *         mifu_der_put_integer(w, sig + 32, 32);
 *         mifu_der_put_integer(w, sig, 32);
 *         mifu_der_close(w, MIFU_DER_SEQUENCE, mark);
 *     }
 */
#ifndef MIFU_DER_WRITER_H
#define MIFU_DER_WRITER_H

#include "mifu/status.h"

#include "der_reader.h"

typedef struct mifu_der_writer {
    uint8_t *buffer; /* NULL: count only */
    size_t cap;
    size_t len; /* put so far; they are the last `len` bytes of the buffer */
} mifu_der_writer;

/* Room for len bytes before what was put so far: their address, or NULL where it only counts. */
uint8_t *mifu_der_put_room(mifu_der_writer *w, size_t len);

void mifu_der_put_bytes(mifu_der_writer *w, const uint8_t *data, size_t len);

/* Tag and length of an element whose contents have just been put. */
void mifu_der_put_header(mifu_der_writer *w, uint8_t tag, size_t len);

/* What was put after the mark becomes the contents of an element. */
size_t mifu_der_mark(const mifu_der_writer *w);
void mifu_der_close(mifu_der_writer *w, uint8_t tag, size_t mark);

/* A non-negative INTEGER from `width` big-endian bytes, minimal. Variable time in the value. */
void mifu_der_put_integer(mifu_der_writer *w, const uint8_t *value, size_t width);
void mifu_der_put_uint32(mifu_der_writer *w, uint32_t value);

void mifu_der_put_octets(mifu_der_writer *w, const uint8_t *data, size_t len);
void mifu_der_put_bits(mifu_der_writer *w, const uint8_t *data, size_t len); /* whole bytes */
void mifu_der_put_oid(mifu_der_writer *w, const uint8_t *contents, size_t len);
void mifu_der_put_null(mifu_der_writer *w);

typedef void mifu_der_put_function(mifu_der_writer *w, const void *arg);

/*
 * Encodes into out: *out_len is the size of the encoding in every case. MIFU_ERR_BUFFER: out is
 * NULL or cap is too small; nothing is written.
 */
MIFU_MUST_CHECK mifu_status mifu_der_encode(uint8_t *out, size_t cap, size_t *out_len,
                                            mifu_der_put_function *put, const void *arg);

#endif
