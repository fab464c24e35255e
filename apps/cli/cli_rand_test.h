/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MIFU_CLI_RAND_TEST_H
#define MIFU_CLI_RAND_TEST_H

#include "cli_command.h"

/* mifu rand --test: the randomness tests on the files that the operands name. */
int cli_rand_test(const cli_arguments *arguments);

#endif
