/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the SM2 operations share. */
#ifndef MIFU_KAT_SM2_H
#define MIFU_KAT_SM2_H

#include "kat.h"
#include "mifu/sm2.h"

/* Keys of valid tests: a key that is refused is a failure and ends the test function. */
mifu_sm2_private_key kat_sm2_private_key(kat_test *t, const char *field);
mifu_sm2_public_key kat_sm2_public_key(kat_test *t, const char *field);

/* Compares a public key with an encoded point, 04 || x || y. */
void kat_sm2_same_point(kat_test *t, const char *what, kat_bytes expected,
                        const mifu_sm2_public_key *key);

/* The identity: the field, or the default one where it is missing. */
kat_bytes kat_sm2_identity(kat_test *t, const char *field);

/*
 * The same through the batches: kat_sm2_many.c. Every one looks at the status of each item. `pt` of
 * decryption is NULL where it must fail.
 */
void kat_sm2_many_multiply(kat_test *t, const char *what, kat_bytes k, const uint8_t *point,
                           kat_bytes expected);
void kat_sm2_many_verify_digest(kat_test *t, const mifu_sm2_public_key *pub, kat_bytes e,
                                kat_bytes sig, mifu_status expected);
void kat_sm2_many_verify(kat_test *t, const mifu_sm2_public_key *pub, kat_bytes id, kat_bytes msg,
                         kat_bytes sig, mifu_status expected);
void kat_sm2_many_sign_digest(kat_test *t, const mifu_sm2_private_key *key, kat_bytes e,
                              kat_bytes k, kat_bytes expected);
void kat_sm2_many_sign(kat_test *t, const mifu_sm2_private_key *key, kat_bytes id, kat_bytes msg);
void kat_sm2_many_ecdh(kat_test *t, const mifu_sm2_private_key *key, const mifu_sm2_public_key *pub,
                       kat_bytes expected);
void kat_sm2_many_encrypt(kat_test *t, const mifu_sm2_private_key *key,
                          const mifu_sm2_public_key *pub, mifu_sm2_format format, kat_bytes pt);
void kat_sm2_many_decrypt(kat_test *t, const mifu_sm2_private_key *key, mifu_sm2_format format,
                          kat_bytes ct, const kat_bytes *pt);

void kat_run_sm2_parameters(kat_test *t);
void kat_run_sm2_field_arithmetic(kat_test *t);
void kat_run_sm2_scalar_base_mult(kat_test *t);
void kat_run_sm2_scalar_mult(kat_test *t);
void kat_run_sm2_point_add(kat_test *t);
void kat_run_sm2_point_decode(kat_test *t);
void kat_run_sm2_private_key_check(kat_test *t);
void kat_run_sm2_public_key(kat_test *t);
void kat_run_sm2_z_value(kat_test *t);
void kat_run_sm2_ecdh(kat_test *t);

void kat_run_sm2_sign(kat_test *t);
void kat_run_sm2_sign_digest(kat_test *t);
void kat_run_sm2_verify(kat_test *t);
void kat_run_sm2_verify_digest(kat_test *t);
void kat_run_sm2_signature_decode(kat_test *t);

void kat_run_sm2_encrypt(kat_test *t);
void kat_run_sm2_decrypt(kat_test *t);
void kat_run_sm2_key_exchange(kat_test *t);

void kat_run_sm2_key_decode(kat_test *t);
void kat_run_sm2_certificate_verify(kat_test *t);
void kat_run_sm2_enveloped_key_open(kat_test *t);

#endif
