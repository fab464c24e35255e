/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The chunks of the file format. The nonce of a chunk holds its number and whether it is the last:
 * a chunk that is moved, left out or appended does not authenticate, and neither does a file that
 * ends early. Chunks are independent of each other and their places follow from their numbers.
 */
#include "cli_chunk.h"

#include <string.h>

enum { BUFFER_SIZE = (1 << 20) + 16 + 1 };

/* A chunk and the first byte of what follows it, which tells whether it is the last. */
static uint8_t buffer[BUFFER_SIZE];
static uint8_t result[BUFFER_SIZE];

/*
 * Completes the buffer, which holds *held bytes, to `size` + 1 bytes. *len is the length of the
 * chunk at its start.
 */
static int fill(cli_input *input, size_t size, size_t *held, size_t *len, int *last)
{
    size_t got;
    int status = cli_input_read(input, buffer + *held, size + 1 - *held, &got);

    *held += got;
    *last = *held <= size;
    *len = *last ? *held : size;
    return status;
}

/* Moves the byte after a chunk to the front. */
static void advance(size_t size, size_t *held)
{
    buffer[0] = buffer[size];
    *held = 1;
}

static int wipe_buffers(int status)
{
    cli_wipe(buffer, sizeof buffer);
    cli_wipe(result, sizeof result);
    return status;
}

int cli_chunk_encrypt(cli_output *output, cli_input *input, cli_progress *progress,
                      const cli_chunk_header *header, const cli_chunk_keys *keys)
{
    size_t size = (size_t)header->chunk_size, held = 0, len;
    uint64_t index = 0;
    int last = 0;
    int status = cli_output_write(output, header->fields, CLI_CHUNK_FIELDS_SIZE);

    if (status == CLI_DONE)
        status = cli_output_write(output, keys->header_tag, sizeof keys->header_tag);
    for (; status == CLI_DONE && !last; index++) {
        uint8_t nonce[MIFU_SM4_GCM_IV_SIZE];

        status = fill(input, size, &held, &len, &last);
        if (status == CLI_DONE && index > UINT32_MAX)
            status = cli_fail(CLI_BAD_INPUT,
                              "%s: too large for this chunk size; use a larger "
                              "--chunk-size",
                              input->name);
        if (status != CLI_DONE)
            break;
        cli_chunk_nonce(nonce, keys, (uint32_t)index, last);
        status =
            cli_fail_status(mifu_sm4_gcm_seal(result, result + len, CLI_CHUNK_TAG_SIZE, &keys->key,
                                              nonce, sizeof nonce, NULL, 0, buffer, len),
                            input->name, NULL);
        if (status == CLI_DONE)
            status = cli_output_write(output, result, len + CLI_CHUNK_TAG_SIZE);
        cli_progress_add(progress, len);
        advance(size, &held);
    }
    return wipe_buffers(status);
}

static mifu_status open_chunk(const cli_chunk_keys *keys, uint32_t index, int last, size_t len)
{
    uint8_t nonce[MIFU_SM4_GCM_IV_SIZE];

    cli_chunk_nonce(nonce, keys, index, last);
    return mifu_sm4_gcm_open(result, &keys->key, nonce, sizeof nonce, NULL, 0, buffer, len,
                             buffer + len, CLI_CHUNK_TAG_SIZE);
}

/* Says what is wrong with a chunk whose tag does not fit. */
static int explain(const cli_chunk_keys *keys, uint64_t index, int last, size_t len,
                   const char *name)
{
    unsigned long long number = (unsigned long long)index + 1;

    if (open_chunk(keys, (uint32_t)index, !last, len) == MIFU_OK)
        return last ? cli_fail(CLI_INVALID,
                               "%s: the file is truncated: it ends after chunk %llu, which is not "
                               "the last",
                               name, number)
                    : cli_fail(CLI_INVALID, "%s: there is more data after chunk %llu, the last",
                               name, number);
    return cli_fail(CLI_INVALID,
                    "%s: chunk %llu does not authenticate: the file is damaged, truncated or was "
                    "changed",
                    name, number);
}

int cli_chunk_decrypt(cli_output *output, cli_input *input, cli_progress *progress,
                      const cli_chunk_header *header, const cli_chunk_keys *keys)
{
    size_t size = (size_t)header->chunk_size + CLI_CHUNK_TAG_SIZE, held = 0, len;
    uint64_t index = 0;
    int last = 0;
    int status = CLI_DONE;

    for (; status == CLI_DONE && !last; index++) {
        status = fill(input, size, &held, &len, &last);
        if (status != CLI_DONE)
            break;
        /* an empty last chunk stands for an empty file alone: every file has one encoding */
        if (len < CLI_CHUNK_TAG_SIZE || (len == CLI_CHUNK_TAG_SIZE && index > 0) ||
            index > UINT32_MAX) {
            status = cli_fail(CLI_INVALID, "%s: the file is truncated after chunk %llu",
                              input->name, (unsigned long long)index);
            break;
        }
        len -= CLI_CHUNK_TAG_SIZE;
        if (open_chunk(keys, (uint32_t)index, last, len) == MIFU_OK)
            status = cli_output_write(output, result, len);
        else
            status = explain(keys, index, last, len, input->name);
        cli_progress_add(progress, len + CLI_CHUNK_TAG_SIZE);
        advance(size, &held);
    }
    return wipe_buffers(status);
}
