/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes as text: hexadecimal, strictly, and Base64. */
#ifndef MIFU_CLI_TEXT_H
#define MIFU_CLI_TEXT_H

#include "cli_memory.h"

/*
 * Value of --`option`: an even number of hex digits and nothing else. A key option's value is never
 * repeated in a message.
 */
int cli_hex_decode(cli_buffer *bytes, const char *option, const char *hex);

/* As above, of exactly `len` bytes. */
int cli_hex_decode_exact(uint8_t *bytes, size_t len, const char *option, const char *hex);

/* 2 * len digits and a zero byte. */
void cli_hex_encode(char *hex, const uint8_t *bytes, size_t len);

/* 1 and the bytes where `text` is hex, or Base64, with white space around and between; else 0. */
int cli_hex_read(cli_buffer *bytes, const uint8_t *text, size_t len);
int cli_base64_read(cli_buffer *bytes, const uint8_t *text, size_t len);

/* Appends one line, with its line end. */
int cli_hex_append(cli_buffer *text, const uint8_t *bytes, size_t len);
int cli_base64_append(cli_buffer *text, const uint8_t *bytes, size_t len);

#endif
