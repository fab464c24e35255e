/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Object identifiers that files around SM2 contain: the ones mifu understands, and names for those
 * it refuses, so that an error can say what it met.
 */
#ifndef MIFU_SM2_OID_H
#define MIFU_SM2_OID_H

#include "der_reader.h"
#include "der_writer.h"

/* The identifiers mifu acts on; the tables in sm2_oid.c give their bytes and names. */
typedef enum mifu_sm2_oid {
    MIFU_SM2_OID_UNKNOWN = 0,
    MIFU_SM2_OID_EC_PUBLIC_KEY, /* 1.2.840.10045.2.1 */
    MIFU_SM2_OID_PRIME_FIELD,   /* 1.2.840.10045.1.1 */
    MIFU_SM2_OID_CURVE,         /* 1.2.156.10197.1.301 */
    MIFU_SM2_OID_SIGN_WITH_SM3, /* 1.2.156.10197.1.501 */
    MIFU_SM2_OID_PBES2,         /* 1.2.840.113549.1.5.13 */
    MIFU_SM2_OID_PBES2_GM,      /* 1.2.156.10197.6.1.4.1.5.2, GM/T 0091 */
    MIFU_SM2_OID_PBKDF2,        /* 1.2.840.113549.1.5.12 */
    MIFU_SM2_OID_PBKDF2_GM,     /* 1.2.156.10197.6.1.4.1.5.1, GM/T 0091 */
    MIFU_SM2_OID_HMAC_SHA256,   /* 1.2.840.113549.2.9 */
    MIFU_SM2_OID_HMAC_SM3,      /* 1.2.156.10197.1.401.2 */
    MIFU_SM2_OID_HMAC_SM3_GM,   /* 1.2.156.10197.1.401.3.1, GM/T 0091 */
    MIFU_SM2_OID_SM4,           /* 1.2.156.10197.1.104: the mode follows from the place */
    MIFU_SM2_OID_SM4_ECB,       /* 1.2.156.10197.1.104.1 */
    MIFU_SM2_OID_SM4_CBC,       /* 1.2.156.10197.1.104.2 */
    MIFU_SM2_OID_SM4_CBC_GM,    /* 1.2.156.10197.6.1.4.1.12.1.1, GM/T 0091 */
    MIFU_SM2_OID_GM_DATA,       /* 1.2.156.10197.6.1.4.2.1, in CFCA's private container */
    MIFU_SM2_OID_PKCS7_DATA,    /* 1.2.840.113549.1.7.1, in PKCS#12 */
    MIFU_SM2_OID_OTHER          /* known by name only */
} mifu_sm2_oid;

/* Which one these contents of an OBJECT IDENTIFIER are. */
mifu_sm2_oid mifu_sm2_oid_of(mifu_der_bytes contents);

/* Reads an OBJECT IDENTIFIER. _UNKNOWN after a fault. */
mifu_sm2_oid mifu_sm2_get_oid(mifu_der_reader *r);

/* Puts one of the identifiers mifu acts on. */
void mifu_sm2_put_oid(mifu_der_writer *w, mifu_sm2_oid oid);

/*
 * Appends the name, or else the dotted numbers, of an identifier to a zero-terminated text of `cap`
 * bytes; what does not fit is left off.
 */
void mifu_sm2_oid_append_text(char *text, size_t cap, mifu_der_bytes contents);

#endif
