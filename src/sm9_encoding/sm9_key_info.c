/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shape of key files: GB/T 41389-2022 and PKCS #8 as GmSSL and gmsm use it.
 *
 *     master key  INTEGER, or SEQUENCE { INTEGER, BIT STRING OPTIONAL }
 *     user's key  BIT STRING, or SEQUENCE { BIT STRING, BIT STRING OPTIONAL }
 *     PKCS #8     SEQUENCE { INTEGER 0, SEQUENCE { OID, OID OPTIONAL }, OCTET STRING { one of them
 * } }
 *
 * The identifiers are sm9 with sm9sign or sm9encrypt behind it for master keys, and sm9sign or
 * sm9encrypt alone for users' keys; a key for key exchange is an encryption key.
 */
#include "sm9_key_info.h"

#include "base_bytes.h"
#include "base_secret.h"
#include "der_writer.h"
#include "sm2_key_encrypted.h"

/* ---- Identifiers: 1.2.156.10197.1.302, .1 sign, .2 exchange, .3 encrypt ---- */

static const uint8_t oid_sm9[] = {0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x82, 0x2e};

enum { ARC_NONE = 0, ARC_SIGN = 1, ARC_EXCHANGE = 2, ARC_ENCRYPT = 3, ARC_OTHER = 255 };

/* The arc after sm9, ARC_NONE for sm9 itself. */
static unsigned arc_of(mifu_der_bytes oid)
{
    if (oid.len < sizeof oid_sm9 || memcmp(oid.data, oid_sm9, sizeof oid_sm9) != 0)
        return ARC_OTHER;
    if (oid.len == sizeof oid_sm9)
        return ARC_NONE;
    return oid.len == sizeof oid_sm9 + 1 && oid.data[sizeof oid_sm9] < 4 ? oid.data[sizeof oid_sm9]
                                                                         : ARC_OTHER;
}

static void put_oid(mifu_der_writer *w, unsigned arc)
{
    uint8_t contents[sizeof oid_sm9 + 1];

    memcpy(contents, oid_sm9, sizeof oid_sm9);
    contents[sizeof oid_sm9] = (uint8_t)arc;
    mifu_der_put_oid(w, contents, arc == ARC_NONE ? sizeof oid_sm9 : sizeof contents);
}

static int is_master(mifu_sm9_kind kind)
{
    return kind == MIFU_SM9_KIND_SIGN_MASTER || kind == MIFU_SM9_KIND_ENCRYPT_MASTER;
}

static int is_sign(mifu_sm9_kind kind)
{
    return kind == MIFU_SM9_KIND_SIGN_MASTER || kind == MIFU_SM9_KIND_SIGN_USER;
}

static int arc_fits(mifu_sm9_kind kind, unsigned arc)
{
    return is_sign(kind) ? arc == ARC_SIGN : arc == ARC_ENCRYPT || arc == ARC_EXCHANGE;
}

/* ---- Reading ---- */

/* SEQUENCE { OID, OID OPTIONAL, NULL OPTIONAL }. */
static void get_algorithm(mifu_der_reader *r, mifu_sm9_kind kind)
{
    const uint8_t *outer = mifu_der_enter(r, MIFU_DER_SEQUENCE);
    unsigned arc = arc_of(mifu_der_get_oid(r)), second = ARC_NONE;

    if (mifu_der_next_is(r, MIFU_DER_OID))
        second = arc_of(mifu_der_get_oid(r));
    if (mifu_der_next_is(r, MIFU_DER_NULL))
        mifu_der_get_null(r);
    if (!(is_master(kind) ? arc == ARC_NONE && arc_fits(kind, second)
                          : arc_fits(kind, arc) && second == ARC_NONE))
        mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_ALGORITHM);
    mifu_der_leave(r, outer);
}

/* Needless zeros in front are taken: there is software that writes 32 bytes always. */
static void get_number(mifu_der_reader *r, mifu_sm9_key_parts *parts)
{
    mifu_der_get_integer_lenient(r, parts->number, sizeof parts->number, MIFU_ERR_RANGE_MASTER_KEY);
}

static void get_content(mifu_der_reader *r, mifu_sm9_kind kind, mifu_sm9_key_parts *parts)
{
    const uint8_t *outer = NULL;

    if (mifu_der_next_is(r, MIFU_DER_SEQUENCE))
        outer = mifu_der_enter(r, MIFU_DER_SEQUENCE);
    if (is_master(kind))
        get_number(r, parts);
    else
        parts->point = mifu_der_get_bits(r);
    if (outer != NULL) {
        if (!mifu_der_at_end(r))
            parts->master_point = mifu_der_get_bits(r);
        mifu_der_leave(r, outer);
    }
}

