/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys as DER: PrivateKeyInfo (PKCS#8, RFC 5958), ECPrivateKey (SEC1, RFC 5915) and
 * SubjectPublicKeyInfo (RFC 5480). The structure is public; the 32 bytes of d go straight from the
 * input into mifu_sm2_private_key_from_bytes().
 */
#include "base_state.h"
#include "sm2_key_der.h"

#include "base_bytes.h"
#include "base_secret.h"

#include "sm2_curve_der.h"
#include "sm2_oid.h"

/* ---- Reading ---- */

/* What a private key file holds. A part that is absent has the length 0. */
typedef struct private_parts {
    const uint8_t *d;
    mifu_der_bytes inner_point; /* of ECPrivateKey */
    mifu_der_bytes outer_point; /* of PKCS#8 version 2 */
} private_parts;

static const mifu_der_bytes nothing = {NULL, 0};

/*
 * ECPrivateKey ::= SEQUENCE { version INTEGER (1), privateKey OCTET STRING,
 *     parameters [0] ECParameters OPTIONAL, publicKey [1] BIT STRING OPTIONAL }
 * after its version.
 */
static void get_sec1_rest(mifu_der_reader *r, private_parts *parts)
{
    const uint8_t *inner;

    parts->d = mifu_der_get_octets_of(r, MIFU_SM2_PRIVATE_KEY_SIZE);
    if (mifu_der_next_is(r, MIFU_DER_CONTEXT_CONSTRUCTED + 0)) {
        inner = mifu_der_enter(r, MIFU_DER_CONTEXT_CONSTRUCTED + 0);
        mifu_sm2_get_curve(r);
        mifu_der_leave(r, inner);
    }
    if (mifu_der_next_is(r, MIFU_DER_CONTEXT_CONSTRUCTED + 1)) {
        inner = mifu_der_enter(r, MIFU_DER_CONTEXT_CONSTRUCTED + 1);
        parts->inner_point = mifu_der_get_bits(r);
        mifu_der_leave(r, inner);
    }
}

/* [1] IMPLICIT BIT STRING of whole bytes. */
static mifu_der_bytes get_outer_point(mifu_der_reader *r)
{
    mifu_der_bytes bits = mifu_der_get(r, MIFU_DER_CONTEXT + 1);

    if (bits.len == 0) {
        mifu_der_fail(r, MIFU_ERR_ENCODING_LENGTH);
        return nothing;
    }
    if (bits.data[0] != 0)
        mifu_der_fail(r, MIFU_ERR_ENCODING_PADDING);
    bits.data++;
    bits.len--;
    return bits;
}

/*
 * OneAsymmetricKey ::= SEQUENCE { version INTEGER (0 or 1), AlgorithmIdentifier,
 *     privateKey OCTET STRING { ECPrivateKey }, attributes [0] SET OPTIONAL,
 *     publicKey [1] BIT STRING OPTIONAL (version 1 only) }
 * after its version.
 */
static void get_pkcs8_rest(mifu_der_reader *r, private_parts *parts, uint32_t version)
{
    const uint8_t *octets;
    const uint8_t *sequence;

    mifu_sm2_get_key_algorithm(r);
    octets = mifu_der_enter(r, MIFU_DER_OCTET_STRING);
    sequence = mifu_der_enter(r, MIFU_DER_SEQUENCE);
    if (mifu_der_get_uint32(r) != 1)
        mifu_der_fail(r, MIFU_ERR_UNSUPPORTED);
    get_sec1_rest(r, parts);
    mifu_der_leave(r, sequence);
    mifu_der_leave(r, octets);
    if (mifu_der_next_is(r, MIFU_DER_CONTEXT_CONSTRUCTED + 0))
        (void)mifu_der_get(r, MIFU_DER_CONTEXT_CONSTRUCTED + 0);
    if (version == 1 && mifu_der_next_is(r, MIFU_DER_CONTEXT + 1))
        parts->outer_point = get_outer_point(r);
}

/*
 * CFCA's container: SEQUENCE { version INTEGER DEFAULT 1, SEQUENCE { data, SM4, OCTET STRING },
 * SEQUENCE { data, certificate } }, from its first inner SEQUENCE on.
 */
static int is_cfca_container(mifu_der_reader r)
{
    (void)mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    return mifu_sm2_get_oid(&r) == MIFU_SM2_OID_GM_DATA;
}

/* SEQUENCE { AlgorithmIdentifier, OCTET STRING }: EncryptedPrivateKeyInfo. */
static int is_encrypted(mifu_der_reader r)
{
    (void)mifu_der_get(&r, MIFU_DER_SEQUENCE);
    return mifu_der_next_is(&r, MIFU_DER_OCTET_STRING);
}

static mifu_status get_private_parts(private_parts *parts, const uint8_t *der, size_t len)
{
    mifu_der_reader r = mifu_der_reader_of(der, len);
    const uint8_t *outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    uint32_t version;

    if (is_encrypted(r))
        return MIFU_ERR_PASSWORD_NEEDED;
    if (is_cfca_container(r))
        return MIFU_ERR_UNSUPPORTED_CONTAINER;
    version = mifu_der_get_uint32(&r);
    if (mifu_der_next_is(&r, MIFU_DER_SEQUENCE)) {
        if (is_cfca_container(r))
            return MIFU_ERR_UNSUPPORTED_CONTAINER;
        if (version > 1)
            mifu_der_fail(&r, MIFU_ERR_UNSUPPORTED);
        get_pkcs8_rest(&r, parts, version);
    } else if (mifu_der_next_is(&r, MIFU_DER_OCTET_STRING)) {
        if (version != 1)
            mifu_der_fail(&r, MIFU_ERR_UNSUPPORTED);
        get_sec1_rest(&r, parts);
    } else if (mifu_der_next_is(&r, MIFU_DER_INTEGER)) { /* RSAPrivateKey or a DSA key */
        mifu_der_fail(&r, MIFU_ERR_UNSUPPORTED_ALGORITHM);
    } else {
        (void)mifu_der_get(&r, MIFU_DER_SEQUENCE); /* names the fault */
    }
    mifu_der_leave(&r, outer);
    return mifu_der_finish(&r);
}

/* A public part must be the one of the private key: Z depends on it (RFC 5915 clause 3). */
static mifu_status check_point(const mifu_sm2_private_key *key, mifu_der_bytes point)
{
    mifu_sm2_public_key stored;
    mifu_sm2_public_key derived;
    mifu_status status;

    if (point.data == NULL)
        return MIFU_OK;
    status = mifu_sm2_public_key_from_bytes(&stored, point.data, point.len);
    if (status != MIFU_OK)
        return status;
    mifu_sm2_public_key_from_private(&derived, key);
    return mifu_sm2_public_key_equal(&stored, &derived) ? MIFU_OK : MIFU_ERR_RANGE_KEY_MISMATCH;
}

mifu_status mifu_sm2_private_key_from_der(mifu_sm2_private_key *key, const uint8_t *der, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    private_parts parts = {NULL, {NULL, 0}, {NULL, 0}};
    mifu_status status;

    if (key == NULL || (der == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    status = get_private_parts(&parts, der, len);
    if (status == MIFU_OK)
        status = mifu_sm2_private_key_from_bytes(key, parts.d);
    if (status == MIFU_OK)
        status = check_point(key, parts.inner_point);
    if (status == MIFU_OK)
        status = check_point(key, parts.outer_point);
    if (status != MIFU_OK)
        mifu_sm2_private_key_wipe(key);
    return status;
}

void mifu_sm2_get_public_key(mifu_der_reader *r, mifu_sm2_public_key *key)
{
    const uint8_t *outer = mifu_der_enter(r, MIFU_DER_SEQUENCE);
    mifu_der_bytes point;

    mifu_sm2_get_key_algorithm(r);
    point = mifu_der_get_bits(r);
    mifu_der_leave(r, outer);
    if (r->status == MIFU_OK)
        mifu_der_fail(r, mifu_sm2_public_key_from_bytes(key, point.data, point.len));
}

mifu_status mifu_sm2_public_key_from_der(mifu_sm2_public_key *key, const uint8_t *der, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_der_reader r;
    mifu_status status;

    if (key == NULL || (der == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    r = mifu_der_reader_of(der, len);
    mifu_sm2_get_public_key(&r, key);
    status = mifu_der_finish(&r);
    if (status != MIFU_OK)
        memset(key, 0, sizeof *key);
    return status;
}

/* ---- Writing ---- */

typedef struct key_bytes {
    uint8_t d[MIFU_SM2_PRIVATE_KEY_SIZE];
    uint8_t point[MIFU_SM2_PUBLIC_KEY_SIZE];
} key_bytes;

static void put_ec_private_key(mifu_der_writer *w, const key_bytes *key, int with_curve)
{
    size_t outer = mifu_der_mark(w);
    size_t mark = mifu_der_mark(w);

    mifu_der_put_bits(w, key->point, sizeof key->point);
    mifu_der_close(w, MIFU_DER_CONTEXT_CONSTRUCTED + 1, mark);
    if (with_curve) {
        mark = mifu_der_mark(w);
        mifu_sm2_put_oid(w, MIFU_SM2_OID_CURVE);
        mifu_der_close(w, MIFU_DER_CONTEXT_CONSTRUCTED + 0, mark);
    }
    mifu_der_put_octets(w, key->d, sizeof key->d);
    mifu_der_put_uint32(w, 1);
    mifu_der_close(w, MIFU_DER_SEQUENCE, outer);
}

static void put_sec1(mifu_der_writer *w, const void *arg)
{
    put_ec_private_key(w, arg, 1);
}

static void put_pkcs8(mifu_der_writer *w, const void *arg)
{
    size_t outer = mifu_der_mark(w);

    /* The algorithm outside names the curve already. */
    put_ec_private_key(w, arg, 0);
    mifu_der_close(w, MIFU_DER_OCTET_STRING, outer);
    mifu_sm2_put_key_algorithm(w);
    mifu_der_put_uint32(w, 0);
    mifu_der_close(w, MIFU_DER_SEQUENCE, outer);
}

static mifu_status write_private(uint8_t *der, size_t der_cap, size_t *der_len,
                                 const mifu_sm2_private_key *key, mifu_der_put_function *put)
{
    key_bytes bytes;
    mifu_sm2_public_key public_key;
    mifu_status status;

    if (der_len == NULL || key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    mifu_sm2_private_key_to_bytes(bytes.d, key);
    mifu_sm2_public_key_from_private(&public_key, key);
    mifu_sm2_public_key_to_bytes(bytes.point, &public_key);
    status = mifu_der_encode(der, der_cap, der_len, put, &bytes);
    mifu_wipe(&bytes, sizeof bytes);
    return status;
}

mifu_status mifu_sm2_private_key_to_pkcs8(uint8_t *der, size_t der_cap, size_t *der_len,
                                          const mifu_sm2_private_key *key)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return write_private(der, der_cap, der_len, key, put_pkcs8);
}

mifu_status mifu_sm2_private_key_to_sec1(uint8_t *der, size_t der_cap, size_t *der_len,
                                         const mifu_sm2_private_key *key)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return write_private(der, der_cap, der_len, key, put_sec1);
}

static void put_public(mifu_der_writer *w, const void *arg)
{
    size_t outer = mifu_der_mark(w);

    mifu_der_put_bits(w, arg, MIFU_SM2_PUBLIC_KEY_SIZE);
    mifu_sm2_put_key_algorithm(w);
    mifu_der_close(w, MIFU_DER_SEQUENCE, outer);
}

mifu_status mifu_sm2_public_key_to_der(uint8_t *der, size_t der_cap, size_t *der_len,
                                       const mifu_sm2_public_key *key)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t point[MIFU_SM2_PUBLIC_KEY_SIZE];

    if (der_len == NULL || key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    mifu_sm2_public_key_to_bytes(point, key);
    return mifu_der_encode(der, der_cap, der_len, put_public, point);
}
