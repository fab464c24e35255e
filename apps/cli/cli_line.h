/* SPDX-License-Identifier: Apache-2.0 */
/* Short values between the two sides of a protocol: lines of hexadecimal digits in files or pipes.
 */
#ifndef MIFU_CLI_LINE_H
#define MIFU_CLI_LINE_H

#include <stddef.h>
#include <stdint.h>

/* Writes a line, whole, under its final name only once it is complete. */
int cli_send_line(const char *path, const uint8_t *bytes, size_t len);

/* Waits up to `timeout` seconds for the file, and reads a line of `len` bytes; "-": standard input.
 */
int cli_receive_line(uint8_t *bytes, size_t len, const char *path, uint64_t timeout);

#endif
