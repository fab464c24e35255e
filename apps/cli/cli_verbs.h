/* SPDX-License-Identifier: Apache-2.0 */
/* The verb tables, one per command of cli_main.c. */
#ifndef MIFU_CLI_VERBS_H
#define MIFU_CLI_VERBS_H

#include "cli_command.h"

extern const cli_verb cli_sm3_verbs[];
extern const cli_verb cli_sha256_verbs[];
extern const cli_verb cli_sha224_verbs[];
extern const cli_verb cli_sm2_verbs[];
extern const cli_verb cli_sm4_verbs[];
extern const cli_verb cli_zuc_verbs[];
extern const cli_verb cli_sm9_verbs[];
extern const cli_verb cli_convert_verbs[];
extern const cli_verb cli_inspect_verbs[];
extern const cli_verb cli_openssl_config_verbs[];
extern const cli_verb cli_selftest_verbs[];
extern const cli_verb cli_hmac_verbs[];
extern const cli_verb cli_kdf_verbs[];
extern const cli_verb cli_pbkdf2_verbs[];
extern const cli_verb cli_hkdf_verbs[];
extern const cli_verb cli_rand_verbs[];
extern const cli_verb cli_version_verbs[];

#endif
