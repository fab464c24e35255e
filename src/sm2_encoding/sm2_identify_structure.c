/* SPDX-License-Identifier: Apache-2.0 */
/* What the first tags of a DER structure say, and the algorithms it names:
 * sm2_identify_structure.h. */
#include "sm2_identify_structure.h"

#include "base_bytes.h"

#include "sm2_certificate.h"
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

mifu_sm2_kind mifu_sm2_kind_of_der(const uint8_t *data, size_t len)
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

void mifu_sm2_name_algorithms(char *text, mifu_sm2_kind kind, const uint8_t *data, size_t len)
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
