/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is this blob? Told by the first tags inside and, where there is no DER, by length and by
 * whether a point of the curve stands in the place of one. Then the strict reader of that kind says
 * whether it is sound.
 */
#include "mifu/sm2_encoding.h"

#include "base_bytes.h"
#include "base_secret.h"

#include "sm2_certificate.h"
#include "sm2_ciphertext_convert.h"
#include "sm2_curve_der.h"
#include "sm2_enveloped_key.h"
#include "sm2_key_encrypted.h"
#include "sm2_oid.h"

/* ---- Peeking: as the strict reader, but an element that is cut short is entered all the same ----
 */

static mifu_der_reader inside(mifu_der_reader r)
{
    size_t left = (size_t)(r.end - r.at);
    size_t header = 2;

    if (left >= 2 && r.at[1] >= 0x80)
        header = (size_t)2 + (r.at[1] & 0x7f);
    if (r.status != MIFU_OK || left < header)
        return mifu_der_reader_of(NULL, 0);
    {
        mifu_der_reader whole = r;
        mifu_der_bytes element = mifu_der_get_element(&whole);

        return whole.status == MIFU_OK
                   ? mifu_der_reader_of(element.data + header, element.len - header)
                   : mifu_der_reader_of(r.at + header, left - header);
    }
}

static mifu_sm2_oid oid_inside(mifu_der_reader r)
{
    mifu_der_reader in = inside(r);

    return mifu_sm2_get_oid(&in);
}

static int begins_with_tag(mifu_der_reader r, uint8_t tag)
{
    mifu_der_reader in = inside(r);

    return mifu_der_next_is(&in, tag);
}

/* ---- Structures ---- */

/* The arcs of PKCS#7 (1.2.840.113549.1.7) and of GM/T 0010 (1.2.156.10197.6.1.4.2). */
static int is_content_info(mifu_der_reader r)
{
    static const uint8_t pkcs7[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07};
    static const uint8_t gm[] = {0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x06, 0x01, 0x04, 0x02};
    mifu_der_bytes oid = mifu_der_get_oid(&r);

    return (oid.len > sizeof pkcs7 && memcmp(oid.data, pkcs7, sizeof pkcs7) == 0) ||
           (oid.len > sizeof gm && memcmp(oid.data, gm, sizeof gm) == 0);
}

/* SEQUENCE { INTEGER, SEQUENCE ... } */
static mifu_sm2_kind kind_of_versioned(mifu_der_reader r)
{
    if (oid_inside(r) == MIFU_SM2_OID_GM_DATA)
        return MIFU_SM2_KIND_CFCA_CONTAINER;
    if (oid_inside(r) == MIFU_SM2_OID_PRIME_FIELD)
        return MIFU_SM2_KIND_CURVE;
    if (is_content_info(inside(r)))
        return MIFU_SM2_KIND_PKCS12;
    return MIFU_SM2_KIND_PRIVATE_KEY_PKCS8;
}

/* SEQUENCE { INTEGER, INTEGER ... }: a signature has 70 bytes inside at most, a ciphertext at least
 * 41, and where both are possible the third part decides. */
static mifu_sm2_kind kind_of_numbers(mifu_der_reader r, mifu_der_bytes first)
{
    (void)mifu_der_get(&r, MIFU_DER_INTEGER);
    if (r.status != MIFU_OK)
        return MIFU_SM2_KIND_SIGNATURE_DER;
    if (mifu_der_next_is(&r, MIFU_DER_OCTET_STRING))
        return MIFU_SM2_KIND_CIPHERTEXT_DER;
    if (mifu_der_next_is(&r, MIFU_DER_INTEGER) && first.len == 1 && first.data[0] <= 1)
        return MIFU_SM2_KIND_PKCS1_PRIVATE_KEY;
    return MIFU_SM2_KIND_SIGNATURE_DER;
}

