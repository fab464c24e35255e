/* SPDX-License-Identifier: Apache-2.0 */
/* Files whose bytes are written as they are, as hex or as Base64, always by name. */
#ifndef MIFU_CLI_ENCODING_H
#define MIFU_CLI_ENCODING_H

#include "cli_command.h"
#include "cli_memory.h"

typedef enum cli_encoding { CLI_BINARY = 1, CLI_HEX, CLI_BASE64 } cli_encoding;

#define CLI_ENCODING_OPTION(what)                                                                  \
    {                                                                                              \
        "encoding", 0, "NAME", what " as binary (default), hex or base64 text"                     \
    }

/* Two options, for verbs that convert: read by cli_encodings_read(). */
#define CLI_ENCODINGS_OPTIONS                                                                      \
    {"from-encoding", 0, "NAME", "the input as binary (default), hex or base64 text"},             \
    {                                                                                              \
        "to-encoding", 0, "NAME", "the output as binary (default), hex or base64 text"             \
    }

/* The value of an option such as --encoding. */
int cli_encoding_choice(const cli_arguments *arguments, const char *option, cli_encoding *encoding);

/* Reads a whole file of at most `limit` bytes and takes its encoding off. */
int cli_encoded_read(cli_buffer *bytes, const char *path, cli_encoding encoding, size_t limit);

/* The input of a verb that converts, with its encoding taken off, that of the output, and the
 * input's name for messages. */
int cli_encodings_read(cli_buffer *bytes, cli_encoding *to, const char **name,
                       const cli_arguments *arguments, size_t limit);

/* Writes a whole file; `flags` as of an output. */
int cli_encoded_write(const char *path, int flags, cli_encoding encoding, const uint8_t *bytes,
                      size_t len);

/* What bytes look like, for messages: "PEM text", "hexadecimal digits", ... Static storage. */
const char *cli_describe(const uint8_t *bytes, size_t len);

#endif
