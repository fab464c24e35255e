/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MIFU_CLI_ZUC_MAC_H
#define MIFU_CLI_ZUC_MAC_H

#include "cli_command.h"

extern const cli_option cli_zuc_mac_options[];
int cli_zuc_run_mac(const cli_arguments *arguments);

#endif
