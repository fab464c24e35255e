/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A strict reader of DER (X.690, ITU-T 02/2021): definite minimal lengths, single-byte tags,
 * minimal INTEGERs, nothing left over at the end of a structure. It keeps pointers into the input,
 * copies nothing but INTEGERs, and allocates nothing.
 *
 * The first fault stays: after it every call does nothing and yields zeros, so a parser is written
 * as a straight line of calls and looks at mifu_der_finish() once, before it uses what it read.
 *
 *     mifu_der_reader r = mifu_der_reader_of(der, len);
 *     const uint8_t *outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
 *     mifu_der_get_integer(&r, x, 32, MIFU_ERR_RANGE_COORDINATE);
 *     mifu_der_leave(&r, outer);
 *     status = mifu_der_finish(&r);
 */
#ifndef MIFU_DER_READER_H
#define MIFU_DER_READER_H

#include "mifu/status.h"

#include "base_compiler.h"

enum {
    MIFU_DER_BOOLEAN = 0x01,
    MIFU_DER_INTEGER = 0x02,
    MIFU_DER_BIT_STRING = 0x03,
    MIFU_DER_OCTET_STRING = 0x04,
    MIFU_DER_NULL = 0x05,
    MIFU_DER_OID = 0x06,
    MIFU_DER_SEQUENCE = 0x30,
    MIFU_DER_SET = 0x31,
    MIFU_DER_CONTEXT = 0x80,            /* [n] IMPLICIT of a primitive type: + n */
    MIFU_DER_CONTEXT_CONSTRUCTED = 0xa0 /* [n] EXPLICIT, or IMPLICIT of SEQUENCE and SET: + n */
};

typedef struct mifu_der_reader {
    const uint8_t *at;
    const uint8_t *end; /* of the structure that was entered last */
    mifu_status status; /* MIFU_OK or the first fault */
} mifu_der_reader;

/* A run of bytes inside the input. */
typedef struct mifu_der_bytes {
    const uint8_t *data;
    size_t len;
} mifu_der_bytes;

/* A reader of len bytes. data may be NULL if len is 0. */
mifu_der_reader mifu_der_reader_of(const uint8_t *data, size_t len);

/* Sets the fault, unless there is one already. */
void mifu_der_fail(mifu_der_reader *r, mifu_status status);

/* 1 where the next element has this tag; 0 at the end of the structure and after a fault. */
int mifu_der_next_is(const mifu_der_reader *r, uint8_t tag);

/* 1 at the end of the structure that was entered last, and after a fault. */
int mifu_der_at_end(const mifu_der_reader *r);

/*
 * Enters a constructed element (or an OCTET STRING that holds DER); the result goes to the matching
 * mifu_der_leave(), which demands that nothing is left inside.
 */
const uint8_t *mifu_der_enter(mifu_der_reader *r, uint8_t tag);
void mifu_der_leave(mifu_der_reader *r, const uint8_t *outer_end);

/* The contents of the next element, which must have this tag. */
mifu_der_bytes mifu_der_get(mifu_der_reader *r, uint8_t tag);

/* The next element, whatever it is, with its tag and length. Its inside is not looked at. */
mifu_der_bytes mifu_der_get_element(mifu_der_reader *r);

/*
 * A non-negative INTEGER, right-aligned in width bytes. Variable time in the value.
 * `too_wide` is the fault where the value needs more than width bytes.
 */
void mifu_der_get_integer(mifu_der_reader *r, uint8_t *out, size_t width, mifu_status too_wide);

/* The same, but needless leading zero bytes are permitted (SIG-03 of the field cases). */
void mifu_der_get_integer_lenient(mifu_der_reader *r, uint8_t *out, size_t width,
                                  mifu_status too_wide);

/* A non-negative INTEGER below 2^32; MIFU_ERR_RANGE where it is larger. */
uint32_t mifu_der_get_uint32(mifu_der_reader *r);

/* An OCTET STRING; mifu_der_get_octets_of() demands a length (MIFU_ERR_ENCODING_LENGTH). */
mifu_der_bytes mifu_der_get_octets(mifu_der_reader *r);
const uint8_t *mifu_der_get_octets_of(mifu_der_reader *r, size_t len); /* NULL after a fault */

/* A BIT STRING of whole bytes, without its count of unused bits (MIFU_ERR_ENCODING_PADDING). */
mifu_der_bytes mifu_der_get_bits(mifu_der_reader *r);

/* The contents of an OBJECT IDENTIFIER, checked to be well formed. */
mifu_der_bytes mifu_der_get_oid(mifu_der_reader *r);

void mifu_der_get_null(mifu_der_reader *r);

/* The fault, or MIFU_ERR_ENCODING_TRAILING where input is left, or MIFU_OK. */
MIFU_MUST_CHECK mifu_status mifu_der_finish(mifu_der_reader *r);

/* 1 where the bytes are those `len` bytes. */
int mifu_der_equal(mifu_der_bytes bytes, const uint8_t *data, size_t len);

#endif
