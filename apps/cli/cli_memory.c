/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of the command line. */
#include "cli_memory.h"

#include <stdlib.h>
#include <string.h>

#include "cli_report.h"

void cli_wipe(void *data, size_t len)
{
    volatile unsigned char *byte = data;

    for (size_t i = 0; i < len; i++)
        byte[i] = 0;
}

int cli_buffer_reserve(cli_buffer *buffer, size_t more)
{
    size_t wanted = buffer->cap < 256 ? 256 : buffer->cap;
    uint8_t *grown;

    if (more <= buffer->cap - buffer->len && buffer->data != NULL)
        return CLI_DONE;
    if (more > SIZE_MAX / 4 || buffer->len > SIZE_MAX / 4)
        return cli_fail(CLI_SYSTEM, "not enough memory");
    while (wanted < buffer->len + more)
        wanted *= 2;
    /* no realloc: it could leave a copy of secrets behind */
    grown = malloc(wanted);
    if (grown == NULL)
        return cli_fail(CLI_SYSTEM, "not enough memory");
    if (buffer->data != NULL) {
        memcpy(grown, buffer->data, buffer->len);
        cli_wipe(buffer->data, buffer->cap);
        free(buffer->data);
    }
    buffer->data = grown;
    buffer->cap = wanted;
    return CLI_DONE;
}

int cli_buffer_append(cli_buffer *buffer, const void *data, size_t len)
{
    int status = cli_buffer_reserve(buffer, len);

    if (status == CLI_DONE && len > 0) {
        memcpy(buffer->data + buffer->len, data, len);
        buffer->len += len;
    }
    return status;
}

void cli_buffer_free(cli_buffer *buffer)
{
    if (buffer->data != NULL) {
        cli_wipe(buffer->data, buffer->cap);
        free(buffer->data);
    }
    buffer->data = NULL;
    buffer->len = buffer->cap = 0;
}

char *cli_join(const char *text, const char *suffix)
{
    size_t len = strlen(text), suffix_len = strlen(suffix);
    char *joined = malloc(len + suffix_len + 1);

    if (joined == NULL) {
        cli_fail(CLI_SYSTEM, "not enough memory");
        return NULL;
    }
    memcpy(joined, text, len);
    memcpy(joined + len, suffix, suffix_len + 1);
    return joined;
}