/* What follows the first element of a SEQUENCE tells a PrivateKeyInfo, or its encrypted form. */
typedef enum shape { CONTENT, PLAIN_INFO, ENCRYPTED_INFO } shape;

static shape shape_of(const uint8_t *der, size_t len)
{
    mifu_der_reader r = mifu_der_reader_of(der, len);

    (void)mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    if (mifu_der_next_is(&r, MIFU_DER_SEQUENCE))
        return ENCRYPTED_INFO;
    (void)mifu_der_get(&r, MIFU_DER_INTEGER);
    return mifu_der_next_is(&r, MIFU_DER_SEQUENCE) ? PLAIN_INFO : CONTENT;
}

static mifu_status read_plain(mifu_sm9_key_parts *parts, mifu_sm9_kind kind, const uint8_t *der,
                              size_t len)
{
    mifu_der_reader r = mifu_der_reader_of(der, len);

    memset(parts, 0, sizeof *parts);
    if (shape_of(der, len) == PLAIN_INFO) {
        const uint8_t *outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE), *inner;

        if (mifu_der_get_uint32(&r) > 1)
            mifu_der_fail(&r, MIFU_ERR_UNSUPPORTED);
        get_algorithm(&r, kind);
        inner = mifu_der_enter(&r, MIFU_DER_OCTET_STRING);
        get_content(&r, kind, parts);
        mifu_der_leave(&r, inner);
        if (mifu_der_next_is(&r, MIFU_DER_CONTEXT_CONSTRUCTED + 0)) /* attributes */
            (void)mifu_der_get(&r, MIFU_DER_CONTEXT_CONSTRUCTED + 0);
        mifu_der_leave(&r, outer);
    } else {
        get_content(&r, kind, parts);
    }
    return mifu_der_finish(&r);
}

mifu_status mifu_sm9_key_read(mifu_sm9_key_parts *parts, uint8_t *plain, mifu_sm9_kind kind,
                              const uint8_t *der, size_t len, const uint8_t *password,
                              size_t password_len)
{
    size_t plain_len = 0;
    mifu_status status;

    if (shape_of(der, len) != ENCRYPTED_INFO)
        return read_plain(parts, kind, der, len);
    memset(parts, 0, sizeof *parts);
    if (password == NULL)
        return MIFU_ERR_PASSWORD_NEEDED;
    status = mifu_sm2_encrypted_open(plain, &plain_len, der, len, password, password_len);
    if (status == MIFU_OK) {
        status = read_plain(parts, kind, plain, plain_len);
        /* Only a well-formed key of another kind is told from a wrong password. */
        if (status != MIFU_OK && mifu_status_class(status) != MIFU_ERR_UNSUPPORTED)
            status = MIFU_ERR_AUTHENTICATION;
    }
    return status;
}

mifu_status mifu_sm9_public_read(mifu_der_bytes *point, mifu_sm9_kind kind, const uint8_t *der,
                                 size_t len)
{
    mifu_der_reader r = mifu_der_reader_of(der, len);
    const uint8_t *outer = NULL;

    if (mifu_der_next_is(&r, MIFU_DER_SEQUENCE))
        outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    if (outer != NULL && mifu_der_next_is(&r, MIFU_DER_SEQUENCE)) { /* SubjectPublicKeyInfo */
        mifu_der_bytes inner;
        mifu_der_reader inside;

        get_algorithm(&r, kind);
        inner = mifu_der_get_bits(&r);
        inside = mifu_der_reader_of(inner.data, inner.len);
        *point = mifu_der_get_bits(&inside);
        mifu_der_fail(&r, mifu_der_finish(&inside));
    } else {
        *point = mifu_der_get_bits(&r);
    }
    if (outer != NULL)
        mifu_der_leave(&r, outer);
    return mifu_der_finish(&r);
}

/* ---- Writing ---- */

typedef struct key_file {
    mifu_sm9_kind kind;
    const uint8_t *number;
    mifu_der_bytes point, master_point;
} key_file;

