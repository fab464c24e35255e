/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of the command line: a wipe that the compiler keeps, and buffers that wipe themselves. */
#ifndef MIFU_CLI_MEMORY_H
#define MIFU_CLI_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Zeroes `len` bytes, also where nothing reads them afterwards. */
void cli_wipe(void *data, size_t len);

/* Bytes on the heap that grow. Starts as {0}; ends with cli_buffer_free(), which wipes. */
typedef struct cli_buffer {
    uint8_t *data; /* never NULL once anything was reserved */
    size_t len;
    size_t cap;
} cli_buffer;

/* Makes room for `more` bytes after the present ones. Reports a lack of memory. */
int cli_buffer_reserve(cli_buffer *buffer, size_t more);
int cli_buffer_append(cli_buffer *buffer, const void *data, size_t len);
void cli_buffer_free(cli_buffer *buffer);

/* A copy of a string with `suffix` after it, for free(); NULL where memory ran out (reported). */
char *cli_join(const char *text, const char *suffix);

#endif
