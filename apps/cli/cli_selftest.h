/* SPDX-License-Identifier: Apache-2.0 */
/* The known-answer tests of mifu selftest: each gives 1 where all is as it must be. */
#ifndef MIFU_CLI_SELFTEST_H
#define MIFU_CLI_SELFTEST_H

#define SAME(bytes, expected) (memcmp(bytes, expected, sizeof expected) == 0)
#define OK(call)              ((call) == MIFU_OK)

int cli_test_sm3(void);
int cli_test_sm3_many(void);
int cli_test_sha256(void);
int cli_test_hmac(void);
int cli_test_kdf(void);
int cli_test_sm4_block(void);
int cli_test_sm4_padded(void);
int cli_test_sm4_stream(void);
int cli_test_sm4_gcm(void);
int cli_test_sm4_ccm(void);
int cli_test_sm4_xts(void);
int cli_test_sm4_mac(void);
int cli_test_sm4_wide(void);
int cli_test_sm2_verify(void);
int cli_test_sm2_sign(void);
int cli_test_sm2_encrypt(void);
int cli_test_sm2_ecdh(void);
int cli_test_sm2_many(void);
int cli_test_sm9_sign(void);
int cli_test_sm9_kem(void);
int cli_test_zuc(void);
int cli_test_drbg(void);
int cli_test_random(void);

#endif
