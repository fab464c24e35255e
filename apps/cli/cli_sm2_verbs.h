/* SPDX-License-Identifier: Apache-2.0 */
/* Tables and entry points of the verbs of mifu sm2. */
#ifndef MIFU_CLI_SM2_VERBS_H
#define MIFU_CLI_SM2_VERBS_H

#include "cli_command.h"

extern const cli_option cli_sm2_keygen_options[];
extern const cli_option cli_sm2_pubkey_options[];
extern const cli_option cli_sm2_sign_options[];
extern const cli_option cli_sm2_verify_options[];
extern const cli_option cli_sm2_verify_cert_options[];
extern const cli_option cli_sm2_digest_options[];
extern const cli_option cli_sm2_encrypt_options[];
extern const cli_option cli_sm2_decrypt_options[];
extern const cli_option cli_sm2_exchange_options[];
extern const cli_option cli_sm2_envelope_options[];

int cli_sm2_keygen(const cli_arguments *arguments);
int cli_sm2_pubkey(const cli_arguments *arguments);
int cli_sm2_sign(const cli_arguments *arguments);
int cli_sm2_verify(const cli_arguments *arguments);
int cli_sm2_verify_cert(const cli_arguments *arguments);
int cli_sm2_digest(const cli_arguments *arguments);
int cli_sm2_encrypt(const cli_arguments *arguments);
int cli_sm2_decrypt(const cli_arguments *arguments);
int cli_sm2_exchange(const cli_arguments *arguments);
int cli_sm2_envelope(const cli_arguments *arguments);

#endif
