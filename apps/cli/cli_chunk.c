/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The chunks of the file format. The nonce of a chunk holds its number and whether it is the last:
 * a chunk that is moved, left out or appended does not authenticate, and neither does a file that
 * ends early. Chunks are independent of each other and their places follow from their numbers, so
 * that several threads work on them, each on a batch.
 */
#include "cli_chunk.h"

/* Bytes of a batch, where chunks are not larger: what was read is still in the cache when it is
 * worked on and written. */
enum { BATCH_SIZE = 1 << 17 };

typedef struct chunks {
    const cli_chunk_keys *keys;
    size_t size;      /* of a chunk of plaintext */
    size_t per_batch; /* chunks */
} chunks;

static chunks chunks_of(const cli_chunk_header *header, const cli_chunk_keys *keys)
{
    chunks c = {keys, (size_t)header->chunk_size, 1};

    if (c.size < BATCH_SIZE)
        c.per_batch = BATCH_SIZE / c.size;
    return c;
}

/* The number in the file of a chunk that is at `index` in its batch. */
static uint64_t number_of(const chunks *c, const cli_batch *batch, size_t index)
{
    return batch->number * c->per_batch + index;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void encrypt_batch(const void *context, cli_batch *batch)
{
    const chunks *c = context;
    size_t at = 0;

    for (size_t i = 0; i == 0 || at < batch->in_len; i++) {
        size_t len = least(batch->in_len - at, c->size);
        uint8_t *out = batch->out + batch->out_len;
        uint8_t nonce[MIFU_SM4_GCM_IV_SIZE];

        if (number_of(c, batch, i) > UINT32_MAX)
            batch->fault = MIFU_ERR_LIMIT;
        cli_chunk_nonce(nonce, c->keys, (uint32_t)number_of(c, batch, i),
                        batch->last && at + len == batch->in_len);
        if (batch->fault == MIFU_OK)
            batch->fault = mifu_sm4_gcm_seal(out, out + len, CLI_CHUNK_TAG_SIZE, &c->keys->key,
                                             nonce, sizeof nonce, NULL, 0, batch->in + at, len);
        if (batch->fault != MIFU_OK)
            return;
        batch->out_len += len + CLI_CHUNK_TAG_SIZE;
        at += len;
    }
}

static int judge_encryption(const void *context, cli_batch *batch, const char *name)
{
    (void)context;
    if (batch->fault == MIFU_ERR_LIMIT)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: too large for this chunk size; use a larger --chunk-size", name);
    return cli_fail_status(batch->fault, name, NULL);
}

/* Opens the chunk of len bytes at `at` of a batch, which is number i there. */
static mifu_status open_chunk(const chunks *c, cli_batch *batch, size_t i, size_t at, size_t len,
                              int last)
{
    const uint8_t *in = batch->in + at;
    uint8_t nonce[MIFU_SM4_GCM_IV_SIZE];

    cli_chunk_nonce(nonce, c->keys, (uint32_t)number_of(c, batch, i), last);
    return mifu_sm4_gcm_open(batch->out + batch->out_len, &c->keys->key, nonce, sizeof nonce, NULL,
                             0, in, len, in + len, CLI_CHUNK_TAG_SIZE);
}

static void decrypt_batch(const void *context, cli_batch *batch)
{
    const chunks *c = context;
    size_t at = 0;

    for (size_t i = 0; i == 0 || at < batch->in_len; i++) {
        size_t sealed = least(batch->in_len - at, c->size + CLI_CHUNK_TAG_SIZE);
        uint64_t number = number_of(c, batch, i);

        /* an empty last chunk stands for an empty file alone: every file has one encoding */
        if (sealed < CLI_CHUNK_TAG_SIZE || (sealed == CLI_CHUNK_TAG_SIZE && number > 0) ||
            number > UINT32_MAX) {
            batch->fault = MIFU_ERR_ENCODING_TRUNCATED;
            return;
        }
        batch->fault = open_chunk(c, batch, i, at, sealed - CLI_CHUNK_TAG_SIZE,
                                  batch->last && at + sealed == batch->in_len);
        if (batch->fault != MIFU_OK)
            return;
        batch->out_len += sealed - CLI_CHUNK_TAG_SIZE;
        at += sealed;
    }
}

/* Says what is wrong with the chunk after those that were decrypted. */
static int judge_decryption(const void *context, cli_batch *batch, const char *name)
{
    const chunks *c = context;
    size_t i = batch->out_len / c->size, at = i * (c->size + CLI_CHUNK_TAG_SIZE), sealed;
    unsigned long long number = (unsigned long long)number_of(c, batch, i);
    int last;

    if (batch->fault == MIFU_OK)
        return CLI_DONE;
    if (batch->fault == MIFU_ERR_ENCODING_TRUNCATED)
        return cli_fail(CLI_INVALID, "%s: the file is truncated after chunk %llu", name, number);
    sealed = least(batch->in_len - at, c->size + CLI_CHUNK_TAG_SIZE);
    last = batch->last && at + sealed == batch->in_len;
    if (open_chunk(c, batch, i, at, sealed - CLI_CHUNK_TAG_SIZE, !last) == MIFU_OK)
        return last ? cli_fail(CLI_INVALID,
                               "%s: the file is truncated: it ends after chunk %llu, which is not "
                               "the last",
                               name, number + 1)
                    : cli_fail(CLI_INVALID, "%s: there is more data after chunk %llu, the last",
                               name, number + 1);
    return cli_fail(CLI_INVALID,
                    "%s: chunk %llu does not authenticate: the file is damaged, truncated or was "
                    "changed",
                    name, number + 1);
}

int cli_chunk_encrypt(const cli_parallel *files, const cli_chunk_header *header,
                      const cli_chunk_keys *keys)
{
    chunks c = chunks_of(header, keys);
    cli_parallel job = *files;
    int status = cli_output_write(job.output, header->fields, CLI_CHUNK_FIELDS_SIZE);

    if (status == CLI_DONE)
        status = cli_output_write(job.output, keys->header_tag, sizeof keys->header_tag);
    job.in_size = c.per_batch * c.size;
    job.out_size = c.per_batch * (c.size + CLI_CHUNK_TAG_SIZE);
    job.context = &c;
    job.work = encrypt_batch;
    job.judge = judge_encryption;
    return status == CLI_DONE ? cli_parallel_run(&job) : status;
}

int cli_chunk_decrypt(const cli_parallel *files, const cli_chunk_header *header,
                      const cli_chunk_keys *keys)
{
    chunks c = chunks_of(header, keys);
    cli_parallel job = *files;

    job.in_size = c.per_batch * (c.size + CLI_CHUNK_TAG_SIZE);
    job.out_size = c.per_batch * c.size;
    job.context = &c;
    job.work = decrypt_batch;
    job.judge = judge_decryption;
    return cli_parallel_run(&job);
}
