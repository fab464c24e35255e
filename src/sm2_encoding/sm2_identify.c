/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is this blob? Told by the first tags inside and, where there is no DER, by length and by
 * whether a point of the curve stands in the place of one. Then the strict reader of that kind says
 * whether it is sound.
 */
#include "mifu/sm2_encoding.h"

#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"

#include "sm2_ciphertext_convert.h"
#include "sm2_curve_der.h"
#include "sm2_enveloped_key.h"
#include "sm2_identify_structure.h"
#include "sm2_key_encrypted.h"

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

void mifu_sm2_identify(mifu_sm2_identity *identity, const uint8_t *data, size_t len)
{
    MIFU_ZEROS_WHEN_CLOSED(identity, sizeof *identity);
    mifu_der_reader r = mifu_der_reader_of(data, len);
    mifu_der_bytes element;

    memset(identity, 0, sizeof *identity);
    identity->size = len;
    if (len != 0)
        identity->kind = kind_of_point(data, len);
    if (len != 0 && identity->kind == MIFU_SM2_KIND_UNKNOWN) {
        identity->kind = mifu_sm2_kind_of_der(data, len);
        element = mifu_der_get_element(&r);
        if (identity->kind != MIFU_SM2_KIND_UNKNOWN && r.status == MIFU_OK)
            identity->size = element.len;
    }
    if (len != 0 && identity->kind == MIFU_SM2_KIND_UNKNOWN)
        identity->kind = kind_of_length(data, len);
    identity->status = check(identity->kind, data, len);
    mifu_sm2_name_algorithms(identity->algorithm, identity->kind, data, len);
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
