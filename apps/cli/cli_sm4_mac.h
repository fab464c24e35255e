/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm4 mac */
#ifndef MIFU_CLI_SM4_MAC_H
#define MIFU_CLI_SM4_MAC_H

#include "cli_command.h"

extern const cli_option cli_sm4_mac_options[];
int cli_sm4_run_mac(const cli_arguments *arguments);

#endif
