/* SPDX-License-Identifier: Apache-2.0 */
/* Check lists of checksums: what --check reads. */
#ifndef MIFU_CLI_DIGEST_CHECK_H
#define MIFU_CLI_DIGEST_CHECK_H

#include "mifu/hash.h"

#include "cli_command.h"

/* "SM3" for "sm3": the word of --tag lines. */
const char *cli_digest_tag(const char *algorithm);

/* Checks every line of the list in a file. */
int cli_digest_check(const cli_arguments *arguments, mifu_hash_algorithm algorithm,
                     const char *list);

#endif