/* SEQUENCE { SEQUENCE ... } */
static mifu_sm2_kind kind_of_nested(mifu_der_reader r)
{
    mifu_der_reader first = inside(r);

    if (mifu_der_next_is(&first, MIFU_DER_CONTEXT_CONSTRUCTED + 0))
        return MIFU_SM2_KIND_CERTIFICATE;
    if (mifu_der_next_is(&first, MIFU_DER_INTEGER)) {
        (void)mifu_der_get(&first, MIFU_DER_INTEGER);
        return begins_with_tag(first, MIFU_DER_OID) ? MIFU_SM2_KIND_CERTIFICATE
                                                    : MIFU_SM2_KIND_CERTIFICATE_REQUEST;
    }
    if (!mifu_der_next_is(&first, MIFU_DER_OID))
        return MIFU_SM2_KIND_UNKNOWN;
    if (oid_inside(r) == MIFU_SM2_OID_GM_DATA)
        return MIFU_SM2_KIND_CFCA_CONTAINER;
    (void)mifu_der_get(&r, MIFU_DER_SEQUENCE);
    if (mifu_der_next_is(&r, MIFU_DER_BIT_STRING))
        return MIFU_SM2_KIND_PUBLIC_KEY_DER;
    if (mifu_der_next_is(&r, MIFU_DER_OCTET_STRING))
        return MIFU_SM2_KIND_PRIVATE_KEY_ENCRYPTED;
    if (mifu_der_next_is(&r, MIFU_DER_SEQUENCE))
        return MIFU_SM2_KIND_ENVELOPED_KEY;
    /* Cut short before that: the algorithm hints. */
    switch (mifu_sm2_get_oid(&first)) {
    case MIFU_SM2_OID_CURVE:
    case MIFU_SM2_OID_EC_PUBLIC_KEY:
        return MIFU_SM2_KIND_PUBLIC_KEY_DER;
    default:
        return MIFU_SM2_KIND_UNKNOWN;
    }
}

static mifu_sm2_kind kind_of_der(const uint8_t *data, size_t len)
{
    mifu_der_reader r = mifu_der_reader_of(data, len);
    mifu_der_bytes number;

    if (mifu_der_next_is(&r, MIFU_DER_OID) && mifu_sm2_get_oid(&r) != MIFU_SM2_OID_UNKNOWN)
        return MIFU_SM2_KIND_CURVE;
    if (!mifu_der_next_is(&r, MIFU_DER_SEQUENCE))
        return MIFU_SM2_KIND_UNKNOWN;
    r = inside(r);
    if (mifu_der_next_is(&r, MIFU_DER_OID))
        return is_content_info(r) ? MIFU_SM2_KIND_PKCS7 : MIFU_SM2_KIND_UNKNOWN;
    if (mifu_der_next_is(&r, MIFU_DER_SEQUENCE))
        return kind_of_nested(r);
    if (!mifu_der_next_is(&r, MIFU_DER_INTEGER))
        return MIFU_SM2_KIND_UNKNOWN;
    number = mifu_der_get(&r, MIFU_DER_INTEGER);
    if (mifu_der_next_is(&r, MIFU_DER_SEQUENCE))
        return kind_of_versioned(r);
    if (mifu_der_next_is(&r, MIFU_DER_OCTET_STRING))
        return MIFU_SM2_KIND_PRIVATE_KEY_SEC1;
    if (mifu_der_next_is(&r, MIFU_DER_INTEGER) && number.len != 0)
        return kind_of_numbers(r, number);
    return MIFU_SM2_KIND_UNKNOWN;
}

/* ---- Bytes without structure ---- */

/* A point in the right place is no accident: these are asked before everything else. */
static mifu_sm2_kind kind_of_point(const uint8_t *data, size_t len)
{
    mifu_sm2_public_key key;
    mifu_sm2_ciphertext parts;
    uint8_t xy[64];

    if (len == MIFU_SM2_PUBLIC_KEY_SIZE &&
        mifu_sm2_public_key_from_bytes(&key, data, len) == MIFU_OK)
        return MIFU_SM2_KIND_PUBLIC_KEY_POINT;
    if (len == 64 && mifu_sm2_public_key_from_xy(&key, data) == MIFU_OK)
        return MIFU_SM2_KIND_PUBLIC_KEY_XY;
    if (data[0] == 0x04 &&
        mifu_sm2_ciphertext_check(&parts, xy, MIFU_SM2_C1C3C2, data, len) == MIFU_OK)
        return MIFU_SM2_KIND_CIPHERTEXT_RAW;
    if (mifu_sm2_ciphertext_check(&parts, xy, MIFU_SM2_C1C3C2_NO_04, data, len) == MIFU_OK)
        return MIFU_SM2_KIND_CIPHERTEXT_RAW_NO_04;
    return MIFU_SM2_KIND_UNKNOWN;
}

