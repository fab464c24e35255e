/* SPDX-License-Identifier: Apache-2.0 */
/* The help of each level, made from the tables. */
#ifndef MIFU_CLI_HELP_H
#define MIFU_CLI_HELP_H

#include <stdio.h>

#include "cli_command.h"

void cli_help_top(FILE *to);
void cli_help_group(FILE *to, const cli_group *group);
void cli_help_verb(const cli_group *group, const cli_verb *verb);

#endif