static void put_key_info(mifu_der_writer *w, const void *arg)
{
    const key_file *file = arg;
    unsigned arc = is_sign(file->kind) ? ARC_SIGN : ARC_ENCRYPT;
    size_t outer = mifu_der_mark(w), mark;

    mark = mifu_der_mark(w);
    if (file->master_point.len != 0)
        mifu_der_put_bits(w, file->master_point.data, file->master_point.len);
    if (file->number != NULL)
        mifu_der_put_integer(w, file->number, MIFU_SM9_SCALAR_SIZE);
    else
        mifu_der_put_bits(w, file->point.data, file->point.len);
    if (file->master_point.len != 0)
        mifu_der_close(w, MIFU_DER_SEQUENCE, mark);
    mifu_der_close(w, MIFU_DER_OCTET_STRING, mark);
    mark = mifu_der_mark(w);
    put_oid(w, arc);
    if (is_master(file->kind))
        put_oid(w, ARC_NONE);
    mifu_der_close(w, MIFU_DER_SEQUENCE, mark);
    mifu_der_put_uint32(w, 0);
    mifu_der_close(w, MIFU_DER_SEQUENCE, outer);
}

mifu_status mifu_sm9_key_write(uint8_t *der, size_t der_cap, size_t *der_len, mifu_sm9_kind kind,
                               const uint8_t *number, mifu_der_bytes point,
                               mifu_der_bytes master_point, const uint8_t *password,
                               size_t password_len, uint32_t iterations)
{
    key_file file = {kind, number, point, master_point};
    uint8_t plain[MIFU_SM9_KEY_CONTENT_MAX_SIZE];
    size_t len = 0;
    mifu_status status;

    if (password == NULL)
        return mifu_der_encode(der, der_cap, der_len, put_key_info, &file);
    status = mifu_der_encode(plain, sizeof plain, &len, put_key_info, &file);
    if (status == MIFU_OK)
        status = mifu_sm2_encrypted_seal(der, der_cap, der_len, plain, len, password, password_len,
                                         MIFU_HASH_SM3, iterations);
    mifu_wipe(plain, sizeof plain);
    return status;
}

typedef struct public_file {
    mifu_der_bytes point;
    int sequence;
} public_file;

static void put_public(mifu_der_writer *w, const void *arg)
{
    const public_file *file = arg;
    size_t mark = mifu_der_mark(w);

    mifu_der_put_bits(w, file->point.data, file->point.len);
    if (file->sequence)
        mifu_der_close(w, MIFU_DER_SEQUENCE, mark);
}

mifu_status mifu_sm9_public_write(uint8_t *der, size_t der_cap, size_t *der_len,
                                  mifu_der_bytes point, int sequence)
{
    public_file file = {point, sequence};

    return mifu_der_encode(der, der_cap, der_len, put_public, &file);
}

/* ---- PEM ---- */

static const char *const labels[4] = {
    "ENCRYPTED SM9 SIGN MASTER KEY", "ENCRYPTED SM9 ENC MASTER KEY",
    "ENCRYPTED SM9 SIGN PRIVATE KEY", "ENCRYPTED SM9 ENC PRIVATE KEY"};

#define ENCRYPTED_LEN (sizeof "ENCRYPTED " - 1)

const char *mifu_sm9_pem_label(mifu_sm9_kind kind, int is_public, int encrypted)
{
    if (is_public)
        return is_sign(kind) ? "SM9 SIGN MASTER PUBLIC KEY" : "SM9 ENC MASTER PUBLIC KEY";
    return encrypted ? labels[kind] : "PRIVATE KEY";
}

static int label_fits(const mifu_pem_block *block, mifu_sm9_kind kind, int is_public)
{
    if (is_public)
        return mifu_pem_label_is(block, mifu_sm9_pem_label(kind, 1, 0)) ||
               mifu_pem_label_is(block, "PUBLIC KEY");
    return mifu_pem_label_is(block, "PRIVATE KEY") ||
           mifu_pem_label_is(block, "ENCRYPTED PRIVATE KEY") ||
           mifu_pem_label_is(block, labels[kind]) ||
           mifu_pem_label_is(block, labels[kind] + ENCRYPTED_LEN);
}

mifu_status mifu_sm9_pem_read(uint8_t *der, size_t *der_len, mifu_sm9_kind kind, int is_public,
                              const char *pem, size_t len)
{
    mifu_pem_block block;
    mifu_status status;

    *der_len = 0;
    for (;;) {
        status = mifu_pem_next(&block, pem, len);
        if (status != MIFU_OK)
            return status;
        if (label_fits(&block, kind, is_public))
            break;
        pem = block.rest;
        len = block.rest_len;
    }
    status = mifu_pem_block_to_der(der, MIFU_SM9_KEY_FILE_MAX_SIZE, der_len, &block);
    return status == MIFU_ERR_BUFFER ? MIFU_ERR_UNSUPPORTED : status;
}
