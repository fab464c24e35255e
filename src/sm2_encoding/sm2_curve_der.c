/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Curve and algorithm of a key: RFC 5480 2.1, and the explicit parameters of RFC 3279 2.3.5 (X9.62
 * SpecifiedECDomain), which must be those of GB/T 32918.5-2017 to the last byte.
 */
#include "sm2_curve_der.h"

#include "base_bytes.h"

#include "sm2_oid.h"

/* Contents of INTEGER p and n: a zero byte keeps them positive. */
static const uint8_t p_integer[33] = {0x00, 0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff,
                                      0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                      0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff,
                                      0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
static const uint8_t n_integer[33] = {0x00, 0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff,
                                      0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x72,
                                      0x03, 0xdf, 0x6b, 0x21, 0xc6, 0x05, 0x2b, 0x53, 0xbb,
                                      0xf4, 0x09, 0x39, 0xd5, 0x41, 0x23};
static const uint8_t a_bytes[32] = {
    0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfc};
static const uint8_t b_bytes[32] = {
    0x28, 0xe9, 0xfa, 0x9e, 0x9d, 0x9f, 0x5e, 0x34, 0x4d, 0x5a, 0x9e, 0x4b, 0xcf, 0x65, 0x09, 0xa7,
    0xf3, 0x97, 0x89, 0xf5, 0x15, 0xab, 0x8f, 0x92, 0xdd, 0xbc, 0xbd, 0x41, 0x4d, 0x94, 0x0e, 0x93};
static const uint8_t g_bytes[65] = {
    0x04, 0x32, 0xc4, 0xae, 0x2c, 0x1f, 0x19, 0x81, 0x19, 0x5f, 0x99, 0x04, 0x46,
    0x6a, 0x39, 0xc9, 0x94, 0x8f, 0xe3, 0x0b, 0xbf, 0xf2, 0x66, 0x0b, 0xe1, 0x71,
    0x5a, 0x45, 0x89, 0x33, 0x4c, 0x74, 0xc7, 0xbc, 0x37, 0x36, 0xa2, 0xf4, 0xf6,
    0x77, 0x9c, 0x59, 0xbd, 0xce, 0xe3, 0x6b, 0x69, 0x21, 0x53, 0xd0, 0xa9, 0x87,
    0x7c, 0xc6, 0x2a, 0x47, 0x40, 0x02, 0xdf, 0x32, 0xe5, 0x21, 0x39, 0xf0, 0xa0};
static const uint8_t cofactor[1] = {0x01};

static void expect(mifu_der_reader *r, uint8_t tag, const uint8_t *contents, size_t len)
{
    if (!mifu_der_equal(mifu_der_get(r, tag), contents, len))
        mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_CURVE);
}

/* The base point, uncompressed or compressed: the y of SM2's is even. */
static void expect_base(mifu_der_reader *r)
{
    mifu_der_bytes base = mifu_der_get_octets(r);

    if (mifu_der_equal(base, g_bytes, sizeof g_bytes))
        return;
    if (base.len != 33 || base.data[0] != 0x02 || memcmp(base.data + 1, g_bytes + 1, 32) != 0)
        mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_CURVE);
}

static void get_explicit_curve(mifu_der_reader *r)
{
    const uint8_t *outer = mifu_der_enter(r, MIFU_DER_SEQUENCE);
    const uint8_t *inner;
    uint32_t version = mifu_der_get_uint32(r);

    if (version < 1 || version > 3)
        mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_CURVE);

    inner = mifu_der_enter(r, MIFU_DER_SEQUENCE);
    if (mifu_sm2_get_oid(r) != MIFU_SM2_OID_PRIME_FIELD)
        mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_CURVE);
    expect(r, MIFU_DER_INTEGER, p_integer, sizeof p_integer);
    mifu_der_leave(r, inner);

    inner = mifu_der_enter(r, MIFU_DER_SEQUENCE);
    expect(r, MIFU_DER_OCTET_STRING, a_bytes, sizeof a_bytes);
    expect(r, MIFU_DER_OCTET_STRING, b_bytes, sizeof b_bytes);
    if (mifu_der_next_is(r, MIFU_DER_BIT_STRING)) /* a seed, which sm2p256v1 does not have */
        mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_CURVE);
    mifu_der_leave(r, inner);

    expect_base(r);
    expect(r, MIFU_DER_INTEGER, n_integer, sizeof n_integer);
    if (mifu_der_next_is(r, MIFU_DER_INTEGER))
        expect(r, MIFU_DER_INTEGER, cofactor, sizeof cofactor);
    mifu_der_leave(r, outer);
}

void mifu_sm2_get_curve(mifu_der_reader *r)
{
    if (mifu_der_next_is(r, MIFU_DER_OID)) {
        if (mifu_sm2_get_oid(r) != MIFU_SM2_OID_CURVE)
            mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_CURVE);
    } else if (mifu_der_next_is(r, MIFU_DER_NULL)) { /* implicitlyCA: agreed elsewhere */
        mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_CURVE);
    } else {
        get_explicit_curve(r);
    }
}

void mifu_sm2_get_key_algorithm(mifu_der_reader *r)
{
    const uint8_t *outer = mifu_der_enter(r, MIFU_DER_SEQUENCE);

    switch (mifu_sm2_get_oid(r)) {
    case MIFU_SM2_OID_EC_PUBLIC_KEY:
        mifu_sm2_get_curve(r);
        break;
    case MIFU_SM2_OID_CURVE:
        if (mifu_der_next_is(r, MIFU_DER_NULL))
            mifu_der_get_null(r);
        else if (!mifu_der_at_end(r))
            mifu_sm2_get_curve(r);
        break;
    default:
        mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_ALGORITHM);
    }
    mifu_der_leave(r, outer);
}

void mifu_sm2_put_key_algorithm(mifu_der_writer *w)
{
    size_t mark = mifu_der_mark(w);

    mifu_sm2_put_oid(w, MIFU_SM2_OID_CURVE);
    mifu_sm2_put_oid(w, MIFU_SM2_OID_EC_PUBLIC_KEY);
    mifu_der_close(w, MIFU_DER_SEQUENCE, mark);
}
