/* SPDX-License-Identifier: Apache-2.0 */
/* Secret and public byte strings given by options, and results that are written as hex or bytes. */
#ifndef MIFU_CLI_SECRET_H
#define MIFU_CLI_SECRET_H

#include "mifu/hash.h"

#include "cli_command.h"
#include "cli_memory.h"

/*
 * Bytes given by one of three options: NAME-hex HEX, NAME-file FILE (the file's bytes as they are)
 * and, where the verb has it, NAME TEXT. NULL stands for an option that the verb lacks. *given
 * tells whether there was one; two of them are a usage error.
 */
int cli_bytes(cli_buffer *bytes, int *given, const cli_arguments *arguments, const char *hex_option,
              const char *file_option, const char *text_option);

/*
 * An identity given by TEXT, HEX or as an empty one: three options such as "id", "id-hex",
 * "id-empty". *given tells whether one of them was there; the buffer has data in any case.
 */
int cli_identity(cli_buffer *id, int *given, const cli_arguments *arguments,
                 const char *text_option, const char *hex_option, const char *empty_option);

#define CLI_HASH_OPTION                                                                            \
    {                                                                                              \
        "hash", 0, "NAME", "sm3 (default), sha256 or sha224"                                       \
    }

/* The value of --hash. */
int cli_hash_choice(const cli_arguments *arguments, mifu_hash_algorithm *algorithm);

/* Options of verbs that end in cli_write_result(). */
#define CLI_RESULT_OPTIONS                                                                         \
    {"out", 0, "FILE", "write the result to FILE"},                                                \
    {                                                                                              \
        "raw", 0, NULL, "write the bytes; the default is a line of hexadecimal digits"             \
    }

/* Writes bytes as a line of hex or, with --raw, as they are, to --out. `flags` as of an output. */
int cli_write_result(const cli_arguments *arguments, int flags, const uint8_t *bytes, size_t len);

#define CLI_LENGTH_OPTION                                                                          \
    {                                                                                              \
        "length", 0, "BYTES", "length of the key"                                                  \
    }

/* Room for a key of --length bytes, which is required; its length is set. */
int cli_length_buffer(cli_buffer *key, const cli_arguments *arguments);

#define CLI_VERIFY_OPTION                                                                          \
    {                                                                                              \
        "verify", 0, "HEX", "compare with this tag: exit status 0 or 1"                            \
    }

/* Writes a MAC as above or, with --verify, compares it with the one given and says the result. */
int cli_mac_result(const cli_arguments *arguments, const uint8_t *tag, size_t len);

#endif