static mifu_status check_raw_signature(const uint8_t *data)
{
    uint8_t der[MIFU_SM2_SIGNATURE_DER_MAX_SIZE];
    uint8_t sig[MIFU_SM2_SIGNATURE_SIZE];
    size_t len = 0;
    mifu_status status = mifu_sm2_signature_to_der(der, sizeof der, &len, data);

    return status != MIFU_OK ? status : mifu_sm2_signature_from_der(sig, der, len);
}

static mifu_status check_private_key(const uint8_t *data, size_t len, int raw)
{
    mifu_sm2_private_key key;
    mifu_status status = raw ? mifu_sm2_private_key_from_bytes(&key, data)
                             : mifu_sm2_private_key_from_der(&key, data, len);

    mifu_sm2_private_key_wipe(&key);
    return status;
}

/* By length and range alone. */
static mifu_sm2_kind kind_of_length(const uint8_t *data, size_t len)
{
    uint8_t sig[MIFU_SM2_SIGNATURE_SIZE];

    if (len == MIFU_SM2_PUBLIC_KEY_SIZE && (data[0] == 4 || data[0] == 6 || data[0] == 7))
        return MIFU_SM2_KIND_PUBLIC_KEY_POINT;
    if (len == MIFU_SM2_COMPRESSED_SIZE && (data[0] == 2 || data[0] == 3))
        return MIFU_SM2_KIND_PUBLIC_KEY_POINT;
    if (len == MIFU_SM2_SIGNATURE_SIZE && check_raw_signature(data) == MIFU_OK)
        return MIFU_SM2_KIND_SIGNATURE_RAW;
    if (len == MIFU_SM2_SIGNATURE_SKF_SIZE && mifu_sm2_signature_from_skf(sig, data) == MIFU_OK)
        return MIFU_SM2_KIND_SIGNATURE_SKF;
    if (len == MIFU_SM2_PRIVATE_KEY_SIZE && check_private_key(data, len, 1) == MIFU_OK)
        return MIFU_SM2_KIND_PRIVATE_KEY_RAW;
    return MIFU_SM2_KIND_UNKNOWN;
}

/* ---- The strict readers ---- */

static mifu_status check_envelope(const uint8_t *data, size_t len)
{
    mifu_sm2_envelope e;
    mifu_sm2_ciphertext parts;
    uint8_t xy[64];
    mifu_sm2_public_key key;
    mifu_status status = mifu_sm2_envelope_split(&e, data, len);

    if (status == MIFU_OK)
        status = mifu_sm2_ciphertext_check(&parts, xy, MIFU_SM2_DER, e.cipher.data, e.cipher.len);
    if (status == MIFU_OK)
        status = mifu_sm2_public_key_from_bytes(&key, e.point.data, e.point.len);
    return status;
}

static mifu_status check_curve(const uint8_t *data, size_t len)
{
    mifu_der_reader r = mifu_der_reader_of(data, len);

    mifu_sm2_get_curve(&r);
    return mifu_der_finish(&r);
}

