/* SPDX-License-Identifier: Apache-2.0 */
/* The digest e = SM3(Z || M) that SM2 signs, from a message or given as it is. */
#ifndef MIFU_CLI_SM2_MESSAGE_H
#define MIFU_CLI_SM2_MESSAGE_H

#include "mifu/sm2.h"

#include "cli_command.h"

#define CLI_DIGEST_OPTIONS                                                                         \
    {"digest", 0, "HEX", "instead of a message: its digest e = SM3(Z || M), 64 digits"},           \
    {                                                                                              \
        "digest-file", 0, "FILE", "the same: the 32 bytes of FILE"                                 \
    }

/*
 * e of the input (streamed) under the verb's identity options, or the digest that was given. The
 * verb has --in, CLI_DIGEST_OPTIONS, CLI_ID_OPTIONS and CLI_PROGRESS_OPTIONS.
 */
int cli_sm2_message_digest(uint8_t e[MIFU_SM2_DIGEST_SIZE], const mifu_sm2_public_key *key,
                           const cli_arguments *arguments);

/* Appends the input to a hash, streamed. The verb has --in and CLI_PROGRESS_OPTIONS. */
int cli_hash_message(mifu_sm3 *sm3, const cli_arguments *arguments);

#endif
