/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm4 wrap, unwrap */
#ifndef MIFU_CLI_SM4_WRAP_H
#define MIFU_CLI_SM4_WRAP_H

#include "cli_command.h"

extern const cli_option cli_sm4_wrap_options[], cli_sm4_unwrap_options[];
int cli_sm4_run_wrap(const cli_arguments *arguments);
int cli_sm4_run_unwrap(const cli_arguments *arguments);

#endif