static mifu_status check(mifu_sm2_kind kind, const uint8_t *data, size_t len)
{
    uint8_t sig[MIFU_SM2_SIGNATURE_SIZE];
    mifu_sm2_public_key key;
    mifu_sm2_certificate certificate;
    mifu_sm2_ciphertext ciphertext;
    uint8_t xy[64];
    mifu_sm2_encrypted_parts encrypted;

    switch (kind) {
    case MIFU_SM2_KIND_PRIVATE_KEY_PKCS8:
    case MIFU_SM2_KIND_PRIVATE_KEY_SEC1:
        return check_private_key(data, len, 0);
    case MIFU_SM2_KIND_PRIVATE_KEY_ENCRYPTED:
        return mifu_sm2_encrypted_split(&encrypted, data, len);
    case MIFU_SM2_KIND_PUBLIC_KEY_DER:
        return mifu_sm2_public_key_from_der(&key, data, len);
    case MIFU_SM2_KIND_PUBLIC_KEY_POINT:
        return mifu_sm2_public_key_from_bytes(&key, data, len);
    case MIFU_SM2_KIND_CURVE:
        return check_curve(data, len);
    case MIFU_SM2_KIND_SIGNATURE_DER:
        return mifu_sm2_signature_from_der(sig, data, len);
    case MIFU_SM2_KIND_SIGNATURE_SKF:
        return mifu_sm2_signature_from_skf(sig, data) == MIFU_OK ? check_raw_signature(sig)
                                                                 : MIFU_ERR_ENCODING_PADDING;
    case MIFU_SM2_KIND_CIPHERTEXT_DER:
        return mifu_sm2_ciphertext_check(&ciphertext, xy, MIFU_SM2_DER, data, len);
    case MIFU_SM2_KIND_ENVELOPED_KEY:
        return check_envelope(data, len);
    case MIFU_SM2_KIND_CERTIFICATE:
    case MIFU_SM2_KIND_CERTIFICATE_REQUEST:
        return mifu_sm2_certificate_from_der(&certificate, data, len);
    case MIFU_SM2_KIND_PKCS1_PRIVATE_KEY:
        return MIFU_ERR_UNSUPPORTED_ALGORITHM;
    case MIFU_SM2_KIND_PKCS7:
    case MIFU_SM2_KIND_PKCS12:
        return MIFU_ERR_UNSUPPORTED;
    case MIFU_SM2_KIND_CFCA_CONTAINER:
        return MIFU_ERR_UNSUPPORTED_CONTAINER;
    case MIFU_SM2_KIND_UNKNOWN:
        return MIFU_ERR_ENCODING;
    default: /* raw forms that were recognised by being sound */
        return MIFU_OK;
    }
}

/* ---- Names of algorithms ---- */

static void append_oid(char *text, mifu_der_bytes oid)
{
    size_t n = strlen(text);

    if (oid.len == 0)
        return;
    if (n != 0 && n + 3 < MIFU_SM2_ALGORITHM_TEXT_SIZE)
        memcpy(text + n, ", ", 3);
    mifu_sm2_oid_append_text(text, MIFU_SM2_ALGORITHM_TEXT_SIZE, oid);
}

/* AlgorithmIdentifier of a key: its identifier, and the curve where it is named by one. */
static void append_algorithm(char *text, mifu_der_reader r)
{
    mifu_der_reader in = inside(r);

    append_oid(text, mifu_der_get_oid(&in));
    if (mifu_der_next_is(&in, MIFU_DER_OID))
        append_oid(text, mifu_der_get_oid(&in));
}

static void name_encrypted(char *text, const uint8_t *data, size_t len)
{
    mifu_sm2_encrypted_parts parts;

    if (mifu_sm2_encrypted_split(&parts, data, len) != MIFU_OK) {
        /* What was met before the fault is named all the same. */
    }
    append_oid(text, parts.scheme);
    append_oid(text, parts.kdf);
    append_oid(text, parts.prf);
    append_oid(text, parts.cipher);
}

static void name_certificate(char *text, const uint8_t *data, size_t len)
{
    mifu_sm2_certificate_parts parts;

    if (mifu_sm2_certificate_split(&parts, data, len) != MIFU_OK)
        return;
    append_oid(text, parts.algorithm);
    append_algorithm(text,
                     inside(mifu_der_reader_of(parts.subject_key.data, parts.subject_key.len)));
}

static void name_algorithms(char *text, mifu_sm2_kind kind, const uint8_t *data, size_t len)
{
    mifu_der_reader r = mifu_der_reader_of(data, len);

    switch (kind) {
    case MIFU_SM2_KIND_PRIVATE_KEY_PKCS8:
        r = inside(r);
        (void)mifu_der_get(&r, MIFU_DER_INTEGER);
        append_algorithm(text, r);
        break;
    case MIFU_SM2_KIND_PRIVATE_KEY_SEC1:
        r = inside(r);
        (void)mifu_der_get(&r, MIFU_DER_INTEGER);
        (void)mifu_der_get(&r, MIFU_DER_OCTET_STRING);
        if (mifu_der_next_is(&r, MIFU_DER_CONTEXT_CONSTRUCTED + 0))
            append_algorithm(text, r);
        break;
    case MIFU_SM2_KIND_PUBLIC_KEY_DER:
    case MIFU_SM2_KIND_ENVELOPED_KEY:
        append_algorithm(text, inside(r));
        break;
    case MIFU_SM2_KIND_PRIVATE_KEY_ENCRYPTED:
        name_encrypted(text, data, len);
        break;
    case MIFU_SM2_KIND_CERTIFICATE:
    case MIFU_SM2_KIND_CERTIFICATE_REQUEST:
        name_certificate(text, data, len);
        break;
    case MIFU_SM2_KIND_PKCS7:
        append_algorithm(text, r);
        break;
    case MIFU_SM2_KIND_CURVE:
        if (mifu_der_next_is(&r, MIFU_DER_OID))
            append_oid(text, mifu_der_get_oid(&r));
        break;
    default:
        break;
    }
}

