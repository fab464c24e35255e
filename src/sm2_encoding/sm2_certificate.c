/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Certificates (RFC 5280 4.1, GM/T 0015-2012) and certificate requests (RFC 2986 4), as far as a
 * signature over them needs. All of it is public.
 */
#include "base_state.h"
#include "sm2_certificate.h"

#include "base_bytes.h"

#include "sm2_key_der.h"
#include "sm2_oid.h"

/* AlgorithmIdentifier with no parameters or NULL: the contents of its identifier. */
static mifu_der_bytes get_signature_algorithm(mifu_der_reader *r)
{
    const uint8_t *outer = mifu_der_enter(r, MIFU_DER_SEQUENCE);
    mifu_der_bytes oid = mifu_der_get_oid(r);

    /* RSASSA-PSS and others have parameters; they are not judged here. */
    while (!mifu_der_at_end(r))
        (void)mifu_der_get_element(r);
    mifu_der_leave(r, outer);
    return oid;
}

/* After the serial number a certificate has an algorithm, which begins with its identifier; after
 * the version a request has a name, which is empty or begins with a SET. */
static int next_is_algorithm(mifu_der_reader r)
{
    (void)mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    return mifu_der_next_is(&r, MIFU_DER_OID);
}

/* A version 1 certificate has no version field and thus begins as a request does. */
static void get_tbs(mifu_der_reader *r, mifu_sm2_certificate_parts *parts)
{
    const uint8_t *outer = mifu_der_enter(r, MIFU_DER_SEQUENCE);
    mifu_der_bytes inner_algorithm = {NULL, 0};

    if (mifu_der_next_is(r, MIFU_DER_CONTEXT_CONSTRUCTED + 0))
        (void)mifu_der_get(r, MIFU_DER_CONTEXT_CONSTRUCTED + 0);
    (void)mifu_der_get(r, MIFU_DER_INTEGER);
    parts->is_request = !next_is_algorithm(*r);
    if (!parts->is_request) {
        inner_algorithm = get_signature_algorithm(r);
        (void)mifu_der_get(r, MIFU_DER_SEQUENCE); /* issuer */
        (void)mifu_der_get(r, MIFU_DER_SEQUENCE); /* validity */
    }
    (void)mifu_der_get(r, MIFU_DER_SEQUENCE); /* subject */
    if (!mifu_der_next_is(r, MIFU_DER_SEQUENCE))
        (void)mifu_der_get(r, MIFU_DER_SEQUENCE); /* names the fault */
    parts->subject_key = mifu_der_get_element(r);
    while (!mifu_der_at_end(r)) /* unique identifiers, extensions, attributes */
        (void)mifu_der_get_element(r);
    mifu_der_leave(r, outer);
    parts->algorithm = inner_algorithm;
}

mifu_status mifu_sm2_certificate_split(mifu_sm2_certificate_parts *parts, const uint8_t *der,
                                       size_t len)
{
    mifu_der_reader r = mifu_der_reader_of(der, len);
    const uint8_t *outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    mifu_der_bytes inner_algorithm;

    memset(parts, 0, sizeof *parts);
    parts->tbs.data = r.at;
    get_tbs(&r, parts);
    parts->tbs.len = (size_t)(r.at - parts->tbs.data);
    inner_algorithm = parts->algorithm;
    parts->algorithm = get_signature_algorithm(&r);
    /* RFC 5280 4.1.1.2: both name the same algorithm; only the inner one is signed. */
    if (!parts->is_request &&
        !mifu_der_equal(parts->algorithm, inner_algorithm.data, inner_algorithm.len))
        mifu_der_fail(&r, MIFU_ERR_ENCODING);
    parts->signature = mifu_der_get_bits(&r);
    mifu_der_leave(&r, outer);
    return mifu_der_finish(&r);
}

mifu_status mifu_sm2_certificate_from_der(mifu_sm2_certificate *certificate, const uint8_t *der,
                                          size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm2_certificate_parts parts;
    mifu_status status;

    if (certificate == NULL || (der == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    memset(certificate, 0, sizeof *certificate);
    status = mifu_sm2_certificate_split(&parts, der, len);
    if (status == MIFU_OK && mifu_sm2_oid_of(parts.algorithm) != MIFU_SM2_OID_SIGN_WITH_SM3)
        status = MIFU_ERR_UNSUPPORTED_ALGORITHM;
    if (status == MIFU_OK)
        status = mifu_sm2_public_key_from_der(&certificate->subject, parts.subject_key.data,
                                              parts.subject_key.len);
    if (status == MIFU_OK)
        status = mifu_sm2_signature_from_der(certificate->signature, parts.signature.data,
                                             parts.signature.len);
    if (status != MIFU_OK) {
        memset(certificate, 0, sizeof *certificate);
        return status;
    }
    certificate->tbs = parts.tbs.data;
    certificate->tbs_len = parts.tbs.len;
    certificate->is_request = parts.is_request;
    return MIFU_OK;
}

mifu_status mifu_sm2_certificate_verify(const mifu_sm2_certificate *certificate,
                                        const mifu_sm2_public_key *issuer, const uint8_t *id,
                                        size_t id_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (certificate == NULL || issuer == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_sm2_verify(issuer, id, id_len, certificate->tbs, certificate->tbs_len,
                           certificate->signature);
}
