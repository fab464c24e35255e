/* SPDX-License-Identifier: Apache-2.0 */
/* Tables and entry points of the verbs of mifu sm9, and of those of mifu convert about it. */
#ifndef MIFU_CLI_SM9_VERBS_H
#define MIFU_CLI_SM9_VERBS_H

#include "cli_command.h"

extern const cli_option cli_sm9_setup_options[];
extern const cli_option cli_sm9_keygen_options[];
extern const cli_option cli_sm9_sign_options[];
extern const cli_option cli_sm9_verify_options[];
extern const cli_option cli_sm9_encrypt_options[];
extern const cli_option cli_sm9_decrypt_options[];
extern const cli_option cli_sm9_encap_options[];
extern const cli_option cli_sm9_decap_options[];
extern const cli_option cli_sm9_exchange_options[];
extern const cli_option cli_convert_sm9_key_options[];
extern const cli_option cli_convert_sm9_signature_options[];
extern const cli_option cli_convert_sm9_ciphertext_options[];

int cli_sm9_setup(const cli_arguments *arguments);
int cli_sm9_keygen(const cli_arguments *arguments);
int cli_sm9_sign(const cli_arguments *arguments);
int cli_sm9_verify(const cli_arguments *arguments);
int cli_sm9_encrypt(const cli_arguments *arguments);
int cli_sm9_decrypt(const cli_arguments *arguments);
int cli_sm9_encap(const cli_arguments *arguments);
int cli_sm9_decap(const cli_arguments *arguments);
int cli_sm9_exchange(const cli_arguments *arguments);
int cli_convert_sm9_key(const cli_arguments *arguments);
int cli_convert_sm9_signature(const cli_arguments *arguments);
int cli_convert_sm9_ciphertext(const cli_arguments *arguments);

#endif
