/* SPDX-License-Identifier: Apache-2.0 */
/* What the verbs of mifu zuc share: keys, IVs, lengths in bits. */
#ifndef MIFU_CLI_ZUC_OPTIONS_H
#define MIFU_CLI_ZUC_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "cli_command.h"
#include "cli_memory.h"

/* Options of cli_zuc_read_settings(). */
#define CLI_ZUC_KEY_OPTIONS                                                                        \
    {"key-hex", 0, "HEX", "the key: 32 hexadecimal digits, ZUC-256: 64"},                          \
        {"key-file", 0, "FILE", "the key: the 16 or 32 bytes of FILE"},                            \
        {"count", 0, "HEX", "COUNT of mobile networks: 8 hexadecimal digits"},                     \
        {"bearer", 0, "N", "with --count: BEARER, 0 to 31"},                                       \
    {                                                                                              \
        "direction", 0, "N", "with --count: DIRECTION, 0 or 1"                                     \
    }

/* The settings of one run. Secret; ends with cli_zuc_settings_free(). */
typedef struct cli_zuc_settings {
    cli_buffer key, iv;
    int with_count; /* EEA3 or EIA3 */
    uint8_t count[4];
    uint64_t bearer, direction;
} cli_zuc_settings;

/* Reads key, IV, and what stands in its place. */
int cli_zuc_read_settings(cli_zuc_settings *settings, const cli_arguments *arguments);
void cli_zuc_settings_free(cli_zuc_settings *settings);

/*
 * The length of a message: as many bytes as the input has, up to a limit, or --bits, where the last
 * byte may count in part. The input must have as many bytes as --bits says: bits that nobody asked
 * for are no message.
 */
typedef struct cli_zuc_length {
    int given;
    uint64_t bits; /* the length where given, else the limit */
    const char *algorithm;
    uint64_t total; /* bytes so far */
} cli_zuc_length;

#define CLI_ZUC_BITS_OPTION                                                                        \
    {                                                                                              \
        "bits", 0, "N", "the length of the message in bits, the last byte being its highest bits"  \
    }

#define CLI_ZUC_3GPP_BITS_MAX UINT64_C(0xffffffff)                /* LENGTH has 32 bits */
#define CLI_ZUC_MAC_BITS_MAX  ((UINT64_C(1) << 61) - UINT64_C(1)) /* of the MAC of ZUC-256 */

/* Reads --bits, which is at most `most`. */
int cli_zuc_read_length(cli_zuc_length *length, const cli_arguments *arguments, uint64_t most,
                        const char *algorithm);

/* Counts `len` more bytes of the input, with which it ends where `last` is not 0. */
int cli_zuc_count(cli_zuc_length *length, size_t len, int last, const char *name);

/* How many bits count of the last of the `len` bytes that were just counted: 1 to 7, or 0 where all
 * of it does. */
unsigned cli_zuc_last_bits(const cli_zuc_length *length, size_t len);

#endif
