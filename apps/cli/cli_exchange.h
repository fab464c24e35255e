/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One side of a key exchange, in one run, so that the ephemeral private key never leaves the
 * process: what SM2 and SM9 share, which is everything but the arithmetic.
 */
#ifndef MIFU_CLI_EXCHANGE_H
#define MIFU_CLI_EXCHANGE_H

#include "mifu/status.h"

#include "cli_command.h"
#include "cli_secret.h"

#define CLI_EXCHANGE_POINT_SIZE ((size_t)65) /* of SM2 and SM9: 04 || x || y */
#define CLI_EXCHANGE_HASH_SIZE  ((size_t)32) /* of a confirmation */

#define CLI_EXCHANGE_ROLE_OPTION                                                                   \
    {                                                                                              \
        "role", 0, "NAME", "initiator or responder: who begins, as both sides agreed"              \
    }

/* `usual` is what the help says about an identity that is not given. */
#define CLI_EXCHANGE_ID_OPTIONS(usual)                                                             \
    {"id", 0, "TEXT", "own identity" usual}, {"id-hex", 0, "HEX", "the same, as hexadecimal"},     \
        {"id-empty", 0, NULL, "own identity has no bytes"},                                        \
        {"peer-id", 0, "TEXT", "the other side's identity" usual},                                 \
        {"peer-id-hex", 0, "HEX", "the same, as hexadecimal"},                                     \
    {                                                                                              \
        "peer-id-empty", 0, NULL, "the other side's identity has no bytes"                         \
    }

#define CLI_EXCHANGE_WIRE_OPTIONS                                                                  \
    {"send", 0, "FILE", "where the own ephemeral point goes"},                                     \
        {"receive", 0, "FILE", "where the other side's ephemeral point comes from"},               \
        {"confirm-send", 0, "FILE", "where the own confirmation hash goes"},                       \
        {"confirm-receive", 0, "FILE", "where the other side's confirmation hash comes from"},     \
        {"timeout", 0, "SECONDS", "how long to wait for a file to appear (default 60)"},           \
        CLI_LENGTH_OPTION, CLI_RESULT_OPTIONS

/* The steps of one algorithm over its own state. */
typedef struct cli_exchange_steps {
    /* Reads keys and identities; reports where the exit status it gives is not CLI_DONE. */
    int (*start)(void *state, const cli_arguments *arguments, int initiator);
    mifu_status (*ephemeral)(uint8_t *point, void *state);
    mifu_status (*compute)(uint8_t *key, size_t len, void *state, const uint8_t *peer_point);
    mifu_status (*confirm)(uint8_t *hash, const void *state);
    mifu_status (*check)(const void *state, const uint8_t *hash);
} cli_exchange_steps;

/* Runs one side and writes the key. The verb has the options above. */
int cli_exchange_run(const cli_exchange_steps *steps, void *state, const cli_arguments *arguments);

#endif
