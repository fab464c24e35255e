/* SPDX-License-Identifier: Apache-2.0 */
/* The tests one by one: each gives 1 where all is as it must be. */
#ifndef MIFU_SELFTEST_INTERNAL_H
#define MIFU_SELFTEST_INTERNAL_H

#include "base_compiler.h"
#include "mifu/status.h"

#define SAME(bytes, expected) (memcmp(bytes, expected, sizeof expected) == 0)
#define OK(call)              ((call) == MIFU_OK)

int mifu_selftest_sm3(void);
int mifu_selftest_sm3_long(void);
int mifu_selftest_sm3_many(void);
int mifu_selftest_sha256(void);
int mifu_selftest_sha256_long(void);
int mifu_selftest_hmac(void);
int mifu_selftest_kdf(void);
int mifu_selftest_sm4_block(void);
int mifu_selftest_sm4_padded(void);
int mifu_selftest_sm4_stream(void);
int mifu_selftest_sm4_gcm(void);
int mifu_selftest_sm4_ccm(void);
int mifu_selftest_sm4_xts(void);
int mifu_selftest_sm4_mac(void);
int mifu_selftest_sm4_wide(void);
int mifu_selftest_sm2_verify(void);
int mifu_selftest_sm2_sign(void);
int mifu_selftest_sm2_encrypt(void);
int mifu_selftest_sm2_ecdh(void);
int mifu_selftest_sm2_many(void);
int mifu_selftest_sm9_sign(void);
int mifu_selftest_sm9_kem(void);
int mifu_selftest_zuc(void);
int mifu_selftest_drbg(void);
int mifu_selftest_sm4_other(void);
int mifu_selftest_sm4_siv(void);
int mifu_selftest_tlcp_prf(void);
int mifu_selftest_sm2_exchange(void);
int mifu_selftest_zuc256(void);
int mifu_selftest_zuc_aead(void);
int mifu_selftest_zuc_wide(void);
int mifu_selftest_sm9_encrypt(void);
int mifu_selftest_random(void);
int mifu_selftest_sha256_many(void);
int mifu_selftest_hmac_many(void);
int mifu_selftest_sm4_mac_other(void);
int mifu_selftest_sm4_gmac(void);
int mifu_selftest_sm4_wrap(void);
int mifu_selftest_sm4_many(void);
int mifu_selftest_sm2_many_messages(void);
int mifu_selftest_sm2_prepared(void);
int mifu_selftest_sm9_exchange(void);
int mifu_selftest_sm9_many(void);
int mifu_selftest_zuc_many(void);

/* MIFU_OK, MIFU_ERR_SELFTEST or MIFU_ERR_UNSUPPORTED: mifu_selftest_integrity(), without closing.
 */
mifu_status mifu_selftest_image(void);

#endif