void mifu_sm2_identify(mifu_sm2_identity *identity, const uint8_t *data, size_t len)
{
    mifu_der_reader r = mifu_der_reader_of(data, len);
    mifu_der_bytes element;

    memset(identity, 0, sizeof *identity);
    identity->size = len;
    if (len != 0)
        identity->kind = kind_of_point(data, len);
    if (len != 0 && identity->kind == MIFU_SM2_KIND_UNKNOWN) {
        identity->kind = kind_of_der(data, len);
        element = mifu_der_get_element(&r);
        if (identity->kind != MIFU_SM2_KIND_UNKNOWN && r.status == MIFU_OK)
            identity->size = element.len;
    }
    if (len != 0 && identity->kind == MIFU_SM2_KIND_UNKNOWN)
        identity->kind = kind_of_length(data, len);
    identity->status = check(identity->kind, data, len);
    name_algorithms(identity->algorithm, identity->kind, data, len);
}

const char *mifu_sm2_kind_text(mifu_sm2_kind kind)
{
    switch (kind) {
    case MIFU_SM2_KIND_PRIVATE_KEY_PKCS8:
        return "private key, PKCS#8";
    case MIFU_SM2_KIND_PRIVATE_KEY_SEC1:
        return "private key, SEC1 (ECPrivateKey)";
    case MIFU_SM2_KIND_PRIVATE_KEY_ENCRYPTED:
        return "encrypted private key, PKCS#8";
    case MIFU_SM2_KIND_PRIVATE_KEY_RAW:
        return "32 bytes that can be a raw private key";
    case MIFU_SM2_KIND_PUBLIC_KEY_DER:
        return "public key, SubjectPublicKeyInfo";
    case MIFU_SM2_KIND_PUBLIC_KEY_POINT:
        return "public key, encoded point";
    case MIFU_SM2_KIND_PUBLIC_KEY_XY:
        return "public key, x || y without 04";
    case MIFU_SM2_KIND_CURVE:
        return "curve parameters";
    case MIFU_SM2_KIND_SIGNATURE_DER:
        return "signature, DER";
    case MIFU_SM2_KIND_SIGNATURE_RAW:
        return "64 bytes that can be a raw signature r || s";
    case MIFU_SM2_KIND_SIGNATURE_SKF:
        return "signature, 128-byte blob of a token";
    case MIFU_SM2_KIND_CIPHERTEXT_DER:
        return "ciphertext, DER";
    case MIFU_SM2_KIND_CIPHERTEXT_RAW:
        return "ciphertext, raw with 04";
    case MIFU_SM2_KIND_CIPHERTEXT_RAW_NO_04:
        return "ciphertext, raw without 04";
    case MIFU_SM2_KIND_ENVELOPED_KEY:
        return "enveloped key (SM2EnvelopedKey)";
    case MIFU_SM2_KIND_CERTIFICATE:
        return "certificate";
    case MIFU_SM2_KIND_CERTIFICATE_REQUEST:
        return "certificate request";
    case MIFU_SM2_KIND_PKCS1_PRIVATE_KEY:
        return "RSA private key, PKCS#1";
    case MIFU_SM2_KIND_PKCS7:
        return "PKCS#7 or GM/T 0010 message";
    case MIFU_SM2_KIND_PKCS12:
        return "PKCS#12 container";
    case MIFU_SM2_KIND_CFCA_CONTAINER:
        return "CFCA's private container";
    default:
        return "unknown";
    }
}
