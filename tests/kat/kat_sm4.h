/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the SM4 operations share. */
#ifndef MIFU_KAT_SM4_H
#define MIFU_KAT_SM4_H

#include "kat.h"
#include "mifu/sm4.h"

/* The key of a field of 16 bytes. An invalid test with another length ends here: the API takes 16
 * bytes. */
mifu_sm4_key kat_sm4_key(kat_test *t, const char *field);

void kat_run_sm4_ecb(kat_test *t);
void kat_run_sm4_cbc(kat_test *t);
void kat_run_sm4_cfb(kat_test *t);
void kat_run_sm4_ofb(kat_test *t);
void kat_run_sm4_ctr(kat_test *t);
void kat_run_sm4_xts(kat_test *t);
void kat_run_sm4_bc(kat_test *t);
void kat_run_sm4_ofbnlf(kat_test *t);
void kat_run_sm4_hctr(kat_test *t);

void kat_run_sm4_gcm(kat_test *t);
void kat_run_sm4_gmac(kat_test *t);
void kat_run_sm4_ccm(kat_test *t);
void kat_run_sm4_gcm_siv(kat_test *t);
void kat_run_sm4_key_wrap(kat_test *t);
void kat_run_sm4_key_wrap_padded(kat_test *t);

void kat_run_sm4_cmac(kat_test *t);
void kat_run_sm4_cbc_mac(kat_test *t);
void kat_run_sm4_emac(kat_test *t);
void kat_run_sm4_ansi_retail_mac(kat_test *t);
void kat_run_sm4_macdes(kat_test *t);
void kat_run_sm4_lmac(kat_test *t);
void kat_run_sm4_trcbc(kat_test *t);
void kat_run_sm4_cbcr(kat_test *t);

#endif
