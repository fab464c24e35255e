/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the SM9 operations share. */
#ifndef MIFU_KAT_SM9_H
#define MIFU_KAT_SM9_H

#include "kat.h"
#include "mifu/sm9.h"

#include "sm9_internal.h"
#include "sm9_kernels.h"

/* The function identifier: the field, or the default one where it is missing. */
uint8_t kat_sm9_hid(kat_test *t, uint8_t absent);

/* Keys of valid tests: one that is refused is a failure and ends the test function. */
mifu_sm9_sign_master_public_key kat_sm9_sign_master(kat_test *t, const char *field);
mifu_sm9_encrypt_master_public_key kat_sm9_encrypt_master(kat_test *t, const char *field);
mifu_sm9_encrypt_key kat_sm9_encrypt_key(kat_test *t, const char *field);

/* An element of GT against a field, where it is there. */
void kat_sm9_same_gt(kat_test *t, const char *field, const mifu_sm9_fp12 *gt);
/* Bytes against a field, where it is there. */
void kat_sm9_same(kat_test *t, const char *field, const uint8_t *got, size_t len);
/* h1, and Q or P of an identity, against fields where they are there. */
void kat_sm9_same_h1(kat_test *t, kat_bytes id, uint8_t hid);

void kat_run_sm9_extract(kat_test *t);
void kat_run_sm9_sign(kat_test *t);
void kat_run_sm9_verify(kat_test *t);
void kat_run_sm9_key_exchange(kat_test *t);
void kat_run_sm9_kem(kat_test *t);
void kat_run_sm9_kem_decapsulate(kat_test *t);
void kat_run_sm9_encrypt(kat_test *t);
void kat_run_sm9_decrypt(kat_test *t);
void kat_run_sm9_key_decode(kat_test *t);

#endif
